"""What the players' panels say."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.text import Sentence
from ludus.games.conqueror.face.names import Names
from ludus.games.conqueror.ids import (
    HEROES_EACH,
    HIDDEN,
    MISSIONS_EACH,
    NONE,
)
from ludus.games.conqueror.view import View


def panels(view: View, names: Names) -> list[Panel]:
    return [_panel(view, names, seat) for seat in range(view.seats)]


def _panel(view: View, names: Names, seat: int) -> Panel:
    words = names.words
    lines: list[Sentence] = []
    if view.faction[seat] != NONE:
        lines.append(words.say("panel.faction", faction=names.faction(view.faction[seat])))
    if view.round:
        lines += _standing(view, names, seat) if view.alive[seat] else [words.say("panel.out")]
    return Panel(seat, names.players[seat], view.forts[seat], tuple(lines), seat)


def _standing(view: View, names: Names, seat: int) -> list[Sentence]:
    words = names.words
    lines = [
        words.say("panel.forts", n=view.forts[seat]),
        words.say(
            "panel.units", units=view.units[seat], quota=view.quota[seat], food=view.food[seat]
        ),
        words.say("panel.purse", n=view.purse[seat], income=view.income[seat]),
        words.say("panel.heroes", n=view.hand_sizes[seat]),
    ]
    if view.countdown[seat]:
        lines.insert(1, words.say("panel.countdown", n=view.countdown[seat]))
    if seat == view.viewer and view.hand:
        lines.append(words.say("panel.own_heroes", list=heroes(view, names, seat, view.hand)))
    if view.burnt[seat]:
        lines.append(words.say("panel.burnt", list=heroes(view, names, seat, view.burnt[seat])))
    first = view.faction[seat] * MISSIONS_EACH
    done = [names.mission(first + n).name for n in range(MISSIONS_EACH) if view.done[seat] >> n & 1]
    if done:
        lines.append(words.say("panel.missions_done", list=", ".join(done)))
    if seat == view.viewer and view.mission != NONE:
        lines.append(words.say("panel.mission", mission=names.mission_text(first + view.mission)))
    if view.bids[seat] == HIDDEN:
        lines.append(words.say("panel.bid_made"))
    return lines


def heroes(view: View, names: Names, seat: int, mask: int) -> str:
    """Names of a seat's heroes, from a mask of its faction's four."""
    first = view.faction[seat] * HEROES_EACH
    return ", ".join(names.hero(first + n).name for n in range(HEROES_EACH) if mask >> n & 1)
