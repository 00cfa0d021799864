"""Deals and games in bulk: a million deals a second from the same rules, compiled. Needs the extra `bulk`.

What is compiled is imported when it is first asked for. `play_deal`, `play_game` and what a run comes to need no extra.

Example:
    >>> result = simulate("standard", 1000, seed=7)
    >>> result.seats[0].points == simulate("standard", 1000, seed=7).seats[0].points
    True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from hearts.bulk.policies import Policy
from hearts.bulk.reference import play_deal, play_game
from hearts.bulk.results import DealsResult, GamesResult, Mean, SeatGames, SeatPoints
from hearts.bulk.streams import SCHEME, Stream
from hearts.errors import MissingExtraError

if TYPE_CHECKING:
    from hearts.bulk.lockstep import Lockstep
    from hearts.bulk.playing_on import playouts
    from hearts.bulk.run import simulate, simulate_games

__all__ = [
    "SCHEME",
    "DealsResult",
    "GamesResult",
    "Lockstep",
    "Mean",
    "Policy",
    "SeatGames",
    "SeatPoints",
    "Stream",
    "play_deal",
    "play_game",
    "playouts",
    "simulate",
    "simulate_games",
]

_COMPILED: Final = {
    "Lockstep": "hearts.bulk.lockstep",
    "playouts": "hearts.bulk.playing_on",
    "simulate": "hearts.bulk.run",
    "simulate_games": "hearts.bulk.run",
}


def __getattr__(name: str) -> Any:
    """Import what is compiled when it is first asked for."""
    if name not in _COMPILED:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    try:
        import numba  # noqa: F401, PLC0415 - only to see that it is there; numpy comes with it
    except ModuleNotFoundError as error:
        raise MissingExtraError("bulk", "numba") from error
    found = getattr(import_module(_COMPILED[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """All names, those too that have not been asked for yet."""
    return sorted({*globals(), *__all__})
