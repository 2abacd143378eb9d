"""The table page and its live parts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Generic, TypeVar

from ludus.web.live.models import (
    ChatLine,
    LiveParts,
    LogLine,
    Part,
    Patch,
    TableModel,
    TablePage,
)
from ludus.web.pages.components import icon, push, sprite
from ludus.web.pages.html import (
    Markup,
    a,
    aside,
    classes,
    div,
    fragment,
    h1,
    main,
    noscript,
    p,
    section,
    span,
)
from ludus.web.pages.layout import dialog_box, document, no_script
from ludus.web.pages.pictures import css_address
from ludus.web.pages.table import (
    board,
    cards,
    gestures,
    hint,
    history,
    lesson,
    moment,
    prompt,
    result,
    seats,
    sidebar,
    waiting,
    zones,
)

KEYS: Final = (
    ("1 … 99", "choose by number; Enter at once"),
    ("K", "list the places that can be chosen; Tab, Enter"),
    ("M", "the other way to use a place, where there are two"),
    ("Esc", "cancel, close what is open; back to the present"),
    ("U", "undo"),
    ("Shift U", "undo the whole turn"),
    ("R", "redo"),
    ("H", "a hint, against bots"),
    ("← →", "one step back or forward"),
    ("Home End", "to the start, to the current position"),
    ("T", "to the next turning point, after an analysis"),
    ("Space", "play the moves one by one"),
    ("V", "play again what others did since your last turn"),
    ("+ - F", "zoom in, out, show it all; + and - count what is taken"),
    ("Shift ← → ↑ ↓", "move the board"),
    ("[ ]", "other pictures, where there are several"),
    ("T M", "rotate, flip the piece to place"),
    ("L C N G", "log, chat, notes, rules of the game"),
    ("?", "what the focused thing is, else the player aid; again for this list"),
    ("P", "pin what is told of a thing or a player"),
)


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Rare(Generic[S]):
    """A part that few positions have: `empty` keeps its place where there is nothing `shown`."""

    shown: Callable[[TableModel], S | None]
    draw: Callable[[TableModel, S], Markup]
    empty: Markup

    def __call__(self, model: TableModel) -> Markup:
        shown = self.shown(model)
        return self.empty if shown is None else self.draw(model, shown)


MOMENT: Final = Rare(
    lambda model: model.dashboard.moment, moment.open_moment, section(id="moment", hidden=True)
)
GESTURE: Final = Rare(lambda model: model.gestures or None, gestures.gesture, gestures.NONE)
WAITING: Final = Rare(
    lambda model: model.places if model.stage == "waiting" else None,
    waiting.waiting,
    div(id="waiting", hidden=True),
)
RESULT: Final = Rare(
    lambda model: model.result if model.history.live else None,
    result.result,
    div(id="result", hidden=True),
)
CURTAIN: Final = Rare(lambda model: model.curtain, board.curtain, div(id="curtain", hidden=True))
LESSON: Final = Rare(
    lambda model: model.lesson,
    lesson.lesson,
    section(id="lesson", class_="lesson", hidden=True),
)


def _sheets(model: TableModel) -> tuple[str, ...]:
    """The style sheets that this table needs; one that has begun never waits again."""
    wanted = {
        "board": True,
        "waiting": model.stage == "waiting",
        "lesson": model.lesson is not None,
    }
    return tuple(sheet for sheet, needed in wanted.items() if needed)


def table(page: TablePage) -> str:
    model = page.table
    shown = next((point.seat for point in model.viewpoints if point.shown), None)
    return document(
        model.page_title,
        page.visitor,
        fragment(
            sprite(model.symbols),
            main(
                h1(f"{model.title}: the table", class_="hidden-label"),
                section(
                    prompt.prompt(model),
                    prompt.undo(model),
                    hint.hint(model),
                    prompt.choices(model),
                    id="bar",
                    class_="bar",
                    aria_label="What to do",
                ),
                seats.notice(model),
                noscript(no_script()),
                Markup(zones.supply(model).html),
                div(id="strip", class_="strip", aria_hidden="true"),
                aside(
                    Markup(board.scene_tabs(model).html),
                    Markup(cards.zone("common", model).html),
                    id="rail",
                    class_="rail",
                    aria_label="Pictures and cards",
                ),
                section(
                    Markup(board.scenes(model).html),
                    div(id="overlay", class_="overlay", aria_hidden="true"),
                    div(id="labels", class_="labels", aria_hidden="true"),
                    div(id="minimap", class_="minimap", aria_hidden="true", hidden=True),
                    zones.legend(model),
                    board.zoom(),
                    Markup(cards.zone("offer", model).html),
                    div(id="tip", role="tooltip", class_="tip", hidden=True),
                    div(id="chooser", class_="chooser", role="menu", hidden=True),
                    div(id="link-state", class_="link-state", role="status", hidden=True),
                    MOMENT(model),
                    section(
                        id="told",
                        class_="moment",
                        role="dialog",
                        hidden=True,
                        aria_label="What happened",
                    ),
                    section(
                        id="recap",
                        class_="recap",
                        role="dialog",
                        hidden=True,
                        aria_label="Since your last turn",
                    ),
                    WAITING(model),
                    RESULT(model),
                    CURTAIN(model),
                    id="stage",
                    class_="stage",
                    aria_label="Board",
                ),
                section(
                    id="lens",
                    class_="lens",
                    role="dialog",
                    hidden=True,
                    aria_label="Another player",
                ),
                Markup(board.description(model).html),
                section(
                    zones.modes(model),
                    GESTURE(model),
                    zones.sheet(),
                    id="actions",
                    class_="actions",
                    aria_label="What a choice does",
                ),
                div(
                    Markup(zones.tracks(model).html),
                    Markup(cards.zone("tray", model).html),
                    id="mine",
                    class_="mine-zone",
                ),
                Markup(history.history(model).html),
                id="main",
                class_="room",
                tabindex=-1,
            ),
            sidebar.side(page),
            hint.card(),
            zones.tabs(),
            zones.explanation(),
            lesson.shade(model),
            LESSON(model),
            seats.dialogs(model),
            _aid(model) if model.symbols else None,
        ),
        sheets=_sheets(model),
        game_sheet=css_address(model.game),
        module="table",
        bar=fragment(
            lesson.how_to_play(model),
            a("Rules", href=f"/rules/{model.game}", target="_blank", rel="noopener"),
            a(
                "Aid",
                href=f"/aid/{model.game}",
                target="_blank",
                rel="noopener",
                title="Player aid (?)",
                data_aid=True,
            )
            if model.symbols
            else None,
            push(
                icon("people"),
                span("Table", class_="wide-only"),
                kind="quiet",
                data_opens="table-dialog",
                aria_label="Table: seats, invitations, options",
            ),
            push("?", kind="quiet square", data_opens="keys", aria_label="Keys", title="Keys"),
        ),
        where=zones.turn(model),
        keys=KEYS,
        class_=classes("table-page", model.lesson is not None and "with-lesson"),
        data_url=model.url,
        data_stream=page.stream_url,
        data_as=shown,
        data_game=model.game,
        data_now=page.now,
    )


def _aid(model: TableModel) -> Markup:
    """The player aid, to look things up without leaving the table."""
    return dialog_box(
        "aid-dialog",
        f"{model.title}: player aid",
        p(
            "The figures here are those of the built-in edition. ",
            f"This table plays {model.edition}: the board and the cards say what holds.",
            class_="note",
        )
        if model.edition
        else None,
        div(id="aid-here", data_src=f"/aid/{model.game}"),
        div(
            push("Keys", kind="quiet", id="aid-keys"),
            a("On a page of its own, to print", href=f"/aid/{model.game}", target="_blank"),
            class_="row end",
        ),
        kind="aid-dialog",
    )


def _part(key: str, html: Markup) -> Part:
    # What leaves this package is plain text: encoders know nothing of Markup.
    return Part(key, (str(html),))


def _of(key: str, draw: Callable[[TableModel], Markup]) -> Callable[[TableModel], tuple[Part]]:
    return lambda model: (_part(key, draw(model)),)


def _beside(model: TableModel) -> tuple[Part, ...]:
    """What stands round the pictures."""
    return (
        _part("legend", zones.legend(model)),
        _part("moment", MOMENT(model)),
        _part("modes", zones.modes(model)),
        _part("gesture", GESTURE(model)),
        zones.tracks(model),
    )


def _beside_inputs(model: TableModel) -> tuple[Hashable, ...] | None:
    board = model.dashboard
    if model.gestures or board.moment is not None:
        return None
    return board.legend, zones.offered_modes(model), board.tracks


def _ends(model: TableModel) -> tuple[Part, ...]:
    """What is there only before the game, after it, and between two players at one screen."""
    return (
        _part("waiting", WAITING(model)),
        _part("result", RESULT(model)),
        _part("curtain", CURTAIN(model)),
    )


def _ends_inputs(model: TableModel) -> tuple[Hashable, ...] | None:
    quiet = model.stage == "playing" and model.result is None and model.curtain is None
    return () if quiet else None


LIVE_PARTS: Final = (
    LiveParts(_of("prompt", prompt.prompt)),
    LiveParts(_of("choices", prompt.choices)),
    LiveParts(_of("undo", prompt.undo), attrgetter("url", "undo", "viewer", "question", "unasked")),
    LiveParts(_of("notice", seats.notice)),
    LiveParts(
        lambda model: (_part("turn", zones.turn(model)), zones.supply(model)),
        attrgetter(
            "title", "dashboard.turn", "dashboard.pips", "dashboard.supply", "dashboard.scale"
        ),
    ),
    LiveParts(
        lambda model: (board.scene_tabs(model),),
        lambda model: None if board.has_tabs(model) else (),
    ),
    LiveParts(cards.zones, lambda model: None if model.dashboard.trays else ()),
    LiveParts(lambda model: (board.scenes(model),)),
    LiveParts(_beside, _beside_inputs),
    LiveParts(lambda model: (board.description(model),), lambda model: (model.description,)),
    LiveParts(lambda model: (sidebar.panels(model),)),
    LiveParts(_ends, _ends_inputs),
    LiveParts(_of("about", seats.about), seats.about_inputs),
    LiveParts(_of("lesson", LESSON), lambda model: () if model.lesson is None else None),
    LiveParts(lambda model: (history.history(model),), history.inputs),
)


def table_parts(model: TableModel) -> Sequence[Part]:
    """All of them."""
    return [part for each in LIVE_PARTS for part in each.draw(model)]


def log(model: TableModel) -> Patch:
    return _part("log", sidebar.log(model)).patch


def log_line(line: LogLine) -> str:
    return str(sidebar.log_line(line))


def chat(model: TableModel) -> Patch:
    return _part("chat", sidebar.chat(model)).patch


def chat_line(line: ChatLine) -> str:
    return str(sidebar.chat_line(line))
