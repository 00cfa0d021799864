"""Values as text and in files: one value, or a stream of them with one on each line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import attrs

from hearts.errors import Fault, RecordError, shown
from hearts.records.codec import Value, from_data, to_data
from hearts.records.files import PathLike, append_line, iter_lines, read_bytes, write_atomically
from hearts.records.text import dump, dump_pretty, parse

__all__ = ["add_line", "dumps", "load", "loads", "read_lines", "save", "write_lines"]


def dumps(value: Value) -> str:
    """A value as JSON text in one line: equal values give equal text.

    Args:
        value: A variant, action, deal, game, record, history, view or event.

    Raises:
        RecordError: It is none of these, or holds text that is not Unicode.

    Example:
        >>> import hearts
        >>> print(dumps(hearts.PlayCard(2, "QS")))
        {"format":"hearts.action/1","action":"play","seat":2,"card":"QS"}
    """
    return dump(to_data(value))


def loads(text: str | bytes, *, source: str = "text") -> Any:  # noqa: ANN401 - of what kind, the text says
    """The value that JSON text stands for; what kind it is, the text says.

    Args:
        text: What `dumps` gave, or the content of a file; bytes are UTF-8.
        source: What to call it in an error.

    Raises:
        RecordError: It is not JSON of one of the kinds; holds every fault that can be told.

    Example:
        >>> import hearts
        >>> game = hearts.new_game("standard", seed=7)
        >>> loads(dumps(game)) == game
        True
    """
    return from_data(parse(text, source), source=source)


def save(value: Value, path: PathLike) -> None:
    """Write a value to a file of its own, by custom named ``*.hearts.json``: once this returns, it is saved.

    Whatever happens meanwhile, the file holds either all of the old value or all of the new.

    Args:
        value: A variant, action, deal, game, record, history, view or event. A game holds its seed, which gives away every
            hand; so do the record and the history of one.
        path: The file; one that ends in ``.gz`` is compressed.

    Raises:
        RecordError: The value cannot be written as JSON, or the file cannot be written.

    Example:
        >>> import hearts
        >>> game = hearts.new_game("standard", seed=7)
        >>> save(game, "friday.hearts.json")
        >>> load("friday.hearts.json") == game
        True
    """
    write_atomically(path, [dump_pretty(to_data(value)).encode("utf-8")])


def load(path: PathLike) -> Any:  # noqa: ANN401 - of what kind, the file says
    """Read a file that holds one value.

    Args:
        path: The file; one that ends in ``.gz`` is unpacked.

    Raises:
        RecordError: It cannot be read, or is not what `save` writes; holds every fault that can be told.

    Example:
        >>> import hearts
        >>> save(hearts.Variant(name="ours"), "ours.json")
        >>> load("ours.json").name
        'ours'
    """
    return loads(read_bytes(path), source=_named(path))


def write_lines(values: Iterable[Value], path: PathLike) -> int:
    """Write a file with one value on each line (JSON Lines, by custom ``*.jsonl``), in little memory however many there are.

    The file appears when all has been written; until then, an older one stays.

    Args:
        values: The values, which may be made as they are asked for.
        path: The file; one that ends in ``.gz`` is compressed.

    Returns:
        How many were written.

    Raises:
        RecordError: A value cannot be written as JSON, or the file cannot be written.

    Example:
        >>> import hearts
        >>> write_lines((hearts.new_game("standard", seed=seed) for seed in range(3)), "games.jsonl")
        3
        >>> [game.seed for game in read_lines("games.jsonl")]
        [0, 1, 2]
    """
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise RecordError("values", [Fault("values", f"it is {shown(values)}", "several values, as in a list")])
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for value in values:
            yield dumps(value).encode("utf-8") + b"\n"
            count += 1

    write_atomically(path, lines())
    return count


def read_lines(path: PathLike, *, on_fault: Callable[[RecordError], object] | None = None) -> Iterator[Any]:
    """Read a file with one value on each line, in little memory however many there are.

    Args:
        path: The file; one that ends in ``.gz`` is unpacked.
        on_fault: What to do with the error of a faulty line, after which the next line follows. Where None, it is raised.

    Yields:
        The values, in order.

    Raises:
        RecordError: The file cannot be read; or a line is faulty, and `on_fault` is None. The paths of its faults begin with
            the line.
    """
    for number, line in iter_lines(path):
        try:
            if isinstance(line, RecordError):
                raise line
            value = loads(line, source=_named(path))
        except RecordError as error:
            inner = [("" if error is line else f": {fault.path}", fault) for fault in error.faults]
            faults = [attrs.evolve(fault, path=f"line {number}{place}") for place, fault in inner]
            told = RecordError(_named(path), faults)
            if on_fault is None:
                raise told from None
            on_fault(told)
        else:
            yield value


def add_line(value: Value, path: PathLike) -> None:
    """Add a value to a file with one on each line, as a server does with each game that ends: once this returns, it is saved.

    A torn last line, as a crash leaves it, was never reported as saved: it is cut off first.

    Args:
        value: What to add.
        path: The file; where there is none, it is made.

    Raises:
        RecordError: The value cannot be written as JSON, or the file cannot be written; nothing is added.

    Example:
        >>> import hearts
        >>> add_line(hearts.new_game("standard", seed=1), "played.jsonl")
    """
    append_line(path, dumps(value).encode("utf-8"))


def _named(path: PathLike) -> str:
    """A path for a message; of a name that is not UTF-8 with escapes, so that it can be shown anywhere."""
    return os.fspath(path).encode("utf-8", "backslashreplace").decode()
