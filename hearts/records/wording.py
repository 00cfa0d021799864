"""What faults are told with: where they are, and what another part of the library has said, parted in two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["in_a_row", "parted", "whereabouts"]

_EXPECTED: Final = re.compile(r"(?:: e|\. E)xpected (.+?)\.?$")


def parted(message: str, expected: str) -> tuple[str, str]:
    """The problem and what is expected, as a message names them.

    Args:
        message: What was said.
        expected: What would be right, where the message does not say.

    Example:
        >>> parted("hands[2]: it has 12 cards: expected 13", "other hands")
        ('hands[2]: it has 12 cards', '13')
    """
    found = _EXPECTED.search(message)
    if found is None:
        return message.removesuffix("."), expected
    return message[: found.start()], found[1]


def whereabouts(**places: object) -> str:
    """Where something is, as far as that is known: the names of places in order, with those that are None left out.

    Example:
        >>> whereabouts(deal=2, trick=None, seat=3)
        'deal 2, seat 3'
    """
    return ", ".join(f"{name.replace('_', ' ')} {place}" for name, place in places.items() if place is not None)


def in_a_row(numbers: Iterable[int] | None) -> str:
    """Some numbers as they are told, such as scores by seat or the seats of winners.

    Example:
        >>> in_a_row((3, 23)), in_a_row(())
        ('3 23', 'none')
    """
    return " ".join(map(str, numbers or ())) or "none"
