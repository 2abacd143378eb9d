"""What stands beside a chapter of the rules: where it is, figures, what is often asked, ways on."""

from __future__ import annotations

from ludus.core.examples import Asked
from ludus.web.live.page_models import ChapterModel, MapModel, RulesModel
from ludus.web.pages.aid_parts import aid_part
from ludus.web.pages.components import icon
from ludus.web.pages.html import (
    Markup,
    a,
    aside,
    classes,
    dd,
    div,
    dl,
    dt,
    h3,
    li,
    rect,
    section,
    span,
    strong,
    svg,
    ul,
)
from ludus.web.pages.learn import lesson_form
from ludus.web.pages.markdown import inline, slug
from ludus.web.pages.reading import with_symbols


def beside(model: RulesModel, chapter: ChapterModel) -> Markup | None:
    """The column beside a chapter; below its text on a narrow screen."""
    words = model.aid
    parts = (
        _where(chapter.where) if chapter.where else None,
        *(aid_part(words, model.symbols, part, below=True) for part in chapter.parts if words),
        _asked(model, chapter.asked) if chapter.asked else None,
        _lesson(model, chapter),
        _next(model, chapter),
    )
    if not any(parts):
        return None
    return aside(*parts, class_="chapter-beside", aria_label=f"Beside: {chapter.title}")


def _where(found: MapModel) -> Markup:
    """The parts of the picture as boxes; those that the chapter is about are marked."""
    spoken = [name for name, _ in found.parts if name in found.marked]
    return section(
        h3("Where it is"),
        div(
            svg(
                (
                    rect(
                        x=x,
                        y=y,
                        width=wide,
                        height=high,
                        rx=8,
                        class_=name in found.marked and "on",
                    )
                    for name, (x, y, wide, high) in found.parts
                ),
                viewBox=" ".join(f"{each:g}" for each in found.box),
                aria_hidden="true",
            ),
            div(strong(found.title), ul(li(name) for name in spoken)),
            class_="where",
        ),
    )


def _asked(model: RulesModel, asked: tuple[Asked, ...]) -> Markup:
    return section(
        h3("Often asked"),
        dl(
            div(
                dt(each.question),
                dd(
                    span(with_symbols(inline(each.answer), model.icons)),
                    a(
                        model.titles.get(each.clause, ""),
                        href=f"#{each.clause}",
                        class_="clause",
                        data_clause=each.clause,
                    ),
                ),
            )
            for each in asked
        ),
        class_="asked",
    )


def _lesson(model: RulesModel, chapter: ChapterModel) -> Markup | None:
    """The first lesson that teaches a rule of the chapter which the visitor has not met."""
    new = {rule.lesson for rule in chapter.rules if rule.counted and rule.lesson and not rule.met}
    lesson = next((each for each in model.game.lessons if each.name in new), None)
    if lesson is None:
        return None
    return section(
        h3("Learn it by playing"),
        lesson_form(
            model.game.name,
            lesson.name,
            lesson.title,
            title=f"Learn it by playing: {lesson.title}, for {chapter.title}",
        ),
    )


def _next(model: RulesModel, chapter: ChapterModel) -> Markup | None:
    titles = [each.title for each in model.chapters]
    later = titles[titles.index(chapter.title) + 1 :]
    if not later:
        return None
    return section(
        h3("Next"),
        a(
            span(later[0]),
            icon("forward"),
            href=f"#{slug(later[0])}",
            class_=classes("button", "next-chapter"),
        ),
    )
