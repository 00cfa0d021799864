"""Records as values: what they hold, what they cannot hold, and what of them is read from text."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from recordings import (
    MOON,
    SPLIT,
    TINY,
    cards,
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
from hearts import Card, CardSet, MoonStyle
from hearts.errors import CardError, HeartsError, RecordError, SeedError, SetupError
from hearts.records.history import History
from hearts.records.record import Record
from hearts.records.recorded import RecordedDeal, RecordedPass, RecordedTrick
from hearts.testing import card_sets
from hearts.testing import cards as any_cards

if TYPE_CHECKING:
    from collections.abc import Callable

RECORD = finished().record({"place": "at home"})

HUGE = 10**5000


class Text(str):
    """Text of a class of its own."""

    __slots__ = ()


# ---- tricks and passes ---------------------------------------------------------------------------------------------------


@given(st.integers(0, 7), st.lists(any_cards(), min_size=1, max_size=8))
def test_tricks_are_read_back_from_their_text(leader: int, played_cards: list[Card]) -> None:
    """A trick is written as its leader and its cards in the order of play, and reads back equal."""
    trick = RecordedTrick(leader, tuple(played_cards))
    assert trick.as_text() == f"{leader}: {' '.join(map(str, played_cards))}"
    assert RecordedTrick.of_text(trick.as_text()) == trick


@given(st.integers(0, 7), card_sets())
def test_passes_are_read_back_from_their_text(seat: int, chosen_cards: CardSet) -> None:
    """A pass is written as its seat and its cards in ascending order, and reads back equal; it may be of no card."""
    chosen_pass = RecordedPass(seat, chosen_cards)
    assert chosen_pass.as_text() == f"{seat}> {chosen_cards}".strip()
    assert RecordedPass.of_text(chosen_pass.as_text()) == chosen_pass
    assert chosen_pass.action == hearts.PassCards(seat, chosen_cards)


BAD_TEXTS = [
    "",
    ":",
    ">",
    "2C",
    "3",
    "3:",
    "3: ",
    "8: 2C",
    "9> 2C",
    "33: 2C",
    ": 2C",
    "> 2C",
    "-1: 2C",
    "\u0663: 2C",
    "\u00b2: 2C",
    "\u00b2> 2C",
    "3: 2C XX",
    "3> 2C XX",
    "3> 2C 2C",
    "3: 2C 3C 4C 5C 6C 7C 8C 9C TC",
    "3: 2C\x00",
    "3: \ud800",
    "3: " + "2C " * 50_000,
    "3" * 10_000 + ": 2C",
    "3; 2C",
]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=range(len(BAD_TEXTS)))
def test_other_text_is_no_trick_and_no_pass(text: str) -> None:
    """Text that is not of the form is refused: with the error of a card where there is something else in the place of one."""
    for read in (RecordedTrick.of_text, RecordedPass.of_text):
        if read == RecordedPass.of_text and text == ">":
            continue
        with pytest.raises(ValueError):  # noqa: PT011 - the reader of a whole puts the words to it
            read(text)


@given(st.text(max_size=12) | st.text("0123: >2CQSX,", max_size=12))
@example("0>")
def test_reading_a_trick_or_a_pass_never_fails_otherwise(text: str) -> None:
    """Whatever the text, a trick and a pass are read from it or a ValueError is raised; what is read writes text that reads
    back.
    """
    for kind in (RecordedTrick, RecordedPass):
        try:
            value = kind.of_text(text)
        except ValueError:
            continue
        assert kind.of_text(value.as_text()) == value


def test_a_card_that_is_none_says_so() -> None:
    """What stands in the place of a card and is none is named by the error."""
    for read in (RecordedTrick.of_text, RecordedPass.of_text):
        with pytest.raises(CardError, match="'XX' is not a card"):
            read("3: XX" if read == RecordedTrick.of_text else "3> XX")


# ---- values --------------------------------------------------------------------------------------------------------------

BAD_PARTS: list[tuple[str, Callable[[], object]]] = [
    ("leader", lambda: RecordedTrick(leader=True, cards=cards("2C"))),
    ("leader", lambda: RecordedTrick("0", cards("2C"))),  # type: ignore[arg-type]
    ("leader", lambda: RecordedTrick(8, cards("2C"))),
    ("leader", lambda: RecordedTrick(-1, cards("2C"))),
    ("leader", lambda: RecordedTrick(HUGE, cards("2C"))),
    ("leader", lambda: RecordedTrick(None, cards("2C"))),  # type: ignore[arg-type]
    ("leader", lambda: RecordedTrick(Card("2C"), cards("2C"))),
    ("cards", lambda: RecordedTrick(0, ())),
    ("cards", lambda: RecordedTrick(0, cards("2C 3C 4C 5C 6C 7C 8C 9C TC"))),
    ("cards", lambda: RecordedTrick(0, "2C 3C")),  # type: ignore[arg-type]
    ("cards", lambda: RecordedTrick(0, list(cards("2C 3C")))),  # type: ignore[arg-type]
    ("cards", lambda: RecordedTrick(0, CardSet("2C 3C"))),
    ("cards", lambda: RecordedTrick(0, ("2C", "3C"))),  # type: ignore[arg-type]
    ("cards", lambda: RecordedTrick(0, (0, 1))),  # type: ignore[arg-type]
    ("cards", lambda: RecordedTrick(0, None)),  # type: ignore[arg-type]
    ("seat", lambda: RecordedPass(seat=True, cards=CardSet("2C"))),
    ("seat", lambda: RecordedPass(8, CardSet("2C"))),
    ("seat", lambda: RecordedPass("0", CardSet("2C"))),  # type: ignore[arg-type]
    ("seat", lambda: RecordedPass(0.0, CardSet("2C"))),  # type: ignore[arg-type]
    ("cards", lambda: RecordedPass(0, "2C")),  # type: ignore[arg-type]
    ("cards", lambda: RecordedPass(0, cards("2C"))),  # type: ignore[arg-type]
    ("cards", lambda: RecordedPass(0, None)),  # type: ignore[arg-type]
    ("hands", lambda: RecordedDeal(hands=[CardSet("2C")])),  # type: ignore[arg-type]
    ("hands", lambda: RecordedDeal(hands=("2C",))),  # type: ignore[arg-type]
    ("hands", lambda: RecordedDeal(hands="2C")),  # type: ignore[arg-type]
    ("passes", lambda: RecordedDeal(passes=None)),  # type: ignore[arg-type]
    ("passes", lambda: RecordedDeal(passes=("0> 2C",))),  # type: ignore[arg-type]
    ("passes", lambda: RecordedDeal(passes=[*passes("0> 2C")])),  # type: ignore[arg-type]
    ("passes", lambda: RecordedDeal(passes=(hearts.PassCards(0, "2C"),))),  # type: ignore[arg-type]
    ("tricks", lambda: RecordedDeal(tricks=None)),  # type: ignore[arg-type]
    ("tricks", lambda: RecordedDeal(tricks="0: 2C")),  # type: ignore[arg-type]
    ("tricks", lambda: RecordedDeal(tricks=("0: 2C",))),  # type: ignore[arg-type]
    ("tricks", lambda: RecordedDeal(tricks=iter(tricks("0: 2C")))),  # type: ignore[arg-type]
    ("tricks", lambda: RecordedDeal(tricks=(None,))),  # type: ignore[arg-type]
    ("moon", lambda: RecordedDeal(moon="choice")),
    ("moon", lambda: RecordedDeal(moon=MoonStyle.NONE)),
    ("moon", lambda: RecordedDeal(moon="")),
    ("moon", lambda: RecordedDeal(moon=1)),  # type: ignore[arg-type]
    ("moon", lambda: RecordedDeal(moon=["old"])),  # type: ignore[arg-type]
    ("scores", lambda: RecordedDeal(scores=[1, 2, 3])),  # type: ignore[arg-type]
    ("scores", lambda: RecordedDeal(scores=(1, True, 3))),
    ("scores", lambda: RecordedDeal(scores=(1, 2.0, 3))),  # type: ignore[arg-type]
    ("scores", lambda: RecordedDeal(scores=("1", "2"))),  # type: ignore[arg-type]
    ("scores", lambda: RecordedDeal(scores=(HUGE,))),
    ("scores", lambda: RecordedDeal(scores=5)),  # type: ignore[arg-type]
    ("totals", lambda: RecordedDeal(totals=(1, None))),  # type: ignore[arg-type]
    ("totals", lambda: RecordedDeal(totals=(-HUGE,))),
    ("totals", lambda: RecordedDeal(totals={1: 2})),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("where", "make"), BAD_PARTS, ids=range(len(BAD_PARTS)))
def test_parts_of_another_kind_are_refused(where: str, make: Callable[[], object]) -> None:
    """What is not of its kind cannot be in a recorded deal, trick or pass, and the error says where."""
    with pytest.raises(SetupError) as caught:
        make()
    assert caught.value.where == where
    assert "expected" in str(caught.value)


BAD_FIELDS: list[tuple[str, dict[str, Any]]] = [
    ("variant", {"variant": "tiny"}),
    ("variant", {"variant": None}),
    ("players", {"players": True}),
    ("players", {"players": "3"}),
    ("players", {"players": 3.0}),
    ("players", {"players": None}),
    ("players", {"players": 4}),
    ("players", {"players": HUGE}),
    ("first_dealer", {"first_dealer": 3}),
    ("first_dealer", {"first_dealer": -1}),
    ("first_dealer", {"first_dealer": True}),
    ("first_dealer", {"first_dealer": "0"}),
    ("scheme", {"scheme": "hearts-deal-0"}),
    ("scheme", {"scheme": None}),
    ("scheme", {"scheme": 1}),
    ("scheme", {"scheme": ["hearts-deal-1"]}),
    ("scheme", {"seed": None}),
    ("deals", {"deals": ()}),
    ("deals", {"deals": None}),
    ("deals", {"deals": [*RECORD.deals]}),
    ("deals", {"deals": (None,)}),
    ("deals", {"deals": RECORD.deals[0]}),
    ("deals", {"deals": ({"tricks": []},)}),
    ("deals", {"deals": "deal"}),
    ("winners", {"winners": [2]}),
    ("winners", {"winners": 2}),
    ("winners", {"winners": None}),
    ("winners", {"winners": "2"}),
    ("winners", {"winners": (True,)}),
    ("winners", {"winners": ("2",)}),
    ("winners", {"winners": (3,)}),
    ("winners", {"winners": (-1,)}),
    ("winners", {"winners": (HUGE,)}),
    ("tags", {"tags": None}),
    ("tags", {"tags": 5}),
    ("tags", {"tags": "place"}),
    ("tags", {"tags": {"place": 5}}),
    ("tags", {"tags": {5: "place"}}),
    ("tags", {"tags": {1: "a", "b": "c"}}),
    ("tags", {"tags": {"place": None}}),
    ("tags", {"tags": [("place", "here")]}),
    ("tags", {"tags": (("place",),)}),
    ("tags", {"tags": (("place", "here", "there"),)}),
    ("tags", {"tags": (["place", "here"],)}),
    ("tags", {"tags": ("ab",)}),
    ("tags", {"tags": (("place", "here"), ("place", "there"))}),
    ("tags", {"tags": {str(number): "" for number in range(101)}}),
    ("tags", {"tags": {"x" * 1001: ""}}),
    ("tags", {"tags": {"": "x" * 1001}}),
]


@pytest.mark.parametrize(("where", "changes"), BAD_FIELDS, ids=range(len(BAD_FIELDS)))
def test_fields_of_another_kind_are_refused(where: str, changes: dict[str, Any]) -> None:
    """What nothing could be replayed from cannot be in a record, and the error says where."""
    with pytest.raises(SetupError) as caught:
        attrs.evolve(RECORD, **changes)
    assert caught.value.where == where


@pytest.mark.parametrize("seed", [True, "7", 7.0, -1, 1 << 256, HUGE, [7], b"7"], ids=range(8))
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:  # noqa: ANN401 - anything but a seed
    """A seed is a whole number from 0 to 2**256 - 1, as everywhere."""
    with pytest.raises(SeedError):
        attrs.evolve(RECORD, seed=seed)


@given(
    st.sampled_from(sorted({name for name, _ in BAD_FIELDS} | {"seed"})),
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.lists(st.integers())
    | st.tuples(st.none() | st.text() | st.integers())
    | st.dictionaries(st.integers() | st.text(), st.text()),
)
def test_nothing_in_the_place_of_a_field_fails_otherwise(name: str, value: object) -> None:
    """Whatever is put in the place of a field of a record, it is refused with an error of the library, or the record replays
    to an end or to a fault.
    """
    changes: dict[str, Any] = {name: value}
    try:
        record = attrs.evolve(RECORD, **changes)
    except HeartsError:
        return
    replayed = record.replay()
    assert replayed.fault is not None or replayed.game == record.resume()


def test_a_moon_may_be_named_by_its_text() -> None:
    """The choice of a moon is given as its style or as the text of it, and held as the style."""
    for style in MoonStyle.OLD, MoonStyle.NEW:
        deal = RecordedDeal(moon=style.value)
        assert deal.moon is style
        assert deal == RecordedDeal(moon=style)
    assert RecordedDeal().moon is None


def test_tags_are_a_value() -> None:
    """Tags are given as a dict, or as pairs, and held in the order of their keys, so that their order makes no difference."""
    one = attrs.evolve(RECORD, tags={"b": "2", "a": "1", "": Text("3")})
    assert one.tags == (("", "3"), ("a", "1"), ("b", "2"))
    assert one == attrs.evolve(RECORD, tags=one.tags[::-1])
    assert hash(one) == hash(attrs.evolve(RECORD, tags=dict(one.tags)))
    assert one != RECORD
    assert attrs.evolve(RECORD, tags={"x" * 1000: "y" * 1000}).tags
    assert len(attrs.evolve(RECORD, tags={str(number): "" for number in range(100)}).tags) == 100


def test_records_are_values() -> None:
    """Records are compared, hashed, copied and pickled by what they say, and cannot be changed."""
    twin = finished().record({"place": "at home"})
    assert twin is not RECORD
    assert (twin, hash(twin)) == (RECORD, hash(RECORD))
    parts: list[object] = [RECORD, RECORD.deals[0], RECORD.deals[0].tricks[0], passing().record().deals[0].passes[0]]
    for value in [*parts, RECORD.replay(), with_deal(RECORD, moon=None).replay(), *RECORD.moments()]:
        for duplicate in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert duplicate == value
            assert hash(duplicate) == hash(value)
            assert type(duplicate) is type(value)
        for name in [*(name for name in dir(value) if not name.startswith("__")), "something_new"]:
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, None)
    assert len({*RECORD.deals, *twin.deals}) == 2
    assert attrs.evolve(RECORD, winners=()) != RECORD


def test_a_record_shown_does_not_show_its_seed() -> None:
    """The repr of a record names the variant and hides the seed, which gives away hands to come."""
    record = attrs.evolve(RECORD, seed=123456789)
    assert "123456789" not in repr(record)
    assert "variant='tiny'" in repr(record)


# ---- what it is made from ------------------------------------------------------------------------------------------------


def test_a_deal_is_recorded_wherever_it_stands() -> None:
    """Of a deal are recorded its hands, passes and tricks, the open one included; a choice, scores and totals once there are
    any.
    """
    deal = passing().game.deal
    assert RecordedDeal.of_deal(deal) == RecordedDeal(hands=deal.dealt, passes=passes("0> 2C", "1> 3C", "2> 4C"))
    mind = [hearts.PassCards(1, "3H"), hearts.PassCards(1, "3C")]
    assert RecordedDeal.of_deal(deal, mind).passes == passes("1> 3H", "1> 3C")
    assert RecordedDeal.of_deal(deal, ()).passes == ()
    deal = played(tiny(), "2C 3C 4C 4H").game.deal
    assert RecordedDeal.of_deal(deal).tricks == tricks("0: 2C 3C 4C", "2: 4H")
    recorded = RecordedDeal.of_deal(waiting().game.deal)
    assert (recorded.moon, recorded.scores, recorded.totals) == (None, None, None)
    recorded = RecordedDeal.of_deal(chosen("new").game.deal)
    assert (recorded.moon, recorded.scores, recorded.totals) == (MoonStyle.NEW, (0, 0, -10), (0, 0, -10))
    settled = RecordedDeal.of_deal(played(tiny(moon={"style": "old"}), MOON).game.deal)
    assert (settled.moon, settled.scores) == (None, (10, 10, 0))


def test_a_record_can_be_made_by_hand() -> None:
    """A record that is put together from its parts replays, and is the one that the same game gives."""
    record = Record(
        variant=TINY,
        players=3,
        first_dealer=2,
        deals=(
            RecordedDeal(
                hands=tuple(map(CardSet, SPLIT)),
                tricks=tricks("0: 2C 4C 3H", "1: 2H 4H 3C"),
                scores=(0, 1, 2),
                totals=(0, 1, 2),
            ),
        ),
    )
    assert record.replay().fault is None
    assert record == played(tiny(*SPLIT), "2C 4C 3H 2H 4H 3C").record().without_seed()


def test_hands_may_be_told_twice() -> None:
    """A record may tell the hands of a deal that its seed tells as well; what is recorded of its game tells them once."""
    record = History(hearts.new_game(TINY, seed=7)).record()
    twice = with_deal(record, hands=record.hands_of(1))
    assert twice != record
    assert twice.resume() == record.resume()
    assert History.of_record(twice).record() == record


def test_the_hands_of_a_deal_are_found() -> None:
    """The hands of a deal are those recorded, or those of the seed, or none; and there are none of a deal that is not there."""
    record = History(hearts.new_game(TINY, seed=7)).record()
    assert record.deals[0].hands is None
    assert record.hands_of(1) == hearts.deal_hands(TINY, seed=7)
    given = RECORD.hands_of(2)
    assert given == RECORD.deals[1].hands
    assert with_deal(RECORD.without_seed(), 2, hands=None).hands_of(2) is None
    for number in (0, 3, -1, True, "1", 1.0, None, HUGE):
        with pytest.raises(SetupError) as caught:
            RECORD.hands_of(number)  # type: ignore[arg-type]
        assert caught.value.where == "number"


def test_a_record_without_its_seed_holds_every_hand() -> None:
    """Taking the seed out puts the hands of the deals in, changes nothing else, and is done once."""
    record = History(hearts.new_game(TINY, seed=7)).record({"place": "at home"})
    open_record = record.without_seed()
    assert (open_record.seed, open_record.scheme) == (None, None)
    assert open_record.deals[0].hands == hearts.deal_hands(TINY, seed=7)
    assert attrs.evolve(open_record, seed=7, scheme=record.scheme, deals=record.deals) == record
    assert open_record.without_seed() is open_record
    games = [open_record.resume() for _ in range(2)]
    assert games[0].deal == games[1].deal == record.resume().deal
    assert games[0].seed != games[1].seed, "what is dealt next follows from nothing that was shown"


def test_a_record_that_is_wrong_cannot_be_resumed() -> None:
    """A record with anything wrong gives no game to play on: the error names what is wrong, as the replay does."""
    assert RECORD.resume() == finished().game
    wrong = with_deal(RECORD, 2, scores=(0, 0, 0))
    for read in (wrong.resume, lambda: History.of_record(wrong)):
        with pytest.raises(RecordError) as caught:
            read()
        assert (caught.value.source, [*map(str, caught.value.faults)]) == (
            "record",
            ["deal 2: the scores are 0 0 0; expected 10 10 0"],
        )


def test_hands_of_nobody_are_not_those_of_the_seed() -> None:
    """A deal with an empty row of hands has no others: a replay, the referee and the record without its seed all say so."""
    record = hearts.History(hearts.new_game("standard", seed=7)).record()
    empty = attrs.evolve(record, deals=(attrs.evolve(record.deals[0], hands=()),))
    assert empty.hands_of(1) == ()
    assert empty.replay().fault is not None
    assert empty.without_seed().replay().fault is not None
    assert not empty.referee().is_clean


def test_no_record_is_endless() -> None:
    """A record has a bound of deals, so that to replay what somebody sends ends soon."""
    record = hearts.History(hearts.new_game("standard", seed=7)).record()
    with pytest.raises(SetupError, match="expected at most 10000"):
        attrs.evolve(record, deals=record.deals * 10_001)


@pytest.mark.parametrize("text", ["8: JC KS AS", "0 JC KS AS", "", "0:", "0: " + "2C " * 9])
def test_a_trick_in_another_form(text: str) -> None:
    """A trick that somebody has typed in another form is refused with the place and what would be right."""
    with pytest.raises(hearts.NotationError, match=r"line 1, column \d: .*; expected "):
        RecordedTrick.of_text(text)


def test_what_is_no_text_or_no_deal() -> None:
    """Something of another type is refused by the library's own error."""
    with pytest.raises(SetupError, match="expected text"):
        RecordedPass.of_text(None)  # type: ignore[arg-type]  # on purpose
    game = hearts.new_game("standard", seed=7)
    with pytest.raises(SetupError, match="expected a Deal"):
        RecordedDeal.of_deal(game)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(SetupError, match="expected PassCards"):
        RecordedDeal.of_deal(game.deal, [1])  # type: ignore[list-item]  # on purpose
