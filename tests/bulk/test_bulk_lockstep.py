"""Lockstep: many deals side by side are, step by step, the deals that they would be one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.bulk import Stream, play_deal
from hearts.bulk.reference import _random_pass, deal_hands
from hearts.bulk.streams import CHOICES, DEALS
from hearts.testing import variants
from hearts.variant.rules import resolve

pytest.importorskip("numba")

import numpy as np

from hearts.bulk import Lockstep

SEEDS = st.integers(0, 7) | st.integers(0, (1 << 256) - 1)
NUMBERS = st.integers(0, (1 << 32) - 1)
STYLES = ("old", "new")
FOUR_IN_A_PACK = variants(4).filter(lambda variant: len(resolve(variant, 4).value_masks) <= 4)
"""Variants of the kind that is compiled for in every run."""

MOONS = hearts.load_variant("choice-moon").evolve(values={"hearts": 0}, table={"players": [4]})
"""Whoever takes the queen of spades has made a moon, and chooses how it is scored."""


def first_deals(variant: hearts.Variant, players: int, seed: int, numbers: range) -> list[hearts.Deal]:
    """Some deals of a run, before anything is done in them."""
    rules = resolve(variant, players)
    return [
        hearts.new_deal(
            variant,
            [hearts.CardSet.from_mask(hand) for hand in deal_hands(rules, Stream(seed, DEALS, number))],
            pass_offset=rules.offsets[number % len(rules.offsets)],
            dealer=(players - 1 + number) % players,
        )
        for number in numbers
    ]


def check(table: Lockstep, deals: list[hearts.Deal]) -> None:
    """Is what a table shows what the deals are?"""
    phases = hearts.Phase
    assert len(table) == len(deals)
    assert table.passing.tolist() == [deal.phase is phases.PASSING for deal in deals]
    assert table.choosing.tolist() == [deal.phase is phases.CHOOSING_MOON for deal in deals]
    assert table.over.tolist() == [deal.is_over for deal in deals]
    assert table.turn.tolist() == [
        deal.to_act[0] if deal.phase in {phases.PLAYING, phases.CHOOSING_MOON} else -1 for deal in deals
    ]
    assert table.hands.tolist() == [[hand.mask for hand in deal.hands] for deal in deals]
    assert table.taken.tolist() == [[cards.mask for cards in deal.taken] for deal in deals]
    open_tricks = [() if deal.trick is None else deal.trick.cards for deal in deals]
    assert table.trick.tolist() == [[*map(int, cards)] + [-1] * (table.players - len(cards)) for cards in open_tricks]
    assert table.scores.tolist() == [[*(deal.scores or [0] * table.players)] for deal in deals]
    assert table.legal().tolist() == [deal.legal_cards().mask if deal.phase is phases.PLAYING else 0 for deal in deals]
    assert [table.deal(index) for index in range(len(deals))] == deals


def step(table: Lockstep, deals: list[hearts.Deal], rng: Random) -> list[hearts.Deal]:
    """Do something in some of the deals, with the table and with the deals."""
    deals = [*deals]
    if table.passing.any() and rng.random() < 0.5:
        masks = np.full((len(deals), table.players), -1)
        for index, deal in enumerate(deals):
            rules = resolve(deal.variant, deal.players)
            for seat in deal.to_act if deal.phase is hearts.Phase.PASSING else ():
                cards = _random_pass(rules, deal.hands[seat].mask, Stream(rng.getrandbits(64), CHOICES, 0))
                masks[index, seat] = cards
                deal = deal.apply(hearts.PassCards(seat, hearts.CardSet.from_mask(cards)))  # noqa: PLW2901 - it goes on
            deals[index] = deal
        table.pass_cards(masks)
        return deals
    if table.choosing.any() and rng.random() < 0.5:
        styles = np.array([rng.choice((-1, 0, 1)) for _ in deals])
        table.choose(styles)
        return [
            deal.apply(hearts.ChooseMoon(deal.to_act[0], STYLES[style]))
            if deal.phase is hearts.Phase.CHOOSING_MOON and style >= 0
            else deal
            for deal, style in zip(deals, styles.tolist(), strict=True)
        ]
    played = np.full(len(deals), -1)
    for index, deal in enumerate(deals):
        if deal.phase is hearts.Phase.PLAYING and rng.random() < 0.9:
            card = rng.choice([*deal.legal_cards()])
            played[index] = int(card)
            deals[index] = deal.play(card)
    table.play(played)
    return deals


def play_out(variant: hearts.Variant, players: int, seed: int, number: int, count: int = 3) -> list[hearts.Deal]:
    """Play deals to their ends side by side and one by one, and compare them at every step; gives them."""
    table = Lockstep(variant, count, players=players, seed=seed)
    deals = first_deals(variant, players, seed, range(count))
    rng = Random(number)
    check(table, deals)
    while not table.over.all():
        deals = step(table, deals, rng)
        check(table, deals)
    return deals


# ---- as the deals are ----------------------------------------------------------------------------------------------------


@given(FOUR_IN_A_PACK, SEEDS, NUMBERS)
def test_random_variants(variant: hearts.Variant, seed: int, number: int) -> None:
    """At every step of deals of any variant, what is shown and what is legal is what it is for each deal by itself."""
    play_out(variant, 4, seed, number)


@pytest.mark.parametrize("name", hearts.variant_names())
def test_shipped_variants(name: str) -> None:
    """So it is for the shipped variants for four players."""
    variant = hearts.load_variant(name)
    if len(resolve(variant, 4).value_masks) <= 4:
        play_out(variant, 4, seed=1, number=1, count=5)


def test_three_players() -> None:
    """So it is for three players."""
    play_out(hearts.load_variant("standard"), 3, seed=1, number=1, count=5)


@given(SEEDS, NUMBERS)
def test_moons_that_are_chosen_for(seed: int, number: int) -> None:
    """A deal in which a moon was made waits for the choice, and is over and scored when it is made."""
    deals = play_out(MOONS, 4, seed, number, count=4)
    assert all(deal.moon is not None for deal in deals)


def test_uneven_passing() -> None:
    """Where hands differ in size, who has run out is passed over."""
    variant = hearts.load_variant("standard").evolve(passing={"count": 5, "at_least": 0})
    deals = play_out(variant, 4, seed=2, number=3, count=8)
    assert any(len({*map(len, (trick.cards for trick in deal.tricks))}) > 1 for deal in deals)


def test_a_run_of_simulate() -> None:
    """The deals are those of a bulk run of the same seed: what is dealt, who deals, and where cards go."""
    table = Lockstep("standard", 9, seed=7)
    for index in range(9):
        played, shown = play_deal("standard", index, seed=7), table.deal(index)
        assert (shown.dealt, shown.dealer, shown.pass_offset) == (played.dealt, played.dealer, played.pass_offset)


def test_dealing_anew() -> None:
    """A deal that is dealt anew is the next of the run, whatever the old one had come to; the others stay as they are."""
    table = Lockstep("standard", 3, players=3, seed=7)
    deals = first_deals(table.variant, 3, 7, range(3))
    rng, following = Random(1), 3
    assert table.numbers.tolist() == [0, 1, 2]
    for _ in range(200):
        deals = step(table, deals, rng)
        which = table.over | np.array([rng.random() < 0.02 for _ in deals])
        table.deal_anew(which)
        for index in np.flatnonzero(which).tolist():
            (deals[index],) = first_deals(table.variant, 3, 7, range(following, following + 1))
            assert table.numbers[index] == following
            following += 1
        check(table, deals)
    assert following > 8
    table.deal_anew(np.zeros(3, np.bool_))
    check(table, deals)
    table.deal_anew([True, False, True])
    assert table.numbers[[0, 2]].tolist() == [following, following + 1]


# ---- shapes --------------------------------------------------------------------------------------------------------------


def test_shapes() -> None:
    """What is shown has an entry for each deal, of a plain kind, and changing it changes nothing."""
    table = Lockstep("standard", 5, seed=7)
    flags = [table.passing, table.choosing, table.over]
    assert {(array.shape, array.dtype.name) for array in flags} == {((5,), "bool")}
    numbers = [table.numbers, table.turn, table.legal()]
    assert {(array.shape, array.dtype.name) for array in numbers} == {((5,), "int64")}
    by_seat = [table.hands, table.taken, table.trick, table.scores]
    assert {(array.shape, array.dtype.name) for array in by_seat} == {((5, 4), "int64")}
    for array in (*flags, *numbers, *by_seat):
        array[...] = 1
    check(table, first_deals(table.variant, 4, 7, range(5)))


def test_lowest() -> None:
    """The lowest card of a mask is told by its number, the highest card too; of none it is -1, whatever the shape."""
    assert Lockstep.lowest([0, 1, 6, 1 << 51, (1 << 52) - 2, 1 << 61]).tolist() == [-1, 0, 1, 51, 1, 61]
    assert Lockstep.lowest(np.array([[4, 0]], np.uint64)).tolist() == [[2, -1]]
    assert int(Lockstep.lowest(8)) == 3
    with pytest.raises(hearts.SetupError, match="masks"):
        Lockstep.lowest([1.0])


def test_seeds() -> None:
    """Without a seed a new one is drawn, and is told."""
    table = Lockstep("standard", 2)
    assert table.seed != Lockstep("standard", 2).seed
    assert (Lockstep("standard", 2, seed=table.seed).hands == table.hands).all()


# ---- what is refused -----------------------------------------------------------------------------------------------------


def unchanged(table: Lockstep) -> Any:  # noqa: ANN401 - to compare
    """All that a table holds."""
    return [getattr(table, name).copy() for name in ("_rows", "_plays", "_played", "_dealt", "_numbers")] + [
        table._next
    ]


def assert_same(table: Lockstep, before: Any) -> None:  # noqa: ANN401 - what `unchanged` gives
    """Does a table hold what it held?"""
    assert all(np.array_equal(now, then) for now, then in zip(unchanged(table), before, strict=True))


@given(FOUR_IN_A_PACK, SEEDS, NUMBERS, st.lists(st.integers(-1, 51), min_size=3, max_size=3))
def test_cards_that_are_refused(variant: hearts.Variant, seed: int, number: int, cards: list[int]) -> None:
    """Cards are refused if one of them is, with its refusal, and then nothing is played in any deal."""
    table = Lockstep(variant, 3, players=4, seed=seed)
    deals, rng = first_deals(variant, 4, seed, range(3)), Random(number)
    for _ in range(rng.randrange(60)):
        deals = step(table, deals, rng)
    before = unchanged(table)
    refusals = [
        None if card < 0 else deal.why_not(hearts.PlayCard(deal.to_act[0] if deal.to_act else 0, card))
        for deal, card in zip(deals, cards, strict=True)
    ]
    wrong = [refusal for refusal in refusals if refusal is not None]
    if wrong:
        with pytest.raises(hearts.IllegalAction) as caught:
            table.play(cards)
        assert caught.value.refusal == wrong[0]
        assert_same(table, before)
    else:
        table.play(cards)
        check(table, [deal if card < 0 else deal.play(card) for deal, card in zip(deals, cards, strict=True)])


def test_passes_that_are_refused() -> None:
    """Passes are refused if one of them is, with its refusal, and then nothing is passed in any deal."""
    table = Lockstep("standard", 3, seed=7)
    hands = [[[*hearts.CardSet.from_mask(hand)] for hand in row] for row in table.hands.tolist()]
    good = np.array([[hearts.CardSet(hand[:3]).mask for hand in row] for row in hands])
    before = unchanged(table)
    for bad in (
        0,
        hearts.CardSet(hands[1][2][:2]).mask,
        good[1, 1],
        hearts.CardSet(hands[1][2][:4]).mask,
        (1 << 52) - 1,
    ):
        passes = good.copy()
        passes[1, 2] = passes[2, 0] = bad
        with pytest.raises(hearts.IllegalAction) as caught:
            table.pass_cards(passes)
        assert caught.value.refusal == table.deal(1).why_not(hearts.PassCards(2, hearts.CardSet.from_mask(int(bad))))
        assert_same(table, before)
    table.pass_cards(good.astype(np.uint64))
    assert not table.passing.any()
    table.pass_cards(np.full((3, 4), -1))
    assert table.deal(2).passes == tuple(hearts.CardSet(hand[:3]) for hand in hands[2])


@pytest.mark.parametrize("bad", [-1, 1 << 52, 1 << 62])
def test_passes_that_are_no_cards(bad: int) -> None:
    """A mask with a bit that is no card's is refused as such."""
    table = Lockstep("standard", 3, seed=7)
    before = unchanged(table)
    with pytest.raises(hearts.SetupError, match="passes"):
        table.pass_cards(np.full((3, 4), bad))
    assert_same(table, before)


WRONG_COLUMNS: list[Any] = [
    [0, 0],
    [[0, 0, 0]],
    0,
    None,
    "012",
    [0.0, 1.0, 2.0],
    [True, False, True],
    ["0", "1", "2"],
    [None, None, None],
    [0, 0, 1 << 70],
    [0, 0, 99],
    [0, 0, -2],
    [[0], [0, 1], [2]],
]


@pytest.mark.parametrize("column", WRONG_COLUMNS, ids=str)
def test_wrong_columns(column: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """What is no whole number in range for each deal is refused, and changes nothing."""
    table = Lockstep("standard", 3, seed=7)
    before = unchanged(table)
    with pytest.raises(hearts.SetupError, match="cards"):
        table.play(column)
    with pytest.raises(hearts.SetupError, match="styles"):
        table.choose(column)
    if column != [True, False, True]:
        with pytest.raises(hearts.SetupError, match="which"):
            table.deal_anew(column)
    with pytest.raises(hearts.SetupError, match="passes"):
        table.pass_cards(column)
    assert_same(table, before)


def test_wrong_passes() -> None:
    """Passes that are no whole numbers, or of a wrong shape, are refused; nothing is rounded."""
    table = Lockstep("standard", 3, seed=7)
    for passes in (np.zeros((3, 4)), np.zeros((4, 3), np.int64), np.zeros((3, 4), np.bool_), [["", "", "", ""]] * 3):
        with pytest.raises(hearts.SetupError, match="passes"):
            table.pass_cards(passes)


@pytest.mark.parametrize("index", [-1, 3, "0", None, True, 1.0, np.float64(0)])
def test_wrong_deals(index: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """A deal is asked for by its place, a whole number, of numpy or not."""
    table = Lockstep("standard", 3, seed=7)
    with pytest.raises(hearts.SetupError, match="index"):
        table.deal(index)
    assert table.deal(np.int64(2)) == table.deal(2)  # type: ignore[arg-type]  # it does as well


def test_wrong_tables() -> None:
    """How many deals, players, the seed and the variant are checked."""
    for deals in (0, -1, True, 1.0, "3", (1 << 24) + 1):
        with pytest.raises(hearts.SetupError, match="deals"):
            Lockstep("standard", deals)  # type: ignore[arg-type]  # some are wrong on purpose
    with pytest.raises(hearts.SetupError, match="players"):
        Lockstep("standard", 1, players=8)
    with pytest.raises(hearts.SeedError):
        Lockstep("standard", 1, seed=-1)
    with pytest.raises(hearts.UnknownVariantError):
        Lockstep("standart", 1)
