"""The simulation plays by the documented scheme and counts right; nothing of it prints."""

from __future__ import annotations

import random
from hashlib import sha256
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pytest

import hearts
from hearts.cli.simulation import (
    SCHEME,
    EndlessGame,
    Outcome,
    Report,
    Stop,
    derived_seed,
    play_game,
    play_games,
    sum_up,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def replayed(variant: hearts.Variant, players: int, seed: int, games: Iterable[int]) -> list[hearts.Game]:
    """The games of a seed, played by the scheme as it is documented."""
    played = []
    for number in games:
        numbers = {
            use: int(sha256(f"hearts-simulate-1|{seed}|{number}|{use}".encode()).hexdigest(), 16)
            for use in ("deals", "choices")
        }
        rng = random.Random(numbers["choices"])
        game = hearts.new_game(variant, players=players, seed=numbers["deals"])
        while True:
            while game.phase is not hearts.Phase.DEAL_OVER and not game.is_over:
                actions = game.legal_actions()
                game = game.apply(actions[rng.randrange(len(actions))])
            if game.is_over:
                break
            game = game.next_deal()
        played.append(game)
    return played


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


def report(variant: hearts.Variant, players: int, seed: int, games: int) -> Report:
    """The report on the games of a seed."""
    outcomes = list(play_games(variant, players=players, seed=seed, games=games, max_deals=1000))
    return sum_up(outcomes, variant=variant.name, players=players, seed=seed, games_asked=games)


def test_derived_seeds() -> None:
    """The numbers of a game are SHA-256 digests of the documented texts, as `sha256sum` gives them."""
    assert f"{derived_seed(7, 1, 'deals'):064x}" == "f5260cf27972f71060ec04a24e2cd19e7fa105dcb6bb14d4a827d3d96907445c"
    assert f"{derived_seed(7, 1, 'choices'):064x}" == "5f6014b190e96e5f92e0ac7e6a81ae44ac65f43ad046f7ef6d179e8cb249a153"


@pytest.mark.parametrize(
    ("name", "players", "games"), [("short", 4, 6), ("black-maria", 3, 4), ("partnership", 4, 4), ("omnibus", 5, 3)]
)
def test_exact_numbers(name: str, players: int, games: int) -> None:
    """A report holds what comes out when the same games are played and counted by hand."""
    variant = hearts.load_variant(name)
    played = replayed(variant, players, 2026, range(1, games + 1))
    lengths = [len(game.deals) for game in played]
    assert report(variant, players, 2026, games).to_data() == {
        "scheme": SCHEME,
        "variant": name,
        "players": players,
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
    made = report(hearts.Variant().evolve(**QUEEN_ONLY), 4, 5, 3)
    assert sum(seat.moons for seat in made.seats) == made.deals > 0
    assert all(seat.suns == 0 for seat in made.seats)
    assert [seat.moons for seat in made.seats] == [
        seat["moons"] for seat in counted(replayed(hearts.Variant().evolve(**QUEEN_ONLY), 4, 5, (1, 2, 3)), 4)
    ]


def test_suns_are_counted() -> None:
    """Where every deal has a sun, the suns of the seats add up to the deals, and a sun is not counted as a moon."""
    made = report(hearts.Variant().evolve(**ONE_TRICK), 3, 5, 3)
    assert sum(seat.suns for seat in made.seats) == made.deals > 0
    assert all(seat.moons == 0 for seat in made.seats)


def test_a_game_stands_alone() -> None:
    """A game depends on the seed and its own number, not on the games before it; other seeds give other games."""
    short = hearts.load_variant("short")
    third = play_game(short, players=4, seed=1, game=3, max_deals=1000)
    assert list(play_games(short, players=4, seed=1, games=3, max_deals=1000))[2] == third
    assert play_game(short, players=4, seed=1, game=4, max_deals=1000) != third
    assert play_game(short, players=4, seed=2, game=3, max_deals=1000) != third


def test_global_randomness_is_left_alone() -> None:
    """A simulation neither draws from nor seeds the random module's own generator."""
    before = random.getstate()
    play_game(hearts.load_variant("openspiel"), players=4, seed=1, game=1, max_deals=1)
    assert random.getstate() == before


def test_limit_of_deals() -> None:
    """A game may take as many deals as the limit, and no more; one that takes more tells its totals by then."""
    short = hearts.load_variant("short")
    game = replayed(short, 4, 9, [1])[0]
    length = len(game.deals)
    assert play_game(short, players=4, seed=9, game=1, max_deals=length).totals == game.totals
    with pytest.raises(EndlessGame) as caught:
        play_game(short, players=4, seed=9, game=1, max_deals=length - 1)
    assert (caught.value.game, caught.value.deals) == (1, length - 1)
    assert caught.value.totals == game.deals[-2].totals
    with pytest.raises(EndlessGame, match="game 1 has not ended after 1 deal; its totals are"):
        play_game(short, players=4, seed=9, game=1, max_deals=1)


def test_shared_wins() -> None:
    """A shared win is a win of each seat that shares it, and the game is counted once among those shared."""
    outcomes = [
        Outcome(deals=2, points=(1, 2, 3), totals=(1, 2, 3), winners=(0,), moons=(0, 0, 0), suns=(0, 0, 0)),
        Outcome(deals=4, points=(5, 5, 8), totals=(5, 5, 8), winners=(0, 1), moons=(1, 0, 0), suns=(0, 0, 2)),
    ]
    made = sum_up(outcomes, variant="x", players=3, seed=0, games_asked=2)
    assert [(seat.wins, seat.win_rate) for seat in made.seats] == [(2, 1.0), (1, 0.5), (0, 0.0)]
    assert made.shared_wins == 1
    assert [seat.points_per_deal for seat in made.seats] == [6 / 6, 7 / 6, 11 / 6]
    assert [seat.final_total for seat in made.seats] == [3.0, 3.5, 5.5]
    assert [(seat.moons, seat.suns) for seat in made.seats] == [(1, 0), (0, 0), (0, 2)]
    assert (made.deals, made.mean_length, made.shortest, made.longest) == (6, 3.0, 2, 4)


def test_no_games() -> None:
    """A report on no games has no averages."""
    made = sum_up([], variant="x", players=3, seed=0, games_asked=9, stopped=Stop.INTERRUPTED)
    assert (made.games, made.deals, made.mean_length, made.shortest, made.longest) == (0, 0, None, None, None)
    assert made.seats == ()
