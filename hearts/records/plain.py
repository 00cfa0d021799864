"""Strict reading of values from plain data, and back, by the fields and types of attrs classes.

One description serves three ends: the fields of a class say what is read, what is written and what the JSON Schema tells.
cattrs finds the right hook for each type. Nothing is coerced; what does not fit says where it is and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin

import attrs
import cattrs

from hearts.cards import Card, CardSet
from hearts.engine.shuffle import check_seed
from hearts.errors import (
    CardError,
    Fault,
    HeartsError,
    RecordError,
    SeedError,
    SetupError,
    is_whole,
    shown,
)
from hearts.records.variant_shape import UNICODE, is_unicode, read_variant, write_variant
from hearts.records.wording import parted
from hearts.variant.reading import Found, Mismatch, nearest, read
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = [
    "CHOSEN_STYLES",
    "FAR",
    "LONGEST_TAG",
    "MOST_TAGS",
    "Inline",
    "Players",
    "Range",
    "Seat",
    "Seed",
    "Tags",
    "Total",
    "as_fault",
    "fields_of",
    "is_required",
    "plain",
    "plain_fields",
    "read_as",
    "structure",
]

FAR: Final = 10**15
"""No whole number in plain data is beyond this, so that programs in other languages can hold it."""


@attrs.frozen
class Range:
    """The range of a whole number."""

    low: int
    high: int


@attrs.frozen
class AsText:
    """A whole number that may be too large for programs in other languages: it is written as text."""


class Inline:
    """The base of values that are one short text in plain data, such as ``3: 2C 5C KC AC`` for a trick."""

    __slots__ = ()

    pattern: str
    """What the text looks like, as a regular expression of JSON Schema."""

    wanted: str
    """What the text looks like, in words."""

    def as_text(self) -> str:
        """The value as text."""
        raise NotImplementedError

    @classmethod
    def of_text(cls, text: str) -> Any:  # noqa: ANN401 - a value of the class
        """The value that a text stands for.

        Raises:
            HeartsError: It stands for none.
            ValueError: It has not even the form.
        """
        raise NotImplementedError


Seat: TypeAlias = Annotated[int, Range(0, 7)]
Players: TypeAlias = Annotated[int, Range(3, 8)]
Total: TypeAlias = Annotated[int, Range(-FAR, FAR)]
Seed: TypeAlias = Annotated[int, AsText()]
Tags: TypeAlias = tuple[tuple[str, str], ...]

MOST_TAGS: Final = 100
LONGEST_TAG: Final = 1000
CHOSEN_STYLES: Final = (MoonStyle.OLD, MoonStyle.NEW)
"""How a moon that was made can be scored: the other styles say who decides."""

_SEED_DIGITS: Final = 78
_MOST_FAULTS: Final = 20
"""How many faults are told at once."""


@cache
def fields_of(kind: type) -> dict[str, attrs.Attribute[Any]]:
    """The fields of an attrs class by name, with their types resolved."""
    attrs.resolve_types(kind, include_extras=True)
    return {field.name: field for field in attrs.fields(kind) if field.init}


def is_required(field: attrs.Attribute[Any]) -> bool:
    """Is a field always written, and must it be there? So are lists, even empty ones: a save without its tricks is no save."""
    return field.default is attrs.NOTHING or (field.default == () and field.type != Tags)


def structure(value: object, kind: Any) -> Any:  # noqa: ANN401 - what comes out is of the type that was asked for
    """Read a plain value as a type, strictly.

    Raises:
        Mismatch: It does not fit; holds every fault.
    """
    return _reader().structure(value, kind)


def read_as(data: object, kind: Any, source: str) -> Any:  # noqa: ANN401 - as above
    """Read plain data as a type, strictly.

    Raises:
        RecordError: It does not fit; holds up to 20 faults, each with its path.
    """
    try:
        return structure(data, kind)
    except Mismatch as error:
        found = error.faults[:_MOST_FAULTS]
        raise RecordError(source, [Fault(".".join(at) or source, *more) for at, *more in found]) from None


def as_fault(error: HeartsError, path: str, below: str = "") -> Fault:
    """What an error says as a fault of plain data.

    Args:
        error: The error; a `SetupError` says where it is, such as ``hands[2]``.
        path: The path of the fault where the error does not say.
        below: What stands before a path that the error says.
    """
    text = str(error)
    if isinstance(error, SetupError):
        path = below + error.where.replace("[", ".").replace("]", "")
        text = text.removeprefix(f"{error.where}: ")
    return Fault(path, *parted(text, "parts that fit together"))


def _named(key: object) -> str:
    """A key as part of a path: one that is no plain word is quoted and cut, so that it can be shown anywhere."""
    return key if isinstance(key, str) and _WORD.fullmatch(key) else shown(key)


_WORD: Final = re.compile(r"[A-Za-z0-9_.-]{1,80}")


def _read_ranged(value: object, kind: Any) -> Any:  # noqa: ANN401 - the type of a field
    (mark,) = kind.__metadata__
    return _read_seed(value) if isinstance(mark, AsText) else _read_in(value, mark.low, mark.high)


def _read_int(value: object, _: type) -> int:
    return _read_in(value, -FAR, FAR)


def _read_in(value: object, low: int, high: int) -> int:
    if not is_whole(value):
        raise Mismatch.of(value, "a whole number")
    if not low <= value <= high:
        raise Mismatch.of(value, f"a whole number from {low} to {high}")
    return value


def _read_text(value: object, _: type) -> str:
    if not isinstance(value, str):
        raise Mismatch.of(value, "text")
    if not is_unicode(value):
        raise Mismatch.of(value, UNICODE)
    return value


def _read_seed(value: object) -> int:
    digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _SEED_DIGITS
    try:
        if digits and str(int(str(value))) == value:
            return check_seed(int(value))
    except SeedError:
        pass
    raise Mismatch.of(value, "a whole number from 0 to 2**256 - 1 as text, in decimal")


def _read_cards(value: object, _: type) -> CardSet:
    if not isinstance(value, str):
        raise Mismatch.of(value, 'cards as text, such as "QS KS"')
    try:
        return CardSet(value)
    except CardError as error:
        raise Mismatch(((), as_fault(error, "").problem, 'cards as text, such as "QS KS"')) from None


def _read_style(value: object, _: type) -> MoonStyle:
    if not isinstance(value, str) or value not in CHOSEN_STYLES:
        raise Mismatch.of(value, '"old" or "new"')
    return MoonStyle(value)


def _read_variant(value: object, _: type) -> Variant:
    return read_variant(value)


def _read_tuple(value: object, kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - the type argument of a generic
    if not isinstance(value, list | tuple):
        raise Mismatch.of(value, "a list")
    inner = get_args(kind)[0]
    read_item = _reader().get_structure_hook(inner)
    out: list[Any] = []
    faults: list[Found] = []
    for index, item in enumerate(value):
        try:
            out.append(read_item(item, inner))
        except Mismatch as error:
            faults += error.below(str(index))
            if len(faults) >= _MOST_FAULTS:
                break
    if faults:
        raise Mismatch(*faults)
    return tuple(out)


def _read_tags(value: object, _: Any) -> Tags:  # noqa: ANN401 - as above
    if not isinstance(value, Mapping) or len(value) > MOST_TAGS:
        raise Mismatch.of(value, f"a table of at most {MOST_TAGS} short texts")
    for key, text in value.items():
        if not isinstance(key, str) or not isinstance(text, str) or max(len(key), len(text)) > LONGEST_TAG:
            raise Mismatch(((_named(key),), f"it is {shown(text)}", f"text of at most {LONGEST_TAG} characters"))
        if not is_unicode(key + text):
            raise Mismatch(((_named(key),), f"it is {shown(text)}", UNICODE))
    return tuple(sorted(value.items()))


def _read_optional(value: object, kind: Any) -> Any:  # noqa: ANN401 - as above
    inner = [part for part in get_args(kind) if part is not NoneType]
    return None if value is None else structure(value, inner[0])


def _read_inline(value: object, kind: type[Inline]) -> Any:  # noqa: ANN401 - as above
    if not isinstance(value, str):
        raise Mismatch.of(value, f"text such as {kind.wanted}")
    try:
        return kind.of_text(value)
    except HeartsError as error:
        raise Mismatch(((), as_fault(error, "").problem, f"text such as {kind.wanted}")) from None
    except ValueError:
        raise Mismatch.of(value, f"text such as {kind.wanted}") from None


def _read_fields(value: object, kind: type) -> Any:  # noqa: ANN401 - as above
    fields = fields_of(kind)
    if not isinstance(value, Mapping):
        raise Mismatch.of(value, "a table with the keys " + ", ".join(fields))
    made: dict[str, Any] = {}
    faults: list[Found] = []
    for key, item in value.items():
        if len(faults) >= _MOST_FAULTS:
            break
        if key not in fields:
            guesses = nearest(_named(key), fields) or tuple(fields)
            faults.append(((_named(key),), "nothing reads this key", "one of " + ", ".join(guesses)))
            continue
        try:
            made[key] = structure(item, fields[key].type)
        except Mismatch as error:
            faults += error.below(key)
    missing = [name for name, field in fields.items() if is_required(field) and name not in value]
    faults += [((name,), "it is missing", "that key") for name in missing]
    if faults:
        raise Mismatch(*faults)
    try:
        return kind(**made)
    except HeartsError as error:
        fault = as_fault(error, "")
        raise Mismatch(((fault.path,) if fault.path else (), fault.problem, fault.expected)) from None


def _has_origin(*origins: object) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) in origins


def _is_class(*bases: type) -> Callable[[Any], bool]:
    return lambda kind: isinstance(kind, type) and issubclass(kind, bases)


@cache
def _reader() -> cattrs.Converter:
    """The converter, made when something is first read."""
    reader = cattrs.Converter()
    reader.register_structure_hook_func(attrs.has, _read_fields)
    for kind in (bool, Card):
        reader.register_structure_hook(kind, read)
    reader.register_structure_hook(str, _read_text)
    reader.register_structure_hook(int, _read_int)
    reader.register_structure_hook(StrEnum, read)
    reader.register_structure_hook(MoonStyle, _read_style)
    reader.register_structure_hook_func(_is_class(Inline), _read_inline)
    reader.register_structure_hook(CardSet, _read_cards)
    reader.register_structure_hook(Variant, _read_variant)
    reader.register_structure_hook_func(_has_origin(tuple), _read_tuple)
    reader.register_structure_hook_func(lambda kind: kind == Tags, _read_tags)
    reader.register_structure_hook_func(_has_origin(Union, UnionType), _read_optional)
    reader.register_structure_hook_func(_has_origin(Annotated), _read_ranged)
    return reader


def plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """A value as plain data: numbers, text, lists and tables."""
    match value:
        case None | bool():
            return value
        case Card() | CardSet():
            return str(value)
        case StrEnum():
            return value.value
        case Inline():
            return value.as_text()
        case Variant():
            return write_variant(value)
        case tuple():
            return [plain(item) for item in value]
    return plain_fields(value) if attrs.has(type(value)) else value


def plain_fields(value: Any) -> dict[str, Any]:  # noqa: ANN401 - any attrs class
    """The fields of a value as a table; those that need not be there are left out where they are as by default."""
    out: dict[str, Any] = {}
    kind: Any = type(value)
    for name, field in fields_of(kind).items():
        item = getattr(value, name)
        if not is_required(field) and item == field.default:
            continue
        if field.type == Tags:
            out[name] = dict(item)
        elif item is not None and Seed in (field.type, *get_args(field.type)):
            out[name] = str(item)
        else:
            out[name] = plain(item)
    return out
