"""What the API says of tables: the same road as the pages', without the pictures."""

from __future__ import annotations

from itertools import takewhile

import msgspec

from ludus.core.errors import BadRequest
from ludus.core.protocol import Seat
from ludus.core.text import plain
from ludus.core.wire import offered_decision
from ludus.web.api.schemas import (
    ChatAnswer,
    DecisionAnswer,
    LineAnswer,
    OpeningRequest,
    PlaceAnswer,
    ResultAnswer,
    SeatAnswer,
    Story,
    TableAnswer,
    TableLine,
    UndoAnswer,
)
from ludus.web.http.sse import event
from ludus.web.live.hub import Hub
from ludus.web.live.page_models import TableRow
from ludus.web.live.rendering import Rendering
from ludus.web.live.view_model import (
    CHAT_SHOWN,
    LOG_MOVES,
    ViewerRole,
    clocks,
    heard,
    opening_model,
    story,
    undo_model,
    viewpoint,
)
from ludus.web.tables.live_table import Step


def table_line(row: TableRow) -> TableLine:
    return TableLine(
        row.id,
        row.url,
        row.game,
        row.stage,
        tuple(seat.name for seat in row.seats),
        tuple(seat.seat for seat in row.seats if seat.kind == "open"),
        row.mine,
        row.your_turn,
        row.moves,
        row.changed,
    )


def table_answer(hub: Hub, role: ViewerRole, at: int | None = None) -> TableAnswer:
    """A table as one asker may see it, now or after `at` moves."""
    live = hub.live
    head = live.head
    viewer, _ = viewpoint(live, role)
    length = len(live.table.moves)
    if at is not None and at > length:
        raise BadRequest(f"no position {at}: there are 0 to {length}")
    past = at is not None and at < length
    seen = hub.cache.rendering(viewer, at)
    context = hub.context()
    return TableAnswer(
        id=live.id,
        url=hub.url,
        game=head.game,
        version=head.version,
        content=head.content,
        options=dict(head.options),
        stage=head.stage,
        private=head.private,
        pace=head.pace,
        at_zero=head.at_zero,
        viewer=viewer,
        position=length if at is None else at,
        length=length,
        seats=_seats(hub, role, context.connected),
        waiting=live.owing(),
        decisions=_decisions(hub, role, seen),
        view=msgspec.Raw(msgspec.json.encode(seen.view)),
        undo=_undo(hub, role, viewer),
        result=None if past else _result(hub),
        invitations={str(seat): url for seat, url in context.invitations.items()}
        if role.host
        else {},
        rematch=context.rematch_url,
        watch=context.watch_url,
        pinned=live.pinned,
        opening=_opening(hub, role),
        awaited=live.awaited(),
        unasked=tuple(live.data.unasked.get(viewer, ())) if viewer in role.held else (),
    )


def _seats(hub: Hub, role: ViewerRole, connected: frozenset[Seat]) -> tuple[SeatAnswer, ...]:
    live = hub.live
    owing = live.owing()
    times = {clock.seat: clock for clock in clocks(live)}
    answers = []
    for row in live.seats:
        clock = times.get(row.seat)
        answers.append(
            SeatAnswer(
                row.seat,
                live.names[row.seat],
                row.kind,
                row.level,
                row.seat in role.held,
                row.kind == "bot" or row.seat in connected,
                row.seat in owing,
                clock.deadline if clock else 0,
                clock.left if clock else 0,
            )
        )
    return tuple(answers)


def _decisions(hub: Hub, role: ViewerRole, seen: Rendering) -> tuple[DecisionAnswer, ...]:
    if seen.decision is None or seen.prompt is None or seen.viewer not in role.held:
        return ()
    number = hub.live.number(seen.viewer)
    return (offered_decision(seen.decision, number, seen.prompt, seen.choices),)


def _undo(hub: Hub, role: ViewerRole, viewer: Seat) -> UndoAnswer:
    model = undo_model(hub.live, role, viewer)
    pending = model.pending
    return UndoAnswer(
        model.seat,
        model.lines,
        model.redo,
        model.ask,
        pending.to if pending else 0,
        pending.seat if pending else -1,
        pending.yours if pending else False,
    )


def _opening(hub: Hub, role: ViewerRole) -> OpeningRequest | None:
    asked = hub.live.data.opening
    if asked is None or opening_model(hub.live, role) is None:
        return None
    return OpeningRequest(asked.seat, asked.waiting)


def _result(hub: Hub) -> ResultAnswer | None:
    result = hub.cache.result
    if result is None:
        return None
    return ResultAnswer(
        plain(result.verdict),
        result.reason,
        result.decided_by,
        tuple(
            PlaceAnswer(row.seat, row.name, row.rank, row.score, dict(row.parts))
            for row in result.rows
        ),
    )


def story_piece(hub: Hub, role: ViewerRole, since: int = 0) -> Story:
    """A piece of the log, of the moves after `since`."""
    live = hub.live
    viewer, _ = viewpoint(live, role)
    length = len(live.table.moves)
    end = min(length, since + LOG_MOVES)
    if since < end < length and live.joined:
        # A gesture is not cut in two.
        end = live.gesture_of(end)[-1]
    lines = story(live, viewer, hub.cache.rendering(viewer).view, since, end)
    told = tuple(LineAnswer(line.number, plain(line.line.sentence)) for line in lines)
    return Story(told, end if end < length else None)


def chat_answers(hub: Hub, role: ViewerRole) -> tuple[ChatAnswer, ...]:
    return tuple(
        ChatAnswer(row.seat, row.name, row.text, row.at, row.number)
        for row in hub.live.chat
        if heard(row, role)
    )[-CHAT_SHOWN:]


class ViewChannel:
    """Streams of the API: the whole answer whenever the table changes, and new lines of chat."""

    def __init__(self, hub: Hub, role: ViewerRole) -> None:
        self._hub = hub
        self._looker = role
        self._chat = self._last()
        self._sent = b""

    def current(self) -> bytes:
        # A program has nothing before the first event.
        return b""

    def full(self) -> bytes:
        self._sent = event("table", table_answer(self._hub, self._looker))
        return self._sent

    def update(self, step: Step | None) -> bytes:
        before, talk = self._sent, self._talk()
        now = self.full()
        return (now if now != before else b"") + talk

    def _last(self) -> int:
        chat = self._hub.live.chat
        return chat[-1].number if chat else 0

    def _talk(self) -> bytes:
        latest = takewhile(lambda row: row.number > self._chat, reversed(self._hub.live.chat))
        new = [
            ChatAnswer(row.seat, row.name, row.text, row.at, row.number)
            for row in latest
            if heard(row, self._looker)
        ]
        self._chat = self._last()
        return event("chat", {"lines": new[::-1]}) if new else b""
