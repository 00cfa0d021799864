"""The ``hearts`` command. It needs the extra ``cli``, and says so where that is missing."""

from __future__ import annotations

import io
import sys
from typing import Final

from hearts.errors import MissingExtraError

__all__ = ["main"]

_NEEDED: Final = ("typer", "rich", "click")
"""What the extra installs, as it is imported; older releases of typer stand on click."""


def main() -> int:
    """Run the command line with the arguments of the process.

    Returns:
        The exit code where the extra is missing, or Ctrl-C came early; otherwise the process ends from within.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a ? for it
    try:
        from hearts.cli.app import app  # noqa: PLC0415 - only here can the extra be found missing without a traceback
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _NEEDED:
            raise
        sys.stderr.write(f"error: {MissingExtraError('cli', missing)}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    app(prog_name="hearts")
    return 0  # pragma: no cover - typer ends the process
