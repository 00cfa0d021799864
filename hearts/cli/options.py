"""The options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from hearts.language import languages

__all__ = ["AsJson", "InLanguage"]


def _known(language: str) -> str:
    """The language, if there is a file of messages for it."""
    if language not in languages():
        raise typer.BadParameter(f"{language!r} is not one of {', '.join(map(repr, languages()))}")
    return language


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
InLanguage = Annotated[
    str, typer.Option("--lang", callback=_known, metavar=f"[{'|'.join(languages())}]", help="The language to show.")
]
