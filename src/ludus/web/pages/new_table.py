"""The form for a new table: who sits where, the game's options, the pace."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.game import minutes_text, players_text
from ludus.web.config import NAME_LIMIT
from ludus.web.live.models import NewTableModel, OptionModel
from ludus.web.pages.components import icon, mark, push, rules_address
from ludus.web.pages.game_cards import usual_count
from ludus.web.pages.html import (
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


class Given:
    """The form's fields as they were sent; a name may come several times."""

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self._fields = fields

    def all(self, name: str) -> list[str]:
        return [value for key, value in self._fields if key == name]

    def get(self, name: str, default: str = "") -> str:
        values = self.all(name)
        return values[-1] if values else default


def new_table(model: NewTableModel) -> str:
    game = model.game
    chosen = Given(model.chosen)
    return document(
        f"New table: {game.title}",
        model.visitor,
        main(
            div(
                img(src=game.picture, alt="", width=480, height=270),
                h1(game.title),
                p(game.line, class_="game-line"),
                p(
                    span(icon("people"), players_text(game.seats)),
                    span(icon("hourglass"), minutes_text(game.minutes)),
                    class_="facts",
                ),
                p(a("Rules", href=rules_address(game.name))),
                class_="new-about",
            ),
            form(
                input_(type="hidden", name="game", value=game.name),
                output(model.error, class_="note bad", role="alert") if model.error else None,
                _seats(model, chosen),
                _options(model, chosen),
                _pace(model, chosen),
                label(
                    input_(type="checkbox", name="private", checked=bool(chosen.get("private"))),
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


def _seats(model: NewTableModel, given: Given) -> Markup:
    counts = model.game.seats
    sitting = [value for value in given.all("seat") if value]
    start = len(sitting) if len(sitting) in counts else usual_count(counts)
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
            class_="segments needs-js",
            role="radiogroup",
            aria_label="Number of players",
        )
        if len(counts) > 1
        else None,
        div(
            (_seat(model, seat, start, sitting, given) for seat in range(max(counts))),
            class_="seat-fields",
        ),
        (
            p(words, class_="quiet", data_seats=count, hidden=count != start)
            for count, words in model.game.seating
        ),
        p(
            "Take several seats yourself to play on one device and pass it around.",
            class_="quiet",
        ),
    )


def _seat(model: NewTableModel, seat: int, start: int, sitting: list[str], given: Given) -> Markup:
    usual = "me" if seat == 0 else _middle(model)
    value = (sitting[seat] if seat < len(sitting) else usual) if seat < start else ""
    names = given.all("name")
    kinds = [("", "Nobody"), ("me", "Me"), ("open", "Open: for a friend")]
    bots = [(f"bot:{level.key}", f"Bot: {level.label}") for level in model.levels]
    return div(
        label(mark(seat), f"Seat {seat + 1}", for_=f"seat-{seat}"),
        select(
            (option(words, value=key, selected=key == value) for key, words in kinds),
            optgroup(
                (option(words, value=key, selected=key == value) for key, words in bots),
                label="Bots",
            )
            if bots
            else None,
            id=f"seat-{seat}",
            name="seat",
            data_usual=usual,
        ),
        input_(
            type="text",
            name="name",
            value=names[seat] if seat < len(names) else "",
            maxlength=NAME_LIMIT,
            placeholder="Name at this seat",
            aria_label=f"Name at seat {seat + 1}",
            class_="seat-name",
        ),
        class_="seat-field",
        data_seat_row=seat,
    )


def _middle(model: NewTableModel) -> str:
    if not model.levels:
        return "open"
    return f"bot:{model.levels[len(model.levels) // 2].key}"


def _options(model: NewTableModel, chosen: Given) -> Markup | None:
    if not model.options:
        return None
    return fieldset(legend("Options"), (_option(model, one, chosen) for one in model.options))


def _option(model: NewTableModel, one: OptionModel, chosen: Given) -> Markup:
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


def _pace(model: NewTableModel, chosen: Given) -> Markup:
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
