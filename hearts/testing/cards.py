"""Strategies for cards and sets of cards."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from hearts.cards import Card, CardSet, CardsLike, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ALL_CARDS", "BOOLEANS", "NUMBERS", "card_sets", "cards", "sample"]

ALL_CARDS: Final = CardSet.from_mask((1 << 52) - 1)

BOOLEANS: Final = st.booleans()

NUMBERS: Final = st.integers(0, (1 << 32) - 1)
"""Numbers that stand for many random choices at once: one draw is cheap, and 0 is the simplest of them."""


def cards(among: CardsLike = ALL_CARDS) -> st.SearchStrategy[Card]:
    """Single cards (R1.2); they shrink to the lowest.

    Args:
        among: The cards to choose from; at least one.

    Raises:
        CardError: Something in it is not a card, or a card is named twice.

    Example:
        >>> from hypothesis import find
        >>> find(cards("QS KS AS"), lambda card: True)
        Card('QS')
    """
    return _cards(CardSet(among))


def card_sets(among: CardsLike = ALL_CARDS) -> st.SearchStrategy[CardSet]:
    """Sets of cards: none, a few, whole suits, a suit and a few, all, or any (R1.2); they shrink to none.

    Args:
        among: The cards to choose from.

    Raises:
        CardError: Something in it is not a card, or a card is named twice.

    Example:
        >>> from hypothesis import find
        >>> find(card_sets("QS KS AS"), lambda cards: len(cards) < 3)
        CardSet('')
    """
    return _card_sets(CardSet(among))


@cache
def _cards(pool: CardSet) -> st.SearchStrategy[Card]:
    return st.sampled_from(tuple(pool))


@cache
def _card_sets(pool: CardSet) -> st.SearchStrategy[CardSet]:
    if not pool:
        return st.just(pool)
    few = st.frozensets(_cards(pool), max_size=4).map(CardSet)
    suits = st.integers(0, 15).map(lambda chosen: _of_suits(pool, chosen))
    any_of_them = st.integers(0, ALL_CARDS.mask).map(lambda mask: CardSet.from_mask(mask & pool.mask))
    return few | suits | st.builds(CardSet.__or__, suits, few) | any_of_them


def _of_suits(pool: CardSet, chosen: int) -> CardSet:
    """The cards of some suits, which are the bits of a number."""
    return CardSet.from_mask(pool.mask & sum(suit.mask for suit in Suit if chosen >> suit & 1))


def sample(pool: Sequence[Card], count: int, number: int) -> CardSet:
    """Some of the cards of a pool: for the number 0 those of the lowest ranks, for others at random, always the same."""
    if number:
        return CardSet(Random(number).sample(pool, count))
    return CardSet(sorted(pool, key=lambda card: (card.pips, card))[:count])
