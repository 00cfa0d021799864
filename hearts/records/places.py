"""Places in a text: what the readers of notation share to find cards and seats, and to say where a fault is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from hearts.cards import RANKS, Card, CardSet, Suit
from hearts.errors import CardError, NotationError, SetupError, shown
from hearts.records.wording import parted

__all__ = [
    "LABEL",
    "NONE",
    "SUIT_ORDER",
    "Span",
    "as_fault",
    "check_text",
    "find_cards",
    "find_held",
    "find_plays",
    "join",
    "seat_at",
    "set_at",
    "spans",
    "stripped",
]

Span: TypeAlias = tuple[int, int]
"""Where a part of a text begins and ends."""

NONE: Final = "-"
"""No cards, where nothing at all would be hard to see: a hand, or a suit of a holding."""

SUIT_ORDER: Final = tuple(reversed(Suit))
"""The suits in the order of a holding."""

LABEL: Final = re.compile(r"\s*([0-9])\s*([:>])")
"""A seat with its mark, at the head of a line."""

_RANK_OF: Final = {letter: rank for rank, ranked in enumerate(RANKS) for letter in (ranked, ranked.lower())}
_A_HOLDING: Final = "spades, hearts, diamonds and clubs with a point between two, such as AKQ.JT9.876.5432"
_WORD: Final = re.compile(r"[^\s,]+")


# ---- places in a text --------------------------------------------------------------------------------------------------


def check_text(text: object) -> None:
    """See that what is to be read is text.

    Raises:
        SetupError: It is something else.
    """
    if not isinstance(text, str):
        raise SetupError("text", f"it is {shown(text)}: expected text")


def as_fault(text: str, position: int, message: str, expected: str) -> NotationError:
    """The error for what another part of the library has said about a place of a text.

    Args:
        text: The text.
        position: The place.
        message: What was said; what it says to be expected goes before `expected`.
        expected: What would be right, where the message does not say.
    """
    return NotationError(text, position, *parted(message, expected))


def stripped(text: str, start: int, end: int) -> Span:
    """A part of a text without the blanks around it."""
    part = text[start:end]
    first = start + len(part) - len(part.lstrip())
    return first, max(first, start + len(part.rstrip()))


def spans(text: str, mark: str, span: Span) -> Iterator[Span]:
    """The parts between the marks of a part of a text, each without the blanks around it; those that are empty too."""
    start, end = span
    for part in text[start:end].split(mark):
        yield stripped(text, start, start + len(part))
        start += len(part) + len(mark)


def seat_at(text: str, span: Span, mark: str, players: int) -> tuple[int, int, Span]:
    """The seat that stands with a mark at the head of a part of a text: its place, the seat, and what is behind the mark.

    Raises:
        NotationError: There is none, or no such seat.
    """
    found = LABEL.match(text, *span)
    if found is None or found[2] != mark:
        raise NotationError(
            text, span[0], f"there is no seat with {mark!r} behind it", f"a seat first, as in '3{mark}'"
        )
    seat = int(found[1])
    if seat >= players:
        raise NotationError(text, found.start(1), f"there is no seat {seat}", f"a seat from 0 to {players - 1}")
    return found.start(1), seat, (found.end(), span[1])


# ---- cards -------------------------------------------------------------------------------------------------------------


def find_plays(text: str, span: Span) -> Iterator[tuple[int, Card]]:
    """The cards of a part of a text in the order in which they stand, each with its place.

    Raises:
        NotationError: Something in it is not a card.
    """
    for found in _WORD.finditer(text, *span):
        try:
            yield found.start(), Card(found[0])
        except CardError as error:
            raise as_fault(text, found.start(), str(error), "a card") from None


def find_cards(text: str, span: Span) -> Iterator[tuple[int, Card]]:
    """As `find_plays`, for cards that have no order: the part may be a holding too, or the sign for no cards.

    Raises:
        NotationError: Something in it is not a card, or it is not a holding.
    """
    start, end = stripped(text, *span)
    if text.find(".", start, end) >= 0:
        return find_held(text, (start, end))
    return iter(()) if text[start:end] == NONE else find_plays(text, span)


def find_held(text: str, span: Span) -> Iterator[tuple[int, Card]]:
    """The cards of a holding, with nothing around it."""
    start, end = span
    at, suit = start, 0
    while at < end:
        before, letter, after = text[at - 1] if at > start else ".", text[at], text[at + 1] if at + 1 < end else "."
        if letter == ".":
            suit += 1
            if suit == len(SUIT_ORDER):
                raise NotationError(text, at, "there is a fourth point", _A_HOLDING)
        elif letter != NONE or before + after != "..":
            ten = letter + after == "10"
            rank = RANKS.index("T") if ten else _RANK_OF.get(letter)
            if rank is None:
                raise NotationError(text, at, f"{shown(letter)} is not a rank", _A_HOLDING)
            yield at, SUIT_ORDER[suit].cards[rank]
            at += ten
        at += 1
    if suit < len(SUIT_ORDER) - 1:
        raise NotationError(text, end, f"the hand has {suit + 1} of four suits", _A_HOLDING)


def set_at(text: str, found: Iterable[tuple[int, Card]], seen: set[Card]) -> CardSet:
    """The set of cards that are found in a text; they are added to those that have been seen in it before.

    Raises:
        NotationError: A card is there that has been seen.
    """
    cards = []
    for at, card in found:
        if card in seen:
            raise NotationError(text, at, f"{card} is named twice", "each card once")
        seen.add(card)
        cards.append(card)
    return CardSet(cards)


def join(seat: int, mark: str, cards: Iterable[Card]) -> str:
    """A seat, a mark and cards as text."""
    return " ".join([f"{seat}{mark}", *map(str, cards)])
