"""Likely slips in what is asked of knowledge: a game where a view is wanted, and nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import hearts

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = hearts.new_game("standard", seed=1)


@pytest.mark.parametrize(
    "ask", [hearts.infer, hearts.count_worlds, lambda it: hearts.sample_worlds(it, 1, 1), hearts.can_claim]
)
@pytest.mark.parametrize("given", [GAME, GAME.deal, None])
def test_what_reasons_from_a_view_wants_one(ask: Callable[[Any], object], given: object) -> None:
    """A game knows too much to be reasoned from: a SetupError says that a view is wanted."""
    with pytest.raises(hearts.SetupError, match="expected a View"):
        ask(given)


@pytest.mark.parametrize("ask", [hearts.events, hearts.claim, hearts.is_decided])
@pytest.mark.parametrize("given", [GAME.view(0), None])
def test_what_looks_at_a_state_wants_one(ask: Callable[[Any], object], given: object) -> None:
    """A view knows too little for the referee's questions: a SetupError says that a game or deal is wanted."""
    with pytest.raises(hearts.SetupError, match="expected a Game or a Deal"):
        ask(given)
