"""Views that were read: what cannot have been seen is refused, at the field that does not fit the others."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import attrs
import pytest
from fuzz import read_or_refuse, use_view
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.engine.actions import Phase
from hearts.engine.game import DealResult
from hearts.engine.scoring import Moon, MoonKind
from hearts.engine.table import Trick
from hearts.errors import HeartsError, RecordError, SetupError
from hearts.knowledge.view import View, ViewOptions
from hearts.records.codec import from_data, to_data
from hearts.records.view_check import check_view_data
from hearts.testing import views, walk
from hearts.variant.sections import MoonStyle

CARD: Final = hearts.Card
SET: Final = hearts.CardSet

STANDARD: Final = hearts.load_variant("standard")
LAST: Final = ViewOptions(last_trick_only=True, hide_points=True)
OPEN: Final = ViewOptions(open_finished=True)
MOON: Final = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2S",
]
CHOICE: Final = STANDARD.evolve(
    moon={"style": "choice"}, passing={"count": 0}, opening={"leader": "AS", "card": "any"}, hearts={"lead": "any-time"}
)


def passed(count: int, variant: hearts.Variant = STANDARD) -> hearts.Game:
    """A game in which so many of four seats have chosen their pass."""
    game = hearts.new_game(variant, seed=7)
    for seat in range(count):
        game = game.apply(hearts.PassCards(seat, game.deal.hands[seat][:3]))
    return game


def states(game: hearts.Game) -> list[hearts.Game]:
    """The states from a game to the end of its deal, under some play."""
    return list(walk(game, 1))


def all_faults(view: View, **changes: Any) -> dict[str, str]:  # noqa: ANN401 - whatever the fields hold
    """The faults of a view with some fields changed, by path, after the view has been found good; told by data as well."""
    assert check_view_data(view) is view
    changed = attrs.evolve(view, **changes)
    with pytest.raises(HeartsError) as caught:
        check_view_data(changed)
    with pytest.raises(RecordError) as told:
        from_data(to_data(changed))
    if isinstance(caught.value, RecordError):
        assert told.value.faults == caught.value.faults
    return {fault.path: fault.problem for fault in told.value.faults}


def is_good(view: View) -> bool:
    """Is a view found good?"""
    return check_view_data(view) is view


def faults_of(view: View, **changes: Any) -> list[str]:  # noqa: ANN401 - as above
    """The paths of the faults of a view with some fields changed."""
    return list(all_faults(view, **changes))


PLAYED: Final = states(passed(4))
BEFORE: Final = passed(2).view(1)
"""Seat 1, which has chosen its pass, as has seat 0."""
LEADING: Final = PLAYED[8].view(PLAYED[8].turn)
MIDWAY: Final = PLAYED[18].view(PLAYED[18].turn)
"""Four tricks are finished, and two cards of the next are played."""
ONLOOKER: Final = PLAYED[18].view()
HOUSE: Final = PLAYED[18].view(PLAYED[18].turn, options=LAST)
OVER: Final = PLAYED[-1].view(0, options=OPEN)
SECOND: Final = states(PLAYED[-1].next_deal())[-1].view(1)
SECOND_ONLOOKER: Final = states(PLAYED[-1].next_deal())[-1].view()


def short_game() -> hearts.Game:
    """A short game that is over."""
    game = hearts.new_game("short", seed=7)
    while not game.is_over:
        game = states(game if game.to_act else game.next_deal())[-1]
    return game


ENDED: Final = short_game().view(2)
SHOOTING: Final = list(walk(hearts.new_game(CHOICE, seed=7, hands=MOON), 1, shooters=(0,)))[52]
CHOOSING: Final = SHOOTING.view(1)
UNSEEN_MOON: Final = SHOOTING.view(1, options=LAST)
SHOT: Final = SHOOTING.apply(hearts.ChooseMoon(0, "new")).view(0)
SHOT_DEAL: Final = SHOOTING.deal.apply(hearts.ChooseMoon(0, "new")).view(0, options=LAST)
LAST_DEAL: Final = PLAYED[-1].deal.view(0, options=LAST)


@given(views())
def test_every_view_is_good(view: View) -> None:
    """Every view of a deal or game is found good, and can be used."""
    assert check_view_data(view) is view
    use_view(view)


# ---- form --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hand_sizes", "points", "totals", "hearts_taken"])
def test_rows_have_an_entry_for_each_seat(name: str) -> None:
    """A row of another length than there are seats is refused."""
    row = getattr(MIDWAY, name)
    assert faults_of(MIDWAY, **{name: row[:3]}) == [name]
    assert faults_of(MIDWAY, **{name: (*row, 0)}) == [name]
    assert faults_of(MIDWAY, **{name: ()}) == [name]


def test_what_is_chosen_fits_the_passing() -> None:
    """There is one answer for each seat whether it has chosen where cards are passed, and none where they are not."""
    assert all_faults(BEFORE, chosen=BEFORE.chosen[:3]) == {"chosen": "there are 3"}
    assert all_faults(SHOT, chosen=(True,) * 4) == {"chosen": "there are 4"}
    assert faults_of(MIDWAY, chosen=()) == ["chosen"]
    assert faults_of(OVER, opened=(OVER.opened or ())[:3]) == ["opened"]


@pytest.mark.parametrize("seat", [-1, 4, 7, 10**9])
def test_seats_are_those_of_the_table(seat: int) -> None:
    """A seat that is not there is refused wherever it stands."""
    for name in ("seat", "dealer", "pass_offset"):
        assert faults_of(MIDWAY, **{name: seat}) == [name]
    first = MIDWAY.tricks[0]
    for change in ({"leader": seat}, {"winner": seat}, {"seats": (seat, *first.seats[1:])}):
        assert faults_of(MIDWAY, tricks=(attrs.evolve(first, **change), *MIDWAY.tricks[1:])) == ["tricks.0"]
    assert faults_of(MIDWAY, to_act=(seat,)) == ["to_act"]
    assert faults_of(MIDWAY, turn=seat) == ["turn"]
    assert faults_of(ENDED, winners=(seat,)) == ["winners"]
    moon = Moon(MoonKind.MOON, seat, (seat,), None)
    assert faults_of(UNSEEN_MOON, moon=moon, turn=seat, to_act=(seat,)) == ["moon"]
    assert faults_of(CHOOSING, moon=moon) == ["moon"]


def test_a_variant_is_for_its_players() -> None:
    """A view of more or fewer players than the variant is for is refused; so is passing where none is."""
    with pytest.raises(SetupError):
        check_view_data(attrs.evolve(MIDWAY, players=7))
    assert faults_of(MIDWAY, players=7) == ["players"]
    assert "hand_sizes" in faults_of(MIDWAY, players=3)
    assert faults_of(SHOT, pass_offset=1, chosen=(True,) * 4) == ["pass_offset"]


def test_tricks_have_a_seat_for_each_card() -> None:
    """Each card of a trick was played by a seat, each seat once; a finished trick has a winner, and an open one has none."""
    first, rest, last = MIDWAY.tricks[0], MIDWAY.tricks[1:], MIDWAY.trick
    assert last is not None
    for change in ({"seats": first.seats[:3]}, {"seats": first.seats[:1] * 4}, {"cards": first.cards[:2]}):
        assert faults_of(MIDWAY, tricks=(attrs.evolve(first, **change), *rest)) == ["tricks.0"]
    assert faults_of(MIDWAY, tricks=(attrs.evolve(first, winner=None), *rest)) == ["tricks.0.winner"]
    assert faults_of(MIDWAY, trick=attrs.evolve(last, winner=1)) == ["trick.winner"]


def test_a_seat_sees_its_own_cards_and_an_onlooker_none() -> None:
    """What a seat must know of its own cards is there, once it is known; an onlooker has none of it."""
    for name in ("hand", "dealt", "passed", "received"):
        assert all_faults(ONLOOKER, **{name: SET("2C")}) == {name: "it is there"}
        assert all_faults(MIDWAY, **{name: None}) == {name: "it is null"}
    assert all_faults(BEFORE, received=SET("2C 3C 4C")) == {"received": "it is there"}
    assert all_faults(BEFORE, passed=None) == {"passed": "it is null"}
    assert all_faults(passed(1).view(1), passed=SET("2C 3C 4C")) == {"passed": "it is there"}
    assert set(faults_of(MIDWAY, seat=None)) == {"hand", "dealt", "passed", "received"}
    assert faults_of(OVER, opened=None) == ["opened"]
    assert faults_of(MIDWAY, opened=OVER.opened) == ["opened"]
    assert faults_of(OVER, options=ViewOptions()) == ["opened"]


# ---- cards -------------------------------------------------------------------------------------------------------------


def test_h10_each_card_is_in_one_place() -> None:
    """H10. A card that is seen twice, or is not in the pack, or one too many or too few, is refused."""
    hand = MIDWAY.hand or SET()
    played = MIDWAY.tricks[0].cards[0]
    assert faults_of(MIDWAY, hand=hand - hand[:1] | (played,)) == ["tricks.0", "hand_sizes"]
    assert faults_of(MIDWAY, hand=SET(hand[1:])) == ["hand_sizes"]
    assert set(faults_of(MIDWAY, hand=SET())) == {"hand_sizes"}
    twice = attrs.evolve(MIDWAY.tricks[1], cards=MIDWAY.tricks[0].cards)
    assert "tricks.1" in faults_of(MIDWAY, tricks=(MIDWAY.tricks[0], twice, *MIDWAY.tricks[2:]))
    small = hearts.new_game("standard", players=3, seed=7)
    game = [*walk(small, 1)][10]
    view = game.view(game.turn)
    assert "hand" in faults_of(view, hand=SET((view.hand or SET())[1:]) | "2D")
    trick = attrs.evolve(view.tricks[0], cards=(CARD("2D"), *view.tricks[0].cards[1:]))
    assert "tricks" in faults_of(view, tricks=(trick, *view.tricks[1:]))


@pytest.mark.parametrize(
    "sizes", [(9, 9, 9, 9), (0, 0, 0, 0), (13, 13, 13, 13), (-1, 9, 9, 9), (52, 0, 0, 0), (8, 8, 9, 10), (10**9,) * 4]
)
def test_hands_have_their_sizes(sizes: tuple[int, ...]) -> None:
    """Hands that hold another number of cards than have not been played are refused."""
    assert faults_of(ONLOOKER, hand_sizes=sizes) == ["hand_sizes"]
    assert faults_of(PLAYED[18].view(options=LAST), hand_sizes=sizes)[0] == "hand_sizes"


def test_tricks_are_counted() -> None:
    """All tricks are there, or the last one where the house shows no more; and they are as many as it says."""
    assert faults_of(MIDWAY, tricks_played=5) == ["tricks_played"]
    assert set(faults_of(MIDWAY, tricks=MIDWAY.tricks[1:])) == {"hand_sizes", "tricks_played"}
    assert set(faults_of(HOUSE, tricks=MIDWAY.tricks)) >= {"tricks_played"}
    assert faults_of(HOUSE, tricks=()) == ["tricks_played"]
    assert faults_of(HOUSE, tricks_played=3) == ["hand_sizes"]
    assert set(faults_of(HOUSE, tricks_played=40)) >= {"hand_sizes"}
    assert set(faults_of(HOUSE, tricks_played=-1)) >= {"tricks_played"}
    assert set(faults_of(MIDWAY, options=LAST)) >= {"tricks_played"}


def test_no_card_is_played_before_all_are_passed() -> None:
    """While cards are passed there is no trick."""
    trick = Trick(0, (), ())
    assert faults_of(BEFORE, trick=trick) == ["tricks"]
    assert "tricks" in faults_of(MIDWAY, chosen=(True, True, True, MIDWAY.seat == 3), received=None)


def test_the_seats_cards_are_those_that_it_got() -> None:
    """The hand and what the seat has played is what it was dealt and received, but for what it passed."""
    hand, dealt, gave, got = (cards or SET() for cards in (MIDWAY.hand, MIDWAY.dealt, MIDWAY.passed, MIDWAY.received))
    unseen = SET(range(52)) - dealt - got - [card for trick in MIDWAY.tricks for card in trick.cards]
    unseen -= MIDWAY.trick.cards if MIDWAY.trick else ()
    other = unseen[:1]
    assert faults_of(MIDWAY, hand=hand - hand[:1] | other) == ["hand"]
    assert set(faults_of(MIDWAY, dealt=dealt - dealt[:1])) >= {"dealt"}
    assert "passed" in faults_of(MIDWAY, passed=gave - gave[:1])
    assert "passed" in faults_of(MIDWAY, passed=SET(other) | gave[:2])
    assert "received" in faults_of(MIDWAY, received=SET(got[:2]))
    assert "received" in faults_of(MIDWAY, received=SET(dealt[:3]))
    assert faults_of(MIDWAY, received=SET(got[:2]) | other) == ["hand"]
    assert faults_of(HOUSE, hand=hand - hand[:1] | other) == ["hand"]


def test_what_was_passed_is_played_by_its_receiver() -> None:
    """A card that the seat passed is not played by a seat that did not receive it."""
    game = passed(0)
    for seat in range(4):
        game = game.apply(hearts.PassCards(seat, game.deal.hands[seat][:3]))
    for state in states(game):
        view = state.view(0)
        for index, trick in enumerate(view.tricks):
            for place, card in enumerate(trick.cards):
                if card in (view.passed or SET()):
                    away = next(seat for seat in range(4) if seat not in (0, trick.seats[place]))
                    spot = trick.seats.index(away)
                    seats, cards = list(trick.seats), list(trick.cards)
                    cards[place], cards[spot] = cards[spot], cards[place]
                    tricks = list(view.tricks)
                    tricks[index] = attrs.evolve(trick, cards=tuple(cards), seats=tuple(seats))
                    assert "tricks" in faults_of(view, tricks=tuple(tricks))
                    return
    pytest.fail("none of the cards was played")


# ---- play --------------------------------------------------------------------------------------------------------------


def test_who_leads_first_is_known() -> None:
    """The seat with the opening card leads first, or the eldest hand where the variant says so; somebody leads once all cards
    have been passed.
    """
    first = passed(4)
    turn = first.turn or 0
    view, opened = first.view((turn + 1) % 4), first.view(turn)
    assert all_faults(view, trick=None, turn=None, to_act=()) == {"trick": "it is null"}
    for good, leader in ((view, (turn + 1) % 4), (opened, (turn + 1) % 4)):
        assert faults_of(good, trick=Trick(leader, (), ()), turn=leader, to_act=(leader,)) == ["trick.leader"]
    other = (turn + 2) % 4  # seat turn + 1 does not see who of the others has 2C
    assert is_good(attrs.evolve(view, trick=Trick(other, (), ()), turn=other, to_act=(other,)))
    eldest = hearts.new_game(STANDARD.evolve(opening={"leader": "eldest", "card": "any"}, passing={"count": 0}), seed=7)
    assert faults_of(eldest.view(1), trick=Trick(1, (), ()), turn=1, to_act=(1,)) == ["trick.leader"]
    tricks = (attrs.evolve(MIDWAY.tricks[0], leader=MIDWAY.tricks[0].seats[1]), *MIDWAY.tricks[1:])
    assert faults_of(MIDWAY, tricks=tricks) == ["tricks.0.leader"]


def test_who_leads_holds_a_card() -> None:
    """Where hands differ in size, a seat that has run out does not lead, whether all tricks are seen or the last one only."""
    variant = STANDARD.evolve(passing={"at_least": 0}, opening={"leader": "eldest", "card": "any"})
    game = hearts.new_game(variant, seed=7)
    for seat in range(4):
        game = game.apply(hearts.PassCards(seat, game.deal.hands[seat][:3] if seat % 2 else ""))
    assert [len(hand) for hand in game.deal.hands] == [16, 10, 16, 10]
    late = 0
    for state in states(game):
        for viewer in (None, 0, 1):
            for options in (ViewOptions(), LAST):
                view = state.view(viewer, options=options)
                assert check_view_data(view) is view
        view = state.view(options=LAST)
        if 0 in view.hand_sizes and view.trick is not None and not view.trick.cards:
            out = view.hand_sizes.index(0)
            assert "trick" in faults_of(view, trick=Trick(out, (), ()), turn=out, to_act=(out,))
            late += 1
    assert late
    first = game.view()
    assert faults_of(first, trick=Trick(0, (), ()), hand_sizes=(0, 20, 16, 16)) == ["hand_sizes"]
    whole = hearts.new_game(variant.evolve(table={"players": [4]}, passing={"count": 13}), seed=7)
    for seat in range(4):
        whole = whole.apply(hearts.PassCards(seat, whole.deal.hands[seat] if seat % 2 else ""))
    assert [len(hand) for hand in whole.deal.hands] == [26, 0, 26, 0]
    assert faults_of(whole.view(), trick=Trick(1, (), ()), turn=1, to_act=(1,)) == ["trick"]


def test_hands_are_not_larger_than_passing_makes_them() -> None:
    """Hands differ in size by no more than seats may pass fewer cards than others. Whether all of them can have come about
    together is for inference to say, which says that no hands agree.
    """
    view = passed(4, STANDARD.evolve(passing={"at_least": 2})).view()
    for sizes in ((14, 12, 13, 13), (14, 12, 14, 12), (14, 14, 12, 12)):
        other = attrs.evolve(view, hand_sizes=sizes)
        assert check_view_data(other) is other
    assert all_faults(view, hand_sizes=(15, 11, 13, 13)) == {"hand_sizes": "seat 1 began with 11 cards"}
    assert faults_of(passed(4).view(), hand_sizes=(14, 12, 13, 13)) == ["hand_sizes"]
    for ask in (hearts.infer, hearts.count_worlds, partial(hearts.sample_worlds, n=1, seed=1)):
        with pytest.raises(SetupError, match="there are no hands from which it comes about"):
            ask(attrs.evolve(view, hand_sizes=(14, 14, 12, 12)))


def test_what_only_hidden_hands_could_show_is_for_inference() -> None:
    """A view in which another seat did not follow suit, and later plays a card of it, is read; inference says that no hands
    agree with it.
    """
    first, *rest = ONLOOKER.tricks
    assert {card.suit for card in first.cards} == {hearts.Suit.CLUBS}
    for index, trick in enumerate(rest, 1):
        for place, card in enumerate(trick.cards):
            spot = first.seats.index(trick.seats[place])
            if card.suit is not hearts.Suit.CLUBS and spot and place and card.suit is not hearts.Suit.HEARTS:
                tricks = list(ONLOOKER.tricks)
                tricks[0] = attrs.evolve(first, cards=(*first.cards[:spot], card, *first.cards[spot + 1 :]))
                back = (*trick.cards[:place], first.cards[spot], *trick.cards[place + 1 :])
                tricks[index] = attrs.evolve(trick, cards=back)
                try:
                    odd = check_view_data(attrs.evolve(ONLOOKER, tricks=tuple(tricks)))
                except RecordError:
                    continue  # another seat would have taken the trick
                with pytest.raises(SetupError, match="there are no hands from which it comes about"):
                    hearts.infer(odd)
                return
    pytest.fail("no such play")


def test_cards_are_played_in_order() -> None:
    """Cards that were not played by the seats whose turn it was, tricks that another seat took, and a trick that goes on after
    another one was finished, are refused.
    """
    first, second, *rest = ONLOOKER.tricks
    turned = Trick(first.leader, first.cards, (first.seats[0], *first.seats[:0:-1]), first.winner)
    assert faults_of(ONLOOKER, tricks=(turned, second, *rest)) == ["tricks.0"]
    loser = next(seat for seat in first.seats if seat != first.winner)
    assert faults_of(ONLOOKER, tricks=(attrs.evolve(first, winner=loser), second, *rest)) == ["tricks"]
    swapped = attrs.evolve(second, cards=second.cards[::-1])
    assert faults_of(ONLOOKER, tricks=(first, swapped, *rest))[0].startswith("tricks")
    empty = Trick(first.leader, (), (), 0)
    assert "tricks" in faults_of(ONLOOKER, tricks=(empty, *ONLOOKER.tricks), tricks_played=5)


def test_the_seats_own_plays_were_legal() -> None:
    """A play of the seat itself that was not legal in its hand is refused; of others' hands nothing is known."""
    for state in PLAYED[8:48]:
        view = state.view(0)
        for index, trick in enumerate(view.tricks):
            place = trick.seats.index(0)
            card = trick.cards[place]
            for other in view.hand or ():
                if place and card.suit is trick.cards[0].suit is not other.suit:
                    cards = (*trick.cards[:place], other, *trick.cards[place + 1 :])
                    tricks = (*view.tricks[:index], attrs.evolve(trick, cards=cards), *view.tricks[index + 1 :])
                    found = all_faults(view, tricks=tricks, hand=(view.hand or SET()) - (other,) | (card,))
                    assert found == {f"tricks.{index}": f"seat 0 played {other}"}
                    return
    pytest.fail("no such play")


@pytest.mark.parametrize(
    ("view", "changes", "path"),
    [
        (MIDWAY, {"phase": Phase.PASSING}, "phase"),
        (MIDWAY, {"phase": Phase.DEAL_OVER}, "phase"),
        (MIDWAY, {"phase": Phase.CHOOSING_MOON}, "phase"),
        (MIDWAY, {"to_act": ()}, "to_act"),
        (MIDWAY, {"to_act": (0, 1, 2, 3)}, "to_act"),
        (MIDWAY, {"turn": None}, "turn"),
        (MIDWAY, {"trick": None}, "hand_sizes"),
        (MIDWAY, {"points": None}, "points"),
        (MIDWAY, {"points": (26, 0, 0, 0)}, "points"),
        (MIDWAY, {"hearts_broken": not MIDWAY.hearts_broken}, "hearts_broken"),
        (MIDWAY, {"scores": (0, 0, 0, 26)}, "scores"),
        (MIDWAY, {"moon": Moon(MoonKind.MOON, 0, (0,), None)}, "moon"),
        (BEFORE, {"phase": Phase.PLAYING}, "phase"),
        (BEFORE, {"to_act": (3, 2)}, "to_act"),
        (BEFORE, {"to_act": ()}, "to_act"),
        (BEFORE, {"turn": 2}, "turn"),
        (BEFORE, {"hearts_broken": True}, "hearts_broken"),
        (BEFORE, {"points": (1, 0, 0, 0)}, "points"),
        (BEFORE, {"hand": (BEFORE.hand or SET()) - (BEFORE.passed or SET())}, "hand_sizes"),
        (CHOOSING, {"phase": Phase.DEAL_OVER}, "phase"),
        (CHOOSING, {"turn": 1, "to_act": (1,)}, "turn"),
        (CHOOSING, {"moon": Moon(MoonKind.MOON, 0, (0,), MoonStyle.OLD)}, "moon"),
        (CHOOSING, {"moon": None}, "moon"),
        (CHOOSING, {"moon": Moon(MoonKind.SUN, 0, (0,), None)}, "moon"),
        (SHOT, {"scores": (0, 26, 26, 26)}, "scores"),
        (OVER, {"scores": None}, "scores"),
        (OVER, {"turn": 0}, "turn"),
        (HOUSE, {"turn": None}, "turn"),
        (HOUSE, {"phase": Phase.DEAL_OVER}, "phase"),
        (HOUSE, {"to_act": ()}, "to_act"),
        (HOUSE, {"points": (0, 0, 0, 0)}, "points"),
        (HOUSE, {"scores": (0, 0, 0, 0)}, "scores"),
        (HOUSE, {"moon": Moon(MoonKind.MOON, 0, (0,), None)}, "moon"),
        (UNSEEN_MOON, {"hearts_broken": False}, "hearts_broken"),
        (UNSEEN_MOON, {"points": (0, 0, 0, 0)}, "points"),
        (UNSEEN_MOON, {"scores": (0, 0, 0, 0)}, "scores"),
        (UNSEEN_MOON, {"phase": Phase.DEAL_OVER, "scores": (0, 0, 0, 0), "points": (0, 0, 0, 0)}, "phase"),
        (UNSEEN_MOON, {"turn": None, "to_act": ()}, "phase"),
        (UNSEEN_MOON, {"turn": 1, "to_act": (1,)}, "phase"),
        (UNSEEN_MOON, {"moon": None}, "phase"),
        (UNSEEN_MOON, {"moon": Moon(MoonKind.SUN, 0, (0,), None)}, "phase"),
        (SHOT_DEAL, {"phase": Phase.CHOOSING_MOON}, "scores"),
        (SHOT_DEAL, {"scores": None}, "scores"),
        (SHOT_DEAL, {"turn": 0}, "phase"),
        (SHOT_DEAL, {"points": None}, "points"),
        (SHOT_DEAL, {"moon": Moon(MoonKind.MOON, 0, (0, 9), MoonStyle.OLD)}, "moon"),
        (LAST_DEAL, {"to_act": (0,)}, "phase"),
    ],
)
def test_what_follows_from_the_cards_is_as_it_follows(view: View, changes: dict[str, Any], path: str) -> None:
    """Whose turn it is, the phase, the points, whether hearts are broken, the moon and the scores are what the cards come to,
    or where the house shows only the last trick, what they can come to.
    """
    assert path in faults_of(view, **changes)


def test_tricks_that_the_house_does_not_show_again_count() -> None:
    """Where only the last trick is seen, its cards were played in order, and the seat's own cards have gone to the others."""
    view = PLAYED[18].view(options=LAST)
    (last,) = view.tricks
    for changed in (attrs.evolve(last, cards=last.cards[::-1]), attrs.evolve(last, seats=last.seats[::-1])):
        assert faults_of(view, tricks=(changed,))[0] in ("tricks", "tricks.0", "trick")
    dealt, hand = HOUSE.dealt or SET(), HOUSE.hand or SET()
    kept = [card for card in dealt if card in hand]
    assert faults_of(HOUSE, dealt=dealt - kept[:1] | (SET(range(52)) - dealt - hand)[-1:]) == ["hand"]


# ---- the end of a deal, and the game -----------------------------------------------------------------------------------


def test_hands_that_are_opened_led_to_the_play() -> None:
    """Opened hands are the pack in equal parts, the seat's own among them, and passing leads from them to what was played."""
    opened = list(OVER.opened or ())
    assert faults_of(OVER, opened=(*opened[:3], SET())) == ["opened.3"]
    assert faults_of(OVER, opened=(*opened[:3], opened[2])) == ["opened.3"]
    mine = opened[0] - opened[0][:1] | opened[1][:1]
    theirs = opened[1] - opened[1][:1] | opened[0][:1]
    assert "opened.0" in faults_of(OVER, opened=(mine, theirs, *opened[2:]))
    swapped = opened[1] - opened[1][:1] | opened[2][:1], opened[2] - opened[2][:1] | opened[1][:1]
    assert faults_of(OVER, opened=(opened[0], *swapped, opened[3])) == ["opened"]
    held = states(hearts.new_game(STANDARD.evolve(passing={"count": 0}), seed=7))[-1].view(options=OPEN)
    assert held.opened is not None
    assert faults_of(held, opened=(held.opened[1], held.opened[0], *held.opened[2:])) == ["opened"]
    both = ViewOptions(open_finished=True, last_trick_only=True)
    seen = PLAYED[-1].view(0, options=both)
    assert is_good(attrs.evolve(seen, opened=(opened[0], *swapped, opened[3])))
    assert faults_of(seen, opened=(opened[1], opened[0], *opened[2:])) == ["opened.0"]


@pytest.mark.parametrize(
    ("view", "changes", "path"),
    [
        (SECOND, {"deal_number": 3}, "deal_number"),
        (SECOND, {"deal_number": 0}, "deal_number"),
        (MIDWAY, {"deal_number": 0}, "deal_number"),
        (MIDWAY, {"deal_number": 10**9 + 1}, "deal_number"),
        (MIDWAY, {"hearts_taken": (0, 0, 0, -1)}, "deal_number"),
        (MIDWAY, {"winners": (0,)}, "winners"),
        (SECOND, {"totals": (0, 0, 0, 0)}, "totals"),
        (SECOND, {"hearts_taken": (0, 0, 0, 0)}, "hearts_taken"),
        (SECOND_ONLOOKER, {"pass_offset": 1}, "pass_offset"),
        (SECOND, {"dealer": 3}, "deals.0.dealer"),
        (SECOND, {"deals": SECOND.deals[:1]}, "deals.0.dealer"),
        (SECOND, {"deals": SECOND.deals[1:]}, "deals.0.number"),
        (SECOND, {"points": (26, 0, 0, 0)}, "points"),
        (SECOND, {"scores": (26, 0, 0, 0)}, "scores"),
        (SECOND, {"moon": Moon(MoonKind.MOON, 0, (0,), MoonStyle.OLD)}, "moon"),
        (SECOND, {"winners": (0,)}, "winners"),
        (SECOND, {"phase": Phase.GAME_OVER}, "phase"),
        (SECOND, {"phase": Phase.PLAYING}, "deals.0.dealer"),
        (ENDED, {"winners": ()}, "winners"),
        (ENDED, {"winners": (0, 1)}, "winners"),
        (ENDED, {"phase": Phase.DEAL_OVER}, "phase"),
        (ENDED, {"deals": ()}, "winners"),
    ],
)
def test_a_deal_is_one_of_its_game(view: View, changes: dict[str, Any], path: str) -> None:
    """The number of the deal, its dealer, the totals and hearts so far, its result and the winners are those of the game."""
    assert path in faults_of(view, **changes)


def test_a_game_may_be_over_after_its_last_deal_only() -> None:
    """Results after which the game was over are followed by no other."""
    result = attrs.evolve(ENDED.deals[-1])
    assert isinstance(result, DealResult)
    more = attrs.evolve(ENDED, deals=(*ENDED.deals, result))
    with pytest.raises(RecordError):
        check_view_data(more)


ODD: Final = STANDARD.evolve(end={"exact": {"100": 50}, "floor": 0}, passing={"count": 0})


def test_totals_are_such_as_scores_come_to() -> None:
    """Once a lone deal is over, its totals are such as scores can come to: not below the floor, and no total that becomes
    another; before that, they are what it was told.
    """
    deal = hearts.new_deal(ODD, hearts.deal_hands(ODD, seed=7), totals=(90, 0, 0, 0))
    *_, over = walk(deal, 1)
    view = over.view(0)
    assert all_faults(view, totals=(-1, *view.totals[1:])) == {
        "totals": "they are -1 " + " ".join(map(str, view.totals[1:]))
    }
    assert faults_of(view, totals=(100, *view.totals[1:])) == ["totals"]
    assert is_good(attrs.evolve(view, totals=(50, *view.totals[1:])))
    assert is_good(attrs.evolve(view, totals=(0, 0, 0, 0)))
    assert is_good(attrs.evolve(deal.view(0), totals=(-1, 100, 7, 8)))


def test_the_style_of_a_moon_goes_by_totals_that_there_can_be() -> None:
    """How a moon is scored by itself follows from the totals before the deal: a style that follows from none is refused."""
    variant = CHOICE.evolve(moon={"style": "auto"})
    *_, over = walk(hearts.new_deal(variant, MOON, totals=(50, 0, 0, 80)), 1, shooters=(0,))
    view = over.view(2)
    assert (view.scores, view.totals) == ((0, 26, 26, 26), (50, 26, 26, 106))
    for style in (MoonStyle.OLD, MoonStyle.NEW):
        scores = (0, 26, 26, 26) if style is MoonStyle.OLD else (-26, 0, 0, 0)
        moon = Moon(MoonKind.MOON, 0, (0,), style)
        totals = tuple(map(sum, zip((50, 0, 0, 80), scores, strict=True)))
        other = attrs.evolve(view, moon=moon, scores=scores, totals=totals)
        if other == view:
            assert is_good(other)
        else:
            assert faults_of(view, moon=moon, scores=scores, totals=totals) == ["moon", "scores"]


@given(st.sampled_from([MIDWAY, ONLOOKER, BEFORE, OVER, SECOND, CHOOSING, HOUSE]), st.data())
def test_two_fields_of_other_views_do_not_fit(view: View, data: st.DataObject) -> None:
    """A view with fields of another view of the same game is refused, or holds together and can be used."""
    other = data.draw(st.sampled_from([state.view(view.seat, options=view.options) for state in PLAYED[::5]]))
    names = data.draw(st.lists(st.sampled_from([field.name for field in attrs.fields(View)]), min_size=1, max_size=4))
    mixed = attrs.evolve(view, **{name: getattr(other, name) for name in names})
    read = read_or_refuse(partial(check_view_data, mixed))
    if read is not None:
        use_view(read)
