"""Laws of records: what is recorded replays to itself, and no single change to a record goes unnoticed."""

from __future__ import annotations

import pickle
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from law_tools import PLAYS, deal_of
from record_tools import changed, first_change, histories, items_of, recorded_again, told_once, unseeded

import hearts
from hearts.engine.game import game_after, game_at
from hearts.errors import RecordError
from hearts.records.history import History
from hearts.records.recorded import RecordedDeal
from hearts.records.replay import Moment, NextDeal, play_again
from hearts.testing import deals, walk

if TYPE_CHECKING:
    from hearts.records.record import Record

SEEDLESS = st.sampled_from((False, False, True))


def places(history: History, number: int) -> list[int]:
    """Some of the places of a history: the first, the last, and a few between."""
    last = len(history.steps[history.line])
    return sorted({0, last, *(Random(number + extra).randint(0, last) for extra in range(6))})


def end_of(moments: list[Moment]) -> hearts.Game | None:
    """The game that some moments come to."""
    return moments[-1].after or moments[-1].before


@given(histories(), PLAYS)
def test_a_record_replays_to_its_own_end(history: History, number: int) -> None:
    """The record of a game at any point replays without a fault to that very game, resumes as it, and goes on as it would."""
    for place in places(history, number):
        there = history.goto(place)
        record = there.record()
        replayed = record.replay()
        assert replayed.fault is None
        assert replayed.game == record.resume() == History.of_record(record).game == there.game
        assert record.resume().legal_actions() == there.game.legal_actions()
        assert record.winners == there.game.winners
        if place == history.place:
            for one, other in zip(walk(there.game, number), walk(record.resume(), number), strict=True):
                assert one == other
            if not one.is_over:
                assert one.next_deal() == other.next_deal()


@given(histories())
def test_moments_tell_every_step(history: History) -> None:
    """The moments of a record are its steps with the states before and after each, and no fault."""
    moments = list(history.record().moments())
    assert [moment.after for moment in moments] == [*history.lines[0]]
    assert [moment.before for moment in moments] == [None, *history.lines[0][:-1]]
    assert {moment.fault for moment in moments} == {None}
    first, *steps = (moment.step for moment in moments)
    assert isinstance(first, NextDeal)
    assert len(steps) == len(history.done)
    for step, done in zip(steps, history.done, strict=True):
        assert step == done or isinstance(step, NextDeal)  # hands that are given may be those of the seed


@given(histories())
def test_a_record_recorded_again_is_itself(history: History) -> None:
    """The record of the game that a record replays to is that record, with its seed and without."""
    record = history.record({"place": "at home"})
    assert recorded_again(record) == record
    assert recorded_again(record.without_seed()) == record.without_seed()
    assert hash(recorded_again(record)) == hash(record)
    assert pickle.loads(pickle.dumps(record)) == record


@given(histories())
def test_a_record_without_its_seed_tells_the_same_game(history: History) -> None:
    """Without its seed a record replays to the same game, but for the seed: every hand of its deals is there."""
    record = history.record().without_seed()
    assert (record.seed, record.scheme) == (None, None)
    assert unseeded(record.resume()) == unseeded(history.game)
    dealt = [state.deal.dealt for state, step in [*history, (history.game, None)] if not isinstance(step, NextDeal)]
    for number, deal in enumerate(record.deals, 1):
        assert record.hands_of(number) == deal.hands
        assert deal.hands in dealt
    assert record.without_seed() is record


@given(histories(), SEEDLESS, st.data())
def test_a_single_change_is_caught_or_is_a_true_record(history: History, seedless: bool, data: st.DataObject) -> None:
    """A record with any single change cannot be made, or has a fault, or is itself the true record of the game that it
    replays to, though perhaps with hands that its seed would tell as well.
    """
    record = history.record().without_seed() if seedless else history.record()
    other = data.draw(changed(record))
    if other is None:
        event("refused when made")
        return
    replayed = other.replay()
    if replayed.fault is None:
        event("a true record")
        assert recorded_again(other) == told_once(other)
        return
    event("caught")
    for read in (other.resume, lambda: History.of_record(other)):
        with pytest.raises(RecordError) as caught:
            read()
        assert caught.value.faults == (replayed.fault.as_fault(),)


@given(histories(), SEEDLESS, st.data())
def test_replay_and_moments_tell_the_same_story(history: History, seedless: bool, data: st.DataObject) -> None:
    """Of a record with a change, the quick replay and the moments come to the same game and the same fault, and each moment
    before it is a legal step from the one before.
    """
    record = history.record().without_seed() if seedless else history.record()
    other = data.draw(changed(record))
    if other is None:
        return
    replayed, moments = other.replay(), list(other.moments())
    end = end_of(moments)
    if replayed.game is None or end is None:
        assert replayed.game is end
    else:
        assert unseeded(replayed.game) == unseeded(end)
    *before, last = moments
    assert last.fault == replayed.fault
    assert {moment.fault for moment in before} <= {None}
    for one, following in zip(before, moments[1:], strict=True):
        assert one.after == following.before
    for moment in before:
        if moment.before is not None and moment.after is not None:
            assert moment.after == follow(moment.before, moment.step)


def follow(game: hearts.Game, step: hearts.PassCards | hearts.PlayCard | hearts.ChooseMoon | NextDeal | None) -> object:
    """The game after a step."""
    assert step is not None
    return game.next_deal(step.hands) if isinstance(step, NextDeal) else game.apply(step)


@given(histories(), SEEDLESS, st.data())
def test_a_fault_is_never_placed_before_the_change(history: History, seedless: bool, data: st.DataObject) -> None:
    """What comes before a change replays as it did, and the fault names a deal and trick that are not before the change."""
    record = history.record().without_seed() if seedless else history.record()
    other = data.draw(changed(record))
    change = None if other is None else first_change(record, other)
    if other is None or change is None:
        return
    for one, twin in islice(zip(record.moments(), other.moments(), strict=False), change.steps):
        assert one.after is not None
        assert twin.after is not None
        assert one.step == twin.step
        assert unseeded(one.after) == unseeded(twin.after)
    fault = other.replay().fault
    if fault is None:
        return
    assert len(list(other.moments())) >= change.steps
    assert change.deal <= fault.deal <= len(other.deals)
    if fault.deal == change.deal and fault.trick is not None:
        assert fault.trick >= change.trick
    if fault.refusal is not None and fault.seat is not None:
        assert fault.refusal.seat == fault.seat


@given(histories(), st.data())
def test_what_a_fault_names_is_in_the_record(history: History, data: st.DataObject) -> None:
    """The deal, trick and card that a fault names are in the record, and it says what is wrong there and what is expected."""
    other = data.draw(changed(history.record()))
    fault = None if other is None else other.replay().fault
    if other is None or fault is None:
        return
    said = [item for item in items_of(other) if item.deal == fault.deal]
    if fault.trick is not None:
        said = [item for item in said if item.trick == fault.trick]
    assert said
    if fault.card is not None:
        assert any(item.said[0] == "card" and item.said[2] == fault.card for item in said)
    assert fault.problem
    assert fault.expected
    assert str(fault).startswith(f"{fault.where}: ")
    assert fault.as_fault().path == fault.where
    if fault.refusal is not None:
        assert fault.refusal.rule in str(fault)
        assert fault.say("zh") != fault.say("en")


@given(deals(), PLAYS)
def test_a_deal_plays_again_as_it_is_recorded(start: hearts.Deal, number: int) -> None:
    """A deal by itself, recorded anywhere on its way, plays again from its beginning to where it stood."""
    setup = start._table.setup  # what a deal was told of its game is not public
    begun = hearts.new_deal(
        start.variant,
        start.dealt,
        pass_offset=start.pass_offset,
        dealer=start.dealer,
        totals=setup.standing.totals,
        deal_number=setup.standing.deals + 1,
        hearts_taken=setup.standing.hearts,
    )
    path = list(walk(start, number))
    for deal in (start, path[-1], Random(number).choice(path)):
        recorded = RecordedDeal.of_deal(deal)
        assert play_again(begun, 1, recorded) == deal
        assert (recorded.hands, recorded.scores) == (deal.dealt, deal.scores)
        assert recorded.totals == (deal.totals_after() if deal.is_over else None)


@given(histories(), PLAYS)
def test_a_game_is_found_again_from_its_results(history: History, number: int) -> None:
    """A game with its earlier results given and its deal set up and gone on is the game that was played."""
    game = history.game
    over = game.deal.is_over
    earlier = game.deals[: len(game.deals) - over]
    begun = game_at(game.variant, game.players, game.seed, game.first_dealer, earlier, game.deal.dealt)
    first = next(state for state, step in [*history, (game, None)] if len(state.deals) == len(earlier) and start(state))
    assert begun == first
    assert game_after(begun, game.deal) == game
    assert game_after(game_at(*args(game, earlier)), deal_of(game)).winners == game.winners
    if over and not game.is_over:
        following = game_at(*args(game, game.deals))
        assert following == game.next_deal()
        for one, other in zip(walk(following, number), walk(game.next_deal(), number), strict=True):
            assert one == other


def start(game: hearts.Game) -> bool:
    """Is this where the game's deal begins?"""
    deal = game.deal
    return not deal.tricks and not (deal.trick and deal.trick.cards) and not any(c is not None for c in deal.passes)


def args(
    game: hearts.Game, earlier: tuple[hearts.DealResult, ...]
) -> tuple[hearts.Variant, int, int, int, tuple[hearts.DealResult, ...], None]:
    """What a game is found again from, its hands from the seed."""
    return game.variant, game.players, game.seed, game.first_dealer, earlier, None


def replayed_hands(record: Record) -> list[tuple[hearts.CardSet, ...]]:
    """The hands of each deal, as a replay has them."""
    begun = [moment.after for moment in record.moments() if isinstance(moment.step, NextDeal)]
    return [game.deal.dealt for game in begun if game is not None]


@given(histories())
def test_hands_are_those_that_were_dealt(history: History) -> None:
    """A replay deals the hands that were dealt, whether from the seed, given, or recorded without the seed."""
    begun = [
        history.start,
        *(
            after
            for after, before in zip(history.lines[0][1:], history.lines[0], strict=False)
            if after.deal_number > before.deal_number or before.deal.is_over
        ),
    ]
    dealt = [game.deal.dealt for game in begun]
    record = history.record()
    assert replayed_hands(record) == replayed_hands(record.without_seed()) == dealt
    assert [record.hands_of(number) for number in range(1, len(dealt) + 1)] == dealt
