"""Runs: many chunks on one or several workers, here or elsewhere, with progress, and with a checkpoint to go on from."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, Final, TypeAlias

from hearts.bulk.checkpoint import Checkpoint, Done
from hearts.bulk.chunks import Job, run_chunk
from hearts.bulk.notice import told_when_slow
from hearts.bulk.policies import Policy, as_policy
from hearts.bulk.reference import MOST, MOST_DEALS, check_count
from hearts.bulk.results import DealsResult, GamesResult
from hearts.engine.shuffle import check_seed, fresh_seed
from hearts.errors import SetupError, shown
from hearts.variant.catalogue import DEFAULT, VariantLike, as_variant

__all__ = ["simulate", "simulate_games"]

Progress: TypeAlias = Callable[[int, int], object]
"""What is told how many deals or games are done, and of how many."""

_DEALS_IN_CHUNK: Final = 1 << 16
_GAMES_IN_CHUNK: Final = 1 << 12
_AHEAD: Final = 4
"""How many chunks for each worker are under way or waiting: enough to keep it busy, and no more, so that memory stays small."""

_AHEAD_ELSEWHERE: Final = 64
"""The same for an executor, of which it is not known how many workers it has."""


def simulate(
    variant: VariantLike = DEFAULT,
    deals: int = 100_000,
    *,
    players: int | None = None,
    policy: Policy | str = Policy.RANDOM,
    seed: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    keep: bool = False,
    chunk: int = _DEALS_IN_CHUNK,
) -> DealsResult:
    """Play many deals, each by itself: dealt, passed, played to the last card and scored.

    Deal k, from 0, is passed in direction k of the variant's cycle, over and over, and dealt by seat players - 1 + k. What a
    run comes to depends on the variant, the players, the policy, the seed and the number of deals: not on workers, chunks,
    executors or interruptions.

    Args:
        variant: A variant, its name, or the path of its file.
        deals: How many deals.
        players: The number of players; the variant's default where None.
        policy: How every seat chooses: ``random`` among what is legal, or ``duck``, by a few plain rules.
        seed: A whole number from 0 to 2**256 - 1; a new one where None.
        workers: How many threads play at the same time; they need no copies of anything.
        executor: Where chunks are played instead: any executor of `concurrent.futures`, or `client.get_executor()` of dask.
        progress: What is told how many deals are done, and of how many, as they are.
        checkpoint: A file that what is done is written to now and then, and read from at the beginning where it is there: so a
            run that was stopped goes on. It needs a seed, by which the run is known again.
        keep: Keep the deals one by one, in `DealsResult.arrays`; not together with a checkpoint. Memory then grows with them.
        chunk: How many deals are played at a time.

    Returns:
        The sums, and means that follow from them.

    Raises:
        RecordError: The checkpoint cannot be read or written, or is of another run.
        SeedError: The seed is not a whole number in range.
        SetupError: Another argument is wrong; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> result = simulate("standard", 1000, seed=7)
        >>> result.deals, sum(seat.opened for seat in result.seats)
        (1000, 1000)
        >>> simulate("standard", 1000, seed=7, workers=2, chunk=100) == result
        True
    """
    job = _job(variant, players, policy, seed, keep=keep)
    count, chunk = check_count("deals", deals, MOST), check_count("chunk", chunk, 1 << 24)
    saved = _checkpoint(checkpoint, job, seed, count, chunk)
    result: DealsResult = _go(job, count, chunk, check_count("workers", workers, 1024), executor, progress, saved)
    return result


def simulate_games(
    variant: VariantLike = DEFAULT,
    games: int = 10_000,
    *,
    players: int | None = None,
    policy: Policy | str = Policy.RANDOM,
    seed: int | None = None,
    max_deals: int = 1000,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    keep: bool = False,
    chunk: int = _GAMES_IN_CHUNK,
) -> GamesResult:
    """Play many whole games, each from its first deal to its winners.

    Args:
        variant: A variant, its name, or the path of its file.
        games: How many games.
        players: The number of players; the variant's default where None.
        policy: How every seat chooses: ``random`` or ``duck``.
        seed: A whole number from 0 to 2**256 - 1; a new one where None.
        max_deals: After how many deals a game is given up; its number is then told in `GamesResult.endless`.
        workers: How many threads play at the same time.
        executor: Where chunks are played instead, as for `simulate`.
        progress: What is told how many games are done, and of how many, as they are.
        checkpoint: A file to go on from, as for `simulate`.
        keep: Keep the games one by one, in `GamesResult.arrays`.
        chunk: How many games are played at a time.

    Raises:
        RecordError: The checkpoint cannot be read or written, or is of another run.
        SeedError: The seed is not a whole number in range.
        SetupError: Another argument is wrong; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> result = simulate_games("short", 100, seed=7)
        >>> result.games, sum(times for _, times in result.lengths)
        (100, 100)
    """
    most = check_count("max_deals", max_deals, MOST_DEALS)
    job = _job(variant, players, policy, seed, keep=keep, most=most)
    count, chunk = check_count("games", games, MOST), check_count("chunk", chunk, 1 << 20)
    saved = _checkpoint(checkpoint, job, seed, count, chunk)
    result: GamesResult = _go(job, count, chunk, check_count("workers", workers, 1024), executor, progress, saved)
    return result


def _job(
    variant: VariantLike, players: int | None, policy: Policy | str, seed: int | None, *, keep: bool, most: int = 0
) -> Job:
    variant = as_variant(variant)
    return Job(
        variant=variant,
        players=variant.player_count(players),
        policy=as_policy(policy),
        seed=fresh_seed() if seed is None else check_seed(seed),
        most=most,
        keep=keep,
    )


def _checkpoint(
    path: str | os.PathLike[str] | None, job: Job, seed: int | None, count: int, chunk: int
) -> Checkpoint | None:
    if path is None:
        return None
    if not isinstance(path, str | os.PathLike):
        raise SetupError("checkpoint", f"it is {shown(path)}: expected the path of a file")
    if seed is None:
        raise SetupError("seed", "with a checkpoint it is not drawn anew each time: expected a whole number")
    if job.keep:
        raise SetupError("keep", "deals are not kept in a checkpoint: expected keep=False, or no checkpoint")
    return Checkpoint(path, job, count, chunk)


def _go(
    job: Job,
    count: int,
    chunk: int,
    workers: int,
    executor: Executor | None,
    progress: Progress | None,
    checkpoint: Checkpoint | None,
) -> Any:
    """Play what a checkpoint does not hold yet, on threads here or on an executor."""
    for name, value, needed in (("executor", executor, "submit"), ("progress", progress, "__call__")):
        if value is not None and not callable(getattr(value, needed, None)):
            raise SetupError(name, f"it is {shown(value)}: expected what has the method {needed}, or None")
    done = Done() if checkpoint is None else checkpoint.begin()
    if executor is not None:
        return _play(executor, _AHEAD_ELSEWHERE, job, count, chunk, done, progress, checkpoint)
    with told_when_slow(job.players):
        run_chunk(job, 0, 1)  # so that what is to be compiled is compiled once, before there are threads
    with ThreadPoolExecutor(workers) as threads:
        return _play(threads, _AHEAD * workers, job, count, chunk, done, progress, checkpoint)


def _play(
    pool: Executor,
    ahead: int,
    job: Job,
    count: int,
    chunk: int,
    done: Done,
    progress: Progress | None,
    checkpoint: Checkpoint | None,
) -> Any:
    """Play what is not done yet, chunk by chunk."""
    firsts = (first for first in range(done.upto, count, chunk) if first not in done.later)
    under_way: dict[Future[Any], tuple[int, int]] = {}
    try:
        _tell(progress, done, count)
        while True:
            for first in islice(firsts, ahead - len(under_way)):
                part = first, min(chunk, count - first)
                under_way[pool.submit(run_chunk, job, *part)] = part
            if not under_way:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                part = under_way.pop(future)
                done = done.plus(*part, future.result())
            _tell(progress, done, count)
            if checkpoint is not None:
                checkpoint.write(done)
    finally:
        for future in under_way:
            future.cancel()
        if isinstance(pool, ThreadPoolExecutor):
            wait(under_way)
        for future, part in under_way.items():  # what was being played when the run was stopped is not lost
            if future.done() and not future.cancelled() and future.exception() is None:
                done = done.plus(*part, future.result())
        if checkpoint is not None:
            checkpoint.write(done, now=True)
    return done.result()


def _tell(progress: Progress | None, done: Done, count: int) -> None:
    if progress is not None:
        progress(done.played, count)
