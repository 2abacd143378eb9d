"""What the board would look like after a choice: what previews are made from."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.rings import Ring, falling, ring_of, standing
from ludus.games.cambria.ids import FREE, LEGION, NONE
from ludus.games.cambria.view import View


@dataclass(frozen=True, slots=True)
class Outlook:
    """The roads after a choice, and what happens on the way there."""

    player: int
    """Whose warrior moves, or who chooses."""
    roads: tuple[int, ...]
    rings: tuple[Ring, ...]
    """The standing forts at the roads that change."""
    falls: tuple[Ring, ...]
    """The forts that fall at the end of the turn; empty while it goes on."""
    home: int = FREE
    """The piece that is sent home."""
    source: int = NONE
    """The slot that a warrior leaves."""
    from_supply: bool = False
    lift_next: bool = False
    """Whether the player has to choose next which warrior to lift."""


def outlook(context: Context, decision: Decision, action: Action) -> Outlook:
    view, board = context.view, context.board
    question = view.question
    player = decision.seat if question is None else question.player
    if action.verb in ("place", "replace"):
        source = NONE
        if decision.prompt == "land" and question is not None:
            source = board.roads + question.target
        ends = decision.prompt in ("act", "land")
        return _moved(context, player, source, action.arg, ends)
    if action.verb == "lift" and question is not None:
        return _moved(context, player, action.arg, question.target, decision.prompt == "lift")
    if action.verb == "board":
        return _moved(context, player, NONE, board.roads + action.arg, True)
    if action.verb == "legion":
        return _legion(context, player, action.arg)
    ends = action.verb in ("pass", "end", "stay")
    return Outlook(player, view.roads, (), _falls(context, view.roads, ends))


def _moved(context: Context, player: int, source: int, slot: int, ends: bool) -> Outlook:
    """A warrior goes from a slot, or NONE for the supply, to another slot."""
    view, board = context.view, context.board
    lift_next = source == NONE and not view.supply[player]
    roads = list(view.roads)
    changed: list[int] = []
    home = FREE
    if NONE != source < board.roads:
        roads[source] = FREE
        changed += board.ends[source]
    if slot < board.roads:
        home = roads[slot]
        roads[slot] = player
        changed += board.ends[slot]
    return Outlook(
        player,
        tuple(roads),
        _rings(context, roads, changed),
        _falls(context, roads, ends and not lift_next),
        home,
        source,
        source == NONE and not lift_next,
        lift_next,
    )


def _legion(context: Context, player: int, road: int) -> Outlook:
    view, board = context.view, context.board
    roads = [FREE if piece == LEGION else piece for piece in view.roads]
    home = roads[road]
    roads[road] = LEGION
    changed = [*board.ends[road], *(board.ends[view.legion] if view.legion != NONE else ())]
    ends = NONE not in view.boats
    return Outlook(
        player, tuple(roads), _rings(context, roads, changed), _falls(context, roads, ends), home
    )


def _rings(context: Context, roads: list[int], sites: list[int]) -> tuple[Ring, ...]:
    view: View = context.view
    return tuple(
        ring_of(context.board, roads, view.players, site)
        for site in dict.fromkeys(sites)
        if standing(view, site)
    )


def _falls(context: Context, roads: list[int] | tuple[int, ...], ends: bool) -> tuple[Ring, ...]:
    return tuple(falling(context.view, context.board, roads)) if ends else ()
