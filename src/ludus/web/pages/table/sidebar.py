"""The sidebar: the players' panels, log, chat, notes and rules."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ludus.core.face import Panel
from ludus.core.models import Meter
from ludus.core.text import SEAT
from ludus.web.live.models import ChatLine, Clock, LogLine, PanelModel, Part, TableModel, TablePage
from ludus.web.pages.bot_faces import character, in_words
from ludus.web.pages.components import (
    clause_link,
    icon,
    mark,
    moment,
    push,
    rules_address,
    seat_name,
    sentence,
)
from ludus.web.pages.html import (
    SLOT,
    Child,
    Latest,
    Markup,
    Template,
    a,
    button,
    classes,
    div,
    form,
    fragment,
    h2,
    h3,
    halves,
    input_,
    label,
    li,
    ol,
    p,
    section,
    slot,
    span,
    template,
    textarea,
    ul,
)
from ludus.web.pages.table import cards
from ludus.web.pages.table.meters import chip
from ludus.web.pages.table.moment import moment as moment_card
from ludus.web.pages.table.zones import viewpoints

TABS = (("log", "Log"), ("chat", "Chat"), ("notes", "Notes"), ("rules", "Rules"))


# Panels -------------------------------------------------------------------------------------------


def panels(model: TableModel) -> Part:
    """One panel for each player; most moves change one or two."""
    opening, closing = _frame(viewpoints(model, "viewpoint"), len(model.panels))
    over = model.stage == "over"
    # What rivals may do about a clock at zero.
    to_bot = f"{model.url}/bot" if "hand_over" in model.may else ""
    level = model.levels[-1].key if model.levels else ""
    pictures = {scene.seat: (scene.key, scene.title) for scene in model.scenes if scene.seat >= 0}
    drawn: list[Part] = []
    camp = ""
    for row in model.panels:
        if row.panel.camp != camp:
            camp = row.panel.camp
            drawn.append(_camp(camp, row.panel.camp_score, f"camp-{row.panel.seat}"))
        picture = pictures.get(row.panel.seat)
        inputs = (row, over, to_bot if level else "", level, picture)
        seat = (row.panel.seat, row.panel.mark)
        drawn.append(_PANELS.get((model.url, model.held, seat), inputs, _panel))
    return Part("panels", (opening, *drawn, closing))


@lru_cache(1000)
def _camp(name: str, score: int, id: str) -> Part:
    """The heading of players who win together."""
    return Part(id, (str(li(span(name), span(score, class_="score"), id=id, class_="camp")),))


_PANELS: Final[Latest[Part]] = Latest(2000)


@lru_cache(1000)
def _frame(sides: Markup | None, count: int) -> tuple[str, str]:
    # Named here: `:has(> :nth-child(5))` would cost much with every change of the page.
    kinds = classes(
        "panels",
        count < 3 and "one-or-two",
        count > 3 and "four-or-more",
        count > 4 and "five-or-more",
    )
    return halves(
        div(
            sides,
            # It may have to scroll, and then by keys too.
            ol(SLOT, class_=kinds, aria_label="Players", tabindex=0),
            id="panels",
        )
    )


def _panel(
    row: PanelModel, over: bool, to_bot: str, level: str, picture: tuple[str, str] | None
) -> Part:
    """A panel in pieces: most moves change one or two of its meters."""
    panel = row.panel
    shape = panel.mark if panel.mark >= 0 else panel.seat
    name = f"panel-{panel.seat}" if panel.seat >= 0 else f"panel-other-{shape}"
    opening, closing = _panel_frame(
        name, panel.seat, shape, row.mine, row.to_move, row.kind, row.connected
    )
    pieces = [opening, str(_head(row, shape, over, name)), *_meter_rows(panel, name)]
    if panel.lines:
        lines = ul((li(sentence(line)) for line in panel.lines), class_="panel-lines")
        pieces.append(str(lines))
    if picture is not None:
        pieces.append(_copy(*picture))
    late = _late(row, to_bot, level)
    if late is not None:
        pieces.append(str(late))
    return Part(name, (*pieces, closing))


@lru_cache(1000)
def _panel_frame(
    name: str, seat: int, shape: int, mine: bool, to_move: bool, kind: str, connected: bool
) -> tuple[str, str]:
    return halves(
        li(
            SLOT,
            id=name,
            class_=classes(
                "panel",
                f"seat-{shape}",
                mine and "mine",
                to_move and "to-move",
                kind == "player" and not mine and "somebody-else",
                not connected and kind == "player" and "away",
            ),
            data_seat=seat,
            aria_current="true" if to_move else None,
        )
    )


@cache
def _copy(key: str, title: str) -> str:
    """A small copy of a player's picture, which the script draws; a click shows it large."""
    return str(
        button(
            span(class_="thumb", data_keep=True, data_thumb=key),
            type="button",
            id=f"panel-scene-{key}",
            class_="panel-scene",
            data_scene=key,
            aria_label=title,
            title=title,
        )
    )


def _head(row: PanelModel, shape: int, over: bool, name: str) -> Markup:
    """Who it is, and the score in the game's own terms."""
    panel = row.panel
    return _head_template(bool(panel.about))(
        mark=mark(shape),
        name=panel.name,
        tells=_who(row),
        role=_role(row) or "",
        note=_note(panel.note) if panel.note else "",
        presence="" if over else _presence(row) or "",
        clock=clock_of(row.clock) or "",
        score=panel.score,
        unit=panel.unit.removesuffix("s") if panel.score == 1 else panel.unit,
        about=panel.about,
        id=f"{name}-head",
    )


@cache
def _head_template(about: bool) -> Template:
    return Template(
        div(
            slot("mark"),
            span(
                span(slot("name"), class_="panel-name", data_tells=slot("tells")),
                slot("role"),
                slot("note"),
                class_="panel-who",
            ),
            slot("presence"),
            slot("clock"),
            span(
                span(slot("score"), class_="score"),
                span(slot("unit"), class_="score-unit"),
                class_="panel-score",
                data_about=slot("about") if about else None,
            ),
            id=slot("id"),
            class_="panel-head",
        )
    )


@lru_cache(1000)
def _note(words: str) -> Markup:
    return span(words, class_="quiet")


def _meter_rows(panel: Panel, name: str) -> list[str]:
    """The meters by group: the first row is the main one, one ends with the state."""
    pieces: list[str] = []
    groups: dict[int, list[Meter]] = {}
    for meter in panel.meters:
        groups.setdefault(meter.group, []).append(meter)
    # A row of icons by itself leaves room beside it.
    alone = (group for group, row in groups.items() if len(row) == 1 and row[0].icons)
    last = next(alone, max(groups, default=0))
    for group, row in sorted(groups.items()):
        opening, closing = _row_frame(min(group, 2), len(row))
        pieces.append(opening)
        pieces += [chip(meter, f"{name}-{meter.key}") for meter in row]
        if group == last and panel.state:
            pieces.append(str(span(panel.state, id=f"{name}-state", class_="panel-state")))
        pieces.append(closing)
    if panel.state and not groups:
        pieces.append(str(span(panel.state, id=f"{name}-state", class_="panel-state")))
    return pieces


@cache
def _row_frame(group: int, count: int) -> tuple[str, str]:
    return halves(div(SLOT, class_=f"meters row-{group} of-{min(count, 8)}"))


def _who(row: PanelModel) -> str:
    """Who sits there, in words."""
    name = row.panel.name
    if row.mine:
        return f"{name}: that is you."
    if row.kind == "bot":
        line = character(row.level).line if row.level else ""
        return f"{name}: a bot, {in_words(row.level) or 'for the time being'}. {line}".strip()
    if row.kind == "player":
        return f"{name}: {'here now' if row.connected else 'not connected right now'}."
    return f"{name}."


YOU: Final = span(" you", class_="quiet you")


def _role(row: PanelModel) -> Markup | None:
    if row.absent:
        return span(f" a bot keeps it for {row.absent}", class_="quiet")
    if row.mine:
        return YOU
    if row.kind == "bot":
        return span(" ", in_words(row.level) or "bot", class_="quiet")
    if row.kind == "open" and row.panel.seat >= 0:
        return span(" open seat", class_="quiet")
    return None


_NOW: Final = Template(span("now", class_="presence now", data_tells=slot("tells")))


def _presence(row: PanelModel) -> Markup | None:
    if row.to_move:
        return _NOW(tells=f"{row.panel.name} is to choose now.")
    if row.kind == "player" and not row.connected:
        return span(icon("offline", "not connected"), class_="presence")
    return None


def clock_of(clock: Clock | None, kind: str = "") -> Markup | None:
    """A seat's time, or the game's own; the script keeps it running."""
    if clock is None:
        return None
    return span(
        icon("clock"),
        span(_left(clock.left), class_="clock-time"),
        class_=classes("clock", kind, clock.running and "running"),
        role="timer",
        data_clock=clock.seat,
        data_deadline=clock.deadline if clock.running else None,
        data_left=clock.left,
    )


def _left(milliseconds: int) -> str:
    """A first guess that the script keeps true: `4:05`, or `2 d 3 h` for slow games."""
    seconds = max(0, milliseconds) // 1000
    if seconds >= 48 * 3600:
        return f"{seconds // 86400} d {seconds % 86400 // 3600} h"
    if seconds >= 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02} m"
    return f"{seconds // 60}:{seconds % 60:02}"


def _late(row: PanelModel, to_bot: str, level: str) -> Markup | None:
    """That a clock is at zero, and a button for rivals who may act on it."""
    if not row.late:
        return None
    if row.mine:
        return div(span("Your time is up", class_="late"), class_="late-actions")
    offer = None
    if to_bot:
        offer = form(
            input_(type="hidden", name="seat", value=row.panel.seat),
            input_(type="hidden", name="level", value=level),
            push(icon("bot"), "Let a bot play on", type="submit"),
            method="post",
            action=to_bot,
            data_live=True,
        )
    return div(span("Out of time", class_="late"), offer, class_="late-actions")


# Story and talk -----------------------------------------------------------------------------------


def log(model: TableModel) -> Markup:
    earlier = li(
        a("Earlier moves", href=f"{model.url}?at={model.log_start}"),
        id="line-earlier",
        class_="quiet",
    )
    return ol(
        earlier if model.log_start else None,
        (log_line(line) for line in model.log),
        id="log",
        class_="log",
        aria_label="Log",
    )


def log_line(entry: LogLine) -> Markup:
    """One entry. A heading opens a paragraph; a click on the entry shows the position after it.

    It keeps what the script needs later: whose move it tells of, the ways that pieces went, and
    the moment to open again.
    """
    line = entry.line
    motions = " ".join(f"{motion.start}>{motion.end}" for motion in line.motions)
    who = next((bit.ref for bit in line.sentence if bit.kind == SEAT), "")
    drawn = (bool(line.heading), bool(line.sentence), bool(motions), bool(who), bool(line.step))
    cited = "" if line.moment else clause_link(entry.game, line.clause, entry.clause_title) or ""
    return _line_template(*drawn, line.moment is not None)(
        heading=line.heading,
        words=fragment(sentence(line.sentence), " " if cited else "", cited),
        id=entry.id,
        number=entry.number,
        motions=motions,
        who=who,
        step=line.step,
        moment=moment_card(line.moment, entry.game, entry.clause_title) if line.moment else "",
        title=line.moment.title if line.moment else "",
    )


@cache
def _line_template(
    heading: bool, words: bool, motions: bool, who: bool, step: bool, moments: bool
) -> Template:
    return Template(
        li(
            h3(slot("heading")) if heading else None,
            p(slot("words")) if words else None,
            (
                push(
                    icon("eye"),
                    slot("title"),
                    kind="quiet show-moment",
                    data_open_moment=True,
                ),
                template(slot("moment")),
            )
            if moments
            else None,
            id=slot("id"),
            class_=classes("line", heading and "opens"),
            data_number=slot("number"),
            data_seat=slot("who") if who else None,
            data_motions=slot("motions") if motions else None,
            data_step=slot("step") if step else None,
        )
    )


def chat(model: TableModel) -> Markup:
    return ol((chat_line(line) for line in model.chat), id="chat", class_="chat", aria_label="Chat")


def chat_line(line: ChatLine) -> Markup:
    if not line.name:
        # What happened at the table: nobody says it.
        return li(p(line.text), moment(line.at), id=line.id, class_="said told")
    return li(
        seat_name(line.seat, line.name),
        moment(line.at),
        a(
            icon("flag", f"Report or block {line.name}"),
            href=line.about,
            class_="about-line",
            title="Report or block",
        )
        if line.about
        else None,
        p(line.text),
        id=line.id,
        class_="said",
    )


def side(page: TablePage) -> Markup:
    """The column beside the board; on a phone, the sheet below it."""
    model = page.table
    talks = "chat" in model.may
    return section(
        Markup(panels(model).html),
        Markup(cards.zone("kept", model).html),
        div(
            (
                button(
                    words,
                    span(class_="dot", hidden=True),
                    type="button",
                    role="tab",
                    id=f"tab-{key}",
                    aria_controls=f"pane-{key}",
                    aria_selected="true" if key == "log" else "false",
                    tabindex=0 if key == "log" else -1,
                )
                for key, words in TABS
            ),
            role="tablist",
            class_="tabs",
            id="pane-tabs",
            aria_label="Beside the board",
        ),
        _pane("log", h2("Log", class_="hidden-label"), log(model), focus=True),
        _pane("chat", chat(model), None if talks else _no_chat()),
        _pane("notes", _notes(page)),
        _pane("rules", _rules(model)),
        _chat_form(model) if talks else None,
        id="side",
        aria_label="Players and log",
    )


def _pane(key: str, *children: Child, focus: bool = False) -> Markup:
    return div(
        *children,
        role="tabpanel",
        id=f"pane-{key}",
        class_="pane",
        aria_labelledby=f"tab-{key}",
        tabindex=0 if focus else None,
        hidden=key != "log",
    )


def _no_chat() -> Markup:
    return p("Take a seat to chat.", class_="quiet pad")


def _chat_form(model: TableModel) -> Markup:
    """Below the chat, and at a desk below the log as well where somebody else could answer."""
    return form(
        label("Message", class_="hidden-label", for_="chat-text"),
        input_(
            type="text",
            name="text",
            id="chat-text",
            maxlength=500,
            autocomplete="off",
            placeholder="Say something to the table" if model.held else "Talk to the watchers",
            required=True,
        ),
        push("Send", kind="primary", type="submit"),
        method="post",
        action=f"{model.url}/chat",
        class_="chat-form",
        id="chat-form",
        data_live="reset",
    )


def _notes(page: TablePage) -> Markup:
    if "notes" not in page.table.may:
        return p("Players can keep notes here that nobody else sees.", class_="quiet pad")
    return form(
        label("My notes: nobody else sees them", for_="notes-text"),
        textarea(page.notes, id="notes-text", name="text", maxlength=10000, rows=12),
        div(
            span(id="notes-saved", class_="quiet", role="status"),
            push("Save", type="submit"),
            class_="row end",
        ),
        method="post",
        action=f"{page.table.url}/notes",
        id="notes-form",
        class_="notes-form",
        data_live=True,
    )


def _rules(model: TableModel) -> Markup:
    return div(
        p(
            a(
                f"The rules of {model.title} on a page of their own",
                href=rules_address(model.game),
                target="_blank",
                rel="noopener",
            )
        ),
        p(
            "Names, figures and drawn positions here are those of the built-in edition. ",
            f"This table plays {model.edition}: the board and the cards say what holds.",
            class_="note",
        )
        if model.edition
        else None,
        div(id="rules-here", data_src=rules_address(model.game)),
        h2("Options of this table"),
        ol(
            (li(span(key, class_="quiet"), ": ", value) for key, value in model.options),
            class_="plain-list",
        )
        if model.options
        else p("None.", class_="quiet"),
        class_="rules-pane",
    )
