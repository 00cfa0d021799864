"""`hearts simulate` shows what the simulation came to, however it ends."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from running import columns, good, joined, run

import hearts
from hearts import bulk
from hearts.bulk import Policy, play_game
from hearts.cli import simulation
from hearts.cli.simulation import Engine, Run, Setup, sum_up

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FEW = ("short", "--games", "4", "--seed", "7")


def played(name: str, players: int, seed: int, games: int, policy: Policy = Policy.RANDOM) -> Run:
    """A run of some games of a seed, after it."""
    variant = hearts.load_variant(name)
    setup = Setup(variant=variant, players=players, policy=policy, seed=seed, games=games, max_deals=1000)
    run = Run(setup=setup, engine=Engine.PYTHON)
    assert sum(run.go()) == games
    return run


def expected(name: str, players: int, seed: int, games: int, policy: Policy = Policy.RANDOM) -> dict[str, Any]:
    """The report on some games of a seed as plain data."""
    return sum_up(played(name, players, seed, games, policy).result, games_asked=games).to_data()


def stop_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Ctrl-C pressed during the game after so many."""
    whole = Run.go

    def interrupted(self: Run) -> Iterator[int]:
        steps = whole(self)
        for _ in range(games):
            yield next(steps)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "go", interrupted)


def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have numba not be installed."""
    monkeypatch.delitem(vars(bulk), "simulate_games", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)


def test_json() -> None:
    """The JSON is the report, and the same for the same seed each time."""
    output = good("simulate", *FEW, "--json")
    assert json.loads(output) == expected("short", 4, 7, 4)
    assert good("simulate", *FEW, "--json") == output
    assert good("simulate", "short", "--games", "4", "--seed", "8", "--json") != output


def test_players() -> None:
    """The number of players is the variant's default, or the one that is asked for."""
    args = ("simulate", "black-maria", "--games", "1", "--seed", "1", "--json")
    assert json.loads(good(*args)) == expected("black-maria", 3, 1, 1)
    assert json.loads(good(*args, "--players", "5")) == expected("black-maria", 5, 1, 1)


@pytest.mark.parametrize("width", [80, 120])
def test_table(width: int) -> None:
    """The table has a row for each seat with the numbers of the report, rounded, and sentences on the rest below."""
    output, report = good("simulate", *FEW, width=width), expected("short", 4, 7, 4)
    lines = output.splitlines()
    assert lines[:2] == ["Short Hearts (short)", "4 games of seed 7, 4 players, random legal play"]
    assert lines[3].split() == ["seat", "points/deal", "final", "total", "wins", "moons", "suns"]
    for line, seat in zip(lines[4:8], report["seats"], strict=True):
        assert line.split() == [
            f"{seat['seat']}",
            f"{seat['points_per_deal']:.2f}",
            f"{seat['final_total']:.2f}",
            f"{seat['wins']}",
            f"{100 * seat['win_rate']:.1f}%",
            f"{seat['moons']}",
            f"{seat['suns']}",
        ]
    length = report["game_length"]
    assert f"{length['mean']:.2f} deals on average, from {length['min']} to {length['max']}" in output
    assert f"{report['deals']} deals in all." in output
    assert max(map(columns, lines)) <= width


def test_policy() -> None:
    """Every seat plays by the policy that is asked for, and the report names it."""
    output = good("simulate", *FEW, "--policy", "duck", "--json")
    assert json.loads(output) == expected("short", 4, 7, 4, Policy.DUCK)
    assert json.loads(output)["policy"] == "duck"
    assert "4 games of seed 7, 4 players, policy duck" in good("simulate", *FEW, "--policy", "duck")


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_engines_say_the_same(more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told does not depend on what played: to the letter the same, with any number of workers."""
    monkeypatch.setattr("hearts.cli.simulation._Compiled.chunk", 16)
    args = ("simulate", "short", "--games", "60", "--seed", "7", *more)
    told = good(*args, "--engine", "python")
    assert good(*args, "--engine", "bulk") == told
    assert good(*args, "--engine", "bulk", "--workers", "2") == told


def test_engines_stop_at_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both engines stop at the first game that does not end, and tell the same of it and of the games before it."""
    monkeypatch.setattr("hearts.cli.simulation._Compiled.chunk", 16)
    args = ("simulate", "short", "--games", "60", "--seed", "11", "--max-deals", "7")
    plain, compiled = run(*args, "--engine", "python"), run(*args, "--engine", "bulk")
    assert plain.exit_code == compiled.exit_code == 1
    assert (plain.stdout, plain.stderr) == (compiled.stdout, compiled.stderr)
    assert plain.stderr.startswith("error: game 46 has not ended after 7 deals")
    assert "45 of 60 games of seed 11" in plain.stdout


def test_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code that is asked for and is not there is an error that names the extra; by default it is done without."""
    missing(monkeypatch)
    result = run("simulate", *FEW, "--engine", "bulk")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == 'error: this needs numba, which is not installed: pip install "hearts-rules[bulk]"\n'
    monkeypatch.setattr(simulation, "FEW", 4)
    assert json.loads(good("simulate", *FEW, "--json")) == expected("short", 4, 7, 4)


def test_shared_wins_are_stated() -> None:
    """Partners win together, so the report says in how many games a win was shared, and how it is counted."""
    output = joined(good("simulate", "partnership", "--games", "2", "--seed", "1"))
    assert "Shared wins: 2 games were won by more than one seat; each of them has it among its wins." in output
    assert "Shared wins" not in good("simulate", "short", "--games", "1", "--seed", "1")


def test_a_seed_is_drawn_and_told() -> None:
    """Without a seed one is drawn; it is told, and gives the same games again."""
    first = json.loads(good("simulate", "openspiel", "--games", "2", "--json"))
    again = good("simulate", "openspiel", "--games", "2", "--json", "--seed", str(first["seed"]))
    assert json.loads(again) == first
    assert first["seed"] != json.loads(good("simulate", "openspiel", "--games", "2", "--json"))["seed"]


def test_no_progress_off_a_terminal() -> None:
    """Where stderr is no terminal nothing is written there."""
    assert run("simulate", *FEW).stderr == ""


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the simulation with a report on the games that were finished by then, and exit code 130."""
    wanted = expected("short", 4, 7, 3) | {"games_asked": 50, "stopped": "interrupted"}
    stop_after(3, monkeypatch)
    result = run("simulate", "short", "--games", "50", "--seed", "7", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout) == wanted
    result = run("simulate", "short", "--games", "50", "--seed", "7")
    assert result.exit_code == 130
    assert "3 of 50 games of seed 7" in result.stdout
    assert "Interrupted: this is what was played to its end until then." in result.stdout
    assert result.stderr == ""


def test_interrupted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Ctrl-C comes before a game is finished there is no table, and that is said."""
    stop_after(0, monkeypatch)
    result = run("simulate", *FEW)
    assert result.exit_code == 130
    assert "No game was played to its end, so there is nothing to count." in result.stdout
    assert "points/deal" not in result.stdout


def test_a_game_that_does_not_end(tmp_path: Path) -> None:
    """A game that reaches the limit of deals ends the simulation with a clear statement and exit code 1."""
    file = tmp_path / "long.toml"
    file.write_text("[end]\ntarget = 10000\n", encoding="utf-8")
    result = run("simulate", file, "--games", "5", "--seed", "1", "--max-deals", "3")
    assert result.exit_code == 1
    assert "0 of 5 games of seed 1" in result.stdout
    assert result.stderr.startswith("error: game 1 has not ended after 3 deals; its totals are ")
    assert "--max-deals" in result.stderr
    result = run("simulate", file, "--games", "5", "--seed", "1", "--max-deals", "3", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["stopped"] == "max-deals"


def test_games_before_the_one_that_does_not_end() -> None:
    """The games that were finished before one reaches the limit are reported."""
    lengths = [len(play_game("short", number, seed=8).deals) for number in range(8)]
    longer = next(game for game, deals in enumerate(lengths) if deals > max(lengths[:2]))
    args = ("short", "--games", "8", "--seed", "8", "--max-deals", str(max(lengths[:longer])), "--json")
    result = run("simulate", *args)
    assert result.exit_code == 1
    assert json.loads(result.stdout) == expected("short", 4, 8, longer) | {"games_asked": 8, "stopped": "max-deals"}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("omnibs",), "error: no variant is named 'omnibs'"),
        (("none.toml",), "error: none.toml: 1 fault"),
        (
            ("short", "--seed", str(1 << 256)),
            "error: the seed is out of range: expected a whole number from 0 to 2**256 - 1",
        ),
        (("partnership", "--players", "3"), "error: players: partnership is not for 3 players"),
    ],
)
def test_errors(args: tuple[str, ...], message: str) -> None:
    """What cannot be simulated is an error on stderr, exit code 1."""
    result = run("simulate", *args)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(message)


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--games", "0"),
        ("--games", "1.5"),
        ("--seed", "-1"),
        ("--seed", "x"),
        ("--max-deals", "0"),
        ("--max-deals", "1048577"),
        ("--policy", "greedy"),
        ("--engine", "steam"),
        ("--workers", "0"),
        ("--workers", "2", "--engine", "python"),
        ("omnibus",),
        ("--compare",),
        ("--what",),
    ],
)
def test_usage(args: tuple[str, ...]) -> None:
    """No variant, several that are not compared, one that is, or an option with a value out of range, is wrong usage: exit
    code 2.
    """
    result = run("simulate", *(("short", *args) if args else ()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: hearts simulate" in result.stderr
