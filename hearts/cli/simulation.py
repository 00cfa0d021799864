"""Games of random legal play, and what they come to. Nothing is printed here.

Scheme ``hearts-simulate-1``: game g (from 1) of seed S has two numbers of its own, the SHA-256 digests, read as big-endian
whole numbers, of these ASCII texts, with S and g in decimal:

- ``hearts-simulate-1|S|g|deals`` is the seed of the game, from which its deals come;
- ``hearts-simulate-1|S|g|choices`` seeds a ``random.Random``, and each action is ``legal_actions()[r.randrange(n)]``, where n
  is how many legal actions there are at that point.

So a game depends on S, g, the variant and the number of players, and on no other game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from hashlib import sha256
from random import Random
from typing import Any, Final

import attrs

import hearts

__all__ = [
    "SCHEME",
    "EndlessGame",
    "Outcome",
    "Report",
    "SeatReport",
    "Stop",
    "derived_seed",
    "play_game",
    "play_games",
    "sum_up",
]

SCHEME: Final = "hearts-simulate-1"
"""The name of the scheme, which is part of what is hashed."""


class Stop(StrEnum):
    """Why a simulation stopped before all its games were played."""

    INTERRUPTED = "interrupted"
    MAX_DEALS = "max-deals"


class EndlessGame(hearts.HeartsError):
    """A game that had not ended when it reached the limit of deals.

    Attributes:
        game: The number of the game, from 1.
        deals: How many deals were played.
        totals: The totals by then.
    """

    def __init__(self, game: int, deals: int, totals: tuple[int, ...]) -> None:
        """Hold the game, its length and its totals."""
        self.game = game
        self.deals = deals
        self.totals = totals
        count = "1 deal" if deals == 1 else f"{deals} deals"
        super().__init__(
            f"game {game} has not ended after {count}; its totals are {', '.join(map(str, totals))}."
            " It may never end. If it is only long, --max-deals sets another limit."
        )


@attrs.frozen
class Outcome:
    """What one finished game came to.

    Attributes:
        deals: How many deals it took.
        points: The scores of each seat over all deals, moons and bonuses included.
        totals: The final totals, by seat; not the points where the exact-score rule or the floor changed them.
        winners: The seats that won.
        moons: How many moons each seat had a part in.
        suns: How many suns each seat made.
    """

    deals: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    moons: tuple[int, ...]
    suns: tuple[int, ...]


def derived_seed(seed: int, game: int, use: str) -> int:
    """The number that a game of a seed has for a use of its own: ``deals`` or ``choices``.

    Example:
        >>> derived_seed(7, 1, "deals") == derived_seed(7, 2, "deals")
        False
    """
    return int.from_bytes(sha256(f"{SCHEME}|{seed}|{game}|{use}".encode("ascii")).digest(), "big")


def play_game(variant: hearts.Variant, *, players: int, seed: int, game: int, max_deals: int) -> Outcome:
    """Play one game of a seed to its end.

    Args:
        variant: The variant.
        players: One of its numbers of players.
        seed: The seed of the simulation.
        game: The number of the game, from 1.
        max_deals: How many deals it may take.

    Raises:
        EndlessGame: It has not ended by then.
    """
    state = hearts.new_game(variant, players=players, seed=derived_seed(seed, game, "deals"))
    draw = Random(derived_seed(seed, game, "choices")).randrange
    while not state.is_over:
        if state.phase is hearts.Phase.DEAL_OVER:
            if len(state.deals) >= max_deals:
                raise EndlessGame(game, len(state.deals), state.totals)
            state = state.next_deal()
        else:
            actions = state.legal_actions()
            state = state.apply(actions[draw(len(actions))])
    moons = [deal.moon for deal in state.deals if deal.moon is not None]
    seats = range(players)
    return Outcome(
        deals=len(state.deals),
        points=_sums([deal.scores for deal in state.deals]),
        totals=state.totals,
        winners=state.winners,
        moons=tuple(sum(seat in moon.seats for moon in moons if moon.kind is hearts.MoonKind.MOON) for seat in seats),
        suns=tuple(sum(seat in moon.seats for moon in moons if moon.kind is hearts.MoonKind.SUN) for seat in seats),
    )


def play_games(variant: hearts.Variant, *, players: int, seed: int, games: int, max_deals: int) -> Iterator[Outcome]:
    """Play the games of a seed one after the other.

    Raises:
        EndlessGame: One has not ended after ``max_deals`` deals.
    """
    for game in range(1, games + 1):
        yield play_game(variant, players=players, seed=seed, game=game, max_deals=max_deals)


@attrs.frozen
class SeatReport:
    """What the games came to for a seat.

    Attributes:
        seat: The seat, from 0.
        points_per_deal: The average score of a deal, moons and bonuses included.
        final_total: The average total at the end of a game.
        wins: How many games it won; a shared win is a win of each seat that shares it.
        win_rate: The wins as a part of the games, from 0 to 1.
        moons: How many moons it had a part in.
        suns: How many suns it made.
    """

    seat: int
    points_per_deal: float
    final_total: float
    wins: int
    win_rate: float
    moons: int
    suns: int


@attrs.frozen(kw_only=True)
class Report:
    """What the finished games of a simulation came to.

    Attributes:
        variant: The name of the variant.
        players: The number of players.
        seed: The seed.
        games_asked: How many games were to be played.
        games: How many were played to their end; only these count in what follows.
        stopped: Why not all were played, or None.
        deals: How many deals the games took together.
        mean_length: The average number of deals in a game, None where there is no game.
        shortest: The fewest deals in a game, or None.
        longest: The most deals in a game, or None.
        shared_wins: How many games were won by more than one seat.
        seats: What they came to by seat; empty where there is no game.
    """

    variant: str
    players: int
    seed: int
    games_asked: int
    games: int
    stopped: Stop | None
    deals: int
    mean_length: float | None
    shortest: int | None
    longest: int | None
    shared_wins: int
    seats: tuple[SeatReport, ...]

    def to_data(self) -> dict[str, Any]:
        """The report as plain data, with the name of the scheme that it can be played again by."""
        return {
            "scheme": SCHEME,
            "variant": self.variant,
            "players": self.players,
            "seed": self.seed,
            "games_asked": self.games_asked,
            "games": self.games,
            "stopped": self.stopped,
            "deals": self.deals,
            "game_length": {"mean": self.mean_length, "min": self.shortest, "max": self.longest},
            "shared_wins": self.shared_wins,
            "seats": [attrs.asdict(seat) for seat in self.seats],
        }


def sum_up(
    outcomes: Sequence[Outcome],
    *,
    variant: str,
    players: int,
    seed: int,
    games_asked: int,
    stopped: Stop | None = None,
) -> Report:
    """The report on some finished games."""
    games, lengths = len(outcomes), [outcome.deals for outcome in outcomes]
    deals = sum(lengths)
    seats: tuple[SeatReport, ...] = ()
    if outcomes:
        points, totals = _sums([each.points for each in outcomes]), _sums([each.totals for each in outcomes])
        moons, suns = _sums([each.moons for each in outcomes]), _sums([each.suns for each in outcomes])
        wins = [sum(seat in each.winners for each in outcomes) for seat in range(players)]
        seats = tuple(
            SeatReport(
                seat=seat,
                points_per_deal=points[seat] / deals,
                final_total=totals[seat] / games,
                wins=wins[seat],
                win_rate=wins[seat] / games,
                moons=moons[seat],
                suns=suns[seat],
            )
            for seat in range(players)
        )
    return Report(
        variant=variant,
        players=players,
        seed=seed,
        games_asked=games_asked,
        games=games,
        stopped=stopped,
        deals=deals,
        mean_length=deals / games if games else None,
        shortest=min(lengths, default=None),
        longest=max(lengths, default=None),
        shared_wins=sum(len(outcome.winners) > 1 for outcome in outcomes),
        seats=seats,
    )


def _sums(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The sums by seat."""
    return tuple(map(sum, zip(*rows, strict=True)))
