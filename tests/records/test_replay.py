"""Playing a record again: every step and every result is checked, and the first that is wrong is named."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import attrs
import pytest
from recordings import (
    MOON,
    PASSING,
    SHARED,
    SORTED,
    SPLIT,
    chosen,
    finished,
    passes,
    passing,
    played,
    tiny,
    tricks,
    waiting,
    with_deal,
)

import hearts
from hearts import Card, CardSet, Phase, Reason
from hearts.errors import RecordError, UnknownLanguageError
from hearts.records.history import History
from hearts.records.recorded import RecordedDeal, RecordedTrick
from hearts.records.replay import NextDeal, Replay, ReplayFault, play_again

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hearts.records.record import Record

DONE = finished().record()
"""Two deals, in which the last seat shoots the moon."""

PASSED = played(passing(), "2H 3H").record()
"""A deal with cards passed, and two cards played to the first trick."""

EVEN = played(tiny(*SPLIT), SHARED).record()
"""A deal without a moon, and the game not over."""

SHORT = played(tiny(moon={"style": "old"}, end={"target": 10}), MOON).record()
"""A game of one deal that is over, with nothing to choose."""


def test_the_records_are_good() -> None:
    """The records that the tests of this file change have no fault to begin with."""
    for record in (DONE, PASSED, EVEN, SHORT, waiting().record(), chosen("new").record()):
        assert record.replay() == Replay(record.resume(), None)
    assert DONE.resume().is_over
    assert SHORT.resume().is_over
    assert EVEN.resume().phase is Phase.DEAL_OVER


ACTIONS = {
    "a card of another suit": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4H")),
        (1, 1, 2, "4H", Reason.MUST_FOLLOW, "4C"),
    ),
    "a card that is not held": (
        with_deal(DONE, number=2, tricks=tricks("1: 3C 4C 2C", "2: 4H 3H")),
        (2, 2, 0, "3H", Reason.NOT_HELD, "2H"),
    ),
    "a card that was played": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C", "2: 4C")),
        (1, 2, 2, "4C", Reason.NOT_HELD, "4H"),
    ),
    "a leader who is not on turn": (
        with_deal(DONE, tricks=tricks("1: 3C 4C 2C")),
        (1, 1, 1, "3C", Reason.NOT_ON_TURN, "seat 0"),
    ),
    "a leader who did not take the trick": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C", "0: 2H 3H 4H")),
        (1, 2, 0, "2H", Reason.NOT_ON_TURN, "seat 2"),
    ),
    "another leader of the open trick": (
        with_deal(PASSED, tricks=tricks("1: 2H 3H")),
        (1, 1, 1, "2H", Reason.NOT_ON_TURN, "seat 0"),
    ),
    "another leader of an open trick later on": (
        with_deal(EVEN, tricks=tricks("0: 2C 4C 3H", "2: 2H"), scores=None, totals=None),
        (1, 2, 2, "2H", Reason.NOT_ON_TURN, "seat 1"),
    ),
    "a leader who is not there": (
        with_deal(DONE, tricks=tricks("5: 2C 3C 4C")),
        (1, 1, 5, "2C", Reason.NO_SUCH_SEAT, "no such action"),
    ),
    "too many cards passed": (
        with_deal(PASSED, passes=passes("0> 2C 2H", "1> 3C", "2> 4C")),
        (1, None, 0, None, Reason.WRONG_COUNT, "1"),
    ),
    "a card passed that is not held": (
        with_deal(PASSED, passes=passes("0> 2C", "1> 4C", "2> 4C")),
        (1, None, 1, None, Reason.NOT_HELD, "3C 3H"),
    ),
    "cards passed twice": (
        with_deal(PASSED, passes=passes("0> 2C", "0> 2C", "1> 3C", "2> 4C")),
        (1, None, 0, None, Reason.ALREADY_PASSED, "no such action"),
    ),
    "cards passed by a seat that is not there": (
        with_deal(PASSED, passes=passes("0> 2C", "7> 3C", "2> 4C")),
        (1, None, 7, None, Reason.NO_SUCH_SEAT, "no such action"),
    ),
    "cards passed when all had passed": (
        with_deal(PASSED, passes=(*passes("0> 2C", "1> 3C", "2> 4C"), *passes("0> 4C"))),
        (1, None, 0, None, Reason.PASS_NOT_NOW, "no such action"),
    ),
    "cards passed where none are": (
        with_deal(DONE, passes=passes("0> 2C")),
        (1, None, 0, None, Reason.PASS_NOT_NOW, "no such action"),
    ),
    "a card before all have passed": (
        with_deal(PASSED, passes=passes("0> 2C", "1> 3C")),
        (1, 1, 0, "2H", Reason.PLAY_NOT_NOW, "no such action"),
    ),
    "a choice before the last card": (
        with_deal(EVEN, tricks=tricks("0: 2C 4C 3H", "1: 2H"), moon="new"),
        (1, None, 2, None, Reason.CHOICE_NOT_NOW, "no such action"),
    ),
    "a choice while cards are passed": (
        with_deal(PASSED, passes=(), tricks=(), moon="new"),
        (1, None, 0, None, Reason.CHOICE_NOT_NOW, "no such action"),
    ),
    "a choice where there is no moon": (
        with_deal(EVEN, moon="old"),
        (1, None, 0, None, Reason.DEAL_OVER, "no such action"),
    ),
    "a card while the shooter is to choose": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C", "2: 4H 2H 3H", "1: 4C")),
        (1, 3, 1, "4C", Reason.CHOICE_PENDING, "seat 2"),
    ),
    "a card after the last one": (
        with_deal(EVEN, tricks=tricks("0: 2C 4C 3H", "1: 2H 4H 3C", "2: 2C")),
        (1, 3, 2, "2C", Reason.DEAL_OVER, "no such action"),
    ),
    "a card after the end of the game": (
        with_deal(SHORT, tricks=tricks("0: 2C 3C 4C", "2: 4H 2H 3H", "2: 2C")),
        (1, 3, 2, "2C", Reason.GAME_OVER, "no such action"),
    ),
}


@pytest.mark.parametrize(("record", "told"), ACTIONS.values(), ids=ACTIONS)
def test_an_action_that_is_refused_is_named(
    record: Record, told: tuple[int, int | None, int, str | None, Reason, str]
) -> None:
    """The fault names deal, trick, seat and card, holds the refusal, and says what would do instead."""
    fault = record.replay().fault
    assert fault is not None
    assert fault.refusal is not None
    card = None if fault.card is None else str(fault.card)
    assert (fault.deal, fault.trick, fault.seat, card, fault.refusal.reason, fault.expected) == told
    assert fault.refusal.seat == fault.seat
    assert str(fault.refusal).startswith(fault.problem)
    assert not fault.problem.endswith(".")
    named = [f"deal {fault.deal}", *([f"trick {fault.trick}"] if fault.trick else []), f"seat {fault.seat}"]
    assert fault.where == ", ".join([*named, *([f"card {card}"] if card else [])])
    assert str(fault).startswith(f"{fault.where}: {fault.refusal.rule} {fault.refusal.text}")
    assert fault.say("zh").startswith(f"{fault.where}: {fault.refusal.rule} {fault.refusal.say('zh')}")
    assert str(fault.refusal.instead) in str(fault)
    assert str(fault.refusal.instead) in fault.say("zh")
    *before, last = record.moments()
    assert last.fault == fault
    assert last.after is None
    assert last.before == record.replay().game
    assert last.step is not None
    assert {moment.fault for moment in before} == {None}


FORMS = {
    "a trick with a card too many": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C 4H", "2: 2H 3H")),
        ("deal 1, trick 1, card 4H", "trick 1 has 4 cards", "3"),
    ),
    "a last trick with a card too many": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C", "2: 4H 2H 3H 3H")),
        ("deal 1, trick 2, card 3H", "trick 2 has 4 cards", "3"),
    ),
    "two tricks in one": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C 4H 2H 3H")),
        ("deal 1, trick 1, card 4H", "trick 1 has 6 cards", "3"),
    ),
    "a trick with a card too few": (
        with_deal(DONE, tricks=tricks("0: 2C 3C", "2: 4C 4H 2H 3H")),
        ("deal 1, trick 1", "trick 1 has 2 cards, and another one follows", "a card of each seat that holds any"),
    ),
}

RESULTS = {
    "other scores": (with_deal(DONE, scores=(10, 10, 1)), ("deal 1", "the scores are 10 10 1", "10 10 0")),
    "other totals": (with_deal(DONE, 2, totals=(20, 0, 20)), ("deal 2", "the totals are 20 0 20", "20 20 0")),
    "no scores": (with_deal(DONE, scores=None), ("deal 1", "the scores are none", "10 10 0")),
    "no totals": (with_deal(DONE, totals=None), ("deal 1", "the totals are none", "10 10 0")),
    "scores too soon": (with_deal(PASSED, scores=(0, 0, 0)), ("deal 1", "the scores are 0 0 0", "none")),
    "totals too soon": (with_deal(PASSED, totals=(0, 0, 0)), ("deal 1", "the totals are 0 0 0", "none")),
    "scores of a moon that is not chosen for": (
        with_deal(DONE, moon=None),
        ("deal 1, seat 2", "R8.2: seat 2 made a moon, and how it is scored is not recorded", "the moon, old or new"),
    ),
    "the other choice": (with_deal(DONE, 2, moon="new"), ("deal 2", "the scores are 10 10 0", "0 0 -10")),
    "fewer scores than seats": (with_deal(DONE, scores=(10, 10)), ("deal 1", "the scores are 10 10", "10 10 0")),
    "other winners": (attrs.evolve(DONE, winners=(0, 1)), ("deal 2", "the winners are 0 1", "2")),
    "no winners": (attrs.evolve(DONE, winners=()), ("deal 2", "the winners are none", "2")),
    "winners too soon": (attrs.evolve(PASSED, winners=(2,)), ("deal 1", "the winners are 2", "none")),
}


@pytest.mark.parametrize(("record", "told"), (FORMS | RESULTS).values(), ids=FORMS | RESULTS)
def test_a_wrong_form_or_result_is_named(record: Record, told: tuple[str, str, str]) -> None:
    """The fault names the place, what is wrong there and what would be right; it is no refusal, and is told in English."""
    fault = record.replay().fault
    assert fault is not None
    assert (fault.where, fault.problem, fault.expected) == told
    assert fault.refusal is None
    assert str(fault) == fault.say("zh") == f"{told[0]}: {told[1]}; expected {told[2]}"
    *_, last = record.moments()
    assert (last.step, last.fault) == (None, fault)
    assert last.before == record.replay().game
    assert last.after == (last.before if fault.trick is None else None)


def without_hands(record: Record, number: int) -> Record:
    """The record without its seed, and without the hands of a deal."""
    return with_deal(record.without_seed(), number, hands=None)


BEGINNINGS = {
    "the deal before is not over": (
        with_deal(DONE, tricks=tricks("0: 2C 3C 4C"), moon=None, scores=None, totals=None),
        (
            "deal 2",
            "the record has 2 deals: The next deal cannot start before this one is over",
            "1 of them",
            Reason.DEAL_NOT_OVER,
        ),
    ),
    "the moon of the deal before is not chosen for": (
        with_deal(DONE, moon=None, scores=None, totals=None),
        (
            "deal 2",
            "the record has 2 deals: The next deal cannot start before this one is over",
            "1 of them",
            Reason.DEAL_NOT_OVER,
        ),
    ),
    "cards are still to be passed in the deal before": (
        attrs.evolve(with_deal(PASSED, tricks=(), passes=()), deals=(RecordedDeal(), RecordedDeal())),
        (
            "deal 2",
            "the record has 2 deals: The next deal cannot start before this one is over",
            "1 of them",
            Reason.DEAL_NOT_OVER,
        ),
    ),
    "the game is over": (
        attrs.evolve(DONE, deals=(*DONE.deals, RecordedDeal())),
        ("deal 3", "the record has 3 deals: The game is over", "2 of them", Reason.GAME_OVER),
    ),
    "neither hands nor a seed": (
        without_hands(DONE, 2),
        ("deal 2", "it has no hands, and the record has no seed", "one of the two", None),
    ),
    "neither hands nor a seed at the beginning": (
        without_hands(DONE, 1),
        ("deal 1", "it has no hands, and the record has no seed", "one of the two", None),
    ),
    "a hand too small": (
        with_deal(DONE, 2, hands=tuple(map(CardSet, ("2C", "3C 3H", "4C 4H")))),
        ("deal 2", "hands[0]: it has 1 cards: expected 2", "the pack in equal parts", None),
    ),
    "a hand too many": (
        with_deal(DONE, hands=tuple(map(CardSet, (*SORTED, "2D 3D")))),
        ("deal 1", "hands: there are 4: expected 3, one for each seat", "the pack in equal parts", None),
    ),
    "a card dealt twice": (
        with_deal(DONE, hands=tuple(map(CardSet, ("2C 2H", "2C 3H", "4C 4H")))),
        (
            "deal 1",
            "hands[1]: it shares 2C with hands[0]: expected each card once",
            "the pack in equal parts",
            None,
        ),
    ),
    "a card that is not in the pack": (
        with_deal(DONE, hands=tuple(map(CardSet, ("2C 2H", "AS 3H", "4C 4H")))),
        ("deal 1", "hands[1]: AS is not in the pack for 3 players", "the pack in equal parts", None),
    ),
}


@pytest.mark.parametrize(("record", "told"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_a_deal_that_cannot_begin_is_named(record: Record, told: tuple[str, str, str, Reason | None]) -> None:
    """The fault names the deal, and why it cannot begin; the game is as it was before, or none where it is the first deal."""
    replayed = record.replay()
    fault = replayed.fault
    assert fault is not None
    reason = None if fault.refusal is None else fault.refusal.reason
    assert (fault.where, fault.problem, fault.expected, reason) == told
    assert str(fault).startswith(f"{fault.where}: ")
    *before, last = record.moments()
    number = fault.deal
    assert (last.step, last.after, last.fault) == (NextDeal(record.deals[number - 1].hands), None, fault)
    if number == 1:
        assert (replayed.game, last.before, before) == (None, None, [])
    else:
        assert replayed.game is not None
        assert last.before is not None
        assert replayed.game.deal == last.before.deal == before[-1].after.deal if before[-1].after else None
    with pytest.raises(RecordError) as caught:
        record.resume()
    assert caught.value.faults == (fault.as_fault(),)


def test_only_the_first_fault_is_told() -> None:
    """Of several things that are wrong the first is told, whatever kind it is of: what follows it may follow from it."""
    wrong = attrs.evolve(DONE, winners=(0,))
    wrong = with_deal(wrong, 2, scores=(0, 0, 0), totals=(1, 1, 1))
    assert str(wrong.replay().fault) == "deal 2: the scores are 0 0 0; expected 10 10 0"
    wrong = with_deal(wrong, 2, tricks=tricks("2: 4C"))
    assert str(wrong.replay().fault).startswith("deal 2, trick 1, seat 2, card 4C: R5.2")
    wrong = with_deal(wrong, totals=(0, 0, 0))
    assert str(wrong.replay().fault) == "deal 1: the totals are 0 0 0; expected 10 10 0"
    wrong = with_deal(wrong, passes=passes("1> 3C"))
    assert str(wrong.replay().fault).startswith("deal 1, seat 1: R2.3")


def test_a_replay_stops_at_the_fault() -> None:
    """The game of a replay is as it was before what is wrong: the cards before are played, and nothing after."""
    replayed = with_deal(DONE, 2, tricks=tricks("1: 3C 4C 2C", "2: 4H 3H 2H")).replay()
    assert replayed.game == played(chosen().next_deal(SORTED), "3C 4C 2C 4H").game
    assert replayed.game.deal_number == 2


def test_a_fault_is_told_in_a_language() -> None:
    """A refusal is told in the language that is asked for, and in none that is not there."""
    fault = with_deal(DONE, tricks=tricks("0: 2C 3C 4H")).replay().fault
    assert fault is not None
    assert fault.say() == str(fault)
    assert fault.say("zh") != fault.say("en")
    with pytest.raises(UnknownLanguageError):
        fault.say("xx")
    assert ReplayFault(3, "it is so", "it otherwise", 2, 1, Card("QS")).where == "deal 3, trick 2, seat 1, card QS"


def retold(number: int, index: int, *instead: RecordedTrick) -> Record:
    """The two deals with other tricks in place of one of them."""
    whole = DONE.deals[number - 1].tricks
    return with_deal(DONE, number, tricks=(*whole[:index], *instead, *whole[index + 1 :]))


def single_changes() -> Iterator[Record]:
    """Every swap of two cards of a deal, every other card, leader and order of the hands; every card dropped or doubled."""
    for number, deal in enumerate(DONE.deals, 1):
        line = [card for trick in deal.tricks for card in trick.cards]
        lines = [[*line[:place], Card(card), *line[place + 1 :]] for place in range(6) for card in range(52)]
        for one, other in combinations(range(6), 2):
            swapped = list(line)
            swapped[one], swapped[other] = line[other], line[one]
            lines.append(swapped)
        for changed in lines:
            first, second = deal.tricks
            both = attrs.evolve(first, cards=tuple(changed[:3])), attrs.evolve(second, cards=tuple(changed[3:]))
            yield with_deal(DONE, number, tricks=both)
        for index, trick in enumerate(deal.tricks):
            for place, count in product(range(3), (0, 2)):
                new = trick.cards[:place] + trick.cards[place : place + 1] * count + trick.cards[place + 1 :]
                yield retold(number, index, attrs.evolve(trick, cards=new))
            for leader in range(8):
                yield retold(number, index, attrs.evolve(trick, leader=leader))
            yield retold(number, index)
            yield retold(number, index, trick, trick)
        for hands in permutations(deal.hands or ()):
            yield with_deal(DONE, number, hands=hands)


def test_every_single_change_to_the_play_of_a_small_game_is_caught() -> None:
    """Of all single changes to the cards, tricks, leaders and hands of a small game, those that replay without a fault are
    records of themselves; all others are faults of the deal that was changed.
    """
    caught = 0
    for changed in single_changes():
        fault = changed.replay().fault
        assert [moment.fault for moment in changed.moments()][-1] == fault
        if fault is None:
            assert History.of_record(changed).record() == changed
            continue
        caught += 1
        assert changed.deals[fault.deal - 1] != DONE.deals[fault.deal - 1]
    assert caught > 700


@pytest.mark.parametrize("name", [*ACTIONS, *FORMS])
def test_a_deal_by_itself_is_refused_alike(name: str) -> None:
    """A deal that is played again by itself is refused for the same, at the same place, under the number that it is given."""
    record = {**ACTIONS, **FORMS}[name][0]
    fault = record.replay().fault
    assert fault is not None
    recorded = record.deals[fault.deal - 1]
    hands = record.hands_of(fault.deal)
    assert hands is not None
    offset = int(record.variant == PASSING)
    dealer = (record.first_dealer + fault.deal - 1) % 3
    deal = hearts.new_deal(record.variant, hands, dealer=dealer, pass_offset=offset)
    with pytest.raises(RecordError) as caught:
        play_again(deal, 5, recorded)
    (told,) = caught.value.faults
    assert told.path == fault.where.replace(f"deal {fault.deal}", "deal 5")
    if fault.refusal is not None and fault.refusal.reason is not Reason.GAME_OVER:
        assert (told.problem, told.expected) == (fault.problem, fault.expected)


def test_a_deal_by_itself_plays_again() -> None:
    """A deal plays again to where it stood: with passes, with an open trick, with a choice, or with nothing done yet."""
    for history in (tiny(), passing(), played(passing(), "2H"), waiting(), chosen("new")):
        deal = history.game.deal
        begun = history.start.deal
        assert play_again(begun, 1, RecordedDeal.of_deal(deal)) == deal


def test_moments_are_lazy() -> None:
    """Moments come one by one, so that the first can be looked at without playing the rest."""
    moments = DONE.moments()
    first = next(moments)
    assert (first.before, first.fault) == (None, None)
    assert first.after == tiny().game
    assert next(moments).step == hearts.PlayCard(0, "2C")
