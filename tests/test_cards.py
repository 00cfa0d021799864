"""Cards and sets of cards: numbers, text, and what is refused."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts import Card, CardError, CardSet, Suit
from hearts.cards import as_mask

MASKS = st.integers(0, (1 << 52) - 1)


def test_every_card_is_its_number_and_its_text() -> None:
    """The 52 cards are the numbers 0 to 51, suit by suit from 2 to A, and each reads back from its text."""
    texts = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    assert [str(Card(number)) for number in range(52)] == texts
    assert [int(Card(text)) for text in texts] == list(range(52))


@pytest.mark.parametrize(
    ("text", "card"),
    [("TS", "TS"), ("10S", "TS"), ("ts", "TS"), ("10s", "TS"), ("♠Q", "QS"), ("Q♠", "QS"), ("♤q", "QS"), ("♥10", "TH"),
     ("SQ", "QS"), (" 2c ", "2C")],
)  # fmt: skip
def test_documented_forms_of_a_card(text: str, card: str) -> None:
    """C11: T and 10 are one rank, letters may be small, and the suit may be a sign and may come first."""
    assert str(Card(text)) == card


@pytest.mark.parametrize(
    "text", ["", "Q", "1S", "QX", "QSS", "10", "QSQ", "Q S", "11S", "100S", "QS,", "ſQ", "Qſ", "ﬆ", "👑"]
)
def test_malformed_text_is_named_in_the_error(text: str) -> None:
    """C11: text that is not one card is a CardError that shows the text and the right form."""
    with pytest.raises(CardError, match="expected a rank") as caught:
        Card(text)
    assert caught.value.text == text
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize("value", [-1, 52, True, 4.0, None, b"QS"])
def test_what_is_no_card_is_refused(value: object) -> None:
    """A number outside 0 to 51, and what is neither text nor a number, is a CardError."""
    with pytest.raises(CardError, match="expected"):
        Card(value)  # type: ignore[arg-type]  # the point of the test


def test_a_card_tells_its_parts() -> None:
    """A card knows its suit, its rank, its pips, its sign, and prints as it is written."""
    card = Card("QS")
    assert (card.suit, card.rank, card.pips, card.symbol) == (Suit.SPADES, "Q", 12, "Q♠")
    assert (str(card), repr(card), f"{card:>4}", f"{card:d}", f"{card}") == ("QS", "Card('QS')", "  QS", "49", "QS")
    assert (Suit.HEARTS.letter, Suit.HEARTS.symbol, len(Suit.HEARTS.cards)) == ("H", "♥", 13)


def test_a_card_is_one_object() -> None:
    """Reading, pickling and copying give the one object of a card."""
    card = Card("QS")
    assert Card(49) is Card("qs") is Card(card) is pickle.loads(pickle.dumps(card)) is copy.deepcopy(card)


@given(MASKS)
def test_a_set_is_its_mask(mask: int) -> None:
    """A set of cards and its mask say the same: cards, order, count, text, membership, copies."""
    cards = CardSet.from_mask(mask)
    numbers = [number for number in range(52) if mask >> number & 1]
    assert [int(card) for card in cards] == numbers
    assert all(type(card) is Card for card in cards)
    assert (cards.mask, len(cards), bool(cards)) == (mask, len(numbers), bool(numbers))
    assert CardSet(str(cards)) == CardSet(list(cards)) == CardSet(cards) == eval(repr(cards))
    assert pickle.loads(pickle.dumps(cards)) == copy.deepcopy(cards) == cards
    assert [Card(number) in cards for number in range(52)] == [bool(mask >> number & 1) for number in range(52)]
    assert as_mask(cards) == mask


@given(MASKS, MASKS)
def test_the_operators_are_those_of_sets(one: int, other: int) -> None:
    """| & - ^ and the comparisons answer as the built-in sets do, with text on the other side too."""
    left, right = CardSet.from_mask(one), CardSet.from_mask(other)
    mine, theirs = set(left), set(right)
    assert set(left | right) == mine | theirs
    assert set(left & str(right)) == mine & theirs
    assert set(left - right) == mine - theirs
    assert set(left ^ right) == mine ^ theirs
    assert (left <= right, left < right, left >= right, left > right) == (
        mine <= theirs, mine < theirs, mine >= theirs, mine > theirs
    )  # fmt: skip
    assert (left == right, left != right) == (mine == theirs, mine != theirs)
    if left == right:
        assert hash(left) == hash(right)


def test_a_set_answers_for_text_wherever_it_is_asked() -> None:
    """Counting and finding a card take text too; what is no suit, no card or no collection is refused."""
    cards = CardSet("2C QS")
    assert (cards.count("QS"), cards.count("KS"), cards.index("qs")) == (1, 0, 1)
    with pytest.raises(ValueError, match="not in tuple"):
        cards.index("KS")
    for wrong in ("S", 3, None):
        with pytest.raises(CardError, match=r"expected one of hearts\.Suit"):
            cards.of_suit(wrong)  # type: ignore[arg-type]  # the point of the test
    for unordered in (b"\x01", {"QS": 1}, Suit.HEARTS):
        with pytest.raises(CardError):
            CardSet(unordered)  # type: ignore[arg-type]  # the point of the test
    with pytest.raises(CardError):
        Card(Suit.HEARTS)
    assert Card("♥️A") == Card("AH")


def test_text_of_sets() -> None:
    """Sets are read from text parted by blanks or commas, in any order, and print in ascending order."""
    assert str(CardSet("QS, KS AH")) == "AH QS KS"
    assert "10S" in CardSet("TS")
    assert "QS" not in CardSet("KS")
    assert CardSet("2C 3C 4C")[1:] == (Card("3C"), Card("4C"))
    assert str(CardSet("2C 3H 4H").of_suit(Suit.HEARTS)) == "3H 4H"


def test_a_set_is_equal_to_sets_only() -> None:
    """A set of cards is no list or tuple of them, and cannot be changed."""
    cards = CardSet("QS KS")
    assert cards != ("QS", "KS")
    assert cards != tuple(cards)
    with pytest.raises(AttributeError):
        cards.mask = 3  # type: ignore[misc]  # the point of the test
    with pytest.raises(AttributeError):
        cards.other = 3  # type: ignore[attr-defined]  # the point of the test


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("9D 9D KS", "9D is named twice"),
        (["QS", 49], "QS is named twice"),
        ("QS XX", "'XX' is not a card"),
        (7, "not a set"),
    ],
)
def test_what_is_no_set_is_refused(cards: object, why: str) -> None:
    """A card named twice, text that is no card, and what holds no cards are CardErrors."""
    with pytest.raises(CardError, match=why):
        CardSet(cards)  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize("mask", [-1, 1 << 52, True, 1.0, "3"])
def test_what_is_no_mask_is_refused(mask: object) -> None:
    """A mask is a whole number of at most 52 bits."""
    with pytest.raises(CardError, match="expected a whole number of at most 52 bits"):
        CardSet.from_mask(mask)  # type: ignore[arg-type]  # the point of the test


def test_asking_for_text_that_is_no_card_is_an_error() -> None:
    """`in` with malformed text is a CardError, never a silent False."""
    with pytest.raises(CardError):
        _ = "1S" in CardSet("QS")
