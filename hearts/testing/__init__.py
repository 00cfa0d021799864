"""Hypothesis strategies for variants, hands, deals, games, views and actions, for testing what is built on this library.

Needs the extra `testing`: ``pip install "hearts-rules[testing]"``. With it installed, Hypothesis knows the library's types
unasked: ``st.from_type(hearts.Game)``, and ``st.builds`` of your own classes that hold them.

Example:
    >>> from hypothesis import given
    >>> @given(games())
    ... def test_hands_hold_no_card_twice(game):
    ...     assert len(set().union(*game.deal.hands)) == sum(map(len, game.deal.hands))
    >>> test_hands_hold_no_card_twice()
"""

from hearts.errors import MissingExtraError

try:
    # This comes first: where nothing has imported hypothesis yet, it calls the plugin, which imports the modules below.
    import hypothesis  # noqa: F401 - only to see that it is there
except ModuleNotFoundError as error:
    raise MissingExtraError("testing", "hypothesis") from error

from hearts.testing.actions import actions, any_actions, refusals
from hearts.testing.cards import card_sets, cards
from hearts.testing.play import walk
from hearts.testing.states import deals, games, hands, player_counts
from hearts.testing.variants import variants
from hearts.testing.views import view_options, views

__all__ = [
    "actions",
    "any_actions",
    "card_sets",
    "cards",
    "deals",
    "games",
    "hands",
    "player_counts",
    "refusals",
    "variants",
    "view_options",
    "views",
    "walk",
]
