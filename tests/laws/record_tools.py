"""What the laws of records and histories share: any history, its record, and any single change to a record."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs
from hypothesis import strategies as st
from hypothesis.vendor.pretty import for_type_by_name
from law_tools import PLAYS, SHOOTING, shooters

import hearts
from hearts.errors import SetupError, VariantError
from hearts.records.history import History
from hearts.records.record import Record
from hearts.records.recorded import RecordedDeal, RecordedPass, RecordedTrick
from hearts.testing import card_sets, cards, hands, player_counts, variants
from hearts.testing.play import Clump, choose, share_out
from hearts.variant.sections import MoonStyle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

# else a failing example shows every field of every state of it
for_type_by_name("hearts.records.history", "History", lambda history, printer, _: printer.text(repr(history)))

SEEDS: Final = st.integers(0, 7) | st.integers(0, (1 << 256) - 1)
TAGS: Final = st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2)


def act(game: hearts.Game, rng: Random, shooting: Collection[int] = ()) -> hearts.Action:
    """A legal action; where choices may be changed, mostly of a seat that has yet to choose, so that passing ends soon."""
    action = choose(game, rng, shooting)
    return action if action.seat in game.to_act or rng.random() < 0.3 else game.legal_actions()[0]


def play_on(history: History, rng: Random, shooting: Collection[int] = (), steps: int | None = None) -> History:
    """The history some steps on in its deal, or at the deal's end where that comes first or no number is given."""
    done = 0
    while history.game.to_act and done != steps:
        history = history.apply(act(history.game, rng, shooting))
        done += 1
    return history


def asking(variant: hearts.Variant) -> hearts.Variant:
    """The variant with a moon whose shooter chooses, where it has cards to make one of."""
    try:
        return variant.evolve(moon={"style": "choice"}, sun={"value": 0})
    except VariantError:
        return variant


def unequal(variant: hearts.Variant) -> hearts.Variant:
    """The variant with fewer cards passed than might be, so that hands come to differ in size."""
    return variant.evolve(passing={"at_least": 0})


@st.composite
def histories(draw: st.DrawFn, max_deals: int = 3) -> History:
    """Histories of one line that begin with their game, and stand anywhere in it: under any variant, of deals that come from
    the seed or are given; often with a moon whose shooter chooses, or with hands that differ in size.
    """
    change = draw(st.sampled_from((None, None, asking, unequal)))
    variant = draw(variants())
    if change is not None:
        variant = change(variant)
    players = draw(player_counts(variant))
    shooting = change is asking or draw(SHOOTING)
    number = draw(PLAYS)
    given = st.none() | hands(variant, players)
    if shooting:
        sorted_hands = share_out(
            variant.pack(players), players, number, clump=Clump.RANKS, strength=50, values=dict(variant.values.cards)
        )
        given = st.just(sorted_hands)
    history = History(
        hearts.new_game(
            variant,
            players=players,
            seed=draw(SEEDS),
            hands=draw(given),
            first_dealer=draw(st.integers(0, players - 1)),
        )
    )
    rng = Random(number)
    for _ in range(draw(st.integers(0, max_deals - 1))):
        history = play_on(history, rng, shooters(history.game, shooting=shooting))
        if history.game.is_over:
            return history
        history = history.next_deal(draw(given))
    whole = sum(map(len, history.game.deal.hands)) + len(history.game.deal.passes)
    steps = draw(st.sampled_from((whole, whole + 1)) | st.integers(0, whole))
    return play_on(history, rng, shooters(history.game, shooting=shooting), steps)


def unseeded(game: hearts.Game) -> tuple[object, ...]:
    """A game but for its seed, which a record without one cannot tell."""
    return game.variant, game.players, game.first_dealer, game.deals, game.deal, game.winners


def told_once(record: Record) -> Record:
    """The record without the hands that its seed tells as well."""
    if record.seed is None:
        return record
    plain = attrs.evolve(record, deals=tuple(attrs.evolve(deal, hands=None) for deal in record.deals))
    hands_told = [plain.hands_of(number) for number in range(1, len(record.deals) + 1)]
    return attrs.evolve(
        record,
        deals=tuple(
            short if deal.hands == told else deal
            for deal, short, told in zip(record.deals, plain.deals, hands_told, strict=True)
        ),
    )


def recorded_again(record: Record) -> Record:
    """What is recorded of the game that a record replays to."""
    again = History.of_record(record).record(dict(record.tags))
    return again if record.seed is not None else again.without_seed()


# ---- what is in a record, in order ---------------------------------------------------------------------------------------

LATE: Final = 99
"""In place of the number of a trick: after the last one."""


@attrs.frozen
class Item:
    """One thing that a record says of a deal: where it stands, what it is, and whether it is a step of the game."""

    deal: int
    trick: int
    said: tuple[object, ...]
    is_step: bool = True


def items_of(record: Record) -> list[Item]:
    """All that a record says of its deals, in order."""
    items: list[Item] = []
    for number, deal in enumerate(record.deals, 1):
        items.append(Item(number, 0, ("hands", deal.hands)))
        items += [Item(number, 0, ("pass", chosen)) for chosen in deal.passes]
        for index, trick in enumerate(deal.tricks, 1):
            items += [Item(number, index, ("card", trick.leader, card)) for card in trick.cards]
        if deal.moon is not None:
            items.append(Item(number, LATE, ("moon", deal.moon)))
        items.append(Item(number, LATE, ("result", deal.scores, deal.totals), is_step=False))
    return items


@attrs.frozen
class Change:
    """Where two records that share a head begin to differ.

    Attributes:
        steps: How many steps they have in common.
        deal: The deal of the first difference.
        trick: The trick of the first difference: 0 before the first one, LATE after the last.
    """

    steps: int
    deal: int
    trick: int


def first_change(one: Record, other: Record) -> Change | None:
    """Where two records begin to differ; None where their heads differ already."""
    heads = [(r.variant, r.players, r.first_dealer, r.seed) for r in (one, other)]
    if heads[0] != heads[1]:
        return None
    steps, before = 0, Item(1, 0, ())
    for items in zip(items_of(one), items_of(other), strict=False):
        if items[0] != items[1]:
            # where the one before is the last card of a trick in one of the two only, that trick is changed
            deal = min(item.deal for item in items)
            return Change(steps, deal, min(item.trick for item in (*items, before) if item.deal == deal))
        steps += items[0].is_step
        before = items[0]
    return Change(steps, before.deal, LATE)


# ---- single changes ------------------------------------------------------------------------------------------------------

Loose: TypeAlias = list[tuple[int, list[hearts.Card]]]
"""Tricks that can be changed: the leader and the cards of each."""


def _loose(deal: RecordedDeal) -> Loose:
    return [(trick.leader, list(trick.cards)) for trick in deal.tricks]


def _tight(deal: RecordedDeal, tricks: Loose) -> RecordedDeal:
    return attrs.evolve(deal, tricks=tuple(RecordedTrick(leader, tuple(played)) for leader, played in tricks if played))


def _index(draw: st.DrawFn, items: Collection[object]) -> int:
    return draw(st.integers(0, len(items) - 1))


def _place(draw: st.DrawFn, tricks: Loose) -> tuple[list[hearts.Card], int]:
    """The cards of a trick, and the index of one of them."""
    played = tricks[_index(draw, tricks)][1]
    return played, _index(draw, played)


def _swap_cards(draw: st.DrawFn, tricks: Loose) -> None:
    (one, first), (other, second) = _place(draw, tricks), _place(draw, tricks)
    one[first], other[second] = other[second], one[first]


def _other_card(draw: st.DrawFn, tricks: Loose) -> None:
    played, index = _place(draw, tricks)
    played[index] = draw(cards())


def _drop_card(draw: st.DrawFn, tricks: Loose) -> None:
    played, index = _place(draw, tricks)
    del played[index]


def _double_card(draw: st.DrawFn, tricks: Loose) -> None:
    played, index = _place(draw, tricks)
    played.insert(index, played[index])


def _move_card(draw: st.DrawFn, tricks: Loose) -> None:
    (played, index), (other, place) = _place(draw, tricks), _place(draw, tricks)
    other.insert(place, played.pop(index))


def _other_leader(draw: st.DrawFn, tricks: Loose) -> None:
    index = _index(draw, tricks)
    tricks[index] = draw(st.integers(0, 7)), tricks[index][1]


def _merge_tricks(draw: st.DrawFn, tricks: Loose) -> None:
    index = _index(draw, tricks)
    for _, played in tricks[index + 1 : index + 2]:
        tricks[index : index + 2] = [(tricks[index][0], tricks[index][1] + played)]


def _split_trick(draw: st.DrawFn, tricks: Loose) -> None:
    index = _index(draw, tricks)
    leader, played = tricks[index]
    at = _index(draw, played)
    tricks[index : index + 1] = [(leader, played[:at]), (draw(st.integers(0, 7)), played[at:])]


def _drop_trick(draw: st.DrawFn, tricks: Loose) -> None:
    del tricks[_index(draw, tricks)]


def _double_trick(draw: st.DrawFn, tricks: Loose) -> None:
    index = _index(draw, tricks)
    tricks.insert(index, tricks[index])


def _swap_tricks(draw: st.DrawFn, tricks: Loose) -> None:
    one, other = _index(draw, tricks), _index(draw, tricks)
    tricks[one], tricks[other] = tricks[other], tricks[one]


TRICK_CHANGES: Final[dict[str, Callable[[st.DrawFn, Loose], None]]] = {
    "swap cards": _swap_cards,
    "other card": _other_card,
    "drop card": _drop_card,
    "double card": _double_card,
    "move card": _move_card,
    "other leader": _other_leader,
    "merge tricks": _merge_tricks,
    "split trick": _split_trick,
    "drop trick": _drop_trick,
    "double trick": _double_trick,
    "swap tricks": _swap_tricks,
}


def _other_pass(draw: st.DrawFn, passes: list[RecordedPass]) -> None:
    index = _index(draw, passes)
    seat, chosen = passes[index].seat, passes[index].cards
    one, other = draw(cards(chosen or "2C")), draw(cards())
    passes[index] = RecordedPass(seat, chosen - [one] | [other])


def _fewer_passed(draw: st.DrawFn, passes: list[RecordedPass]) -> None:
    index = _index(draw, passes)
    seat, chosen = passes[index].seat, passes[index].cards
    passes[index] = RecordedPass(seat, hearts.CardSet(chosen[1:]) if len(chosen) > 1 else draw(card_sets()))


def _other_seat(draw: st.DrawFn, passes: list[RecordedPass]) -> None:
    index = _index(draw, passes)
    passes[index] = RecordedPass(draw(st.integers(0, 7)), passes[index].cards)


def _drop_pass(draw: st.DrawFn, passes: list[RecordedPass]) -> None:
    del passes[_index(draw, passes)]


def _double_pass(draw: st.DrawFn, passes: list[RecordedPass]) -> None:
    passes.insert(_index(draw, passes), passes[_index(draw, passes)])


def _swap_passes(draw: st.DrawFn, passes: list[RecordedPass]) -> None:
    one, other = _index(draw, passes), _index(draw, passes)
    passes[one], passes[other] = passes[other], passes[one]


PASS_CHANGES: Final[dict[str, Callable[[st.DrawFn, list[RecordedPass]], None]]] = {
    "other pass": _other_pass,
    "fewer passed": _fewer_passed,
    "other passing seat": _other_seat,
    "drop pass": _drop_pass,
    "double pass": _double_pass,
    "swap passes": _swap_passes,
}


def _other_moon(draw: st.DrawFn, deal: RecordedDeal) -> RecordedDeal:
    styles = [style for style in (None, MoonStyle.OLD, MoonStyle.NEW) if style is not deal.moon]
    return attrs.evolve(deal, moon=draw(st.sampled_from(styles)))


def _other_number(draw: st.DrawFn, deal: RecordedDeal) -> RecordedDeal:
    """A score or a total one more or less; a whole row where there is none."""
    name = draw(st.sampled_from(("scores", "totals")))
    row = list(getattr(deal, name) or (0, 0, 0))
    row[_index(draw, row)] += draw(st.sampled_from((1, -1)))
    return _with_row(deal, name, tuple(row))


def _with_row(deal: RecordedDeal, name: str, row: tuple[int, ...] | None) -> RecordedDeal:
    return attrs.evolve(deal, scores=row) if name == "scores" else attrs.evolve(deal, totals=row)


def _other_row(draw: st.DrawFn, deal: RecordedDeal) -> RecordedDeal:
    """A row of results left out, cut or reversed."""
    name = draw(st.sampled_from(("scores", "totals")))
    row = getattr(deal, name) or ()
    return _with_row(deal, name, draw(st.sampled_from((None, row[1:], row[::-1], (*row, 0)))))


def _other_hands(draw: st.DrawFn, deal: RecordedDeal) -> RecordedDeal:
    """Hands left out, cut, or two cards of them swapped; some hands where there are none."""
    if deal.hands is None:
        return attrs.evolve(deal, hands=tuple(draw(st.lists(card_sets(), max_size=5))))
    how = draw(st.sampled_from(("none", "fewer", "swap", "lose")))
    dealt = list(deal.hands)
    if how == "none":
        return attrs.evolve(deal, hands=None)
    if how == "fewer":
        return attrs.evolve(deal, hands=tuple(dealt[1:]))
    one = draw(cards(dealt[0]))
    other = draw(cards(dealt[1]))
    dealt[0] -= [one]
    if how == "swap":
        dealt[0] |= [other]
        dealt[1] = dealt[1] - [other] | [one]
    return attrs.evolve(deal, hands=tuple(dealt))


DEAL_CHANGES: Final[dict[str, Callable[[st.DrawFn, RecordedDeal], RecordedDeal]]] = {
    "other moon": _other_moon,
    "other number": _other_number,
    "other row": _other_row,
    "other hands": _other_hands,
}


def _other_winners(draw: st.DrawFn, record: Record) -> Record:
    winners = {*record.winners} ^ {draw(st.integers(0, record.players - 1))}
    return attrs.evolve(record, winners=draw(st.sampled_from((tuple(sorted(winners)), record.winners[::-1], ()))))


def _other_seed(draw: st.DrawFn, record: Record) -> Record:
    seed = draw(st.none() | SEEDS)
    return attrs.evolve(record, seed=seed, scheme=None if seed is None else "hearts-deal-1")


def _other_scheme(draw: st.DrawFn, record: Record) -> Record:
    return attrs.evolve(record, scheme=draw(st.sampled_from((None, "hearts-deal-2", "hearts-deal-1"))))


def _other_dealer(draw: st.DrawFn, record: Record) -> Record:
    return attrs.evolve(record, first_dealer=draw(st.integers(0, 7)))


def _other_players(draw: st.DrawFn, record: Record) -> Record:
    return attrs.evolve(record, players=draw(st.sampled_from(record.variant.table.players) | st.integers(2, 9)))


SETTINGS: Final[tuple[dict[str, object], ...]] = (
    {"name": "other"},
    {"passing": {"count": 1, "at_least": 0}},
    {"passing": {"cycle": ["hold"]}},
    {"passing": {"change": True}},
    {"passing": {"locked": "hearts"}},
    {"opening": {"leader": "eldest", "card": "any"}},
    {"first_trick": {"barred": ""}},
    {"hearts": {"lead": "any-time"}},
    {"queen": {"card": "KC", "discard": "first-chance"}},
    {"values": {"KC": 5}},
    {"values": {"tricks": 1}},
    {"moon": {"style": "new"}},
    {"moon": {"style": "choice"}},
    {"sun": {"value": 9}},
    {"no_tricks": {"bonus": -5}},
    {"end": {"target": 1}},
    {"end": {"deals": 1, "tie": "shared"}},
    {"end": {"floor": 0}},
    {"end": {"winner": "highest"}},
    {"table": {"removed": {"4": "2D 2C 2H 2S"}}},
)


def _other_setting(draw: st.DrawFn, record: Record) -> Record:
    return attrs.evolve(record, variant=record.variant.evolve(**draw(st.sampled_from(SETTINGS))))


def _drop_deal(draw: st.DrawFn, record: Record) -> Record:
    index = _index(draw, record.deals)
    return attrs.evolve(record, deals=record.deals[:index] + record.deals[index + 1 :])


def _double_deal(draw: st.DrawFn, record: Record) -> Record:
    index = _index(draw, record.deals)
    return attrs.evolve(record, deals=record.deals[: index + 1] + record.deals[index:])


def _new_deal(_: st.DrawFn, record: Record) -> Record:
    return attrs.evolve(record, deals=(*record.deals, RecordedDeal()))


def _swap_deals(draw: st.DrawFn, record: Record) -> Record:
    deals = list(record.deals)
    one, other = _index(draw, deals), _index(draw, deals)
    deals[one], deals[other] = deals[other], deals[one]
    return attrs.evolve(record, deals=tuple(deals))


def _other_tags(draw: st.DrawFn, record: Record) -> Record:
    return attrs.evolve(record, tags=draw(TAGS))


RECORD_CHANGES: Final[dict[str, Callable[[st.DrawFn, Record], Record]]] = {
    "other winners": _other_winners,
    "other seed": _other_seed,
    "other scheme": _other_scheme,
    "other dealer": _other_dealer,
    "other players": _other_players,
    "other setting": _other_setting,
    "drop deal": _drop_deal,
    "double deal": _double_deal,
    "new deal": _new_deal,
    "swap deals": _swap_deals,
    "other tags": _other_tags,
}

CHANGES: Final = (*TRICK_CHANGES, *PASS_CHANGES, *DEAL_CHANGES, *RECORD_CHANGES)


def _with_deal(record: Record, index: int, deal: RecordedDeal) -> Record:
    return attrs.evolve(record, deals=(*record.deals[:index], deal, *record.deals[index + 1 :]))


def _changed(draw: st.DrawFn, record: Record, kind: str) -> Record:
    """The record with a change of a kind; itself where the kind has nothing to change in it."""
    if kind in RECORD_CHANGES:
        return RECORD_CHANGES[kind](draw, record)
    index = _index(draw, record.deals)
    deal = record.deals[index]
    if kind in DEAL_CHANGES:
        return _with_deal(record, index, DEAL_CHANGES[kind](draw, deal))
    if kind in TRICK_CHANGES:
        if not deal.tricks:
            return record
        tricks = _loose(deal)
        TRICK_CHANGES[kind](draw, tricks)
        return _with_deal(record, index, _tight(deal, tricks))
    if not deal.passes:
        return record
    passes = list(deal.passes)
    PASS_CHANGES[kind](draw, passes)
    return _with_deal(record, index, attrs.evolve(deal, passes=tuple(passes)))


@st.composite
def changed(draw: st.DrawFn, record: Record, kinds: Iterable[str] = CHANGES) -> Record | None:
    """A record that differs from one by a single change of some kind, or None where no record can say that."""
    kinds = tuple(kinds)
    first = draw(st.integers(0, len(kinds) - 1))
    for kind in kinds[first:] + kinds[:first]:  # the next one where this has nothing to change
        try:
            other = _changed(draw, record, kind)
        except (SetupError, VariantError):
            return None
        if other != record:
            return other
    raise AssertionError
