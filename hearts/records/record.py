"""The record of a game: the rules, where the deals come from, all that was done, and what came of it, as a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from hearts.cards import CardSet
from hearts.engine.game import Game
from hearts.engine.setup import seat_in
from hearts.engine.shuffle import SCHEME, check_seed, deal_hands
from hearts.errors import RecordError, SetupError, is_whole, shown
from hearts.records.plain import LONGEST_TAG, MOST_TAGS, Seat, Seed, Tags
from hearts.records.recorded import RecordedDeal
from hearts.records.referee import referee
from hearts.records.replay import Moment, Replay, replay, retrace
from hearts.records.report import Report
from hearts.variant.variant import Variant

__all__ = ["MOST_DEALS", "Record"]

MOST_DEALS: Final = 10_000
"""A record has at most so many deals. No game is as long, and to read what somebody sends is to be quick."""


def _tags(tags: Mapping[str, str] | Tags) -> Tags:
    pairs = tuple(tags.items()) if isinstance(tags, Mapping) else tags
    if type(pairs) is not tuple or not all(map(_is_tag, pairs)) or len(pairs) > MOST_TAGS:
        wanted = f"at most {MOST_TAGS} texts for texts, each of at most {LONGEST_TAG} characters"
        raise SetupError("tags", f"they are {shown(tags)}: expected {wanted}")
    if len(dict(pairs)) < len(pairs):
        raise SetupError("tags", f"they are {shown(tags)}: expected each text once")
    return tuple(sorted(pairs))


def _is_tag(pair: object) -> bool:
    return (
        type(pair) is tuple
        and len(pair) == 2
        and all(isinstance(text, str) and len(text) <= LONGEST_TAG for text in pair)
    )


@attrs.frozen(kw_only=True)
class Record:
    """A game from its first deal, as far as it was played: enough to play all of it again, and to check every step.

    Get one from `History.record`, by loading a file, or from the parts. A record may say anything; `replay` says whether it
    is right. The record of a game that is not over is a save: `resume` gives the game.

    Attributes:
        variant: The variant in full.
        players: The number of players.
        first_dealer: The dealer of deal 1; the deal moves one seat to the left each time (R1.3).
        seed: The seed that deals come from. It gives away every hand to come: see `without_seed`. None where every
            deal has its hands.
        scheme: The name of the scheme by which deals come from the seed; None without a seed.
        deals: The deals, in order; the last may be unfinished.
        winners: The seats that won; empty while the game goes on.
        tags: What else there is to say, as text for text, such as the names of the players or a date; given as a dict.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: A part is not of its kind, or the variant is not for the number of players; says what, where.

    Example:
        >>> import hearts
        >>> history = hearts.History(hearts.new_game("standard", seed=7))
        >>> record = history.record()
        >>> record.variant.name, record.players, len(record.deals), record.winners
        ('standard', 4, 1, ())
        >>> record.resume() == history.game
        True
    """

    variant: Variant = attrs.field(repr=lambda variant: repr(variant.name))
    players: int
    first_dealer: Seat
    seed: Seed | None = attrs.field(default=None, repr=False)
    scheme: str | None = None
    deals: tuple[RecordedDeal, ...] = ()
    winners: tuple[Seat, ...] = ()
    tags: Tags = attrs.field(default=(), converter=_tags)

    def __attrs_post_init__(self) -> None:
        """Check what nothing could be replayed without."""
        if not isinstance(self.variant, Variant):
            raise SetupError("variant", f"it is {shown(self.variant)}: expected a Variant")
        if not is_whole(self.players):
            raise SetupError("players", f"it is {shown(self.players)}: expected a whole number")
        self.variant.player_count(self.players)
        seat_in("first_dealer", self.first_dealer, self.players)
        if self.seed is not None:
            check_seed(self.seed)
        if self.scheme != (None if self.seed is None else SCHEME):
            wanted = "None, since there is no seed" if self.seed is None else repr(SCHEME)
            raise SetupError("scheme", f"it is {shown(self.scheme)}: expected {wanted}")
        if (
            type(self.deals) is not tuple
            or not all(type(deal) is RecordedDeal for deal in self.deals)
            or not self.deals
        ):
            problem = f"it is {shown(self.deals)}: expected a tuple of RecordedDeal, at least that of the first deal"
            raise SetupError("deals", problem)
        if len(self.deals) > MOST_DEALS:
            raise SetupError("deals", f"there are {len(self.deals)}: expected at most {MOST_DEALS}")
        if type(self.winners) is not tuple:
            raise SetupError("winners", f"it is {shown(self.winners)}: expected a tuple of seats")
        for seat in self.winners:
            seat_in("winners", seat, self.players)

    def replay(self) -> Replay:
        """The game played again, every step and every result checked.

        Returns:
            The game as far as it can be played, and the `ReplayFault` where something in the record is wrong.

        Example:
            >>> import hearts
            >>> record = hearts.History(hearts.new_game("standard", seed=7)).record()
            >>> record.replay().fault is None
            True
        """
        return replay(self)

    def resume(self) -> Game:
        """The game to be played on, once all of the record has been found right.

        Raises:
            RecordError: Something in it is wrong; says what, where.
        """
        replayed = self.replay()
        if replayed.fault is not None or replayed.game is None:
            raise RecordError("record", [fault.as_fault() for fault in (replayed.fault,) if fault is not None])
        return replayed.game

    def moments(self) -> Iterator[Moment]:
        """The game played again step by step: what was, what was done, and what came of it, as far as it is right.

        The last moment holds the fault, where there is one.
        """
        return retrace(self)

    def referee(self) -> Report:
        """Every irregular step, and what the tricks come to as they fell: see `hearts.records.referee`."""
        return referee(self)

    def without_seed(self) -> Record:
        """The same record with the hands of its deals in place of the seed: those of deals to come no longer follow from it.

        It can be shown while the game goes on, but between two deals only: the hands of all deals that it holds are there,
        those of a deal that is being played too.
        """
        if self.seed is None:
            return self
        deals = tuple(attrs.evolve(deal, hands=self.hands_of(number)) for number, deal in enumerate(self.deals, 1))
        return attrs.evolve(self, seed=None, scheme=None, deals=deals)

    def hands_of(self, number: int) -> tuple[CardSet, ...] | None:
        """The hands of a deal as dealt, by seat: those recorded, or those of the seed; None where there are neither.

        Args:
            number: The number of the deal, from 1.

        Raises:
            SetupError: There is no such deal.
        """
        if not is_whole(number) or not 1 <= number <= len(self.deals):
            raise SetupError("number", f"it is {shown(number)}: expected a deal from 1 to {len(self.deals)}")
        hands = self.deals[number - 1].hands
        return self.dealt_by_seed(number) if hands is None else hands

    def dealt_by_seed(self, number: int) -> tuple[CardSet, ...] | None:
        """The hands of a deal that come from the seed, whatever was dealt; None without a seed.

        Args:
            number: The number of the deal, from 1.

        Raises:
            SetupError: It is not a whole number from 1.
        """
        return None if self.seed is None else deal_hands(self.variant, self.seed, number, players=self.players)
