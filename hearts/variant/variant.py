"""The variant: every rule of one way to play Hearts, as a frozen value that is sound by construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import attrs

from hearts.cards import CardSet
from hearts.errors import Fault, SetupError, VariantError, is_whole, shown
from hearts.variant.check import ALL_CARDS, find_faults
from hearts.variant.counted import Text
from hearts.variant.reading import Mismatch, read, read_section, unknown_key, write, write_section
from hearts.variant.sections import (
    HEADINGS,
    SECTIONS,
    End,
    FirstTrick,
    Hearts,
    Moon,
    NoTricks,
    Opening,
    Partners,
    Passing,
    Queen,
    Sun,
    Table,
    Values,
)
from hearts.variant.toml import write_toml

__all__ = ["Variant"]

S = TypeVar("S")


def _section(kind: Callable[[], S]) -> S:
    field: Any = attrs.field(factory=kind)
    return field  # type: ignore[no-any-return]  # attrs.field is typed as what it will hold


@attrs.frozen(kw_only=True, cache_hash=True)
class Variant:
    """One way to play Hearts: sections that mirror the numbered rules R1 to R10; the defaults are the standard game.

    A variant is checked when it is made, however it is made, so one that exists can be played.

    Attributes:
        name: The short name, such as ``black-maria``.
        title: The title in one or more languages.
        summary: One line on what the game is.
        sources: Where the rules come from.
        notes: What a reader should know, such as a part of the source that is left out.
        table: Players and pack (R1).
        passing: Passing (R2).
        opening: The first lead (R3).
        first_trick: The first trick (R4).
        hearts: Leading hearts (R6).
        queen: The queen (R5.3, R6.4).
        values: Values of cards (R7).
        moon: The moon (R8.1 to R8.4).
        sun: The sun (R8.5).
        no_tricks: The bonus for taking no trick (R8.6).
        end: End, winner and ties (R9).
        partners: Teams (R10).

    Raises:
        VariantError: It cannot be played; holds every fault.

    Example:
        >>> from hearts.variant.sections import End
        >>> Variant(name="quick", end=End(target=30)).end.target
        30
    """

    name: str = "house"
    title: Text = Text()
    summary: Text = Text()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    table: Table = _section(Table)
    passing: Passing = _section(Passing)
    opening: Opening = _section(Opening)
    first_trick: FirstTrick = _section(FirstTrick)
    hearts: Hearts = _section(Hearts)
    queen: Queen = _section(Queen)
    values: Values = _section(Values)
    moon: Moon = _section(Moon)
    sun: Sun = _section(Sun)
    no_tricks: NoTricks = _section(NoTricks)
    end: End = _section(End)
    partners: Partners = _section(Partners)

    def __attrs_post_init__(self) -> None:
        """Check that the variant can be played."""
        faults = find_faults(self)
        if faults:
            raise VariantError(self.name, faults)

    def sections(self) -> Iterator[tuple[str, Any]]:
        """The sections with their keys, in the order of the rules."""
        return ((key, getattr(self, key)) for key in SECTIONS)

    def to_data(self) -> dict[str, Any]:
        """The whole variant as plain data, as a TOML file would have it.

        Returns:
            A new dict: the headings, then one dict for each section; reads back equal through `from_data`.

        Example:
            >>> Variant().to_data()["end"]["target"]
            100
        """
        data: dict[str, Any] = {key: write(getattr(self, key)) for key in HEADINGS}
        return data | {key: write_section(section) for key, section in self.sections()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], *, source: str = "variant") -> Variant:
        """Read a variant from plain data; what it does not say is as in the standard game.

        Args:
            data: Headings and sections as a TOML file has them, without ``extends``.
            source: What to call the data in an error.

        Raises:
            VariantError: Something in it is wrong; holds every fault with its path and what would be right.

        Example:
            >>> Variant.from_data({"moon": {"style": "new"}}).moon.style
            <MoonStyle.NEW: 'new'>
        """
        if not isinstance(data, Mapping):
            raise VariantError(
                source, [Fault("variant", f"it is {type(data).__name__}", "a table of headings and sections")]
            )
        return cls.merged({"values": _standard_values()}, data, source)

    def evolve(self, **changes: Any) -> Variant:  # noqa: ANN401 - each section has settings of its own
        """A variant that differs in some settings.

        Args:
            changes: By section, the settings that differ, as a file would have them: ``evolve(moon={"style": "new"})``.
                A section object replaces the whole section. Headings are given plainly: ``evolve(name="mine")``.

        Raises:
            VariantError: A setting is unknown or wrong, or the outcome cannot be played; holds every fault.

        Example:
            >>> Variant().evolve(passing={"count": 2}, end={"target": 50}).passing.count.of(4)
            2
        """
        return self.merged(self.to_data(), changes, self.name)

    @classmethod
    def merged(cls, base: dict[str, Any], changes: Mapping[str, Any], source: str) -> Variant:
        """The variant of good plain data with changes laid over it, section by section and setting by setting.

        Args:
            base: Plain data that reads without a fault, as `to_data` gives it.
            changes: Headings and sections that differ; a section object replaces the whole section.
            source: What to call the data in an error.

        Raises:
            VariantError: The changes or the outcome are wrong; holds every fault.
        """
        made: dict[str, Any] = {}
        faults: list[Fault] = []
        for key, value in changes.items():
            if key in HEADINGS:
                try:
                    made[key] = read(value, HEADINGS[key])
                except Mismatch as error:
                    faults += [Fault(".".join((key, *at)), problem, wanted) for at, problem, wanted in error.faults]
            elif key not in SECTIONS:
                faults.append(unknown_key(key, key, [*HEADINGS, *SECTIONS, "extends"]))
        for key in HEADINGS.keys() & base.keys() - made.keys():
            made[key] = read(base[key], HEADINGS[key])
        if _restates_values(changes):
            base = base | {"values": {**base["values"], "total": "unstated"}}
        for key, kind in SECTIONS.items():
            if isinstance(changes.get(key), kind):
                made[key] = changes[key]
                continue
            settings, _ = read_section(kind, base.get(key, {}), key)
            if key in changes:
                changed, found = read_section(kind, changes[key], key)
                faults += found
                if kind is Values and isinstance(changes[key], Mapping):
                    bad = {fault.path.split(".")[1] for fault in found}
                    good = {name: value for name, value in changes[key].items() if str(name) not in bad}
                    changed, _ = read_section(kind, base[key] | good, key)
                settings |= changed
            made[key] = kind(**settings)
        try:
            variant = cls(**made)
        except VariantError as error:
            known = {fault.path for fault in faults}
            # what could not be read was left as in the base: faults of the whole at its place are not the file's own
            faults += [fault for fault in error.faults if fault.path not in known]
            raise VariantError(source, faults) from None
        if faults:
            raise VariantError(source, faults)
        return variant

    def to_toml(self) -> str:
        """The whole variant as the text of a TOML file that reads back equal.

        Example:
            >>> print(Variant().to_toml().splitlines()[0])
            name = "house"
        """
        return write_toml(self.to_data())

    def pack(self, players: int | None = None) -> CardSet:
        """The pack in play (R1.2).

        Args:
            players: The number of players; the variant's default where None.

        Raises:
            SetupError: The variant is not for that number of players.

        Example:
            >>> len(Variant().pack())
            52
        """
        return ALL_CARDS - self.table.removed.of(self.player_count(players))

    def player_count(self, players: int | None = None) -> int:
        """The number of players asked for, or the variant's default where None (R1.1).

        Raises:
            SetupError: The variant is not for that number of players.
        """
        if players is None:
            return self.table.default_players
        if not is_whole(players) or players not in self.table.players:
            counts = ", ".join(map(str, self.table.players))
            raise SetupError("players", f"{self.name} is not for {shown(players)} players: expected one of {counts}")
        return players


@cache
def _standard_values() -> dict[str, object]:
    """The standard game's values as plain data: what a file that says nothing of a card means."""
    return write_section(Values())


def _restates_values(changes: Mapping[str, Any]) -> bool:
    """True where the changes may alter the total of the pack: one that the base states is then no longer meant."""
    return "values" in changes or "table" in changes
