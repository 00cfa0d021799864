"""Many deals side by side, a step of each at a time, for environments: masks of legal cards out, cards in."""

from __future__ import annotations

from typing import Any

import numpy as np

from hearts.bulk import board as c
from hearts.bulk.compiled import steps
from hearts.bulk.leaves import plain_rules
from hearts.bulk.reference import check_count
from hearts.bulk.streams import DEALS, base_of
from hearts.cards import CardSet, of_mask
from hearts.engine.actions import PassCards, PlayCard
from hearts.engine.deal import Deal
from hearts.engine.setup import new_deal
from hearts.engine.shuffle import check_seed, fresh_seed
from hearts.errors import IllegalAction, SetupError, is_whole, shown
from hearts.variant.catalogue import DEFAULT, VariantLike, as_variant
from hearts.variant.rules import resolve

__all__ = ["Lockstep"]


class Lockstep:
    """Many deals that are played side by side. Unlike a `Deal` it changes as it is played.

    Deal i is deal i of a bulk run of the seed, as `simulate` plays them; one that is dealt anew is the next that is not taken.
    What it shows are numpy arrays with an entry for each deal; those of masks have a bit for each card, suit * 13 + rank.

    Args:
        variant: A variant, its name, or the path of its file.
        deals: How many deals are played at a time.
        players: The number of players; the variant's default where None.
        seed: A whole number from 0 to 2**256 - 1; a new one where None.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: Another argument is wrong; says what, where.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> table = Lockstep("original", 100, seed=7)
        >>> while not table.over.all():
        ...     table.play(table.lowest(table.legal()))
        >>> set(table.scores.sum(axis=1).tolist())
        {13}
    """

    def __init__(
        self, variant: VariantLike = DEFAULT, deals: int = 1024, *, players: int | None = None, seed: int | None = None
    ) -> None:
        """Deal all of them."""
        self.variant = as_variant(variant)
        self.players = self.variant.player_count(players)
        check_count("deals", deals, 1 << 24)
        self.seed = fresh_seed() if seed is None else check_seed(seed)
        rules = resolve(self.variant, self.players)
        self._rules = plain_rules(rules)
        self._steps = steps(self.players, self._rules)
        self._pack = rules.hand_size * self.players
        self._offsets = np.array(rules.offsets, dtype=np.int64)
        self._rows = np.zeros((deals, c.WIDTH), np.int64)
        self._dealt = np.zeros((deals, self.players), np.int64)
        self._plays = np.full((deals, self._pack), -1, np.int8)
        self._played = np.zeros(deals, np.int64)
        self._numbers = np.arange(deals, dtype=np.int64)
        self._next = 0
        self.deal_anew(np.ones(deals, np.bool_))

    def __len__(self) -> int:
        """How many deals are played at a time."""
        return len(self._rows)

    # ---- what is there -------------------------------------------------------------------------------------------------

    @property
    def numbers(self) -> Any:
        """The number of each deal in the run, from 0."""
        return self._numbers.copy()

    @property
    def passing(self) -> Any:
        """Are cards to be passed?"""
        return self._rows[:, c.PHASE] == c.PASSING

    @property
    def choosing(self) -> Any:
        """Does a shooter have to choose how its moon is scored?"""
        return self._rows[:, c.PHASE] == c.CHOOSING

    @property
    def over(self) -> Any:
        """Is the deal over?"""
        return self._rows[:, c.PHASE] == c.OVER

    @property
    def turn(self) -> Any:
        """The seat on turn; -1 where nobody is."""
        return self._rows[:, c.TURN].copy()

    @property
    def hands(self) -> Any:
        """The masks of the hands, by deal and seat."""
        return self._seats(c.HANDS)

    @property
    def taken(self) -> Any:
        """The masks of the cards that each seat has taken, by deal and seat."""
        return self._seats(c.TAKEN)

    @property
    def trick(self) -> Any:
        """The cards of the open tricks in the order of play, by deal and place; -1 for those to come."""
        cards = self._seats(c.CARDS)
        cards[np.arange(self.players) >= self._rows[:, c.PLACE, None]] = -1
        return cards

    @property
    def scores(self) -> Any:
        """What each seat scores, by deal and seat; 0 while the deal is played."""
        return np.where(self.over[:, None], self._seats(c.SCORES), 0)

    def _seats(self, start: int) -> Any:
        return self._rows[:, start : start + self.players].copy()

    def legal(self) -> Any:
        """The masks of the legal cards of the seats on turn; 0 where no card is to be played."""
        out = np.zeros(len(self), np.int64)
        self._steps.legal(self._rules, self._rows, out)
        return out

    @staticmethod
    def lowest(masks: Any) -> Any:
        """The number of the lowest card of each mask; -1 for an empty one."""
        masks = _whole_numbers("masks", masks).astype(np.int64)
        # a power of two below 2**53 is exact as a float, and its exponent is the place of the bit; of 0 it is 0
        return np.frexp((masks & -masks).astype(np.float64))[1].astype(np.int64) - 1

    def deal(self, index: int) -> Deal:
        """One of the deals as a `Deal`, to be looked at.

        Raises:
            SetupError: There is no such deal.
        """
        index = int(index) if isinstance(index, np.integer) else index
        if not is_whole(index) or not 0 <= index < len(self):
            raise SetupError("index", f"it is {shown(index)}: expected 0 to {len(self) - 1}")
        row = self._rows[index]
        passes = row[c.PASSES : c.PASSES + self.players].tolist()
        offset = int(row[c.OFFSET])
        deal = new_deal(
            self.variant,
            [of_mask(hand) for hand in self._dealt[index].tolist()],
            pass_offset=offset,
            dealer=int(row[c.DEALER]),
            passes=[None if cards == c.NOT_CHOSEN else of_mask(cards) for cards in passes] if offset else None,
            plays=[int(card) for card in self._plays[index] if card >= 0],
        )
        if row[c.PHASE] == c.OVER and not deal.is_over:
            deal = deal.apply(
                deal.legal_actions()[int(row[c.STYLE])]
            )  # old comes first, and new second, as in the kernel
        return deal

    # ---- doing it ------------------------------------------------------------------------------------------------------

    def play(self, cards: Any) -> None:
        """Play a card in each deal.

        Args:
            cards: The number of a card for each deal, 0 to 51; -1 where none is to be played, or it is another's time.

        Raises:
            IllegalAction: A card is refused in some deal; nothing has been played in any. Holds the `Refusal`.
            SetupError: It is not a number for each deal.
        """
        cards = self._column("cards", cards, -1, 51)
        wanted, legal = cards >= 0, self.legal()
        bad = np.flatnonzero(wanted & (legal >> np.maximum(cards, 0) & 1 == 0))
        if len(bad):
            index = int(bad[0])
            deal = self.deal(index)
            refusal = deal.why_not(PlayCard(deal.to_act[0] if deal.to_act else 0, int(cards[index])))
            raise IllegalAction(refusal)  # type: ignore[arg-type]  # it is refused
        self._steps.play(self._rules, self._rows, cards)
        which = np.flatnonzero(wanted)
        self._plays[which, self._played[which]] = cards[which]
        self._played += wanted

    def pass_cards(self, passes: Any) -> None:
        """Choose what every seat passes, in all deals in which cards are passed; all cards move at once.

        Args:
            passes: Masks of cards, by deal and seat; those of other deals are not looked at.

        Raises:
            IllegalAction: A pass is refused in some deal; nothing has been passed in any. Holds the `Refusal`.
            SetupError: It is not a mask for each deal and seat.
        """
        passes = _whole_numbers("passes", passes)
        if passes.shape != self._dealt.shape:
            raise SetupError("passes", f"its shape is {passes.shape}: expected {self._dealt.shape}, by deal and seat")
        passes = np.where(self.passing[:, None], passes, 0)
        _check_range("passes", passes, 0, (1 << 52) - 1)
        passes = np.ascontiguousarray(passes, np.int64)
        rows, bad = self._rows.copy(), np.zeros(len(self), np.int64)
        self._steps.pass_cards(self._rules, rows, passes, bad)
        refused = np.flatnonzero(bad >= 0)
        if len(refused):
            index = int(refused[0])
            seat = int(bad[index])
            chosen = CardSet.from_mask(int(passes[index, seat]))
            raise IllegalAction(self.deal(index).why_not(PassCards(seat, chosen)))  # type: ignore[arg-type]  # as above
        self._rows = rows

    def choose(self, styles: Any) -> None:
        """Choose how moons are scored, in the deals that wait for it.

        Args:
            styles: 0 for old, 1 for new, -1 for not yet, for each deal; those of other deals are not looked at.

        Raises:
            SetupError: It is not a style for each deal.
        """
        self._steps.choose(self._rules, self._rows, self._column("styles", styles, -1, 1))

    def deal_anew(self, which: Any) -> None:
        """Deal some of them anew, with the next deals of the run.

        Args:
            which: Which of them, true or false for each.

        Raises:
            SetupError: It does not say so for each deal.
        """
        which = np.ascontiguousarray(_array("which", which))
        if which.shape != (len(self),) or which.dtype != np.bool_:
            problem = f"it is {which.dtype} of the shape {which.shape}"
            raise SetupError("which", f"{problem}: expected true or false for each of {len(self)} deals")
        count = int(np.count_nonzero(which))
        numbers = self._numbers.copy()
        numbers[which] = np.arange(self._next, self._next + count)
        base = np.uint64(base_of(self.seed, DEALS))
        self._steps.begin(self._rules, self._offsets, base, numbers, self._rows, which)
        self._numbers, self._next = numbers, self._next + count
        self._dealt[which] = self._rows[which, c.HANDS : c.HANDS + self.players]
        self._plays[which] = -1
        self._played[which] = 0

    def _column(self, name: str, values: Any, low: int, high: int) -> Any:
        column = _whole_numbers(name, values)
        if column.shape != (len(self),):
            raise SetupError(
                name, f"its shape is {column.shape}: expected a whole number for each of {len(self)} deals"
            )
        _check_range(name, column, low, high)
        return np.ascontiguousarray(column, np.int64)


def _array(name: str, values: Any) -> Any:
    try:
        return np.asarray(values)
    except ValueError as error:
        raise SetupError(name, f"it is {shown(values)}: expected an array") from error


def _whole_numbers(name: str, values: Any) -> Any:
    array = _array(name, values)
    if not np.issubdtype(array.dtype, np.integer):
        raise SetupError(name, f"it is an array of {array.dtype}: expected one of whole numbers")
    return array


def _check_range(name: str, array: Any, low: int, high: int) -> None:
    if array.min() < low or array.max() > high:
        raise SetupError(name, f"they are {array.min()} to {array.max()}: expected {low} to {high}")
