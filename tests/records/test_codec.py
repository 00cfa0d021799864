"""Values as plain data and back: the names of the formats, what is refused and where, and that what is accepted can be used."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from fuzz import change_data, change_text, read_or_refuse, use
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.errors import RecordError
from hearts.records.codec import FORMATS, from_data, to_data
from hearts.records.history import History
from hearts.records.store import dumps, loads
from hearts.testing import any_actions, deals, games, variants, views, walk
from hearts.testing.play import choose

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES: Final = [
    "hearts.variant/1",
    "hearts.action/1",
    "hearts.deal/1",
    "hearts.game/1",
    "hearts.record/1",
    "hearts.history/1",
    "hearts.view/1",
    "hearts.event/1",
]

CHOICE: Final = hearts.load_variant("standard").evolve(moon={"style": "choice"})
MOON: Final = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2S",
]
"""Hands of which the first takes every trick that it leads."""


def passing(count: int) -> hearts.Game:
    """A standard game in which so many of four passes have been chosen, by the last seats first."""
    game = hearts.new_game("standard", seed=7)
    for seat in range(3, 3 - count, -1):
        game = game.apply(hearts.PassCards(seat, game.deal.hands[seat][:3]))
    return game


def after(game: hearts.Game, cards: int) -> hearts.Game:
    """The game some cards further on."""
    for _ in range(cards):
        game = game.play(game.legal_cards()[0])
    return game


def shot() -> hearts.Game:
    """A game whose moon waits for its shooter's choice."""
    game = hearts.new_game(
        CHOICE.evolve(passing={"count": 0}, opening={"leader": "AS", "card": "any"}), seed=7, hands=MOON
    )
    return next(state for state in walk(game, 1, shooters=(0,)) if state.phase is not hearts.Phase.PLAYING)


def finished() -> hearts.Game:
    """A game that is over, after more than one deal."""
    game = hearts.new_game("short", seed=7)
    while not game.is_over:
        *_, game = walk(game if game.to_act else game.next_deal(), 1)
    return game


POINTS: Final[dict[str, Callable[[], hearts.Game]]] = {
    "before any pass": lambda: passing(0),
    "two of four passes chosen": lambda: passing(2),
    "all passes chosen": lambda: passing(4),
    "in trick 1": lambda: after(passing(4), 2),
    "hearts broken": lambda: next(state for state in walk(passing(4), 1) if state.deal.hearts_broken),
    "moon choice pending": shot,
    "deal over": lambda: list(walk(passing(4), 1))[-1],
    "game over": finished,
}


def faults_of(data: Any) -> dict[str, str]:  # noqa: ANN401 - whatever is refused
    """The faults of data that is refused, as problem by path; the text of it is refused alike."""
    with pytest.raises(RecordError) as caught:
        from_data(data, source="test")
    assert caught.value.source == "test"
    return {fault.path: fault.problem for fault in caught.value.faults}


# ---- formats -----------------------------------------------------------------------------------------------------------


def test_formats_keep_their_names() -> None:
    """The kinds of data and their versions are these: a form never changes under its name, and a new form gets a new name."""
    assert list(FORMATS) == NAMES
    assert {name: form.name for name, form in FORMATS.items()} == {name: name for name in NAMES}


def test_the_format_comes_first() -> None:
    """The first key of data is its format, for each kind of value."""
    game = passing(0)
    history = History(game)
    action = game.legal_actions()[0]
    values: list[Any] = [
        game.variant,
        action,
        game.deal,
        game,
        history.record(),
        history,
        game.view(0),
        hearts.events(game)[0],
    ]
    assert [next(iter(to_data(value).items())) for value in values] == [("format", name) for name in NAMES]


@pytest.mark.parametrize(
    "value", [None, 7, "QS", hearts.Card("QS"), hearts.CardSet("QS"), {}, [], object(), hearts.Game, ...]
)
def test_only_these_kinds_are_written(value: Any) -> None:  # noqa: ANN401 - what is no value of the kinds
    """What is of no such kind is not written, and the error says what would be."""
    for write in (to_data, dumps):
        with pytest.raises(
            RecordError, match="expected a variant, action, deal, game, record, history, view or event"
        ) as caught:
            write(value)
        assert [fault.path for fault in caught.value.faults] == ["value"]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (None, ("data", "it is None", "a table with the key format")),
        ([], ("data", "it is []", "a table with the key format")),
        ("hearts.game/1", ("data", "it is 'hearts.game/1'", "a table with the key format")),
        ({}, ("format", "it is missing", "one of " + ", ".join(NAMES))),
        ({"format": None}, ("format", "it is None, which this version does not know", "one of " + ", ".join(NAMES))),
        ({"format": ["hearts.game/1"]}, ("format", "it is ['hearts.game/1'], which this version does not know", "")),
        ({"format": "hearts.game/2"}, ("format", "it is 'hearts.game/2', which this version does not know", "")),
        ({"format": "hearts.game/1 "}, ("format", "it is 'hearts.game/1 ', which this version does not know", "")),
        ({"format": "x" * 10**6}, ("format", "it is '" + "x" * 76 + "..., which this version does not know", "")),
    ],
)
def test_h2_an_unknown_format_is_refused(data: Any, fault: tuple[str, str, str]) -> None:  # noqa: ANN401 - not of a format
    """H2. Data of an unknown format, or of another version, is refused, and the error names what this version reads."""
    with pytest.raises(RecordError) as caught:
        from_data(data)
    (found,) = caught.value.faults
    assert (found.path, found.problem) == fault[:2]
    assert found.expected == fault[2] or (not fault[2] and "hearts.game/1" in found.expected)
    assert caught.value.source == "data"


def test_data_of_one_kind_is_not_read_as_another() -> None:
    """Data under the name of another kind is refused."""
    game = passing(2)
    history = History(passing(0))
    values: list[Any] = [game, game.deal, game.view(0), history, history.record(), game.variant, hearts.events(game)[0]]
    for value in values:
        data = to_data(value)
        for name in NAMES:
            if name != data["format"]:
                assert faults_of(data | {"format": name})


# ---- the known cases ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", POINTS)
def test_h1_h10_a_game_is_read_back_wherever_it_stands(point: str) -> None:
    """H1, H10. A game, its deal, its history and its views are read back equal before any pass, with two of four passes chosen,
    in trick 1, with hearts broken, with a moon to be chosen for, and after the deal and the game; the legal actions are equal,
    each card of the pack is in one place, and so it stays when both are played on.
    """
    game = POINTS[point]()
    values: list[Any] = [game, game.deal, History(game), *(game.view(seat) for seat in (None, 0, 1, 2, 3))]
    for value in values:
        assert from_data(to_data(value)) == value
        assert loads(dumps(value)) == value
    twin = loads(dumps(game))
    assert twin.legal_actions() == game.legal_actions()
    for one, other in zip(walk(game, 3), walk(twin, 3), strict=True):
        assert one == other
        deal = other.deal
        open_cards = hearts.CardSet(deal.trick.cards if deal.trick else ())
        assert sum(map(len, (*deal.hands, *deal.taken, open_cards))) == 52
        assert len(set().union(*deal.hands, *deal.taken, open_cards)) == 52
        assert sum(deal.points) == sum(
            dict(deal.variant.values.cards).get(card, 0) for pile in deal.taken for card in pile
        )


def test_d7_a_finished_exchange_is_not_run_again() -> None:
    """D7. A game saved after the fourth pass, before the first lead, is read back with the hands after the exchange: the holder
    of 2C is on turn, and passing is refused. Views of it are the same.
    """
    game = passing(4)
    twin = loads(dumps(game))
    assert (twin.phase, twin.turn, twin.deal.hands) == (hearts.Phase.PLAYING, game.turn, game.deal.hands)
    assert "2C" in twin.deal.hands[twin.turn]
    assert twin.deal.hands != twin.deal.dealt
    for seat in range(4):
        refusal = twin.why_not(hearts.PassCards(seat, twin.deal.hands[seat][:3]))
        assert (refusal.reason, refusal.rule) == (hearts.Reason.PASS_NOT_NOW, "R2.3")
        assert loads(dumps(game.view(seat))) == twin.view(seat)


def test_e9_a_pending_choice_is_saved() -> None:
    """E9. A game that waits for the choice of a moon's shooter is read back waiting for that seat and nobody else, its totals
    untouched; with a history, undo goes back to before the last card, and that card asks again.
    """
    game = shot()
    twin = loads(dumps(game))
    assert (twin.phase, twin.to_act, twin.totals) == (hearts.Phase.CHOOSING_MOON, (0,), (0, 0, 0, 0))
    assert twin.view(0).choosing == 0
    for style, totals in (("old", (0, 26, 26, 26)), ("new", (-26, 0, 0, 0))):
        assert loads(dumps(twin.apply(hearts.ChooseMoon(0, style)))).totals == totals
    path = list(walk(hearts.new_game(game.variant, seed=7, hands=MOON), 1, shooters=(0,)))
    history = History(path[0])
    for state in path[1:53]:
        (trick,) = [state.deal.trick] if state.deal.trick and state.deal.trick.cards else state.deal.tricks[-1:]
        history = history.play(trick.cards[-1])
    assert history.game.phase is hearts.Phase.CHOOSING_MOON
    back = loads(dumps(history)).undo("card")
    assert (back.game.phase, back.game.totals) == (hearts.Phase.PLAYING, (0, 0, 0, 0))
    assert back.redo().game == history.game == back.play(back.game.legal_cards()[0]).game


def test_i3_what_an_onlooker_is_sent_holds_no_hand() -> None:
    """I3. The data of an onlooker's view has the open trick, the sizes of the hands and the totals; no hand, no pass and no
    seed, and hands only once the deal is over and where the house opens them.
    """
    game = after(passing(4), 6)
    data = to_data(game.view())
    assert data["trick"]["cards"] == [str(card) for trick in [game.deal.trick] if trick for card in trick.cards]
    assert (data["hand_sizes"], data["totals"]) == ([12, 11, 11, 12], [0, 0, 0, 0])
    assert {data[name] for name in ("seat", "hand", "dealt", "passed", "received", "opened")} == {None}
    assert not {"seed", "hands", "passes"} & data.keys()
    unseen = {str(card) for hand in game.deal.hands for card in hand}
    text = json.dumps({name: value for name, value in data.items() if name != "variant"})
    assert not [card for card in unseen if card in text]
    house = hearts.ViewOptions(open_finished=True)
    over = list(walk(game, 1))[-1]
    assert to_data(over.view())["opened"] is None
    assert to_data(over.view(options=house))["opened"] == [str(hand) for hand in over.deal.dealt]


# ---- single changes ----------------------------------------------------------------------------------------------------


def changed(data: Any, path: str, value: Any) -> Any:  # noqa: ANN401 - any plain data
    """A copy of data with the part at a path replaced, or left out where the value is the ellipsis."""
    data = json.loads(json.dumps(data))
    *way, last = (int(key) if key.isdigit() else key for key in path.split("."))
    part = data
    for key in way:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return data


SECOND: Final = to_data(after(list(walk(passing(4), 1))[-1].next_deal(), 0))
MIDWAY: Final = to_data(after(passing(4), 6))
HANDS: Final[list[str]] = MIDWAY["deal"]["hands"]

CHANGES: Final[list[tuple[str, Any, str]]] = [
    # H1: a card twice, a card dropped
    ("deal.hands.1", HANDS[1][:-2] + HANDS[0][:2], "deal.hands.1"),
    ("deal.hands.1", HANDS[1] + " " + HANDS[1][-2:], "deal.hands.1"),
    ("deal.hands.1", HANDS[1][3:], "deal.hands.1"),
    ("deal.hands", HANDS[:3], "deal.hands"),
    ("deal.hands", [*HANDS, ""], "deal.hands"),
    ("deal.tricks.1", "3: 9C 9C", "deal 1, trick 2"),
    # H2: no trick list, 51 cards, another version
    ("deal.tricks", ..., "deal.tricks"),
    ("deal.tricks.0", ..., "deal 1, trick 1"),
    ("deal.passes", ..., "deal.passes"),
    ("deal.passes.2", ..., "deal 1, trick 1"),
    ("deal.hands", ..., "deal.hands"),
    ("deal", ..., "deal"),
    ("deals", ..., "deals"),
    ("format", "hearts.game/0", "format"),
    ("format", ..., "format"),
    # keys that are missing or unknown
    *[(key, ..., key) for key in ("variant", "players", "first_dealer", "seed")],
    *[(f"variant.{key}", ..., f"variant.{key}") for key in ("name", "table", "values", "end.target", "values.QS")],
    *[(f"{key}extra", 1, f"{key}extra") for key in ("", "deal.", "variant.", "variant.end.", "variant.values.")],
    # wrong types
    *[("players", value, "players") for value in ("4", 4.0, True, None, [4], 2, 8, 9)],
    ("players", 5, "deal.hands"),
    *[("first_dealer", value, "first_dealer") for value in ("3", 3.0, False, None, 4, -1)],
    *[("seed", value, "seed") for value in (7, 7.0, None, True, "-7", "07", "7.0", "", str(2**256))],
    *[("deal.tricks", value, "deal.tricks") for value in (None, "3: 2C", {"a": 1}, 4)],
    *[("deal.tricks.0", value, "deal.tricks.0") for value in (None, 4, ["2C"], "2C 5C", "3: 2X", "9: 2C")],
    *[("deal.passes.0", value, "deal.passes.0") for value in (None, "AH QS KS", "0: AH", "0> AH AH AH")],
    *[("deal.moon", value, "deal.moon") for value in (True, "", "choice", "Old", 0)],
    ("deal.moon", "old", "deal 1, seat 3"),
    *[("variant.end.target", value, "variant.end.target") for value in ("100", 100.0, True, None, 0, 10**9)],
    # what cannot have been
    ("deal.passes.0", "0> 2C 3C 4C", "deal 1, seat 0"),
    ("deal.tricks.0", "0: 2C 4C AC 8C", "deal 1, trick 1"),
    ("deal.scores", [0, 0, 0, 0], "deal.scores"),
    ("deal.totals", [0, 0, 0, 0], "deal.totals"),
]


@pytest.mark.parametrize("place", range(len(CHANGES)))
def test_h1_h2_a_single_change_of_a_saved_game_is_refused(place: int) -> None:
    """H1, H2. A saved game in which a card is there twice or dropped, which lacks its tricks, its passes or anything else, is
    of another version, has a key that nothing reads, a value of a wrong type, or a play that was not legal, is refused with one
    fault that names the place; nothing is half read.
    """
    path, value, named = CHANGES[place]
    data = changed(MIDWAY, path, value)
    faults = faults_of(data)
    assert len(faults) == 1
    (found,) = faults
    assert found == named or found.startswith(f"{named},")
    with pytest.raises(RecordError) as caught:
        loads(json.dumps(data))
    assert [fault.path for fault in caught.value.faults] == [found]
    assert to_data(from_data(MIDWAY)) == MIDWAY


RESULTS: Final[list[tuple[str, Any, set[str]]]] = [
    ("deals.0.number", 2, {"deals.0.number"}),
    ("deals.0.dealer", 0, {"deals.0.dealer"}),
    ("deals.0.pass_offset", 3, {"deals.0.pass_offset"}),
    ("deals.0.points.0", 26, {"deals.0.points", "deals.0.scores"}),
    ("deals.0.points", [26, 0, 0], {"deals.0.points"}),
    ("deals.0.scores.0", 26, {"deals.0.scores"}),
    ("deals.0.totals.0", 26, {"deals.0.totals"}),
    ("deals.0.totals.0", "26", {"deals.0.totals.0"}),
    ("deals.0.totals", ..., {"deals.0.totals"}),
    ("deals.0.hearts_taken.0", 9, {"deals.0.hearts_taken"}),
    ("deals.0.moon", {"kind": "moon", "seat": 0, "seats": [0], "style": "choice"}, {"deals.0.moon.style"}),
    ("deals.0.moon", {"kind": "sun", "seat": 0, "seats": [0], "style": None}, {"deals.0.moon"}),
]


@pytest.mark.parametrize("place", range(len(RESULTS)))
def test_h2_earlier_deals_hold_together(place: int) -> None:
    """H2. A result of an earlier deal that does not fit the others, such as a total that is no sum, is refused at its place."""
    path, value, named = RESULTS[place]
    assert faults_of(changed(SECOND, path, value)).keys() == named


def told(data: Any) -> Any:  # noqa: ANN401 - any plain data
    """What a saved game or deal says, however it says it: without what is null, the passes in the order of the seats."""
    if isinstance(data, dict):
        kept = {key: told(value) for key, value in data.items() if value is not None}
        if "passes" in kept:
            kept["passes"] = sorted({text[0]: text for text in kept["passes"]}.values())
        return kept
    return [told(value) for value in data] if isinstance(data, list) else data


@given(games() | deals(), st.integers(0, 2**32))
def test_h1_any_single_change_is_refused_or_is_another_value(state: hearts.Game | hearts.Deal, number: int) -> None:
    """H1. Whatever part of a saved game or deal, its variant apart, is replaced, left out, doubled or put elsewhere: that is
    refused with a fault at a place, or it gives a value whose own data is just what was given, and which can be used.
    """
    plain = to_data(state)
    head = {key: plain.pop(key) for key in ("format", "variant")}
    rng = Random(number)
    for _ in range(12):
        given_data = head | change_data(plain, rng, texts=False)
        value = read_or_refuse(partial(from_data, given_data))
        if value is not None:
            assert told(to_data(value)) == told(given_data)
            use(value)


@given(games() | deals() | views() | variants() | any_actions(), st.integers(0, 2**32))
def test_whatever_is_changed_only_record_errors_come_of_it(value: Any, number: int) -> None:  # noqa: ANN401 - any value
    """Data with one or several changes in it, of whatever kind, gives a value that can be used, or a RecordError."""
    plain = to_data(value)
    rng = Random(number)
    for _ in range(8):
        given_data = plain
        for _ in range(rng.choice((1, 1, 2, 4))):
            given_data = change_data(given_data, rng) or plain
        read = read_or_refuse(partial(from_data, given_data))
        if read is not None:
            use(read)


@given(games(), st.integers(0, 2**32))
def test_whatever_is_changed_in_a_history_only_record_errors_come_of_it(game: hearts.Game, number: int) -> None:
    """The same holds for histories with branches, their records, and the events of a deal."""
    rng = Random(number)
    history = History(game)
    for state in list(walk(game, number))[:9]:
        if state.to_act:
            history = history.apply(choose(history.game, rng)) if history.game.to_act else history
    history = history.undo()
    if history.game.to_act:
        history = history.apply(history.game.legal_actions()[0])
    values: list[Any] = [history, rng.choice(hearts.events(game))]
    if len(game.deals) == game.deal.is_over:
        values.append(history.record({"place": "the club"}))
    for value in values:
        plain = to_data(value)
        for _ in range(6):
            read = read_or_refuse(partial(from_data, change_data(plain, rng)))
            if read is not None:
                use(read)


@given(games() | views(), st.integers(0, 2**32))
def test_whatever_is_changed_in_a_text_only_record_errors_come_of_it(
    value: hearts.Game | hearts.View, number: int
) -> None:
    """Text with characters changed, left out and put in gives a value that can be used, or a RecordError."""
    text = dumps(value)
    rng = Random(number)
    for _ in range(20):
        given_text = change_text(text, rng)
        read = read_or_refuse(partial(loads, given_text))
        if read is not None:
            use(read)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text() | st.floats(), st.lists, max_leaves=5))
def test_any_python_value_is_refused(part: Any) -> None:  # noqa: ANN401 - any value
    """Whatever stands in place of the data, of a part of it, or as one more key, is refused."""
    plain = to_data(passing(0))
    assert faults_of(part)
    for key in plain:
        fits = {"first_dealer": int, "seed": str, "deals": list}.get(key)
        if fits is None or type(part) is not fits:
            assert faults_of(plain | {key: part})
    assert faults_of(plain | {"more": part})
