"""The cases of the project's list that bear on saved games: what is saved loads as it was, wherever the game stood."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import attrs
import pytest
from recordings import MOON, PASSING, SORTED, TINY, chosen, finished, passing, played, tiny, tricks, waiting, with_deal

import hearts
from hearts import CardSet, ChooseMoon, IllegalAction, PassCards, Phase, Reason
from hearts.errors import RecordError
from hearts.records.codec import from_data, to_data
from hearts.records.history import History
from hearts.testing import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hearts.records.record import Record

QUICK = TINY.evolve(passing={"count": 1, "cycle": ["left", "right"]}, moon={"style": "none"}, end={"target": 7})
"""A game of a few deals, with cards passed in each."""


def play_first(history: History) -> History:
    """The history with its deal played to the end, each seat doing the first thing that is legal."""
    while history.game.to_act:
        history = history.apply(history.game.legal_actions()[0])
    return history


def match(seed: int) -> History:
    """A whole game of the quick kind."""
    history = play_first(History(hearts.new_game(QUICK, seed=seed)))
    while not history.game.is_over:
        history = play_first(history.next_deal())
    return history


def saved(history: History) -> Iterator[hearts.Game]:
    """What a history's game is after it was saved and loaded, in every way in which it can be."""
    record = history.record()
    yield record.resume()
    yield History.of_record(record).game
    yield from_data(to_data(record)).resume()
    yield from_data(to_data(history)).game
    yield from_data(to_data(history.game))
    yield pickle.loads(pickle.dumps(history)).game


def test_d7_saved_after_the_passing_it_is_not_done_again() -> None:
    """D7: saved after the last pass and before the first lead, the game loads with the hands after the passing, takes no
    further pass, and the holder of the opening card is on turn.
    """
    history = History(hearts.new_game("standard", seed=7))
    for seat in range(4):
        history = history.apply(PassCards(seat, history.game.deal.hands[seat][:3]))
    opener = next(seat for seat in range(4) if "2C" in history.game.deal.hands[seat])
    for game in saved(history):
        assert game.phase is Phase.PLAYING
        assert game.deal.hands == history.game.deal.hands != game.deal.dealt
        assert (game.turn, game.legal_cards()) == (opener, CardSet("2C"))
        refusal = game.why_not(PassCards(0, game.deal.hands[0][:3]))
        assert refusal is not None
        assert refusal.reason is Reason.PASS_NOT_NOW


def test_d8_saved_games_go_on_in_their_direction_and_new_ones_start_afresh() -> None:
    """D8: a game that is loaded passes its next deal in the direction after that of its last one, and the record of another
    game begins with the first direction.
    """
    history = match(1)
    assert len(history.record().deals) > 2
    offsets = [moment.after.deal.pass_offset for moment in history.record().moments() if moment.after is not None]
    assert set(offsets) == {1, 2}
    assert offsets[0] == 1
    for state, _ in history:
        if state.phase is Phase.DEAL_OVER:
            at = history.goto(history.lines[0].index(state))
            for game in saved(at):
                assert game.next_deal().deal.pass_offset == 3 - state.deal.pass_offset
    assert match(2).record().resume().deals[0].pass_offset == 1


@pytest.mark.parametrize(("style", "totals"), [("old", (10, 10, 0)), ("new", (0, 0, -10))])
def test_e7_saved_choice_is_applied_once(style: str, totals: tuple[int, ...]) -> None:
    """E7: the choice is in the record once, and is scored once when it is played again; a second choice is refused, and so is
    that of another style with the same scores.
    """
    history = chosen(style)
    record = history.record()
    assert (record.deals[0].moon, record.deals[0].totals) == (style, totals)
    for game in saved(history):
        assert game.totals == totals
        with pytest.raises(IllegalAction):
            game.apply(ChooseMoon(2, style))
    assert with_deal(record, moon="new" if style == "old" else "old").replay().fault is not None
    (shooter,) = {seat for state in saved(waiting()) for seat in state.to_act}
    assert shooter == 2


def test_e9_saved_or_undone_while_the_choice_is_pending() -> None:
    """E9: with the last trick just completing the moon, saving and loading keeps the wait for its shooter; undo goes back to
    before the last card, totals untouched; and playing that card again asks again.
    """
    history = waiting()
    for game in saved(history):
        assert game == history.game
        assert (game.phase, game.to_act, game.totals) == (Phase.CHOOSING_MOON, (2,), (0, 0, 0))
        assert tuple(game.legal_actions()) == (ChooseMoon(2, "old"), ChooseMoon(2, "new"))
        assert (game.deals, game.winners) == ((), ())
    for back in ("step", "card"):
        before = history.undo(back)
        assert before.game == played(tiny(), MOON.rsplit(" ", 1)[0]).game
        assert (before.game.phase, before.game.totals, before.game.deals) == (Phase.PLAYING, (0, 0, 0), ())
        again = before.play("3H")
        assert again == history
        assert again.game.phase is Phase.CHOOSING_MOON
    decided = history.apply(ChooseMoon(2, "new"))
    assert decided.undo().game == history.game
    assert decided.undo("card").game.totals == (0, 0, 0)
    other = decided.undo().apply(ChooseMoon(2, "old"))
    assert (other.game.totals, other.switch(0).game.totals) == ((10, 10, 0), (0, 0, -10))


@pytest.mark.parametrize("first", range(3))
def test_f7_saved_game_is_over_whoever_played_the_last_card(first: int) -> None:
    """F7: a game that the last card of a seat has ended is loaded as over, whichever seat that was, and takes no action."""
    variant = TINY.evolve(moon={"style": "old"}, end={"target": 10})
    dealer = (first - 1) % 3
    hands = [SORTED[(seat - first) % 3] for seat in range(3)]
    history = played(History(hearts.new_game(variant, seed=7, hands=hands, first_dealer=dealer)), MOON)
    last = history.done[-1]
    assert isinstance(last, hearts.PlayCard)
    assert last.seat == (first + 1) % 3
    for game in saved(history):
        assert game.phase is Phase.GAME_OVER
        assert game.winners == history.record().winners == ((first + 2) % 3,)
        assert (tuple(game.legal_actions()), game.to_act) == ((), ())
        with pytest.raises(IllegalAction):
            game.next_deal()
        with pytest.raises(IllegalAction):
            game.play("2C")


def test_f9_saved_games_carry_nothing_into_the_next() -> None:
    """F9: a game that is begun, recorded and replayed after another has nothing of it: no totals, no cards taken, deal 1, the
    first direction, and a whole pack.
    """
    first = match(9)
    first.record().replay()
    second = History(hearts.new_game(QUICK, seed=9))
    for game in (*saved(second), first.undo("deal").goto(0).game):
        assert (game.totals, game.deal_number, game.deals, game.winners) == ((0, 0, 0), 1, (), ())
        assert game.deal.pass_offset == 1
        assert not game.deal.hearts_broken
        assert sorted(card for hand in game.deal.hands for card in hand) == sorted(QUICK.pack())
        assert not any(game.deal.taken)
    assert match(9) == first
    assert match(9).record() == first.record()


def broken() -> History:
    """A standard game in which hearts have just been broken."""
    game = hearts.new_game("standard", seed=7)
    path = [state for state in walk(game, 7) if state.phase is Phase.PLAYING]
    index = next(index for index, state in enumerate(path) if state.deal.hearts_broken)
    history = History(path[0])
    for state in path[1 : index + 1]:
        history = history.apply(
            next(action for action in history.game.legal_actions() if history.game.apply(action) == state)
        )
    return history


PLACES: dict[str, Callable[[], History]] = {
    "before the passing": lambda: passing().goto(0),
    "two passes chosen": lambda: passing().goto(2),
    "in the first trick": lambda: played(passing(), "2H"),
    "hearts broken": broken,
    "moon choice pending": waiting,
    "deal over": chosen,
    "next deal begun": lambda: chosen().next_deal(),
    "game over": finished,
}


@pytest.mark.parametrize("place", PLACES)
def test_h1_round_trip_keeps_everything(place: str) -> None:
    """H1: wherever a game is saved, it loads equal, with the same legal actions, and both go on alike."""
    history = PLACES[place]()
    game = history.game
    for loaded in saved(history):
        assert loaded == game
        assert hash(loaded) == hash(game)
        assert tuple(loaded.legal_actions()) == tuple(game.legal_actions())
        for one, other in zip(walk(game, 3), walk(loaded, 3), strict=True):
            assert one == other
            assert tuple(one.legal_actions()) == tuple(other.legal_actions())
        if not one.is_over:
            assert one.next_deal() == other.next_deal()


def test_h1_property_a_card_twice_is_refused() -> None:
    """H1: a history in which a card is played twice is refused, in a record and as data, with the place named."""
    record = finished().record()
    wrong = with_deal(record, tricks=tricks("0: 2C 3C 4C", "2: 4H 2H 2H"))
    fault = wrong.replay().fault
    assert fault is not None
    assert (fault.where, fault.refusal and fault.refusal.reason) == (
        "deal 1, trick 2, seat 1, card 2H",
        Reason.NOT_HELD,
    )
    with pytest.raises(RecordError, match="deal 1, trick 2, seat 1, card 2H"):
        from_data(to_data(wrong)).resume()


def damaged() -> Iterator[tuple[str, Record]]:
    """Records from which something is missing."""
    record = finished().record()
    yield "without tricks", with_deal(record, tricks=())
    yield "without the last trick", with_deal(record, 2, tricks=record.deals[1].tricks[:1])
    hand, *others = record.deals[0].hands or ()
    yield "with a card too few", with_deal(record, hands=(hand - "2C", *others))
    yield "with a card too many", with_deal(record, hands=(hand | "5C", *others))
    yield "without hands or seed", with_deal(record.without_seed(), hands=None)
    yield "without its first deal", attrs.evolve(record, deals=record.deals[1:])
    yield "with a deal too many", attrs.evolve(record, deals=record.deals * 2)


@pytest.mark.parametrize(("name", "record"), [*damaged()], ids=[name for name, _ in damaged()])
def test_h2_broken_save_is_an_error_with_a_name(name: str, record: Record) -> None:
    """H2: a save from which cards, tricks or deals are missing, or in which there are too many, gives an error that says where,
    and no game.
    """
    for read in (record.resume, lambda: History.of_record(record), lambda: from_data(to_data(record)).resume()):
        with pytest.raises(RecordError) as caught:
            read()
        (fault,) = caught.value.faults
        assert fault.path.startswith("deal "), name


def test_h2_property_save_of_another_version_is_refused() -> None:
    """H2: data of a version that is not known, or without what it needs, gives an error that says so."""
    data = to_data(finished().record())
    for key, value in (
        ("format", "hearts.record/2"),
        ("format", None),
        ("players", None),
        ("deals", []),
        ("deals", None),
    ):
        with pytest.raises(RecordError) as caught:
            from_data({**data, key: value})
        assert caught.value.faults
        with pytest.raises(RecordError):
            from_data({name: item for name, item in data.items() if name != key})


def test_h7_replay_of_hold_deals_gives_equal_hands() -> None:
    """H7: nothing outside the record goes into a replay: each deal has the hands that it had, also those in which no cards are
    passed and those whose hands were given, with the seed and without.
    """
    history = play_first(History(hearts.new_game(PASSING.evolve(end={"target": 1000}), seed=7)))
    for hands in (None, SORTED, None, None):
        history = play_first(history.next_deal(hands))
    ends = [state.deal for state in history.lines[0] if state.deal.is_over]
    assert [deal.pass_offset for deal in ends] == [1, 0, 1, 0, 1]
    for record in (history.record(), history.record().without_seed()):
        again = [moment.after.deal for moment in record.moments() if moment.after is not None]
        assert [deal for deal in again if deal.is_over] == ends
        assert [record.hands_of(number) for number in range(1, 6)] == [deal.dealt for deal in ends]


def test_h9_saved_deal_is_over_until_the_next_is_asked_for() -> None:
    """H9: saved after the last card of deal 3, the game loads at the end of that deal, its last trick and scores readable;
    deal 4, which holds, begins only when it is asked for.
    """
    variant = TINY.evolve(passing={"count": 1, "cycle": ["left", "right", "left", "hold"]}, end={"target": 1000})
    history = play_first(History(hearts.new_game(variant, seed=3)))
    for _ in range(2):
        history = play_first(history.next_deal())
    for game in saved(history):
        assert (game.phase, game.deal_number, game.turn) == (Phase.DEAL_OVER, 3, None)
        assert len(game.deal.tricks) == 2
        assert game.deal.tricks[-1].winner is not None
        assert game.deal.scores == game.deals[2].scores
        following = game.next_deal()
        assert (following.deal_number, following.deal.pass_offset, following.phase) == (4, 0, Phase.PLAYING)
    assert len(history.record().deals) == 3


def test_h10_saved_pack_stays_whole() -> None:
    """H10: at every moment of a replay hands, open trick and piles are the pack, each card once, and points are those of what
    was taken.
    """
    for history in (finished(), match(4), broken()):
        for moment in history.record().moments():
            game = moment.after
            assert game is not None
            deal = game.deal
            open_cards = () if deal.trick is None else deal.trick.cards
            there = [card for cards in (*deal.hands, open_cards, *deal.taken) for card in cards]
            assert sorted(there) == sorted(game.variant.pack(game.players))
            values = dict(game.variant.values.cards)
            assert deal.points == tuple(sum(values.get(card, 0) for card in cards) for cards in deal.taken)
