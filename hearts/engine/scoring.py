"""What a deal comes to: points, the moon and how it is scored, bonuses (R7, R8)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

import attrs

from hearts.engine import kernel
from hearts.engine.ending import Standing
from hearts.variant.rules import Rules
from hearts.variant.sections import MoonStyle

__all__ = ["DealScore", "Moon", "MoonKind", "Piles", "moon_of", "points_of", "score_piles"]


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


_STYLES: Final = (MoonStyle.OLD, MoonStyle.NEW)
"""The styles by the kernel's numbers."""


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


def moon_of(rules: Rules, standing: Standing, piles: Piles, chosen: MoonStyle | None) -> Moon | None:
    """The moon or sun of a finished deal, with the style that the rules or the shooter gave it.

    Args:
        rules: The rules in force.
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
    before, hearts = standing.totals, standing.hearts
    settled = kernel.moon_style(rules, before, hearts, standing.deals, piles.taken, piles.tricks, seat, joint)
    style = chosen if settled == kernel.CHOICE else _STYLES[settled]
    return Moon(MoonKind.MOON, seat, team if joint else (seat,), style)


def score_piles(rules: Rules, piles: Piles, moon: Moon | None) -> tuple[int, ...]:
    """The scores of a finished deal by seat; a moon's style must be settled."""
    taken, tricks = piles
    kind, shooter, joint, style = kernel.NO_MOON, -1, False, kernel.OLD
    if moon is not None:
        kind = kernel.SUN if moon.kind is MoonKind.SUN else kernel.MOON
        shooter, joint = moon.seat, len(moon.seats) > 1
        style = kernel.NEW if moon.style is MoonStyle.NEW else kernel.OLD
    return kernel.score(rules, taken, tricks, kind, shooter, joint, style)


def points_of(rules: Rules, piles: Piles) -> tuple[int, ...]:
    """What each seat's cards and tricks count, with no moon and no bonus (R7)."""
    return tuple(kernel.points(rules, *pile) for pile in zip(piles.taken, piles.tricks, strict=True))
