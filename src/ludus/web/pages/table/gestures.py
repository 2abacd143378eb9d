"""Gestures: several choices as one movement of the hand, in the action bar.

What is picked and where it goes is kept by the script; without it the plain choices are there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ludus.core.models import Gesture, Pick, Shortcut, Target
from ludus.web.live.models import TableModel
from ludus.web.pages.components import push, sentence, symbol
from ludus.web.pages.html import (
    Markup,
    b,
    button,
    classes,
    div,
    fragment,
    kbd,
    li,
    ol,
    section,
    small,
    span,
    strong,
    template,
    ul,
)

NONE: Final = div(id="gesture", class_="gesture", hidden=True)
MEMO: Final = 512


def gesture(model: TableModel, offered: Sequence[Gesture]) -> Markup:
    """All gestures of the open decision; the script shows one at a time."""
    pieces = all(_one_piece(each) or _of_places(each) for each in offered)
    if pieces and model.lesson is not None and not model.lesson.over:
        # A lesson asks for one move at a time: the card, then where it goes.
        return NONE
    at_once = tuple(each for each in offered if each.at_once)
    several = len(offered) - len(at_once) > 1
    return div(
        div(
            (
                _tab(each.key, each.title)
                for each in offered
                if not each.at_once and not (pieces and _of_places(each))
            ),
            class_="gesture-tabs",
            role="group",
            aria_label="What to take",
        )
        if several
        else None,
        (_one(each, () if each.at_once else at_once) for each in offered),
        id="gesture",
        class_=classes("gesture", pieces and "of-pieces", pieces and _beside(model) and "beside"),
        data_url=f"{model.url}/gesture",
        data_seat=model.deciding,
        data_decision=model.decision,
        hidden=True,
    )


def _one_piece(each: Gesture) -> bool:
    """Whether it takes a single card that lies in sight to a place: the bar need not offer it too.

    A piece that is taken from the start, or that goes nowhere, has its button in the bar.
    """
    pick = each.picks[0] if len(each.picks) == 1 else None
    return each.docked and bool(each.targets) and pick is not None and pick.most + pick.start == 1


def _of_places(each: Gesture) -> bool:
    """Whether there is nothing to take: a click on one of its places does it."""
    return each.docked and bool(each.targets) and not each.picks


def _beside(model: TableModel) -> bool:
    """Whether more can be chosen in sight than what gestures take."""
    taken = {place for each in model.gestures for pick in each.picks for place in pick.places}
    return any(not taken.issuperset(choice.places) for choice in model.choices)


@lru_cache(MEMO)
def _tab(key: str, title: str) -> Markup:
    return button(
        title,
        type="button",
        id=f"gesture-tab-{key}",
        class_="gesture-tab",
        data_gesture_tab=key,
        aria_pressed="false",
    )


@lru_cache(MEMO)
def _one(each: Gesture, at_once: tuple[Gesture, ...] = ()) -> Markup:
    """A gesture, with the buttons of those that need no hand."""
    # A single card that is taken is the title, and where it goes is said beside it: "gold → G3".
    # Where nothing is taken, the place is all there is to say.
    places = _of_places(each)
    aim, beside_title = span(class_="gesture-aim"), _one_piece(each) or places
    return section(
        strong(
            None if places else each.title, aim if beside_title else None, class_="gesture-title"
        ),
        ol(class_="gesture-chips chips"),
        div(
            span(class_="gesture-count"),
            div((_pick(each.key, pick) for pick in each.picks), class_="pick-pieces"),
            div(
                (push(other.verb, data_gesture_now=other.key) for other in at_once),
                (_shortcut(shortcut) for shortcut in each.shortcuts),
                push("As before", data_again=True, hidden=True),
                class_="pick-shortcuts",
            )
            if each.shortcuts
            else None,
            class_=classes("gesture-picks", each.docked and "docked"),
        )
        if each.picks
        else None,
        span(b(0), small(each.sum), class_="gesture-sum") if each.sum else None,
        ul((_target(target) for target in each.targets), class_="gesture-targets")
        if each.targets
        else None,
        div(
            push("Cancel", kbd("Esc", aria_hidden="true"), data_gesture_drop=True),
            push(
                span(each.verb, class_="gesture-verb"),
                None if beside_title else aim,
                kbd("Enter", aria_hidden="true"),
                kind="primary",
                data_gesture_do=True,
            ),
            class_="gesture-buttons",
        ),
        id=f"gesture-{each.key}",
        class_="gesture-one",
        data_gesture=each.key,
        data_verb=each.verb,
        data_undoes="yes" if each.undoes else None,
        data_weighs="yes" if each.weighs else None,
        data_counted="yes" if each.counted else None,
        data_swaps="yes" if each.swaps else None,
        data_at_once="yes" if each.at_once else None,
        data_of_places="yes" if places else None,
        data_least=each.least if each.least != 1 else None,
        data_most=each.most or None,
        aria_label=each.title,
        hidden=True,
    )


def _pick(gesture: str, pick: Pick) -> Markup:
    """Something to take: a switch for a single piece, else a stepper."""
    drawn = symbol(pick.icon) if pick.icon else None
    fields = {"key": pick.key, "most": pick.most, "start": pick.start}
    kept = json.dumps({**fields, "weight": pick.weight} if pick.weight else fields)
    name = f"pick-{gesture}-{pick.key}"
    places = " ".join(pick.places) or None
    if pick.most == 1:
        return button(
            drawn,
            span(pick.label),
            (b(figure, class_="pick-figure", aria_hidden="true") for figure in pick.figures),
            type="button",
            id=name,
            class_="pick-one",
            data_pick=kept,
            data_pick_places=places,
            aria_pressed="false",
        )
    return div(
        drawn,
        span(pick.label, class_="pick-label"),
        _by("less", "\u2212", f"One less: {pick.label}"),
        span(b(0, class_="pick-count"), small(f"of {pick.most}"), class_="pick-of"),
        _by("more", "+", f"One more: {pick.label}"),
        _by("all", "All", f"All: {pick.label}"),
        id=name,
        class_="stepper",
        role="group",
        aria_label=f"{pick.label}, up to {pick.most}",
        data_pick=kept,
        data_pick_places=places,
    )


def _by(what: str, words: str, label: str) -> Markup:
    return button(
        words, type="button", class_=f"step-button {what}", data_pick_by=what, aria_label=label
    )


def _shortcut(shortcut: Shortcut) -> Markup:
    return push(shortcut.label, data_shortcut=json.dumps(dict(shortcut.picks)))


def aim(target: Target) -> dict[str, str]:
    """What a target means, for a page that has its button already."""
    return {
        "note": str(sentence(target.note)),
        "chips": str(_chips(target)),
        "tone": target.tone or "plain",
    }


def _chips(target: Target) -> Markup:
    return fragment(li(sentence(chip)) for chip in target.chips)


def _target(target: Target) -> Markup:
    """A button to reach by keys; on the board the same words stand beside the place."""
    return li(
        button(
            span(target.label, class_="target-label"),
            span(sentence(target.note), class_="target-note") if target.note else None,
            template(_chips(target)) if target.chips else None,
            type="button",
            class_=classes("target-button", f"tone-{target.tone}" if target.tone else None),
            data_target=target.key,
            data_tone=target.tone or None,
            data_bars=" ".join(target.bars) or None,
            data_path=" ".join(target.path) or None,
            data_does=target.does or None,
        )
    )
