"""The log of a game in sentences, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludus.cli.terminal import Style
from ludus.core.protocol import SPECTATOR, Event, Seat, may_see
from ludus.core.table import AnyTable


def story(
    table: AnyTable, viewer: Seat | None, style: Style, stop: int | None = None
) -> Iterator[str]:
    """The whole log, each line with the number of its move, up to move `stop`.

    A `viewer` of None sees all.
    """
    events = [
        (number, event)
        for number, events in enumerate(table.story[:stop], 1)
        for event in events
        if viewer is None or may_see(event.seen_by, viewer)
    ]
    seat = SPECTATOR if viewer is None else viewer
    yield from log_lines(table, seat, events, style, numbers=True)
    outcome = table.outcome
    if outcome is not None and (stop is None or stop == len(table.moves)):
        yield "\n" + style.sentence(table.box.face.verdict(outcome, table.names))


def log_lines(
    table: AnyTable,
    viewer: Seat,
    events: Iterable[tuple[int, Event]],
    style: Style,
    numbers: bool = False,
) -> Iterator[str]:
    """Events, each with the number of its move, in the words of the game."""
    view = table.view(viewer)
    for number, event in events:
        line = table.box.face.tell(view, event, table.names)
        if line is None:
            continue
        if line.heading:
            yield "\n" + style.bold(line.heading)
        if line.sentence:
            mark = style.quiet(f"{number:4}") if numbers else ""
            yield f"{mark}  {style.sentence(line.sentence)}"
