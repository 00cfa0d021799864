"""Whole games in bulk, played by either engine, and what they come to. Nothing is printed here.

The games are those of the scheme ``hearts-bulk-1``: `hearts.bulk.play_game` plays them one by one in plain Python, compiled
code does so faster, and what is told of them is the same. People count from 1: their game 1 is game 0 of `hearts.bulk`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias

import attrs

import hearts
from hearts import bulk
from hearts.bulk.notice import told_when_slow
from hearts.bulk.results import Counts
from hearts.bulk.tally import tally
from hearts.errors import MissingExtraError

__all__ = [
    "FEW",
    "EndlessGame",
    "Engine",
    "Report",
    "Run",
    "SeatReport",
    "Setup",
    "Stop",
    "choose_engine",
    "points_of_deals",
    "sum_up",
]

FEW: Final = 2000
"""So many games take about as long in plain Python as compiling takes, where that has not been done yet."""

_CHUNK: Final = 2048
"""How many games compiled code plays at a time: some hundredths of a second, after which Ctrl-C is heard."""


class Engine(StrEnum):
    """What plays the games."""

    AUTO = "auto"
    PYTHON = "python"
    BULK = "bulk"


class Stop(StrEnum):
    """Why a simulation stopped before all its games were played."""

    INTERRUPTED = "interrupted"
    MAX_DEALS = "max-deals"


class EndlessGame(hearts.HeartsError):
    """A game that had not ended when it reached the limit of deals.

    Attributes:
        game: The number of the game, from 1.
        deals: How many deals were played.
        totals: The totals by then.
    """

    def __init__(self, game: int, deals: int, totals: tuple[int, ...]) -> None:
        """Hold the game, its length and its totals."""
        self.game = game
        self.deals = deals
        self.totals = totals
        count = "1 deal" if deals == 1 else f"{deals} deals"
        super().__init__(
            f"game {game} has not ended after {count}; its totals are {', '.join(map(str, totals))}."
            " It may never end. If it is only long, --max-deals sets another limit."
        )


@attrs.frozen(kw_only=True)
class Setup:
    """The games that are to be played.

    Attributes:
        variant: The variant.
        players: One of its numbers of players.
        policy: The policy of every seat.
        seed: The seed.
        games: How many.
        max_deals: How many deals a game may take.
    """

    variant: hearts.Variant
    players: int
    policy: bulk.Policy
    seed: int
    games: int
    max_deals: int


# ---- playing -----------------------------------------------------------------------------------------------------------


def choose_engine(wanted: Engine, games: int) -> Engine:
    """The engine that plays so many games: the compiled one where it is wanted, or where it is there and worth it.

    Raises:
        MissingExtraError: The compiled one is wanted and cannot be had.
    """
    if wanted is Engine.PYTHON or (wanted is Engine.AUTO and games < FEW):
        return Engine.PYTHON
    try:
        _ = bulk.simulate_games  # it is imported by being asked for
    except MissingExtraError:
        if wanted is Engine.BULK:
            raise
        return Engine.PYTHON
    return Engine.BULK


class _Player(Protocol):
    """What plays games of a setup by their numbers, from 0.

    Attributes:
        chunk: How many games it plays best at a time.
    """

    chunk: int

    def play(self, first: int, count: int) -> bulk.GamesResult:
        """Play some games one after the other."""

    def totals(self, number: int) -> tuple[int, ...]:
        """The totals of a game, at its end or at the limit of deals."""


class _InPython:
    """Plays through the states of the engine."""

    chunk = 1

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._last: tuple[int, hearts.Game] | None = None

    def _game(self, number: int) -> hearts.Game:
        if self._last is None or self._last[0] != number:  # an endless game is not played again for its totals
            its = self._setup
            game = bulk.play_game(
                its.variant, number, seed=its.seed, players=its.players, policy=its.policy, max_deals=its.max_deals
            )
            self._last = number, game
        return self._last[1]

    def play(self, first: int, count: int) -> bulk.GamesResult:
        its = self._setup
        games = (self._game(number) for number in range(first, first + count))
        return tally(games, its.variant, seed=its.seed, players=its.players, policy=its.policy, first=first)

    def totals(self, number: int) -> tuple[int, ...]:
        return self._game(number).totals


class _Compiled:
    """Plays by compiled code."""

    chunk = _CHUNK

    def __init__(self, setup: Setup) -> None:
        from hearts.bulk.chunks import Job, run_chunk  # noqa: PLC0415 - it needs the extra `bulk`

        self._run: Callable[[Any, int, int], Any] = run_chunk
        self._job = Job(
            variant=setup.variant, players=setup.players, policy=setup.policy, seed=setup.seed, most=setup.max_deals
        )
        with told_when_slow(setup.players):
            self.play(0, 1)  # so that what is to be compiled is compiled once, before there are threads

    def play(self, first: int, count: int) -> bulk.GamesResult:
        result: bulk.GamesResult = self._run(self._job, first, count)
        return result

    def totals(self, number: int) -> tuple[int, ...]:
        (totals,) = self._run(attrs.evolve(self._job, keep=True), number, 1).arrays["totals"].tolist()
        return tuple(totals)


@attrs.define(kw_only=True)
class Run:
    """Games under way. Whenever it is left, what has been played is there: the first games, in their order.

    Attributes:
        setup: The games that are to be played.
        engine: PYTHON or BULK.
        workers: How many threads play at the same time; compiled code only.
        stops: Does it stop at a game that has not ended at the limit of deals? If not, such games are left out.
        played: How many games have been played.
        result: What those of them came to that were played to their end.
    """

    setup: Setup
    engine: Engine
    workers: int = 1
    stops: bool = True
    played: int = 0
    result: bulk.GamesResult = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        its = self.setup
        self.result = tally((), its.variant, seed=its.seed, players=its.players, policy=its.policy)

    def go(self) -> Iterator[int]:
        """Play all games.

        Yields:
            How many games were played since it last did so.

        Raises:
            EndlessGame: One had not ended at the limit of deals, and the run stops there.
        """
        player: _Player = _Compiled(self.setup) if self.engine is Engine.BULK else _InPython(self.setup)
        for first, count, part in self._parts(player):
            if part.endless and self.stops:
                number = part.endless[0]
                if number > first:
                    self._add(number - first, player.play(first, number - first))
                raise EndlessGame(number + 1, self.setup.max_deals, player.totals(number))
            self._add(count, part)
            yield count

    def _add(self, count: int, part: bulk.GamesResult) -> None:
        self.result = self.result.plus(part)
        self.played += count

    def _parts(self, player: _Player) -> Iterator[tuple[int, int, bulk.GamesResult]]:
        """The first number of each part, how many games it has, and what they came to; in order, whoever plays them."""
        parts = (
            (first, min(player.chunk, self.setup.games - first)) for first in range(0, self.setup.games, player.chunk)
        )
        if self.engine is Engine.PYTHON or self.workers == 1:
            for first, count in parts:
                yield first, count, player.play(first, count)
            return
        ahead: deque[tuple[int, int, Future[bulk.GamesResult]]] = deque()
        pool = ThreadPoolExecutor(self.workers)
        try:
            for first, count in parts:
                ahead.append((first, count, pool.submit(player.play, first, count)))
                if len(ahead) > 2 * self.workers:  # enough to keep them busy, and no more
                    yield _awaited(ahead)
            while ahead:
                yield _awaited(ahead)
        finally:
            pool.shutdown(cancel_futures=True)


def _awaited(ahead: deque[tuple[int, int, Future[bulk.GamesResult]]]) -> tuple[int, int, bulk.GamesResult]:
    first, count, future = ahead.popleft()
    return first, count, future.result()


Progress: TypeAlias = Callable[[int, int], object]
"""What is told how many deals are done, and of how many."""


def points_of_deals(
    setup: Setup, deals: int, *, engine: Engine, workers: int = 1, progress: Progress | None = None
) -> tuple[Counts, ...]:
    """How often each seat scores what in a deal, counted over a run of single deals of the same seed.

    Args:
        setup: The games that are spoken of.
        deals: How many deals to play.
        engine: PYTHON or BULK; the deals are the same.
        workers: How many threads play at the same time; compiled code only.
        progress: What is told how many deals are done.
    """
    how: dict[str, Any] = {"players": setup.players, "policy": setup.policy, "seed": setup.seed}
    if engine is Engine.BULK:
        result = bulk.simulate(setup.variant, deals, workers=workers, progress=progress, **how)
        return tuple(seat.points for seat in result.seats)
    often: list[Counter[int]] = [Counter() for _ in range(setup.players)]
    for number in range(deals):
        scores = bulk.play_deal(setup.variant, number, **how).scores or ()
        for seat, score in enumerate(scores):
            often[seat][score] += 1
        if progress is not None:
            progress(number + 1, deals)
    return tuple(tuple(sorted(each.items())) for each in often)


# ---- what games of one variant came to ---------------------------------------------------------------------------------


@attrs.frozen
class SeatReport:
    """What the games came to for a seat.

    Attributes:
        seat: The seat, from 0.
        points_per_deal: The average score of a deal, moons and bonuses included.
        final_total: The average total at the end of a game.
        wins: How many games it won; a shared win is a win of each seat that shares it.
        win_rate: The wins as a part of the games, from 0 to 1.
        moons: How many moons it had a part in.
        suns: How many suns it made.
    """

    seat: int
    points_per_deal: float
    final_total: float
    wins: int
    win_rate: float
    moons: int
    suns: int


@attrs.frozen(kw_only=True)
class Report:
    """What the finished games of a simulation came to.

    Attributes:
        variant: The name of the variant.
        players: The number of players.
        policy: The policy of every seat.
        seed: The seed.
        games_asked: How many games were to be played.
        games: How many were played to their end; only these count in what follows.
        stopped: Why not all were played, or None.
        deals: How many deals the games took together.
        mean_length: The average number of deals in a game, None where there is no game.
        shortest: The fewest deals in a game, or None.
        longest: The most deals in a game, or None.
        shared_wins: How many games were won by more than one seat.
        seats: What they came to by seat; empty where there is no game.
    """

    variant: str
    players: int
    policy: str
    seed: int
    games_asked: int
    games: int
    stopped: Stop | None
    deals: int
    mean_length: float | None
    shortest: int | None
    longest: int | None
    shared_wins: int
    seats: tuple[SeatReport, ...]

    def to_data(self) -> dict[str, Any]:
        """The report as plain data, with the name of the scheme that it can be played again by."""
        return {
            "scheme": bulk.SCHEME,
            "variant": self.variant,
            "players": self.players,
            "policy": self.policy,
            "seed": self.seed,
            "games_asked": self.games_asked,
            "games": self.games,
            "stopped": self.stopped,
            "deals": self.deals,
            "game_length": {"mean": self.mean_length, "min": self.shortest, "max": self.longest},
            "shared_wins": self.shared_wins,
            "seats": [attrs.asdict(seat) for seat in self.seats],
        }


def sum_up(result: bulk.GamesResult, *, games_asked: int, stopped: Stop | None = None) -> Report:
    """The report on what some games came to."""
    games, deals = result.games, result.deals
    lengths = [length for length, _ in result.lengths]
    seats = tuple(
        SeatReport(
            seat=number,
            points_per_deal=seat.points / deals,
            final_total=seat.totals / games,
            wins=seat.wins,
            win_rate=seat.wins / games,
            moons=seat.moons,
            suns=seat.suns,
        )
        for number, seat in enumerate(result.seats if games else ())
    )
    return Report(
        variant=result.variant,
        players=result.players,
        policy=result.policy,
        seed=result.seed,
        games_asked=games_asked,
        games=games,
        stopped=stopped,
        deals=deals,
        mean_length=deals / games if games else None,
        shortest=min(lengths, default=None),
        longest=max(lengths, default=None),
        shared_wins=result.ties,
        seats=seats,
    )
