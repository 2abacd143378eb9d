"""Counts with their icons: in a panel, in the supply, and as a track with its next gift."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ludus.core.models import Level, Meter, Scale, words_of
from ludus.web.pages.components import MARKS, symbol
from ludus.web.pages.html import (
    Child,
    Markup,
    b,
    classes,
    li,
    path,
    rect,
    small,
    span,
    svg,
    text,
    use,
)

MEMO: Final = 4096
"""How many meters are remembered; positions share most of theirs."""
BAR: Final = 120
"""The length of a track's bar, in its own units."""
GIFT: Final = 18
"""The size of the icon that marks the next gift, in the same units."""


@lru_cache(MEMO)
def chip(meter: Meter, id: str) -> str:
    """A meter in a row of a panel or on a card."""
    return str(
        span(
            *_count(meter),
            _change(meter.change),
            id=id or None,
            class_=_classes("meter", meter),
            role="img",
            aria_label=words_of(meter),
            data_meter=meter.key,
            data_brief=meter.brief or None,
            data_about=about_of(meter),
        )
    )


@lru_cache(MEMO)
def pill(meter: Meter) -> str:
    """A meter of the supply: large, with its name."""
    return str(
        li(
            *_count(meter),
            span(meter.beside, class_="pill-beside") if meter.beside else None,
            span(meter.label, class_="pill-name"),
            _change(meter.change),
            id=f"meter-{meter.key}",
            class_=_classes("pill", meter),
            data_meter=meter.key,
            data_about=about_of(meter),
            tabindex=0,
        )
    )


@lru_cache(MEMO)
def track(meter: Meter) -> str:
    """A meter that only grows, as a bar with the icon of what it gives next."""
    coming = f" · next at {meter.next_at}" if meter.next_at else ""
    return str(
        li(
            symbol(meter.icon) if meter.icon else None,
            span(
                span(meter.label, coming, class_="track-name"),
                _bar(meter) if meter.most else None,
                class_="track-body",
            ),
            span(_value(meter), class_="track-value"),
            _change(meter.change),
            id=f"meter-{meter.key}",
            class_=_classes("track", meter),
            data_meter=meter.key,
            data_about=about_of(meter),
            tabindex=0,
        )
    )


def about_of(meter: Meter) -> str:
    """The place that explains a meter."""
    return meter.place or f"meter-{meter.key}"


def _count(meter: Meter) -> list[Child]:
    if meter.icons:
        return [span((symbol(key) for key in meter.icons), class_="icon-row")]
    return [symbol(meter.icon) if meter.icon else None, *_value(meter)]


def _value(meter: Meter) -> list[Child]:
    """The number in bold; of `2 of 5 left` only the two."""
    number, _, rest = (meter.shown or str(meter.value)).partition(" ")
    return [b(number), small(f" {rest}") if rest else None]


def _change(change: int) -> Markup | None:
    return span(f"{change:+}", class_="delta") if change else None


def _classes(kind: str, meter: Meter) -> str | None:
    return classes(
        kind,
        not meter.value and not meter.shown and "zero",
        meter.tone and f"tone-{meter.tone}",
        meter.stamped and "stamped",
        meter.mark >= 0 and f"seat-{meter.mark % MARKS}",
        meter.group > 0 and f"group-{meter.group}",
        meter.group > 0 and meter.tone != "faded" and "unfaded",
    )


def _bar(meter: Meter) -> Markup:
    done = round(BAR * min(1, max(0, meter.value / meter.most)))
    gift = round(BAR * min(1, meter.next_at / meter.most)) if meter.next_at else 0
    at = min(max(gift - GIFT // 2, 0), BAR - GIFT)
    return svg(
        rect(x=0, y=6, width=BAR, height=7, rx=3, class_="bar-all"),
        rect(x=0, y=6, width=done, height=7, rx=3, class_="bar-done") if done else None,
        rect(x=at, y=0, width=GIFT, height=GIFT, rx=4, class_="bar-gift") if gift else None,
        use(href=f"#i-{meter.next_icon}", x=at + 2, y=2, width=GIFT - 4, height=GIFT - 4)
        if gift and meter.next_icon
        else None,
        viewBox=f"0 0 {BAR} {GIFT}",
        class_="track-bar",
        aria_hidden="true",
    )


WIDE: Final = 224
"""The length of a scale, in px: it is never stretched, so that its figures keep their size."""


@lru_cache(MEMO)
def scale(shown: Scale) -> str:
    """A value that may go either way: a bar in levels, with a pointer."""
    starts = [level.start for level in shown.levels]
    ends = [*starts[1:], shown.most]
    at = next(
        (each for each in reversed(shown.levels) if shown.value >= each.start), shown.levels[0]
    )
    x = _on_scale(shown, shown.value)
    return str(
        li(
            symbol(shown.icon) if shown.icon else None,
            b(f"{shown.value:+}", aria_hidden="true"),
            # The bar is drawn, and on a small screen left out: what it says is read.
            span(f"{shown.label} {shown.value:+}: {at.label}", class_="hidden-label"),
            svg(
                (_stretch(shown, each, end) for each, end in zip(shown.levels, ends, strict=True)),
                (
                    text(start, x=_on_scale(shown, start), y=12, class_="scale-number")
                    for start in starts[1:]
                ),
                path(d=f"M{x} 26l5 8h-10z", class_="scale-pointer"),
                width=WIDE,
                height=36,
                viewBox=f"0 0 {WIDE} 36",
                class_="scale-bar",
                aria_hidden="true",
            ),
            span(at.label, class_="scale-level", aria_hidden="true"),
            id=f"meter-{shown.key}",
            class_="pill scale",
            data_meter=shown.key,
            data_about=f"meter-{shown.key}",
            tabindex=0,
        )
    )


def _on_scale(shown: Scale, value: int) -> int:
    low = shown.levels[0].start
    within = min(max(value, low), shown.most)
    return 8 + round((WIDE - 16) * (within - low) / (shown.most - low))


def _stretch(shown: Scale, level: Level, end: int) -> Markup:
    left, right = _on_scale(shown, level.start), _on_scale(shown, end)
    seat = f"seat-{level.mark % MARKS}" if level.mark >= 0 else None
    return rect(
        x=left,
        y=16,
        width=right - left,
        height=8,
        class_=classes("stretch", seat, level.strong and "strong"),
    )
