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
    assert {type(sample) for sample in SAMPLES} == named - {errors.Fault, errors.HeartsError}


def test_messages_say_what_and_what_would_be_right() -> None:
    """A variant's error counts its faults and shows each with its path; an unknown name comes with the nearest ones."""
    one, two = str(SAMPLES[1]), str(SAMPLES[2])
    assert one == "house.toml: 1 fault\n  end.target: it is 0; expected 1 to 10000"
    assert two.startswith("house.toml: 2 faults\n")
    assert "did you mean standard?" in str(SAMPLES[3])
    assert "did you mean" not in str(SAMPLES[4])
    assert str(SAMPLES[-1]) == 'this needs typer, which is not installed: pip install "hearts-rules[cli]"'
