"""Players as a rival knows them: what is hidden is left out, and only counted."""

from __future__ import annotations

from ludus.core.protocol import Seat
from ludus.games.para_bellum.ids import (
    ORDER_OPTION,
    ORDER_TARGET,
    SEEN_SHIFT,
    TEAM_SEATS,
    UNIT_CELL,
)
from ludus.games.para_bellum.state import Player, State


def is_open(state: State, seat: int, viewer: Seat) -> bool:
    """Whether a viewer knows all that a seat has: it is its own, or its ally's."""
    return seat == viewer or (state.seats == TEAM_SEATS and seat ^ 2 == viewer)


def known_player(state: State, seat: int, viewer: Seat) -> Player:
    """A rival without the cards and objectives that the viewer cannot know."""
    player = state.players[seat]
    goals: list[int] = []
    goal_points: list[int] = []
    for index, up in enumerate(player.goal_up):
        if up:
            goals.append(player.goals[index])
            goal_points.append(player.goal_points[index])
    return Player(
        player.colour,
        player.cells,
        player.army,
        player.full,
        player.units,
        player.horns,
        player.riders_up,
        player.riders_down,
        player.by_colour,
        player.dice,
        player.grays,
        player.reds,
        player.lost,
        player.banners,
        player.coins,
        player.blazons,
        player.legions,
        player.big,
        player.rows,
        _known_hand(player, viewer),
        _known_commands(state, player, seat),
        [],
        [],
        player.perms,
        player.up,
        goals,
        [True] * len(goals),
        goal_points,
        player.points,
        player.runner,
        [],
        player.shielded,
        player.low_card,
        player.motivated,
        player.marched,
        player.oratory,
    )


def _known_hand(player: Player, viewer: Seat) -> list[int]:
    """The army cards in a hand that a viewer has seen."""
    if not player.spied:
        return []
    return sorted([code >> SEEN_SHIFT for code in player.spied if code >> viewer & 1])


def _known_commands(state: State, player: Player, seat: int) -> list[int]:
    """The command cards that everybody knows a player holds."""
    if state.open_memory:
        if not player.veiled:
            return player.commands
        left = player.commands[:]
        for card in player.veiled:
            left.remove(card)
        return left
    return sorted(
        [frame.card for frame in state.stack if frame.seat == seat and _laid(frame.phase)]
    )


def _laid(phase: int) -> bool:
    """Whether a command card lies open while this is asked."""
    return phase in (ORDER_OPTION, ORDER_TARGET, UNIT_CELL)
