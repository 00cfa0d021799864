"""What the referee reports: what was irregular, and what each deal came to as its tricks fell."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import attrs

from hearts.cards import Card
from hearts.engine.scoring import Moon
from hearts.records.wording import in_a_row, whereabouts
from hearts.refusal import Refusal

__all__ = ["Irregularity", "JudgedBy", "JudgedDeal", "Report"]


class JudgedBy(StrEnum):
    """What the play of a deal is judged by: the hands, or where none are recorded, what each seat played."""

    HANDS = "hands"
    PLAY = "play"
    PLAY_SO_FAR = "play-so-far"


_UNJUDGED: Final = {
    JudgedBy.HANDS: "",
    JudgedBy.PLAY: " (no hands: judged by the cards played; passes are not judged)",
    JudgedBy.PLAY_SO_FAR: " (no hands: judged by the cards played so far; passes are not judged)",
}


@attrs.frozen
class Irregularity:
    """One thing in a record that is not as it should be.

    Attributes:
        deal: The number of the deal, from 1.
        problem: What is wrong, in English.
        trick: The number of the trick, from 1; None outside of tricks.
        seat: The seat whose doing it is; None where it is nobody's.
        card: The card that was played; None where it is about none.
        refusal: Why the rules refuse it; None where it is no action that is wrong, but a result or the form.
        shown_in: Of a revoke, the number of the trick in which the same seat first played a card that it should have
            followed with; else None.

    Example:
        >>> print(Irregularity(1, "it has 3 cards: expected 4", trick=2))
        deal 1, trick 2: it has 3 cards: expected 4
    """

    deal: int
    problem: str
    trick: int | None = None
    seat: int | None = None
    card: Card | None = None
    refusal: Refusal | None = None
    shown_in: int | None = None

    @property
    def where(self) -> str:
        """Where it is, and where it was shown, as far as that is known."""
        return whereabouts(
            deal=self.deal, trick=self.trick, seat=self.seat, card=self.card, shown_in_trick=self.shown_in
        )

    def say(self, language: str = "en") -> str:
        """The place, and in a language why the rules refuse the action; other things are told in English.

        Raises:
            UnknownLanguageError: There are no messages in that language.
        """
        if self.refusal is None:
            return f"{self.where}: {self.problem}"
        return f"{self.where}: {self.refusal.rule} {self.problem if language == 'en' else self.refusal.say(language)}"

    def __str__(self) -> str:
        """The place, and what is wrong there."""
        return self.say()


@attrs.frozen(kw_only=True)
class JudgedDeal:
    """What a deal comes to as its tricks fell.

    Attributes:
        number: The number of the deal, from 1.
        judged_by: What its play is judged by.
        points: What each seat's cards and tricks count so far, with no moon and no bonus.
        scores: What each seat scores; None while the deal is not finished, or its moon is to be chosen for.
        totals: The totals after the deal; as before while it has no scores.
        moon: The moon or sun that was made, or None.
        said_scores: The scores that are recorded, where they are others; else None.
        said_totals: The totals that are recorded, where they are others; else None.
    """

    number: int
    judged_by: JudgedBy
    points: tuple[int, ...]
    scores: tuple[int, ...] | None
    totals: tuple[int, ...]
    moon: Moon | None
    said_scores: tuple[int, ...] | None
    said_totals: tuple[int, ...] | None

    def __str__(self) -> str:
        """What it comes to, and where it has no hands, what is not judged."""
        played = (
            f"not finished, points {in_a_row(self.points)}"
            if self.scores is None
            else f"scores {in_a_row(self.scores)}"
        )
        return f"deal {self.number}: {played}; totals {in_a_row(self.totals)}{_UNJUDGED[self.judged_by]}"


@attrs.frozen
class Report:
    """What a referee finds in a record.

    Attributes:
        irregularities: What is not as it should be, in order.
        deals: What each deal comes to as its tricks fell.
        totals: The totals after the last of them.
        winners: The seats that have won by these totals; empty while the game goes on.
    """

    irregularities: tuple[Irregularity, ...]
    deals: tuple[JudgedDeal, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def is_clean(self) -> bool:
        """Is there nothing irregular, in what can be judged?"""
        return not self.irregularities

    def __str__(self) -> str:
        """The irregularities, the deals and the winners, a line each."""
        found = self.irregularities or ("nothing irregular",)
        won = f"winners: {in_a_row(self.winners)}" if self.winners else "the game goes on"
        return "\n".join(map(str, (*found, *self.deals, won)))
