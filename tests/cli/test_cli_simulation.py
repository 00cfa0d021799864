"""The simulation plays by the documented scheme and counts right; nothing of it prints."""

from __future__ import annotations

import random
import sys
from statistics import fmean
from typing import Any

import pytest

import hearts
from hearts import bulk
from hearts.bulk import Policy, play_deal, play_game
from hearts.bulk.tally import tally
from hearts.cli.simulation import (
    FEW,
    EndlessGame,
    Engine,
    Report,
    Run,
    Setup,
    Stop,
    choose_engine,
    points_of_deals,
    sum_up,
)

BOTH = pytest.mark.parametrize("engine", [Engine.PYTHON, Engine.BULK])

QUEEN_ONLY: dict[str, Any] = {"values": {"hearts": 0}, "first_trick": {"barred": ""}}
"""Whoever takes the queen has the whole moon set, so there is a moon in every deal."""

ONE_TRICK: dict[str, Any] = {
    "table": {
        "players": [3],
        "default_players": 3,
        "removed": str(hearts.Variant().pack() - "2C 3C AH"),
    },
    "passing": {"count": 0, "cycle": ["hold"]},
    "sun": {"value": 10},
}
"""Three cards, one trick: whoever takes it has taken every trick, so there is a sun in every deal."""


def setup_of(
    variant: str | hearts.Variant, games: int, *, players: int = 4, seed: int = 7, max_deals: int = 1000
) -> Setup:
    """Games with random legal play."""
    loaded = hearts.load_variant(variant) if isinstance(variant, str) else variant
    return Setup(variant=loaded, players=players, policy=Policy.RANDOM, seed=seed, games=games, max_deals=max_deals)


def replayed(setup: Setup) -> list[hearts.Game]:
    """The games one by one, as the library plays them."""
    return [
        play_game(setup.variant, number, seed=setup.seed, players=setup.players, max_deals=setup.max_deals)
        for number in range(setup.games)
    ]


def counted(games: list[hearts.Game], players: int) -> list[dict[str, float]]:
    """What the games came to for each seat, counted the slow way."""
    seats = []
    for seat in range(players):
        deals = [deal for game in games for deal in game.deals]
        made = [deal.moon.kind for deal in deals if deal.moon is not None and seat in deal.moon.seats]
        wins = [game for game in games if seat in game.winners]
        seats.append(
            {
                "seat": seat,
                "points_per_deal": fmean(deal.scores[seat] for deal in deals),
                "final_total": fmean(game.totals[seat] for game in games),
                "wins": len(wins),
                "win_rate": len(wins) / len(games),
                "moons": made.count(hearts.MoonKind.MOON),
                "suns": made.count(hearts.MoonKind.SUN),
            }
        )
    return seats


def report(setup: Setup) -> Report:
    """The report on games that all end."""
    run = Run(setup=setup, engine=Engine.PYTHON)
    assert sum(run.go()) == run.played == setup.games
    return sum_up(run.result, games_asked=setup.games)


@pytest.mark.parametrize(
    ("name", "players", "games"), [("short", 4, 6), ("black-maria", 3, 4), ("partnership", 4, 4), ("omnibus", 5, 3)]
)
def test_exact_numbers(name: str, players: int, games: int) -> None:
    """A report holds what comes out when the same games are played and counted by hand."""
    setup = setup_of(name, games, players=players, seed=2026)
    played = replayed(setup)
    lengths = [len(game.deals) for game in played]
    assert report(setup).to_data() == {
        "scheme": "hearts-bulk-1",
        "variant": name,
        "players": players,
        "policy": "random",
        "seed": 2026,
        "games_asked": games,
        "games": games,
        "stopped": None,
        "deals": sum(lengths),
        "game_length": {"mean": pytest.approx(fmean(lengths)), "min": min(lengths), "max": max(lengths)},
        "shared_wins": sum(len(game.winners) > 1 for game in played),
        "seats": [
            {key: pytest.approx(value) if isinstance(value, float) else value for key, value in seat.items()}
            for seat in counted(played, players)
        ],
    }


def test_moons_are_counted() -> None:
    """Where every deal has a moon, the moons of the seats add up to the deals, and nobody made a sun."""
    setup = setup_of(hearts.Variant().evolve(**QUEEN_ONLY), 3)
    made = report(setup)
    assert sum(seat.moons for seat in made.seats) == made.deals > 0
    assert all(seat.suns == 0 for seat in made.seats)
    assert [seat.moons for seat in made.seats] == [seat["moons"] for seat in counted(replayed(setup), 4)]


def test_suns_are_counted() -> None:
    """Where every deal has a sun, the suns of the seats add up to the deals, and a sun is not counted as a moon."""
    made = report(setup_of(hearts.Variant().evolve(**ONE_TRICK), 3, players=3))
    assert sum(seat.suns for seat in made.seats) == made.deals > 0
    assert all(seat.moons == 0 for seat in made.seats)


def test_shared_wins() -> None:
    """A shared win is a win of each seat that shares it, and the game is counted once among those shared."""
    setup = setup_of("openspiel", 40)
    played = [game.winners for game in replayed(setup)]
    made = report(setup)
    assert made.shared_wins == sum(len(winners) > 1 for winners in played) > 0
    assert sum(seat.wins for seat in made.seats) == sum(map(len, played)) > 40
    assert sum(seat.win_rate for seat in made.seats) == pytest.approx(sum(map(len, played)) / 40)


def test_no_games() -> None:
    """A report on no games has no averages."""
    run = Run(setup=setup_of("short", 9), engine=Engine.PYTHON)
    made = sum_up(run.result, games_asked=9, stopped=Stop.INTERRUPTED)
    assert (made.games, made.deals, made.mean_length, made.shortest, made.longest) == (0, 0, None, None, None)
    assert made.seats == ()


def test_global_randomness_is_left_alone() -> None:
    """A simulation neither draws from nor seeds the random module's own generator."""
    before = random.getstate()
    report(setup_of("openspiel", 1))
    assert random.getstate() == before


def test_one_by_one() -> None:
    """What games come to one by one adds up to what they come to together, those without an end being told by their numbers."""
    setup = setup_of("short", 12, max_deals=5)
    games = replayed(setup)
    whole = tally(games, "short", seed=7)
    parts = [tally([game], "short", seed=7, first=number) for number, game in enumerate(games)]
    added = tally((), "short", seed=7)
    for part in parts:
        added = added.plus(part)
    assert added == whole
    assert whole.endless == tuple(number for number, game in enumerate(games) if not game.is_over)
    assert 0 < whole.games < 12


@BOTH
def test_a_run_is_what_is_counted(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either engine plays the games of the scheme: what they come to is what is counted game by game."""
    monkeypatch.setattr("hearts.cli.simulation._Compiled.chunk", 8)
    setup = setup_of("short", 30)
    run = Run(setup=setup, engine=engine)
    steps = list(run.go())
    assert run.result == tally(replayed(setup), "short", seed=7)
    assert steps == ([8, 8, 8, 6] if engine is Engine.BULK else [1] * 30)


@pytest.mark.parametrize("workers", [1, 3])
def test_parts_come_in_order(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is left has played the first games, without a gap, however many workers there are."""
    monkeypatch.setattr("hearts.cli.simulation._Compiled.chunk", 2)
    games = replayed(setup_of("short", 40))
    run = Run(setup=setup_of("short", 40), engine=Engine.BULK, workers=workers)
    for _ in run.go():
        assert run.result == tally(games[: run.played], "short", seed=7)
    assert run.played == 40


@BOTH
def test_limit_of_deals(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may take as many deals as the limit, and no more; one that takes more ends the run, which holds those before it,
    and tells its number, from 1, and its totals by then.
    """
    monkeypatch.setattr("hearts.cli.simulation._Compiled.chunk", 8)
    games = replayed(setup_of("short", 20, seed=4))
    lengths = [len(game.deals) for game in games]
    limit = max(lengths[:10])
    first = next(number for number, length in enumerate(lengths) if length > limit)
    run = Run(setup=setup_of("short", 20, seed=4, max_deals=limit), engine=engine)
    with pytest.raises(EndlessGame) as caught:
        list(run.go())
    assert (caught.value.game, caught.value.deals) == (first + 1, limit)
    assert caught.value.totals == games[first].deals[limit - 1].totals
    assert run.result == tally(games[:first], "short", seed=4)
    assert run.played == first >= 10


@BOTH
def test_the_first_game_without_an_end(engine: Engine) -> None:
    """Where the first game does not end the run holds nothing, and the message speaks of one deal as of one."""
    run = Run(setup=setup_of("short", 20, max_deals=1), engine=engine)
    with pytest.raises(EndlessGame, match=r"^game 1 has not ended after 1 deal; its totals are .*--max-deals"):
        list(run.go())
    assert (run.played, run.result.games) == (0, 0)


@BOTH
def test_games_without_an_end_are_left_out(engine: Engine) -> None:
    """A run that does not stop at them plays on, and counts the other games only."""
    setup = setup_of("short", 20, max_deals=5)
    run = Run(setup=setup, engine=engine, stops=False)
    assert sum(run.go()) == run.played == 20
    assert run.result == tally(replayed(setup), "short", seed=7)
    assert run.result.games == 20 - len(run.result.endless) < 20


def test_points_of_deals() -> None:
    """The points of single deals are those of `play_deal`, from either engine, which tells how far it is."""
    told: list[tuple[int, int]] = []
    setup = setup_of("short", 1)
    points = points_of_deals(setup, 50, engine=Engine.PYTHON, progress=lambda *how: told.append(how))
    assert told == [(done, 50) for done in range(1, 51)]
    deals = [play_deal("short", number, seed=7).scores or () for number in range(50)]
    for seat, counts in enumerate(points):
        assert [number for number, times in counts for _ in range(times)] == sorted(scores[seat] for scores in deals)
    assert points_of_deals(setup, 50, engine=Engine.PYTHON) == points
    assert points_of_deals(setup, 50, engine=Engine.BULK) == points


def test_engine() -> None:
    """Compiled code plays where it is asked for, and by default where there are many games."""
    assert choose_engine(Engine.BULK, 1) is Engine.BULK
    assert choose_engine(Engine.PYTHON, 10**9) is Engine.PYTHON
    assert choose_engine(Engine.AUTO, FEW - 1) is Engine.PYTHON
    assert choose_engine(Engine.AUTO, FEW) is Engine.BULK


def test_engine_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where compiled code is not installed plain Python plays, unless compiled code is asked for by name."""
    monkeypatch.delitem(vars(bulk), "simulate_games", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert choose_engine(Engine.AUTO, FEW) is Engine.PYTHON
    with pytest.raises(hearts.errors.MissingExtraError, match="bulk"):
        choose_engine(Engine.BULK, 1)
