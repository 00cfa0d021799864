"""Totals, the end of the game, its winners and the order of the seats (R9, R10.1)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hearts.cards import bits
from hearts.engine import kernel
from hearts.variant.rules import Rules

__all__ = ["Standing", "add_scores", "find_winners", "rank_seats"]


@attrs.frozen
class Standing:
    """How a game stands before or after a deal.

    Attributes:
        totals: The total of each seat.
        deals: How many deals have been played.
        hearts: How many hearts each seat has taken over the game; decides some ties (R9.6).
    """

    totals: tuple[int, ...]
    deals: int
    hearts: tuple[int, ...]

    @classmethod
    def start(cls, players: int) -> Standing:
        """The standing before the first deal."""
        return cls((0,) * players, 0, (0,) * players)

    def after(self, totals: tuple[int, ...], hearts_taken: Sequence[int]) -> Standing:
        """The standing after one deal more, which led to these totals and in which each seat took so many hearts."""
        hearts = tuple([had + took for had, took in zip(self.hearts, hearts_taken, strict=True)])
        return Standing(totals, self.deals + 1, hearts)


def add_scores(rules: Rules, totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """The totals after a deal: scores added, then the exact-score rule, then the floor (R9.1, R9.3, R9.4)."""
    return tuple([kernel.settle_total(rules, total + score) for total, score in zip(totals, scores, strict=True)])


def find_winners(rules: Rules, standing: Standing) -> tuple[int, ...]:
    """The seats that have won, or none while the game goes on (R9.2, R9.5, R9.6, R10.1)."""
    return tuple(bits(kernel.find_winners(rules, standing.totals, standing.hearts, standing.deals)))


def rank_seats(rules: Rules, standing: Standing) -> tuple[int, ...]:
    """The place of each seat, 1 for the best; equal seats, and partners, share a place (R9.5, R9.6, R10.1).

    Example:
        >>> from hearts.variant.catalogue import load_variant
        >>> from hearts.variant.rules import resolve
        >>> rank_seats(resolve(load_variant("standard"), 4), Standing((106, 45, 45, 20), 5, (0, 0, 0, 0)))
        (4, 2, 2, 1)
    """
    return tuple(kernel.place_of(rules, standing.totals, standing.hearts, seat) for seat in range(len(standing.totals)))
