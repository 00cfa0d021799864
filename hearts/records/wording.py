"""What another part of the library has said, parted into what is wrong and what would be right."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["parted"]

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
