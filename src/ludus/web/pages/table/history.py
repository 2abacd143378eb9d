"""The way through the game: a row under the board, and the banner of a past position."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Final

from ludus.core.text import SEAT, Sentence
from ludus.web.live.models import Part, TableModel
from ludus.web.pages.components import icon, mark, push, sentence
from ludus.web.pages.html import (
    Child,
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
    input_,
    kbd,
    p,
    section,
    slot,
    small,
    span,
    strong,
)
from ludus.web.pages.table.zones import progress, viewpoints

UNITS: Final = (("move", "Move"), ("turn", "Turn"), ("point", "Turning point"))
"""What one step goes by: key, words."""
SAME: Final = 1000
"""How many of the pieces are remembered that stay the same at a table."""
BEGINNING: Final = "The game begins."


# The banner ---------------------------------------------------------------------------------------


def banner(model: TableModel) -> Markup:
    """Stands in the row of the prompt while a past position is shown: what it is, and the way back.

    It says so if the viewer has to choose meanwhile; the script keeps that true.
    """
    at, length = model.history.at, model.history.length
    heading, told = happened(model)
    waiting = next((row for row in model.panels if row.mine and row.to_move), None)
    return div(
        p(
            span(icon("hourglass"), span("The past", class_="past-name"), class_="past-badge"),
            span(
                span(strong(heading), " ", class_="past-heading") if heading else None,
                sentence(told) if told else BEGINNING,
                class_="prompt-words",
            ),
            id="prompt-line",
            role="status",
            aria_live="polite",
            aria_atomic="true",
        ),
        span(f"move {at} of {length}", class_="past-move"),
        span(
            mark(waiting.panel.seat) if waiting else icon("hourglass"),
            "your turn waits",
            id="turn-waits",
            class_=classes("turn-waits", waiting is not None and "waits"),
            hidden=waiting is None,
        ),
        a(
            span("Back", span(" to the present", class_="back-words")),
            kbd("Esc", aria_hidden="true"),
            href=_present(model),
            class_="button primary",
            id="to-present",
            data_step="last",
        ),
        id="prompt",
        tabindex=-1,
        class_="prompt past",
    )


def happened(model: TableModel) -> tuple[str, Sentence]:
    """The turn that a past position belongs to, and what happened last."""
    heading, shown = "", ""
    told: Sentence = ()
    for line in model.log:
        if line.number > model.history.at:
            break
        heading = line.line.heading or heading
        if line.line.sentence:
            # A heading that nothing follows yet opens the next turn.
            shown, told = heading, line.line.sentence
    return shown or heading, told


def _present(model: TableModel) -> str:
    return next((point.url for point in model.viewpoints if point.shown), model.url)


# The row ------------------------------------------------------------------------------------------


def inputs(model: TableModel) -> tuple[Hashable, ...] | None:
    """All that it is drawn from while it follows the game; of a past position that is much."""
    if not model.history.live:
        return None
    dashboard = model.dashboard
    return (
        model.history,
        model.stage,
        model.url,
        model.viewpoints,
        "fork" in model.may,
        dashboard.progress,
        dashboard.pips,
    )


def history(model: TableModel) -> Part:
    """The way through the game. What a move changes of it are two small pieces."""
    at, length, live = model.history.at, model.history.length, model.history.live
    words = f"Move {at} of {length}"
    if live and model.stage == "playing":
        words += " · live"
    over = "yes" if model.stage == "over" else "no"
    opening, before, after, closing = _frame(live)
    return Part(
        "history",
        (
            opening,
            str(_WHERE(words=words, at=at, length=length, live="yes" if live else "no", over=over)),
            before,
            str(_SLIDER(words=words, at=at, length=length)),
            after,
            str(progress(model)),
            "</div>",
            _more(viewpoints(model, "history-viewpoint")),
            _do(model.url, _fork(model)),
            *(() if live else (str(_this_move(model)),)),
            closing,
        ),
    )


_WHERE: Final = Template(
    span(
        slot("words"),
        id="history-where",
        class_="history-where",
        data_at=slot("at"),
        data_length=slot("length"),
        data_live=slot("live"),
        data_over=slot("over"),
    )
)
_SLIDER: Final = Template(
    input_(
        type="range",
        id="history-slider",
        min=0,
        max=slot("length"),
        value=slot("at"),
        step=1,
        aria_label="Move",
        aria_valuetext=slot("words"),
    )
)


@cache
def _frame(live: bool) -> tuple[str, str, str, str]:
    """What stands round the pieces that change: before, between and after them."""
    marked = "\0"
    whole = str(
        div(
            div(
                _steps(),
                marked,
                # What the move changed for the viewer, on a phone; the script fills it.
                span(id="past-value", class_="past-value", data_keep=True),
                div(
                    marked,
                    # How the game went; the script draws it when the past is looked at.
                    div(id="history-chart", class_="history-chart", data_keep=True),
                    # The turning points, once an analysis has found some; the script draws them.
                    div(id="history-points", class_="history-points", data_keep=True),
                    class_="history-track",
                ),
                marked,
                class_="history-row",
            ),
            marked,
            id="history",
            class_=classes("history", not live and "past"),
        )
    )
    opening, before, after, rest, closing = whole.split(marked)
    assert rest == "</div>"
    return opening, before, after, closing


@cache
def _steps() -> Markup:
    return div(
        _step("first", "To the start (Home)"),
        _step("back", "One step back (←)"),
        _step("play", "Play (Space)"),
        _step("forward", "One step forward (→)"),
        _step("last", "To the current position (End)"),
        class_="history-steps",
    )


def _step(what: str, words: str) -> Markup:
    return push(
        icon(what),
        icon("pause", class_="pause") if what == "play" else None,
        kind="quiet square",
        data_step=what,
        id=f"step-{what}",
        aria_label=words,
        title=words,
    )


def _this_move(model: TableModel) -> Markup:
    """The column beside a past position: what happened, and what the script knows of it."""
    at, length = model.history.at, model.history.length
    heading, _ = happened(model)
    return section(
        h2(heading or "The start", small(f"move {at} of {length}")),
        div(_who(model), _what(model), class_="past-card"),
        div(id="past-change", class_="past-card", data_keep=True, hidden=True),
        div(id="past-points", class_="past-card", data_keep=True, hidden=True),
        div(id="past-note", class_="past-card", data_keep=True, hidden=True),
        id="past-side",
        class_="past-side",
        aria_label="This move",
    )


def _told(model: TableModel) -> list[Sentence]:
    """What the log says of the move that led to a past position."""
    at = model.history.at
    return [each.line.sentence for each in model.log if each.number == at and each.line.sentence]


def _who(model: TableModel) -> Markup | None:
    """Who made the move, and from how many choices, as far as the viewer may know."""
    decided = model.decided
    if decided is not None:
        count = "1 choice" if decided.count == 1 else f"{decided.count} choices"
        return h3(
            mark(decided.seat),
            f"{decided.name} decided",
            small(count) if decided.count else None,
        )
    bits = (bit for line in _told(model) for bit in line if bit.kind == SEAT and bit.ref.isdigit())
    who = next(bits, None)
    return None if who is None else h3(mark(int(who.ref)), f"{who.text} moved")


def _what(model: TableModel) -> Child:
    """What the move was: as the log tells it, or by the name of the choice."""
    if told := _told(model):
        return [p(sentence(line)) for line in told]
    if model.decided is not None and model.decided.label:
        return p(model.decided.label)
    return p(
        "Nobody moved yet." if not model.history.at else "Nothing that everybody can see.",
        class_="quiet",
    )


@lru_cache(SAME)
def _more(viewpoints: Markup | None) -> str:
    """How far a step goes, how fast it plays, and from whose side."""
    return str(
        div(
            _units(),
            push(
                "1\u00d7",
                id="history-speed",
                kind="square",
                data_keep=True,
                aria_label="Speed 1\u00d7",
            ),
            viewpoints,
            id="history-more",
            class_="history-more",
        )
    )


@lru_cache(SAME)
def _do(url: str, fork: Markup) -> str:
    """What to do with a position: play on from it, or show it to others."""
    return str(
        div(
            fork,
            push(
                icon("link"),
                span("Share"),
                id="history-share",
                data_share=url,
                title="Copy the address of this position",
            ),
            id="history-do",
            class_="history-do",
        )
    )


@cache
def _units() -> Markup:
    return div(
        (
            button(
                words,
                type="button",
                data_unit=key,
                id=f"unit-{key}",
                aria_pressed="true" if key == "move" else "false",
                hidden=key == "point",
            )
            for key, words in UNITS
        ),
        id="history-units",
        class_="history-units",
        role="group",
        aria_label="Step by",
        data_keep=True,
    )


def _fork(model: TableModel) -> Markup:
    if "fork" not in model.may:
        return fragment()
    # Nothing is left to play where the game is over; the button keeps its place.
    over = model.history.at == model.history.length
    return form(
        input_(type="hidden", name="at", value=model.history.at),
        push(
            icon("fork"),
            span("Play on from here"),
            type="submit",
            disabled=over,
            title="Go back to an earlier position to play on from there"
            if over
            else "Play on from here at a new table",
        ),
        method="post",
        action=f"{model.url}/fork",
        data_goes=True,
        id="fork-form",
        data_live=True,
    )
