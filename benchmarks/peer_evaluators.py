"""Other hand evaluators, behind one small window."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

Loaded = tuple[Callable[[str], int], Callable[[str], Any], Callable[[Any], int]]
"""(text "As Kd ..." -> strength, text -> the package's own cards, own cards -> strength)."""


@dataclass(frozen=True)
class Evaluator:
    """``load`` imports the package; ``higher_wins``: a larger strength is better."""

    name: str
    load: Callable[[], Loaded]
    higher_wins: bool = True


def _phevaluator() -> Loaded:
    evaluate = import_module("phevaluator.evaluator").evaluate_cards
    card = import_module("phevaluator.card").Card
    return (
        lambda text: evaluate(*text.split()),
        lambda text: [card.to_id(one) for one in text.split()],
        lambda cards: evaluate(*cards),
    )


def _with_cards(module: str) -> Loaded:
    package = import_module(module)
    card, evaluate = package.Card, package.evaluate

    def prepare(text: str) -> Any:
        return [card(one) for one in text.split()]

    return (lambda text: evaluate(prepare(text))), prepare, evaluate


def _treys() -> Loaded:
    package = import_module("treys")
    new, evaluate = package.Card.new, package.Evaluator().evaluate

    def prepare(text: str) -> Any:
        cards = [new(one) for one in text.split()]
        return cards[:5], cards[5:]

    return (lambda text: evaluate(*prepare(text))), prepare, (lambda hand: evaluate(*hand))


def _pokerkit() -> Loaded:
    package = import_module("pokerkit")
    lookup, card = package.StandardHighHand, package.Card

    def strength(cards: Any) -> int:
        return int(lookup.from_game(cards).entry.index)

    return strength, (lambda text: tuple(card.parse(text))), strength


def _pokerfast() -> Loaded:
    evaluate = import_module("pokerfast").eval7
    return (lambda text: evaluate(text.split())), (lambda text: tuple(text.split())), evaluate


EVALUATORS = (
    Evaluator("phevaluator", _phevaluator, higher_wins=False),
    Evaluator("eval7", lambda: _with_cards("eval7")),
    Evaluator("pkrbot", lambda: _with_cards("pkrbot")),
    Evaluator("treys", _treys, higher_wins=False),
    Evaluator("pokerkit", _pokerkit),
    Evaluator("pokerfast", _pokerfast),
)


def ompeval_all() -> Callable[[bytes, int], np.ndarray[Any, Any]]:
    """(7 bytes a hand, hands) -> strengths: pokerfast's library called as its own ``evaluate`` calls it, without lists.

    Its suits stand in another order than ours, which changes no strength.
    """
    path = import_module("pokerfast.equity").find_library()
    if path is None:
        raise RuntimeError("its wheel for this platform has no OMPEval")
    library = ctypes.CDLL(path)
    library.pf_evaluate.argtypes = [ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p]
    if library.pf_init() != 0:
        raise RuntimeError("OMPEval failed to make its tables")

    def rank_all(cards: bytes, hands: int) -> np.ndarray[Any, Any]:
        strengths = np.empty(hands, np.uint16)
        assert library.pf_evaluate(cards, hands, 7, strengths.ctypes.data) == 0
        return strengths

    return rank_all


def ompeval_equity() -> Callable[[list[str]], list[float]]:
    """OMPEval's exact equity on one thread."""
    exact = import_module("pokerfast.equity").equity
    return lambda hands: exact(hands, threads=1)
