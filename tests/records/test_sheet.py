"""The score sheet: it says what the results say, its columns stand one below the other, and its signs are explained."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import SetupError
from hearts.errors import UnknownLanguageError
from hearts.language import languages
from hearts.records.sheet import score_sheet
from hearts.testing import games

STANDARD = hearts.load_variant("standard")
HOUSE = STANDARD.evolve(table={"players": [4], "removed": ""}, passing={"count": 0, "cycle": ["hold"]})
NAMES = ["Ann", "欧阳娜娜", "Zoe\u0308", "D"]
SUITS = [str(suit.cards) for suit in hearts.Suit]
"""Hands with which the seat that has the clubs takes every trick."""


def width(text: str) -> int:
    """How many columns a text takes up."""
    wide = sum(unicodedata.east_asian_width(sign) in {"W", "F"} for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def place_of(line: str, place: int) -> int:
    """The column at which a place of a line stands."""
    return width(line[:place])


def finished(game: hearts.Game) -> hearts.Game:
    """A game with its deal played out, by the lowest legal cards, and nothing passed that need not be."""
    while not game.deal.is_over:
        game = game.apply(game.legal_actions()[0])
    return game


def a_deal(**house: Any) -> hearts.Game:  # noqa: ANN401 - settings of any kind
    """A game of one finished deal in which seat 0 took every trick, under the standard rules but for some settings."""
    return finished(hearts.new_game(HOUSE.evolve(**house), seed=7, hands=SUITS))


def body(sheet: str) -> list[str]:
    """The lines of a sheet's table from its head to its totals, without the rules between."""
    lines = [line for line in sheet.splitlines() if set(line) != {"-"}]
    return [line for line in lines if line.count(" | ") > 2]


# ---- the table ---------------------------------------------------------------------------------------------------------


@given(games(), st.sampled_from(languages()))
def test_the_sheet_says_what_the_results_say(game: hearts.Game, language: str) -> None:
    """Each finished deal has a row with its number, the scores and the totals of all seats, and the last row has the totals."""
    sheet = score_sheet(game, language=language)
    head, *rows, totals = [re.split(r" +\| ", line) for line in body(sheet)]
    assert len(head) == game.players + 1
    assert len(rows) == len(game.deals)
    for row, result in zip(rows, game.deals, strict=True):
        assert int(row[0].split()[0]) == result.number
        said = [re.fullmatch(r" *(-?\d+)([*!]?) +(~?)(-?\d+)", cell) for cell in row[1:]]
        assert all(said)
        told = [cell.groups() for cell in said if cell]
        assert tuple(int(score) for score, *_ in told) == result.scores
        assert tuple(int(total) for *_, total in told) == result.totals
        makers = result.moon.seats if result.moon else ()
        assert tuple(seat for seat, (_, sign, *_) in enumerate(told) if sign) == makers
    assert tuple(map(int, totals[1:])) == game.totals


@given(games(), st.sampled_from(languages()), st.data())
def test_the_columns_stand_one_below_the_other(game: hearts.Game, language: str, data: st.DataObject) -> None:
    """The strokes between columns are at the same places in all lines, also with names of wide characters and with accents."""
    names = data.draw(st.none() | st.just((NAMES * 2)[: game.players]))
    lines = body(score_sheet(game, names=names, language=language))
    places = {tuple(place_of(line, found.start()) for found in re.finditer(r" \| ", line)) for line in lines}
    assert len(places) == 1
    assert len({width(line) for line in lines}) == 1
    assert not any(line != line.rstrip() for line in lines)


@given(games())
def test_results_alone_give_the_same_table(game: hearts.Game) -> None:
    """The results of a game's deals give the sheet of the game but for what comes of it."""
    if game.deals:
        alone = score_sheet(game.deals).splitlines()
        assert score_sheet(game).splitlines()[: len(alone)] == alone
        assert score_sheet([*game.deals]).splitlines() == alone


def test_a_sheet() -> None:
    """The sheet of a game in English and in Chinese, to the letter."""
    game = hearts.new_game(STANDARD, players=5, seed=3)
    for _ in range(5):
        game = finished(game).next_deal()
    assert score_sheet(game, names=["Ann", "Ben", "Cho", "Dee", "Eve"]) == ENGLISH
    assert score_sheet(game, language="zh") == CHINESE


ENGLISH = """\
Deal  Pass                 |    Ann |    Ben |    Cho |    Dee |    Eve
-----------------------------------------------------------------------
   1  left                 |  0   0 |  0   0 | 17  17 |  0   0 |  9   9
   2  right                |  5   5 |  0   0 |  1  18 |  6   6 | 14  23
   3  2 seats to the left  | 14  19 |  4   4 |  8  26 |  0   6 |  0  23
   4  2 seats to the right | 26  45 | 26  30 | 26  52 |  0*  6 | 26  49
   5  none                 |  5  50 |  0  30 |  1  53 |  2   8 | 18  67
-----------------------------------------------------------------------
Total                      |     50 |     30 |     53 |      8 |     67
Under each name: the score of the deal, and the total after it.
* shot the moon
The game is not over."""

CHINESE = """\
副次  传牌            | 座位 0 号 | 座位 1 号 | 座位 2 号 | 座位 3 号 | 座位 4 号
---------------------------------------------------------------------------------
   1  传给左家        |     0   0 |     0   0 |    17  17 |     0   0 |     9   9
   2  传给右家        |     5   5 |     0   0 |     1  18 |     6   6 |    14  23
   3  传给左边第 2 家 |    14  19 |     4   4 |     8  26 |     0   6 |     0  23
   4  传给右边第 2 家 |    26  45 |    26  30 |    26  52 |     0*  6 |    26  49
   5  不传            |     5  50 |     0  30 |     1  53 |     2   8 |    18  67
---------------------------------------------------------------------------------
总分                  |        50 |        30 |        53 |         8 |        67
每人一栏：左边是这一副的得分，右边是这一副之后的总分。
* 射月（全收）
整局还没有结束。"""


def test_before_the_first_deal_is_over() -> None:
    """A game without a finished deal has a sheet of zeros and no explanations."""
    assert score_sheet(hearts.new_game("black-maria", seed=1)).splitlines() == [
        "Deal  Pass | Seat 0 | Seat 1 | Seat 2",
        "-------------------------------------",
        "Total      |      0 |      0 |      0",
        "The game is not over.",
    ]


# ---- moons, suns and totals that are changed -----------------------------------------------------------------------------


def test_a_moon_is_marked() -> None:
    """A star stands behind the shooter's score, however the moon is scored, and a line explains it."""
    for style, score, others in (("old", 0, 26), ("new", -26, 0)):
        lines = score_sheet(a_deal(moon={"style": style})).splitlines()
        assert lines[2].split("|")[1].split() == [f"{score}*", f"{score}"]
        assert lines[2].split("|")[2].split() == [f"{others}", f"{others}"]
        assert "* shot the moon" in lines
        assert not any(line.startswith(("!", "~")) for line in lines)


def test_a_sun_is_marked() -> None:
    """An exclamation mark stands behind the score of a seat that took every trick, where the rules know suns."""
    lines = score_sheet(a_deal(sun={"value": 52})).splitlines()
    assert lines[2].split("|")[1].split() == ["0!", "0"]
    assert "! shot the sun: took every trick" in lines
    assert not any(line.startswith(("*", "~")) for line in lines)


def test_partners_who_shoot_together_are_all_marked() -> None:
    """A moon that a team made together is marked at each of its seats."""
    result = a_deal(partners={"teams": [[0, 2], [1, 3]]}).deals[0]
    assert result.moon
    joint = attrs.evolve(result, moon=attrs.evolve(result.moon, seats=(0, 2)))
    row = score_sheet([joint]).splitlines()[2]
    assert [cell.split()[0][-1] == "*" for cell in row.split("|")[1:]] == [True, False, True, False]


def test_a_total_that_is_not_the_sum_is_marked() -> None:
    """Where the exact-score rule or the floor has changed a total, a sign stands before it, and a line explains it."""
    lines = score_sheet(a_deal(end={"exact": {"26": 13}})).splitlines()
    assert [cell.split()[1] for cell in lines[2].split("|")[1:]] == ["0", "~13", "~13", "~13"]
    assert lines[4].split("|")[2].strip() == "13"
    assert "~ the total was changed by the exact-score rule or the floor" in lines
    floored = score_sheet(a_deal(moon={"style": "new"}, end={"floor": 0}))
    assert re.search(r"-26\* +~0 ", floored)


# ---- how it ends -------------------------------------------------------------------------------------------------------


def test_who_has_won() -> None:
    """The last line names the winner, those who share the win, or that the game goes on; names are those that were given."""
    once: dict[str, Any] = {"end": {"deals": 1, "tie": "shared"}}
    assert score_sheet(a_deal(**once)).endswith("\nWon by Seat 0.")
    assert score_sheet(a_deal(moon={"style": "new"}, **once), names=NAMES).endswith("\nWon by Ann.")
    shared = a_deal(end={"deals": 1, "tie": "shared", "winner": "highest"})
    assert score_sheet(shared).endswith("\nThe win is shared by Seat 1, Seat 2 and Seat 3.")
    assert score_sheet(shared, names=NAMES, language="zh").endswith("\n并列获胜：欧阳娜娜、Zoe\u0308、D。")
    assert score_sheet(a_deal()).endswith("\nThe game is not over.")


def test_partners_have_their_sums() -> None:
    """In a game of partners the sums of the teams are told, and a team wins together; a seat without a partner is alone."""
    ends: dict[str, Any] = {"end": {"deals": 1, "tie": "shared"}}
    pairs = score_sheet(a_deal(partners={"teams": [[2, 0], [1, 3]]}, **ends)).splitlines()
    assert pairs[-2:] == [
        "Partners together: Seat 0/Seat 2 0, Seat 1/Seat 3 52.",
        "Won by the partners Seat 0 and Seat 2.",
    ]
    going = score_sheet(a_deal(partners={"teams": [[0, 2], [1, 3]]})).splitlines()
    assert going[-2:] == ["Partners together: Seat 0/Seat 2 0, Seat 1/Seat 3 52.", "The game is not over."]
    alone = a_deal(partners={"teams": [[0], [1, 2], [3]]}, **ends)
    assert score_sheet(alone, language="zh").splitlines()[-2:] == [
        "搭档合计：座位 1 号/座位 2 号 52。",
        "赢家：座位 0 号。",
    ]
    tied = a_deal(
        moon={"style": "none"},
        values={"hearts": 0, "QS": 0, "JD": -10, "2C": 10},
        partners={"teams": [[0, 2], [1, 3]]},
        **ends,
    )
    assert score_sheet(tied, names=NAMES).endswith("\nThe win is shared by Ann/Zoe\u0308 and 欧阳娜娜/D.")


# ---- what is wrong -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "where"),
    [
        ("Ann", "names"),
        (["Ann", "Ben", "Cho"], "names"),
        ({"Ann", "Ben", "Cho", "Dee"}, "names"),
        (["Ann", "Ben", "Cho", ""], "names[3]"),
        (["Ann", "Ben", " ", "Dee"], "names[2]"),
        (["Ann", "Ben\n", "Cho", "Dee"], "names[1]"),
        (["Ann", "\ud800", "Cho", "Dee"], "names[1]"),
        (["x" * 41, "Ben", "Cho", "Dee"], "names[0]"),
        (["Ann", "Ben", "Cho", 4], "names[3]"),
    ],
)
def test_names_that_will_not_do(names: Any, where: str) -> None:  # noqa: ANN401 - wrong names of any kind
    """There is a name for each seat: text of 1 to 40 printable characters."""
    with pytest.raises(SetupError) as caught:
        score_sheet(a_deal(), names=names)
    assert caught.value.where == where
    assert "expected" in str(caught.value)
    assert "x" * 40 in score_sheet(a_deal(), names=["x" * 40, "{b}", "c", "c"])


def test_results_that_will_not_do() -> None:
    """The results are those of one game from its first deal on, at least one, and nothing else."""
    one = a_deal().deals[0]
    three = finished(hearts.new_game("black-maria", seed=1)).deals[0]
    for results, where, why in (
        ([], "results", "expected a Game, or the results"),
        (one, "results", "expected a Game, or the results"),
        ("one", "results[0]", "expected a DealResult"),
        ([one, one], "results[1]", "it is of deal 1: expected deal 2"),
        ([attrs.evolve(one, number=2)], "results[0]", "it is of deal 2: expected deal 1"),
        ([one, attrs.evolve(three, number=2)], "results[1]", "another number of seats"),
        ([attrs.evolve(one, totals=(0, 0, 0))], "results[0]", "another number of seats"),
    ):
        with pytest.raises(SetupError) as caught:
            score_sheet(results)  # type: ignore[arg-type]  # the point of the test
        assert caught.value.where == where
        assert why in str(caught.value)


def test_a_language_that_is_not_there() -> None:
    """A language without messages is told as everywhere."""
    with pytest.raises(UnknownLanguageError):
        score_sheet(a_deal(), language="xx")
