"""Small helpers for faces that draw: text that is safe in markup, elements, numbers, curves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeAlias

Attribute: TypeAlias = str | float | None


def esc(text: str) -> str:
    """Text as it may stand in markup, inside quotes too."""
    return escape(text, quote=True)


def num(value: float) -> str:
    """A coordinate in as few letters as one decimal needs."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def el(tag: str, *children: str, **attributes: Attribute) -> str:
    """An element. Names of attributes: `_` stands for `-`, and a `_` at the end is dropped.

    Children are markup already; attribute values are escaped here, and None leaves one out.
    """
    shown = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{esc(_value(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{tag}{shown}>{inner}</{tag}>" if inner else f"<{tag}{shown}/>"


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else num(value)


def smooth(points: Sequence[tuple[float, float]], closed: bool = True, ease: float = 1 / 6) -> str:
    """Path data of a smooth curve through all the points."""
    count = len(points)
    steps = count if closed else count - 1

    def at(index: int) -> tuple[float, float]:
        return points[index % count] if closed else points[max(0, min(count - 1, index))]

    path = f"M{num(points[0][0])} {num(points[0][1])}"
    for step in range(steps):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (at(step + k) for k in (-1, 0, 1, 2))
        row = ((cx - ax) * ease, (cy - ay) * ease)
        end = (cx - bx - (dx - bx) * ease, cy - by - (dy - by) * ease)
        path += "c" + " ".join(num(value) for value in (*row, *end, cx - bx, cy - by))
    return path + ("Z" if closed else "")
