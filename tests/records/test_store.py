"""Values as text and in files: one value, and many, one on each line; what goes wrong is told with the file and the line."""

from __future__ import annotations

import gzip
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hearts
from hearts.errors import RecordError
from hearts.records.codec import to_data
from hearts.records.history import History
from hearts.records.store import add_line, dumps, load, loads, read_lines, save, write_lines
from hearts.records.text import MOST_BYTES
from hearts.testing import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME = hearts.new_game("omnibus", seed=7)
GAMES = [hearts.new_game("short", seed=seed) for seed in range(5)]


def faults_of(call: Callable[[], object]) -> tuple[str, list[str]]:
    """The source and the paths of the faults with which a call is refused."""
    with pytest.raises(RecordError) as caught:
        call()
    assert all(fault.problem and fault.expected for fault in caught.value.faults)
    return caught.value.source, [fault.path for fault in caught.value.faults]


# ---- text --------------------------------------------------------------------------------------------------------------


def test_text_is_one_line_in_one_form() -> None:
    """Text is JSON in one line without blanks, in Unicode as it is, and the bytes of it are read as well."""
    text = dumps(GAME)
    assert "\n" not in text
    assert '": ' not in text
    assert "红心" in text
    assert json.loads(text) == to_data(GAME)
    for given_text in (text, text.encode(), json.dumps(to_data(GAME), indent=3), f"\ufeff {text}\n"):
        assert loads(given_text) == GAME


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "text"),
        ("[]", "data"),
        ("null", "data"),
        ("{}", "format"),
        ("{", "text"),
        ('{"format": "hearts.game/1"} {}', "text"),
        ('{"format": "hearts.game/1", "format": "hearts.game/1"}', "format"),
        ('{"format": "hearts.action/1", "action": "play", "seat": 1.0, "card": "QS"}', "seat"),
        ('{"format": "hearts.action/1", "action": "play", "seat": 1e0, "card": "QS"}', "seat"),
        ('{"format": "hearts.action/1", "action": "play", "seat": NaN, "card": "QS"}', "seat"),
        ('{"format": "hearts.action/1", "action": "play", "seat": "1", "card": "QS"}', "seat"),
        (b"\xff", "text"),
        (7, "text"),
        (None, "text"),
    ],
)
def test_text_that_is_no_value_is_refused(text: Any, path: str) -> None:  # noqa: ANN401 - what is no text as well
    """Text that is no JSON, or not of a kind, is refused with the source that was told and the place."""
    assert faults_of(lambda: loads(text)) == ("text", [path])
    assert faults_of(lambda: loads(text, source="the club")) == ("the club", [path])


def test_h2_a_text_that_is_cut_off_is_refused() -> None:
    """H2. Text that ends too early, anywhere, is refused."""
    text = dumps(GAME)
    for end in range(0, len(text), 17):
        with pytest.raises(RecordError):
            loads(text[:end])


def test_text_that_is_no_unicode_is_not_written() -> None:
    """A value with text that no file can hold, a lone surrogate, is not written, and the error says where it is."""
    record = History(GAME).record({"place": "\ud800"})
    assert faults_of(lambda: dumps(record)) == ("data", ["tags.place"])


# ---- files -------------------------------------------------------------------------------------------------------------


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(games(max_deals=2), st.sampled_from(["game.hearts.json", "game.hearts.json.gz"]))
def test_a_saved_game_is_loaded(tmp_path: Path, game: hearts.Game, name: str) -> None:
    """What is saved in a file is loaded equal, compressed or not, over what was there before; it is laid out for people."""
    for value in (game, History(game), game.view(0)):
        save(value, tmp_path / name)
        assert load(str(tmp_path / name)) == value
        raw = (tmp_path / name).read_bytes()
        text = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode("utf-8")
        assert text.startswith('{\n  "format": "hearts.')
        assert loads(text) == value
        save(value, tmp_path / name)
        assert (tmp_path / name).read_bytes() == raw


def test_h2_what_cannot_be_loaded_is_told_with_its_file(tmp_path: Path) -> None:
    """H2. A file that is not there, is none, is cut off, is empty, too large, or holds something else, is refused with its path
    as the source.
    """
    path = tmp_path / "game.hearts.json"
    assert faults_of(lambda: load(path)) == (str(path), ["file"])
    assert faults_of(lambda: load(tmp_path)) == (str(tmp_path), ["file"])
    save(GAME, path)
    text = path.read_text(encoding="utf-8")
    for content, where in (
        (text[:-9], "text"),
        ("", "text"),
        ("{}", "format"),
        ("\ud800", "text"),
        (" " * (MOST_BYTES + 1), "file"),
    ):
        path.write_bytes(content.encode("utf-8", "surrogatepass"))
        assert faults_of(lambda: load(path)) == (str(path), [where])
    (tmp_path / "game.json.gz").write_text(text, encoding="utf-8")
    assert faults_of(lambda: load(tmp_path / "game.json.gz")) == (str(tmp_path / "game.json.gz"), ["file"])


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are Unicode there")
def test_a_file_of_any_name_can_be_told(tmp_path: Path) -> None:
    """The error about a file whose name is not UTF-8 can be shown."""
    path = tmp_path / os.fsdecode(b"\xff.jsonl")
    path.write_text("{}\n", encoding="utf-8")
    for call in (partial(load, path), lambda: list(read_lines(path))):
        source, _ = faults_of(call)
        assert source.encode().endswith(b"\\udcff.jsonl")


def test_what_cannot_be_saved_leaves_the_file(tmp_path: Path) -> None:
    """A value that cannot be written leaves the old file as it is."""
    path = tmp_path / "game.hearts.json"
    save(GAME, path)
    for value in (None, 7, History(GAME).record({"place": "\ud800"})):
        with pytest.raises(RecordError):
            save(value, path)  # type: ignore[arg-type]  # that is what is tested
    assert load(path) == GAME
    assert faults_of(lambda: save(GAME, tmp_path / "no" / "game.json"))[1] == ["file"]
    assert [each.name for each in tmp_path.iterdir()] == ["game.hearts.json"]


# ---- lines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_many_values_are_written_and_read(tmp_path: Path, name: str) -> None:
    """Values are written one on each line, however they are made, and read in order; each line is the text of one."""
    path = tmp_path / name
    assert write_lines(iter(GAMES), path) == 5
    assert list(read_lines(path)) == GAMES
    raw = path.read_bytes()
    lines = (gzip.decompress(raw) if name.endswith(".gz") else raw).decode().splitlines()
    assert lines == [dumps(game) for game in GAMES]
    assert write_lines([], path) == 0
    assert list(read_lines(path)) == []


def test_lines_are_of_any_kind(tmp_path: Path) -> None:
    """A file may hold values of several kinds."""
    path = tmp_path / "log.jsonl"
    values: list[Any] = [GAME.variant, GAME, GAME.deal, History(GAME), History(GAME).record(), *hearts.events(GAME)]
    write_lines(values, path)
    assert list(read_lines(path)) == values


def test_lines_that_cannot_be_written_leave_the_file(tmp_path: Path) -> None:
    """Where a value cannot be made or written, the older file stays."""
    path = tmp_path / "games.jsonl"
    write_lines(GAMES, path)

    def failing() -> Iterator[hearts.Game]:
        yield GAME
        raise KeyError

    with pytest.raises(KeyError):
        write_lines(failing(), path)
    with pytest.raises(RecordError):
        write_lines([GAME, None], path)  # type: ignore[list-item]  # that is what is tested
    assert list(read_lines(path)) == GAMES


def test_faulty_lines_are_told_and_passed_over(tmp_path: Path) -> None:
    """A line that cannot be read is told with the file and its number, and the values before it have been read; where the
    caller wants to go on, each is told and the next one follows. Blank lines are counted and nothing else.
    """
    path = tmp_path / "games.jsonl"
    lines = [
        dumps(GAMES[0]),
        "{}",
        "",
        dumps(GAMES[1])[:-1],
        dumps(GAMES[1]),
        '{"format": "hearts.game/9"}',
        "x" * (MOST_BYTES + 1),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    reading = read_lines(path)
    assert next(reading) == GAMES[0]
    assert faults_of(lambda: next(reading)) == (str(path), ["line 2: format"])
    told: list[RecordError] = []
    assert list(read_lines(path, on_fault=told.append)) == GAMES[:2]
    assert [error.source for error in told] == [str(path)] * 4
    places = [[fault.path for fault in error.faults] for error in told]
    assert places == [["line 2: format"], ["line 4: text"], ["line 6: format"], ["line 7"]]


def test_a_file_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    """A file that cannot be read is no faulty line: it is told at once."""
    told: list[RecordError] = []
    assert faults_of(lambda: list(read_lines(tmp_path / "no.jsonl", on_fault=told.append)))[1] == ["file"]
    assert told == []


def test_a_log_grows_line_by_line(tmp_path: Path) -> None:
    """A value is added to a file of lines, which is made where there is none; a torn last line, as a crash leaves it, is cut
    off, and nothing is added of a value that cannot be written.
    """
    path = tmp_path / "played.jsonl"
    for count, game in enumerate(GAMES, 1):
        add_line(game, path)
        assert list(read_lines(path)) == GAMES[:count]
    whole = path.read_bytes()
    with path.open("ab") as file:
        file.write(dumps(GAME).encode()[:99])
    add_line(GAME, path)
    assert path.read_bytes() == whole + dumps(GAME).encode() + b"\n"
    with pytest.raises(RecordError):
        add_line(None, path)  # type: ignore[arg-type]  # that is what is tested
    assert list(read_lines(path)) == [*GAMES, GAME]
    assert faults_of(lambda: add_line(GAME, tmp_path / "played.jsonl.gz"))[1] == ["file"]


def test_one_value_is_no_list_of_values(tmp_path: Path) -> None:
    """A value that is given in place of several is refused, and no file is made."""
    path = tmp_path / "games.jsonl"
    with pytest.raises(RecordError, match="expected several values, as in a list"):
        write_lines(hearts.new_game("standard", seed=7), path)  # type: ignore[arg-type]  # on purpose
    assert not path.exists()
