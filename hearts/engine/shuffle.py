"""Deals from seeds: the frozen, versioned function from (seed, deal number, pack) to hands. See docs/seeds.md.

Scheme ``hearts-deal-1``: SHAKE-256 of a short ASCII text gives a stream of 32-bit words; each draws one of the cards that
are left, without bias; each seat takes its hand from the cards so drawn in one run. Nothing else goes in: not the
variant's other rules, not what was played, not the platform. The outcome of a (seed, deal, pack) never changes; a new
scheme gets a new name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import Final

from hearts.cards import CardSet, of_mask
from hearts.errors import SeedError, SetupError, is_whole, shown
from hearts.variant.catalogue import VariantLike, as_variant
from hearts.variant.variant import Variant

__all__ = [
    "SCHEME",
    "SEED_BITS",
    "check_deal_number",
    "check_seed",
    "deal_hands",
    "deal_masks",
    "fresh_seed",
]

SCHEME: Final = "hearts-deal-1"
"""The name of the scheme, which is part of what is hashed."""

MOST_DEALS: Final = 10**9
"""Deal numbers are at most this."""

SEED_BITS: Final = 256
"""Seeds are whole numbers of at most this many bits."""

_SPAN: Final = 1 << 32
_SAFE: Final = _SPAN - 64
"""Below this, a word never has to be passed over, whatever the number of choices."""

_WORDS: Final = 64
"""How many words are squeezed at first; twice as many each time they run out."""

_CHOICES: Final = tuple(range(64, 0, -1))
"""How many cards are left to choose from, from the first draw of the largest pack to the last."""


def fresh_seed() -> int:
    """A seed that nobody can guess, from the system's source of secrets."""
    import secrets  # noqa: PLC0415 - brings in much else, and only games without a seed need it

    return secrets.randbits(128)


def check_seed(seed: object) -> int:
    """The seed itself.

    Raises:
        SeedError: It is not a whole number from 0 to 2**256 - 1.
    """
    if not is_whole(seed):
        msg = f"the seed is {shown(seed)}: expected a whole number from 0 to 2**{SEED_BITS} - 1"
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
    if not is_whole(number) or not 1 <= number <= MOST_DEALS:
        raise SetupError("deal_number", f"it is {shown(number)}: expected a whole number from 1 to {MOST_DEALS}")
    return number


@cache
def _squeezer() -> Callable[[str, int], tuple[int, ...]]:
    """What gives the first so many 32-bit words, little-endian, that SHAKE-256 makes of a text."""
    # slow to import, and needed only once something is dealt
    from hashlib import shake_256  # noqa: PLC0415
    from struct import Struct, unpack  # noqa: PLC0415

    at_first = Struct(f"<{_WORDS}I").unpack

    def squeeze(text: str, count: int) -> tuple[int, ...]:
        squeezed = shake_256(text.encode("ascii")).digest(4 * count)
        return at_first(squeezed) if count == _WORDS else unpack(f"<{count}I", squeezed)

    return squeeze


def _words(text: str) -> Iterator[tuple[int, ...]]:
    """The stream of 32-bit words, little-endian, that SHAKE-256 makes of a text, in runs."""
    used, count = 0, _WORDS
    while True:
        yield _squeezer()(text, count)[used:]
        used, count = count, 2 * count


def _even_words(text: str, sizes: tuple[int, ...]) -> Iterator[int]:
    """A word of the stream for each number of choices, passing over those that would make some choice likelier (see docs)."""
    draw = chain.from_iterable(_words(text)).__next__
    for size in sizes:
        word = draw()
        while word >= _SPAN - _SPAN % size:
            word = draw()
        yield word


@lru_cache
def _pack_of(variant: Variant, players: int) -> tuple[tuple[int, ...], str]:
    """The bits of a pack's cards in ascending order, and the cards' text."""
    pack = variant.pack(players)
    return tuple([1 << card for card in pack]), str(pack)


def _draws(text: str, sizes: tuple[int, ...]) -> Iterable[int]:
    """The words of the stream that draw a card from each number of cards left: at least one for each of the sizes."""
    words = _squeezer()(text, _WORDS)
    return words if max(words) < _SAFE else _even_words(text, sizes)


def deal_masks(variant: Variant, players: int, seed: int, deal_number: int) -> tuple[int, ...]:
    """The masks of the hands of a seed's deal, by seat: every distribution of the pack is equally likely."""
    bits, pack = _pack_of(variant, players)
    sizes = _CHOICES[-len(bits) :]
    draws = _draws(f"{SCHEME}|{seed}|{deal_number}|{pack}", sizes)
    take = list(bits).pop
    order = [take(draw % size) for draw, size in zip(draws, sizes, strict=False)]
    count = len(bits) // players
    return tuple([sum(order[first : first + count]) for first in range(0, len(order), count)])


def deal_hands(
    variant: VariantLike, seed: int, deal_number: int = 1, *, players: int | None = None
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
        3C QC 2D 4H 5H 6H 9H TH 4S 8S TS JS QS
    """
    variant = as_variant(variant)
    masks = deal_masks(variant, variant.player_count(players), check_seed(seed), check_deal_number(deal_number))
    return tuple(map(of_mask, masks))
