"""One deal, from passing to the last trick, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from hearts.cards import Card, CardLike, CardSet, of_mask
from hearts.engine import kernel
from hearts.engine.actions import Action, ChooseMoon, PassCards, Phase, PlayCard, pass_choices, plays_of
from hearts.engine.door import open_door
from hearts.engine.ending import Standing, add_scores
from hearts.engine.refuse import Facts, may_choose, refuse
from hearts.engine.scoring import DealScore, Moon, MoonKind, Piles, points_of, score_piles
from hearts.engine.table import NOT_CHOSEN, DealSetup, Done, Table, Trick, are_broken, legal_mask, moon_made, piles_of
from hearts.errors import IllegalAction, SetupError, is_whole, shown
from hearts.refusal import Refusal
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

if TYPE_CHECKING:
    from hearts.knowledge.view import View, ViewOptions

__all__ = [
    "NOBODY",
    "OVER",
    "Deal",
    "DealSetup",
    "Past",
    "Trick",
    "deal_with_hands",
    "piles_and_score",
    "play_cards",
    "score_of",
    "start_deal",
]

NOBODY: Final = -1
"""In place of the seat on turn while cards are passed; when the deal is over it is OVER."""

OVER: Final = -2
_new: Final = object.__new__
_BITS: Final = tuple(1 << card for card in range(62))


@attrs.define(eq=False, repr=False)
class _DealFields:
    """The fields of a deal. It is filled as a plain object, which is quick, and then made into a `Deal`, which is frozen."""

    _table: Table
    _left: int
    """The mask of all cards that are still held: a seat's hand is what of these it began with."""
    _done: Done
    _leader: int
    _trick: tuple[int, ...]
    """The cards of the open trick, in the order of play."""
    _turn: int
    _legal: int = attrs.field(eq=False)
    """The mask of the legal cards of the seat on turn; 0 where nobody is, and for a shooter who is to choose."""


@attrs.frozen(init=False, repr=False)
class Deal(_DealFields):
    """One deal of a game: hands, passes, tricks, piles, and what may be done next. A value: `apply` gives a new one.

    Make one with `hearts.new_deal`, or take a game's.

    Example:
        >>> import hearts
        >>> deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7))
        >>> deal.turn, str(deal.legal_cards())
        (3, '2C')
        >>> deal = deal.play("2C")
        >>> str(deal.trick.cards[0])
        '2C'
    """

    # ---- what is there -------------------------------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self._table.setup.variant

    @property
    def players(self) -> int:
        """The number of players."""
        return self._table.rules.players

    @property
    def dealer(self) -> int:
        """The dealer's seat (R1.3)."""
        return self._table.setup.dealer

    @property
    def pass_offset(self) -> int:
        """How many seats to the left cards are passed, 0 to players - 1; 0 where none are (R2.2)."""
        return self._table.setup.pass_offset

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The hands as dealt, by seat."""
        return _sets(self._table.setup.dealt)

    @property
    def passes(self) -> tuple[CardSet | None, ...]:
        """The cards that each seat has chosen to pass, None where it has yet to choose; empty where none are passed."""
        return tuple(None if cards == NOT_CHOSEN else of_mask(cards) for cards in self._table.passes)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The cards that each seat holds now, by seat."""
        return tuple(of_mask(hand & self._left) for hand in self._table.hands)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks, in order."""
        return tuple(
            Trick(leader, _cards(cards), self._seats(number, leader, len(cards)), winner)
            for number, (leader, cards, winner, _) in enumerate(self._done)
        )

    @property
    def trick(self) -> Trick | None:
        """The open trick, which may have no card yet; None while no card can be played."""
        if self.phase is not Phase.PLAYING:
            return None
        cards = _cards(self._trick)
        return Trick(self._leader, cards, self._seats(len(self._done), self._leader, len(cards)))

    @property
    def taken(self) -> tuple[CardSet, ...]:
        """The cards that each seat has taken in tricks, by seat."""
        return _sets(self._piles().taken)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """How many tricks each seat has taken, by seat."""
        return self._piles().tricks

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat's cards and tricks count so far, with no moon and no bonus (R7)."""
        return points_of(self._table.rules, self._piles())

    @property
    def hearts_broken(self) -> bool:
        """Are hearts broken (R6.1)?"""
        return self._broken()

    @property
    def moon(self) -> Moon | None:
        """The moon or sun that was made, once all cards have been played; None where none was (R8)."""
        if self.phase not in (Phase.CHOOSING_MOON, Phase.DEAL_OVER):
            return None
        return moon_made(self._table, self._piles())

    @property
    def score(self) -> DealScore | None:
        """Points, scores and moon of the deal once it is over, and None before."""
        return score_of(self) if self.is_over else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What each seat scores in this deal, moon and bonuses included (R8), once it is over; None before."""
        if not self.is_over:
            return None
        table, piles = self._table, self._piles()
        return score_piles(table.rules, piles, moon_made(table, piles))

    @property
    def standing(self) -> Standing:
        """How the game stood before the deal."""
        return self._table.setup.standing

    def totals_after(self) -> tuple[int, ...]:
        """The totals with this deal's scores, the exact-score rule and the floor applied; as before while it is played."""
        scores = self.scores
        before = self.standing.totals
        return before if scores is None else add_scores(self._table.rules, before, scores)

    def view(self, seat: int | None = None, *, options: ViewOptions | None = None) -> View:
        """What a seat may see of the deal, and no more.

        Args:
            seat: The seat; None for an onlooker.
            options: What the house lets its players see.

        Raises:
            SetupError: There is no such seat, or the options are none.
        """
        return open_door(self, seat, options)

    # ---- what may be done ----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        """PASSING, PLAYING, CHOOSING_MOON or DEAL_OVER."""
        if self._turn >= 0:
            return Phase.PLAYING if self._hand(self._turn) else Phase.CHOOSING_MOON
        return Phase.DEAL_OVER if self._turn == OVER else Phase.PASSING

    @property
    def is_over(self) -> bool:
        """Has the deal been played and scored?"""
        return self._turn == OVER

    @property
    def turn(self) -> int | None:
        """The seat on turn, or None while cards are passed and when the deal is over."""
        return None if self._turn < 0 else self._turn

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must act: the one on turn, or all that have yet to choose a pass; empty when the deal is over."""
        if self._turn >= 0:
            return (self._turn,)
        return tuple([seat for seat, cards in enumerate(self._table.passes) if cards == NOT_CHOSEN])

    def legal_cards(self, seat: int | None = None) -> CardSet:
        """The cards that a seat may play now, or that may be among those it passes.

        Args:
            seat: The seat; where None, the first of `to_act`.

        Returns:
            The cards; empty where the seat has nothing to play or pass now.

        Raises:
            SetupError: There is no such seat.
        """
        turn = self._turn
        if turn >= 0 and seat is None:
            return of_mask(self._legal)
        seat = self._asked(seat)
        if seat == turn:
            return of_mask(self._legal)
        if self._may_choose(seat):
            return of_mask(kernel.passable(self._table.rules, self._table.hands[seat]))
        return CardSet()

    def legal_actions(self) -> Sequence[Action]:
        """Every action that is legal now, of all seats that may act, in a fixed order.

        Returns:
            While cards are played, a tuple in ascending order of cards; while they are passed, a sequence that lists the
            passes as they are asked for, seat by seat, the seats of `to_act` first.
        """
        if self._turn >= 0:
            if self._legal:
                return plays_of(self._turn, self._legal)
            return ChooseMoon(self._turn, MoonStyle.OLD), ChooseMoon(self._turn, MoonStyle.NEW)
        seats = self.to_act
        if self._table.rules.pass_change:  # those who may only change their minds come last
            seats += tuple(seat for seat in range(self.players) if seat not in seats)
        return () if self.is_over else pass_choices(self._table.rules, self._table.hands, seats)

    def why_not(self, action: Action | CardLike, seat: int | None = None) -> Refusal | None:
        """Why an action, or a card, is refused now; None where it is legal.

        Args:
            action: An action, or a card that a seat would play (or pass, while cards are passed).
            seat: Whose card it is; where None, that of the first of `to_act`. Not needed with an action.

        Raises:
            CardError: It is neither an action nor a card.
            SetupError: There is no such seat, or the action is another's.
        """
        asked = self._asked(seat)
        if isinstance(action, PassCards | PlayCard | ChooseMoon):
            if seat is not None and seat != action.seat:
                raise SetupError(
                    "seat", f"it is {seat}, but the action is seat {action.seat}'s: expected that seat, or None"
                )
            asked = action.seat
        return refuse(self._facts(), self._hand(asked), action, asked)

    # ---- doing it ------------------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> Deal:
        """The deal after an action; this one stays as it is.

        Raises:
            IllegalAction: The action is refused; holds the `Refusal`.
            SetupError: It is not an action.
        """
        table, kind = self._table, type(action)
        if kind is PlayCard and action.seat == self._turn >= 0:
            return self.play(action.card)  # type: ignore[union-attr]  # it is a PlayCard
        if kind is PassCards and 0 <= action.seat < table.players and self._may_choose(action.seat):
            mask = action.cards.mask  # type: ignore[union-attr]  # it is a PassCards
            if kernel.can_pass(table.rules, table.hands[action.seat], mask):
                return _with_pass(table, action.seat, mask)
        if kind not in (PassCards, PlayCard, ChooseMoon):
            raise SetupError("action", f"it is {shown(action)}: expected a PassCards, PlayCard or ChooseMoon")
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        table = Table(table.setup, table.passes, table.hands, action.style)  # type: ignore[union-attr]  # what is left
        return _make(table, 0, self._done, NOBODY, (), OVER, 0)

    def play(self, card: CardLike) -> Deal:
        """The deal after the seat on turn plays a card: short for `apply` with a `PlayCard`.

        Raises:
            CardError: It is not a card.
            IllegalAction: The card is refused; holds the `Refusal`.
        """
        if type(card) is not Card:
            card = Card(card)
        bit = _BITS[card]
        if not self._legal & bit:
            raise IllegalAction(self.why_not(PlayCard(self._asked(None), card)))  # type: ignore[arg-type]  # there is one
        # From here on it is written for speed: this is what simulators and searches spend their time in.
        table, left, done, trick = self._table, self._left ^ bit, self._done, self._trick + (card,)  # noqa: RUF005
        if table.uneven:
            return self._play_uneven(left, trick)
        rules, players, leader = table.rules, table.players, self._leader
        if len(trick) < players:
            turn = self._turn + 1
            if turn == players:
                turn = 0
            hand = table.hands[turn] & left
            # who can follow must (R5.1), which is the ladder's second rung and the answer three times out of four
            legal = hand & rules.suit_of[trick[0]] or legal_mask(rules, hand, left, done, trick[0])
        else:
            turn = (leader + kernel.take_trick(rules, trick)) % players
            done = done + ((leader, trick, turn, left),)  # noqa: RUF005
            if not left:
                return _ended(table, done)
            leader, trick = turn, ()
            legal = legal_mask(rules, table.hands[turn] & left, left, done, -1)
        deal = _new(_DealFields)
        deal._table = table
        deal._left = left
        deal._done = done
        deal._leader = leader
        deal._trick = trick
        deal._turn = turn
        deal._legal = legal
        deal.__class__ = Deal
        return deal  # type: ignore[return-value]  # it is one now

    # ---- inside --------------------------------------------------------------------------------------------------------

    def _play_uneven(self, left: int, trick: tuple[int, ...]) -> Deal:
        """Play on where hands differ in size: a seat that has run out is passed over (R2.4)."""
        table, leader = self._table, self._leader
        seats = self._seats(len(self._done), leader, table.players)
        if len(trick) < len(seats):
            return _on_turn(table, left, self._done, leader, trick, seats[len(trick)])
        winner = seats[kernel.take_trick(table.rules, trick)]
        done = (*self._done, (leader, trick, winner, left))
        if not left:
            return _ended(table, done)
        leader = kernel.next_holder(tuple([hand & left for hand in table.hands]), winner)
        return _on_turn(table, left, done, leader, (), leader)

    def _hand(self, seat: int) -> int:
        return self._table.hands[seat] & self._left if 0 <= seat < self._table.players else 0

    def _seats(self, number: int, leader: int, count: int) -> tuple[int, ...]:
        """The seats of the first cards of the trick of a number (from 0), in the order of play.

        Each seat plays one card to every trick while it has any, so it is in the trick if it began with more cards than that.
        """
        players, hands = self.players, self._table.hands
        around = [(leader + step) % players for step in range(players)]
        return tuple([seat for seat in around if hands[seat].bit_count() > number][:count])

    def _broken(self) -> bool:
        return are_broken(self._table.rules, self._left, self._done, self._trick[0] if self._trick else -1)

    def _piles(self) -> Piles:
        """What each seat has taken so far."""
        return piles_of(self._table.rules, self._done)

    def _asked(self, seat: int | None) -> int:
        """The seat that a question is about."""
        if seat is None:
            return self.to_act[0] if self.to_act else 0
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise SetupError("seat", f"it is {shown(seat)}: expected 0 to {self.players - 1}")
        return seat

    def _may_choose(self, seat: int) -> bool:
        """May a seat choose its pass now?"""
        table = self._table
        return self._turn == NOBODY and may_choose(table.rules, chosen=table.passes[seat] != NOT_CHOSEN)

    def _facts(self) -> Facts:
        table, trick, turn = self._table, self._trick, self._turn
        chosen = tuple([cards != NOT_CHOSEN for cards in table.passes])
        if turn < 0:
            return Facts(table.rules, self.phase, turn, -1, first=False, broken=False, chosen=chosen)
        return Facts(table.rules, self.phase, turn, trick[0] if trick else -1, not self._done, self._broken(), chosen)

    def __repr__(self) -> str:
        """Where the deal stands, in brief."""
        hands = " | ".join(map(str, self.hands))
        return f"<Deal of {self.variant.name}, {self.phase}, {len(self._done)} tricks played, hands {hands}>"


def _make(table: Table, left: int, done: Done, leader: int, trick: tuple[int, ...], turn: int, legal: int) -> Deal:
    """A deal of fields that are known to be good, about three times as fast as a frozen class's own constructor."""
    deal = _DealFields(table, left, done, leader, trick, turn, legal)
    deal.__class__ = Deal
    return deal  # type: ignore[return-value]  # it is one now


def _on_turn(table: Table, left: int, done: Done, leader: int, trick: tuple[int, ...], turn: int) -> Deal:
    """The deal with a seat on turn."""
    legal = legal_mask(table.rules, table.hands[turn] & left, left, done, trick[0] if trick else -1)
    return _make(table, left, done, leader, trick, turn, legal)


def _ended(table: Table, done: Done) -> Deal:
    """The deal with all cards played: over, or waiting for the shooter's choice (R8.2)."""
    moon = moon_made(table, piles_of(table.rules, done))
    waits = moon is not None and moon.kind is MoonKind.MOON and moon.style is None
    return _make(table, 0, done, NOBODY, (), moon.seat if moon and waits else OVER, 0)


def _opened(table: Table) -> Deal:
    """The deal with all cards passed: the first leader is on turn (R3.1)."""
    leader = kernel.opening_seat(table.rules, table.hands, table.setup.dealer)
    return _on_turn(table, table.rules.pack, (), leader, (), leader)


def _passing(table: Table) -> Deal:
    """The deal with some cards still to be passed: nobody is on turn."""
    return _make(table, table.rules.pack, (), NOBODY, (), NOBODY, 0)


def _with_pass(table: Table, seat: int, cards: int) -> Deal:
    """The deal with a seat's pass chosen; with the last one all cards move at once (R2.1)."""
    passes = kernel.with_item(table.passes, seat, cards)
    if NOT_CHOSEN in passes:
        return _passing(Table(table.setup, passes, table.hands))
    return _opened(Table(table.setup, passes, kernel.pass_cards(table.hands, passes, table.setup.pass_offset)))


def start_deal(setup: DealSetup) -> Deal:
    """The deal as it begins: with passing, or with the first lead where none are passed (R2.3)."""
    if not setup.pass_offset:
        return _opened(Table(setup, (), setup.dealt))
    return _passing(Table(setup, (NOT_CHOSEN,) * len(setup.dealt), setup.dealt))


def play_cards(deal: Deal, cards: Iterable[Card]) -> tuple[Deal, int]:
    """The deal after cards are played in order, as far as each is legal, and how many were.

    As `Deal.play` card by card, but for the states in between, which nobody sees.
    """
    table, left, leader, turn, legal = deal._table, deal._left, deal._leader, deal._turn, deal._legal
    count = 0
    if table.uneven or turn < 0:
        for card in cards:
            if not deal._legal >> card & 1:
                break
            deal = deal.play(card)
            count += 1
        return deal, count
    rules, players, hands = table.rules, table.players, table.hands
    suit_of, done, trick = rules.suit_of, deal._done, deal._trick
    for card in cards:
        bit = _BITS[card]
        if not legal & bit:
            break
        count += 1
        left ^= bit
        trick += (card,)
        if len(trick) < players:
            turn += 1
            if turn == players:
                turn = 0
            hand = hands[turn] & left
            legal = hand & suit_of[trick[0]] or legal_mask(rules, hand, left, done, trick[0])
            continue
        turn = (leader + kernel.take_trick(rules, trick)) % players
        done += ((leader, trick, turn, left),)
        if not left:
            return _ended(table, done), count
        leader, trick = turn, ()
        legal = legal_mask(rules, hands[turn] & left, left, done, -1)
    return _make(table, left, done, leader, trick, turn, legal), count


class Past(NamedTuple):
    """What everybody knows of how a deal has been played.

    Attributes:
        left: The mask of all cards that are still held.
        done: The finished tricks.
        leader: The seat that led, or is to lead, the open trick; NOBODY where no card can be played.
        trick: The cards of the open trick, in the order of play.
        turn: The seat on turn; NOBODY while cards are passed, and OVER when the deal is over.
        legal: The mask of the cards that may be played, 0 where none can; None where it depends on hidden cards.
    """

    left: int
    done: Done
    leader: int
    trick: tuple[int, ...]
    turn: int
    legal: int | None


def deal_with_hands(table: Table, past: Past) -> Deal:
    """The deal that a past leads to from the hands of a table, unchecked: every play of it must have been legal."""
    left, done, leader, trick, turn, legal = past
    if legal is None:
        return _on_turn(table, left, done, leader, trick, turn)
    return _make(table, left, done, leader, trick, turn, legal)


def score_of(deal: Deal) -> DealScore:
    """Points, scores and moon of a deal that is over."""
    return piles_and_score(deal)[1]


def piles_and_score(deal: Deal) -> tuple[Piles, DealScore]:
    """What each seat took in a deal that is over, and what that comes to."""
    table, piles = deal._table, deal._piles()
    moon = moon_made(table, piles)
    scores = score_piles(table.rules, piles, moon)
    # with no moon and no bonus the scores are the points
    plain = moon is None and not table.rules.no_tricks
    return piles, DealScore(scores if plain else points_of(table.rules, piles), scores, moon)


def _sets(masks: tuple[int, ...]) -> tuple[CardSet, ...]:
    return tuple(map(of_mask, masks))


def _cards(numbers: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(map(Card, numbers))
