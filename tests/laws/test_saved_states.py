"""Laws of saved data: what is written is read back equal, in one form only, and holds nothing that can be changed."""

from __future__ import annotations

import json
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING, Any, Final

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from law_tools import PLAYS, SHOOTING, STATES, State, passing_deals, shooters

import hearts
from hearts.knowledge.view import ViewOptions
from hearts.records.codec import FORMATS, from_data, to_data
from hearts.records.history import History
from hearts.records.schema import data_schema
from hearts.records.store import dumps, loads
from hearts.testing import any_actions, deals, games, variants, view_options, walk
from hearts.testing.play import choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearts.records.codec import Value

SCHEMAS: Final = {name: Draft202012Validator(data_schema(name)) for name in FORMATS}
OPTIONS: Final = [
    ViewOptions(hide_points=one, last_trick_only=two, open_finished=three)
    for one, two, three in product((False, True), repeat=3)
]
TAGS: Final = st.dictionaries(st.text(max_size=9), st.text(max_size=9), max_size=3)


def read_again(value: Value) -> Any:  # noqa: ANN401 - a value of the same kind
    """A value written and read, both ways, and found equal, in the form that its schema tells."""
    data, text = to_data(value), dumps(value)
    SCHEMAS[data["format"]].validate(data)
    assert json.loads(text) == data
    twin, other = from_data(data), loads(text)
    assert type(twin) is type(other) is type(value)
    assert twin == other == value
    assert hash(twin) == hash(value)
    assert to_data(twin) == data
    assert dumps(other) == text == dumps(value)
    return other


def some_of(path: Iterator[State], number: int) -> list[State]:
    """The first state of a path, the last, and two on the way."""
    states = list(path)
    rng = Random(number)
    return [states[0], rng.choice(states), rng.choice(states), states[-1]]


@st.composite
def branched(draw: st.DrawFn) -> History:
    """Histories that begin with a game at any point, with steps undone, redone and done otherwise, over more than one deal."""
    history = History(draw(games(max_deals=2)))
    rng = Random(draw(PLAYS))
    for _ in range(draw(st.integers(0, 5))):
        for _ in range(rng.randrange(40)):
            if history.game.to_act:
                history = history.apply(choose(history.game, rng))
            elif not history.game.is_over:
                history = history.next_deal(rng.choice((None, history.game.deal.dealt)))
        back = rng.choice(("step", "card", "trick", "passing", "deal", "switch"))
        history = history.switch(rng.randrange(len(history.lines))) if back == "switch" else history.undo(back)
    return history.redo(rng.randrange(5))


# ---- values ------------------------------------------------------------------------------------------------------------


@given(variants())
def test_a_variant_is_read_again(variant: hearts.Variant) -> None:
    """Any variant is read back equal, and so is what `Variant.from_data` makes of the same settings: they give equal bytes."""
    read_again(variant)
    assert dumps(hearts.Variant.from_data(variant.to_data())) == dumps(variant)


@given(STATES.flatmap(any_actions))
def test_an_action_is_read_again(action: hearts.PassCards | hearts.PlayCard | hearts.ChooseMoon) -> None:
    """Any action is read back equal, of whatever seat it is, legal or not."""
    read_again(action)


@given(STATES, PLAYS, SHOOTING)
def test_a_state_is_read_again_wherever_it_stands(start: State, number: int, shooting: bool) -> None:
    """H1, H10. A deal or game is read back equal at any point: it lists equal legal actions and tells equal facts; and the two,
    played on alike, stay equal to the end.
    """
    state = twin = start
    for state in some_of(walk(start, number, shooters=shooters(start, shooting=shooting)), number):
        twin = read_again(state)
        assert twin.legal_actions() == state.legal_actions()
        assert [twin.legal_cards(seat) for seat in range(state.players)] == [
            state.legal_cards(seat) for seat in range(state.players)
        ]
        assert (twin.phase, twin.to_act, repr(twin)) == (state.phase, state.to_act, repr(state))
        for one, other in zip(walk(state, number), walk(twin, number), strict=True):
            assert one == other
    if isinstance(state, hearts.Game) and isinstance(twin, hearts.Game) and not state.is_over:
        assert state.next_deal() == twin.next_deal()


@given(passing_deals(), PLAYS, st.data())
def test_the_order_in_which_passes_were_chosen_is_not_in_a_deal(
    start: hearts.Deal, number: int, data: st.DataObject
) -> None:
    """D7. Deals in which the same passes were chosen in other orders give equal bytes, however many have been chosen."""
    passed = next(deal for deal in walk(start, number) if deal.phase is not hearts.Phase.PASSING)
    passes = [hearts.PassCards(seat, cards) for seat, cards in enumerate(passed.passes) if cards is not None]
    chosen = data.draw(st.lists(st.sampled_from(passes), unique=True, min_size=1))
    one = other = hearts.new_deal(start.variant, start.dealt, pass_offset=start.pass_offset)
    for first, second in zip(chosen, chosen[::-1], strict=True):
        one, other = one.apply(first), other.apply(second)
    assert one == other
    assert dumps(one) == dumps(other)
    assert read_again(one).phase is one.phase


@given(deals(), PLAYS)
def test_a_deal_that_is_set_up_another_way_gives_equal_bytes(start: hearts.Deal, number: int) -> None:
    """A deal that `new_deal` sets up from what was played gives the bytes of the deal that was played."""
    deal = next(islice(walk(start, number), 9, None), start)
    played = [card for trick in (*deal.tricks, deal.trick) if trick for card in trick.cards]
    twin = hearts.new_deal(
        deal.variant,
        [" ".join(map(str, hand[::-1])) for hand in deal.dealt],
        pass_offset=deal.pass_offset and deal.pass_offset - deal.players,
        dealer=deal.dealer,
        passes=deal.passes or None,
        plays=played,
        totals=deal.standing.totals,
        deal_number=deal.standing.deals + 1,
        hearts_taken=deal.standing.hearts,
    )
    if twin == deal:  # a moon may have been chosen for
        assert dumps(twin) == dumps(deal)


@given(branched(), TAGS)
def test_a_history_and_its_record_are_read_again(history: History, tags: dict[str, str]) -> None:
    """A history is read back equal with all its lines, what was undone included, and goes on alike; so is the record of a game
    from its first deal, with its tags, with and without its seed.
    """
    twin = read_again(history)
    assert (twin.game, twin.done, twin.ahead, repr(twin)) == (history.game, history.done, history.ahead, repr(history))
    assert [twin.switch(line).game for line in range(len(twin.lines))] == [
        history.switch(line).game for line in range(len(history.lines))
    ]
    if history.game.to_act:
        action = history.game.legal_actions()[-1]
        assert twin.apply(action) == history.apply(action)
    read_again(history.trim())
    if len(history.start.deals) == history.start.deal.is_over:
        record = history.record(tags)
        for each in (record, record.without_seed()):
            assert read_again(each).resume().deal == history.game.deal


@given(STATES, PLAYS, SHOOTING)
def test_views_are_read_again(start: State, number: int, shooting: bool) -> None:
    """I3. The view of every seat, and of an onlooker, under every option of the house, is read back equal, and what is written
    says the same whether or not others hold what they do: there is no seed in it, and no hand but the seat's own.
    """
    view = start.view()
    for state in some_of(walk(start, number, shooters=shooters(start, shooting=shooting)), number)[1:2]:
        for seat, options in product((None, *range(state.players)), OPTIONS):
            view = state.view(seat, options=options)
            data = to_data(view)
            assert "seed" not in data
            assert not (isinstance(state, hearts.Game) and state.seed > 10**9 and str(state.seed) in dumps(view))
            assert data["hand"] == (None if seat is None else str(view.hand))
            twin = from_data(data)
            assert twin == view
            assert twin.legal_actions() == view.legal_actions()
        assert read_again(view).refusals() == view.refusals()


@given(STATES, PLAYS, view_options(), SHOOTING)
def test_events_are_read_again(start: State, number: int, options: ViewOptions, shooting: bool) -> None:
    """Every event of a deal is read back equal, whole and as each seat and an onlooker see it."""
    events = list(hearts.events(start))
    path = walk(start, number, shooters=shooters(start, shooting=shooting))
    states = list(path)
    rng = Random(number)
    for state in (rng.choice(states), *states[-3:]):
        events += hearts.events(state, state.legal_actions()[-1]) if state.to_act else ()
    for event in dict.fromkeys(events):
        assert str(read_again(event)) == str(event)
        seen = {event.seen_by(seat, options=options) for seat in (None, *range(start.players))}
        for each in seen:
            if each is not None and each != event:
                assert str(read_again(each)) == str(each)


# ---- data --------------------------------------------------------------------------------------------------------------


def emptied(data: Any) -> None:  # noqa: ANN401 - any plain data
    """Take everything out of plain data, from within."""
    for part in list(data.values() if isinstance(data, dict) else data):
        if isinstance(part, dict | list):
            emptied(part)
    data.clear()


@given(branched(), st.data())
def test_values_and_data_share_nothing(history: History, data: st.DataObject) -> None:
    """H5. Data may be changed at will: neither the value that was made from it nor the one that it was made from is touched,
    and each call of `to_data` gives its own.
    """
    game = history.game
    seat = data.draw(st.none() | st.integers(0, game.players - 1))
    values: list[Value] = [game.variant, game, game.deal, history, game.view(seat), *hearts.events(game)[:1]]
    for value in values:
        plain, text = to_data(value), dumps(value)
        twin = from_data(plain)
        emptied(plain)
        assert twin == value
        assert dumps(twin) == dumps(value) == text


@given(games())
def test_data_is_of_plain_types_only(game: hearts.Game) -> None:
    """What `to_data` gives holds dicts with text as keys, lists, text, whole numbers, true, false and null, of just these
    types; and is the same when it comes back from JSON.
    """

    def check(part: object) -> None:
        assert type(part) in (dict, list, str, int, bool, type(None))
        if isinstance(part, dict):
            assert {type(key) for key in part} <= {str}
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            check(inner)

    for value in (game, game.view(0), game.deal, History(game)):
        data = to_data(value)
        check(data)
        assert json.loads(json.dumps(data)) == data


@given(STATES, PLAYS)
def test_values_that_differ_give_data_that_differs(start: State, number: int) -> None:
    """States on the way through a deal give equal bytes where they are equal, and only there; so do the views of a seat."""
    states = list(walk(start, number))
    assert len({dumps(state) for state in states}) == len({*states})
    views = [state.view(0) for state in states]
    assert len({dumps(view) for view in views}) == len({*views})
