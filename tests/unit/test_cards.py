"""Cards as text: what is read, what is refused, and that the error names the card."""

import pytest

from holdem_sim.cards import RANKS, SUITS, TEXT, format_cards, parse_cards


def test_a_card_is_rank_times_four_plus_suit() -> None:
    assert TEXT[0] == "2c"
    assert TEXT[51] == "As"
    assert parse_cards("2c 2d 2h 2s 3c As") == [0, 1, 2, 3, 4, 51]


def test_every_card_survives_text_and_back() -> None:
    everything = list(range(52))
    assert parse_cards(format_cards(everything)) == everything
    assert parse_cards(format_cards(everything, separator="")) == everything
    assert parse_cards(format_cards(everything, symbols=True)) == everything


@pytest.mark.parametrize("text", ["AsKd", "As Kd", "as kd", "AS,KD", "A♠ K♦", "A♤K♢", " As\tKd\n", "A♠\ufe0f K♦\ufe0f"])
def test_spellings_of_one_hand(text: str) -> None:
    assert parse_cards(text) == [51, 45]


def test_ten_may_be_written_10() -> None:
    """PEERS.md 56: "10s" instead of "Ts" is right, or a clear error; never a silently wrong score."""
    assert parse_cards("10s 10h TC") == parse_cards("Ts Th Tc")
    assert parse_cards("10s10h") == parse_cards("TsTh")


def test_empty_text_is_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("As 1O", "1O"),
        ("As 1s", "1s"),
        ("11s", "11s"),
        ("Ax", "Ax"),
        ("As K", "K"),
        ("sA", "sA"),
        ("As 10", "10"),
    ],
)
def test_what_is_no_card_is_named(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=f"'{named}'.*is not a card"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["As Kd As", "AsA♠", "10h Th"])
def test_a_duplicate_is_named(text: str) -> None:
    """PEERS.md 56: the same card twice raises at parse time."""
    named = TEXT[parse_cards(text[-2:])[0]]
    with pytest.raises(ValueError, match=f"the card {named} stands twice"):
        parse_cards(text)


def test_ranks_and_suits_in_order() -> None:
    assert (RANKS, SUITS) == ("23456789TJQKA", "cdhs")


@pytest.mark.parametrize("text", ["Aſ", "\u212as"])
def test_letters_that_only_fold_to_card_letters_are_refused(text: str) -> None:
    """IGNORECASE lets the long s match S and the Kelvin sign match K."""
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(text)
