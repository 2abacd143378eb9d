"""A game's rules: chapters to read, drawn positions to try, and every clause under its title."""

from __future__ import annotations

from typing import Final

from ludus.core.clauses import RuleLevel
from ludus.core.game import minutes_text, players_text
from ludus.web.api.schemas import LessonInfo
from ludus.web.live.page_models import (
    ChapterModel,
    ClauseModel,
    ExampleModel,
    RuleModel,
    RulesModel,
)
from ludus.web.pages.components import icon, push, sprite
from ludus.web.pages.html import (
    Markup,
    Memo,
    a,
    aside,
    classes,
    details,
    div,
    figure,
    form,
    fragment,
    h1,
    h2,
    h3,
    header,
    input_,
    label,
    li,
    main,
    nav,
    ol,
    p,
    progress,
    section,
    span,
    strong,
    summary,
    svg,
    ul,
)
from ludus.web.pages.layout import document, owners
from ludus.web.pages.learn import learn_button, lesson_form
from ludus.web.pages.markdown import inline, slug
from ludus.web.pages.pictures import css_address
from ludus.web.pages.reading import reading, with_symbols
from ludus.web.pages.rules_beside import beside
from ludus.web.paths import base

LEVELS: Final[dict[RuleLevel, str]] = {"basic": "", "advanced": "advanced", "optional": "optional"}
"""What stands beside a rule that a first game can do without."""


def rules(model: RulesModel) -> str:
    return document(
        f"Rules: {model.game.title}",
        model.visitor,
        main(
            sprite(model.symbols),
            aside(_side(model), class_="rules-side", aria_label="About these rules"),
            div(
                _head(model),
                div(_text(model), id="rules-text", class_="rules-text"),
                class_="rules-body",
            ),
            id="main",
            class_="rules-page",
            tabindex=-1,
        ),
        sheets=("rules", "aid"),
        module="rules",
        bar=_links(model),
    )


def _links(model: RulesModel) -> Markup:
    name = model.game.name
    return fragment(
        a("Rules", href=f"/rules/{name}", aria_current="page"),
        a("Player aid", href=f"/aid/{name}") if model.aid else None,
    )


# At the side --------------------------------------------------------------------------------------


def _side(model: RulesModel) -> Markup:
    return fragment(
        p(model.game.title, class_="rules-game"),
        div(
            label("Search the rules", for_="rules-search", class_="hidden-label"),
            icon("search"),
            input_(
                type="search",
                id="rules-search",
                placeholder="Search the rules",
                autocomplete="off",
                aria_controls="rules-found",
            ),
            class_="rules-search",
        ),
        ol(id="rules-found", class_="rules-found", hidden=True, aria_label="Found"),
        details(
            summary("Contents"),
            nav(
                ol(
                    (_entry(chapter) for chapter in model.chapters),
                    li(a("Ruled by us", href="#rulings")) if model.rulings else None,
                    class_="rules-contents",
                ),
                aria_label="Contents",
            ),
            class_="rules-fold",
            open=True,
        ),
        _met(model),
    )


def _entry(chapter: ChapterModel) -> Markup:
    rules = [rule for rule in chapter.rules if rule.counted]
    met = sum(rule.met for rule in rules)
    return li(
        a(
            span(chapter.title),
            span(f"{met}/{len(rules)}", class_="count", title=f"{met} of {len(rules)} rules met")
            if met
            else None,
            href=f"#{slug(chapter.title)}",
        )
    )


def _met(model: RulesModel) -> Markup | None:
    """How many of the rules the visitor has come across."""
    rules = model.counted
    met = sum(rule.met for rule in rules)
    if not met:
        return None
    return fragment(
        p(
            span("You have met ", strong(f"{met} of {len(rules)} rules")),
            progress(value=met, max=len(rules), aria_label=f"{met} of {len(rules)} rules met"),
            class_="rules-met",
        ),
        (_new(model, lesson) for lesson in model.game.lessons),
    )


def _new(model: RulesModel, lesson: LessonInfo) -> Markup | None:
    """The way to a lesson that teaches rules which the visitor has not met."""
    new = [rule.title for rule in model.counted if rule.lesson == lesson.name and not rule.met]
    if not new:
        return None
    words = f"{lesson.title}: {len(new)} new {'rule' if len(new) == 1 else 'rules'}"
    return lesson_form(model.game.name, lesson.name, words, title=f"{words}: {', '.join(new)}")


# The text -----------------------------------------------------------------------------------------


_DRAWN: Final[Memo[Markup]] = Memo(300)
"""Chapters: most of the page, and the same for all who have met the same of their rules."""


def _text(model: RulesModel) -> Markup:
    return fragment(
        (_drawn(model, chapter) for chapter in model.chapters),
        _rulings(model) if model.rulings else None,
    )


def _drawn(model: RulesModel, chapter: ChapterModel) -> Markup:
    if not model.key:
        return _chapter(model, chapter)
    met = tuple(rule.key for rule in chapter.rules if rule.met)
    key = (model.key, chapter.title, met, base())
    return _DRAWN.get(key) or _DRAWN.put(key, _chapter(model, chapter))


def _head(model: RulesModel) -> Markup:
    game = model.game
    return header(
        h1(game.title),
        p(game.line, class_="game-line"),
        p(
            span(icon("people"), players_text(game.seats)),
            span(icon("hourglass"), minutes_text(game.minutes)),
            class_="facts",
        ),
        div(
            reading(model.opening, model.titles, (), 2),
            p("The sign § leads to the rule behind a sentence.", class_="quiet"),
            class_="prose",
        ),
        p(
            f"{game.title} and its name belong to {owners(game)}. Ludus is unofficial; its words "
            "and drawings are its own.",
            class_="quiet whose",
        ),
        div(
            learn_button(game, first=False),
            a("New table", href=f"/new/{game.name}", class_="button primary"),
            a("Player aid", href=f"/aid/{game.name}", class_="button") if model.aid else None,
            class_="row",
        ),
        class_="rules-head",
    )


def _chapter(model: RulesModel, chapter: ChapterModel) -> Markup:
    key = slug(chapter.title)
    return section(
        h2(chapter.title, id=key),
        div(reading(chapter.text, model.titles, model.icons, 1), class_="prose"),
        beside(model, chapter),
        div(
            (_example(model, each) for each in chapter.examples),
            _fold(model, chapter) if chapter.rules else None,
            class_="chapter-rest",
        ),
        class_="chapter",
        aria_labelledby=key,
    )


def _fold(model: RulesModel, chapter: ChapterModel) -> Markup:
    count = sum(len(rule.clauses) for rule in chapter.rules)
    return details(
        summary("Every rule of this chapter", span(count, class_="count")),
        (_rule(model.game.name, rule) for rule in chapter.rules),
        class_="clauses",
    )


def _rule(game: str, rule: RuleModel) -> Markup:
    level = LEVELS[rule.level]
    return section(
        h3(
            rule.title,
            span(level, class_="flag") if level else None,
            span(icon("check"), "met", class_="flag met") if rule.met else None,
        ),
        lesson_form(game, rule.lesson, "Learn it", title=f"Learn it by playing: {rule.title}")
        if rule.lesson and not rule.met
        else None,
        ul((_clause(rule.title, clause) for clause in rule.clauses), class_="clause-list"),
        class_="rule",
    )


def _clause(title: str, clause: ClauseModel) -> Markup:
    number = clause.id.rpartition(".")[2]
    return li(
        span(inline(clause.text)),
        a(
            "§",
            href=f"#{clause.id}",
            class_="cite",
            aria_label=f"Link to this rule: {title}, {number.replace('_', ' ')}",
        ),
        id=clause.id,
    )


def _rulings(model: RulesModel) -> Markup:
    return section(
        h2("Ruled by us", id="rulings"),
        p("Where the rulebook is silent or says two things, we had to choose. We play it so:"),
        details(
            summary(
                "Our rulings",
                span(sum(len(ruled) for _, ruled in model.rulings), class_="count"),
            ),
            (
                section(
                    h3(title),
                    ul(
                        (
                            li(
                                span(inline(clause.text[:1].upper() + clause.text[1:])),
                                a(
                                    "§",
                                    href=f"#{clause.id}",
                                    class_="cite",
                                    aria_label=f"Rule: {title}",
                                ),
                            )
                            for clause in ruled
                        ),
                        class_="clause-list",
                    ),
                    class_="rule",
                )
                for title, ruled in model.rulings
            ),
            class_="clauses",
        ),
        class_="chapter",
        aria_labelledby="rulings",
    )


# Worked examples ----------------------------------------------------------------------------------


def _example(model: RulesModel, example: ExampleModel) -> Markup:
    game = model.game.name
    return figure(
        div(
            span("Worked example", class_="example-kind"),
            h3(example.title),
            form(
                push("Try it yourself", kind="primary", type="submit"),
                method="post",
                action=example.play,
            )
            if example.play
            else None,
            class_="example-head",
        ),
        div(
            # The page keeps its height while the picture is on its way.
            svg(viewBox=f"0 0 {example.ratio * 100:.0f} 100", aria_hidden="true"),
            class_=classes("position", example.ratio < 1 and "tall"),
            role="img",
            aria_label=f"The position of {example.seat}: {example.title}",
            data_position=example.picture,
            data_sheet=css_address(game),
            data_part=" ".join(f"{each:g}" for each in example.part) if example.part else None,
            data_around=" ".join(example.around) or None,
        ),
        ol(
            (
                li(
                    span(with_symbols(inline(words), model.icons)),
                    a(title, href=f"#{clause}", class_="clause", data_clause=clause)
                    if clause
                    else None,
                    data_note=place or None,
                )
                for words, place, clause, title in example.notes
            ),
            class_="example-notes",
        ),
        class_="example",
        id=f"example-{example.key}",
    )
