"""`hearts verify` says of saved games whether they are right, and whether they keep a commitment."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from running import PYTHON, environment, good, on_terminal, run
from saved_games import played, recorded, with_deal, with_wrong_card, with_wrong_totals

import hearts
from hearts.cli import streams
from hearts.cli.retelling import Saved
from hearts.records import write_lines
from hearts.records.files import iter_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROMISE = hearts.commit(7)
"""The commitment to the seed of the games that are played here."""


def saved(value: Saved, folder: Path) -> Path:
    """A file with a value."""
    file = folder / "it.hearts.json"
    hearts.save(value, file)
    return file


@pytest.mark.parametrize("kind", ["record", "history", "game"])
def test_ok(kind: str, tmp_path: Path) -> None:
    """A game in which nothing is wrong is ok, in each form in which games are saved."""
    forms: dict[str, Saved] = {"record": recorded(), "history": played(), "game": played().game}
    file = saved(forms[kind], tmp_path)
    assert good("verify", file) == f"{file}: ok\n"


def test_a_fault_of_play(tmp_path: Path) -> None:
    """What is wrong in the play is told with its place, the reason and what would be right; the exit code is 1."""
    file = saved(with_wrong_card(), tmp_path)
    result = run("verify", file)
    assert (result.exit_code, result.stderr) == (1, "")
    head, problem = result.stdout.splitlines()
    assert head == f"{file}: 1 problem"
    assert problem.startswith("  deal 2, trick 4, seat 2, card KC: R5.1 Seat 2 does not hold KC. -> ")


def test_a_fault_of_the_result(tmp_path: Path) -> None:
    """So is a result that is wrong."""
    file = saved(with_wrong_totals(), tmp_path)
    result = run("verify", file)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{file}: 1 problem\n  deal 1: the totals are 1 2 3 20; expected ")


def test_every_fault_of_the_form(tmp_path: Path) -> None:
    """Every fault in the form of a file is told, each on a line of its own."""
    file = tmp_path / "it.json"
    file.write_text('{"format": "hearts.record/1", "players": "4", "sed": "7", "deals": []}', encoding="utf-8")
    result = run("verify", file)
    assert (result.exit_code, result.stderr) == (1, "")
    head, *faults = result.stdout.splitlines()
    assert head == f"{file}: {len(faults)} faults"
    assert {line.split(":")[0] for line in faults} >= {"  players", "  sed", "  variant", "  first_dealer"}
    assert all("; expected " in line for line in faults)


@pytest.mark.parametrize(
    "content", [None, "", "[1]", '{"format":"hearts.action/1","action":"play","seat":2,"card":"QS"}']
)
def test_what_is_no_game(content: str | None, tmp_path: Path) -> None:
    """What cannot be read, or is no saved game, is not ok."""
    file = tmp_path / "it.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    result = run("verify", file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(f"{file}: 1 fault\n  ")


@pytest.mark.skipif(sys.platform == "win32", reason="no file can be named so there")
def test_what_would_control_a_terminal(tmp_path: Path) -> None:
    """Of a file's name and content nothing gets through to the terminal that would control it, on stderr neither."""
    file = tmp_path / "a\x1b[2Jb.json"
    file.write_text('{"format": "hearts.record/1", "\\u001b[2J\\u009b": 1}', encoding="utf-8")
    for command in ("verify", "replay", "score"):
        result = run(command, file)
        assert result.exit_code == 1
        assert "a?[2Jb.json: " in result.output
        assert "nothing reads this key" in result.output
        assert not {"\x1b", "\x9b"} & {*result.output}


# ---- commitments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["record", "history", "game"])
def test_a_commitment_that_is_kept(kind: str, tmp_path: Path) -> None:
    """A game whose seed and hands are those that were committed to keeps the commitment; a game does so in its first deal."""
    forms: dict[str, Saved] = {"record": recorded(), "history": played(), "game": played("short", 7, 9).game}
    file = saved(forms[kind], tmp_path)
    assert good("verify", file, "--commitment", PROMISE) == f"{file}: ok, and keeps the commitment\n"


def test_a_commitment_that_is_not_kept(tmp_path: Path) -> None:
    """Another seed, or a fault in the play, speaks against it: every problem is told."""
    file = saved(with_wrong_card(), tmp_path)
    result = run("verify", file, "--commitment", hearts.commit(8))
    assert (result.exit_code, result.stderr) == (1, "")
    problems = hearts.verify(with_wrong_card(), hearts.commit(8)).problems
    assert result.stdout == "".join((f"{file}: 2 problems\n", *(f"  {problem}\n" for problem in problems)))


def test_a_record_without_its_seed(tmp_path: Path) -> None:
    """A record without its seed is ok by itself, but no commitment can be checked with it."""
    file = saved(recorded().without_seed(), tmp_path)
    assert good("verify", file) == f"{file}: ok\n"
    result = run("verify", file, "--commitment", PROMISE)
    assert result.exit_code == 1
    assert "The record has no seed" in result.stdout


def test_a_game_after_its_first_deal(tmp_path: Path) -> None:
    """A game that has only the results of earlier deals cannot be checked against a commitment."""
    file = saved(played("short", 7, 70).game, tmp_path)
    result = run("verify", file, "--commitment", PROMISE)
    assert result.exit_code == 1
    assert result.stdout.startswith(f"{file}: 1 fault\n  deals: ")
    assert result.stdout.endswith("; expected a record, or a history that begins with deal 1\n")


@pytest.mark.parametrize("name", ["it.hearts.json", "games.jsonl"])
def test_what_is_no_commitment(name: str, tmp_path: Path) -> None:
    """A commitment that has not the form of one is an error, whatever the file holds."""
    write_lines([recorded()], tmp_path / "games.jsonl")
    saved(recorded(), tmp_path)
    result = run("verify", tmp_path / name, "--commitment", "abc")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: commitment: it is 'abc': expected hearts-commit-1:")


# ---- many games --------------------------------------------------------------------------------------------------------


def test_many_that_are_right(tmp_path: Path) -> None:
    """Of a file in which all games are right, that is said, and how many there are."""
    file = tmp_path / "games.jsonl.gz"
    write_lines([recorded(), played(), played().game], file)
    assert good("verify", file) == f"{file}: ok (3 games)\n"
    assert good("verify", file.with_name("games.jsonl.gz")) == f"{file}: ok (3 games)\n"


def test_every_faulty_line(tmp_path: Path) -> None:
    """Each faulty line is told with its number and every fault, and then how many there are; the exit code is 1."""
    file = tmp_path / "games.jsonl"
    write_lines([with_wrong_totals(), recorded(), with_wrong_card()], file)
    with file.open("a", encoding="utf-8") as more:
        more.write('\n{"format": "hearts.record/1", "deals": []}\n{')
    result = run("verify", file)
    assert (result.exit_code, result.stderr) == (1, "")
    *lines, last = result.stdout.splitlines()
    assert lines[0].startswith("line 1: deal 1: the totals are 1 2 3 20; expected ")
    assert lines[1].startswith("line 3: deal 2, trick 4, seat 2, card KC: R5.1 Seat 2 does not hold KC. -> ")
    numbers = [line.partition(":")[0] for line in lines]
    assert numbers == ["line 1", "line 3", *["line 5"] * (len(lines) - 3), "line 6"]
    assert len(lines) > 4
    assert last == f"{file}: 4 of 5 games faulty"


def test_a_commitment_of_many(tmp_path: Path) -> None:
    """With a commitment each game of a file has to keep it."""
    file = tmp_path / "games.jsonl"
    write_lines([recorded(), recorded("short", 8)], file)
    result = run("verify", file, "--commitment", PROMISE)
    assert result.exit_code == 1
    assert result.stdout == (
        f"line 2: The seed of the record is not the one that was committed to.\n{file}: 1 of 2 games faulty\n"
    )


def test_hands_that_were_given(tmp_path: Path) -> None:
    """Hands that do not come from the seed break the commitment, though the game is right by itself."""
    other = played("short", 8).start.deal.dealt
    game = hearts.new_game("short", seed=7, hands=other)
    record = hearts.History(game).record()
    assert with_deal(record, 1, record.deals[0]) == record
    file = saved(record, tmp_path)
    assert good("verify", file) == f"{file}: ok\n"
    assert "The hands of deal 1 were given by hand" in run("verify", file, "--commitment", PROMISE).stdout


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C stops, tells what was checked until then, and ends with exit code 130."""
    file = tmp_path / "games.jsonl"
    write_lines([with_wrong_totals(), recorded(), recorded()], file)

    def interrupted(path: Path) -> Iterator[tuple[int, bytes | hearts.RecordError]]:
        for number, line in iter_lines(path):
            if number == 3:
                raise KeyboardInterrupt
            yield number, line

    monkeypatch.setattr(streams, "iter_lines", interrupted)
    result = run("verify", file)
    assert (result.exit_code, result.stderr) == (130, "")
    assert result.stdout.splitlines()[1:] == [
        f"{file}: stopped after 2 games, 1 of them faulty",
    ]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no such terminals here")
def test_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal the bar is gone at the end, and the faulty lines stand above the sum."""
    file = tmp_path / "games.jsonl"
    write_lines([with_wrong_totals(), recorded()], file)
    code, written = on_terminal("verify", file, width=200, NO_COLOR="1")
    assert code == 1
    assert "line 1: deal 1: the totals are 1 2 3 20" in written
    assert written.rstrip().endswith(f"{file}: 1 of 2 games faulty")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that are closed early are told otherwise there")
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_closed_pipe(command: str, tmp_path: Path) -> None:
    """Where whoever reads the output has gone, the process ends without a word."""
    file = tmp_path / "games.jsonl"
    write_lines([with_wrong_totals()] * 3, file)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*PYTHON, command, str(file)],
            stdout=writing,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=120,
            check=False,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("args", [(), ("a.json", "b.json"), ("a.json", "--what")])
def test_usage(args: tuple[str, ...]) -> None:
    """No file, two of them, or an option that there is not: wrong usage, exit code 2."""
    result = run("verify", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts verify" in result.stderr
