"""The waiting room: the invitation first, then the seats round the table, and the way to start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.web.live.models import SeatPlace, TableModel
from ludus.web.pages.bot_faces import character, face, in_words
from ludus.web.pages.components import MARKS, icon, mark, push, rules_address
from ludus.web.pages.game_cards import QUICK_BOT
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    button,
    classes,
    div,
    form,
    h2,
    img,
    input_,
    label,
    li,
    ol,
    p,
    section,
    span,
    strong,
)
from ludus.web.pages.table.seats import do, only_here
from ludus.web.pages.table_list import open_mark, pace_icon


def waiting(model: TableModel, places: Sequence[SeatPlace]) -> Markup:
    """Shown instead of the board until every seat is taken."""
    free = [place for place in places if place.kind == "open"]
    return section(
        div(
            div(
                _invitation(model, free) if "host" in model.may else _guest(model, free),
                _meanwhile(model),
                class_="waiting-first",
            ),
            _table(model),
            class_="waiting-room",
        ),
        _foot(model, free),
        id="waiting",
        class_="waiting",
        aria_label="Waiting for players",
    )


def _open_words(count: int) -> str:
    return "One seat is open" if count == 1 else f"{count} seats are open"


# The invitation -----------------------------------------------------------------------------------


def _invitation(model: TableModel, free: Sequence[SeatPlace]) -> Markup:
    """The link to the first open seat, as large as it gets: to be scanned, copied, shared."""
    first = next((place for place in free if place.invitation), None)
    several = "Each link is for one friend; the next one has its own." if len(free) > 1 else ""
    return section(
        h2(_open_words(len(free)), id="invitation-heading"),
        p("Send the link, or let them scan it. ", several, class_="quiet"),
        _by_link(first) if first else None,
        [] if first else [_new_link(model, place) for place in free[:1]],
        only_here(),
        class_="waiting-card invitation-card",
        aria_labelledby="invitation-heading",
    )


def _by_link(place: SeatPlace) -> Markup:
    key = f"w-invite-{place.seat}"
    return div(
        div(
            img(
                src=f"{place.invitation}/qr.svg",
                alt="QR code of the invitation link",
                width=280,
                height=280,
                class_="qr",
            ),
            ol(
                (li(span(number, class_="step-number"), words) for number, words in _STEPS),
                class_="invitation-steps",
            ),
            class_="qr-row",
        ),
        label("Invitation link", for_=key, class_="hidden-label"),
        input_(
            type="text",
            id=key,
            value=place.invitation,
            readonly=True,
            data_address=True,
            class_="invitation-link",
        ),
        div(
            push(icon("copy"), span("Copy link"), kind="primary large", data_copies=key),
            push(icon("share"), span("Share"), kind="large share", data_shares=key),
            class_="invitation-buttons",
        ),
        class_="invitation-body",
    )


_STEPS: Final = ((1, "scan"), (2, "name"), (3, "sit"))


def _new_link(model: TableModel, place: SeatPlace) -> Markup:
    return do(model, "invite", place.seat, "link", "Make an invitation", kind="primary large")


def _guest(model: TableModel, free: Sequence[SeatPlace]) -> Markup:
    """For whoever is not the host."""
    joins = "join" in model.may and not model.held and not model.private
    return section(
        h2(_open_words(len(free)), id="invitation-heading"),
        p("The game starts by itself when the last one comes.", class_="quiet"),
        do(model, "join", free[0].seat, "chair", "Take a seat", kind="primary large")
        if joins and free
        else None,
        class_="waiting-card",
        aria_labelledby="invitation-heading",
    )


def _meanwhile(model: TableModel) -> Markup:
    return div(
        strong("While you wait"),
        a(
            icon("learn" if model.teaches else "scroll"),
            "Learn" if model.teaches else "Rules",
            href=f"/learn/{model.game}" if model.teaches else rules_address(model.game),
            class_="button",
            target="_blank",
            rel="noopener",
        ),
        form(
            input_(type="hidden", name="game", value=model.game),
            input_(
                type="hidden",
                name="seats",
                value=",".join(["me", *[QUICK_BOT] * (model.seats - 1)]),
            ),
            input_(type="hidden", name="private", value="on"),
            push(icon("helmet-side"), "Warm up", type="submit", title="Play against bots"),
            method="post",
            action="/tables",
            target="_blank",
        ),
        push(
            icon("chat"),
            "Chat",
            span(class_="dot", hidden=True),
            id="waiting-chat",
            aria_controls="pane-chat",
        )
        if "chat" in model.may
        else None,
        class_="waiting-card meanwhile",
    )


# The table and its seats --------------------------------------------------------------------------


def _table(model: TableModel) -> Markup:
    half = (len(model.places) + 1) // 2
    return div(
        ol((_seat(model, place) for place in model.places[:half]), class_="round-seats"),
        div(
            img(src=f"{model.url}/picture.svg", alt="", width=480, height=270),
            p(model.title, class_="round-title"),
            p(
                span(icon("people", "players"), model.seats),
                span(icon(pace_icon(model.clock)), model.clock),
                span(icon("lock"), "private") if model.private else None,
                class_="round-facts",
            ),
            class_="round-table",
        ),
        ol((_seat(model, place) for place in model.places[half:]), class_="round-seats"),
        class_="round",
    )


def _seat(model: TableModel, place: SeatPlace) -> Markup:
    host = "host" in model.may
    return li(
        _portrait(place),
        div(
            span(
                open_mark(place.seat) if place.kind == "open" else mark(place.seat),
                strong("open seat" if place.kind == "open" else place.name),
                class_="seat-title",
            ),
            span(_says(model, place), class_="quiet"),
            class_="seat-words",
        ),
        div(_actions(model, place), class_="seat-actions"),
        _bots(model, place) if host and place.kind == "open" and model.levels else None,
        _other_link(model, place) if host and place.kind == "open" else None,
        id=f"w-seat-{place.seat}",
        class_=classes("round-seat", place.kind),
    )


def _portrait(place: SeatPlace) -> Markup:
    if place.kind == "bot":
        return face(place.level)
    if place.kind == "open":
        return span(icon("plus"), class_="portrait nobody", aria_hidden="true")
    letter = place.name[:1].upper()
    return span(letter, class_=f"portrait seat-{place.seat % MARKS}", aria_hidden="true")


def _says(model: TableModel, place: SeatPlace) -> str:
    if place.mine:
        return "you, host" if "host" in model.may else "you"
    if place.kind == "bot":
        return f"{character(place.level).name}, {in_words(place.level)} bot"
    if place.kind == "player":
        return "sits here"
    return "for a friend by link, or a bot" if "host" in model.may else "nobody yet"


def _actions(model: TableModel, place: SeatPlace) -> list[Child]:
    host = "host" in model.may
    if place.kind == "open":
        if "join" in model.may and not model.private:
            return [do(model, "join", place.seat, "chair", "Sit here")]
        return []
    if place.mine:
        return [do(model, "leave", place.seat, "close", "Leave the seat", kind="quiet square")]
    if host:
        return [do(model, "free", place.seat, "close", "Open the seat", kind="quiet square")]
    return [icon("check", "ready", "ready")]


def _bots(model: TableModel, place: SeatPlace) -> Markup:
    """One press seats the bot whose face it bears."""
    return form(
        input_(type="hidden", name="seat", value=place.seat),
        (
            button(
                face(level.key),
                span(character(level.key).name),
                type="submit",
                name="level",
                value=level.key,
                class_="bot-button",
                title=character(level.key).line,
                aria_label=f"Seat the bot {character(level.key).name}, {level.label.lower()}",
            )
            for level in model.levels
        ),
        method="post",
        action=f"{model.url}/bot",
        class_="bot-buttons",
        data_live=True,
    )


def _other_link(model: TableModel, place: SeatPlace) -> Markup | None:
    """The link to an open seat that is not the one shown large."""
    shown = next((each for each in model.places if each.kind == "open" and each.invitation), None)
    if shown is None or shown.seat == place.seat:
        return None
    if not place.invitation:
        return div(_new_link(model, place), class_="other-link")
    key = f"w-invite-{place.seat}"
    return div(
        label(f"Invitation to seat {place.seat + 1}", for_=key, class_="hidden-label"),
        input_(type="text", id=key, value=place.invitation, readonly=True, data_address=True),
        push(icon("copy"), "Copy link", data_copies=key),
        class_="other-link joined",
    )


# The foot -----------------------------------------------------------------------------------------


def _foot(model: TableModel, free: Sequence[SeatPlace]) -> Markup:
    count = len(model.places)
    host = "host" in model.may
    return div(
        span(
            (
                open_mark(place.seat) if place.kind == "open" else mark(place.seat)
                for place in model.places
            ),
            class_="marks",
            aria_hidden="true",
        ),
        strong(f"{count - len(free)} of {count} sit", role="status"),
        span("starts by itself when the last one comes", class_="quiet waiting-how"),
        div(
            push(
                icon("gear" if host else "people"),
                span("Change seats" if host else "Table"),
                data_opens="table-dialog",
                kind="waiting-more",
                aria_label="Change seats, links, options" if host else "Table: seats, options",
            ),
            _start(model, free) if host and model.levels else None,
            class_="waiting-buttons",
        ),
        class_="waiting-foot",
    )


def _start(model: TableModel, free: Sequence[SeatPlace]) -> Markup:
    """Bots take all seats that are still open."""
    level = QUICK_BOT.partition(":")[2]
    return form(
        input_(type="hidden", name="level", value=level),
        push(
            icon("play"),
            span("Start,"),
            face(level),
            span("takes"),
            [mark(place.seat) for place in free],
            kind="primary large",
            type="submit",
            aria_label=f"Start now: bots take the open {'seat' if len(free) == 1 else 'seats'}",
        ),
        method="post",
        action=f"{model.url}/bot",
        data_live=True,
    )
