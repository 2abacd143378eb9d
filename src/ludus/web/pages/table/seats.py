"""The seats of a table: who sits where, invitations, and what the host may do."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from ludus.core.protocol import Seat
from ludus.web.live.models import Opening, PanelModel, SeatPlace, TableModel, Takeback
from ludus.web.pages.bot_faces import in_words
from ludus.web.pages.components import icon, mark, push
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    button,
    classes,
    div,
    form,
    h3,
    input_,
    label,
    li,
    ol,
    option,
    p,
    select,
    span,
    strong,
)
from ludus.web.pages.layout import dialog_box


def notice(model: TableModel) -> Markup:
    """What has to be said above everything else: a takeback that waits, a game that is pinned."""
    said: list[Child] = []
    if model.pinned:
        said.append(div(icon("lock"), span(model.pinned), rematch(model), class_="note warn"))
    if model.undo.pending is not None:
        said.append(_takeback(model, model.undo.pending))
    if model.opening is not None:
        said.append(_opening(model, model.opening))
    if "reclaim" in model.may:
        said += [_kept_warm(model, row) for row in model.panels if row.mine and row.kind == "bot"]
    return _notices(said) if said else NO_NOTICE


def rematch(model: TableModel) -> Markup | None:
    """To the table where the same people play again, or a button that opens it."""
    if model.rematch_url:
        return a(icon("redo"), "To the rematch", href=model.rematch_url, class_="button gold")
    if "rematch" not in model.may:
        return None
    return form(
        push(icon("redo"), "Rematch", kind="gold", type="submit"),
        method="post",
        action=f"{model.url}/rematch",
        data_goes=True,
        data_live=True,
    )


def _notices(said: list[Child]) -> Markup:
    return div(said, id="notice", class_="notices", role="status")


NO_NOTICE: Final = _notices([])


def _kept_warm(model: TableModel, row: PanelModel) -> Markup:
    return form(
        icon("bot"),
        span(f"A bot plays for {row.absent or row.panel.name}."),
        input_(type="hidden", name="seat", value=row.panel.seat),
        push("Take the seat back", type="submit", kind="primary"),
        method="post",
        action=f"{model.url}/reclaim",
        class_="note",
        data_live=True,
    )


def _takeback(model: TableModel, asked: Takeback) -> Markup:
    mine = asked.seat in model.held
    what = f" {'ask' if mine else 'asks'} to take back move {asked.to} and all after it"
    waiting = f"{what}; {', '.join(asked.waiting_for)} must agree."
    if mine:
        withdraw = button("Withdraw", type="submit", name="yes", value="", class_="button")
        return _answer(model, span(strong("You"), waiting), asked.seat, asked.to, withdraw)
    if not asked.yours:
        return p(icon("takeback"), span(strong(asked.name), waiting), class_="note")
    return _answer(
        model,
        span(strong(asked.name), f"{what}."),
        asked.answers,
        asked.to,
        *_agree_or_refuse(),
    )


def _agree_or_refuse() -> tuple[Markup, Markup]:
    return (
        button("Agree", type="submit", name="yes", value="on", class_="button primary"),
        button("Refuse", type="submit", name="yes", value="", class_="button"),
    )


def _answer(model: TableModel, words: Markup, seat: Seat, to: int, *buttons: Markup) -> Markup:
    return form(
        icon("takeback"),
        words,
        input_(type="hidden", name="seat", value=seat),
        input_(type="hidden", name="to", value=to),
        buttons,
        method="post",
        action=f"{model.url}/takeback/answer",
        class_="note",
        data_live=True,
    )


def _opening(model: TableModel, asked: Opening) -> Markup:
    if asked.answers < 0:
        waiting = f"Somebody new may take the seat of {asked.name} if all agree; waiting for "
        return p(icon("chair"), span(waiting, ", ".join(asked.waiting_for), "."), class_="note")
    return form(
        icon("chair"),
        span("May somebody new take the seat of ", strong(asked.name), "?"),
        input_(type="hidden", name="seat", value=asked.answers),
        _agree_or_refuse(),
        method="post",
        action=f"{model.url}/free/answer",
        class_="note",
        data_live=True,
    )


# The seats --------------------------------------------------------------------------------------


def only_here() -> Markup:
    """For a host whose links lead friends nowhere; the script knows by which address they came."""
    return p(
        "This address works only on this computer. To play with friends on other devices, start "
        "the server with --host 0.0.0.0 and open the address that it prints.",
        class_="note warn only-here",
    )


def seats(model: TableModel, prefix: str) -> Markup:
    return ol((_seat(model, place, prefix) for place in model.places), class_="seat-list")


def _seat(model: TableModel, place: SeatPlace, prefix: str) -> Markup:
    return li(
        mark(place.seat),
        div(
            strong(place.name or "Open seat"),
            span(_kind(place), class_="quiet"),
            class_="seat-words",
        ),
        div(_seat_actions(model, place), class_="seat-actions"),
        _invitation(model, place, prefix),
        id=f"{prefix}-seat-{place.seat}",
        class_=classes("seat-row", place.kind),
    )


def _kind(place: SeatPlace) -> str:
    if place.mine:
        return "you"
    bot = f"bot · {in_words(place.level)}"
    return {"bot": bot, "open": "nobody yet", "player": "player"}[place.kind]


def _seat_actions(model: TableModel, place: SeatPlace) -> list[Child]:
    host = "host" in model.may and model.stage != "over"
    entries: list[Child] = []
    if place.kind == "open":
        if "join" in model.may:
            entries.append(do(model, "join", place.seat, "chair", "Sit here", kind="primary"))
        if host:
            entries.append(_bot(model, place))
    elif place.mine:
        if model.stage == "waiting" and "leave" in model.may:
            entries.append(do(model, "leave", place.seat, "close", "Leave the seat"))
        if "bot" in model.may and place.kind == "player" and model.stage == "playing":
            entries.append(_bot(model, place))
        if "forfeit" in model.may and model.stage == "playing":
            entries.append(
                do(
                    model,
                    "forfeit",
                    place.seat,
                    "flag",
                    "Give up",
                    confirm=f"Give up the game for {place.name}?",
                )
            )
        if "reclaim" in model.may and place.kind == "bot":
            entries.append(
                do(model, "reclaim", place.seat, "chair", "Take it back", kind="primary")
            )
    elif host and place.kind == "player":
        entries.append(
            do(
                model,
                "free",
                place.seat,
                "close",
                "Free the seat",
                confirm=f"Free the seat of {place.name}? It works once they are away for a while.",
            )
        )
    elif host and model.stage == "waiting" and place.kind == "bot":
        entries.append(do(model, "free", place.seat, "close", "Open the seat"))
    return entries


def do(
    model: TableModel,
    verb: str,
    seat: int,
    picture: str,
    words: str,
    kind: str = "",
    confirm: str = "",
) -> Markup:
    """A form with one button, for something to be done about a seat; `square` has no words."""
    bare = "square" in kind
    return form(
        input_(type="hidden", name="seat", value=seat),
        push(
            icon(picture),
            None if bare else span(words),
            type="submit",
            kind=kind,
            aria_label=words if bare else None,
            title=words if bare else None,
        ),
        method="post",
        action=f"{model.url}/{verb}",
        data_live=True,
        data_confirm=confirm or None,
    )


def _bot(model: TableModel, place: SeatPlace) -> Markup | None:
    """A form that puts a bot of a chosen level in the seat."""
    if not model.levels:
        return None
    words = "Let a bot play" if place.mine else "Seat a bot"
    return form(
        input_(type="hidden", name="seat", value=place.seat),
        select(
            (option(level.label, value=level.key) for level in model.levels),
            name="level",
            aria_label="Level of the bot",
        ),
        push(icon("bot"), span(words), type="submit"),
        method="post",
        action=f"{model.url}/bot",
        class_="joined",
        data_live=True,
    )


def _invitation(model: TableModel, place: SeatPlace, prefix: str) -> Markup | None:
    if place.kind != "open" or "host" not in model.may:
        return None
    if not place.invitation:
        return div(
            do(model, "invite", place.seat, "link", "Make an invitation"), class_="invitation"
        )
    return div(
        copyable(f"{prefix}-invite-{place.seat}", "Invitation for one friend", place.invitation),
        class_="invitation",
    )


def copyable(key: str, words: str, address: str) -> Markup:
    """An address with a button to copy it."""
    return div(
        label(words, for_=key),
        div(
            input_(type="text", id=key, value=address, readonly=True, data_address=True),
            push(icon("copy"), "Copy", data_copies=key),
            class_="joined",
        ),
        class_="copyable",
    )


# The table's own dialog ---------------------------------------------------------------------------


def about(model: TableModel) -> Markup:
    """Everything about this table that is not the game: seats, links, options, the record."""
    return div(
        h3("Seats"),
        seats(model, "t"),
        h3("Links"),
        only_here(),
        copyable("watch-link", "For people who want to watch", model.watch_url),
        _recovery(model),
        h3("This table"),
        ol(
            li(span("Pace", class_="quiet"), ": ", model.pace or "no clock"),
            li(
                span("Listed", class_="quiet"),
                ": ",
                "no, only by link" if model.private else "in the lobby",
            ),
            li(span("Watching", class_="quiet"), ": ", model.watchers),
            (li(span(key, class_="quiet"), ": ", value) for key, value in model.options),
            class_="plain-list",
        ),
        id="about",
    )


def about_inputs(model: TableModel) -> tuple[Hashable, ...]:
    """All that it is drawn from. It stays the same through most moves."""
    return (
        model.url,
        model.stage,
        model.may - {"act"},
        model.places,
        model.watch_url,
        model.pace,
        model.private,
        model.watchers,
        model.options,
        model.levels,
    )


def _recovery(model: TableModel) -> Markup | None:
    if "recovery" not in model.may:
        return None
    return form(
        p(
            "A recovery link carries your seats to another device. Keep it to yourself.",
            class_="quiet",
        ),
        push(icon("link"), "Make a recovery link", type="submit"),
        div(id="recovery-link"),
        method="post",
        action=f"{model.url}/recovery",
        data_live="address",
        data_into="recovery-link",
    )


def dialogs(model: TableModel) -> Markup:
    return dialog_box("table-dialog", f"{model.title}: this table", about(model), kind="wide")
