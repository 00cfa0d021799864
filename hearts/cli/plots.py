"""Pictures of what games came to, drawn with matplotlib: the extra ``plot``. No window is opened, and nothing global is set."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from hearts.bulk import GamesResult
from hearts.bulk.results import Counts
from hearts.cli.comparison import Comparison, Estimate, proportion
from hearts.cli.output import harmless, plural
from hearts.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["check_plots", "picture_of", "plot_comparison", "plot_games"]

_DOTS: Final = 100
"""How many dots a picture has to an inch, where it is made of dots."""


def check_plots() -> None:
    """See that matplotlib is there.

    Raises:
        MissingExtraError: It is not.
    """
    try:
        import matplotlib.figure  # noqa: F401, PLC0415 - only to see that it is there
    except ModuleNotFoundError as error:
        raise MissingExtraError("plot", "matplotlib") from error


def _figure(width: float, height: float, title: str) -> Figure:
    from matplotlib.figure import Figure  # noqa: PLC0415 - it takes long, and only pictures need it

    figure = Figure(figsize=(width, height), dpi=_DOTS, layout="constrained")
    figure.suptitle(_plain(title))
    return figure


def _plain(text: str) -> str:
    """Text of anybody as it stands: a dollar sign would begin a formula."""
    return harmless(text).replace("$", r"\$")


def _name(axes: Axes, title: str, x: str, y: str) -> None:
    axes.set_title(title, fontsize="medium")
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def picture_of(figure: Figure, kind: str) -> bytes:
    """A figure as the content of a file.

    Args:
        figure: The figure.
        kind: png, svg or pdf.
    """
    content = BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # it shows a box for a letter that its font lacks
        figure.savefig(content, format=kind)
    return content.getvalue()


# ---- one variant -------------------------------------------------------------------------------------------------------


def plot_games(result: GamesResult, title: str, points: Sequence[Counts]) -> Figure:
    """What games of one variant came to: points, finishing places and moons by seat, and how long the games were.

    Args:
        result: What at least one game came to.
        title: The English title of the variant; its name is taken where there is none.
        points: How often each seat scored what in a deal.
    """
    how = f"{plural(result.games, 'game')} of seed {result.seed}, policy {result.policy}"
    figure = _figure(11, 8, f"{title or result.variant}: {how}")
    (of_points, of_places), (of_moons, of_lengths) = figure.subplots(2, 2)
    _plot_points(of_points, points)
    _plot_places(of_places, result)
    _plot_moons(of_moons, result)
    numbers, often = zip(*result.lengths, strict=True)
    of_lengths.bar(numbers, [100 * times / result.games for times in often], width=1, edgecolor="white")
    of_lengths.locator_params(axis="x", integer=True)
    _name(of_lengths, "Length of a game", "deals", "games (%)")
    return figure


def _plot_points(axes: Axes, points: Sequence[Counts]) -> None:
    deals = sum(times for _, times in points[0])
    for seat, counts in enumerate(points):
        numbers, often = zip(*counts, strict=True)
        axes.plot(numbers, [100 * times / deals for times in often], marker=".", label=f"seat {seat}")
    axes.legend(fontsize="small")
    _name(axes, f"Points of a seat in a deal ({plural(deals, 'deal')} of this seed)", "points", "deals (%)")


def _plot_places(axes: Axes, result: GamesResult) -> None:
    seats = [str(seat) for seat in range(result.players)]
    below = [0.0] * result.players
    for place in sorted({place for seat in result.seats for place, _ in seat.places}):
        often = [sum(times for number, times in seat.places if number == place) for seat in result.seats]
        shares = [100 * times / result.games for times in often]
        axes.bar(seats, shares, bottom=below, label=f"place {place}")
        below = [low + share for low, share in zip(below, shares, strict=True)]
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1, 1), reverse=True)
    _name(axes, "Finishing places (equal seats share one)", "seat", "games (%)")


def _plot_moons(axes: Axes, result: GamesResult) -> None:
    moons = [proportion(seat.moons, result.deals).times(100) for seat in result.seats]
    axes.bar(
        [str(seat) for seat in range(result.players)], [each.value for each in moons], yerr=_margins(moons), capsize=4
    )
    axes.set_ylim(bottom=0)
    _name(axes, "Moons, with 95% intervals", "seat", "moons in 100 deals")


def _margins(estimates: Sequence[Estimate]) -> tuple[list[float], list[float]]:
    """How far the bounds are away, below and above; nothing where they are not known."""
    below = [0.0 if each.low is None else each.value - each.low for each in estimates]
    return below, [0.0 if each.high is None else each.high - each.value for each in estimates]


# ---- several variants --------------------------------------------------------------------------------------------------


def plot_comparison(comparison: Comparison) -> Figure:
    """How often moons are made and how long games are, by variant, with 95% intervals; without what is not known."""
    how = f"{plural(comparison.games_asked, 'game')} each of seed {comparison.seed}"
    title = f"{how}, {plural(comparison.players, 'player')}, policy {comparison.policy}"
    rows = comparison.variants
    figure = _figure(11, 2 + 0.4 * len(rows), title)
    of_moons, of_lengths = figure.subplots(1, 2)
    _plot_estimates(of_moons, [(row.variant, row.moons_per_100_deals) for row in rows])
    of_moons.set_xlim(left=0)
    _name(of_moons, "Moons, with 95% intervals", "moons in 100 deals", "")
    _plot_estimates(of_lengths, [(row.variant, row.game_length) for row in rows])
    _name(of_lengths, "Length of a game, with 95% intervals", "deals", "")
    return figure


def _plot_estimates(axes: Axes, rows: Sequence[tuple[str, Estimate | None]]) -> None:
    """A line for each name, the first at the top, with its number where there is one."""
    known = [(line, estimate) for line, (_, estimate) in enumerate(rows) if estimate is not None]
    estimates = [estimate for _, estimate in known]
    axes.errorbar(
        [each.value for each in estimates],
        [line for line, _ in known],
        xerr=_margins(estimates),
        fmt="o",
        capsize=4,
    )
    axes.set_yticks(range(len(rows)), [_plain(name) for name, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)
