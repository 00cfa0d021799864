"""Variants inside saved data: in full, so that a game goes on by the rules that it began with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Final

from hearts.errors import Fault, RecordError, VariantError, shown
from hearts.variant.reading import Found, Mismatch, write_section
from hearts.variant.sections import HEADINGS, SECTIONS
from hearts.variant.variant import Variant

__all__ = ["LONGEST_VARIANT", "UNICODE", "is_unicode", "read_variant", "write_variant", "written_keys"]

LONGEST_VARIANT: Final = 100_000
"""How many characters a variant may have, as Python shows its data."""

_MOST_KNOWN: Final = 64
_KNOWN: Final[dict[str, Variant]] = {}
"""Variants that have been read, by the text of their data."""

UNICODE: Final = "text that UTF-8 can hold"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_PATH: Final = re.compile(r"[A-Za-z0-9_.-]{1,80}")
_SIZE: Final = f"one of at most {LONGEST_VARIANT:,} characters"


def is_unicode(text: str) -> bool:
    """Can UTF-8 hold a text: has it no lone surrogate?"""
    return text.isascii() or not _SURROGATE.search(text)


@cache
def written_keys() -> dict[str, tuple[str, ...]]:
    """The keys that are written for every variant, by section."""
    return {key: tuple(write_section(section())) for key, section in SECTIONS.items()}


def write_variant(variant: Variant) -> dict[str, Any]:
    """The data of a variant.

    Raises:
        RecordError: It is larger than what is read.
    """
    if _is_too_large(variant):
        raise RecordError("variant", [Fault("variant", "it is too large", _SIZE)])
    return variant.to_data()


@lru_cache(_MOST_KNOWN)
def _is_too_large(variant: Variant) -> bool:
    return len(repr(variant.to_data())) > LONGEST_VARIANT


def read_variant(value: object) -> Variant:
    """Read a variant; a file of games holds the same one over and over, and each is read once.

    Raises:
        Mismatch: It cannot be read, or leaves something out.
    """
    try:
        told = repr(value) if type(value) is dict else ""
    except (RecursionError, ValueError):
        told = ""  # nested too deep, or a number of thousands of digits: for the reader to refuse
    known = _KNOWN.get(told)
    if known is not None:
        return known
    if len(told) > LONGEST_VARIANT:
        raise Mismatch(((), "it is too large", _SIZE))
    variant = _read(value)
    if told:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[told] = variant
    return variant


def _read(value: object) -> Variant:
    """Read a variant in full: what is left out would be as in the standard game, and a game would go on by other rules."""
    if not isinstance(value, Mapping):
        raise Mismatch.of(value, "a table with the sections of a variant")
    tables = [value, *(table for table in value.values() if isinstance(table, Mapping))]
    if not all(isinstance(key, str) for table in tables for key in table):
        raise Mismatch(((), "it has a key that is not text", "text as keys"))
    left_out = list(_left_out(value))
    if left_out:
        raise Mismatch(*left_out)
    for key in HEADINGS:
        if not all(map(is_unicode, _texts(value[key]))):
            raise Mismatch(((key,), "it holds a lone surrogate", UNICODE))
    try:
        return Variant.from_data(value)
    except VariantError as error:
        faults = [((_shown_path(fault.path),), fault.problem, fault.expected) for fault in error.faults]
        raise Mismatch(*faults) from None


def _texts(part: object) -> Iterator[str]:
    """The texts of a heading, as far as it is good."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        yield from (text for pair in part.items() for text in pair if isinstance(text, str))
    elif isinstance(part, list | tuple):
        yield from (text for text in part if isinstance(text, str))


def _left_out(data: Mapping[str, Any]) -> Iterator[Found]:
    """What a variant in full would say, and this one does not."""
    for key in (*HEADINGS, *SECTIONS):
        section = data.get(key)
        if key not in data:
            yield (key,), "it is missing", "that key"
        elif isinstance(section, Mapping) and key in SECTIONS:
            yield from (
                ((key, name), "it is missing", "that key") for name in written_keys()[key] if name not in section
            )
        elif key in SECTIONS:
            yield from Mismatch.of(section, "a table").below(key)


def _shown_path(path: str) -> str:
    """A path that can be shown anywhere: it may hold a key of any text."""
    return path if _PATH.fullmatch(path) else shown(path)
