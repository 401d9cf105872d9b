"""The twin's own sanity: worked examples with known results, then random hands."""

import random
from collections import Counter
from copy import deepcopy
from itertools import combinations_with_replacement
from typing import Any

import pytest

from holdem_sim.cards import parse_cards as parse
from tests.naive.poker_hands import strength
from tests.naive.rules import CALL, FOLD, NaiveHand

BLANKS = "2c 7d 9h Jc 3s"


def deck_for(hole: dict[int, str], button: int, board: str = BLANKS) -> list[int]:
    """A deck that deals these hole cards to the seats (all of them full) and this board."""
    n = len(hole)
    order = [(button + step) % n for step in range(1, n + 1)]
    hands = {seat: parse(text) for seat, text in hole.items()}
    dealt = [hands[seat][card] for card in range(2) for seat in order]
    flop, turn, river = parse(board)[:3], parse(board)[3], parse(board)[4]
    burns = [card for card in range(52) if card not in [*dealt, *parse(board)]]
    return [*dealt, burns[0], *flop, burns[1], turn, burns[2], river]


def hand(stacks: list[int], button: int, actions: str = "", **options: Any) -> NaiveHand:
    """A hand after some actions: f folds, c checks or calls, a number raises to it."""
    naive = NaiveHand(stacks, button, options.pop("deck", list(range(52))), **options)
    play(naive, actions)
    return naive


def play(naive: NaiveHand, actions: str) -> None:
    for word in actions.split():
        naive.act(int({"f": FOLD, "c": CALL}.get(word, word)))


def raises(naive: NaiveHand) -> tuple[int | None, int | None]:
    return naive.min_raise_to, naive.max_raise_to


# Cards.


def test_7462_distinct_values_in_nine_categories() -> None:
    offsuit = [
        tuple(rank * 4 + min(place, 3) for place, rank in enumerate(ranks))
        for ranks in combinations_with_replacement(range(13), 5)
        if len(set(ranks)) > 1
    ]
    suited = [tuple(card // 4 * 4 for card in five) for five in offsuit if len({c // 4 for c in five}) == 5]
    values = {strength(five) for five in offsuit + suited}
    sizes = Counter(value[0] for value in values)
    assert len(values) == 7462
    assert [sizes[c] for c in range(9)] == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]


def test_ace_to_five_is_the_lowest_straight_and_none_wraps() -> None:
    wheel = strength(parse("As 2h 3d 4c 5s Kh 9d"))
    assert wheel < strength(parse("2h 3d 4c 5s 6h"))
    assert wheel > strength(parse("As Ah Ad Kc Qs"))
    assert strength(parse("Qs Kh Ad 2c 3s"))[0] == 0


def test_two_best_of_three_pairs() -> None:
    assert strength(parse("7c 5d 4s 8h 4d 7h 8c")) == strength(parse("8h 8c 7c 7h 5d"))


# Short all-ins and raise sizes (PEERS.md A). Four seats: 0 button, 1 SB, 2 BB, 3 UTG.


@pytest.mark.parametrize("utg", [16, 200])
def test_short_all_in_does_not_reopen(utg: int) -> None:
    naive = hand([200, 19, 200, utg], 0, "16 c 19 c")
    assert naive.actor == (0 if utg == 16 else 3)
    assert (naive.to_call, raises(naive), naive.can_fold) == (3, (None, None), True)


def test_a_seat_yet_to_act_may_raise_a_short_all_in() -> None:
    naive = hand([200, 19, 200, 16], 0, "16 c 19")
    assert (naive.actor, raises(naive)) == (2, (33, 200))


def test_short_all_ins_add_up() -> None:
    naive = hand([400, 150, 200, 400], 0, "100 c 150 200")
    assert (naive.actor, naive.to_call, raises(naive)) == (3, 100, (298, 400))
    play(naive, "c")
    assert (naive.actor, raises(naive)) == (0, (298, 400))


def test_short_all_ins_that_add_up_to_less_do_not_reopen() -> None:
    naive = hand([400, 150, 197, 400], 0, "100 c 150 197")
    assert (naive.actor, naive.to_call, raises(naive)) == (3, 97, (None, None))


def test_a_checker_facing_a_short_opening_all_in_may_only_call() -> None:
    naive = hand([200, 200, 13], 0, "c c c c 3", big_blind=10, small_blind=5)
    assert (naive.actor, naive.to_call, raises(naive)) == (0, 3, (13, 190))
    play(naive, "c")
    assert (naive.actor, naive.to_call, raises(naive)) == (1, 3, (None, None))


def test_minimum_raise_ignores_a_shorter_opponent() -> None:
    naive = hand([1000, 200], 0, "100 180", small_blind=10, big_blind=20)
    assert raises(naive) == (260, 1000)


def test_all_in_between_call_and_minimum_raise() -> None:
    naive = hand([27, 200], 0, "c c 20")
    assert (naive.to_call, raises(naive)) == (20, (25, 25))
    naive = hand([600, 600], 0, "100 c c c c c 270", small_blind=5, big_blind=10)
    assert (naive.to_call, raises(naive)) == (270, (500, 500))
    play(naive, "500")
    assert (naive.to_call, raises(naive)) == (230, (None, None))


def test_minimum_raise_is_the_last_raise() -> None:
    assert raises(hand([200] * 4, 0, "6"))[0] == 10
    assert raises(hand([200] * 2, 0, "c c 2"))[0] == 4
    naive = hand([5000] * 4, 0, "300 c c c", small_blind=50, big_blind=100)
    assert raises(naive)[0] == 100
    assert raises(hand([5000] * 4, 0, "300", small_blind=50, big_blind=100))[0] == 500


def test_pot_limit_maximum() -> None:
    assert raises(hand([200] * 2, 0, betting="pot-limit")) == (4, 6)
    assert raises(hand([200] * 2, 0, "6", betting="pot-limit")) == (10, 18)
    assert raises(hand([200] * 2, 0, "6 c", betting="pot-limit")) == (2, 12)
    assert raises(hand([200] * 3, 0, betting="pot-limit", ante=1, ante_mode="all")) == (4, 10)
    assert raises(hand([200, 200, 1], 0, betting="pot-limit")) == (4, 6)


def test_no_raise_when_all_others_are_all_in_or_the_call_takes_the_stack() -> None:
    naive = hand([200, 50, 30], 0, "f 50")
    assert (naive.to_call, naive.can_fold, raises(naive)) == (28, True, (None, None))
    naive = hand([50, 200, 200], 0, "50 c")
    assert (naive.actor, naive.to_call, raises(naive)) == (2, 48, (98, 200))
    naive = hand([50, 200], 0, "50")
    assert (naive.to_call, raises(naive)) == (48, (None, None))


# Fixed limit.


def test_fixed_limit_is_one_bet_and_three_raises() -> None:
    naive = hand([200] * 3, 0, "4 6 8", betting="fixed-limit")
    assert (naive.to_call, raises(naive)) == (4, (None, None))
    play(naive, "c c 2 4 6 8")
    assert raises(naive) == (None, None)
    play(naive, "c c")
    assert raises(naive) == (4, 4)


def test_fixed_limit_cap_may_be_lifted_heads_up() -> None:
    assert raises(hand([200] * 2, 0, "4 6 8", betting="fixed-limit")) == (None, None)
    assert raises(hand([200] * 2, 0, "4 6 8", betting="fixed-limit", cap_heads_up=False)) == (10, 10)


def test_fixed_limit_all_in_under_half_a_bet_is_no_raise() -> None:
    naive = hand([400, 24, 400, 400], 0, "20 c 24", betting="fixed-limit", small_blind=5, big_blind=10)
    assert (naive.actor, naive.to_call, raises(naive)) == (2, 14, (30, 30))
    play(naive, "c")
    assert (naive.actor, naive.to_call, raises(naive)) == (3, 4, (None, None))


def test_fixed_limit_all_in_from_half_a_bet_is_a_raise() -> None:
    naive = hand([400, 25, 400, 400], 0, "20 c 25 c", betting="fixed-limit", small_blind=5, big_blind=10)
    assert (naive.actor, naive.to_call, raises(naive)) == (3, 5, (35, 35))
    play(naive, "35")  # the cap
    assert (naive.actor, raises(naive)) == (0, (None, None))


# Who acts (PEERS.md B).


def test_heads_up_button_is_small_blind_first_then_last() -> None:
    naive = hand([200] * 2, 1, "c c")
    assert naive.invested == [2, 2]
    assert naive.history[0][0] == 1
    assert naive.actor == 0


def test_heads_up_big_blind_gets_the_first_card() -> None:
    naive = NaiveHand([200] * 2, 1, list(range(52)))
    assert naive.hole == {0: (0, 2), 1: (1, 3)}
    play(naive, "c c c c c c c c")
    assert naive.board == [5, 6, 7, 9, 11]


def test_big_blind_has_the_option() -> None:
    naive = hand([200] * 4, 0, "f f c")
    assert (naive.actor, naive.to_call, naive.can_fold, raises(naive)) == (2, 0, False, (4, 200))


def test_big_blind_all_in_from_posting_is_not_asked() -> None:
    naive = hand([200, 200, 2], 0, "c c")
    assert (naive.street, naive.actor) == (1, 1)


def test_short_big_blind_does_not_lower_the_price() -> None:
    deck = deck_for({0: "Kc Kd", 1: "4c 5d", 2: "Ac Ad"}, 0)
    naive = hand([200, 200, 4], 0, "", deck=deck, small_blind=5, big_blind=10)
    assert (naive.to_call, raises(naive)) == (10, (20, 200))
    play(naive, "c c c c c c c c")
    assert naive.final_stacks == [202, 190, 12]


def test_nobody_is_asked_when_a_lone_seat_has_the_most_in() -> None:
    deck = deck_for({0: "Kc Kd", 1: "Ac Ad"}, 0)
    naive = hand([200, 4], 0, deck=deck, small_blind=5, big_blind=10)
    assert naive.over
    assert naive.final_stacks == [196, 8]
    assert naive.returned == [1, 0]
    assert hand([1, 1, 200], 0, "c").over


def test_antes_are_dead_money() -> None:
    deck = deck_for({0: "Kc Kd", 1: "4c 5d", 2: "Ac Ad"}, 0)
    naive = hand([200] * 3, 0, deck=deck, small_blind=5, big_blind=10, ante=1, ante_mode="all")
    assert naive.to_call == 10
    play(naive, "c c c " + "c c c " * 3)
    assert naive.pot == 33
    assert naive.final_stacks == [189, 189, 222]


def test_round_is_over_when_the_bet_is_called() -> None:
    assert hand([200] * 2, 0, "c c 6 c").street == 2


def test_all_in_and_call_deals_the_whole_board() -> None:
    naive = hand([200] * 2, 0, "200 c")
    assert naive.over
    assert len(naive.board) == 5


def test_dead_button_and_missing_small_blind() -> None:
    naive = NaiveHand([200, 0, 200, 200], 1, list(range(52)), small_blind_seat=None, big_blind_seat=2)
    assert naive.invested == [0, 0, 2, 0]
    assert naive.hole[2] == (0, 3)
    assert naive.actor == 3
    play(naive, "c c c")
    assert naive.actor == 2


# Pots (PEERS.md C).


def test_unequal_all_ins() -> None:
    deck = deck_for({0: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}, 0)
    naive = hand([20, 50, 100], 0, "20 50 c", deck=deck)
    assert naive.final_stacks == [60, 60, 50]
    assert naive.pots == [(60, (1, 2, 0), (0,)), (60, (1, 2), (1,))]


def test_folded_chips_stay_in_their_layers() -> None:
    deck = deck_for({0: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}, 0)
    assert hand([40, 200, 200], 0, "40 100 200 f", deck=deck).final_stacks == [120, 100, 220]


def test_all_in_seat_stays_in_the_main_pot() -> None:
    deck = deck_for({0: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}, 0)
    naive = hand([100, 200, 200], 0, "100 c c c c 50 f", deck=deck)
    assert naive.final_stacks == [300, 100, 100]


def test_odd_chip_goes_left_of_the_button() -> None:
    for button in range(4):
        small, big, utg = ((button + step) % 4 for step in (1, 2, 3))
        holes = {button: "4c 5d", small: "4d 5c", big: "Ac Kd", utg: "Ad Kc"}
        naive = hand([100] * 4, button, "c c f c " + "c c c " * 3, deck=deck_for(holes, button))
        assert [naive.final_stacks[s] for s in (button, small, big, utg)] == [98, 99, 102, 101]


def test_three_way_split_keeps_every_chip() -> None:
    holes = {0: "Ac Kd", 1: "Ad Kc", 2: "Ah Ks", 3: "4c 5d"}
    naive = hand([100] * 4, 0, "4 c c c " + "c c c c " * 3, deck=deck_for(holes, 0))
    assert naive.payoffs == [1, 2, 1, -4]


def test_uncalled_chips_come_back() -> None:
    walk = hand([200] * 3, 0, "f f")
    assert walk.returned == [0, 0, 1]
    assert walk.payoffs == [0, -1, 1]
    assert walk.pots == [(2, (2,), (2,))]
    deck = deck_for({0: "Ac Ad", 1: "Kc Kd"}, 0)
    naive = hand([600, 283], 0, "63 c c 254 c", deck=deck, rake_bp=500, rake_cap=16)
    assert naive.returned == [34, 0]
    assert naive.pots == [(550, (1, 0), (0,))]
    assert naive.payoffs == [267, -283]


def test_big_blind_ante_is_dead_in_the_main_pot() -> None:
    deck = deck_for({0: "Kc Kd", 1: "4c 5d", 2: "Ac Ad"}, 0)
    naive = hand([200, 200, 5], 0, "10 c", deck=deck, ante=10, ante_mode="big_blind")
    assert naive.invested[2] == 5
    assert naive.street == 1
    play(naive, "c c c c c c")
    assert [amount for amount, _, _ in naive.pots] == [2 * 3 + 3, 16]
    assert naive.payoffs == [6, -10, 4]
    lone = hand([200, 200], 0, "f", ante=10, ante_mode="big_blind")
    assert lone.returned == [0, 1]
    assert lone.payoffs == [-1, 1]


def test_an_ante_all_in_plays_for_ante_shares() -> None:
    deck = deck_for({0: "Ac Ad", 1: "Kc Kd", 2: "4c 5d"}, 0)
    naive = hand([1, 100, 100], 0, "c c c c c c c c", deck=deck, ante=3, ante_mode="all")
    assert naive.payoffs == [2, 3, -5]


def test_rake_comes_from_the_main_pot_first_and_not_without_a_flop() -> None:
    deck = deck_for({0: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}, 0)
    naive = hand([20, 50, 100], 0, "20 50 c", deck=deck, rake_bp=505)
    assert naive.rake == 6
    assert naive.final_stacks == [54, 60, 50]
    assert hand([20, 50, 100], 0, "20 50 c", deck=deck, rake_bp=500, rake_cap=2).rake == 2
    assert hand([200] * 2, 0, "20 f", rake_bp=500).rake == 0
    assert hand([200] * 2, 0, "f", rake_bp=5000, no_flop_no_drop=False).payoffs == [-1, 0]


# Showdown.


def test_hands_that_lose_to_a_shown_hand_are_mucked() -> None:
    holes = {0: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}
    checked = hand([200] * 3, 0, "c c c " + "c c c " * 3, deck=deck_for(holes, 0))
    assert checked.shown == {0, 1}
    bet_by_button = hand([200] * 3, 0, "c c c " + "c c c " * 2 + "c c 2 c c", deck=deck_for(holes, 0))
    assert bet_by_button.shown == {0}
    assert hand([200] * 3, 0, "f f").shown == set()


def test_all_live_hands_are_shown_with_an_all_in() -> None:
    holes = {0: "Ac Ad", 1: "Kc Kd", 2: "Qc Qd"}
    assert hand([20, 200, 200], 0, "20 c c c c c c c c", deck=deck_for(holes, 0)).shown == {0, 1, 2}


# Random hands.


def random_hand(rng: random.Random) -> NaiveHand:
    """Ragged stacks, empty seats, every structure, ante and rake."""
    while True:
        stacks = [rng.choice((0, 1, 2, 3, 7, 20, 50, 200)) for _ in range(rng.randint(2, 10))]
        if sum(chips > 0 for chips in stacks) >= 2:
            break
    return NaiveHand(
        stacks,
        rng.choice([seat for seat, chips in enumerate(stacks) if chips]),
        rng.sample(range(52), 52),
        small_blind=rng.choice((1, 2)),
        big_blind=rng.choice((2, 5)),
        ante=rng.choice((1, 3)),
        ante_mode=rng.choice(("none", "all", "big_blind")),
        betting=rng.choice(("no-limit", "pot-limit", "fixed-limit")),
        cap_heads_up=rng.random() < 0.5,
        rake_bp=rng.choice((0, 500, 3333)),
        rake_cap=rng.choice((None, 3)),
        no_flop_no_drop=rng.random() < 0.5,
    )


def check_offers(naive: NaiveHand) -> list[int]:
    """The offered actions, each tried on a copy; those next to the offer are refused."""
    low, high = raises(naive)
    offered = [CALL] + [FOLD] * naive.can_fold
    refused = [FOLD] * (not naive.can_fold) + [-2]
    if low is None or high is None:
        refused.append(naive.price + 1)
    else:
        assert naive.price < low <= high
        offered += {low, high}
        refused += {low - 1, high + 1} - {CALL}
    for action in offered:
        deepcopy(naive).act(action)
    for action in refused:
        with pytest.raises(ValueError, match="cannot"):
            deepcopy(naive).act(action)
    return offered


def check_end(naive: NaiveHand) -> None:
    assert naive.actor is None
    assert raises(naive) == (None, None)
    assert not naive.can_fold
    assert sum(naive.payoffs) == -naive.rake
    assert [behind + put for behind, put in zip(naive.stacks, naive.invested, strict=True)] == naive.start
    assert sum(amount for amount, _, _ in naive.pots) + naive.rake + sum(naive.returned) == naive.pot
    assert all(chips >= 0 for chips in naive.final_stacks)
    for seat in naive.folded:
        assert naive.payoffs[seat] == -naive.invested[seat]
        assert naive.returned[seat] == 0
    for _, contestants, winners in naive.pots:
        assert winners
        assert set(winners) <= set(contestants) <= set(naive.live)
    if len(naive.live) > 1:
        assert len(naive.board) == 5
        assert {seat for _, _, winners in naive.pots for seat in winners} <= naive.shown


@pytest.mark.parametrize("seed", range(400))
def test_random_hands_keep_every_chip(seed: int) -> None:
    rng = random.Random(seed)
    naive = random_hand(rng)
    while not naive.over:
        naive.act(rng.choice(check_offers(naive)))
    check_end(naive)
