"""`hearts simulate --compare` puts variants side by side, and says how sure the numbers are."""

from __future__ import annotations

import json
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import columns, good, joined, run

import hearts
from hearts.bulk import Policy
from hearts.bulk.tally import tally
from hearts.cli.comparison import Comparison, Estimate, compare, proportion
from hearts.cli.simulation import Engine, Run, Setup, Stop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TWO = ("simulate", "short", "openspiel", "--compare", "--games", "20", "--seed", "7")


def compared(*names: str, games: int = 20, max_deals: int = 1000) -> Comparison:
    """Some games of seed 7 of each of several variants."""
    runs = []
    for name in names:
        setup = Setup(
            variant=hearts.load_variant(name),
            players=4,
            policy=Policy.RANDOM,
            seed=7,
            games=games,
            max_deals=max_deals,
        )
        runs.append(Run(setup=setup, engine=Engine.PYTHON, stops=False))
        list(runs[-1].go())
    return compare(runs)


def told(estimate: Estimate | None) -> str:
    """An estimate as the table has it."""
    assert estimate is not None
    return f"{estimate.value:.2f} ({estimate.low:.2f}-{estimate.high:.2f})"


def test_proportion() -> None:
    """The bounds of a proportion are those of Wilson: the shares that are as far from it as chance goes, 95 times in 100."""
    some = proportion(5, 50)
    assert some.value == 0.1
    assert some.low == pytest.approx(0.0435, abs=5e-5)
    assert some.high == pytest.approx(0.2136, abs=5e-5)
    for bound in (some.low, some.high):
        assert bound is not None
        assert abs(0.1 - bound) == pytest.approx(1.959964 * sqrt(bound * (1 - bound) / 50), rel=1e-5)
    assert proportion(0, 3).low == 0.0
    assert proportion(3, 3).high == 1.0


@given(st.integers(1, 10**12).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_bounds_of_a_proportion(numbers: tuple[int, int]) -> None:
    """A proportion lies between its bounds, which lie between 0 and 1; more of the same make them closer."""
    some, of = numbers
    made, more = proportion(some, of), proportion(10 * some, 10 * of)
    assert made.low is not None
    assert made.high is not None
    assert more.low is not None
    assert more.high is not None
    assert 0 <= made.low <= made.value <= made.high <= 1
    assert more.high - more.low < made.high - made.low


def test_other_units() -> None:
    """An estimate in other units has its bounds in them too, if it has any."""
    assert Estimate(0.5, 0.25, 0.75).times(100) == Estimate(50, 25, 75)
    assert Estimate(0.5, None, None).times(100) == Estimate(50, None, None)


def test_numbers() -> None:
    """Each variant has played the games of the seed, and its line holds what they came to."""
    made = compared("short", "openspiel")
    assert (made.players, made.policy, made.seed, made.games_asked, made.stopped) == (4, "random", 7, 20, None)
    for row, name in zip(made.variants, ("short", "openspiel"), strict=True):
        games = [hearts.bulk.play_game(name, number, seed=7) for number in range(20)]
        deals = [deal for game in games for deal in game.deals]
        assert (row.variant, row.games, row.endless, row.deals) == (name, 20, 0, len(deals))
        assert row.points_per_deal == pytest.approx(sum(sum(deal.scores) for deal in deals) / len(deals) / 4)
        assert row.moons == sum(deal.moon is not None for deal in deals)
        assert row.moons_per_100_deals == proportion(row.moons, len(deals)).times(100)
        assert row.shared_wins == sum(len(game.winners) > 1 for game in games)
        assert row.shared_win_rate == proportion(row.shared_wins, 20)
        mean = hearts.bulk.Mean.of(tally(games, name, seed=7).lengths)
        assert row.game_length == Estimate(len(deals) / 20, mean.mean - mean.margin, mean.mean + mean.margin)


def test_one_game() -> None:
    """One game says nothing of how much games differ in length, so its length has no bounds."""
    (row,) = compared("short", games=1).variants
    assert row.game_length == Estimate(row.deals, None, None)
    output = good("simulate", "short", "openspiel", "--compare", "--games", "1", "--seed", "7")
    assert output.splitlines()[4].split()[:3] == ["short", "1", f"{row.deals}.00"]


def test_json() -> None:
    """The JSON is the comparison, and the place of the option among the variants does not matter."""
    output = json.loads(good(*TWO, "--json"))
    assert output == {"scheme": "hearts-bulk-1"} | json.loads(json.dumps(compared("short", "openspiel").to_data()))
    assert json.loads(good("simulate", "--compare", *TWO[1:3], *TWO[4:], "--json")) == output
    assert json.loads(good("simulate", "short", "--compare", "openspiel", *TWO[4:], "--json")) == output


def test_table() -> None:
    """The table has a line for each variant with the numbers rounded and their bounds, and says below what they are."""
    output = good(*TWO)
    lines = output.splitlines()
    assert lines[:2] == ["2 variants compared", "20 games each of seed 7, 4 players, random legal play"]
    assert lines[3].split() == ["variant", "games", "deals", "points", "moons", "shared"]
    for line, row in zip(lines[4:6], compared("short", "openspiel").variants, strict=True):
        assert row.shared_win_rate is not None
        assert joined(line) == (
            f"{row.variant} 20 {told(row.game_length)} {row.points_per_deal:.2f} {told(row.moons_per_100_deals)}"
            f" {row.shared_win_rate.value:.1%}"
        )
    assert "between these bounds the true number lies, 95 times in 100" in joined(output)
    assert max(map(columns, lines)) <= 80


def test_engines_say_the_same() -> None:
    """What is told of variants does not depend on what played them."""
    assert good(*TWO, "--engine", "bulk") == good(*TWO, "--engine", "python")


def test_players() -> None:
    """All variants are played by as many as the first one is for; one that is not for so many is an error."""
    few = ("--compare", "--games", "1", "--seed", "1", "--json")
    assert json.loads(good("simulate", "black-maria", "short", *few))["players"] == 3
    assert json.loads(good("simulate", "short", "black-maria", *few, "--players", "5"))["players"] == 5
    result = run("simulate", "black-maria", "openspiel", *few)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: players: openspiel is not for 3 players")


def test_games_without_an_end() -> None:
    """Games that do not end are left out of the line of their variant, which says how many were counted; nothing else is
    spoilt, and that is no error.
    """
    limit = 5
    output = good(*TWO, "--max-deals", str(limit))
    row = compared("short", max_deals=limit).variants[0]
    assert 1 < row.endless < 19
    assert output.splitlines()[4].split()[:2] == ["short", f"{20 - row.endless}/20"]
    assert f"short: {row.endless} games were not over after 5 deals, and left out." in output
    assert "openspiel:" not in output


def test_no_game_with_an_end(tmp_path: Path) -> None:
    """Where no game ends the line of the variant has dashes, and null in JSON."""
    file = tmp_path / "long.toml"
    file.write_text("[end]\ntarget = 10000\n", encoding="utf-8")
    args = ("simulate", file, "openspiel", "--compare", "--games", "1", "--seed", "7", "--max-deals", "1")
    output = good(*args)
    assert output.splitlines()[4].split() == ["long", "0/1", "-", "-", "-", "-"]
    assert "long: 1 game was not over after 1 deal, and left out." in output
    row = json.loads(good(*args, "--json"))["variants"][0]
    assert (row["games"], row["endless"], row["game_length"], row["moons_per_100_deals"]) == (0, 1, None, None)


def test_moons_of_teams(tmp_path: Path) -> None:
    """Where a team may make a moon together they are not counted by deals, and that is said."""
    file = tmp_path / "together.toml"
    file.write_text('extends = "partnership"\n[partners]\ntogether = true\n', encoding="utf-8")
    args = ("simulate", "openspiel", file, "--compare", "--games", "2", "--seed", "7")
    output = good(*args)
    assert output.splitlines()[5].split()[-2:] == ["-", "100.0%"]
    assert "together: moons are not counted, for a whole team may make one together." in output
    assert json.loads(good(*args, "--json"))["variants"][1]["moons"] is None


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the comparison with what was finished by then, of each variant its own number of games; exit code 130."""
    whole = Run.go

    def interrupted(self: Run) -> Iterator[int]:
        for step in whole(self):
            yield step
            if self.setup.variant.name == "openspiel" and self.played == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(Run, "go", interrupted)
    result = run(*TWO)
    assert (result.exit_code, result.stderr) == (130, "")
    assert "Interrupted: this is what was played to its end until then." in result.stdout
    assert [line.split()[:2] for line in result.stdout.splitlines()[5:7]] == [["short", "20"], ["openspiel", "3/20"]]
    assert "left out" not in result.stdout
    assert json.loads(run(*TWO, "--json").stdout)["stopped"] == Stop.INTERRUPTED
