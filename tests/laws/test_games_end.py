"""Laws of whole games: how totals run, that a game ends by R9 and by nothing else, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from law_tools import PLAYS, SHOOTING, shooters

import hearts
from hearts.testing import deals, games, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = games(max_deals=5)


def teams(game: hearts.Game) -> list[tuple[int, ...]]:
    """The teams; each seat is one where there are none (R10.1)."""
    return [*game.variant.partners.teams] or [(seat,) for seat in range(game.players)]


def team_sums(game: hearts.Game, numbers: Sequence[int]) -> list[int]:
    """The sum of a team's numbers, by team."""
    return [sum(numbers[seat] for seat in team) for team in teams(game)]


def hearts_by_seat(game: hearts.Game, deal_count: int) -> list[int]:
    """How many hearts each seat took in a game's first deals."""
    return [sum(result.hearts_taken[seat] for result in game.deals[:deal_count]) for seat in range(game.players)]


def end_is_reached(game: hearts.Game, deal_count: int) -> bool:
    """Is the target reached or exceeded after a game's first deals, or are its deals played (R9.2, R10.1)?"""
    end, totals = game.variant.end, game.deals[deal_count - 1].totals
    if end.deals != "none" and deal_count >= end.deals:
        return True
    looked_at = team_sums(game, totals) if game.variant.partners.end_test == "team" else totals
    if end.target == "none":
        return False
    return any(total > end.target or (total == end.target and end.target_test == "reached") for total in looked_at)


def leaders(game: hearts.Game, deal_count: int) -> list[tuple[int, ...]]:
    """The teams in the winning place after a game's first deals (R9.5, R9.6, R10.1)."""
    sums = team_sums(game, game.deals[deal_count - 1].totals)
    best = min(sums) if game.variant.end.winner == "lowest" else max(sums)
    first = [team for team, total in zip(teams(game), sums, strict=True) if total == best]
    if game.variant.end.tie == "fewest-hearts":
        taken = hearts_by_seat(game, deal_count)
        counts = [sum(taken[seat] for seat in team) for team in first]
        first = [team for team, count in zip(first, counts, strict=True) if count == min(counts)]
    return first


def should_be_over(game: hearts.Game, deal_count: int) -> bool:
    """Has a game ended with the last of its first deals (R9.2, R9.6)?"""
    tied = len(leaders(game, deal_count)) > 1
    return end_is_reached(game, deal_count) and not (tied and game.variant.end.tie == "continue")


@given(GAMES)
def test_a_game_ends_by_the_end_rules_only(game: hearts.Game) -> None:
    """A game is over exactly where, after its last whole deal, the target is reached or exceeded or its deals are played, and
    no tie has to be played off; after no deal before that was it so (R9.1, R9.2, R9.6).
    """
    finished = len(game.deals)
    ended = [should_be_over(game, count) for count in range(1, finished + 1)]
    assert not any(ended[:-1])
    assert game.is_over is (bool(ended) and ended[-1] and game.deal.is_over)
    assert game.is_over is (game.phase is hearts.Phase.GAME_OVER) is bool(game.winners)
    if finished and not ended[-1] and end_is_reached(game, finished):
        event("a tie is played off")


@given(GAMES)
def test_the_winners_are_the_best(game: hearts.Game) -> None:
    """A game that is over has winners: the seats of the teams with the best total, by fewest hearts where ties are broken so;
    a game that is not has none (R9.5, R9.6, R10.1).
    """
    if game.is_over:
        best = leaders(game, len(game.deals))
        event(f"{len(best)} in the winning place")
        assert game.winners == tuple(sorted(seat for team in best for seat in team)) != ()
    else:
        assert game.winners == ()


@given(GAMES)
def test_places_follow_the_totals(game: hearts.Game) -> None:
    """A seat's place is one more than the number of teams ahead of its own: none is ahead of the winners, partners share
    their place, and a better total is never behind a worse one (R9.5, R10.1).
    """
    sums = team_sums(game, game.totals)
    sign = 1 if game.variant.end.winner == "lowest" else -1
    places = dict(zip(teams(game), [{game.placings[seat] for seat in team} for team in teams(game)], strict=True))
    assert all(len(shared) == 1 for shared in places.values())
    for team, total in zip(teams(game), sums, strict=True):
        ahead = sum(sign * other < sign * total for other in sums)
        equal = sums.count(total)
        (place,) = places[team]
        assert 1 + ahead <= place <= ahead + equal
        if ahead or game.variant.end.tie != "fewest-hearts":
            assert place == 1 + ahead
    if game.is_over:
        assert game.winners == tuple(seat for seat, place in enumerate(game.placings) if place == 1)


@given(GAMES)
def test_totals_run_from_deal_to_deal(game: hearts.Game) -> None:
    """Each total is the one before with the deal's score added, then changed by the exact-score rule, then raised to the
    floor (R9.1, R9.3, R9.4); and during a deal totals stand still.
    """
    end, totals = game.variant.end, (0,) * game.players
    for result in game.deals:
        added = [total + score for total, score in zip(totals, result.scores, strict=True)]
        settled = [dict(end.exact).get(total, total) for total in added]
        totals = tuple(settled if end.floor == "none" else [max(total, end.floor) for total in settled])
        assert result.totals == totals
    assert game.totals == totals


@given(GAMES)
def test_deals_are_numbered_dealt_and_passed_in_turn(game: hearts.Game) -> None:
    """The deal moves one seat to the left each time, and the directions go round from deal to deal, extra deals after a tie
    included (R1.3, R2.2, R2.3, R2.5).
    """
    cycle = game.variant.passing.cycle.of(game.players)
    words = {"left": 1, "right": -1, "across": game.players // 2, "hold": 0}
    current = (game.deal_number, game.deal.dealer, game.deal.pass_offset)
    facts = [(result.number, result.dealer, result.pass_offset) for result in game.deals]
    for index, (number, dealer, offset) in enumerate(facts if game.deal.is_over else [*facts, current]):
        direction = cycle[index % len(cycle)]
        steps = words[direction] if isinstance(direction, str) else direction
        assert number == index + 1
        assert dealer == (game.first_dealer + index) % game.players
        assert offset == (steps % game.players if game.variant.passing.count.of(game.players) else 0)


@given(GAMES)
def test_a_result_is_what_the_deal_came_to(game: hearts.Game) -> None:
    """The result of a deal that is over holds its points, scores, moon and the hearts that each seat took."""
    if game.deal.is_over:
        result, score = game.deals[-1], game.deal.score
        assert score is not None
        assert (result.points, result.scores, result.moon) == (score.points, score.scores, score.moon)
        assert result.hearts_taken == tuple(len(pile.of_suit(hearts.Suit.HEARTS)) for pile in game.deal.taken)
        assert game.deal_number == len(game.deals)
    else:
        assert game.deal_number == len(game.deals) + 1


@given(GAMES, PLAYS, SHOOTING)
def test_the_next_deal_begins_only_when_one_is_over(start: hearts.Game, number: int, shooting: bool) -> None:
    """`next_deal` is refused in the midst of a deal, with DEAL_NOT_OVER, and after the game, with GAME_OVER; otherwise it
    begins a deal in which no card has been played, with the totals as they were (R9.1).
    """
    for game in walk(start, number, shooters=shooters(start, shooting=shooting)):
        if game.phase is hearts.Phase.DEAL_OVER:
            after = game.next_deal()
            assert after.deal_number == game.deal_number + 1
            assert (after.totals, after.deals) == (game.totals, game.deals)
            assert after.deal.hands == after.deal.dealt
            assert after.to_act
        else:
            with pytest.raises(hearts.IllegalAction) as caught:
                game.next_deal()
            over = game.phase is hearts.Phase.GAME_OVER
            assert caught.value.refusal.reason is (hearts.Reason.GAME_OVER if over else hearts.Reason.DEAL_NOT_OVER)
            assert caught.value.refusal.text


@given(GAMES, st.data())
def test_nothing_can_be_done_in_a_game_that_is_over(game: hearts.Game, data: st.DataObject) -> None:
    """Once a game is over nobody is to act, there are no legal actions, and every action is refused since it is over."""
    if not game.is_over:
        return
    assert game.to_act == ()
    assert list(game.legal_actions()) == []
    card = data.draw(st.integers(0, 51))
    for action in (
        hearts.PlayCard(0, card),
        hearts.PassCards(0, [card]),
        hearts.ChooseMoon(game.winners[0], "old"),
    ):
        with pytest.raises(hearts.IllegalAction) as caught:
            game.apply(action)
        assert caught.value.refusal.reason is hearts.Reason.GAME_OVER


@given(deals(over=True))
def test_a_shooter_chooses_only_where_it_matters(deal: hearts.Deal) -> None:
    """With the style mixed or auto a moon is old unless old would end the game with the shooter not among the winners (R8.2):
    a moon that is not old is one that, scored so, would have ended the game.
    """
    moon, variant = deal.moon, deal.variant
    if moon is None or moon.style != "new" or variant.moon.style not in ("mixed", "auto"):
        return
    solo = len(moon.seats) == 1 and any(moon.seat in team and len(team) > 1 for team in variant.partners.teams)
    if solo and variant.partners.moon == "new":
        return
    event(f"new by {variant.moon.style}")
    old = variant.evolve(moon={"style": "old"})
    standing = deal._table.setup.standing  # what a deal was told of its game is not public
    scores = hearts.score_deal(old, deal.taken, tricks_won=deal.tricks_won, totals=standing.totals).scores
    exact, floor = dict(variant.end.exact), variant.end.floor
    after = [exact.get(total + score, total + score) for total, score in zip(standing.totals, scores, strict=True)]
    if floor != "none":
        after = [max(total, floor) for total in after]
    target = variant.end.target
    in_time = variant.end.deals != "none" and standing.deals + 1 >= variant.end.deals
    looked_at = after
    if variant.partners.teams and variant.partners.end_test == "team":
        looked_at = [sum(after[seat] for seat in team) for team in variant.partners.teams]
    assert in_time or (target != "none" and max(looked_at) >= target)
