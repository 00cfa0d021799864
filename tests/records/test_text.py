"""JSON text and plain data: what is read, what is refused and where, and that what is written is read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import hearts
from hearts.errors import RecordError
from hearts.records import text
from hearts.records.text import MOST_BYTES, MOST_DEPTH, MOST_DIGITS, MOST_KEYS, MOST_VALUES, dump, dump_pretty, parse

LARGEST = 10**MOST_DIGITS - 1
TEXTS = st.text() | st.text('"\\[]{},:/ \n\0\ufeff♠é😀')
SCALARS = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | TEXTS


def plain(scalars: st.SearchStrategy[Any], keys: st.SearchStrategy[Any] = TEXTS) -> st.SearchStrategy[Any]:
    """Data of lists and dicts with such scalars and keys."""
    return st.recursive(scalars, lambda parts: st.lists(parts) | st.dictionaries(keys, parts), max_leaves=30)


DATA = plain(SCALARS)


def faults_of(given: Any) -> dict[str, str]:  # noqa: ANN401 - text, bytes and what is neither
    """The faults of a text that is refused, as problem by path."""
    with pytest.raises(RecordError) as caught:
        parse(given, "test")
    assert caught.value.source == "test"
    str(caught.value).encode()
    return {fault.path: f"{fault.problem}; {fault.expected}" for fault in caught.value.faults}


def faults_of_data(data: Any) -> dict[str, str]:  # noqa: ANN401 - what is not plain
    """The faults of data that is refused, the same ones by both ways to write it, as problem by path."""
    found = []
    for write in (dump, dump_pretty):
        with pytest.raises(RecordError) as caught:
            write(data)
        str(caught.value).encode()
        found.append({fault.path: fault.problem for fault in caught.value.faults})
    assert found[0] == found[1]
    return found[0]


def nested(depth: int) -> Any:  # noqa: ANN401 - plain data
    """Lists and objects in each other, so many that they are that deep."""
    data: Any = []
    for level in range(depth - 1):
        data = {"a": data} if level % 2 else [0, data]
    return data


@given(DATA)
def test_what_is_written_is_read_back(data: object) -> None:
    """parse(dump(x)) = x = parse(dump_pretty(x)), with the same types and the same order, from text and from bytes."""
    for written in (dump(data), dump_pretty(data)):
        for given_text in (written, written.encode(), "\ufeff" + written, b"\xef\xbb\xbf" + written.encode()):
            assert repr(parse(given_text, "test")) == repr(data)


@given(DATA)
def test_the_text_is_canonical(data: object) -> None:
    """What is written depends on nothing but the data: read and written again it is the same, from whichever form."""
    assert dump(parse(dump_pretty(data), "test")) == dump(data)
    assert dump_pretty(parse(dump(data), "test")) == dump_pretty(data)
    escaped = json.dumps(data, indent=3, ensure_ascii=True)
    assert dump(parse(escaped, "test")) == dump(data)


@given(DATA)
def test_dense_text_is_one_line_without_blanks(data: object) -> None:
    """dump() gives one line, and outside of strings no blanks; what it holds is not escaped without need."""
    written = dump(data)
    assert "\n" not in written
    assert written == json.dumps(data, separators=(",", ":"), ensure_ascii=False)


@given(plain(SCALARS | st.integers(1, 110).map("x".__mul__)))
def test_pretty_text_breaks_what_does_not_fit(data: object) -> None:
    """A line of dump_pretty() is longer than 100 columns only for a single value that has no parts."""
    written = dump_pretty(data)
    assert written.endswith("\n")
    for line in written.removesuffix("\n").split("\n"):
        if len(line) > 100:
            piece = line.strip(" ").removesuffix(",")
            try:
                value = parse(piece, "test")
            except RecordError:
                value = piece if piece.endswith(("{", "[")) else next(iter(parse(f"{{{piece}}}", "test").values()))
            assert not value or not isinstance(value, list | dict)


def test_pretty_text_is_for_people() -> None:
    """Lists and small objects that fit stay on their line, with two blanks of indent for the rest."""
    data = {
        "format": "some game",
        "deals": [{"dealer": 0, "points": [0, 13, 0, 13], "tricks": ["0: 2C 5C KC AC"] * 6}, {"dealer": 1}],
        "empty": [[], {}],
    }
    assert dump_pretty(data) == (
        "{\n"
        '  "format": "some game",\n'
        '  "deals": [\n'
        "    {\n"
        '      "dealer": 0,\n'
        '      "points": [0, 13, 0, 13],\n'
        '      "tricks": [\n' + ",\n".join(['        "0: 2C 5C KC AC"'] * 6) + "\n      ]\n"
        "    },\n"
        '    {"dealer": 1}\n'
        "  ],\n"
        '  "empty": [[], {}]\n'
        "}\n"
    )


def test_what_is_empty_is_never_broken() -> None:
    """An empty list or object stays on its line, however long its key is."""
    key = "k" * 120
    assert dump_pretty({key: [], "a": {}}) == f'{{\n  "{key}": [],\n  "a": {{}}\n}}\n'


def test_a_pretty_line_may_be_just_full() -> None:
    """A list stays on a line of 100 columns with its comma, and is broken for one column more."""
    for length, broken in ((85, False), (86, True)):
        rows = dump_pretty({"a": ["x" * length, 1], "b": 0}).splitlines()
        assert rows[1] == ('  "a": [' if broken else f'  "a": ["{"x" * length}", 1],')
        assert broken or len(rows[1]) == 100


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("", "it is empty"),
        (" \t\r\n", "it is empty"),
        (b"\xef\xbb\xbf", "it is empty"),
        ("{", "it is not JSON at line 1, column 2"),
        ('{\n "a": 1,\n "b" 2}', "it is not JSON at line 3, column 6"),
        ("[1] 2", "it is not JSON at line 1, column 5"),
        ("[01]", "it is not JSON at line 1, column 3"),
        ("[1,]", "it is not JSON"),
        ("{'a': 1}", "it is not JSON"),
        ("\ufeff\ufeff1", "it is not JSON"),
        ("[²]", "it is not JSON"),
        ("[\N{ARABIC-INDIC DIGIT THREE}]", "it is not JSON"),
        ('"a\nb"', "it is not JSON"),
        ('"a\0b"', "it is not JSON"),
        ("\0", "it is not JSON"),
        ("[\\\\", "it is not JSON"),
        ("nul", "it is not JSON"),
        ("]" * 100 + "[" * 100, "it is not JSON"),
        (b'\n\n"\xe9"', "it is not UTF-8 in line 3"),
        ("[]".encode("utf-16"), "it is not UTF-8 in line 1"),
        (b'"\xed\xa0\x80"', "it is not UTF-8 in line 1"),
        ('\n"\ud800"', "it holds a lone surrogate in line 2"),
        (7, "it is 7; text or bytes"),
        (None, "it is None; text or bytes"),
        ("[" * 100_000, f"it is nested more than {MOST_DEPTH} deep"),
        ('{"a":' * 100_000, f"it is nested more than {MOST_DEPTH} deep"),
        ("-" + "9" * 19, "it is a number of 19 digits"),
        ("9" * 5_000, "it is a number of 5000 digits"),
        ("1.0", "it is the number '1.0'"),
        ("-1e5", "it is the number '-1e5'"),
        ("NaN", "it is the number 'NaN'"),
        ("-Infinity", "it is the number '-Infinity'"),
        ("1." + "0" * 5_000, "it is the number '1.000"),
    ],
)
def test_a_text_that_is_refused(given: Any, problem: str) -> None:  # noqa: ANN401 - text, bytes and what is neither
    """Text that is no JSON, or more than plain data can say, is refused as a whole, with the line where that helps."""
    found = faults_of(given)
    assert list(found) == ["text"]
    assert problem in found["text"]


def test_faults_inside_are_told_with_their_path() -> None:
    """Every fault of a value is told with the path to it, in the order of the text."""
    found = faults_of(
        r"""{"deals": [{"seed": 1, "points": [1, 2.5, 12345678901234567890]},
        {"seed": 1, "dealer": {"seed": 2}, "seed": 3, "seed": 4, "note\ud800": "\uDBFF"}], "two words": 1e5, "end": "\udc00"}"""
    )
    assert list(found) == [
        "deals.0.points.1",
        "deals.0.points.2",
        "deals.1",
        "deals.1.seed",
        "deals.1.'note\\ud800'",
        "'two words'",
        "end",
    ]
    assert found["deals.1"] == "it has the key 'note\\ud800', with a lone surrogate; keys that UTF-8 can hold"
    assert found["deals.1.seed"] == "the key is there 3 times; each key once"
    assert found["end"] == "it is '\\udc00', with a lone surrogate; text that UTF-8 can hold"


def test_a_key_is_shown_in_part() -> None:
    """A key that is very long, or is no plain word, does not spoil the path."""
    (path,) = faults_of(json.dumps({"a.b\n": {"x" * 5_000: 1.5}}))
    assert path == "'a.b\\n'.'" + "x" * 76 + "..."


def test_not_more_than_twenty_faults_are_told() -> None:
    """A text that is wrong throughout is told of by its first 20 faults."""
    assert list(faults_of("[" + "0.5," * 1_000 + "0.5]")) == [str(place) for place in range(20)]


def test_a_pair_of_surrogates_is_one_character() -> None:
    """Two escapes that make one character together are read as that, and escaped nulls are text as any other."""
    assert parse(r'["\ud83d\ude00", "\u0000"]', "test") == ["😀", "\0"]
    assert parse(dump(["😀", "\0"]), "test") == ["😀", "\0"]


def test_the_bounds_are_exact() -> None:
    """What reaches a bound is read and written; one more is refused by both."""
    for largest in (LARGEST, -LARGEST):
        assert parse(dump(largest), "test") == largest
    assert "19 digits" in faults_of(str(LARGEST + 1))["text"]
    assert "it is 1000000000000000000" in faults_of_data([LARGEST + 1])["0"]
    assert "it is -1000000000000000000" in faults_of_data([-LARGEST - 1])["0"]

    assert parse(dump(nested(MOST_DEPTH)), "test") == nested(MOST_DEPTH)
    assert "nested more than 32 deep" in faults_of(json.dumps(nested(MOST_DEPTH + 1)))["text"]
    assert list(faults_of_data(nested(MOST_DEPTH + 1)).values()) == ["it is nested more than 32 deep"]

    keys = {str(number): 0 for number in range(MOST_KEYS)}
    assert parse(dump(keys), "test") == keys
    keys["more"] = 0
    assert "it has 1,001 keys" in faults_of(json.dumps([keys]))["0"]
    assert "it has 1,001 keys" in faults_of_data([keys])["0"]

    values = [0] * MOST_VALUES
    assert parse(dump(values), "test") == values
    values.append(0)
    assert "more than 500,000 keys and values" in faults_of(json.dumps(values))["text"]
    assert "more than 500,000 keys and values" in faults_of_data(values)["data"]

    large = "é" * (MOST_BYTES // 2 - 1)
    assert parse(dump(large), "test") == large
    large += "x"
    for given_text in (f'"{large}"', f'"{large}"'.encode(), " " * (MOST_BYTES + 1)):
        assert "more than 8,388,608 bytes" in faults_of(given_text)["text"]
    assert "more than 8,388,608 bytes" in faults_of_data(large)["data"]


@pytest.mark.parametrize("junk", ["[", '"', ",", "{}", "[],", '"",', "\\", '\\"', '"\\\\', "1", "-", " ", "\0", "é"])
def test_megabytes_of_junk(junk: str) -> None:
    """Any text of the largest size is refused by a RecordError as well."""
    assert list(faults_of(junk * (MOST_BYTES // len(junk.encode())))) == ["text"]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (1.0, "it is 1.0"),
        (float("nan"), "it is nan"),
        ((1, 2), "it is (1, 2)"),
        (b"x", "it is b'x'"),
        ({1}, "it is {1}"),
        (hearts.Card("QS"), "it is Card('QS')"),
        (hearts.Suit.HEARTS, "it is <Suit.HEARTS: 2>"),
        pytest.param(10**5_000, "it is a int too large to show", id="a huge number"),
        ("a\ud800", "it is 'a\\ud800', with a lone surrogate"),
        ("\ud83d\ude00", "it is '\\ud83d\\ude00', with a lone surrogate"),
    ],
)
def test_what_is_not_plain_is_not_written(value: object, problem: str) -> None:
    """What JSON cannot give back as it was is refused with its path, wherever it stands."""
    assert faults_of_data(value) == {"data": problem}
    assert faults_of_data({"a": [None, value]}) == {"a.1": problem}


def test_keys_that_are_not_text_are_not_written() -> None:
    """A key that is no text, or that UTF-8 cannot hold, is refused; what stands under it is looked at all the same."""
    assert faults_of_data({1: "x"}) == {"data": "it has the key 1"}
    assert faults_of_data([{None: 1.5}]) == {"0": "it has the key None", "0.None": "it is 1.5"}
    assert faults_of_data({"é\udfff": 1}) == {"data": "it has the key 'é\\udfff', with a lone surrogate"}


def test_rings_and_shared_parts_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data that holds itself, or that shares its parts over and over, is refused in a short time."""
    ring: list[Any] = []
    ring += [ring, ring, ring]
    assert "it is nested more than 32 deep" in faults_of_data(ring).values()
    monkeypatch.setattr(text, "MOST_VALUES", 20_000)
    shared: list[Any] = [0]
    for _ in range(MOST_DEPTH - 1):
        shared = [shared, shared]
    assert faults_of_data(shared) == {"data": "it holds more than 20,000 keys and values"}


def held(data: Any) -> int:  # noqa: ANN401 - plain data
    """How many keys and values there are in data, with one for each list or object that is empty."""
    if not isinstance(data, list | dict):
        return 0
    parts = list(data.values()) if isinstance(data, dict) else data
    return (len(parts) * (2 if isinstance(data, dict) else 1) or 1) + sum(map(held, parts))


def depth(data: Any) -> int:  # noqa: ANN401 - plain data
    """How deep lists and objects stand in each other."""
    if not isinstance(data, list | dict):
        return 0
    return 1 + max(map(depth, data.values() if isinstance(data, dict) else data), default=0)


@given(DATA)
@example(["\\", '"[[[,,,', '\\"{{{:::', {"\\\\": "\\[", '"': "]]"}, [[], {}]])
@example([""] * 9)
def test_values_and_depth_are_counted_exactly(data: object) -> None:
    """What is in strings does not count; what is over a bound by one is not written, and refused before it is parsed."""
    written, pretty = dump(data), dump_pretty(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "MOST_VALUES", max(1, held(data)))
        patch.setattr(text, "MOST_DEPTH", depth(data))
        assert parse(written, "test") == parse(pretty, "test") == data
        assert (dump(data), dump_pretty(data)) == (written, pretty)
        for bound, reached in (("MOST_VALUES", held(data)), ("MOST_DEPTH", depth(data))):
            if reached:
                with pytest.MonkeyPatch.context() as tighter:
                    tighter.setattr(text, bound, reached - 1)
                    faults_of_data(data)
                    tighter.setattr(text, "_DECODER", None)
                    faults_of(written)
                    faults_of(pretty)


@given(DATA | plain(SCALARS | st.floats() | st.integers() | st.text(st.characters(categories=["Cs"]), max_size=2)))
def test_what_is_written_and_what_is_read_have_the_same_bounds(data: object) -> None:
    """Data can be written if and only if its JSON text can be read, also close to the bounds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "MOST_VALUES", 12)
        patch.setattr(text, "MOST_DEPTH", 3)
        patch.setattr(text, "MOST_KEYS", 4)
        patch.setattr(text, "MOST_BYTES", 60)
        try:
            read = parse(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "test")
        except RecordError:
            with pytest.raises(RecordError):
                dump(data)
        else:
            assert parse(dump(data), "test") == read == data


def refused_or_right(given_text: str | bytes) -> None:
    """Reading gives what Python's own reader gives, or a RecordError that can be shown."""
    try:
        data = parse(given_text, "test")
    except RecordError as error:
        str(error).encode()
    else:
        decoded = given_text.decode() if isinstance(given_text, bytes) else given_text
        assert data == json.loads(decoded.removeprefix("\ufeff"))
        assert parse(dump(data), "test") == data


@given(st.binary() | st.text(st.characters()) | st.text('{}[]",:\\ud8c0123e.-+ntf \n'))
def test_junk_is_refused(given_text: str | bytes) -> None:
    """Whatever bytes or text is given, it is read rightly or a RecordError is raised."""
    refused_or_right(given_text)


CHANGES = st.tuples(
    st.floats(0, 1),
    st.integers(0, 5),
    st.sampled_from(["", "[", "]", "{", "}", '"', "\\", ",", ":", "\\ud800", "1e9", ".5", "9" * 20, "\0", "NaN", "é"])
    | st.binary(max_size=3),
)


@given(DATA, st.lists(CHANGES, min_size=1, max_size=3), st.booleans())
def test_damaged_text_is_refused(data: object, changes: list[tuple[float, int, str | bytes]], pretty: bool) -> None:
    """Right text in which something was changed, cut out or put in is read rightly or a RecordError is raised."""
    damaged = (dump_pretty if pretty else dump)(data).encode()
    for place, cut, new in changes:
        start = int(place * len(damaged))
        damaged = damaged[:start] + (new if isinstance(new, bytes) else new.encode()) + damaged[start + cut :]
    refused_or_right(damaged)


@given(DATA.filter(lambda data: isinstance(data, list | dict)), st.data())
def test_no_beginning_of_a_list_or_object_is_whole(data: object, draw: st.DataObject) -> None:
    """A text of a list or an object that is cut off anywhere is refused."""
    written = dump(data).encode()
    faults_of(written[: draw.draw(st.integers(0, len(written) - 1))])
