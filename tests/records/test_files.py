"""Files: bounded where they are read, and nothing that was reported saved is lost, whenever the process is killed."""

from __future__ import annotations

import errno
import gzip
import os
import random
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts.errors import RecordError
from hearts.records import files
from hearts.records.files import append_line, iter_lines, read_bytes, write_atomically
from hearts.records.text import MOST_BYTES, dump, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MEGABYTE = 1024 * 1024

posix = pytest.mark.skipif(os.name != "posix", reason="needs permissions, links and signals as on POSIX")

OBJECTS: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.text(max_size=5), st.integers(-9, 9) | st.text(max_size=5) | st.just([{}]), max_size=3
)
LINES = OBJECTS.map(lambda data: dump(data).encode())


def fault_of(source: str | Path, act: Callable[..., object], *given: Any) -> str:  # noqa: ANN401 - arguments of any kind
    """The one fault that something fails with."""
    with pytest.raises(RecordError) as caught:
        act(*given)
    assert caught.value.source == str(source)
    str(caught.value).encode()
    (fault,) = caught.value.faults
    return str(fault)


def failing(*errors: BaseException | None) -> Callable[..., None]:
    """Something that fails, or does nothing for None, call by call."""
    left = iter(errors)

    def fail(*_: object) -> None:
        error = next(left)
        if error is not None:
            raise error

    return fail


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(path.name for path in folder.iterdir())


# Reading.


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    """read_bytes gives what is in a file of up to the largest size."""
    path = tmp_path / "game.json"
    for content in (b"", b"{}\r\n\0", bytes(MOST_BYTES)):
        path.write_bytes(content)
        assert read_bytes(path) == read_bytes(str(path)) == content


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is missing, a folder or no path at all is a RecordError that says so; the caller may name the source."""
    none = tmp_path / "none.json"
    assert "file: it cannot be read: No such file" in fault_of(none, read_bytes, none)
    assert "it cannot be read" in fault_of("the game", read_bytes, none, "the game")
    assert "it cannot be read" in fault_of(tmp_path, read_bytes, tmp_path)
    assert "it cannot be read: embedded null" in fault_of("a\0b", read_bytes, "a\0b")
    assert "it cannot be read" in fault_of(none, list, iter_lines(none))
    assert "it cannot be read" in fault_of("a\0b", list, iter_lines("a\0b"))
    assert "it cannot be read" in fault_of("\\ud800.json", read_bytes, "\ud800.json")
    wrong: Any
    for wrong in (3, None, b"x", True):
        assert f"its path is {wrong!r}" in fault_of("file", read_bytes, wrong)


def test_a_file_that_is_too_large_is_refused_early(tmp_path: Path) -> None:
    """Of a file of 100 MB, packed or not, or one without an end, no more is read than the largest size."""
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(100 * MEGABYTE)
    packed = tmp_path / "large.json.gz"
    packed.write_bytes(gzip.compress(bytes(100 * MEGABYTE), 1))
    endless = [path for path in [Path("/dev/zero")] if path.exists()]
    for path in [large, packed, *endless]:
        tracemalloc.start()
        assert "it has more than 8,388,608 bytes" in fault_of(path, read_bytes, path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 3 * MOST_BYTES


def test_lines_are_numbered(tmp_path: Path) -> None:
    """Lines come with their number and without their end; blank ones count but do not come; the last may lack its newline."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'\n{"a": 1}\r\n \t\r\n\r\n [2] \n\xff\rx\n{"a"')
    assert list(iter_lines(path)) == [(2, b'{"a": 1}'), (5, b" [2] "), (6, b"\xff\rx"), (7, b'{"a"')]
    path.write_bytes(b"")
    assert list(iter_lines(path)) == []


@given(st.lists(st.binary().map(lambda line: line.replace(b"\n", b"")), max_size=8), st.booleans())
def test_lines_are_what_was_written(lines: list[bytes], packed: bool) -> None:
    """Any lines that are written are read again, from packed files too."""
    with TemporaryDirectory() as folder:
        path = f"{folder}/lines" + (".gz" if packed else "")
        write_atomically(path, (line + b"\n" for line in lines))
        found = list(iter_lines(path))
    kept = [(number, line.removesuffix(b"\r")) for number, line in enumerate(lines, 1) if line.strip(b" \t\r")]
    assert found == kept


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_the_longest_line(tmp_path: Path, end: bytes) -> None:
    """A line of the largest size is read, one byte more is refused, whatever ends it; the lines after it are read."""
    path = tmp_path / "games.jsonl"
    most = b"x" * MOST_BYTES
    path.write_bytes(b"{}\n" + most + end + (b"[]" if end else b""))
    assert list(iter_lines(path)) == [(1, b"{}"), (2, most), *([(3, b"[]")] if end else [])]
    path.write_bytes(b"{}\n" + most + b"x" + end + (b"[]" if end else b""))
    first, (number, error), *rest = iter_lines(path)
    assert isinstance(error, RecordError)
    assert (first, number, error.source) == ((1, b"{}"), 2, f"{path}, line 2")
    assert "line: it has more than 8,388,608 bytes" in str(error)
    assert rest == ([(3, b"[]")] if end else [])


def test_a_line_of_100_megabytes_is_not_held(tmp_path: Path) -> None:
    """A line of 100 MB is refused and passed over in little memory, and the lines around it are read."""
    path = tmp_path / "games.jsonl"
    with path.open("wb") as file:
        file.write(b"[1]\n")
        file.seek(100 * MEGABYTE)
        file.write(b"\n[2]\n")
    tracemalloc.start()
    lines = list(iter_lines(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [(number, line) for number, line in lines if isinstance(line, bytes)] == [(1, b"[1]"), (3, b"[2]")]
    assert [number for number, line in lines if isinstance(line, RecordError)] == [2]
    assert peak < 4 * MOST_BYTES


def test_packed_files_that_are_damaged(tmp_path: Path) -> None:
    """A packed file that is no gzip, was cut off or changed is a RecordError; what comes before is read."""
    path = tmp_path / "games.jsonl.GZ"
    lines = [dump({"n": number, "x": random.Random(number).randbytes(99).hex()}).encode() for number in range(1_000)]
    write_atomically(path, [b"\n".join(lines)])
    whole = path.read_bytes()
    assert gzip.decompress(whole) == read_bytes(path) == b"\n".join(lines)
    for damaged in (
        b"{}\n",
        whole[: len(whole) // 2],
        whole[:-9] + b"xxxxxxxxx",
        whole[:40_000] + whole[50_000:],
        whole + b"x",
    ):
        path.write_bytes(damaged)
        assert "file: it cannot be read" in fault_of(path, read_bytes, path)
        reader = iter_lines(path)
        assert "file: it cannot be read" in fault_of(path, list, reader)
    path.write_bytes(whole[: len(whole) // 2])
    assert next(iter_lines(path)) == (1, lines[0])


# Writing whole files.


def test_the_same_chunks_give_the_same_packed_file(tmp_path: Path) -> None:
    """A packed file holds neither its name nor the time."""
    one, other = tmp_path / "one.gz", tmp_path / "other.gz"
    write_atomically(one, [b"{}\n"] * 5)
    write_atomically(other, [b"{}\n"] * 5)
    assert one.read_bytes() == other.read_bytes()
    assert one.read_bytes()[4:8] == bytes(4)


def test_a_file_is_replaced(tmp_path: Path) -> None:
    """A new file is made, an old one is replaced, and nothing is left beside it, however long its name is."""
    for path in (tmp_path / "game.json", tmp_path / ("é" * 120)):
        for chunks in ([], [b"a", b"", b"b\n"], [b"c"]):
            write_atomically(path, chunks)
            assert path.read_bytes() == b"".join(chunks)
    assert len(names(tmp_path)) == 2


@posix
def test_permissions_are_kept(tmp_path: Path) -> None:
    """A new file has the permissions of any other new file; an old one keeps its own."""
    usual, path = tmp_path / "usual", tmp_path / "game.json"
    usual.touch()
    write_atomically(path, [b"1"])
    assert path.stat().st_mode == usual.stat().st_mode
    for mode in (0o600, 0o666, 0o640):
        path.chmod(mode)
        write_atomically(path, [b"2"])
        assert path.stat().st_mode & 0o7777 == mode


@posix
def test_a_link_goes_on_leading_to_its_file(tmp_path: Path) -> None:
    """Of a symbolic link what it leads to is replaced, there or not yet there, in its own folder."""
    (tmp_path / "there").mkdir()
    target, link, other = tmp_path / "there" / "game.json", tmp_path / "link", tmp_path / "other"
    link.symlink_to("there/game.json")
    other.symlink_to(link)
    for content in (b"1", b"2"):
        write_atomically(other, [content])
        assert other.is_symlink()
        assert link.is_symlink()
        assert target.read_bytes() == content
    append_line(tmp_path / "link", b"{}")
    assert target.read_bytes() == b"2\n{}\n"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A place where no file can be is a RecordError, and nothing is left there."""
    none = tmp_path / "none" / "game.json"
    assert "file: it cannot be written: No such file" in fault_of(none, write_atomically, none, [b"x"])
    assert "something that is not a file" in fault_of(tmp_path, write_atomically, tmp_path, [b"x"])
    assert "it cannot be written" in fault_of("a\0b", write_atomically, "a\0b", [b"x"])
    assert "it cannot be written" in fault_of(none, append_line, none, b"{}")
    assert "it cannot be written" in fault_of(tmp_path, append_line, tmp_path, b"{}")
    assert "it cannot be written" in fault_of("a\0b", append_line, "a\0b", b"{}")
    assert names(tmp_path) == []


@posix
def test_a_device_is_not_replaced() -> None:
    """What is there but is no file, such as a device, is left alone."""
    assert "something that is not a file" in fault_of(os.devnull, write_atomically, os.devnull, [b"x"])
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), OSError(errno.EIO, "of the caller"), ZeroDivisionError(), SystemExit()]
)
@pytest.mark.parametrize("name", ["game.json", "game.json.gz"])
def test_what_the_chunks_raise_comes_through(tmp_path: Path, name: str, error: BaseException) -> None:
    """Where the content cannot be made, the error comes through, the old file is as it was and the new one is gone."""
    path = tmp_path / name

    def chunks() -> Iterator[bytes]:
        yield b"x" * MEGABYTE
        raise error

    for old in (None, b"old"):
        if old is not None:
            path.write_bytes(old)
        with pytest.raises(type(error)) as caught:
            write_atomically(path, chunks())
        assert caught.value is error
        assert names(tmp_path) == ([] if old is None else [name])
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["fsync", "replace", "chmod"])
def test_a_write_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Where the disk refuses, that is told, the old file is as it was and the new one is gone."""
    path = tmp_path / "game.json"
    path.write_bytes(b"old")
    owner = os if name == "fsync" else Path
    monkeypatch.setattr(owner, name, failing(OSError(errno.ENOSPC, "the disk is full")))
    assert "it cannot be written: the disk is full" in fault_of(path, write_atomically, path, [b"new"])
    assert (names(tmp_path), path.read_bytes()) == (["game.json"], b"old")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for the content, that is told, whether it shows early or when the rest is written."""
    path = tmp_path / "game.json"
    monkeypatch.setattr(Path, "open", lambda *_: open("/dev/full", "wb"))  # noqa: PTH123, SIM115 - Path.open is replaced
    for size in (1, MEGABYTE):
        assert "it cannot be written: No space left" in fault_of(path, write_atomically, path, [bytes(size)] * 3)


def test_folders_that_cannot_be_made_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that cannot make folders durable is no reason to fail; one that fails to do so is."""
    path = tmp_path / "game.json"
    monkeypatch.setattr(os, "fsync", failing(None, OSError(errno.EINVAL, "cannot"), None, OSError(errno.EIO, "failed")))
    write_atomically(path, [b"one"])
    assert path.read_bytes() == b"one"
    assert "it cannot be written: failed" in fault_of(path, write_atomically, path, [b"two"])
    assert names(tmp_path) == ["game.json"]


# Adding lines.


@given(st.lists(LINES, max_size=4), LINES, LINES, st.data())
def test_a_torn_line_is_cut_off(lines: list[bytes], torn: bytes, new: bytes, data: st.DataObject) -> None:
    """However much of a last line was written, the next one is whole, and so are all before; a whole last line is kept."""
    written = data.draw(st.integers(0, len(torn)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines) + torn[:written])
        append_line(path, new)
        kept = [*lines, torn, new] if written == len(torn) else [*lines, new]
        assert path.read_bytes() == b"".join(line + b"\n" for line in kept)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"[1.5]", b"[1.5]\n"),
        (b'{"x": 1e5}', b'{"x": 1e5}\n'),
        (b"{}\r\n \t", b"{}\r\n \t\n"),
        (b"\n", b"\n"),
        (b"{}\n" + bytes(9), b"{}\n"),
        (b'{"x": "\xc3', b""),
        (b'{}\n{"x": ' + b"9" * 5_000 + b"}", b'{}\n{"x": ' + b"9" * 5_000 + b"}\n"),
        (b'{"x": ' * 100_000, b'{"x": ' * 100_000 + b"\n"),
        (b'{"' + b"x" * (MOST_BYTES - 2), b""),
    ],
)
def test_ends_of_a_file(tmp_path: Path, before: bytes, after: bytes) -> None:
    """Only what is no JSON is cut off, or nulls; to what is JSON, read by this library or not, a newline is added."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(before)
    append_line(path, b'{"new":1}')
    assert path.read_bytes() == after + b'{"new":1}\n'


@pytest.mark.parametrize(
    "content", [b"Some text.", b"{}\n}", b"{}\n\0\0\1", b"{" + b" " * MOST_BYTES, b"\n{" + b" " * MOST_BYTES]
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """Nothing is cut off a file that does not end like one of lines of JSON, nor added to it."""
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    assert "file: its last line" in fault_of(path, append_line, path, b"{}")
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line", [b"", b"[]", b" {}", b"{}\n", b'{"a":\n1}', b"{", b"{}{}", b'{"a":1.5}', "{}", None, bytearray(b"{}")]
)
def test_a_line_is_one_object(tmp_path: Path, line: Any) -> None:  # noqa: ANN401 - what is no line
    """What is not one object on one line is refused before there is a file."""
    fault_of("line", append_line, tmp_path / "log.jsonl", line)
    assert names(tmp_path) == []


def test_lines_are_not_added_to_a_packed_file(tmp_path: Path) -> None:
    """A packed file cannot grow line by line."""
    path = tmp_path / "log.jsonl.gz"
    assert "lines cannot be added to a compressed file" in fault_of(path, append_line, path, b"{}")


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "the disk is full"), KeyboardInterrupt()])
def test_a_line_that_cannot_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Where a line cannot be made durable, it is taken back."""
    path = tmp_path / "log.jsonl"
    append_line(path, b'{"a":1}')
    monkeypatch.setattr(os, "fsync", failing(error))
    with pytest.raises(RecordError if isinstance(error, OSError) else KeyboardInterrupt):
        append_line(path, b'{"a":2}')
    assert path.read_bytes() == b'{"a":1}\n'


def test_a_line_is_written_in_as_many_parts_as_it_takes() -> None:
    """A system that writes only a part of what it is given is given the rest again."""

    class Slow:
        """A file that takes three bytes at a time."""

        def __init__(self) -> None:
            self.content = b""

        def write(self, content: bytes) -> int:
            self.content += content[:3]
            return len(content[:3])

    slow: Any = Slow()
    files._write_all(slow, b"0123456789")
    assert slow.content == b"0123456789"


# Processes that are killed, and that write at the same time.

SAVING = """
import sys
from hearts.records.files import write_atomically
path, number = sys.argv[1], int(sys.argv[2])
while True:
    number += 1
    write_atomically(path, [b'{"version":%d,"filler":"' % number, b"x" * (number % 7 * 9_000), b'"}'])
    print(number, flush=True)
"""

APPENDING = """
import sys
from hearts.records.files import append_line
path, number, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
while number < last:
    number += 1
    append_line(path, b'{"number":%d,"filler":"%s"}' % (number, b"x" * (number % 7 * 3_000)))
    print(number, flush=True)
"""


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    """A process that runs a program."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def reported_before_kill(process: subprocess.Popen[str], chance: random.Random) -> list[int]:
    """The numbers that a process reports until it is killed, at a moment that cannot be foreseen."""
    with process:
        assert process.stdout is not None
        reported = [process.stdout.readline() for _ in range(chance.randint(1, 90))]
        time.sleep(chance.random() / 300)
        process.kill()
        reported += process.stdout
    # the last line may be torn as well: then it was not reported
    return [int(line) for line in reported if line.endswith("\n")]


@posix
def test_kill_9_during_a_thousand_saves_loses_nothing(tmp_path: Path) -> None:
    """Whenever a process is killed, the file is whole and holds the last version that was reported saved, or the next."""
    path, chance = tmp_path / "game.json", random.Random()
    saves = kills = version = 0
    while saves < 1_000:
        reported = reported_before_kill(start(SAVING, path, version), chance)
        assert reported
        saves += len(reported)
        kills += 1
        version = parse(read_bytes(path), "game")["version"]
        assert version - reported[-1] in {0, 1}
        left = [name for name in names(tmp_path) if name != "game.json"]
        assert len(left) <= kills
        assert all(name.startswith(".game.json.") and name.endswith(".saving") for name in left)


@posix
def test_kill_9_during_a_thousand_lines_loses_nothing(tmp_path: Path) -> None:
    """Whenever a process is killed, every line that was reported saved is there, in order; one more may be, or be torn."""
    path, chance = tmp_path / "log.jsonl", random.Random()
    last = 0
    while last < 1_000:
        reported = reported_before_kill(start(APPENDING, path, last, 10**9), chance)
        assert reported
        *whole, torn = path.read_bytes().split(b"\n")
        numbers = [parse(line, "line")["number"] for line in whole]
        last = len(numbers)
        assert numbers == list(range(1, last + 1))
        assert last - reported[-1] in {0, 1}
        assert not torn or torn.startswith(b"{")
        # a line that lacks nothing but its newline counts too: the next process adds it
        last += torn.endswith(b"}")


@posix
def test_who_appends_waits_for_the_lock(tmp_path: Path) -> None:
    """While another holds the file locked, no line is added."""
    import fcntl  # noqa: PLC0415 - not there on Windows

    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        other = threading.Thread(target=append_line, args=(path, b"{}"))
        other.start()
        other.join(0.1)
        assert other.is_alive()
        assert path.read_bytes() == b""
    other.join()
    assert path.read_bytes() == b"{}\n"


@posix
def test_processes_that_append_wait_for_each_other(tmp_path: Path) -> None:
    """Lines that two processes add at the same time are all there, whole, each process's own in their order."""
    path = tmp_path / "log.jsonl"
    processes = [start(APPENDING, path, first, first + 60) for first in (0, 1_000)]
    for process in processes:
        process.communicate()
        assert process.returncode == 0
    numbers = [parse(line, "line")["number"] for _, line in iter_lines(path) if isinstance(line, bytes)]
    assert [number for number in numbers if number <= 1_000] == list(range(1, 61))
    assert [number for number in numbers if number > 1_000] == list(range(1_001, 1_061))


@pytest.mark.parametrize("content", [b'{\n  "format": "hearts.game/1"\n}\n', b"Ann,Bob\n13,13\n", b"{}\n[1]\n\n"])
def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """No line is added to a file whose last line is no JSON object, such as a save of one game: it would spoil both."""
    path = tmp_path / "game.hearts.json"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="expected a file of lines of JSON objects"):
        append_line(path, b"{}")
    assert path.read_bytes() == content


@posix
def test_no_line_is_added_to_a_device() -> None:
    """What is not a file is refused before anything is read from it."""
    with pytest.raises(RecordError, match="it is not a file"):
        append_line("/dev/full", b"{}")


@posix
def test_a_line_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a device that gives no end of a line is given up."""
    monkeypatch.setattr(files, "_LONGEST_SKIPPED", 1 << 20)
    with pytest.raises(RecordError, match="line 1 does not end"):
        list(iter_lines("/dev/zero"))
