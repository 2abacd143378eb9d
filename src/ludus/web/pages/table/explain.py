"""What a choice would do, and what a thing at the table is."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.models import About, Need, Preview
from ludus.core.text import Sentence
from ludus.web.live.models import AboutModel
from ludus.web.pages.components import clause_link, icon, sentence, symbol
from ludus.web.pages.html import (
    Markup,
    classes,
    div,
    footer,
    fragment,
    h3,
    h4,
    header,
    li,
    ol,
    p,
    span,
    strong,
    ul,
)


def preview(told: Preview) -> str:
    """One line: where, what happens in order, and the points."""
    return str(
        div(
            strong(told.title, class_="preview-title"),
            ol((li(sentence(chip)) for chip in told.chips), class_="chips") if told.chips else None,
            _points(told),
            class_="preview",
        )
    )


def _points(told: Preview) -> Markup | None:
    if told.points is None:
        return None
    before, after = told.points
    return span(
        span("points ", class_="quiet"),
        f"{before} \u2192 {after}" if before != after else str(after),
        class_="preview-points",
    )


def preview_rows(told: Preview) -> str:
    """The rows under the title, for a tip beside the place."""
    if not told.rows:
        return ""
    return str(
        fragment(
            h4(told.title),
            ul((li(sentence(row)) for row in told.rows), class_="tip-rows"),
        )
    )


def about(model: AboutModel) -> str:
    """A card that says what something is, what it costs and gives, and why it is not open now."""
    told = model.about
    return str(
        fragment(
            _head(told),
            div(
                (p(sentence(line)) for line in told.body),
                _needs(told.needs),
                _gains("Gives", told.gives),
                _gains("Opens", told.opens),
                _remark("why-not", "Why not now:", told.why_not),
                _remark("helps", "What would help:", told.helps),
                class_="about-body",
            ),
            _foot(model),
        )
    )


def _head(told: About) -> Markup | None:
    if not told.title:
        return None
    return header(
        symbol(told.icon) if told.icon else None,
        h3(told.title),
        span(told.state, class_=classes("badge", told.tone)) if told.state else None,
        class_="about-head",
    )


def _needs(needs: Sequence[Need]) -> Markup | None:
    if not needs:
        return None
    return fragment(h4("Needs and costs: you have / needed"), ul(map(_need, needs), class_="needs"))


def _need(need: Need) -> Markup:
    return li(
        symbol(need.icon) if need.icon else None,
        strong(f"{need.have}/{need.needed}"),
        span(need.label),
        icon("check" if need.met else "close", "enough" if need.met else "not enough"),
        class_="met" if need.met else "unmet",
    )


def _gains(heading: str, gains: Sequence[Sentence]) -> Markup | None:
    if not gains:
        return None
    return fragment(h4(heading), ul((li(sentence(gain)) for gain in gains), class_="gains"))


def _remark(kind: str, heading: str, words: Sentence) -> Markup | None:
    if not words:
        return None
    return p(strong(heading), " ", sentence(words), class_=f"remark {kind}")


def _foot(model: AboutModel) -> Markup | None:
    if not model.clauses:
        return None
    # Rules that have the same title stand together on the rules page.
    first = {title: id for id, title in reversed(model.clauses)}
    titles = dict.fromkeys(title for _, title in model.clauses)
    return footer(
        (clause_link(model.game, first[title], title) for title in titles), class_="about-foot"
    )
