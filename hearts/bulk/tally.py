"""What games come to, counted in plain Python from the states of the engine, as the compiled play counts them."""

from __future__ import annotations

from collections.abc import Iterable

from hearts.bulk.policies import Policy, as_policy
from hearts.bulk.results import MOST_ENDLESS, GamesResult, SeatGames, counts_of
from hearts.engine.game import Game
from hearts.engine.scoring import MoonKind
from hearts.variant.catalogue import VariantLike, as_variant

__all__ = ["tally"]


def tally(
    games: Iterable[Game],
    variant: VariantLike,
    *,
    seed: int,
    players: int | None = None,
    policy: Policy | str = Policy.RANDOM,
    first: int = 0,
) -> GamesResult:
    """What some games of a run come to: what `simulate_games` tells of the same games.

    Args:
        games: The games, one after the other, as `play_game` plays them; there may be none.
        variant: The variant of the run.
        seed: The seed of the run.
        players: The number of players; the variant's default where None.
        policy: The policy of every seat.
        first: The number of the first of the games, from 0.

    Returns:
        The sums. Games that had not ended are told by their numbers, and do not count.

    Raises:
        SetupError: The number of players or the policy is wrong.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> from hearts.bulk import play_game
        >>> result = tally([play_game("short", number, seed=7) for number in (0, 1)], "short", seed=7)
        >>> result.games, sum(seat.wins for seat in result.seats) - result.ties
        (2, 2)
    """
    variant = as_variant(variant)
    over: list[Game] = []
    endless: list[int] = []
    for number, game in enumerate(games, first):
        if game.is_over:
            over.append(game)
        else:
            endless.append(number)
    return GamesResult(
        variant=variant.name,
        players=variant.player_count(players),
        policy=as_policy(policy).value,
        seed=seed,
        games=len(over),
        endless=tuple(endless[:MOST_ENDLESS]),
        deals=sum(len(game.deals) for game in over),
        lengths=counts_of(len(game.deals) for game in over),
        ties=sum(len(game.winners) > 1 for game in over),
        seats=tuple(_seat(over, seat) for seat in range(variant.player_count(players))),
    )


def _seat(games: list[Game], seat: int) -> SeatGames:
    deals = [deal for game in games for deal in game.deals]
    made = [deal.moon.kind for deal in deals if deal.moon is not None and seat in deal.moon.seats]
    return SeatGames(
        points=sum(deal.scores[seat] for deal in deals),
        totals=sum(game.totals[seat] for game in games),
        places=counts_of(game.placings[seat] for game in games),
        wins=sum(seat in game.winners for game in games),
        moons=made.count(MoonKind.MOON),
        suns=made.count(MoonKind.SUN),
    )
