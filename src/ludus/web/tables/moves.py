"""Moves at a live table: playing, undoing, redoing, going back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from ludus.core.actions import Action
from ludus.core.models import Wish
from ludus.core.protocol import Decision, Seat
from ludus.store import JOINED, LogKind
from ludus.web.http.errors import RequestError, Stale
from ludus.web.tables.lesson_steps import require_asked
from ludus.web.tables.live_table import LiveTable, Step

MOST_ACTIONS: Final = 64
"""No gesture needs more; so many are played before the server turns to somebody else."""


async def act(live: LiveTable, session: str | None, seat: Seat, number: int, action: str) -> None:
    """Answer decision `number` of a seat. `session` is None for a bot."""

    def work(step: Step) -> None:
        _require_open(live, session, seat, number)
        if session is not None and live.in_lesson:
            require_asked(live, seat, action)
        play(live, step, seat, action)

    await live.step(work)


async def gesture(live: LiveTable, session: str, seat: Seat, number: int, wish: Wish) -> str:
    """Carry out a wish: the options that fit, one after the other, in one step.

    It stops where something else comes between: chance, another seat, or no option that fits.
    Returns why it stopped early, in words; empty if the wish was carried out. If nothing of it can
    be done, nothing is changed.
    """

    def work(step: Step) -> str:
        _require_open(live, session, seat, number)
        done: list[Action] = []
        while len(done) < MOST_ACTIONS:
            decision = live.decision(seat)
            if decision is None:
                return _rest(live, seat, wish, done, "Somebody else has to choose first.")
            face = live.box.face
            option = face.follow(live.table.view(seat), decision, wish, done, live.names)
            if option is None and done:
                return ""
            if isinstance(option, str) or option is None or option not in decision.options:
                words = option if isinstance(option, str) else "That cannot be done now."
                if not done:
                    raise RequestError(words)
                return words
            if not done:
                require_asked(live, seat, option.text)
            elif live.in_lesson:
                return "A lesson goes on move by move."
            before = len(live.table.moves)
            play(live, step, seat, option.text, "more" if done else "play")
            done.append(option)
            if len(live.table.moves) > before + 1:
                return _rest(live, seat, wish, done, "Look at what came of it, then go on.")
        return "That was too much at once: go on from here."

    return await live.step(work)


def _rest(live: LiveTable, seat: Seat, wish: Wish, done: Sequence[Action], why: str) -> str:
    """Why a gesture ends here; empty if nothing of it is left to be done."""
    decision = live.decision(seat) or Decision(seat, "", ())
    left = live.box.face.follow(live.table.view(seat), decision, wish, done, live.names)
    return "" if left is None else why


def _require_open(live: LiveTable, session: str | None, seat: Seat, number: int) -> None:
    live.require_seat(session, seat)
    live.require_playing()
    if live.decision(seat) is None or number != live.number(seat):
        raise Stale(
            f"that answers decision {number}, which is no longer open; "
            "this is how the table stands now"
        )


async def set_asking(live: LiveTable, session: str, seat: Seat, question: str, ask: bool) -> None:
    """Keep whether a player wants to be asked an optional question at this table.

    Without a question, all that the player did not want are asked again.
    """

    def work(step: Step) -> None:
        live.require_seat(session, seat)
        live.require_playing()
        silent = live.data.unasked.get(seat, [])
        if question and not ask:
            _require_optional(live, seat, question)
            silent = [*silent, question] if question not in silent else silent
        elif ask:
            silent = [each for each in silent if question and each != question]
        else:
            raise RequestError("say which question it is: the `question` of the decision")
        _keep_unasked(live, seat, silent)
        step.touched = True

    await live.step(work)


def _keep_unasked(live: LiveTable, seat: Seat, questions: list[str]) -> None:
    if questions:
        live.data.unasked[seat] = questions
    else:
        live.data.unasked.pop(seat, None)


def _require_optional(live: LiveTable, seat: Seat, question: str) -> None:
    """Only what the seat was asked can be refused for good, so a question must be open now."""
    decision = live.decision(seat)
    if question in live.data.unasked.get(seat, ()):
        return
    if decision is None or decision.prompt != question or not decision.optional:
        raise RequestError(f"{question!r} is no optional question that seat {seat} is asked now")


def play(
    live: LiveTable, step: Step, seat: Seat, action: str, kind: Literal["play", "more"] = "play"
) -> None:
    """Play a move that is on offer, then everything that is left to chance."""
    live.table.play(seat, action, step.now)
    live.undone = []
    _moved(live, step, kind, seat)


def redo(live: LiveTable, step: Step, seat: Seat) -> None:
    """Play the seat's undone move again, or the whole gesture."""
    count = live.undone[0] if live.undone else 1
    live.table.redo(seat)
    _moved(live, step, "redo", seat)
    for _ in range(count - 1):
        if not live.table.redoable(seat):
            break
        live.table.redo(seat)
        _moved(live, step, "redo_more", seat)
    live.undone = live.undone[1:]


def _moved(live: LiveTable, step: Step, kind: LogKind, seat: Seat) -> None:
    row = step.write(kind, seat, live.table.moves[-1].act)
    live.rows_of.append(row)
    if kind in JOINED:
        live.joined.add(row)
    step.moved = seat
    live.data.takeback = None
    live.settle(step)


def undo(live: LiveTable, step: Step, seat: Seat, numbers: Sequence[int]) -> None:
    """Undo these moves of the seat: all of its moves from the first of them on."""
    rows = tuple(sorted(live.rows_of[number - 1] for number in numbers))
    live.undone = [*gesture_sizes(rows, live.joined), *live.undone]
    live.table.undo(seat, min(numbers))
    question = live.decision(seat)
    if question is not None and question.optional:
        # Who takes back a standing answer wants to be asked, or it would be given again at once.
        silent = live.data.unasked.get(seat, [])
        _keep_unasked(live, seat, [each for each in silent if each != question.prompt])
    _supersede(live, step, "undo", seat, rows, min(numbers))
    step.moved = seat


def go_back(live: LiveTable, step: Step, seat: Seat, to: int) -> None:
    """Take back move `to` and everything after it, whoever made it."""
    rows = tuple(live.rows_of[to - 1 :])
    live.table.take_back(to - 1)
    live.undone = []
    _supersede(live, step, "back", seat, rows, to)
    live.settle(step)


def _supersede(
    live: LiveTable, step: Step, kind: LogKind, seat: Seat, rows: tuple[int, ...], to: int
) -> None:
    """Rows are never deleted: a new one says which of them no longer stand."""
    step.write(kind, seat, str(to), rows)
    gone = set(rows)
    live.rows_of = [row for row in live.rows_of if row not in gone]
    live.data.takeback = None
    step.undone = True


def gesture_sizes(rows: Sequence[int], joined: set[int]) -> list[int]:
    """How many moves each gesture has, of moves given by their rows."""
    sizes: list[int] = []
    for row in sorted(rows):
        if row in joined and sizes:
            sizes[-1] += 1
        else:
            sizes.append(1)
    return sizes
