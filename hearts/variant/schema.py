"""The JSON Schema of a variant's file, made from the fields of the sections, for editors that check a file as it is typed."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from enum import StrEnum
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import attrs

from hearts.cards import RANKS, SUITS, Card, CardSet
from hearts.variant.check import ALL_CARDS
from hearts.variant.counted import ByCount, Text
from hearts.variant.reading import SUIT_WORDS, section_fields, write_section
from hearts.variant.sections import HEADINGS, SECTIONS, Values

__all__ = ["json_schema"]

_Schema = dict[str, Any]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

_HEADINGS: Final = {
    "extends": "The variant that this file differs from: its name, or the path of a TOML file. The standard game if left out.",
    "name": "The short name, such as black-maria. The file's own name if left out.",
    "title": "The title: text in English, or a table of languages.",
    "summary": "One line on what the game is: text in English, or a table of languages.",
    "sources": "Where the rules come from.",
    "notes": "What a reader should know, such as a part of the source that is left out.",
}


def json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a variant's file: of the tables and values that its TOML stands for.

    It knows the form of a file: the keys, types, ranges, words and cards. Whether the settings can be played together, and
    whether a card is named twice, is for `Variant` to say. To JSON, 4.0 is the whole number 4; to the reader it is not.

    Returns:
        A new dict; each setting has its default in the standard game and, as its description, its sense and rule number.

    Example:
        >>> target = json_schema()["properties"]["end"]["properties"]["target"]
        >>> target["description"], target["default"]
        ('The total that ends the game. (R9.2)', 100)
    """
    headings: _Schema = {"extends": {"type": "string"}}
    headings |= {key: _shape(kind, {}) for key, kind in HEADINGS.items()}
    headings["extends"]["minLength"] = headings["name"]["minLength"] = 1
    described = {key: shape | {"description": _HEADINGS[key]} for key, shape in headings.items()}
    sections = {key: _section(kind) for key, kind in SECTIONS.items()}
    sections["table"]["properties"]["players"] |= {"minItems": 1, "uniqueItems": True}
    return {
        "$schema": _DRAFT,
        "title": "A variant of Hearts",
        "description": "The rules of one way to play Hearts: what differs from the variant that it extends.",
        **_table(described | sections),
    }


def _table(properties: _Schema, **more: Any) -> _Schema:  # noqa: ANN401 - further keywords of JSON Schema
    """A table of these keys and no others."""
    return {"type": "object", "properties": properties, **more, "additionalProperties": False}


def _section(kind: type) -> _Schema:
    """The schema of a section's table."""
    defaults = write_section(kind())
    fields = section_fields(kind)
    settings = {key: _setting(field) | {"default": defaults[key]} for key, field in fields.items() if key in defaults}
    more = _values(fields["cards"], settings, defaults) if kind is Values else _table(settings)
    return {"description": (kind.__doc__ or "").partition("\n")[0]} | more


def _bounds(field: attrs.Attribute[Any]) -> _Schema:
    """The range of a field's whole numbers."""
    low, high = field.metadata["low"], field.metadata["high"]
    return {} if low is None else {"minimum": low, "maximum": high}


def _setting(field: attrs.Attribute[Any]) -> _Schema:
    """The schema of one setting, without its default."""
    shape = _exact(_bounds(field)) if field.name == "exact" else _shape(field.type, _bounds(field))
    return {"description": _description(field, field.metadata["sense"])} | shape


def _description(field: attrs.Attribute[Any], sense: str) -> str:
    return f"{sense} ({field.metadata['rule']})"


def _shape(kind: Any, bounds: _Schema) -> _Schema:  # noqa: ANN401 - the type of a setting, whatever it is
    """The schema of what reads as a type, whole numbers within bounds."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return {"anyOf": [shape for part in inner for shape in _forms(_shape(part, bounds))]}
    if origin is Literal:
        return _words(inner)
    if origin is tuple:
        return {"type": "array", "items": _shape(inner[0], bounds)}
    if origin is ByCount:
        return _by_count(inner[0], bounds)
    if issubclass(kind, StrEnum):
        return _words(word.value for word in kind)
    return _PLAIN[kind] | bounds if kind is int else deepcopy(_PLAIN[kind])


def _forms(shape: _Schema) -> list[_Schema]:
    """The forms that a shape allows: those of its own choice, or itself."""
    return shape.get("anyOf", [shape])  # type: ignore[no-any-return]  # the keyword holds a list of schemas


def _words(words: Iterable[str]) -> _Schema:
    return {"type": "string", "enum": list(words)}


def _by_count(kind: Any, bounds: _Schema) -> _Schema:  # noqa: ANN401 - the type of a setting, whatever it is
    """A plain value, or a table of values by player count."""
    table = _table({str(count): _shape(kind, bounds) for count in range(3, 9)})
    if kind is not CardSet:
        table["minProperties"] = 1
    return {"anyOf": [_shape(kind, bounds), table]}


def _exact(bounds: _Schema) -> _Schema:
    """The table of the exact-score rule: its keys are totals in the same range, which ends at a power of ten."""
    digits = len(str(bounds["maximum"])) - 1
    total = f"^(?:0|-?(?:[1-9][0-9]{{0,{digits - 1}}}|10{{{digits}}}))$"
    return _table({}, patternProperties={total: _PLAIN[int] | bounds})


def _values(cards: attrs.Attribute[Any], settings: _Schema, defaults: _Schema) -> _Schema:
    """The table of values: its keys are suits and cards, and the settings that every section has."""
    number = _PLAIN[int] | _bounds(cards)
    keys: _Schema = {}
    for word in SUIT_WORDS:
        sense = f'What each of the {word} counts: a number, or "pips" for its rank, 2 to 14.'
        keys[word] = {"description": _description(cards, sense), "anyOf": [number, _words(["pips"])]}
    for card in ALL_CARDS:
        sense = f"What {card} counts, whatever its suit does."
        keys[str(card)] = {"description": _description(cards, sense), **number}
    for key in keys.keys() & defaults.keys():
        keys[key]["default"] = defaults[key]
    return _table(keys | settings, patternProperties={_CARD: number})


def _any_case(text: str) -> str:
    """A pattern for a word in large or small letters."""
    return "".join(f"[{letter.upper()}{letter.lower()}]" for letter in text)


def _card_pattern() -> str:
    """A pattern for one card: rank and suit in either order, in large or small letters, suits as signs too."""
    rank = f"(?:[{RANKS}{RANKS[8:].lower()}]|10)"
    suit = f"[{SUITS}{SUITS.lower()}♣♦♥♠♧♢♡♤]"
    return f"{rank}{suit}|{suit}{rank}"


_CARD: Final = rf"^\s*(?:{_card_pattern()})\s*$"
_WORD: Final = f"(?:{_card_pattern()}|{'|'.join(map(_any_case, SUIT_WORDS))})"
_CARDS: Final = rf"^[\s,]*(?:{_WORD}(?:[\s,]+{_WORD})*[\s,]*)?$"

_PLAIN: Final[dict[type, _Schema]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    Card: {"type": "string", "pattern": _CARD},
    CardSet: {"type": "string", "pattern": _CARDS},
    Text: {
        "anyOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {"en": {"type": "string"}, "zh": {"type": "string"}},
                "additionalProperties": {"type": "string"},
            },
        ]
    },
}
"""The schema of each plain type. A text's table is open to every language; every other table names its keys."""
