"""Checkpoints: a run that is stopped goes on from its file to the same result, and no other file is taken for it."""

from __future__ import annotations

import gzip
import json
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.records.text import dump

pytest.importorskip("numba")

from hearts.bulk import checkpoint as module
from hearts.bulk import simulate, simulate_games
from hearts.bulk.checkpoint import Checkpoint, Done
from hearts.bulk.chunks import Job, run_chunk
from hearts.bulk.policies import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

Progress: TypeAlias = "Callable[[int, int], object]"

DEALS = 1050
CHUNK = 100
STANDARD = hearts.load_variant("standard")
JOB = Job(variant=STANDARD, players=4, policy=Policy.RANDOM, seed=7)
GAMES_JOB = Job(variant=STANDARD, players=4, policy=Policy.RANDOM, seed=7, most=9)


def stop_after(many: int) -> Progress:
    """Progress that stops a run, as Ctrl-C does, once so many deals or games more are done than at its beginning."""
    begun: list[int] = []

    def progress(done: int, _: int) -> None:
        begun.append(done)
        if done - begun[0] >= many:
            raise KeyboardInterrupt

    return progress


def run(path: str | os.PathLike[str], **changes: Any) -> Any:  # noqa: ANN401 - either result
    """A run of deals with a checkpoint."""
    return simulate(**{"variant": "standard", "deals": DEALS, "seed": 7, "chunk": CHUNK, "checkpoint": path, **changes})


def again_and_again(play: Callable[[Progress], Any], many: int) -> tuple[Any, list[int]]:
    """What a run comes to that is stopped after so many deals or games each time, and where it began each time."""
    starts: list[int] = []
    while True:
        told: list[int] = []
        stop = stop_after(many)

        def progress(done: int, whole: int, told: list[int] = told, stop: Progress = stop) -> None:
            told.append(done)
            stop(done, whole)

        try:
            return play(progress), starts
        except KeyboardInterrupt:
            starts.append(told[0])
            assert len(starts) < 50


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The file of a run of deals that was stopped on its way."""
    path = tmp_path / "run.json"
    with pytest.raises(KeyboardInterrupt):
        run(path, progress=stop_after(300))
    return path


# ---- going on ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_deals_that_are_stopped_again_and_again(workers: int, tmp_path: Path) -> None:
    """However often a run is stopped, it goes on from its file, plays nothing again, and comes to the same."""
    whole = simulate("standard", DEALS, seed=7)
    path = tmp_path / "run.json"
    result, starts = again_and_again(lambda progress: run(path, workers=workers, progress=progress), CHUNK)
    assert result == whole
    assert starts[0] == 0
    assert starts == sorted({*starts})
    assert run(path) == whole


def test_games_that_are_stopped_again_and_again(tmp_path: Path) -> None:
    """Games go on from a file as deals do, those among them that do not end too."""
    how: dict[str, Any] = {"variant": "standard", "games": 130, "seed": 7, "max_deals": 9, "chunk": 8}
    whole = simulate_games(**how)
    assert 0 < whole.games < 130
    path = tmp_path / "run.json"
    result, starts = again_and_again(lambda told: simulate_games(**how, checkpoint=path, progress=told), 30)
    assert result == whole
    assert len(starts) > 1


def test_many_games_that_never_end(tmp_path: Path) -> None:
    """Where more games do not end than are told one by one, a run goes on all the same."""
    how: dict[str, Any] = {"variant": "standard", "games": 300, "seed": 7, "max_deals": 2, "chunk": 25}
    path = tmp_path / "run.json"
    with pytest.raises(KeyboardInterrupt):
        simulate_games(**how, checkpoint=path, progress=stop_after(200))
    assert simulate_games(**how, checkpoint=path) == simulate_games(**how)


def test_a_run_that_is_done_is_not_played_again(tmp_path: Path) -> None:
    """The file of a whole run gives its result again."""
    path = tmp_path / "run.json"
    result = run(path)
    told: list[int] = []
    assert run(path, progress=lambda done, _: told.append(done)) == result
    assert told == [DEALS]


def test_it_is_written_while_the_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Now and then what is done is written, not only at the end; so little is lost where a process is killed."""
    path = tmp_path / "run.json"
    monkeypatch.setattr(module, "_BETWEEN", 0.0)
    sizes: list[int] = []
    run(path, chunk=10, progress=lambda *_: sizes.append(json.loads(path.read_bytes())["upto"]))
    assert sizes == sorted(sizes)
    assert len({*sizes}) > 2


def test_what_was_being_played_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a run is stopped while chunks are played, they are played to their end and count as done."""
    path = tmp_path / "run.json"
    stopping = Event()

    def play(job: Job, first: int, count: int) -> Any:  # noqa: ANN401 - as what it stands for
        if first:
            assert stopping.wait(60)
        return run_chunk(job, first, count)

    def stop(done: int, _: int) -> None:
        if done:
            stopping.set()
            raise KeyboardInterrupt

    monkeypatch.setattr("hearts.bulk.run.run_chunk", play)
    with pytest.raises(KeyboardInterrupt):
        run(path, workers=2, progress=stop)
    assert json.loads(path.read_bytes())["upto"] >= 2 * CHUNK
    assert run(path) == simulate("standard", DEALS, seed=7)


def test_a_packed_file(tmp_path: Path) -> None:
    """A file whose name ends in .gz is packed."""
    path = tmp_path / "run.json.gz"
    with pytest.raises(KeyboardInterrupt):
        run(path, progress=stop_after(300))
    assert gzip.decompress(path.read_bytes()).startswith(b"{")
    assert run(str(path)) == simulate("standard", DEALS, seed=7)


@given(st.permutations(range(0, DEALS, CHUNK)), st.integers(0, 11), st.booleans())
def test_any_chunks_can_be_done(order: list[int], many: int, games: bool) -> None:
    """Whatever chunks are done, in whatever order, the file says so, and it says no more."""
    job = GAMES_JOB if games else JOB
    at = Checkpoint("unused", job, DEALS, CHUNK)
    done = Done()
    for first in order[:many]:
        count = min(CHUNK, DEALS - first)
        done = done.plus(first, count, part(games, first))
    assert done.played == sum(min(CHUNK, DEALS - first) for first in order[:many])
    assert [first in done.later or first < done.upto for first in order] == [True] * many + [False] * (11 - many)
    assert not list(at._wrong(done))
    if many == 11:
        assert done == Done(DEALS, {}, run_chunk(job, 0, DEALS))


@cache
def part(games: bool, first: int) -> Any:  # noqa: ANN401 - either result; of games?
    """What a chunk comes to."""
    return run_chunk(GAMES_JOB if games else JOB, first, min(CHUNK, DEALS - first))


# ---- what is refused -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("variant", {"variant": "omnibus"}),
        ("variant", {"variant": STANDARD.evolve(moon={"style": "new"})}),
        ("players", {"players": 3}),
        ("policy", {"policy": "duck"}),
        ("seed", {"seed": 8}),
        ("count", {"deals": DEALS + 1}),
        ("chunk", {"chunk": CHUNK + 1}),
    ],
)
def test_another_run(name: str, change: dict[str, Any], stopped: Path) -> None:
    """The file of another run is refused, and the error says in what it differs; the file stays as it was."""
    before = stopped.read_bytes()
    with pytest.raises(hearts.RecordError) as caught:
        run(stopped, **change)
    assert [fault.path for fault in caught.value.faults] == [name]
    assert caught.value.source == str(stopped)
    assert stopped.read_bytes() == before
    assert run(stopped) == simulate("standard", DEALS, seed=7)


def test_a_run_of_games_is_no_run_of_deals(stopped: Path) -> None:
    """Deals are not gone on with as games, nor with another limit of deals."""
    with pytest.raises(hearts.RecordError, match="most: it is of another run"):
        simulate_games("standard", DEALS, seed=7, chunk=CHUNK, checkpoint=stopped)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"1", b"null", b"{}", b"\xff\x00", b"[" * 10**6, b'{"format": "hearts.bulk-run/1"}'],
)
def test_what_is_no_checkpoint(content: bytes, tmp_path: Path) -> None:
    """A file of something else is refused, and stays as it was."""
    path = tmp_path / "run.json"
    path.write_bytes(content)
    with pytest.raises(hearts.RecordError):
        run(path)
    assert path.read_bytes() == content


def test_a_folder_and_places_that_cannot_be_written_to(tmp_path: Path) -> None:
    """Where the file cannot be read or written, that is told before anything is played."""
    told: list[int] = []
    for path in (tmp_path, tmp_path / "nowhere" / "run.json", tmp_path / ("x" * 300), "run\0.json"):
        with pytest.raises(hearts.RecordError):
            run(path, progress=lambda done, _: told.append(done))
    assert not told


def test_a_run_is_known_by_its_seed(tmp_path: Path) -> None:
    """A run with a checkpoint has a seed of its own; with one drawn anew each time it could never go on."""
    with pytest.raises(hearts.SetupError, match="seed"):
        run(tmp_path / "run.json", seed=None)
    assert not [*tmp_path.iterdir()]


def test_deals_are_not_kept_in_a_file(tmp_path: Path) -> None:
    """Deals that are kept one by one and a checkpoint do not go together."""
    with pytest.raises(hearts.SetupError, match="keep"):
        run(tmp_path / "run.json", keep=True)


def read(content: bytes, job: Job = JOB) -> Done:
    """What a file with some content says is done."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "run.json")
        path.write_bytes(content)
        return Checkpoint(path, job, DEALS, CHUNK).read()


@cache
def good(games: bool = False) -> bytes:  # noqa: FBT002 - of a run of games?
    """A file of a run of which two chunks are done."""
    job = GAMES_JOB if games else JOB
    done = Done().plus(0, CHUNK, part(games, 0)).plus(500, CHUNK, part(games, 500))
    with TemporaryDirectory() as folder:
        path = Path(folder, "run.json")
        Checkpoint(path, job, DEALS, CHUNK).write(done, now=True)
        return path.read_bytes()


@given(st.data())
def test_damage(data: st.DataObject) -> None:
    """A file of which a byte is changed, or the end is lost, is refused, or gives the same as before."""
    at = data.draw(st.integers(0, len(good()) - 1))
    bad = good()[:at]
    if data.draw(st.booleans()):
        bad += bytes([data.draw(st.integers(0, 255))]) + good()[at + 1 :]
    try:
        done = read(bad)
    except hearts.RecordError:
        assert bad != good()
    else:
        assert done == read(good())


def forged(changes: dict[str, Any], *, games: bool = False) -> bytes:
    """A file that says something else, by paths, under a hash that is right."""
    data = json.loads(good(games))
    for path, value in changes.items():
        *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        place = data
        for key in way:
            place = place[key]
        place[last] = value
    del data["format"], data["sha256"]
    return json.dumps({"format": module.FORMAT, "sha256": sha256(dump(data).encode()).hexdigest()} | data).encode()


def test_what_was_written_is_read() -> None:
    """A file that is written anew as it was is taken."""
    assert read(forged({})) == read(good()) != Done()
    assert read(forged({}, games=True), GAMES_JOB) == read(good(games=True), GAMES_JOB) != Done()


FORGED: list[dict[str, Any]] = [
    {"upto": -100},
    {"upto": 150},
    {"upto": 200},
    {"upto": 500},
    {"upto": 600},
    {"upto": 2 * DEALS},
    {"upto": DEALS},
    {"upto": DEALS, "later": []},
    {"upto": 0, "later": []},
    {"upto": "100"},
    {"upto": True},
    {"upto": 100.0},
    {"later": []},
    {"later": [501]},
    {"later": [500, 500]},
    {"later": [500, 400]},
    {"later": [-100]},
    {"later": [1100]},
    {"later": ["500"]},
    {"later": None},
    {"later": [*range(200, 1050, 100)]},
    {"deals": None},
    {"deals": []},
    {"deals": {}},
    {"deals.deals": 199},
    {"deals.deals": 10**30},
    {"deals.players": 3},
    {"deals.variant": "omnibus"},
    {"deals.policy": "duck"},
    {"deals.seed": "8"},
    {"deals.seed": 7},
    {"deals.seats": []},
    {"deals.seats.3": None},
    {"deals.seats.0.points": [[1]]},
    {"deals.seats.0.points": [[]]},
    {"deals.seats.0.points": [[1, 2, 3]]},
    {"deals.seats.0.points": []},
    {"deals.seats.0.points": [[1, 100], [0, 100]]},
    {"deals.seats.0.points": [[1, 100], [1, 100]]},
    {"deals.seats.0.points": [[0, 201], [1, -1]]},
    {"deals.seats.0.points": [[0, 200], [1, 0]]},
    {"deals.seats.0.points": [[0, 199]]},
    {"deals.seats.0.points": {"0": 200}},
    {"deals.seats.0.points": [["0", 200]]},
    {"deals.seats.0.tricks": [[0, 199]]},
    {"deals.seats.0.moons": None},
    {"deals.broken": [[0, 199]]},
    {"deals.arrays": None},
    {"deals.arrays": {"scores": []}},
    {"deals.more": 1},
    {"games": 5},
    {"games.arrays": 5, "games": {}},
    {"policy": 5},
    {"variant": "standard"},
    {"variant.moon.style": "newest"},
    {"more": 1},
]


@pytest.mark.parametrize("changes", FORGED, ids=str)
def test_forgery(changes: dict[str, Any]) -> None:
    """A file that cannot be of the run is refused, whatever its hash: what it says must hold together."""
    with pytest.raises(hearts.RecordError) as caught:
        read(forged(dict(sorted(changes.items(), key=lambda item: item[0].count(".")))))
    assert caught.value.faults


@pytest.mark.parametrize(
    "changes",
    [
        {"games.games": 201},
        {"games.games": 199},
        {"games.endless": []},
        {"games.lengths": [[9, 1]]},
        {"games.seats.2.places": [[1, 1]]},
        {"games": None},
        {"games.arrays": {}},
    ],
    ids=str,
)
def test_forgery_of_games(changes: dict[str, Any]) -> None:
    """The same holds for games."""
    with pytest.raises(hearts.RecordError):
        read(forged(changes, games=True), GAMES_JOB)
