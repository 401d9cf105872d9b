"""The knock-out bracket, for every number of entrants up to 70."""

import pytest

from holdem_sim.experiment.bracket import bracket


@pytest.mark.parametrize("entrants", range(2, 71))
def test_one_is_left_and_the_best_seeds_meet_last(entrants: int) -> None:
    """Whoever is better seeded wins: then seed s is out in the round that has its place in the draw."""
    pairings = list(bracket(entrants))
    assert len(pairings) == entrants - 1
    out: dict[int, int] = {}
    for pairing in pairings:
        assert pairing.first not in out
        assert pairing.second not in out
        assert pairing.first < pairing.second
        out[pairing.second] = pairing.round
    assert sorted(out) == list(range(1, entrants))
    rounds = (entrants - 1).bit_length()
    assert [pairing.round for pairing in pairings] == sorted(pairing.round for pairing in pairings)
    for seed, round_out in out.items():
        assert round_out == rounds + 1 - seed.bit_length()


@pytest.mark.parametrize("entrants", range(2, 71))
def test_nobody_plays_twice_in_a_round_and_byes_are_for_the_best(entrants: int) -> None:
    pairings = list(bracket(entrants))
    for number in {pairing.round for pairing in pairings}:
        slots = [slot for pairing in pairings if pairing.round == number for slot in (pairing.first, pairing.second)]
        assert len(set(slots)) == len(slots)
    first = {slot for pairing in pairings if pairing.round == 1 for slot in (pairing.first, pairing.second)}
    byes = [slot for slot in range(entrants) if slot not in first]
    assert byes == list(range(len(byes)))
    assert len(byes) == 2 ** (entrants - 1).bit_length() - entrants
