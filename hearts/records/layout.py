"""The lines of a deal as text: a first line with the name of the form, then keys in a fixed order with what belongs to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from hearts.errors import NotationError, shown
from hearts.records.places import Span, spans, stripped
from hearts.variant.reading import nearest

__all__ = ["DEAL_TEXT", "Layout", "lay_out"]

DEAL_TEXT: Final = "hearts-deal-text-1"
"""The first line of a deal as text: the name of the form."""

_KEYS: Final = ("variant", "dealer", "pass", "deal", "totals", "hearts", "hands", "passes", "tricks", "moon")
"""The keys, in the order in which they come."""

_NEEDED: Final = frozenset({"variant", "dealer", "pass", "hands"})
_LISTS: Final = frozenset({"hands", "passes", "tricks"})
"""The keys that have lines below them and nothing behind them."""

_KEY: Final = re.compile(r"([a-z]+)\s*:")
_ORDER: Final = "each key once, in the order " + ", ".join(_KEYS)


@attrs.frozen
class Layout:
    """Where things stand in a text.

    Attributes:
        text: The text.
        keys: The place of each key that is there.
        behind: What stands behind each key.
        below: The lines below each key.
    """

    text: str
    keys: dict[str, int]
    behind: dict[str, Span]
    below: dict[str, list[Span]]


def lay_out(text: str) -> Layout:
    """Find the keys and the lines below them, in their order."""
    layout = Layout(text, {}, {}, {key: [] for key in _KEYS})
    lines = _lines(text)
    start, end = next(lines, (len(text), len(text)))
    if text[start:end] != DEAL_TEXT:
        raise NotationError(text, start, f"the deal begins with {shown(text[start:end])}", f"the line {DEAL_TEXT}")
    last = -1
    for start, end in lines:
        found = _KEY.match(text, start, end)
        if found is not None:
            last = _place(text, start, found[1], last)
            key = found[1]
            layout.keys[key] = start
            layout.behind[key] = behind = stripped(text, found.end(), end)
            if key in _LISTS and behind[0] < behind[1]:
                raise NotationError(text, behind[0], f"there is something behind {key}:", "lines of their own below it")
        elif last >= 0 and _KEYS[last] in _LISTS:
            layout.below[_KEYS[last]].append((start, end))
        else:
            raise NotationError(text, start, f"{shown(text[start:end])} has no key in front", _ORDER)
    _check_missing(text, len(text), _KEYS[last + 1 :])
    return layout


def _lines(text: str) -> Iterator[Span]:
    """The lines that say something, without comments."""
    for start, end in spans(text, "\n", (0, len(text))):
        comment = text.find("#", start, end)
        line = (start, end) if comment < 0 else stripped(text, start, comment)
        if line[0] < line[1]:
            yield line


def _place(text: str, start: int, key: str, last: int) -> int:
    """The place of a key in the order of the keys, which must be behind the last one."""
    if key not in _KEYS:
        guesses = nearest(key, _KEYS)
        raise NotationError(text, start, f"{shown(key)} is not a key", " or ".join(guesses) if guesses else _ORDER)
    place = _KEYS.index(key)
    if place <= last:
        raise NotationError(text, start, f"{key}: stands behind {_KEYS[last]}:", _ORDER)
    _check_missing(text, start, _KEYS[last + 1 : place])
    return place


def _check_missing(text: str, position: int, left_out: tuple[str, ...]) -> None:
    for key in left_out:
        if key in _NEEDED:
            raise NotationError(text, position, f"{key}: is missing", f"the line of {key}: here")
