"""Running the command line: inside the test's process, in one of its own, and on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from typer.testing import CliRunner

import hearts
from hearts.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from typer.testing import Result

ROOT: Final = Path(hearts.__file__).parents[1]
PYTHON: Final = (sys.executable, "-m", "hearts")

_FORCING: Final = ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""What makes rich and typer write as to a terminal where there is none."""


def run(*args: str | Path, width: int = 80) -> Result:
    """Run a command in this process, with output of a width that goes to no terminal."""
    env: dict[str, str | None] = dict.fromkeys(_FORCING)
    return CliRunner().invoke(app, [*map(str, args)], env=env | {"COLUMNS": str(width)}, prog_name="hearts")


def good(*args: str | Path, width: int = 80) -> str:
    """What a command that succeeds prints; it says nothing on stderr."""
    result = run(*args, width=width)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def environment(**more: str) -> dict[str, str]:
    """The environment of a process of its own, in which the library is found as here."""
    left_out = {*_FORCING, "NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING"}
    kept = {key: value for key, value in os.environ.items() if key not in left_out}
    return kept | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"} | more


def process(*args: str | Path, command: Sequence[str] = PYTHON, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, its output going to pipes."""
    return subprocess.run(
        [*command, *map(str, args)],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


def on_terminal(
    *args: str | Path, width: int = 80, watch: Callable[[str, subprocess.Popen[bytes]], None] | None = None, **env: str
) -> tuple[int, str]:
    """Run a command in a process of its own whose stdout and stderr are one terminal.

    Args:
        args: The command.
        width: The width of the terminal.
        watch: Called with the output so far and the process, each time there is more.
        env: What the environment says besides.

    Returns:
        The exit code and what was written, as it was written.
    """
    here, there = os.openpty()
    try:
        running = subprocess.Popen(
            [*PYTHON, *map(str, args)],
            stdin=subprocess.DEVNULL,
            stdout=there,
            stderr=there,
            env=environment(COLUMNS=str(width), **env),
        )
    finally:
        os.close(there)
    written = b""
    try:
        while True:
            try:
                more = os.read(here, 65536)
            except OSError:  # how Linux says that the other side is closed
                break
            if not more:
                break
            written += more
            if watch is not None:
                watch(written.decode("utf-8", errors="replace"), running)
        return running.wait(timeout=120), written.decode("utf-8")
    finally:
        running.kill()
        running.wait()
        os.close(here)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for each Chinese character."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def joined(text: str) -> str:
    """A text with every run of blanks and line ends as one blank, so that it does not matter where lines were broken."""
    return " ".join(text.split())
