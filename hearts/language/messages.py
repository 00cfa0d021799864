"""Reading the message files and filling in their fields."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hearts.errors import UnknownLanguageError

__all__ = ["languages", "message", "table"]

_FOLDER = Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that have a message file, sorted.

    Example:
        >>> "en" in languages()
        True
    """
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def table(language: str) -> dict[str, str]:
    """The messages of a language: ``section.key`` to a text with fields in braces.

    Raises:
        UnknownLanguageError: There is no file for the language.
    """
    if language not in languages():
        raise UnknownLanguageError(language, languages())
    import tomllib  # noqa: PLC0415 - slow to import, and needed only once something is said

    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, texts in data.items() for key, text in texts.items()}


def message(key: str, language: str = "en", **fields: object) -> str:
    """A message in a language, with its fields filled in.

    Args:
        key: The section and key, such as ``refusal.HEARTS_NOT_BROKEN``.
        language: One of `languages`.
        fields: What the message's braces name; more than it names does no harm.

    Raises:
        UnknownLanguageError: There is no file for the language.

    Example:
        >>> message("refusal.GAME_OVER")
        'The game is over.'
    """
    if not isinstance(language, str):
        raise UnknownLanguageError(language, languages())
    return table(language)[key].format(**fields)
