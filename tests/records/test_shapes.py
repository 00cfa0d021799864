"""Actions, deals, games, histories and events as plain data: what their parts must be, and where it is told what is wrong."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.engine.events import EventKind
from hearts.errors import RecordError
from hearts.records import history_shape, shapes
from hearts.records.codec import from_data, to_data
from hearts.records.history import History
from hearts.records.history_shape import StepText
from hearts.records.replay import NextDeal
from hearts.records.store import dumps, loads
from hearts.testing import any_actions, hands, walk

CHOICE: Final = hearts.load_variant("standard").evolve(moon={"style": "choice"}, passing={"count": 0})
EIGHT: Final = hearts.load_variant("standard").evolve(
    table={"players": [8], "default_players": 8, "removed": "2C 3C 4C 2D"}, passing={"cycle": ["left", "hold"]}
)


def faults_of(data: dict[str, Any]) -> dict[str, str]:
    """The faults of data that is refused, as problem by path."""
    with pytest.raises(RecordError) as caught:
        from_data(data)
    assert all(fault.expected for fault in caught.value.faults)
    return {fault.path: fault.problem for fault in caught.value.faults}


# ---- actions -----------------------------------------------------------------------------------------------------------

ACTION: Final = {"format": "hearts.action/1"}


@pytest.mark.parametrize(
    ("data", "action"),
    [
        ({"action": "pass", "seat": 0, "cards": "AH QS KS"}, hearts.PassCards(0, "KS QS AH")),
        ({"action": "pass", "seat": 7, "cards": ""}, hearts.PassCards(7, "")),
        ({"action": "play", "seat": 2, "card": "QS"}, hearts.PlayCard(2, "QS")),
        ({"action": "play", "seat": -1, "card": "2C"}, hearts.PlayCard(-1, "2C")),
        ({"action": "play", "seat": 1000, "card": "2C"}, hearts.PlayCard(1000, "2C")),
        ({"action": "moon", "seat": 1, "style": "new"}, hearts.ChooseMoon(1, "new")),
    ],
)
def test_actions_have_one_form_each(data: dict[str, Any], action: hearts.Action) -> None:
    """A pass has cards, a play a card, a choice a style; the seat may be one that no table has, which a state refuses."""
    assert to_data(action) == ACTION | data
    assert from_data(ACTION | data) == action


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ({"action": "play", "seat": 2}, {"card": "it is missing"}),
        ({"action": "play", "seat": 2, "card": None}, {"card": "it is missing"}),
        ({"action": "play", "seat": 2, "cards": "QS"}, {"cards": "it has no place here", "card": "it is missing"}),
        ({"action": "pass", "seat": 2, "cards": "QS", "style": "old"}, {"style": "it has no place here"}),
        ({"action": "moon", "seat": 2, "style": "old", "card": "QS"}, {"card": "it has no place here"}),
        ({"action": "moon", "seat": 2, "style": "choice"}, {"style": "it is the text 'choice'"}),
        ({"action": "draw", "seat": 2, "card": "QS"}, {"action": "it is the text 'draw'"}),
        ({"seat": 2, "card": "QS"}, {"action": "it is missing"}),
        ({"action": "play", "card": "QS"}, {"seat": "it is missing"}),
        ({"action": "play", "seat": 1001, "card": "QS"}, {"seat": "it is 1001"}),
        ({"action": "play", "seat": "2", "card": "QS"}, {"seat": "it is the text '2'"}),
        ({"action": "play", "seat": 2, "card": "QS KS"}, {"card": "it is the text 'QS KS'"}),
    ],
)
def test_an_action_has_what_its_kind_has(data: dict[str, Any], faults: dict[str, str]) -> None:
    """An action that lacks what its kind has, or has what another kind has, is refused at that key."""
    assert faults_of(ACTION | data) == faults


# ---- deals and games ---------------------------------------------------------------------------------------------------


def test_games_of_every_number_of_players_are_read_back() -> None:
    """Games of 3 to 8 players are read back equal, before and after a deal."""
    for players in (3, 4, 5, 6, 8):
        variant = EIGHT if players == 8 else hearts.load_variant("standard")
        for state in list(walk(hearts.new_game(variant, players=players, seed=7), 1))[:: 4 * players]:
            assert loads(dumps(state)) == state
            assert loads(dumps(state.deal)) == state.deal


@given(hands("standard"), hands("standard"), st.integers(0, 3), st.integers(0, 3))
def test_hands_that_were_given_are_read_back(
    first: tuple[hearts.CardSet, ...], second: tuple[hearts.CardSet, ...], dealer: int, number: int
) -> None:
    """Hands given as at a real table are in the data, those of later deals as well: they do not come from the seed."""
    *_, over = walk(hearts.new_game("standard", seed=7, hands=first, first_dealer=dealer), number)
    game = over.next_deal(second)
    assert to_data(over)["deal"]["hands"] == [str(hand) for hand in first]
    assert to_data(game)["deal"]["hands"] == [str(hand) for hand in second]
    assert loads(dumps(game)) == game


DEAL: Final = to_data(hearts.new_deal("standard", hearts.deal_hands("standard", seed=7), plays="2C JC TC 5C QC"))


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"hands": DEAL["hands"][:2]}, {"hands": "standard is not for 2 players"}),
        ({"hands": DEAL["hands"][:3]}, {"hearts_taken": "there are 4"}),
        ({"hands": ["", *DEAL["hands"][1:]]}, {"hands.0": "it has 0 cards"}),
        ({"hands": [DEAL["hands"][1], *DEAL["hands"][1:]]}, {"hands.1": f"it shares {DEAL['hands'][1]} with hands[0]"}),
        ({"dealer": 4}, {"dealer": "it is 4"}),
        ({"pass_offset": 4}, {"pass_offset": "it is 4"}),
        ({"deal_number": 0}, {"deal_number": "it is 0"}),
        ({"totals": [0, 0, 0]}, {"totals": "there are 3"}),
        ({"hearts_taken": [0, 0, 0, -1]}, {"hearts_taken.3": "it is -1"}),
        ({"hearts_taken": [0, 0, 0, 10**15 + 1]}, {"hearts_taken.3": "it is 1000000000000001"}),
        ({"tricks": ["3: 2C JC TC 5C", "0: QC 2D"]}, {"deal 1, trick 2, seat 1, card 2D": ""}),
        ({"tricks": ["3: 2C JC TC 5C QC"]}, {"deal 1, trick 1, card QC": "trick 1 has 5 cards"}),
        ({"tricks": ["3: 2C JC TC", "2: 5C"]}, {"deal 1, trick 1": "trick 1 has 3 cards, and another one follows"}),
        ({"passes": ["0> QC"]}, {"deal 1, seat 0": ""}),
        ({"moon": "old"}, {"deal 1, seat 1": ""}),
        ({"deal_number": 3, "moon": "old"}, {"deal 3, seat 1": ""}),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change: dict[str, Any], faults: dict[str, str]) -> None:
    """A deal that cannot be set up is refused at the key that is wrong, and one that could not be played so at the deal, trick,
    seat and card.
    """
    found = faults_of(DEAL | change)
    assert found.keys() == faults.keys()
    assert all(found[path].startswith(problem) for path, problem in faults.items())


RESULT: Final = {
    "number": 1,
    "dealer": 3,
    "pass_offset": 1,
    "points": [26, 0, 0, 0],
    "scores": [0, 26, 26, 26],
    "moon": {"kind": "moon", "seat": 0, "seats": [0], "style": "old"},
    "totals": [0, 26, 26, 26],
    "hearts_taken": [13, 0, 0, 0],
}


def test_results_are_as_they_are_told() -> None:
    """A game whose deals came to what a result says, here a moon in deal 1, goes on from its totals."""
    game = from_data(to_data(hearts.new_game("standard", seed=7)) | {"deals": [RESULT]})
    assert (game.deal_number, game.totals, game.deal.dealer, game.deals[0].moon.seats) == (2, (0, 26, 26, 26), 0, (0,))


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"players": 3}, "first_dealer"),
        ({"players": 3, "first_dealer": 0}, "deal.hands"),
        ({"players": 8}, "players"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"deal": {"hands": [*DEAL["hands"][::-1][:3], ""], "passes": [], "tricks": []}}, "deal.hands.3"),
        ({"deal": {"hands": DEAL["hands"], "passes": ["0> QC"], "tricks": []}}, "deal 1, seat 0"),
        ({"deals": [{}]}, "deals.0.number"),
        ({"deals": [RESULT | {"number": 2}]}, "deals.0.number"),
        ({"deals": [RESULT, RESULT]}, "deals.1.number"),
    ],
)
def test_a_game_that_cannot_be_is_refused(change: dict[str, Any], path: str) -> None:
    """A game that is not for its players, or whose current deal cannot be, is refused at that place."""
    assert path in faults_of(to_data(hearts.new_game("standard", seed=7)) | change)


# ---- histories ---------------------------------------------------------------------------------------------------------


def branched() -> History:
    """A history of four lines, whose second and third branch off the first, and the last one off the second."""
    history = History(hearts.new_game("original", seed=7)).play("2C").play("JC").play("TC").play("5C").play("QC")
    history = history.goto(2).play("3C").play("5C").play("QC")
    history = history.goto(1).play("9C")
    return history.switch(1).undo().play("4S").undo()


HISTORY: Final = to_data(branched())


def test_lines_are_written_as_far_as_they_differ() -> None:
    """A line has a number of steps of the first earlier line that goes the same way, and then its own: each step is written
    once.
    """
    assert HISTORY["lines"][0] == {"steps": ["3: 2C", "0: JC", "1: TC", "2: 5C", "0: QC"]}
    assert [(line["of"], line["after"]) for line in HISTORY["lines"][1:]] == [(0, 2), (0, 1), (1, 4)]
    assert [line["steps"] for line in HISTORY["lines"][1:]] == [["1: 3C", "2: 5C", "0: QC"], ["0: 9C"], ["0: 4S"]]
    assert (HISTORY["line"], HISTORY["place"]) == (3, 4)
    assert from_data(HISTORY) == branched()


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"line": 4}, {"line": "it is 4"}),
        ({"line": -1}, {"line": "it is -1"}),
        ({"place": 6}, {"place": "it is 6"}),
        ({"line": True}, {"line": "it is true"}),
        ({"lines": []}, {"lines": "there are none"}),
        ({"lines": [{"of": 0, "after": 1, "steps": []}]}, {"lines.0": "it is after step 1 of line 0"}),
        ({"lines": [{"after": 1, "steps": []}]}, {"lines.0.of": "it is missing"}),
        (
            {"lines": [{"steps": ["3: 2C"]}, {"of": 0, "after": 2, "steps": []}]},
            {"lines.1": "it is after step 2 of line 0"},
        ),
        (
            {"lines": [{"steps": ["3: 2C"]}, {"of": 0, "after": -1, "steps": []}]},
            {"lines.1": "it is after step -1 of line 0"},
        ),
        ({"lines": [{"steps": ["3: 2C"]}, {"of": 0, "steps": []}]}, {"lines.1": "it is after step 0 of line 0"}),
        (
            {"lines": [{"steps": ["3: 2C"]}, {"of": -1, "after": 1, "steps": []}]},
            {"lines.1": "it is after step 1 of line -1"},
        ),
        ({"lines": [{"of": 0}]}, {"lines.0.steps": "it is missing"}),
        ({"lines": [{"steps": ["3: 3C"]}]}, {"lines.0.steps.0": ""}),
        ({"lines": [{"steps": ["3: 2C", "next"]}]}, {"lines.0.steps.1": "The next deal cannot start"}),
        ({"lines": [{"steps": ["3: 2C", "2: 3C"]}]}, {"lines.0.steps.1": "It is not seat 2's turn"}),
        ({"lines": [{"steps": ["3; 2C"]}]}, {"lines.0.steps.0": "it is the text '3; 2C'"}),
        ({"start": HISTORY["start"] | {"players": 3}}, {"start.first_dealer": "it is 3"}),
        ({"start": HISTORY["start"] | {"players": 3, "first_dealer": 0}}, {"start.deal.hands": "there are 4"}),
        (
            {"start": HISTORY["start"] | {"deal": HISTORY["start"]["deal"] | {"moon": "old"}}},
            {"start.deal 1, seat 3": ""},
        ),
        ({"start": HISTORY["start"] | {"players": 7}}, {"start.players": "original is not for 7 players"}),
        ({"start": HISTORY["start"] | {"format": "hearts.game/1"}}, {"start.format": "nothing reads this key"}),
    ],
)
def test_a_history_that_cannot_be_is_refused(change: dict[str, Any], faults: dict[str, str]) -> None:
    """A history whose lines do not hang together, with a step that is not legal, or with a place that is not there, is refused
    at that place.
    """
    found = faults_of(HISTORY | {"line": 0, "place": 0} | change)
    assert found.keys() == faults.keys()
    assert all(found[path].startswith(problem) for path, problem in faults.items())


def test_lines_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """All lines together have so many steps at most, those that they have from others included; more are neither read nor
    written, and the error says how to go on.
    """
    history = branched()
    steps = sum(map(len, history.steps))
    assert steps == 17
    monkeypatch.setattr(history_shape, "MOST_STEPS", steps)
    assert loads(dumps(history)) == history
    monkeypatch.setattr(history_shape, "MOST_STEPS", steps - 1)
    for call in (lambda: dumps(history), lambda: from_data(HISTORY)):
        with pytest.raises(RecordError, match=r"they have 17 steps in all; expected at most 16: see History\.trim"):
            call()
    assert loads(dumps(history.trim())) == history.trim()


@given(any_actions().filter(lambda action: 0 <= action.seat <= 7))
def test_every_action_is_a_step(action: hearts.Action) -> None:
    """Every action of a seat has a short text that reads back equal."""
    assert StepText.of_text(StepText(action).as_text()).step == action


@given(st.none() | hands("standard") | hands("black-maria", 5))
def test_the_next_deal_is_a_step(given_hands: tuple[hearts.CardSet, ...] | None) -> None:
    """The step to the next deal has a short text that reads back equal, with the hands where they are given."""
    text = StepText(NextDeal(given_hands))
    assert StepText.of_text(text.as_text()) == text
    assert (text.as_text() == "next") == (given_hands is None)


@pytest.mark.parametrize(
    "text", ["", "0", "n", "nex", "next2C", "next XX", "8> 2C", "0) 2C", "0>2C 2C", "0: ", "0= both", "٣: 2C"]
)
def test_other_texts_are_no_steps(text: str) -> None:
    """A text of another form is no step."""
    with pytest.raises(RecordError) as caught:
        from_data(HISTORY | {"lines": [{"steps": [text]}], "line": 0, "place": 0})
    assert [fault.path for fault in caught.value.faults] == ["lines.0.steps.0"]


# ---- events ------------------------------------------------------------------------------------------------------------

EVENT: Final = {"format": "hearts.event/1"}
SHOT: Final = hearts.new_game(
    CHOICE.evolve(opening={"leader": "AS", "card": "any"}),
    seed=7,
    hands=[
        "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
        "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
        "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
        "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2S",
    ],
)


def test_every_kind_of_event_is_read_back() -> None:
    """An event of each kind is read back equal, and says the same."""
    card, cards, rows = hearts.Card("QS"), hearts.CardSet("QS KS"), (0, 26, 26, 26)
    fields: dict[str, Any] = {
        "seat": 1,
        "other": 2,
        "seats": (1, 3),
        "card": card,
        "cards": cards,
        "count": 2,
        "points": 13,
        "style": hearts.MoonStyle.OLD,
        "before": 100,
        "after": 50,
        "scores": rows,
        "totals": rows,
    }
    for kind in EventKind:
        event = hearts.Event(kind, **{name: fields[name] for name in kind.fields})
        assert loads(dumps(event)) == event
        assert loads(dumps(event)).text == event.text
        seen = event.seen_by(None)
        if seen is not None:
            assert loads(dumps(seen)) == seen


def test_the_events_of_a_moon_that_is_chosen_for_are_read_back() -> None:
    """The events around a moon whose shooter chooses, which at first has no style, are read back equal."""
    path = list(walk(SHOT, 1, shooters=(0,)))
    last = next(state for state in path if sum(map(len, state.deal.hands)) == 1)
    told = hearts.events(last, last.legal_actions()[0])
    assert EventKind.MOON_CHOICE in [event.kind for event in told]
    assert [loads(dumps(event)) for event in told] == list(told)


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        ({"kind": "turn"}, {"seat": "it is missing from an event of the kind turn"}),
        ({"kind": "turn", "seat": None}, {"seat": "it is missing from an event of the kind turn"}),
        ({"kind": "turn", "seat": 8}, {"seat": "it is 8"}),
        ({"kind": "turn", "seat": 1, "card": "QS"}, {"card": "an event of the kind turn has no such field"}),
        ({"kind": "to-pass", "seat": 1, "other": -1}, {"other": "it is -1"}),
        ({"kind": "sun-made", "seat": 1, "seats": []}, {"seats": "there are none"}),
        ({"kind": "tie-played-on", "seats": [0, 9]}, {"seats": "it is 0 9"}),
        ({"kind": "deal-scored", "scores": [], "totals": [1]}, {"scores": "there are none"}),
        ({"kind": "dealt", "seat": 1, "count": -1}, {"count": "it is -1"}),
        ({"kind": "dealt", "seat": 1, "count": 13, "cards": "QS"}, {"count": "it is 13"}),
        ({"kind": "trick-taken", "seat": 1}, {"cards": "it is missing from an event of the kind trick-taken"}),
        (
            {"kind": "pass-changed", "seat": 1, "other": 2},
            {"cards": "it is missing from an event of the kind pass-changed"},
        ),
        ({"kind": "moon-chosen", "seat": 1}, {"style": "it is missing from an event of the kind moon-chosen"}),
        ({"kind": "moon-chosen", "seat": 1, "style": "auto"}, {"style": "it is the text 'auto'"}),
        ({"kind": "ended"}, {"kind": "it is the text 'ended'"}),
        ({"seat": 1}, {"kind": "it is missing"}),
    ],
)
def test_an_event_has_what_its_kind_has(data: dict[str, Any], faults: dict[str, str]) -> None:
    """An event that lacks what its kind always shows, or has what is not of its kind, or seats that are not there, is refused
    at that key.
    """
    assert faults_of(EVENT | data) == faults


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "dealt", "seat": 1, "count": 13},
        {"kind": "pass-chosen", "seat": 1, "other": 2},
        {"kind": "cards-received", "seat": 1, "other": 2},
        {"kind": "trick-taken", "seat": 1, "cards": "2C 3C"},
        {"kind": "moon-made", "seat": 1, "seats": [1]},
    ],
)
def test_what_is_hidden_may_be_missing(data: dict[str, Any]) -> None:
    """What others may not see, points that the house hides, and a style that is still to be chosen, may be missing."""
    event = from_data(EVENT | data)
    assert to_data(event) == EVENT | data
    assert event.text


def test_a_history_of_too_many_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A history whose game has more deals than it may is neither written nor read; a game neither."""
    history = hearts.History(hearts.new_game("standard", seed=7))
    while len(history.game.deals) < 2:
        game = history.game
        history = (
            history.next_deal() if game.phase is hearts.Phase.DEAL_OVER else history.apply(game.legal_actions()[0])
        )
    data, saved = to_data(history), to_data(history.next_deal().game)
    monkeypatch.setattr(history_shape, "MOST_DEALS", 1)
    monkeypatch.setattr(shapes, "MOST_DEALS", 1)
    with pytest.raises(RecordError, match="its game has 2 deals; expected at most 1"):
        to_data(history)
    with pytest.raises(RecordError, match="expected at most 1"):
        from_data(data)
    with pytest.raises(RecordError, match="there are 2; expected at most 1"):
        from_data(saved)
