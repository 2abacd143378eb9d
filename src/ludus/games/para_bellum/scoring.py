"""Points step by step, and who has won [score, tie]."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.protocol import Emit, Event, Outcome
from ludus.games.para_bellum.army import face, set_face
from ludus.games.para_bellum.board import COLUMNS, RED, SEAMS, members
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.state import BY_COLOURS, Player, State

TEAMS = 4


def linked_pairs(catalog: Catalog, player: Player) -> list[tuple[int, int]]:
    """The pairs of gray dice that a cornicine stands between, from left to right."""
    pairs: list[tuple[int, int]] = []
    for cell in members(player.army):
        seams = SEAMS[cell]
        if not catalog.army[player.cells[cell]].cornicine or not seams & (seams - 1):
            continue
        if player.grays & seams == seams:
            pairs.append((cell - 1, cell))
    return pairs


def lifted(catalog: Catalog, player: Player) -> dict[int, int]:
    """The faces of gray dice that cornicines raise: each chain to its highest [score.1-4]."""
    faces: dict[int, int] = {}
    pairs = linked_pairs(catalog, player)
    # Once from left to right and once back carries the highest face through a whole chain.
    for left, right in pairs + pairs[::-1]:
        a = faces.get(left, face(player, left))
        b = faces.get(right, face(player, right))
        if a > b:
            faces[right] = a
        elif b > a:
            faces[left] = b
    return faces


def sound_cornicines(catalog: Catalog, state: State, seat: int, emit: Emit | None) -> None:
    """Set every chain of linked gray dice to its highest face."""
    player = state.players[seat]
    for slot, value in sorted(lifted(catalog, player).items()):
        before = face(player, slot)
        set_face(player, slot, value)
        if emit is not None:
            facts = {"seat": seat, "slot": slot, "before": before, "face": value}
            emit(Event("cornicine", facts))


def gray_points(catalog: Catalog, player: Player) -> int:
    """The gray dice as they count, cornicines sounded."""
    faces = lifted(catalog, player)
    return sum(faces.get(slot, face(player, slot)) for slot in members(player.grays))


def commander_points(catalog: Catalog, player: Player) -> int:
    """Red dice that a mounted commander links to a gray die of its own card [score.6-9]."""
    linked = 0
    for cell in members(player.army):
        mounted = catalog.army[player.cells[cell]].mounted
        if mounted and player.grays & SEAMS[cell]:
            below = cell if mounted > 0 else cell - COLUMNS
            if below >= 0:
                linked |= 1 << below
    return sum(face(player, RED + below) for below in members(linked & player.reds))


def parts_of(catalog: Catalog, player: Player) -> dict[str, int]:
    """The steps of the count."""
    return {
        "gray_dice": gray_points(catalog, player),
        "commanders": commander_points(catalog, player),
        "objectives": sum(player.goal_points),
        "counters": player.points,
    }


def outcome_of(catalog: Catalog, state: State) -> Outcome:
    """Sums, by team at four; then the gray dice; then the win is shared [score.15-16, tie.1-3]."""
    parts = [parts_of(catalog, player) for player in state.players]
    scores = [sum(part.values()) for part in parts]
    grays = [part["gray_dice"] for part in parts]
    if state.seats == TEAMS:
        keys = [(scores[s] + scores[s ^ 2], grays[s] + grays[s ^ 2]) for s in range(TEAMS)]
        sides = keys[:2]
    else:
        keys = list(zip(scores, grays, strict=True))
        sides = keys
    best = sorted(sides, reverse=True)
    decided_by = "points"
    if best[0][0] == best[1][0]:
        decided_by = "shared" if best[0] == best[1] else "gray_dice"
    told: list[Mapping[str, int]] = list(parts)
    return Outcome(
        scores=tuple(scores),
        ranks=tuple(1 + sum(1 for other in keys if other > key) for key in keys),
        reason="colours" if state.ended == BY_COLOURS else "deck",
        decided_by=decided_by,
        parts=tuple(told),
    )
