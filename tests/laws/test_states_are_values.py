"""Laws of states as values: nothing changes them, equal ones are alike in every way, and they survive copying and pickling."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_tools import PLAYS, SHOOTING, STATES, State, deal_of, passing_deals, shooters

import hearts
from hearts.errors import MissingExtraError, UnknownLanguageError
from hearts.testing import actions, any_actions, card_sets, cards, deals, games, hands, refusals, variants, walk

if TYPE_CHECKING:
    from collections.abc import Callable

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda value, way=way: pickle.loads(pickle.dumps(value, way)) for way in range(2, pickle.HIGHEST_PROTOCOL + 1)),
]


def facts(state: State) -> tuple[object, ...]:
    """All that a state tells, asked for afresh."""
    deal = deal_of(state)
    told: tuple[object, ...] = (
        repr(state),
        hash(state),
        state.phase,
        state.to_act,
        state.turn,
        tuple(state.legal_cards(seat) for seat in range(state.players)),
        tuple(state.legal_actions()[:5]),
        len(state.legal_actions()),
        (deal.hands, deal.dealt, deal.passes, deal.tricks, deal.trick, deal.taken, deal.tricks_won, deal.points),
        (deal.hearts_broken, deal.moon, deal.score, deal.scores, deal.is_over, deal.dealer, deal.pass_offset),
    )
    if isinstance(state, hearts.Game):
        told += (state.deals, state.totals, state.winners, state.placings, state.deal_number, state.is_over, state.seed)
    return told


def attributes(value: object) -> list[str]:
    """The public attributes of a value and the slots of its class."""
    slots = [slot for kind in type(value).__mro__ for slot in getattr(kind, "__slots__", ()) if slot != "__weakref__"]
    return [*dict.fromkeys([name for name in dir(value) if not name.startswith("_")] + slots)]


@given(STATES, PLAYS, SHOOTING)
def test_a_state_is_untouched_by_what_follows(start: State, number: int, shooting: bool) -> None:
    """Whatever is played on from a state, the state tells what it told before, to the last fact."""
    path, told = [], []
    for state in walk(start, number, shooters=shooters(start, shooting=shooting)):
        path.append(state)
        told.append(facts(state))
    if isinstance(state, hearts.Game) and not state.is_over:
        state.next_deal()
    assert [facts(state) for state in path] == told


@given(STATES, PLAYS)
def test_equal_actions_give_equal_states(start: State, number: int) -> None:
    """The same actions from equal states give equal states, with equal hashes, that tell the same at every step."""
    twin = pickle.loads(pickle.dumps(start))
    for state, other in zip(walk(start, number), walk(twin, number), strict=True):
        assert state == other
        assert hash(state) == hash(other)
    assert facts(state) == facts(other)


@given(STATES, PLAYS)
def test_states_of_one_deal_differ(start: State, number: int) -> None:
    """No two states on the way through a deal are equal: a set holds each of them."""
    path = list(walk(start, number))
    if not start.variant.passing.change:
        assert len({*path}) == len(path)


@given(passing_deals(), PLAYS, st.data())
def test_the_order_in_which_seats_choose_their_passes_does_not_matter(
    start: hearts.Deal, number: int, data: st.DataObject
) -> None:
    """Passes chosen in any order of the seats give equal states (R2.1)."""
    passed = next(deal for deal in walk(start, number) if deal.phase is not hearts.Phase.PASSING)
    passes = [hearts.PassCards(seat, cards) for seat, cards in enumerate(passed.passes) if cards is not None]
    orders = [passes, data.draw(st.permutations(passes))]
    one, other = (hearts.new_deal(start.variant, start.dealt, pass_offset=start.pass_offset) for _ in orders)
    for first, second in zip(*orders, strict=True):
        one, other = one.apply(first), other.apply(second)
    assert (one, hash(one), facts(one)) == (other, hash(other), facts(other))
    assert facts(one) == facts(passed)


@given(deals(), PLAYS)
def test_a_deal_set_up_from_what_was_played_is_that_deal(start: hearts.Deal, number: int) -> None:
    """`new_deal` of the hands, passes and plays of a deal gives an equal deal, at every state in which cards are played."""
    standing = start._table.setup.standing  # what a deal was told of its game is not public
    for deal in walk(start, number):
        if deal.phase is not hearts.Phase.PLAYING:
            continue
        played = [card for trick in (*deal.tricks, deal.trick) if trick for card in trick.cards]
        again = hearts.new_deal(
            deal.variant,
            deal.dealt,
            pass_offset=deal.pass_offset,
            dealer=deal.dealer,
            passes=[cards or "" for cards in deal.passes] or None,
            plays=" ".join(map(str, played)),
            totals=standing.totals,
            deal_number=standing.deals + 1,
            hearts_taken=standing.hearts,
        )
        assert (again, hash(again)) == (deal, hash(deal))
        if played:
            break


@given(STATES, PLAYS)
def test_states_survive_copying_and_pickling(start: State, number: int) -> None:
    """A copy, a deep copy and a pickle of a state are equal to it, hash alike, tell the same, and play on alike."""
    path = list(walk(start, number))
    for state in (path[0], path[len(path) // 2], path[-1]):
        for duplicate in COPIES:
            twin = duplicate(state)
            assert type(twin) is type(state)
            assert twin == state
            assert facts(twin) == facts(state)
            if state.to_act:
                action = state.legal_actions()[-1]
                assert twin.apply(action) == state.apply(action)


@given(st.data())
def test_every_other_value_survives_copying_and_pickling(data: st.DataObject) -> None:
    """A copy, a deep copy and a pickle of a variant, an action, a card, a set of cards, a refusal, a trick, a moon, a score
    and a result are equal to it and hash alike.
    """
    game = data.draw(games())
    deal = game.deal
    values: list[object] = [
        *(data.draw(strategy) for strategy in (variants(), cards(), card_sets(), any_actions(), refusals(game))),
        *(value for value in (deal.trick, deal.moon, deal.score, *deal.tricks[:1], *game.deals) if value is not None),
        *(data.draw(actions(game)) for _ in range(bool(game.to_act))),
        game.legal_actions(),
        hearts.Suit.SPADES,
        hearts.Reason.LOCKED,
        game.phase,
    ]
    for value in values:
        for duplicate in COPIES:
            twin = duplicate(value)
            assert type(twin) is type(value)
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)


@given(refusals())
def test_errors_survive_copying_and_pickling(refusal: hearts.Refusal) -> None:
    """A copy, a deep copy and a pickle of each error say the same and hold the same."""
    fault = hearts.Fault("passing.count", "it is 14", "at most 13")
    errors: list[hearts.HeartsError] = [
        hearts.HeartsError("wrong"),
        hearts.IllegalAction(refusal),
        hearts.CardError("'ZZ' is not a card", text="ZZ"),
        hearts.VariantError("house.toml", [fault, fault]),
        hearts.UnknownVariantError("standrad", ["standard"]),
        hearts.SetupError("hands[2]", "it has 12 cards: expected 13"),
        hearts.SeedError("the seed is 'x'"),
        UnknownLanguageError("xx", ["en"]),
        MissingExtraError("cli", "typer"),
    ]
    for error in errors:
        for duplicate in COPIES:
            twin = duplicate(error)
            assert type(twin) is type(error)
            assert str(twin) == str(error)
            assert vars(twin) == vars(error)


@given(STATES, st.data())
def test_states_cannot_be_changed(state: State, data: st.DataObject) -> None:
    """No attribute of a state, its variant, its cards, a refusal or an action can be set or deleted, and none added."""
    deal = deal_of(state)
    values: list[object] = [
        state,
        deal,
        state.variant,
        state.variant.end,
        deal.hands[0],
        data.draw(refusals(state)),
        data.draw(any_actions(state)),
        *(state.deals if isinstance(state, hearts.Game) else ()),
        *(value for value in (deal.trick, deal.score, deal.moon) if value is not None),
    ]
    for value in values:
        before = repr(value)
        for name in (*attributes(value), "something_new"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, 0)
            with pytest.raises((AttributeError, TypeError)):
                delattr(value, name)
        assert repr(value) == before


@given(st.data())
def test_a_state_does_not_hold_what_it_was_given(data: st.DataObject) -> None:
    """A deal set up from a list is untouched by what becomes of the list."""
    variant = data.draw(variants())
    given_hands = [set(hand) for hand in data.draw(hands(variant))]
    deal = hearts.new_deal(variant, given_hands)
    told = facts(deal)
    given_hands[0].clear()
    given_hands.clear()
    assert facts(deal) == told
