"""The pictures of the table: the army of the seat in front, and a smaller one of each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.face import Choice, Picture, Scene
from ludus.core.protocol import Event
from ludus.core.svg import by_place, el, group, picture
from ludus.games.para_bellum.face.armies import ArmyDrawing
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.face.context import Context, front_seat
from ludus.games.para_bellum.face.look import CSS, NAME, TONES
from ludus.games.para_bellum.face.palette import Palette
from ludus.games.para_bellum.face.traces import traces_of
from ludus.games.para_bellum.ids import MAX_SEATS, NONE, TEAM_SEATS

ICONS: Final = (
    "pay-",
    "coin",
    "action",
    "vp",
    "command",
    "back",
    "order",
    "permanent",
    "runner",
    "space",
    "first",
    "ending",
    "event",
    "objective",
    "via",
)
"""Symbols that only pages use."""
NOT_LARGE: Final = (*ICONS, "small-")
NOT_SMALL: Final = (
    *ICONS,
    "army",
    "troop-",
    "link-",
    "legionary-",
    "centurion-",
    "plain",
    "slots",
    "die-k-",
    "die-r-",
    "die-b-",
    "blazon-",
    "battle",
)
"""A large army has cards with men and dice with pips, a small one shields and digits."""
LEAST: Final = 0.72
"""The scale at which the names of columns and rows can still be read."""
GRASS: Final = "M0 0l2-9 2 9M7 0l4-7M-3 0l-3-6"


class Palettes:
    """The symbols of every picture."""

    def __init__(self, art: Art) -> None:
        self.large = Palette(art, "pba", NOT_LARGE)
        self.small = [Palette(art, f"pb{number}", NOT_SMALL) for number in range(MAX_SEATS)]


def scenes(
    palettes: Palettes, context: Context, choices: Sequence[Choice], lately: Sequence[Event]
) -> tuple[Scene, ...]:
    """The army in front, then the others in the order of seats from there."""
    view = context.view
    front = front_seat(view)
    offered = by_place(choices)
    traces = traces_of(lately)
    large = ArmyDrawing(palettes.large, context, front, offered, traces, False)
    found = [
        Scene(
            "army",
            context.words.text(
                "name.army" if front == view.viewer else "name.army_of", **_of(context, front)
            ),
            _picture(palettes.large, context, large),
            focus=large.focus,
            least=LEAST,
        )
    ]
    for number in range(1, view.seats):
        seat = (front + number) % view.seats
        palette = palettes.small[number]
        drawing = ArmyDrawing(palette, context, seat, offered, traces, True)
        found.append(
            Scene(
                f"army-{number}",
                _title(context, seat, front),
                _picture(palette, context, drawing),
                rank=int(drawing.asked),
                seat=seat,
            )
        )
    return tuple(found)


def _of(context: Context, seat: int) -> dict[str, str]:
    return {"seat": context.names.of_players[seat]}


def _title(context: Context, seat: int, front: int) -> str:
    if context.view.seats == TEAM_SEATS and seat == front ^ 2:
        return context.words.text("name.army_of_ally", **_of(context, seat))
    return context.names.of_players[seat]


def _picture(palette: Palette, context: Context, drawing: ArmyDrawing) -> Picture:
    x, y, width, height = drawing.box
    seat = drawing.seat
    # It goes on beyond the edges, so that a window of any shape round it is grass too.
    far = 2 * max(width, height)
    meadow = el("rect", x=x - far, y=y - far, width=width + 2 * far, height=height + 2 * far)
    parts = [
        palette.defs,
        el("g", meadow, *drawing.grass(GRASS), id=f"pb-field-{seat}", class_="field"),
    ]
    if context.view.sides[seat].colour != NONE:
        parts += group(*drawing.draw(), id=f"pb-army-{seat}")
    return picture(
        *parts,
        name=NAME,
        title=context.words.text("name.army_of", **_of(context, seat)),
        view_box=(x, y, width, height),
        tones=TONES,
        css=CSS,
    )
