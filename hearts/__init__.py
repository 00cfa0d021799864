"""The rules of the card game Hearts: immutable states, and variants that are config files.

Example:
    >>> import hearts
    >>> game = hearts.new_game("omnibus", seed=2026)
    >>> game = game.apply(hearts.PassCards(0, game.legal_cards(0)[:3]))
    >>> game.to_act
    (1, 2, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hearts.cards import Card, CardSet, Suit
from hearts.engine import door
from hearts.engine.actions import Action, ChooseMoon, PassCards, Phase, PlayCard
from hearts.engine.deal import Deal, Trick
from hearts.engine.game import DealResult, Game, new_game
from hearts.engine.scoring import DealScore, Moon, MoonKind
from hearts.engine.setup import new_deal, score_deal
from hearts.engine.shuffle import deal_hands
from hearts.errors import (
    CardError,
    Fault,
    HeartsError,
    IllegalAction,
    NotationError,
    RecordError,
    SeedError,
    SetupError,
    UnknownVariantError,
    VariantError,
)
from hearts.refusal import Reason, Refusal
from hearts.variant.catalogue import load_variant, variant_names
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

if TYPE_CHECKING:
    from hearts.engine.events import Event, EventKind, events
    from hearts.knowledge.claims import can_claim, claim
    from hearts.knowledge.decided import is_decided
    from hearts.knowledge.inference import Knowledge, infer
    from hearts.knowledge.view import View, ViewOptions
    from hearts.knowledge.worlds import count_worlds, sample_worlds
    from hearts.records.codec import from_data, to_data
    from hearts.records.fair import commit, verify
    from hearts.records.history import History
    from hearts.records.record import Record
    from hearts.records.store import dumps, load, loads, save

__all__ = [
    "Action",
    "Card",
    "CardError",
    "CardSet",
    "ChooseMoon",
    "Deal",
    "DealResult",
    "DealScore",
    "Event",
    "EventKind",
    "Fault",
    "Game",
    "HeartsError",
    "History",
    "IllegalAction",
    "Knowledge",
    "Moon",
    "MoonKind",
    "MoonStyle",
    "NotationError",
    "PassCards",
    "Phase",
    "PlayCard",
    "Reason",
    "Record",
    "RecordError",
    "Refusal",
    "SeedError",
    "SetupError",
    "Suit",
    "Trick",
    "UnknownVariantError",
    "Variant",
    "VariantError",
    "View",
    "ViewOptions",
    "can_claim",
    "claim",
    "commit",
    "count_worlds",
    "deal_hands",
    "dumps",
    "events",
    "from_data",
    "infer",
    "is_decided",
    "load",
    "load_variant",
    "loads",
    "new_deal",
    "new_game",
    "sample_worlds",
    "save",
    "score_deal",
    "to_data",
    "variant_names",
    "verify",
]

_AT_FIRST_USE: Final = {
    "hearts.engine.events": ("Event", "EventKind", "events"),
    "hearts.knowledge.claims": ("can_claim", "claim"),
    "hearts.knowledge.decided": ("is_decided",),
    "hearts.knowledge.inference": ("Knowledge", "infer"),
    "hearts.knowledge.view": ("View", "ViewOptions", "view_of"),
    "hearts.knowledge.worlds": ("count_worlds", "sample_worlds"),
    "hearts.records.codec": ("from_data", "to_data"),
    "hearts.records.fair": ("commit", "verify"),
    "hearts.records.history": ("History",),
    "hearts.records.record": ("Record",),
    "hearts.records.store": ("dumps", "load", "loads", "save"),
}
"""What is imported when it is first asked for: to play games needs none of it, and `import hearts` is to be quick."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever has the name
    """Import what is asked for the first time."""
    from importlib import import_module  # noqa: PLC0415 - as what it imports

    for module, names in _AT_FIRST_USE.items():
        if name in names:
            globals().update({each: getattr(import_module(module), each) for each in names})
            return globals()[name]
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    """All names, those too that have not been asked for yet."""
    return sorted({*globals(), *__all__})


def _view_of(state: Deal | Game, seat: int | None, options: ViewOptions | None) -> View:
    """The view of a state, by the room that is imported only once somebody looks."""
    view: View = __getattr__("view_of")(state, seat, options)
    return view


door.hang(_view_of)
