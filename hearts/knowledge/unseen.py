"""Which unseen cards each other seat may hold, kept up to date play by play, for claims.

Others' hands are bins with so much room each; the unseen cards are shared out among them. What has been seen says which bins
a card may be in, so whether some deal is left that fits is a question of counting (Hall's theorem), and no deals are listed.
"""

from __future__ import annotations

from typing import NamedTuple

from hearts.engine import kernel
from hearts.knowledge.proofs import Proofs, proofs_for
from hearts.knowledge.view import View

__all__ = ["Unseen", "proves", "unseen_by"]


def proves(book: Proofs, card: int, lead: int, first: bool, broken: bool) -> int:  # noqa: FBT001 - as in the kernel
    """The mask of the cards among which the hand was that a card was played from: see `Proofs.of`.

    Where a lead proves one of two things (R6.3 in the first trick), all that either leaves possible.
    """
    within = 0
    for proof in book.of(card, lead, first, broken):
        within |= proof.within
    return within


class Unseen(NamedTuple):
    """The cards that a seat does not see, and where they may be.

    Attributes:
        pool: The mask of the cards.
        may: The masks of those that each other seat may hold by what it has shown, by seat. One more entry stands for tricks
            that the house does not show again: cards may lie there, too.
        room: How many of them each seat holds, by seat, and how many lie in such tricks; together all.
    """

    pool: int
    may: tuple[int, ...]
    room: tuple[int, ...]

    def after(self, seat: int, card: int, proved: int) -> Unseen:
        """What is unseen after a seat played a card, which proved that its hand was among some cards."""
        pool = self.pool & ~(1 << card)
        room = kernel.with_item(self.room, seat, self.room[seat] - 1)
        may = kernel.with_item(self.may, seat, self.may[seat] & proved)
        return Unseen(pool, tuple([cards & pool if space else 0 for cards, space in zip(may, room, strict=True)]), room)

    def fits(self) -> bool:
        """Is there a way to share out the cards?

        There is if the bins of every choice of bins find as many cards among them as they have room for.
        """
        chosen = [(0, 0)]
        for cards, space in zip(self.may, self.room, strict=True):
            if space:
                more = [(union | cards, need + space) for union, need in chosen]
                for union, need in more:
                    if (union & self.pool).bit_count() < need:
                        return False
                chosen += more
        return True

    def can_hold(self, seat: int, cards: int, count: int) -> bool:
        """Is there a way to share out the cards in which a seat holds at least so many of some of them?

        Where there is, each of these cards that the seat may hold at all it may hold together with count - 1 others of them:
        the hands that a seat may have are the bases of a matroid.
        """
        wanted = cards & self.may[seat]
        rest = self.room[seat] - count
        if rest < 0 or wanted.bit_count() < count:
            return False
        return Unseen(self.pool, (*self.may, wanted), (*kernel.with_item(self.room, seat, rest), count)).fits()


def unseen_by(view: View, seat: int) -> Unseen:
    """What a view leaves open of the other seats' hands while cards are played.

    It takes account of voids shown, of each rule that a play shows to have been followed or waived, of who had to lead first
    (R3.1), and of the cards that the seat itself passed. What others passed is taken to be free: that they may not pass locked
    cards (R2.4) can prove a little more.

    Args:
        view: The view of a seat, of a deal in which cards are played.
        seat: The seat.
    """
    rules, players = view.rules(), view.players
    tricks = [trick for trick in (*view.tricks, view.trick) if trick is not None]
    hidden = view.tricks_played - len(view.tricks)
    mine = 0 if view.dealt is None else view.dealt.mask
    given = 0 if view.passed is None else view.passed.mask
    if view.received is not None:
        mine = mine & ~given | view.received.mask
    pool = rules.pack & ~mine
    room = [0 if other == seat else size for other, size in enumerate(view.hand_sizes)]
    for trick in tricks:
        for other in trick.seats:
            room[other] += other != seat
    may = [pool & ~given if other != view.receiver else pool for other in range(players)]
    if not hidden and rules.opening_card >= 0:
        may = [
            held & ~(1 << rules.opening_card) if other != tricks[0].leader else held for other, held in enumerate(may)
        ]
    may[seat] = 0
    lost = pool.bit_count() - sum(room)
    unseen = Unseen(pool, (*may, pool if lost else 0), (*room, lost))
    # where tricks are hidden, hearts are taken to be broken already, which proves less
    book, broken = proofs_for(view.variant, players), hidden > 0
    for number, trick in enumerate(tricks, hidden):
        lead = -1
        for other, card in zip(trick.seats, trick.cards, strict=True):
            if other != seat:
                unseen = unseen.after(other, card, proves(book, card, lead, number == 0, broken))
            broken = broken or kernel.are_broken(rules, 1 << card, 1 << card if lead < 0 else 0)
            lead = int(trick.cards[0])
    return unseen
