"""What stands round the map: the year, the phases, Action Points, the turns, the score, trays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.face import Choice
from ludus.core.models import Dashboard, Level, Meter, Mode, Scale, Steps
from ludus.core.protocol import Decision
from ludus.core.text import roman
from ludus.games.agricola.face import battle
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.trays import trays
from ludus.games.agricola.ids import (
    AP_MENU,
    CALEDONIAN,
    FOR_POINTS,
    MARCH_MENU,
    NONE,
    PLAYER_TURN,
    RALLY_MENU,
    RECRUIT_MENU,
    ROLL,
    ROMAN,
    SUPPLY_MENU,
    WINTER,
)

PHASES: Final = ("points", "recruit", "march", "supply", "rally")
PHASE_OF: Final = {AP_MENU: 0, RECRUIT_MENU: 1, MARCH_MENU: 2, SUPPLY_MENU: 3, RALLY_MENU: 4}
AFTER: Final = (0, 0, 1, 2, 3, 3, 3, 4, 4)
"""The phase that is going on, by the step that comes next in a player's turn."""
POINTS: Final = ("points_0", "points_1")
LOWEST: Final = -30
MOST: Final = 30
"""What the scale shows at its ends."""
LEGEND: Final = ("fog", "stop", "swords", "hungry", "fed")
"""Icons that need a word of explanation."""


def dashboard_of(
    context: Context, decision: Decision | None, choices: Sequence[Choice]
) -> Dashboard:
    words = context.words
    return Dashboard(
        turn=_turn(context),
        steps=_steps(context),
        supply=_supply(context),
        scale=_scale(context),
        trays=trays(context, decision, choices),
        modes=_modes(context, choices),
        legend=tuple((icon, words.text(f"legend.{icon}")) for icon in LEGEND),
        moment=battle.open_battle(context, decision),
    )


def _turn(context: Context) -> str:
    view, words = context.view, context.words
    if not view.turn:
        return words.text("dashboard.before")
    last = context.names.contents.tables.turns.last
    year = context.names.year(view.turn)
    return words.text("dashboard.turn", n=roman(view.turn), last=roman(last), year=year)


def _steps(context: Context) -> Steps | None:
    """The phases of a player's turn; in winter who goes into quarters."""
    view, words = context.view, context.words
    frames = view.questions
    if any(frame.phase == WINTER for frame in frames):
        side = next(frame.side for frame in frames if frame.phase == WINTER)
        names = tuple(words.text(f"step.winter.{each}") for each in (ROMAN, CALEDONIAN))
        return Steps(names, 0 if side == ROMAN else 1)
    if not any(frame.phase == PLAYER_TURN for frame in frames):
        return None
    names = tuple(words.text(f"step.{phase}") for phase in PHASES)
    for frame in frames:
        if frame.phase in PHASE_OF:
            return Steps(names, PHASE_OF[frame.phase])
        if frame.phase == ROLL and frame.step == FOR_POINTS:
            return Steps(names, 0)
    turn = next(frame for frame in frames if frame.phase == PLAYER_TURN)
    return Steps(names, AFTER[min(turn.step, len(AFTER) - 1)])


def _supply(context: Context) -> tuple[Meter, ...]:
    """Action Points of both sides, the viewer's first; then the turns, the winters among them."""
    view, words, names = context.view, context.words, context.names
    if not view.turn:
        return _before(context)
    most = names.contents.tables.points.most
    first = view.side if view.side != NONE else ROMAN
    points = [
        Meter(
            f"ap-{side}",
            "ap",
            words.text(f"meter.{'own_points' if side == view.side else POINTS[side]}"),
            view.points[side],
            most=most,
            mark=side ^ view.flip,
            tone="" if view.points[side] else "faded",
        )
        for side in (first, 1 - first)
    ]
    return (*points, *_turns(context))


def _before(context: Context) -> tuple[Meter, ...]:
    """While the sides set up: how many units still wait for a place."""
    view, words = context.view, context.words
    waiting = view.limbo[view.side] if view.side != NONE else sum(view.limbo)
    if view.side != NONE:
        waiting += sum(1 for place in view.at[view.side] if place == context.board.limbo)
    meter = Meter("to-place", "recruits", words.text("meter.to_place"), waiting)
    return (meter, *_turns(context))


def _turns(context: Context) -> tuple[Meter, ...]:
    view, words, names = context.view, context.words, context.names
    turns = names.contents.tables.turns
    return tuple(
        Meter(
            f"turn-{turn}",
            "snow" if turn in turns.winters else "",
            words.text(
                "name.winter_slot" if turn in turns.winters else "name.summer_slot",
                n=roman(turn),
                year=names.year(turn),
            ),
            turn,
            shown=" " if turn in turns.winters else roman(turn),
            tone="good" if turn == view.turn else "faded" if turn < view.turn else "",
            group=3,
            place=f"turn-{turn}",
        )
        for turn in range(1, turns.last + 1)
    )


def _scale(context: Context) -> Scale | None:
    """Roman points less Caledonian ones, on a bar with the four levels of victory."""
    view, words = context.view, context.words
    if not view.turn:
        return None
    levels = context.names.contents.tables.level
    roman_seat, tribe_seat = ROMAN ^ view.flip, CALEDONIAN ^ view.flip
    stretches = [
        Level(
            LOWEST if level.from_ is None else level.from_,
            words.text(f"level.{level.key}"),
            roman_seat if level.winner == "roman" else tribe_seat,
            level.key in ("decisive", "imperial"),
        )
        for level in reversed(levels)
    ]
    return Scale(
        "balance",
        "vp",
        words.text("meter.balance"),
        sum(view.score[ROMAN]) - sum(view.score[CALEDONIAN]),
        MOST,
        tuple(stretches),
    )


def _modes(context: Context, choices: Sequence[Choice]) -> tuple[Mode, ...]:
    """What a click on a place means, where it may mean several things."""
    words = context.words
    found = dict.fromkeys(choice.mode for choice in choices if choice.mode)
    keys = [key for key in MODES if key in found]
    if not keys or (len(keys) == 1 and keys[0] not in ASIDE):
        return ()
    if all(key in ASIDE for key in keys):
        # What can be done at any time is never the first thing that a click does.
        keys.insert(0, "")
    return tuple(
        Mode(key or "none", words.text(f"mode.{key or 'none'}"), MODES.get(key, "")) for key in keys
    )


MODES: Final = {
    "march": "march",
    "sail": "sail",
    "step": "steps",
    "dismantle": "unit-praesidium",
    "betray": "eye",
    "reveal": "center",
}
"""The ways to use a place, in order, each with its icon."""
ASIDE: Final = frozenset(("dismantle", "betray", "reveal"))
"""Those that spend something for good; they are never the first."""
