"""How a seat chooses in bulk play, beside at random: plain rules on ints, which are compiled as they stand.

The policy ``duck`` keeps out of trouble: it passes its most dangerous cards, ducks under the trick with the highest card that
does not take it, throws off what costs most, and leads low. Where the highest total wins it does the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from hearts.errors import SetupError, shown
from hearts.variant.rules import Rules

__all__ = ["DUCK", "RANDOM", "Policy", "as_policy", "danger_of", "duck_card", "duck_pass", "least_of", "most_of"]

RANDOM: Final = 0
DUCK: Final = 1


class Policy(StrEnum):
    """A policy by its name."""

    RANDOM = "random"
    DUCK = "duck"

    @property
    def number(self) -> int:
        """The number of the policy inside compiled code."""
        return DUCK if self is Policy.DUCK else RANDOM


def as_policy(policy: object) -> Policy:
    """A policy, given itself or by its name.

    Raises:
        SetupError: There is none of that name.
    """
    if not isinstance(policy, str) or policy not in list(Policy):
        raise SetupError("policy", f"it is {shown(policy)}: expected one of {', '.join(Policy)}")
    return Policy(policy)


def danger_of(rules: Rules) -> tuple[int, ...]:
    """How dangerous each card is to hold, by card: what it costs, what it may bring in, and how high it ranks."""
    sign = -1 if rules.highest_wins else 1
    cards = range(len(rules.suit_of))
    cost = [0 for _ in cards]
    for mask, points in zip(rules.value_masks, rules.value_points, strict=True):
        for card in cards:
            if mask >> card & 1:
                cost[card] = sign * points
    dearest = max(cards, key=cost.__getitem__)
    danger = []
    for card in cards:
        rank = (rules.suit_of[card] & ~rules.higher[card]).bit_count()
        # what takes the dearest card is nearly as bad as the card itself
        takes = cost[dearest] > 1 and rules.higher[dearest] >> card & 1
        danger.append(64 * max(cost[card], cost[dearest] * 3 // 4 if takes else cost[card]) + sign * rank)
    return tuple(danger)


def most_of(danger: Sequence[int], cards: int) -> int:
    """The most dangerous card of a mask, as a mask; of equal ones the highest."""
    best = 0
    worst = -(1 << 60)
    while cards:
        bit = cards & -cards
        cards ^= bit
        card = (bit - 1).bit_count()
        if danger[card] >= worst:
            worst = danger[card]
            best = bit
    return best


def least_of(danger: Sequence[int], cards: int) -> int:
    """The least dangerous card of a mask, as a mask; of equal ones the lowest."""
    best = 0
    least = 1 << 60
    while cards:
        bit = cards & -cards
        cards ^= bit
        card = (bit - 1).bit_count()
        if danger[card] < least:
            least = danger[card]
            best = bit
    return best


def duck_pass(rules: Rules, danger: Sequence[int], hand: int) -> int:
    """The mask of the cards that `duck` passes: the most dangerous that may be passed, as many as may be (R2.4)."""
    passed = 0
    while passed.bit_count() < rules.pass_count:
        free = hand & ~rules.pass_locked & ~passed
        if free == 0:
            if passed.bit_count() >= rules.pass_at_least:
                return passed
            free = hand & ~passed
        passed |= most_of(danger, free)
    return passed


def duck_card(
    rules: Rules,
    danger: Sequence[int],
    legal: int,
    lead: int,
    best: int,
    last: bool,  # noqa: FBT001 - as in the kernel
) -> int:
    """The card that `duck` plays, as a mask.

    Args:
        rules: The rules in force.
        danger: What `danger_of` gives.
        legal: The mask of the legal cards.
        lead: The card led, or -1 where the seat leads.
        best: The card that takes the trick so far, or -1.
        last: Is the seat the last to play to the trick?
    """
    if lead < 0:
        return least_of(danger, legal & ~rules.bonuses or legal)
    if not legal & rules.suit_of[lead]:
        return most_of(danger, legal)
    above = legal & rules.higher[best]
    under = legal & ~above
    if rules.highest_wins:
        return most_of(danger, above or under)
    if under:
        return most_of(danger, under)
    # the trick is taken, unless somebody goes higher: with the highest card that costs nothing, where nobody else can
    free = above & ~rules.penalties
    return most_of(danger, free) if last and free else least_of(danger, above)
