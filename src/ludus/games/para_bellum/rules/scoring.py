"""Points step by step, and who has won [score, tie]."""

from __future__ import annotations

from ludus.core.protocol import Emit, Event, Outcome
from ludus.games.para_bellum.board import COLUMNS, RED, members
from ludus.games.para_bellum.ids import BY_COLOURS, FACE, TEAM_SEATS
from ludus.games.para_bellum.rules.army import face, set_face
from ludus.games.para_bellum.state import Player, State


def lifted(player: Player) -> dict[int, int]:
    """The faces of gray dice that cornicines raise: each chain to its highest [score.1-4].

    A cornicine links the seams left and right of its cell, if both have a die.
    """
    faces: dict[int, int] = {}
    linked = player.horns & player.grays & (player.grays << 1)
    if not linked:
        return faces
    cells = members(linked)
    dice = player.dice
    # Once from left to right and once back carries the highest face through a whole chain.
    for cell in cells + cells[::-1]:
        a = faces.get(cell - 1, dice[cell - 1] & FACE)
        b = faces.get(cell, dice[cell] & FACE)
        if a > b:
            faces[cell] = a
        elif b > a:
            faces[cell - 1] = b
    return faces


def sound_cornicines(state: State, seat: int, emit: Emit | None) -> None:
    """Set every chain of linked gray dice to its highest face."""
    player = state.players[seat]
    for slot, value in sorted(lifted(player).items()):
        before = face(player, slot)
        set_face(player, slot, value)
        if emit is not None:
            facts = {"seat": seat, "slot": slot, "before": before, "face": value}
            emit(Event("cornicine", facts))


def gray_points(player: Player) -> int:
    """The gray dice as they count, cornicines sounded."""
    dice = player.dice
    total = 0
    grays = player.grays
    while grays:
        low = grays & -grays
        grays ^= low
        total += dice[low.bit_length() - 1] & FACE
    if player.horns & player.grays & (player.grays << 1):
        for slot, value in lifted(player).items():
            total += value - (dice[slot] & FACE)
    return total


def commander_points(player: Player) -> int:
    """Red dice that a mounted commander links to a gray die of its own card [score.6-9]."""
    near = player.grays | player.grays << 1
    linked = (player.riders_up & near | (player.riders_down & near) >> COLUMNS) & player.reds
    total = 0
    while linked:
        low = linked & -linked
        linked ^= low
        total += player.dice[RED - 1 + low.bit_length()] & FACE
    return total


def parts_of(player: Player) -> dict[str, int]:
    """The steps of the count."""
    return {
        "gray_dice": gray_points(player),
        "commanders": commander_points(player),
        "objectives": sum(player.goal_points),
        "counters": player.points,
    }


def outcome_of(state: State) -> Outcome:
    """Sums, by team at four; then the gray dice; then the win is shared [score.15-16, tie.1-3]."""
    parts = [parts_of(player) for player in state.players]
    scores = [sum(part.values()) for part in parts]
    grays = [part["gray_dice"] for part in parts]
    if state.seats == TEAM_SEATS:
        keys = [(scores[s] + scores[s ^ 2], grays[s] + grays[s ^ 2]) for s in range(TEAM_SEATS)]
        sides = keys[:2]
    else:
        keys = list(zip(scores, grays, strict=True))
        sides = keys
    best = sorted(sides, reverse=True)
    decided_by = "points"
    if best[0][0] == best[1][0]:
        decided_by = "shared" if best[0] == best[1] else "gray_dice"
    return Outcome(
        scores=tuple(scores),
        ranks=tuple(1 + sum(1 for other in keys if other > key) for key in keys),
        reason="colours" if state.ended == BY_COLOURS else "deck",
        decided_by=decided_by,
        parts=tuple(parts),
    )
