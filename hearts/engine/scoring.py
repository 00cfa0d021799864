"""What a deal comes to: points, the moon and how it is scored, bonuses (R7, R8)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import attrs

from hearts.engine import kernel
from hearts.engine.ending import Standing, add_scores, find_winners
from hearts.variant.rules import Rules
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = ["DealScore", "Moon", "MoonKind", "Piles", "moon_of", "points_of", "score_piles", "settle_style"]


class MoonKind(StrEnum):
    """What a seat made: a moon (R8.1) or a sun (R8.5)."""

    MOON = "moon"
    SUN = "sun"


@attrs.frozen
class Moon:
    """A moon or sun that was made in a deal.

    Attributes:
        kind: Which of the two.
        seat: The seat that made it; of a team that made it together, the lowest.
        seats: All the seats that made it: one, or those of a team (R10.2).
        style: How it is scored: ``old`` or ``new`` for a moon, None while that is still to be chosen, and for a sun.
    """

    kind: MoonKind
    seat: int
    seats: tuple[int, ...]
    style: MoonStyle | None


@attrs.frozen
class DealScore:
    """What a deal comes to.

    Attributes:
        points: What each seat's cards and tricks count, with no moon and no bonus (R7).
        scores: What each seat scores, moon and bonuses included (R8).
        moon: The moon or sun that was made, or None.
    """

    points: tuple[int, ...]
    scores: tuple[int, ...]
    moon: Moon | None


class Piles(NamedTuple):
    """What each seat took in a finished deal: the mask of its cards and the number of its tricks, by seat."""

    taken: tuple[int, ...]
    tricks: tuple[int, ...]

    def hearts(self, rules: Rules) -> tuple[int, ...]:
        """How many hearts each seat took."""
        return tuple((taken & rules.hearts).bit_count() for taken in self.taken)


def moon_of(variant: Variant, rules: Rules, standing: Standing, piles: Piles, chosen: MoonStyle | None) -> Moon | None:
    """The moon or sun of a finished deal, with the style that the rules or the shooter gave it.

    Args:
        variant: The variant.
        rules: What it comes to for the players.
        standing: How the game stood before the deal.
        piles: What each seat took.
        chosen: What the shooter has chosen: OLD, NEW, or None.
    """
    kind, seat, joint = kernel.find_shooter(rules, piles.taken, piles.tricks)
    if kind == kernel.NO_MOON:
        return None
    if kind == kernel.SUN:
        return Moon(MoonKind.SUN, seat, (seat,), None)
    team = tuple(other for other, team in enumerate(rules.team_of) if team == rules.team_of[seat])
    moon = Moon(MoonKind.MOON, seat, team if joint else (seat,), chosen)
    solo_new = rules.moon_by_seat_is_new and not joint and len(team) > 1
    style = MoonStyle.NEW if solo_new else settle_style(variant, rules, standing, piles, moon)
    return attrs.evolve(moon, style=style or chosen)


def settle_style(variant: Variant, rules: Rules, standing: Standing, piles: Piles, moon: Moon) -> MoonStyle | None:
    """OLD or NEW where the rules say how a moon is scored; None where the shooter is to choose (R8.2)."""
    style = variant.moon.style
    if style in (MoonStyle.OLD, MoonStyle.NEW):
        return style
    if style is MoonStyle.CHOICE:
        return None
    scores = score_piles(rules, piles, attrs.evolve(moon, style=MoonStyle.OLD))
    hearts = map(sum, zip(standing.hearts, piles.hearts(rules), strict=True))
    after = Standing(add_scores(variant.end, standing.totals, scores), standing.deals + 1, tuple(hearts))
    winners = find_winners(variant, rules, after)
    if not winners or moon.seat in winners:
        return MoonStyle.OLD
    return MoonStyle.NEW if style is MoonStyle.AUTO else None


def score_piles(rules: Rules, piles: Piles, moon: Moon | None) -> tuple[int, ...]:
    """The scores of a finished deal by seat; a moon's style must be settled."""
    if moon is None:
        return kernel.score(rules, piles.taken, piles.tricks, kernel.NO_MOON, -1, False, kernel.OLD)  # noqa: FBT003
    kind = kernel.SUN if moon.kind is MoonKind.SUN else kernel.MOON
    style = kernel.NEW if moon.style is MoonStyle.NEW else kernel.OLD
    return kernel.score(rules, piles.taken, piles.tricks, kind, moon.seat, len(moon.seats) > 1, style)


def points_of(rules: Rules, piles: Piles) -> tuple[int, ...]:
    """What each seat's cards and tricks count, with no moon and no bonus (R7)."""
    return tuple(kernel.points(rules, *pile) for pile in zip(piles.taken, piles.tricks, strict=True))
