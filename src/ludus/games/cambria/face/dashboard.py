"""What stands round the board: turn, steps, dice, the switch between warrior and legion."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice
from ludus.core.models import Dashboard, Mode, Steps
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.choices import LEGION, WARRIOR
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import BoardNames, mark_of
from ludus.games.cambria.ids import (
    BOARD,
    DICE,
    DUMMY,
    DUMMY_DIE,
    LAST_FORTS,
    NONE,
    ON_BOARD,
    OPENING,
    OPENING_DIE,
    OPENING_PLACE,
    TURN,
)


def dashboard_of(context: Context, choices: Sequence[Choice]) -> Dashboard:
    view = context.view
    return Dashboard(
        turn=_turn(context),
        steps=_steps(context),
        lead=_lead(context),
        modes=_modes(context, choices),
        progress=_progress(context.names.places, view.captor, view.ended),
        pips=_pips(view.captor, view.seats),
        legend=context.names.places.legend,
    )


def _turn(context: Context) -> str:
    turn = context.view.turn
    return context.words.text("dashboard.turn", number=roman(turn)) if turn else ""


def _steps(context: Context) -> Steps | None:
    """The steps of the turn, or of the opening; none once it is over or while they roll for it."""
    view, words = context.view, context.words
    question = view.question
    if question is None or view.start == NONE:
        return None
    if question.phase in (OPENING, OPENING_DIE, OPENING_PLACE):
        return Steps(_step_names(context, "roll", "place"), int(question.phase == OPENING_PLACE))
    # Before the dice the dummy has its move; a warrior is lifted for the step it stands in.
    dummy = view.players > view.seats
    names = _step_names(context, "roll", "act", "boat")
    names = (words.text("name.dummy"), *names) if dummy else names
    phases = [each.phase for each in view.questions]
    if phases[-1] in (DUMMY, DUMMY_DIE) or question.player == view.seats:
        return Steps(names, 0)
    if phases[0] in (TURN, DICE):
        return Steps(names, int(dummy))
    boat = phases[-1] == BOARD or question.target >= context.board.roads
    return Steps(names, int(dummy) + (2 if boat else 1))


def _step_names(context: Context, *keys: str) -> tuple[str, ...]:
    return tuple(context.words.text(f"step.{key}") for key in keys)


def _lead(context: Context) -> Sentence:
    """The dice that were rolled."""
    question = context.view.question
    faces = (question.die,) if question is not None and question.die else context.view.dice
    return tuple(context.names.die(face) for face in faces)


def _modes(context: Context, choices: Sequence[Choice]) -> tuple[Mode, ...]:
    """The switch, where the dice allow a warrior and the legion."""
    modes = [choice.mode for choice in choices if choice.action.verb != "sail"]
    if WARRIOR not in modes or LEGION not in modes:
        return ()
    words = context.words
    after = words.text("mode.then_boat") if NONE in context.view.boats else ""
    return (
        Mode(
            WARRIOR,
            words.text("mode.warrior"),
            "warrior",
            words.text("mode.roads", count=modes.count(WARRIOR)),
        ),
        Mode(
            LEGION,
            words.text("mode.legion"),
            "eagle",
            words.text("mode.roads", count=modes.count(LEGION)) + after,
        ),
    )


def _progress(places: BoardNames, captors: tuple[int, ...], ended: int) -> Sentence:
    """How near the end is; after it, how many forts somebody got, claims included."""
    words, sites = places.words, places.board.sites
    if ended:
        taken = sum(captor >= 0 for captor in captors)
        return words.say("dashboard.progress_over", taken=taken, sites=sites)
    return words.say("dashboard.progress", fallen=_fallen(captors), most=sites - LAST_FORTS)


def _fallen(captors: Sequence[int]) -> int:
    return sum(captor != ON_BOARD for captor in captors)


def _pips(captors: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Who took the forts, player by player, and how many more end the game."""
    taken = sorted(mark_of(captor, seats) for captor in captors if captor >= 0)
    missing = len(captors) - LAST_FORTS - _fallen(captors)
    return (*taken, *[NONE] * missing)
