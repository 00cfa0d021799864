"""The rules of the card game Hearts: immutable states, and variants that are config files.

Example:
    >>> import hearts
    >>> game = hearts.new_game("omnibus", seed=2026)
    >>> game = game.apply(hearts.PassCards(0, game.legal_cards(0)[:3]))
    >>> game.to_act
    (1, 2, 3)
"""

from hearts.cards import Card, CardSet, Suit
from hearts.engine.actions import Action, ChooseMoon, PassCards, Phase, PlayCard
from hearts.engine.deal import Deal, Trick
from hearts.engine.events import Event, EventKind, events
from hearts.engine.game import DealResult, Game, new_game
from hearts.engine.scoring import DealScore, Moon, MoonKind
from hearts.engine.setup import new_deal, score_deal
from hearts.engine.shuffle import deal_hands
from hearts.errors import (
    CardError,
    Fault,
    HeartsError,
    IllegalAction,
    SeedError,
    SetupError,
    UnknownVariantError,
    VariantError,
)
from hearts.knowledge.claims import can_claim, claim
from hearts.knowledge.decided import is_decided
from hearts.knowledge.inference import Knowledge, infer
from hearts.knowledge.view import View, ViewOptions
from hearts.knowledge.worlds import count_worlds, sample_worlds
from hearts.refusal import Reason, Refusal
from hearts.variant.catalogue import load_variant, variant_names
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

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
    "IllegalAction",
    "Knowledge",
    "Moon",
    "MoonKind",
    "MoonStyle",
    "PassCards",
    "Phase",
    "PlayCard",
    "Reason",
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
    "count_worlds",
    "deal_hands",
    "events",
    "infer",
    "is_decided",
    "load_variant",
    "new_deal",
    "new_game",
    "sample_worlds",
    "score_deal",
    "variant_names",
]
