"""Random numbers with names, for play in bulk: scheme ``hearts-bulk-1``. See docs/bulk.md.

Each deal has streams of its own, one for what is dealt and one for what is chosen, so that it depends on no other deal, and
what is dealt not on how it is played. A stream is a SplitMix64 generator; where it begins is hashed from the seed, the
stream's name, and the numbers of game and deal. The compiled streams in `hearts.bulk.compiled` give the same numbers.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final

__all__ = ["CHOICES", "DEALS", "GAMMA", "SCHEME", "Stream", "base_of", "mix"]

SCHEME: Final = "hearts-bulk-1"
"""The name of the scheme, which is part of what is hashed."""

DEALS: Final = "deals"
CHOICES: Final = "choices"
"""The names of the two streams of a deal."""

GAMMA: Final = 0x9E3779B97F4A7C15
_WORD: Final = (1 << 64) - 1
_HALF: Final = 1 << 32


def mix(number: int) -> int:
    """The finaliser of SplitMix64: 64 bits scrambled."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _WORD
    return number ^ number >> 31


@lru_cache
def base_of(seed: int, name: str) -> int:
    """What all streams of a name begin from: the first 8 bytes, little-endian, of a SHA-256 hash."""
    return int.from_bytes(sha256(f"{SCHEME}|{seed}|{name}".encode("ascii")).digest()[:8], "little")


class Stream:
    """One stream of random numbers.

    Args:
        seed: A whole number from 0 to 2**256 - 1.
        name: DEALS or CHOICES.
        number: The number of the deal from 0; in whole games, that of the game.
        deal: In whole games the number of the deal in its game, from 1; else 0.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, name: str, number: int, deal: int = 0) -> None:
        """Begin."""
        self._state = mix(mix(base_of(seed, name) ^ mix(number * GAMMA & _WORD)) ^ mix(deal))

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each equally likely, where count is at most 2**32."""
        while True:
            self._state = self._state + GAMMA & _WORD
            product = (mix(self._state) >> 32) * count
            if product % _HALF >= (_HALF - count) % count:
                return product // _HALF
