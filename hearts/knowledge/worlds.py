"""Worlds: whole deals that agree with all that a view knows, counted and drawn with equal chances."""

from __future__ import annotations

from itertools import islice, product
from operator import or_, xor
from random import Random
from typing import Final

from hearts.engine.actions import Phase
from hearts.engine.deal import NOBODY, OVER, Deal, DealSetup, Past, deal_with_hands
from hearts.engine.ending import Standing, add_scores
from hearts.engine.scoring import moon_of
from hearts.engine.shuffle import check_seed
from hearts.engine.table import Done, Table, piles_of
from hearts.errors import SetupError, is_whole, shown
from hearts.knowledge.counting import Chance, chance_of
from hearts.knowledge.exchange import choose_passes
from hearts.knowledge.hidden import HiddenHands
from hearts.knowledge.view import View
from hearts.variant.rules import Rules
from hearts.variant.sections import MoonStyle

__all__ = ["count_worlds", "sample_worlds", "standing_before"]


def count_worlds(view: View) -> int:
    """How many holdings agree with a view: ways in which the cards that it does not show can lie in the hands of others now.

    Exact. What others have passed and hold no trace of is not counted apart: two worlds with the same hands now, and other
    passes, are one holding. While cards are passed, hands are those that were dealt.

    Args:
        view: The view of a seat, or of an onlooker.

    Raises:
        SetupError: The view does not hold all tricks, since the house shows only the last; or no hands agree with it.

    Example:
        >>> import hearts
        >>> deal = hearts.new_deal("standard", hearts.deal_hands("standard", seed=7))
        >>> count_worlds(deal.view(3)) == 39 * count_worlds(deal.view(0)) // 13
        True
    """
    return HiddenHands(view).total


def sample_worlds(view: View, n: int, seed: int) -> tuple[Deal, ...]:
    """Worlds drawn at random: whole deals, to be played on, that agree with all that a view knows.

    Each is a deal whose own view, for the same seat and options, is the view given, as far as a deal by itself can show it (it
    knows nothing of earlier deals and of the end of the game). All of its plays and passes were legal.

    The holdings of hidden cards that `count_worlds` counts are equally likely, whatever has been shown, and no draw is thrown
    away. Of what others passed, all that could lead to the hands drawn is equally likely.

    Args:
        view: The view of a seat, or of an onlooker.
        n: How many worlds to draw, each independent of the others.
        seed: A whole number from 0 to 2**256 - 1. The same view, n and seed give the same worlds; a later version of the
            library may give others.

    Raises:
        SeedError: The seed is not a whole number in range.
        SetupError: The view does not hold all tricks, since the house shows only the last; or no hands agree with it; or n
            is not a number of worlds.

    Example:
        >>> import hearts
        >>> view = hearts.new_game("standard", seed=7).view(2)
        >>> world = sample_worlds(view, 10, seed=1)[9]
        >>> world.view(2) == view, world.hands[0] == world.dealt[0]
        (True, True)
    """
    if not is_whole(n) or n < 0:
        raise SetupError("n", f"it is {shown(n)}: expected a number of worlds, from 0")
    rng = Random(check_seed(seed))
    chance = chance_of(rng)
    worlds = _Worlds(HiddenHands(view))
    return tuple([worlds.draw(rng, chance) for _ in range(n)])


class _Worlds:
    """What all worlds of a view have in common."""

    def __init__(self, held: HiddenHands) -> None:
        """Work it out."""
        self._held = held
        self._view = view = held.view
        done = _done(view, held.rules.pack)
        trick = view.trick
        turn = (NOBODY if view.phase is Phase.PASSING else OVER) if view.turn is None else view.turn
        self._past = Past(held.left, done, NOBODY, (), turn, 0)
        if trick is not None:
            legal = view.legal_cards().mask if turn == view.seat else None
            self._past = Past(held.left, done, trick.leader, trick.cards, turn, legal)
        self._standing = standing_before(view, held.rules)
        self._chosen = None
        if view.scores is not None and view.moon is not None and _moon_style(held.rules, self._standing, done) is None:
            self._chosen = view.moon.style

    def draw(self, rng: Random, chance: Chance) -> Deal:
        """One world."""
        held, view = self._held, self._view
        plan, drawn = held.draw(rng, chance)
        hands = dealt = tuple(map(sum, drawn, plan.sure))
        passes: tuple[int, ...] = ()
        if held.exchange is not None:
            passes = held.exchange.choose(rng, plan.sure_bits, drawn)
            received = passes[-view.pass_offset :] + passes[: -view.pass_offset]
            # what a seat passed and what it received have no card in common, and it holds the one and not the other
            dealt = tuple(map(xor, hands, map(or_, passes, received)))
        elif view.chosen:
            passes = choose_passes(view, held.rules, rng, hands)
        setup = DealSetup(view.variant, held.rules, view.dealer, view.pass_offset, dealt, self._standing)
        return deal_with_hands(Table(setup, passes, hands, self._chosen), self._past)


def _done(view: View, left: int) -> Done:
    done = []
    for trick in view.tricks:
        left &= ~sum([1 << card for card in trick.cards])
        done.append((trick.leader, trick.cards, trick.winner, left))
    return tuple(done)  # type: ignore[arg-type]  # a finished trick has a winner


def _moon_style(rules: Rules, standing: Standing, done: Done) -> MoonStyle | None:
    """How the moon of a finished deal is scored, as far as the shooter has no choice (R8.2)."""
    moon = moon_of(rules, standing, piles_of(rules, done), None)
    return None if moon is None else moon.style


MOST_STANDINGS: Final = 10_000
"""How many standings are looked at, at most; only where the exact-score rule makes many totals one there are more."""


def standing_before(view: View, rules: Rules) -> Standing:
    """How the game stood before the deal.

    Once a deal is over its view shows the totals after it. Of a game, those before it are known too. Of a lone deal they are
    found from the scores: where the exact-score rule or the floor (R9.3, R9.4) has made several totals one, they are some that
    lead to what the view shows.

    Args:
        view: The view; all of its tricks must be there.
        rules: Its rules.

    Raises:
        SetupError: No totals and scores lead to those that it shows.
    """
    known = [(0,) * view.players, *[deal.totals for deal in view.deals]]
    if view.scores is None or view.deals:
        totals = view.totals if view.scores is None else known[-2]
        return Standing(totals, view.deal_number - 1, view.hearts_taken)
    end = view.variant.end
    odd = [total for total, _ in end.exact]
    low = [] if end.floor == "none" else [min(int(end.floor), *odd, 0) - 1]
    options = [
        [sum_ - score for sum_ in (total, *odd, *low) if add_scores(rules, (sum_,), (0,)) == (total,)]
        for total, score in zip(view.totals, view.scores, strict=True)
    ]
    if not all(options):
        totals_shown = " ".join(map(str, view.totals))
        raise SetupError("totals", f"they are {totals_shown}: expected totals that scores can come to")
    done, style = _done(view, rules.pack), None if view.moon is None else view.moon.style
    for totals in islice(product(*options), MOST_STANDINGS):
        standing = Standing(totals, view.deal_number - 1, view.hearts_taken)
        if _moon_style(rules, standing, done) in (None, style):
            return standing
    return Standing(tuple([sums[0] for sums in options]), view.deal_number - 1, view.hearts_taken)
