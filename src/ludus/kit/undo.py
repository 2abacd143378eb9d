"""Checks of undo and redo at a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ludus.core.codec import to_json
from ludus.core.errors import PlayerError
from ludus.core.game import Box
from ludus.core.protocol import Event, Rng, S, Seat, V, may_see
from ludus.core.record import Move


class Undoing(Protocol[S, V]):
    """The part of a table that is checked here."""

    @property
    def box(self) -> Box[S, V]: ...
    @property
    def state(self) -> S: ...
    @property
    def seats(self) -> int: ...
    @property
    def moves(self) -> Sequence[Move]: ...
    @property
    def story(self) -> Sequence[tuple[Event, ...]]: ...
    def at(self, count: int) -> S: ...
    def fork(self) -> Undoing[S, V]: ...
    def undoable(self, seat: Seat) -> list[int]: ...
    def undo(self, seat: Seat, to: int | None = None) -> int: ...
    def redoable(self, seat: Seat) -> bool: ...
    def redo(self, seat: Seat) -> tuple[Event, ...]: ...


def bars(seat: Seat, mover: Seat, parallel: bool, events: Sequence[Event]) -> bool:
    """Whether a seat's undo cannot go back past a move.

    This is so when chance or the clock moved, or, outside parallel play, another seat; and when an
    event says that the seat learned something or was given something.
    """
    if mover < 0 or (mover != seat and not parallel):
        return True
    return any(may_see(event.bars, seat) for event in events)


def undo_faults(table: Undoing[S, V], parallel: Sequence[bool], rng: Rng) -> Iterator[str]:
    """What goes wrong when each seat takes back and plays again, at a second table of its kind.

    `parallel` says for each move whether seats acted side by side when it was made, or one of them
    only let an offer pass.
    """
    for seat in range(table.seats):
        free: list[int] = []
        for index in range(len(table.moves) - 1, -1, -1):
            if bars(seat, table.moves[index].seat, parallel[index], table.story[index]):
                break
            if table.moves[index].seat == seat:
                free.append(index + 1)
        if table.undoable(seat) != free:
            yield f"seat {seat} may take back moves {table.undoable(seat)}, and should {free}"
        elif free:
            yield from _there_and_back(table, seat, free[rng.below(len(free))], free)


def _there_and_back(
    table: Undoing[S, V], seat: Seat, to: int, free: Sequence[int]
) -> Iterator[str]:
    trial = table.fork()
    before = to_json(table.state)
    if to_json(trial.state) != before:
        yield "a copy of the state differs from its original"
        return
    gone = {number for number in free if number >= to}
    kept = [move for number, move in enumerate(table.moves, 1) if number not in gone]
    try:
        trial.undo(seat, to)
    except PlayerError as error:
        if trial.moves != table.moves or to_json(trial.state) != before:
            yield f"seat {seat} could not take back move {to} ({error}), and yet something changed"
        if len(kept) == to - 1:
            yield f"seat {seat} may take back move {to}, but is refused: {error}"
        return
    yield from _after_undo(trial, kept, seat, to)
    try:
        while trial.redoable(seat):
            trial.redo(seat)
    except PlayerError as error:
        # In parallel play another seat's move may prevent it.
        if len(kept) == to - 1:
            yield f"seat {seat} took back move {to} and cannot play it again: {error}"
        return
    if trial.moves == table.moves:
        if to_json(trial.state) != before:
            yield f"taking back move {to} of seat {seat} and redoing it gives another position"
        if trial.story != table.story:
            yield f"taking back move {to} of seat {seat} and redoing it gives another story"
    elif sorted(map(_key, trial.moves)) != sorted(map(_key, table.moves)):
        yield f"taking back move {to} of seat {seat} and redoing it loses moves"


def _after_undo(trial: Undoing[S, V], kept: list[Move], seat: Seat, to: int) -> Iterator[str]:
    if trial.moves != kept:
        yield f"taking back move {to} of seat {seat} takes back more than its own moves"
        return
    # What comes before is the table's own past; anything after it must follow from it.
    right = trial.at(to - 1)
    for move in trial.moves[to - 1 :]:
        trial.box.rules.apply(right, move.seat, trial.box.rules.actions.parse(move.act))
    if to_json(right) != to_json(trial.state):
        yield f"after taking back move {to} of seat {seat} the position is not that of the record"
    for fault in trial.box.rules.check(trial.state):
        yield f"after taking back move {to} of seat {seat}: {fault}"


def _key(move: Move) -> tuple[int, str]:
    return move.seat, move.act
