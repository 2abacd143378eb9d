"""Chat messages of a table."""

from __future__ import annotations

from ludus.core.protocol import Seat
from ludus.store import ChatRow
from ludus.web.tables.live_table import LiveTable, Step


def announce(live: LiveTable, step: Step, text: str) -> None:
    """A message of the table itself, to players and spectators."""
    post(live, step, "table", -1, "", text)


def post(
    live: LiveTable, step: Step, room: str, seat: Seat, name: str, text: str, session: str = ""
) -> None:
    """Somebody's message."""
    number = live.chat[-1].number + 1 if live.chat else 1
    line = ChatRow(number, room, seat, name, text, step.now, session)
    live.chat.append(line)
    step.chat.append(line)
    step.touched = True
    lines = [row for row in live.chat if row.room == room]
    # Not at every line: a tenth more are kept until it is worth the work.
    if len(lines) > live.chat_kept * 11 // 10:
        first = lines[-live.chat_kept].number
        live.chat = [row for row in live.chat if row.room != room or row.number >= first]
        step.drop_chat = (room, first)
