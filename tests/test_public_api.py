"""What `import hearts` gives."""

from __future__ import annotations

import subprocess
import sys

import pytest

import hearts

NAMES = """
Action Card CardError CardSet ChooseMoon Deal DealResult DealScore Event EventKind Fault Game HeartsError History
IllegalAction Knowledge Moon MoonKind MoonStyle NotationError PassCards Phase PlayCard Reason Record RecordError
Refusal SeedError SetupError Suit Trick UnknownVariantError Variant VariantError View ViewOptions can_claim claim
commit count_worlds deal_hands dumps events from_data infer is_decided load load_variant loads new_deal new_game
sample_worlds save score_deal to_data variant_names verify
""".split()


def test_the_names() -> None:
    """The package exports these names, sorted, and no others."""
    assert hearts.__all__ == NAMES
    assert all(hasattr(hearts, name) for name in NAMES)


def test_nothing_optional_is_imported() -> None:
    """`import hearts` brings in nothing that only an extra installs."""
    code = (
        "import sys, hearts\n"
        "optional = {'numpy', 'numba', 'typer', 'rich', 'hypothesis', 'gymnasium', 'pettingzoo', 'pyspiel', 'mkdocs'}\n"
        "print(sorted(optional & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_is_imported_at_first_use() -> None:
    """Views, worlds, claims and events are imported when they are first asked for; until then they are listed all the same."""
    code = (
        "import sys, hearts\n"
        "def loaded(): return sorted(name for name in sys.modules if name.startswith('hearts.knowledge'))\n"
        "assert not loaded(), loaded()\n"
        "assert set(hearts.__all__) <= set(dir(hearts))\n"
        "view = hearts.new_game(seed=1).view(0)\n"
        "assert type(view) is hearts.View, view\n"
        "from hearts import sample_worlds\n"
        "print(len(sample_worlds(view, 2, 1)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "2"


def test_what_is_not_there() -> None:
    """A name that the package does not have is an AttributeError, as with any module."""
    with pytest.raises(AttributeError, match="has no attribute 'shuffle'"):
        _ = hearts.shuffle
