"""Saying that something is compiled, to those who wait for it at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

__all__ = ["told_when_slow"]

_PATIENCE: Final = 1.0
"""To read what is compiled already takes less than so many seconds."""


@contextmanager
def told_when_slow(players: int) -> Iterator[None]:
    """Say on a terminal that code is compiled, where that is what takes the time."""
    if not sys.stderr.isatty():
        yield
        return
    text = f"hearts.bulk: compiling for {players} players; this is done once for each installed version ...\n"
    timer = Timer(_PATIENCE, sys.stderr.write, [text])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
