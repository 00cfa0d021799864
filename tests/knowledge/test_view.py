"""Views: every field in every phase, what the house may hide or open, what is never in one, and how one is asked."""

from __future__ import annotations

import copy
import pickle
import pickletools
from enum import Enum
from itertools import pairwise
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import (
    Card,
    CardSet,
    ChooseMoon,
    Moon,
    MoonKind,
    PassCards,
    Phase,
    PlayCard,
    Reason,
    Suit,
    Trick,
    ViewOptions,
)
from hearts.engine.game import DealResult
from hearts.errors import shown
from hearts.testing import any_actions, deals, games, view_options, views, walk
from hearts.variant.rules import resolve

State = hearts.Deal | hearts.Game

SEED: Final = 0xC0FFEE << 200
"""Its digits and bytes are in nothing else."""

SEATS: Final = (None, 0, 1, 2, 3)
NONE: Final = (0, 0, 0, 0)

HANDS: Final = tuple(suit.cards for suit in Suit)
PASSES: Final = (CardSet("QC KC AC"), CardSet("QD KD AD"), CardSet("QH KH AH"), CardSet("QS KS AS"))
PASSED_ON: Final = tuple(HANDS[seat] - PASSES[seat] | PASSES[seat - 1] for seat in range(4))
"""Hands after these passes to the left: seat 0 leads 2C, and seat 1 has no clubs but those of seat 0."""

STANDARD: Final = hearts.load_variant("standard")
LITTLE: Final = hearts.load_variant("choice-moon").evolve(
    table={"players": [4], "removed": " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "23456789T")},
    passing={"count": 0},
    opening={"leader": "AC"},
    first_trick={"barred": ""},
    hearts={"lead": "any-time"},
)
"""Sixteen cards, of which seat 0 has the aces, takes every trick, and then chooses how its moon is scored."""

LITTLE_HANDS: Final = tuple(CardSet(f"{rank}C {rank}D {rank}H {rank}S") for rank in "AKQJ")


def trick(cards: str, leader: int, winner: int | None = None) -> Trick:
    """A trick of cards in the order of play."""
    played = tuple(map(Card, cards.split()))
    return Trick(leader, played, tuple((leader + step) % 4 for step in range(len(played))), winner)


def passing(*seats: int) -> hearts.Game:
    """The game after some seats have chosen their passes."""
    game = hearts.new_game(STANDARD, seed=SEED, hands=HANDS)
    for seat in seats:
        game = game.apply(PassCards(seat, PASSES[seat]))
    return game


def playing(plays: str = "") -> hearts.Game:
    """The game after the passes and some plays."""
    game = passing(0, 1, 2, 3)
    for card in plays.split():
        game = game.play(card)
    return game


def little(target: int = 100, style: str | None = None) -> hearts.Game:
    """The game of sixteen cards, at the shooter's choice, or after it."""
    game = hearts.new_game(LITTLE.evolve(end={"target": target}), seed=SEED, hands=LITTLE_HANDS)
    for suit in "CDHS":
        for rank in "AKQJ":
            game = game.play(rank + suit)
    return game if style is None else game.apply(ChooseMoon(0, style))


def fields(view: hearts.View) -> dict[str, Any]:
    """The fields of a view by name."""
    return attrs.asdict(view, recurse=False)


def seen(seat: int | None, **differing: Any) -> dict[str, Any]:  # noqa: ANN401 - the fields are of every type
    """The fields of a view of the standard game at its beginning, with those that differ; cards are a seat's alone."""
    own = {name: differing.pop(name, (None,) * 4) for name in ("hand", "dealt", "passed", "received")}
    return {
        "variant": STANDARD,
        "players": 4,
        "seat": seat,
        "options": ViewOptions(),
        "deal_number": 1,
        "dealer": 3,
        "pass_offset": 1,
        "phase": Phase.PLAYING,
        "to_act": (),
        "turn": None,
        "chosen": (True,) * 4,
        **{name: None if seat is None else cards[seat] for name, cards in own.items()},
        "hand_sizes": (13,) * 4,
        "tricks_played": 0,
        "tricks": (),
        "trick": None,
        "points": NONE,
        "hearts_broken": False,
        "moon": None,
        "scores": None,
        "totals": NONE,
        "hearts_taken": NONE,
        "deals": (),
        "winners": (),
        "opened": None,
    } | differing


AFTER: Final = {"dealt": HANDS, "passed": PASSES, "received": (PASSES[3], *PASSES[:3])}
"""What seats know of the passing when it is done."""


# ---- every field, phase by phase -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_while_cards_are_passed(seat: int | None) -> None:
    """While some have chosen, all see who has; a seat sees its own choice, and nothing has moved."""
    game = passing(0, 2)
    view = game.view(seat)
    assert fields(view) == seen(
        seat,
        phase=Phase.PASSING,
        to_act=(1, 3),
        chosen=(True, False, True, False),
        hand=HANDS,
        dealt=HANDS,
        passed=(PASSES[0], None, PASSES[2], None),
    )
    assert view.new_cards == CardSet()
    assert view.choosing is None


def test_before_anyone_has_chosen() -> None:
    """At the beginning nobody has chosen, and all have to."""
    view = passing().view(1)
    assert (view.chosen, view.to_act, view.passed) == ((False,) * 4, (0, 1, 2, 3), None)


def test_a_choice_that_may_be_changed() -> None:
    """Where choices may be changed, a seat sees its latest, and may choose again; that it did is not seen by others."""
    variant = STANDARD.evolve(passing={"change": True})
    game = hearts.new_game(variant, seed=SEED, hands=HANDS).apply(PassCards(0, "2C 3C 4C"))
    changed = game.apply(PassCards(0, "AC KC QC"))
    assert changed.view(0).passed == CardSet("QC KC AC")
    assert changed.view(0).legal_cards() == HANDS[0]
    assert len(changed.view(0).legal_actions()) == 286
    for seat in (None, 1, 2, 3):
        assert changed.view(seat) == game.view(seat)


@pytest.mark.parametrize("seat", SEATS)
def test_when_cards_have_been_exchanged(seat: int | None) -> None:
    """When all have chosen, a seat sees its new hand and the cards that came to it, marked as new."""
    view = playing().view(seat)
    assert fields(view) == seen(seat, to_act=(0,), turn=0, hand=PASSED_ON, trick=trick("", 0), **AFTER)
    assert view.new_cards == (CardSet() if seat is None else PASSES[seat - 1])


@pytest.mark.parametrize("seat", SEATS)
def test_when_the_first_card_is_played(seat: int | None) -> None:
    """With the first card the marks go: what was received is still known, and no longer new."""
    view = playing("2C").view(seat)
    left = (PASSED_ON[0] - "2C", *PASSED_ON[1:])
    assert fields(view) == seen(
        seat, to_act=(1,), turn=1, hand=left, hand_sizes=(12, 13, 13, 13), trick=trick("2C", 0), **AFTER
    )
    assert view.new_cards == CardSet()


@pytest.mark.parametrize("seat", SEATS)
def test_in_the_middle_of_a_trick(seat: int | None) -> None:
    """The open trick is seen card by card, beside the tricks that are finished; its points are nobody's yet."""
    view = playing("2C QC QD 2S KC KD").view(seat)
    left = [hand - "2C QC QD 2S KC KD" for hand in PASSED_ON]
    assert fields(view) == seen(
        seat,
        to_act=(3,),
        turn=3,
        hand=left,
        hand_sizes=(12, 11, 11, 12),
        tricks_played=1,
        tricks=(trick("2C QC QD 2S", 0, 1),),
        trick=trick("KC KD", 1),
        **AFTER,
    )


@pytest.mark.parametrize("seat", SEATS)
def test_when_a_trick_is_done(seat: int | None) -> None:
    """A finished trick shows who took it; its points count, its hearts have broken hearts, and its winner is to lead."""
    view = playing("2C QC QD 2S KC 2H QH JC").view(seat)
    left = [hand - "2C QC QD 2S KC 2H QH JC" for hand in PASSED_ON]
    assert fields(view) == seen(
        seat,
        to_act=(1,),
        turn=1,
        hand=left,
        hand_sizes=(11,) * 4,
        tricks_played=2,
        tricks=(trick("2C QC QD 2S", 0, 1), trick("KC 2H QH JC", 1, 1)),
        trick=trick("", 1),
        points=(0, 2, 0, 0),
        hearts_broken=True,
        **AFTER,
    )


TRICKS: Final = tuple(trick(" ".join(rank + suit for rank in "AKQJ"), 0, 0) for suit in "CDHS")
PLAYED_OUT: Final[dict[str, Any]] = {
    "pass_offset": 0,
    "chosen": (),
    "hand": (CardSet(),) * 4,
    "dealt": LITTLE_HANDS,
    "hand_sizes": NONE,
    "tricks_played": 4,
    "tricks": TRICKS,
    "points": (17, 0, 0, 0),
    "hearts_broken": True,
}


@pytest.mark.parametrize("seat", SEATS)
def test_while_a_moon_waits_for_its_choice(seat: int | None) -> None:
    """When the shooter is to choose, all see whose moon it is and that it has no style yet; nothing is scored."""
    game = little()
    view = game.view(seat)
    moon = Moon(MoonKind.MOON, 0, (0,), None)
    waits = {"phase": Phase.CHOOSING_MOON, "to_act": (0,), "turn": 0, "moon": moon}
    assert fields(view) == seen(seat, variant=game.variant, **PLAYED_OUT, **waits)
    assert view.choosing == 0


@pytest.mark.parametrize(("target", "phase", "winners"), [(100, Phase.DEAL_OVER, ()), (17, Phase.GAME_OVER, (0,))])
@pytest.mark.parametrize("seat", SEATS)
def test_when_the_deal_or_the_game_is_over(
    seat: int | None, target: int, phase: Phase, winners: tuple[int, ...]
) -> None:
    """When the deal is over, its scores, the new totals and its result are seen, and the winners where the game is over."""
    game = little(target, "old")
    moon = Moon(MoonKind.MOON, 0, (0,), hearts.MoonStyle.OLD)
    scores = (0, 17, 17, 17)
    result = DealResult(1, 3, 0, (17, 0, 0, 0), scores, moon, scores, (4, 0, 0, 0))
    over = {"phase": phase, "moon": moon, "scores": scores, "totals": scores, "deals": (result,), "winners": winners}
    view = game.view(seat)
    assert fields(view) == seen(seat, variant=game.variant, **PLAYED_OUT, **over)
    assert view.choosing is None


def test_in_the_next_deal() -> None:
    """The next deal shows its own cards, dealer and number, and what the deals before it came to; no card of theirs."""
    game = little(style="old").next_deal(LITTLE_HANDS[::-1])
    view = game.view(3)
    assert fields(view) == fields(game.deal.view(3)) | {"deals": game.deals}
    assert (view.deal_number, view.dealer, view.totals, view.hearts_taken) == (2, 0, (0, 17, 17, 17), (4, 0, 0, 0))
    assert (view.tricks, view.points, view.scores, view.moon) == ((), NONE, None, None)
    assert len(view.deals) == 1
    assert view.hand == view.dealt == LITTLE_HANDS[0]


def test_a_lone_deal_is_seen_like_that_of_a_game() -> None:
    """The view of a deal is that of its game, but for the results of the game and its winners."""
    for game in (passing(1), playing("2C QC"), little(17), little(17, "old")):
        for seat in SEATS:
            outside = {"deals": (), "winners": ()}
            if game.is_over:
                outside["phase"] = Phase.DEAL_OVER  # type: ignore[assignment]  # beside the tuples
            assert fields(game.deal.view(seat)) == fields(game.view(seat)) | outside


@pytest.mark.parametrize(("offset", "receivers"), [(0, None), (1, (1, 2, 3, 0)), (2, (2, 3, 0, 1)), (3, (3, 0, 1, 2))])
def test_who_passes_to_whom(offset: int, receivers: tuple[int, ...] | None) -> None:
    """A seat sees who receives its cards and who gives it theirs; nobody where none are passed, and none of it is an
    onlooker's.
    """
    deal = hearts.new_deal(STANDARD, HANDS, pass_offset=offset)
    onlooker = deal.view()
    assert (onlooker.receiver, onlooker.giver) == (None, None)
    for seat in range(4):
        view = deal.view(seat)
        assert view.receiver == (receivers[seat] if receivers else None)
        assert view.giver == (receivers.index(seat) if receivers else None)


@given(deals() | games(), st.integers(0, 99))
def test_seats_agree_on_what_all_may_see(start: State, number: int) -> None:
    """All views of a state agree, an onlooker's with them, but for the seat and what is a seat's own: hand, passes and deal."""
    for state in walk(start, number):
        public = fields(state.view())
        for seat in range(state.players):
            view = state.view(seat)
            deal = state.deal if isinstance(state, hearts.Game) else state
            own = {"seat": seat, "hand": deal.hands[seat], "dealt": deal.dealt[seat]}
            passes = {"passed": view.passed, "received": view.received}
            assert fields(view) == public | own | passes
            assert view.passed == (deal.passes[seat] if deal.passes else None)


@given(deals() | games(), st.integers(0, 99))
def test_new_cards_are_new_from_the_exchange_to_the_first_card(start: State, number: int) -> None:
    """Cards are new in just one state of a deal: the first in which they can be played."""
    for before, state in pairwise(walk(start, number)):
        exchanged = before.phase is Phase.PASSING and state.phase is Phase.PLAYING
        for seat in range(state.players):
            view = state.view(seat)
            assert view.new_cards == (view.received if exchanged else CardSet())
            assert view.received is None or exchanged or state.phase is not Phase.PASSING
            if exchanged:
                assert view.hand == view.dealt - view.passed | view.received  # type: ignore[operator]  # all are there
                assert view.received == state.view(view.giver).passed


# ---- what the house may hide or open ---------------------------------------------------------------------------------------


def test_points_may_be_hidden() -> None:
    """With hide_points nobody sees the points taken so far until the deal is over, not even while a moon is chosen for."""
    hidden = ViewOptions(hide_points=True)
    for game in (passing(0), playing("2C QC QD 2S KC 2H QH JC"), little()):
        for seat in SEATS:
            view = game.view(seat, options=hidden)
            assert fields(view) == fields(game.view(seat)) | {"points": None, "options": hidden}
    assert little(style="new").view(2, options=hidden).points == (17, 0, 0, 0)


def test_only_the_last_trick_may_be_open_to_review() -> None:
    """With last_trick_only the last finished trick is seen, and how many there were."""
    last = ViewOptions(last_trick_only=True)
    path = "2C QC QD 2S KC 2H QH JC AC"
    for game, tricks in (
        (playing("2C"), ()),
        (playing(path), (trick("KC 2H QH JC", 1, 1),)),
        (little(), TRICKS[-1:]),
        (little(style="old"), TRICKS[-1:]),
    ):
        for seat in SEATS:
            view = game.view(seat, options=last)
            assert fields(view) == fields(game.view(seat)) | {"tricks": tricks, "options": last}
    assert playing(path).view(options=last).tricks_played == 2


def test_finished_deals_may_be_open_to_all() -> None:
    """With open_finished the hands as dealt are seen by all once the deal is over, and not before."""
    opened = ViewOptions(open_finished=True)
    for game in (passing(0), playing("2C"), little()):
        assert all(game.view(seat, options=opened).opened is None for seat in SEATS)
    for game in (little(style="old"), little(17, "old")):
        for seat in SEATS:
            view = game.view(seat, options=opened)
            assert fields(view) == fields(game.view(seat)) | {"opened": LITTLE_HANDS, "options": opened}
    assert little(style="old").next_deal().view(options=opened).opened is None


@given(deals() | games(), view_options())
def test_an_option_changes_what_it_is_for_and_nothing_else(state: State, options: ViewOptions) -> None:
    """Under any options a view differs from the one without in points, tricks and opened hands at most."""
    for seat in (None, *range(state.players)):
        view, plain = state.view(seat, options=options), state.view(seat)
        optional = {"options": options, "points": view.points, "tricks": view.tricks, "opened": view.opened}
        assert fields(view) == fields(plain) | optional
        assert view.points in (plain.points, None)
        assert view.tricks in (plain.tricks, plain.tricks[-1:])


@pytest.mark.parametrize("name", [field.name for field in attrs.fields(ViewOptions)])
@pytest.mark.parametrize("value", [None, 0, 1, "", "false"])
def test_an_option_is_true_or_false(name: str, value: object) -> None:
    """What is only like true or false is refused: the word for false would open the cards."""
    with pytest.raises(hearts.SetupError, match=f"{name}: it is {value!r}: expected True or False"):
        ViewOptions(**{name: value})  # type: ignore[arg-type]  # that is what is tested


# ---- what is never in a view -----------------------------------------------------------------------------------------------


def reach(value: object) -> list[Card | int | str]:
    """All cards, numbers and words that can be reached from a value, which may hold nothing of an unknown kind."""
    if value is None or isinstance(value, Enum):
        return []
    if isinstance(value, int | str):
        return [value]
    if isinstance(value, tuple):
        return [found for item in value for found in reach(item)]
    assert isinstance(value, hearts.View | ViewOptions | Trick | Moon | DealResult)
    slots = [slot for kind in type(value).__mro__ for slot in getattr(kind, "__slots__", ()) if slot != "__weakref__"]
    assert slots == [field.name for field in attrs.fields(type(value))]
    assert not hasattr(value, "__dict__")
    return [found for slot in slots if slot != "variant" for found in reach(getattr(value, slot))]


def cards_in(view: hearts.View) -> CardSet:
    """All cards that can be reached from a view."""
    return CardSet({item for item in reach(view) if isinstance(item, Card)})


def may_know(state: State, seat: int | None, options: ViewOptions) -> CardSet:
    """The cards that a view may show in any place: what was dealt to the seat, what came to it, and what lies on the table."""
    deal = state.deal if isinstance(state, hearts.Game) else state
    if options.open_finished and deal.is_over:
        return deal.variant.pack(deal.players)
    tricks = deal.tricks[-1:] if options.last_trick_only else deal.tricks
    known = CardSet(card for trick in (*tricks, deal.trick) if trick for card in trick.cards)
    if seat is None:
        return known
    giver = deal.passes[(seat - deal.pass_offset) % deal.players] if deal.passes else None
    came = giver if giver and None not in deal.passes else CardSet()
    return known | deal.dealt[seat] | deal.hands[seat] | came


def hidden_sets(state: State, seat: int | None, options: ViewOptions) -> list[CardSet]:
    """The hands of others, as dealt and as they are, and what others passed, as far as they hold a card that is hidden."""
    deal = state.deal if isinstance(state, hearts.Game) else state
    known = may_know(state, seat, options)
    others = [other for other in range(deal.players) if other != seat]
    sets = [cards[other] for cards in (deal.dealt, deal.hands, deal.passes) if cards for other in others]
    return [cards for cards in sets if cards and not cards <= known]


@given(deals() | games(), st.integers(0, 99), view_options())
def test_no_card_is_in_a_view_that_its_seat_may_not_know(start: State, number: int, options: ViewOptions) -> None:
    """All that can be reached from a view is cards that the seat may know and plain numbers, none of which is the mask of
    hidden cards; and the variant, which everybody knows.
    """
    for state in walk(start, number):
        for seat in (None, *range(state.players)):
            view = state.view(seat, options=options)
            assert view.variant is state.variant
            assert cards_in(view) <= may_know(state, seat, options)
            found = reach(view)
            numbers = {item for item in found if type(item) is int}
            masks = {cards.mask for cards in hidden_sets(state, seat, options)}
            assert not {mask for mask in masks if mask > 1 << 14} & numbers
            assert not [item for item in found if isinstance(item, str)]


def numbers_in(data: bytes) -> set[int]:
    """The numbers in a pickle."""
    return {argument for _, argument, _ in pickletools.genops(data) if isinstance(argument, int)}


@given(deals() | games(), view_options())
def test_no_hidden_card_is_in_the_text_of_a_view_or_its_pickle(state: State, options: ViewOptions) -> None:
    """Neither the text of a view nor its pickle, but for the variant, holds a set of hidden cards, as text or as a mask."""
    for seat in (None, *range(state.players)):
        view = state.view(seat, options=options)
        text = repr(view)
        numbers = numbers_in(pickle.dumps(view)) - numbers_in(pickle.dumps(view.variant))
        for cards in hidden_sets(state, seat, options):
            assert repr(cards) not in text
            assert cards.mask < 1 << 14 or cards.mask not in numbers


def test_hidden_cards_would_be_found() -> None:
    """The tests of this part find a hidden hand in what holds one: they are not blind."""
    game = playing("2C")
    (hidden, *_) = hidden_sets(game, 0, ViewOptions())
    leak = attrs.evolve(game.view(0), hand=hidden, totals=(hidden.mask,) * 4)
    assert cards_in(leak) == may_know(game, 0, ViewOptions()) | hidden
    assert hidden.mask in reach(leak)
    assert repr(hidden) in repr(leak)
    assert hidden.mask in numbers_in(pickle.dumps(leak))
    with pytest.raises(AssertionError):
        reach(attrs.evolve(leak, moon=game.deal))  # type: ignore[arg-type]  # that is what is tested


@pytest.mark.parametrize("game", [passing(0, 1), playing("2C QC QD 2S KC"), little(), little(17, "old")])
def test_the_seed_is_in_no_view(game: hearts.Game) -> None:
    """No number, no text and no byte of a view, of any seat and under any options, gives the seed away."""
    assert game.seed == SEED
    every = ViewOptions(hide_points=True, last_trick_only=True, open_finished=True)
    for seat in SEATS:
        for options in (ViewOptions(), every):
            view = game.view(seat, options=options)
            assert SEED not in reach(view)
            assert max(item for item in reach(view) if isinstance(item, int)) < 100
            text = repr(view)
            assert str(SEED) not in text
            assert "c0ffee" not in text.lower()
            assert b"\xee\xff\xc0" not in pickle.dumps(view)
            assert b"\xc0\xff\xee" not in pickle.dumps(view)
            assert not hasattr(view, "seed")
    assert b"\xee\xff\xc0" in pickle.dumps(game)


def test_games_of_two_seeds_with_the_same_cards_look_the_same() -> None:
    """Where the cards are the same, nothing of a view depends on the seed."""
    games_of_two = [hearts.new_game(STANDARD, seed=seed, hands=HANDS) for seed in (1, SEED)]
    assert games_of_two[0] != games_of_two[1]
    for seat in SEATS:
        assert games_of_two[0].view(seat) == games_of_two[1].view(seat)


# ---- asking a view ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [-1, 4, 99, True, False, "0", 1.0, [0], Card("3C"), Suit.CLUBS, 10**300])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: Any) -> None:  # noqa: ANN401 - whatever is taken for a seat
    """A seat that is not at the table has no view; the error says which there are."""
    game = playing()
    for state in (game, game.deal):
        with pytest.raises(hearts.SetupError) as caught:
            state.view(seat)
        assert str(caught.value) == f"seat: it is {shown(seat)}: expected 0 to 3, or None for an onlooker"


@pytest.mark.parametrize("options", [False, True, "hide_points", {"hide_points": True}, ViewOptions])
def test_options_are_options(options: Any) -> None:  # noqa: ANN401 - whatever is taken for options
    """Options that are none are refused, rather than taken for the default."""
    with pytest.raises(hearts.SetupError) as caught:
        playing().view(0, options=options)
    assert str(caught.value) == f"options: it is {options!r}: expected a ViewOptions, or None"


@pytest.mark.parametrize(
    "action", [PlayCard(2, "2H"), PassCards(2, PASSES[2]), ChooseMoon(2, "old"), PlayCard(9, "2C")]
)
def test_a_view_cannot_tell_of_the_actions_of_others(action: hearts.Action) -> None:
    """Asked about another seat's action, a view says whose it is, whether or not the action is legal."""
    for game in (passing(), playing("2C QC"), little()):
        with pytest.raises(hearts.SetupError) as caught:
            game.view(0).why_not(action)
        assert str(caught.value) == f"seat: it is {action.seat}: expected 0, the seat whose view it is"


@pytest.mark.parametrize("what", ["2C", "no card", PlayCard(0, "2C"), PassCards(0, PASSES[0]), ChooseMoon(0, "old")])
def test_an_onlooker_has_nothing_to_do(what: hearts.Action | str) -> None:
    """An onlooker has no legal card and no legal action, no refusals, and nothing that it can ask about."""
    for game in (passing(), playing(), little(), little(17, "old")):
        view = game.view()
        assert view.legal_cards() == CardSet()
        assert view.legal_actions() == ()
        assert view.refusals() == ()
        assert view.new_cards == CardSet()
        with pytest.raises(hearts.SetupError, match="seat: an onlooker has nothing to do: expected the view of a seat"):
            view.why_not(what)


def test_what_is_no_card_is_an_error() -> None:
    """A view reads cards as strictly as a state does."""
    view = playing().view(0)
    for what in ("", "QX", 52, None, 1.0, True):
        with pytest.raises(hearts.CardError):
            view.why_not(what)  # type: ignore[arg-type]  # that is what is tested


def test_refusals_say_why_the_other_cards_cannot_be_played() -> None:
    """A view splits the hand of its seat into legal cards and others, each of those with its reason, in any phase."""
    on_turn = playing("2C").view(1)
    assert on_turn.legal_cards() == CardSet("QC KC AC")
    assert [card for card, _ in on_turn.refusals()] == [*on_turn.hand - on_turn.legal_cards()]  # type: ignore[operator]
    assert {refusal.reason for _, refusal in on_turn.refusals()} == {Reason.MUST_FOLLOW}
    assert {refusal.reason for _, refusal in playing("2C").view(2).refusals()} == {Reason.NOT_ON_TURN}
    assert passing(1).view(0).refusals() == ()
    assert {refusal.reason for _, refusal in passing(1).view(1).refusals()} == {Reason.ALREADY_PASSED}
    assert little().view(1).refusals() == ()


def test_a_game_that_is_over_is_over_in_its_views() -> None:
    """A card is refused since the deal is over, or since the game is, as the state says."""
    for game, reason in ((little(style="old"), Reason.DEAL_OVER), (little(17, "old"), Reason.GAME_OVER)):
        for asked in ("2C", PassCards(1, ""), ChooseMoon(1, "old")):
            refusal = game.view(1).why_not(asked)
            assert refusal is not None
            assert refusal.reason is reason
            assert refusal == game.why_not(asked, 1)
        assert game.view(1).legal_actions() == ()


def test_the_shooter_may_choose() -> None:
    """The shooter's view offers the two choices, in order; those of others offer nothing and say why."""
    game = little()
    assert game.view(0).legal_actions() == game.legal_actions() == (ChooseMoon(0, "old"), ChooseMoon(0, "new"))
    assert game.view(0).why_not(ChooseMoon(0, "new")) is None
    assert game.view(1).legal_actions() == ()
    refusal = game.view(1).why_not(ChooseMoon(1, "new"))
    assert refusal is not None
    assert refusal.reason is Reason.NOT_THE_SHOOTER


@given(st.data(), deals() | games(), st.integers(0, 99), view_options())
def test_a_view_says_what_the_state_says_of_its_seat(
    data: st.DataObject, start: State, number: int, options: ViewOptions
) -> None:
    """At every point of a game the legal cards, the legal actions and the refusals of a view are those that the state has for
    its seat, whatever the house shows.
    """
    for step, state in enumerate(walk(start, number)):
        actions, at = state.legal_actions(), 0
        asked = data.draw(any_actions(state)) if step % 10 == 0 else hearts.PlayCard(0, step % 52)
        for seat in dict.fromkeys((*state.to_act, *range(state.players))):
            view = state.view(seat, options=options)
            assert view.legal_cards() == state.legal_cards(seat)
            cards = {card: state.why_not(card, seat) for card in view.hand or ()}
            assert dict(view.refusals()) == {card: refusal for card, refusal in cards.items() if refusal is not None}
            for card in range((7 * len(view.tricks) + seat) % 26, 52, 26):
                assert view.why_not(card) == state.why_not(card, seat)
            own = attrs.evolve(asked, seat=seat)
            assert view.why_not(own) == state.why_not(own)
            may = view.legal_actions()
            assert bool(may) == (seat in state.to_act) or state.phase is Phase.PASSING
            for place in {0, len(may) // 2, len(may) - 1} if may else ():
                assert may[place] == actions[at + place]
                assert may[place].seat == seat
                assert view.why_not(may[place]) is None
            at += len(may)
        assert at == len(actions)


# ---- views as values -------------------------------------------------------------------------------------------------------


@given(views())
def test_a_view_is_a_value(view: hearts.View) -> None:
    """A view cannot be changed; a copy and a pickle of it are equal to it, hash alike, look alike and answer alike."""
    before = repr(view)
    for name in (*fields(view), "something_new", "legal_cards"):
        with pytest.raises(AttributeError):
            setattr(view, name, None)
        with pytest.raises(AttributeError):
            delattr(view, name)
    for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view)), attrs.evolve(view)):
        assert type(twin) is hearts.View
        assert twin == view
        assert hash(twin) == hash(view)
        assert repr(twin) == before
        assert twin.refusals() == view.refusals()
        assert twin.legal_actions() == view.legal_actions()


@given(deals() | games(), st.integers(0, 99))
def test_views_differ_with_what_they_show(start: State, number: int) -> None:
    """Views of different seats or options differ; so do those of states between which a card was played."""
    state = start
    for state in walk(start, number):
        kinds = [ViewOptions(), ViewOptions(hide_points=True)]
        found = [state.view(seat, options=kind) for seat in (None, *range(state.players)) for kind in kinds]
        assert len({*found}) == len(found)
        assert state.view(0) == state.view(0)
    played = [state for state in walk(start, number) if state.phase is not Phase.PASSING]
    assert len({state.view() for state in played}) == len(played)


def test_a_view_knows_its_rules() -> None:
    """The rules of a view are those of its variant for its players."""
    for players in (3, 4):
        game = hearts.new_game(STANDARD, players=players, seed=1)
        assert game.view(0).rules() == resolve(game.variant, players)


def test_what_is_given_out_is_a_snapshot() -> None:
    """A view stays as it was when the game goes on."""
    game = playing("2C")
    view = game.view(1)
    told = repr(view)
    after = game.play("QC")
    assert repr(view) == told == repr(game.view(1))
    assert after.view(1).hand == PASSED_ON[1] - "QC"
    assert view.hand == PASSED_ON[1]
