"""Values that may differ by the number of players, and texts in several languages: the small values inside a variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import attrs

from hearts.errors import SetupError

__all__ = ["ByCount", "Text"]

T = TypeVar("T")


@attrs.frozen
class ByCount(Generic[T]):
    """A value for every number of players, or one for each.

    In a file it is written as the plain value, or as a table by player count: ``3`` or ``{ 4 = 3, 6 = 2 }``.

    Attributes:
        otherwise: The value of the counts that the table does not name, or None where there is none.
        table: Pairs of player count and value, in ascending order.

    Example:
        >>> ByCount.of_table({3: 4, 5: 2}, otherwise=3).of(5)
        2
    """

    otherwise: T | None = None
    table: tuple[tuple[int, T], ...] = ()

    @classmethod
    def of_table(cls, table: Mapping[int, T], otherwise: T | None = None) -> ByCount[T]:
        """The values of a mapping from player count to value."""
        return cls(otherwise, tuple(sorted(table.items(), key=lambda pair: pair[0])))

    def find(self, players: int) -> T | None:
        """The value for a number of players, or None where there is none."""
        return next((value for count, value in self.table if count == players), self.otherwise)

    def of(self, players: int) -> T:
        """The value for a number of players.

        Raises:
            SetupError: There is none; a variant's own player counts always have one.
        """
        value = self.find(players)
        if value is None:
            named = ", ".join(str(count) for count, _ in self.table) or "none"
            raise SetupError("players", f"nothing is set for {players} players: expected one of {named}")
        return value


@attrs.frozen
class Text:
    """A text in one or more languages.

    In a file it is plain text for English, or a table by language: ``{ en = "Old Hearts", zh = "老红心" }``.

    Attributes:
        texts: Pairs of language code and text, sorted.

    Example:
        >>> title = Text.of({"en": "Black Maria", "zh": "黑玛丽"})
        >>> title.say("zh"), title.say("fr")
        ('黑玛丽', 'Black Maria')
    """

    texts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, texts: str | Mapping[str, str]) -> Text:
        """The text of a mapping from language to text, or of plain English."""
        if isinstance(texts, str):
            texts = {"en": texts} if texts else {}
        return cls(tuple(sorted(texts.items())))

    def say(self, language: str = "en") -> str:
        """The text in a language, or in English where the language is missing, or else empty."""
        texts = dict(self.texts)
        return texts.get(language, texts.get("en", ""))

    def __str__(self) -> str:
        """The English text."""
        return self.say()
