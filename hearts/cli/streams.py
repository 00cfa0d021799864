"""Reading files of saved values: one, or many with one on each line, with a bar for those who wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

import hearts
from hearts.cli.output import console
from hearts.records.files import iter_lines

__all__ = ["Line", "Stream", "has_lines", "streamed", "suffix_of"]

Line: TypeAlias = tuple[int, Any]
"""The number of a line, and the value on it; or the error where it has none."""


def suffix_of(path: Path) -> str:
    """What the name of a file ends in, in small letters and without the ``.gz`` of a compressed one."""
    return Path(path.name.lower().removesuffix(".gz")).suffix


def has_lines(path: Path) -> bool:
    """Does a file have one value on each line, by its name?"""
    return suffix_of(path) == ".jsonl"


class Stream:
    """The values of a file with one on each line.

    Attributes:
        out: Where to print while the bar is shown.
    """

    def __init__(self, path: Path, progress: Progress, out: Console) -> None:
        """Hold the file, and the bar."""
        self.out = out
        self._path = path
        self._progress = progress
        packed = path.name.lower().endswith(".gz")
        self._task = progress.add_task(path.name, total=None if packed else _size(path))

    def __iter__(self) -> Iterator[Line]:
        """The lines, in little memory however many there are."""
        for number, line in iter_lines(self._path):
            value: Any = line
            if isinstance(line, bytes):
                try:
                    value = hearts.loads(line, source=str(self._path))
                except hearts.RecordError as error:
                    value = error
                self._progress.advance(self._task, len(line) + 1)
            yield number, value


def _size(path: Path) -> int | None:
    """The size of a file; None where it has none, or cannot be asked: whoever reads it is told why."""
    try:
        return path.stat().st_size or None
    except (OSError, ValueError):
        return None


@contextmanager
def streamed(path: Path) -> Iterator[Stream]:
    """The values of a file, and a bar while they are read: nothing where there is no terminal, and gone afterwards."""
    out, err = console(), console(stderr=True)
    screen = out if out.is_terminal else err  # one console has both the bar and the lines above it
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    hidden = not screen.is_terminal or screen.is_dumb_terminal
    with Progress(
        *columns, console=screen, transient=True, disable=hidden, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        yield Stream(path, progress, out)
