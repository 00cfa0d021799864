"""Logs of scores: the forms they may have, the faults of form, and what the rules say of each row."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import MoonStyle
from hearts.engine.ending import add_scores
from hearts.errors import RecordError
from hearts.records import score_log as module
from hearts.records.possible import explain_within
from hearts.records.score_log import ScoreLog, read_score_log
from hearts.records.score_table import MOST_CELL, MOST_FAULTS, MOST_ROWS, MOST_TEXT
from hearts.testing import games
from hearts.variant.rules import resolve

WIDTHS = "expected one for each player (3, 4, 5, 6), and perhaps one for the number of the deal"
NAMES = ("Ann", "Bob", "Cid", "Dora")
SEATS = ("seat 0", "seat 1", "seat 2", "seat 3")
FIRST, SECOND = (13, 3, 5, 5), (0, 26, 26, 26)


LEVELLED = hearts.Variant().evolve(end={"exact": {"26": 0, "50": 25}, "floor": 0}, moon={"style": "new"})
"""Totals become others, and fall to a floor, and a moon takes points off."""


def scores(log: ScoreLog) -> list[tuple[int, ...]]:
    """The scores of a log that has no problem."""
    assert log.problems == ()
    return [row.scores for row in log.rows]


def faults(text: str, variant: hearts.Variant | str = "standard", **options: Any) -> list[str]:  # noqa: ANN401 - any
    """The faults of a text, as they are told."""
    with pytest.raises(RecordError) as raised:
        read_score_log(text, variant, **options)
    assert raised.value.source == "score log"
    return [str(fault) for fault in raised.value.faults]


# ---- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\n",
        "\ufeffAnn;Bob;Cid;Dora\r\n13;3;5;5\r\n0;26;26;26",
        "Ann\tBob\tCid\tDora\r13\t3\t5\t5\r0\t26\t26\t26\r",
        "Ann Bob Cid Dora\n13 3 5 5\n 0  26\t26 26",
        "| Ann | Bob | Cid | Dora |\n|----|:--:|---:|---|\n| 13 | 3 | 5 | 5 |\n| 0 | 26 | 26 | 26 |\n",
        "Ann | Bob | Cid | Dora\n====|=====|=====|=====\n13 | 3 | 5 | 5\n0 | 26 | 26 | 26",
        "+-----+\n|Ann|Bob|Cid|Dora|\n+=====+\n|13|3|5|5|\n| | | | |\n|0|26|26|26|\n+---+",
        "Deal,Ann,Bob,Cid,Dora\n1,13,3,5,5\n2,0,26,26,26",
        "局\tAnn\tBob\tCid\tDora\n1\t13\t3\t5\t5\n2\t0\t26\t26\t26",
        "#,Ann,Bob,Cid,Dora\n1,13,3,5,5\n2,0,26,26,26",
        "\tAnn\tBob\tCid\tDora\n1\t13\t3\t5\t5\n2\t0\t26\t26\t26",
        "Ann Bob Cid Dora\n1 13 3 5 5\n2 0 26 26 26",
        "\n# Ann Bob Cid Dora\n# at home\n1 13 3 5 5\n2 0 26 26 26",
        "# Ann,Bob,Cid,Dora\n1,13,3,5,5\n2,0,26,26,26",
        "# | Ann | Bob | Cid | Dora\n1 | 13 | 3 | 5 | 5\n2 | 0 | 26 | 26 | 26",
        "# our game, December\n\nAnn,Bob,Cid,Dora\n\n13,3,5,5\n#a note, with a comma\n0,26,26,26\n  \n",
        'Ann,"Bob", "Cid" ,Dora\n13, 3, "5", +5\n0,26,26,026\n',
        "Ann,Bob,Cid,Dora,,\n13,3,5,5,,\n,,,,,\n0,26,26,26,,",
        "Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\nTotal:,13,29,31,31",
        "Deal Ann Bob Cid Dora\n1 13 3 5 5\n2 0 26 26 26\n合计： 13 29 31 31",
    ],
)
def test_forms(text: str) -> None:
    """Commas, semicolons, tabs, blanks and bars part columns; names, numbers of deals, rules, comments, quotes, empty cells at
    the end and totals may be there.
    """
    log = read_score_log(text, "standard")
    assert log.names == NAMES
    assert scores(log) == [FIRST, SECOND]
    assert log.totals == (13, 29, 31, 31)
    assert [row.totals for row in log.rows] == [FIRST, (13, 29, 31, 31)]
    assert [row.deal for row in log.rows] == [1, 2]
    assert log.notes == ()


def test_a_log_without_names() -> None:
    """Without names seats are called by their numbers; the minus may be the sign of typesetters."""
    log = read_score_log("\n13 3 5 5\n\n0 \u221226 0 0\n", "new-moon")
    assert log.names == SEATS
    assert scores(log) == [FIRST, (0, -26, 0, 0)]
    assert [row.line for row in log.rows] == [2, 4]
    assert not log.is_running


@pytest.mark.parametrize("names", [("安", "博", "Çid", "Dörte"), ("Aunt May", "Mum, Dad", 'the "pro"', "3rd")])
def test_names_of_any_language(names: tuple[str, ...]) -> None:
    """Names are of any language; in quotes they may hold what parts columns."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    for sign in (",", ";", "\t", "|", " "):
        log = read_score_log(sign.join(quoted) + "\n" + sign.join(map(str, FIRST)), "standard")
        assert log.names == names


@pytest.mark.parametrize(
    ("variant", "rows", "options", "players"),
    [
        ("standard", ["1 13 3 5 5", "2 5 5 3 13"], {}, 4),
        ("standard", ["1 13 3 5 5"], {}, 4),
        ("standard", ["1 13 3 5 5"], {"players": 4}, 4),
        ("standard", ["1 13 3 5 5"], {"players": 5}, 5),
        ("standard", ["1 13 3 5 4", "2 5 5 1 13"], {}, 5),  # the sums of five are right
        ("standard", ["1 13 3 5 4", "2 5 5 5 9"], {"players": 5}, 5),
        ("standard", ["1 13 3 5 4", "1 5 5 2 13"], {}, 5),  # the column does not run
        ("standard", ["1 13 3 5 5", "2 13 3 5 5", "4 13 3 5 5"], {}, 4),  # it does but for a number
        ("standard", ["1 13 3 5 5", "2 13 3 5 5", "2 13 3 5 5"], {}, 4),
        ("standard", ["7 13 3 5 5", "8 13 3 5 5"], {}, 4),
        ("standard", ["1 13 3 5 6", "2 13 3 5 6", "4 13 3 5 6"], {}, 5),  # nothing is right either way
        ("standard", ["2 13 3 5 5", "1 13 3 5 5"], {}, 5),  # it falls
        ("standard", ["-1 13 3 5 5", "0 13 3 5 5"], {}, 5),
        ("standard", ["1 13 3 5 5", "13 13 3 5 5"], {}, 5),  # such gaps are not of deals
        ("standard", ["3 13 3 5 5"], {}, 5),  # one row says little
        ("standard", ["1 13 12", "2 12 12"], {}, 3),  # two cannot play
        ("standard", ["1 13 3 5"], {}, 4),  # nothing is right, and four play as a rule
        ("standard", ["1 13 3 5 6"], {}, 4),
        ("standard", ["1 20 3 3", "2 13 7 6"], {}, 3),
        ("standard", ["1 20 3 4", "2 13 6 6"], {}, 4),  # the same
        ("standard", ["1 0 0 26"], {}, 4),  # what would be right for three is too little to go by
        ("standard", ["1 0 0 26", "2 0 0 26"], {}, 3),
        ("standard", ["1 13 3 5 1 9"], {}, 6),  # one row, of which nothing is right
        ("standard", ["1 13 3 5 1 9", "2 13 3 5 1 9"], {}, 5),
        ("standard", ["1 20 3 3", "2 33 10 9"], {"running": True}, 3),
        ("standard", ["1 20 3 2", "2 33 9 8"], {"running": True}, 4),
        ("black-maria", ["1 40 1 2"], {}, 3),
        ("microsoft", ["1 13 3 5 5"], {}, 4),
    ],
)
def test_how_many_play(variant: str, rows: list[str], options: dict[str, Any], players: int) -> None:
    """The columns tell how many play; where a first column of 1, 2, 3 can be a seat's scores too, the reading that fits more
    rows is taken, and where that says nothing, that of as many players as there are as a rule, or else that of several rows.
    """
    assert read_score_log("\n".join(rows), variant, **options).players == players


def test_numbers_that_are_right_but_for_one() -> None:
    """Where rows fit only with numbers of deals before them, a number that is left out is the only problem."""
    log = read_score_log("1 13 3 5 5\n2 13 3 5 5\n4 13 3 5 5", "standard")
    assert (log.players, log.problems) == (4, ("line 3: its number is 4: expected 3",))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("# Ann Bob Cid Dora\n1 13 3 5 5\n2 5 5 3 13", NAMES),
        ("# Ann Bob Cid Dora\n1 13 3 5 5\n3 5 5 3 13", NAMES),  # the rows fit
        ("# Ann Bob Cid Dora\n1 13 3 5 4\n1 5 5 2 13", None),  # five play
        ("# Ann Bob Cid Dora\n13 3 5 5", SEATS),  # there are no numbers to stand above
        ("# Ann Bob\n1 13 3 5 5", SEATS),
        ("1 13 3 5 5\n# Ann Bob Cid Dora", SEATS),
        ("# the day the rain\n1 13 3 5 5", SEATS),
        ("# 24 Dec at home\n1 13 3 5 5", SEATS),
        ("# Ann Bob Cid D\x00\n1 13 3 5 5", SEATS),
        ('# "Ann Bob Cid Dora\n1 13 3 5 5', SEATS),
        ('# Ann Bob Cid ""\n1 13 3 5 5', SEATS),
        ("# Ann Bob Cid " + "D" * (MOST_CELL + 1) + "\n1 13 3 5 5", SEATS),
        ("# " + "D" * 5000 + "\n1 13 3 5 5", SEATS),
    ],
)
def test_names_behind_a_sign(text: str, names: tuple[str, ...] | None) -> None:
    """A first line of # and a name for each player is the heading of rows with numbers of deals; all else behind a # is passed
    over, and is never a fault.
    """
    log = read_score_log(text, "standard")
    assert log.names == names or (names is None and log.players == 5)


def test_a_log_of_names_alone() -> None:
    """A log with no deals yet is one: nobody has a point, and all share the first place."""
    log = read_score_log("Deal,Ann,Bob,Cid,Dora\n", "standard")
    assert (log.names, log.rows, log.totals, log.placings) == (NAMES, (), (0, 0, 0, 0), (1, 1, 1, 1))
    assert (log.winners, log.tied, log.is_over, log.problems, log.notes) == ((), (), False, (), ())


# ---- faults of form --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["text: it has no rows; expected a row for each deal, with a number for each seat"]),
        ("# nothing\n\n,,,\n---", ["text: it has no rows; expected a row for each deal, with a number for each seat"]),
        ("total 13 3 5 5", ["text: it has no rows; expected a row for each deal, with a number for each seat"]),
        (
            "Ann,Bob,Cid,Dora\n13,x,5,5\n0,26,,26\n1.5,3,99999999999,--5",
            [
                "line 2, column 2: it is 'x'; expected a whole number in the digits 0 to 9",
                "line 3, column 3: it is empty; expected a whole number in the digits 0 to 9",
                "line 4, column 1: it is '1.5'; expected a whole number in the digits 0 to 9",
                "line 4, column 3: it is '99999999999'; expected at most 9 digits",
                "line 4, column 4: it is '--5'; expected a whole number in the digits 0 to 9",
            ],
        ),
        (
            "13 3 5 １３",
            ["line 1, column 4: it is '１３'; expected a whole number in the digits 0 to 9"],
        ),
        (
            "１３ ٣ ５ ²",
            [
                f"line 1, column {column}: it is '{digit}'; expected a whole number in the digits 0 to 9"
                for column, digit in enumerate("１３ ٣ ５ ²".split(), 1)
            ],
        ),
        (
            "13,3,5,5\n13,3,5\n13,3,5,5,0",
            [
                "line 2: it has 3 columns; expected 4, as line 1 asks for",
                "line 3: it has 5 columns; expected 4, as line 1 asks for",
            ],
        ),
        (
            "26",
            ["line 1: it has 1 column; " + WIDTHS],
        ),
        ("1,2,3,4,5,6,7,8,9,10", ["line 1: it has 10 columns; expected at most 9"]),
        ("Deal,Ann,Bob,Cid\n1,13,3,5,5", ["line 2: it has 5 columns; expected 4, as line 1 asks for"]),
        (
            "Deal,Ann,Bob,Cid,Dora\none,13,3,5,5",
            ["line 2, column 1: it is 'one'; expected a whole number in the digits 0 to 9"],
        ),
        (
            "Ann,,Ann,D\x1b[1m\n13,3,5,5",
            [
                "line 1, column 2: it is empty; expected a name",
                "line 1, column 3: the name 'Ann' is there twice; expected a name for each player",
                "line 1, column 4: the name 'D\\x1b[1m' cannot be printed; expected letters, marks and blanks",
            ],
        ),
        ("13,3,5,5\ntotal,13,3,5,5\n13,3,5,5", ["line 2: it is a row of totals; expected no row after it"]),
        ("13,3,5,5\ntotal,13,3,5", ["line 2: it has 4 columns; expected 5, as line 1 asks for"]),
        ("13,3,5,5\ntotal,13,3,5,?", ["line 2, column 5: it is '?'; expected a whole number in the digits 0 to 9"]),
        (
            '13,3,5,5\n"13,3,5,5',
            [
                "line 2: a quote is out of place; expected quotes in pairs, around whole cells",
            ],
        ),
        ("x" * (MOST_CELL + 1), [f"line 1, column 1: it has {MOST_CELL + 1} characters; expected at most {MOST_CELL}"]),
        ("5 " * 4_000, ["line 1: it has 7999 characters; expected at most 4000"]),
        ("1" * (MOST_TEXT + 1), [f"text: it has {MOST_TEXT + 1} characters; expected at most {MOST_TEXT}"]),
        (
            "5 5 3 13\n" * (MOST_ROWS + 1),
            [f"line {MOST_ROWS + 1}: it is a row after {MOST_ROWS} others; expected at most {MOST_ROWS} rows"],
        ),
    ],
)
def test_faults_of_form(text: str, expected: list[str]) -> None:
    """Every fault of form is told with its line and column, and what would be right."""
    assert faults(text) == expected


def test_what_is_no_text() -> None:
    """Something else than text is refused as a fault of form too."""
    assert faults(b"13,3,5,5") == ["text: it is b'13,3,5,5'; expected text"]  # type: ignore[arg-type]  # that is the test


def test_faults_are_bounded() -> None:
    """Of very many faults the first ones are told."""
    assert len(faults("Ann Bob Cid Dora\n" + "x x x x\n" * 1000)) == MOST_FAULTS


def test_the_players_asked_for() -> None:
    """Columns for other than the players asked for are a fault of form; players that the variant is not for, a wrong setup."""
    assert faults("13,3,5,5", players=5) == [
        "line 1: it has 4 columns; expected one for each player (5), and perhaps one for the number of the deal"
    ]
    with pytest.raises(hearts.SetupError):
        read_score_log("13,3,5,5", "standard", players=7)


def test_no_player_is_dropped() -> None:
    """A column under a name is a player's, whatever numbers stand in it: with one name too many the log is refused."""
    more = "and perhaps one for the number of the deal, under a word such as 'deal'"
    five = "Ann,Bob,Cid,Dora,Eve\n1,13,3,5,5\n2,13,3,5,5"
    assert faults(five, "partnership") == [f"line 1: it has 5 columns; expected one for each player (4), {more}"]
    assert faults("Ann,Bob,Cid,Dora\n13,3,5,5", players=3) == [
        f"line 1: it has 4 columns; expected one for each player (3), {more}"
    ]
    log = read_score_log(five, "standard")
    assert (log.names, len(log.problems)) == ((*NAMES, "Eve"), 2)


def test_the_source_is_named() -> None:
    """An error names the file that was read."""
    with pytest.raises(RecordError, match=r"^sunday\.csv: 1 fault"):
        read_score_log("", "standard", source="sunday.csv")


CELLS = st.sampled_from(
    [*NAMES, "", "0", "13", "-26", "１", "#", "total", "x" * 300, '"', "|", "--", "\x00", "\ud800", "9" * 30]
)
LINES = st.lists(st.lists(CELLS, max_size=10), max_size=6)


@given(
    st.text(max_size=60)
    | st.builds(lambda lines, sign: "\n".join(map(sign.join, lines)), LINES, st.sampled_from(",;\t| "))
)
def test_any_text(text: str) -> None:
    """Any text gives a log or a RecordError, whether of points by deal or of running totals."""
    for running in (False, True):
        try:
            log = read_score_log(text, "omnibus", running=running)
        except RecordError:
            continue
        assert log.players == len(log.names) == len(log.totals)


# ---- what cannot be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "row", "problem"),
    [
        ("standard", "25 0 0 0", "the scores add up to 25: expected 26, or 78 for a moon by one seat"),
        ("standard", "1 0 0 26", "the scores add up to 27: expected 26, or 78 for a moon by one seat"),
        ("standard", "24 2 1 -1", "seat 3 cannot score -1 in one deal"),
        ("standard", "12 12 2 0", "the scores add up to 26, as they may, but the cards cannot be shared out so"),
        (
            "standard",
            "26 0 0 0",
            "these scores come from a moon by seat 0, which is not scored so: expected 0, 26, 26, 26",
        ),
        (
            "choice-moon",
            "0 26 0 0",
            "these scores come from a moon by seat 1, which is not scored so: expected 26, 0, 26, 26 or 0, -26, 0, 0",
        ),
        (
            "new-moon",
            "26 0 26 26",
            "these scores come from a moon by seat 1, which is not scored so: expected 0, -26, 0, 0",
        ),
        ("choice-moon", "1 2 3 4", "the scores add up to 10: expected 26, or -26 or 78 for a moon by one seat"),
        ("original", "14 0 0 0", "the scores add up to 14: expected 13"),
        ("jack-of-diamonds", "13 3 5 5", "the scores add up to 26: expected 16, or 68 for a moon by one seat"),
    ],
)
def test_rows_that_cannot_be(variant: str, row: str, problem: str) -> None:
    """A row that cannot be is a problem, which says what is wrong and what there can be (R7.3, R8); the log is read all the
    same, and its totals count the row.
    """
    log = read_score_log(f"{row}\n", variant)
    (check,) = log.rows
    assert (check.problem, check.explanations, check.is_checked) == (problem, (), True)
    assert log.problems == (f"line 1: {problem}",)
    assert log.totals == check.totals == check.scores


def test_many_sums_are_told_by_their_bounds() -> None:
    """Where scores can have many sums, their number and bounds are told; so are the sums of a team's moon and of a sun."""
    variant = hearts.Variant().evolve(
        table={"players": [6], "default_players": 6, "removed": "2C 2D 2S 3C"},
        passing={"cycle": ["left"]},
        no_tricks={"bonus": -5},
        sun={"value": 52},
        partners={"teams": [[0, 2, 4], [1, 3, 5]], "together": True},
    )
    (problem,) = read_score_log("1 1 1 1 1 2", variant).problems
    assert problem == (
        "line 1: the scores add up to 7: expected one of 5 sums from 6 to 26, or 78 for a moon by one seat,"
        " or 78 for a moon by partners, or 156 for a sun"
    )


def test_explanations() -> None:
    """Each row says how it can be."""
    log = read_score_log("13 3 5 5\n0 26 26 26", "standard")
    assert [[way.moon and way.moon.seats for way in row.explanations] for row in log.rows] == [[None], [(0,)]]
    assert all(row.is_checked for row in log.rows)


def test_a_style_that_looks_at_the_totals() -> None:
    """A moon is judged with the totals that the rows before come to (R8.2)."""
    mixed = hearts.Variant().evolve(moon={"style": "mixed"}, end={"target": 50})
    lost = "20 5 1 0\n20 5 1 0\n5 20 1 0\n"  # 26 more for the others would end the game, won by seat 3
    assert read_score_log(lost + "-26 0 0 0", mixed).problems == ()
    assert read_score_log(lost + "0 26 26 26", mixed).problems == ()
    assert read_score_log(lost[9:] + "-26 0 0 0", mixed).problems == (
        "line 3: these scores come from a moon by seat 0, which is not scored so: expected 0, 26, 26, 26",
    )


def test_numbers_of_deals_that_do_not_run() -> None:
    """A number that does not follow the one before is a problem, once: a row may be missing, or be there twice."""
    log = read_score_log("1 13 3 5 5\n2 13 3 5 5\n4 13 3 5 5\n5 13 3 5 5\n5 13 3 5 6", "standard", players=4)
    assert log.problems == (
        "line 3: its number is 4: expected 3",
        "line 5: its number is 5: expected 6; the scores add up to 27: expected 26, or 78 for a moon by one seat",
    )
    assert [row.deal for row in log.rows] == [1, 2, 3, 4, 5]


def test_totals_that_do_not_add_up() -> None:
    """A row of totals that the deals do not add up to is a problem, for each seat that it is wrong for."""
    log = read_score_log("Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\ntotal,13,29,30,32", "standard")
    assert log.problems == (
        "line 4: the total of Cid is 30: expected 31",
        "line 4: the total of Dora is 32: expected 31",
    )


def test_rows_that_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row whose search takes too long is no problem, but a note."""
    monkeypatch.setattr(module, "LIMIT", 15)
    log = read_score_log("13 3 5 5\n25 0 0 0", "standard")
    assert log.problems == ("line 2: the scores add up to 25: expected 26, or 78 for a moon by one seat",)
    assert [row.is_checked for row in log.rows] == [False, True]
    assert log.notes == ("line 1: not checked, since that takes too long",)


def test_a_log_has_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows of a log share one limit, and rows after it are not checked."""
    monkeypatch.setattr(module, "LOG_LIMIT", 100)
    endless = hearts.Variant().evolve(end={"target": "none", "deals": 100})
    log = read_score_log("\n".join(f"{15 + n} {9 - n} 1 1" for n in range(10)), endless)
    checked = [row.is_checked for row in log.rows]
    assert checked == sorted(checked, reverse=True)
    assert 0 < sum(checked) < 10
    assert len(log.notes) == 10 - sum(checked)
    assert log.problems == ()


def test_the_same_scores_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows with scores that were looked at before cost nothing, but where the totals say how a moon is scored."""
    seen: list[tuple[int, ...]] = []

    def explained(*arguments: Any) -> Any:  # noqa: ANN401 - it is handed on
        seen.append(arguments[1])
        return explain_within(*arguments)

    monkeypatch.setattr(module, "explain_within", explained)
    assert read_score_log("5 5 3 13\n" * 4, "standard").problems == ()
    assert len(seen) == 1
    assert read_score_log("5 5 3 13\n" * 4, "mixed-moon").problems == ()
    assert len(seen) == 5


@pytest.mark.parametrize("limit", [50, 300, 700])
def test_what_leads_to_running_totals_has_the_limit_too(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find the scores that may lead to running totals takes steps as well: where they are used up, rows are not checked."""
    exact = {str(total): total + 1 for total in range(200, 299)}
    deep = hearts.Variant().evolve(
        end={"exact": exact, "floor": 0, "target": "none", "deals": 99}, moon={"style": "choice"}
    )
    whole = read_score_log("0 0 0 0\n0 0 0 7", deep, running=True)
    assert (whole.notes, whole.rows[0].scores) == ((), (0, 0, 0, -26))
    monkeypatch.setattr(module, "LOG_LIMIT", limit)
    log = read_score_log("0 0 0 0\n" * 20, deep, running=True)
    assert [row.is_checked for row in log.rows] == [False] * 20
    assert log.notes == tuple(f"line {line}: not checked, since that takes too long" for line in range(1, 21))
    assert log.problems == ()


# ---- the end of the game ---------------------------------------------------------------------------------------------


def test_the_winner() -> None:
    """The game is over when a total reaches the target, and the lowest total wins (R9.2, R9.5)."""
    log = read_score_log("Ann Bob Cid Dora\n25 0 1 0\n25 0 1 0\n25 0 1 0\n25 1 0 0\n", "standard")
    assert (log.totals, log.winners, log.tied, log.is_over) == ((100, 1, 3, 0), (3,), (), True)
    assert log.placings == (4, 2, 3, 1)
    assert log.problems == log.notes == ()


def test_deals_after_the_end() -> None:
    """A deal after the end of the game is a problem, and does not count."""
    text = "Ann Bob Cid Dora\n" + "25 0 1 0\n" * 3 + "25 1 0 0\n13 13 0 0\n0 0 13 14\n"
    log = read_score_log(text, "standard")
    assert log.problems == (
        "line 6: the game was over after deal 4, won by Dora: expected no more deals",
        "line 7: the game was over after deal 4, won by Dora: expected no more deals",
    )
    assert (log.totals, log.winners) == ((100, 1, 3, 0), (3,))
    assert [(row.scores, row.totals, row.is_checked) for row in log.rows[4:]] == [
        ((13, 13, 0, 0), log.totals, True),
        ((0, 0, 13, 14), log.totals, True),
    ]
    assert log.notes == ()


def test_ties() -> None:
    """A tie for the first place goes on, or is shared, or is left to the hearts, which a log does not know (R9.6)."""
    text = "25 0 1 0\n" * 4
    log = read_score_log(text, "standard")
    assert (log.winners, log.tied, log.placings, log.notes) == ((), (1, 3), (4, 1, 3, 1), ())
    log = read_score_log(text, "classic")
    assert (log.winners, log.tied, log.notes) == ((1, 3), (), ())
    by_hearts = hearts.Variant().evolve(end={"tie": "fewest-hearts"})
    log = read_score_log(text, by_hearts)
    assert (log.winners, log.tied, log.placings) == ((1, 3), (), (4, 1, 3, 1))
    note = "seat 1 and seat 3 are tied: the fewest hearts decide, and a log of scores does not tell who took them"
    assert log.notes == (note,)
    alone = read_score_log("25 0 1 0\n" * 3 + "25 1 0 0", by_hearts)
    assert (alone.winners, alone.notes) == ((3,), ())
    partners = by_hearts.evolve(table={"players": [4]}, partners={"teams": [[0, 2], [1, 3]]})
    team = read_score_log(text, partners)
    assert (team.winners, team.notes, team.placings) == ((1, 3), (), (2, 1, 2, 1))


def test_exact_totals_and_the_floor() -> None:
    """Totals have the exact-score rule and the floor applied (R9.3, R9.4), and so has the row of totals."""
    log = read_score_log("13 3 5 5\n13 3 5 5\n0 -26 0 0\ntotal 0 0 10 10", LEVELLED)
    assert [row.totals for row in log.rows] == [FIRST, (0, 6, 10, 10), (0, 0, 10, 10)]
    assert log.problems == ()


# ---- running totals --------------------------------------------------------------------------------------------------


def test_running_totals() -> None:
    """Rows of running totals are judged by their differences."""
    log = read_score_log("13 3 5 5\n13 29 31 31\n18 34 36 41\n", "standard", running=True)
    assert log.is_running
    assert [row.scores for row in log.rows] == [FIRST, SECOND, (5, 5, 5, 10)]
    assert [row.totals for row in log.rows] == [FIRST, (13, 29, 31, 31), (18, 34, 36, 41)]
    assert log.problems == ("line 3: the scores add up to 25: expected 26, or 78 for a moon by one seat",)
    assert log.totals == (18, 34, 36, 41)


def test_running_totals_after_the_end() -> None:
    """A row of running totals after the end of the game is a problem."""
    log = read_score_log("25 0 1 0\n50 0 2 0\n75 0 3 0\n100 1 3 0\n113 14 3 0", "standard", running=True)
    assert log.problems == ("line 5: the game was over after deal 4, won by seat 3: expected no more deals",)
    assert log.rows[4].scores == (13, 13, 0, 0)
    assert log.totals == (100, 1, 3, 0)


def test_running_totals_that_some_scores_lead_to() -> None:
    """Where totals fall to a floor or become others, a row is right if some scores that can be lead to it (R9.3, R9.4)."""
    log = read_score_log("13 3 5 5\n0 6 10 10\n0 6 0 10\n", LEVELLED, running=True)
    assert scores(log) == [FIRST, FIRST, (0, 0, -26, 0)]
    (way,) = log.rows[2].explanations
    assert way.moon is not None
    assert (way.moon.seats, way.moon.style) == ((2,), MoonStyle.NEW)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("26 3 5 5", "no scores lead to these totals: expected such as follow from 13, 3, 5, 5"),
        ("14 -1 5 5", "no scores lead to these totals: expected such as follow from 13, 3, 5, 5"),
        ("14 4 6 6", "the scores add up to 4: expected 26, or -26 for a moon by one seat"),
        ("0 3 5 6", "the scores add up to -12: expected 26, or -26 for a moon by one seat"),
    ],
)
def test_running_totals_that_nothing_leads_to(row: str, problem: str) -> None:
    """Totals that no scores lead to are a problem; what is written is taken as it stands for the rows after."""
    log = read_score_log(f"13 3 5 5\n{row}", LEVELLED, running=True)
    assert log.problems == (f"line 2: {problem}",)
    assert log.totals == tuple(map(int, row.split()))


@pytest.mark.parametrize(
    ("jack", "floor", "row"),
    [(-5000, -100, "-100 3 5 18"), (-60, 0, "0 0 0 13")],  # one seat's scores, or all rows of them
)
def test_running_totals_that_very_much_can_lead_to(jack: int, floor: int, row: str) -> None:
    """Where too many scores could lead to totals, the row is not checked."""
    deep = hearts.Variant().evolve(values={"JD": jack, "hearts": -1, "total": "unstated"}, end={"floor": floor})
    log = read_score_log(row, deep, running=True)
    assert (log.problems, log.rows[0].is_checked, len(log.notes)) == ((), False, 1)


# ---- logs of games ---------------------------------------------------------------------------------------------------


@given(games(), st.booleans(), st.booleans(), st.sampled_from([",", ";", "\t", " | ", "  "]))
def test_logs_of_games(game: hearts.Game, running: bool, numbered: bool, sign: str) -> None:
    """A log of the deals of any game, as points or as running totals, has no problem; its totals, places and winners are the
    game's, but for ties that hearts decide.
    """
    names = [f"player {seat}" for seat in range(game.players)]
    lines = [[f'"{name}"' for name in names]]
    lines += [list(map(str, deal.totals if running else deal.scores)) for deal in game.deals]
    if numbered:
        lines = [[str(number or "deal"), *line] for number, line in enumerate(lines)]
    lines.append(["total", *map(str, game.totals)])
    text = "\n".join(map(sign.join, lines))
    log = read_score_log(text, game.variant, players=game.players, running=running)
    assert log.problems == ()
    assert log.names == tuple(names)
    assert log.totals == game.totals
    assert [row.totals for row in log.rows] == [deal.totals for deal in game.deals]
    assert log.is_over == game.is_over
    if game.variant.end.tie is hearts.variant.sections.Tie.FEWEST_HEARTS:
        assert {*game.winners} <= {*log.winners}
        assert (log.winners == game.winners) or log.notes
    else:
        assert log.winners == game.winners
        assert log.placings == game.placings
    for row, deal in zip(log.rows, game.deals, strict=True):
        before = log.rows[row.deal - 2].totals if row.deal > 1 else (0,) * game.players
        assert add_scores(resolve(game.variant, game.players), before, row.scores) == deal.totals
        if not running:
            assert row.scores == deal.scores
            assert deal.moon in [way.moon for way in row.explanations] or not row.is_checked or row.explanations


@given(games("mixed-moon", 4))
def test_moons_of_games(game: hearts.Game) -> None:
    """What happened in each deal of a game is among the explanations of its row."""
    lines = ["Ann Bob Cid Dora", *(" ".join(map(str, deal.scores)) for deal in game.deals)]
    log = read_score_log("\n".join(lines), "mixed-moon")
    for row, deal in zip(log.rows, game.deals, strict=True):
        assert deal.moon in [way.moon for way in row.explanations]
