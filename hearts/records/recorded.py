"""What is recorded of one deal: its hands, passes and tricks, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs

from hearts.cards import Card, CardSet
from hearts.engine.actions import PassCards
from hearts.engine.deal import Deal
from hearts.errors import NotationError, SetupError, is_whole, shown
from hearts.records.plain import FAR, Inline, Total
from hearts.variant.sections import MoonStyle

__all__ = ["RecordedDeal", "RecordedPass", "RecordedTrick", "split_seat"]

_CARD: Final = "(?:[2-9TJQKA][CDHS])"


def split_seat(text: str, mark: str) -> tuple[int, str]:
    """The seat in front of a mark, and what is behind it.

    Raises:
        NotationError: There is no seat or no mark.
        SetupError: It is not text.
    """
    if not isinstance(text, str):
        raise SetupError("text", f"it is {shown(text)}: expected text")
    seat, found, rest = text.partition(mark)
    if len(seat) != 1 or seat not in "01234567":
        raise NotationError(text, 0, f"it begins with {shown(seat)}", f"a seat from 0 to 7, and then {mark!r}")
    if not found:
        raise NotationError(text, 1, "there is nothing behind the seat", repr(mark))
    return int(seat), rest


def _check_seat(_: object, field: attrs.Attribute[int], seat: object) -> None:
    if not is_whole(seat) or not 0 <= seat <= 7:
        raise SetupError(field.name, f"it is {shown(seat)}: expected a seat from 0 to 7")


@attrs.frozen
class RecordedTrick(Inline):
    """A trick as it is recorded: ``3: 2C 5C KC AC``, who led, and the cards in the order of play.

    Attributes:
        leader: The seat that led, from 0.
        cards: The cards, the one led first; fewer than there are seats while it is open.

    Raises:
        SetupError: A part is not of its kind; whether it is right is for a replay to say.

    Example:
        >>> RecordedTrick.of_text("3: 2C 5C").cards
        (Card('2C'), Card('5C'))
    """

    leader: int = attrs.field(validator=_check_seat)
    cards: tuple[Card, ...]

    pattern = f"^[0-7]: {_CARD}(?: {_CARD}){{0,7}}$"
    wanted = '"3: 2C 5C KC AC"'

    def __attrs_post_init__(self) -> None:
        """Check that it holds cards; whether they are the right ones is for a replay to say."""
        cards = self.cards
        if type(cards) is not tuple or not 1 <= len(cards) <= 8 or any(type(card) is not Card for card in cards):
            raise SetupError("cards", f"it is {shown(cards)}: expected a tuple of 1 to 8 Card")

    def as_text(self) -> str:
        """The trick as text."""
        return f"{self.leader}: {' '.join(map(str, self.cards))}"

    @classmethod
    def of_text(cls, text: str) -> RecordedTrick:
        """The trick that a text stands for.

        Raises:
            CardError: Something in it is not a card.
            NotationError: It has another form.
        """
        leader, cards = split_seat(text, ":")
        played = tuple(map(Card, cards.split()))
        if not 1 <= len(played) <= 8:
            raise NotationError(text, 2, f"there are {len(played)} cards", "1 to 8 cards in the order of play")
        return cls(leader, played)


@attrs.frozen
class RecordedPass(Inline):
    """A pass as it is recorded: ``0> AH QS KS``, the seat, and the cards that it chose.

    Attributes:
        seat: The seat, from 0.
        cards: The cards.

    Raises:
        SetupError: A part is not of its kind; whether it is right is for a replay to say.

    Example:
        >>> RecordedPass.of_text("0> QS AH KS").as_text()
        '0> AH QS KS'
    """

    seat: int = attrs.field(validator=_check_seat)
    cards: CardSet

    pattern = f"^[0-7]>(?: {_CARD})*$"
    wanted = '"0> AH QS KS"'

    def __attrs_post_init__(self) -> None:
        """Check that it holds cards; whether they may be passed is for a replay to say."""
        if type(self.cards) is not CardSet:
            raise SetupError("cards", f"it is {shown(self.cards)}: expected a CardSet")

    def as_text(self) -> str:
        """The pass as text."""
        return f"{self.seat}> {self.cards}".rstrip()

    @classmethod
    def of_text(cls, text: str) -> RecordedPass:
        """The pass that a text stands for.

        Raises:
            CardError: Something in it is not a card, or a card is named twice.
            NotationError: It has another form.
        """
        seat, cards = split_seat(text, ">")
        return cls(seat, CardSet(cards))

    @property
    def action(self) -> PassCards:
        """The action that it records."""
        return PassCards(self.seat, self.cards)


def _style(style: MoonStyle | str | None) -> MoonStyle | None:
    if isinstance(style, str) and style in list(MoonStyle):
        return MoonStyle(style)
    return style  # type: ignore[return-value]  # what it may be is checked below


@attrs.frozen(kw_only=True)
class RecordedDeal:
    """A deal as it is recorded.

    Attributes:
        hands: The hands as dealt, by seat; None where they come from the record's seed.
        passes: The passes, in the order in which they were chosen; a seat that changed its mind is there twice.
        tricks: The tricks, in order; the last may be open.
        moon: How the shooter chose to score its moon; None where nobody had to choose, or has yet to.
        scores: What each seat scored, once the deal is over.
        totals: The totals after the deal, once it is over.

    Raises:
        SetupError: A part is not of its kind; whether it is right is for a replay to say.
    """

    hands: tuple[CardSet, ...] | None = None
    passes: tuple[RecordedPass, ...] = ()
    tricks: tuple[RecordedTrick, ...] = ()
    moon: MoonStyle | None = attrs.field(default=None, converter=_style)
    scores: tuple[Total, ...] | None = None
    totals: tuple[Total, ...] | None = None

    def __attrs_post_init__(self) -> None:
        """Check that each part is of its kind; whether it is right is for a replay to say."""
        kinds = (
            ("hands", CardSet),
            ("passes", RecordedPass),
            ("tricks", RecordedTrick),
            ("scores", int),
            ("totals", int),
        )
        for name, kind in kinds:
            parts = getattr(self, name)
            if parts is None and name not in ("passes", "tricks"):
                continue
            if type(parts) is not tuple or any(type(part) is not kind for part in parts):
                raise SetupError(name, f"it is {shown(parts)}: expected a tuple of {kind.__name__}")
        for name in ("scores", "totals"):
            if any(abs(number) > FAR for number in getattr(self, name) or ()):
                raise SetupError(name, f"they are {shown(getattr(self, name))}: expected numbers up to {FAR}")
        if self.moon not in (None, MoonStyle.OLD, MoonStyle.NEW):
            raise SetupError("moon", f"it is {shown(self.moon)}: expected 'old', 'new' or None")

    @classmethod
    def of_deal(cls, deal: Deal, passes: Iterable[PassCards] | None = None) -> RecordedDeal:
        """What there is to record of a deal, hands and passes included.

        Args:
            deal: The deal, wherever it stands.
            passes: Its passes in the order in which they were chosen; by seat where None.

        Raises:
            SetupError: It is no deal, or something in the passes is no pass.
        """
        if not isinstance(deal, Deal):
            raise SetupError("deal", f"it is {shown(deal)}: expected a Deal")
        if passes is None:
            chosen = tuple(RecordedPass(seat, cards) for seat, cards in enumerate(deal.passes) if cards is not None)
        else:
            given = tuple(passes)
            if not all(isinstance(action, PassCards) for action in given):
                raise SetupError("passes", f"they are {shown(given)}: expected PassCards")
            chosen = tuple(RecordedPass(action.seat, action.cards) for action in given)
        tricks = [RecordedTrick(trick.leader, trick.cards) for trick in deal.tricks]
        if deal.trick is not None and deal.trick.cards:
            tricks.append(RecordedTrick(deal.trick.leader, deal.trick.cards))
        return cls(
            hands=deal.dealt,
            passes=chosen,
            tricks=tuple(tricks),
            moon=deal._table.chosen,
            scores=deal.scores,
            totals=deal.totals_after() if deal.is_over else None,
        )
