"""Worlds drawn from a view: each gives the view by legal plays and passes alone, and all are as likely as they should be."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import factorial, prod, sqrt

import pytest
from every_world import Hands, every_holding, of_deal, plays_of, small_variant, small_views, worlds_with
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import CardSet, Phase, ViewOptions
from hearts.testing import deals, games, walk

NUMBERS = st.integers(0, (1 << 32) - 1)
OPTIONS = st.builds(ViewOptions, hide_points=st.booleans(), open_finished=st.booleans())

PACK = "QC KC AC QD KD AD QH KH AH"
"""Three players hold three of these each; the eldest hand leads any card, where nothing else is said."""


def replayed(world: hearts.Deal) -> hearts.Deal:
    """The deal that is set up from what a world began with, and comes to where the world is by its passes and plays."""
    before = world.standing
    deal = hearts.new_deal(
        world.variant,
        world.dealt,
        pass_offset=world.pass_offset,
        dealer=world.dealer,
        passes=world.passes or None,
        plays=plays_of(world),
        totals=before.totals,
        deal_number=before.deals + 1,
        hearts_taken=before.hearts,
    )
    if deal.turn is not None and world.is_over and world.moon is not None and world.moon.style is not None:
        return deal.apply(hearts.ChooseMoon(deal.turn, world.moon.style))
    return deal


def check_worlds(view: hearts.View, seed: int) -> None:
    """Check that worlds give the view, that they have only legal plays and passes, and that they can be played on."""
    known = hearts.infer(view)
    for world in hearts.sample_worlds(view, 3, seed):
        assert of_deal(world.view(view.seat, options=view.options)) == of_deal(view)
        deal = replayed(world)
        assert deal == world
        assert deal.hands == world.hands
        assert deal.legal_actions() == world.legal_actions()
        assert [later.hands for later in walk(deal, seed)] == [later.hands for later in walk(world, seed)]
        assert all(hand <= may for hand, may in zip(world.hands, known.may_hold, strict=True))


# ---- laws ------------------------------------------------------------------------------------------------------------


@given(deals() | games(), OPTIONS, st.integers(0, 99), st.data())
def test_worlds_give_the_view(
    state: hearts.Deal | hearts.Game, options: ViewOptions, seed: int, data: st.DataObject
) -> None:
    """At any point of any game, to any seat or onlooker, every world gives the view, by legal plays and passes alone."""
    check_worlds(state.view(data.draw(st.none() | st.integers(0, state.players - 1)), options=options), seed)


@given(deals(over=True), OPTIONS, st.integers(0, 99), st.data())
def test_worlds_of_deals_that_are_over(deal: hearts.Deal, options: ViewOptions, seed: int, data: st.DataObject) -> None:
    """The same once a deal is over: one holding is left, and worlds differ in the passes only."""
    view = deal.view(data.draw(st.none() | st.integers(0, deal.players - 1)), options=options)
    check_worlds(view, seed)
    assert hearts.count_worlds(view) == 1
    if options.open_finished:
        worlds = hearts.sample_worlds(view, 5, seed)
        assert {(world.dealt, world.passes) for world in worlds} == {(deal.dealt, deal.passes)}


@given(NUMBERS)
def test_worlds_of_small_deals(number: int) -> None:
    """The same in small deals, where much is known of few cards."""
    for _, view in small_views(number, 10**9):
        check_worlds(view, number)


@given(deals() | games(), st.data())
def test_no_fewer_worlds_than_one(state: hearts.Deal | hearts.Game, data: st.DataObject) -> None:
    """There is always a world, and an onlooker has no fewer than a seat."""
    view = state.view(data.draw(st.integers(0, state.players - 1)))
    assert 1 <= hearts.count_worlds(view) <= hearts.count_worlds(state.view())


# ---- how likely each world is ----------------------------------------------------------------------------------------


def small(hands: str, plays: str = "", *, seat: int | None = 0, **sections: object) -> hearts.View:
    """The view of a seat, or of an onlooker, of a deal of the pack in which cards have been played."""
    return hearts.new_deal(small_variant(PACK, 3, **sections), hands.split("|"), plays=plays).view(seat)


def passing(
    hands: str, passes: list[str | None], plays: int = 0, *, seat: int | None = 0, **rules: object
) -> hearts.View:
    """The view of a deal in which cards were passed to the left, and the lowest legal ones played."""
    variant = small_variant(PACK, 3, passing={"count": 1, "cycle": ["left"], **rules})
    deal = hearts.new_deal(variant, hands.split("|"), pass_offset=1, passes=passes)
    for _ in range(plays):
        deal = deal.play(deal.legal_cards()[0])
    return deal.view(seat)


TWO_THINGS = {"first_trick": {"barred": "QC KC"}, "hearts": {"lead": "when-broken", "with_queen": "either"}}

POSITIONS = {
    "nothing known": small("QC KC AC|QD KD AD|QH KH AH"),
    "nothing known, to an onlooker": small("QC KC AC|QD KD AD|QH KH AH", "QC QD QH", seat=None),
    "a void": small("QC QH KH|QD KD AD|KC AC AH", "QC QD", seat=None),
    "two voids": small("QC KC QH|QD KH AH|AC KD AD", "QC QD AC", seat=0),
    "a card that must be there": small("QC QH KH|QD KC AD|KD AC AH", seat=0, opening={"leader": "KC", "card": "any"}),
    "a lead that proves one of two things": small(
        "QH KH KC|QC AC AH|QD KD AD", "QH", seat=None, **TWO_THINGS, queen={"card": "AD"}
    ),
    "a pass": passing("QC KC AC|QD KD AD|QH KH AH", ["QC", "QD", "QH"]),
    "passes of any number": passing("QC KC AC|QD KD AD|QH KH AH", ["QC", "QD KD", "QH"], 1, count=2, at_least=0),
    "passes of any number, to an onlooker": passing(
        "QC KC AC|QD KD AD|QH KH AH", ["QC", "QD KD", "QH"], 6, seat=None, count=2, at_least=0
    ),
    "locked cards": passing("QC KD QH|AD QD AC|KC KH AH", ["KD", "AD", "KH"], locked="QC KC AC QH KH AH"),
    "locked cards, to an onlooker": passing(
        "QC KC QH|AD KD AC|QD KH AH", ["KC", "AD", "QD"], 4, seat=None, locked="QC KC AC QH KH"
    ),
    "locked cards, passed in any number": passing(
        "QC KC QH|AD KD AC|QD KH AH", ["KC", "AD KD", "QD"], 2, count=2, at_least=1, locked="QC KC AC QH KH"
    ),
    "a locked card": passing("QC KD QH|AD QD AC|KC KH AH", ["KD", "AD", "KH"], 1, locked="QH"),
    "as many locked cards as a hand": passing("QD KD QH|KH QC KC|AD AC AH", ["QD", "KH", "AD"], locked="QC KC AC"),
    "passes chosen by some": passing("QC KC AC|QD KD AD|QH KH AH", [None, "QD", None]),
    "passes chosen by some, its own too": passing("QC KC AC|QD KD AD|QH KH AH", [None, "QD", "QH"], seat=1),
    "locked cards chosen by some": passing(
        "QC KC AC|QD KD AD|QH KH AH", [None, "QD", "QH"], at_least=1, count=2, locked="QC KC AC QH KH AH"
    ),
}


def limit(cells: int) -> float:
    """What chi-square exceeds once in 100,000 times where all is well (by the approximation of Wilson and Hilferty)."""
    freedom = cells - 1
    return float(freedom * (1 - 2 / (9 * freedom) + 4.265 * sqrt(2 / (9 * freedom))) ** 3)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_world_is_as_likely(name: str) -> None:
    """Every holding is drawn equally often, and so are all passes that lead to it: by chi-square against all there are."""
    view = POSITIONS[name]
    every = {held: list(worlds_with(view, held)) for held in every_holding(view)}
    assert hearts.count_worlds(view) == len(every)
    count = sum(map(len, every.values()))
    assert 1 < count <= 6_000
    draws = 12 * count
    found = Counter(hearts.sample_worlds(view, draws, seed=2026))
    assert found.keys() <= {world for worlds in every.values() for world in worlds}
    chance = {world: 1 / len(every) / len(worlds) for worlds in every.values() for world in worlds}
    assert sum((found[world] - draws * p) ** 2 / (draws * p) for world, p in chance.items()) < limit(count)
    held: Counter[Hands] = Counter()
    for world, number in found.items():
        held[world.hands] += number
    expected = draws / len(every)
    assert sum((held[hands] - expected) ** 2 / expected for hands in every) < limit(max(2, len(every)))


def test_the_test_of_likelihood_tells() -> None:
    """The limit is one that draws with unequal chances exceed: here one of twenty holdings is half as likely again."""
    draws, cells = 12 * 1680, 20
    even = draws / cells
    assert (even / 2) ** 2 / even > limit(cells)


# ---- numbers that can be worked out by hand --------------------------------------------------------------------------


def test_counts_of_whole_packs() -> None:
    """At the start a seat sees 39! / (13!)^3 holdings, an onlooker 52! / (13!)^4; fewer once passes and leader are known."""
    deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7), pass_offset=1)
    assert hearts.count_worlds(deal.view(0)) == factorial(39) // factorial(13) ** 3
    assert hearts.count_worlds(deal.view()) == factorial(52) // factorial(13) ** 4
    for seat in range(4):
        deal = deal.apply(hearts.PassCards(seat, deal.hands[seat][:3]))
    assert deal.phase is Phase.PLAYING
    assert hearts.count_worlds(deal.view()) == factorial(51) // (factorial(12) * factorial(13) ** 3)
    assert deal.turn is not None
    seat = (deal.turn + 1) % 4  # passes to the left: of the 39 unseen cards it knows where four are
    unknown = {other: 13 for other in range(4) if other != seat}
    unknown[(seat + 1) % 4] -= 3
    unknown[deal.turn] -= 1
    assert hearts.count_worlds(deal.view(seat)) == factorial(35) // prod(map(factorial, unknown.values()))


# ---- as a function ---------------------------------------------------------------------------------------------------


def test_equal_arguments_give_equal_worlds() -> None:
    """Worlds follow from view, n and seed alone, and those of a larger n begin as those of a smaller."""
    one, other = (next(islice(walk(hearts.new_game("standard", seed=5), 9), 30, None)).view(2) for _ in range(2))
    worlds = hearts.sample_worlds(one, 20, seed=3)
    assert worlds == hearts.sample_worlds(other, 20, seed=3)
    assert worlds[:7] == hearts.sample_worlds(one, 7, seed=3)
    assert worlds != hearts.sample_worlds(one, 20, seed=4)
    assert len(set(worlds)) == 20
    assert hearts.sample_worlds(one, 0, seed=3) == ()


@pytest.mark.parametrize("n", [-1, True, 2.0, "3", None])
def test_a_number_of_worlds_is_asked_for(n: object) -> None:
    """What is no number of worlds is refused."""
    with pytest.raises(hearts.SetupError, match=r"n: it is .*: expected a number of worlds, from 0"):
        hearts.sample_worlds(small("QC KC AC|QD KD AD|QH KH AH"), n, seed=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, True, 1.5, "1", None, 1 << 256])
def test_a_seed_is_asked_for(seed: object) -> None:
    """What is no seed is refused: there is no drawing without one."""
    with pytest.raises(hearts.SeedError):
        hearts.sample_worlds(small("QC KC AC|QD KD AD|QH KH AH"), 1, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("plays", [0, 1, 20, 36, 51])
def test_many_worlds_of_whole_packs(plays: int) -> None:
    """Early and late, thousands of worlds are drawn from one view, each another holding while there are many."""
    deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=11))
    view = next(islice(walk(deal, 4), plays, None)).view(0)
    worlds = hearts.sample_worlds(view, 2_000, seed=1)
    assert all(world.view(0) == view for world in worlds[:50])
    assert len({world.hands for world in worlds}) >= min(1_990, hearts.count_worlds(view) // 4)


def test_worlds_of_an_onlooker_who_has_seen_voids() -> None:
    """Where suits are shown out here and there, there are many ways to share out each, and all worlds agree with them."""
    for number in range(1, 6):
        deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=number))
        for state in islice(walk(deal, number), 20, 48, 9):
            check_worlds(state.view(), number)


@pytest.mark.parametrize("count", [0, 1, 8, 17])
def test_passes_of_many_cards(count: int) -> None:
    """Whatever the number of cards passed, up to whole hands, worlds have some passes that lead to them."""
    passing = {"count": count, "at_least": 0, "cycle": ["left"]}
    table = {"players": [3], "default_players": 3, "removed": "2C"}
    variant = hearts.load_variant("black-maria").evolve(passing=passing, table=table)
    deal = hearts.new_deal(variant, hearts.deal_hands(variant, seed=1), pass_offset=min(1, count))
    for seat in deal.to_act if count else ():
        deal = deal.apply(hearts.PassCards(seat, deal.hands[seat][: count - seat % 2]))
    for viewer in (None, 0, 1, 2):
        check_worlds(deal.view(viewer), 1)


def test_worlds_of_a_deal_whose_hands_are_opened() -> None:
    """Where the house opens finished deals, all passes are known, and there is one world."""
    variant = small_variant(PACK, 3, passing={"count": 1, "cycle": ["left"]})
    deal = hearts.new_deal(variant, ["QC KC AC", "QD KD AD", "QH KH AH"], pass_offset=1, passes=["QC", "QD", "QH"])
    *_, over = walk(deal, 1)
    view = over.view(0, options=ViewOptions(open_finished=True))
    assert set(hearts.sample_worlds(view, 50, seed=1)) == {over}
    closed = hearts.sample_worlds(over.view(0), 50, seed=1)
    assert {world.hands for world in closed} == {over.hands}
    assert {world.passes[1] for world in closed} == {CardSet((card,)) for card in deal.hands[2]}


@pytest.mark.parametrize(
    ("end", "style"),
    [
        ({"target": 5, "floor": 0}, "old"),
        ({"target": 50, "exact": {"13": 0, "26": 13}}, "new"),
        ({"target": 9, "floor": -3, "winner": "highest"}, "mixed"),
        ({"target": 9}, "auto"),
        ({"target": 9}, "choice"),
        ({"target": 50, "floor": 0, "exact": {"0": 5}}, "new"),
        ({"target": 3, "floor": 0, "winner": "highest", "tie": "shared"}, "auto"),
    ],
)
def test_totals_before_a_lone_deal_that_is_over(end: dict[str, object], style: str) -> None:
    """A view of a lone deal that is over shows the totals after it; worlds had some before it that lead to them."""
    values = {"hearts": 1, "QS": 0}
    variant = small_variant(PACK, 3, end=end, values=values, moon={"style": style})
    for totals in ((0, 0, 0), (1, 0, 0), (5, 0, 2), (8, 8, 8), (-3, 13, 26), (10, 23, -16)):
        deal = hearts.new_deal(
            variant, ["AC AD AH", "KC KD KH", "QC QD QH"], totals=totals, plays="AC KC QC AD KD QD AH KH QH"
        )
        for choice in ("old", "new") if deal.phase is Phase.CHOOSING_MOON else (None,):
            over = deal if choice is None else deal.apply(hearts.ChooseMoon(0, choice))
            check_worlds(over.view(1), 1)
