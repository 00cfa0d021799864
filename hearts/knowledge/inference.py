"""What a seat, or an onlooker, can work out about the cards that it does not see."""

from __future__ import annotations

import attrs

from hearts.cards import Card, CardLike, CardSet, Suit, of_mask
from hearts.knowledge.hidden import HiddenHands
from hearts.knowledge.view import View

__all__ = ["Knowledge", "infer"]


@attrs.frozen
class Knowledge:
    """What follows from a view about who holds which of the cards that have not been played. A value; `hearts.infer` makes it.

    It is sound and complete: a seat may hold a card exactly when some world that agrees with the view has it there.

    Attributes:
        must_hold: The cards that each seat is sure to hold, by seat; of the view's own seat, its hand.
        may_hold: The cards that each seat may hold, by seat, those that it must hold included.
        cannot_hold: The cards still held by someone that each seat cannot hold, by seat.
        voids: The suits of which each seat is sure to hold no card, by seat: it has shown so, or all of them are elsewhere.
        out: The cards held by others than the view's own seat; for an onlooker, by anybody.
    """

    must_hold: tuple[CardSet, ...]
    may_hold: tuple[CardSet, ...]
    cannot_hold: tuple[CardSet, ...]
    voids: tuple[tuple[Suit, ...], ...]
    out: CardSet

    @property
    def out_by_suit(self) -> tuple[CardSet, ...]:
        """The cards held by others, by suit in the order C D H S."""
        return tuple(self.out.of_suit(suit) for suit in Suit)

    def holders(self, card: CardLike) -> tuple[int, ...]:
        """The seats that may hold a card; none where it has been played or is not in the pack.

        Raises:
            CardError: It is not a card.
        """
        card = Card(card)
        return tuple(seat for seat, cards in enumerate(self.may_hold) if card in cards)


def infer(view: View) -> Knowledge:
    """What follows from a view about who holds which cards.

    It goes by the view alone: the cards that this seat sees and passed (R2.1), who led first (R3.1), how many cards each seat
    holds, that every play was legal in the hand that it came from (R3.2, R4, R5, R6), and that passes were (R2.4).

    Args:
        view: The view of a seat, or of an onlooker.

    Raises:
        SetupError: The view does not hold all tricks, since the house shows only the last; or no hands agree with it.

    Example:
        >>> import hearts
        >>> hands, plays = hearts.deal_hands("standard", seed=7), "2C JC TC 5C QC KC QS AC"
        >>> known = infer(hearts.new_deal("standard", hands, plays=plays).view(0))
        >>> known.voids[2], str(known.may_hold[2] & "3C 8C 3D AH"), known.holders("3C")
        ((<Suit.CLUBS: 0>,), '3D AH', (1, 3))
    """
    held = HiddenHands(view)
    own = 0 if view.hand is None else view.hand.mask
    may = [own if seat == view.seat else mask for seat, mask in enumerate(held.possible())]
    once = several = 0
    for mask in may:
        several |= once & mask
        once |= mask
    return Knowledge(
        must_hold=tuple(of_mask(mask & ~several) for mask in may),
        may_hold=tuple(map(of_mask, may)),
        cannot_hold=tuple(of_mask(held.left & ~mask) for mask in may),
        voids=tuple(tuple(suit for suit in Suit if not mask & suit.mask) for mask in may),
        out=of_mask(held.hidden),
    )
