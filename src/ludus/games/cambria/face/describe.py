"""The whole position in sentences, for a screen reader."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.models import words_of
from ludus.core.text import Bit, roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.face.panels import panels
from ludus.games.cambria.ids import NONE, NUMBERS, STANDARD
from ludus.games.cambria.view import View


def describe(context: Context) -> str:
    view, names, words = context.view, context.names, context.words
    said = [words.text("describe.side", side=words.text(f"option.side.{view.side}"))]
    said.append(_now(view, names))
    if view.dice:
        said.append(words.text("describe.dice", dice=names.dice(view.dice)))
    for panel in panels(context):
        said += _player(context, panel)
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
    words = names.words
    said: list[str] = []
    for boat, owner in enumerate(view.boats):
        holder: Bit | str = words.text("describe.free") if owner == NONE else names.player(owner)
        said.append(words.text("describe.boat", boat=roman(NUMBERS[boat]), holder=holder))
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


def _player(context: Context, panel: Panel) -> list[str]:
    """A player's panel in words: the counts, then the tokens won by the names of their forts."""
    words = context.words
    counts = ", ".join(words_of(meter) for meter in panel.meters if not meter.group)
    lines = [words.text("describe.player", player=panel.name, points=panel.score, counts=counts)]
    won = ", ".join(words_of(meter) for meter in panel.meters if meter.group)
    if won:
        lines.append(words.text("describe.won", list=won))
    return lines
