"""The board as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice
from ludus.core.protocol import Event
from ludus.core.svg import el, smooth
from ludus.core.text import plain, roman
from ludus.games.cambria.drawing import Sheet
from ludus.games.cambria.face.voice import Voice
from ludus.games.cambria.view import View


class Painter:
    """Draws both sides."""

    def __init__(self, sheets: Mapping[str, Sheet]) -> None:
        self._sheets = sheets

    def paint(
        self, view: View, voice: Voice, choices: Sequence[Choice], lately: Sequence[Event]
    ) -> str:
        sheet = self._sheets[view.side]
        side = sheet.side
        offered: dict[str, list[Choice]] = {}
        for choice in choices:
            for place in choice.places:
                offered.setdefault(place, []).append(choice)
        parts = [el("path", d=" ".join(smooth(land) for land in side.land), fill="#ecdcb2")]
        for number, road in enumerate(sheet.roads):
            x, y = road.slot
            parts.append(_place(f"road-{number}", x, y, offered, ""))
        for number, fort in enumerate(sheet.forts):
            numeral = roman(voice.board.numeral[number])
            parts.append(_place(f"fort-{number}", fort.x, fort.y, offered, numeral))
        for number, boat in enumerate(sheet.boats):
            parts.append(_place(f"boat-{number}", boat.x, boat.y, offered, boat.numeral))
        parts.append(_place("standard", side.standard.x, side.standard.y, offered, ""))
        box = " ".join(str(value) for value in side.view_box)
        return el("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box)


def _place(place: str, x: int, y: int, offered: Mapping[str, list[Choice]], text: str) -> str:
    choices = offered.get(place, [])
    label = " ".join(f"{choice.label}. {plain(choice.hint)}" for choice in choices)
    actions = " ".join(choice.action.text for choice in choices)
    return el(
        "g",
        el("circle", r=20, fill="#b5382a"),
        el("text", text, text_anchor="middle", y=6),
        id=place,
        transform=f"translate({x} {y})",
        class_="choice" if choices else None,
        data_action=actions if len(choices) == 1 else None,
        data_actions=actions if len(choices) > 1 else None,
        tabindex="0" if choices else None,
        role="button" if choices else None,
        aria_label=label or None,
    )
