"""Where output goes and how: text for people by way of rich, plain text for programs, errors on stderr."""

from __future__ import annotations

import functools
import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import typer
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

import hearts

__all__ = [
    "FAILURE",
    "INTERRUPTED",
    "console",
    "harmless",
    "plural",
    "print_data",
    "print_faults",
    "print_item",
    "print_line",
    "print_plain",
    "print_text",
    "reports_errors",
    "say_error",
]

FAILURE: Final = 1
"""The exit code of an error; that of wrong usage is 2, which typer sees to."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""

_BREAKS: Final = str.maketrans("\t\n\r", "   ")
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")

P = ParamSpec("P")
R = TypeVar("R")


def console(*, stderr: bool = False) -> Console:
    """The console of stdout or stderr: no styles at all where it is no terminal, or where NO_COLOR is set.

    Text is printed as it stands: brackets are no markup, and numbers are not highlighted.
    """
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(stderr=stderr, color_system=None if plain else "auto", markup=False, highlight=False, emoji=False)


def print_text(text: RenderableType) -> None:
    """Print text for people; where it goes to a file or a pipe, without the blanks that pad its lines."""
    out = console()
    if out.is_terminal:
        out.print(text)
        return
    with out.capture() as captured:
        out.print(text)
    out.print("\n".join(line.rstrip() for line in captured.get().splitlines()), soft_wrap=True)


def print_plain(text: str) -> None:
    """Print text for programs as it stands: in UTF-8, whatever the locale."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    typer.echo(text, nl=False)


def print_data(data: Any) -> None:  # noqa: ANN401 - whatever JSON can hold
    """Print plain data as JSON."""
    print_plain(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def harmless(text: str) -> str:
    """Text from a file of anybody as it may stand within a line on a terminal.

    It has a blank for each line break, so that nobody can forge lines of output, and a ? for each other character that would
    control the terminal.
    """
    return _CONTROLS.sub("?", text.translate(_BREAKS))


def print_line(line: Text, out: Console | None = None) -> None:
    """Print a text as one line, whatever is in it; only a terminal breaks it where it must."""
    line.plain = harmless(line.plain)
    (out or console()).print(line, soft_wrap=True)


def print_item(item: Text) -> None:
    """Print one of several things, indented; only a terminal has it wrapped."""
    out = console()
    item.plain = harmless(item.plain)
    if out.is_terminal:
        out.print(Padding(item, (0, 0, 0, 2), expand=False))
    else:
        out.print(Text("  ").append_text(item), soft_wrap=True)


def print_faults(file: Path, faults: Sequence[hearts.Fault]) -> None:
    """Print the faults of a file, each on a line of its own."""
    print_line(Text(f"{file}: ").append(plural(len(faults), "fault"), style="red"))
    for fault in faults:
        print_item(
            Text(f"{fault.path}: ", style="bold").append(f"{fault.problem}; expected {fault.expected}", "not bold")
        )


def plural(number: int, noun: str) -> str:
    """A number of things in words: 1 game, 2 games."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def say_error(message: str) -> None:
    """Say on stderr what is wrong, in as many lines as the message has."""
    lines = "\n".join(map(harmless, message.split("\n")))
    text = Text("error: ", style="bold red").append(lines, style="not bold default")
    err = console(stderr=True)
    err.print(text, soft_wrap=not err.is_terminal)


def reports_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Wrap a command so that an error of the library, or a full disk, is a message on stderr and exit code 1.

    A pipe whose reader has gone is left to typer and rich, which end the process without a word.
    """

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except hearts.HeartsError as error:
            say_error(_in_words(error))
            raise typer.Exit(FAILURE) from error
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            say_error(f"the output cannot be written: {error.strerror or error}")
            raise typer.Exit(FAILURE) from error

    return wrapped


def _in_words(error: hearts.HeartsError) -> str:
    if isinstance(error, hearts.RecordError | hearts.VariantError):
        count = plural(len(error.faults), "fault")
        return "\n  ".join(map(harmless, (f"{error.source}: {count}", *map(str, error.faults))))
    if not isinstance(error, hearts.UnknownVariantError):
        return harmless(str(error))
    guess = f"did you mean {' or '.join(error.nearest)}? " if error.nearest else ""
    return (
        f"no variant is named {error.name!r}: {guess}`hearts variants` lists the names;"
        " a file is given by its path, ending in .toml"
    )
