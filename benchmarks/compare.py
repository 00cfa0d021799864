"""Print the figures that the library must reach, measured against OpenSpiel and the libraries it stands on, in one run.

    python benchmarks/compare.py            # a table
    python benchmarks/compare.py --json     # the same for programs

Rows of play in bulk need numba, and the one on two workers two cores: what is left out is said on stderr. There is no compiled
build of the states, so the row of the figures that asks for one is not here.

Both sides of a row do the same work in the same process, in turns, round by round: so a machine that is busy for a while is
busy for both. Each side is run once before, so that what numba compiles is compiled by then. What is told is the median of
each side and the median of the rounds' ratios: of speeds, so that 1x is as fast as the other side and more is faster; for
importing of times, so that less is faster. Compare ratios, never times from two runs.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import shlex
import sys
import sysconfig
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

import attrs
import workloads

try:
    from rich.console import Console
    from rich.table import Table
except ImportError:  # the table is then printed plainly
    Console = Table = None  # type: ignore[assignment, misc]

HEADINGS: Final = ("what", "hearts", "against", "ratio", "range", "required", "aim", "")
WIDTH: Final = 120
"""How wide a table is that is not printed to a terminal."""


@attrs.frozen
class Side:
    """One side of a row.

    Attributes:
        name: What it is.
        work: Does a round of the work, and says how many units of it were done and in how many seconds.
    """

    name: str
    work: Callable[[], tuple[int, float]]


@attrs.frozen
class Row:
    """A figure to reach.

    Attributes:
        what: What is measured.
        unit: What one unit of it is.
        ours: Our side.
        other: The side that it is measured against.
        rounds: How many rounds of each are run.
        required: The ratio to reach at least (of import time: at most); None where the figures ask for none.
        aim: The ratio to aim for.
        speed: Is the ratio one of speeds? Else it is one of times.
    """

    what: str
    unit: str
    ours: Side
    other: Side
    rounds: int
    required: float | None = None
    aim: float | None = None
    speed: bool = True


@attrs.frozen
class Figure:
    """What a row came to.

    Attributes:
        row: The row.
        ours: Our median time for a unit, in microseconds.
        other: The other side's.
        ratio: The median of the ratios of the rounds.
        spread: The lowest and the highest of them.
    """

    row: Row
    ours: float
    other: float
    ratio: float
    spread: tuple[float, float]

    @property
    def verdict(self) -> str:
        """What the ratio reaches."""
        row = self.row
        if row.required is None or row.aim is None:
            return ""
        sign = 1 if row.speed else -1
        if sign * (self.ratio - row.aim) >= 0:
            return "aim reached"
        return "reached" if sign * (self.ratio - row.required) >= 0 else "NOT REACHED"

    def data(self) -> dict[str, Any]:
        """The figure as plain data."""
        row = self.row
        return {
            "what": row.what,
            "unit": row.unit,
            "ours": {"name": row.ours.name, "microseconds": self.ours},
            "against": {"name": row.other.name, "microseconds": self.other},
            "ratio": self.ratio,
            "ratio_range": list(self.spread),
            "ratio_of": "speeds" if row.speed else "times",
            "rounds": row.rounds,
            "required": row.required,
            "aim": row.aim,
            "verdict": self.verdict,
        }


def timed(work: Callable[..., int], *args: object) -> Callable[[], tuple[int, float]]:
    """A round of work that counts its own units."""

    def run() -> tuple[int, float]:
        start = perf_counter()
        count = work(*args)
        return count, perf_counter() - start

    return run


def deals(
    play: Callable[[random.Random, Any], object], count: int, what: Sequence[Any]
) -> Callable[[], tuple[int, float]]:
    """A round of whole deals, each of the next of what is to be played."""
    rng = random.Random(workloads.SEED)

    def run() -> tuple[int, float]:
        start = perf_counter()
        for number in range(count):
            play(rng, what[number])
        return count, perf_counter() - start

    return run


def imports(modules: str) -> Callable[[], tuple[int, float]]:
    """A round of importing modules in a fresh interpreter."""
    return lambda: (1, workloads.import_seconds(modules))


def rows(rounds: int, size: int) -> list[Row]:
    """The rows of the table; those that cannot be measured here are left out, which is said on stderr."""
    game = workloads.spiel_game()
    numbers, games = range(1, size + 1), [game] * size
    ours, theirs = workloads.deal_positions(size), workloads.spiel_positions(size)
    spiel_deals = Side("pyspiel, legal_actions and apply_action", deals(workloads.spiel_deal, size, games))
    return [
        Row(
            what="whole random deal, pure Python",
            unit="deal",
            ours=Side("legal_cards and play", deals(workloads.cards_deal, size, numbers)),
            other=spiel_deals,
            rounds=rounds,
            required=0.8,
            aim=1.0,
        ),
        Row(
            what="the same by actions",
            unit="deal",
            ours=Side("legal_actions and apply", deals(workloads.actions_deal, size, numbers)),
            other=spiel_deals,
            rounds=rounds,
        ),
        Row(
            what="child state, pure Python",
            unit="child",
            ours=Side("deal.play(card)", timed(workloads.deal_children, ours)),
            other=Side("pyspiel, state.child(action)", timed(workloads.spiel_children, theirs)),
            rounds=rounds,
            required=0.8,
            aim=1.2,
        ),
        Row(
            what="child state and its legal list",
            unit="child",
            ours=Side("deal.play(card).legal_cards()", timed(workloads.deal_children_listed, ours)),
            other=Side("pyspiel, state.child(action).legal_actions()", timed(workloads.spiel_children_listed, theirs)),
            rounds=rounds,
        ),
        *knowledge_rows(rounds, max(1, size // 10)),
        *record_rows(rounds, size),
        *bulk_rows(rounds, size, spiel_deals),
        Row(
            what="import hearts",
            unit="import",
            ours=Side("import hearts", imports("hearts")),
            other=Side("import attrs, cattrs", imports("attrs, cattrs")),
            rounds=2 * rounds,
            required=1.5,
            aim=1.2,
            speed=False,
        ),
    ]


def knowledge_rows(rounds: int, size: int) -> list[Row]:
    """The rows about what a seat knows: worlds early, in the middle and late, and views."""
    tricks = {trick: workloads.trick_positions(trick, size) for trick in (1, 6, 10)}
    spiel_tricks = {trick: workloads.spiel_trick_positions(trick, size) for trick in tricks}
    views = {trick: workloads.turn_views(positions) for trick, positions in tricks.items()}
    worlds = [
        Row(
            what=f"world at trick {trick}",
            unit="world",
            ours=Side(f"sample_worlds(view, {workloads.WORLDS})", timed(workloads.deal_worlds, views[trick])),
            other=Side("pyspiel, state.resample_from_infostate", timed(workloads.spiel_worlds, spiel_tricks[trick])),
            rounds=rounds,
            required=1.0,
            aim=1.0,
        )
        for trick in tricks
    ]
    made = [
        Row(
            what=f"view at trick {trick}",
            unit="view",
            ours=Side("deal.view(seat)", timed(workloads.deal_views, tricks[trick])),
            other=Side(
                "pyspiel, state.information_state_tensor(player)", timed(workloads.spiel_views, spiel_tricks[trick])
            ),
            rounds=rounds,
        )
        for trick in tricks
    ]
    return worlds + made


def record_rows(rounds: int, size: int) -> list[Row]:
    """The rows about recorded games: against OpenSpiel with its own checks, and without any."""
    records = workloads.recordings(size)
    lists = workloads.spiel_recordings(records)
    replays = Side("record.replay(), every check", timed(workloads.record_replays, records))
    return [
        Row(
            what="replayed deal",
            unit="deal",
            ours=replays,
            other=Side("pyspiel, apply_action, unchecked", timed(workloads.spiel_replays, lists)),
            rounds=rounds,
            required=0.7,
            aim=0.7,
        ),
        Row(
            what="replayed deal, both checked",
            unit="deal",
            ours=replays,
            other=Side("pyspiel, apply_action_with_legality_check", timed(workloads.spiel_checked_replays, lists)),
            rounds=rounds,
        ),
    ]


def bulk_rows(rounds: int, size: int, spiel_deals: Side) -> list[Row]:
    """The rows of play in bulk, in which our side does more of the same work in a round, so that rounds take a like time."""
    if find_spec("numba") is None:
        note("the rows of play in bulk", 'numba is not installed: pip install "hearts-rules[bulk]"')
        return []
    one = Side("bulk.simulate", timed(workloads.bulk_deals, 400 * size))
    positions = workloads.trick_positions(workloads.TRICK, size)
    spiel_positions = workloads.spiel_trick_positions(workloads.TRICK, max(1, size // 10))
    spiel_leads = workloads.spiel_trick_positions(1, max(1, size // 10))
    planned = [
        Row(
            what="bulk random deal, one core",
            unit="deal",
            ours=one,
            other=spiel_deals,
            rounds=rounds,
            required=100.0,
            aim=200.0,
        ),
        Row(
            what="bulk random deal, theirs in C++",
            unit="deal",
            ours=one,
            other=Side("pyspiel, evaluate_bots", timed(workloads.spiel_native_deals, size)),
            rounds=rounds,
        ),
        Row(
            what="bulk deal by the policy duck",
            unit="deal",
            ours=Side('bulk.simulate, "duck"', timed(workloads.bulk_deals, 200 * size, "duck")),
            other=Side(
                "the same deals by bulk.play_deal, plain Python", timed(workloads.plain_deals, size // 10, "duck")
            ),
            rounds=rounds,
        ),
        Row(
            what=f"random playout from trick {workloads.TRICK}",
            unit="playout",
            ours=Side(f"bulk.playouts(deals, {workloads.PLAYOUTS})", timed(workloads.bulk_playouts, positions)),
            other=Side(
                "pyspiel, clone and evaluate_bots",
                timed(workloads.spiel_native_playouts, spiel_positions, workloads.PLAYOUTS // 2),
            ),
            rounds=rounds,
        ),
        Row(
            what="card in lockstep",
            unit="card",
            ours=Side("Lockstep, legal and play", lambda: workloads.lockstep_cards(8 * size)),
            other=Side("pyspiel, legal_actions and apply_action", lambda: workloads.spiel_cards(spiel_leads)),
            rounds=rounds,
        ),
    ]
    if usable_cores() < 2:
        note("the row on two workers", "there is one core")
        return planned
    return [
        *planned,
        Row(
            what="bulk random deal, 2 workers",
            unit="deal",
            ours=Side("bulk.simulate, workers=2", timed(workloads.bulk_deals, 2000 * size, "random", 2)),
            other=Side("bulk.simulate, workers=1", timed(workloads.bulk_deals, 2000 * size)),
            rounds=rounds,
            required=1.8,
            aim=1.95,
        ),
    ]


def note(what: str, why: str) -> None:
    """Say that something is left out."""
    print(f"left out: {what}, since {why}", file=sys.stderr)


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def measure(row: Row) -> Figure:
    """Run a row: each side once to warm up, then in turns, the side that begins changing from round to round."""
    row.ours.work(), row.other.work()
    ours: list[float] = []
    others: list[float] = []
    for number in range(row.rounds):
        for side, times in ((row.ours, ours), (row.other, others))[:: -1 if number % 2 else 1]:
            gc.collect()
            count, seconds = side.work()
            times.append(seconds / count * 1e6)
    pairs = zip(ours, others, strict=True)
    ratios = [other / own if row.speed else own / other for own, other in pairs]
    return Figure(row, median(ours), median(others), median(ratios), (min(ratios), max(ratios)))


PACKAGES: Final = ("hearts-rules", "open_spiel", "attrs", "cattrs", "numba", "numpy")
"""What the figures depend on: the library itself comes first."""


def of_package(name: str) -> str:
    """The version of an installed package, or what there is instead."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "from the source tree" if name == PACKAGES[0] else "not installed"


def processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def setting() -> dict[str, Any]:
    """What the figures were measured with."""
    configured = shlex.split(sysconfig.get_config_var("CONFIG_ARGS") or "")
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "build": " ".join(platform.python_build()),
        "compiler": platform.python_compiler(),
        "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
        # whether it was built with --enable-optimizations tells a lot; some distributors optimise in ways of their own
        "configured": [flag for flag in configured if flag.startswith("--") and "/" not in flag],
        "platform": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "cores": usable_cores(),
        "packages": {name: of_package(name) for name in PACKAGES},
    }


def in_words(microseconds: float) -> str:
    """A time with its unit."""
    return f"{microseconds:.2f} us" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"


def cells(figure: Figure) -> tuple[str, ...]:
    """A row of the table."""
    row = figure.row
    bound = "at least" if row.speed else "at most"
    return (
        row.what,
        in_words(figure.ours),
        in_words(figure.other),
        f"{figure.ratio:.2f}x",
        f"{figure.spread[0]:.2f}-{figure.spread[1]:.2f}",
        "" if row.required is None else f"{bound} {row.required:g}x",
        "" if row.aim is None else f"{row.aim:g}x",
        figure.verdict,
    )


def sentence(about: dict[str, Any]) -> str:
    """What the figures were measured with, in words."""
    packages = ", ".join(f"{name} {number}" for name, number in about["packages"].items())
    build = "free-threaded" if about["free_threaded"] else "standard"
    flags = " ".join(about["configured"]) or "no flags"
    return (
        f"{about['implementation']} {about['python']} ({build} build, {about['compiler']}, {about['build']},"
        f" configured with {flags}) on {about['platform']}, {about['processor']}, {about['cores']} cores; {packages}"
    )


def print_table(figures: Sequence[Figure], about: dict[str, Any]) -> None:
    """Print the figures as a table, by rich where it is installed."""
    table = [HEADINGS, *map(cells, figures)]
    if Console is not None:
        shown = Table(*HEADINGS)
        for line in table[1:]:
            shown.add_row(*line)
        console = Console()
        console = console if console.is_terminal else Console(width=WIDTH)
        console.print(shown)
        console.print(sentence(about), highlight=False)
        return
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADINGS))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
    print(sentence(about))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure hearts against OpenSpiel, as ratios.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each side of a row (default: %(default)s)")
    parser.add_argument("--size", type=int, default=520, help="deals, or positions, in a round (default: %(default)s)")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.size < 1:
        parser.error("--rounds and --size are at least 1")
    try:
        planned = rows(options.rounds, options.size)
    except ImportError as error:
        print(error, file=sys.stderr)
        return 1
    figures = [measure(row) for row in planned]
    about = setting()
    if options.json:
        print(json.dumps({"setting": about, "figures": [figure.data() for figure in figures]}, indent=2))
    else:
        print_table(figures, about)
    return 0


if __name__ == "__main__":
    sys.exit(main())
