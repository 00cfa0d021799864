"""Notation of cards, hands, passes and tricks: what is written reads back, other ways are read too, faults have places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import Card, CardSet, PassCards, SetupError, Trick
from hearts.errors import CardError, NotationError
from hearts.records.notation import (
    read_cards,
    read_hands,
    read_pass,
    read_trick,
    write_cards,
    write_hands,
    write_holding,
    write_pass,
    write_pbn,
    write_trick,
)
from hearts.testing import card_sets, deals, hands

if TYPE_CHECKING:
    from collections.abc import Callable

HAND = CardSet("2C AC TH QS KS")
FOUR = (CardSet("QS KS"), CardSet("2C 3C"), CardSet(), CardSet("TH AH"))
NBO = "N:AKQ.JT9.876.5432 ... JT98.-.AKQ.AKQ ..2."
"""Four hands as in PBN, two of them with no or one card."""


def anyhow(cards: CardSet) -> st.SearchStrategy[str]:
    """Ways to write some cards that people use."""
    ways = [
        st.sampled_from(
            (
                str(card),
                str(card).lower(),
                card.symbol,
                card.suit.symbol + "\ufe0f" + card.rank,
                str(card).replace("T", "10"),
                str(card)[::-1],
            )
        )
        for card in cards
    ]
    gaps = st.sampled_from((" ", ", ", "  ", "\t", "\n", ",", "\u3000"))
    words = st.tuples(*ways).flatmap(st.permutations)
    return st.builds(
        lambda words, gap, edge: edge + gap.join(words) + edge, words, gaps, st.sampled_from(("", " ", "\n"))
    )


def refused(
    read: Callable[..., object], text: str, at: int | str, problem: str, expected: str = "", **more: int
) -> None:
    """Reading fails at a place, a number or the first that has some text, and says what is wrong and what would be right."""
    with pytest.raises(NotationError) as caught:
        read(text, **more)
    assert caught.value.text == text
    assert caught.value.position == (at if isinstance(at, int) else text.index(at))
    assert problem in caught.value.problem
    assert expected in caught.value.expected


# ---- cards -------------------------------------------------------------------------------------------------------------


@given(card_sets())
def test_cards_read_back(cards: CardSet) -> None:
    """Every set of cards reads back equal from what is written of it, as plain cards and as a holding."""
    assert read_cards(write_cards(cards)) == cards
    assert read_cards(write_holding(cards)) == cards
    assert write_cards(read_cards(write_holding(cards))) == str(cards)


@given(st.data())
def test_cards_are_read_however_they_are_typed(data: st.DataObject) -> None:
    """Small letters, signs of suits, 10 for T, any order and any gaps give the same cards."""
    cards = data.draw(card_sets())
    assert read_cards(data.draw(anyhow(cards))) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ""),
        (" \n", ""),
        ("-", ""),
        (" - ", ""),
        ("...", ""),
        ("-.-.-.-", ""),
        ("KQ.10..a2", HAND),
        (" kq.t.-.2A\n", HAND),
        ("..10.10", "TC TD"),
        ("-..10.-", "TD"),
        ("AKQJT98765432...", hearts.Suit.SPADES.cards),
    ],
)
def test_holdings_and_voids(text: str, cards: str | CardSet) -> None:
    """A holding has spades, hearts, diamonds and clubs between points; a void suit, and no cards, are nothing or a stroke."""
    assert read_cards(text) == CardSet(cards)


def test_a_holding_as_it_is_written() -> None:
    """A holding is written with the highest rank first and nothing for a void, T for a ten."""
    assert write_holding(HAND) == "KQ.T..A2"
    assert write_holding("") == "..."


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        ("QS XX", "XX", "'XX' is not a card", "a rank (2-9, T or 10, J, Q, K, A) and a suit"),
        ("QS,\n 1S", "1S", "'1S' is not a card", "a rank"),
        ("QS ²C", "²", "'²C' is not a card", "a rank"),
        ("QS \0", "\0", "is not a card", "a rank"),
        ("QS \ud800", "\ud800", "is not a card", "a rank"),
        ("QS - KS", "-", "'-' is not a card", "a rank"),
        ("QS 2C ♠Q", "♠", "QS is named twice", "each card once"),
        ("AKQ.JT9.876", 11, "the hand has 3 of four suits", "spades, hearts, diamonds and clubs"),
        ("QS KS.", 1, "'S' is not a rank", "AKQ.JT9.876.5432"),
        ("A.K.Q.J.T", 7, "there is a fourth point", "spades, hearts"),
        ("AKQ.1.2.3", "1", "'1' is not a rank", "spades, hearts"),
        ("AK-.2.3.4", "-", "'-' is not a rank", "spades, hearts"),
        ("A.-2.3.4", "-", "'-' is not a rank", "spades, hearts"),
        ("A.-- .3.4", "-", "'-' is not a rank", "spades, hearts"),
        (" A. 2.3.4", 3, "' ' is not a rank", "spades, hearts"),
        ("A.ﬅ.3.4", "ﬅ", "is not a rank", "spades, hearts"),
        ("AKQ.JJ..", 5, "JH is named twice", "each card once"),
    ],
)
def test_what_is_not_cards(text: str, at: int | str, problem: str, expected: str) -> None:
    """What is not a card, or a card again, is told with its place."""
    refused(read_cards, text, at, problem, expected)


def test_the_place_is_told_by_line_and_column() -> None:
    """The message counts lines and columns from 1."""
    with pytest.raises(NotationError, match=r"^line 2, column 4: 'XX' is not a card; expected a rank .* such as QS"):
        read_cards("QS\nKS XX")


# ---- hands -------------------------------------------------------------------------------------------------------------


@given(deals())
def test_hands_read_back(deal: hearts.Deal) -> None:
    """The hands of a deal at any point read back from their line, from lines, from lines with seats, and from holdings."""
    dealt, players = deal.hands, deal.players
    assert read_hands(write_hands(dealt)) == dealt
    assert read_hands(write_hands(dealt), players) == dealt
    assert read_hands("\n".join(str(hand) or "-" for hand in dealt), players) == dealt
    assert read_hands("\n\n".join(f" {seat} : {hand}" for seat, hand in enumerate(dealt))) == dealt
    assert read_hands("|".join(map(write_holding, dealt))) == dealt
    assert write_hands(read_hands("|".join(map(write_holding, dealt)))) == write_hands(dealt)


@given(hands("standard"), st.integers(0, 3))
def test_hands_read_back_from_pbn(dealt: tuple[CardSet, ...], first: int) -> None:
    """Four hands read back from PBN, whichever hand comes first, as the bare value and as the whole tag."""
    text = write_pbn(dealt, first)
    assert text[:2] == "NESW"[first] + ":"
    assert text[2:].split()[0] == write_holding(dealt[first])
    assert read_hands(text) == read_hands(text, 4) == dealt
    assert read_hands(f'[Deal "{text}"]\n') == dealt


def test_the_letters_of_pbn_are_seats() -> None:
    """N, E, S and W are the seats 0 to 3, and the hands that follow are those of the seats to the left."""
    assert read_hands("W:A... K... Q... J...") == (CardSet("KS"), CardSet("QS"), CardSet("JS"), CardSet("AS"))
    assert read_hands(NBO)[2:] == (CardSet("JS TS 9S 8S AD KD QD AC KC QC"), CardSet("2D"))
    assert read_hands(' [ Deal " N : A... K...\n Q... J..." ] ') == read_hands("N:A... K... Q... J...")


def test_hands_as_they_are_written() -> None:
    """Hands are parted by bars, and a hand without cards is a stroke."""
    assert write_hands(FOUR) == "QS KS | 2C 3C | - | TH AH"
    assert read_hands("QS KS | 2C 3C || TH AH") == FOUR
    assert read_hands("0: QS KS | 1: 2C 3C | 2: | 3: TH AH") == FOUR
    assert read_hands("0: QS KS\n1: 2C 3C\n2:\n3: TH AH\n") == FOUR


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        ("", 0, "the number of hands is 0", "3 to 8 hands"),
        ("QS | KS", 7, "the number of hands is 2", "3 to 8 hands"),
        ("QS | KS\n | AS", "| AS", "both '|' and line breaks", "one of the two"),
        ("QS|2C|3C|4C|5C|6C|7C|8C|9C|TC", "9C", "the number of hands is 10", "3 to 8 hands"),
        ("QS | KS\n2C | 3C", "2C", "both '|' and line breaks", "one of the two"),
        ("QS | 2C KS | QS", 13, "QS is named twice", "each card once"),
        ("QS | 2X | KS", "2X", "'2X' is not a card", "a rank"),
        ("0: QS\n2: KS\n1: AS", "2:", "'2:' is in front of the hand of seat 1", "'1:' or nothing"),
        ("0> QS\n1> KS\n2> AS", "0>", "'0>' is in front of the hand of seat 0", "'0:' or nothing"),
        ("N: QS KS AS JS", "S", "'S' is not a rank", "spades, hearts"),
        ("N:A... K... Q...", 16, "the number of hands is 3", "4 hands"),
        ("N:A... K... Q... J... T...", "T", "the number of hands is 5", "4 hands"),
        ("N:A... K... Q... A...", 17, "AS is named twice", "each card once"),
        ("N:A... K... Q... -", 18, "the hand has 1 of four suits", "spades, hearts"),
        ('[Deal "N:A... K... Q... J...', 28, "the tag has no end", "'\"]'"),
        ('[Deal "N:A... K... Q... J..."', 29, "the tag has no end", "'\"]'"),
        ('[Deal "N:A... K... Q... J...]', 29, "the tag has no end", "'\"]'"),
        ('[Deal "N:]', 10, "the tag has no end", "'\"]'"),
        ('[Deal "X:..."]', 14, "the number of hands is 1", "3 to 8 hands"),
    ],
)
def test_what_is_not_hands(text: str, at: int | str, problem: str, expected: str) -> None:
    """Too few or too many hands, a card that is in two, seats out of order, and an open tag are told with their places."""
    refused(read_hands, text, at, problem, expected)


def test_the_number_of_hands_that_is_asked_for() -> None:
    """With a number of players there must be as many hands; PBN has four."""
    refused(read_hands, "QS | KS | AS", 12, "the number of hands is 3", "4 hands", players=4)
    refused(read_hands, "QS | KS | AS | 2C", "2C", "the number of hands is 4", "3 hands", players=3)
    refused(read_hands, "N:A... K... Q... J...", 0, "a deal as in PBN has four hands", "3 hands", players=3)
    for players in (2, 9, True, "4"):
        with pytest.raises(SetupError, match=r"players: .*expected 3 to 8"):
            read_hands("QS | KS | AS", players)  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("QS | KS | AS", "expected 3 to 8 sets of cards"),
        (["QS", "KS"], "expected 3 to 8 sets of cards"),
        ([""] * 9, "expected 3 to 8 sets of cards"),
        ({"QS", "KS", "AS"}, "expected 3 to 8 sets of cards"),
        (["QS", "2C", "KS QS"], "two of them share a card"),
    ],
)
def test_hands_that_cannot_be_written(given: Any, why: str) -> None:  # noqa: ANN401 - wrong hands of any kind
    """Hands that could not be read back are refused."""
    with pytest.raises(SetupError, match=why):
        write_hands(given)
    with pytest.raises(CardError):
        write_hands(["QS", "KS", "XX"])


def test_what_pbn_cannot_hold() -> None:
    """PBN has four hands and four seats."""
    with pytest.raises(SetupError, match=r"hands: .*expected 4 sets of cards"):
        write_pbn(["QS", "KS", "AS"])
    for first in (4, -1, True, "N"):
        with pytest.raises(SetupError, match=r"first: .*expected a seat from 0 to 3"):
            write_pbn(FOUR, first)  # type: ignore[arg-type]  # the point of the test


# ---- passes and tricks -------------------------------------------------------------------------------------------------


@given(st.integers(0, 7), card_sets())
def test_passes_read_back(seat: int, cards: CardSet) -> None:
    """A pass of any seat and any cards, also of none, reads back equal, from a holding too."""
    action = PassCards(seat, cards)
    text = write_pass(action)
    assert text == f"{seat}> {cards}".rstrip()
    assert read_pass(text) == action
    assert read_pass(f"\n {seat} >{write_holding(cards)}") == action


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        ("", 0, "there is no seat with '>' behind it", "'3>'"),
        ("  AH QS KS", 2, "there is no seat with '>' behind it", "'3>'"),
        ("0: AH", 0, "there is no seat with '>' behind it", "'3>'"),
        ("10> AH", 0, "there is no seat with '>' behind it", "'3>'"),
        ("²> AH", 0, "there is no seat with '>' behind it", "'3>'"),
        (" 8> AH", 1, "there is no seat 8", "a seat from 0 to 7"),
        ("0> AH QS AH", 9, "AH is named twice", "each card once"),
        ("0> 1> AH", 3, "'1>' is not a card", "a rank"),
    ],
)
def test_what_is_not_a_pass(text: str, at: int, problem: str, expected: str) -> None:
    """A pass begins with a seat and its mark; what is wrong is told with its place."""
    refused(read_pass, text, at, problem, expected)


def test_passes_that_cannot_be_written() -> None:
    """Only a pass of a seat that there can be is written."""
    for action in (PassCards(8, "QS"), PassCards(-1, "QS")):
        with pytest.raises(SetupError, match=r"seat: .*expected a seat from 0 to 7"):
            write_pass(action)
    with pytest.raises(SetupError, match="expected a PassCards"):
        write_pass("0> QS")  # type: ignore[arg-type]  # the point of the test


@given(deals())
def test_tricks_read_back(deal: hearts.Deal) -> None:
    """The tricks of a deal read back, but for who took them; those in which no seat was passed over with their seats too."""
    for trick in (*deal.tricks, deal.trick):
        if trick is None:
            continue
        text = write_trick(trick)
        assert (
            text
            == write_trick(trick.leader, trick.cards)
            == f"{trick.leader}: {' '.join(map(str, trick.cards))}".rstrip()
        )
        read = read_trick(text, deal.players)
        assert (read.leader, read.cards, read.winner) == (trick.leader, trick.cards, None)
        if len({len(hand) for hand in deal.dealt}) == 1 and not deal.passes:
            assert read.seats == trick.seats


def test_tricks_as_they_are_written() -> None:
    """A trick is its leader and its cards in the order of play, in any form; an open one has fewer, or none."""
    assert write_trick(3, "2c, 5C ♣K") == "3: 2C 5C KC"
    assert write_trick(0) == "0:"
    assert read_trick(" 2 : AC 2C", 3) == Trick(2, (Card("AC"), Card("2C")), (2, 0))
    assert read_trick("0:", 4) == Trick(0, (), ())


@pytest.mark.parametrize(
    ("text", "at", "problem", "expected"),
    [
        ("2C 5C", 0, "there is no seat with ':' behind it", "'3:'"),
        ("0> 2C", 0, "there is no seat with ':' behind it", "'3:'"),
        ("4: 2C", 0, "there is no seat 4", "a seat from 0 to 3"),
        ("0: 2C 3C 4C 5C 6C", "6C", "the trick has too many cards", "at most 4, one from each seat"),
        ("0: 2C 3C 2C", 9, "2C is named twice", "each card once"),
        ("0: A.K.Q.J", "A", "'A.K.Q.J' is not a card", "a rank"),
        ("0: -", "-", "'-' is not a card", "a rank"),
    ],
)
def test_what_is_not_a_trick(text: str, at: int | str, problem: str, expected: str) -> None:
    """A trick has at most a card from each seat, no card twice, and an order, so a holding is none."""
    refused(read_trick, text, at, problem, expected, players=4)


def test_tricks_that_cannot_be_read_or_written() -> None:
    """The players are 3 to 8, a seat is one of theirs, and no card is there twice."""
    with pytest.raises(SetupError, match="players: it is 2: expected 3 to 8"):
        read_trick("0: 2C", 2)
    with pytest.raises(SetupError, match="leader: it is True: expected a seat from 0 to 7"):
        write_trick(True, "2C")  # noqa: FBT003 - the point of the test
    with pytest.raises(CardError, match="2C is named twice"):
        write_trick(0, "2C 2C")
    with pytest.raises(CardError):
        write_trick(0, ["XX"])


# ---- anything else -----------------------------------------------------------------------------------------------------

READERS: list[Callable[[Any], object]] = [read_cards, read_hands, read_pass, lambda text: read_trick(text, 4)]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("text", [None, 5, b"QS", ["QS"], CardSet("QS")], ids=repr)
def test_only_text_is_read(read: Callable[[Any], object], text: object) -> None:
    """What is not text is refused as such."""
    with pytest.raises(SetupError, match=r"text: it is .*: expected text"):
        read(text)


def fault_of(read: Callable[[Any], object], text: str) -> NotationError | None:
    """The fault with which a text is refused; None where it is read."""
    try:
        read(text)
    except NotationError as error:
        return error
    return None


@given(st.text() | st.text(alphabet='0123456789TJQKACDHS.|:>-,\n NESW[]"Dealqs²♠\0\ud800', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever the text is, it is read or a NotationError says where it is wrong, at a place in it."""
    for fault in [fault_of(read, text) for read in READERS]:
        assert fault is None or 0 <= fault.position <= len(text)


MUCH = (" ", "\n", ",", ".", "|", "-.", "9", "QS ", "0: ", "N:", '[Deal "', "\0", "é")


@pytest.mark.parametrize("start", ["", "0: ", "0> ", "N:", '[Deal "N:', " [ Deal "])
@pytest.mark.parametrize("unit", MUCH, ids=repr)
def test_far_too_much_of_anything(unit: str, start: str) -> None:
    """50,000 times the same is read or refused after one look at it, also behind the beginnings of good text, in few words."""
    text = start + unit * 50_000
    assert all(len(str(fault_of(read, text))) < 1000 for read in READERS)


def test_a_trick_of_no_cards_at_all() -> None:
    """Something that is not several cards is refused by the library's own error."""
    with pytest.raises(SetupError, match="expected the cards in the order of play"):
        write_trick(0, 5)  # type: ignore[arg-type]  # on purpose
