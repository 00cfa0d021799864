"""Print how the time and the memory of `hearts.bulk.simulate` grow with the number of deals.

    python benchmarks/growth.py                     # 10^3 to 10^7 deals
    python benchmarks/growth.py --most 8 --json     # to 10^8, for programs
    python benchmarks/growth.py --workers 2

Each size is run in a process of its own, started from a small one: on Linux a process counts the memory of the one that
started it. The peak is that of the process, with the interpreter, numpy, numba and what it compiled. The time is that of the
run alone. A process before them compiles what is not yet in numba's cache.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

LEAST: Final = 3
"""The smallest run has 10 to the power of this many deals."""

HEADINGS: Final = ("deals", "seconds", "deals/s", "peak")


def run(deals: int, workers: int) -> dict[str, Any]:
    """Play so many deals in this process, and tell what it took."""
    from hearts.bulk import simulate  # noqa: PLC0415 - only the processes that play are to hold the library

    simulate("openspiel", 1, seed=2026, workers=workers)
    start = perf_counter()
    assert simulate("openspiel", deals, seed=2026, workers=workers).deals == deals
    return {"deals": deals, "seconds": perf_counter() - start, "peak_mb": peak()}


def peak() -> float | None:
    """The most memory that this process has had, in units of a million bytes; None where it is not known."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def run_elsewhere(deals: int, workers: int) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--deals", str(deals), "--workers", str(workers)]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    told: dict[str, Any] = json.loads(out.stdout)
    return told


def cells(told: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table."""
    mega = told["peak_mb"]
    return (
        f"{told['deals']:,}",
        f"{told['seconds']:.3f}",
        f"{told['deals'] / told['seconds']:,.0f}",
        "not known here" if mega is None else f"{mega:.0f} MB",
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run each size and print."""
    parser = argparse.ArgumentParser(description="How time and memory grow with the number of deals in bulk.")
    parser.add_argument(
        "--most", type=int, default=7, help="the largest run has 10 to this power (default: %(default)s)"
    )
    parser.add_argument("--workers", type=int, default=1, help="threads that play (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--deals", type=int, help="so many deals, in this process")
    options = parser.parse_args(arguments)
    if options.deals is not None:
        print(json.dumps(run(options.deals, options.workers)))
        return 0
    if options.most < LEAST:
        parser.error(f"--most is at least {LEAST}")
    sizes = [10**power for power in range(LEAST, options.most + 1)]
    run_elsewhere(1, options.workers)
    told = [run_elsewhere(deals, options.workers) for deals in sizes]
    if options.json:
        print(json.dumps(told, indent=2))
        return 0
    table = [HEADINGS, *map(cells, told)]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADINGS))]
    for line in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
