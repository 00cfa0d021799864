"""Asking hearts and the oracle the same questions, and noting which branches of the rules the answers came from.

Each function here compares as it goes (it fails where the two differ) and returns what happened, in words, so that a test can
make sure that the rare things happened too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import oracle

import hearts
from hearts.engine import kernel
from hearts.engine.ending import Standing, add_scores, find_winners
from hearts.testing.play import choose
from hearts.variant.rules import Rules, resolve

Data = dict[str, Any]
Happened = set[str]


def texts(cards: Sequence[hearts.Card]) -> list[str]:
    """Cards as the oracle has them: plain text."""
    return [str(card) for card in cards]


def play_game(game: hearts.Game, number: int, shooters: Sequence[int], max_deals: int) -> Happened:
    """Play a game, or its first deals, with both.

    Args:
        game: A game that has just begun.
        number: What the play follows from.
        shooters: Seats that play for a moon, and are let; none for cards at random.
        max_deals: After how many deals a game that is not over is left.
    """
    data, players, rng = game.variant.to_data(), game.players, Random(number)
    totals, hearts_taken = [0] * players, [0] * players
    happened: Happened = set()
    while True:
        deal_number = game.deal_number
        dealer = oracle.dealer_of_deal(players, deal_number, game.first_dealer)
        offset = oracle.pass_offset(data, players, deal_number)
        assert (game.deal.dealer, game.deal.pass_offset) == (dealer, offset)
        game, hands = pass_cards(game, data, rng, happened)
        game, other = play_cards(game, data, hands, rng, shooters, happened)
        game = score(game, data, other, totals, hearts_taken, rng, happened)
        result = game.deals[-1]
        settled = oracle.after_deal(data, totals, result.scores)
        happened |= note_totals(game.variant, totals, result.scores, settled)
        totals = settled
        hearts_taken = oracle.add_by_seat(hearts_taken, oracle.hearts_in(other.taken))
        over, winners = oracle.game_state(data, players, totals, deal_number, hearts_taken)
        happened |= note_end(game.variant, data, totals, deal_number, hearts_taken)
        assert game.totals == tuple(totals)
        assert (game.is_over, game.winners) == (over, winners)
        if over or deal_number == max_deals:
            return happened
        game = game.next_deal()


def pass_cards(game: hearts.Game, data: Data, rng: Random, happened: Happened) -> tuple[hearts.Game, list[list[str]]]:
    """Pass cards with both, and compare which passes are legal; gives the game and the oracle's hands after passing."""
    players = game.players
    dealt = [texts(hand) for hand in game.deal.dealt]
    offset = game.deal.pass_offset
    if not offset:
        assert game.phase is not hearts.Phase.PASSING
        return game, dealt
    while game.phase is hearts.Phase.PASSING:
        for seat in game.to_act:
            for cards in some_cards(game.deal.hands[seat], oracle.most_to_pass(data, players), rng):
                legal = oracle.legal_to_pass(data, players, dealt[seat], texts(cards))
                assert (game.why_not(hearts.PassCards(seat, cards)) is None) is legal, f"{cards} of {dealt[seat]}"
        action = choose(game, rng)
        assert isinstance(action, hearts.PassCards)
        assert oracle.legal_to_pass(data, players, dealt[action.seat], texts(action.cards))
        if action.cards & game.variant.passing.locked:
            happened.add("a locked card is passed")
        passes = list(game.deal.passes)
        passes[action.seat] = action.cards
        game = game.apply(action)
        if None not in passes:
            hands = oracle.apply_passes(dealt, [texts(cards or ()) for cards in passes], offset)
            if len({len(hand) for hand in hands}) > 1:
                happened.add("hands of unequal size")
            return game, hands
    raise AssertionError


def some_cards(hand: hearts.CardSet, most: int, rng: Random) -> list[list[hearts.Card]]:
    """A few sets of cards that a seat might try to pass: of about the right size, of its hand and not."""
    sizes = [max(0, min(len(hand), most + change)) for change in (0, 0, -1, 1, -2)]
    tries = [rng.sample(tuple(hand), size) for size in sizes]
    return [*tries, rng.sample([hearts.Card(card) for card in range(52)], most)]


def play_cards(
    game: hearts.Game,
    data: Data,
    hands: list[list[str]],
    rng: Random,
    shooters: Sequence[int],
    happened: Happened,
) -> tuple[hearts.Game, oracle.OracleDeal]:
    """Play all cards with both, and compare who is on turn, what is legal, who takes each trick, and what becomes of it."""
    other = oracle.OracleDeal(data, game.players, hands, game.deal.dealer)
    while game.phase is hearts.Phase.PLAYING:
        assert game.turn == other.seat_to_play
        assert [sorted(hand) for hand in other.hands] == [sorted(texts(hand)) for hand in game.deal.hands]
        assert game.deal.hearts_broken is other.hearts_broken()
        legal = texts(game.legal_cards())
        assert sorted(legal) == sorted(other.legal())
        action = choose(game, rng, shooters)
        assert isinstance(action, hearts.PlayCard)
        happened |= note_legal(game.deal, other, legal)
        other.play(str(action.card))
        game = game.apply(action)
    happened |= note_runs(data, other, hands)
    assert other.seat_to_play is None
    tricks = [
        (trick.leader, dict(zip(trick.seats, texts(trick.cards), strict=True)), trick.winner)
        for trick in game.deal.tricks
    ]
    assert tricks == [(trick.leader, trick.cards, trick.winner) for trick in other.tricks]
    assert [sorted(texts(pile)) for pile in game.deal.taken] == [sorted(pile) for pile in other.taken]
    assert list(game.deal.tricks_won) == other.tricks_won
    return game, other


def note_runs(data: Data, other: oracle.OracleDeal, hands: list[list[str]]) -> Happened:
    """Whether a seat that was to lead had no card, after uneven passing."""
    happened = set()
    if any(trick.winner != following.leader for trick, following in pairwise(other.tricks)):
        happened.add("a winner has no card left")
    if data["opening"]["leader"] == "eldest" and not hands[(other.dealer + 1) % other.players]:
        happened.add("the eldest hand has no card")
    return happened


def note_legal(deal: hearts.Deal, other: oracle.OracleDeal, legal: list[str]) -> Happened:
    """Which rules of play made a difference."""
    seat = deal.turn or 0
    left_out = [deal.why_not(card) for card in deal.hands[seat] if str(card) not in legal]
    happened = {f"refused by {refusal.reason.code}" for refusal in left_out if refusal}
    if not other.open_trick and not other.hearts_broken() and any(oracle.suit_of(card) == "H" for card in legal):
        happened.add("hearts are led unbroken")
    return happened


def score(
    game: hearts.Game,
    data: Data,
    other: oracle.OracleDeal,
    totals: list[int],
    hearts_taken: list[int],
    rng: Random,
    happened: Happened,
) -> hearts.Game:
    """Score a deal with both, the shooter's choice made where there is one."""
    before = (totals, game.deal_number, hearts_taken)
    found = oracle.deal_scores(data, game.players, other.taken, other.tricks_won, *before)
    if found.needs_choice:
        assert game.phase is hearts.Phase.CHOOSING_MOON
        assert game.to_act == (found.chooser,)
        assert game.deal.moon is not None
        assert (game.deal.moon.style, game.deal.scores) == (None, None)
        action = choose(game, rng)
        assert isinstance(action, hearts.ChooseMoon)
        game = game.apply(action)
        found = oracle.deal_scores(
            data, game.players, other.taken, other.tricks_won, *before, choice=action.style.value
        )
        happened.add("a choice is pending")
    assert game.deal.is_over
    score = game.deal.score
    assert score is not None
    compare_scores(score, found)
    happened |= note_scores(game.variant, found, other.tricks_won)
    return game


def compare_scores(score: hearts.DealScore, found: oracle.OracleScores) -> None:
    """Fail where points, scores or moon differ."""
    assert list(score.points) == oracle.add_by_seat(found.card_points, found.trick_points)
    moon = score.moon
    if moon is None:
        assert (found.kind, found.shooters, found.style) == (None, (), None)
    else:
        assert (moon.kind.value, moon.seats, moon.style) == (found.kind, found.shooters, found.style)
        assert moon.seat == min(moon.seats)
    assert score.scores == found.scores


def note_scores(variant: hearts.Variant, found: oracle.OracleScores, tricks_won: Sequence[int]) -> Happened:
    """What was made in a deal, and which settings bore on it."""
    kept = variant.no_tricks.bonus and 0 in tricks_won
    if found.kind is None:
        return {"no tricks"} if kept else set()
    happened = {found.kind, f"{found.kind} with bonus cards {variant.moon.bonus.value}"}
    if found.kind == "moon":
        happened |= {f"moon by {variant.moon.style.value} is {found.style}"}
    if len(found.shooters) > 1:
        happened.add("joint moon")
    partners = variant.partners
    if any(found.shooters[0] in team and len(team) > len(found.shooters) for team in partners.teams):
        happened.add(f"{found.kind} with a partner {partners.moon.value}")
    if kept:
        happened.add(f"no tricks in a deal with a moon or sun, {'kept' if variant.no_tricks.with_moon else 'void'}")
    return happened


def score_piles(
    variant: hearts.Variant,
    piles: Sequence[hearts.CardSet],
    tricks_won: Sequence[int],
    before: tuple[list[int], int, list[int]],
) -> Happened:
    """Score piles with both, with each choice where there is one.

    Args:
        variant: The variant.
        piles: The cards that each seat took.
        tricks_won: How many tricks each seat took.
        before: The totals before the deal, the number of the deal, and the hearts taken before by seat.
    """
    data, players = variant.to_data(), len(piles)
    taken = [texts(pile) for pile in piles]
    standing: dict[str, Any] = dict(zip(("totals", "deal_number", "hearts_taken"), before, strict=True))
    found = oracle.deal_scores(data, players, taken, list(tricks_won), *before)
    happened = note_scores(variant, found, tricks_won)
    scored = []
    for choice in (None, "old", "new"):
        if choice and found.needs_choice:
            found_now = oracle.deal_scores(data, players, taken, list(tricks_won), *before, choice=choice)
            happened |= note_scores(variant, found_now, tricks_won) | {"a choice is pending"}
        elif found.needs_choice or (choice and found.style != choice):
            fails(variant, piles, tricks_won=tricks_won, moon=choice, **standing)
            continue
        else:
            found_now = found
        score = hearts.score_deal(variant, piles, tricks_won=tricks_won, moon=choice, **standing)
        compare_scores(score, found_now)
        scored.append(score.scores)
    for scores in scored:
        happened |= end_deal(
            variant, scores, before[0], before[1], oracle.add_by_seat(before[2], oracle.hearts_in(taken))
        )
    return happened


def fails(variant: hearts.Variant, piles: Sequence[hearts.CardSet], **options: Any) -> None:  # noqa: ANN401 - passed on
    """Fail unless `score_deal` says that a choice is missing or out of place."""
    try:
        hearts.score_deal(variant, piles, **options)
    except hearts.SetupError as error:
        assert error.where == "moon"  # noqa: PT017 - told apart from other errors
        return
    raise AssertionError(options)


def end_deal(
    variant: hearts.Variant,
    scores: Sequence[int],
    totals: Sequence[int],
    deal_number: int,
    hearts_taken: Sequence[int],
) -> Happened:
    """Add scores to totals with both, and compare the totals, whether the game is over, and who has won.

    Args:
        variant: The variant.
        scores: The scores of the deal.
        totals: The totals before the deal.
        deal_number: The number of the deal.
        hearts_taken: The hearts that each seat took in the game, the deal's included.
    """
    data, players = variant.to_data(), len(totals)
    after = oracle.after_deal(data, totals, scores)
    assert add_scores(resolve(variant, players), totals, scores) == tuple(after)
    over, winners = oracle.game_state(data, players, after, deal_number, hearts_taken)
    standing = Standing(tuple(after), deal_number, tuple(hearts_taken))
    assert find_winners(resolve(variant, players), standing) == winners
    assert over is bool(winners)
    return note_totals(variant, totals, scores, after) | note_end(variant, data, after, deal_number, hearts_taken)


def note_totals(
    variant: hearts.Variant, totals: Sequence[int], scores: Sequence[int], after: Sequence[int]
) -> Happened:
    """Whether the exact-score rule or the floor changed a total."""
    happened = set()
    exact = dict(variant.end.exact)
    for total, score, settled in zip(totals, scores, after, strict=True):
        by_rule = exact.get(total + score, total + score)
        if by_rule != total + score:
            happened.add("exact rule")
        if settled != by_rule:
            happened.add("floor")
        if settled < 0:
            happened.add("a total below 0")
    return happened


def note_end(
    variant: hearts.Variant, data: Data, totals: Sequence[int], deal_number: int, hearts_taken: Sequence[int]
) -> Happened:
    """How a game ended, or how a tie was settled."""
    players = len(totals)
    if not oracle.end_reached(data, players, totals, deal_number):
        return set()
    tie = variant.end.tie.value
    best = oracle.best_teams(data, players, totals)
    over, winners = oracle.game_state(data, players, totals, deal_number, hearts_taken)
    if not over:
        return {"a tie is continued"}
    happened = {f"the {variant.end.winner.value} total wins"}
    if variant.partners.teams:
        happened.add(f"a game of partners ends by {variant.partners.end_test.value}")
    if len(best) > 1:
        left = [team for team in best if team[0] in winners]
        happened.add(f"a tie is {'shared' if len(left) == len(best) else 'broken by fewest hearts'}")
        if tie == "fewest-hearts" and len(left) > 1:
            happened.add("still tied by hearts")
    return happened


def imagine(
    variant: hearts.Variant, players: int, hand: hearts.CardSet, lead: hearts.Card | None, played: hearts.CardSet
) -> None:
    """Compare what is legal in an imagined position, which no play need lead to.

    Args:
        variant: The variant.
        players: The number of players.
        hand: What the seat on turn holds.
        lead: The card led to the open trick; None where the seat leads.
        played: The cards of tricks before; none for trick 1.
    """
    rules: Rules = resolve(variant, players)
    elsewhere = texts(variant.pack(players) - hand)
    other = oracle.OracleDeal(variant.to_data(), players, [texts(hand), elsewhere, *[[]] * (players - 2)], 0)
    other.seat_to_play = 0
    if played:
        cards = texts(played)
        other.tricks = [oracle.OracleTrick(index, {index: card}, index) for index, card in enumerate(cards)]
    if lead is not None:
        other.open_trick = {1: str(lead)}
    led = played.mask | (0 if lead is None else 1 << lead)
    broken = kernel.are_broken(rules, led, led)
    assert broken is other.hearts_broken()
    legal = kernel.legal_mask(rules, hand.mask, -1 if lead is None else int(lead), not played, broken)
    assert sorted(texts(hearts.CardSet.from_mask(legal))) == sorted(other.legal())
