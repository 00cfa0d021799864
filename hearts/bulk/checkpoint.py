"""What of a run is done, and the file that it can go on from."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import pairwise
from time import monotonic
from typing import Any, Final

import attrs

from hearts.bulk.chunks import Job
from hearts.bulk.results import MOST_ENDLESS, Counts, DealsResult, GamesResult, Sum
from hearts.errors import Fault, RecordError, shown
from hearts.records.files import read_bytes, write_atomically
from hearts.records.plain import plain_fields, read_as
from hearts.records.text import dump, dump_pretty, parse
from hearts.variant.variant import Variant

__all__ = ["Checkpoint", "Done"]

FORMAT: Final = "hearts.bulk-run/1"
_BETWEEN: Final = 2.0
"""How many seconds pass between two writings at least."""


@attrs.frozen
class Done:
    """What of a run is done. It is a value, so that a run can be stopped at any moment.

    Attributes:
        upto: All before the deal or game of this number are done.
        later: The chunks after it that are done, each by the number of its first and that of the first after it.
        whole: What they come to together; None while there is none.
        arrays: The arrays of the chunks by their first number, where they are kept.
    """

    upto: int = 0
    later: Mapping[int, int] = attrs.Factory(dict)
    whole: Any = None
    arrays: dict[int, Any] = attrs.Factory(dict)

    def plus(self, first: int, count: int, result: DealsResult | GamesResult) -> Done:
        """This and a chunk more."""
        upto, later = self.upto, {**self.later, first: first + count}
        while upto in later:
            upto = later.pop(upto)
        if result.arrays is not None:
            self.arrays[first] = result.arrays
            result = attrs.evolve(result, arrays=None)
        return Done(upto, later, result if self.whole is None else self.whole.plus(result), self.arrays)

    @property
    def played(self) -> int:
        """How many deals or games are done."""
        return self.upto + sum(end - first for first, end in self.later.items())

    def result(self) -> Any:
        """What all comes to, the arrays in the order of the deals or games."""
        if not self.arrays:
            return self.whole
        import numpy as np  # noqa: PLC0415 - only where arrays are kept, which numpy made

        in_order = [self.arrays[first] for first in sorted(self.arrays)]
        arrays = {name: np.concatenate([part[name] for part in in_order]) for name in in_order[0]}
        return attrs.evolve(self.whole, arrays=arrays)


@attrs.frozen(kw_only=True)
class _Saved:
    """A checkpoint as plain data: which run it is of, and what is done of it."""

    variant: Variant
    players: Sum
    policy: str
    seed: str
    most: Sum
    count: Sum
    chunk: Sum
    upto: Sum
    later: tuple[Sum, ...]
    deals: DealsResult | None = None
    games: GamesResult | None = None


@attrs.define
class Checkpoint:
    """A file that a run is written to now and then.

    Attributes:
        path: The file.
        job: The run.
        count: How many deals or games it has.
        chunk: How many are played at a time.
    """

    path: str | os.PathLike[str]
    job: Job
    count: int
    chunk: int
    _written: float = attrs.field(factory=monotonic, init=False)

    def begin(self) -> Done:
        """What the file says is done; it is written again at once, so that what cannot be saved is told before it is played.

        Raises:
            RecordError: It cannot be read or written, is damaged, or is of another run.
        """
        done = self.read()
        self.write(done, now=True)
        return done

    def read(self) -> Done:
        """What the file says is done; nothing where there is no file yet.

        Raises:
            RecordError: It cannot be read, is damaged, or is of another run.
        """
        if not os.path.exists(self.path):  # noqa: PTH110 - pathlib's raises where a folder may not be looked into
            return Done()
        source = str(self.path)
        saved = _read(parse(read_bytes(self.path), source), source)
        mine = self._saved(Done())
        faults = [
            Fault(name, "it is of another run", shown(mine.variant.name if name == "variant" else getattr(mine, name)))
            for name in ("variant", "players", "policy", "seed", "most", "count", "chunk")
            if getattr(saved, name) != getattr(mine, name)
        ]
        if faults:
            raise RecordError(source, faults)
        ends = {first: min(first + self.chunk, self.count) for first in saved.later}
        done = Done(saved.upto, ends, saved.games if self.job.most else saved.deals)
        starts = [*saved.later, self.count]
        fits = all(first < after for first, after in pairwise(starts)) and 0 <= saved.upto < starts[0]
        whole = saved.upto == self.count and not saved.later
        if not (fits or whole) or any(first % self.chunk for first in (saved.upto % self.count, *saved.later)):
            raise _refusal(source, "upto", "what is done is no part of the run")
        faults = [Fault(path, problem, _AS_WRITTEN) for path, problem in self._wrong(done)]
        if faults:
            raise RecordError(source, faults)
        return done

    def write(self, done: Done, *, now: bool = False) -> None:
        """Write what is done, if that is some time ago, or now.

        Raises:
            RecordError: The file cannot be written.
        """
        if not now and monotonic() - self._written < _BETWEEN:
            return
        data = plain_fields(self._saved(done))
        data = {"format": FORMAT, "sha256": _hash(data)} | data
        write_atomically(self.path, [dump_pretty(data).encode("utf-8")])
        self._written = monotonic()

    def _saved(self, done: Done) -> _Saved:
        job = self.job
        return _Saved(
            variant=job.variant,
            players=job.players,
            policy=job.policy.value,
            seed=str(job.seed),
            most=job.most,
            count=self.count,
            chunk=self.chunk,
            upto=done.upto,
            later=tuple(sorted(done.later)),
            deals=None if job.most else done.whole,
            games=done.whole if job.most else None,
        )

    def _wrong(self, done: Done) -> Iterator[tuple[str, str]]:
        """Where what is done does not hold together: each place, and what is wrong there."""
        whole, job, played = done.whole, self.job, done.played
        if whole is None or played == 0:
            if whole is not None or played:
                yield "upto", "what is done and what it comes to do not fit"
            return
        mine = (job.variant.name, job.players, job.policy.value, job.seed, job.players)
        if (whole.variant, whole.players, whole.policy, whole.seed, len(whole.seats)) != mine:
            yield "seats", "what the run comes to is of another run"
        if isinstance(whole, GamesResult):
            counted, given_up = whole.games, len(whole.endless)
            if given_up != min(played - counted, MOST_ENDLESS):
                yield "games.games", f"they are {counted}, and {given_up} were given up, of {played}"
            tables = {"games.lengths": whole.lengths}
            tables |= {f"games.seats.{at}.places": seat.places for at, seat in enumerate(whole.seats)}
        else:
            counted = played
            tables = {"deals.broken": whole.broken}
            tables |= {f"deals.seats.{at}.points": seat.points for at, seat in enumerate(whole.seats)}
            tables |= {f"deals.seats.{at}.tricks": seat.tricks for at, seat in enumerate(whole.seats)}
            if whole.deals != played:
                yield "deals.deals", f"they are {whole.deals}, not {played}"
        for path, counts in tables.items():
            if not _is_sound(counts, counted):
                yield path, f"it is no table of how often what came up in {counted}"


_AS_WRITTEN: Final = "the file as it was written"


def _read(data: Any, source: str) -> _Saved:
    """The plain data of a file, read strictly.

    Raises:
        RecordError: It is not what `Checkpoint.write` writes.
    """
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise _refusal(source, "format", "it is no checkpoint of a run", FORMAT)
    if data.pop("sha256", None) != _hash(data):
        raise _refusal(source, "sha256", "the file is damaged: this is not the hash of the rest")
    for name in ("deals", "games"):
        if isinstance(data.get(name), dict) and "arrays" in data[name]:
            raise _refusal(source, f"{name}.arrays", "nothing reads this key")
    saved: _Saved = read_as(data, _Saved, source)
    return saved


def _hash(data: dict[str, Any]) -> str:
    return sha256(dump(data).encode("utf-8")).hexdigest()


def _refusal(source: str, path: str, problem: str, expected: str = _AS_WRITTEN) -> RecordError:
    return RecordError(source, [Fault(path, problem, expected)])


def _is_sound(counts: Counts, whole: int) -> bool:
    """Is a table sorted pairs, of a number and how often it came up, of so many in all?"""
    if any(len(pair) != 2 or pair[1] < 1 for pair in counts):
        return False
    return all(low[0] < high[0] for low, high in pairwise(counts)) and sum(often for _, often in counts) == whole
