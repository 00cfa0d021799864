"""JSON text and plain data, both ways: strict and bounded where it is read, canonical where it is written.

Plain data is what JSON and Python both can say without loss: dicts with text as keys, lists, text, whole numbers, True, False
and None. Text from anywhere can be read: what is too large, too deep or not exact is refused, and nothing but a `RecordError`
is raised. Whatever is written here can be read here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from hearts.errors import Fault, RecordError, is_whole, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["MOST_BYTES", "MOST_DEPTH", "MOST_DIGITS", "MOST_KEYS", "MOST_VALUES", "dump", "dump_pretty", "parse"]

MOST_BYTES: Final = 8 * 1024 * 1024
"""How many bytes one text may have, in UTF-8."""

MOST_DEPTH: Final = 32
"""How deep lists and objects may stand in each other."""

MOST_VALUES: Final = 500_000
"""How many keys and values one text may hold, where an empty list or object counts for one more."""

MOST_KEYS: Final = 1_000
"""How many keys one object may have."""

MOST_DIGITS: Final = 18
"""How many digits a whole number may have."""

_BEYOND: Final = 10**MOST_DIGITS

_MOST_FAULTS: Final = 20
"""How many faults are told at once."""

_COLUMNS: Final = 100
"""How long a line of `dump_pretty` may be before it is broken."""

_KINDS: Final = "a list, an object, text, a whole number, true, false or null"

_BOM: Final = "\ufeff"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_BRACKET: Final = re.compile(r"[][{}]")
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}

_Way: TypeAlias = tuple[str | int, ...]
"""The keys and places that lead to a value."""


@attrs.frozen
class _Wrong:
    """Stands for a value that was refused while it was read, until it is known where it is."""

    problem: str
    expected: str


def parse(text: str | bytes, source: str) -> Any:  # noqa: ANN401 - any plain data
    """Read JSON text as plain data.

    Size, depth and number of values are bounded before anything is built. Numbers with a fraction or an exponent, numbers of
    more than 18 digits, keys that are there twice and lone surrogates are refused. Bytes are UTF-8; a byte order mark is
    passed over.

    Args:
        text: The text; bytes as they stand in a file.
        source: Where the text is from, for the error.

    Raises:
        RecordError: The text is not such JSON; holds up to 20 faults.

    Example:
        >>> parse('{"seat": 3, "cards": ["QS"]}', "example")
        {'seat': 3, 'cards': ['QS']}
        >>> parse('{"seat": 3, "seat": 4.0}', "example")
        Traceback (most recent call last):
        hearts.errors.RecordError: example: 1 fault
          seat: the key is there 2 times; expected each key once
    """
    found = _bounded(text)
    if isinstance(found, Fault):
        raise RecordError(source, [found])
    try:
        data = _DECODER.decode(found)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        fault = Fault("text", f"it is not JSON at {place}: {error.msg}", "one value as JSON text")
        raise RecordError(source, [fault]) from error
    return _checked(data, source, "text")


def dump(data: object) -> str:
    """Plain data as JSON text in one line, without blanks, the keys in the order given.

    Data of the same types and the same order gives the same text, and `parse` gives the data back.

    Raises:
        RecordError: It is not plain data, or more than `parse` would read; holds up to 20 faults.

    Example:
        >>> dump({"seat": 3, "cards": ["♠Q"]})
        '{"seat":3,"cards":["♠Q"]}'
    """
    return _small_enough(_DENSE.encode(_checked(data, "data", "data")))


def dump_pretty(data: object) -> str:
    """Plain data as JSON text for people: what fits stays on one line, the rest is indented; ends with a newline.

    Data of the same types and the same order gives the same text, and `parse` gives the data back.

    Raises:
        RecordError: It is not plain data, or more than `parse` would read; holds up to 20 faults.

    Example:
        >>> print(dump_pretty({"seats": [0, 1, 2, 3], "note": "x" * 80}), end="")
        {
          "seats": [0, 1, 2, 3],
          "note": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        }
    """
    return _small_enough(_pretty(_checked(data, "data", "data"), "", _COLUMNS) + "\n")


def _bounded(text: object) -> str | Fault:
    """Text that may be given to the parser, or what is wrong with it."""
    if not isinstance(text, str | bytes):
        return Fault("text", f"it is {shown(text)}", "text or bytes")
    if len(text) > MOST_BYTES:
        return _too_large()
    try:
        size, decoded = (len(text), text.decode()) if isinstance(text, bytes) else (len(text.encode()), text)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return Fault("text", f"it is not UTF-8 in line {line}", "text in UTF-8")
    except UnicodeEncodeError as error:
        line = error.object.count("\n", 0, error.start) + 1
        return Fault("text", f"it holds a lone surrogate in line {line}", "text that UTF-8 can hold")
    if size > MOST_BYTES:
        return _too_large()
    decoded = decoded.removeprefix(_BOM)
    if not decoded.strip(" \t\r\n"):
        return Fault("text", "it is empty", "one value as JSON text")
    return _shallow(decoded)


def _shallow(text: str) -> str | Fault:
    """The text itself, or that it holds too much or is nested too deep.

    Only what stands outside of strings counts: the escapes are taken out, then every second part between quotes is a string.
    Text that is no JSON may be misread from its first fault on, which is as far as the parser would come.
    """
    bare = text.replace("\\\\", "").replace('\\"', "")
    if bare.count('"') > 2 * MOST_VALUES:
        return _too_many()
    outside = "".join(bare.split('"')[::2])
    if sum(outside.count(mark) for mark in "[{,:") > MOST_VALUES:
        return _too_many()
    steps = map(_STEPS.__getitem__, _BRACKET.findall(outside))
    return text if max(accumulate(steps), default=0) <= MOST_DEPTH else _too_deep("text")


def _too_large() -> Fault:
    return Fault("text", f"it has more than {MOST_BYTES:,} bytes", f"at most {MOST_BYTES:,}")


def _too_many(path: str = "text") -> Fault:
    return Fault(path, f"it holds more than {MOST_VALUES:,} keys and values", f"at most {MOST_VALUES:,}")


def _too_deep(path: str) -> Fault:
    return Fault(
        path, f"it is nested more than {MOST_DEPTH} deep", f"at most {MOST_DEPTH} lists and objects in each other"
    )


def _whole(text: str) -> int | _Wrong:
    """A whole number; a long one is never built, for that takes a time that grows with the square of its length."""
    digits = len(text.removeprefix("-"))
    return int(text) if digits <= MOST_DIGITS else _Wrong(f"it is a number of {digits} digits", _NUMBER)


def _fraction(text: str) -> _Wrong:
    return _Wrong(f"it is the number {shown(text)}", _NUMBER)


_NUMBER: Final = f"a whole number of at most {MOST_DIGITS} digits, without a fraction or exponent"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; what stands under a key that is there twice is marked as wrong."""
    data = dict(pairs)
    if len(data) < len(pairs):
        for key, count in Counter(key for key, _ in pairs).items():
            if count > 1:
                data[key] = _Wrong(f"the key is there {count} times", "each key once")
    return data


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_fraction
)
# the data has been checked, so there is no ring in it to look for
_DENSE: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"))
_LINE: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False)


def _checked(data: Any, source: str, root: str) -> Any:  # noqa: ANN401 - plain data, or what should be
    """The data itself if it is plain and within the bounds."""
    faults = list(islice(_faults(data, root), _MOST_FAULTS))
    if faults:
        raise RecordError(source, faults)
    return data


def _faults(data: object, root: str) -> Iterator[Fault]:
    """What is wrong in the data, in order. It ends for rings too, and for lists that share their parts."""
    held = 0
    todo: list[tuple[_Way, object]] = [((), data)]
    while todo:
        way, value = todo.pop()
        wrongs: Iterable[_Wrong]
        children: Iterable[tuple[str | int, object]] | None
        if type(value) is dict:
            held += 2 * len(value) or 1
            wrongs = _wrong_keys(value)
            children = value.items()
        elif type(value) is list:
            held += len(value) or 1
            wrongs = ()
            children = enumerate(value)
        else:
            wrongs = _wrong_scalar(value)
            children = None
        for wrong in wrongs:
            yield Fault(_path(way, root), wrong.problem, wrong.expected)
        if children is None:
            continue
        if held > MOST_VALUES:
            yield _too_many(root)
            return
        if len(way) >= MOST_DEPTH:
            yield _too_deep(_path(way, root))
            continue
        # backwards, since the last one is taken first
        todo += [((*way, key), child) for key, child in children if not _sound(child)][::-1]


def _sound(value: object) -> bool:
    """Is a value sound at first sight? This is for speed: most are."""
    if type(value) is str:
        return value.isascii()
    if is_whole(value):
        return -_BEYOND < value < _BEYOND
    return value is None or type(value) is bool


def _wrong_scalar(value: object) -> Iterator[_Wrong]:
    if isinstance(value, _Wrong):
        yield value
    elif type(value) is str:
        if _SURROGATE.search(value):
            yield _Wrong(f"it is {shown(value)}, with a lone surrogate", "text that UTF-8 can hold")
    elif is_whole(value):
        if not -_BEYOND < value < _BEYOND:
            yield _Wrong(f"it is {shown(value)}", _NUMBER)
    elif value is not None and type(value) is not bool:
        yield _Wrong(f"it is {shown(value)}", _KINDS)


def _wrong_keys(data: dict[Any, object]) -> Iterator[_Wrong]:
    if len(data) > MOST_KEYS:
        yield _Wrong(f"it has {len(data):,} keys", f"at most {MOST_KEYS:,}")
    for key in data:
        if type(key) is not str:
            yield _Wrong(f"it has the key {shown(key)}", "keys that are text")
        elif not key.isascii() and _SURROGATE.search(key):
            yield _Wrong(f"it has the key {shown(key)}, with a lone surrogate", "keys that UTF-8 can hold")


def _path(way: _Way, root: str) -> str:
    """A way as text; a key that is no plain word is quoted and cut, so that the path can be shown anywhere."""
    plain = (key if type(key) is str and _WORD.fullmatch(key) else shown(key) for key in way)
    return ".".join(plain) or root


_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


def _small_enough(text: str) -> str:
    """The text itself, unless `parse` would find it too large."""
    if len(text.encode()) > MOST_BYTES:
        raise RecordError("data", [attrs.evolve(_too_large(), path="data")])
    return text


def _pretty(value: Any, indent: str, room: int) -> str:  # noqa: ANN401 - any plain data
    """A value at an indent, on one line if that has room for it."""
    line = _LINE.encode(value)
    if not value or not isinstance(value, dict | list) or len(line) <= room:
        return line
    inner = indent + "  "
    heads = [f"{_LINE.encode(key)}: " for key in value] if isinstance(value, dict) else [""] * len(value)
    parts = value.values() if isinstance(value, dict) else value
    # one column is left for the comma
    rows = [
        head + _pretty(part, inner, _COLUMNS - len(inner + head) - 1) for head, part in zip(heads, parts, strict=True)
    ]
    start, end = "{}" if isinstance(value, dict) else "[]"
    return f"{start}\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}{end}"
