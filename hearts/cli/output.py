"""Where output goes and how: text for people by way of rich, plain text for programs, errors on stderr."""

from __future__ import annotations

import functools
import io
import json
import os
import sys
from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

import typer
from rich.console import Console, RenderableType
from rich.text import Text

import hearts

__all__ = [
    "FAILURE",
    "INTERRUPTED",
    "console",
    "print_data",
    "print_plain",
    "print_text",
    "reports_errors",
    "say_error",
]

FAILURE: Final = 1
"""The exit code of an error; that of wrong usage is 2, which typer sees to."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""

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


def say_error(message: str) -> None:
    """Say on stderr what is wrong."""
    text = Text("error: ", style="bold red").append(message, style="not bold default")
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
    if not isinstance(error, hearts.UnknownVariantError):
        return str(error)
    guess = f"did you mean {' or '.join(error.nearest)}? " if error.nearest else ""
    return (
        f"no variant is named {error.name!r}: {guess}`hearts variants` lists the names;"
        " a file is given by its path, ending in .toml"
    )
