"""What the laws share: any state of play, and plain facts read from it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hypothesis import strategies as st

import hearts
from hearts.testing import card_sets, deals, games, hands, player_counts, variants, walk

if TYPE_CHECKING:
    from collections.abc import Collection

State = hearts.Deal | hearts.Game

STATES: st.SearchStrategy[State] = deals() | games()
PLAYS = st.integers(0, (1 << 32) - 1)
"""What a walk through a deal follows from."""

SHOOTING = st.sampled_from((False, False, True))
"""Does a seat, or a team, play for a moon in a walk, and is let?"""

DECK = [hearts.Card(number) for number in range(52)]


def deal_of(state: State) -> hearts.Deal:
    """The deal itself, or the current deal of a game."""
    return state.deal if isinstance(state, hearts.Game) else state


def shooters(state: State, *, shooting: bool) -> Collection[int]:
    """The team of the seat with the highest cards, or the seat alone where there are no teams; none where nobody shoots."""
    if not shooting:
        return ()
    hands = deal_of(state).hands
    strongest = max(range(state.players), key=lambda seat: sum(card.pips for card in hands[seat]))
    return next((team for team in state.variant.partners.teams if strongest in team), (strongest,))


def value_of(variant: hearts.Variant, card: hearts.Card) -> int:
    """What a card counts (R7.1)."""
    return sum(value for counting, value in variant.values.cards if counting == card)


def worth(variant: hearts.Variant, cards: hearts.CardSet) -> int:
    """What cards count together (R7.1)."""
    return sum(value_of(variant, card) for card in cards)


@st.composite
def passing_deals(draw: st.DrawFn) -> hearts.Deal:
    """Deals in which cards are passed now: some seats have chosen, and at least one has yet to."""
    variant = draw(variants())
    players = draw(player_counts(variant))
    if not variant.passing.count.of(players):
        variant = variant.evolve(passing={"count": 1, "at_least": "count"})
    if draw(st.booleans()):
        locked = draw(card_sets(variant.pack(players)))
        variant = variant.evolve(passing={"locked": str(locked)})
    offset = draw(st.integers(1, players - 1))
    deal = hearts.new_deal(variant, draw(hands(variant, players)), pass_offset=offset)
    path = walk(deal, draw(PLAYS))
    before = [state for state in islice(path, players) if state.phase is hearts.Phase.PASSING]
    return draw(st.sampled_from(before))
