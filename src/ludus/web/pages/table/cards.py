"""Cards of any kind, and the trays they lie in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ludus.core.models import Card, Goal, Meter, Tray, words_of
from ludus.core.text import TEXT, Sentence
from ludus.web.live.models import Part, TableModel
from ludus.web.pages.components import icon, mark, sentence, symbol
from ludus.web.pages.html import (
    SLOT,
    Markup,
    b,
    classes,
    div,
    h2,
    halves,
    li,
    p,
    small,
    span,
    strong,
    ul,
)
from ludus.web.pages.table.meters import chip

MEMO: Final = 2000


@lru_cache(MEMO)
def card(drawn: Card, choosable: bool) -> str:
    """A card. Its element has the id of its first place, so that it can be chosen like any place.

    One that lies face down shows what sort of card it is and nothing else.
    """
    down = drawn.face == "down"
    first, *others = drawn.places or (f"card-{drawn.key}",)
    counter = drawn.shape == "counter"
    return str(
        div(
            _counter(drawn) if counter else _card(drawn, down),
            id=first,
            class_=classes(
                "counter" if counter else "card-face",
                drawn.shape == "banner" and "banner",
                f"is-{drawn.face}",
                drawn.band and _band(drawn.band),
                choosable and "choice",
            ),
            data_card=drawn.key,
            data_also=" ".join(others) or None,
            data_about=drawn.about or (first if drawn.places else drawn.key),
            role="button" if choosable else "group",
            # Below a drawing the title may not be shown.
            aria_label=_words(drawn)
            if counter
            else drawn.title
            if drawn.art or not choosable
            else None,
            tabindex=0,
        )
    )


def _card(drawn: Card, down: bool) -> list[Markup | None]:
    return [
        div(
            symbol(drawn.icon) if drawn.icon else None,
            strong(drawn.title, class_="card-title"),
            _cost(drawn.cost) if drawn.cost and not down else None,
            class_="card-head",
        ),
        small(drawn.kind, class_="card-kind") if drawn.kind else None,
        *([] if down else _inside(drawn)),
    ]


def _cost(cost: Sentence) -> Markup:
    """What a card costs; of several parts, it needs more room."""
    several = sum(bit.kind != TEXT for bit in cost) > 1
    return span(sentence(cost), class_=classes("card-cost", several and "of-parts"))


def _counter(drawn: Card) -> list[Markup | None]:
    """A piece: its name on a band, its icon, and its meters in the corners."""
    return [
        span(drawn.title, class_="counter-name"),
        span(
            symbol(drawn.icon) if drawn.icon else None,
            (b(_shown(meter), class_=f"corner-{at}") for at, meter in enumerate(drawn.meters)),
            class_="counter-body",
        ),
        span(sentence(drawn.cost), class_="counter-cost") if drawn.cost else None,
    ]


def _shown(meter: Meter) -> str:
    return meter.shown or str(meter.value)


def _words(drawn: Card) -> str:
    """A counter in words: who it is, and what stands in its corners."""
    return ", ".join([drawn.kind or drawn.title, *(words_of(meter) for meter in drawn.meters)])


def _band(band: str) -> str:
    return band if band.startswith("seat-") else f"band-{band}"


def _inside(drawn: Card) -> list[Markup | None]:
    return [
        Markup(f'<svg class="card-art" viewBox="0 0 100 60" aria-hidden="true">{drawn.art}</svg>')
        if drawn.art
        else None,
        p(sentence(drawn.body), class_="card-body") if drawn.body else None,
        div(Markup("".join([chip(meter, "") for meter in drawn.meters])), class_="card-meters")
        if drawn.meters
        else None,
        ul((_goal(goal) for goal in drawn.goals), class_="card-goals") if drawn.goals else None,
        ul((li(sentence(line)) for line in drawn.more), class_="card-more") if drawn.more else None,
        p(sentence(drawn.foot), class_="card-foot") if drawn.foot else None,
    ]


def _goal(goal: Goal) -> Markup:
    return li(
        icon("check", "done") if goal.done else span(class_="goal-open"),
        span(goal.words),
        span(goal.gives, class_="goal-gives") if goal.gives else None,
        class_=classes("goal", goal.done and "done"),
    )


ZONES: Final = {
    "common": "On the table",
    "offer": "To choose from",
    "tray": "My cards",
    "kept": "What I keep",
}
"""Where trays stand: left of the board, over it, below it, and under the players."""


def zone_of(tray: Tray) -> str:
    """The zone that a tray belongs to."""
    if tray.brief:
        return "offer"
    if tray.role in ("common", "rival"):
        return "common"
    return "kept" if tray.role == "mine" and tray.small else "tray"


def zones(model: TableModel) -> tuple[Part, ...]:
    """All zones, each with its trays."""
    trays: dict[str, list[Tray]] = {id: [] for id in ZONES}
    for tray in model.dashboard.trays:
        trays[zone_of(tray)].append(tray)
    places = {place for choice in model.choices for place in choice.places}
    return tuple(_zone(id, trays[id], places) for id in ZONES)


def zone(id: str, model: TableModel) -> Part:
    """One of them."""
    return next(part for part in zones(model) if part.id == id)


def _zone(id: str, trays: Sequence[Tray], places: set[str]) -> Part:
    words = ZONES[id]
    kinds = classes(
        "trays",
        len(trays) > 2 and "three-or-more",
        not any(each.title or each.note or each.seat >= 0 for each in trays) and "untitled",
    )
    opening, closing = _frame(id, words, "dialog" if id == "offer" else "group", kinds or "")
    return Part(id, (opening, *[_tray(each, places) for each in trays], closing))


@lru_cache(64)
def _frame(id: str, words: str, role: str, kinds: str) -> tuple[str, str]:
    return halves(div(SLOT, id=id, class_=kinds, role=role, aria_label=words, tabindex=-1))


def _tray(each: Tray, places: set[str]) -> Part:
    kinds = classes(
        "tray-box",
        f"role-{each.role}",
        "small-cards" if each.small else "large-cards",
        each.rows and "row-cards",
        each.beside and "beside",
        len(each.cards) > 3 and "four-or-more",
    )
    front, back = _tray_frame(each.key, each.title, each.note, kinds or "", each.seat)
    cards = [card(one, not places.isdisjoint(one.places)) for one in each.cards]
    return Part(f"tray-{each.key}", (front, *cards, back))


@lru_cache(MEMO)
def _tray_frame(key: str, title: str, note: str, kinds: str, seat: int) -> tuple[str, str]:
    return halves(
        div(
            h2(
                mark(seat) if seat >= 0 else None,
                title,
                small(note) if note else None,
                class_="tray-title",
            ),
            div(SLOT, class_="tray-cards"),
            id=f"tray-{key}",
            class_=kinds,
        )
    )
