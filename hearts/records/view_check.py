"""Does a view that was read from plain data hold together?

The engine plays the cards that it shows again, under rules that allow every card, with hidden cards in no matter what order;
what comes of that is what the view must say. Whether hidden hands can be such that every play of others was legal is not
asked: that is for inference to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

import attrs

from hearts.cards import bits
from hearts.engine import kernel
from hearts.engine.actions import ChooseMoon, Phase
from hearts.engine.deal import NOBODY, Deal, Past, deal_with_hands
from hearts.engine.ending import Standing, find_winners
from hearts.engine.scoring import MoonKind
from hearts.engine.setup import check_hands
from hearts.engine.shuffle import MOST_DEALS
from hearts.engine.table import NOT_CHOSEN, DealSetup, Table, Trick
from hearts.errors import Fault, IllegalAction, RecordError, SetupError, shown
from hearts.knowledge.view import View
from hearts.knowledge.worlds import standing_before
from hearts.records.plain import as_fault, plain
from hearts.records.results import check_results
from hearts.records.wording import in_a_row
from hearts.variant.rules import DISCARD_FREE, Rules, resolve

__all__ = ["check_view_data"]

_OVER: Final = (Phase.DEAL_OVER, Phase.GAME_OVER)
_ROWS: Final = ("hand_sizes", "points", "scores", "totals", "hearts_taken", "opened")
_OWN: Final = ("hand", "dealt", "passed", "received")

_Faults: TypeAlias = Iterator[Fault]


def check_view_data(view: View) -> View:
    """The view itself.

    Raises:
        RecordError: Its parts do not fit together; says which.
        SetupError: The variant is not for its number of players.
    """
    rules = resolve(view.variant, view.variant.player_count(view.players))
    facts = _Facts(view, rules)
    for step in _STEPS:
        faults = list(step(facts))
        if faults:  # what follows goes by what has been found right
            raise RecordError("view", faults)
    return view


class _Facts:
    """A view with what is worked out from it on the way."""

    def __init__(self, view: View, rules: Rules) -> None:
        """Work out what needs no check."""
        self.view = view
        self.rules = rules
        self.players = view.players
        self.tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
        self.is_whole = not view.options.last_trick_only or view.tricks_played <= 1
        """Does it show every trick?"""
        self.is_begun = not view.pass_offset or all(view.chosen)
        """Have all cards been passed that are?"""
        self.is_uneven = bool(view.pass_offset) and rules.pass_at_least < rules.pass_count

    @property
    def own(self) -> int:
        """The mask of the seat's hand; none for an onlooker."""
        return 0 if self.view.hand is None else self.view.hand.mask

    def seen(self) -> list[int]:
        """The masks of the cards that each seat is seen to have played."""
        masks = [0] * self.players
        for trick in self.tricks:
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                masks[seat] |= 1 << card
        return masks

    def begun(self) -> list[int]:
        """Hands of the right size that agree with the cards that are seen: those when play began, or the first trick seen."""
        view, masks = self.view, self.seen()
        hidden = bits(self.rules.pack & ~reduce(or_, masks, self.own))
        for seat, size in enumerate(view.hand_sizes):
            masks[seat] |= self.own if seat == view.seat else sum(1 << next(hidden) for _ in range(size))
        return masks

    def own_begun(self) -> int:
        """The mask of the hand with which the seat began to play."""
        view = self.view
        dealt, passed, received = (
            0 if cards is None else cards.mask for cards in (view.dealt, view.passed, view.received)
        )
        return dealt & ~passed | received if self.is_begun else dealt


# ---- the parts by themselves -------------------------------------------------------------------------------------------


def _form(facts: _Facts) -> _Faults:
    """One entry for each seat, and seats of the table."""
    view, players = facts.view, facts.players
    for name in (*_ROWS, "chosen"):
        row = getattr(view, name)
        wanted = 0 if name == "chosen" and not view.pass_offset else players
        if row is not None and len(row) != wanted:
            yield Fault(name, f"there are {len(row)}", f"{wanted}, one for each seat" if wanted else "none")
    for name in ("seat", "dealer", "pass_offset"):
        seat = getattr(view, name)
        if not (seat is None or 0 <= seat < players):
            yield Fault(name, f"it is {seat}", f"0 to {players - 1}")
    if view.pass_offset and not facts.rules.pass_count:
        yield Fault("pass_offset", f"it is {view.pass_offset}, but no cards are passed in this variant", "0")


def _form_of_tricks(facts: _Facts) -> _Faults:
    """Each card was played by a seat of the table, each seat once."""
    players = facts.players
    for path, trick in _paths(facts):
        seats = trick.seats
        if len(seats) != len(trick.cards) or len(set(seats)) != len(seats):
            yield Fault(path, "its cards and seats do not fit", "a seat for each card, each seat once")
        if not all(0 <= seat < players for seat in (trick.leader, *seats, trick.winner or 0)):
            yield Fault(path, "it has a seat that is not there", f"seats from 0 to {players - 1}")
        if (trick.winner is None) != (trick is facts.view.trick):
            yield Fault(f"{path}.winner", f"it is {trick.winner}", "a seat once the trick is finished, and else null")


def _form_of_cards(facts: _Facts) -> _Faults:
    """What a seat has to itself is there, and an onlooker has none of it."""
    view = facts.view
    for name in _OWN:
        has = view.seat is not None
        if name == "passed":
            has = has and view.seat in [seat for seat, chosen in enumerate(view.chosen) if chosen]
        if name == "received":
            has = has and bool(view.pass_offset) and facts.is_begun
        if (getattr(view, name) is not None) != has:
            yield Fault(name, "it is there" if not has else "it is null", "the seat's cards" if has else "null")
    if (view.opened is not None) != (view.options.open_finished and view.phase in _OVER):
        yield Fault("opened", "it does not fit the options and the phase", "hands where they are opened, and else null")


def _paths(facts: _Facts) -> Iterator[tuple[str, Trick]]:
    yield from ((f"tricks.{index}", trick) for index, trick in enumerate(facts.view.tricks))
    if facts.view.trick is not None:
        yield "trick", facts.view.trick


def _cards(facts: _Facts) -> _Faults:
    """Each card is in the pack, and in one place."""
    view, pack = facts.view, facts.rules.pack
    seen = facts.own
    for path, trick in _paths(facts):
        for card in trick.cards:
            if seen >> card & 1:
                yield Fault(path, f"{card} is there twice", "each card once, in the hand or in a trick")
            seen |= 1 << card
    if seen & ~pack:
        where = "tricks" if not facts.own & ~pack else "hand"
        yield Fault(where, "a card is not in the pack", f"cards of the pack for {facts.players} players")
    played = (seen & ~facts.own).bit_count()
    if min(view.hand_sizes) < 0 or (view.seat is not None and facts.own.bit_count() != view.hand_sizes[view.seat]):
        yield Fault("hand_sizes", f"they are {in_a_row(view.hand_sizes)}", "how many cards each seat holds")
    left = pack.bit_count() - played - sum(view.hand_sizes)
    if left if facts.is_whole else left < view.tricks_played - 1:
        yield Fault("hand_sizes", f"they are {in_a_row(view.hand_sizes)}", "as many in all as have not been played")
    shown_again = view.tricks_played if facts.is_whole else 1
    if len(view.tricks) != shown_again:
        yield Fault("tricks_played", f"it is {view.tricks_played}, with {len(view.tricks)} tricks", f"{shown_again}")


def _sizes(facts: _Facts) -> _Faults:
    """Hands were as large as dealing and passing make them."""
    view, rules = facts.view, facts.rules
    spread = rules.pass_count - rules.pass_at_least if facts.is_uneven and facts.is_begun else 0
    earlier = view.tricks_played - len(view.tricks)
    for seat, (mask, size) in enumerate(zip(facts.seen(), view.hand_sizes, strict=True)):
        if earlier and not mask and not size:
            continue  # it may have run out at any time
        count = size + mask.bit_count() + earlier
        if abs(count - rules.hand_size) > spread:
            yield Fault("hand_sizes", f"seat {seat} began with {count} cards", f"{rules.hand_size}")
    if not facts.is_begun and (facts.tricks or view.tricks_played):
        yield Fault("tricks", "cards have been played before all were passed", "none")


def _own_cards(facts: _Facts) -> _Faults:
    """The seat's cards come from those that it was dealt, passed and received."""
    view, rules = facts.view, facts.rules
    if view.seat is None or view.dealt is None:
        return
    dealt, begun, seen = view.dealt.mask, facts.own_begun(), facts.seen()
    if dealt & ~rules.pack or len(view.dealt) != rules.hand_size:
        yield Fault("dealt", f"it is {view.dealt}", f"{rules.hand_size} cards of the pack")
    if view.passed is not None and not kernel.can_pass(rules, dealt, view.passed.mask):
        yield Fault("passed", f"it is {view.passed}", "cards of the hand as dealt that may be passed")
    if view.received is not None:
        fits = rules.pass_at_least <= len(view.received) <= rules.pass_count
        if not fits or view.received.mask & (dealt | ~rules.pack):
            yield Fault("received", f"it is {view.received}", "cards that another seat may have passed")
    mine = facts.own | seen[view.seat]
    others = reduce(or_, [mask for seat, mask in enumerate(seen) if seat != view.seat])
    earlier = begun.bit_count() - mine.bit_count()  # how many of its cards were played in tricks that are not seen
    most = view.tricks_played - len(view.tricks)
    if mine & ~begun or others & begun or not (most if mine else 0) <= earlier <= most:
        yield Fault("hand", f"it is {view.hand}", "what was dealt and received, but for what was passed and played")
    given = 0 if view.passed is None else view.passed.mask
    if facts.is_begun and any(mask & given for seat, mask in enumerate(seen) if seat != view.receiver):
        yield Fault("tricks", "a card that the seat passed was played by another seat", f"seat {view.receiver}")


def _leader(facts: _Facts) -> _Faults:
    """The seat that leads first had to (R3.1)."""
    if not facts.is_begun:
        return
    view, rules, hands = facts.view, facts.rules, facts.begun()
    if not facts.tricks:
        yield Fault("trick", "it is null", "the open trick")
    elif not hands[facts.tricks[0].leader]:
        yield Fault("trick", f"seat {facts.tricks[0].leader} leads without a card", "a seat that holds any")
    elif facts.is_whole:
        leader = facts.tricks[0].leader
        known = [mask | (facts.own if seat == view.seat else 0) for seat, mask in enumerate(facts.seen())]
        if rules.opening_card < 0:
            able = [kernel.next_holder(tuple(hands), (view.dealer + 1) % facts.players)]
        else:
            able = [seat for seat, mask in enumerate(known) if mask >> rules.opening_card & 1]
            able = able or [seat for seat, size in enumerate(view.hand_sizes) if size and seat != view.seat]
        if leader not in able:
            path = next(path for path, _ in _paths(facts))
            yield Fault(f"{path}.leader", f"it is {leader}", f"the seat that must lead first: {in_a_row(able)}")


# ---- the play ----------------------------------------------------------------------------------------------------------


def _play(facts: _Facts) -> _Faults:
    """What is seen follows from the cards, the sizes of the hands, and who led."""
    view = facts.view
    before = Standing(view.totals, view.deal_number - 1, view.hearts_taken)
    if facts.is_whole:
        try:
            before = standing_before(view, facts.rules)
        except SetupError as error:
            yield as_fault(error, "totals")
            return
    deal = _started(facts, before)
    for path, trick in _paths(facts):
        for card in trick.cards:
            if facts.is_whole and deal.turn is not None and deal.turn == view.seat and not _is_legal(facts, deal, card):
                yield Fault(path, f"seat {view.seat} played {card}", "a card that was legal in its hand")
                return
            try:
                deal = deal.play(card)
            except IllegalAction:
                yield Fault(path, f"{card} is not the next card", "cards in the order of the seats, from the leader")
                return
    style = None if view.moon is None or view.phase not in _OVER else view.moon.style
    if deal.phase is Phase.CHOOSING_MOON and style is not None:
        deal = deal.apply(ChooseMoon(deal._turn, style))
    yield from _compare(facts, deal)


def _started(facts: _Facts, before: Standing) -> Deal:
    """The deal as it began, or where the first trick that is seen did, under rules by which every card may be played."""
    view, rules = facts.view, facts.rules
    free = attrs.evolve(
        rules,
        suit_of=(rules.pack,) * len(rules.suit_of),
        opening=rules.pack,
        barred=0,
        hearts_locked=False,
        queen_locked=False,
        queen_discard=DISCARD_FREE,
    )
    hands = tuple(facts.begun())
    dealt = hands if view.opened is None else tuple(hand.mask for hand in view.opened)
    passes = tuple(0 if chosen else NOT_CHOSEN for chosen in view.chosen)
    table = Table(DealSetup(view.variant, free, view.dealer, view.pass_offset, dealt, before), passes, hands)
    if not facts.is_begun:
        return deal_with_hands(table, Past(rules.pack, (), NOBODY, (), NOBODY, 0))
    leader = facts.tricks[0].leader
    return deal_with_hands(table, Past(reduce(or_, hands), (), leader, (), leader, None))


def _is_legal(facts: _Facts, deal: Deal, card: int) -> bool:
    """Could the seat, which is on turn, play the card from its hand?"""
    lead = deal._trick[0] if deal._trick else -1
    return bool(
        kernel.legal_mask(facts.rules, deal._hand(deal._turn), lead, not deal._done, deal._broken()) >> card & 1
    )


def _compare(facts: _Facts, deal: Deal) -> _Faults:
    """What the view says is what came of the play."""
    view, other = facts.view, deal.view(facts.view.seat, options=facts.view.options)
    names = ["tricks", "trick"]
    if facts.is_whole:
        names += ["phase", "to_act", "turn", "tricks_played", "points", "hearts_broken", "moon", "scores"]
    elif any(view.hand_sizes):
        names += ["phase", "to_act", "turn", "moon", "scores"]
    for name in names:
        said, true = getattr(view, name), getattr(other, name)
        if name == "phase" and said is Phase.GAME_OVER:
            said = Phase.DEAL_OVER
        if said != true:
            yield Fault(name, f"it is {shown(plain(said))}", shown(plain(true)))
    if not facts.is_whole:
        yield from _compare_part(facts)


def _compare_part(facts: _Facts) -> _Faults:
    """What is left to be said where earlier tricks are not seen."""
    view, over = facts.view, facts.view.phase in _OVER
    if not view.hearts_broken and kernel.are_broken(facts.rules, reduce(or_, facts.seen()), 0):
        yield Fault("hearts_broken", "it is false", "true, as a card that breaks them is seen")
    if (view.points is None) != (view.options.hide_points and not over):
        yield Fault("points", "they do not fit the options", "null where they are hidden")
    if any(view.hand_sizes):
        return
    moon = view.moon
    if moon is not None and not all(0 <= seat < facts.players for seat in (moon.seat, *moon.seats)):
        yield Fault(
            "moon", f"it is of seat {moon.seat} and seats {' '.join(map(str, moon.seats))}", "seats of the table"
        )
    if (view.scores is None) == over:
        yield Fault("scores", "they do not fit the phase", "the scores once the deal is over, and else null")
    chooses = moon is not None and moon.kind is MoonKind.MOON and moon.style is None
    turn, phases = (moon.seat, (Phase.CHOOSING_MOON,)) if moon is not None and chooses else (None, _OVER)
    if view.phase not in phases or (view.turn, view.to_act) != (turn, () if turn is None else (turn,)):
        yield Fault("phase", f"it is {view.phase}", "the shooter on turn to choose for its moon, or nobody")


def _opened(facts: _Facts) -> _Faults:
    """The hands that are opened are those that led to the play."""
    view, rules = facts.view, facts.rules
    if view.opened is None:
        return
    try:
        dealt = check_hands(rules, view.opened)
    except SetupError as error:
        fault = as_fault(error, "opened")
        yield attrs.evolve(fault, path=fault.path.replace("hands", "opened"))
        return
    if view.seat is not None and view.opened[view.seat] != view.dealt:
        yield Fault(f"opened.{view.seat}", f"it is {view.opened[view.seat]}", str(view.dealt))
    if not facts.is_whole:
        return
    hands = tuple(facts.begun())
    passes = tuple(hand & ~after for hand, after in zip(dealt, hands, strict=True))
    if view.pass_offset and all(map(kernel.can_pass, [rules] * facts.players, dealt, passes)):
        dealt = kernel.pass_cards(dealt, passes, view.pass_offset)
    if dealt != hands:
        yield Fault("opened", "other cards were played", "the hands as dealt, from which passing leads to those played")


def _of_game(facts: _Facts) -> _Faults:
    """The deal is one of the game's."""
    view, rules, deals, over = facts.view, facts.rules, facts.view.deals, facts.view.phase in _OVER
    if not 1 <= view.deal_number <= MOST_DEALS or min(view.hearts_taken) < 0:
        yield Fault("deal_number", f"it is {view.deal_number}, with hearts {in_a_row(view.hearts_taken)}", "1 or more")
    expected: dict[str, object] = {"winners": ()}
    if deals:
        first = (view.dealer - len(deals) + over) % facts.players
        faults = check_results(view.variant, facts.players, first, deals, may_be_over=over)
        if faults:
            yield from faults
            return
        hearts = [deal.hearts_taken for deal in deals]
        after = Standing(deals[-1].totals, len(deals), _sum(hearts, facts.players))
        expected = {
            "deal_number": len(deals) + (not over),
            "totals": after.totals,
            "hearts_taken": _sum(hearts[: len(hearts) - over], facts.players),
            "pass_offset": rules.offsets[(view.deal_number - 1) % len(rules.offsets)],
            "winners": find_winners(rules, after) if over else (),
        }
        if over:
            expected |= {name: getattr(deals[-1], name) for name in ("points", "scores", "moon")}
    for name, true in expected.items():
        if getattr(view, name) != true:
            yield Fault(name, f"it is {shown(plain(getattr(view, name)))}", shown(plain(true)))
    if (view.phase is Phase.GAME_OVER) != bool(view.winners):
        yield Fault(
            "phase", f"it is {view.phase} with the winners {in_a_row(view.winners)}", "winners where the game is over"
        )


def _sum(rows: Sequence[tuple[int, ...]], players: int) -> tuple[int, ...]:
    return tuple(sum(row[seat] for row in rows) for seat in range(players))


_STEPS: Final[tuple[Callable[[_Facts], _Faults], ...]] = (
    _form,
    _form_of_tricks,
    _form_of_cards,
    _cards,
    _sizes,
    _own_cards,
    _of_game,
    _leader,
    _play,
    _opened,
)
