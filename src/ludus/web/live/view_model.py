"""From a live table to the model of a page, for viewers of one role.

Everything that pages show of a table passes through here. It draws on the rendering of the viewer's
own view, and never on the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby, islice
from typing import Final

from ludus.core.clauses import Ledger, ledger_of, title_of
from ludus.core.errors import BadRequest
from ludus.core.face import Line, told
from ludus.core.protocol import CLOCK, SPECTATOR, Decision, Event, Seat
from ludus.core.registry import find_game, is_game
from ludus.core.text import TEXT, Bit, Sentence
from ludus.store import ChatRow
from ludus.web.live.lesson_view import lesson_model
from ludus.web.live.models import (
    ChatLine,
    Clock,
    Curtain,
    History,
    LogLine,
    May,
    Opening,
    PanelModel,
    Result,
    SeatPlace,
    TableModel,
    Takeback,
    UndoModel,
    Viewpoint,
)
from ludus.web.live.past import decided_at, latest
from ludus.web.live.rendering import Rendering, ViewCache
from ludus.web.paths import at as address_at
from ludus.web.tables.live_table import LiveTable

CHAT_SHOWN: Final = 200
LOG_MOVES: Final = 500
"""Moves that the log on a page, and a piece of the story, go back."""
WATCHED_FROM: Final = 15_000
"""Shorter timers of a game (ms) would be over before anybody has read them."""


@dataclass(frozen=True, slots=True)
class ViewerRole:
    """What a session is at a table. Sessions of one role see the same and share a channel."""

    held: tuple[Seat, ...] = ()
    host: bool = False
    chosen: Seat | None = None
    """The viewpoint that was asked for, where there is a choice."""
    absent: tuple[Seat, ...] = ()
    """The viewer's seats that a bot plays meanwhile."""
    blocked: frozenset[str] = frozenset()
    """Sessions from which the viewer does not want to hear."""


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the view model needs besides the game."""

    url: str
    connected: frozenset[Seat]
    watchers: int
    invitations: dict[Seat, str]
    """Addresses, by seat."""
    rematch_url: str
    watch_url: str
    now: int


def viewpoint(live: LiveTable, role: ViewerRole) -> tuple[Seat, Seat | None]:
    """Whose view is shown, and to whom the device has to be passed before that.

    Where players hold secrets and one device serves several of them, nothing of a seat is shown
    before its player said so; until then they see what a spectator sees.
    """
    held = role.held
    if live.over:
        if role.chosen is not None:
            return role.chosen, None
        return (held[0] if held else SPECTATOR), None
    if not held:
        return SPECTATOR, None
    if len(held) == 1:
        return held[0], None
    owing = [seat for seat in live.owing() or live.asked() if seat in held]
    chosen = role.chosen
    if chosen is not None and (chosen in live.asked() or not owing):
        return chosen, None
    if not live.box.meta.secrets:
        return (owing[0] if owing else held[0]), None
    return SPECTATOR, (owing[0] if owing else held[0])


def check_role(live: LiveTable, role: ViewerRole) -> None:
    """Refuse a viewpoint that is not the viewer's to take."""
    chosen = role.chosen
    if chosen is None or chosen in role.held:
        return
    if not 0 <= chosen < live.table.seats:
        raise BadRequest(f"there is no seat {chosen}: they go from 0 to {live.table.seats - 1}")
    if not live.over:
        raise BadRequest(
            f"seat {chosen} is not yours: other viewpoints are open once the game is over"
        )


def story(
    live: LiveTable, viewer: Seat, view: object, since: int = 0, end: int | None = None
) -> list[LogLine]:
    """The log as `viewer` may read it, of the moves after the first `since` up to move `end`.

    A gesture is told in one line, at its last move.
    """
    lines = []
    last, index = 0, 0
    events = live.table.events(viewer, since, end)
    if live.joined:
        return _story_with_gestures(live, view, events)
    for number, event in events:
        index = index + 1 if number == last else 0
        last = number
        line = told(live.box.face, view, event, live.names)
        if line is not None:
            lines.append(_log_line(live, number, index, line))
    return lines


def _log_line(live: LiveTable, number: int, index: int, line: Line) -> LogLine:
    game = live.head.game
    title = clause_title(game, line.clause) if line.clause else ""
    return LogLine(f"line-{number}-{index}", number, line, game, title)


def log_start(live: LiveTable, since: int, end: int) -> int:
    """After which move a log begins that goes to move `end`: a long one is shown by pieces."""
    start = max(since, end - LOG_MOVES)
    # A gesture is not cut in two.
    return live.gesture_of(start + 1).start - 1 if since < start and live.joined else start


def _story_with_gestures(
    live: LiveTable, view: object, events: Sequence[tuple[int, Event]]
) -> list[LogLine]:
    face, names = live.box.face, live.names
    lines = []
    for numbers, group in groupby(events, key=lambda each: live.gesture_of(each[0])):
        happened = [event for _, event in group]
        if len(numbers) > 1:
            whole = [face.tell_gesture(view, happened, names)]
        else:
            whole = [told(face, view, event, names) for event in happened]
        lines += [
            _log_line(live, numbers[-1], index, line)
            for index, line in enumerate(whole)
            if line is not None
        ]
    return lines


def present(
    live: LiveTable,
    cache: ViewCache,
    role: ViewerRole,
    context: TableContext,
    at: int | None = None,
    since: int = 0,
    with_log: bool = True,
) -> TableModel:
    """The table as one kind of viewer sees it, now or after `at` moves.

    The log holds what happened after the first `since` moves, and of a long game only the end. A
    viewer who has those lines already has the chat too, so it is left out. Where no log is shown,
    it holds what happened last.
    """
    viewer, curtain = viewpoint(live, role)
    length = len(live.table.moves)
    past = at is not None and at < length
    seen = cache.rendering(viewer, at)
    end = min(at, length) if at is not None else length
    start = log_start(live, since, end)
    tell = partial(story, live, viewer, seen.view)
    if with_log:
        log = cache.lines(viewer, start, end, lambda: tell(start, end))
    else:
        log = tuple(latest(live, tell, start, end))
    deciding = viewer if seen.decision is not None and viewer in role.held else -1
    result = None if past else cache.result
    question = seen.decision if deciding >= 0 else None
    asked = seen.prompt if deciding >= 0 else None
    return TableModel(
        id=live.id,
        url=context.url,
        game=live.head.game,
        title=live.box.meta.title,
        page_title=_page_title(live, role),
        stage=live.head.stage,
        seats=live.table.seats,
        viewer=viewer,
        held=role.held,
        deciding=deciding,
        decision=live.number(deciding) if deciding >= 0 else 0,
        prompt=asked,
        status=() if asked is not None else _status(live, seen, result, past, curtain),
        choices=seen.choices if deciding >= 0 else (),
        scenes=seen.scenes,
        description=seen.summary.description,
        panels=_panels(live, role, seen, context),
        log=log,
        log_start=start,
        chat=() if since else chat_lines(live, role),
        undo=undo_model(live, role, viewer) if not past else UndoModel(),
        history=History(end, length, not past),
        may=_may(live, role, deciding, context.now),
        curtain=None if curtain is None or past else _curtain(live, context, curtain),
        viewpoints=_viewpoints(live, role, viewer, context),
        places=_places(live, role, context),
        private=live.head.private,
        pace=live.pace.words,
        clock=live.pace.short,
        options=cache.options,
        levels=cache.levels,
        watch_url=context.watch_url,
        result=result,
        rematch_url=context.rematch_url,
        pinned=live.pinned,
        watchers=context.watchers,
        timer=None if past else timer_of(live),
        dashboard=seen.dashboard,
        gestures=seen.gestures if deciding >= 0 else (),
        symbols=live.box.face.symbols,
        edition=cache.edition,
        clause_title=clause_title(live.head.game, asked.clause) if asked else "",
        moment_title=clause_title(live.head.game, seen.dashboard.moment.clause)
        if seen.dashboard.moment and seen.dashboard.moment.clause
        else "",
        opening=None if past else opening_model(live, role),
        optional=question is not None and question.optional,
        question=_question(question),
        unasked=tuple(live.data.unasked.get(viewer, ())) if viewer in role.held else (),
        lesson=None if past or live.lesson is None else lesson_model(live, role.held, seen.choices),
        teaches=cache.teaches,
        coached=live.data.coach,
        decided=decided_at(live, viewer, end) if past else None,
    )


@cache
def clause_title(game: str, clause: str) -> str:
    """What people read for a clause."""
    ledger = ledger_of(find_game(game).folder) if is_game(game) else Ledger(())
    return title_of(game, ledger, clause)


def _question(asked: Decision | None) -> str:
    """What the viewer may choose never to be asked, where the game itself has no option for it."""
    if asked is None or not asked.optional or len(asked.declines) > 1:
        return ""
    return asked.prompt


def _page_title(live: LiveTable, role: ViewerRole) -> str:
    title = live.box.meta.title
    if live.over:
        return f"Game over: {title}"
    if live.head.stage == "waiting":
        return f"Open seats: {title}"
    owing = live.owing()
    if any(seat in role.held for seat in owing):
        return f"Your turn: {title}"
    if not owing:
        return title
    return f"{', '.join(live.names[seat] for seat in owing)}: {title}"


def _status(
    live: LiveTable, rendering: Rendering, result: Result | None, past: bool, curtain: Seat | None
) -> Sentence:
    if live.pinned:
        return _plain(live.pinned)
    if past:
        return _plain("An earlier position.")
    if result is not None:
        return result.verdict
    if live.over and live.lesson is not None:
        return _plain("The lesson is over.")
    if live.head.stage == "waiting":
        count = sum(row.kind == "open" for row in live.seats)
        return _plain("Waiting for one more player." if count == 1 else f"{count} seats are open.")
    if curtain is not None:
        return _plain(f"Pass the device to {live.names[curtain]}.")
    return rendering.waiting or _plain("The game goes on.")


def _plain(text: str) -> Sentence:
    return (Bit(TEXT, text),)


def clocks(live: LiveTable) -> tuple[Clock, ...]:
    """Everybody's clock and the game's own timer; nothing at a table without."""
    timer = timer_of(live)
    own = () if timer is None else (timer,)
    if live.pace.kind == "none":
        return own
    seats = (
        Clock(seat, clock.deadline, live.pace.rest(clock), bool(clock.deadline))
        for seat, clock in enumerate(live.data.clocks.seats)
    )
    return (*seats, *own)


def timer_of(live: LiveTable) -> Clock | None:
    """The timer that the game itself has running, or the time for an optional answer that it waits
    for; all see it. In a lesson it stands still."""
    if not live.playing:
        return None
    windows = live.data.clocks.windows.values()
    if windows:
        return Clock(CLOCK, min(each.deadline for each in windows), live.window, True)
    for decision in live.decisions():
        if decision.seat == CLOCK and decision.wait >= WATCHED_FROM:
            deadline = live.data.clocks.timers.get(decision.timer, 0)
            return Clock(CLOCK, deadline, decision.wait, bool(deadline))
    return None


def _panels(
    live: LiveTable, role: ViewerRole, rendering: Rendering, context: TableContext
) -> tuple[PanelModel, ...]:
    times = {clock.seat: clock for clock in clocks(live)}
    owing = set(live.owing())
    panels = []
    for panel in rendering.summary.panels:
        seat = panel.seat
        if not 0 <= seat < live.table.seats:
            panels.append(PanelModel(panel, "bot", "", False, False, True, None, False))
            continue
        row = live.seats[seat]
        panels.append(
            PanelModel(
                panel,
                row.kind,
                row.level,
                seat in role.held or seat in role.absent,
                seat in owing,
                row.kind == "bot" or seat in context.connected,
                times.get(seat),
                live.late(seat, context.now),
                row.name if row.kind == "bot" and row.session else "",
            )
        )
    return tuple(panels)


def chat_lines(live: LiveTable, role: ViewerRole) -> tuple[ChatLine, ...]:
    """The end of the conversation that the viewer takes part in."""
    shown = islice((row for row in reversed(live.chat) if heard(row, role)), CHAT_SHOWN)
    return tuple(chat_line(live, row) for row in reversed(tuple(shown)))


def chat_room(role: ViewerRole) -> str:
    """Players and spectators talk apart."""
    return "players" if role.held or role.absent else "watchers"


def heard(row: ChatRow, role: ViewerRole) -> bool:
    """Whether a line is for the viewer's room; what the table itself says is for all."""
    return row.room in (chat_room(role), "table") and row.session not in role.blocked


def chat_line(live: LiveTable, row: ChatRow) -> ChatLine:
    about = address_at(f"/tables/{live.id}/chat/{row.number}") if row.session else ""
    return ChatLine(f"chat-{row.number}", row.seat, row.name, row.text, row.at, about)


def undo_model(live: LiveTable, role: ViewerRole, viewer: Seat) -> UndoModel:
    if not live.playing or live.in_lesson:
        return UndoModel()
    asked = live.data.takeback
    pending = None
    if asked is not None and (role.held or role.absent):
        names = tuple(live.names[seat] for seat in asked.waiting)
        mine = _asked_of(role, asked.waiting)
        name = live.names[asked.seat]
        pending = Takeback(asked.seat, name, asked.to, names, mine >= 0, mine)
    if viewer not in role.held:
        return UndoModel(pending=pending)
    table = live.table
    viewer = _undoer(live, role, viewer)
    free = live.undoable(viewer)
    # What was done in one gesture is undone as one.
    starts = sorted({max(free[-1], live.gesture_of(each)[0]) for each in free}, reverse=True)
    return UndoModel(
        seat=viewer,
        step=starts[0] if starts else 0,
        turn=starts[-1] if len(starts) > 1 else 0,
        lines=tuple(sorted({live.gesture_of(each)[-1] for each in free}, reverse=True)),
        redo=table.redoable(viewer),
        ask=_last_move(live, viewer) if not free and asked is None else 0,
        pending=pending,
    )


def _asked_of(role: ViewerRole, waiting: Sequence[Seat]) -> Seat:
    """The seat for which this viewer still has to answer; -1 if there is none."""
    return next((seat for seat in waiting if seat in role.held or seat in role.absent), -1)


def opening_model(live: LiveTable, role: ViewerRole) -> Opening | None:
    """The host's request to open a seat, for those who play here and the host."""
    asked = live.data.opening
    if asked is None or live.over or not (role.held or role.absent or role.host):
        return None
    names = tuple(live.names[seat] for seat in asked.waiting)
    return Opening(live.names[asked.seat], names, _asked_of(role, asked.waiting))


def _last_move(live: LiveTable, seat: Seat) -> int:
    """The number of the seat's latest move at this table; 0 if it made none."""
    moves = live.table.moves
    return next((n for n in range(len(moves), live.head.given, -1) if moves[n - 1].seat == seat), 0)


def _undoer(live: LiveTable, role: ViewerRole, viewer: Seat) -> Seat:
    """Whose moves are undone: with several players at one screen, those of the last to move."""
    if len(role.held) < 2 or live.box.meta.secrets:
        return viewer
    redo = [seat for seat in role.held if live.table.redoable(seat)]
    if redo:
        return redo[0]
    free = {seat: live.undoable(seat)[:1] for seat in role.held}
    return max(role.held, key=lambda seat: (free[seat], seat == viewer))


def _may(live: LiveTable, role: ViewerRole, deciding: Seat, now: int) -> frozenset[May]:
    may: set[May] = {"chat"}
    if deciding >= 0:
        may.add("act")
    if role.held or role.absent:
        may |= {"notes", "recovery"}
    if live.over:
        return frozenset(may | _may_afterwards(live, role))
    if live.pinned and (role.held or role.absent):
        may.add("rematch")
    if not live.box.meta.secrets:
        may.add("record")
    if any(row.kind == "open" for row in live.seats):
        may.add("join")
        if role.held and not live.table.moves:
            may.add("leave")
    if live.playing and role.held:
        may |= {"bot", "forfeit"}
    if role.absent:
        may.add("reclaim")
    rivals = [seat for seat in range(live.table.seats) if seat not in role.held]
    if role.held and live.head.at_zero == "bot" and any(live.late(s, now) for s in rivals):
        may.add("hand_over")
    if role.host:
        may.add("host")
    return frozenset(may)


def _may_afterwards(live: LiveTable, role: ViewerRole) -> set[May]:
    may: set[May] = {"record"}
    if role.held or role.absent:
        may.add("rematch")
    if not live.pinned:
        may.add("fork")
    return may


def _curtain(live: LiveTable, context: TableContext, seat: Seat) -> Curtain:
    return Curtain(seat, live.names[seat], f"{context.url}?as={seat}")


def _viewpoints(
    live: LiveTable, role: ViewerRole, viewer: Seat, context: TableContext
) -> tuple[Viewpoint, ...]:
    seats: Sequence[Seat] = ()
    if live.over and live.lesson is None:
        seats = range(live.table.seats)
    elif len(role.held) > 1:
        seats = role.held
    owing = live.owing() if seats else ()
    return tuple(
        Viewpoint(seat, live.names[seat], f"{context.url}?as={seat}", seat == viewer, seat in owing)
        for seat in seats
    )


def _places(live: LiveTable, role: ViewerRole, context: TableContext) -> tuple[SeatPlace, ...]:
    return tuple(
        SeatPlace(
            row.seat,
            live.names[row.seat],
            row.kind,
            row.level,
            row.seat in role.held or row.seat in role.absent,
            context.invitations.get(row.seat, "") if role.host and row.kind == "open" else "",
        )
        for row in live.seats
    )
