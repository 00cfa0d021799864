"""Random numbers with names: the numbers themselves, the compiled streams beside the plain ones, and that chances are equal."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import chain, combinations
from math import sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.bulk import SCHEME, Stream
from hearts.bulk.reference import _random_pass, deal_hands
from hearts.bulk.streams import CHOICES, DEALS, base_of, mix
from hearts.engine.kernel import can_pass
from hearts.variant.rules import Rules, resolve

pytest.importorskip("numba")

import numba
import numpy as np

from hearts.bulk import Lockstep
from hearts.bulk.leaves import _nth_by_steps, begin_stream, below, nth_bit, plain_rules
from hearts.bulk.loops import random_pass

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Array: TypeAlias = "np.ndarray[Any, Any]"

SEEDS = st.integers(0, 7) | st.integers(0, (1 << 256) - 1)
NUMBERS = st.integers(0, 9) | st.integers(0, (1 << 40) - 1)
COUNTS = (
    st.integers(1, 64) | st.integers(1, 1 << 32) | st.sampled_from((1 << 31, (1 << 31) + 1, (1 << 32) - 1, 1 << 32))
)
STANDARD = hearts.load_variant("standard")


def _draw_all(base: np.uint64, number: int, deal: int, counts: Array, out: Array) -> object:
    """Draw a number below each count, from one stream."""
    state = begin_stream(base, number, deal)
    for index in range(len(counts)):
        state, out[index] = below(state, counts[index])
    return state


def _first_draws(base: np.uint64, count: int, out: Array) -> None:
    """The first number of each of many streams."""
    for number in range(len(out)):
        _, out[number] = below(begin_stream(base, number, 0), count)


def _draw_passes(rules: np.void, hand: int, base: np.uint64, out: Array) -> None:
    """A random pass of a hand from each of many streams."""
    for number in range(len(out)):
        _, out[number] = random_pass(rules, hand, begin_stream(base, number, 0))


def _nth(mask: int, place: int) -> int:
    """The bit at a place."""
    return nth_bit(mask, place)


draw_all: Any = numba.njit(_draw_all)
first_draws: Any = numba.njit(_first_draws)
draw_passes: Any = numba.njit(_draw_passes)
nth: Any = numba.njit(_nth)


def drawn(seed: int, name: str, number: int, deal: int, counts: Sequence[int]) -> list[int]:
    """Numbers from a compiled stream."""
    out = np.zeros(len(counts), np.int64)
    draw_all(np.uint64(base_of(seed, name)), number, deal, np.array(counts, np.int64), out)
    return [int(number) for number in out]


def is_even(often: Iterable[int]) -> bool:
    """Could numbers that came up so often be equally likely? Their chi-square lies within five deviations of its mean."""
    table = [*often]
    expected, freedom = sum(table) / len(table), len(table) - 1
    square = sum((times - expected) ** 2 for times in table) / expected
    return abs(square - freedom) < 5 * sqrt(2 * freedom)


# ---- the numbers ---------------------------------------------------------------------------------------------------------


def test_the_scheme() -> None:
    """The scheme has a name, and it is part of what is hashed."""
    assert SCHEME == "hearts-bulk-1"
    hashed = sha256(b"hearts-bulk-1|7|deals").digest()
    assert base_of(7, DEALS) == int.from_bytes(hashed[:8], "little")


def test_mix() -> None:
    """The generator is SplitMix64: from 0 it gives the numbers that its authors print."""
    gamma, state, given = 0x9E3779B97F4A7C15, 0, []
    for _ in range(3):
        state = (state + gamma) % (1 << 64)
        given.append(mix(state))
    assert given == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


VECTORS = [
    ((0, DEALS, 0, 0), [35, 34, 3, 15, 21, 50], 1539243479),
    ((7, DEALS, 0, 0), [30, 26, 26, 51, 31, 49], 1996918368),
    ((7, CHOICES, 0, 0), [13, 14, 6, 44, 17, 17], 794045773),
    ((7, DEALS, 1, 0), [18, 18, 33, 3, 7, 23], 3867144049),
    ((7, DEALS, 1, 1), [17, 35, 14, 40, 23, 34], 4272092642),
    (((1 << 256) - 1, CHOICES, (1 << 40) - 1, 1000), [23, 40, 42, 12, 34, 19], 261502226),
]

HASH = "a9b936ce17cc13acb3737ca35ad1c13f2decf13f5ae6e6d1aab90af91867b05f"


@pytest.mark.parametrize(("name", "cards", "word"), VECTORS)
def test_vectors(name: tuple[int, str, int, int], cards: list[int], word: int) -> None:
    """These streams give these numbers, for ever: first some below 52, then one of 32 bits."""
    stream = Stream(*name)
    counts = [52] * len(cards) + [1 << 32]
    assert [stream.below(count) for count in counts] == [*cards, word]
    assert drawn(*name, counts) == [*cards, word]


def test_a_hash_of_many() -> None:
    """Ten thousand numbers of a hundred streams hash to this, for ever."""
    streams = [
        Stream(seed, name, number, number % 3) for seed in range(5) for name in (DEALS, CHOICES) for number in range(10)
    ]
    numbers = [stream.below(count) for stream in streams for count in range(1, 101)]
    assert sha256(",".join(map(str, numbers)).encode()).hexdigest() == HASH


# ---- compiled and plain --------------------------------------------------------------------------------------------------


@given(SEEDS, st.sampled_from((DEALS, CHOICES)), NUMBERS, st.integers(0, 1 << 20), st.lists(COUNTS, max_size=20))
def test_compiled_streams(seed: int, name: str, number: int, deal: int, counts: list[int]) -> None:
    """A compiled stream gives the numbers of the plain one, each below its count."""
    stream = Stream(seed, name, number, deal)
    plain = [stream.below(count) for count in counts]
    assert drawn(seed, name, number, deal, counts) == plain
    assert all(0 <= number < count for number, count in zip(plain, counts, strict=True))


@pytest.mark.parametrize("count", [(1 << 31) + 1, 3 << 30, (1 << 32) - 1, 1 << 32, 1 << 31])
def test_words_that_are_passed_over(count: int) -> None:
    """Where a word would make some numbers likelier, it is passed over; compiled, it is the same words."""
    many = 3000
    stream, words = Stream(11, DEALS, 0), Stream(11, DEALS, 0)
    numbers = [stream.below(count) for _ in range(many)]
    assert drawn(11, DEALS, 0, 0, [count] * many) == numbers
    used: list[int] = []
    over = 0
    while len(used) < many:
        product = words.below(1 << 32) * count
        if product % (1 << 32) < (1 << 32) % count:
            over += 1
        else:
            used.append(product >> 32)
    assert used == numbers
    share = ((1 << 32) % count) / (1 << 32)
    assert abs(over - many * share / (1 - share)) <= 5 * sqrt(many * share) / (1 - share)


def test_whole_numbers_with_and_without_a_sign() -> None:
    """A state has 64 bits without a sign and what is drawn has one, whatever kinds of numbers it is drawn from."""
    base, out = base_of(3, DEALS), np.zeros(50, np.int64)
    stream = Stream(3, DEALS, 5, 2)
    expected = [stream.below(52) for _ in out]
    for kind in (np.int64, np.uint64, np.int32, np.uint8):
        out[:] = 0
        state = draw_all(np.uint64(base), kind(5), kind(2), np.full(50, 52, kind), out)
        assert isinstance(state, int)
        assert state >> 64 == 0
        assert out.tolist() == expected


@given(st.integers(1, (1 << 52) - 1), st.data())
def test_nth_bit(mask: int, data: st.DataObject) -> None:
    """The bit at a place is that of the mask's bits in order, on any processor."""
    place = data.draw(st.integers(0, mask.bit_count() - 1))
    bits = [1 << bit for bit in range(52) if mask >> bit & 1]
    assert nth(mask, place) == _nth_by_steps(mask, place) == bits[place]


# ---- chances -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 13, 52])
def test_numbers_are_equally_likely(count: int) -> None:
    """In a stream, and over the first numbers of many streams, each number comes up as often as the others."""
    many = 1000 * count
    assert is_even(Counter(drawn(1, CHOICES, 0, 0, [count] * many)).values())
    out = np.zeros(many, np.int64)
    first_draws(np.uint64(base_of(1, DEALS)), count, out)
    assert is_even(np.bincount(out, minlength=count).tolist())


def test_neighbours_do_not_depend_on_each_other() -> None:
    """What the next stream, the other name, or the next number of a stream gives does not follow from what this one gives."""
    many = 64_000
    deals, choices = np.zeros(many + 1, np.int64), np.zeros(many + 1, np.int64)
    first_draws(np.uint64(base_of(1, DEALS)), 8, deals)
    first_draws(np.uint64(base_of(1, CHOICES)), 8, choices)
    row = np.array(drawn(1, DEALS, 0, 0, [8] * (many + 1)))
    for one, other in ((deals[1:], deals[:-1]), (deals, choices), (row[1:], row[:-1])):
        assert is_even(np.bincount(8 * one + other, minlength=64).tolist())


def test_streams_are_all_different() -> None:
    """Another seed, name, number or deal is another stream."""
    keys = [
        (seed, name, number, deal)
        for seed in range(4)
        for name in (DEALS, CHOICES)
        for number in range(9)
        for deal in range(9)
    ]
    assert len({Stream(*key).below(1 << 32) for key in keys}) == len(keys)


@pytest.mark.parametrize("players", [3, 4])
def test_each_card_goes_to_each_seat_equally_often(players: int) -> None:
    """Over many deals, each card of the pack is dealt to each seat as often as to the others, and each hand is whole."""
    hands = Lockstep("standard", 20_000, players=players, seed=5).hands
    pack = STANDARD.pack(players)
    assert (np.bitwise_or.reduce(hands, axis=1) == pack.mask).all()
    assert (np.bitwise_count(hands) == len(pack) // players).all()
    often = [int(((hands[:, seat] >> int(card)) & 1).sum()) for card in pack for seat in range(players)]
    expected, freedom = 20_000 / players, len(pack) * (players - 1)
    square = sum((times - expected) ** 2 for times in often) / expected
    assert abs(square - freedom) < 5 * sqrt(2 * freedom)


def test_pairs_of_cards_come_together_as_often_as_they_should() -> None:
    """Two cards fall to one hand in 12 of 51 deals."""
    hands = Lockstep("standard", 20_000, players=4, seed=6).hands
    for pair in ("2C 3C", "QS AS", "2C AS", "AH KH"):
        mask = hearts.CardSet(pair).mask
        together = int(((hands & mask) == mask).any(axis=1).sum())
        assert abs(together - 20_000 * 12 / 51) < 5 * sqrt(20_000 * 12 / 51 * 39 / 51)


@given(SEEDS, NUMBERS)
def test_hands_in_plain_python(seed: int, number: int) -> None:
    """Hands dealt in plain Python hold the pack, each card once."""
    rules = resolve(STANDARD, 5)
    hands = deal_hands(rules, Stream(seed, DEALS, number))
    assert [hand.bit_count() for hand in hands] == [10] * 5
    assert sum(hands) == rules.pack


PASSES: dict[str, dict[str, Any]] = {
    "three": {"count": 3},
    "up to three": {"count": 3, "at_least": 0},
    "two or more": {"count": 4, "at_least": 2},
    "none locked in the hand": {"count": 2, "locked": "AH"},
    "some locked": {"count": 2, "locked": "2C 3C"},
    "too few free": {"count": 3, "locked": "2C 3C 4C 5D"},
    "too few free, or more": {"count": 4, "at_least": 3, "locked": "2C 3C 4C 5D"},
    "all locked": {"count": 1, "locked": "clubs diamonds hearts spades"},
    "all locked, none needed": {"count": 3, "at_least": 0, "locked": "clubs diamonds hearts spades"},
    "fewer free than count": {"count": 5, "at_least": 1, "locked": "2C 3C"},
}


def legal_passes(rules: Rules, hand: int) -> list[int]:
    """All legal passes of a hand."""
    bits = [1 << card for card in range(52) if hand >> card & 1]
    every = chain.from_iterable(combinations(bits, size) for size in range(len(bits) + 1))
    return [cards for cards in map(sum, every) if can_pass(rules, hand, cards)]


@pytest.mark.parametrize("passing", PASSES.values(), ids=PASSES)
def test_passes_are_equally_likely(passing: dict[str, Any]) -> None:
    """Each legal pass of a hand is chosen as often as the others, and no other ever is (R2.4)."""
    rules = resolve(STANDARD.evolve(passing=passing), 4)
    hand = hearts.CardSet("2C 3C 4C 5D 6H QS").mask
    legal = legal_passes(rules, hand)
    out = np.zeros(500 * len(legal), np.int64)
    draw_passes(plain_rules(rules), hand, np.uint64(base_of(2, CHOICES)), out)
    often = Counter(out.tolist())
    assert often.keys() == {*legal}
    assert len(legal) == 1 or is_even(often.values())
    plain = [_random_pass(rules, hand, Stream(2, CHOICES, number)) for number in range(200)]
    assert plain == out[:200].tolist()
