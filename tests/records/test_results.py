"""The results of finished deals hold together: those of real games do, and a number that was changed is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from recordings import MOON, SHARED, SPLIT, TINY, chosen, finished, played, tiny

import hearts
from hearts import DealResult, MoonKind, MoonStyle
from hearts.engine.ending import add_scores
from hearts.records.results import check_results
from hearts.testing import games, hands, walk
from hearts.variant.rules import resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hearts.errors import Fault

ROWS: Final = ("points", "scores", "totals", "hearts_taken")
PLAIN: Final = ("standard", "black-maria", "omnibus", "spot", "choice-moon", "partnership", "court-cards", "reverse")


def found(game: hearts.Game, deals: Sequence[DealResult] | None = None, *, may_be_over: bool = True) -> list[Fault]:
    """The faults in results, of a game's own where no others are given."""
    results = game.deals if deals is None else tuple(deals)
    return check_results(game.variant, game.players, game.first_dealer, results, may_be_over=may_be_over)


@st.composite
def ended(draw: st.DrawFn, variant: str | None = None) -> hearts.Game:
    """Games with at least one deal finished."""
    game = draw(games(variant, max_deals=2))
    number = draw(st.integers(0, 1 << 32))
    strongest = max(range(game.players), key=lambda seat: sum(card.pips for card in game.deal.dealt[seat]))
    *_, game = walk(game, number, shooters=(strongest,) if number % 2 else ())
    if not game.is_over:
        *_, game = walk(game.next_deal(draw(st.none() | hands(game.variant, game.players))), number)
    return game


@given(games(), st.integers(0, 1 << 32))
def test_the_results_of_a_game_hold_together(game: hearts.Game, number: int) -> None:
    """At every point of a game its results so far have no fault, nor have those of its first deals alone."""
    for state in walk(game, number):
        if len(state.deals) != len(game.deals) or state is game:
            assert found(state, may_be_over=state.is_over) == []
            assert found(state) == []
    for count in range(len(state.deals)):
        assert found(state, state.deals[:count], may_be_over=False) == []


@given(ended())
def test_moons_suns_and_bonuses_hold_together(game: hearts.Game) -> None:
    """Results with moons and suns of every kind, of one seat or of a team, have no fault."""
    for result in game.deals:
        event("none" if result.moon is None else f"{result.moon.kind} of {len(result.moon.seats)}")
    assert found(game) == []


def test_no_results_hold_together() -> None:
    """A game with no deal finished has nothing to find a fault in."""
    assert found(tiny().game, may_be_over=False) == []


def changed(result: DealResult, name: str, seat: int, by: int) -> DealResult:
    """The result with one of its numbers changed."""
    value = getattr(result, name)
    other: Any = (*value[:seat], value[seat] + by, *value[seat + 1 :]) if name in ROWS else value + by
    changes: dict[str, Any] = {name: other}
    return attrs.evolve(result, **changes)


@given(
    st.one_of(*(ended(name) for name in PLAIN)),
    st.sampled_from((*ROWS, "number", "dealer", "pass_offset")),
    st.integers(1, 300),
    st.data(),
)
def test_each_number_that_is_changed_is_found(game: hearts.Game, name: str, by: int, data: st.DataObject) -> None:
    """Where points are those of cards, and totals plain sums, each change of a number is found, in its deal, at its place;
    where a score is changed, that or the total.
    """
    index = data.draw(st.integers(0, len(game.deals) - 1))
    seat = data.draw(st.integers(0, game.players - 1))
    deals = list(game.deals)
    deals[index] = changed(deals[index], name, seat, data.draw(st.sampled_from((by, -by))))
    (first, *_) = found(game, deals)
    assert first.path in {f"deals.{index}.{place}" for place in ((name, "totals") if name == "scores" else (name,))}
    assert first.expected
    assert first.problem.startswith(("it is ", "they are "))


@given(ended(), st.sampled_from((*ROWS, "number", "dealer", "pass_offset")), st.integers(1, 300), st.data())
def test_a_number_that_is_changed_is_found_wherever_it_can_be(
    game: hearts.Game, name: str, by: int, data: st.DataObject
) -> None:
    """Under any rules a change is found unless tricks and bonuses that are not known any more could have made it, and totals
    come to the same in spite of it.
    """
    index = data.draw(st.integers(0, len(game.deals) - 1))
    seat = data.draw(st.integers(0, game.players - 1))
    before = game.deals[index]
    after = changed(before, name, seat, data.draw(st.sampled_from((by, -by))))
    deals = [*game.deals[:index], after, *game.deals[index + 1 :]]
    variant = game.variant
    if name == "points" and variant.values.tricks:
        assert all(fault.path.startswith(f"deals.{index}") for fault in found(game, deals))
        return
    if name == "scores" and any(
        add_scores(resolve(variant, len(totals)), totals, after.scores) == before.totals
        for totals in [game.deals[index - 1].totals if index else (0,) * game.players]
    ):
        assert variant.end.exact or variant.end.floor != "none"
        if before.moon is not None or variant.no_tricks.bonus:
            return
    paths = {fault.path for fault in found(game, deals)}
    assert paths & {f"deals.{index}.{place}" for place in ((name, "totals") if name == "scores" else (name,))}


# ---- a small game, fault by fault ----------------------------------------------------------------------------------------

SHOT: Final = finished().game
"""The last seat shoots the moon twice, and wins."""

EVEN: Final = played(tiny(*SPLIT), SHARED).game
"""Nobody makes a moon: seats 1 and 2 take a heart and two."""


def moon_of(game: hearts.Game, index: int = 0, **changes: Any) -> list[DealResult]:  # noqa: ANN401 - of many types
    """The results with the moon of a deal changed."""
    deals = list(game.deals)
    moon = deals[index].moon
    assert moon is not None
    deals[index] = attrs.evolve(deals[index], moon=attrs.evolve(moon, **changes))
    return deals


def result_of(game: hearts.Game, index: int = 0, **changes: Any) -> list[DealResult]:  # noqa: ANN401 - of many types
    """The results with one of them changed."""
    deals = list(game.deals)
    deals[index] = attrs.evolve(deals[index], **changes)
    return deals


A_SEAT = "a seat from 0 to 2, or the seats of a team that may shoot together"

FAULTS: Final[dict[str, tuple[hearts.Game, list[DealResult], str]]] = {
    "a row too short": (
        SHOT,
        result_of(SHOT, 1, scores=(10, 10)),
        "deals.1.scores: there are 2; expected 3, one for each seat",
    ),
    "a number": (SHOT, result_of(SHOT, 1, number=1), "deals.1.number: it is 1; expected 2"),
    "a dealer": (SHOT, result_of(SHOT, 1, dealer=2), "deals.1.dealer: it is 2; expected 0"),
    "an offset": (SHOT, result_of(SHOT, pass_offset=1), "deals.0.pass_offset: it is 1; expected 0"),
    "hearts": (
        EVEN,
        result_of(EVEN, hearts_taken=(0, 2, 2)),
        "deals.0.hearts_taken: they are 0 2 2; expected 3 in all",
    ),
    "fewer than no hearts": (
        EVEN,
        result_of(EVEN, hearts_taken=(-1, 2, 2)),
        "deals.0.hearts_taken: they are -1 2 2; expected 3 in all",
    ),
    "points": (EVEN, result_of(EVEN, points=(1, 1, 2)), "deals.0.points: they are 1 1 2; expected 3 in all"),
    "scores": (
        EVEN,
        result_of(EVEN, scores=(1, 0, 2), totals=(1, 0, 2)),
        "deals.0.scores: they are 1 0 2 without a moon; expected 0 1 2",
    ),
    "scores of a moon": (
        SHOT,
        result_of(SHOT, scores=(10, 0, 10), totals=(10, 0, 10)),
        "deals.0.scores: they are 10 0 10 with the moon; expected 10 10 0",
    ),
    "totals": (EVEN, result_of(EVEN, totals=(0, 1, 3)), "deals.0.totals: they are 0 1 3; expected 0 1 2"),
    "a moon that nobody made": (
        SHOT,
        result_of(SHOT, moon=None),
        "deals.0.scores: they are 10 10 0 without a moon; expected 0 0 3",
    ),
    "a moon of a seat that is not there": (
        SHOT,
        moon_of(SHOT, seat=3, seats=(3,)),
        f"deals.0.moon: it is of seat 3 and seats 3; expected {A_SEAT}",
    ),
    "a moon of a seat below": (
        SHOT,
        moon_of(SHOT, seat=-1, seats=(-1,)),
        f"deals.0.moon: it is of seat -1 and seats -1; expected {A_SEAT}",
    ),
    "a moon of another seat": (
        SHOT,
        moon_of(SHOT, seat=1),
        f"deals.0.moon: it is of seat 1 and seats 2; expected {A_SEAT}",
    ),
    "a moon of two": (
        SHOT,
        moon_of(SHOT, seats=(2, 0)),
        f"deals.0.moon: it is of seat 2 and seats 2 0; expected {A_SEAT}",
    ),
    "a moon of none": (
        SHOT,
        moon_of(SHOT, seats=()),
        f"deals.0.moon: it is of seat 2 and seats ; expected {A_SEAT}",
    ),
    "a moon without hearts": (
        SHOT,
        moon_of(SHOT, seat=0, seats=(0,)),
        "deals.0.moon: it is of 0, who took fewer hearts; expected 3 hearts at least",
    ),
    "a moon without a style": (
        SHOT,
        moon_of(SHOT, style=None),
        "deals.0.moon: a moon has the style None; expected old or new",
    ),
    "a moon of a style that is none": (
        SHOT,
        moon_of(SHOT, style=MoonStyle.CHOICE),
        "deals.0.moon: a moon has the style choice; expected old or new",
    ),
    "the other style": (
        SHOT,
        moon_of(SHOT, style=MoonStyle.NEW),
        "deals.0.scores: they are 10 10 0 with the moon; expected 0 0 -10",
    ),
    "a sun where there is none": (
        SHOT,
        moon_of(SHOT, kind=MoonKind.SUN, style=None),
        "deals.0.moon: it is a sun; expected none, as the variant has no sun",
    ),
}


@pytest.mark.parametrize(("game", "deals", "told"), FAULTS.values(), ids=FAULTS)
def test_each_kind_of_fault_is_told(game: hearts.Game, deals: list[DealResult], told: str) -> None:
    """The first fault says where it is, what is wrong and what would be right."""
    assert str(found(game, deals)[0]) == told


def in_variant(deals: Sequence[DealResult], **changes: Any) -> list[str]:  # noqa: ANN401 - each section has its settings
    """What is told of results under changed rules."""
    variant = TINY.evolve(**changes)
    return [str(fault) for fault in check_results(variant, 3, 2, tuple(deals), may_be_over=True)]


def test_a_moon_needs_a_variant_with_one() -> None:
    """Where there are no moons none can have been made, and a style that the rules name is the one of every moon."""
    (told, *_) = in_variant(SHOT.deals[:1], moon={"style": "none"})
    assert told == "deals.0.moon: it is a moon; expected none, as the variant has no moon"
    (told, *_) = in_variant(SHOT.deals[:1], moon={"style": "new"})
    assert told == "deals.0.moon: a moon has the style old; expected new"
    assert in_variant(SHOT.deals[:1], moon={"style": "old"}) == []
    assert in_variant(chosen("new").game.deals, moon={"style": "new"}) == []


def test_a_sun_has_no_style_and_its_own_value() -> None:
    """A sun charges the others its own value, whatever the style of the moon, and has no style itself."""
    game = played(tiny(sun={"value": 7}), MOON).game
    (result,) = game.deals
    assert result.moon is not None
    assert (result.moon.kind, result.scores) == (MoonKind.SUN, (7, 7, 0))
    assert found(game) == []
    assert str(found(game, moon_of(game, style=MoonStyle.OLD))[0]) == (
        "deals.0.moon: a sun has the style old; expected None"
    )
    wrong = result_of(game, scores=(7, 7, 7), totals=(7, 7, 7))
    assert str(found(game, wrong)[0]) == "deals.0.scores: they are 7 7 7 with the sun; expected 7 7 0"


def team_game(**partners: Any) -> hearts.Game:  # noqa: ANN401 - settings of many types
    """A game after a deal in which seats 1 and 3, who are partners, take one heart and three: all of them together."""
    pack = "2C 3C 4C 5C 2H 3H 4H 5H"
    variant = TINY.evolve(
        table={"players": [4], "default_players": 4, "removed": str(hearts.CardSet(range(52)) - pack)},
        moon={"style": "old"},
        partners={"teams": [[0, 2], [1, 3]], **partners},
    )
    game = hearts.new_game(variant, seed=7, hands=["2C 3C", "5C 2H", "3H 4H", "4C 5H"])
    for card in ["2C", "5C", "3H", "4C", "2H", "4H", "5H", "3C"]:
        game = game.play(card)
    return game


def test_a_team_makes_a_moon_where_it_may() -> None:
    """Where a team may shoot together the moon is of its seats, the lowest first, and charges the others."""
    game = team_game(together=True)
    (result,) = game.deals
    assert result.moon is not None
    assert (result.moon.seat, result.moon.seats, result.scores) == (1, (1, 3), (10, 0, 10, 0))
    assert found(game) == []
    for seat, seats in ((3, (1, 3)), (3, (3, 1)), (1, (1, 2)), (0, (0, 2)), (1, (1,))):
        (told, *_) = found(game, moon_of(game, seat=seat, seats=seats))
        assert told.path == "deals.0.moon"
    alone = team_game()
    assert found(alone) == []
    (told, *_) = found(alone, result_of(alone, moon=result.moon))
    assert str(told).startswith("deals.0.moon: it is of seat 1 and seats 1 3; expected")


def test_a_partner_that_calls_for_a_new_moon_is_heeded() -> None:
    """Where the moon of one partner is scored the new way, its style is that; that of a whole team goes by the variant."""
    game = team_game(together=True, moon="new")
    assert found(game) == []
    (result,) = game.deals
    assert result.moon is not None
    assert result.moon.style is MoonStyle.OLD
    solo = result_of(
        game,
        points=(0, 4, 0, 0),
        hearts_taken=(0, 4, 0, 0),
        moon=attrs.evolve(result.moon, seats=(1,), style=MoonStyle.NEW),
        scores=(0, -10, 0, 0),
        totals=(0, -10, 0, 0),
    )
    assert found(game, solo) == []
    wrong = [attrs.evolve(solo[0], moon=attrs.evolve(result.moon, seats=(1,)))]
    assert str(found(game, wrong)[0]) == "deals.0.moon: a moon has the style old; expected new"


def test_results_after_the_end_are_one_too_many() -> None:
    """After the deal that ends the game there is no other; and of a game that goes on, the last deal has not ended it."""
    assert found(SHOT) == []
    over = "deals.1: the game is over after this deal, and goes on; expected no further deal"
    assert [*map(str, found(SHOT, may_be_over=False))] == [over]
    third = attrs.evolve(SHOT.deals[0], number=3, dealer=1, totals=(30, 30, 0))
    assert [*map(str, found(SHOT, [*SHOT.deals, third]))] == [over]


def test_what_follows_a_fault_is_judged_by_what_is_right() -> None:
    """Totals that are wrong are a fault where they stand, and what follows is reckoned from what they should be; after a
    result that makes no sense nothing more can be told.
    """
    wrong = result_of(SHOT, totals=(0, 0, 0))
    assert [*map(str, found(SHOT, wrong))] == ["deals.0.totals: they are 0 0 0; expected 10 10 0"]
    wrong[0] = attrs.evolve(wrong[0], points=(0, 0, 0), hearts_taken=(0, 0, 3))
    wrong[1] = attrs.evolve(wrong[1], number=9)
    assert [fault.path for fault in found(SHOT, wrong)] == ["deals.0.points"]


def test_the_bonus_for_no_tricks_is_for_who_took_nothing() -> None:
    """A seat may have the bonus only where it took no points and no hearts; whether it took a trick is not known."""
    rules = {"no_tricks": {"bonus": -5}, "moon": {"style": "none"}}
    (result,) = EVEN.deals
    assert in_variant([result], **rules) == []
    assert in_variant([attrs.evolve(result, scores=(-5, 1, 2), totals=(-5, 1, 2))], **rules) == []
    (told,) = in_variant([attrs.evolve(result, scores=(0, -4, 2), totals=(0, -4, 2))], **rules)
    assert told.startswith("deals.0.scores: they are 0 -4 2 without a moon")
    kept = [attrs.evolve(SHOT.deals[0], scores=(5, 10, 0), totals=(5, 10, 0))]
    assert in_variant(kept, no_tricks={"bonus": -5, "with_moon": True}) == []
    assert in_variant(kept, no_tricks={"bonus": -5}) != []


def test_points_for_tricks_go_by_how_many_there_can_be() -> None:
    """Where tricks count, points come to those of the cards and of as many tricks as hands have cards: more, where passing can
    make a hand larger, but not in a deal without passing.
    """
    (result,) = EVEN.deals
    tricks = [attrs.evolve(result, points=(0, 11, 12), scores=(0, 11, 12), totals=(0, 11, 12))]
    more = [attrs.evolve(result, points=(10, 11, 12), scores=(10, 11, 12), totals=(10, 11, 12))]
    rules: dict[str, Any] = {"values": {"tricks": 10}, "moon": {"style": "none"}, "end": {"target": 100}}
    assert in_variant(tricks, **rules) == []
    assert in_variant(more, **rules) == ["deals.0.points: they are 10 11 12; expected 23 in all"]
    fewer = {"count": 1, "at_least": 0, "cycle": ["left", "hold"]}
    passed = [attrs.evolve(more[0], pass_offset=1)]
    assert in_variant(passed, **rules, passing=fewer) == []
    assert in_variant(more, **rules, passing={**fewer, "cycle": ["hold"]}) != []
    assert in_variant([attrs.evolve(SHOT.deals[0], points=(0, 0, 23))], values={"tricks": 10}) == []


def test_the_variant_decides() -> None:
    """The same results are right under the rules that they were made by, and wrong under others."""
    assert in_variant(SHOT.deals) == []
    for changes in ({"moon": {"value": 9}}, {"end": {"target": 10}}, {"values": {"hearts": 2}}, {"end": {"floor": 5}}):
        assert in_variant(SHOT.deals, **changes) != []
