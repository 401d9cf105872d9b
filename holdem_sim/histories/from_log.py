"""A row of the hand log as a record: its cards and actions are played once more by the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from holdem_sim.contract.action import CHECK_CALL, FOLD
from holdem_sim.game.posting import Posts
from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand
from holdem_sim.histories.from_play import from_play
from holdem_sim.histories.recorded import RecordedHand

_ACTION = re.compile(r"[fkc]|r\d+", re.ASCII)


def from_log(
    row: Mapping[str, Any],
    rules: Rules,
    players: int,
    *,
    id: str,
    names: Sequence[str],
    extra: Mapping[str, object] | None = None,
) -> RecordedHand:
    """The record of ``row`` (the columns of ``holdem_sim.records.hands``) at a table of ``players`` seats.

    ``names``: one a seat. Where the row has ``small_blind``, a seat, that blind and the button may be dead. Raises
    ValueError when the rules do not allow the actions, or lead to another end.
    """
    seats = range(players)
    board = " ".join(filter(None, (row[f"board_{i}"] for i in range(1, 6))))
    hand = Hand(
        rules,
        stacks=[row[f"stack_{seat}"] for seat in seats],
        button=row["button"],
        hole_cards=[row[f"hole_{seat}"] for seat in seats],
        board=board,
        posts=_posts(row, rules, players) if "small_blind" in row else None,
    )
    actions: list[tuple[int, int]] = []
    for word in _ACTION.findall(row["actions"]):
        seat = -1 if hand.actor is None else hand.actor
        if word == "f":
            actions.append((seat, FOLD))
            hand.fold()
        elif word in ("k", "c"):
            actions.append((seat, CHECK_CALL))
            hand.check_call()
        else:
            actions.append((seat, int(word[1:])))
            hand.raise_to(int(word[1:]))
    record = from_play(hand, row["button"], actions, id=id, names=names, extra=extra)
    ends = (
        ("board", hand.board, board),
        ("payoffs", hand.payoffs, [row[f"payoff_{seat}"] for seat in seats]),
        ("rake", hand.rake, row["rake"]),
        ("shown", sum(1 << seat for seat in hand.shown), row["shown"]),
    )
    for what, found, logged in ends:
        if found != logged:
            raise ValueError(f"{what} {logged} in the log, {found} by the rules")
    return record


def _posts(row: Mapping[str, Any], rules: Rules, players: int) -> Posts:
    """The posts of a hand whose button or small blind may be at a seat without chips. Twin: game.posting.force"""
    dealt = [row[f"stack_{seat}"] > 0 for seat in range(players)]
    blinds = [0] * players
    if dealt[row["small_blind"]]:
        blinds[row["small_blind"]] = rules.small_blind
    blinds[row["big_blind"]] = rules.big_blind
    antes = [rules.ante if rules.ante_mode == "all" and own else 0 for own in dealt]
    dead = [0] * players
    if rules.ante_mode == "big_blind":
        dead[row["big_blind"]] = rules.ante
    return Posts(blinds, row["big_blind"], row["button"], antes, dead)
