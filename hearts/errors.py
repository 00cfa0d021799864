"""Every error that the library raises: each says what was wrong, where, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hearts.refusal import Refusal

__all__ = [
    "CardError",
    "Fault",
    "HeartsError",
    "IllegalAction",
    "MissingExtraError",
    "NotationError",
    "RecordError",
    "SeedError",
    "SetupError",
    "UnknownLanguageError",
    "UnknownVariantError",
    "VariantError",
    "is_whole",
    "shown",
]


_LONGEST: Final = 80
"""How much of a value a message shows."""


def is_whole(value: object) -> TypeGuard[int]:
    """Is a value a plain whole number: no bool, and no card, suit or other thing that happens to be an int as well?"""
    return type(value) is int


def shown(value: object) -> str:
    """A value as it is shown in a message: cut where it is long, and never an error itself."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deep; or a whole number of thousands of digits
        return f"a {type(value).__name__} too large to show"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


class HeartsError(Exception):
    """The base of all errors of this library: catch it to catch them all."""


class CardError(HeartsError, ValueError):
    """Text, or a number, that is not a card or a set of cards.

    Attributes:
        text: What was given.
    """

    def __init__(self, message: str, *, text: str) -> None:
        """Hold the message and what was given."""
        super().__init__(message)
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with what was given."""
        return _rebuild, (type(self), self.args, {"text": self.text})


@attrs.frozen
class Fault:
    """One thing that is wrong in a variant, or in saved data.

    Attributes:
        path: Where it is, as written in the file, such as ``passing.count`` or ``deals.2.tricks.0``.
        problem: What is wrong.
        expected: What would be right.

    Example:
        >>> str(Fault("passing.count", "it is 14", "at most 13"))
        'passing.count: it is 14; expected at most 13'
    """

    path: str
    problem: str
    expected: str

    def __str__(self) -> str:
        """The fault as one line."""
        return f"{self.path}: {self.problem}; expected {self.expected}"


class _FaultsError(HeartsError, ValueError):
    """What has a source, such as a file, and faults in it."""

    def __init__(self, source: str, faults: Iterable[Fault]) -> None:
        """Hold the source and its faults."""
        self.source = source
        self.faults = tuple(faults)
        lines = "".join(f"\n  {fault}" for fault in self.faults)
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        super().__init__(f"{source}: {count}{lines}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as what it was made from."""
        return type(self), (self.source, self.faults)


class VariantError(_FaultsError):
    """A variant that cannot be played, or its file cannot be read: holds every fault that was found.

    Attributes:
        source: The file or name of the variant.
        faults: What is wrong, each with its path and what would be right; at least one.
    """


class RecordError(_FaultsError):
    """Saved data that cannot be read, or that does not hold together: holds every fault that was found.

    Attributes:
        source: The file, or what kind of data it is.
        faults: What is wrong, each with its path and what would be right; at least one.
    """


class NotationError(HeartsError, ValueError):
    """Text that is not the notation of what was asked for.

    Attributes:
        text: What was given.
        position: Where in it the fault is, in characters from 0.
        problem: What is wrong.
        expected: What would be right.

    Example:
        >>> print(NotationError("QS XX", 3, "'XX' is not a card", "a rank and a suit"))
        line 1, column 4: 'XX' is not a card; expected a rank and a suit
    """

    def __init__(self, text: str, position: int, problem: str, expected: str) -> None:
        """Hold the text, the place and what is wrong."""
        self.text = text
        self.position = position
        self.problem = problem
        self.expected = expected
        super().__init__(f"line {self.line}, column {self.column}: {problem}; expected {expected}")

    @property
    def line(self) -> int:
        """The line of the fault, from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column of the fault, from 1."""
        return self.position - self.text.rfind("\n", 0, self.position)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as what it was made from."""
        return type(self), (self.text, self.position, self.problem, self.expected)


class UnknownVariantError(HeartsError, LookupError):
    """No variant has this name.

    Attributes:
        name: The name that was asked for.
        nearest: The names most like it, best first; may be empty.
    """

    def __init__(self, name: str, nearest: Iterable[str] = ()) -> None:
        """Hold the name and the nearest ones."""
        self.name = name
        self.nearest = tuple(nearest)
        guess = f"did you mean {' or '.join(self.nearest)}? " if self.nearest else ""
        super().__init__(
            f"no variant is named {shown(name)}: {guess}hearts.variant_names() lists the names;"
            " a file is given by its path, ending in .toml"
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as what it was made from."""
        return type(self), (self.name, self.nearest)


class UnknownLanguageError(HeartsError, LookupError):
    """No message file is there for a language.

    Attributes:
        language: The code that was asked for.
        known: The codes of the languages that are there.
    """

    def __init__(self, language: str, known: Iterable[str]) -> None:
        """Hold the code and those that are known."""
        self.language = language
        self.known = tuple(known)
        super().__init__(
            f"no messages are there in the language {shown(language)}: expected one of {', '.join(self.known)}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as what it was made from."""
        return type(self), (self.language, self.known)


class SetupError(HeartsError, ValueError):
    """A game, deal or score cannot be set up from what was given: hands, players, passes, plays, totals.

    Attributes:
        where: What was wrong, such as ``hands[2]``.
    """

    def __init__(self, where: str, message: str) -> None:
        """Hold the place and the message."""
        super().__init__(f"{where}: {message}")
        self.where = where
        self._message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as what it was made from."""
        return type(self), (self.where, self._message)


class SeedError(HeartsError, TypeError, ValueError):
    """A seed that is not a whole number in range."""


class IllegalAction(HeartsError, ValueError):  # noqa: N818 - the name that users read: an action, and it is illegal
    """An action that the rules refuse; the state it was tried on is as it was.

    Attributes:
        refusal: Why, by rule number, and what would do instead.
    """

    def __init__(self, refusal: Refusal) -> None:
        """Hold the refusal."""
        super().__init__(refusal.text)
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the refusal."""
        return type(self), (self.refusal,)


class MissingExtraError(HeartsError, ImportError):
    """A part of the library needs an optional dependency that is not installed.

    Attributes:
        extra: The extra to install, as in ``pip install "hearts-rules[cli]"``.
    """

    def __init__(self, extra: str, missing: str) -> None:
        """Hold the extra and what is missing."""
        self.extra = extra
        self.missing = missing
        super().__init__(f'this needs {missing}, which is not installed: pip install "hearts-rules[{extra}]"')

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as what it was made from."""
        return type(self), (self.extra, self.missing)


def _rebuild(cls: type[CardError], args: tuple[str, ...], fields: dict[str, str]) -> CardError:
    return cls(*args, **fields)
