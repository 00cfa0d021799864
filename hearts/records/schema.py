"""The JSON Schemas of saved data, made from the fields that read and write it, for programs in other languages."""

from __future__ import annotations

import inspect
import re
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from hearts.cards import RANKS, SUITS, Card, CardSet
from hearts.errors import Fault, RecordError, shown
from hearts.records.codec import FORMATS
from hearts.records.plain import (
    CHOSEN_STYLES,
    FAR,
    LONGEST_TAG,
    MOST_TAGS,
    Inline,
    Range,
    Seed,
    Tags,
    fields_of,
    is_required,
    plain,
)
from hearts.records.variant_shape import written_keys
from hearts.variant.schema import json_schema
from hearts.variant.sections import HEADINGS, SECTIONS, MoonStyle
from hearts.variant.variant import Variant

__all__ = ["data_schema"]

_Schema = dict[str, Any]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_CARD: Final = f"[{RANKS}][{SUITS}]"

_PLAIN: Final[dict[Any, _Schema]] = {
    int: {"type": "integer", "minimum": -FAR, "maximum": FAR},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    MoonStyle: {"type": "string", "enum": [style.value for style in CHOSEN_STYLES]},
    Card: {"type": "string", "pattern": f"^{_CARD}$"},
    CardSet: {"type": "string", "pattern": f"^(?:{_CARD}(?: {_CARD})*)?$"},
    Seed: {"type": "string", "pattern": "^(?:0|[1-9][0-9]{0,77})$"},
    Tags: {
        "type": "object",
        "maxProperties": MOST_TAGS,
        "propertyNames": {"maxLength": LONGEST_TAG},
        "additionalProperties": {"type": "string", "maxLength": LONGEST_TAG},
    },
}


def data_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one kind of data, as it is written.

    It knows the form: keys, types, ranges, words and cards. Whether the parts fit together is for the reader to say, which
    also takes cards in other forms, such as ``10s`` for ``TS``.

    Args:
        name: The name of the kind with its version, such as ``hearts.game/1``; `FORMATS` has all of them.

    Returns:
        A new dict.

    Raises:
        RecordError: There is no such kind.

    Example:
        >>> data_schema("hearts.game/1")["properties"]["players"]
        {'description': 'The number of players.', 'type': 'integer', 'minimum': 3, 'maximum': 8}
    """
    if not isinstance(name, str) or name not in FORMATS:
        raise RecordError("format", [Fault("format", f"it is {shown(name)}", "one of " + ", ".join(FORMATS))])
    shape = FORMATS[name].shape
    parts: dict[str, _Schema] = {}
    whole = _variant() if shape is Variant else _table(shape, parts)
    head = {"format": {"const": name, "description": "The kind of the data, and its version."}}
    whole["properties"] = head | whole["properties"]
    whole["required"] = ["format", *whole.get("required", ())]
    return {"$schema": _DRAFT, "title": name} | whole | ({"$defs": parts} if parts else {})


def _variant() -> _Schema:
    """The schema of a variant in full: as of a file that extends no other, and leaves nothing out."""
    schema = {key: value for key, value in json_schema().items() if key not in ("$schema", "title")}
    schema["description"] = "All rules of one way to play Hearts."
    schema["properties"].pop("extends")
    schema["required"] = [*HEADINGS, *SECTIONS]
    for key, names in written_keys().items():
        schema["properties"][key]["required"] = [*names]
    return schema


def _table(kind: type, parts: dict[str, _Schema]) -> _Schema:
    """The schema of a table with the fields of a class."""
    told = _attributes(kind)
    properties: dict[str, _Schema] = {}
    required = []
    for name, field in fields_of(kind).items():
        described = {"description": told[name]} if name in told else {}
        properties[name] = described | _shape(field.type, parts)
        if is_required(field):
            required.append(name)
        else:
            properties[name]["default"] = {} if field.type == Tags else plain(field.default)
    return {
        "description": (kind.__doc__ or "").partition("\n")[0],
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _attributes(kind: type) -> dict[str, str]:
    """What the docstring of a class says of its attributes, by name."""
    _, _, told = inspect.cleandoc(kind.__doc__ or "").partition("Attributes:\n")
    found = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", told.partition("\n\n")[0], re.MULTILINE)
    return {name: " ".join(text.replace("``", "").replace("`", "").split()) for name, text in found}


def _shape(kind: Any, parts: dict[str, _Schema]) -> _Schema:  # noqa: ANN401 - the type of a field, whatever it is
    """The schema of what is written for a type; those of classes are put among the parts."""
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    origin = get_origin(kind)
    if origin is Annotated:
        bounds = next(mark for mark in kind.__metadata__ if isinstance(mark, Range))
        return {"type": "integer", "minimum": bounds.low, "maximum": bounds.high}
    if origin in (Union, UnionType):
        (inner,) = (part for part in get_args(kind) if part is not NoneType)
        return {"anyOf": [_shape(inner, parts), {"type": "null"}]}
    if origin is tuple:
        return {"type": "array", "items": _shape(get_args(kind)[0], parts)}
    if issubclass(kind, StrEnum):
        return {"type": "string", "enum": [word.value for word in kind]}
    if issubclass(kind, Inline):
        return {"type": "string", "pattern": kind.pattern}
    return _part(kind, parts)


def _part(kind: type, parts: dict[str, _Schema]) -> _Schema:
    """A reference to the schema of a class."""
    if kind.__name__ not in parts:
        parts[kind.__name__] = {}
        parts[kind.__name__] = _variant() if kind is Variant else _table(kind, parts)
    return {"$ref": f"#/$defs/{kind.__name__}"}
