"""The players' panels: a track of five forts, then counts."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.models import Meter, Tone
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.ids import (
    HIDDEN,
    NONE,
    PLANNING_TIME,
    QUIET,
    STILL,
    TIME_UP,
    WARNED,
    WIN_FORTS,
)

CLOCK_WORDS = {
    PLANNING_TIME: "planning",
    TIME_UP: "late",
    QUIET: "acting",
    STILL: "still",
    WARNED: "warned",
}


def panels(context: Context) -> list[Panel]:
    return [_panel(context, seat) for seat in range(context.view.seats)]


def _panel(context: Context, seat: int) -> Panel:
    view, names, words = context.view, context.names, context.words
    faction = view.faction[seat]
    return Panel(
        seat,
        names.players[seat],
        view.forts[seat],
        mark=seat,
        unit=words.text("panel.unit"),
        meters=meters(context, seat) if view.round and view.alive[seat] else (),
        note=names.faction(faction) if faction != NONE else "",
        state=_state(context, seat),
    )


def meters(context: Context, seat: int) -> tuple[Meter, ...]:
    """Forts on their track; units and what feeds them, coins and income, heroes, missions done."""
    view, words = context.view, context.words
    done = view.done[seat].bit_count()
    held = min(view.forts[seat], WIN_FORTS)
    full: Tone = "warn" if view.units[seat] >= view.quota[seat] else ""

    def label(key: str) -> str:
        return words.text(f"meter.{key}")

    return (
        Meter(
            f"forts-{seat}",
            "fort",
            label("forts"),
            view.forts[seat],
            most=WIN_FORTS,
            mark=seat,
            icons=("fort",) * held + ("no_fort",) * (WIN_FORTS - held),
            tone="good" if view.countdown[seat] else "",
            brief=f"{view.forts[seat]}/{WIN_FORTS}",
        ),
        Meter(
            f"units-{seat}",
            "infantry",
            label("units"),
            view.units[seat],
            most=view.quota[seat],
            shown=f"{view.units[seat]} /{view.quota[seat]}",
            tone=full,
            group=1,
        ),
        Meter(f"food-{seat}", "food", label("food"), view.food[seat], group=1),
        Meter(
            f"coins-{seat}",
            "coin",
            label("coins"),
            view.purse[seat],
            shown=f"{view.purse[seat]} +{view.income[seat]}",
            group=1,
            brief=str(view.purse[seat]),
        ),
        Meter(f"heroes-{seat}", "hero", label("heroes"), view.hand_sizes[seat], group=1),
        Meter(
            f"missions-{seat}",
            "laurel",
            label("missions"),
            done,
            most=context.missions_each,
            group=1,
        ),
    )


def _state(context: Context, seat: int) -> str:
    """What the player is doing: in turn, out, or with five forts."""
    view, words = context.view, context.words
    if not view.round:
        return ""
    if not view.alive[seat]:
        return words.text("panel.out")
    if view.ended:
        return ""
    if view.bids[seat] == HIDDEN:
        return words.text("panel.bid_made")
    if seat == view.in_turn:
        return turn_words(context)
    if view.countdown[seat]:
        return words.text("panel.countdown")
    return ""


def turn_words(context: Context) -> str:
    """What the player in turn is doing, and what the clock does."""
    view = context.view
    key = CLOCK_WORDS.get(view.clock, "acting" if view.acting else "planning_free")
    return context.words.text(f"turn.{key}", n=view.time_limit // 1000)
