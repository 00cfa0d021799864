"""Finding variants: by name, in files, from other packages; and what a file extends."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import hearts
from hearts.variant import catalogue


def write(folder: Path, name: str, text: str) -> Path:
    """A file with a text, in UTF-8."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def faults_of(path: Path) -> dict[str, str]:
    """The faults of a file, problem by path."""
    with pytest.raises(hearts.VariantError) as caught:
        hearts.load_variant(path)
    assert caught.value.source == str(path)
    return {fault.path: fault.problem for fault in caught.value.faults}


@pytest.mark.parametrize(
    ("name", "guess"), [("standart", "standard"), ("Black Maria", "black-maria"), ("spots", "spot")]
)
def test_an_unknown_name_comes_with_the_nearest(name: str, guess: str) -> None:
    """A name that no variant has is an UnknownVariantError that names the nearest."""
    with pytest.raises(hearts.UnknownVariantError, match=guess) as caught:
        hearts.load_variant(name)
    assert caught.value.nearest[0] == guess


def test_what_is_no_name_is_refused() -> None:
    """What is neither a name nor a path is an UnknownVariantError too."""
    with pytest.raises(hearts.UnknownVariantError):
        hearts.load_variant(7)  # type: ignore[arg-type]  # the point of the test


def test_a_file_extends_a_name_or_a_file(tmp_path: Path) -> None:
    """A file holds what differs from a named variant, or from a file named by its path from the file's own folder."""
    write(tmp_path, "club.toml", 'extends = "omnibus"\n[end]\ntarget = 60\n')
    path = write(tmp_path, "mine.toml", 'extends = "club.toml"\ntitle = "Mine"\n[passing]\ncount = 2\n')
    mine = hearts.load_variant(path)
    assert (mine.name, mine.title.say("zh"), mine.end.target, mine.passing.count.of(4)) == ("mine", "Mine", 60, 2)
    assert dict(mine.values.cards)[hearts.Card("JD")] == -10
    assert mine.sources == ()
    assert hearts.load_variant(str(path)) == mine


def test_a_file_that_extends_nothing_is_the_standard_game(tmp_path: Path) -> None:
    """What a file does not say is as in the standard game for four."""
    plain = hearts.load_variant(write(tmp_path, "plain.toml", ""))
    assert plain == hearts.Variant(name="plain")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('extends = "nothing-like-it"', "no variant is named 'nothing-like-it'"),
        ('extends = "gone.toml"', "there is no file"),
        ("extends = 3", "it is 3"),
        ('extends = "bad.toml"', "the files extend each other in a ring"),
    ],
)
def test_what_cannot_be_extended(tmp_path: Path, text: str, problem: str) -> None:
    """A bad `extends` is reported at its place, together with the other faults of the file."""
    found = faults_of(write(tmp_path, "bad.toml", text + "\n[end]\ntarget = 0\n"))
    assert problem in found["extends"]
    assert found["end.target"] == "it is 0"


def test_a_ring_of_two_files(tmp_path: Path) -> None:
    """Files that extend each other are an error, not a hang; the file that closes the ring is named."""
    one = write(tmp_path, "one.toml", 'extends = "two.toml"')
    write(tmp_path, "two.toml", 'extends = "one.toml"')
    with pytest.raises(hearts.VariantError, match=r"one\.toml -> two\.toml -> one\.toml"):
        hearts.load_variant(one)


def test_a_sound_file_with_a_bad_base(tmp_path: Path) -> None:
    """Where only `extends` is wrong, it is the only fault."""
    assert list(faults_of(write(tmp_path, "bad.toml", 'extends = "zzz"'))) == ["extends"]


def test_a_faulty_base_is_blamed_itself(tmp_path: Path) -> None:
    """The faults of a file that is extended are reported under its own name."""
    base = write(tmp_path, "base.toml", "[end]\ntarget = 0\n")
    path = write(tmp_path, "top.toml", 'extends = "base.toml"')
    with pytest.raises(hearts.VariantError) as caught:
        hearts.load_variant(path)
    assert caught.value.source == str(base)


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """A file that is missing, a folder, no TOML, no UTF-8, or nested beyond reason is a VariantError that says so."""
    assert "cannot be read" in faults_of(tmp_path / "none.toml")["file"]
    (tmp_path / "folder.toml").mkdir()
    assert "cannot be read" in faults_of(tmp_path / "folder.toml")["file"]
    assert "it is not TOML" in faults_of(write(tmp_path, "x.toml", "a = "))["file"]
    assert "cannot be read" in faults_of(tmp_path / "null\0.toml")["file"]
    assert hearts.load_variant(write(tmp_path, "marked.toml", "\ufeff[end]\ntarget = 30\n")).end.target == 30
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    assert "it is not TOML" in faults_of(tmp_path / "latin.toml")["file"]
    assert "nested too deep" in faults_of(write(tmp_path, "deep.toml", "a = " + "[" * 50_000))["file"]


class Entry:
    """Stands for an entry point of another package."""

    def __init__(self, name: str, found: Any) -> None:  # noqa: ANN401 - other packages may offer anything
        self.name, self.value, self.found = name, f"other:{name}", found

    def load(self) -> Any:  # noqa: ANN401 - as above
        """What the other package offers, or its failure."""
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a function of entries
    """Let other packages offer some variants for the length of a test."""

    def offer(**found: object) -> None:
        entries = [Entry(name, thing) for name, thing in found.items()]
        monkeypatch.setattr(metadata, "entry_points", lambda *, group: entries if group == "hearts.variants" else [])
        catalogue._named.cache_clear()

    yield offer
    catalogue._named.cache_clear()


def test_other_packages_offer_variants(offered: Any, tmp_path: Path) -> None:  # noqa: ANN401
    """An entry point in `hearts.variants` is a Variant or the path of a file; a shipped name cannot be taken over."""
    made = hearts.Variant(name="made")
    offered(made=made, filed=write(tmp_path, "filed.toml", "[end]\ntarget = 30"), standard=made)
    assert {"made", "filed"} <= set(hearts.variant_names())
    assert hearts.load_variant("made") is made
    assert hearts.load_variant("filed").end.target == 30
    assert hearts.load_variant("standard") != made


@pytest.mark.parametrize(("found", "problem"), [(ValueError("oh"), "cannot be loaded: oh"), (7, "is 7")])
def test_other_packages_can_be_wrong(offered: Any, found: object, problem: str) -> None:  # noqa: ANN401
    """An entry point that fails to load, or is no variant, is a VariantError that names it."""
    offered(broken=found)
    with pytest.raises(hearts.VariantError, match=problem):
        hearts.load_variant("broken")


def test_shipped_files_are_found_inside_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a wheel the files lie in the package; in a checkout they lie beside it."""
    (tmp_path / "shipped").mkdir()
    monkeypatch.setattr(catalogue, "__file__", str(tmp_path / "catalogue.py"))
    find = catalogue.shipped_folder.__wrapped__
    assert find() == tmp_path / "shipped"
    monkeypatch.setattr(catalogue, "__file__", str(tmp_path / "hearts" / "variant" / "catalogue.py"))
    assert find() == tmp_path / "variants"
