"""The players' panels: what each has to spend, attributes, cohorts; in an attack, how it stands."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.models import Meter
from ludus.games.hadrians_wall.face.attack import standing
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.meters import attributes, cohorts, stock
from ludus.games.hadrians_wall.ids import ACTIVE, COHORT, COHORT_KEYS, IGNORED
from ludus.games.hadrians_wall.mechanics.sheet import favours_left


def panels(context: Context) -> list[Panel]:
    return [_panel(context, seat) for seat in range(context.view.seats)]


def _panel(context: Context, seat: int) -> Panel:
    meters = (
        _defence(context, seat)
        if context.under_attack
        else (*stock(context, seat), *attributes(context, seat, 1), *cohorts(context, seat, 2))
    )
    return Panel(
        seat,
        context.names.of_players[seat],
        context.view.points[seat],
        mark=seat,
        unit=context.words.text("meter.unit"),
        meters=meters,
        note=_note(context, seat),
        state=_state(context, seat),
        about="score-total",
    )


def _note(context: Context, seat: int) -> str:
    """Where the player sits, seen from the viewer."""
    viewer, words = context.view.viewer, context.words
    if not 0 <= viewer < context.view.seats or context.view.seats == 1:
        return ""
    if context.owner(viewer, 0) == seat:
        return words.text("panel.left")
    return words.text("panel.right") if context.owner(viewer, 1) == seat else ""


def _state(context: Context, seat: int) -> str:
    view, words = context.view, context.words
    if context.acting:
        return words.text("panel.acting" if context.sheets[seat][ACTIVE] else "panel.done")
    if context.under_attack:
        return words.text("panel.choosing" if seat in view.waiting else "panel.so_far")
    return words.text("panel.choosing") if seat in view.waiting else ""


def _defence(context: Context, seat: int) -> tuple[Meter, ...]:
    """Cohorts against the arrows turned so far, Favours, and what comes of it."""
    words, sheet = context.words, context.sheets[seat]
    arrows, found = context.arrows(), []
    for cohort, key in enumerate(COHORT_KEYS):
        held = sheet[COHORT + cohort]
        beyond = max(0, arrows[cohort] - sheet[IGNORED + cohort] - held)
        found.append(
            Meter(
                f"cohort-{key}",
                f"pict-{key}",
                words.text(f"track.cohort.{key}"),
                held,
                change=-beyond,
                tone="bad" if beyond else "good" if arrows[cohort] else "",
            )
        )
    found.append(Meter("favour", "favour", words.text("meter.favour"), favours_left(sheet)))
    _, disdain, valour = standing(context, seat)
    for key, count in (("disdain", disdain), ("valour", valour)):
        label = words.text(f"part.{key}")
        found.append(Meter(key, key, label, count, shown=f"+{count}", group=1))
    return tuple(found)
