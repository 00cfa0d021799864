"""The rules of a variant read back in words: a sentence for each setting that matters, made from the message files.

Each chapter of the numbered rules is a function that yields its sentences. Some say only that a rule is absent; those are kept
for `differences`, where they are what one variant has to say to a rule of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import attrs

from hearts.cards import Card, CardSet, Suit
from hearts.language import message
from hearts.variant.catalogue import VariantLike, as_variant
from hearts.variant.reading import SUIT_WORDS, write_section
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import Discard, Lead, MoonBonus, MoonStyle, PartnerMoon
from hearts.variant.variant import Variant

__all__ = ["Rule", "differences", "rules_in_words"]


@attrs.frozen
class Rule:
    """One rule of a variant in words.

    Attributes:
        number: The number of the rule, such as ``R2.1``.
        text: What it says, in one or more sentences.

    Example:
        >>> str(Rule("R9.5", "The lowest total wins."))
        'R9.5: The lowest total wins.'
    """

    number: str
    text: str

    def __str__(self) -> str:
        """The text after the rule's number."""
        return f"{self.number}: {self.text}"


def rules_in_words(variant: VariantLike, *, players: int | None = None, language: str = "en") -> tuple[Rule, ...]:
    """The rules of a variant as sentences, in the order of their numbers.

    Args:
        variant: A variant, its name, or the path of its file.
        players: The number of players to tell the rules for; where None, all that the variant allows, told apart where
            their rules differ.
        language: One of `hearts.language.languages`.

    Returns:
        One or more rules for each number that the variant has something to say to.

    Raises:
        SetupError: The variant is not for that number of players.
        UnknownLanguageError: There are no messages in that language.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> print(rules_in_words(Variant())[3])
        R2.1: Each seat passes 3 cards: left, right, across, then none, over and over.
    """
    variant = as_variant(variant)
    counts = sorted(variant.table.players) if players is None else [variant.player_count(players)]
    return tuple(rule for rule, said in _sentences(_Teller(variant, counts, counts, language)) if said)


def differences(variant: VariantLike, other: VariantLike, *, language: str = "en") -> tuple[Rule, ...]:
    """The rules of a variant that say something else than those of another.

    Args:
        variant: The variant whose rules are told.
        other: The variant that it is compared with, over the numbers of players that both allow.
        language: One of `hearts.language.languages`.

    Returns:
        The rules that differ, in the order of their numbers; where only the other has a rule, that this one has none.

    Raises:
        UnknownLanguageError: There are no messages in that language.
        UnknownVariantError: No variant has the name.
        VariantError: The variant's file is faulty.

    Example:
        >>> for rule in differences(Variant().evolve(end={"target": 50}), Variant()):
        ...     print(rule)
        R9.2: The game ends when a total reaches 50.
    """
    variant, other = as_variant(variant), as_variant(other)
    common = sorted({*variant.table.players} & {*other.table.players})
    mine, theirs = (
        _sentences(_Teller(each, sorted(each.table.players), common or sorted(each.table.players), language))
        for each in (variant, other)
    )
    known = {rule for rule, _ in theirs}
    return tuple(rule for rule, _ in mine if rule not in known)


_Sentence = tuple[Rule, bool]
"""A rule in words, and whether it is worth saying where nothing is compared."""


@attrs.frozen
class _Teller:
    """What the chapters tell of, and how they say it."""

    variant: Variant
    named: list[int]
    """The numbers of players that the game is said to be for."""
    counts: list[int]
    """The numbers of players whose rules are told."""
    language: str

    def say(self, key: str, **fields: object) -> str:
        return message(f"rules.{key}", self.language, **fields)

    def rule(self, number: str, key: str, *, said: bool = True, **fields: object) -> _Sentence:
        return Rule(number, self.say(key, **fields)), said

    def by_count(self, number: str, tell: Callable[[Rules], str | None], otherwise: str = "") -> Iterator[_Sentence]:
        """The sentence that is told for each number of players, once where they agree.

        Args:
            number: The rule's number.
            tell: Gives the sentence for the resolved rules, or None where there is nothing to say.
            otherwise: The key of what is to be known, though not said, where there is nothing to say for any number.
        """
        groups: dict[str, list[int]] = {}
        for count in self.counts:
            text = tell(resolve(self.variant, count))
            if text is not None:
                groups.setdefault(text, []).append(count)
        if not groups:
            if otherwise:
                yield self.rule(number, otherwise, said=False)
            return
        if list(groups.values()) != [self.counts]:
            parts = [
                self.say("WITH_PLAYERS", counts=self.listed("OR", counts), text=text) for text, counts in groups.items()
            ]
            yield Rule(number, self.say("SENTENCE_GAP").join(parts)), True
        else:
            yield Rule(number, *groups), True

    def listed(self, how: str, items: Iterable[object]) -> str:
        """Items as a list in words, the last one joined on as the language has it."""
        *first, last = map(str, items)
        return self.say(f"LIST_{how}", first=self.say("LIST_GAP").join(first), last=last) if first else last

    def number_of(self, noun: str, number: int) -> str:
        """A number of things, such as 3 cards."""
        return self.say(f"{noun}_ONE" if number == 1 else f"{noun}_MANY", number=number)

    def cards(self, cards: CardSet, how: str = "AND", prefix: str = "") -> str:
        """Cards in words, such as hearts and QS; a whole suit by its word."""
        items: list[str] = []
        for suit in Suit:
            own = cards.of_suit(suit)
            items += [self.say(prefix + suit.name)] if own == suit.cards else map(str, own)
        return self.listed(how, items)

    def event(self) -> str:
        """A moon, a sun, or either, as the variant has them; empty where it has neither."""
        moon, sun = self.variant.moon.style is not MoonStyle.NONE, self.variant.sun.value > 0
        key = {(True, True): "A_MOON_OR_SUN", (True, False): "A_MOON", (False, True): "A_SUN"}.get((moon, sun))
        return self.say(key) if key else ""


def _sentences(teller: _Teller) -> Iterator[_Sentence]:
    for chapter in _CHAPTERS:
        yield from chapter(teller)


def _table(teller: _Teller) -> Iterator[_Sentence]:
    counts, default = teller.named, teller.variant.table.default_players
    key = "PLAYERS" if len(counts) == 1 else "PLAYERS_SEVERAL"
    yield teller.rule("R1.1", key, players=teller.listed("OR", counts), default=default)

    def pack(rules: Rules) -> str:
        removed, hand = teller.variant.table.removed.of(rules.players), teller.number_of("CARDS", rules.hand_size)
        return (
            teller.say("PACK_LESS", cards=teller.cards(removed), hand=hand)
            if removed
            else teller.say("PACK_WHOLE", hand=hand)
        )

    yield from teller.by_count("R1.2", pack)
    yield teller.rule("R1.3", "DEALER")


def _passing(teller: _Teller) -> Iterator[_Sentence]:
    passing = teller.variant.passing

    def cards(rules: Rules) -> str:
        if not any(rules.offsets):
            return teller.say("PASS_NEVER")
        number = teller.number_of("CARDS", rules.pass_count)
        directions = [_direction(teller, offset, rules.players) for offset in rules.offsets]
        if len(directions) == 1:
            return teller.say("PASS_ALWAYS", cards=number, direction=directions[0])
        return teller.say("PASS_CYCLE", cards=number, directions=teller.listed("THEN", directions))

    def fewer(rules: Rules) -> str | None:
        if rules.pass_at_least == rules.pass_count or not any(rules.offsets):
            return None
        fewest = teller.number_of("CARDS", rules.pass_at_least)
        return teller.say("PASS_FEWER", cards=fewest) if rules.pass_at_least else teller.say("PASS_FEWER_OR_NONE")

    def locked(rules: Rules) -> str | None:
        asked = rules.pass_locked and any(rules.offsets)
        return teller.say("PASS_LOCKED", cards=teller.cards(passing.locked)) if asked else None

    yield from teller.by_count("R2.1", cards)
    if any(any(resolve(teller.variant, count).offsets) for count in teller.counts):
        yield teller.rule("R2.1", "PASS_CHANGE" if passing.change else "PASS_FINAL", said=passing.change)
        yield from teller.by_count("R2.4", fewer, "PASS_EXACTLY")
        yield from teller.by_count("R2.4", locked, "PASS_ANY")


def _direction(teller: _Teller, offset: int, players: int) -> str:
    """An offset in seats as a direction in words."""
    words = {0: "TO_HOLD", 1: "TO_LEFT", players - 1: "TO_RIGHT"} | ({} if players % 2 else {players // 2: "TO_ACROSS"})
    if offset in words:
        return teller.say(words[offset])
    if offset < players - offset:
        return teller.say("TO_SEATS_LEFT", seats=offset)
    return teller.say("TO_SEATS_RIGHT", seats=players - offset)


def _opening(teller: _Teller) -> Iterator[_Sentence]:
    leader, card = teller.variant.opening.leader, teller.variant.opening.card
    if leader == "lowest-club":
        yield from teller.by_count(
            "R3.1", lambda rules: teller.say("LEADER_LOWEST_CLUB", card=Card(rules.opening_card))
        )
    else:
        yield teller.rule("R3.1", "LEADER_CARD" if isinstance(leader, Card) else "LEADER_ELDEST", card=leader)
    yield teller.rule("R3.2", f"OPENING_{card.name}")


def _first_trick(teller: _Teller) -> Iterator[_Sentence]:
    barred = teller.variant.first_trick.barred
    yield from teller.by_count(
        "R4.1",
        lambda rules: teller.say("BARRED", cards=teller.cards(barred)) if rules.barred else teller.say("BARRED_NONE"),
    )


def _following(teller: _Teller) -> Iterator[_Sentence]:
    queen = teller.variant.queen
    yield teller.rule("R5.1", "FOLLOW")
    yield teller.rule("R5.2", "HIGHEST")
    yield teller.rule("R5.3", f"DISCARD_{queen.discard.name}", said=queen.discard is not Discard.FREE, queen=queen.card)


def _leading(teller: _Teller) -> Iterator[_Sentence]:
    hearts, queen = teller.variant.hearts, teller.variant.queen
    locked = hearts.lead is Lead.WHEN_BROKEN
    if locked or queen.lead is Lead.WHEN_BROKEN or queen.discard is Discard.WHEN_BROKEN:
        breakers = hearts.broken_by
        if breakers:
            key = "BROKEN" if breakers >= Suit.HEARTS.cards else "BROKEN_OR_LED"
            yield teller.rule("R6.1", key, cards=teller.cards(breakers, "OR", "A_"))
        else:
            yield teller.rule("R6.1", "BROKEN_LED")
    yield teller.rule("R6.2", f"HEARTS_{hearts.lead.name}")
    if locked and queen.card.suit is not Suit.HEARTS:
        yield from teller.by_count(
            "R6.3",
            lambda rules: teller.say(f"WITH_QUEEN_{hearts.with_queen.name}", queen=queen.card) if rules.queen else None,
        )
    yield teller.rule("R6.4", f"QUEEN_{queen.lead.name}", said=queen.lead is Lead.WHEN_BROKEN, queen=queen.card)


def _values(teller: _Teller) -> Iterator[_Sentence]:
    values = teller.variant.values
    items = list(_worths(teller))
    if items:
        yield teller.rule("R7.1", "VALUES", values=teller.say("LIST_GAP").join(items))
        yield from teller.by_count("R7.1", lambda rules: teller.say("TOTAL", total=rules.total))
    else:
        yield teller.rule("R7.1", "VALUES_NONE")
    if values.tricks:
        key, points = "TRICKS_ALWAYS" if teller.event() else "TRICKS", teller.number_of("POINTS", values.tricks)
        yield teller.rule("R7.1", key, points=points, event=teller.event())
    else:
        yield teller.rule("R7.1", "TRICKS_NOTHING", said=False)
    yield teller.rule("R7.2", "TAKEN")


_NOT_CARDS: Final = ("tricks", "total")


def _worths(teller: _Teller) -> Iterator[str]:
    """What each suit and card counts, in the shortest way that says it."""
    plain = {key: value for key, value in write_section(teller.variant.values).items() if key not in _NOT_CARDS}
    suits = {key for key in SUIT_WORDS if plain.get(key)}
    for key, value in plain.items():
        if key in suits:
            each = teller.say(f"EACH_{SUIT_WORDS[key].name}")
            yield teller.say("VALUE_PIPS" if value == "pips" else "VALUE", what=each, value=value)
        elif key not in SUIT_WORDS and Card(key).suit.name.lower() in suits:
            yield teller.say("VALUE_INSTEAD", what=key, value=value)
        elif value:
            yield teller.say("VALUE", what=key, value=value)


def _style(variant: Variant) -> MoonStyle:
    """How a moon by one seat is scored: in a game of partners that may be always the new way (R10.2)."""
    asked = variant.partners.teams and variant.partners.moon is PartnerMoon.NEW
    return MoonStyle.NEW if asked and variant.moon.style is not MoonStyle.NONE else variant.moon.style


def _moon(teller: _Teller) -> Iterator[_Sentence]:
    moon, style = teller.variant.moon, _style(teller.variant)
    outside = moon.bonus is MoonBonus.OUTSIDE

    def wanted(rules: Rules) -> str:
        if not rules.bonuses:
            return teller.say("MOON")
        cards = teller.cards(CardSet.from_mask(rules.bonuses), "OR" if outside else "AND")
        return teller.say("MOON_WITHOUT_BONUS" if outside else "MOON_WITH_BONUS", cards=cards)

    def bonus(rules: Rules) -> str | None:
        if not rules.bonuses:
            return None
        cards = teller.cards(CardSet.from_mask(rules.bonuses))
        return teller.say(f"BONUS_{moon.bonus.name}", cards=cards, event=teller.event())

    if style is MoonStyle.NONE:
        yield teller.rule("R8.2", "STYLE_NONE")
    else:
        yield from teller.by_count("R8.1", wanted)
        yield from teller.by_count("R8.2", lambda rules: teller.say(f"STYLE_{style.name}", value=rules.moon_value))
    if teller.event():
        yield from teller.by_count("R8.4", bonus)


def _sun_and_no_tricks(teller: _Teller) -> Iterator[_Sentence]:
    sun, no_tricks, event = teller.variant.sun, teller.variant.no_tricks, teller.event()
    if sun.value:
        moonless = teller.variant.moon.style is MoonStyle.NONE
        yield teller.rule("R8.5", "SUN" if moonless else "SUN_NOT_MOON", value=sun.value)
    else:
        yield teller.rule("R8.5", "SUN_NONE", said=False)
    if no_tricks.bonus:
        key = ("NO_TRICKS_EVEN" if no_tricks.with_moon else "NO_TRICKS_BUT") if event else "NO_TRICKS"
        yield teller.rule("R8.6", key, points=teller.number_of("POINTS", no_tricks.bonus), event=event)
    else:
        yield teller.rule("R8.6", "NO_TRICKS_NOTHING", said=False)


def _end(teller: _Teller) -> Iterator[_Sentence]:
    end = teller.variant.end
    yield teller.rule("R9.1", "ADDED")
    deals = "" if end.deals == "none" else teller.number_of("DEALS", end.deals)
    if end.target == "none":
        yield teller.rule("R9.2", "END_DEALS", deals=deals)
    else:
        key = f"END_{end.target_test.name}" + ("_OR_DEALS" if deals else "")
        yield teller.rule("R9.2", key, target=end.target, deals=deals)
    if end.exact:
        exact = [teller.say("EXACT", total=total, becomes=becomes) for total, becomes in end.exact]
        yield Rule("R9.3", teller.say("SENTENCE_GAP").join(exact)), True
    else:
        yield teller.rule("R9.3", "EXACT_NONE", said=False)
    floored = end.floor != "none"
    yield teller.rule("R9.4", "FLOOR" if floored else "FLOOR_NONE", said=floored, floor=end.floor)
    yield teller.rule("R9.5", f"WINNER_{end.winner.name}")
    yield teller.rule("R9.6", f"TIE_{end.tie.name}")


def _partners(teller: _Teller) -> Iterator[_Sentence]:
    variant, partners = teller.variant, teller.variant.partners
    if not partners.teams:
        yield teller.rule("R10.1", "TEAMS_NONE", said=False)
        return
    teams = [
        teller.say("TEAM_ONE" if len(team) == 1 else "TEAM_MANY", seats=teller.listed("AND", sorted(team)))
        for team in sorted(partners.teams)
    ]
    yield teller.rule("R10.1", "TEAMS", teams=teller.say("TEAM_GAP").join(teams))
    if variant.end.target != "none":
        yield teller.rule("R10.1", f"END_TEST_{partners.end_test.name}")
    if variant.sun.value or _style(variant) not in (MoonStyle.NONE, MoonStyle.NEW):
        charged = partners.moon is PartnerMoon.CHARGED
        yield teller.rule("R10.2", "PARTNER_CHARGED" if charged else "PARTNER_SPARED")
    style = variant.moon.style
    if style is not MoonStyle.NONE and partners.together:
        yield from teller.by_count("R10.2", lambda rules: teller.say(f"TOGETHER_{style.name}", value=rules.moon_value))
    elif style is not MoonStyle.NONE:
        yield teller.rule("R10.2", "TOGETHER_NOT")


_CHAPTERS: Final = (
    _table,
    _passing,
    _opening,
    _first_trick,
    _following,
    _leading,
    _values,
    _moon,
    _sun_and_no_tricks,
    _end,
    _partners,
)
