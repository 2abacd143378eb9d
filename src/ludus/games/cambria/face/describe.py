"""The whole position in sentences, for a screen reader."""

from __future__ import annotations

from ludus.core.text import Bit, roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.face.panels import boats_of, numerals
from ludus.games.cambria.ids import NONE, NUMBERS, STANDARD
from ludus.games.cambria.view import View


def describe(context: Context) -> str:
    view, names, words = context.view, context.names, context.words
    said = [words.text("describe.side", side=words.text(f"option.side.{view.side}"))]
    said.append(_now(view, names))
    if view.dice:
        said.append(words.text("describe.dice", dice=names.dice(view.dice)))
    for player in range(view.players):
        said += _player(context, player)
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


def _player(context: Context, player: int) -> list[str]:
    view, names, words = context.view, context.names, context.words
    boats = boats_of(view, player)
    lines = [
        words.text(
            "describe.player",
            player=names.player(player),
            points=view.points[player],
            supply=view.supply[player],
            out=view.roads.count(player),
            boats=words.text("describe.boats", list=numerals(boats), count=len(boats))
            if boats
            else words.text("describe.no_boats"),
        )
    ]
    forts, victory = context.won[player]
    if forts:
        lines.append(words.text("describe.won", list=numerals(forts)))
    if victory:
        lines.append(words.text("describe.won_victory", list=numerals(victory)))
    return lines
