"""What counts in a drawn variant, and when its game ends: the sections that hang together by the values of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import attrs
from hypothesis import strategies as st

from hearts.cards import Card, CardSet, Suit
from hearts.testing.cards import BOOLEANS, cards
from hearts.variant.counted import ByCount
from hearts.variant.sections import (
    End,
    Moon,
    MoonBonus,
    MoonStyle,
    NoTricks,
    Sun,
    TargetTest,
    Tie,
    Values,
    Winner,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Scoring", "draw_scoring"]

_STANDARD: Final = dict(Values().cards)
_FAR: Final = 10_000
"""As far as a setting goes."""

_POINTS: Final = st.integers(-30, 30) | st.sampled_from((-_FAR, _FAR))
_SUIT_VALUES: Final = st.dictionaries(
    st.sampled_from(tuple(Suit)), st.sampled_from(("pips", "minus pips")) | st.integers(-9, 9), max_size=4
)
_CARD_VALUES: Final = st.dictionaries(cards(), _POINTS, max_size=6)
_TRICKS: Final = st.sampled_from((0, 0, 0, 1, 10)) | st.integers(-20, 20)
_SUNS: Final = st.just(0) | st.integers(1, 99) | st.just(_FAR)
_NO_TRICKS: Final = st.just(NoTricks()) | st.builds(NoTricks, bonus=_POINTS, with_moon=st.booleans())
_MOON_VALUES: Final = st.integers(1, 60) | st.just(_FAR)
_TARGETS: Final = st.just(100) | st.integers(1, 60) | st.integers(1, _FAR)
_DEALS: Final = st.integers(1, 3) | st.integers(1, _FAR)
_ROUND_TOTALS: Final = st.integers(-60, 200)

_STYLES: Final = st.sampled_from(MoonStyle)
_BONUSES: Final = st.sampled_from(MoonBonus)
_TARGET_TESTS: Final = st.sampled_from(TargetTest)
_WINNERS: Final = st.sampled_from(Winner)
_TIES: Final = st.sampled_from(Tie)


@attrs.frozen
class Scoring:
    """The sections of a variant that say what counts and when the game ends."""

    values: Values
    moon: Moon
    sun: Sun
    no_tricks: NoTricks
    end: End


def draw_scoring(draw: st.DrawFn, packs: Mapping[int, CardSet]) -> Scoring:
    """Draw values, moon, sun, no tricks and end that fit together and fit the packs (R7, R8, R9).

    Args:
        draw: What draws from a strategy.
        packs: The packs by player count.
    """
    counts, tricks, sun, no_tricks = _draw_values(draw), draw(_TRICKS), draw(_SUNS), draw(_NO_TRICKS)
    worth = [[counts.get(card, 0) for card in pack] for pack in packs.values()]
    penalty = all(max(values) > 0 for values in worth)
    counting = all(any(values) for values in worth)
    if not (counting or tricks or sun or no_tricks.bonus):
        tricks = 1
    sums = {count: sum(values) for count, values in zip(packs, worth, strict=True)}
    rises = penalty or tricks > 0 or sun > 0 or no_tricks.bonus > 0
    return Scoring(
        values=Values(cards=tuple(sorted(counts.items())), tricks=tricks, total=_draw_total(draw, sums)),
        moon=_draw_moon(draw, penalty=penalty, counting=counting),
        sun=Sun(value=sun),
        no_tricks=no_tricks,
        end=_draw_end(draw, rises=rises),
    )


def _draw_values(draw: st.DrawFn) -> dict[Card, int]:
    """Draw values of suits, of single cards, or of both, as a file can name them (R7.1): only those that are not 0."""
    values = _STANDARD
    if draw(BOOLEANS):
        values = {card: _worth(card, value) for suit, value in draw(_SUIT_VALUES).items() for card in suit.cards}
    if draw(BOOLEANS):
        values = values | draw(_CARD_VALUES)
    return {card: value for card, value in values.items() if value}


def _worth(card: Card, value: int | str) -> int:
    if isinstance(value, int):
        return value
    return card.pips if value == "pips" else -card.pips


def _draw_total(draw: st.DrawFn, sums: Mapping[int, int]) -> ByCount[int] | Literal["unstated"]:
    """Draw the total, stated in either of the ways in which it can be, or not (R7.1)."""
    if not draw(BOOLEANS):
        return "unstated"
    alike = len({*sums.values()}) == 1
    return ByCount(next(iter(sums.values()))) if alike and draw(BOOLEANS) else ByCount.of_table(sums)


def _draw_moon(draw: st.DrawFn, *, penalty: bool, counting: bool) -> Moon:
    """Draw how a moon is scored, where there are cards to make it of (R8.1 to R8.4).

    Args:
        draw: What draws from a strategy.
        penalty: Has each pack a penalty card?
        counting: Has each pack a penalty or a bonus card?
    """
    bonus = draw(_BONUSES)
    possible = penalty or (counting and bonus is not MoonBonus.OUTSIDE)
    style = draw(_STYLES) if possible else MoonStyle.NONE
    by_cards = (penalty or not possible) and not draw(BOOLEANS)
    return Moon(style=style, value="penalties" if by_cards else draw(_MOON_VALUES), bonus=bonus)


def _draw_end(draw: st.DrawFn, *, rises: bool) -> End:
    """Draw when the game ends and who wins (R9.2 to R9.6).

    Args:
        draw: What draws from a strategy.
        rises: Does something count above 0, so that a target can be reached?
    """
    if rises and not draw(BOOLEANS):
        return End(tie=draw(_TIES))
    target: int | Literal["none"] = draw(_TARGETS) if draw(BOOLEANS) else "none"
    timed = not rises or target == "none" or draw(BOOLEANS)
    near, ceiling = (100, _FAR) if target == "none" else (target, target - 1)
    exact = {}
    if draw(BOOLEANS):
        for total in {
            draw(st.sampled_from((near, near // 2, 0)) | _ROUND_TOTALS) for _ in range(draw(st.integers(1, 2)))
        }:
            exact[total] = draw(st.integers(-60, 60))
    floor: int | Literal["none"] = "none"
    if draw(BOOLEANS):
        floor = draw(st.sampled_from((0, ceiling, -_FAR, -20)))
    return End(
        target=target,
        target_test=draw(_TARGET_TESTS),
        deals=draw(_DEALS) if timed else "none",
        exact=tuple(sorted(exact.items())),
        floor=floor,
        winner=draw(_WINNERS),
        tie=draw(_TIES),
    )
