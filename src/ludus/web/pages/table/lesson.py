"""The callout of a lesson: a few words, what to do, and the ways on and back.

The script puts it beside the places that it speaks of and dims the rest; without it, the callout
stands at the edge and its buttons still work.
"""

from __future__ import annotations

from ludus.core.text import ICON, Sentence
from ludus.web.live.lesson_model import LessonModel
from ludus.web.live.models import TableModel
from ludus.web.pages.components import clause_link, icon, push, sentence, symbol
from ludus.web.pages.html import (
    Markup,
    a,
    classes,
    details,
    div,
    form,
    fragment,
    h2,
    input_,
    p,
    section,
    span,
    strong,
    summary,
    svg,
)
from ludus.web.pages.learn import lesson_form, practice


def how_to_play(model: TableModel) -> Markup | None:
    """In the top bar: the lessons of the game; in one of them, the way out."""
    if model.lesson is not None and not model.lesson.over:
        later = f"/learn/{model.game}"
        return a("Leave lesson", href="/", title="You can come back later", data_afterwards=later)
    if not model.teaches:
        return None
    return a("How to play", href=f"/learn/{model.game}", target="_blank", rel="noopener")


def shade(model: TableModel) -> Markup | None:
    """What dims the page but for the places in the light; the script draws it."""
    if model.lesson is None:
        return None
    return svg(id="lesson-shade", class_="lesson-shade", aria_hidden="true", data_keep=True)


def lesson(model: TableModel, shown: LessonModel) -> Markup:
    """The callout."""
    return section(
        _head(shown),
        div(
            div(
                _opening(shown),
                h2(shown.heading, id="lesson-heading", tabindex=-1),
                p(sentence(shown.words), class_="lesson-words"),
                _row(shown.row) if shown.row else None,
                class_="lesson-said",
                aria_live="polite",
                role="group",
                aria_label="What to do",
                # On a phone it scrolls.
                tabindex=0,
            ),
            p(id="lesson-note", class_="lesson-note", role="status", data_keep=True),
            _end(shown) if shown.over else _ways(shown, model.url),
            class_="lesson-body",
        ),
        id="lesson",
        class_=classes(
            "lesson",
            bool(shown.theme) and "opening",
            shown.over and "over",
            shown.moving and "moving",
        ),
        aria_label=f"Lesson: {shown.title}",
        data_lesson_step="end" if shown.over else shown.number,
        data_lit=" ".join(shown.lit) or None,
        data_asked=" ".join(shown.asked) or None,
        data_otherwise=shown.otherwise or None,
        data_moving="yes" if shown.moving else None,
    )


def _head(shown: LessonModel) -> Markup:
    return div(
        strong(shown.title, class_="lesson-title"),
        span(
            (
                span(
                    class_=classes(
                        "lesson-dot",
                        (number < shown.number or shown.over) and "done",
                        number == shown.number and not shown.over and "now",
                    )
                )
                for number in range(1, shown.steps + 1)
            ),
            class_="lesson-dots",
            aria_hidden="true",
        ),
        span(
            span("Step ", class_="hidden-label"),
            f"{shown.number} of {shown.steps}",
            class_="lesson-count",
        ),
        None
        if shown.over
        else a("Leave", href="/", class_="lesson-leave", title="You can come back later"),
        push(
            icon("down"),
            kind="quiet square",
            id="lesson-fold",
            aria_label="Fold the lesson",
            aria_expanded="true",
            title="Fold (Esc)",
        ),
        class_="lesson-head",
    )


def _opening(shown: LessonModel) -> Markup | None:
    """Who one is and what one tries to do, before the first move."""
    if not shown.theme:
        return None
    return p(shown.theme, " ", strong(shown.aim), class_="lesson-theme")


def _row(row: Sentence) -> Markup:
    """Symbols with their names below them, and what stands between."""
    return p(
        (
            span(symbol(bit.ref), span(bit.text), class_="lesson-thing")
            if bit.kind == ICON
            else sentence((bit,))
            for bit in row
        ),
        class_="lesson-row",
    )


def _ways(shown: LessonModel, url: str) -> Markup:
    return form(
        input_(type="hidden", name="seat", value=shown.seat),
        input_(type="hidden", name="step", value=shown.number),
        _do(shown),
        div(
            push(
                icon("back"),
                "Back",
                id="lesson-back",
                type="submit",
                name="turn",
                value="back",
                disabled=shown.number == 1 and not shown.moving,
            ),
            _why(shown),
            None
            if not shown.asked
            else push(
                "Skip",
                kind="quiet",
                id="lesson-skip",
                type="submit",
                name="turn",
                value="skip",
                disabled=shown.moving,
                title="The lesson makes this step for you",
            ),
            class_="lesson-foot",
        ),
        method="post",
        action=f"{url}/lesson",
        data_live="yes",
        id="lesson-form",
    )


def _do(shown: LessonModel) -> Markup:
    """What to do now: a button that goes on, or words that lead to the place."""
    if shown.moving:
        return p("The others move …", class_="lesson-do waiting")
    if not shown.asked:
        return push(
            "Next",
            icon("forward"),
            kind="primary",
            id="lesson-next",
            type="submit",
            name="turn",
            value="next",
        )
    return push(
        icon("gladius"),
        shown.press,
        kind="lesson-do",
        id="lesson-show",
        title="Go to the place",
    )


def _why(shown: LessonModel) -> Markup | None:
    if not shown.clause:
        return None
    return details(
        summary("Why?", span(shown.clause_title, class_="lesson-clause"), class_="button"),
        p(shown.clause_text, " ", clause_link(shown.game, shown.clause, "Read the rule")),
        id="lesson-why",
        class_="lesson-why",
    )


def _end(shown: LessonModel) -> Markup:
    further = (
        lesson_form(shown.game, shown.next_name, f"Next lesson: {shown.next_title}", "primary")
        if shown.next_name
        else None
    )
    return div(
        push("Play on here", kind="primary", id="lesson-play-on") if shown.goes_on else further,
        fragment(further if shown.goes_on else None),
        practice(shown.game, shown.seats),
        a("To the lobby", href="/", class_="button quiet"),
        class_="lesson-end",
    )
