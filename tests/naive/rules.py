"""One hand of hold'em played slowly, straight from RULES.md, whose sentences the docstrings quote."""

from collections.abc import Collection, Iterator

from tests.naive.poker_hands import strength

FOLD, CALL = -1, 0
PREFLOP, FLOP, TURN, RIVER, OVER = range(5)
CAP = 4  # "at most one bet and three raises a round"

Pot = tuple[int, tuple[int, ...]]
SharedPot = tuple[int, tuple[int, ...], tuple[int, ...]]


class NaiveHand:
    """A hand from the forced bets to the payoffs; `act` is the only move.

    `stacks` are the chips behind: stacks[s] + invested[s] is the starting stack all the hand through, also
    when it is over. What a seat gains is in `payoffs` and its chips after the hand in `final_stacks`.
    """

    def __init__(
        self,
        stacks: list[int],
        button: int,
        deck: list[int],
        small_blind: int = 1,
        big_blind: int = 2,
        ante: int = 0,
        ante_mode: str = "none",
        betting: str = "no-limit",
        cap_heads_up: bool = True,
        rake_bp: int = 0,
        rake_cap: int | None = None,
        no_flop_no_drop: bool = True,
        small_blind_seat: int | None = None,
        big_blind_seat: int | None = None,
        mucked: Collection[int] = (),
    ) -> None:
        if ante_mode not in ("none", "all", "big_blind"):
            raise ValueError(f"unknown ante mode {ante_mode!r}")
        if betting not in ("no-limit", "pot-limit", "fixed-limit"):
            raise ValueError(f"unknown betting structure {betting!r}")
        self.start = list(stacks)
        self.button = button
        self.mucked = mucked
        self.big_blind = big_blind
        self.betting = betting
        self.cap_heads_up = cap_heads_up
        self.rake_bp, self.rake_cap, self.no_flop_no_drop = rake_bp, rake_cap, no_flop_no_drop

        self.dealt = [seat for seat in self._clockwise_after(button) if stacks[seat] > 0]
        if len(self.dealt) < 2:
            raise ValueError("a hand needs two seats with chips")
        self.stacks = list(stacks)
        self.bets = [0] * len(stacks)
        self.invested = [0] * len(stacks)
        self.dead = [0] * len(stacks)
        self.folded: set[int] = set()
        self.history: list[tuple[int, int, int, int]] = []

        self.actor: int | None = None
        self.over = False
        self.returned = [0] * len(stacks)
        self.payoffs = [0] * len(stacks)
        self.rake = 0
        self.pots: list[SharedPot] = []
        self.shown: set[int] = set()

        self.street = PREFLOP
        self.board: list[int] = []
        self._deck = list(deck)
        self._deal_hole_cards()
        small_seat, big_seat = self._blind_seats(small_blind_seat, big_blind_seat)
        self._start_round()
        self._post(ante, ante_mode, small_blind, small_seat, big_seat)
        self._ask_next(big_seat)  # "preflop the seat left of the big blind"

    # The table.

    def _clockwise_after(self, seat: int) -> list[int]:
        """All seats, from the left of `seat` round to `seat` itself."""
        n = len(self.start)
        return [(seat + step) % n for step in range(1, n + 1)]

    @property
    def live(self) -> list[int]:
        """Seats dealt in that have not folded, clockwise from the left of the button."""
        return [seat for seat in self.dealt if seat not in self.folded]

    @property
    def pot(self) -> int:
        """RULES: The pot is every chip in it, antes and short blinds as posted."""
        return sum(self.invested)

    @property
    def final_stacks(self) -> list[int]:
        """The chips of each seat after the hand."""
        return [chips + payoff for chips, payoff in zip(self.start, self.payoffs, strict=True)]

    # Cards.

    def _deal_hole_cards(self) -> None:
        """RULES: One card at a time, clockwise from the seat left of the button."""
        cards: dict[int, list[int]] = {seat: [] for seat in self.dealt}
        for _ in range(2):
            for seat in self.dealt:
                cards[seat].append(self._deck.pop(0))
        self.hole = {seat: tuple(two) for seat, two in cards.items()}

    def _deal_street(self) -> None:
        """RULES: Burn one card before the flop, the turn and the river."""
        self.street += 1
        self._deck.pop(0)
        for _ in range(3 if self.street == FLOP else 1):
            self.board.append(self._deck.pop(0))
        self._start_round()

    # Forced bets.

    def _blind_seats(self, small: int | None, big: int | None) -> tuple[int | None, int]:
        """RULES: "Heads-up the button posts the small blind"; with a named big blind, both are as named."""
        if big is not None:
            if big not in self.dealt or (small is not None and small not in self.dealt) or small == big:
                raise ValueError("the blinds are posted by two seats with chips")
            return small, big
        if small is not None:
            raise ValueError("small_blind_seat needs big_blind_seat")
        if len(self.dealt) > 2:
            return self.dealt[0], self.dealt[1]
        if self.button not in self.dealt:
            raise ValueError("heads-up one of the two seats has the button")
        return self.button, self.dealt[0]

    def _post(self, ante: int, mode: str, small: int, small_seat: int | None, big_seat: int) -> None:
        """RULES: "`all`: collected before the blinds"; "`big_blind`: after its blind, from what is left"."""
        if mode == "all":
            for seat in self.dealt:
                self._put_in(seat, ante)
        if small_seat is not None:
            self.bets[small_seat] = self._put_in(small_seat, small)
        self.bets[big_seat] = self._put_in(big_seat, self.big_blind)
        if mode == "big_blind":
            self.dead[big_seat] = self._put_in(big_seat, ante)

    def _put_in(self, seat: int, chips: int) -> int:
        """Move chips from a stack into the pot, all of them if there are fewer; returns how many."""
        paid = min(chips, self.stacks[seat])
        self.stacks[seat] -= paid
        self.invested[seat] += paid
        return paid

    # Betting rounds.

    def _start_round(self) -> None:
        """A fresh round. Preflop "the amount the others must call stays the full big blind"."""
        preflop = self.street == PREFLOP
        self.bets = [0] * len(self.start)
        self.price = self.big_blind if preflop else 0
        self.price_when_acted: dict[int, int] = {}
        self.aggressor: int | None = None
        # No limit and pot limit: "the last full bet or raise (none yet: the big blind)".
        self.full_raise = self.big_blind
        # Fixed limit: the last full bet and how many were made ("preflop the big blind is the bet").
        self.full_bet = self.price
        self.bets_made = 1 if preflop else 0

    def _ask_next(self, after: int) -> None:
        """Ask the next seat left of `after`; deal on when a round has ended, to the end of the hand."""
        while len(self.live) > 1:
            self.actor = self._next_to_act(after)
            if self.actor is not None:
                return
            if self.street == RIVER:
                break
            self._deal_street()
            after = self.button  # "later the first live seat left of the button"
        self._finish()

    def _next_to_act(self, after: int) -> int | None:
        """RULES: The round ends when every seat that can act has acted and matched the bet."""
        if self._nothing_to_ask():
            return None
        for seat in self._clockwise_after(after):
            if self._can_act(seat) and (seat not in self.price_when_acted or self.bets[seat] < self.price):
                return seat
        return None

    def _can_act(self, seat: int) -> bool:
        """RULES: A seat that is all-in is never asked."""
        return seat in self.live and self.stacks[seat] > 0

    def _nothing_to_ask(self) -> bool:
        """RULES: Nobody, when one seat could still act and "no other live seat has more in this round"."""
        able = [seat for seat in self.live if self._can_act(seat)]
        if len(able) == 1:
            return all(self.bets[seat] <= self.bets[able[0]] for seat in self.live)
        return not able

    # What the actor may do.

    @property
    def to_call(self) -> int:
        """What a check or call costs: "a call that takes the last chip is an all-in call"."""
        if self.actor is None:
            return 0
        return min(self.price - self.bets[self.actor], self.stacks[self.actor])

    @property
    def can_fold(self) -> bool:
        """RULES: Fold only when there is something to pay."""
        return self.to_call > 0

    @property
    def min_raise_to(self) -> int | None:
        """RULES: The full minimum, or the whole stack if that is less."""
        if self.actor is None or not self._may_raise(self.actor):
            return None
        return min(self._full_raise_to(), self._all_in_to(self.actor))

    @property
    def max_raise_to(self) -> int | None:
        """The stack, the pot ("current bet + pot after the call") or the fixed bet, if that is less."""
        if self.actor is None or not self._may_raise(self.actor):
            return None
        limit = self._all_in_to(self.actor)
        if self.betting == "fixed-limit":
            limit = min(limit, self._full_raise_to())
        if self.betting == "pot-limit":
            limit = min(limit, self.price + self.pot + self.to_call)
        return limit

    def _may_raise(self, seat: int) -> bool:
        """RULES: Not when the call alone takes the stack, nor when every other live seat is all-in."""
        return (
            self._all_in_to(seat) > self.price
            and any(self._can_act(other) for other in self.live if other != seat)
            and not self._capped()
            and self._has_the_right(seat)
        )

    def _all_in_to(self, seat: int) -> int:
        return self.bets[seat] + self.stacks[seat]

    def _full_raise_to(self) -> int:
        """RULES: "To (current bet + that increment)"; fixed limit: "to that full bet plus one bet"."""
        if self.betting == "fixed-limit":
            return self.full_bet + self._fixed_bet()
        return self.price + self.full_raise

    def _fixed_bet(self) -> int:
        """RULES: One small bet (= big blind) preflop and on the flop, two on the turn and river."""
        return self.big_blind if self.street in (PREFLOP, FLOP) else 2 * self.big_blind

    def _capped(self) -> bool:
        """RULES: `cap_heads_up = false` lifts the cap in hands dealt to two. At the cap nobody raises."""
        lifted = len(self.dealt) == 2 and not self.cap_heads_up
        return self.betting == "fixed-limit" and not lifted and self.bets_made >= CAP

    def _has_the_right(self, seat: int) -> bool:
        """RULES: "Seats yet to act keep all options"; for others the bet must have grown since they acted.

        By "a full raise in total"; in fixed limit "by half a bet or more".
        """
        if seat not in self.price_when_acted:
            return True
        grown = self.price - self.price_when_acted[seat]
        if self.betting == "fixed-limit":
            return 2 * grown >= self._fixed_bet()
        return grown >= self.full_raise

    # Acting.

    def act(self, action: int) -> None:
        """-1 folds, 0 checks or calls, any other amount raises (or bets) to it."""
        if self.actor is None:
            raise ValueError("the hand is over")
        seat, street, paid = self.actor, self.street, 0
        if action == FOLD:
            self._fold(seat)
        elif action == CALL:
            paid = self._bet(seat, self.to_call)
        else:
            paid = self._raise_to(seat, action)
        self.price_when_acted[seat] = self.price
        self.history.append((seat, street, action, paid))
        self._ask_next(seat)

    def _fold(self, seat: int) -> None:
        if not self.can_fold:
            raise ValueError(f"seat {seat} has nothing to pay and cannot fold")
        self.folded.add(seat)

    def _bet(self, seat: int, chips: int) -> int:
        paid = self._put_in(seat, chips)
        self.bets[seat] += paid
        return paid

    def _raise_to(self, seat: int, amount: int) -> int:
        low, high = self.min_raise_to, self.max_raise_to
        if low is None or high is None or not low <= amount <= high:
            raise ValueError(f"seat {seat} cannot raise to {amount}: {low} to {high}")
        if self.betting == "fixed-limit":
            self._count_fixed_raise(amount)
        elif amount - self.price >= self.full_raise:
            self.full_raise = amount - self.price
        self.price = amount
        self.aggressor = seat
        return self._bet(seat, amount - self.bets[seat])

    def _count_fixed_raise(self, amount: int) -> None:
        """RULES: Less than half a bet above the last full bet is no raise; from half a bet on it counts."""
        if 2 * (amount - self.full_bet) >= self._fixed_bet():
            self.full_bet = amount
            self.bets_made += 1

    # The end.

    def _finish(self) -> None:
        """Uncalled chips back, then pots, then rake, then shares."""
        self.actor, self.over, self.street = None, True, OVER
        self.bets = [0] * len(self.start)
        self._return_uncalled()
        pots = self._rake_off(self._form_pots())
        self.pots = [(amount, seats, self._best_of(seats)) for amount, seats in pots]
        won = self._shares()
        for seat in self.dealt:
            self.payoffs[seat] = won[seat] + self.returned[seat] - self.invested[seat]
        self.shown = self._showdown()

    def _return_uncalled(self) -> None:
        """RULES: What a live seat bet beyond every other seat's total goes back to it."""
        totals = self._layer_chips()
        for seat in self.live:
            beyond = totals[seat] - max(totals[other] for other in self.dealt if other != seat)
            self.returned[seat] = max(beyond, 0)

    def _layer_chips(self) -> list[int]:
        """What each seat has in the side-pot layers; the `big_blind` ante is "never a layer of its own"."""
        taken_out = zip(self.invested, self.dead, self.returned, strict=True)
        return [invested - dead - returned for invested, dead, returned in taken_out]

    def _form_pots(self) -> list[Pot]:
        """RULES: Layers with the same contestants are one pot; one with none joins the pot below."""
        if len(self.live) == 1:
            return [(self.pot - sum(self.returned), tuple(self.live))]
        pots: list[Pot] = []
        for amount, contestants in self._layers():
            if pots and contestants in ((), pots[-1][1]):
                pots[-1] = (pots[-1][0] + amount, pots[-1][1])
            else:
                pots.append((amount, contestants))
        main, main_contestants = pots[0]
        return [(main + sum(self.dead), main_contestants), *pots[1:]]

    def _layers(self) -> Iterator[Pot]:
        """RULES: Each is contested by the seats that paid that layer in full and have not folded."""
        totals = self._layer_chips()
        below = 0
        for level in sorted({total for total in totals if total > 0}):
            amount = sum(min(total, level) - min(total, below) for total in totals)
            yield amount, tuple(seat for seat in self.live if totals[seat] >= level)
            below = level

    def _rake_off(self, pots: list[Pot]) -> list[Pot]:
        """RULES: Rounded down, taken from the pots after uncalled chips went back, main pot first."""
        if not (self.no_flop_no_drop and not self.board):
            self.rake = sum(amount for amount, _ in pots) * self.rake_bp // 10000
        if self.rake_cap is not None:
            self.rake = min(self.rake, self.rake_cap)
        left = self.rake
        raked: list[Pot] = []
        for amount, contestants in pots:
            cut = min(left, amount)
            left -= cut
            raked.append((amount - cut, contestants))
        return raked

    def _best_of(self, contestants: tuple[int, ...]) -> tuple[int, ...]:
        """RULES: "If one seat is left it wins at once"; else the best hands, and "ties split"."""
        if len(contestants) == 1:
            return contestants
        best = max(self._strength(seat) for seat in contestants)
        return tuple(seat for seat in contestants if self._strength(seat) == best)

    def _strength(self, seat: int) -> tuple[int, tuple[int, ...]]:
        """RULES: "Else it is mucked unseen"; a replay says which cards nobody saw, and they lose."""
        if seat in self.mucked:
            return -1, ()
        return strength([*self.hole[seat], *self.board])

    def _shares(self) -> list[int]:
        """RULES: Odd chips go one each to the winners in clockwise order from the seat left of the button."""
        won = [0] * len(self.start)
        for amount, _, winners in self.pots:
            share, odd = divmod(amount, len(winners))
            for place, seat in enumerate(winners):
                won[seat] += share + (1 if place < odd else 0)
        return won

    def _showdown(self) -> set[int]:
        """RULES: "If a live seat is all-in, all live hands are shown"; else each that wins or ties."""
        if len(self.live) == 1:
            return set()
        if any(self.stacks[seat] == 0 for seat in self.live):
            return {seat for seat in self.live if seat not in self.mucked}
        shown: set[int] = set()
        for seat in self._showdown_order():
            if seat not in self.mucked and any(self._holds(seat, seats, shown) for _, seats, _ in self.pots):
                shown.add(seat)
        return shown

    def _showdown_order(self) -> list[int]:
        """RULES: Last bettor or raiser of the river first; if checked, first live seat left of the button."""
        first = self.live[0] if self.aggressor is None else self.aggressor
        return [seat for seat in [first, *self._clockwise_after(first)[:-1]] if seat in self.live]

    def _holds(self, seat: int, contestants: tuple[int, ...], shown: set[int]) -> bool:
        """Whether a seat wins or ties this pot among its contestants shown so far."""
        rivals = shown & set(contestants)
        return seat in contestants and all(self._strength(seat) >= self._strength(rival) for rival in rivals)
