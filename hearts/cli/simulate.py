"""The command `hearts simulate`: it plays whole games in bulk, and tells or draws what they came to."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

import hearts
from hearts.bulk import Policy
from hearts.cli.comparison import compare
from hearts.cli.options import AsJson
from hearts.cli.output import INTERRUPTED, console, print_data, print_line, print_text, reports_errors, say_error
from hearts.cli.plots import check_plots, picture_of, plot_comparison, plot_games
from hearts.cli.simulation import EndlessGame, Engine, Run, Setup, Stop, choose_engine, points_of_deals, sum_up
from hearts.cli.tables import report_on_games, table_of_comparison
from hearts.engine.shuffle import check_seed
from hearts.records.files import write_atomically

__all__ = ["simulate"]

_PICTURES: Final = (".png", ".svg", ".pdf")
"""What the name of a picture may end in."""

_MOST_DRAWN: Final = 100_000
"""Points are drawn of so many deals at most: the picture of more looks the same."""


@reports_errors
def simulate(
    variants: Annotated[
        list[str],
        typer.Argument(
            metavar="VARIANT...",
            help="The name of a variant, or the path of a file that ends in .toml; several with --compare.",
            show_default=False,
        ),
    ],
    *,
    comparing: Annotated[
        bool, typer.Option("--compare", help="Play each of several variants, and tell what their rules do to the game.")
    ] = False,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")] = 100,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", min=0, help="Where all deals and choices come from; drawn and told if left out."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="The number of players; the default of the first variant if left out."),
    ] = None,
    policy: Annotated[
        Policy, typer.Option("--policy", help="How every seat chooses: at random, or by a few plain rules.")
    ] = Policy.RANDOM,
    max_deals: Annotated[
        int,
        typer.Option(
            "--max-deals",
            min=1,
            max=1 << 20,
            help="Stop at a game that has not ended after this many deals; with --compare, leave it out.",
        ),
    ] = 1000,
    engine: Annotated[
        Engine,
        typer.Option(
            "--engine", help="What plays the games: plain Python, or compiled code, which needs the extra bulk."
        ),
    ] = Engine.AUTO,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=1024, help="How many threads compiled code plays on.")
    ] = 1,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw it too, as .png, .svg or .pdf, which needs the extra plot."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play whole games, and tell what they came to.

    Points are what a seat scores in a deal, moons and bonuses included. A win that several seats share is a win of each of
    them. The same seed gives the same games, whatever plays them: auto has compiled code play 2000 games or more, where it is
    installed.

    Ctrl-C stops, and tells what was played to its end until then.
    """
    if len(variants) > 1 and not comparing:
        raise typer.BadParameter("several variants are for --compare")
    if comparing and len(variants) == 1:
        raise typer.BadParameter("--compare takes two variants or more")
    if workers > 1 and engine is Engine.PYTHON:
        raise typer.BadParameter("--workers is for compiled code, not for --engine python")
    if plot is not None:
        _check_picture(plot)
    loaded = [hearts.load_variant(variant) for variant in variants]
    count = loaded[0].player_count(players)
    seed = secrets.randbits(32) if seed is None else check_seed(seed)
    setups = [
        Setup(
            variant=variant,
            players=variant.player_count(count),
            policy=policy,
            seed=seed,
            games=games,
            max_deals=max_deals,
        )
        for variant in loaded
    ]
    chosen = choose_engine(engine, games)
    runs = [Run(setup=setup, engine=chosen, workers=workers, stops=not comparing) for setup in setups]
    stopped: Stop | None = None
    endless: EndlessGame | None = None
    try:
        _play(runs)
    except KeyboardInterrupt:
        stopped = Stop.INTERRUPTED
    except EndlessGame as error:
        stopped, endless = Stop.MAX_DEALS, error
    _tell(runs, stopped, comparing=comparing, as_json=as_json)
    if plot is not None:
        if not stopped:
            stopped = _draw(runs, plot, comparing=comparing, as_json=as_json)
        if stopped:
            say_error(f"{plot} is not drawn: only games that are all played are")
    if endless is not None:
        raise endless
    if stopped is Stop.INTERRUPTED:
        raise typer.Exit(INTERRUPTED)


def _check_picture(path: Path) -> None:
    """See before long games are played that they can be drawn."""
    if path.suffix.lower() not in _PICTURES:
        raise typer.BadParameter(f"--plot {path}: expected a name that ends in {', '.join(_PICTURES)}")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"--plot {path}: there is no folder {path.parent}")
    check_plots()


def _progress() -> Progress:
    """A bar on stderr that goes away when all is played; nothing where stderr is no terminal."""
    err = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal or err.is_dumb_terminal)


def _play(runs: Sequence[Run]) -> None:
    """Play all games of all runs."""
    with _progress() as progress:
        task = progress.add_task("games", total=sum(run.setup.games for run in runs))
        for run in runs:
            for played in run.go():
                progress.advance(task, played)


def _tell(runs: Sequence[Run], stopped: Stop | None, *, comparing: bool, as_json: bool) -> None:
    """Print what the games came to."""
    if comparing:
        comparison = compare(runs, stopped=stopped)
        if as_json:
            print_data(comparison.to_data())
        else:
            print_text(table_of_comparison(comparison))
        return
    (run,) = runs
    report = sum_up(run.result, games_asked=run.setup.games, stopped=stopped)
    if as_json:
        print_data(report.to_data())
    else:
        print_text(report_on_games(report, str(run.setup.variant.title) or report.variant))


def _draw(runs: Sequence[Run], path: Path, *, comparing: bool, as_json: bool) -> Stop | None:
    """Draw what the games came to, unless that is interrupted."""
    try:
        if comparing:
            figure = plot_comparison(compare(runs))
        else:
            (run,) = runs
            deals = min(run.result.deals, _MOST_DRAWN)
            with _progress() as progress:
                task = progress.add_task("deals", total=deals)
                points = points_of_deals(
                    run.setup,
                    deals,
                    engine=run.engine,
                    workers=run.workers,
                    progress=lambda done, _: progress.update(task, completed=done),
                )
            figure = plot_games(run.result, str(run.setup.variant.title), points)
        write_atomically(path, [picture_of(figure, path.suffix[1:].lower())])
    except KeyboardInterrupt:
        return Stop.INTERRUPTED
    if not as_json:
        print_line(Text(f"{path}: drawn"))
    return None
