"""What an experiment file asks for, played or planned: a run, a sweep, a league, the difficulty benchmark."""

from __future__ import annotations

from dataclasses import replace

from holdem_sim.experiment.config import check_request
from holdem_sim.experiment.difficulty import HANDS, LEAST, PLAYERS, Difficulty, difficulty, least_effects, swap_hands
from holdem_sim.experiment.file import Experiment
from holdem_sim.experiment.keys import DIFFICULTY
from holdem_sim.experiment.league import LeagueResult, plan_league, play_league
from holdem_sim.experiment.plan import Planned, planned
from holdem_sim.experiment.progress import Progress
from holdem_sim.experiment.result import Result
from holdem_sim.experiment.run import start
from holdem_sim.experiment.sweep import SweepResult, plan_sweep, play_sweep
from holdem_sim.experiment.tournament import tournament_config
from holdem_sim.players.load import load_entrants
from holdem_sim.records.manifest import default_folder

Played = Result | SweepResult | LeagueResult | Difficulty


def check(experiment: Experiment) -> None:
    """Refuse with InputError what can be refused before anything is compiled."""
    with experiment.located():
        check_request(experiment.bots, experiment.threads, experiment.out)
    plan(experiment)


def plan(experiment: Experiment) -> list[Planned]:
    """Every run that the experiment would play. InputError, with file and line, for options that do not fit."""
    with experiment.located():
        if experiment.league is not None:
            return plan_league(experiment)
        if experiment.sweep:
            return plan_sweep(experiment)
        if experiment.format == DIFFICULTY:
            return _plan_difficulty(experiment)
        return [planned(experiment.name, experiment.config())]


def load_bots(experiment: Experiment) -> None:
    """Load every bot with its parameters, as play would. InputError, with file and line, for what cannot enter."""
    line_ups = experiment.sweep.get("bots", [experiment.bots])
    with experiment.located():
        load_entrants(list(dict.fromkeys(bot for line_up in line_ups for bot in line_up)))


def play(experiment: Experiment, *, progress: Progress | None = None) -> Played:
    """Play all of it into the experiment's folder. Raises InputError, RunError, KeyboardInterrupt."""
    if experiment.league is not None:
        return play_league(experiment, progress=progress)
    if experiment.sweep:
        return play_sweep(experiment, progress=progress)
    with experiment.located():
        if experiment.format == DIFFICULTY:
            return _difficulty(experiment, progress)
        config = experiment.config()
        config.game(config.entrants())
    played: Result = start(
        config, name=experiment.name, out=experiment.out, threads=experiment.threads, progress=progress
    )
    return played


def _difficulty(experiment: Experiment, progress: Progress | None) -> Difficulty:
    seed = experiment.options["seed"]
    out = default_folder(experiment.name, seed) if experiment.out is None else experiment.out
    return difficulty(experiment.bots, out=out, threads=experiment.threads, progress=progress, **experiment.options)


def _plan_difficulty(experiment: Experiment) -> list[Planned]:
    """A tournament of all levels a table size, then each level against each alone."""
    options = {"hands": HANDS, **experiment.options}
    sizes = options.pop("players", PLAYERS)
    least_effects(options.pop("least", LEAST), sizes)
    bots, plans = experiment.bots, []
    for seats in sizes:
        levels = planned(f"{seats} players", tournament_config(bots, **options, players=seats))
        plans.append(replace(levels, source=f"{levels.source}; the difference of two: up to twice as wide"))
        options_of_swap = {**options, "hands": swap_hands(options["hands"])}
        swap = planned("", tournament_config([bots[0], bots[-1]], **options_of_swap, players=seats, gauntlet=bots[0]))
        times = len(bots) ** 2
        title = f"{seats} players, {times} times one level in a field of one"
        plans.append(replace(swap, title=title, bots=bots, matches=times * swap.matches, hands=times * swap.hands))
    return plans
