"""Histories of a game so small that a test can tell all of it: three seats with two cards each, and a moon to choose for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

import hearts
from hearts import Card, CardSet, Suit
from hearts.records.history import History
from hearts.records.recorded import RecordedPass, RecordedTrick

if TYPE_CHECKING:
    from hearts.records.record import Record

_PACK: Final = CardSet("2C 3C 4C 2H 3H 4H")

TINY: Final = hearts.load_variant("standard").evolve(
    name="tiny",
    table={
        "players": [3],
        "default_players": 3,
        "removed": str(CardSet(str(card) for suit in Suit for card in suit.cards) - _PACK),
    },
    passing={"count": 0},
    opening={"leader": "eldest", "card": "any"},
    first_trick={"barred": ""},
    hearts={"lead": "any-time"},
    values={"QS": 0},
    moon={"style": "choice", "value": 10},
    end={"target": 20},
)
"""Hearts count 1 each; a moon is worth 10, either way; a total of 20 ends the game. Seat 0 leads first in deal 1."""

PASSING: Final = TINY.evolve(passing={"count": 1, "cycle": ["left", "hold"]})
"""The same with one card passed to the left in every other deal."""

SORTED: Final = ("2C 2H", "3C 3H", "4C 4H")
"""Hands with which the last seat takes everything."""

MOON: Final = "2C 3C 4C 4H 2H 3H"
"""The play of the sorted hands in which the last seat makes a moon, where seat 0 leads."""

SPLIT: Final = ("2C 3C", "4C 2H", "3H 4H")
"""Hands of which nobody makes a moon."""

SHARED: Final = "2C 4C 3H 2H 4H 3C"
"""The play of the split hands in which seats 1 and 2 take 1 and 2 hearts, where seat 0 leads."""


def tiny(*hands: str, **changes: Any) -> History:  # noqa: ANN401 - each section has settings of its own
    """The history of a tiny game that has just begun; the sorted hands unless it is given others, and with changed rules."""
    return History(hearts.new_game(TINY.evolve(**changes), seed=7, hands=hands or SORTED))


def played(history: History, cards: str) -> History:
    """The history after cards are played in order."""
    for card in cards.split():
        history = history.play(card)
    return history


def waiting() -> History:
    """A tiny game whose last seat has shot the moon and is to choose."""
    return played(tiny(), MOON)


def chosen(style: str = "old") -> History:
    """A tiny game whose last seat has shot the moon and has chosen."""
    return waiting().apply(hearts.ChooseMoon(2, style))


def passing() -> History:
    """A tiny game in which all seats pass their lowest card to the left, and play has not begun."""
    history = History(hearts.new_game(PASSING, seed=7, hands=SORTED))
    for seat, card in enumerate(("2C", "3C", "4C")):
        history = history.apply(hearts.PassCards(seat, card))
    return history


def finished() -> History:
    """A tiny game to its end: the last seat shoots the moon in both deals, seat 0 in the first lead, seat 1 in the second."""
    history = chosen().next_deal(SORTED)
    return played(history, "3C 4C 2C 4H 2H 3H").apply(hearts.ChooseMoon(2, "old"))


def tricks(*texts: str) -> tuple[RecordedTrick, ...]:
    """Recorded tricks of their texts."""
    return tuple(map(RecordedTrick.of_text, texts))


def passes(*texts: str) -> tuple[RecordedPass, ...]:
    """Recorded passes of their texts."""
    return tuple(map(RecordedPass.of_text, texts))


def with_deal(record: Record, number: int = 1, **changes: Any) -> Record:  # noqa: ANN401 - a deal's fields are of many types
    """The record with one of its deals changed."""
    deals = list(record.deals)
    deals[number - 1] = attrs.evolve(deals[number - 1], **changes)
    return attrs.evolve(record, deals=tuple(deals))


def cards(text: str) -> tuple[Card, ...]:
    """Cards in order."""
    return tuple(map(Card, text.split()))
