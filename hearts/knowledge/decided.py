"""Is a deal decided: can no play change any more what its seats score?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hearts.cards import Card, CardSet
from hearts.engine.actions import ChooseMoon, Phase
from hearts.engine.deal import Deal
from hearts.engine.game import Game, deal_of
from hearts.engine.scoring import Piles, moon_of, score_piles
from hearts.engine.table import Trick
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle, Tie

__all__ = ["is_decided"]

SMALL: Final = 4
"""How many cards a seat may hold at most for all plays to be looked at."""

LIMIT: Final = 20_000
"""How many positions are looked at before a deal counts as not shown to be decided."""


def is_decided(state: Deal | Game) -> bool:
    """Are the scores of the deal the same whatever is played from here on, by whomever, and however a moon is chosen for?

    It is a question for a referee, who sees all hands. Cards of value still out, a moon or sun that can still be made or broken
    (R8.1, R8.5), what tricks count (R7.1), and the bonus for taking none (R8.6) all keep a deal open.

    The answer True can always be relied on. With at most 4 cards in each hand, all of them passed, so can False: all plays are
    looked at, up to 20,000 positions, and only endings that are decided by the lie of many cards need more. With more cards,
    False may mean that it was not shown. What is looked at then is whether anything is left that counts, whoever may take it:
    a card of value; a trick, where tricks count; a sun for a seat that has taken every trick; the bonus of a seat that has
    taken none; and a choice to be made.

    Args:
        state: A deal, or a game; of a game its current deal is meant.

    Raises:
        SetupError: It is neither.

    Example:
        >>> import hearts
        >>> deal = hearts.new_deal("standard", [suit.cards for suit in hearts.Suit])
        >>> is_decided(deal)
        False
        >>> is_decided(hearts.claim(deal))
        True
    """
    deal = deal_of(state)
    if deal.phase is Phase.PLAYING and max(map(len, deal.hands)) <= SMALL:
        return _Endings(deal).agree()
    if deal.phase in (Phase.CHOOSING_MOON, Phase.DEAL_OVER):
        return len({*_scores(deal)}) == 1
    return _settled(deal) is not None


def _scores(deal: Deal) -> Iterator[tuple[int, ...] | None]:
    """The scores of a deal with all cards played, for each way in which its moon may still be scored."""
    if deal.turn is None:
        yield deal.scores
    else:
        for style in (MoonStyle.OLD, MoonStyle.NEW):
            yield deal.apply(ChooseMoon(deal.turn, style)).scores


def _settled(deal: Deal) -> tuple[int, ...] | None:
    """The scores of a deal with tricks left, where it comes to the same whoever takes them; None where it may not."""
    rules = resolve(deal.variant, deal.players)
    piles = Piles(tuple(cards.mask for cards in deal.taken), deal.tricks_won)
    out = rules.pack & ~sum(piles.taken)
    if out & _counting(rules) or rules.trick_points:
        return None
    if rules.sun_value and max(piles.tricks) == sum(piles.tricks):
        return None
    moon = moon_of(rules, deal.standing, piles, None)
    if moon is not None:
        by_hearts = deal.variant.end.tie is Tie.FEWEST_HEARTS and _by_standing(deal)
        if moon.style is None or (by_hearts and out & rules.hearts):
            return None
    if rules.no_tricks and 0 in piles.tricks and (moon is None or rules.no_tricks_with_moon):
        return None
    return score_piles(rules, piles, moon)


def _counting(rules: Rules) -> int:
    """The mask of the cards that have a value."""
    return rules.penalties | rules.bonuses


def _by_standing(deal: Deal) -> bool:
    """Does the way in which a moon is scored depend on how the game stands (R8.2)?"""
    return deal.variant.moon.style in (MoonStyle.MIXED, MoonStyle.AUTO)


class _Endings:
    """All ways in which a deal can be played out, looked at until two of them come to different scores."""

    def __init__(self, deal: Deal) -> None:
        """Take the deal, in which cards are played."""
        self._deal = deal
        rules = self._rules = resolve(deal.variant, deal.players)
        self._scores: tuple[int, ...] | None = None
        self._seen: set[tuple[object, ...]] = set()
        self._counting = _counting(rules)
        if deal.variant.end.tie is Tie.FEWEST_HEARTS and _by_standing(deal):
            self._counting |= rules.hearts
        self._tricks_count = bool(rules.trick_points or rules.sun_value or rules.no_tricks)

    def agree(self) -> bool:
        """Do all of them come to the same scores?"""
        return self._agree(self._deal)

    def _agree(self, deal: Deal) -> bool:
        trick = deal.trick
        if trick is None:
            return all(map(self._same, _scores(deal)))
        if not trick.cards:
            settled = _settled(deal)
            if settled is not None:
                return self._same(settled)
        key = self._key(deal, trick)
        if key in self._seen:
            return True  # else the search would have ended
        if len(self._seen) >= LIMIT:
            return False
        self._seen.add(key)
        return all(self._agree(deal.play(card)) for card in self._apart(deal, trick))

    def _same(self, scores: tuple[int, ...] | None) -> bool:
        if self._scores is None:
            self._scores = scores
        return self._scores == scores

    def _key(self, deal: Deal, trick: Trick) -> tuple[object, ...]:
        """All that the scores may yet depend on."""
        taken = tuple([cards.mask & self._counting for cards in deal.taken])
        tricks = deal.tricks_won if self._tricks_count else ()
        return deal.hands, trick, deal.hearts_broken, taken, tricks

    def _apart(self, deal: Deal, trick: Trick) -> Iterator[Card]:
        """The legal cards between which there is a difference: of neighbours that are alike in all, the lowest."""
        rules, legal = self._rules, deal.legal_cards()
        live = sum(cards.mask for cards in deal.hands) | CardSet(trick.cards).mask
        marks = (legal.mask, rules.queen, rules.breakers, *rules.value_masks)
        if not deal.tricks:
            marks += (rules.barred, rules.opening)
        for card in legal:
            below = live & rules.suit_of[card] & (1 << card) - 1
            last = below.bit_length() - 1
            if last < 0 or any((mask >> card ^ mask >> last) & 1 for mask in marks):
                yield card
