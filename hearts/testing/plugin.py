"""What Hypothesis loads by itself, through its entry point: the strategies of this library's types."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from hearts.cards import Card, CardSet
from hearts.engine.actions import ChooseMoon, PassCards, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.game import Game
from hearts.knowledge.view import View, ViewOptions
from hearts.refusal import Refusal
from hearts.testing.actions import choices, passes, plays, refusals
from hearts.testing.cards import card_sets, cards
from hearts.testing.states import deals, games
from hearts.testing.variants import variants
from hearts.testing.views import view_options, views
from hearts.variant.variant import Variant

__all__ = ["register"]


def register() -> None:
    """Tell Hypothesis how to make the library's types; done when Hypothesis is imported, and harmless when done again.

    Example:
        >>> import hearts
        >>> from hypothesis import find, strategies as st
        >>> register()
        >>> find(st.from_type(hearts.Variant), lambda variant: True).name
        'standard'
    """
    strategies: dict[type, st.SearchStrategy[Any]] = {
        Card: cards(),
        CardSet: card_sets(),
        Variant: variants(),
        Deal: deals(),
        Game: games(),
        View: views(),
        ViewOptions: view_options(),
        PassCards: passes(),
        PlayCard: plays(),
        ChooseMoon: choices(),
        Refusal: refusals(),
    }
    for kind, strategy in strategies.items():
        st.register_type_strategy(kind, strategy)
