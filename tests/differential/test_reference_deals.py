"""The reference deals: recorded play of four seats with the seats on turn, the numbers of legal cards and the points.

The file is not part of this repository. It is looked for beside it, in ../shared/reference/, or where the environment variable
HEARTS_REFERENCE_DEALS says.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest

import hearts
from hearts import Phase

NAMED: Final = os.environ.get("HEARTS_REFERENCE_DEALS")
BESIDE: Final = Path(__file__).parents[2] / "../shared/reference/openspiel_deals.json"

if not NAMED and not BESIDE.exists():
    pytest.skip(
        "the reference deals are not there: ../shared/reference/openspiel_deals.json, or what HEARTS_REFERENCE_DEALS names",
        allow_module_level=True,
    )

DEALS: Final[list[dict[str, Any]]] = json.loads(Path(NAMED or BESIDE).read_text(encoding="utf-8"))["deals"]
OFFSETS: Final = {"hold": 0, "left": 1, "across": 2, "right": -1}

OPENSPIEL: Final = hearts.load_variant("openspiel")
RULES: Final = {
    "default": OPENSPIEL,
    "jd_and_no_tricks": OPENSPIEL.evolve(values={"JD": -10}, no_tricks={"bonus": -5}),
}
"""The two sets of rules that each deal is scored under."""


def test_all_reference_deals_are_there() -> None:
    """There are 26 reference deals, each under its own id."""
    assert len(DEALS) == len({record["id"] for record in DEALS}) == 26


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("record", DEALS, ids=lambda record: record["id"])
def test_reference_deal(record: dict[str, Any], rules: str) -> None:
    """At each turn the seat on turn and the number of its legal cards are those of the record, and so are the points."""
    deal = hearts.new_deal(
        RULES[rules], record["hands"], pass_offset=OFFSETS[record["pass"]], passes=record["passes"] or None
    )
    assert deal.phase is Phase.PLAYING
    seats, counts = [], []
    for card in record["plays"].split():
        seats.append(str(deal.turn))
        counts.append(len(deal.legal_cards()))
        deal = deal.play(card)
    assert "".join(seats) == record["seats"]
    assert counts == record["legal_counts"]
    assert deal.is_over
    assert deal.scores == tuple(record[rules]["points"])
    assert hearts.score_deal(RULES[rules], deal.taken, tricks_won=deal.tricks_won).scores == deal.scores
