"""The attack of the Picts, card by card: arrows against cohorts, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from ludus.core.actions import Action
from ludus.core.models import Column, Meter, Moment, Side, Steps, Tone, Turned, bits_of
from ludus.core.protocol import Decision, Event
from ludus.core.svg import el, num
from ludus.core.text import Sentence, Words, joined, roman
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.names import Names
from ludus.games.hadrians_wall.ids import (
    ATTACK,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    FAVOUR,
    IGNORED,
    MEDIATION,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of, breaches, settle
from ludus.games.hadrians_wall.mechanics.points import total

STEP: Final = 52
"""From one shield to the next."""
TOP: Final = 70
WIDE, HIGH = 42, 56
BROWN, RED, GREY, GREEN = "#6b5b3e", "#b5382a", "#8a8478", "#2f6a4f"


def standing(context: Context, seat: int) -> tuple[int, int, int]:
    """What gets through of the cards turned so far, and the Disdain and Valour of that."""
    through = breaches(context.sheets[seat], context.arrows())
    flag = context.board.flag[context.view.year]
    disdain = min(through, flag)
    return through, disdain, flag - disdain


def spent(sheet: Sheet, action: Action) -> Sheet:
    """The sheet after a Favour is spent on a card; the same sheet for facing the attack."""
    after = sheet[:]
    if action.verb == "ignore":
        cohort = action.arg % COHORTS
        after[IGNORED + cohort] += 1
        after[FAVOUR if action.arg < COHORTS else MEDIATION + cohort] -= 1
    return after


def outcome(context: Context, sheet: Sheet) -> tuple[int, int, int, int]:
    """If the attack takes effect now: through, Disdain and Valour gained, points after it."""
    board, after = context.board, sheet[:]
    flag = board.flag[context.view.year]
    through, disdain = settle(board, after, context.arrows(), flag, None)
    return through, disdain, flag - disdain, total(board, after)


@dataclass(frozen=True, slots=True)
class Onslaught:
    """An attack on one seat as far as it has come: cards in order, shields and spent Favours."""

    year: int
    cards: tuple[int, ...]
    to_come: int
    shields: tuple[int, ...]
    ignored: tuple[int, ...]

    def arrows(self, board: Board) -> list[int]:
        return arrows_of(board, self.cards)


def told(names: Names, event: Event) -> Moment:
    """How an attack ended for a seat, from the event that tells it."""
    words = names.words
    onslaught = Onslaught(
        event.number("year"),
        tuple(event.numbers("cards")),
        0,
        tuple(event.numbers("cohorts")),
        tuple(event.numbers("ignored")),
    )
    trace = event.numbers("trace")
    counts = [event.number(key) for key in ("through", "disdain", "valour")]
    return msgspec.structs.replace(
        _moment(names, onslaught, 2),
        key=f"attack-outcome-{event.number('year')}",
        tone="bad" if counts[1] else "good",
        verdict=_verdict(words, *counts),
        follows=(words.say("attack.brings", gains=names.gains(trace)),) if trace else (),
    )


def moment(context: Context, seat: int, decision: Decision | None) -> Moment | None:
    """The attack as it stands for a seat; None at other times."""
    view, words = context.view, context.words
    question = view.question
    if question is None or not context.under_attack:
        return None
    to_come = question.about if question.phase == ATTACK else 0
    sheet = context.sheets[seat]
    onslaught = Onslaught(
        view.year,
        view.attack,
        to_come,
        tuple(sheet[COHORT : COHORT + COHORTS]),
        tuple(sheet[IGNORED : IGNORED + COHORTS]),
    )
    own = decision is not None and decision.prompt == "defence"
    at = 0 if to_come else 1 if own or seat in view.waiting else 2
    return msgspec.structs.replace(
        _moment(context.names, onslaught, at),
        verdict=_verdict(words, *standing(context, seat)),
        columns=_columns(context, seat, decision, bool(to_come)),
    )


def _moment(names: Names, onslaught: Onslaught, at: int) -> Moment:
    words, board = names.words, names.board
    turned = len(onslaught.cards)
    whole = turned + onslaught.to_come
    steps = [words.text("attack.arrows", n=turned, of=whole)]
    steps += [words.text("attack.favours"), words.text("attack.outcome")]
    return Moment(
        f"attack-{onslaught.year}",
        words.text("attack.title"),
        icon="pict-centre",
        note=words.text("attack.note", year=roman(onslaught.year), n=whole),
        tone="bad",
        clause="hw.attack.7",
        steps=Steps(tuple(steps), at),
        cards=tuple(_cards(names, onslaught)),
        row_label=words.text("attack.turned", n=turned, of=whole),
        stake=str(board.flag[onslaught.year]),
        stake_label=words.text("attack.stake"),
        sides=tuple(_side(names, onslaught, cohort) for cohort in range(COHORTS)),
    )


def _cards(names: Names, onslaught: Onslaught) -> Iterator[Turned]:
    """The cards in order. A Favour stops the last arrow at its cohort, as on the shields."""
    words, board = names.words, names.board
    back = (words.icon("fate"),)
    left = list(onslaught.ignored)
    found: list[Turned] = []
    for card in reversed(onslaught.cards):
        pointed = board.fate_arrows[card]
        stopped = [cohort for cohort in pointed if left[cohort]]
        for cohort in stopped:
            left[cohort] -= 1
        shown = [(words.icon(f"pict-{COHORT_KEYS[cohort]}"),) for cohort in pointed]
        whole = bool(pointed) and len(stopped) == len(pointed)
        found.append(Turned(joined(shown, " ") or back, stopped="favour" if whole else ""))
    found.reverse()
    if found and onslaught.to_come:
        found[-1] = msgspec.structs.replace(found[-1], latest=True)
    yield from found
    yield from [Turned(back, down=True)] * onslaught.to_come


def _verdict(words: Words, through: int, disdain: int, valour: int) -> Sentence:
    key = "attack.breaks" if through else "attack.holds"
    return words.say(key, through=through, disdain=disdain, valour=valour)


# Flanks ------------------------------------------------------------------------------------------


def _side(names: Names, onslaught: Onslaught, cohort: int) -> Side:
    words, board = names.words, names.board
    arrows = onslaught.arrows(board)[cohort]
    shields, ignored = onslaught.shields[cohort], onslaught.ignored[cohort]
    beyond = max(0, arrows - shields - ignored)
    tone: Tone = "bad" if beyond else "good" if arrows else ""
    key = "through" if beyond else "held" if arrows else "quiet"
    cards = onslaught.cards if onslaught.to_come else ()
    latest = bool(cards) and cohort in board.fate_arrows[cards[-1]]
    held, spare = min(arrows, shields), max(0, shields - arrows)
    name = COHORT_KEYS[cohort]
    return Side(
        bits_of(words.text(f"cohort.{name}")),
        icon=f"pict-{name}",
        badge=words.text(f"attack.{key}", n=beyond or held, spare=spare),
        tone=tone,
        art=_art(shields, arrows, ignored, latest, board.size[COHORT]),
    )


def _art(shields: int, arrows: int, ignored: int, latest: bool, slots: int) -> str:
    """A row of shields, with an arrow over each that is attacked."""
    count = max(slots, arrows)
    drawn = "".join(_shield(STEP * index + 5, index < shields) for index in range(slots))
    for index in range(arrows):
        x = STEP * index + 5 + WIDE / 2
        if index < shields:
            drawn += _arrow(x, 6, TOP - 8, BROWN) + _badge(x + 19, TOP + 2, GREEN, True)
        elif index >= arrows - ignored:
            drawn += _arrow(x, 6, TOP - 24, GREY) + _favour(x, TOP - 12)
        else:
            drawn += _arrow(x, 20, TOP + 16, RED) + _badge(x + 17, TOP + HIGH - 4, RED, False)
        if latest and index == arrows - 1:
            drawn += el("circle", cx=x, cy=4, r=4, fill="var(--accent,#6b2a4a)")
    return el(
        "svg",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {STEP * count} {TOP + HIGH + 12}",
        aria_hidden="true",
    )


def _shield(x: float, filled: bool) -> str:
    middle, right, bottom = x + WIDE / 2, x + WIDE, TOP + HIGH
    path = (
        f"M{num(x)} {TOP + 4}Q{num(middle)} {TOP - 4} {num(right)} {TOP + 4}"
        f"V{bottom - 4}Q{num(middle)} {bottom + 4} {num(x)} {bottom - 4}Z"
    )
    if not filled:
        return el(
            "path",
            d=path,
            fill="var(--card,#fffaf0)",
            stroke="var(--line,#b99d64)",
            stroke_width=2,
            stroke_dasharray="4 3",
        )
    y = TOP + HIGH / 2
    rays = (
        f"M{num(x + 6)} {num(y)}h{WIDE - 12}M{num(middle)} {TOP + 7}v{HIGH - 14}"
        f"M{num(x + 9)} {TOP + 12}L{num(right - 9)} {bottom - 12}"
        f"M{num(right - 9)} {TOP + 12}L{num(x + 9)} {bottom - 12}"
    )
    return (
        el("path", d=path, fill="#8e2a1f", stroke="#2b2118", stroke_width=2)
        + el("path", d=rays, fill="none", stroke="#e0a93a", stroke_width=2)
        + el("circle", cx=middle, cy=y, r=7, fill="#e0a93a", stroke="#2b2118", stroke_width=1.6)
    )


def _arrow(x: float, top: float, tip: float, colour: str) -> str:
    shaft = f"M{num(x)} {num(top + 4)}V{num(tip - 6)}"
    feathers = f"M{num(x - 8)} {num(top)}l8 5l8 -5v12l-8 5l-8 -5z"
    head = f"M{num(x - 9)} {num(tip - 14)}l9 5l9 -5l-9 14z"
    return (
        el("path", d=shaft, stroke=colour, stroke_width=5, fill="none")
        + el("path", d=feathers, fill=colour, opacity=0.8)
        + el("path", d=head, fill=colour)
    )


def _badge(x: float, y: float, colour: str, held: bool) -> str:
    mark = "M-4 0l3 3l5 -6" if held else "M-4 -4l8 8M4 -4l-8 8"
    return el(
        "g",
        el("circle", r=9, fill=colour, stroke="#fff6e4", stroke_width=2),
        el(
            "path",
            d=mark,
            fill="none",
            stroke="#fff6e4",
            stroke_width=2.4,
            stroke_linecap="round",
        ),
        transform=f"translate({num(x)} {num(y)})",
    )


def _favour(x: float, y: float) -> str:
    card = el(
        "rect", x=-8, y=-10, width=16, height=20, rx=3, fill=RED, stroke="#2b2118", stroke_width=1.6
    )
    cross = el(
        "path", d="M-4 -4l8 8M4 -4l-8 8", stroke="#fff6e4", stroke_width=3, stroke_linecap="round"
    )
    ring = el(
        "circle", r=17, fill="var(--card,#fffaf0)", stroke="var(--accent,#6b2a4a)", stroke_width=2.6
    )
    return el("g", ring, card, cross, transform=f"translate({num(x)} {num(y)})")


# Ways it can go on -------------------------------------------------------------------------------


def _columns(
    context: Context, seat: int, decision: Decision | None, turning: bool
) -> tuple[Column, ...]:
    words, sheet = context.words, context.sheets[seat]
    if turning:
        now = Column(words.text("attack.so_far"), consequences(context, sheet), chosen=True)
        return (now, _spare(context, sheet), *_favours(context, sheet))
    if decision is None or decision.prompt != "defence" or decision.seat != seat:
        if seat in context.view.waiting:
            return (Column(words.text("attack.so_far"), consequences(context, sheet)),)
        return ()
    ways = [action for action in decision.options if action.verb in ("ignore", "defend")]
    found = [
        Column(way_name(context, action), consequences(context, spent(sheet, action)))
        for action in sorted(ways, key=lambda action: action.verb == "defend")
    ]
    return (*found, *_favours(context, sheet))


def way_name(context: Context, action: Action) -> str:
    """What a player does about the attack, in a few words."""
    if action.verb == "defend":
        return context.words.text("attack.without")
    key = "attack.temple" if action.arg < COHORTS else "attack.diplomat"
    return context.words.text(key, cohort=context.names.cohort(action.arg % COHORTS))


def consequences(context: Context, sheet: Sheet) -> tuple[Meter, ...]:
    """What the attack would bring to a sheet: Disdain, Valour, points."""
    words = context.words
    _, disdain, valour, after = outcome(context, sheet)
    before = total(context.board, sheet)
    return (
        Meter("disdain", "disdain", words.text("part.disdain"), disdain, shown=f"+{disdain}"),
        Meter("valour", "valour", words.text("part.valour"), valour, shown=f"+{valour}"),
        Meter("points", "laurel", words.text("meter.unit"), after, shown=f"{before} → {after}"),
    )


def _spare(context: Context, sheet: Sheet) -> Column:
    """How many more arrows each cohort can stop."""
    words, arrows = context.words, context.arrows()
    meters = [
        Meter(
            f"spare-{key}",
            f"pict-{key}",
            words.text("attack.more", cohort=words.text(f"cohort.{key}")),
            max(0, sheet[COHORT + cohort] - arrows[cohort]),
        )
        for cohort, key in enumerate(COHORT_KEYS)
    ]
    return Column(words.text("attack.to_come"), tuple(meters))


def _favours(context: Context, sheet: Sheet) -> Sequence[Column]:
    """The Favours that are left, by what they can be used on."""
    words = context.words
    meters: list[Meter] = []
    if sheet[FAVOUR]:
        meters.append(Meter("temple", "temple", words.text("attack.any"), sheet[FAVOUR]))
    for cohort, key in enumerate(COHORT_KEYS):
        if sheet[MEDIATION + cohort]:
            label = words.text("attack.only", cohort=words.text(f"cohort.{key}"))
            meters.append(Meter(f"diplomat-{key}", "diplomats", label, sheet[MEDIATION + cohort]))
    return [Column(words.text("attack.yours"), tuple(meters))] if meters else []
