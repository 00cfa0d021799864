"""Strategies for variants: the shipped ones, and valid ones with any setting of every section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, Literal, TypeVar

import attrs
from hypothesis import strategies as st

from hearts.cards import Card, CardSet, Suit
from hearts.errors import SetupError
from hearts.testing.cards import ALL_CARDS, BOOLEANS, NUMBERS, card_sets, cards, sample
from hearts.testing.scoring import draw_scoring
from hearts.variant.catalogue import DEFAULT, load_variant, shipped_folder
from hearts.variant.counted import ByCount, Text
from hearts.variant.sections import (
    Direction,
    Discard,
    EndTest,
    FirstTrick,
    Hearts,
    Lead,
    Opening,
    OpeningCard,
    PartnerMoon,
    Partners,
    Passing,
    Queen,
    Table,
    WithQueen,
)
from hearts.variant.variant import Variant

__all__ = ["variants"]

T = TypeVar("T")

_COUNTS: Final = (4, 3, 5, 6, 7, 8)
_SEVERAL: Final = st.lists(st.sampled_from(_COUNTS), min_size=1, max_size=3, unique=True)
_KEPT: Final = st.just(CardSet("AC AH QS")) | st.frozensets(cards(), min_size=3, max_size=3).map(CardSet)

_LEADS: Final = st.sampled_from(Lead)
_WITH_QUEENS: Final = st.sampled_from(WithQueen)
_DISCARDS: Final = st.sampled_from(Discard)
_OPENING_CARDS: Final = st.sampled_from(OpeningCard)
_END_TESTS: Final = st.sampled_from(EndTest)
_PARTNER_MOONS: Final = st.sampled_from(PartnerMoon)

_LINES: Final = st.lists(st.text(max_size=9), max_size=2).map(tuple)
_TEXTS: Final = st.dictionaries(st.sampled_from(("en", "zh")) | st.text(max_size=3), st.text(max_size=9), max_size=3)
_HEADINGS: Final = st.fixed_dictionaries(
    {
        "name": st.text(min_size=1, max_size=9),
        "title": _TEXTS.map(Text.of),
        "summary": _TEXTS.map(Text.of),
        "sources": _LINES,
        "notes": _LINES,
    }
)


def variants(players: int | None = None, *, shipped: bool = True) -> st.SearchStrategy[Variant]:
    """Valid variants of every kind, with any setting of every section (R1 to R10); they shrink to the standard game.

    Each is sound by construction, so nothing is thrown away while they are drawn. Some can go on for very long under random
    play.

    Args:
        players: A player count that every variant allows; any where None.
        shipped: Draw the variants that are shipped, too.

    Raises:
        SetupError: The number of players is not one of 3 to 8.

    Example:
        >>> from hypothesis import find
        >>> find(variants(), lambda variant: variant.sun.value > 0).sun.value > 0
        True
        >>> len(find(variants(players=7), lambda variant: True).pack(7))
        49
    """
    if players is not None and players not in _COUNTS:
        raise SetupError("players", f"it is {players!r}: expected 3 to 8")
    made = _variants(players)
    ready = [variant for variant in _shipped() if players is None or players in variant.table.players]
    return made | made | made | st.sampled_from(ready) if shipped and ready else made


@cache
def _shipped() -> tuple[Variant, ...]:
    """The shipped variants, the standard game first, since that is what others shrink to."""
    names = sorted((path.stem for path in shipped_folder().glob("*.toml")), key=lambda name: (name != DEFAULT, name))
    return tuple(map(load_variant, names))


@attrs.frozen
class _Packs:
    """Players and pack (R1): the section, the packs by player count, and the cards that are in all of them."""

    table: Table
    packs: dict[int, CardSet]
    common: CardSet

    @property
    def counts(self) -> tuple[int, ...]:
        """The player counts."""
        return tuple(self.packs)


@st.composite
def _variants(draw: st.DrawFn, players: int | None) -> Variant:
    packs = _draw_packs(draw, players)
    scoring = draw_scoring(draw, packs.packs)
    headings: dict[str, Any] = draw(_HEADINGS) if draw(BOOLEANS) and draw(BOOLEANS) else {}
    return Variant(
        **headings,
        table=packs.table,
        passing=_draw_passing(draw, packs),
        opening=_draw_opening(draw, packs),
        first_trick=FirstTrick(barred=draw(card_sets())) if draw(BOOLEANS) else FirstTrick(),
        hearts=_draw_hearts(draw, packs),
        queen=_draw_queen(draw, packs),
        partners=_draw_partners(draw, packs.counts),
        values=scoring.values,
        moon=scoring.moon,
        sun=scoring.sun,
        no_tricks=scoring.no_tricks,
        end=scoring.end,
    )


def _draw_packs(draw: st.DrawFn, players: int | None) -> _Packs:
    """Draw player counts with packs that divide (R1.1, R1.2): often nearly whole ones, and any smaller ones.

    A few cards are kept in all of the packs, so that the other sections have cards to name.
    """
    counts = draw(_SEVERAL) if players is None else [*dict.fromkeys([players, *draw(_SEVERAL)])]
    kept = draw(_KEPT)
    removed: dict[int, CardSet] = {}
    for count in counts:
        size = draw(st.integers(1, 52 // count)) if draw(BOOLEANS) else 52 // count
        removed[count] = sample(ALL_CARDS - kept, 52 - size * count, draw(NUMBERS))
    first = removed[counts[0]]
    if not any((52 - len(first)) % count for count in counts) and draw(BOOLEANS):
        out = ByCount(first)
    else:
        out = ByCount.of_table({count: cards_out for count, cards_out in removed.items() if cards_out}, CardSet())
    packs = {count: ALL_CARDS - out.of(count) for count in counts}
    common = ALL_CARDS
    for pack in packs.values():
        common &= pack
    table = Table(players=tuple(counts), default_players=draw(st.sampled_from(counts)), removed=out)
    return _Packs(table, packs, common)


def _draw_by_count(
    draw: st.DrawFn, counts: Sequence[int], strategy: Callable[[Sequence[int]], st.SearchStrategy[T]]
) -> ByCount[T]:
    """Draw one value for all player counts, or one for each.

    Args:
        draw: What draws from a strategy.
        counts: The player counts.
        strategy: What the values right for all of some player counts are drawn from.
    """
    if draw(BOOLEANS):
        return ByCount.of_table({count: draw(strategy((count,))) for count in counts})
    return ByCount(draw(strategy(counts)))


def _draw_passing(draw: st.DrawFn, packs: _Packs) -> Passing:
    """Draw passing: of any number of cards, evenly or not, any way round (R2)."""
    sizes = {count: len(pack) // count for count, pack in packs.packs.items()}
    count = ByCount(min(3, *sizes.values()))
    if draw(BOOLEANS):
        count = _draw_by_count(
            draw, packs.counts, lambda among: st.integers(0, min(26, *(sizes[players] for players in among)))
        )
    at_least: ByCount[int] | Literal["count"] = "count"
    if draw(BOOLEANS):
        at_least = _draw_by_count(draw, packs.counts, lambda among: st.integers(0, min(map(count.of, among))))
    return Passing(
        count=count,
        at_least=at_least,
        cycle=_draw_by_count(draw, packs.counts, lambda among: _cycles(tuple(among))),
        locked=draw(card_sets()) if draw(BOOLEANS) else CardSet(),
        change=draw(BOOLEANS),
    )


@cache
def _cycles(counts: tuple[int, ...]) -> st.SearchStrategy[tuple[Direction, ...]]:
    """Cycles of directions that are right for all of some player counts (R2.2)."""
    odd = any(count % 2 for count in counts)
    words: list[Direction] = ["left", "right", "hold"] if odd else ["left", "right", "across", "hold"]
    offsets = [offset for offset in range(-7, 8) if all(offset % count for count in counts)]
    return st.lists(st.sampled_from([*words, *offsets]), min_size=1, max_size=5).map(tuple)


def _draw_opening(draw: st.DrawFn, packs: _Packs) -> Opening:
    """Draw who leads first, and what (R3)."""
    if all(pack.of_suit(Suit.CLUBS) for pack in packs.packs.values()) and not draw(BOOLEANS):
        return Opening(card=draw(_OPENING_CARDS))
    if draw(BOOLEANS):
        return Opening(leader="eldest", card=OpeningCard.ANY)
    return Opening(leader=draw(cards(packs.common)), card=draw(_OPENING_CARDS))


def _draw_hearts(draw: st.DrawFn, packs: _Packs) -> Hearts:
    """Draw when hearts may be led, and what breaks them (R6.1 to R6.3)."""
    lead = draw(_LEADS)
    broken_by = draw(card_sets()) if draw(BOOLEANS) else Suit.HEARTS.cards
    if lead is Lead.WHEN_BROKEN and not all(broken_by & pack for pack in packs.packs.values()):
        broken_by |= (draw(cards(packs.common)),)
    return Hearts(lead=lead, broken_by=broken_by, with_queen=draw(_WITH_QUEENS))


def _draw_queen(draw: st.DrawFn, packs: _Packs) -> Queen:
    """Draw which card the queen is, and when she may be led or discarded (R5.3, R6.4)."""
    lead = Lead.WHEN_BROKEN if draw(BOOLEANS) else Lead.ANY_TIME
    discard = draw(_DISCARDS)
    free = lead is Lead.ANY_TIME and discard is Discard.FREE
    card = Card("QS")
    if draw(BOOLEANS) or not (free or card in packs.common):
        card = draw(cards(ALL_CARDS if free else packs.common))
    return Queen(card=card, lead=lead, discard=discard)


def _draw_partners(draw: st.DrawFn, counts: Sequence[int]) -> Partners:
    """Draw teams, which need one player count, and the settings about them (R10)."""
    teams: tuple[tuple[int, ...], ...] = ()
    if len(counts) == 1 and draw(BOOLEANS):
        seats = draw(st.permutations(range(counts[0])))
        number = draw(st.integers(2, counts[0]))
        teams = tuple(tuple(seats[first::number]) for first in range(number))
    return Partners(teams=teams, end_test=draw(_END_TESTS), moon=draw(_PARTNER_MOONS), together=draw(BOOLEANS))
