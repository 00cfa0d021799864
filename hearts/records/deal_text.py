"""A whole deal as a block of text that a person can read, type and paste: hands, passes, tricks, and what they hang on.

The text has a version, ``hearts-deal-text-1``, which never changes. What is read goes through `hearts.new_deal` and
`Deal.apply`, so a deal that is read can be played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from hearts.cards import Card
from hearts.engine.actions import ChooseMoon, PassCards, Phase
from hearts.engine.deal import Deal
from hearts.engine.setup import new_deal
from hearts.errors import IllegalAction, NotationError, SetupError, UnknownVariantError, shown
from hearts.records.layout import DEAL_TEXT, Layout, lay_out
from hearts.records.places import (
    Span,
    as_fault,
    check_text,
    find_cards,
    find_plays,
    join,
    seat_at,
    set_at,
)
from hearts.refusal import Reason
from hearts.variant.catalogue import VariantLike, as_variant, load_variant, variant_names
from hearts.variant.reading import nearest
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = ["pass_word", "read_deal", "write_deal"]

_WORDS: Final = ("hold", "left", "right", "across")

_NUMBER: Final = re.compile(r"-?[0-9]{1,15}")
_WORD: Final = re.compile(r"\S+")


def pass_word(offset: int, players: int) -> str | None:
    """The word for a direction of passing: hold, left, right or across; None where it has none (R2.2).

    Args:
        offset: How many seats to the left cards go, 0 to players - 1.
        players: The number of players.

    Example:
        >>> [pass_word(offset, 5) for offset in range(5)]
        ['hold', 'left', None, None, 'right']
    """
    words = {0: "hold", 1: "left", players - 1: "right"} | ({} if players % 2 else {players // 2: "across"})
    return words.get(offset)


# ---- writing -----------------------------------------------------------------------------------------------------------


def write_deal(deal: Deal) -> str:
    """A deal as a block of text, wherever it stands; reads back equal through `read_deal`.

    Equal deals have equal texts. The variant is only named: to read the text of a house variant, have the variant at hand.

    Args:
        deal: The deal, such as ``game.deal``.

    Raises:
        SetupError: It is not a deal.

    Example:
        >>> import hearts
        >>> deal = hearts.new_deal("original", hearts.deal_hands("original", seed=7), plays="2C")
        >>> print(write_deal(deal))
        hearts-deal-text-1
        variant: original
        dealer: 3
        pass: hold
        hands:
        0: 9C JC QC 7D 3H 4H 7H 9H KH 4S TS JS AS
        1: 3C 4C TC KC 2D 9D JD KD 2H TH QH 8S 9S
        2: 5C 3D 5D 8D TD QD 5H 6H JH AH 2S 3S QS
        3: 2C 6C 7C 8C AC 4D 6D AD 8H 5S 6S 7S KS
        tricks:
        3: 2C
        <BLANKLINE>
    """
    if not isinstance(deal, Deal):
        raise SetupError("deal", f"it is {shown(deal)}: expected a Deal")
    return "".join(f"{line}\n" for line in _lines_of(deal))


def _lines_of(deal: Deal) -> Iterator[str]:
    before, chosen = deal.standing, deal._table.chosen
    yield DEAL_TEXT
    yield f"variant: {_name(deal.variant)}"
    yield f"dealer: {deal.dealer}"
    yield f"pass: {pass_word(deal.pass_offset, deal.players) or deal.pass_offset}"
    if before.deals:
        yield f"deal: {before.deals + 1}"
    for key, numbers in (("totals", before.totals), ("hearts", before.hearts)):
        if any(numbers):
            yield f"{key}: {' '.join(map(str, numbers))}"
    yield "hands:"
    for seat, cards in enumerate(deal.dealt):
        yield join(seat, ":", cards)
    passes = [(seat, cards) for seat, cards in enumerate(deal.passes) if cards is not None]
    if passes:
        yield "passes:"
    for seat, cards in passes:
        yield join(seat, ">", cards)
    tricks = [trick for trick in (*deal.tricks, deal.trick) if trick is not None and trick.cards]
    if tricks:
        yield "tricks:"
    for trick in tricks:
        yield join(trick.leader, ":", trick.cards)
    if chosen is not None:
        yield f"moon: {chosen}"


def _name(variant: Variant) -> str:
    """The name of a variant as it is written: as it stands, or quoted where that could not be read back."""
    name = variant.name
    if name.isprintable() and name == name.strip() and "#" not in name and name[0] != '"':
        return name
    return json.dumps(name).replace("#", "\\u0023")


# ---- reading -----------------------------------------------------------------------------------------------------------


def read_deal(text: str, variant: VariantLike | None = None) -> Deal:
    """Read a deal from a block of text, as `write_deal` gives it; every pass and play is checked.

    Args:
        text: The block. Blank lines, and what follows a ``#``, are passed over.
        variant: The variant, its name, or the path of its file, where the text's own name for it is not to be looked up. Its
            name must be the one in the text.

    Raises:
        NotationError: It is something else, or the deal cannot be played so; says what is wrong with which card or number.
        SetupError: It is not text.
        UnknownVariantError: No variant has the name that is given beside the text.
        VariantError: The variant's file is faulty.

    Example:
        >>> import hearts
        >>> deal = hearts.new_game("omnibus", seed=7).deal
        >>> read_deal(write_deal(deal)) == deal
        True
    """
    check_text(text)
    given = None if variant is None else as_variant(variant)
    layout = lay_out(text)
    deal = _begun(layout, _variant(layout, given))
    deal = _with_passes(layout, deal)
    deal = _with_tricks(layout, deal)
    return _with_moon(layout, deal) if "moon" in layout.keys else deal


def _variant(layout: Layout, given: Variant | None) -> Variant:
    """The variant that is given, if it is the one that the text names; or the one of that name, which is never a path."""
    text, (start, end) = layout.text, layout.behind["variant"]
    name = text[start:end]
    if name.startswith('"'):
        try:
            name = json.loads(name)
        except ValueError:
            raise NotationError(text, start, f"{shown(name)} is not quoted text", "text in quotes as in JSON") from None
    if given is not None:
        if name != given.name:
            raise NotationError(text, start, f"the variant is {shown(name)}", f"{_name(given)}, which was given")
        return given
    try:
        if not name.lower().endswith(".toml"):
            return load_variant(name)
    except UnknownVariantError:
        pass
    names = variant_names()
    wanted = " or ".join(nearest(name.lower(), names)) or "one of " + ", ".join(names)
    raise NotationError(text, start, f"no variant is named {shown(name)}", wanted)


def _begun(layout: Layout, variant: Variant) -> Deal:
    """The deal before any pass or play."""
    text, lines = layout.text, layout.below["hands"]
    places = {"players": layout.keys["hands"]}
    try:
        pack = variant.pack(len(lines))
        rows = []
        for seat, line in enumerate(lines):
            places[f"hands[{seat}]"], found, behind = seat_at(text, line, ":", len(lines))
            if found != seat:
                raise NotationError(text, line[0], f"the hand of seat {found} is here", f"the hand of seat {seat}")
            rows.append(behind)
        seen: set[Card] = set()
        hands = []
        for row in rows:
            cards = list(find_cards(text, row))
            for at, card in cards:
                if card not in pack:
                    raise NotationError(text, at, f"{card} is not in the pack for {len(lines)} players", "another card")
            hands.append(set_at(text, cards, seen))
        return new_deal(
            variant,
            hands,
            dealer=_number(layout, "dealer", "dealer", places),
            pass_offset=_offset(layout, len(lines), places),
            deal_number=_number(layout, "deal", "deal_number", places) if "deal" in layout.keys else 1,
            totals=_numbers(layout, "totals", "totals", places),
            hearts_taken=_numbers(layout, "hearts", "hearts_taken", places),
        )
    except SetupError as error:
        message = str(error).removeprefix(f"{error.where}: ")
        raise as_fault(text, places[error.where], message, "what goes with the other lines") from None


def _number_at(text: str, start: int, end: int) -> int:
    if _NUMBER.fullmatch(text, start, end) is None:
        raise NotationError(text, start, f"{shown(text[start:end])} is not a number", "a whole number")
    return int(text[start:end])


def _number(layout: Layout, key: str, where: str, places: dict[str, int]) -> int:
    """The number behind a key."""
    places[where], end = layout.behind[key]
    return _number_at(layout.text, places[where], end)


def _numbers(layout: Layout, key: str, where: str, places: dict[str, int]) -> list[int] | None:
    """The numbers behind a key, None where it is not there."""
    if key not in layout.keys:
        return None
    places[where], end = layout.behind[key]
    numbers = []
    for index, found in enumerate(_WORD.finditer(layout.text, places[where], end)):
        places[f"{where}[{index}]"] = found.start()
        numbers.append(_number_at(layout.text, *found.span()))
    return numbers


def _offset(layout: Layout, players: int, places: dict[str, int]) -> int:
    """How many seats to the left cards go, by a word or a number."""
    text, (start, end) = layout.text, layout.behind["pass"]
    places["pass_offset"] = start
    words = {pass_word(offset, players): offset for offset in range(players)}
    word = text[start:end]
    if word in words:
        return words[word]
    if _NUMBER.fullmatch(word) is None:
        named = ", ".join(known for known in _WORDS if known in words)
        raise NotationError(text, start, f"{shown(word)} is no direction", f"{named}, or a number of seats to the left")
    return int(word)


def _with_passes(layout: Layout, deal: Deal) -> Deal:
    """The deal after the passes that are there."""
    text, last = layout.text, -1
    for line in layout.below["passes"]:
        at, seat, behind = seat_at(text, line, ">", deal.players)
        if seat <= last:
            raise NotationError(
                text, at, f"a pass of seat {seat} is behind one of seat {last}", "each seat once, in order"
            )
        last = seat
        found = list(find_cards(text, behind))
        cards = set_at(text, found, set())
        try:
            deal = deal.apply(PassCards(seat, cards))
        except IllegalAction as error:
            refusal = error.refusal
            if refusal.reason is not Reason.WRONG_COUNT:
                at = next((place for place, card in found if card in refusal.cards), at)
            wanted = f"cards among {deal.legal_cards(seat)}" if deal.phase is Phase.PASSING else "no passes"
            raise as_fault(text, at, refusal.text, wanted) from None
    return deal


def _with_tricks(layout: Layout, deal: Deal) -> Deal:
    """The deal after the tricks that are there."""
    text = layout.text
    for line in layout.below["tricks"]:
        at, leader, behind = seat_at(text, line, ":", deal.players)
        trick = deal.trick
        if trick is None:
            passing = deal.phase is Phase.PASSING
            problem = "cards are still to be passed" if passing else "all cards have been played"
            raise NotationError(text, at, problem, "the passes of all seats first" if passing else "no more tricks")
        if trick.cards:
            raise NotationError(text, at, f"the trick before has {len(trick.cards)} cards", "only the last one open")
        if leader != trick.leader:
            raise NotationError(text, at, f"seat {leader} does not lead to this trick", f"seat {trick.leader}")
        deal = _with_trick(text, behind, deal)
    return deal


def _with_trick(text: str, span: Span, deal: Deal) -> Deal:
    """The deal after the cards of one trick."""
    for count, (at, card) in enumerate(find_plays(text, span)):
        if count and (deal.trick is None or not deal.trick.cards):
            raise NotationError(text, at, "the trick has too many cards", f"{count}, one from each seat that holds any")
        try:
            deal = deal.play(card)
        except IllegalAction as error:
            raise as_fault(text, at, str(error), f"one of {deal.legal_cards()}") from None
    return deal


def _with_moon(layout: Layout, deal: Deal) -> Deal:
    """The deal after the shooter's choice."""
    text, (start, end) = layout.text, layout.behind["moon"]
    style = text[start:end]
    if style not in (MoonStyle.OLD, MoonStyle.NEW):
        raise NotationError(text, start, f"{shown(style)} is no choice", "old or new")
    try:
        return deal.apply(ChooseMoon(deal.turn or 0, style))
    except IllegalAction as error:
        raise as_fault(text, start, str(error), "no line of moon:") from None
