"""Messages: in files, by language, with their fields filled in."""

from __future__ import annotations

import pytest

from hearts import Reason
from hearts.errors import UnknownLanguageError
from hearts.language import languages, message
from hearts.language.messages import table


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_a_message(language: str) -> None:
    """Each reason for a refusal has its sentence in each language, and no sentence is for a reason that is not there."""
    sentences = {key.removeprefix("refusal.") for key in table(language) if key.startswith("refusal.")}
    assert sentences == {reason.name for reason in Reason}


def test_fields_are_filled_in() -> None:
    """A message's braces are filled from the fields; more fields than it names do no harm."""
    assert message("refusal.ALREADY_PASSED", seat=2, other=1) == "Seat 2 has already chosen its cards to pass."


def test_an_unknown_language_is_named_with_those_that_are_there() -> None:
    """A language without a file is an UnknownLanguageError that lists the languages."""
    with pytest.raises(UnknownLanguageError, match=r"'xx'.*expected one of .*en") as caught:
        message("refusal.GAME_OVER", "xx")
    assert caught.value.known == languages()
    with pytest.raises(UnknownLanguageError):
        message("refusal.GAME_OVER", ["en"])  # type: ignore[arg-type]  # the point of the test
