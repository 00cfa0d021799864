"""From a view to all the holdings that agree with it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, product
from random import Random

from hearts.engine.actions import Phase
from hearts.errors import SetupError
from hearts.knowledge.counting import Chance, Limits, Plan
from hearts.knowledge.exchange import Exchange
from hearts.knowledge.proofs import prove
from hearts.knowledge.view import View, check_view
from hearts.variant.rules import Rules

__all__ = ["HiddenHands"]


class HiddenHands:
    """All holdings that agree with what a view knows: who holds which of the cards that it does not show.

    A holding agrees where every play of the deal was legal in it, the first leader had the card that leads (R3.1), each seat
    has the cards of this seat's pass that it has not played, and some legal passes lead to it (R2.4).

    Attributes:
        view: The view.
        rules: Its rules.
        hidden: The mask of the cards that the view does not show.
        left: The mask of all cards that are still held.
        exchange: What is known of the passes; None where none have been made.
        plans: The holdings, in groups that have none in common.
        total: How many holdings there are.
    """

    def __init__(self, view: View) -> None:
        """Reason from the view.

        Raises:
            SetupError: It is no view, or one that does not hold all tricks, since the house shows only the last; or no hands
                agree with it.
        """
        view = check_view(view)
        if len(view.tricks) != view.tricks_played:
            raise SetupError(
                "view",
                f"it holds {len(view.tricks)} of {view.tricks_played} tricks (last_trick_only): expected a view with all of"
                " them",
            )
        self.view = view
        self.rules = rules = view.rules()
        own = 0 if view.hand is None else view.hand.mask
        played = _played(view)
        self.left = rules.pack & ~sum(played)
        self.hidden = self.left & ~own
        begun = [cards | own if seat == view.seat else cards for seat, cards in enumerate(played)]
        self.exchange: Exchange | None = None
        if view.chosen and view.phase is not Phase.PASSING:
            sizes = [cards.bit_count() + size for cards, size in zip(played, view.hand_sizes, strict=True)]
            self.exchange = Exchange(view, rules, sizes, played)
        plans = [
            Plan(self._limits(tuple(begun), [proof.within for proof in proofs], [proof.needs for proof in proofs]))
            for proofs in product(*prove(view, rules, played))
        ]
        self.plans = tuple([plan for plan in plans if plan.total])
        self._sums = list(accumulate([plan.total for plan in self.plans]))
        if not self.plans or (self.exchange is not None and not self.exchange.is_possible):
            raise SetupError("view", "there are no hands from which it comes about: expected a view of a deal")
        self.total = self._sums[-1]

    def _limits(self, begun: tuple[int, ...], within: list[int], needs: list[int]) -> Limits:
        view, hidden, exchange = self.view, self.hidden, self.exchange
        for holder, cards in _sure(view, self.rules):
            within = [mask if seat == holder else mask & ~cards for seat, mask in enumerate(within)]
        limits = Limits(
            cards=hidden,
            sizes=tuple([0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]),
            within=tuple(within),
            needs=tuple(needs),
            begun=begun,
        )
        if exchange is not None and exchange.restricts:
            return limits._replace(locked=self.rules.pass_locked, exchange=exchange)
        return limits

    def possible(self) -> tuple[int, ...]:
        """The masks of the hidden cards that each seat has in some holding."""
        masks = [0] * self.view.players
        for plan in self.plans:
            masks = [mask | more for mask, more in zip(masks, plan.possible(), strict=True)]
        return tuple(masks)

    def draw(self, rng: Random, chance: Chance) -> tuple[Plan, list[list[int]]]:
        """One of the holdings, each equally likely.

        Args:
            rng: Where random choices come from.
            chance: Its `chance_of`.

        Returns:
            The group that it is of, and the bits of the cards that each seat has in it besides those that it has in all of
            the group.
        """
        if len(self.plans) == 1:
            plan = self.plans[0]
            return plan, plan.draw(0 if plan.is_even else rng.randrange(plan.total), chance)
        number = rng.randrange(self.total)
        at = bisect_right(self._sums, number)
        plan = self.plans[at]
        return plan, plan.draw(number - self._sums[at] + plan.total, chance)


def _played(view: View) -> tuple[int, ...]:
    """The masks of the cards that each seat has played."""
    played = [0] * view.players
    for trick in (*view.tricks, view.trick):
        if trick is not None:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                played[seat] |= 1 << card
    return tuple(played)


def _sure(view: View, rules: Rules) -> list[tuple[int, int]]:
    """Seats, and masks of cards that nobody else can hold while they have not been played."""
    sure = []
    if view.received is not None and view.passed is not None and view.receiver is not None:
        sure.append((view.receiver, view.passed.mask))
    opened = view.tricks[0] if view.tricks else view.trick
    if opened is not None and rules.opening_card >= 0:
        sure.append((opened.leader, 1 << rules.opening_card))
    return sure
