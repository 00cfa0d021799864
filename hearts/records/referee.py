"""The lenient referee: every irregular step of a record is named, and the tricks are scored as they fell.

Where `hearts.records.replay` stops at the first thing that is wrong, this goes on to the end. Why a step is irregular comes
from the ladder that says what is legal; nothing here knows a rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeGuard

import attrs

from hearts.cards import Card, bits, of_mask
from hearts.engine import kernel
from hearts.engine.actions import ChooseMoon, Phase, PlayCard
from hearts.engine.ending import Standing, add_scores, find_winners
from hearts.engine.refuse import Facts, refuse, refuse_card
from hearts.engine.scoring import Moon, MoonKind, Piles, moon_of, points_of, score_piles
from hearts.engine.setup import check_hands
from hearts.engine.table import NOT_CHOSEN
from hearts.errors import SetupError
from hearts.records.recorded import RecordedDeal, RecordedTrick
from hearts.records.report import Irregularity, JudgedBy, JudgedDeal, Report
from hearts.records.wording import in_a_row
from hearts.refusal import Reason, Refusal
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle

if TYPE_CHECKING:
    from hearts.records.record import Record

__all__ = ["referee"]

NOT_KNOWN: Final = -1
"""In place of a seat that is not known, or that there is not."""


def referee(record: Record) -> Report:
    """Judge a record from its first step to its last.

    After an irregularity the game goes on as it fell: a card counts as played by the seat that is recorded to have played it,
    the highest card of the suit led takes the trick, and who is recorded as the leader of the next leads it.

    Args:
        record: Any record, right or wrong.

    Returns:
        The irregularities, and what the deals come to. Each card counts once, where it was first played.

    Example:
        >>> import hearts
        >>> record = hearts.History(hearts.new_game("standard", seed=7)).record()
        >>> print(referee(record))
        nothing irregular
        deal 1: not finished, points 0 0 0 0; totals 0 0 0 0
        the game goes on
    """
    rules = resolve(record.variant, record.players)
    standing = Standing.start(record.players)
    winners: tuple[int, ...] = ()
    found: list[Irregularity] = []
    deals: list[JudgedDeal] = []
    for number, recorded in enumerate(record.deals, 1):
        if winners or (deals and deals[-1].scores is None):
            refusal = Refusal(Reason.GAME_OVER if winners else Reason.DEAL_NOT_OVER, 0)
            found.append(Irregularity(number, refusal.text, refusal=refusal))
        judged, hearts = _Judge(record, rules, number, recorded, standing, found).judge()
        deals.append(judged)
        standing = standing.after(judged.totals, hearts)
        winners = () if judged.scores is None else find_winners(rules, standing)
    if record.winners != winners and (record.winners or all(deal.judged_by is JudgedBy.HANDS for deal in deals)):
        problem = f"the winners are recorded as {in_a_row(record.winners)}: as the tricks fell, {in_a_row(winners)}"
        found.append(Irregularity(len(deals), problem))
    return Report(tuple(found), tuple(deals), standing.totals, winners)


class _Fallen(NamedTuple):
    """A trick as it fell."""

    number: int
    due: int
    """The seat that was to lead; NOT_KNOWN in the first trick."""
    said: int
    """The seat that is recorded to have led, which may be none."""
    plays: tuple[tuple[int, Card], ...]
    """Who played what, one card from each seat at most; nothing where all cards had been played before."""
    beyond: tuple[Card, ...]
    """The cards beyond those."""
    wanted: int
    """How many cards there should be."""
    taker: int
    """The seat that took it; NOT_KNOWN while it is open."""


def _fall(
    rules: Rules, sizes: Sequence[int], hands: Sequence[int], opener: int, tricks: Sequence[RecordedTrick]
) -> tuple[list[_Fallen], bool]:
    """The tricks as they fell, and whether the deal is finished.

    Args:
        rules: The rules in force.
        sizes: How many cards each seat has to play.
        hands: The masks of the hands when play began; empty where they are not known.
        opener: The seat that was to lead first, where that is known.
        tricks: The tricks as they are recorded.
    """
    left, down, due = list(sizes), 0, NOT_KNOWN
    fallen: list[_Fallen] = []
    for number, trick in enumerate(tricks, 1):
        said, cards = trick.leader, trick.cards
        if not any(left):
            fallen.append(_Fallen(number, due, said, (), cards, 0, NOT_KNOWN))
            continue
        leader = said if 0 <= said < rules.players else max(due, opener, 0)
        around = [(leader + step) % rules.players for step in range(rules.players)]
        seats = [seat for seat in around if seat == leader or left[seat]]
        plays, beyond = tuple(zip(seats, cards, strict=False)), cards[len(seats) :]
        # who put down a card too many can be told only where it is known who held it
        for seat, card in (*plays, *((NOT_KNOWN, card) for card in beyond)):
            held = rules.pack & 1 << card & ~down
            owner = next((other for other, hand in enumerate(hands) if hand & held), NOT_KNOWN)
            by = owner if seat == NOT_KNOWN else seat
            if by != NOT_KNOWN:
                left[by] = max(left[by] - 1, 0)
            down |= held
        if down == rules.pack:
            left = [0] * rules.players
        closed = len(plays) == len(seats) or number < len(tricks) or not any(left)
        taker = seats[kernel.take_trick(rules, cards[: len(plays)])] if closed else NOT_KNOWN
        fallen.append(_Fallen(number, due, said, plays, beyond, len(seats), taker))
        due = kernel.next_holder(tuple(left), taker) if closed and any(left) else NOT_KNOWN
    return fallen, not any(left)


@attrs.define
class _Judge:
    """The judge of one deal, who writes down what is irregular."""

    record: Record
    rules: Rules
    number: int
    recorded: RecordedDeal
    standing: Standing
    found: list[Irregularity]

    def judge(self) -> tuple[JudgedDeal, tuple[int, ...]]:
        """What the deal comes to, and how many hearts each seat took in it, none while it has no scores."""
        rules, tricks = self.rules, self.recorded.tricks
        offset = rules.offsets[(self.number - 1) % len(rules.offsets)]
        dealt = self._dealt()
        if dealt is not None:
            hands = kernel.pass_cards(dealt, self._passed(dealt, offset), offset)
            sizes = tuple(map(int.bit_count, hands)) if self._uneven() else (rules.hand_size,) * rules.players
            opener = self._opener(hands, sizes)
            fallen, finished = _fall(rules, sizes, hands, opener, tricks)
            judged_by = JudgedBy.HANDS
        else:
            sizes = self._sizes(offset)
            fallen, finished = _fall(rules, sizes, (), NOT_KNOWN, tricks)
            hands = _played_by(rules, fallen)
            opener = self._opener(hands, sizes)
            judged_by = JudgedBy.PLAY if sum(hands) == rules.pack else JudgedBy.PLAY_SO_FAR
        piles = self._judge_tricks(fallen, hands, opener)
        judged = self._judge_result(judged_by, piles, finished=finished)
        return judged, (0,) * rules.players if judged.scores is None else piles.hearts(rules)

    def _report(
        self,
        problem: str | Refusal | None,
        trick: int | None = None,
        seat: int | None = None,
        card: Card | None = None,
        shown_in: int | None = None,
        more: str = "",
    ) -> None:
        """Write down a problem, or why an action is refused; nothing where it is not."""
        if problem is not None:
            refusal = problem if isinstance(problem, Refusal) else None
            text = problem.text if isinstance(problem, Refusal) else problem
            self.found.append(Irregularity(self.number, text + more, trick, seat, card, refusal, shown_in))

    def _facts(self, phase: Phase, turn: int = NOT_KNOWN, chosen: tuple[bool, ...] = ()) -> Facts:
        return Facts(self.rules, phase, turn, NOT_KNOWN, first=False, broken=False, chosen=chosen)

    # ---- before the first card -----------------------------------------------------------------------------------------

    def _dealt(self) -> tuple[int, ...] | None:
        """The hands as dealt, or None where there are none, or none that can be."""
        hands = self.record.hands_of(self.number)
        try:
            return None if hands is None else check_hands(self.rules, hands)
        except SetupError as error:
            self._report(str(error))
            return None

    def _uneven(self) -> bool:
        """May hands come to differ in size (R2.4)?"""
        return self.rules.pass_at_least < self.rules.pass_count

    def _passed(self, dealt: tuple[int, ...], offset: int) -> tuple[int, ...]:
        """What each seat passed, of what it held: its last choice before all had chosen."""
        players, tricks = self.rules.players, self.recorded.tricks
        passes = [NOT_CHOSEN if offset else 0] * players
        for given in self.recorded.passes:
            seat, pending = given.seat, NOT_CHOSEN in passes
            hand = dealt[seat] if 0 <= seat < players else 0
            chosen = tuple(cards != NOT_CHOSEN for cards in passes)
            facts = self._facts(Phase.PASSING if pending else Phase.PLAYING, chosen=chosen)
            self._report(refuse(facts, hand, given.action, seat), seat=seat)
            if pending and 0 <= seat < players:
                passes[seat] = given.cards.mask & hand
        for seat in [seat for seat, cards in enumerate(passes) if cards == NOT_CHOSEN]:
            passes[seat] = 0
            for card in [card for trick in tricks for card in trick.cards][:1]:
                refusal = refuse(self._facts(Phase.PASSING), 0, PlayCard(seat, card), seat)
                self._report(refusal, seat=seat, more=f" Seat {seat} has not passed.")
        return tuple(passes)

    def _sizes(self, offset: int) -> tuple[int, ...]:
        """How many cards each seat has to play, where there are no hands: who passed fewer than it got has more."""
        players = self.rules.players
        sizes = [self.rules.hand_size] * players
        passed = {given.seat: len(given.cards) for given in self.recorded.passes}
        if self._uneven() and passed.keys() >= set(range(players)):
            received = [passed[(seat - offset) % players] for seat in range(players)]
            sizes = [max(size - passed[seat] + received[seat], 0) for seat, size in enumerate(sizes)]
        return tuple(sizes)

    def _opener(self, hands: tuple[int, ...], sizes: tuple[int, ...]) -> int:
        """The seat that leads first, as far as that is known."""
        dealer = (self.record.first_dealer + self.number - 1) % self.rules.players
        card = self.rules.opening_card
        if card < 0:
            return kernel.opening_seat(self.rules, sizes, dealer)  # all it asks is who holds anything
        return kernel.opening_seat(self.rules, hands, dealer) if sum(hands) >> card & 1 else NOT_KNOWN

    # ---- the tricks ----------------------------------------------------------------------------------------------------

    def _judge_tricks(self, fallen: list[_Fallen], hands: tuple[int, ...], opener: int) -> Piles:
        """Judge the play, and give what each seat took."""
        rules = self.rules
        unknown = rules.pack & ~sum(hands)
        taken, won = [0] * rules.players, [0] * rules.players
        down: dict[int, int] = {}
        led, first = 0, True
        for index, trick in enumerate(fallen):
            if not trick.plays:
                facts = self._at_the_end(Piles(tuple(taken), tuple(won)))
                self._report(refuse(facts, 0, trick.beyond[0], trick.said), trick.number, trick.said, trick.beyond[0])
                continue
            self._judge_form(trick, opener if first else trick.due)
            before, lead = _mask(down), NOT_KNOWN
            for seat, card in trick.plays:
                played = _mask(down)
                hand, broken = hands[seat] & ~played, kernel.are_broken(rules, played, led)
                refusal = _refuse(rules, hand, unknown & ~played, lead, first, broken, seat, card)
                if refusal is not None:
                    missed = hand & rules.suit_of[lead] if refusal.reason is Reason.MUST_FOLLOW else 0
                    more = _whereabouts(card, hands, down) if refusal.reason is Reason.NOT_HELD else ""
                    shown_in = _shown_in(fallen[index + 1 :], seat, missed)
                    self._report(refusal, trick.number, seat, card, shown_in, more)
                if lead == NOT_KNOWN:
                    lead, led = card, led | 1 << card
                down.setdefault(card, trick.number)
            for card in trick.beyond:
                down.setdefault(card, trick.number)
            first = False
            if trick.taker != NOT_KNOWN:
                taken[trick.taker] |= rules.pack & _mask(down) & ~before
                won[trick.taker] += 1
        return Piles(tuple(taken), tuple(won))

    def _judge_form(self, trick: _Fallen, due: int) -> None:
        """Report a leader who was not to lead, and too few or too many cards."""
        said, card = trick.said, trick.plays[0][1]
        if said != due and (due != NOT_KNOWN or not 0 <= said < self.rules.players):
            self._report(refuse(self._facts(Phase.PLAYING, due), 0, card, said), trick.number, said, card)
        count = len(trick.plays) + len(trick.beyond)
        if count > trick.wanted or (count < trick.wanted and trick.taker != NOT_KNOWN):
            self._report(f"it has {count} cards: expected {trick.wanted}", trick.number)

    # ---- the result ----------------------------------------------------------------------------------------------------

    def _at_the_end(self, piles: Piles) -> Facts:
        """Where the deal stands when all cards have been played."""
        moon, _ = self._scores(piles, None)
        return self._facts(Phase.CHOOSING_MOON, moon.seat) if _waits(moon) else self._facts(Phase.DEAL_OVER)

    def _scores(self, piles: Piles, chosen: MoonStyle | None) -> tuple[Moon | None, tuple[int, ...] | None]:
        """The moon, and the scores; none while the moon is to be chosen for."""
        moon = moon_of(self.rules, self.standing, piles, chosen)
        return moon, None if _waits(moon) else score_piles(self.rules, piles, moon)

    def _chosen(self, facts: Facts, piles: Piles) -> MoonStyle | None:
        """How the moon is scored by choice: as recorded, or where that is missing, as the recorded scores show."""
        recorded, turn = self.recorded, max(facts.turn, 0)
        if recorded.moon is not None:
            self._report(refuse(facts, 0, ChooseMoon(turn, recorded.moon), turn))
            return recorded.moon
        goes_on = self.number < len(self.record.deals) or recorded.scores is not None or recorded.totals is not None
        if facts.phase is Phase.CHOOSING_MOON and goes_on:
            self._report(refuse(facts, 0, Card(0), turn), seat=turn)
            for style in (MoonStyle.OLD, MoonStyle.NEW):
                if recorded.scores == self._scores(piles, style)[1]:
                    return style
        return None

    def _judge_result(self, judged_by: JudgedBy, piles: Piles, *, finished: bool) -> JudgedDeal:
        """Judge the choice for a moon, and the recorded results."""
        recorded, before = self.recorded, self.standing.totals
        missing = self.rules.pack & ~sum(piles.taken)
        if finished and missing:
            self._report(f"{of_mask(missing)} fell in no trick")
        chosen = self._chosen(self._at_the_end(piles) if finished else self._facts(Phase.PLAYING), piles)
        moon, scores = self._scores(piles, chosen) if finished else (None, None)
        totals = None if scores is None else add_scores(self.rules, before, scores)
        for name, said, is_so in (("scores", recorded.scores, scores), ("totals", recorded.totals, totals)):
            if said != is_so and (said is not None or judged_by is JudgedBy.HANDS):
                self._report(f"the {name} are recorded as {in_a_row(said)}: as the tricks fell, {in_a_row(is_so)}")
        return JudgedDeal(
            number=self.number,
            judged_by=judged_by,
            points=points_of(self.rules, piles),
            scores=scores,
            totals=before if totals is None else totals,
            moon=moon,
            said_scores=None if recorded.scores == scores else recorded.scores,
            said_totals=None if recorded.totals == totals else recorded.totals,
        )


def _refuse(
    rules: Rules,
    hand: int,
    unknown: int,
    lead: int,
    first: bool,  # noqa: FBT001 - as `refuse_card` takes them
    broken: bool,  # noqa: FBT001
    seat: int,
    card: Card,
) -> Refusal | None:
    """Why a seat may not play a card; of a hand that is not all known, only what holds with any other card in it too."""
    refusal = refuse_card(rules, hand, lead, first, broken, seat, card)
    if refusal is None:
        return None
    certain = all(refuse_card(rules, hand | 1 << other, lead, first, broken, seat, card) for other in bits(unknown))
    return refusal if certain else None


def _played_by(rules: Rules, fallen: Iterable[_Fallen]) -> tuple[int, ...]:
    """The mask of what each seat played, each card where it was first played."""
    masks, seen = [0] * rules.players, ~rules.pack
    for trick in fallen:
        for seat, card in trick.plays:
            masks[seat] |= 1 << card & ~seen
            seen |= 1 << card
        seen |= _mask(set(trick.beyond))
    return tuple(masks)


def _shown_in(later: Iterable[_Fallen], seat: int, cards: int) -> int | None:
    """The number of the first of some tricks to which a seat played one of these cards."""
    return next(
        (trick.number for trick in later for who, card in trick.plays if who == seat and cards >> card & 1), None
    )


def _whereabouts(card: Card, hands: Iterable[int], down: dict[int, int]) -> str:
    """Where a card is that a seat does not hold."""
    if card in down:
        return f" It was played in trick {down[card]}."
    holder = [f" Seat {seat} holds it." for seat, hand in enumerate(hands) if hand >> card & 1]
    return holder[0] if holder else " It is not in the pack."


def _waits(moon: Moon | None) -> TypeGuard[Moon]:
    """Is a moon yet to be chosen for (R8.2)?"""
    return moon is not None and moon.kind is MoonKind.MOON and moon.style is None


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)
