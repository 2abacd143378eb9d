"""What to do now: the prompt line, the choices, and what can be taken back."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ludus.core.face import Choice
from ludus.core.text import Sentence, plain
from ludus.web.live.models import Clock, TableModel
from ludus.web.pages.components import clause_link, icon, mark, push, sentence
from ludus.web.pages.html import (
    Markup,
    Template,
    button,
    classes,
    details,
    div,
    form,
    fragment,
    input_,
    kbd,
    li,
    ol,
    p,
    slot,
    span,
    strong,
    summary,
)
from ludus.web.pages.table.history import banner
from ludus.web.pages.table.sidebar import clock_of
from ludus.web.pages.table.zones import phases

NO_CHOICES: Final = div(id="choices", class_="choices")
NO_UNDO: Final = div(id="undo", class_="undo")
LONG: Final = 70
"""Prompts of more letters are set smaller."""


def prompt(model: TableModel) -> Markup:
    """The one line that says whose turn it is and what to choose. A live region."""
    if not model.history.live:
        return banner(model)
    words = model.prompt.sentence if model.prompt else model.status
    clause = model.prompt.clause if model.prompt else ""
    said = plain(words)
    steps = model.dashboard.steps
    # What the last prompt stood on is nobody's business any more.
    lead = None if model.stage == "over" else model.dashboard.lead
    return _prompt_template(len(said) > LONG)(
        who=_who(_whose(model), model.deciding),
        phases=phases(steps) if steps and steps.names else "",
        lead=_lead(lead) if lead else "",
        words=sentence(words),
        said=said,
        clause=clause_link(model.game, clause, model.clause_title) or "",
        clock=clock_of(model.timer or _own_clock(model), "game-clock") or "",
        result=_open_result() if model.result is not None else "",
        mood=_mood(model),
    )


def _lead(bits: Sentence) -> Markup:
    """What the prompt stands on, large: dice, a card drawn."""
    return span(sentence(bits), class_="lead", data_about="lead")


def _own_clock(model: TableModel) -> Clock | None:
    """The time of the player who is asked, while it runs."""
    clocks = (row.clock for row in model.panels if row.panel.seat == model.deciding)
    return next((clock for clock in clocks if clock is not None and clock.running), None)


@cache
def _prompt_template(long: bool) -> Template:
    # The row has one height: long words are set smaller, and are whole in the tip.
    return Template(
        div(
            slot("phases"),
            p(
                slot("who"),
                slot("lead"),
                span(slot("words"), class_="prompt-words", title=slot("said") if long else None),
                id="prompt-line",
                role="status",
                aria_live="polite",
                aria_atomic="true",
            ),
            slot("clause"),
            slot("clock"),
            slot("result"),
            id="prompt",
            tabindex=-1,
            class_=classes("prompt", slot("mood"), long and "long"),
        )
    )


@cache
def _open_result() -> Markup:
    """Once the end was closed, it is one press away, where the main button always stands."""
    return push(icon("laurel"), "Result", kind="primary", id="open-result")


@lru_cache(256)
def _who(whose: str | None, seat: int) -> Markup:
    if not whose:
        return fragment()
    shown = mark(seat) if seat >= 0 else None
    return fragment(span(shown, strong(whose), class_="prompt-who"), " ")


def _whose(model: TableModel) -> str | None:
    if model.deciding < 0 or model.optional:
        return None
    if len(model.held) < 2:
        return "Your turn"
    names = {row.panel.seat: row.panel.name for row in model.panels}
    return f"{names.get(model.deciding, 'Your')}: your turn"


def _mood(model: TableModel) -> str:
    if model.stage == "over":
        return "over"
    if model.optional:
        return "offer"
    return "turn" if model.deciding >= 0 else "wait"


ONE_ROW = 44
"""So many letters on buttons fit beside the prompt; more of them stand in the action bar."""
EDGES = 6
"""What the edges of a button and its number take, in letters."""


def choices(model: TableModel) -> Markup:
    """Every choice as a real button: those without a place in sight, the others in a short list."""
    if "act" not in model.may or not model.choices:
        return NO_CHOICES
    numbered = list(enumerate(model.choices, 1))
    plain_ones = [(number, choice) for number, choice in numbered if not choice.places]
    placed = [(number, choice) for number, choice in numbered if choice.places]
    plain_ones.sort(key=lambda each: each[1].main)
    many = sum(len(choice.label) + EDGES for _, choice in plain_ones) > ONE_ROW
    if many and model.gestures:
        # The gesture has the action bar; all but the main one are in the list.
        placed, plain_ones, many = [*placed, *plain_ones[:-1]], plain_ones[-1:], False
    main = plain_ones[-1:] if many and plain_ones[-1][1].main else []
    if main:
        plain_ones = plain_ones[:-1]
    return _choices_template(many)(
        url=model.url,
        seat=model.deciding,
        decision=model.decision,
        count=len(numbered),
        plain=_plain(plain_ones, alone=len(numbered) == 1) if plain_ones else "",
        placed=_placed(placed) if placed else "",
        main=_plain(main, alone=False, kinds="main-choice") if main else "",
    )


@cache
def _choices_template(many: bool) -> Template:
    return Template(
        form(
            input_(type="hidden", name="seat", value=slot("seat")),
            input_(type="hidden", name="decision", value=slot("decision")),
            slot("placed"),
            slot("plain"),
            slot("main"),
            method="post",
            action=f"{slot('url')}/act",
            id="choices",
            class_=classes("choices", many and "many"),
            data_seat=slot("seat"),
            data_decision=slot("decision"),
            data_count=slot("count"),
            aria_label="Choices",
        )
    )


def _plain(
    plain_ones: list[tuple[int, Choice]], alone: bool, kinds: str = "plain-choices"
) -> Markup:
    """Choices with no place on the board. Only what has no rival anywhere stands out."""
    kind = "primary" if alone else ""
    return div((_choice(number, choice, kind) for number, choice in plain_ones), class_=kinds)


def _placed(placed: list[tuple[int, Choice]]) -> Markup:
    count = len(placed)
    listed = Markup("".join([_choice(number, choice, listed=True) for number, choice in placed]))
    return _placed_template(count == 1)(count=count, listed=listed)


@cache
def _placed_template(one: bool) -> Template:
    return Template(
        fragment(
            push(
                icon("board"),
                span(slot("count"), class_="count"),
                span(" place" if one else " places", class_="wide-only"),
                kind="quiet list-toggle",
                data_toggles="choice-list",
                aria_expanded="false",
                aria_controls="choice-list",
                title="List the places you can choose (K)",
            ),
            ol(slot("listed"), id="choice-list", aria_label="Places on the board"),
        )
    )


def _choice(number: int, choice: Choice, kind: str = "", listed: bool = False) -> Markup:
    """A button that plays the choice; the script reads from it what belongs to it on the board."""
    kind = f"{kind} by-hand".strip() if choice.by_hand else kind
    kind = f"{kind} closes".strip() if choice.closes else kind
    kind = f"{kind} aside".strip() if choice.aside else kind
    has = (number <= 99, bool(choice.hint), bool(choice.places), bool(choice.lights))
    return _choice_template(kind, listed, *has, bool(choice.mode), bool(choice.brief))(
        number=number,
        action=choice.action.text,
        label=choice.label,
        shown=sentence(choice.brief) if choice.brief else choice.label,
        hint=sentence(choice.hint),
        places=" ".join(choice.places),
        lights=" ".join(choice.lights),
        mode=choice.mode,
    )


@cache
def _choice_template(
    kind: str,
    listed: bool,
    key: bool,
    hint: bool,
    places: bool,
    lights: bool,
    mode: bool,
    brief: bool,
) -> Template:
    drawn = button(
        kbd(slot("number"), aria_hidden="true") if key else None,
        span(slot("shown"), class_=classes("choice-label", brief and "icons")),
        span(slot("hint"), id=f"hint-{slot('number')}", class_="choice-hint") if hint else None,
        type="submit",
        name="action",
        value=slot("action"),
        id=f"choice-{slot('action')}",
        class_=classes("button", "choice-button", kind),
        data_number=slot("number"),
        data_places=slot("places") if places else None,
        data_lights=slot("lights") if lights else None,
        data_in_mode=slot("mode") if mode else None,
        aria_label=slot("label"),
        aria_describedby=f"hint-{slot('number')}" if hint else None,
    )
    return Template(li(drawn) if listed else drawn)


def undo(model: TableModel) -> Markup:
    """Take back, all the way or a little; play again; ask the others where rules of undo end."""
    can = model.undo
    asking = _asking(model)
    if can.seat < 0 or not (can.step or can.redo or can.ask or asking):
        return NO_UNDO
    more: list[Markup] = []
    if can.turn:
        more.append(
            _undo_form(model, "undo", "restart", "Undo the whole turn", can.turn, "Shift U")
        )
    if can.redo:
        more.append(_undo_form(model, "redo", "redo", "Redo", 0, "R"))
    if can.ask and not can.pending:
        more.append(
            _undo_form(
                model, "takeback", "takeback", "Ask for a takeback", can.ask, "", confirm=True
            )
        )
    more += asking
    return _takes_template(bool(more), bool(can.lines))(
        step=_undo_form(model, "undo", "undo", "Undo", can.step, "U") if can.step else "",
        more=Markup("".join(more)),
        moves=" ".join(map(str, can.lines)),
        seat=can.seat,
    )


@cache
def _takes_template(more: bool, moves: bool) -> Template:
    return Template(
        div(
            slot("step"),
            _more() if more else None,
            id="undo",
            class_="undo",
            data_moves=slot("moves") if moves else None,
            data_seat=slot("seat"),
        )
    )


def _asking(model: TableModel) -> list[Markup]:
    """Never to be asked the optional question that is open, or to be asked again."""
    seat = model.viewer
    found: list[Markup] = []
    if model.question:
        found.append(
            _asking_template("never-ask", "close", "Never ask me this here", "")(
                url=model.url, seat=seat, question=model.question
            )
        )
    if model.unasked:
        found.append(
            _asking_template("ask-again", "chat", "Ask me everything again", "on")(
                url=model.url, seat=seat, question=""
            )
        )
    return found


@cache
def _asking_template(key: str, picture: str, words: str, ask: str) -> Template:
    return Template(
        form(
            input_(type="hidden", name="seat", value=slot("seat")),
            input_(type="hidden", name="question", value=slot("question")),
            input_(type="hidden", name="ask", value=ask),
            push(icon(picture), span(words), type="submit", id=f"do-{key}"),
            method="post",
            action=f"{slot('url')}/asking",
            data_live=True,
        )
    )


def _more() -> Markup:
    return details(
        summary(icon("more"), class_="button quiet square", aria_label="More to do", title="More"),
        div(slot("more"), class_="menu-body"),
        class_="menu",
        id="undo-more",
    )


def _undo_form(
    model: TableModel,
    verb: str,
    picture: str,
    words: str,
    to: int,
    key: str,
    confirm: bool = False,
) -> Markup:
    template = _undo_template(verb, picture, words, bool(to), key, confirm)
    return template(url=model.url, seat=model.undo.seat, to=to)


@cache
def _undo_template(
    verb: str, picture: str, words: str, to: bool, key: str, confirm: bool
) -> Template:
    return Template(
        form(
            input_(type="hidden", name="seat", value=slot("seat")),
            input_(type="hidden", name="to", value=slot("to")) if to else None,
            push(
                icon(picture),
                span(words),
                kbd(key, aria_hidden="true") if key else None,
                type="submit",
                id=f"do-{picture}",
                # A phone has room for the icon alone.
                aria_label=words,
            ),
            method="post",
            action=f"{slot('url')}/{verb}",
            data_live=True,
            data_confirm=f"{words}? The others must agree." if confirm else None,
        )
    )
