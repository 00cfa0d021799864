"""Laws of variants as data: what is written reads back equal, and settings can be changed one at a time."""

from __future__ import annotations

import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts.testing import variants
from hearts.variant.rules import resolve
from hearts.variant.sections import HEADINGS, SECTIONS


@given(variants())
def test_a_variant_reads_back_equal(variant: hearts.Variant) -> None:
    """The plain data of a variant, and its TOML, read back as an equal variant with an equal hash."""
    data = variant.to_data()
    assert tomllib.loads(variant.to_toml()) == data
    for again in (hearts.Variant.from_data(data), hearts.Variant.from_data(tomllib.loads(variant.to_toml()))):
        assert again == variant
        assert hash(again) == hash(variant)
        assert again.to_data() == data


@given(variants())
def test_a_variant_reads_back_equal_from_a_file(variant: hearts.Variant) -> None:
    """A variant written to a file is loaded as an equal one; and so is one that extends it and says nothing of its own but
    its headings.
    """
    with TemporaryDirectory() as folder:
        first, second = Path(folder, "house.toml"), Path(folder, "other.toml")
        first.write_text(variant.to_toml(), encoding="utf-8", newline="")
        assert hearts.load_variant(first) == variant
        second.write_text('extends = "house.toml"\n', encoding="utf-8")
        other = hearts.load_variant(str(second))
        assert [*other.sections()] == [*variant.sections()]
        assert other.name == "other"


@given(variants())
def test_to_change_nothing_changes_nothing(variant: hearts.Variant) -> None:
    """`evolve` with no changes, with the variant's own sections, or with its own data gives an equal variant."""
    assert variant.evolve() == variant
    assert variant.evolve(**dict(variant.sections())) == variant
    assert variant.evolve(**variant.to_data()) == variant
    assert attrs.evolve(variant) == variant


@given(variants(), st.data())
def test_one_setting_is_changed_and_no_other(variant: hearts.Variant, data: st.DataObject) -> None:
    """`evolve` of one setting gives a variant that differs in it alone."""
    changes: dict[str, dict[str, object]] = data.draw(
        st.sampled_from(
            (
                {"end": {"tie": "shared"}},
                {"sun": {"value": 52}},
                {"no_tricks": {"with_moon": True}},
                {"hearts": {"with_queen": "either"}},
                {"passing": {"change": True}},
                {"partners": {"moon": "charged"}},
                {"first_trick": {"barred": "spades 2C"}},
                {"end": {"exact": {"100": 50}}},
            )
        )
    )
    ((section, settings),) = changes.items()
    ((setting, value),) = settings.items()
    changed = variant.evolve(**changes)
    expected = variant.to_data()
    expected[section][setting] = value
    assert changed.to_data() == expected


@given(variants(), st.data())
def test_a_fault_is_found_in_any_variant(variant: hearts.Variant, data: st.DataObject) -> None:
    """A setting that nothing reads, or of a wrong type, is reported by its path wherever it is put, and nothing else is."""
    section = data.draw(st.sampled_from(sorted(SECTIONS.keys() - {"values"})))
    setting = data.draw(st.sampled_from([field.name for field in attrs.fields(SECTIONS[section])]))
    for key, value in (("settting", 1), (setting, 4.9)):
        with pytest.raises(hearts.VariantError) as caught:
            variant.evolve(**{section: {key: value}})
        assert [fault.path for fault in caught.value.faults] == [f"{section}.{key}"]


@given(variants())
def test_a_variant_is_for_its_own_player_counts(variant: hearts.Variant) -> None:
    """A variant resolves for each of its player counts, with hands of equal size, and for no other (R1.1, R1.2)."""
    for players in range(10):
        if players in variant.table.players:
            rules = resolve(variant, players)
            assert rules.players == variant.player_count(players) == players
            assert len(variant.pack(players)) == rules.hand_size * players > 0
        else:
            for ask in (variant.pack, variant.player_count):
                with pytest.raises(hearts.SetupError):
                    ask(players)
    assert variant.player_count() == variant.table.default_players


@given(variants(), st.data())
def test_variants_that_differ_are_unequal(variant: hearts.Variant, data: st.DataObject) -> None:
    """A variant equals one that says the same and no other: its headings count too."""
    heading = data.draw(st.sampled_from(sorted(HEADINGS)))
    value = "another name" if heading == "name" else ["another line"] if heading in ("sources", "notes") else "Another"
    assert variant.evolve(**{heading: value}) != variant
