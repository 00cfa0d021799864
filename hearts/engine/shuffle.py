"""Deals from seeds: the frozen, versioned function from (seed, deal number, pack) to hands. See docs/seeds.md.

Scheme ``hearts-deal-1``: SHAKE-256 of a short ASCII text gives a stream of 32-bit words; they drive a Fisher-Yates shuffle
without bias; each seat takes its hand from the shuffled pack in one run. Nothing else goes in: not the variant's other rules,
not what was played, not the platform. The outcome of a (seed, deal, pack) never changes; a new scheme gets a new name.
"""

from __future__ import annotations

import os
import secrets
import struct
from collections.abc import Iterator
from functools import lru_cache
from hashlib import shake_256
from itertools import chain
from typing import Final

from hearts.cards import CardSet, of_mask
from hearts.errors import SeedError, SetupError
from hearts.variant.catalogue import as_variant
from hearts.variant.variant import Variant

__all__ = [
    "SCHEME",
    "SEED_BITS",
    "check_deal_number",
    "check_seed",
    "deal_hands",
    "deal_masks",
    "fresh_seed",
    "shuffled",
]

SCHEME: Final = "hearts-deal-1"
"""The name of the scheme, which is part of what is hashed."""

SEED_BITS: Final = 256
"""Seeds are whole numbers of at most this many bits."""

_WORDS: Final = 64
"""How many words are squeezed at first; twice as many each time they run out."""

_STEPS: Final = tuple((last, (1 << 32) - (1 << 32) % (last + 1)) for last in range(63, 0, -1))
"""The places of a pack from the last to the second, each with the limit at which its words are passed over: so that each
of the ``last + 1`` choices is equally likely."""

_BITS: Final = tuple(1 << card for card in range(64))


def fresh_seed() -> int:
    """A seed that nobody can guess, from the system's source of secrets."""
    return secrets.randbits(128)


def check_seed(seed: object) -> int:
    """The seed itself.

    Raises:
        SeedError: It is not a whole number from 0 to 2**256 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        msg = f"the seed is {seed!r}: expected a whole number from 0 to 2**{SEED_BITS} - 1"
        raise SeedError(msg)
    if not 0 <= seed < 1 << SEED_BITS:
        msg = f"the seed is out of range: expected a whole number from 0 to 2**{SEED_BITS} - 1"
        raise SeedError(msg)
    return seed


def check_deal_number(number: object) -> int:
    """The deal number itself.

    Raises:
        SetupError: It is not a whole number from 1.
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise SetupError("deal_number", f"it is {number!r}: expected a whole number from 1")
    return number


def _words(text: str) -> Iterator[tuple[int, ...]]:
    """The stream of 32-bit words, little-endian, that SHAKE-256 makes of a text, in runs."""
    used, count = 0, _WORDS
    while True:
        yield struct.unpack(f"<{count}I", shake_256(text.encode("ascii")).digest(4 * count))[used:]
        used, count = count, 2 * count


@lru_cache
def _pack_of(variant: Variant, players: int) -> tuple[tuple[int, ...], str]:
    """The cards of a pack in ascending order, and their text."""
    pack = variant.pack(players)
    return tuple(map(int, pack)), str(pack)


def shuffled(cards: tuple[int, ...], pack: str, seed: int, deal_number: int) -> list[int]:
    """The cards of a pack in the order of a seed's deal, every order equally likely.

    Args:
        cards: The cards in ascending order.
        pack: The same as text, parted by blanks.
        seed: A whole number from 0 to 2**256 - 1.
        deal_number: The number of the deal, from 1.
    """
    draw = chain.from_iterable(_words(f"{SCHEME}|{seed}|{deal_number}|{pack}")).__next__
    order = list(cards)
    for last, limit in _STEPS[len(_STEPS) + 1 - len(order) :]:
        word = draw()
        while word >= limit:
            word = draw()
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def deal_masks(variant: Variant, players: int, seed: int, deal_number: int) -> tuple[int, ...]:
    """The masks of the hands of a seed's deal, by seat."""
    order = shuffled(*_pack_of(variant, players), seed, deal_number)
    size = len(order) // players
    bit = _BITS.__getitem__
    return tuple([sum(map(bit, order[first : first + size])) for first in range(0, len(order), size)])


def deal_hands(
    variant: str | os.PathLike[str] | Variant, seed: int, deal_number: int = 1, *, players: int | None = None
) -> tuple[CardSet, ...]:
    """The hands of a deal of a seed: the same for ever, everywhere.

    Args:
        variant: A variant, its name, or the path of its file; only its pack matters.
        seed: A whole number from 0 to 2**256 - 1.
        deal_number: The number of the deal in its game, from 1.
        players: The number of players; the variant's default where None.

    Returns:
        The hands by seat.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: The deal number or the number of players is wrong.

    Example:
        >>> print(deal_hands("standard", seed=2026)[0])
        2C
    """
    variant = as_variant(variant)
    masks = deal_masks(variant, variant.player_count(players), check_seed(seed), check_deal_number(deal_number))
    return tuple(map(of_mask, masks))
