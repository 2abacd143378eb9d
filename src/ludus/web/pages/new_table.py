"""The form for a new table: the game, who sits where, the clock, options and rulings.

It works without a script: styles show what goes with what is chosen, and the server takes the first
`count` seats. The last button always opens a table that starts at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.web.config import NAME_LIMIT
from ludus.web.live.page_models import NewTableModel, OptionModel
from ludus.web.pages.bot_faces import character, level_choice
from ludus.web.pages.components import icon, mark, push, rules_address
from ludus.web.pages.game_cards import facts, usual_count
from ludus.web.pages.html import (
    Markup,
    a,
    details,
    div,
    fieldset,
    form,
    h1,
    h2,
    img,
    input_,
    label,
    legend,
    li,
    main,
    nav,
    ol,
    option,
    output,
    p,
    section,
    select,
    small,
    span,
    strong,
    summary,
)
from ludus.web.pages.layout import document


class Given:
    """The form's fields as they were sent, when it comes back with an error."""

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self._fields = dict(fields)

    def get(self, name: str, default: str = "") -> str:
        return self._fields.get(name, default)


def new_table(model: NewTableModel) -> str:
    given = Given(model.chosen)
    return document(
        f"New table: {model.game.title}",
        model.visitor,
        main(
            h1("New table"),
            _games(model),
            form(
                input_(type="hidden", name="game", value=model.game.name),
                div(
                    output(model.error, class_="note bad", role="alert") if model.error else None,
                    _seats(model, given),
                    _clock(model, given),
                    _packs(model, given),
                    _options(model, given),
                    _rulings(model, given),
                    _private(given),
                    class_="new-choices",
                ),
                _summary(),
                method="post",
                action="/tables",
                id="new-table",
                class_="new-form",
            ),
            id="main",
            class_="new-page",
            tabindex=-1,
        ),
        sheets=("lobby", "new-table"),
        module="new-table",
    )


def _games(model: NewTableModel) -> Markup:
    game = model.game
    return div(
        nav(
            h2("Game", id="games-heading"),
            ol(
                (
                    li(
                        a(
                            img(src=each.picture, alt="", class_="thumbnail"),
                            span(strong(each.title), small(_players(each.seats))),
                            href=f"/new/{each.name}",
                            aria_current="page" if each.name == game.name else None,
                        )
                    )
                    for each in model.games
                ),
            ),
            aria_labelledby="games-heading",
            class_="new-games",
        ),
        div(
            img(src=game.picture, alt="", width=480, height=270),
            p(game.line, class_="game-line"),
            facts(game),
            div(
                a(icon("learn"), "Learn", href=f"/learn/{game.name}", class_="button")
                if game.lessons
                else None,
                a("Rules", href=rules_address(game.name), class_="button"),
                a("Aid", href=f"/aid/{game.name}", class_="button"),
                class_="new-ways",
            ),
            class_="new-about",
        ),
        class_="new-left",
    )


def _players(seats: Sequence[int]) -> str:
    low, high = min(seats), max(seats)
    return f"{low} players" if low == high else f"{low}–{high} players"


# Seats --------------------------------------------------------------------------------------------


def _seats(model: NewTableModel, given: Given) -> Markup:
    counts = model.game.seats
    asked = given.get("count")
    start = int(asked) if asked in map(str, counts) else usual_count(counts)
    return section(
        div(
            h2("Seats", id="seats-heading"),
            _counts(counts, start),
            class_="box-head",
        ),
        ol((_seat(model, seat, given) for seat in range(max(counts))), class_="seat-fields"),
        (p(words, class_="quiet") for words in _no_master(model)),
        (
            p(words, class_="quiet", data_seats=count, hidden=count != start)
            for count, words in model.game.seating
        ),
        class_="box",
        aria_labelledby="seats-heading",
    )


def _no_master(model: NewTableModel) -> Iterator[str]:
    """With which editions the strongest bot is not to be had, and why."""
    name = f"{character('master').name}, the strongest bot,"
    titles = dict(model.packs)
    for edition, why in model.no_master.items():
        where = f"with {titles[edition]}" if edition else "here"
        yield f"{name} is not {where}: {why}."


def _counts(counts: Sequence[int], start: int) -> Markup:
    if len(counts) == 1:
        return input_(type="hidden", name="count", value=start)
    return div(
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


def _seat(model: NewTableModel, seat: int, given: Given) -> Markup:
    others = "bot" if model.levels else "open"
    kind = given.get(f"seat.{seat}", "me" if seat == 0 else others)
    kinds = [("me", "person", "Me"), ("open", "link", "Friend")]
    if model.levels:
        kinds.append(("bot", "helmet-side", "Bot"))
    return li(
        mark(seat),
        div(
            (
                label(
                    input_(type="radio", name=f"seat.{seat}", value=key, checked=key == kind),
                    span(icon(picture), words),
                )
                for key, picture, words in kinds
            ),
            class_="segments kinds",
            role="radiogroup",
            aria_label=f"Seat {seat + 1}",
        ),
        span(model.visitor.name or "You", class_="seat-me") if seat == 0 else _name(seat, given),
        span(icon("link"), "by your invitation link", class_="seat-friend quiet"),
        level_choice(
            model.levels,
            f"level.{seat}",
            given.get(f"level.{seat}", _middle(model)),
            seat,
            _personality(model, seat, given),
        )
        if model.levels
        else None,
        class_="seat-field",
        data_seat_row=seat,
    )


def _personality(model: NewTableModel, seat: int, given: Given) -> Markup | None:
    """Whom the bot plays as, in games that have personalities."""
    who = model.game.personalities
    if not who:
        return None
    chosen = given.get(f"as.{seat}")
    return select(
        option("No preference", value=""),
        (
            option(f"{name.capitalize()}: {line}", value=name, selected=name == chosen)
            for name, line in who.items()
        ),
        name=f"as.{seat}",
        class_="personality",
        aria_label=f"What the bot at seat {seat + 1} likes",
    )


def _name(seat: int, given: Given) -> Markup:
    """Somebody else at the same device may have a name of their own."""
    return input_(
        type="text",
        name=f"name.{seat}",
        value=given.get(f"name.{seat}"),
        maxlength=NAME_LIMIT,
        placeholder="Name, if it is not you",
        aria_label=f"Name at seat {seat + 1}",
        class_="seat-me",
    )


def _middle(model: NewTableModel) -> str:
    """The level that is chosen first: the second, or the only one."""
    return model.levels[min(1, len(model.levels) - 1)].key


# Clock, options, listing --------------------------------------------------------------------------


def _clock(model: NewTableModel, given: Given) -> Markup:
    pace = given.get("pace", model.paces[0].key if model.paces else "")
    at_zero = given.get("at_zero", model.at_zero[0][0] if model.at_zero else "")
    return section(
        h2("Clock", id="clock-heading"),
        div(
            (
                label(
                    input_(type="radio", name="pace", value=one.key, checked=one.key == pace),
                    span(
                        strong(icon(one.icon), one.label),
                        small(one.hint),
                        class_="clock-card",
                    ),
                )
                for one in model.paces
            ),
            class_="clock-cards",
            role="radiogroup",
            aria_labelledby="clock-heading",
        ),
        fieldset(
            legend("When a clock runs out"),
            _ways("at_zero", model.at_zero, at_zero),
            class_="at-zero",
        ),
        class_="box",
        aria_labelledby="clock-heading",
    )


def _ways(name: str, choices: Sequence[tuple[str, str]], chosen: str) -> Markup:
    """One below the other, since some need a whole sentence."""
    return div(
        (
            label(
                input_(type="radio", name=name, value=key, checked=key == chosen),
                span(words),
            )
            for key, words in choices
        ),
        class_="choice-lines",
    )


def _packs(model: NewTableModel, given: Given) -> Markup | None:
    """What is printed on boards and cards: the built-in content, or a pack of the operator's."""
    if not model.packs:
        return None
    choices = [("", "Built-in"), *model.packs]
    return section(
        h2("Edition", id="packs-heading"),
        p("What is printed on the board and the cards.", class_="quiet"),
        _ways("pack", choices, given.get("pack")),
        class_="box",
        aria_labelledby="packs-heading",
    )


def _options(model: NewTableModel, given: Given) -> Markup | None:
    """What the rulebook leaves to the players, in sight."""
    offered = [one for one in model.options if not one.option.ruling]
    if not offered:
        return None
    return section(
        h2("Options", id="options-heading"),
        div((_option(model, one, given) for one in offered), class_="options"),
        class_="box",
        aria_labelledby="options-heading",
    )


def _rulings(model: NewTableModel, given: Given) -> Markup | None:
    """Where the rulebook can be read in two ways, folded."""
    rulings = [one for one in model.options if one.option.ruling]
    if not rulings:
        return None
    changed = sum(_value(one, given) != _usual(one) for one in rulings)
    count = "1 ruling" if len(rulings) == 1 else f"{len(rulings)} rulings"
    return details(
        summary(
            icon("scroll"),
            div(
                h2("House rulings"),
                span(
                    count,
                    ", ",
                    span(f"{changed} changed" if changed else "as usual", id="rulings-changed"),
                    class_="quiet",
                ),
                class_="ruling-words",
            ),
            icon("down", class_="fold"),
        ),
        div((_option(model, one, given) for one in rulings), class_="options rulings"),
        class_="box",
        open=bool(changed),
    )


def _value(one: OptionModel, given: Given) -> str:
    return given.get(f"option.{one.option.key}", _usual(one))


def _usual(one: OptionModel) -> str:
    """What is proposed as long as all other seats are bots', as they are at first."""
    return one.option.with_bots or one.option.default


def _option(model: NewTableModel, one: OptionModel, given: Given) -> Markup:
    return fieldset(
        legend(one.label),
        p(
            one.hint,
            " ",
            a("Rule", href=rules_address(model.game.name, one.option.clause), class_="clause"),
            class_="quiet",
        ),
        _ways(f"option.{one.option.key}", _proposed(one), _value(one, given)),
        data_with_bots=one.option.with_bots or None,
        data_seats=" ".join(str(count) for count in one.option.seats) or None,
        data_usual=one.option.default,
    )


def _proposed(one: OptionModel) -> list[tuple[str, str]]:
    """The choices, with a word beside the one that is proposed against bots."""
    return [
        (key, f"{words} (proposed against bots)" if key == one.option.with_bots else words)
        for key, words in one.choices
    ]


def _private(given: Given) -> Markup:
    return label(
        icon("lock"),
        span(
            strong("Private"),
            span("only by link, not in the lobby", class_="quiet"),
            class_="switch-words",
        ),
        input_(type="checkbox", name="private", role="switch", checked=bool(given.get("private"))),
        class_="box switch",
    )


def _summary() -> Markup:
    """What was chosen, which the script writes out, and the two ways to open the table."""
    return section(
        h2("Your table", id="summary-heading"),
        ol(id="summary", class_="needs-js"),
        p(
            "Friends join by a link or a QR code. You get both once the table is open.",
            class_="quiet for-friends",
        ),
        push(icon("link"), "Open the table", kind="primary large for-friends", type="submit"),
        push(
            icon("play"),
            span("Start with bots only", class_="for-friends"),
            span("Start the game", class_="for-bots"),
            kind="large",
            type="submit",
            name="fill",
            value="bots",
        ),
        class_="box new-summary",
        aria_labelledby="summary-heading",
    )
