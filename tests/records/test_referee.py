"""The lenient referee: every irregular step is named, by rule number, and the tricks are scored as they fell."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import Card, CardSet, MoonStyle, Reason
from hearts.errors import UnknownLanguageError
from hearts.records.history import History
from hearts.records.record import Record
from hearts.records.recorded import RecordedDeal, RecordedPass, RecordedTrick
from hearts.records.report import Irregularity, JudgedBy, Report
from hearts.testing import games, variants
from hearts.testing.play import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PACK: Final = CardSet(range(52))
SIXTEEN: Final = {"players": [4], "removed": str(CardSet(card for card in PACK if card.rank not in "23QA"))}
SMALL: Final = hearts.load_variant("standard").evolve(table=SIXTEEN, passing={"count": 0})
"""The standard game, without passing, of four cards a hand: 2, 3, Q and A of each suit."""

HANDS: Final = ("2C 3C 2D AH", "QC 3D 2H QS", "AC QD AD 3H", "2S 3S AS QH")
RIGHT: Final = ("0: 2C QC AC 2S", "2: AD QH 2D 3D", "2: 3H AS AH 2H", "0: 3C QS QD 3S")
"""Play of those hands in which nothing is wrong, and for which the seats score 16 0 1 0."""

PASSED: Final = ("0> AH", "1> QS", "2> AD", "3> QH")
AFTER: Final = ("0: 2C QC AC 2S", "2: QD AD 2D 3D", "3: 3S 3C 2H QS", "2: 3H AS QH AH")
"""The play after that pass."""


def deal(
    *tricks: str,
    hands: Sequence[str] | None = HANDS,
    passes: Sequence[str] = (),
    moon: MoonStyle | None = None,
    scores: tuple[int, ...] | None = None,
    totals: tuple[int, ...] | None = None,
) -> RecordedDeal:
    """A deal as it is written down."""
    return RecordedDeal(
        hands=None if hands is None else tuple(map(CardSet, hands)),
        passes=tuple(map(RecordedPass.of_text, passes)),
        tricks=tuple(map(RecordedTrick.of_text, tricks)),
        moon=moon,
        scores=scores,
        totals=totals,
    )


def record_of(*deals: RecordedDeal, **changes: Any) -> Record:  # noqa: ANN401 - settings of any section
    """A record of the small game, or of one that differs from it."""
    variant = SMALL.evolve(**changes) if changes else SMALL
    return Record(variant=variant, players=4, first_dealer=3, deals=deals)


def settled(record: Record) -> Record:
    """The record with the results that its tricks come to."""
    report = record.referee()
    deals = [
        attrs.evolve(deal, scores=judged.scores, totals=None if judged.scores is None else judged.totals)
        for deal, judged in zip(record.deals, report.deals, strict=True)
    ]
    return attrs.evolve(record, deals=tuple(deals), winners=report.winners)


def found(record: Record) -> list[str]:
    """What is irregular in a record, its results apart."""
    return [str(irregularity) for irregularity in settled(record).referee().irregularities]


def bare(record: Record) -> Record:
    """The record of the play alone, as at a table where nothing else is written down; passes are kept, who runs out first
    follows from them.
    """
    deals = [attrs.evolve(deal, hands=None, scores=None, totals=None) for deal in record.deals]
    return attrs.evolve(record, seed=None, scheme=None, deals=tuple(deals), winners=())


# ---- laws ----------------------------------------------------------------------------------------------------------------


def play_on(history: History, rng: Random) -> History:
    """The history at the end of its deal, under random play."""
    while history.game.to_act:
        history = history.apply(choose(history.game, rng))
    return history


@st.composite
def records(draw: st.DrawFn, variant: hearts.Variant | None = None) -> Record:
    """Records of legal play: of a deal at any point, or of a game some deals on; with a seed, or with hands alone."""
    if variant is None:
        change: dict[str, Any] = draw(
            st.sampled_from(({}, {"moon": {"style": "choice"}}, {"passing": {"at_least": 0}}))
        )
        variant = draw(variants())
        with suppress(hearts.VariantError):  # without penalty cards there is no moon to choose for
            variant = variant.evolve(**change)
    history = History(draw(games(variant, max_deals=1)))
    rng = Random(draw(st.integers(0, 1 << 32)))
    for _ in range(draw(st.integers(0, 3))):
        history = play_on(history, rng)
        if history.game.is_over:
            break
        history = history.next_deal()
    record = history.record()
    return record.without_seed() if draw(st.booleans()) else record


def _in_tricks(change: Callable[[list[tuple[int, list[Card]]], Random], None]) -> Callable[[RecordedDeal, Random], Any]:
    def changed(deal: RecordedDeal, rng: Random) -> RecordedDeal:
        tricks = [(trick.leader, [*trick.cards]) for trick in deal.tricks]
        if tricks:
            change(tricks, rng)
        kept = [RecordedTrick(leader, tuple(cards[:8])) for leader, cards in tricks if cards]
        return attrs.evolve(deal, tricks=tuple(kept))

    return changed


def _swap(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    one, other = rng.choice(tricks)[1], rng.choice(tricks)[1]
    first, second = rng.randrange(len(one)), rng.randrange(len(other))
    one[first], other[second] = other[second], one[first]


def _swap_within(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    rng.shuffle(rng.choice(tricks)[1])


def _replace(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    cards = rng.choice(tricks)[1]
    cards[rng.randrange(len(cards))] = Card(rng.randrange(52))


def _drop(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    cards = rng.choice(tricks)[1]
    del cards[rng.randrange(len(cards))]


def _add(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    cards = rng.choice(tricks)[1]
    cards.insert(rng.randrange(len(cards) + 1), Card(rng.randrange(52)))


def _lead(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    index = rng.randrange(len(tricks))
    tricks[index] = rng.randrange(8), tricks[index][1]


def _drop_trick(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    del tricks[rng.randrange(len(tricks))]


def _double_trick(tricks: list[tuple[int, list[Card]]], rng: Random) -> None:
    tricks.append(rng.choice(tricks))


def _add_pass(deal: RecordedDeal, rng: Random) -> RecordedDeal:
    cards = CardSet(rng.sample(range(52), rng.randrange(4)))
    passes = [*deal.passes]
    passes.insert(rng.randrange(len(passes) + 1), RecordedPass(rng.randrange(8), cards))
    return attrs.evolve(deal, passes=tuple(passes))


def _drop_pass(deal: RecordedDeal, rng: Random) -> RecordedDeal:
    return attrs.evolve(deal, passes=tuple(given for given in deal.passes if rng.random() < 0.8))


def _other_pass(deal: RecordedDeal, rng: Random) -> RecordedDeal:
    passes = [attrs.evolve(given, cards=CardSet({*given.cards[1:], Card(rng.randrange(52))})) for given in deal.passes]
    return attrs.evolve(deal, passes=tuple(passes))


def _other_moon(deal: RecordedDeal, rng: Random) -> RecordedDeal:
    return attrs.evolve(deal, moon=rng.choice((None, MoonStyle.OLD, MoonStyle.NEW)))


def _other_result(deal: RecordedDeal, rng: Random) -> RecordedDeal:
    row = rng.choice((None, (), deal.scores, deal.totals, (1, 2, 3, 4)))
    return attrs.evolve(deal, scores=row) if rng.random() < 0.5 else attrs.evolve(deal, totals=row)


def _other_hands(deal: RecordedDeal, rng: Random) -> RecordedDeal:
    hands = None if deal.hands is None else rng.choice((deal.hands[::-1], deal.hands[1:]))
    return attrs.evolve(deal, hands=hands)


CHANGES: Final = (
    *map(_in_tricks, (_swap, _swap_within, _replace, _drop, _add, _lead, _drop_trick, _double_trick)),
    *(_add_pass, _drop_pass, _other_pass, _other_moon, _other_result, _other_hands),
)


@st.composite
def spoiled(draw: st.DrawFn, variant: hearts.Variant | None = None) -> Record:
    """Records with one to three changes to what was legal play, which may leave it legal; hands and seed are all there."""
    record = draw(records(variant))
    rng = Random(draw(st.integers(0, 1 << 32)))
    for _ in range(draw(st.integers(1, 3))):
        deals = [*record.deals]
        index = rng.randrange(len(deals))
        kind = draw(st.integers(0, len(CHANGES) + 1))
        if kind < len(CHANGES):
            deals[index] = CHANGES[kind](deals[index], rng)
        elif kind == len(CHANGES):
            deals.insert(index, deals[index])
        else:
            winners = tuple(range(rng.randrange(3)))
            record = attrs.evolve(record, winners=winners)
        record = attrs.evolve(record, deals=tuple(deals))
    return record


@given(records())
def test_legal_play_is_clean_and_comes_to_what_the_game_says(record: Record) -> None:
    """Of a record of legal play the report is clean, and its points, scores, moons, totals and winners are the game's own."""
    report, game = record.referee(), record.resume()
    assert report.is_clean, report
    assert (report.totals, report.winners) == (game.totals, game.winners)
    finished = [judged for judged in report.deals if judged.scores is not None]
    own = [(result.number, result.points, result.scores, result.moon, result.totals) for result in game.deals]
    assert [(deal.number, deal.points, deal.scores, deal.moon, deal.totals) for deal in finished] == own
    assert (report.deals[-1].points, report.deals[-1].moon) == (game.deal.points, game.deal.moon)
    assert all(judged.judged_by is JudgedBy.HANDS for judged in report.deals)


@given(records())
def test_legal_play_is_clean_without_hands_too(record: Record) -> None:
    """Where only the play is written down, finished or not, nothing legal is called irregular, and the scores are the same."""
    report, game = bare(record).referee(), record.resume()
    assert report.is_clean, report
    assert (report.totals, report.winners) == (game.totals, game.winners)
    for played, judged in zip(record.deals, report.deals, strict=True):
        whole = sum(len(trick.cards) for trick in played.tricks) == len(record.variant.pack(record.players))
        assert judged.judged_by is (JudgedBy.PLAY if whole else JudgedBy.PLAY_SO_FAR)


@given(spoiled())
def test_clean_exactly_when_the_replay_has_no_fault(record: Record) -> None:
    """A report is clean exactly when the replay of the record has no fault; else the first of both is in the same deal, and
    where both are refused actions, the replay's is one that the referee names too.
    """
    report, fault = record.referee(), record.replay().fault
    if any(record.hands_of(number) is None for number in range(1, len(record.deals) + 1)):
        return
    assert report.is_clean == (fault is None), report
    if fault is not None:
        assert min(irregularity.deal for irregularity in report.irregularities) == fault.deal
        if fault.card is not None and fault.refusal is not None and fault.refusal.reason is not Reason.GAME_OVER:
            reasons = {irregularity.refusal.reason for irregularity in report.irregularities if irregularity.refusal}
            assert fault.refusal.reason in reasons


@given(spoiled())
def test_anything_can_be_judged_and_told(record: Record) -> None:
    """No record is too wrong to be judged, with hands or without, and what is found can be told in every language."""
    for report in (record.referee(), bare(record).referee()):
        assert len(str(report).splitlines()) == max(len(report.irregularities), 1) + len(report.deals) + 1
        for irregularity in report.irregularities:
            assert str(irregularity) == irregularity.say("en")
            assert irregularity.where in irregularity.say("zh")
            assert irregularity.deal in range(1, len(record.deals) + 1)


@given(spoiled())
def test_without_hands_a_revoke_is_what_is_shown_later(record: Record) -> None:
    """Where no hands are known, every revoke that is reported is shown later by the same seat."""
    for irregularity in bare(record).referee().irregularities:
        if irregularity.refusal is not None and irregularity.refusal.reason is Reason.MUST_FOLLOW:
            trick, shown_in = irregularity.trick or 0, irregularity.shown_in or 0
            played = record.deals[irregularity.deal - 1].tricks[shown_in - 1].cards
            led = record.deals[irregularity.deal - 1].tricks[trick - 1].cards[0]
            assert shown_in > trick > 0
            assert led.suit in {card.suit for card in played}


@given(spoiled(hearts.load_variant("standard")))
def test_each_card_counts_once(record: Record) -> None:
    """However wrong the play is, no card counts twice, and in a finished deal in which all cards fell they come to 26."""
    report = record.referee()
    gone = {found.deal for found in report.irregularities if "fell in no trick" in found.problem}
    for judged in report.deals:
        assert 0 <= sum(judged.points) <= 26
        if judged.scores is not None and judged.number not in gone:
            assert sum(judged.points) == 26


# ---- irregular play ------------------------------------------------------------------------------------------------------


def test_right_play() -> None:
    """The play that the cases below differ from is right, with hands and without."""
    record = settled(record_of(deal(*RIGHT)))
    assert record.referee().is_clean
    assert record.replay().fault is None
    assert record.referee().deals[0].scores == (16, 0, 1, 0)
    assert bare(record).referee().is_clean


def test_a_revoke_shown_later() -> None:
    """R5.1: the queen of spades is thrown on a club lead; the seat's club comes out in the last trick, and the queen counts for
    who took the trick as it fell.
    """
    record = settled(record_of(deal("0: 2C QS AC 2S", "2: AD QH 2D 3D", "2: 3H AS AH 2H", "0: 3C QC QD 3S")))
    (revoke,) = record.referee().irregularities
    assert (revoke.deal, revoke.trick, revoke.seat, revoke.card, revoke.shown_in) == (1, 1, 1, Card("QS"), 4)
    assert revoke.refusal is not None
    assert (revoke.refusal.reason, revoke.refusal.instead) == (Reason.MUST_FOLLOW, CardSet("QC"))
    assert record.referee().deals[0].scores == (3, 0, 14, 0)
    assert str(revoke) == (
        "deal 1, trick 1, seat 1, card QS, shown in trick 4: R5.1 QS does not follow suit: expected QC."
    )
    assert revoke.say("zh").startswith("deal 1, trick 1, seat 1, card QS, shown in trick 4: R5.1 必须跟牌")
    assert bare(record).referee().irregularities == (revoke,)


def test_a_revoke_not_yet_shown() -> None:
    """R5.1: with hands a revoke is seen at once; without them only once the seat plays a card that would have followed."""
    tricks = ("0: 2C 3D AC 2S", "2: AD QH 2D QS", "2: 3H AS AH 2H", "0: 3C QC")
    for count, shown_in in ((1, None), (3, None), (4, 4)):
        (revoke,) = record_of(deal(*tricks[:count])).referee().irregularities
        assert revoke.shown_in == shown_in
        report = record_of(deal(*tricks[:count], hands=None)).referee()
        assert [irregularity.shown_in for irregularity in report.irregularities] == [4][: count == 4]
        assert report.deals[0].judged_by is JudgedBy.PLAY_SO_FAR


QUEEN_LEAD = ("2C 3C QC 2D", "AC 3D 2H QS", "3H AD 2S 3S", "AS QH QD AH")
"""Seat 1, which takes the first trick, has the queen and a card that is no heart."""

HEARTS_AND_QUEEN = ("2C 3C QC 2D", "AC 3H 2H QS", "3D AD 2S 3S", "AS QH QD AH")
"""Seat 1, which takes the first trick, has hearts and the queen only."""


@pytest.mark.parametrize(
    ("tricks", "hands", "changes", "where", "rule", "reason"),
    [
        (["0: 2C QC AC QH"], HANDS, {}, (1, 3, "QH"), "R4.1", Reason.BARRED_IN_FIRST_TRICK),
        (["0: 3C QC AC 2S"], HANDS, {}, (1, 0, "3C"), "R3.2", Reason.OPENING_CARD),
        ([RIGHT[0], "2: 3H QH AH 2H"], HANDS, {}, (2, 2, "3H"), "R6.2", Reason.HEARTS_NOT_BROKEN),
        (["0: 2C AC 2S AS", "1: 2H 3D"], HEARTS_AND_QUEEN, {}, (2, 1, "2H"), "R6.3", Reason.QUEEN_MUST_LEAD),
        (["0: 2C AC 2S AS", "1: QS 3S"], QUEEN_LEAD, {"queen": {"lead": "when-broken"}}, (2, 1, "QS"), "R6.4",
         Reason.QUEEN_LEAD_LOCKED),
        ([RIGHT[0], "2: AD QH 2D 3D", "2: QD 3S AH 2H"], HANDS, {"queen": {"discard": "first-chance"}}, (3, 1, "2H"),
         "R5.3", Reason.QUEEN_FIRST_CHANCE),
        ([RIGHT[0], "2: AD 3S 2D 3D", "2: QD AS 3C QS"], HANDS, {"queen": {"discard": "when-broken"}}, (3, 1, "QS"),
         "R5.3", Reason.QUEEN_BEFORE_HEARTS),
        (["1: QC"], HANDS, {}, (1, 1, "QC"), "R5.2", Reason.NOT_ON_TURN),
        ([RIGHT[0], "0: 3C QS"], HANDS, {}, (2, 0, "3C"), "R5.2", Reason.NOT_ON_TURN),
        (["7: 2C QC AC 2S"], HANDS, {}, (1, 7, "2C"), "R1.1", Reason.NO_SUCH_SEAT),
        ([RIGHT[0], "4: AD QH 2D 3D"], HANDS, {}, (2, 4, "AD"), "R1.1", Reason.NO_SUCH_SEAT),
        ([*RIGHT, "1: 2C 3C"], HANDS, {}, (5, 1, "2C"), "R9.1", Reason.DEAL_OVER),
    ],
)  # fmt: skip
def test_irregular_plays(
    tricks: list[str],
    hands: Sequence[str],
    changes: dict[str, Any],
    where: tuple[int, int, str],
    rule: str,
    reason: Reason,
) -> None:
    """Each kind of irregular play is named with its trick, seat, card, rule and reason, and nothing else is."""
    (irregularity,) = settled(record_of(deal(*tricks, hands=hands), **changes)).referee().irregularities
    trick, seat, card = where
    assert (irregularity.trick, irregularity.seat, irregularity.card) == (trick, seat, Card(card))
    assert irregularity.refusal is not None
    assert (irregularity.refusal.rule, irregularity.refusal.reason) == (rule, reason)
    assert irregularity.shown_in is None


def test_cards_that_a_seat_does_not_hold() -> None:
    """R5.1: a card that another seat holds, that was played already, or that is not in the pack; it is said where it is. The
    card of another seat is played all the same, and that seat holds it no more.
    """
    assert found(record_of(deal("0: 2C QC AC 3S", "2: AD AS 2D 2S"))) == [
        "deal 1, trick 2, seat 1, card 2S: R5.1 Seat 1 does not hold 2S. Seat 3 holds it.",
    ]
    assert found(record_of(deal("0: 2C 3C AC 2S", "2: AD QH 2D 3D", "2: 3H AS AH 2H", "0: QC QS QD 3S"))) == [
        "deal 1, trick 1, seat 1, card 3C: R5.1 Seat 1 does not hold 3C. Seat 0 holds it.",
        "deal 1, trick 4, seat 0, card QC: R5.1 Seat 0 does not hold QC. Seat 1 holds it.",
    ]
    twice = record_of(deal(*RIGHT[:3], "0: 3C QH QD 3S"))
    assert found(twice) == [
        "deal 1, trick 4, seat 1, card QH: R5.1 Seat 1 does not hold QH. It was played in trick 2.",
        "deal 1: QS fell in no trick",
    ]
    assert twice.referee().deals[0].points == (3, 0, 1, 0)
    assert found(record_of(deal("0: 2C QC AC 4S"))) == [
        "deal 1, trick 1, seat 3, card 4S: R5.1 Seat 3 does not hold 4S. It is not in the pack.",
    ]
    assert found(record_of(deal("0: 2C QC AC 2C", hands=None))) == [
        "deal 1, trick 1, seat 3, card 2C: R5.1 Seat 3 does not hold 2C. It was played in trick 1.",
    ]


def test_only_a_revoke_is_shown_later() -> None:
    """A lead that is irregular is not shown by what the seat plays later, of whatever suit that is."""
    hands = ("2C 3C 2D QS", "QC 3D 2H AH", "AC QD AD 3H", "2S 3S AS QH")
    tricks = ("0: 3C QC AC 2S", "2: AD QH 2D 3D", "2: 3H AS QS 2H")
    (irregularity,) = record_of(deal(*tricks, hands=hands)).referee().irregularities
    assert irregularity.refusal is not None
    assert (irregularity.refusal.reason, irregularity.shown_in) == (Reason.OPENING_CARD, None)


def test_a_heart_that_is_led_breaks_hearts() -> None:
    """R6.1: where only the queen breaks hearts, a heart that was led breaks them too, rightly led or not."""
    changes: dict[str, Any] = {"hearts": {"broken_by": "QS"}}
    hands = ("2C 3C 2D QH", "QC 3D 2H AS", "AC QD 3H AH", "2S 3S AD QS")
    assert found(record_of(deal("0: 2C QC AC 2S", "2: AH AD QH 2H", "2: 3H", hands=hands), **changes)) == [
        "deal 1, trick 2, seat 2, card AH: R6.2 AH cannot be led: hearts are not broken yet. Expected QD.",
    ]


def test_what_a_seat_might_have_held_speaks_for_it() -> None:
    """Of a hand that is known in part, only what would be wrong with any other card in it too is called irregular: here the
    queen may be led because the other cards are barred, and two tricks on nobody knows of them.
    """
    changes: dict[str, Any] = {
        "opening": {"leader": "eldest", "card": "any"},
        "first_trick": {"barred": "2C 3C"},
        "hearts": {"with_queen": "either"},
        "queen": {"lead": "when-broken"},
    }
    hands = ("2C 3C 2H QS", "2S QC AC 2D", "3S 3D QD AD", "AS 3H QH AH")
    tricks = ("0: QS 2S 3S AS", "3: 3H 2H AC AD")
    for dealt in (hands, None):
        assert record_of(deal(*tricks, hands=dealt), **changes).referee().is_clean
        whole = deal(*tricks, "3: QH 2C QC QD", "3: AH 3C 2D 3D", hands=dealt)
        assert found(record_of(whole, **changes)) == []


def test_who_leads_first_without_hands() -> None:
    """R3.1: the holder of the opening card is known once it is played, and the eldest hand always."""
    assert record_of(deal("1: QC AC 2S", hands=None)).referee().is_clean
    assert found(record_of(deal("1: QC AC 2S 2C", hands=None))) == [
        "deal 1, trick 1, seat 1, card QC: R5.2 It is not seat 1's turn: seat 0 is to play.",
    ]
    assert found(record_of(deal("1: QC AC", hands=None), opening={"leader": "eldest", "card": "any"})) == [
        "deal 1, trick 1, seat 1, card QC: R5.2 It is not seat 1's turn: seat 0 is to play.",
    ]
    assert found(record_of(deal("6: QC AC", hands=None))) == [
        "deal 1, trick 1, seat 6, card QC: R1.1 There is no seat 6: the seats are 0 to 3.",
    ]


# ---- the form of tricks --------------------------------------------------------------------------------------------------


def test_a_trick_with_a_card_too_many() -> None:
    """A card beyond one from each seat goes to who takes the trick. The seat that held it has run out one trick before the
    others; where the hands are not known nobody can tell whose it was.
    """
    tricks = ("0: 2C QC AC 2S QS", "2: AD QH 2D 3D", "2: 3H AS AH 2H", "0: 3C QD 3S")
    record = settled(record_of(deal(*tricks)))
    (irregularity,) = record.referee().irregularities
    assert str(irregularity) == irregularity.say("zh") == "deal 1, trick 1: it has 5 cards: expected 4"
    assert record.referee().deals[0].scores == (3, 0, 14, 0)
    assert found(record_of(deal(*tricks, hands=None))) == [
        "deal 1, trick 1: it has 5 cards: expected 4",
        "deal 1, trick 4: it has 3 cards: expected 4",
    ]
    assert found(record_of(deal("0: 2C QC AC 2S QC", *RIGHT[1:]))) == ["deal 1, trick 1: it has 5 cards: expected 4"]
    foreign = record_of(deal("0: 2C QC AC 2S QS 4S", *tricks[1:], hands=None))
    assert len(found(foreign)) == 2
    assert foreign.referee().deals[0].scores == (3, 0, 14, 0)
    twice = record_of(deal(tricks[0], "2: AD QH 2D 3D", "2: 3H AS AH 2H", "0: 3C QS QD 3S", hands=None))
    assert found(twice)[1:] == [
        "deal 1, trick 4, seat 1, card QS: R5.1 Seat 1 does not hold QS. It was played in trick 1."
    ]
    assert twice.referee().deals[0].judged_by is JudgedBy.PLAY_SO_FAR


def test_a_trick_with_a_card_too_few() -> None:
    """A seat that played no card to a trick has one left at the end, and plays it alone."""
    tricks = ("0: 2C QC AC", *RIGHT[1:])
    record = record_of(deal(*tricks))
    assert found(record) == ["deal 1, trick 1: it has 3 cards: expected 4"]
    assert record.referee().deals[0].scores is None
    for hands in (HANDS, None):
        whole = record_of(deal(*tricks, "3: 2S", hands=hands))
        assert found(whole) == ["deal 1, trick 1: it has 3 cards: expected 4"]
        assert whole.referee().deals[0].scores == (16, 0, 1, 0)


PASSING_FEWER: Final = {"passing": {"count": 2, "at_least": 1}}


def test_hands_that_differ_in_size() -> None:
    """R2.4: where a seat passes fewer cards than it receives, who has run out is passed over; without hands that follows from
    the passes.
    """
    passes = ("0> 3C AH", "1> QS", "2> AD", "3> QH")
    tricks = ("0: 2C QC AC 2S", "2: QD AD 2D 3D", "3: AS QH 3C QS", "3: 3S AH 3H", "1: 2H")
    for hands in (HANDS, None):
        record = settled(record_of(deal(*tricks, passes=passes, hands=hands), **PASSING_FEWER))
        assert record.referee().is_clean, record.referee()
        assert record.referee().deals[0].points == (0, 1, 0, 16)
        short = record_of(deal(*tricks[:3], "3: 3S AH", "1: 2H", passes=passes, hands=hands), **PASSING_FEWER)
        assert found(short) == ["deal 1, trick 4: it has 2 cards: expected 3"]
    hold = {"passing": {"count": 2, "at_least": 1, "cycle": ["hold"]}}
    assert found(record_of(deal(*RIGHT, passes=passes, hands=None), **hold)) == []


# ---- passes --------------------------------------------------------------------------------------------------------------


def test_right_passes() -> None:
    """Passes that are right are not reported, nor is passing that has not come to its end."""
    for count in range(5):
        assert record_of(deal(passes=PASSED[:count]), passing={"count": 1}).referee().is_clean
    assert found(record_of(deal(*AFTER, passes=PASSED), passing={"count": 1})) == []


@pytest.mark.parametrize(
    ("passes", "passing", "seat", "rule", "reason"),
    [
        (["0> 2D AH", *PASSED[1:]], {}, 0, "R2.4", Reason.WRONG_COUNT),
        (["0>", *PASSED[1:]], {}, 0, "R2.4", Reason.WRONG_COUNT),
        (PASSED, {"locked": "QS"}, 1, "R2.4", Reason.LOCKED),
        (["0> AS", *PASSED[1:]], {}, 0, "R5.1", Reason.NOT_HELD),
        (["0> 2D", *PASSED], {}, 0, "R2.1", Reason.ALREADY_PASSED),
        ([*PASSED, "0> 2D"], {"change": True}, 0, "R2.3", Reason.PASS_NOT_NOW),
        (["0> AH"], {"cycle": ["hold"]}, 0, "R2.3", Reason.PASS_NOT_NOW),
        (["5> AH"], {}, 5, "R1.1", Reason.NO_SUCH_SEAT),
    ],
)
def test_irregular_passes(passes: Sequence[str], passing: dict[str, Any], seat: int, rule: str, reason: Reason) -> None:
    """Each kind of irregular pass is named with its seat, rule and reason."""
    record = record_of(deal(passes=passes), passing={"count": 1} | passing)
    (irregularity,) = record.referee().irregularities
    assert (irregularity.trick, irregularity.seat, irregularity.card) == (None, seat, None)
    assert irregularity.refusal is not None
    assert (irregularity.refusal.rule, irregularity.refusal.reason) == (rule, reason)
    assert record_of(attrs.evolve(record.deals[0], hands=None), passing={"count": 1} | passing).referee().is_clean


def test_a_seat_that_did_not_pass() -> None:
    """R2.1: play that began before all had passed is reported for each seat that had not; the other cards have moved."""
    record = record_of(deal("0: 2C QC AC AD", passes=["0> AH", "2> AD"]), passing={"count": 1})
    assert found(record) == [
        f"deal 1, seat {seat}: R2.1 Cards are still being passed: no card can be played yet. Seat {seat} has not passed."
        for seat in (1, 3)
    ]


def reasons(record: Record) -> list[Reason]:
    """Why the rules refuse what is irregular in a record, its results apart."""
    refusals = [irregularity.refusal for irregularity in settled(record).referee().irregularities]
    return [refusal.reason for refusal in refusals if refusal is not None]


def test_the_last_choice_before_all_had_chosen_is_done() -> None:
    """Of two choices the second is done, though the first is final; a choice after all had chosen is not done, for the cards
    have moved.
    """
    twice = record_of(
        deal("0: 2C QC AC 2S", "2: QD AD 3C 2D", passes=["0> AH", "0> 2D", *PASSED[1:]]), passing={"count": 1}
    )
    assert reasons(twice) == [Reason.ALREADY_PASSED]
    for change in (False, True):
        late = record_of(deal(*AFTER, passes=[*PASSED, "0> 2D"]), passing={"count": 1, "change": change})
        assert reasons(late) == [Reason.PASS_NOT_NOW]


def test_only_cards_that_a_seat_held_are_passed() -> None:
    """R5.1: a card that the seat does not hold stays with the seat that does."""
    passes = ["0> AS", *PASSED[1:]]
    tricks = ("0: 2C QC AC 2S", "2: QD AD 2D 3D")
    for last, irregular in (
        ("3: AS 3C 2H QS", [Reason.NOT_HELD]),
        ("3: 3S 3C AS QS", [Reason.NOT_HELD, Reason.NOT_HELD]),
    ):
        assert reasons(record_of(deal(*tricks, last, passes=passes), passing={"count": 1})) == irregular


def test_cards_passed_where_none_are_stay_where_they_were() -> None:
    """R2.3: on a deal without passing the cards do not move."""
    assert reasons(record_of(deal(*RIGHT, passes=["0> AH"]))) == [Reason.PASS_NOT_NOW]


# ---- moons ---------------------------------------------------------------------------------------------------------------

RANKS: Final = ("AC AD AH AS", "2C 2D 2H 2S", "3C 3D 3H 3S", "QC QD QH QS")
MOON: Final = ("1: 2C 3C QC AC", "0: AD 2D 3D QD", "0: AS 2S 3S QS", "0: AH 2H 3H QH")
CHOICE: Final = {"moon": {"style": "choice"}}


@pytest.mark.parametrize("hands", [RANKS, None])
def test_a_choice_that_is_made(hands: Sequence[str] | None) -> None:
    """R8.2: a moon is scored as the shooter chose."""
    for style, scores in ((MoonStyle.OLD, (0, 17, 17, 17)), (MoonStyle.NEW, (-17, 0, 0, 0))):
        record = settled(record_of(deal(*MOON, hands=hands, moon=style), **CHOICE))
        report = record.referee()
        assert report.is_clean
        assert (report.deals[0].scores, report.totals) == (scores, scores)
        assert report.deals[0].moon is not None
        assert (report.deals[0].moon.seat, report.deals[0].moon.style) == (0, style)


def test_a_choice_that_is_yet_to_be_made() -> None:
    """R8.2: while nothing follows, a choice that is not there may still come: nothing is irregular, and there are no scores."""
    report = record_of(deal(*MOON, hands=RANKS), **CHOICE).referee()
    assert report.is_clean
    assert report.deals[0].scores is None
    assert report.deals[0].moon is not None
    assert "not finished, points 17 0 0 0" in str(report)


PENDING: Final = "R8.2 Seat 0 shot the moon and must choose how it is scored first."


def test_a_choice_that_is_missing() -> None:
    """R8.2: results without a choice are reported; the scores are those recorded where they fit one of the two ways, and else
    there are none.
    """
    for scores in ((0, 17, 17, 17), (-17, 0, 0, 0)):
        report = record_of(deal(*MOON, hands=RANKS, scores=scores, totals=scores), **CHOICE).referee()
        assert list(map(str, report.irregularities)) == [f"deal 1, seat 0: {PENDING}"]
        assert report.totals == scores
    report = record_of(deal(*MOON, hands=RANKS, totals=(1, 2, 3, 4)), **CHOICE).referee()
    assert list(map(str, report.irregularities)) == [
        f"deal 1, seat 0: {PENDING}",
        "deal 1: the totals are recorded as 1 2 3 4: as the tricks fell, none",
    ]
    assert (report.deals[0].scores, report.totals) == (None, (0, 0, 0, 0))
    report = record_of(deal(*MOON, "0: AC", hands=RANKS), deal(hands=RANKS), **CHOICE).referee()
    assert list(map(str, report.irregularities)) == [
        f"deal 1, trick 5, seat 0, card AC: {PENDING}",
        f"deal 1, seat 0: {PENDING}",
        "deal 2: R9.1 The next deal cannot start before this one is over.",
    ]


@pytest.mark.parametrize(
    ("tricks", "hands", "style", "rule", "reason"),
    [
        (RIGHT, HANDS, "choice", "R9.1", Reason.DEAL_OVER),
        (MOON, RANKS, "old", "R9.1", Reason.DEAL_OVER),
        (MOON[:3], RANKS, "choice", "R8.2", Reason.CHOICE_NOT_NOW),
        ((), RANKS, "choice", "R8.2", Reason.CHOICE_NOT_NOW),
    ],
)
def test_a_choice_where_there_is_none(
    tricks: Sequence[str], hands: Sequence[str], style: str, rule: str, reason: Reason
) -> None:
    """R8.2: a choice is reported where no moon was made, where the rules say how it is scored, and where it is too early."""
    record = settled(record_of(deal(*tricks, hands=hands, moon=MoonStyle.NEW), moon={"style": style}))
    (irregularity,) = record.referee().irregularities
    assert (irregularity.trick, irregularity.seat) == (None, None)
    assert irregularity.refusal is not None
    assert (irregularity.refusal.rule, irregularity.refusal.reason) == (rule, reason)
    if tricks == MOON:
        assert record.referee().totals == (0, 17, 17, 17)


# ---- results and games ---------------------------------------------------------------------------------------------------


def test_results_that_differ_from_the_play() -> None:
    """Scores, totals and winners that are not those of the tricks as they fell are reported, and the report has both."""
    wrong = (3, 0, 14, 0)
    record = attrs.evolve(record_of(deal(*RIGHT, scores=wrong, totals=wrong)), winners=(1, 2))
    report = record.referee()
    assert list(map(str, report.irregularities)) == [
        "deal 1: the scores are recorded as 3 0 14 0: as the tricks fell, 16 0 1 0",
        "deal 1: the totals are recorded as 3 0 14 0: as the tricks fell, 16 0 1 0",
        "deal 1: the winners are recorded as 1 2: as the tricks fell, none",
    ]
    assert (report.deals[0].said_scores, report.deals[0].said_totals) == (wrong, wrong)
    assert (report.deals[0].scores, report.totals, report.winners) == ((16, 0, 1, 0), (16, 0, 1, 0), ())
    assert settled(record).referee().deals[0].said_scores is None
    assert bare(record).referee().is_clean
    assert len(attrs.evolve(bare(record), winners=(1,)).referee().irregularities) == 1
    missing = record_of(deal(*RIGHT)).referee()
    assert [irregularity.problem for irregularity in missing.irregularities] == [
        "the scores are recorded as none: as the tricks fell, 16 0 1 0",
        "the totals are recorded as none: as the tricks fell, 16 0 1 0",
    ]


def test_totals_go_on_from_deal_to_deal() -> None:
    """R9.1: totals add up what the tricks came to, whatever was recorded; winners are found by them."""
    record = settled(record_of(deal(*RIGHT), deal(*RIGHT), deal(*MOON, hands=RANKS), end={"target": 40}))
    report = record.referee()
    assert report.is_clean
    assert [judged.totals for judged in report.deals] == [(16, 0, 1, 0), (32, 0, 2, 0), (32, 17, 19, 17)]
    assert (report.totals, report.winners) == ((32, 17, 19, 17), ())
    assert str(report).endswith("deal 3: scores 0 17 17 17; totals 32 17 19 17\nthe game goes on")
    short = settled(
        attrs.evolve(record, variant=record.variant.evolve(end={"target": 30, "tie": "shared"}), deals=record.deals[:2])
    )
    assert short.referee().winners == (1, 3)
    assert str(short.referee()).endswith("winners: 1 3")


def test_hearts_over_the_game_decide_ties() -> None:
    """R9.6: hearts are counted as the tricks fell, where they decide a tie."""
    rules: dict[str, Any] = {
        "values": {"hearts": 0, "QS": 13},
        "moon": {"style": "none"},
        "end": {"target": 26, "tie": "fewest-hearts"},
    }
    report = settled(record_of(deal(*RIGHT), deal(*RIGHT), **rules)).referee()
    assert report.is_clean
    assert (report.totals, report.winners) == ((26, 0, 0, 0), (1, 3))


def test_a_deal_after_the_end_of_the_game() -> None:
    """R9.2: a deal that is played although the game was over is reported, and judged all the same."""
    record = settled(record_of(deal(*RIGHT), deal(*RIGHT), end={"target": 10, "tie": "shared"}))
    (irregularity,) = record.referee().irregularities
    assert str(irregularity) == "deal 2: R9.2 The game is over."
    assert record.referee().totals == (32, 0, 2, 0)


def test_a_deal_after_one_that_is_not_finished() -> None:
    """R9.1: a deal that is begun before the one before is finished is reported; the unfinished one adds nothing."""
    record = settled(record_of(deal(*RIGHT[:2]), deal(*RIGHT)))
    (irregularity,) = record.referee().irregularities
    assert str(irregularity) == "deal 2: R9.1 The next deal cannot start before this one is over."
    assert [judged.points for judged in record.referee().deals] == [(0, 0, 1, 0), (16, 0, 1, 0)]
    assert record.referee().totals == (16, 0, 1, 0)


def test_hands_that_are_not_the_pack() -> None:
    """Hands that cannot be dealt are reported, and the play is judged as if there were none."""
    record = record_of(deal(*RIGHT, hands=HANDS[:3], scores=(16, 0, 1, 0), totals=(16, 0, 1, 0)))
    (irregularity,) = record.referee().irregularities
    assert str(irregularity) == "deal 1: hands: there are 3: expected 4, one for each seat"
    assert record.referee().deals[0].judged_by is JudgedBy.PLAY


def test_what_is_not_judged_is_said() -> None:
    """A report says of each deal without hands that it is judged by the play, and that passes are not judged."""
    texts = [str(record_of(deal(*tricks, hands=None)).referee()) for tricks in (RIGHT, RIGHT[:2])]
    assert "(no hands: judged by the cards played; passes are not judged)" in texts[0]
    assert "(no hands: judged by the cards played so far; passes are not judged)" in texts[1]
    assert "no hands" not in str(record_of(deal(*RIGHT)).referee())


def test_a_language_that_is_not_there() -> None:
    """A language without messages is an error of the library's own."""
    (irregularity,) = record_of(deal("0: 2C QS")).referee().irregularities
    with pytest.raises(UnknownLanguageError):
        irregularity.say("xx")


def test_reports_are_values() -> None:
    """Equal records have equal reports, which can be hashed and cannot be changed."""
    one, other = (record_of(deal("0: 2C QS AC 2S")).referee() for _ in range(2))
    assert one == other
    assert len({one, other}) == 1
    assert isinstance(one, Report)
    assert all(isinstance(irregularity, Irregularity) for irregularity in one.irregularities)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.totals = ()  # type: ignore[misc]  # that it cannot be is what is tested
