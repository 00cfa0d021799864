"""Do the results of the deals of a game hold together? Their cards are gone, so this is what can be checked of them."""

from __future__ import annotations

from hearts.engine import kernel
from hearts.engine.ending import Standing, add_scores, find_winners
from hearts.engine.game import DealResult
from hearts.engine.scoring import MoonKind
from hearts.errors import Fault
from hearts.records.wording import in_a_row
from hearts.variant.rules import Rules, resolve
from hearts.variant.sections import MoonStyle
from hearts.variant.variant import Variant

__all__ = ["check_results"]


def check_results(
    variant: Variant, players: int, first_dealer: int, deals: tuple[DealResult, ...], *, may_be_over: bool
) -> list[Fault]:
    """The faults in the results of a game's deals, in order.

    Args:
        variant: The variant.
        players: The number of players.
        first_dealer: The dealer of deal 1.
        deals: The results.
        may_be_over: May the game be over after the last of them?
    """
    rules = resolve(variant, players)
    before = Standing.start(players)
    faults: list[Fault] = []
    for index, result in enumerate(deals):
        path = f"deals.{index}"
        found = _of_result(variant, rules, first_dealer, index, result, path)
        if found:
            return faults + found  # what comes after cannot be told
        totals = add_scores(rules, before.totals, result.scores)
        if result.totals != totals:
            faults.append(Fault(f"{path}.totals", f"they are {in_a_row(result.totals)}", in_a_row(totals)))
        before = before.after(totals, result.hearts_taken)
        if find_winners(rules, before) and not (may_be_over and index == len(deals) - 1):
            faults.append(Fault(path, "the game is over after this deal, and goes on", "no further deal"))
    return faults


def _of_result(
    variant: Variant, rules: Rules, first_dealer: int, index: int, result: DealResult, path: str
) -> list[Fault]:
    """The faults of one result by itself."""
    players = rules.players
    rows = {name: getattr(result, name) for name in ("points", "scores", "totals", "hearts_taken")}
    faults = [
        Fault(f"{path}.{name}", f"there are {len(row)}", f"{players}, one for each seat")
        for name, row in rows.items()
        if len(row) != players
    ]
    expected = {
        "number": index + 1,
        "dealer": (first_dealer + index) % players,
        "pass_offset": rules.offsets[index % len(rules.offsets)],
    }
    faults += [
        Fault(f"{path}.{name}", f"it is {getattr(result, name)}", str(value))
        for name, value in expected.items()
        if getattr(result, name) != value
    ]
    if faults:
        return faults
    return _of_sums(rules, result, path) + (_of_moon(variant, rules, result, path) or _of_scores(rules, result, path))


def _of_sums(rules: Rules, result: DealResult, path: str) -> list[Fault]:
    faults = []
    hearts = rules.hearts.bit_count()
    if sum(result.hearts_taken) != hearts or min(result.hearts_taken) < 0:
        faults.append(Fault(f"{path}.hearts_taken", f"they are {in_a_row(result.hearts_taken)}", f"{hearts} in all"))
    most = rules.hand_size  # tricks: as many as the largest hand has cards, and passing can make one larger
    if result.pass_offset:
        most += rules.pass_count - rules.pass_at_least
    sums = {rules.total + rules.trick_points * tricks for tricks in range(rules.hand_size, most + 1)}
    if sum(result.points) not in sums:
        wanted = " or ".join(map(str, sorted(sums)))
        faults.append(Fault(f"{path}.points", f"they are {in_a_row(result.points)}", f"{wanted} in all"))
    return faults


def _of_moon(variant: Variant, rules: Rules, result: DealResult, path: str) -> list[Fault]:
    """The faults of the moon or sun, if one was made."""
    moon = result.moon
    if moon is None:
        return []
    seat, kind = moon.seat, moon.kind
    made_of = rules.sun_value and rules.pack if kind is MoonKind.SUN else rules.moon_set
    if not made_of:
        return [Fault(f"{path}.moon", f"it is a {kind}", f"none, as the variant has no {kind}")]
    team = tuple(other for other, number in enumerate(rules.team_of) if number == rules.team_of[seat % rules.players])
    makers = {(seat,), team} if rules.together and kind is MoonKind.MOON else {(seat,)}
    if not 0 <= seat < rules.players or moon.seats not in makers or seat != moon.seats[0]:
        wanted = f"a seat from 0 to {rules.players - 1}, or the seats of a team that may shoot together"
        return [Fault(f"{path}.moon", f"it is of seat {seat} and seats {' '.join(map(str, moon.seats))}", wanted)]
    styles: tuple[MoonStyle | None, ...] = (MoonStyle.OLD, MoonStyle.NEW)
    if kind is MoonKind.SUN:
        styles = (None,)
    elif rules.moon_by_seat_is_new and moon.seats != team:
        styles = (MoonStyle.NEW,)
    elif variant.moon.style in styles:
        styles = (variant.moon.style,)
    if moon.style not in styles:
        return [Fault(f"{path}.moon", f"a {kind} has the style {moon.style}", " or ".join(map(str, styles)))]
    hearts = (made_of & rules.hearts).bit_count()
    if sum(result.hearts_taken[maker] for maker in moon.seats) < hearts:
        return [
            Fault(
                f"{path}.moon", f"it is of {in_a_row(moon.seats)}, who took fewer hearts", f"{hearts} hearts at least"
            )
        ]
    return []


def _of_scores(rules: Rules, result: DealResult, path: str) -> list[Fault]:
    """The faults of the scores, as far as they follow from points and moon."""
    moon, base, bonus, unlike = result.moon, result.points, rules.no_tricks, "without a moon"
    if moon is not None:
        if rules.trick_points or (rules.bonus_in_moon and rules.bonuses):
            return []  # who took which tricks and bonus cards is not known any more
        kind = kernel.SUN if moon.kind is MoonKind.SUN else kernel.MOON
        style = kernel.NEW if moon.style is MoonStyle.NEW else kernel.OLD
        nothing, all_in = (0,) * rules.players, (1,) * rules.players
        base = kernel.score(rules, nothing, all_in, kind, moon.seat, len(moon.seats) > 1, style)
        bonus, unlike = bonus * rules.no_tricks_with_moon, f"with the {moon.kind}"
    for seat, score in enumerate(result.scores):
        took = result.hearts_taken[seat] or result.points[seat]
        if score - base[seat] not in (0, 0 if took else bonus):
            return [Fault(f"{path}.scores", f"they are {in_a_row(result.scores)} {unlike}", in_a_row(base))]
    return []
