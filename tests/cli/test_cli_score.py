"""`hearts score` scores a log that was kept by hand, and prints the score sheet of a saved game."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from running import PYTHON, columns, environment, good, run
from saved_games import played, recorded, with_wrong_card, with_wrong_hands
from typer.testing import CliRunner

import hearts
from hearts.cli.app import app
from hearts.cli.retelling import Saved
from hearts.records import write_lines
from hearts.records.score_log import read_score_log
from hearts.records.sheet import score_sheet

if TYPE_CHECKING:
    from pathlib import Path

RIGHT = "Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\n5,4,3,14\n"
WRONG = "Ann,Bob,Cid,Dora\n13,3,5,5\n0,26,26,26\n5,4,3,13\n"
BY_HEARTS = "are tied: the fewest hearts decide, and a log of scores does not tell who took them"
SUM = "line 4: the scores add up to 25: expected 26, or 78 for a moon by one seat"


def log(folder: Path, text: str, name: str = "log.csv") -> Path:
    """A file with a log."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def piped(text: str | bytes, *args: str) -> tuple[int, str, str]:
    """What the command does with text from stdin: the exit code, what it prints, and what it says on stderr."""
    result = CliRunner().invoke(app, ["score", "-", *args], input=text, prog_name="hearts")
    return result.exit_code, result.stdout, result.stderr


# ---- logs --------------------------------------------------------------------------------------------------------------


def test_a_log(tmp_path: Path) -> None:
    """Of a log the scores and totals are told by deal, then totals, places, and how the game stands."""
    assert good("score", log(tmp_path, RIGHT)) == (
        "Standard Hearts (standard)\n"
        " Deal    Ann    Bob    Cid   Dora\n"
        "    1  13 13   3  3   5  5   5  5\n"
        "    2   0 13  26 29  26 31  26 31\n"
        "    3   5 18   4 33   3 34  14 45\n"
        "Total     18     33     34     45\n"
        "    #      1      2      3      4\n"
        "\n"
        "The game is not over.\n"
    )


def test_a_log_in_chinese(tmp_path: Path) -> None:
    """With a language heads and outcome are told in it, and the columns are flush with Chinese names as well."""
    output = good("score", log(tmp_path, RIGHT.replace("Cid", "小明")), "--lang", "zh")
    head, *rows, blank, last = output.splitlines()
    assert (head, blank, last) == ("红心大战 (standard)", "", "整局还没有结束。")
    assert rows[0].split() == ["副次", "Ann", "Bob", "小明", "Dora"]
    assert rows[-2].split() == ["总分", "18", "33", "34", "45"]
    assert len({*map(columns, rows)}) == 1


def test_a_row_that_cannot_be(tmp_path: Path) -> None:
    """A row that cannot be is told with its line and what would be right, and the exit code is 1."""
    result = run("score", log(tmp_path, WRONG))
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines()[-1] == SUM
    assert "18     33     34     44" in result.stdout


def test_a_winner(tmp_path: Path) -> None:
    """Who has won is told by name."""
    output = good("score", log(tmp_path, "Ann Bob Cid\n25 1 0\n1 25 0\n25 1 0\n"), "--variant", "short")
    assert output.splitlines()[-1] == "Won by Cid."
    assert output.splitlines()[-3].split() == ["#", "3", "2", "1"]


@pytest.mark.parametrize(
    ("variant", "rows", "english", "chinese"),
    [
        ("short", "25 1 0\n25 1 0", "Won by C.", "赢家：C。"),
        ("short", "26 0 0\n26 0 0", "First place is tied between B and C: another deal is played.", "B、C并列第一，加赛一副。"),
        ("shared", "26 0 0\n26 0 0", "The win is shared by B and C.", "并列获胜：B、C。"),
        ("hearts", "26 0 0\n26 0 0", f"B and C {BY_HEARTS}", f"B and C {BY_HEARTS}"),
        ("partnership", "26 0 0 0\n26 0 0 0\n26 0 0 0\n26 0 0 0", "Won by the partners B and D.", "获胜的搭档：B、D。"),
        ("short", "13 13 0\n", "The game is not over.", "整局还没有结束。"),
    ],
)  # fmt: skip
def test_outcomes(variant: str, rows: str, english: str, chinese: str, tmp_path: Path) -> None:
    """A winner, a tie that is played on, a win that is shared, partners who win, and a game that goes on."""
    for name, tie in (("shared", "shared"), ("hearts", "fewest-hearts")):
        text = f'extends = "short"\n[moon]\nstyle = "none"\n[end]\ntie = "{tie}"\n'
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    (tmp_path / "short.toml").write_text('extends = "short"\n[moon]\nstyle = "none"\n', encoding="utf-8")
    (tmp_path / "partnership.toml").write_text('extends = "partnership"\n[moon]\nstyle = "none"\n', encoding="utf-8")
    names = "A B C D"[: 2 * len(rows.splitlines()[0].split()) - 1]
    file = log(tmp_path, f"{names}\n{rows}\n")
    args = ("score", file, "--variant", tmp_path / f"{variant}.toml")
    lines = good(*args).splitlines()
    assert english in lines
    assert unspaced(chinese) in unspaced(good(*args, "--lang", "zh"))
    assert ("The win is shared" in "".join(lines)) == (variant == "shared")


def unspaced(text: str) -> str:
    """A text without blanks."""
    return "".join(text.split())


def test_running_totals(tmp_path: Path) -> None:
    """With --running the rows are totals after each deal."""
    file = log(tmp_path, "Ann,Bob,Cid,Dora\n13,3,5,5\n13,29,31,31\n18,33,34,45\n")
    assert good("score", file, "--running") == good("score", log(tmp_path, RIGHT, "other.csv"))
    assert run("score", file).exit_code == 1


def test_players(tmp_path: Path) -> None:
    """The number of players can be said, where the columns leave it open; one that the variant is not for is an error."""
    file = log(tmp_path, "1 13 13 0\n")
    assert len(good("score", file, "--players", "3", "--variant", "short").splitlines()[2].split()) == 7
    result = run("score", file, "--variant", "partnership", "--players", "3")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "error: players: partnership is not for 3 players: expected one of 4\n"


def test_a_log_as_json(tmp_path: Path) -> None:
    """The JSON holds all that the library says of the log."""
    result = run("score", log(tmp_path, WRONG), "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    data: dict[str, Any] = json.loads(result.stdout)
    checked = read_score_log(WRONG, "standard")
    deals = data.pop("deals")
    assert data == {
        "variant": "standard",
        "players": 4,
        "names": ["Ann", "Bob", "Cid", "Dora"],
        "running": False,
        "totals": [*checked.totals],
        "places": [1, 2, 3, 4],
        "winners": [],
        "tied": [],
        "problems": [SUM],
        "notes": [],
    }
    assert [(row["deal"], row["line"], row["scores"], row["totals"], row["checked"]) for row in deals] == [
        (row.deal, row.line, [*row.scores], [*row.totals], True) for row in checked.rows
    ]
    assert [row["problem"] for row in deals] == [None, None, SUM.removeprefix("line 4: ")]
    assert [row["moons"] for row in deals] == [
        [None],
        [{"kind": "moon", "seat": 0, "seats": [0], "style": "old"}],
        [],
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "text: "),
        ("Ann,Bob,Cid,Dora\n1,2,x,4\n", "line 2, column 3: it is 'x'; expected a whole number"),
        ("1,2\n", ""),
        ("A,B,C,D\n1,2,3\n", "line 2: it has 3 columns; expected 4"),
    ],
)
def test_what_is_no_log(text: str, fault: str, tmp_path: Path) -> None:
    """What is no log is an error with every fault, and its place."""
    file = log(tmp_path, text)
    result = run("score", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {file}: 1 fault\n")
    if fault != "text: ":
        assert f"\n  {fault}" in result.stderr


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """A file that is not there, or is no text, is an error."""
    result = run("score", tmp_path / "none.csv")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {tmp_path / 'none.csv'}: 1 fault\n  file: it cannot be read: ")
    (tmp_path / "log.csv").write_bytes(b"A,B,C\n1,2,3\n\xff,2,3\n")
    result = run("score", tmp_path / "log.csv")
    assert result.exit_code == 1
    assert "  line 3: it is not UTF-8; expected text in UTF-8" in result.stderr


@pytest.mark.parametrize(
    ("variant", "message"),
    [("omnibs", "no variant is named 'omnibs': did you mean omnibus?"), ("none.toml", "none.toml: 1 fault")],
)
def test_unknown_variant(variant: str, message: str, tmp_path: Path) -> None:
    """A variant that there is not is an error."""
    result = run("score", log(tmp_path, RIGHT), "--variant", variant)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {message}")


# ---- stdin -------------------------------------------------------------------------------------------------------------


def test_stdin(tmp_path: Path) -> None:
    """A - reads from stdin: a log, or a saved game."""
    assert piped(RIGHT) == (0, good("score", log(tmp_path, RIGHT)), "")
    assert piped(b"\xef\xbb\xbf" + RIGHT.encode()) == piped(RIGHT)
    code, output, _ = piped(f" \n{hearts.dumps(recorded())}")
    assert (code, output) == (0, f"Short Hearts (short)\n{score_sheet(played().game)}\n")
    assert piped(b"\xef\xbb\xbf" + hearts.dumps(recorded()).encode()) == (code, output, "")
    code, _, error = piped("{")
    assert code == 1
    assert error.startswith("error: -: 1 fault\n  text: it is not JSON at line 1")


def test_too_much_from_stdin() -> None:
    """Of stdin no more is read than one text may have."""
    code, output, error = piped(b"#" * (8 * 1024 * 1024 + 1))
    assert (code, output) == (1, "")
    assert error == "error: -: 1 fault\n  stdin: it has more than 8,388,608 bytes; expected at most 8,388,608\n"


def test_a_pipe() -> None:
    """The same goes for a process that reads from a pipe."""
    done = subprocess.run(
        [*PYTHON, "score", "-"],
        input=WRONG,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environment(),
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[-1] == SUM


# ---- saved games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["record", "history", "game"])
@pytest.mark.parametrize("name", ["a.json", "a.hearts.json", "a.json.gz"])
def test_a_saved_game(kind: str, name: str, tmp_path: Path) -> None:
    """Of a saved game the score sheet is printed, in the language asked for."""
    forms: dict[str, Saved] = {"record": recorded(), "history": played(), "game": played().game}
    hearts.save(forms[kind], tmp_path / name)
    assert good("score", tmp_path / name) == f"Short Hearts (short)\n{score_sheet(played().game)}\n"
    sheet = score_sheet(played().game, language="zh")
    assert good("score", tmp_path / name, "--lang", "zh") == f"红心大战（50 分短局） (short)\n{sheet}\n"


def test_a_saved_game_with_something_wrong(tmp_path: Path) -> None:
    """Of a record with something wrong the sheet goes as far as it is right, then what is wrong is told; exit code 1."""
    file, game = tmp_path / "a.json", with_wrong_card().replay().game
    assert game is not None
    hearts.save(with_wrong_card(), file)
    result = run("score", file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(
        f"Short Hearts (short)\n{score_sheet(game)}\ndeal 2, trick 4, seat 2, card KC: R5.1 "
    )
    data = json.loads(run("score", file, "--json").stdout)
    assert len(data["deals"]) == 1
    assert data["problems"][0].startswith("deal 2, trick 4, seat 2, card KC: R5.1 Seat 2 does not hold KC. -> ")
    hearts.save(with_wrong_hands(), file)
    assert len(run("score", file).stdout.splitlines()) == 2


def test_a_saved_game_as_json(tmp_path: Path) -> None:
    """The JSON of a saved game has the same keys as that of a log, as far as it has them."""
    game = played().game
    hearts.save(recorded(), tmp_path / "a.json")
    data = json.loads(good("score", tmp_path / "a.json", "--json"))
    deals = data.pop("deals")
    assert data == {
        "variant": "short",
        "players": 4,
        "totals": [*game.totals],
        "places": [*game.placings],
        "winners": [*game.winners],
        "problems": [],
    }
    assert [(row["deal"], row["scores"], row["totals"]) for row in deals] == [
        (result.number, [*result.scores], [*result.totals]) for result in game.deals
    ]
    assert [[each and each["kind"] for each in row["moons"]] for row in deals] == [
        [result.moon and result.moon.kind] for result in game.deals
    ]
    hearts.save(with_wrong_hands(), tmp_path / "b.json")
    data = json.loads(run("score", tmp_path / "b.json", "--json").stdout)
    assert (data["totals"], data["places"], data["winners"], data["deals"]) == ([0] * 4, [1] * 4, [], [])


# ---- usage -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "FILE"),
        (("a.jsonl",), "a file with many games has no score sheet"),
        (("saved.json", "--running"), "are for a log"),
        (("saved.json", "--variant", "short"), "are for a log"),
        (("saved.json", "--players", "4"), "are for a log"),
        (("saved.json", "--players", "x"), "--players"),
        (("saved.json", "--lang", "xx"), "'xx' is not one of 'en', 'zh'"),
    ],
)
def test_usage(args: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options of a log with a saved game, or a file with many games, are wrong usage: exit code 2."""
    monkeypatch.chdir(tmp_path)
    hearts.save(recorded(), "saved.json")
    write_lines([recorded()], "a.jsonl")
    result = run("score", *args, width=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts score" in result.stderr
    assert message in result.stderr
