"""Write and read a stream of recorded games, and print how much memory that took at its height.

    python benchmarks/streaming.py                    # 1,000, 10,000 and 100,000 deals
    python benchmarks/streaming.py --deals 100000     # so many

Each size is run in a process of its own: whole random games are recorded, written to a file of lines as they are played, and
then read, replayed and checked line by line. The peak is that of the process, the interpreter and the library included.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import hearts
from hearts.records import read_lines, write_lines

try:
    import resource
except ImportError:  # Windows has no such figure
    resource = None  # type: ignore[assignment]


def games(deals: int) -> Iterator[hearts.Record]:
    """Records of whole random games, until they have so many deals between them."""
    rng = random.Random(2026)
    seed = 0
    while deals > 0:
        history = hearts.History(hearts.new_game("standard", seed=seed))
        while not history.game.is_over:
            if history.game.to_act:
                actions = history.game.legal_actions()
                history = history.apply(actions[int(rng.random() * len(actions))])
            else:
                history = history.next_deal()
        yield history.record()
        deals -= len(history.game.deals)
        seed += 1


def stream(deals: int) -> str:
    """Write and read so many deals, and tell what it took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        start = perf_counter()
        written = write_lines(games(deals), path)
        middle = perf_counter()
        read = 0
        for record in read_lines(path):
            assert record.replay().fault is None
            read += len(record.deals)
        end = perf_counter()
        size = path.stat().st_size
    peak = (
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.1f} MB"
        if resource is not None
        else "not known here"
    )
    return (
        f"{read:>9,} deals in {written:,} games, {size / 1e6:.1f} MB: played and written in {middle - start:.1f} s,"
        f" read and replayed in {end - middle:.1f} s, peak {peak}"
    )


def main() -> None:
    """Run each size in a process of its own."""
    parser = argparse.ArgumentParser(description="The memory that a stream of recorded games takes.")
    parser.add_argument("--deals", type=int, help="so many deals, in this process")
    options = parser.parse_args()
    if options.deals:
        print(stream(options.deals))
        return
    for deals in (1_000, 10_000, 100_000):
        subprocess.run([sys.executable, __file__, "--deals", str(deals)], check=True)


if __name__ == "__main__":
    main()
