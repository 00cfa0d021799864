"""Pictures show what was counted, with words to every axis; they are files of the kind that their names tell."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from matplotlib.container import ErrorbarContainer
from running import good, process, run

import hearts
from hearts.bulk import GamesResult, Policy, play_game
from hearts.bulk.tally import tally
from hearts.cli.comparison import Comparison, Estimate, VariantReport, proportion
from hearts.cli.plots import picture_of, plot_comparison, plot_games
from hearts.cli.simulation import Engine, Run, Setup, Stop, points_of_deals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hearts.bulk.results import Counts

FEW = ("simulate", "short", "--games", "4", "--seed", "7")
SIGNATURES = {".png": b"\x89PNG", ".PNG": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


def some_games(games: int = 30) -> tuple[GamesResult, tuple[Counts, ...]]:
    """What some games came to, and how often each seat scored what in single deals."""
    setup = Setup(
        variant=hearts.load_variant("short"), players=4, policy=Policy.RANDOM, seed=7, games=games, max_deals=1000
    )
    result = tally((play_game("short", number, seed=7) for number in range(games)), "short", seed=7)
    return result, points_of_deals(setup, 40, engine=Engine.PYTHON)


def words(axes: Axes) -> tuple[str, str, str]:
    """The title, and what is said of the axes."""
    return axes.get_title(), axes.get_xlabel(), axes.get_ylabel()


def title_of(figure: Figure) -> str:
    """The title of a whole figure."""
    return figure.get_suptitle()


def dots(line: Any) -> list[tuple[float, float]]:  # noqa: ANN401 - a line tells its numbers in ever other types
    """The dots of a line."""
    return [(float(x), float(y)) for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)]


def bars(where: Any) -> list[tuple[float, float, float]]:  # noqa: ANN401 - bars are kept among things of other types
    """The bars of a container or of the axes: the middle of each, where it begins, and how high it is."""
    found = where.patches
    return [(bar.get_x() + bar.get_width() / 2, bar.get_y(), bar.get_height()) for bar in found]


def stretches(axes: Axes, axis: int) -> list[tuple[float, float]]:
    """From where to where the bounds of each number are drawn, along an axis: 0 for x, 1 for y."""
    (drawn,) = (each for each in axes.containers if isinstance(each, ErrorbarContainer))
    (lines,) = drawn.lines[2]
    return [(float(low[axis]), float(high[axis])) for low, high in lines.get_segments()]


def test_points() -> None:
    """The points of each seat are drawn as parts of the deals."""
    result, points = some_games()
    axes = plot_games(result, "Short Hearts", points).axes[0]
    assert words(axes) == ("Points of a seat in a deal (40 deals of this seed)", "points", "deals (%)")
    assert [line.get_label() for line in axes.get_lines()] == ["seat 0", "seat 1", "seat 2", "seat 3"]
    for line, counts in zip(axes.get_lines(), points, strict=True):
        assert dots(line) == [(number, 100 * times / 40) for number, times in counts]


def test_places() -> None:
    """The places of each seat are stacked up to all its games."""
    result, points = some_games()
    axes = plot_games(result, "Short Hearts", points).axes[1]
    assert words(axes) == ("Finishing places (equal seats share one)", "seat", "games (%)")
    below = [0.0] * 4
    for place, stack in enumerate(axes.containers, 1):
        assert stack.get_label() == f"place {place}"
        for number, (seat, (_, start, height)) in enumerate(zip(result.seats, bars(stack), strict=True)):
            assert start == pytest.approx(below[number])
            assert height == pytest.approx(100 * sum(times for at, times in seat.places if at == place) / 30)
            below[number] += height
    assert below == pytest.approx([100] * 4)


def test_moons() -> None:
    """The moons of each seat are drawn with their bounds."""
    result, points = some_games()
    axes = plot_games(result, "Short Hearts", points).axes[2]
    assert words(axes) == ("Moons, with 95% intervals", "seat", "moons in 100 deals")
    wanted = [proportion(seat.moons, result.deals).times(100) for seat in result.seats]
    assert sum(seat.moons for seat in result.seats) > 0
    assert bars(axes) == [(seat, 0, each.value) for seat, each in enumerate(wanted)]
    for (low, high), each in zip(stretches(axes, 1), wanted, strict=True):
        assert each.low == pytest.approx(low)
        assert each.high == pytest.approx(high)


def test_lengths() -> None:
    """How often games were how long is drawn as parts of the games."""
    result, points = some_games()
    axes = plot_games(result, "Short Hearts", points).axes[3]
    assert words(axes) == ("Length of a game", "deals", "games (%)")
    assert bars(axes) == [(length, 0, 100 * times / 30) for length, times in result.lengths]


@pytest.mark.parametrize(
    ("title", "shown"), [("Short Hearts", "Short Hearts"), ("", "short"), ("$5 a point$\x1b", r"\$5 a point\$?")]
)
def test_title(title: str, shown: str) -> None:
    """A picture is headed by the title of the variant, or its name where it has none; what would be a formula is none."""
    result, points = some_games(2)
    figure = plot_games(result, title, points)
    assert title_of(figure) == f"{shown}: 2 games of seed 7, policy random"
    assert picture_of(figure, "svg").startswith(b"<?xml")


def test_letters_that_the_font_lacks() -> None:
    """A Chinese title is drawn without a word of warning."""
    result, points = some_games(1)
    assert picture_of(plot_games(result, "黑玛丽", points), "png").startswith(b"\x89PNG")


def test_comparison() -> None:
    """Moons and lengths are drawn by variant, the first at the top, with their bounds, but for what is not known."""
    rows = [
        VariantReport(
            variant=name,
            games=9,
            endless=0,
            deals=90,
            game_length=length,
            points_per_deal=6.5,
            moons=1,
            moons_per_100_deals=moons,
            shared_wins=0,
            shared_win_rate=None,
        )
        for name, length, moons in (
            ("one", Estimate(10, 8, 12), Estimate(1, 0.5, 3)),
            ("two$$", Estimate(20, None, None), None),
            ("three", None, Estimate(4, 2, 5)),
        )
    ]
    comparison = Comparison(
        players=4, policy="duck", seed=7, games_asked=9, max_deals=1000, stopped=None, variants=tuple(rows)
    )
    figure = plot_comparison(comparison)
    assert title_of(figure) == "9 games each of seed 7, 4 players, policy duck"
    moons, lengths = figure.axes
    assert words(moons) == ("Moons, with 95% intervals", "moons in 100 deals", "")
    assert words(lengths) == ("Length of a game, with 95% intervals", "deals", "")
    for axes in (moons, lengths):
        assert [label.get_text() for label in axes.get_yticklabels()] == ["one", r"two\$\$", "three"]
        bottom, top = axes.get_ylim()
        assert bottom > 2
        assert top < 0
    assert stretches(moons, 0) == [(0.5, 3), (2, 5)]
    assert stretches(lengths, 0) == [(8, 12), (20, 20)]
    assert dots(moons.get_lines()[0]) == [(1, 0), (4, 2)]
    assert dots(lengths.get_lines()[0]) == [(10, 0), (20, 1)]


@pytest.mark.parametrize("suffix", SIGNATURES)
def test_files(suffix: str, tmp_path: Path) -> None:
    """The name of the file says what kind of picture it becomes; what is printed says that it was drawn."""
    file = tmp_path / f"games{suffix}"
    assert good(*FEW, "--plot", file, width=200) == f"{good(*FEW)}{file}: drawn\n"
    assert file.read_bytes().startswith(SIGNATURES[suffix])
    assert [*tmp_path.iterdir()] == [file]


def test_json_and_a_picture(tmp_path: Path) -> None:
    """JSON stays JSON where a picture is drawn too; a picture that is there already is replaced."""
    file = tmp_path / "games.svg"
    file.write_text("old", encoding="utf-8")
    assert good(*FEW, "--plot", file, "--json") == good(*FEW, "--json")
    assert file.read_bytes().startswith(b"<?xml")


def test_a_picture_of_a_comparison(tmp_path: Path) -> None:
    """Variants that are compared are drawn side by side."""
    file = tmp_path / "variants.png"
    args = ("simulate", "short", "openspiel", "--compare", "--games", "2", "--seed", "7")
    assert good(*args, "--plot", file, width=200).splitlines()[-1] == f"{file}: drawn"
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("name", "message"), [("games.jpg", ".png, .svg, .pdf"), ("no/games.png", "no folder")])
def test_usage(name: str, message: str, tmp_path: Path) -> None:
    """A picture of another kind, or in a folder that is not there, is wrong usage, which is told before any game is played."""
    result = run(*FEW, "--games", str(10**9), "--plot", tmp_path / name, width=200)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    """Where the file cannot be written the numbers are told all the same, and then the error."""
    (tmp_path / "games.png").mkdir()
    result = run(*FEW, "--plot", tmp_path / "games.png")
    assert result.exit_code == 1
    assert "4 games of seed 7" in result.stdout
    assert "cannot be written" in result.stderr


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without matplotlib a picture is an error that names the extra, before any game is played."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run(*FEW, "--games", str(10**9), "--plot", tmp_path / "games.png")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == 'error: this needs matplotlib, which is not installed: pip install "hearts-rules[plot]"\n'


def test_no_picture_of_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of games that were stopped no picture is drawn, and that is said."""
    file = tmp_path / "games.png"
    result = run(*FEW, "--max-deals", "1", "--plot", file, width=200)
    assert result.exit_code == 1
    told, reason = result.stderr.splitlines()
    assert told == f"error: {file} is not drawn: only games that are all played are"
    assert reason.startswith("error: game 1 has not ended")

    whole = Run.go

    def interrupted(self: Run) -> Iterator[int]:
        yield next(whole(self))
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "go", interrupted)
    result = run(*FEW, "--plot", file, width=200)
    assert (result.exit_code, result.stderr) == (130, f"{told}\n")
    assert not file.exists()


def test_interrupted_while_it_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the deals for the picture are played leaves what was told, and no picture; exit code 130."""

    def interrupted(*_: object, **__: object) -> Stop:
        raise KeyboardInterrupt

    monkeypatch.setattr("hearts.cli.simulate.points_of_deals", interrupted)
    file = tmp_path / "games.png"
    result = run(*FEW, "--plot", file, width=200)
    assert result.exit_code == 130
    assert "4 games of seed 7" in result.stdout
    assert result.stderr == f"error: {file} is not drawn: only games that are all played are\n"
    assert not file.exists()


def test_nothing_global(tmp_path: Path) -> None:
    """Drawing does not bring in pyplot, nor anything that opens windows; without a picture matplotlib is not even imported."""
    code = (
        "import sys\n"
        "from hearts.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n"
        "    print(sorted({'matplotlib', 'matplotlib.pyplot', 'tkinter'} & {*sys.modules}))\n"
    )
    for more, loaded in ((("--plot", tmp_path / "games.png"), "['matplotlib']"), ((), "[]")):
        done = process("-c", code, *FEW, *more, command=[sys.executable])
        assert done.stdout.splitlines()[-1] == loaded, done.stderr
