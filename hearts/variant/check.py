"""Does a variant make sense? Every fault of it, each with its path: ranges, packs, passes, openings, values, ends, teams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from hearts.cards import Card, CardSet, Suit
from hearts.errors import Fault, shown
from hearts.variant.counted import ByCount
from hearts.variant.reading import Mismatch, read, read_section, section_fields, write, write_section
from hearts.variant.sections import HEADINGS, SECTIONS, Discard, Lead, MoonBonus, MoonStyle, OpeningCard, Tie

if TYPE_CHECKING:
    from hearts.variant.variant import Variant

__all__ = ["find_faults"]

ALL_CARDS = CardSet.from_mask((1 << 52) - 1)

PLAYERS = range(3, 9)
"""The player counts that there can be (R1.1)."""


def find_faults(variant: Variant) -> tuple[Fault, ...]:
    """All that is wrong in a variant; empty where it can be played."""
    faults = [*_headings(variant)]
    wrong_types = [fault for name, section in variant.sections() for fault in _type_faults(name, section)]
    if wrong_types:
        return (*faults, *wrong_types)
    for name, section in variant.sections():
        for key, field in section_fields(type(section)).items():
            low, high = field.metadata["low"], field.metadata["high"]
            faults += _range_faults(f"{name}.{key}", getattr(section, key), low, high)
    counts = sorted({count for count in variant.table.players if count in PLAYERS})
    faults += _table(variant, counts)
    faults += _missing_counts(variant, counts)
    for players in counts:
        pack = ALL_CARDS - variant.table.removed.of(players)
        if pack and not len(pack) % players:
            faults += _for_count(variant, players, pack)
    faults += _opening(variant)
    faults += _end(variant)
    faults += _teams(variant, counts)
    # one slip in a setting for all counts is found again for each: the first that tells of it is enough
    first: dict[tuple[str, str], Fault] = {}
    for fault in faults:
        first.setdefault((fault.path, fault.expected), fault)
    return tuple(first.values())


def _headings(variant: Variant) -> Iterator[Fault]:
    for key, kind in HEADINGS.items():
        try:
            read(write(getattr(variant, key)), kind)
        except Mismatch as error:
            yield from (Fault(".".join((key, *at)), problem, wanted) for at, problem, wanted in error.faults)
    if variant.name == "":
        yield Fault("name", "it is empty", "a short name")


def _type_faults(name: str, section: object) -> Iterator[Fault]:
    """Settings of the wrong type, whichever way the section was built."""
    if not isinstance(section, SECTIONS[name]):
        yield Fault(name, f"it is {shown(section)}", f"a {SECTIONS[name].__name__}")
        return
    try:
        plain = write_section(section)
    except (AttributeError, TypeError, ValueError):
        yield Fault(name, f"it is {shown(section)}", "settings of the types that reading makes")
        return
    good, faults = read_section(type(section), plain, name)
    yield from faults
    for key, field in section_fields(type(section)).items():
        value = getattr(section, key)
        if key in good and (good[key] != value or type(good[key]) is not type(value)):
            yield Fault(
                f"{name}.{key}", f"it is {shown(value)}", f"a value of the type {field.type}, as reading makes it"
            )


def _range_faults(path: str, value: Any, low: int | None, high: int | None) -> Iterator[Fault]:  # noqa: ANN401 - any setting
    if low is None or high is None or isinstance(value, str | Card):
        return
    if isinstance(value, int):
        if not low <= value <= high:
            yield Fault(path, f"it is {value}", f"{low} to {high}")
    elif isinstance(value, ByCount):
        yield from _range_faults(path, value.otherwise, low, high)
        for count, item in value.table:
            yield from _range_faults(f"{path}.{count}", item, low, high)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            paired = isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], Card)
            place, item = (item[0], item[1]) if paired else (index, item)  # noqa: PLW2901 - the value of a card
            yield from _range_faults(f"{path}.{place}".replace("values.cards.", "values."), item, low, high)


def _table(variant: Variant, counts: list[int]) -> Iterator[Fault]:
    table = variant.table
    named = ", ".join(map(str, table.players))
    if not table.players:
        yield Fault("table.players", "it names no player count", "at least one of 3 to 8")
    elif len(set(table.players)) != len(table.players):
        yield Fault("table.players", f"it is [{named}], a count twice", "each player count once")
    elif table.default_players not in table.players:
        yield Fault("table.default_players", f"it is {table.default_players}", f"one of table.players: {named}")
    for players in counts:
        removed = table.removed.of(players)
        left = len(ALL_CARDS) - len(removed)
        if left % players or not left:
            nearest = " or ".join(
                str(count) for count in (left - left % players, left - left % players + players) if 0 < count <= 52
            )
            yield Fault(
                f"table.removed.{players}",
                f"{left} cards are left, which {players} players cannot share evenly",
                f"a pack of {nearest} cards",
            )


def _missing_counts(variant: Variant, counts: list[int]) -> Iterator[Fault]:
    for name, section in variant.sections():
        for field in attrs.fields(type(section)):
            value = getattr(section, field.name)
            if isinstance(value, ByCount):
                missing = [str(count) for count in counts if value.find(count) is None]
                if missing:
                    yield Fault(
                        f"{name}.{field.name}",
                        f"nothing is set for {', '.join(missing)} players",
                        "a value for each of table.players",
                    )


def _for_count(variant: Variant, players: int, pack: CardSet) -> Iterator[Fault]:
    yield from _passing(variant, players, len(pack) // players)
    yield from _opening_card(variant, players, pack)
    yield from _hearts_and_queen(variant, players, pack)
    yield from _values(variant, players, pack)
    yield from _scoring(variant, players, pack)


def _at(path: str, value: object, players: int) -> str:
    """The path of the entry that holds for a number of players."""
    named = isinstance(value, ByCount) and any(count == players for count, _ in value.table)
    return f"{path}.{players}" if named else path


def _passing(variant: Variant, players: int, hand_size: int) -> Iterator[Fault]:
    passing = variant.passing
    count, cycle = passing.count.find(players), passing.cycle.find(players)
    if count is not None and count > hand_size:
        yield Fault(
            _at("passing.count", passing.count, players),
            f"it is {count}, more than the {hand_size} cards that each of {players} players holds",
            f"at most {hand_size}",
        )
    if isinstance(passing.at_least, ByCount):
        fewest = passing.at_least.find(players)
        if fewest is not None and count is not None and fewest > count:
            path = _at("passing.at_least", passing.at_least, players)
            yield Fault(path, f"it is {fewest}, more than passing.count", f"at most {count}")
    path = _at("passing.cycle", passing.cycle, players)
    if cycle is not None and not cycle:
        yield Fault(path, "it is empty", 'at least one direction; ["hold"] for never')
    for index, direction in enumerate(cycle or ()):
        if direction == "across" and players % 2:
            yield Fault(
                f"{path}.{index}", f'it is "across" with {players} players', "an offset, or an even player count"
            )
        elif isinstance(direction, int) and direction % players == 0:
            problem = f"the offset {direction} passes to oneself with {players} players"
            yield Fault(f"{path}.{index}", problem, 'another offset, or "hold"')


def _opening(variant: Variant) -> Iterator[Fault]:
    opening = variant.opening
    if opening.leader == "eldest" and opening.card is not OpeningCard.ANY:
        yield Fault("opening.card", f'it is "{opening.card}", but the eldest hand need not hold a named card', '"any"')


def _opening_card(variant: Variant, players: int, pack: CardSet) -> Iterator[Fault]:
    leader = variant.opening.leader
    if leader == "lowest-club" and not pack.of_suit(Suit.CLUBS):
        yield Fault("opening.leader", f"the pack for {players} players has no club", 'a card of the pack, or "eldest"')
    elif isinstance(leader, Card) and leader not in pack:
        yield Fault("opening.leader", f"{leader} is not in the pack for {players} players", "a card of the pack")


def _hearts_and_queen(variant: Variant, players: int, pack: CardSet) -> Iterator[Fault]:
    hearts, queen = variant.hearts, variant.queen
    if hearts.lead is Lead.WHEN_BROKEN and not hearts.broken_by & pack:
        yield Fault(
            "hearts.broken_by",
            f"no card of the pack for {players} players breaks hearts",
            'at least one card, or hearts.lead = "any-time"',
        )
    asked = queen.lead is not Lead.ANY_TIME or queen.discard is not Discard.FREE
    if asked and queen.card not in pack:
        yield Fault("queen.card", f"{queen.card} is not in the pack for {players} players", "a card of the pack")


def _values(variant: Variant, players: int, pack: CardSet) -> Iterator[Fault]:
    values, moon = variant.values, variant.moon
    counting = [(card, value) for card, value in values.cards if card in pack]
    total = sum(value for _, value in counting)
    if isinstance(values.total, ByCount):
        stated = values.total.find(players)
        if stated is not None and stated != total:
            path = _at("values.total", values.total, players)
            yield Fault(path, f"it is {stated}, but the pack for {players} players counts {total}", str(total))
    if moon.style is not MoonStyle.NONE:
        moonlit = [card for card, value in counting if value > 0 or moon.bonus is not MoonBonus.OUTSIDE]
        if not moonlit:
            yield Fault(
                "moon.style",
                f'it is "{moon.style}", but the pack for {players} players has no penalty card to take',
                '"none", or a card with a value above 0',
            )
        elif moon.value == "penalties" and not any(value > 0 for _, value in counting):
            yield Fault(
                "moon.value", "it is the sum of the penalty cards, and there are none", "a number of at least 1"
            )


def _end(variant: Variant) -> Iterator[Fault]:
    end = variant.end
    if end.target == "none" and end.deals == "none":
        yield Fault(
            "end.target", "neither a target nor a number of deals ends the game", "end.target or end.deals as a number"
        )
    if end.target != "none" and end.floor != "none" and end.floor >= end.target:
        yield Fault(
            "end.floor", f"it is {end.floor}, which the target {end.target} ends at once", "a number below end.target"
        )


def _scoring(variant: Variant, players: int, pack: CardSet) -> Iterator[Fault]:
    """Does anything score, so that totals come apart, and rise to the target?"""
    end, values = variant.end, variant.values
    worths = (value for card, value in values.cards if card in pack)
    rises = (*worths, values.tricks, variant.sun.value, variant.no_tricks.bonus)
    endless = end.deals == "none" or end.tie is Tie.CONTINUE
    if not any(rises) and endless:
        problem = f"nothing scores with the pack for {players} players, so no game has a winner"
        yield Fault("values", problem, "a card or trick with a value, or a number of deals and shared ties")
    elif any(rises) and end.target != "none" and end.deals == "none" and max(rises) <= 0:
        problem = f"it is {end.target}, but nothing scores above 0 with the pack for {players} players"
        yield Fault("end.target", problem, "end.deals as a number, or a penalty card")


def _teams(variant: Variant, counts: list[int]) -> Iterator[Fault]:
    teams = variant.partners.teams
    if not teams:
        return
    seats = sorted(seat for team in teams for seat in team)
    for players in counts:
        if seats != list(range(players)) or len(teams) < 2 or not all(teams):
            yield Fault(
                "partners.teams",
                f"the teams {[list(team) for team in teams]} do not share out the seats of {players} players",
                f"two or more teams that name each of the seats 0 to {players - 1} once",
            )
