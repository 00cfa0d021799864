"""Files that earlier versions wrote are read for ever, mean what they meant, and are written again byte by byte.

The files of `golden/` are never changed. After a new case has been added to `CASES`,

    python tests/records/test_golden.py

writes the file that is missing, and what it means to `golden/facts.json`; it leaves all others as they are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import hearts
from hearts.records.codec import FORMATS, to_data
from hearts.records.history import History
from hearts.records.record import Record
from hearts.records.store import dumps, load, loads, save
from hearts.records.text import dump_pretty
from hearts.testing import walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from hearts.records.codec import Value

GOLDEN: Final = Path(__file__).parent / "golden"
FACTS: Final = GOLDEN / "facts.json"

SHOOTER: Final = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH",
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2S",
]
"""Hands of which the first takes every trick."""

HOUSE: Final = hearts.ViewOptions(hide_points=True, last_trick_only=True, open_finished=True)


# ---- how the cases were made -------------------------------------------------------------------------------------------


def house() -> hearts.Variant:
    """A variant with much of what a variant can say."""
    return hearts.load_variant("omnibus").evolve(
        name="golden",
        title={"en": "Golden", "zh": "金"},
        summary="",
        sources=["made up"],
        notes=["One.", "♠♥♦♣"],
        table={"players": [4, 3, 8], "default_players": 4, "removed": {"3": "2D", "8": "2C 3C 4C 2D"}},
        passing={
            "count": {"3": 4, "4": 3, "8": 1},
            "at_least": 1,
            "cycle": ["left", -1, "hold"],
            "locked": "QS",
            "change": True,
        },
        opening={"leader": "eldest", "card": "any"},
        first_trick={"barred": "hearts"},
        values={"diamonds": "pips", "QS": 50, "JD": -10, "tricks": 1},
        moon={"style": "auto", "bonus": "on-top", "value": 40},
        sun={"value": 99},
        no_tricks={"bonus": -5, "with_moon": True},
        end={
            "target": "none",
            "deals": 12,
            "exact": {"100": 50, "-20": 0},
            "floor": -50,
            "winner": "highest",
            "tie": "shared",
        },
    )


def partners() -> hearts.Variant:
    """A variant with two teams, which may shoot the moon together."""
    return hearts.load_variant("standard").evolve(
        name="pairs",
        table={"players": [4]},
        partners={"teams": [[0, 2], [1, 3]], "end_test": "team", "moon": "charged", "together": True},
    )


def choice() -> hearts.Variant:
    """A variant in which the shooter chooses, and nothing is passed."""
    return hearts.load_variant("standard").evolve(
        name="choice", passing={"count": 0}, opening={"leader": "AS", "card": "any"}, moon={"style": "choice"}
    )


def uneven() -> hearts.Variant:
    """A variant in which seats may pass fewer cards than others."""
    return hearts.load_variant("standard").evolve(name="up-to-three", passing={"at_least": 0})


def new(variant: hearts.Variant | str = "standard", **more: Any) -> hearts.Game:  # noqa: ANN401 - as new_game takes them
    """A game at its beginning."""
    return hearts.new_game(variant, seed=2026, **more)


def passed(game: hearts.Game, count: int | None = None, sizes: tuple[int, ...] = (3, 3, 3, 3)) -> hearts.Game:
    """The game with the passes of its first seats chosen."""
    for seat, size in enumerate(sizes[:count]):
        game = game.apply(hearts.PassCards(seat, game.deal.hands[seat][:size]))
    return game


def after(game: hearts.Game, cards: int) -> hearts.Game:
    """The game so many cards on: the highest that are legal."""
    for _ in range(cards):
        game = game.play(game.legal_cards()[-1])
    return game


def over(game: hearts.Game) -> hearts.Game:
    """The game at the end of its deal: the first action that is legal each time."""
    while game.to_act:
        game = game.apply(game.legal_actions()[0])
    return game


def ended(variant: hearts.Variant | str, **more: Any) -> hearts.Game:  # noqa: ANN401 - as new_game takes them
    """A game at its end."""
    game = over(new(variant, **more))
    while not game.is_over:
        game = over(game.next_deal())
    return game


def shot() -> hearts.Game:
    """A game whose moon waits for its shooter's choice."""
    return list(walk(new(choice(), hands=SHOOTER), 1, shooters=(0,)))[52]


def history(game: hearts.Game, deals: int = 1) -> History:
    """The history of a game over some deals, up to trick 3 of the last."""
    told = History(game)
    for number in range(1, deals + 1):
        told = told.next_deal() if number > 1 else told
        while told.game.to_act and (number < deals or len(told.game.deal.tricks) < 3):
            told = told.apply(told.game.legal_actions()[0])
    return told


def branched() -> History:
    """A history with three lines, standing in the second, with steps to redo."""
    told = history(passed(new()), 1)
    told = told.undo("trick").play(told.undo("trick").game.legal_cards()[-1])
    told = told.undo("card").undo("trick").play(told.undo("card").undo("trick").game.legal_cards()[-1])
    return told.switch(1).undo()


def finished_record() -> Record:
    """The record of a whole game, with tags."""
    told = History(new("short"))
    while not told.game.is_over:
        told = told.next_deal() if told.game.phase is hearts.Phase.DEAL_OVER else told
        while told.game.to_act:
            told = told.apply(told.game.legal_actions()[0])
    return told.record({"place": "红心", "seat 0": "Anna"})


def given_record() -> Record:
    """The record of a game whose hands were given, with a moon that was chosen for."""
    told = History(new(choice(), hands=SHOOTER))
    for state in list(walk(told.game, 1, shooters=(0,)))[1:53]:
        trick = state.deal.trick if state.deal.trick and state.deal.trick.cards else state.deal.tricks[-1]
        told = told.play(trick.cards[-1])
    return told.apply(hearts.ChooseMoon(0, "new")).next_deal(SHOOTER[::-1]).record()


def changed_record() -> Record:
    """The record of a deal in which a seat changed its pass, with uneven passes."""
    told = History(new(house()))
    for seat, size in ((1, 3), (0, 1), (1, 2), (2, 1), (3, 3)):
        told = told.apply(hearts.PassCards(seat, told.game.legal_cards(seat)[:size]))
    return told.play(told.game.legal_cards()[0]).record()


def event(kind: str, state: hearts.Game, action: hearts.Action | None = None) -> hearts.Event:
    """The first event of a kind."""
    return next(each for each in hearts.events(state, action) if each.kind == kind)


def seen(told: hearts.Event, seat: int | None, **options: bool) -> hearts.Event:
    """An event as a seat sees it."""
    found = told.seen_by(seat, options=hearts.ViewOptions(**options))
    assert found is not None
    return found


CASES: Final[dict[str, Callable[[], Value]]] = {
    "variant-standard": lambda: hearts.load_variant("standard"),
    "variant-house": house,
    "variant-partners": partners,
    "action-pass": lambda: hearts.PassCards(0, "AH QS KS"),
    "action-play": lambda: hearts.PlayCard(2, "QS"),
    "action-moon": lambda: hearts.ChooseMoon(1, "new"),
    "deal-two-passes": lambda: passed(new(), 2).deal,
    "deal-mid-trick": lambda: hearts.new_deal(
        "standard",
        new().deal.dealt,
        dealer=1,
        totals=(90, -5, 7, 0),
        deal_number=8,
        hearts_taken=(40, 0, 30, 21),
        plays=[
            card
            for trick in [*after(new("original"), 10).deal.tricks, after(new("original"), 10).deal.trick]
            if trick
            for card in trick.cards
        ],
    ),
    "deal-moon-chosen": lambda: shot().deal.apply(hearts.ChooseMoon(0, "old")),
    "deal-uneven": lambda: after(passed(new(uneven()), sizes=(0, 3, 1, 2)), 7).deal,
    "game-before-pass": new,
    "game-two-passes": lambda: passed(new(), 2),
    "game-all-passed": lambda: passed(new()),
    "game-mid-trick": lambda: after(passed(over(new()).next_deal()), 18),
    "game-moon-choice": shot,
    "game-deal-over": lambda: over(passed(new())),
    "game-over": lambda: ended("short"),
    "game-three-players": lambda: after(passed(over(new("black-maria")).next_deal(), sizes=(3, 3, 3)), 5),
    "game-six-players": lambda: after(passed(new(players=6), sizes=(3,) * 6), 9),
    "game-eight-players": lambda: over(new(house(), players=8)),
    "game-partners": lambda: over(passed(new(partners()))).next_deal(),
    "game-uneven": lambda: after(passed(new(uneven()), sizes=(0, 3, 1, 2)), 20),
    "game-given-hands": lambda: after(new(choice(), hands=SHOOTER, first_dealer=1), 6),
    "record-finished": finished_record,
    "record-unfinished": lambda: history(new(), 2).record(),
    "record-without-seed": lambda: history(new("black-maria"), 2).record().without_seed(),
    "record-given-hands": given_record,
    "record-changed-pass": changed_record,
    "history-branches": branched,
    "history-of-deals": lambda: history(new("original", players=3), 2).undo("deal"),
    "view-passing": lambda: passed(new(), 2).view(1),
    "view-playing": lambda: after(passed(new()), 18).view(2),
    "view-onlooker": lambda: after(passed(new()), 18).view(),
    "view-house": lambda: after(passed(new()), 18).view(2, options=HOUSE),
    "view-opened": lambda: over(passed(new(uneven()), sizes=(0, 3, 1, 2))).view(3, options=HOUSE),
    "view-choosing": lambda: shot().view(0),
    "view-game-over": lambda: ended("short").view(0),
    "view-of-a-deal": lambda: shot().deal.apply(hearts.ChooseMoon(0, "new")).view(),
    "event-dealt": lambda: hearts.events(new())[1],
    "event-dealt-hidden": lambda: seen(hearts.events(new())[1], 0),
    "event-pass-hidden": lambda: seen(event("pass-chosen", new(), hearts.PassCards(0, "5H 6H 9H")), None),
    "event-trick": lambda: event("trick-taken", after(passed(new()), 3), after(passed(new()), 3).legal_actions()[0]),
    "event-trick-no-points": lambda: seen(
        event("trick-taken", after(passed(new()), 3), after(passed(new()), 3).legal_actions()[0]),
        None,
        hide_points=True,
    ),
    "event-scored": lambda: event("deal-scored", shot(), hearts.ChooseMoon(0, "old")),
}
"""What each file holds, as it was made by the version that wrote it."""


# ---- what they mean ----------------------------------------------------------------------------------------------------


def facts_of(value: Value) -> dict[str, Any]:
    """What a value means, as far as an app would ask."""
    match value:
        case hearts.Game() | hearts.Deal():
            deal = value.deal if isinstance(value, hearts.Game) else value
            told: dict[str, Any] = {
                "phase": value.phase.value,
                "to_act": list(value.to_act),
                "turn": value.turn,
                "legal": [str(value.legal_cards(seat)) for seat in range(value.players)],
                "hands": [str(hand) for hand in deal.hands],
                "points": list(deal.points),
                "scores": deal.scores and list(deal.scores),
                "tricks": len(deal.tricks),
                "players": value.players,
            }
            if isinstance(value, hearts.Game):
                told |= {"totals": list(value.totals), "deal": value.deal_number, "winners": list(value.winners)}
            return told
        case hearts.View():
            return {
                "seat": value.seat,
                "phase": value.phase.value,
                "to_act": list(value.to_act),
                "legal": str(value.legal_cards()),
                "totals": list(value.totals),
                "tricks": value.tricks_played,
                "winners": list(value.winners),
            }
        case Record():
            resumed = facts_of(value.resume())
            return {
                "deals": len(value.deals),
                "winners": list(value.winners),
                "tags": dict(value.tags),
                "resumed": resumed,
            }
        case History():
            lines = [facts_of(value.switch(line).game) for line in range(len(value.lines))]
            return {"place": value.place, "line": value.line, "game": facts_of(value.game), "lines": lines}
        case hearts.Variant():
            return {"name": value.name, "players": list(value.table.players), "target": value.end.target}
        case hearts.Event():
            return {"text": value.text, "hidden": value.is_hidden}
    return {"is": repr(value)}


def known_facts() -> dict[str, Any]:
    """What the files mean, by name."""
    known: dict[str, Any] = json.loads(FACTS.read_text(encoding="utf-8")) if FACTS.exists() else {}
    return known


def write_missing() -> list[str]:
    """Write the files that are not there yet, and what they mean; returns their names."""
    GOLDEN.mkdir(exist_ok=True)
    known, written = known_facts(), []
    for name, make in CASES.items():
        path = GOLDEN / f"{name}.hearts.json"
        if path.exists():
            continue
        value = make()
        save(value, path)
        known[name] = facts_of(value)
        written.append(name)
    FACTS.write_text(dump_pretty(dict(sorted(known.items()))), encoding="utf-8", newline="\n")
    return written


# ---- the tests ---------------------------------------------------------------------------------------------------------


def test_each_file_has_a_case_and_each_case_a_file() -> None:
    """Every file was written for a case, and is there, with what it means; each format has one at least."""
    names = {path.name.removesuffix(".hearts.json") for path in GOLDEN.glob("*.hearts.json")}
    assert names == CASES.keys() == known_facts().keys()
    formats = {json.loads(path.read_text(encoding="utf-8"))["format"] for path in GOLDEN.glob("*.hearts.json")}
    assert formats == FORMATS.keys()
    assert sum(path.stat().st_size for path in GOLDEN.iterdir()) < 150_000


@pytest.mark.parametrize("name", CASES)
def test_h1_a_file_of_an_earlier_version_is_read(name: str) -> None:
    """H1. A file that was written once is read, means what it meant, and is written again byte by byte."""
    path = GOLDEN / f"{name}.hearts.json"
    value = load(path)
    assert facts_of(value) == known_facts()[name]
    text = path.read_bytes().decode("utf-8").replace("\r\n", "\n")  # which a checkout may have made of them
    assert dump_pretty(to_data(value)) == text
    assert loads(dumps(value)) == value


def test_nothing_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are there are left as they are, whatever is in them; missing ones are written, with what they mean."""
    monkeypatch.setattr("test_golden.GOLDEN", tmp_path)
    monkeypatch.setattr("test_golden.FACTS", tmp_path / "facts.json")
    kept = tmp_path / "game-over.hearts.json"
    kept.write_text("{}", encoding="utf-8")
    assert set(write_missing()) == CASES.keys() - {"game-over"}
    assert kept.read_text(encoding="utf-8") == "{}"
    facts = known_facts()
    assert facts.keys() == CASES.keys() - {"game-over"}
    for name in facts:
        assert facts_of(load(tmp_path / f"{name}.hearts.json")) == facts[name]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert write_missing() == []
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


if __name__ == "__main__":
    import sys

    sys.stdout.write("".join(f"{name}\n" for name in write_missing()))
