"""How the rules tests deal and act. Seats run clockwise; with the button at 0, seat 1 is the small blind."""

from collections.abc import Mapping, Sequence
from typing import Any

from holdem_sim.game.rules import Rules
from holdem_sim.game.stepper import Hand

BLANKS = "2c 7d 9h Jc 3s"
"""A board that helps none of the pairs and high cards the tests deal."""

Raises = tuple[int | None, int | None]
NO_RAISE: Raises = (None, None)


def deal(
    stacks: Sequence[int],
    actions: str = "",
    *,
    button: int = 0,
    holes: Mapping[int, str] | None = None,
    board: str = BLANKS,
    **rules: Any,
) -> Hand:
    """A hand after some actions; ``holes`` per seat (unknown ones are drawn), ``rules`` as in Rules."""
    cards = [(holes or {}).get(seat) for seat in range(len(stacks))]
    hand = Hand(Rules(**rules), stacks=stacks, button=button, hole_cards=cards, board=board)
    act(hand, actions)
    return hand


def act(hand: Hand, actions: str) -> None:
    """f folds, c checks or calls, a number raises to it."""
    for word in actions.split():
        if word == "f":
            hand.fold()
        elif word == "c":
            hand.check_call()
        else:
            hand.raise_to(int(word))


def raises(hand: Hand) -> Raises:
    """The least and the greatest raise-to amount."""
    return hand.min_raise_to, hand.max_raise_to


def order(hand: Hand, actions: str) -> list[int | None]:
    """Who is asked, before each action and after the last."""
    asked = [hand.actor]
    for word in actions.split():
        act(hand, word)
        asked.append(hand.actor)
    return asked
