"""The whole position in sentences, for a screen reader."""

from __future__ import annotations

from ludus.core.models import words_of
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.face.panels import COUNTS, Lot, lots, panel_of
from ludus.games.cambria.ids import NONE, STANDARD
from ludus.games.cambria.view import View


def describe(context: Context) -> str:
    view, names, words = context.view, context.names, context.words
    said = [words.text("describe.side", side=words.text(f"option.side.{view.side}"))]
    said.append(_now(view, names))
    if view.dice:
        said.append(words.text("describe.dice", dice=names.dice(view.dice)))
    for lot in lots(context):
        said += _player(lot)
    said += context.fort_words()
    if view.legion == STANDARD:
        said.append(words.text("describe.legion_standard"))
    else:
        said.append(words.text("describe.legion_road", road=names.slot(view.legion)))
    held: list[list[str]] = [[] for _ in range(view.players)]
    for road, piece in enumerate(view.roads):
        if piece >= 0:
            held[piece].append(names.road_name(road))
    for player, roads in enumerate(held):
        if roads:
            listed = "; ".join(roads)
            said.append(words.text("describe.roads", player=names.player(player), roads=listed))
    said += _boats(view, names)
    return "\n".join(said)


def _boats(view: View, names: Names) -> list[str]:
    places = names.places
    said: list[str] = []
    for (before, after), owner in zip(places.boat_text, view.boats, strict=True):
        holder = places.free_text if owner == NONE else names.player(owner).text
        said.append(f"{before}{holder}{after}")
    return said


def _now(view: View, names: Names) -> str:
    words = names.words
    if view.ended:
        return words.text("describe.over")
    if view.start == NONE:
        return words.text("describe.setup")
    if not view.turn:
        return words.text("describe.opening")
    seat = max(range(view.seats), key=lambda player: view.latest_turn[player])
    return words.text("describe.turn", number=view.turn, seat=names.player(seat))


def _player(lot: Lot) -> tuple[str, ...]:
    """A player's panel in words: the counts, then the tokens won by the names of their forts."""
    words, meters = lot.places.words, panel_of(lot).meters
    counts = ", ".join([words_of(meter) for meter in meters[:COUNTS]])
    name = lot.name
    line = words.text("describe.player", player=name, points=lot.points, counts=counts)
    won = ", ".join([words_of(meter) for meter in meters[COUNTS:]])
    return (line, words.text("describe.won", list=won)) if won else (line,)
