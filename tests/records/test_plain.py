"""Strict reading by the fields and types of classes: each type takes its own form, and says of all else where it is."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.errors import CardError, HeartsError, RecordError, SetupError
from hearts.records.plain import (
    FAR,
    LONGEST_TAG,
    MOST_TAGS,
    Inline,
    Players,
    Seat,
    Seed,
    Tags,
    Total,
    as_fault,
    fields_of,
    is_required,
    plain,
    read_as,
)
from hearts.records.recorded import RecordedPass, RecordedTrick
from hearts.records.variant_shape import LONGEST_VARIANT, read_variant
from hearts.testing import card_sets
from hearts.variant.reading import Mismatch
from hearts.variant.sections import SECTIONS, MoonStyle

NONE: Final = hearts.CardSet()


class Colour(StrEnum):
    """A word."""

    RED = "red"
    BLUE = "blue"


@attrs.frozen
class Inner:
    """A part of a whole."""

    seat: Seat
    cards: hearts.CardSet = NONE


@attrs.frozen(kw_only=True)
class Whole:
    """A value with a field of each type."""

    flag: bool
    number: int = 0
    seat: Seat = 0
    total: Total = 0
    players: Players = 4
    seed: Seed | None = None
    text: str = ""
    colour: Colour = Colour.RED
    style: MoonStyle | None = None
    card: hearts.Card | None = None
    trick: RecordedTrick | None = None
    inner: Inner | None = None
    many: tuple[Inner, ...] = ()
    tags: Tags = ()
    made: int = attrs.field(init=False, default=7)

    def __attrs_post_init__(self) -> None:
        """Refuse a number, as classes do."""
        if self.number == 13:
            raise SetupError("many[3]", "it is 13: expected another number")
        if self.number == 14:
            raise CardError("14 is no card", text="14")


def faults_of(data: object, kind: Any = Whole) -> list[tuple[str, str, str]]:  # noqa: ANN401 - a type
    """The faults of data that is refused, as path, problem and what would be right."""
    with pytest.raises(RecordError) as caught:
        read_as(data, kind, "test")
    assert caught.value.source == "test"
    return [(fault.path, fault.problem, fault.expected) for fault in caught.value.faults]


# ---- types -------------------------------------------------------------------------------------------------------------

GOOD: Final[dict[str, list[tuple[object, object]]]] = {
    "flag": [(True, True), (False, False)],
    "number": [(0, 0), (-FAR, -FAR), (FAR, FAR)],
    "seat": [(0, 0), (7, 7)],
    "total": [(-FAR, -FAR), (FAR, FAR)],
    "players": [(3, 3), (8, 8)],
    "seed": [(None, None), ("0", 0), (str(2**256 - 1), 2**256 - 1)],
    "text": [("", ""), ("♠", "♠")],
    "colour": [("blue", Colour.BLUE)],
    "style": [(None, None), ("old", MoonStyle.OLD), ("new", MoonStyle.NEW)],
    "card": [("QS", hearts.Card("QS")), ("10s", hearts.Card("TS"))],
    "trick": [("3: 2C 5C", RecordedTrick(3, (hearts.Card("2C"), hearts.Card("5C"))))],
    "inner": [({"seat": 1, "cards": "KS, qs"}, Inner(1, hearts.CardSet("QS KS"))), ({"seat": 1}, Inner(1))],
    "many": [([], ()), (({"seat": 1},), (Inner(1),))],
    "tags": [({}, ()), ({"b": "2", "a": "1"}, (("a", "1"), ("b", "2")))],
}


@pytest.mark.parametrize("name", GOOD)
def test_each_type_reads_its_own_form(name: str) -> None:
    """Each type is read from its own form, at both ends of its range, and any mapping does for a table."""
    for data, value in GOOD[name]:
        given_data = {"flag": True, "many": [], name: data}
        for table in (given_data, MappingProxyType(given_data)):
            assert getattr(read_as(table, Whole, "test"), name) == value


WHOLE: Final = "a whole number"
LIKE: Final[list[object]] = [None, True, "4", 4.0, [], {}, hearts.Card(4)]
"""What is no whole number."""

BAD: Final[list[tuple[str, str, list[object]]]] = [
    ("flag", "true or false", [None, 0, 1, "true", []]),
    ("number", WHOLE, LIKE),
    ("number", f"{WHOLE} from {-FAR} to {FAR}", [FAR + 1, -FAR - 1, 10**5000]),
    ("seat", WHOLE, LIKE),
    ("seat", f"{WHOLE} from 0 to 7", [8, -1]),
    ("players", f"{WHOLE} from 3 to 8", [2, 9]),
    (
        "seed",
        "a whole number from 0 to 2**256 - 1 as text, in decimal",
        [7, 7.0, True, "", "-1", "007", "+7", " 7", "7 "],
    ),
    (
        "seed",
        "a whole number from 0 to 2**256 - 1 as text, in decimal",
        ["²", "٧", "0x7", str(2**256), "9" * 78, "9" * 99, []],
    ),
    ("text", "text", [None, 4, b"text", ["text"]]),
    ("colour", 'one of "red", "blue"', [None, "RED", "green", "", 0, ["red"]]),
    ("style", '"old" or "new"', ["choice", "auto", "none", "OLD", "", 0, True, ["old"]]),
    ("card", 'a card such as "QS"', ["", "1S", "QS KS", "ＱS", 50, True, ["QS"], "Q" * 10**6]),
    (
        "trick",
        'text such as "3: 2C 5C KC AC"',
        [3, ["3: 2C"], "", "3:", "2C", "8: 2C", "٣: 2C", "3: 2X", "3; 2C", "-1: 2C"],
    ),
    ("trick", 'text such as "3: 2C 5C KC AC"', ["3: 2C 3C 4C 5C 6C 7C 8C 9C TC", "3: " + "2C " * 10**5]),
    (
        "tags",
        f"a table of at most {MOST_TAGS} short texts",
        [None, [], "text", {str(n): "" for n in range(MOST_TAGS + 1)}],
    ),
    ("many", "a list", [None, {}, "text", 4]),
    ("inner", "a table with the keys seat, cards", [[], "text", 4, True]),
]


@pytest.mark.parametrize("row", range(len(BAD)))
def test_each_type_refuses_what_is_only_like_it(row: int) -> None:
    """Nothing is coerced: no true for 1, no "4" for 4, no 4.0, no null, no digits of other scripts; what is out of range is
    refused too, and the fault names the place and what would be right.
    """
    name, wanted, values = BAD[row]
    for value in values:
        ((path, problem, expected),) = faults_of({"flag": True, "many": [], name: value})
        assert (path, expected) == (name, wanted)
        assert 0 < len(problem) < 300


@pytest.mark.parametrize(
    ("tags", "path"),
    [
        ({"a": 1}, "tags.a"),
        ({1: "a"}, "tags.1"),
        ({"a": "x" * (LONGEST_TAG + 1)}, "tags.a"),
        ({"x" * (LONGEST_TAG + 1): "a"}, "tags.'" + "x" * 76 + "..."),
    ],
)
def test_tags_are_short_texts(tags: dict[object, object], path: str) -> None:
    """Tags are text for text, neither too long; one that is not is named."""
    ((where, _, expected),) = faults_of({"flag": True, "many": [], "tags": tags})
    assert (where, expected) == (path, f"text of at most {LONGEST_TAG} characters")


def test_text_is_unicode() -> None:
    """Text with a lone surrogate, which no file can hold, is refused wherever it stands: it could not be written again."""
    wanted = "text that UTF-8 can hold"
    for name, value, path in (
        ("text", "a\ud800", "text"),
        ("tags", {"a": "\udfff"}, "tags.a"),
        ("tags", {"\ud800": "a"}, r"tags.'\ud800'"),
    ):
        assert [fault[::2] for fault in faults_of({"flag": True, "many": [], name: value})] == [(path, wanted)]
    for key, bad in (
        ("name", "\ud800"),
        ("title", {"en": "\ud800"}),
        ("summary", {"\ud800": "a"}),
        ("notes", ["a", "\ud800"]),
    ):
        assert variant_faults(VARIANT.to_data() | {key: bad}) == [(key, "it holds a lone surrogate")]


def test_cards_are_text() -> None:
    """Sets of cards are text with each card once."""
    faults = faults_of(
        {"flag": True, "many": [{"seat": 0, "cards": cards} for cards in (["QS"], 7, None, "QS QS", "QS XX", "QSKS")]}
    )
    assert [path for path, _, _ in faults] == [f"many.{index}.cards" for index in range(6)]
    assert {expected for _, _, expected in faults} == {'cards as text, such as "QS KS"'}


# ---- tables ------------------------------------------------------------------------------------------------------------


def test_every_fault_is_told_at_once() -> None:
    """All faults are told together, each with its path: unknown keys with the nearest ones, missing ones, and values within
    lists within tables.
    """
    data = {
        "fleg": True,
        "number": "4",
        "inner": {"seat": 9, "card": "QS"},
        "many": [{"seat": 0}, {}, {"seat": None}],
        7: 1,
    }
    assert faults_of(data) == [
        ("fleg", "nothing reads this key", "one of flag"),
        ("number", "it is the text '4'", "a whole number"),
        ("inner.seat", "it is 9", "a whole number from 0 to 7"),
        ("inner.card", "nothing reads this key", "one of cards"),
        ("many.1.seat", "it is missing", "that key"),
        ("many.2.seat", "it is None", "a whole number"),
        ("7", "nothing reads this key", "one of " + ", ".join(fields_of(Whole))),
        ("flag", "it is missing", "that key"),
    ]


def test_only_so_many_faults_are_told() -> None:
    """However much is wrong, 20 faults are told."""
    assert len(faults_of({"flag": True, "many": [4] * 1000})) == 20
    assert len(faults_of({str(number): 0 for number in range(1000)})) == 20
    assert len(faults_of({"flag": True, "many": [{str(number): 0 for number in range(30)}] * 30})) == 20


def test_any_key_can_be_shown() -> None:
    """A key that is no plain word is quoted and cut in the path, so that the error can be shown anywhere."""
    for key in ("\ud800", "a b", "x" * 10**6, "", 10**5000, None, ("a", "b"), float("nan")):
        path, problem, _ = faults_of({"flag": True, "many": [], key: 1})[0]
        assert problem == "nothing reads this key"
        path.encode()
        assert 0 < len(path) <= 80


def test_what_the_class_refuses_is_told_by_its_place() -> None:
    """What a class says of its values is told at the place that it names, and at the value itself where it names none."""
    assert faults_of({"flag": True, "many": [], "number": 13}) == [("many.3", "it is 13", "another number")]
    ((path, problem, _),) = faults_of({"flag": True, "many": [], "number": 14})
    assert (path, problem) == ("test", "14 is no card")


def test_a_table_that_is_none_is_told_by_the_source() -> None:
    """Where the whole is of a wrong kind, the path is the source."""
    ((path, problem, expected),) = faults_of(["flag"])
    assert (path, problem) == ("test", "it is ['flag']")
    assert expected == "a table with the keys " + ", ".join(name for name in fields_of(Whole))


def test_what_must_be_there() -> None:
    """Fields without a default must be there, and so must lists, even where they are empty; fields that the class works out are
    no fields of the data.
    """
    fields = fields_of(Whole)
    assert [name for name, field in fields.items() if is_required(field)] == ["flag", "many"]
    assert "made" not in fields


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (SetupError("hands[2]", "it has 12 cards: expected 13"), ("deal.hands.2", "it has 12 cards", "13")),
        (SetupError("dealer", "that is odd"), ("deal.dealer", "that is odd", "parts that fit together")),
        (HeartsError("it is bad: expected good: or better"), ("here", "it is bad", "good: or better")),
    ],
)
def test_errors_become_faults(error: HeartsError, fault: tuple[str, str, str]) -> None:
    """An error becomes a fault: its place the path, and what it expected apart."""
    found = as_fault(error, "here", "deal.")
    assert (found.path, found.problem, found.expected) == fault


# ---- writing -----------------------------------------------------------------------------------------------------------


def test_what_is_as_by_default_is_left_out() -> None:
    """A value is written with what must be there, and with what differs from its default; seeds are text, sets are in order."""
    assert plain(Whole(flag=False)) == {"flag": False, "many": []}
    whole = Whole(
        flag=True,
        seed=2**255,
        style=MoonStyle.NEW,
        card=hearts.Card("QS"),
        trick=RecordedTrick(0, (hearts.Card("2C"),)),
        many=(Inner(1, hearts.CardSet("KS QS")),),
        tags=(("a", "b"),),
    )
    data = plain(whole)
    assert data == {
        "flag": True,
        "seed": str(2**255),
        "style": "new",
        "card": "QS",
        "trick": "0: 2C",
        "many": [{"seat": 1, "cards": "QS KS"}],
        "tags": {"a": "b"},
    }
    assert read_as(data, Whole, "test") == whole


@given(st.builds(Inner, st.integers(0, 7), card_sets()))
def test_what_is_written_is_read(inner: Inner) -> None:
    """A value of fields reads back equal."""
    assert read_as(plain(inner), Inner, "test") == inner


def test_short_texts_say_how_they_are_read() -> None:
    """The base of short texts leaves both ways to its classes; of these, each writes what it reads."""
    with pytest.raises(NotImplementedError):
        Inline().as_text()
    with pytest.raises(NotImplementedError):
        Inline.of_text("0> QS")
    for kind, text in ((RecordedPass, "0> AH QS KS"), (RecordedPass, "7>"), (RecordedTrick, "3: 2C 5C KC AC")):
        assert kind.of_text(text).as_text() == text


# ---- variants ----------------------------------------------------------------------------------------------------------

VARIANT: Final = hearts.load_variant("omnibus")


def variant_faults(data: object) -> list[tuple[str, str]]:
    """The faults of a variant's data that is refused, as path and problem."""
    with pytest.raises(Mismatch) as caught:
        read_variant(data)
    return [(".".join(path), problem) for path, problem, _ in caught.value.faults]


@pytest.mark.parametrize("key", ["name", "sources", *SECTIONS])
def test_a_variant_is_in_full(key: str) -> None:
    """A heading, section or setting that is left out is missing: it would be read as in the standard game."""
    data = VARIANT.to_data()
    del data[key]
    assert variant_faults(data) == [(key, "it is missing")]
    if key in SECTIONS:
        data = VARIANT.to_data()
        settings = [setting for setting in data[key] if not (key == "values" and setting == "JD")]
        for setting in settings:
            lacking = data | {key: {name: value for name, value in data[key].items() if name != setting}}
            assert variant_faults(lacking) == [(f"{key}.{setting}", "it is missing")]


def test_a_variant_is_of_tables_with_text_as_keys() -> None:
    """A variant is a table of tables with text as keys, and nothing that only Python can say."""
    data = VARIANT.to_data()
    assert variant_faults([]) == [("", "it is []")]
    assert variant_faults(data | {7: 7}) == [("", "it has a key that is not text")]
    assert variant_faults(data | {"end": data["end"] | {10**5000: 7}}) == [("", "it has a key that is not text")]
    assert variant_faults(data | {"sources": 7, "notes": [7]})[0][0] == "sources"
    assert ("end", "it is []") in variant_faults(data | {"end": []})
    assert variant_faults(data | {"end": VARIANT.end})[0][0] == "end"
    assert variant_faults(data | {"end": data["end"] | {"target": 10**5000}})[0][0] == "end.target"
    assert variant_faults(data | {"end": data["end"] | {"a b\ud800": 1}})[0][0] == r"'end.a b\ud800'"
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    assert variant_faults(data | {"notes": nested})[0][0].startswith("notes")


def test_a_variant_has_a_size() -> None:
    """A variant of too many characters is neither read nor written; one that is just small enough is both."""
    room = LONGEST_VARIANT - len(repr(VARIANT.evolve(notes=[""]).to_data()))
    fits, large = (VARIANT.evolve(notes=["x" * count]) for count in (room, room + 1))
    assert read_variant(plain(fits)) == fits
    with pytest.raises(RecordError, match="it is too large"):
        plain(large)
    assert variant_faults(large.to_data()) == [("", "it is too large")]


def test_variants_are_read_once() -> None:
    """Equal data gives the same variant while it is remembered; many variants do not fill the memory."""
    data = VARIANT.to_data()
    assert read_variant(data) is read_variant(VARIANT.to_data())
    assert read_as(data, hearts.Variant, "test") is read_variant(data)
    assert read_variant(MappingProxyType(data)) == VARIANT
    for number in range(100):
        assert read_variant(VARIANT.evolve(name=f"v{number}").to_data()).name == f"v{number}"
    assert read_variant(data) == VARIANT
