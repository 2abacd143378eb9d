"""A game's rules: its page, and below it every clause with an anchor of its own."""

from __future__ import annotations

from ludus.core.game import minutes_text, players_text
from ludus.web.live.models import ClauseModel, RulesModel
from ludus.web.pages.components import icon
from ludus.web.pages.html import (
    Markup,
    a,
    details,
    div,
    fragment,
    h1,
    h2,
    img,
    li,
    main,
    nav,
    ol,
    p,
    section,
    span,
    summary,
)
from ludus.web.pages.layout import document
from ludus.web.pages.markdown import inline, render, slug


def rules(model: RulesModel) -> str:
    game = model.game
    return document(
        f"Rules: {game.title}",
        model.visitor,
        main(
            div(
                img(src=game.picture, alt="", width=480, height=270),
                div(
                    h1(game.title),
                    p(game.line, class_="game-line"),
                    p(
                        span(icon("people"), players_text(game.seats)),
                        span(icon("hourglass"), minutes_text(game.minutes)),
                        class_="facts",
                    ),
                    p(f"By {game.designer}. Published by {game.publisher}.", class_="quiet"),
                    p(a("New table", href=f"/new/{game.name}", class_="button primary")),
                ),
                class_="rules-head",
            ),
            div(_text(model), id="rules-text", class_="rules-text"),
            id="main",
            class_="sheet rules-page",
            tabindex=-1,
        ),
        sheets=("lobby", "rules"),
        module="rules",
    )


def _text(model: RulesModel) -> Markup:
    return fragment(
        _page(model.page),
        section(
            h2("Every rule, one by one", id="clauses"),
            p(
                "Prompts and log name the rule they rest on; here they all are, in our own words.",
                class_="quiet",
            ),
            _contents(model),
            (_section(name, clauses) for name, clauses in model.sections),
            class_="clauses",
            aria_labelledby="clauses",
        )
        if model.sections
        else None,
    )


def _page(source: str) -> Markup:
    """The page may open with the game's title, which stands above it already."""
    first, _, rest = source.lstrip().partition("\n")
    if first.startswith("# "):
        return render(rest, lowest=1)
    return render(source, lowest=2)


def _contents(model: RulesModel) -> Markup:
    return nav(
        (a(name, href=f"#section-{slug(name)}") for name, _ in model.sections),
        class_="clause-contents",
        aria_label="Groups of rules",
    )


def _section(name: str, clauses: tuple[ClauseModel, ...]) -> Markup:
    return details(
        summary(name, span(len(clauses), class_="count")),
        ol((_clause(clause) for clause in clauses), class_="clause-list"),
        id=f"section-{slug(name)}",
        open=True,
    )


def _clause(clause: ClauseModel) -> Markup:
    return li(
        a(clause.id, href=f"#{clause.id}", class_="clause"),
        span(inline(clause.text)),
        id=clause.id,
    )
