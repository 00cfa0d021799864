"""The commands of ``hearts``: what they take, and what they do with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

import hearts
from hearts.cli import records
from hearts.cli.options import AsJson, InLanguage
from hearts.cli.output import (
    FAILURE,
    console,
    print_data,
    print_faults,
    print_line,
    print_plain,
    print_text,
    reports_errors,
    say_error,
)
from hearts.cli.simulate import simulate
from hearts.cli.tables import rules_of_variant, table_of_variants, totals_of
from hearts.records.codec import FORMATS
from hearts.records.schema import data_schema
from hearts.variant.catalogue import DEFAULT
from hearts.variant.schema import json_schema
from hearts.variant.words import Rule, differences, rules_in_words

__all__ = ["app"]

app = typer.Typer(
    help="The rules of Hearts: look variants up, check your own, see what a rule does to the game, and replay saved games.",
    no_args_is_help=True,
    rich_markup_mode="markdown",  # joins the lines of a paragraph
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


VariantArgument = Annotated[
    str, typer.Argument(metavar="VARIANT", help="The name of a variant, or the path of a file that ends in .toml.")
]


@app.command()
@reports_errors
def variants(*, as_json: AsJson = False, language: InLanguage = "en") -> None:
    """List the variants that are there.

    For each: players, what all cards count together, how a moon is scored, the total that ends the game, and what happens
    to a tie for first place.
    """
    found: list[hearts.Variant] = []
    faulty: list[hearts.VariantError] = []
    for name in hearts.variant_names():
        try:
            found.append(hearts.load_variant(name))
        except hearts.VariantError as error:  # another package may offer one that cannot be read
            faulty.append(error)
    if as_json:
        print_data([_facts(variant) for variant in found])
    else:
        print_text(table_of_variants(found, language, console().width))
    for fault in faulty:
        say_error(str(fault))
    if faulty:
        raise typer.Exit(FAILURE)


def _facts(variant: hearts.Variant) -> dict[str, Any]:
    """What the table says of a variant, as plain data."""
    end = variant.end
    return {
        "name": variant.name,
        "title": dict(variant.title.texts),
        "summary": dict(variant.summary.texts),
        "players": list(variant.table.players),
        "default_players": variant.table.default_players,
        "total": {str(players): total for players, total in totals_of(variant).items()},
        "moon": variant.moon.style,
        "target": None if end.target == "none" else end.target,
        "target_test": end.target_test,
        "deals": None if end.deals == "none" else end.deals,
        "tie": end.tie,
    }


@app.command()
@reports_errors
def show(
    variant: VariantArgument,
    *,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="Tell the rules for this number of players only.")
    ] = None,
    language: InLanguage = "en",
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Print the whole file: every setting, with its rule.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell the rules of a variant in words, and how they differ from the standard game."""
    if as_toml and as_json:
        raise typer.BadParameter("choose one of --toml and --json")
    loaded = hearts.load_variant(variant)
    if players is not None:
        loaded.player_count(players)
    if as_toml:
        print_plain(loaded.to_toml())
        return
    mine, standard = _for_players(loaded, players), _for_players(hearts.load_variant(DEFAULT), players)
    rules = rules_in_words(loaded, players=players, language=language)
    differing = None if mine == standard else differences(mine, standard, language=language)
    if as_json:
        print_data(
            {
                "name": loaded.name,
                "title": dict(loaded.title.texts),
                "summary": dict(loaded.summary.texts),
                "players": players,
                "language": language,
                "rules": [_plain(rule) for rule in rules],
                "differences": {"from": standard.name, "rules": [_plain(rule) for rule in differing or ()]},
                "variant": loaded.to_data(),
            }
        )
        return
    print_text(
        rules_of_variant(
            loaded,
            language=language,
            players=players,
            rules=rules,
            differences=differing,
            reference=standard.name,
        )
    )


def _for_players(variant: hearts.Variant, players: int | None) -> hearts.Variant:
    """The variant for a number of players only, if it allows that: so that what is told of it is for that number."""
    if players not in variant.table.players:
        return variant
    return variant.evolve(table={"players": [players], "default_players": players})


def _plain(rule: Rule) -> dict[str, str]:
    return {"number": rule.number, "text": rule.text}


@app.command()
@reports_errors
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="TOML files of variants.", show_default=False)],
) -> None:
    """Check files of house rules: print ok, or every fault with its place and what would be right.

    The exit code is 1 if any file has a fault.
    """
    faulty = False
    for file in files:
        try:
            loaded = hearts.load_variant(file)
        except hearts.HeartsError as error:
            faulty = True
            _print_faults(file, error)
        else:
            print_line(Text(f"{file}: ").append("ok", style="green").append(f" ({loaded.name})"))
    if faulty:
        raise typer.Exit(FAILURE)


def _print_faults(file: Path, error: hearts.HeartsError) -> None:
    """Print what is wrong with a file."""
    if not isinstance(error, hearts.VariantError):
        print_line(Text(f"{file}: {error}"))
        return
    at = Path(error.source)
    if at.suffix.lower() != ".toml":  # the faults have the variant's name: they are in this very file
        at = file
    if at != file:
        print_line(Text(f"{file}: it extends {at}, which is ").append("faulty", style="red"))
    print_faults(at, error.faults)


@app.command()
@reports_errors
def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="The name of a kind of saved data, such as hearts.game/1.", show_default=False
        ),
    ] = None,
    *,
    list_all: Annotated[bool, typer.Option("--list", help="List the names.")] = False,
) -> None:
    """Print the JSON Schema of a variant's file, by which editors complete and check it as it is typed.

    With a name, that of saved data, for programs in other languages.
    """
    if list_all:
        if name is not None:
            raise typer.BadParameter("choose one of NAME and --list")
        print_plain("".join(f"{each}\n" for each in FORMATS))
    else:
        print_data(json_schema() if name is None else data_schema(name))


for _command in (simulate, records.replay, records.verify, records.score, records.convert):
    app.command()(_command)
