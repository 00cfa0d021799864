"""Deals as text: every deal reads back equal from its one text, and what is wrong in a text is told with its place."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import MoonStyle, Phase, SetupError
from hearts.errors import NotationError, UnknownVariantError, shown
from hearts.records.deal_text import read_deal, write_deal
from hearts.records.notation import write_holding
from hearts.testing import deals

if TYPE_CHECKING:
    from collections.abc import Callable

STANDARD = hearts.load_variant("standard")

TEXT = """\
hearts-deal-text-1
variant: standard
dealer: 2
pass: left
deal: 5
totals: 10 20 -30 40
hearts: 1 2 3 4
hands:
0: 2C 3C 4C 5C 6D 7D 8D 9D TH JH QH KH AH
1: 6C 7C 8C 9C TD JD QD KD AD 2S 3S 4S 5S
2: TC JC QC KC AC 2H 3H 4H 5H 6S 7S 8S 9S
3: 2D 3D 4D 5D 6H 7H 8H 9H TS JS QS KS AS
passes:
0> 6D 7D 8D
1> 6C 7C 8C
2> TC JC QC
3> 2D 3D 4D
tricks:
0: 2C 9C AC QC
2: 8C JC 5C TD
3: TC 4C
"""
"""A deal in its third trick."""

DEALT = TEXT[TEXT.index("0: 2C") : TEXT.index("passes:")]
BEFORE_PASSES = TEXT[: TEXT.index("passes:")]
BEFORE_PLAY = TEXT[: TEXT.index("tricks:")]
HELD = BEFORE_PASSES.replace("pass: left", "pass: hold")

MOON = f"""\
hearts-deal-text-1
variant: choice-moon
dealer: 3
pass: hold
hands:
{"".join(f"{seat}: {suit.cards}{chr(10)}" for seat, suit in enumerate(hearts.Suit))}tricks:
{"".join(f"0: {rank}C {rank}D {rank}H {rank}S{chr(10)}" for rank in "23456789TJQKA")}"""
"""A deal with all cards played, seat 0 having taken them all and yet to choose."""


def changed(old: str, new: str, text: str = TEXT) -> str:
    """A text with one thing changed that is in it just once."""
    assert text.count(old) == 1
    return text.replace(old, new)


def refused(text: str, at: int | str, problem: str, expected: str, variant: Any = None) -> None:  # noqa: ANN401 - any at all
    """Reading fails at a place, a number or the last that has some text, and says what is wrong and what would be right."""
    with pytest.raises(NotationError) as caught:
        read_deal(text, variant)
    fault = caught.value
    assert (fault.text, fault.position) == (text, at if isinstance(at, int) else text.rindex(at))
    assert problem in fault.problem
    assert expected in fault.expected


# ---- round trips -------------------------------------------------------------------------------------------------------


@given(deals() | deals(over=True))
def test_deals_read_back(deal: hearts.Deal) -> None:
    """A deal of any variant at any point reads back equal from its text, and equal deals have equal texts."""
    text = write_deal(deal)
    again = read_deal(text, deal.variant)
    assert (again, hash(again)) == (deal, hash(deal))
    assert write_deal(again) == write_deal(pickle.loads(pickle.dumps(deal))) == text


@given(deals("court-cards"))
def test_deals_with_hands_of_unequal_size_read_back(deal: hearts.Deal) -> None:
    """Where seats may pass fewer cards than they receive, seats that run out are passed over in the text as in play (R2.4)."""
    assert read_deal(write_deal(deal)) == deal


def test_a_seat_that_has_run_out_is_passed_over() -> None:
    """Tricks have fewer cards once a seat has none left, and the next leader is whoever has any."""
    house = STANDARD.evolve(name="house", passing={"at_least": 0})
    text = changed("variant: standard", "variant: house")
    text = text[: text.index("passes:")] + "passes:\n0> 6D 7D 8D\n1>\n2>\n3>\n"
    deal = read_deal(text, house)
    assert [len(hand) for hand in deal.hands] == [10, 16, 13, 13]
    while deal.phase is Phase.PLAYING:
        deal = deal.play(deal.legal_cards()[-1])
    written = write_deal(deal).splitlines()
    assert [len(line.split()) - 1 for line in written[-16:]] == [4] * 10 + [3] * 3 + [1] * 3
    assert read_deal(write_deal(deal), house) == deal


def test_the_text_of_a_deal() -> None:
    """A deal in play is written as the fixed text; what it was told of its game is left out where it is as by default."""
    deal = read_deal(TEXT)
    assert write_deal(deal) == TEXT
    assert (deal.dealer, deal.pass_offset, deal.turn) == (2, 1, 1)
    assert deal.standing.totals == (10, 20, -30, 40)
    assert (deal.standing.deals, deal.standing.hearts) == (4, (1, 2, 3, 4))
    bare = hearts.new_deal("standard", deal.dealt)
    assert write_deal(bare) == f"hearts-deal-text-1\nvariant: standard\ndealer: 3\npass: hold\nhands:\n{DEALT}"


def test_a_text_as_a_person_may_type_it() -> None:
    """Blank lines, comments, ends of lines as on Windows, small letters, signs, holdings and defaults are read."""
    typed = changed("totals: 10 20 -30 40", "totals : 10   20 -30\t40  # before the deal")
    typed = "# our deal\n\n" + changed("2> TC JC QC", "  2 > 10c, ♣J, Q♣", typed).replace("\n", "\r\n")
    typed = changed("TC JC QC KC AC 2H 3H 4H 5H 6S 7S 8S 9S", "9876.5432.-.AKQJ10 # seat 2", typed)
    assert read_deal(typed) == read_deal(TEXT)
    told = changed("pass: hold", "pass: 0\ndeal: 1\ntotals: 0 0 0 0\nhearts: 0 0 0 -0", write_deal(read_deal(PLAIN)))
    assert read_deal(told + "passes:\ntricks:\n0:\n") == read_deal(PLAIN)


PLAIN = f"hearts-deal-text-1\nvariant: standard\ndealer: 3\npass: hold\nhands:\n{DEALT}"


@given(deals("standard"))
def test_hands_may_be_holdings(deal: hearts.Deal) -> None:
    """Hands as holdings give the same deal."""
    text = write_deal(deal)
    for hand in deal.dealt:
        text = text.replace(f": {hand}\n", f": {write_holding(hand)}\n")
    assert read_deal(text) == deal


@pytest.mark.parametrize(
    ("variant", "players", "offset", "word"),
    [
        ("standard", 4, 0, "hold"),
        ("standard", 4, 1, "left"),
        ("standard", 4, 2, "across"),
        ("standard", 4, 3, "right"),
        ("standard", 3, 2, "right"),
        ("standard", 5, 2, "2"),
        ("standard", 5, 3, "3"),
        ("standard", 6, 3, "across"),
    ],
)
def test_directions_are_words_where_there_is_one(variant: str, players: int, offset: int, word: str) -> None:
    """Where cards go is a word, or else a number of seats to the left; numbers may be read for words too, and to the right."""
    deal = hearts.new_deal(variant, hearts.deal_hands(variant, 1, players=players), pass_offset=offset)
    text = write_deal(deal)
    assert f"\npass: {word}\n" in text
    assert read_deal(text) == deal
    for number in {offset, offset - players or 0} - {-players}:
        assert read_deal(changed(f"pass: {word}", f"pass: {number}", text)) == deal


def test_a_moon_that_was_chosen_for() -> None:
    """The shooter's choice is there where there was one, and the deal waits where it is not."""
    waiting = read_deal(MOON)
    assert (waiting.phase, waiting.turn) == (Phase.CHOOSING_MOON, 0)
    assert write_deal(waiting) == MOON
    for style in (MoonStyle.OLD, MoonStyle.NEW):
        chosen = read_deal(f"{MOON}moon: {style}\n")
        assert chosen == waiting.apply(hearts.ChooseMoon(0, style))
        assert write_deal(chosen) == f"{MOON}moon: {style}\n"


# ---- variants ----------------------------------------------------------------------------------------------------------


@given(
    st.text(min_size=1) | st.sampled_from(("#", '"', "a#b", " a", "a:b", "a\nb", "\ud800", "老红心", "x y", "hands:"))
)
def test_names_of_variants_read_back(name: str) -> None:
    """Whatever the name of a variant is, the text has it on one line, and reads back."""
    deal = hearts.new_deal(STANDARD.evolve(name=name), read_deal(PLAIN).dealt)
    text = write_deal(deal)
    assert len(text.split("\n")) == 10
    assert text.replace("\n", "").isprintable()
    assert read_deal(text, deal.variant) == deal


def test_plain_names_are_not_quoted() -> None:
    """A name that can stand as it is does; another is quoted as in JSON."""
    names = {"老红心": "老红心", "my house": "my house", "a\nb": '"a\\nb"', "a#b": '"a\\u0023b"', '"a': '"\\"a"'}
    for name, written in names.items():
        deal = hearts.new_deal(STANDARD.evolve(name=name), read_deal(PLAIN).dealt)
        assert write_deal(deal).splitlines()[1] == f"variant: {written}"


def test_the_variant_is_looked_up_or_given(tmp_path: Path) -> None:
    """The name is looked up where no variant is given; a given one may be a Variant, a name or a path, and has that name."""
    file = tmp_path / "standard.toml"
    file.write_text('extends = "standard"\n[end]\ntarget = 50\n', encoding="utf-8")
    house = hearts.load_variant(file)
    assert read_deal(TEXT).variant == read_deal(TEXT, "standard").variant == STANDARD
    assert (
        read_deal(TEXT, file).variant == read_deal(TEXT, str(file)).variant == read_deal(TEXT, house).variant == house
    )
    refused(TEXT, "standard", "the variant is 'standard'", "omnibus, which was given", "omnibus")
    refused(
        changed("standard", "house"),
        "house",
        "the variant is 'house'",
        '" a", which was given',
        STANDARD.evolve(name=" a"),
    )
    with pytest.raises(UnknownVariantError):
        read_deal(TEXT, "standrad")


@pytest.mark.parametrize("given", [True, False])
def test_pasted_text_opens_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: bool) -> None:
    """A path in the place of the variant's name is not looked at, whether a file is there or not."""
    monkeypatch.chdir(tmp_path)
    if given:
        Path("mine.toml").write_text('extends = "standard"\n', encoding="utf-8")
    for name in ("mine.toml", "./mine.TOML", str(tmp_path / "mine.toml"), "../mine"):
        refused(changed("standard", name), name, f"no variant is named {shown(name)}", "")


@pytest.mark.parametrize(
    ("name", "problem", "expected"),
    [
        ("standrad", "no variant is named 'standrad'", "standard"),
        ("Omnibus!", "no variant is named 'Omnibus!'", "omnibus"),
        ('"standrad"', "no variant is named 'standrad'", "standard"),
        ("²", "no variant is named '²'", "black-maria, choice-moon"),
        ('"standard', "'\"standard' is not quoted text", "as in JSON"),
        ('"standard" "x"', "is not quoted text", "as in JSON"),
    ],
)
def test_unknown_variants(name: str, problem: str, expected: str) -> None:
    """A name that no variant has is told with the nearest ones, and a broken quotation as such."""
    refused(changed("standard", name), name, problem, expected)


def test_no_name_at_all() -> None:
    """A variant without a name is told at the end of its line."""
    refused(changed(" standard", ""), TEXT.index(" standard"), "no variant is named ''", "one of bicycle")


# ---- faults ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        ("", 0, "the deal begins with ''", "the line hearts-deal-text-1"),
        ("\n# nothing\n", 11, "the deal begins with ''", "the line hearts-deal-text-1"),
        ("\n variant: standard", 2, "the deal begins with 'variant: standard'", "the line hearts-deal-text-1"),
        (changed("text-1", "text-2"), 0, "the deal begins with 'hearts-deal-text-2'", "the line hearts-deal-text-1"),
        ("hearts-deal-text-1\n", 19, "variant: is missing", "the line of variant:"),
        ("hearts-deal-text-1\n0: QS", "0:", "'0: QS' has no key in front", "in the order variant, dealer, pass"),
        (changed("dealer: 2\n", ""), "pass:", "dealer: is missing", "the line of dealer: here"),
        (changed("pass: left\n", ""), "deal:", "pass: is missing", "the line of pass: here"),
        (TEXT[: TEXT.index("hands:")], TEXT.index("hands:"), "hands: is missing", "the line of hands: here"),
        (changed("hands:\n" + DEALT, ""), "passes:", "hands: is missing", "the line of hands: here"),
        (changed("dealer: 2", "dealer: 2\ndealer: 2"), "dealer:", "dealer: stands behind dealer:", "each key once"),
        (TEXT + "deal: 5\n", "deal:", "deal: stands behind tricks:", "each key once, in the order variant, dealer"),
        (changed("totals", "total"), "total:", "'total' is not a key", "totals"),
        (changed("totals", "zzz"), "zzz:", "'zzz' is not a key", "in the order variant, dealer"),
        (changed("dealer: 2", "dealer: 2\n2"), "2\npass", "'2' has no key in front", "each key once"),
        (changed("hands:\n", "hands: 13\n"), "13\n", "there is something behind hands:", "lines of their own"),
    ],
)
def test_lines_out_of_place(text: str, at: int | str, problem: str, expected: str) -> None:
    """The first line, and all keys that are needed, must be there, in their order and each once."""
    refused(text, at, problem, expected)


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        (changed("dealer: 2", "dealer: 4"), "4\npass", "it is 4", "a seat from 0 to 3"),
        (changed("dealer: 2", "dealer: -1"), "-1", "it is -1", "a seat from 0 to 3"),
        (changed("dealer: 2", "dealer: ²"), "²", "'²' is not a number", "a whole number"),
        (changed("dealer: 2", "dealer:"), 44, "'' is not a number", "a whole number"),
        (changed("dealer: 2", "dealer: 2 2"), "2 2\n", "'2 2' is not a number", "a whole number"),
        (changed("dealer: 2", "dealer: " + "9" * 5000), "9" * 5000, "is not a number", "a whole number"),
        (changed("pass: left", "pass: up"), "up", "'up' is no direction", "hold, left, right, across, or a number"),
        (changed("pass: left", "pass: 4"), "4\ndeal", "it is 4", "-3 to 3"),
        (changed("deal: 5", "deal: 0"), "0\ntotals", "it is 0", "a whole number from 1 to 1000000000"),
        (changed("deal: 5", "deal: x"), "x\n", "'x' is not a number", "a whole number"),
        (changed("10 20 -30 40", "10 20 -30"), "10 20", "there are 3", "4, one for each seat"),
        (changed("10 20 -30 40", "10 20 3,0 40"), "3,0", "'3,0' is not a number", "a whole number"),
        (changed("10 20 -30 40", "10 20 -30 99999999999"), "99999999999", "it is 99999999999", "a whole number"),
        (changed("1 2 3 4\n", "1 2 -3 4\n"), "-3 4", "it is -3", "a whole number from 0"),
        (changed("pass: left", "pass: left").replace("standard", "original"), "left", "it is 1, but no cards", "0"),
    ],
)
def test_numbers_that_do_not_fit(text: str, at: int | str, problem: str, expected: str) -> None:
    """Dealer, direction, deal number, totals and hearts are checked, each at its own place."""
    refused(text, at, problem, expected)


def test_across_needs_an_even_number_of_players() -> None:
    """With three players cards cannot go across."""
    text = write_deal(hearts.new_deal("standard", hearts.deal_hands("standard", 1, players=3), pass_offset=1))
    refused(changed("pass: left", "pass: across", text), "across", "'across' is no direction", "hold, left, right, or")


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        (changed("1: 6C", "1: QX"), "QX", "'QX' is not a card", "a rank"),
        (changed("1: 6C", "1: 2C"), "2C 7C", "2C is named twice", "each card once"),
        (changed("1: 6C", "1:"), "1: 7C", "it has 12 cards", "13"),
        (changed("1: 6C", "2: 6C"), "2: 6C", "the hand of seat 2 is here", "the hand of seat 1"),
        (changed("1: 6C", "8: 6C"), "8: 6C", "there is no seat 8", "a seat from 0 to 3"),
        (changed("1: 6C", "6C"), "6C 7C 8C 9C", "there is no seat with ':' behind it", "'3:'"),
        (changed("3: 2D 3D 4D 5D 6H", "3> 2D 3D 4D 5D 6H"), "3> 2D 3D 4D 5D", "there is no seat with ':'", "'3:'"),
        (changed(DEALT, ""), "hands:", "standard is not for 0 players", "one of"),
        (changed("0: 2C 3C", "0: 2C\n0: 3C", HELD), "0: 3C", "the hand of seat 0 is here", "the hand of seat 1"),
        (
            HELD[: HELD.index("hands:")].replace("10 20 -30 40", "1 2 3")
            + "hands:\n0: 2C 3C\n1: 2D 3D\n2: 2S 3S",
            "2D 3D",
            "2D is not in the pack for 3 players",
            "another card",
        ),
    ],
)  # fmt: skip
def test_hands_that_are_not_dealt_so(text: str, at: int | str, problem: str, expected: str) -> None:
    """Hands are the pack in equal parts, seat by seat; a card that is wrong is told at its own place."""
    refused(text, at, problem, expected)


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        (changed("0> 6D 7D 8D", "0> 6D QS 8D"), "QS 8D", "Seat 0 does not hold QS", "cards among 2C 3C"),
        (changed("0> 6D 7D 8D", "0> 6D 7D"), "0> 6D", "Seat 0 chose 2 cards to pass", "3"),
        (changed("0> 6D 7D 8D", "0> 6D 6D 8D"), "6D 8D", "6D is named twice", "each card once"),
        (changed("0> 6D 7D 8D", "0> 6D XX 8D"), "XX 8D", "'XX' is not a card", "a rank"),
        (changed("1> 6C", "0> 6C"), "0> 6C", "a pass of seat 0 is behind one of seat 0", "each seat once, in order"),
        (changed("1> 6C", "4> 6C"), "4> 6C", "there is no seat 4", "a seat from 0 to 3"),
        (changed("1> 6C", "1: 6C"), "1: 6C", "there is no seat with '>' behind it", "'3>'"),
        (HELD + "passes:\n0> 6D 7D 8D\n", "0> 6D", "No cards are passed now", "no passes"),
    ],
)  # fmt: skip
def test_passes_that_are_refused(text: str, at: int | str, problem: str, expected: str) -> None:
    """A pass must be one that the seat may choose; a card that is wrong is told at its own place, in the rules' own words."""
    refused(text, at, problem, expected)


def test_a_locked_card_that_is_passed() -> None:
    """A locked card in a pass is told at its own place, with the cards that may be passed (R2.4)."""
    house = STANDARD.evolve(passing={"locked": "7D"})
    refused(TEXT, "7D 8D", "7D cannot be passed while the hand has other cards", "cards among 2C 3C", house)


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        (changed("0: 2C 9C", "0: 3C 9C"), "3C 9C", "3C cannot be led: the first lead of the deal is 2C", "one of 2C"),
        (changed("9C AC QC", "TD AC QC"), "TD AC", "TD does not follow suit", "9C"),
        (changed("9C AC QC", "AS AC QC"), "AS AC", "Seat 1 does not hold AS", "one of 9C"),
        (changed("9C AC QC", "XX AC QC"), "XX", "'XX' is not a card", "a rank"),
        (changed("9C AC QC", "9C AC 9C"), "9C\n2:", "Seat 3 does not hold 9C", "one of TC JC QC"),
        (changed("9C AC QC", "9C AC"), "2: 8C", "the trick before has 3 cards", "only the last one open"),
        (changed("9C AC QC", "9C AC QC 8C"), "8C\n2:", "the trick has too many cards", "4, one from each seat"),
        (changed("2: 8C", "1: 8C"), "1: 8C", "seat 1 does not lead to this trick", "seat 2"),
        (changed("2: 8C", "7: 8C"), "7: 8C", "there is no seat 7", "a seat from 0 to 3"),
        (changed("2: 8C", "8C"), "8C JC", "there is no seat with ':' behind it", "'3:'"),
        (changed("0: 2C 9C", "1: 2C 9C"), "1: 2C", "seat 1 does not lead to this trick", "seat 0"),
        (changed("3> 2D 3D 4D\n", ""), "0: 2C 9C", "cards are still to be passed", "the passes of all seats first"),
        (MOON + "0: 2C\n", "0: 2C", "all cards have been played", "no more tricks"),
        (MOON[:-1] + " 2C\n", "2C\n", "the trick has too many cards", "4, one from each seat"),
        (TEXT + "3:\n", "3:", "the trick before has 2 cards", "only the last one open"),
    ],
)  # fmt: skip
def test_tricks_that_are_refused(text: str, at: int | str, problem: str, expected: str) -> None:
    """Every play must be legal, and every leader the one who leads; what is wrong is told in the rules' own words."""
    refused(text, at, problem, expected)


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        (MOON + "moon: both\n", "both", "'both' is no choice", "old or new"),
        (MOON + "moon:\n", len(MOON) + 5, "'' is no choice", "old or new"),
        (MOON.replace("choice-moon", "standard") + "moon: old\n", "old", "The deal is over", "no line of moon:"),
        (TEXT + "moon: new\n", "new", "no moon to choose", "no line of moon:"),
        (BEFORE_PASSES + "moon: new\n", "new", "no moon to choose", "no line of moon:"),
    ],
)
def test_choices_that_are_refused(text: str, at: int | str, problem: str, expected: str) -> None:
    """A choice is there only where a shooter has to choose."""
    refused(text, at, problem, expected)


# ---- anything else -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [None, 5, TEXT.encode(), [TEXT]], ids=lambda given: type(given).__name__)
def test_only_text_is_read_and_only_deals_are_written(given: Any) -> None:  # noqa: ANN401 - the point of the test
    """What is not text, or not a deal, is refused as such."""
    with pytest.raises(SetupError, match=r"text: it is .*: expected text"):
        read_deal(given)
    with pytest.raises(SetupError, match=r"deal: it is .*: expected a Deal"):
        write_deal(given)


def fault_of(read: Callable[[str], object], text: str) -> NotationError | None:
    """The fault with which a text is refused; None where it is read."""
    try:
        read(text)
    except NotationError as error:
        return error
    return None


SLIPS = st.sampled_from(
    ("", " ", "\n", "0", "3", "9", ":", ">", "#", '"', ".", "-", "²", "QS", "2C", "\0", "\ud800", "moon: old\n")
)


@given(deals("standard") | deals("choice-moon") | st.just(read_deal(TEXT)), st.data())
def test_a_slip_is_read_or_told(deal: hearts.Deal, data: st.DataObject) -> None:
    """A text in which something is left out, put in or put in place of something else is refused with a place in it, or it is
    the text of a deal that reads back.
    """
    text = write_deal(deal)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)) | st.just(start + 1))
    slipped = text[:start] + data.draw(SLIPS) + text[end:]
    fault = fault_of(read_deal, slipped)
    if fault is None:
        again = read_deal(slipped)
        assert read_deal(write_deal(again)) == again
    else:
        assert 0 <= fault.position <= len(slipped)


@pytest.mark.parametrize(
    "unit", ["x", " ", "\n", "#", "#\n", "0: QS\n", "variant: ", "9", "QS ", '"', "[", "\0"], ids=repr
)
def test_far_too_much_of_anything(unit: str) -> None:
    """50,000 times the same, in any place, is read or refused after one look at it, in few words."""
    much = unit * 50_000
    for mark in ("hearts", "standard", "2\npass", "left", "5\ntotals", "-30", "2D 3D 4D 5D", "8D\n", "8C JC"):
        fault = fault_of(read_deal, TEXT.replace(mark, much))
        assert len(str(fault)) < 1000
    assert len(str(fault_of(read_deal, f"{MOON}moon: {much}"))) < 1000
