"""The form for a new table: who sits where, the game's options, the pace."""

from __future__ import annotations

from ludus.web.model import NewTableModel, OptionModel
from ludus.web.pages.bits import icon, mark, push, rules_address
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    div,
    fieldset,
    form,
    h1,
    img,
    input_,
    label,
    legend,
    main,
    optgroup,
    option,
    output,
    p,
    select,
    span,
    strong,
)
from ludus.web.pages.layout import document
from ludus.web.pages.lobby import QUICK_SEATS, minutes, players


def new_table(model: NewTableModel) -> str:
    game = model.game
    chosen = dict(model.chosen)
    return document(
        f"New table: {game.title}",
        model.visitor,
        main(
            div(
                img(src=game.picture, alt="", width=480, height=270),
                h1(game.title),
                p(game.line, class_="game-line"),
                p(
                    span(icon("people"), players(game)),
                    span(icon("hourglass"), minutes(game)),
                    class_="facts",
                ),
                p(a("Rules", href=rules_address(game.name))),
                class_="new-about",
            ),
            form(
                input_(type="hidden", name="game", value=game.name),
                input_(type="hidden", name="seats", value=chosen.get("seats", "")),
                output(model.error, class_="note bad", role="alert") if model.error else None,
                _seats(model, chosen),
                _options(model, chosen),
                _pace(model, chosen),
                label(
                    input_(type="checkbox", name="private", checked="private" in chosen),
                    span(
                        strong("Private"),
                        span("Not in the lobby; only by link.", class_="quiet"),
                        class_="switch-words",
                    ),
                    class_="switch",
                ),
                div(push("Open the table", kind="primary large", type="submit"), class_="row end"),
                method="post",
                action="/tables",
                id="new-table",
                class_="card new-form",
            ),
            id="main",
            class_="sheet new-page",
            tabindex=-1,
        ),
        sheets=("lobby",),
        module="lobby",
    )


def _seats(model: NewTableModel, chosen: dict[str, str]) -> Markup:
    counts = model.game.seats
    given = chosen["seats"].split(",") if chosen.get("seats") else []
    start = len(given) if len(given) in counts else _usual(counts)
    return fieldset(
        legend("Players"),
        div(
            (
                label(
                    input_(type="radio", name="count", value=count, checked=count == start),
                    span(count),
                )
                for count in counts
            ),
            class_="segments",
            role="radiogroup",
            aria_label="Number of players",
        )
        if len(counts) > 1
        else input_(type="hidden", name="count", value=counts[0]),
        div((_seat(model, seat, given) for seat in range(max(counts))), class_="seat-fields"),
    )


def _usual(counts: tuple[int, ...]) -> int:
    return QUICK_SEATS if QUICK_SEATS in counts else min(counts)


def _seat(model: NewTableModel, seat: int, given: list[str]) -> Markup:
    usual = "me" if seat == 0 else _middle(model)
    value = given[seat] if seat < len(given) else usual
    kinds: list[Child] = [
        option("Me", value="me", selected=value == "me"),
        option("Open: for a friend", value="open", selected=value == "open"),
    ]
    bots = [
        option(
            f"Bot: {level.label}",
            value=f"bot:{level.key}",
            selected=value == f"bot:{level.key}",
            title=level.hint,
        )
        for level in model.levels
    ]
    return div(
        label(mark(seat), f"Seat {seat + 1}", for_=f"seat-{seat}"),
        select(kinds, optgroup(bots, label="Bots") if bots else None, id=f"seat-{seat}"),
        class_="seat-field",
        data_seat_row=seat,
    )


def _middle(model: NewTableModel) -> str:
    if not model.levels:
        return "open"
    return f"bot:{model.levels[len(model.levels) // 2].key}"


def _options(model: NewTableModel, chosen: dict[str, str]) -> Markup | None:
    if not model.options:
        return None
    return fieldset(legend("Options"), (_option(model, one, chosen) for one in model.options))


def _option(model: NewTableModel, one: OptionModel, chosen: dict[str, str]) -> Markup:
    name = f"option.{one.option.key}"
    value = chosen.get(name, one.option.default)
    return div(
        label(one.label, for_=name),
        select(
            (option(words, value=key, selected=key == value) for key, words in one.choices),
            id=name,
            name=name,
            aria_describedby=f"{name}-hint" if one.hint else None,
        ),
        p(
            one.hint,
            " ",
            a(
                one.option.clause,
                href=rules_address(model.game.name, one.option.clause),
                class_="clause",
            ),
            class_="quiet",
            id=f"{name}-hint",
        ),
        class_="field",
        data_seats=" ".join(str(count) for count in one.option.seats) or None,
    )


def _pace(model: NewTableModel, chosen: dict[str, str]) -> Markup:
    at_zero = chosen.get("at_zero", model.at_zero[0][0] if model.at_zero else "")
    pace = chosen.get("pace", model.paces[0].key if model.paces else "")
    return fieldset(
        legend("Pace"),
        div(
            label("Clock", for_="pace"),
            select(
                (
                    option(
                        f"{one.label}: {one.hint}" if one.hint else one.label,
                        value=one.key,
                        selected=one.key == pace,
                    )
                    for one in model.paces
                ),
                id="pace",
                name="pace",
            ),
            class_="field",
        ),
        div(
            label("When a clock runs out", for_="at-zero"),
            select(
                (option(words, value=key, selected=key == at_zero) for key, words in model.at_zero),
                id="at-zero",
                name="at_zero",
            ),
            class_="field",
            id="at-zero-field",
        ),
    )
