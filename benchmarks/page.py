"""Measure, and write what comes out to the page of the documentation.

    python benchmarks/page.py                    # docs/benchmarks.md, in some minutes
    python benchmarks/page.py --rounds 21        # steadier
    python benchmarks/page.py --long             # with the stream of recorded games, which takes many minutes
    python benchmarks/page.py --out page.md

It runs compare.py, growth.py and streaming.py, each in a process of its own. Let nothing else run on the machine meanwhile.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
PAGE: Final = HERE.parent / "docs" / "benchmarks.md"

TEXT: Final = """\
# Benchmarks

How fast the library is: against OpenSpiel's `hearts`, which is written in C++ and used from Python, and against itself. This
page is written by a command, which measures all that it tells; nobody edits it:

```bash
python benchmarks/page.py
```

It needs the development dependencies (`pip install -e ".[dev]"`), and takes some minutes. With `--long` it measures the
stream of recorded games too. `python benchmarks/compare.py` prints the first table alone, and `pytest benchmarks` times
single steps.

## Method

- Both sides of a row do the same work: they are run in one process, in turns, round by round, the side that begins changing
  each time. So a machine that is busy for a while is busy for both. There were {rounds} rounds.
- Each side is run once before the clock starts. What numba compiles is compiled by then, and is in no figure.
- What is told is the median time of each side, and the median of the rounds' ratios with the lowest and the highest. A ratio
  is one of speeds: 1x is as fast as the other side, and more is faster. That of `import hearts` alone is one of times, so
  that less is better.
- The deals are those of the variant [`openspiel`](variants/openspiel.md), which plays what OpenSpiel plays with its default
  parameters. OpenSpiel draws the direction of the pass by lot; here the deals take the same four directions in turn.
- Compare the ratios. The times are those of one machine on one day.

## The figures

{figures}

*Required* and *aim* are what the project asks of itself; rows without them are there to be known. The sides of the rows:

{sides}

Of the states that are played step by step there is no compiled build: all rows of ours but those in bulk are pure Python.

## In bulk, from a thousand deals to {most}

`hearts.bulk.simulate` on one core, each run in a process of its own. The peak is that of the whole process, with Python, numpy,
numba and what is compiled. Of what is played only sums are kept, so memory does not grow with the number of deals.

{growth}

{streaming}## The machine

{machine}
"""

STREAMING: Final = """\
## A stream of recorded games

`python benchmarks/streaming.py` plays whole random games with all actions recorded, writes them to a file of lines as they are
played, and reads, replays and checks them line by line:

```text
{printed}```

"""


def measured(script: str, *arguments: str) -> str:
    """What a script of this folder prints."""
    command = [sys.executable, str(HERE / script), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: str = "") -> str:
    """A table in Markdown; the columns whose letters are `r` are set to the right."""
    marks = ["---:" if mark == "r" else "---" for mark in right.ljust(len(headings))]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, marks, *rows))


def in_words(microseconds: float) -> str:
    """A time with its unit."""
    number, unit = (microseconds, "us") if microseconds < 1000 else (microseconds / 1000, "ms")
    return f"{number:.{0 if number >= 100 else 1 if number >= 10 else 2}f} {unit}"


def figures(found: Sequence[dict[str, Any]]) -> str:
    """The table of the ratios."""
    rows = []
    for figure in found:
        bound = "at least" if figure["ratio_of"] == "speeds" else "at most"
        low, high = figure["ratio_range"]
        rows.append(
            (
                figure["what"],
                in_words(figure["ours"]["microseconds"]),
                in_words(figure["against"]["microseconds"]),
                f"**{figure['ratio']:.2f}x**",
                f"{low:.2f} to {high:.2f}",
                "" if figure["required"] is None else f"{bound} {figure['required']:g}x",
                "" if figure["aim"] is None else f"{figure['aim']:g}x",
                figure["verdict"],
            )
        )
    return table(("what", "hearts", "against", "ratio", "range", "required", "aim", ""), rows, " rrrrrr")


def sides(found: Sequence[dict[str, Any]]) -> str:
    """The table of what the sides of the rows do."""
    rows = ((figure["what"], figure["ours"]["name"], figure["against"]["name"]) for figure in found)
    return table(("what", "hearts", "against"), rows)


def growth(found: Sequence[dict[str, Any]]) -> str:
    """The table of time and memory by the number of deals."""
    rows = (
        (
            f"{told['deals']:,}",
            f"{told['seconds']:.3f} s",
            f"{told['deals'] / told['seconds']:,.0f}",
            "not known here" if told["peak_mb"] is None else f"{told['peak_mb']:.0f} MB",
        )
        for told in found
    )
    return table(("deals", "time", "deals in a second", "peak of memory"), rows, "rrrr")


def machine(setting: dict[str, Any]) -> str:
    """What was measured with, as a list."""
    flags = " ".join(setting["configured"]) or "no flags"
    packages = ", ".join(f"{name} {number}" for name, number in setting["packages"].items())
    lines = (
        f"{setting['processor']}, {setting['cores']} cores, {setting['platform']}",
        f"{setting['implementation']} {setting['python']}, compiled by {setting['compiler']}, configured with {flags}",
        packages,
    )
    return "\n".join(f"- {line}" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Measure, and write the page of benchmarks.")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each side of a row (default: %(default)s)")
    parser.add_argument("--size", type=int, default=520, help="deals, or positions, in a round (default: %(default)s)")
    parser.add_argument(
        "--most", type=int, default=7, help="the largest run has 10 to this power (default: %(default)s)"
    )
    parser.add_argument("--long", action="store_true", help="measure the stream of recorded games too")
    parser.add_argument(
        "--out", type=Path, default=PAGE, help="where the page is written (default: docs/benchmarks.md)"
    )
    options = parser.parse_args(arguments)
    compared = json.loads(
        measured("compare.py", "--json", "--rounds", str(options.rounds), "--size", str(options.size))
    )
    grown = json.loads(measured("growth.py", "--json", "--most", str(options.most)))
    page = TEXT.format(
        rounds=options.rounds,
        figures=figures(compared["figures"]),
        sides=sides(compared["figures"]),
        most=f"{grown[-1]['deals']:,}",
        growth=growth(grown),
        streaming=STREAMING.format(printed=measured("streaming.py")) if options.long else "",
        machine=machine(compared["setting"]),
    )
    options.out.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
