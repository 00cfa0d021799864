"""The sections of a variant: one class for each chapter of the numbered rules, with every setting, its default and its sense.

The defaults are the standard game. A field's metadata is the one place that says which rule it sets and what it means: the
JSON Schema, the documentation and the checks read it from here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias, TypeVar

import attrs

from hearts.cards import Card, CardSet, Suit
from hearts.variant.counted import ByCount, Text

__all__ = [
    "HEADINGS",
    "SECTIONS",
    "Direction",
    "Discard",
    "End",
    "EndTest",
    "FirstTrick",
    "Hearts",
    "Lead",
    "Moon",
    "MoonBonus",
    "MoonStyle",
    "NoTricks",
    "Opening",
    "OpeningCard",
    "PartnerMoon",
    "Partners",
    "Passing",
    "Queen",
    "Sun",
    "Table",
    "TargetTest",
    "Tie",
    "Values",
    "Winner",
    "WithQueen",
]

Direction: TypeAlias = int | Literal["left", "right", "across", "hold"]
"""To whom cards are passed: a word, or an offset in seats (seat i gives to seat i + offset)."""

T = TypeVar("T")

LIMIT = 10_000
"""The largest value, bonus or total that a setting may name: far beyond any table, and safe in small integers."""

HEARTS = Suit.HEARTS.cards
QUEEN = Card("QS")


class OpeningCard(StrEnum):
    """What the first leader may lead (R3.2)."""

    THAT_CARD = "that-card"
    SAME_SUIT = "same-suit"
    ANY = "any"


class Lead(StrEnum):
    """When hearts (R6.2) or the queen (R6.4) may be led."""

    WHEN_BROKEN = "when-broken"
    ANY_TIME = "any-time"


class WithQueen(StrEnum):
    """What a hand of hearts and the queen only may lead while hearts are not broken (R6.3)."""

    LEAD_QUEEN = "lead-queen"
    EITHER = "either"


class Discard(StrEnum):
    """When the queen may, or must, be discarded (R5.3)."""

    FREE = "free"
    FIRST_CHANCE = "first-chance"
    WHEN_BROKEN = "when-broken"


class MoonStyle(StrEnum):
    """How a moon is scored (R8.2). A player who chooses names ``old`` or ``new``."""

    NONE = "none"
    OLD = "old"
    NEW = "new"
    CHOICE = "choice"
    MIXED = "mixed"
    AUTO = "auto"


class MoonBonus(StrEnum):
    """What bonus cards have to do with the moon (R8.1, R8.4)."""

    OUTSIDE = "outside"
    ABSORBED = "absorbed"
    ON_TOP = "on-top"


class TargetTest(StrEnum):
    """Whether the target must be reached or exceeded (R9.2)."""

    REACHED = "reached"
    EXCEEDED = "exceeded"


class Winner(StrEnum):
    """Which total wins (R9.5)."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Tie(StrEnum):
    """What happens when the winning place is tied (R9.6)."""

    CONTINUE = "continue"
    SHARED = "shared"
    FEWEST_HEARTS = "fewest-hearts"


class EndTest(StrEnum):
    """Whose totals the end test looks at in a game of partners (R10.1)."""

    SEAT = "seat"
    TEAM = "team"


class PartnerMoon(StrEnum):
    """What one seat's moon does to its partner (R10.2)."""

    SPARED = "spared"
    CHARGED = "charged"
    NEW = "new"


def _setting(rule: str, sense: str, default: T, *, low: int | None = None, high: int | None = None) -> T:
    """A field that says which rule it sets, what it means, and its range."""
    metadata = {"rule": rule, "sense": sense, "low": low, "high": high}
    field: Any = attrs.field(default=default, metadata=metadata)
    return field  # type: ignore[no-any-return]  # attrs.field is typed as what it will hold


class _Section:
    """What all sections share, written once: attrs would compile it anew for each of them, at every import."""

    __slots__ = ()

    def _settings(self) -> tuple[Any, ...]:
        return tuple([getattr(self, field.name) for field in attrs.fields(type(self))])  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        """True for a section of the same kind with equal settings."""
        return self._settings() == other._settings() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        """Equal sections hash alike."""
        return hash((type(self), self._settings()))

    def __repr__(self) -> str:
        """An expression that gives the section."""
        names = [field.name for field in attrs.fields(type(self))]  # type: ignore[arg-type]
        settings = ", ".join(f"{name}={value!r}" for name, value in zip(names, self._settings(), strict=True))
        return f"{type(self).__name__}({settings})"


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Table(_Section):
    """Players and pack (R1)."""

    players: tuple[int, ...] = _setting("R1.1", "The player counts that the variant allows.", (4,), low=3, high=8)
    default_players: int = _setting("R1.1", "The player count where none is asked for.", 4, low=3, high=8)
    removed: ByCount[CardSet] = _setting(
        "R1.2",
        "The cards taken out of the 52, by player count; a count that is not named loses none.",
        ByCount(CardSet()),
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Passing(_Section):
    """Passing cards before play (R2)."""

    count: ByCount[int] = _setting(
        "R2.1", "How many cards each seat passes; 0 for no passing.", ByCount(3), low=0, high=26
    )
    at_least: ByCount[int] | Literal["count"] = _setting(
        "R2.4", "The fewest cards a seat may pass; 'count' where the number is exact.", "count", low=0, high=26
    )
    cycle: ByCount[tuple[Direction, ...]] = _setting(
        "R2.2",
        "The directions by deal, over and over: left, right, across, hold, or offsets in seats.",
        ByCount(("left", "right", "across", "hold")),
        low=-7,
        high=7,
    )
    locked: CardSet = _setting("R2.4", "Cards that cannot be passed, as far as the hand has enough others.", CardSet())
    change: bool = _setting("R2.1", "May a seat choose again while another has yet to choose?", default=False)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Opening(_Section):
    """The first lead of a deal (R3)."""

    leader: Card | Literal["lowest-club", "eldest"] = _setting(
        "R3.1",
        "Who leads first: the holder of the lowest club in the pack, the eldest hand (left of the dealer), or the holder"
        " of a card that is named.",
        "lowest-club",
    )
    card: OpeningCard = _setting(
        "R3.2", "What the first leader leads: that card, a card of its suit, or any card.", OpeningCard.THAT_CARD
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class FirstTrick(_Section):
    """The first trick (R4)."""

    barred: CardSet = _setting(
        "R4.1",
        "Cards that may not be led or discarded in trick 1 while the hand has others that may be played.",
        HEARTS | (QUEEN,),
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Hearts(_Section):
    """Leading hearts (R6.1 to R6.3)."""

    lead: Lead = _setting("R6.2", "When hearts may be led.", Lead.WHEN_BROKEN)
    broken_by: CardSet = _setting("R6.1", "Cards any of which breaks hearts when played.", HEARTS)
    with_queen: WithQueen = _setting(
        "R6.3",
        "What a hand of hearts and the queen only may lead while hearts are not broken.",
        WithQueen.LEAD_QUEEN,
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Queen(_Section):
    """The queen (R5.3, R6.4)."""

    card: Card = _setting("R5.3", "The card that these rules call the queen.", QUEEN)
    lead: Lead = _setting("R6.4", "When the queen may be led.", Lead.ANY_TIME)
    discard: Discard = _setting(
        "R5.3",
        "When the queen may be discarded: freely, at the first chance (and then she must), or once hearts are broken.",
        Discard.FREE,
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Values(_Section):
    """What cards and tricks count (R7).

    In a file a key is a suit (its value an int, or ``"pips"`` for the rank 2 to 14) or a card, and the card wins over its suit.
    """

    cards: tuple[tuple[Card, int], ...] = _setting(
        "R7.1",
        "Each card that counts, with its value, in ascending order of cards.",
        (*((card, 1) for card in HEARTS), (QUEEN, 13)),
        low=-LIMIT,
        high=LIMIT,
    )
    tricks: int = _setting("R7.1", "What each trick counts for the seat that takes it.", 0, low=-LIMIT, high=LIMIT)
    total: ByCount[int] | Literal["unstated"] = _setting(
        "R7.1", "The sum of all cards' values, stated to be checked.", "unstated", low=-52 * LIMIT, high=52 * LIMIT
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Moon(_Section):
    """Taking every card of the moon set (R8.1 to R8.4)."""

    style: MoonStyle = _setting("R8.2", "How a moon is scored.", MoonStyle.OLD)
    value: int | Literal["penalties"] = _setting(
        "R8.3",
        "What a moon is worth: a number, or the sum of the penalty cards in the pack.",
        "penalties",
        low=1,
        high=LIMIT,
    )
    bonus: MoonBonus = _setting(
        "R8.4",
        "Bonus cards and the moon: outside its set and always scored, part of it and absorbed, or part of it and scored on"
        " top.",
        MoonBonus.OUTSIDE,
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Sun(_Section):
    """Taking every trick (R8.5)."""

    value: int = _setting(
        "R8.5", "What each other seat is charged when one takes every trick; 0 for no sun.", 0, low=0, high=LIMIT
    )


@attrs.frozen(kw_only=True, eq=False, repr=False)
class NoTricks(_Section):
    """Taking no trick (R8.6)."""

    bonus: int = _setting(
        "R8.6", "Points for a seat that takes no trick, usually -5; 0 for none.", 0, low=-LIMIT, high=LIMIT
    )
    with_moon: bool = _setting("R8.6", "Is it kept in a deal with a moon or sun?", default=False)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class End(_Section):
    """The end of the game, its winner, and ties (R9)."""

    target: int | Literal["none"] = _setting("R9.2", "The total that ends the game.", 100, low=1, high=LIMIT)
    target_test: TargetTest = _setting("R9.2", "Must the target be reached or exceeded?", TargetTest.REACHED)
    deals: int | Literal["none"] = _setting(
        "R9.2", "The number of deals after which the game ends.", "none", low=1, high=LIMIT
    )
    exact: tuple[tuple[int, int], ...] = _setting(
        "R9.3", "Totals of exactly one number that become another, such as 100 to 50.", (), low=-LIMIT, high=LIMIT
    )
    floor: int | Literal["none"] = _setting(
        "R9.4", "The number below which no total can fall.", "none", low=-LIMIT, high=LIMIT
    )
    winner: Winner = _setting("R9.5", "Which total wins.", Winner.LOWEST)
    tie: Tie = _setting("R9.6", "What happens when the winning place is tied.", Tie.CONTINUE)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class Partners(_Section):
    """Teams (R10)."""

    teams: tuple[tuple[int, ...], ...] = _setting(
        "R10.1", "The seats of each team; empty for every seat alone.", (), low=0, high=7
    )
    end_test: EndTest = _setting("R10.1", "Does the end test look at seats or at team totals?", EndTest.SEAT)
    moon: PartnerMoon = _setting(
        "R10.2",
        "The shooter's partner: spared, charged like the others, or new-moon scoring is used.",
        PartnerMoon.SPARED,
    )
    together: bool = _setting("R10.2", "May a team shoot the moon together?", default=False)


SECTIONS: Final[dict[str, type]] = {
    "table": Table,
    "passing": Passing,
    "opening": Opening,
    "first_trick": FirstTrick,
    "hearts": Hearts,
    "queen": Queen,
    "values": Values,
    "moon": Moon,
    "sun": Sun,
    "no_tricks": NoTricks,
    "end": End,
    "partners": Partners,
}
"""The sections of a variant by key, in the order of the numbered rules."""

HEADINGS: Final[dict[str, Any]] = {
    "name": str,
    "title": Text,
    "summary": Text,
    "sources": tuple[str, ...],
    "notes": tuple[str, ...],
}
"""What a variant says of itself, by key, with its type."""
