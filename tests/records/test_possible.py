"""Which deals can give a row of scores: by examples, against all piles of small packs, and for the scores of any deal."""

from __future__ import annotations

from itertools import product
from operator import add
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import Moon, MoonKind, MoonStyle
from hearts.engine.ending import Standing
from hearts.engine.scoring import Piles, moon_of, score_piles
from hearts.records.deal_kinds import can_score, lowest_score, row_sums
from hearts.records.possible import Budget, explain_row, explain_within
from hearts.testing import deals
from hearts.variant.rules import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

OLD, NEW = MoonStyle.OLD, MoonStyle.NEW
Row = tuple[int, ...]


def moons(variant: hearts.Variant | str, row: Row, **before: Any) -> list[Moon | None]:  # noqa: ANN401 - totals and number
    """How a row is explained; everything was looked at."""
    explained = explain_row(variant, row, **before)
    assert explained.is_complete
    assert explained.is_possible == bool(explained.explanations)
    return [way.moon for way in explained.explanations]


def moon(seat: int, style: MoonStyle, *seats: int) -> Moon:
    """A moon of a seat, or of a team."""
    return Moon(MoonKind.MOON, seat, seats or (seat,), style)


def sun(seat: int) -> Moon:
    """A sun of a seat."""
    return Moon(MoonKind.SUN, seat, (seat,), None)


# ---- examples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        (25, 0, 0, 1, 1),  # for five players: 27
        (25, 0, 0, 0),
        (1, 0, 0, 26),
        (-26, 26, 26, 26),
        (-26, 0, 0, 0),
        (13, 13, 13, 13),
        (24, 2, 1, -1),
        (26, 0, 0, 0),  # that is a moon
        (12, 12, 2, 0),  # the queen is nowhere
        (14, 0, 13, 0),
        (0, 0, 0, 0),
        (0, 26, 26, 25),
    ],
)
def test_rows_that_cannot_be(row: Row) -> None:
    """In the standard game scores add up to 26 with the queen somewhere, or are those of a moon (R7.3, R8.2)."""
    assert moons("standard", row) == []


@pytest.mark.parametrize(
    ("variant", "row", "expected"),
    [
        ("standard", (13, 3, 5, 5), [None]),
        ("standard", (25, 1, 0, 0), [None]),
        ("standard", (13, 13, 0, 0), [None]),
        ("standard", (26, 0, 26, 26), [moon(1, OLD)]),
        ("standard", (26, 26, 0), [moon(2, OLD)]),
        ("new-moon", (0, 0, 0, -26), [moon(3, NEW)]),
        ("choice-moon", (0, -26, 0, 0), [moon(1, NEW)]),
        ("choice-moon", (26, 0, 26, 26), [moon(1, OLD)]),
        ("omnibus", (5, 1, 10, 0), [None]),
        ("omnibus", (26, 0, 26, 26), [moon(1, OLD)]),
        ("omnibus", (26, -10, 0, 0), [None]),  # without the jack it is no moon
        ("omnibus", (16, 0, 0, 0), [None]),  # the jack makes up for ten hearts
        ("jack-of-diamonds", (26, -10, 26, 26), [moon(1, OLD)]),
        ("jack-of-diamonds", (16, 0, 26, 26), [moon(1, OLD)]),
        ("jack-of-diamonds", (26, -10, 0, 0), []),
        ("original", (13, 0, 0, 0), [None]),
        ("reverse", (26, 0, 0, 0), [None]),
        ("partnership", (0, 26, 0, 26), [moon(0, OLD), moon(2, OLD)]),
        ("court-cards", (12, 11, 23, 0), [None]),
        ("court-cards", (46, 46, 0, 46), [moon(2, OLD)]),
        ("spot", (27, 77, 14, 11), [None]),
        ("spot", (1, 128, 0, 0), []),
        ("spot", (2, 2, 125, 0), []),
        ("spot", (23, 22, 21, 21, 22, 20), []),  # the queen alone counts 25
    ],
)
def test_rows_of_shipped_variants(variant: str, row: Row, expected: list[Moon | None]) -> None:
    """Rows with each way in which a deal can give them, in order."""
    assert moons(variant, row) == expected


def test_several_explanations_have_an_order() -> None:
    """With no moon first, then moons by seat, old before new, then moons of teams, then suns by seat."""
    variant = hearts.Variant().evolve(values={"QS": 2, "total": "unstated"}, moon={"value": 5})
    assert moons(variant, (0, 5, 5, 5)) == [None, moon(0, OLD)]
    variant = hearts.Variant().evolve(values={"JD": -26, "total": "unstated"}, moon={"style": "choice"})
    assert moons(variant, (-26, 0, 0, -26)) == [moon(0, NEW), moon(3, NEW)]
    teams: dict[str, Any] = {"teams": [[0, 2], [1, 3]], "together": True}
    variant = hearts.Variant().evolve(
        table={"players": [4]}, partners=teams, sun={"value": 26}, moon={"style": "choice"}
    )
    assert moons(variant, (0, 26, 0, 26)) == [moon(0, OLD), moon(2, OLD), moon(0, OLD, 0, 2), sun(0), sun(2)]


def test_a_style_looks_at_the_totals() -> None:
    """With the mixed and the automatic style the totals before the deal say how a moon may be scored (R8.2)."""
    old, new = (0, 26, 26, 26), (-26, 0, 0, 0)
    low, lost, won = (40, 0, 0, 0), (80, 90, 0, 1), (0, 90, 50, 50)
    expected = {
        ("mixed", old, low): [moon(0, OLD)],
        ("mixed", new, low): [],
        ("mixed", old, lost): [moon(0, OLD)],
        ("mixed", new, lost): [moon(0, NEW)],
        ("mixed", new, won): [],
        ("auto", old, low): [moon(0, OLD)],
        ("auto", old, lost): [],
        ("auto", new, lost): [moon(0, NEW)],
        ("auto", old, won): [moon(0, OLD)],
        ("auto", new, won): [],
    }
    for (style, row, totals), explanations in expected.items():
        variant = hearts.Variant().evolve(moon={"style": style})
        assert moons(variant, row, totals=totals) == explanations, (style, row, totals)


def test_the_number_of_the_deal_matters() -> None:
    """A game of a fixed number of deals ends with the last one, which some styles look at."""
    variant = hearts.Variant().evolve(moon={"style": "auto"}, end={"target": "none", "deals": 2, "tie": "shared"})
    totals = (40, 0, 0, 0)
    assert moons(variant, (0, 26, 26, 26), totals=totals, deal_number=1) == [moon(0, OLD)]
    assert moons(variant, (0, 26, 26, 26), totals=totals, deal_number=2) == []
    assert moons(variant, (-26, 0, 0, 0), totals=totals, deal_number=2) == [moon(0, NEW)]


def test_hearts_that_are_not_known() -> None:
    """Where the fewest hearts decide whether the shooter wins, either style is accepted, and elsewhere only the right one."""
    variant = hearts.Variant().evolve(moon={"style": "auto"}, end={"tie": "fewest-hearts"})
    tied, lost, won = (90, 64, 80, 80), (91, 64, 80, 80), (89, 64, 80, 80)
    for totals, old, new in ((tied, True, True), (lost, False, True), (won, True, False)):
        assert moons(variant, (0, 26, 26, 26), totals=totals) == [moon(0, OLD)] * old
        assert moons(variant, (-26, 0, 0, 0), totals=totals) == [moon(0, NEW)] * new


def test_what_would_be_right() -> None:
    """Where scores can only come of a moon that the rules score otherwise, the right scores are told, of each style."""

    def instead(variant: hearts.Variant | str, row: Row) -> list[tuple[Moon | None, Row]]:
        explained = explain_row(variant, row)
        assert not explained.is_possible
        return [(score.moon, score.scores) for score in explained.instead]

    assert instead("standard", (26, 0, 0, 0)) == [(moon(0, OLD), (0, 26, 26, 26))]
    assert instead("new-moon", (26, 0, 26, 26)) == [(moon(1, NEW), (0, -26, 0, 0))]
    assert instead("choice-moon", (0, 0, 26, 0)) == [
        (moon(2, OLD), (26, 26, 0, 26)),
        (moon(2, NEW), (0, 0, -26, 0)),
    ]
    assert instead("standard", (25, 0, 0, 0)) == []
    with_bonus = hearts.Variant().evolve(no_tricks={"bonus": -5})
    assert instead(with_bonus, (26, -5, -5, -5)) == [(moon(0, OLD), (0, 26, 26, 26))]
    with_sun = hearts.Variant().evolve(no_tricks={"bonus": -5}, sun={"value": 52}, moon={"style": "none"})
    assert instead(with_sun, (26, -5, -5, -5)) == [(sun(0), (0, 52, 52, 52))]


def test_the_limit() -> None:
    """A search that reaches its limit says so, and takes the row for possible; what it found before still stands."""
    standard = hearts.Variant()
    for row in ((13, 3, 5, 5), (12, 12, 2, 0)):
        explained = explain_within(standard, row, (0, 0, 0, 0), 0, Budget(5))
        assert (explained.explanations, explained.is_complete, explained.is_possible) == ((), False, True)
    cut = explain_within(standard, (13, 3, 5, 5), (0, 0, 0, 0), 0, Budget(30))
    assert [way.moon for way in cut.explanations] == [None]


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"scores": (1, 2)}, "players"),
        ({"scores": "1234"}, "scores"),
        ({"scores": 5}, "scores"),
        ({"scores": (1, True, 0, 0)}, "scores[1]"),
        ({"scores": (1, 2, 3, 10**9 + 1)}, "scores[3]"),
        ({"scores": (13, 3, 5, 5), "totals": (0, 0, 0)}, "totals"),
        ({"scores": (13, 3, 5, 5), "totals": (0, 0, 0, "0")}, "totals[3]"),
        ({"scores": (13, 3, 5, 5), "deal_number": 0}, "deal_number"),
    ],
)
def test_wrong_questions(arguments: dict[str, Any], where: str) -> None:
    """What is no row of whole numbers for the variant's players raises a SetupError that says where."""
    with pytest.raises(hearts.SetupError) as raised:
        explain_row("standard", **arguments)
    assert raised.value.where == where


def test_numbers_out_of_range() -> None:
    """A number that is too large is refused with the range."""
    with pytest.raises(
        hearts.SetupError, match=r"totals\[1\]: it is 1000000000000: .* from -1000000000 to 1000000000$"
    ):
        explain_row("standard", (13, 3, 5, 5), totals=(0, 10**12, 0, 0))


# ---- all piles of small packs ----------------------------------------------------------------------------------------


def small(pack: str, players: int, **sections: dict[str, Any]) -> hearts.Variant:
    """A variant of a small pack for one number of players."""
    removed = str(hearts.CardSet(range(52)) - pack)
    return hearts.Variant().evolve(
        table={"players": [players], "default_players": players, "removed": removed},
        opening={"leader": "eldest", "card": "any"},
        **{"passing": {"count": 0, "cycle": ["hold"]}, "hearts": {"lead": "any-time"}} | sections,
    )


NINE = "2H 3H QS JD 2C 3C 4C 5C 6C"
EIGHT = "2H 3H 4H QS JD 2C 3C 4C"
BONUS: dict[str, Any] = {"QS": 3, "JD": -2, "total": "unstated"}
TEAMS: dict[str, Any] = {"teams": [[0, 2], [1, 3]], "together": True}

SMALL = {
    "plain": small(NINE, 3, moon={"style": "none"}),
    "old": small(NINE, 3),
    "outside": small(NINE, 3, values=BONUS, moon={"style": "choice"}),
    "absorbed": small(NINE, 3, values=BONUS, moon={"style": "choice", "bonus": "absorbed"}),
    "on top": small(NINE, 3, values=BONUS, moon={"style": "new", "bonus": "on-top", "value": 4}),
    "sun": small(NINE, 3, values=BONUS, sun={"value": 7}),
    "tricks": small(NINE, 3, values={"QS": 3, "tricks": 1, "total": "unstated"}, sun={"value": 7}),
    "tricks below": small(NINE, 3, values=BONUS | {"tricks": -1}, no_tricks={"bonus": 2}),
    "no tricks": small(NINE, 3, no_tricks={"bonus": -5}, values=BONUS),
    "no tricks kept": small(NINE, 3, no_tricks={"bonus": -5, "with_moon": True}, sun={"value": 7}),
    "no tricks alike": small(NINE, 3, no_tricks={"bonus": 1}, values={"tricks": 1, "total": "unstated"}),
    "only tricks": small(
        NINE, 3, values={"hearts": 0, "QS": 0, "tricks": 1, "total": "unstated"}, moon={"style": "none"}
    ),
    "full piles": small("2H 3H 4H 5H 6H 7H 8H 9H TH", 3, values={"hearts": "pips", "QS": 0, "total": "unstated"}),
    "one card": small("QS 2C 3C 4C 5C 6C", 3),
    "one trick": small("QS 2H 3C", 3, sun={"value": 7}),
    "auto": small(NINE, 3, moon={"style": "auto"}, end={"target": 20, "tie": "shared"}),
    "mixed": small(NINE, 3, moon={"style": "mixed"}, values=BONUS, end={"target": 15, "exact": {"15": 3}, "floor": 0}),
    "teams": small(EIGHT, 4, partners=TEAMS, values=BONUS, moon={"style": "choice"}),
    "teams charged": small(EIGHT, 4, partners=TEAMS | {"moon": "charged"}),
    "teams new": small(EIGHT, 4, partners=TEAMS | {"moon": "new"}, sun={"value": 2}),
    "teams auto": small(EIGHT, 4, partners=TEAMS, moon={"style": "auto"}, end={"target": 25}),
    "teams alone": small(EIGHT, 4, partners=TEAMS | {"together": False}, no_tricks={"bonus": 1}),
    "together without teams": small(NINE, 3, partners={"together": True}),
    "uneven": small("QS 2H 3H JD 2C 3C", 3, passing={"count": 1, "at_least": 0, "cycle": ["left"]}, values=BONUS),
    "uneven tricks": small(
        "QS 2H 3H JD 2C 3C",
        3,
        passing={"count": 1, "at_least": 0, "cycle": ["left"]},
        values=BONUS | {"tricks": 2},
        no_tricks={"bonus": -1},
        sun={"value": 3},
    ),
}


def tricks_of(players: int, tricks: int) -> Iterator[tuple[int, ...]]:
    """All ways to share out so many tricks."""
    return (counts for counts in product(range(tricks + 1), repeat=players) if sum(counts) == tricks)


def all_piles(variant: hearts.Variant, players: int) -> Iterator[Piles]:
    """All ways to share out the pack and the tricks: whole tricks where hands are even, and no larger piles elsewhere."""
    rules = resolve(variant, players)
    most = rules.hand_size + rules.pass_count - rules.pass_at_least
    pack = variant.pack(players)
    for holders in product(range(players), repeat=len(pack)):
        sizes = [holders.count(seat) for seat in range(players)]
        if most == rules.hand_size and any(size % players for size in sizes):
            continue
        taken = [0] * players
        for card, seat in zip(pack, holders, strict=True):
            taken[seat] |= 1 << card
        for number in range(rules.hand_size, most + 1):
            for tricks in tricks_of(players, number):
                if all(size <= count * players for size, count in zip(sizes, tricks, strict=True)):
                    yield Piles(tuple(taken), tricks)


def all_rows(variant: hearts.Variant, players: int, totals: Row) -> dict[Row, set[Moon | None]]:
    """Every row of scores that there can be, with all that it can come of."""
    rules = resolve(variant, players)
    before = Standing(totals, 0, (0,) * players)
    rows: dict[Row, set[Moon | None]] = {}
    for piles in all_piles(variant, players):
        for chosen in (OLD, NEW):
            made = moon_of(rules, before, piles, chosen)
            rows.setdefault(score_piles(rules, piles, made), set()).add(made)
    return rows


@pytest.mark.parametrize("name", SMALL)
def test_small_packs(name: str) -> None:
    """Of a small pack exactly the rows that some piles give are explained, each by all that those piles are; so are the sums,
    and what one seat can score.
    """
    variant = SMALL[name]
    (players,) = variant.table.players
    totals: Row = (9, 4, 9, 4)[:players] if variant.end.target != 100 else (0,) * players
    rows = all_rows(variant, players, totals)
    slips = ((1, -1, 0, 0), (0, 2, -2, 0), (1, 0, 0, 0), (-3, 1, 2, 0))
    near = {tuple(map(add, row, slip)) for row in rows for slip in slips}
    for row in [*rows, *sorted(near)]:
        assert {*moons(variant, row, totals=totals)} == rows.get(row, set()), row
    sums = {total for kind in row_sums(variant, players) for total in kind.sums}
    assert {sum(row) for row in rows} <= sums
    for seat in range(players):
        lowest = min(row[seat] for row in rows)
        assert lowest_score(variant, players) <= lowest
        assert all(can_score(variant, players, seat, row[seat]) for row in rows)
        assert not can_score(variant, players, seat, lowest_score(variant, players) - 1)


def test_sums() -> None:
    """What scores can add up to is told by the kind of deal, with the styles that the variant has."""

    def sums(variant: hearts.Variant, players: int = 4) -> list[tuple[str, Row]]:
        return [(kind.kind, kind.sums) for kind in row_sums(variant, players)]

    assert sums(hearts.Variant()) == [("", (26,)), ("moon by one seat", (78,))]
    assert sums(hearts.load_variant("standard"), 3) == [("", (26,)), ("moon by one seat", (52,))]
    assert sums(hearts.load_variant("new-moon")) == [("", (26,)), ("moon by one seat", (-26,))]
    assert sums(hearts.load_variant("choice-moon")) == [("", (26,)), ("moon by one seat", (-26, 78))]
    assert sums(hearts.load_variant("original")) == [("", (13,))]
    assert sums(hearts.Variant().evolve(sun={"value": 52}, moon={"style": "none"})) == [("", (26,)), ("sun", (156,))]
    assert sums(hearts.Variant().evolve(no_tricks={"bonus": -5})) == [("", (16, 21, 26)), ("moon by one seat", (78,))]
    assert sums(SMALL["teams new"]) == [
        ("", (16,)),
        ("moon by one seat", (-16,)),
        ("moon by partners", (32,)),
        ("sun", (4,)),
    ]
    assert sums(SMALL["teams charged"])[1:] == [("moon by one seat", (48,)), ("moon by partners", (32,))]


def test_what_a_seat_can_score() -> None:
    """A seat's score is ruled out where no cards and tricks add up to it."""
    standard, spot = hearts.Variant(), hearts.load_variant("spot")
    assert [can_score(standard, 4, 0, score) for score in (-1, 0, 12, 25, 26, 27)] == [
        False,
        True,
        True,
        True,
        True,
        False,
    ]
    assert [can_score(spot, 4, 0, score) for score in (1, 2, 127, 128)] == [False, True, True, False]
    assert lowest_score(standard, 4) == -26


# ---- any deal --------------------------------------------------------------------------------------------------------


@given(deals(over=True))
def test_real_scores_are_explained(deal: hearts.Deal) -> None:
    """The scores of any deal are explained by what happened, unless the limit was reached; and each explanation comes with
    piles that the rules score so.
    """
    assert deal.scores is not None
    before = deal.standing
    explained = explain_row(deal.variant, deal.scores, totals=before.totals, deal_number=before.deals + 1)
    ways = [way.moon for way in explained.explanations]
    assert deal.moon in ways or not explained.is_complete
    assert len({*ways}) == len(ways)
    assert not explained.instead
    rules = resolve(deal.variant, deal.players)
    for way in explained.explanations:
        piles = Piles(tuple(cards.mask for cards in way.taken), way.tricks_won)
        assert sum(piles.taken) == rules.pack
        assert sum(map(len, way.taken)) == rules.pack.bit_count()
        for cards, tricks in zip(way.taken, way.tricks_won, strict=True):
            if rules.pass_at_least == rules.pass_count:
                assert len(cards) == tricks * deal.players
            assert len(cards) <= tricks * deal.players
        assert score_piles(rules, piles, way.moon) == deal.scores
        made = moon_of(rules, before, piles, way.moon.style if way.moon else None)
        assert (made and (made.kind, made.seats)) == (way.moon and (way.moon.kind, way.moon.seats))
    total = sum(deal.scores)
    assert any(total in kind.sums for kind in row_sums(deal.variant, deal.players))
    for seat, score in enumerate(deal.scores):
        assert can_score(deal.variant, deal.players, seat, score)
        assert score >= lowest_score(deal.variant, deal.players)


@given(st.sampled_from(hearts.variant_names()).flatmap(lambda name: deals(name, over=True)))
def test_shipped_variants_are_looked_at_in_full(deal: hearts.Deal) -> None:
    """In a shipped variant the search for any row of a deal comes to its end, and finds what happened."""
    assert deal.scores is not None
    before = deal.standing
    assert deal.moon in moons(deal.variant, deal.scores, totals=before.totals, deal_number=before.deals + 1)


@given(deals("spot", 6, over=True), st.lists(st.integers(-9, 9), min_size=5, max_size=5))
def test_rows_with_slips_are_looked_at_in_full(deal: hearts.Deal, slips: list[int]) -> None:
    """A row in which points have gone to the wrong seats is judged in full too, with six seats and thirteen values."""
    assert deal.scores is not None
    row = tuple(score + slip for score, slip in zip(deal.scores, [*slips, -sum(slips)], strict=True))
    assert explain_row(deal.variant, row).is_complete
