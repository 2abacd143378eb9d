"""The players' panels: points, what they hold, and cards in play."""

from __future__ import annotations

from typing import Final

from ludus.core.face import Panel
from ludus.core.models import Meter
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.cards import TYPE_SYMBOLS, runner, sort_symbol
from ludus.games.para_bellum.face.context import Context, front_seat
from ludus.games.para_bellum.face.dashboard import blazons, morale
from ludus.games.para_bellum.ids import NONE, TEAM_SEATS
from ludus.games.para_bellum.view import Side

SOURCES: Final = (
    ("gray_dice", "die-k"),
    ("commanders", "mounted"),
    ("objectives", "objective"),
    ("counters", "vp"),
)
"""Where points come from, in the order in which they are counted."""


def panels(context: Context) -> list[Panel]:
    """The seat in front first; at four its ally, then the opponents."""
    view = context.view
    front = front_seat(view)
    seats = [(front + number) % view.seats for number in range(view.seats)]
    if view.seats == TEAM_SEATS:
        seats = [front, front ^ 2, front ^ 1, front ^ 3]
    return [_panel(context, seat, seat == front) for seat in seats]


def _panel(context: Context, seat: int, front: bool) -> Panel:
    view, words, names = context.view, context.words, context.names
    side = view.sides[seat]
    meters = points(context, seat) if front else _counts(context, seat, side)
    if view.alliances:
        # One's own points fill a row; the others' Blazons do.
        meters.insert(len(meters) if front else -1, runner(context, seat))
    if not front:
        meters += _in_play(context, seat, side)
        meters += _hand(context, seat, side)
    return Panel(
        seat,
        names.of_players[seat],
        side.total,
        mark=seat,
        unit=words.text("panel.unit"),
        meters=tuple(meters),
        note=_note(context, seat),
        about=f"score-{seat}",
        camp=words.text(f"camp.{seat & 1}") if view.seats == TEAM_SEATS else "",
        camp_score=side.total + view.sides[seat ^ 2].total if view.seats == TEAM_SEATS else 0,
    )


def points(context: Context, seat: int) -> list[Meter]:
    """The points if the game ended now, by source."""
    view, words = context.view, context.words
    return [
        Meter(f"{key}-{seat}", icon, words.text(f"part.{key}"), value)
        for (key, icon), value in zip(SOURCES, view.sides[seat].points, strict=True)
    ]


def _counts(context: Context, seat: int, side: Side) -> list[Meter]:
    words = context.words
    return [
        Meter(f"coins-{seat}", "coin", words.text("short.coins"), side.coins),
        Meter(f"armies-{seat}", "army", words.text("name.army_cards"), side.army_count),
        Meter(f"commands-{seat}", "command", words.text("name.command_cards"), side.command_count),
        morale(context, seat),
        blazons(context, seat),
    ]


def _in_play(context: Context, seat: int, side: Side) -> list[Meter]:
    """Permanents by name; Special Units lie in the army."""
    words, names = context.words, context.names
    found: list[Meter] = []
    for index, card in enumerate(side.in_play):
        if card.cell != NONE:
            continue
        found.append(
            Meter(
                f"perm-{seat}-{index}",
                sort_symbol(context, card.kind),
                words.text("short.in_play"),
                1,
                shown=names.command(card.kind),
                tone="faded" if card.down else "",
                group=1,
                place=f"perm-{seat}-{index}",
            )
        )
    return found


def _hand(context: Context, seat: int, side: Side) -> list[Meter]:
    """The hand of an ally, which teammates know: army cards by colour, command cards by name."""
    if side.hand is None or side.commands is None:
        return []
    names = context.names
    label = context.words.text("name.hand_of", seat=names.of_players[seat])
    found = [
        Meter(
            f"command-{seat}-{index}",
            TYPE_SYMBOLS[context.catalog.commands[kind].type],
            label,
            1,
            shown=names.command(kind),
            group=2,
            place=f"command-{seat}-{index}",
        )
        for index, kind in enumerate(side.commands)
    ]
    if side.hand:
        icons = tuple(blazon_symbol(context.catalog.army[kind].colour) for kind in side.hand)
        count = len(side.hand)
        found.insert(0, Meter(f"held-{seat}", "army", label, count, group=2, icons=icons))
    return found


def _note(context: Context, seat: int) -> str:
    view, words = context.view, context.words
    if view.ending == seat:
        return words.text("name.ending")
    if view.seats == TEAM_SEATS and seat == front_seat(view) ^ 2:
        return words.text("name.ally")
    if view.ending == NONE and view.order[:1] == (seat,):
        return words.text("name.first")
    return ""
