"""Totals, the end of the game, its winners and the order of the seats (R9, R10.1)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hearts.variant.rules import Rules
from hearts.variant.sections import End, EndTest, Partners, TargetTest, Tie, Winner
from hearts.variant.variant import Variant

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


def add_scores(end: End, totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """The totals after a deal: scores added, then the exact-score rule, then the floor (R9.1, R9.3, R9.4)."""
    exact = dict(end.exact)
    added = (total + score for total, score in zip(totals, scores, strict=True))
    settled = (exact.get(total, total) for total in added)
    return tuple(settled if end.floor == "none" else (max(total, int(end.floor)) for total in settled))


def _by_team(rules: Rules, numbers: Sequence[int]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for team, number in zip(rules.team_of, numbers, strict=True):
        sums[team] = sums.get(team, 0) + number
    return sums


def _is_end(variant: Variant, rules: Rules, standing: Standing) -> bool:
    """Does the end test say that the game is over, ties aside (R9.2, R10.1)?"""
    end, partners = variant.end, variant.partners
    if end.deals != "none" and standing.deals >= end.deals:
        return True
    return end.target != "none" and _reaches(end, partners, rules, standing.totals, end.target)


def _reaches(end: End, partners: Partners, rules: Rules, totals: Sequence[int], target: int) -> bool:
    looked_at = _by_team(rules, totals).values() if partners.end_test is EndTest.TEAM else totals
    return max(looked_at) > target - (end.target_test is TargetTest.REACHED)


def find_winners(variant: Variant, rules: Rules, standing: Standing) -> tuple[int, ...]:
    """The seats that have won, or none while the game goes on (R9.2, R9.5, R9.6, R10.1)."""
    if not _is_end(variant, rules, standing):
        return ()
    places = _team_places(variant, rules, standing)
    first = [team for team, place in places.items() if place == 1]
    if variant.end.tie is Tie.CONTINUE and len(first) > 1:
        return ()
    return tuple(seat for seat, team in enumerate(rules.team_of) if team in first)


def _team_places(variant: Variant, rules: Rules, standing: Standing) -> dict[int, int]:
    """The place of each team, 1 for the best; equal teams share a place (R9.5, R9.6)."""
    sign = -1 if variant.end.winner is Winner.HIGHEST else 1
    keys = {team: (sign * total, 0) for team, total in _by_team(rules, standing.totals).items()}
    if variant.end.tie is Tie.FEWEST_HEARTS:
        hearts = _by_team(rules, standing.hearts)
        best = min(total for total, _ in keys.values())
        keys = {team: (total, hearts[team] if total == best else 0) for team, (total, _) in keys.items()}
    return {team: 1 + sum(other < key for other in keys.values()) for team, key in keys.items()}


def rank_seats(variant: Variant, rules: Rules, standing: Standing) -> tuple[int, ...]:
    """The place of each seat, 1 for the best; equal seats, and partners, share a place.

    Example:
        >>> from hearts.variant.catalogue import load_variant
        >>> from hearts.variant.rules import resolve
        >>> variant = load_variant("standard")
        >>> rank_seats(variant, resolve(variant, 4), Standing((106, 45, 45, 20), 5, (0, 0, 0, 0)))
        (4, 2, 2, 1)
    """
    places = _team_places(variant, rules, standing)
    return tuple(places[team] for team in rules.team_of)
