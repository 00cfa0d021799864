"""Strategies for what a seat, or an onlooker, sees of a deal or game."""

from __future__ import annotations

from functools import partial
from typing import Final

from hypothesis import strategies as st

from hearts.engine.deal import Deal
from hearts.engine.game import Game
from hearts.knowledge.view import View, ViewOptions
from hearts.testing.cards import BOOLEANS
from hearts.testing.states import deals, games
from hearts.variant.catalogue import VariantLike

__all__ = ["view_options", "views"]

_OPTIONS: Final = st.just(ViewOptions()) | st.builds(
    ViewOptions, hide_points=BOOLEANS, last_trick_only=BOOLEANS, open_finished=BOOLEANS
)


def view_options() -> st.SearchStrategy[ViewOptions]:
    """What a house may let its players see; they shrink to the default.

    Example:
        >>> from hypothesis import find
        >>> find(view_options(), lambda options: options.hide_points)
        ViewOptions(hide_points=True, last_trick_only=False, open_finished=False)
    """
    return _OPTIONS


def views(variant: VariantLike | None = None, players: int | None = None) -> st.SearchStrategy[View]:
    """Views of deals and games at any point, for any seat and for onlookers, under any options; for tests of bots and displays.

    Args:
        variant: A variant, its name, or the path of its file; any variant where None.
        players: The number of players; any that the variant allows where None.

    Raises:
        SetupError: The variant is not for that number of players.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> from hypothesis import find
        >>> view = find(views("standard"), lambda view: len(view.legal_cards()) == 2)
        >>> view.seat == view.turn, view.legal_cards() < view.hand
        (True, True)
    """
    return (deals(variant, players) | games(variant, players)).flatmap(_views_of)


def _views_of(state: Deal | Game) -> st.SearchStrategy[View]:
    """Views of a state, most of them of a seat that is to act where one is."""
    seats = st.integers(0, state.players - 1) | st.none()
    return st.builds(partial(_view, state), st.sampled_from(state.to_act) | seats if state.to_act else seats, _OPTIONS)


def _view(state: Deal | Game, seat: int | None, options: ViewOptions) -> View:
    return state.view(seat, options=options)
