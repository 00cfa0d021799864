"""Runs: the same result whatever plays it, what they are told and tell, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest

import hearts
from hearts import bulk
from hearts.bulk import play_deal, play_game
from hearts.errors import MissingExtraError

pytest.importorskip("numba")

import numpy as np

from hearts.bulk import simulate, simulate_games
from hearts.bulk.chunks import _columns, _counts
from hearts.bulk.notice import told_when_slow

if TYPE_CHECKING:
    from collections.abc import Callable

DEALS = 3001
GAMES = 41
PARTNERS = hearts.load_variant("partnership").evolve(partners={"together": True}, sun={"value": 26})


@pytest.fixture(scope="module")
def deals() -> bulk.DealsResult:
    """A run of deals on one thread, in one chunk."""
    return simulate("standard", DEALS, seed=7)


@pytest.fixture(scope="module")
def games() -> bulk.GamesResult:
    """A run of games on one thread, in one chunk."""
    return simulate_games("standard", GAMES, seed=7)


# ---- the same everywhere -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 8])
@pytest.mark.parametrize("chunk", [1000, 999, 64, DEALS - 1, DEALS, 1 << 24])
def test_deals_are_the_same_for_all_workers_and_chunks(workers: int, chunk: int, deals: bulk.DealsResult) -> None:
    """What deals come to is equal to the bit for 1, 2 and 8 workers, and for chunks of any size."""
    assert simulate("standard", DEALS, seed=7, workers=workers, chunk=chunk) == deals


@pytest.mark.parametrize(("workers", "chunk"), [(1, 1), (2, 7), (8, 20), (8, GAMES)])
def test_games_are_the_same_for_all_workers_and_chunks(workers: int, chunk: int, games: bulk.GamesResult) -> None:
    """What games come to is equal to the bit for any workers and chunks."""
    assert simulate_games("standard", GAMES, seed=7, workers=workers, chunk=chunk) == games


def test_threads_of_the_caller(deals: bulk.DealsResult, games: bulk.GamesResult) -> None:
    """An executor of threads gives the same, and is not shut down."""
    with ThreadPoolExecutor(3) as threads:
        assert simulate("standard", DEALS, seed=7, executor=threads, chunk=100) == deals
        assert simulate_games("standard", GAMES, seed=7, executor=threads, chunk=5) == games
        assert threads.submit(int).result() == 0


def test_processes(deals: bulk.DealsResult) -> None:
    """Processes that begin from nothing give the same, and deals that are kept come back in order."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        result = simulate("standard", DEALS, seed=7, executor=processes, chunk=500, keep=True)
    assert result == deals
    assert result.arrays is not None
    kept = simulate("standard", DEALS, seed=7, keep=True).arrays
    assert kept is not None
    assert all(np.array_equal(result.arrays[name], kept[name]) for name in kept)


class Backwards(Executor):
    """An executor that plays only when it is waited for, the last chunk first."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - as in the base
        """Put it off, until many wait."""
        assert not kwargs
        self._waiting.append((Future(), fn, args))
        mine = self._waiting[-1][0]
        if len(self._waiting) == 4 or args[1] + args[2] == DEALS:
            while self._waiting:
                future, function, given = self._waiting.pop()
                future.set_result(function(*given))
        return mine


def test_chunks_in_any_order(deals: bulk.DealsResult) -> None:
    """It does not matter in which order chunks come back."""
    kept = simulate("standard", DEALS, seed=7, executor=Backwards(), chunk=99, keep=True)
    assert kept == deals
    assert kept.arrays is not None
    assert kept.arrays["scores"][DEALS - 1].tolist() == [*(play_deal("standard", DEALS - 1, seed=7).scores or ())]


def test_a_longer_run_begins_like_a_shorter_one(deals: bulk.DealsResult) -> None:
    """Deal k does not depend on how many deals there are, nor on any deal before it."""
    long = simulate("standard", DEALS, seed=7, keep=True).arrays
    short = simulate("standard", 10, seed=7, keep=True).arrays
    assert long is not None
    assert short is not None
    assert all(np.array_equal(long[name][:10], short[name]) for name in short)
    assert simulate("standard", DEALS, seed=8) != deals


# ---- what is kept, and the sums ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["standard", PARTNERS], ids=["alone", "partners"])
def test_sums_are_those_of_the_deals(variant: Any) -> None:  # noqa: ANN401 - a name or a variant
    """The sums of a run of deals are the sums of the deals that were kept."""
    players = 4
    result = simulate(variant, DEALS, seed=3, players=players, keep=True, workers=2, chunk=500)
    arrays = result.arrays
    assert arrays is not None
    assert {name: array.shape for name, array in arrays.items()} == {
        "scores": (DEALS, players),
        "tricks": (DEALS, players),
        **dict.fromkeys(("kind", "shooter", "style", "broken_in", "opener", "joint"), (DEALS,)),
    }
    assert (arrays["tricks"].sum(axis=1) == 13).all()
    assert result.deals == DEALS
    assert result.moons == (arrays["kind"] == 1).sum() > 0
    assert result.suns == (arrays["kind"] == 2).sum()
    assert sum(often for _, often in result.broken) == DEALS
    for trick, often in result.broken:
        assert often == (arrays["broken_in"] == trick).sum()
    shot = [play_deal(variant, int(number), seed=3) for number in np.flatnonzero(arrays["kind"])]
    moons = [deal.moon for deal in shot if deal.moon is not None]
    assert len(moons) == result.moons + result.suns
    for seat, sums in enumerate(result.seats):
        scores, tricks = arrays["scores"][:, seat].tolist(), arrays["tricks"][:, seat].tolist()
        assert sums.points == tuple((number, scores.count(number)) for number in sorted({*scores}))
        assert sums.tricks == tuple((number, tricks.count(number)) for number in sorted({*tricks}))
        assert sums.opened == (arrays["opener"] == seat).sum()
        made = [seat in moon.seats for moon in moons if moon.kind is hearts.MoonKind.MOON]
        assert sums.moons == sum(made)
    together = int(arrays["joint"][arrays["kind"] == 1].sum())
    assert sum(seat.moons for seat in result.seats) == result.moons + together
    assert (together > 0) is (variant is PARTNERS)


def test_sums_are_those_of_the_games() -> None:
    """The sums of a run of games are the sums of the games that were kept, those given up apart."""
    result = simulate_games("standard", 300, seed=3, max_deals=9, keep=True, chunk=64)
    arrays = result.arrays
    assert arrays is not None
    over = arrays["winners"] != 0
    assert 0 < result.games == over.sum() < 300
    assert result.endless == tuple(np.flatnonzero(~over)[:100].tolist())
    assert result.deals == arrays["deals"][over].sum() == sum(length * often for length, often in result.lengths)
    assert result.ties == sum(int(winners).bit_count() > 1 for winners in arrays["winners"])
    for seat, sums in enumerate(result.seats):
        assert sums.points == arrays["points"][over, seat].sum()
        assert sums.totals == arrays["totals"][over, seat].sum() == sums.points
        assert sums.wins == sum(int(winners) >> seat & 1 for winners in arrays["winners"])
        places = arrays["places"][over, seat].tolist()
        assert sums.places == tuple((place, places.count(place)) for place in sorted({*places}))


def test_games_that_never_end() -> None:
    """A game that has not ended at the limit is told by its number, and counts nowhere; at most a hundred are told."""
    result = simulate_games("standard", 250, seed=7, max_deals=1, chunk=30)
    assert (result.games, result.deals, result.lengths, result.ties) == (0, 0, (), 0)
    assert result.endless == tuple(range(100))
    assert {(seat.points, seat.totals, seat.places, seat.wins) for seat in result.seats} == {(0, 0, (), 0)}


def test_points_of_any_size_are_counted() -> None:
    """Points far apart are counted as those close together are, column by column."""
    far = [[-(1 << 40), 5], [3, 5], [3, 6], [1 << 40, 5]]
    near = [[-7, 5], [3, 5], [3, 6], [7, 5]]
    assert _columns(np.array(far)) == [((-(1 << 40), 1), (3, 2), (1 << 40, 1)), ((5, 3), (6, 1))]
    for kind in (np.int8, np.int32, np.int64):
        assert _columns(np.array(near, kind)) == [((-7, 1), (3, 2), (7, 1)), ((5, 3), (6, 1))]
        assert _columns(np.array(near, kind).T)[1:3] == [((3, 1), (5, 1)), ((3, 1), (6, 1))]
    assert _counts(np.array([5, -5, 5])) == ((-5, 1), (5, 2))
    assert _counts(np.array([], np.int64)) == ()


# ---- what a run is told and tells ----------------------------------------------------------------------------------------


def test_what_a_run_is_of() -> None:
    """A result says what it is of; without a seed a new one is drawn and told, and gives the same again."""
    result = simulate("omnibus", 10, players=3, policy="duck", seed=1 << 255)
    assert (result.variant, result.players, result.policy, result.seed) == ("omnibus", 3, "duck", 1 << 255)
    drawn = simulate("standard", 10)
    assert drawn.seed != simulate("standard", 10).seed
    assert simulate("standard", 10, seed=drawn.seed) == drawn
    assert simulate_games("standard", 1, seed=drawn.seed).seed == drawn.seed


def test_progress() -> None:
    """How much is done is told at the beginning and after each chunk, up to the whole."""
    told: list[tuple[int, int]] = []
    simulate("standard", 250, seed=1, chunk=100, progress=lambda done, whole: told.append((done, whole)))
    assert told[0] == (0, 250)
    assert told[-1] == (250, 250)
    assert told == sorted(told)
    assert {whole for _, whole in told} == {250}


class Stop(BaseException):
    """What stops a run in these tests."""


@pytest.mark.parametrize("executor", [False, True])
def test_a_run_that_is_stopped_leaves_nothing_running(executor: bool) -> None:
    """What is raised while a run goes on comes through, and what has not begun is not played."""
    calls: list[int] = []

    def stop(done: int, _: int) -> None:
        calls.append(done)
        if done:
            raise Stop

    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(Stop):
            simulate("standard", 10**9, seed=1, chunk=50, progress=stop, executor=threads if executor else None)
        assert threads.submit(int).result(timeout=60) == 0
    assert calls[0] == 0
    assert len(calls) == 2


def test_an_error_in_a_chunk_comes_through() -> None:
    """What goes wrong where a chunk is played is raised where the run is."""

    class Broken(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401, ARG002 - as in the base
            future: Future[Any] = Future()
            future.set_exception(OSError("the machine is gone"))
            return future

    with pytest.raises(OSError, match="the machine is gone"):
        simulate("standard", 1000, seed=1, chunk=10, executor=Broken())


WRONG: list[tuple[str, Any]] = [
    ("deals", 0),
    ("deals", True),
    ("deals", 1.0),
    ("deals", "10"),
    ("deals", (1 << 40) + 1),
    ("players", 7),
    ("players", "4"),
    ("policy", "clever"),
    ("policy", 1),
    ("workers", 0),
    ("workers", 1025),
    ("chunk", 0),
    ("chunk", (1 << 24) + 1),
    ("executor", "threads"),
    ("executor", 2),
    ("progress", "bar"),
    ("checkpoint", 5),
    ("checkpoint", b"run.json"),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_arguments(name: str, value: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """A wrong argument is refused before anything is played, and the error says which it is."""
    with pytest.raises(hearts.SetupError) as caught:
        simulate(**{"variant": "standard", "deals": 10, "seed": 1, name: value})
    assert caught.value.where == name
    if name != "chunk":
        with pytest.raises(hearts.SetupError) as caught:
            simulate_games(**{"variant": "standard", "games": 10, "seed": 1, name.replace("deals", "games"): value})
        assert caught.value.where == name.replace("deals", "games")


def test_wrong_seeds_variants_and_limits() -> None:
    """Seeds, variants and limits are checked as everywhere in the library."""
    for seed in (-1, 1 << 256, "7", True, 1.5):
        with pytest.raises(hearts.SeedError):
            simulate("standard", 10, seed=seed)  # type: ignore[arg-type]  # some are wrong on purpose
    with pytest.raises(hearts.UnknownVariantError):
        simulate("standart", 10, seed=1)
    for most in (0, (1 << 20) + 1, "9"):
        with pytest.raises(hearts.SetupError, match="max_deals"):
            simulate_games("standard", 10, seed=1, max_deals=most)  # type: ignore[arg-type]  # some are wrong on purpose


@pytest.mark.parametrize("number", [-1, True, 0.0, "0", (1 << 40) + 1])
def test_wrong_numbers_of_deals_and_games(number: Any) -> None:  # noqa: ANN401 - what callers without a type checker pass
    """A deal or game of a run is asked for by a number from 0."""
    with pytest.raises(hearts.SetupError, match="number"):
        play_deal("standard", number, seed=1)
    with pytest.raises(hearts.SetupError, match="number"):
        play_game("standard", number, seed=1)
    with pytest.raises(hearts.SetupError, match="max_deals"):
        play_game("standard", 0, seed=1, max_deals=0)


def test_games_in_plain_python() -> None:
    """A game is played to its end, or given up at the limit; whole games have a seed, but deals of their own."""
    assert play_game("short", 3, seed=7).is_over
    left = play_game("standard", 0, seed=7, max_deals=2)
    assert not left.is_over
    assert len(left.deals) == 2


# ---- at a terminal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("terminal", "slow"), [(True, True), (True, False), (False, True)])
def test_compiling_is_told_at_a_terminal(terminal: bool, slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it takes a while, a terminal is told that code is compiled; nobody else is, nor where it is quick."""
    text: list[str] = []
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    monkeypatch.setattr(sys.stderr, "write", text.append)
    monkeypatch.setattr("hearts.bulk.notice._PATIENCE", 0.0 if slow else 60.0)
    with told_when_slow(4):
        if terminal and slow:
            for _ in range(1000):
                if text:
                    break
                sleep(0.01)
    assert ("".join(text) != "") is (terminal and slow)
    assert not text or "compiling for 4 players" in "".join(text)


# ---- without the extra ---------------------------------------------------------------------------------------------------

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numba", "numpy", "llvmlite"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
import hearts
"""


def blocked(code: str) -> str:
    """What code prints where neither numba nor numpy can be imported."""
    done = subprocess.run([sys.executable, "-c", BLOCKED + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["simulate", "simulate_games", "playouts", "Lockstep"])
def test_without_numba(name: str) -> None:
    """Without numba, what is compiled is refused with one clear error, an ImportError that names the extra."""
    code = (
        "try:\n"
        f"    from hearts.bulk import {name}\n"
        "except hearts.errors.MissingExtraError as error:\n"
        "    print(error.extra, isinstance(error, ImportError), error)\n"
    )
    printed = blocked(code)
    assert printed.startswith("bulk True this needs numba, which is not installed")
    assert 'pip install "hearts-rules[bulk]"' in printed


def test_numba_is_looked_for_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is looked for when it is first asked for; until then it is listed all the same."""
    monkeypatch.delitem(bulk.__dict__, "simulate", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert "simulate" in dir(bulk)
    with pytest.raises(MissingExtraError) as caught:
        _ = bulk.simulate
    assert (caught.value.extra, caught.value.missing) == ("bulk", "numba")


def test_what_needs_no_numba() -> None:
    """Without numba the rest of the library is as it was, and deals and games of a run can be played in plain Python."""
    code = (
        "from hearts.bulk import DealsResult, Mean, Policy, Stream, play_deal, play_game\n"
        "print(play_deal('standard', 3, seed=7).scores, play_game('short', 0, seed=7, policy='duck').totals)\n"
        "game = hearts.new_game('omnibus', seed=1)\n"
        "print(len(hearts.sample_worlds(game.view(0), 2, 1)), 'numpy' in sys.modules)\n"
    )
    scores = play_deal("standard", 3, seed=7).scores
    totals = play_game("short", 0, seed=7, policy="duck").totals
    assert blocked(code).split("\n") == [f"{scores} {totals}", "2 False", ""]


def test_the_names() -> None:
    """The room lists all its names, those too that are imported when they are first asked for, and has no others."""
    code = "import hearts.bulk as b, sys; print(set(b.__all__) <= set(dir(b)), 'numba' in sys.modules, b.Lockstep.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "Lockstep"]
    assert all(hasattr(bulk, name) for name in bulk.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'simulated'"):
        _ = bulk.simulated
