"""The library's own errors: one base, and nothing lost on the way to another process."""

from __future__ import annotations

import pickle

import pytest

import hearts
from hearts import errors

SAMPLES = [
    errors.CardError("no card", text="QX"),
    errors.VariantError("house.toml", [errors.Fault("end.target", "it is 0", "1 to 10000")]),
    errors.VariantError("house.toml", [errors.Fault("a", "b", "c"), errors.Fault("d", "e", "f")]),
    errors.UnknownVariantError("standart", ["standard"]),
    errors.UnknownVariantError("zzz"),
    errors.UnknownLanguageError("xx", ["en"]),
    errors.SetupError("hands[2]", "it has 12 cards: expected 13"),
    errors.SeedError("the seed is 'x'"),
    errors.IllegalAction(hearts.Refusal(hearts.Reason.GAME_OVER, 0)),
    errors.NotationError("QS XX", 3, "'XX' is not a card", "a rank and a suit"),
    errors.RecordError("friday.hearts.json", [errors.Fault("deals.0", "it is 7", "a table")]),
    errors.MissingExtraError("cli", "typer"),
]


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_errors_are_ours_and_pickle(error: errors.HeartsError) -> None:
    """Every error is a HeartsError, and comes back from a pickle with its message and its fields."""
    assert isinstance(error, hearts.HeartsError)
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)


def test_every_error_is_sampled() -> None:
    """The samples above name every error that there is."""
    named = {getattr(errors, name) for name in errors.__all__}
    assert {type(sample) for sample in SAMPLES} == {
        thing for thing in named if isinstance(thing, type) and issubclass(thing, errors.HeartsError)
    } - {errors.HeartsError}


class Unruly:
    """A thing that cannot show itself."""

    def __repr__(self) -> str:
        raise RecursionError


@pytest.mark.parametrize(
    ("value", "text"),
    [(7, "7"), ("x", "'x'"), (10**5000, "a int too large to show"), (Unruly(), "a Unruly too large to show")],
    ids=["number", "text", "huge", "unruly"],
)
def test_values_are_shown_whatever_they_are(value: object, text: str) -> None:
    """What a message shows of a value is never an error itself."""
    assert errors.shown(value) == text


def test_long_values_are_cut() -> None:
    """A long value is shown by its beginning."""
    assert len(errors.shown("x" * 10_000)) == 80


def test_whole_numbers_are_plain() -> None:
    """A card, a suit or a truth value is an int to Python, and no number to us."""
    numbers = [0, -1, True, 4.0, hearts.Card("2C"), hearts.Suit.HEARTS, "4", None]
    assert [errors.is_whole(number) for number in numbers] == [True, True] + [False] * 6


def test_messages_say_what_and_what_would_be_right() -> None:
    """A variant's error counts its faults and shows each with its path; an unknown name comes with the nearest ones."""
    one, two = str(SAMPLES[1]), str(SAMPLES[2])
    assert one == "house.toml: 1 fault\n  end.target: it is 0; expected 1 to 10000"
    assert two.startswith("house.toml: 2 faults\n")
    assert "did you mean standard?" in str(SAMPLES[3])
    assert "did you mean" not in str(SAMPLES[4])
    assert str(SAMPLES[-1]) == 'this needs typer, which is not installed: pip install "hearts-rules[cli]"'
