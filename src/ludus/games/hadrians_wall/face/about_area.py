"""What the names, symbols and costs printed round the boxes of a sheet stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ludus.core.models import About
from ludus.core.protocol import Decision
from ludus.core.text import Words
from ludus.games.hadrians_wall.drawing import Art
from ludus.games.hadrians_wall.face.about import about, sources
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.marks import track_id
from ludus.games.hadrians_wall.face.sheets import area_id
from ludus.games.hadrians_wall.face.things import Thing
from ludus.games.hadrians_wall.ids import NONE


@dataclass(frozen=True, slots=True)
class Field:
    """An area of a sheet: what is printed as its name, and its boxes."""

    title: str
    boxes: tuple[str, ...]


def fields_of(art: Art, words: Words) -> dict[str, Field]:
    """All areas that have a name and boxes, by what they are asked for by."""
    return {
        place: Field(_title(words.text(f"label.{area.labels[0].key}")), tuple(boxes))
        for sheet in (art.left, art.right)
        for area in sheet.area
        if (place := area_id(area)) is not None and (boxes := [box.id for box in area.boxes])
    }


def _title(printed: str) -> str:
    """Names are printed in capitals."""
    return " ".join(word.capitalize() for word in printed.split())


def about_area(
    context: Context, decision: Decision | None, field: Field, things: Mapping[str, Thing]
) -> About | None:
    """What an area is for; of a row, what its next box asks for and gives."""
    found = [things[box] for box in field.boxes if box in things]
    if not found:
        return None
    areas = tuple(dict.fromkeys(thing.area for thing in found))
    scores = areas == ("score",)
    told = About(
        context.words.text("meter_name.points") if scores else field.title,
        icon=found[0].icon,
        body=tuple(context.words.say(f"about.{area}") for area in areas),
        clauses=tuple(dict.fromkeys(clause for area in areas for clause in sources(area))),
    )
    track = _track_of(found)
    return told if track == NONE else _of_row(context, decision, told, track, things)


def _track_of(found: Sequence[Thing]) -> int:
    """The one track that all boxes belong to, or NONE."""
    tracks = {thing.track if thing.box else NONE for thing in found}
    return tracks.pop() if len(tracks) == 1 else NONE


def _of_row(
    context: Context,
    decision: Decision | None,
    told: About,
    track: int,
    things: Mapping[str, Thing],
) -> About:
    view, board, words = context.view, context.board, context.words
    seat = view.viewer if 0 <= view.viewer < view.seats else 0
    done, most = context.sheets[seat][track], board.size[track]
    state = words.text("about.filled", n=done, most=most)
    place = "" if done >= most else track_id(track, done + 1, board)
    following = about(context, decision, place, things) if place else None
    if following is None:
        return replace(told, title=context.names.track(track), state=state, tone="good")
    return replace(
        following,
        title=context.names.track(track),
        state=state,
        tone="",
        body=(*told.body, words.say("about.next", box=context.names.box(track, done + 1))),
        rings=(place,),
    )
