"""Laws of the list of legal actions: it is a sequence like any other, though passes are listed only as they are asked for."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_tools import STATES, State, passing_deals

import hearts
from hearts.testing import any_actions

if TYPE_CHECKING:
    from collections.abc import Sequence

SOME = 400
"""How many actions are looked at: of passes there may be very many."""


def order(action: hearts.Action) -> tuple[object, ...]:
    """The place of an action in the fixed order: by seat, fewer cards before more, ascending cards; old before new."""
    match action:
        case hearts.PassCards(seat=seat, cards=cards):
            return seat, len(cards), tuple(cards)
        case hearts.PlayCard(seat=seat, card=card):
            return seat, 1, (card,)
        case hearts.ChooseMoon(seat=seat, style=style):
            return seat, 0, ("old", "new").index(style)


def a_place(actions: Sequence[hearts.Action]) -> st.SearchStrategy[int]:
    """A place in a list that is not empty, from the front or from the back."""
    return st.integers(-len(actions), len(actions) - 1)


@given(STATES | passing_deals())
def test_indexing_equals_iteration(state: State) -> None:
    """The actions that iteration gives are those at the places 0, 1, 2 and so on, as many as the length says."""
    actions = state.legal_actions()
    listed = list(islice(actions, SOME))
    assert [actions[place] for place in range(len(listed))] == listed
    assert len(actions) == len(listed) or (len(listed) == SOME < len(actions))
    assert bool(actions) is (len(actions) > 0)
    assert [*actions[: len(listed)]] == listed


@given(STATES | passing_deals())
def test_actions_come_in_the_fixed_order_and_once_each(state: State) -> None:
    """Actions are listed by seat, those that must act first, then fewer cards before more, then ascending cards, none twice."""
    late = [seat not in state.to_act for seat in range(state.players)]
    listed = [(late[action.seat], *order(action)) for action in islice(state.legal_actions(), SOME)]
    unsorted = [key[:-1] for key in listed]
    assert unsorted == sorted(unsorted)
    assert len({*listed}) == len(listed)
    if not state.variant.passing.locked:
        assert listed == sorted(listed)


@given(STATES | passing_deals(), st.data())
def test_a_place_from_the_back_is_a_place_from_the_front(state: State, data: st.DataObject) -> None:
    """A place below 0 counts from the back, slices hold what their places hold, and a place outside is an IndexError."""
    actions = state.legal_actions()
    size = len(actions)
    if size:
        place = data.draw(a_place(actions))
        assert actions[place] == actions[place % size]
        assert actions[place] in actions
        start = place % size
        assert [*actions[start : start + 3]] == [actions[near] for near in range(start, min(start + 3, size))]
        assert [*actions[place : None if place >= 0 else place + 1 or None : size]] == [actions[place]]
    for outside in (size, -size - 1, size + 100):
        with pytest.raises(IndexError):
            actions[outside]


@given(STATES | passing_deals(), st.data())
def test_a_list_holds_what_it_lists(state: State, data: st.DataObject) -> None:
    """`in` answers as iteration would, for actions of every kind; and what is no action is in no list."""
    actions = state.legal_actions()
    if len(actions) <= SOME:
        listed = list(actions)
        for _ in range(5):
            action = data.draw(any_actions(state))
            assert (action in actions) is (action in listed)
            assert actions.count(action) == listed.count(action)
    for stranger in ("QS", None, 3, hearts.Card("QS")):
        assert stranger not in actions


@given(STATES | passing_deals())
def test_equal_lists_are_equal(state: State) -> None:
    """Asked twice, a state gives equal lists of legal actions that hash alike."""
    one, other = state.legal_actions(), state.legal_actions()
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
