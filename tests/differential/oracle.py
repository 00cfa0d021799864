"""A slow, obvious and independent account of the rules of Hearts.

The differential tests play the same deals with this module and with the package ``hearts`` and
compare what both say. So nothing here comes from the package: a card is plain text ("QS", T = ten),
a hand is a list of such texts, and every question is answered by reading all the cards again.

A variant is a plain dict of sections with every field present (``extends`` already merged). A field
that may differ "by count" of players is a plain value, or a dict keyed by the count. The numbers in
the docstrings (R4.1 and so on) are those of the rules document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")
Variant = Mapping[str, Any]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_WORDS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


# --- Cards and fields ----------------------------------------------------------------------------


def rank_of(card: str) -> str:
    """Give the rank letter of a card."""
    return card[0]


def suit_of(card: str) -> str:
    """Give the suit letter of a card."""
    return card[1]


def rank_value(card: str) -> int:
    """Give 2 for a two up to 14 for an ace: ranks run from 2 low to A high (R1.2)."""
    return RANKS.index(rank_of(card)) + 2


def full_pack() -> list[str]:
    """Give all 52 cards, suit by suit, each suit from the two up (R1.2)."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def read_card(text: str) -> str:
    """Read one card's text, in either case, with T or 10 for the ten."""
    card = text.strip().upper().replace("10", "T")
    if card not in full_pack():
        message = f"not a card: {text!r}"
        raise ValueError(message)
    return card


def read_cards(text: str) -> list[str]:
    """Read a card set: card names and suit words with blanks or commas between them."""
    cards: list[str] = []
    for word in text.replace(",", " ").split():
        if word.lower() in SUIT_WORDS:
            suit = SUIT_WORDS[word.lower()]
            named = [card for card in full_pack() if suit_of(card) == suit]
        else:
            named = [read_card(word)]
        cards.extend(card for card in named if card not in cards)
    return cards


def for_count(value: T | Mapping[Any, T], players: int, missing: T | None = None) -> T:
    """Give the part of a "by count" field that holds for this number of players.

    A count that the field's table doesn't name gets ``missing``; without that it is an error.
    """
    if not isinstance(value, Mapping):
        return value
    for count, part in value.items():
        if int(count) == players:
            return part
    if missing is None:
        message = f"no value for {players} players in {dict(value)}"
        raise ValueError(message)
    return missing


def pack(variant: Variant, players: int) -> list[str]:
    """Give the cards in play: 52 less those removed for this number of players (R1.2)."""
    removed = read_cards(for_count(variant["table"]["removed"], players, missing=""))
    return [card for card in full_pack() if card not in removed]


def dealer_of_deal(players: int, deal_number: int, first_dealer: int | None = None) -> int:
    """Give the dealer of a deal: seat n-1 at first, then one seat to the left each deal (R1.3)."""
    first = players - 1 if first_dealer is None else first_dealer
    return (first + deal_number - 1) % players


# --- Values --------------------------------------------------------------------------------------


def card_value(variant: Variant, card: str) -> int:
    """Give the value of a card: its own if it is named, else its suit's, else 0 (R7.1)."""
    value: Any = 0
    for key, stated in variant["values"].items():
        if SUIT_WORDS.get(key.lower()) == suit_of(card):
            value = stated
    for key, stated in variant["values"].items():
        if key.lower() in SUIT_WORDS or key in ("tricks", "total"):
            continue
        if read_card(key) == card:
            value = stated
    return rank_value(card) if value == "pips" else int(value)


def pack_total(variant: Variant, players: int) -> int:
    """Give the deal's total: the sum of all values in the pack in play (R7.1)."""
    return sum(card_value(variant, card) for card in pack(variant, players))


def penalty_cards(variant: Variant, players: int) -> list[str]:
    """Give the cards of the pack that have a positive value."""
    return [card for card in pack(variant, players) if card_value(variant, card) > 0]


def bonus_cards(variant: Variant, players: int) -> list[str]:
    """Give the cards of the pack that have a negative value."""
    return [card for card in pack(variant, players) if card_value(variant, card) < 0]


# --- Passing -------------------------------------------------------------------------------------


def most_to_pass(variant: Variant, players: int) -> int:
    """Give the number of cards that a seat passes, or may pass at most (R2.1)."""
    return int(for_count(variant["passing"]["count"], players))


def fewest_to_pass(variant: Variant, players: int) -> int:
    """Give the number of cards that a seat must pass at the least (R2.4)."""
    at_least = for_count(variant["passing"]["at_least"], players)
    return most_to_pass(variant, players) if at_least == "count" else int(at_least)


def offset_of(direction: str | int, players: int) -> int:
    """Turn a direction's word or number into an offset from 0 to players - 1 (R2.2)."""
    if direction == "hold":
        return 0
    if direction == "left":
        return 1
    if direction == "right":
        return players - 1
    if direction == "across":
        if players % 2 == 1:
            message = f"nobody sits across from a seat among {players} players (R2.2)"
            raise ValueError(message)
        return players // 2
    return int(direction) % players


def pass_offset(variant: Variant, players: int, deal_number: int) -> int:
    """Give the offset, 0 to players - 1, of this deal's pass; 0 is no passing (R2.1, R2.2, R2.3).

    The cycle moves on with every deal of the game (R2.5); a count of 0 means that nobody passes.
    """
    if most_to_pass(variant, players) == 0:
        return 0
    cycle = for_count(variant["passing"]["cycle"], players)
    return offset_of(cycle[(deal_number - 1) % len(cycle)], players)


def legal_to_pass(variant: Variant, players: int, hand: Sequence[str], chosen_cards: Sequence[str]) -> bool:
    """Say whether a seat with this hand may pass just these cards (R2.4)."""
    if len(set(chosen_cards)) != len(chosen_cards):
        return False
    if any(card not in hand for card in chosen_cards):
        return False
    fewest = fewest_to_pass(variant, players)
    if not fewest <= len(chosen_cards) <= most_to_pass(variant, players):
        return False
    locked = read_cards(variant["passing"]["locked"])
    free_in_hand = [card for card in hand if card not in locked]
    locked_chosen = [card for card in chosen_cards if card in locked]
    locked_needed = max(0, fewest - len(free_in_hand))
    return len(locked_chosen) <= locked_needed


def apply_passes(hands: Sequence[Sequence[str]], passes: Sequence[Sequence[str]], offset: int) -> list[list[str]]:
    """Move all passes at once: seat i gives its cards to seat i + offset (R2.1)."""
    players = len(hands)
    after = [[card for card in hands[seat] if card not in passes[seat]] for seat in range(players)]
    for seat in range(players):
        after[(seat + offset) % players].extend(passes[seat])
    return after


# --- The play of the cards -----------------------------------------------------------------------


def opening_card(variant: Variant, players: int) -> str | None:
    """Give the card whose holder leads first, or None if the eldest hand leads (R3.1)."""
    leader: str = variant["opening"]["leader"]
    if leader == "eldest":
        return None
    if leader == "lowest-club":
        return next(card for card in pack(variant, players) if suit_of(card) == "C")
    return read_card(leader)


def trick_winner(leader: int, cards: Mapping[int, str]) -> int:
    """Give the seat with the highest card of the suit led; there are no trumps (R5.2)."""
    winner = leader
    for seat, card in cards.items():
        follows = suit_of(card) == suit_of(cards[leader])
        if follows and rank_value(card) > rank_value(cards[winner]):
            winner = seat
    return winner


@dataclass(frozen=True)
class OracleTrick:
    """A whole trick: who led, each seat's card in the order of play, and who won it."""

    leader: int
    cards: dict[int, str]
    winner: int


class OracleDeal:
    """The play of one deal, from the hands after passing to the last trick.

    Hands may be of unequal size (after passing fewer cards than the count, R2.4): a seat without
    cards is passed over, and the deal ends when all hands are empty.
    """

    def __init__(self, variant: Variant, players: int, hands: Sequence[Sequence[str]], dealer: int) -> None:
        """Begin the play with these hands; the opening leader is on turn."""
        self.variant = variant
        self.players = players
        self.hands: list[list[str]] = [list(hand) for hand in hands]
        self.dealer = dealer
        self.tricks: list[OracleTrick] = []
        self.open_trick: dict[int, str] = {}
        self.taken: list[list[str]] = [[] for _ in range(players)]
        self.seat_to_play: int | None = self._opening_leader()
        self._in_trick = self._seats_with_cards()

    @property
    def tricks_won(self) -> list[int]:
        """How many tricks each seat has won."""
        winners = [trick.winner for trick in self.tricks]
        return [winners.count(seat) for seat in range(self.players)]

    def cards_played(self) -> list[str]:
        """Give all cards played in this deal, those of the open trick too."""
        played = [card for trick in self.tricks for card in trick.cards.values()]
        return played + list(self.open_trick.values())

    def cards_led(self) -> list[str]:
        """Give the first card of each trick, of the open one too."""
        led = [trick.cards[trick.leader] for trick in self.tricks]
        return led + list(self.open_trick.values())[:1]

    def hearts_broken(self) -> bool:
        """Say whether a card of the breaking set was played, or a heart was led (R6.1)."""
        breaking = read_cards(self.variant["hearts"]["broken_by"])
        if any(card in breaking for card in self.cards_played()):
            return True
        return any(suit_of(card) == "H" for card in self.cards_led())

    def legal(self) -> list[str]:
        """Give the cards that the seat on turn may play; empty only when all is played."""
        if self.seat_to_play is None:
            return []
        hand = list(self.hands[self.seat_to_play])
        return self._legal_lead(hand) if not self.open_trick else self._legal_answer(hand)

    def play(self, card: str) -> None:
        """Play a card for the seat on turn."""
        seat = self.seat_to_play
        if seat is None or card not in self.legal():
            message = f"{card} is not legal for seat {seat}"
            raise ValueError(message)
        self.hands[seat].remove(card)
        self.open_trick[seat] = card
        if len(self.open_trick) == len(self._in_trick):
            self._end_trick()
        else:
            self.seat_to_play = self._first_from(seat + 1, self._in_trick)

    def _seats_with_cards(self) -> list[int]:
        """Give the seats that hold a card now."""
        return [seat for seat in range(self.players) if self.hands[seat]]

    def _first_from(self, start: int, seats: Sequence[int]) -> int | None:
        """Give the first of these seats clockwise from a start, itself included."""
        for step in range(self.players):
            seat = (start + step) % self.players
            if seat in seats:
                return seat
        return None

    def _opening_leader(self) -> int | None:
        """Find who leads trick 1, by the hands after passing (R3.1)."""
        if not self._seats_with_cards():
            return None
        wanted = opening_card(self.variant, self.players)
        if wanted is None:
            return self._first_from(self.dealer + 1, self._seats_with_cards())
        for seat in range(self.players):
            if wanted in self.hands[seat]:
                return seat
        message = f"nobody holds the opening card {wanted}"
        raise ValueError(message)

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads the next (R5.2, R7.2)."""
        cards = self.open_trick
        leader = next(iter(cards))
        winner = trick_winner(leader, cards)
        self.tricks.append(OracleTrick(leader, cards, winner))
        self.taken[winner].extend(cards.values())
        self.open_trick = {}
        self._in_trick = self._seats_with_cards()
        self.seat_to_play = self._first_from(winner, self._in_trick)

    def _legal_lead(self, hand: list[str]) -> list[str]:
        """Give the cards that may be led (R3.2, R4.1, R6.2, R6.4), in that order of weight."""
        cards = self._keep_opening(hand)
        cards = self._drop_barred(cards)
        cards = self._drop_unbroken_hearts(cards, hand)
        return self._drop_locked_queen(cards)

    def _legal_answer(self, hand: list[str]) -> list[str]:
        """Give the cards that may be played to a lead: the suit led, if held (R5.1)."""
        led = suit_of(next(iter(self.open_trick.values())))
        same_suit = [card for card in hand if suit_of(card) == led]
        if same_suit:
            return same_suit
        return self._queen_discard(self._drop_barred(hand))

    def _keep_opening(self, cards: list[str]) -> list[str]:
        """Keep what may open trick 1: the opening card, or its suit, or any card (R3.2)."""
        wanted = opening_card(self.variant, self.players)
        rule = self.variant["opening"]["card"]
        if self.tricks or wanted is None or rule == "any":
            return cards
        if rule == "that-card":
            return [card for card in cards if card == wanted]
        return [card for card in cards if suit_of(card) == suit_of(wanted)]

    def _drop_barred(self, cards: list[str]) -> list[str]:
        """Drop the cards barred from trick 1, unless there are no others (R4.1 to R4.4)."""
        if self.tricks:
            return cards
        barred = read_cards(self.variant["first_trick"]["barred"])
        return unless_empty([card for card in cards if card not in barred], cards)

    def _queen_discard(self, cards: list[str]) -> list[str]:
        """Hold a discard to the queen's rule: at the first chance, or when broken (R5.3)."""
        queen = read_cards(self.variant["queen"]["card"])
        rule = self.variant["queen"]["discard"]
        if rule == "first-chance":
            return unless_empty([card for card in cards if card in queen], cards)
        if rule == "when-broken" and not self.hearts_broken():
            return unless_empty([card for card in cards if card not in queen], cards)
        return cards

    def _drop_unbroken_hearts(self, cards: list[str], hand: list[str]) -> list[str]:
        """Drop hearts from a lead while unbroken, unless there is nothing else (R6.2, R6.3)."""
        rules = self.variant["hearts"]
        if rules["lead"] == "any-time" or self.hearts_broken():
            return cards
        queen = read_cards(self.variant["queen"]["card"])
        hearts_and_queen_only = all(suit_of(card) == "H" or card in queen for card in hand)
        if rules["with_queen"] == "either" and hearts_and_queen_only:
            return cards
        return unless_empty([card for card in cards if suit_of(card) != "H"], cards)

    def _drop_locked_queen(self, cards: list[str]) -> list[str]:
        """Drop a locked queen from a lead while hearts are unbroken, hand permitting (R6.4)."""
        if self.variant["queen"]["lead"] == "any-time" or self.hearts_broken():
            return cards
        queen = read_cards(self.variant["queen"]["card"])
        return unless_empty([card for card in cards if card not in queen], cards)


def unless_empty(wished: list[str], instead: list[str]) -> list[str]:
    """Give the wished cards, or the others if there are none: nobody is stuck (R4.3)."""
    return wished or instead


# --- The score of a deal -------------------------------------------------------------------------


@dataclass(frozen=True)
class OracleScores:
    """What a deal is worth.

    ``card_points`` and ``trick_points`` are the plain points by seat, before moon and bonuses.
    ``kind`` is "moon", "sun" or None; ``shooters`` are the seats that shot. ``style`` is "old" or
    "new" for a moon whose scoring is settled. ``chooser`` is the seat whose choice is still
    awaited; while there is one, ``scores`` is None.
    """

    card_points: tuple[int, ...]
    trick_points: tuple[int, ...]
    kind: str | None
    shooters: tuple[int, ...]
    style: str | None
    chooser: int | None
    scores: tuple[int, ...] | None

    @property
    def needs_choice(self) -> bool:
        """Whether the shooter has yet to choose how the moon is scored (R8.2)."""
        return self.chooser is not None


def points_of_cards(variant: Variant, taken: Sequence[Sequence[str]]) -> list[int]:
    """Give the values of the cards that each seat took (R7.2)."""
    return [sum(card_value(variant, card) for card in pile) for pile in taken]


def points_of_tricks(variant: Variant, tricks_won: Sequence[int]) -> list[int]:
    """Give the points of the tricks themselves, where a variant values them."""
    per_trick = int(variant["values"].get("tricks", 0))
    return [per_trick * won for won in tricks_won]


def points_of_bonus_cards(variant: Variant, taken: Sequence[Sequence[str]]) -> list[int]:
    """Give the (negative) values of the bonus cards that each seat took (R8.4)."""
    return [sum(min(0, card_value(variant, card)) for card in pile) for pile in taken]


def hearts_in(taken: Sequence[Sequence[str]]) -> list[int]:
    """Count the cards of the heart suit that each seat took (R9.6)."""
    return [sum(1 for card in pile if suit_of(card) == "H") for pile in taken]


def teams_of(variant: Variant, players: int) -> list[list[int]]:
    """Give the teams; a seat that is in none is a team of its own (R10.1)."""
    teams = [sorted(team) for team in variant["partners"]["teams"]]
    in_a_team = [seat for team in teams for seat in team]
    return teams + [[seat] for seat in range(players) if seat not in in_a_team]


def team_of(variant: Variant, players: int, seat: int) -> list[int]:
    """Give the team that a seat is in (R10.1)."""
    return next(team for team in teams_of(variant, players) if seat in team)


def sun_shooter(variant: Variant, tricks_won: Sequence[int]) -> int | None:
    """Give the seat that took every trick, where a sun counts (R8.5)."""
    if int(variant["sun"]["value"]) <= 0:
        return None
    for seat, won in enumerate(tricks_won):
        if won > 0 and won == sum(tricks_won):
            return seat
    return None


def moon_set(variant: Variant, players: int) -> list[str]:
    """Give the cards that make a moon: the penalty cards, and bonus cards if so said (R8.1)."""
    cards = penalty_cards(variant, players)
    if variant["moon"]["bonus"] != "outside":
        cards = cards + bonus_cards(variant, players)
    return cards


def moon_shooters(variant: Variant, players: int, taken: Sequence[Sequence[str]]) -> list[int]:
    """Give the seat that took the whole moon set, or the team that did (R8.1, R10.2).

    A set without cards is shot by nobody.
    """
    wanted = moon_set(variant, players)
    if variant["moon"]["style"] == "none" or not wanted:
        return []
    for seat in range(players):
        if all(card in taken[seat] for card in wanted):
            return [seat]
    if variant["partners"]["together"]:
        for team in teams_of(variant, players):
            team_pile = [card for seat in team for card in taken[seat]]
            if all(card in team_pile for card in wanted):
                return team
    return []


def moon_value(variant: Variant, players: int) -> int:
    """Give what a moon is worth: all the penalty cards, or a stated number (R8.3)."""
    value = variant["moon"]["value"]
    if value == "penalties":
        return sum(card_value(variant, card) for card in penalty_cards(variant, players))
    return int(value)


def seats_spared(variant: Variant, players: int, shooters: Sequence[int]) -> list[int]:
    """Give the seats that a moon or sun doesn't charge: shooters, maybe the partner (R10.2)."""
    if variant["partners"]["moon"] == "charged":
        return list(shooters)
    return team_of(variant, players, shooters[0])


def charge_others(variant: Variant, players: int, shooters: Sequence[int], value: int) -> list[int]:
    """Charge each seat that is not spared; the shooters get 0 (R8.2 old, R8.5)."""
    spared = seats_spared(variant, players, shooters)
    return [0 if seat in spared else value for seat in range(players)]


def credit_shooter(players: int, shooters: Sequence[int], value: int) -> list[int]:
    """Take the value off the shooter, or off the team's lowest seat; others 0 (R8.2 new)."""
    return [-value if seat == min(shooters) else 0 for seat in range(players)]


def no_tricks_points(variant: Variant, tricks_won: Sequence[int], shot: bool) -> list[int]:
    """Give the bonus for taking no trick; a moon or sun voids it unless it is kept (R8.6)."""
    bonus = int(variant["no_tricks"]["bonus"])
    if shot and not variant["no_tricks"]["with_moon"]:
        bonus = 0
    return [bonus if won == 0 else 0 for won in tricks_won]


def add_by_seat(*lists: Sequence[int]) -> list[int]:
    """Add lists of points seat by seat."""
    return [sum(points) for points in zip(*lists, strict=True)]


def scores_of_shot(
    variant: Variant,
    taken: Sequence[Sequence[str]],
    tricks_won: Sequence[int],
    shot_points: Sequence[int],
) -> list[int]:
    """Give the final scores of a deal with a moon or sun worth these points (R8.4, R8.6).

    The bonus cards score on top unless the moon absorbs them; tricks always count.
    """
    bonus_points = points_of_bonus_cards(variant, taken)
    if variant["moon"]["bonus"] == "absorbed":
        bonus_points = [0 for _ in taken]
    return add_by_seat(
        shot_points,
        bonus_points,
        points_of_tricks(variant, tricks_won),
        no_tricks_points(variant, tricks_won, shot=True),
    )


def plain_scores(variant: Variant, taken: Sequence[Sequence[str]], tricks_won: Sequence[int]) -> list[int]:
    """Give the final scores of a deal in which nobody shot (R7.2, R7.3, R8.6)."""
    return add_by_seat(
        points_of_cards(variant, taken),
        points_of_tricks(variant, tricks_won),
        no_tricks_points(variant, tricks_won, shot=False),
    )


def deal_scores(
    variant: Variant,
    players: int,
    taken: Sequence[Sequence[str]],
    tricks_won: Sequence[int],
    totals_before: Sequence[int],
    deal_number: int,
    hearts_taken_before: Sequence[int],
    choice: str | None = None,
) -> OracleScores:
    """Score a whole deal (R7, R8, R10.2).

    ``choice`` is the shooter's "old" or "new"; it is looked at only if there is a choice to make.
    """
    shooter = sun_shooter(variant, tricks_won)
    if shooter is not None:
        charged = charge_others(variant, players, [shooter], int(variant["sun"]["value"]))
        scores = scores_of_shot(variant, taken, tricks_won, charged)
        return outcome(variant, taken, tricks_won, scores, kind="sun", shooters=[shooter])
    shooters = moon_shooters(variant, players, taken)
    if not shooters:
        scores = plain_scores(variant, taken, tricks_won)
        return outcome(variant, taken, tricks_won, scores)

    value = moon_value(variant, players)
    charged = charge_others(variant, players, shooters, value)
    old_scores = scores_of_shot(variant, taken, tricks_won, charged)
    old_loses = old_would_lose(
        variant,
        players,
        min(shooters),
        after_deal(variant, totals_before, old_scores),
        deal_number,
        add_by_seat(hearts_taken_before, hearts_in(taken)),
    )
    style = moon_style(variant, players, shooters, old_loses, choice)
    if style is None:
        return outcome(variant, taken, tricks_won, None, kind="moon", shooters=shooters)
    credited = credit_shooter(players, shooters, value)
    new_scores = scores_of_shot(variant, taken, tricks_won, credited)
    scores = old_scores if style == "old" else new_scores
    return outcome(variant, taken, tricks_won, scores, "moon", shooters, style)


def outcome(
    variant: Variant,
    taken: Sequence[Sequence[str]],
    tricks_won: Sequence[int],
    scores: Sequence[int] | None,
    kind: str | None = None,
    shooters: Sequence[int] = (),
    style: str | None = None,
) -> OracleScores:
    """Put a deal's result together; without scores the lowest shooter has yet to choose (R8.2)."""
    return OracleScores(
        card_points=tuple(points_of_cards(variant, taken)),
        trick_points=tuple(points_of_tricks(variant, tricks_won)),
        kind=kind,
        shooters=tuple(shooters),
        style=style,
        chooser=min(shooters) if scores is None else None,
        scores=None if scores is None else tuple(scores),
    )


def old_would_lose(
    variant: Variant,
    players: int,
    shooter: int,
    totals_if_old: Sequence[int],
    deal_number: int,
    hearts_taken: Sequence[int],
) -> bool:
    """Say whether old scoring would end the game without the shooter among its winners (R8.2)."""
    over, winners = game_state(variant, players, totals_if_old, deal_number, hearts_taken)
    return over and shooter not in winners


def moon_style(
    variant: Variant,
    players: int,
    shooters: Sequence[int],
    old_loses: bool,
    choice: str | None,
) -> str | None:
    """Settle how a moon is scored, "old" or "new"; None while a choice is awaited (R8.2, R10.2)."""
    if choice not in (None, "old", "new"):
        message = f"not a way to score a moon: {choice!r}"
        raise ValueError(message)
    solo = len(shooters) == 1
    has_partner = len(team_of(variant, players, shooters[0])) > 1
    if solo and has_partner and variant["partners"]["moon"] == "new":
        return "new"
    style: str = variant["moon"]["style"]
    if style in ("old", "new"):
        return style
    if style == "choice":
        return choice
    if not old_loses:
        return "old"
    return "new" if style == "auto" else choice


# --- The game ------------------------------------------------------------------------------------


def after_deal(variant: Variant, totals: Sequence[int], scores: Sequence[int]) -> list[int]:
    """Add a deal's scores to all totals: then the exact-score rule, then the floor (R9.1)."""
    rules = variant["end"]
    exact = {int(number): int(becomes) for number, becomes in rules["exact"].items()}
    after = []
    for total in add_by_seat(totals, scores):
        new_total = exact.get(total, total)
        if rules["floor"] != "none":
            new_total = max(int(rules["floor"]), new_total)
        after.append(new_total)
    return after


def end_reached(variant: Variant, players: int, totals: Sequence[int], deal_number: int) -> bool:
    """Say whether a total is at the target, or past it, or the deals are all played (R9.2)."""
    rules = variant["end"]
    if rules["deals"] != "none" and deal_number >= int(rules["deals"]):
        return True
    if rules["target"] == "none":
        return False
    tested = list(totals)
    if variant["partners"]["end_test"] == "team":
        tested = [sum(totals[seat] for seat in team) for team in teams_of(variant, players)]
    if rules["target_test"] == "exceeded":
        return any(total > int(rules["target"]) for total in tested)
    return any(total >= int(rules["target"]) for total in tested)


def best_teams(variant: Variant, players: int, totals: Sequence[int]) -> list[list[int]]:
    """Give the teams (or single seats) with the best sum of totals (R9.5, R10.1)."""
    teams = teams_of(variant, players)
    sums = [sum(totals[seat] for seat in team) for team in teams]
    best = max(sums) if variant["end"]["winner"] == "highest" else min(sums)
    return [team for team, total in zip(teams, sums, strict=True) if total == best]


def game_state(
    variant: Variant,
    players: int,
    totals: Sequence[int],
    deal_number: int,
    hearts_taken: Sequence[int],
) -> tuple[bool, tuple[int, ...]]:
    """Say whether the game is over after this deal, and who has won (R9.2, R9.5, R9.6, R10.1).

    ``hearts_taken`` counts the heart cards of each seat over the game, this deal's among them.
    While the game goes on there are no winners.
    """
    if not end_reached(variant, players, totals, deal_number):
        return False, ()
    tied = best_teams(variant, players, totals)
    rule = variant["end"]["tie"]
    if rule == "continue" and len(tied) > 1:
        return False, ()
    if rule == "fewest-hearts":
        hearts = [sum(hearts_taken[seat] for seat in team) for team in tied]
        tied = [team for team, count in zip(tied, hearts, strict=True) if count == min(hearts)]
    return True, tuple(sorted(seat for team in tied for seat in team))
