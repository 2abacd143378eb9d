"""What stands round the sheets: the Year and its steps, supply, tracks, cards, the attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.face import Choice
from ludus.core.models import Dashboard, Mode, Steps
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, icon_bit, roman
from ludus.games.hadrians_wall.face.attack import moment
from ludus.games.hadrians_wall.face.cards import trays
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.meters import supply, tracks
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ATTACK,
    BATTLE,
    DEAL,
    DEFENCE,
    GOOD,
    ITEM_KEYS,
    LAY,
    NEUTRAL,
    ROADS,
    YEAR_CARD,
    YEARS,
)

STEPS: Final = ("fate", "cards", "income", "actions", "picts")
STEP_OF: Final = {
    YEAR_CARD: 0,
    DEAL: 1,
    LAY: 1,
    NEUTRAL: 1,
    ROADS: 2,
    ACTIONS: 3,
    GOOD: 3,
    BATTLE: 3,
    ATTACK: 4,
    DEFENCE: 4,
}
"""The step of the Year that each phase belongs to."""


def dashboard(context: Context, decision: Decision | None, choices: Sequence[Choice]) -> Dashboard:
    """For the viewer, or for the first seat if a spectator looks on."""
    view, words = context.view, context.words
    seat = view.viewer if 0 <= view.viewer < view.seats else 0
    question = view.question
    year = words.text("card.year", year=roman(view.year))
    lead: Sentence = (icon_bit(f"seal-{view.year}", year),) if view.year else ()
    return Dashboard(
        turn=words.text(
            "dashboard.turn",
            year=roman(view.year),
            years=roman(YEARS),
            difficulty=words.text(f"level.{view.difficulty}"),
        ),
        steps=(
            Steps(tuple(words.text(f"step.{step}") for step in STEPS), STEP_OF[question.phase])
            if question is not None
            else None
        ),
        lead=lead,
        supply=supply(context, seat),
        tracks=tracks(context, seat),
        trays=trays(context, seat, decision.prompt if decision is not None else ""),
        modes=_modes(context, choices),
        moment=moment(context, seat, decision),
    )


def _modes(context: Context, choices: Sequence[Choice]) -> tuple[Mode, ...]:
    """Which worker builds the Fort, where two kinds could."""
    found = {choice.mode: choice.action for choice in choices if choice.mode}
    if len(found) < len(context.board.fort_pay):
        return ()
    return tuple(
        Mode(
            key,
            context.words.text("mode.fort", worker=context.names.worker(worker)),
            icon=ITEM_KEYS[worker],
            note=context.words.text("mode.note"),
        )
        for worker in reversed(context.board.fort_pay)
        for key in (ITEM_KEYS[worker],)
    )
