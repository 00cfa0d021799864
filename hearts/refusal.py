"""Refusals: why an action is not allowed, by the number of its rule, and what would do instead."""

from __future__ import annotations

from enum import Enum

import attrs

from hearts.cards import CardSet
from hearts.language import message

__all__ = ["Reason", "Refusal"]


class Reason(Enum):
    """Why an action is refused; each reason knows the number of the rule that it comes from."""

    GAME_OVER = "game-over", "R9.2"
    DEAL_OVER = "deal-over", "R9.1"
    DEAL_NOT_OVER = "deal-not-over", "R9.1"
    NO_SUCH_SEAT = "no-such-seat", "R1.1"
    PASS_NOT_NOW = "pass-not-now", "R2.3"
    PLAY_NOT_NOW = "play-not-now", "R2.1"
    CHOICE_NOT_NOW = "choice-not-now", "R8.2"
    CHOICE_PENDING = "choice-pending", "R8.2"
    NOT_ON_TURN = "not-on-turn", "R5.2"
    NOT_THE_SHOOTER = "not-the-shooter", "R8.2"
    ALREADY_PASSED = "already-passed", "R2.1"
    NOT_HELD = "not-held", "R5.1"
    WRONG_COUNT = "wrong-count", "R2.4"
    LOCKED = "locked", "R2.4"
    OPENING_CARD = "opening-card", "R3.2"
    MUST_FOLLOW = "must-follow", "R5.1"
    BARRED_IN_FIRST_TRICK = "barred-in-first-trick", "R4.1"
    QUEEN_FIRST_CHANCE = "queen-first-chance", "R5.3"
    QUEEN_BEFORE_HEARTS = "queen-before-hearts", "R5.3"
    HEARTS_NOT_BROKEN = "hearts-not-broken", "R6.2"
    QUEEN_MUST_LEAD = "queen-must-lead", "R6.3"
    QUEEN_LEAD_LOCKED = "queen-lead-locked", "R6.4"

    def __init__(self, code: str, rule: str) -> None:
        """Hold the code, which stays the same for ever, and the rule's number."""
        self.code = code
        self.rule = rule


@attrs.frozen
class Refusal:
    """Why an action is refused.

    Attributes:
        reason: What kind of refusal it is.
        seat: The seat that wanted to act.
        cards: The cards concerned; empty where none are.
        instead: The cards that would do; empty where none would now.
        details: What else the sentence names, as sorted pairs of field and value.

    Example:
        >>> refusal = Refusal(Reason.HEARTS_NOT_BROKEN, 0, CardSet("TH"), CardSet("5C"))
        >>> refusal.rule, refusal.text
        ('R6.2', 'TH cannot be led: hearts are not broken yet. Expected 5C.')
    """

    reason: Reason
    seat: int
    cards: CardSet = CardSet()
    instead: CardSet = CardSet()
    details: tuple[tuple[str, int | str], ...] = ()

    @property
    def rule(self) -> str:
        """The number of the rule that refuses, such as ``R6.2``."""
        return self.reason.rule

    @property
    def text(self) -> str:
        """The refusal as an English sentence."""
        return self.say()

    def say(self, language: str = "en") -> str:
        """The refusal as a sentence in a language.

        Raises:
            UnknownLanguageError: There are no messages in that language.
        """
        fields = {"seat": self.seat, "cards": self.cards, "instead": self.instead} | dict(self.details)
        return message(f"refusal.{self.reason.name}", language, **fields)

    def __str__(self) -> str:
        """The English sentence with the rule's number."""
        return f"{self.rule}: {self.text}"
