"""Strict reading of a variant's settings from plain data, and back.

cattrs finds the right hook for each type; the hooks never coerce (no "4" for 4, no 4.9, no true for 1), and a value that does
not fit says where it is and what would be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import attrs
import cattrs

from hearts.cards import RANKS, Card, CardSet, Suit, as_mask
from hearts.errors import CardError, Fault, is_whole, shown
from hearts.variant.counted import ByCount, Text
from hearts.variant.sections import Values

__all__ = ["Mismatch", "nearest", "read", "read_section", "section_fields", "write", "write_section"]

Path: TypeAlias = tuple[str, ...]
"""The keys that lead to a value in a file."""

Found: TypeAlias = tuple[Path, str, str]
"""A value that does not fit: its path, the problem, and what would be right."""

SUIT_WORDS: Final = {"clubs": Suit.CLUBS, "diamonds": Suit.DIAMONDS, "hearts": Suit.HEARTS, "spades": Suit.SPADES}
_COUNTS: Final = frozenset("345678")
_ALWAYS: Final = ("hearts", "QS")
"""What is written even where it counts nothing: a file that leaves it out means the standard game's value."""


class Mismatch(Exception):  # noqa: N818 - never leaves this room: its faults do
    """Values that do not fit their types, with the path of each below the value that was read."""

    def __init__(self, *faults: Found) -> None:
        """Hold (path, problem, expected) for each."""
        super().__init__(*faults)
        self.faults = faults

    @classmethod
    def of(cls, value: object, expected: str) -> Mismatch:
        """The mismatch of one value."""
        return cls(((), f"it is {_shown(value)}", expected))

    def below(self, key: str) -> Iterable[Found]:
        """The same faults seen from one level up."""
        return (((key, *path), problem, expected) for path, problem, expected in self.faults)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"the text {shown(value)}" if isinstance(value, str) else shown(value)


def nearest(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """The words most like one that was not found, best first."""
    import difflib  # noqa: PLC0415 - slow to import, and needed only for errors

    return tuple(difflib.get_close_matches(word, sorted(words), n=3, cutoff=0.6))


def _one_of(words: Iterable[str]) -> str:
    return "one of " + ", ".join(f'"{word}"' for word in words)


def _read_int(value: object, _: type) -> int:
    if not is_whole(value):
        raise Mismatch.of(value, "a whole number")
    if abs(value) >= 10**9:
        raise Mismatch.of(value, "a whole number of at most nine digits")
    return value


def _read_bool(value: object, _: type) -> bool:
    if not isinstance(value, bool):
        raise Mismatch.of(value, "true or false")
    return value


def _read_str(value: object, _: type) -> str:
    if not isinstance(value, str):
        raise Mismatch.of(value, "text")
    return value


def _read_enum(value: object, kind: type[StrEnum]) -> StrEnum:
    if not isinstance(value, str) or value not in list(kind):
        raise Mismatch.of(value, _one_of(kind))
    return kind(value)


def _read_card(value: object, _: type) -> Card:
    try:
        if isinstance(value, str):
            return Card(value)
    except CardError:
        pass
    raise Mismatch.of(value, 'a card such as "QS"')


def _read_cards(value: object, _: type) -> CardSet:
    if not isinstance(value, str):
        raise Mismatch.of(value, 'cards as text, such as "QS KS" or "hearts QS"')
    mask = 0
    faults: list[Found] = []
    for word in value.replace(",", " ").split():
        try:
            more = SUIT_WORDS[word.lower()].mask if word.lower() in SUIT_WORDS else as_mask(word)
        except CardError:
            faults.append(((), f"{shown(word)} is no card", 'cards such as "QS" or suits such as "hearts"'))
            continue
        if mask & more:
            faults.append(((), f"{shown(word)} is named twice", "each card once"))
        mask |= more
    if faults:
        raise Mismatch(*faults)
    return CardSet.from_mask(mask)


def _read_tuple(value: object, kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - the type argument of a generic
    if not isinstance(value, list | tuple):
        raise Mismatch.of(value, "a list, in [ ]")
    return _gathered(tuple(value), lambda _: get_args(kind)[0])


def _gathered(values: tuple[Any, ...], kind_of: Callable[[int], Any]) -> tuple[Any, ...]:
    """Read each value, and report the faults of all of them together."""
    out: list[Any] = []
    faults: list[Found] = []
    for index, value in enumerate(values):
        try:
            out.append(read(value, kind_of(index)))
        except Mismatch as error:
            faults += error.below(str(index))
    if faults:
        raise Mismatch(*faults)
    return tuple(out)


def _read_union(value: object, kind: Any) -> Any:  # noqa: ANN401 - a union is what its parts are
    """Read a word of the union's Literal, or a value of its other type."""
    words = [word for part in get_args(kind) if get_origin(part) is Literal for word in get_args(part)]
    if isinstance(value, str) and value in words:
        return value
    (other,) = (part for part in get_args(kind) if get_origin(part) is not Literal)
    try:
        return read(value, other)
    except Mismatch as error:
        faults = [
            (path, problem, expected if path else f"{expected}, or {_one_of(words)}")
            for path, problem, expected in error.faults
        ]
        raise Mismatch(*faults) from error


def _read_by_count(value: object, kind: Any) -> ByCount[Any]:  # noqa: ANN401 - the type argument of a generic
    (inner,) = get_args(kind)
    if not isinstance(value, Mapping):
        return ByCount(read(value, inner))
    table: dict[int, Any] = {}
    faults: list[Found] = []
    for key, item in value.items():
        key = str(key) if is_whole(key) else key  # noqa: PLW2901 - Python's own tables may have numbers as keys
        if key not in _COUNTS or int(key) in table:
            faults.append(((str(key),), f"{shown(key)} is no player count", "a player count from 3 to 8"))
            continue
        try:
            table[int(key)] = read(item, inner)
        except Mismatch as error:
            faults += error.below(str(key))
    if faults:
        raise Mismatch(*faults)
    return ByCount.of_table(table, CardSet() if inner is CardSet else None)


def _read_text(value: object, _: type) -> Text:
    if isinstance(value, str):
        return Text.of(value)
    if not isinstance(value, Mapping):
        raise Mismatch.of(value, 'text, or a table of languages such as { en = "...", zh = "..." }')
    faults = [
        ((str(key),), f"it is {_shown(text)}", "text")
        for key, text in value.items()
        if not isinstance(text, str) or not isinstance(key, str)
    ]
    if faults:
        raise Mismatch(*faults)
    return Text.of(value)


def _is_total(key: str) -> bool:
    """Is a key a total of at most nine digits, in the one form of the number, so that none can be there twice?"""
    digits = key.removeprefix("-")
    return len(digits) <= 9 and digits.isascii() and digits.isdigit() and str(int(key)) == key


def _read_exact(value: object) -> tuple[tuple[int, int], ...]:
    """Read the table of the exact-score rule, whose keys are totals."""
    if not isinstance(value, Mapping):
        raise Mismatch.of(value, "a table such as { 100 = 50 }, or { } for none")
    pairs: dict[int, int] = {}
    faults: list[Found] = []
    for key, becomes in value.items():
        key = str(key) if is_whole(key) and abs(key) < 10**9 else key  # noqa: PLW2901 - as above
        if not isinstance(key, str) or not _is_total(key) or int(key) in pairs:
            faults.append(((str(key),), f"{shown(key)} is no total", "a whole number"))
            continue
        try:
            pairs[int(key)] = read(becomes, int)
        except Mismatch as error:
            faults += error.below(str(key))
    if faults:
        raise Mismatch(*faults)
    return tuple(sorted(pairs.items()))


def _has_origin(*origins: object) -> Callable[[Any], bool]:
    """A test of whether a type is made from one of some generics."""
    return lambda kind: get_origin(kind) in origins


@cache
def _reader() -> cattrs.Converter:
    """The converter, made when something is first read."""
    reader = cattrs.Converter()
    hooks = {
        int: _read_int,
        bool: _read_bool,
        str: _read_str,
        StrEnum: _read_enum,
        Card: _read_card,
        CardSet: _read_cards,
        Text: _read_text,
    }
    for kind, hook in hooks.items():
        reader.register_structure_hook(kind, hook)
    reader.register_structure_hook_func(_has_origin(tuple), _read_tuple)
    reader.register_structure_hook_func(_has_origin(ByCount), _read_by_count)
    reader.register_structure_hook_func(_has_origin(Union, UnionType), _read_union)
    return reader


def read(value: object, kind: Any) -> Any:  # noqa: ANN401 - what comes out is of the type that was asked for
    """Read a plain value as a type, strictly.

    Raises:
        Mismatch: It does not fit.
    """
    return _reader().structure(value, kind)


def write(value: object) -> object:
    """A setting as plain data: numbers, text, lists and tables."""
    match value:
        case Card():
            return str(value)
        case CardSet():
            return _write_cards(value)
        case StrEnum():
            return value.value
        case tuple():
            return [write(item) for item in value]
        case ByCount() if value.table:
            return {str(count): write(item) for count, item in value.table}
        case ByCount():
            return write(value.otherwise)
        case Text():
            return dict(value.texts)
    return value


def _write_cards(cards: CardSet) -> str:
    words = []
    mask = cards.mask
    for word, suit in SUIT_WORDS.items():
        if mask & suit.mask == suit.mask:
            words.append(word)
            mask ^= suit.mask
    return " ".join([*words, *map(str, CardSet.from_mask(mask))])


def section_fields(section: type) -> dict[str, attrs.Attribute[Any]]:
    """The settings of a section by name, with their types resolved."""
    attrs.resolve_types(section)
    return {field.name: field for field in attrs.fields(section)}


def read_section(section: type, data: object, path: str) -> tuple[dict[str, Any], list[Fault]]:
    """Read the settings of a section.

    Args:
        section: One of the classes in `hearts.variant.sections`.
        data: The section's table as plain data.
        path: The section's key, for the paths of faults.

    Returns:
        The settings that could be read, by name, and the faults of the others.
    """
    if not isinstance(data, Mapping):
        return {}, [Fault(path, f"it is {_shown(data)}", f"a table, as in [{path}]")]
    if section is Values:
        return _read_values(data, path)
    fields = section_fields(section)
    good, faults = {}, []
    for key, value in data.items():
        if key not in fields:
            faults.append(unknown_key(f"{path}.{key}", key, fields))
            continue
        try:
            good[key] = _read_exact(value) if key == "exact" else read(value, fields[key].type)
        except Mismatch as error:
            faults += [Fault(".".join((path, key, *at)), problem, wanted) for at, problem, wanted in error.faults]
    return good, faults


def unknown_key(path: str, key: object, known: Iterable[str]) -> Fault:
    """The fault of a key that nothing reads."""
    if key == "extends":
        return Fault(
            path, "only a file extends another variant", "load_variant for a file, or evolve of the other variant"
        )
    guesses = nearest(str(key), known)
    return Fault(path, "nothing reads this key", _one_of(guesses or sorted(known)))


def _read_values(data: Mapping[str, object], path: str) -> tuple[dict[str, Any], list[Fault]]:
    suits: dict[int, int] = {}
    single: dict[int, int] = {}
    rest: dict[str, Any] = {}
    faults = []
    fields = section_fields(Values)
    for key, value in data.items():
        key = str(key) if isinstance(key, Card) else key  # noqa: PLW2901 - Python's own tables may have cards as keys
        where = f"{path}.{key}"
        try:
            if key in SUIT_WORDS:
                suit = SUIT_WORDS[key]
                if value == "pips":
                    suits |= {card: card.pips for card in suit.cards}
                else:
                    suits |= dict.fromkeys(suit.cards, read(value, int))
            elif key in ("tricks", "total"):
                rest[key] = read(value, fields[key].type)
            else:
                card = read(key, Card)
                if card in single:
                    faults.append(Fault(where, f"{card} has a value already", "each card once"))
                single[card] = read(value, int)
        except Mismatch as error:
            for at, problem, wanted in error.faults:
                if key in SUIT_WORDS:
                    wanted += ', or "pips"'  # noqa: PLW2901 - the same sentence, longer
                if problem == f"it is {_shown(key)}":
                    faults.append(
                        Fault(
                            where,
                            "nothing reads this key",
                            'a card such as "QS", a suit such as "hearts", tricks or total',
                        )
                    )
                else:
                    faults.append(Fault(".".join((where, *at)), problem, wanted))
    cards = {Card(card): value for card, value in sorted((suits | single).items()) if value}
    return {"cards": tuple(cards.items()), **rest}, faults


def write_section(section: Any) -> dict[str, object]:  # noqa: ANN401 - any of the sections
    """A section's settings as plain data, as a file has them."""
    if isinstance(section, Values):
        return _write_values(section)
    out = {field.name: write(getattr(section, field.name)) for field in attrs.fields(type(section))}
    if "exact" in out:
        out["exact"] = {str(total): becomes for total, becomes in section.exact}
    return out


def _write_values(values: Values) -> dict[str, object]:
    by_card = dict(values.cards)
    out: dict[str, object] = {}
    for word, suit in SUIT_WORDS.items():
        worth = {card: by_card.get(card, 0) for card in suit.cards}
        pips = {card: card.pips for card in suit.cards}
        common = max(worth.values(), key=[*worth.values()].count)
        if worth == pips:
            usual, out[word] = pips, "pips"
        else:
            usual = dict.fromkeys(worth, common if [*worth.values()].count(common) > len(RANKS) // 2 else 0)
            if any(usual.values()) or word in _ALWAYS:
                out[word] = usual[suit.cards[0]]
        out |= {str(card): value for card, value in worth.items() if value != usual[card] or str(card) in _ALWAYS}
    out["tricks"] = values.tricks
    out["total"] = write(values.total)
    return out
