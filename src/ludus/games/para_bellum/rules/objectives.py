"""Objectives: what they count, and scoring them as soon as they are met [obj.3-9]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.protocol import Emit, Event
from ludus.games.para_bellum.board import RED, members
from ludus.games.para_bellum.ids import CHARACTER, CONSTRUCT, MAX_FACE, MOTIVATED, NONE, TEAM_SEATS
from ludus.games.para_bellum.rules.army import face
from ludus.games.para_bellum.rules.tables import Tables, team_of
from ludus.games.para_bellum.state import Player, State

Count: TypeAlias = Callable[[Tables, Player], int]


def _same_colour_legions(t: Tables, player: Player) -> int:
    return max(player.legions)


def _legion_colours(t: Tables, player: Player) -> int:
    return sum(1 for count in player.legions if count)


def _sixes(t: Tables, player: Player) -> int:
    return sum(1 for slot in members(player.grays) if face(player, slot) == MAX_FACE)


def _red_sum(t: Tables, player: Player) -> int:
    return sum(face(player, RED + cell) for cell in members(player.reds))


def _banners(t: Tables, player: Player) -> int:
    return player.banners.bit_count()


def _big_legions(t: Tables, player: Player) -> int:
    return player.big


def _in_play(t: Tables, player: Player, subtype: int) -> int:
    kinds = t.catalog.filter[subtype]
    return sum(1 for perm in player.perms if not perm.down and kinds >> perm.kind & 1)


def _constructs(t: Tables, player: Player) -> int:
    return _in_play(t, player, CONSTRUCT)


def _characters(t: Tables, player: Player) -> int:
    return _in_play(t, player, CHARACTER)


def _coins(t: Tables, player: Player) -> int:
    return player.coins


def _rows(t: Tables, player: Player) -> int:
    return player.rows.bit_count()


COUNTS: Final[list[Count]] = [
    _same_colour_legions,
    _legion_colours,
    _sixes,
    _red_sum,
    _banners,
    _big_legions,
    _constructs,
    _characters,
    _coins,
    _rows,
]
"""In the order of the catalog's MEASURES."""


def goal_count(t: Tables, player: Player, goal: int) -> int:
    """A player's count of what an objective counts, or NONE if it counts nothing."""
    measure = t.catalog.objectives[goal].measure
    return NONE if measure < 0 else COUNTS[measure](t, player)


def goal_worth(t: Tables, player: Player, goal: int) -> int:
    """What an objective with tiers is worth to a player now."""
    kind = t.catalog.objectives[goal]
    if kind.measure < 0:
        return 0
    count = COUNTS[kind.measure](t, player)
    worth = 0
    for need, points in kind.tiers:
        if count >= need:
            worth = points
    return worth


def check_touched(t: Tables, state: State, emit: Emit | None) -> None:
    """Score the objectives of the seats in `dirty`, as happens between any two steps [obj.5]."""
    check_goals(t, state, False, emit)


def check_goals(t: Tables, state: State, final: bool, emit: Emit | None) -> None:
    """Score what is newly met: by the touched seats, or at the end by all."""
    objectives = t.catalog.objectives
    # With this ruling an objective waits for its owner to turn it up [obj.5].
    held_back = state.chosen_goals and not final
    for seat in range(state.seats):
        if not final and not state.dirty >> seat & 1:
            continue
        player = state.players[seat]
        for index, goal in enumerate(player.goals):
            if objectives[goal].at_end and not final:
                continue
            if held_back and not player.goal_up[index]:
                continue
            worth = goal_worth(t, player, goal)
            if worth > player.goal_points[index]:
                _score(state, seat, index, worth, emit)
    state.dirty = 0


def claimable(t: Tables, player: Player) -> list[int]:
    """The objectives that a player could turn up now: face down and met."""
    return sorted(
        goal
        for index, goal in enumerate(player.goals)
        if not player.goal_up[index]
        and not t.catalog.objectives[goal].at_end
        and goal_worth(t, player, goal)
    )


def claim_goal(state: State, seat: int, goal: int) -> None:
    """Turn an objective up; it is scored before the next step, a shared one for both teammates."""
    index = state.players[seat].goals.index(goal)
    team = team_of(state, seat) if _is_shared(state, seat, index) else 1 << seat
    for owner in members(team):
        state.players[owner].goal_up[index] = True
    state.dirty |= team


def _is_shared(state: State, seat: int, index: int) -> bool:
    return state.seats == TEAM_SEATS and index == len(state.players[seat].goals) - 1


def trigger_goal(t: Tables, state: State, seat: int, trigger: int, emit: Emit | None) -> None:
    """An objective that pays each time something happens."""
    player = state.players[seat]
    for index, goal in enumerate(player.goals):
        kind = t.catalog.objectives[goal]
        if kind.trigger != trigger:
            continue
        if trigger == MOTIVATED and state.capped_oratory:
            if player.oratory:
                continue
            player.oratory = True
        _score(state, seat, index, player.goal_points[index] + kind.points, emit)


def _score(state: State, seat: int, index: int, worth: int, emit: Emit | None) -> None:
    player = state.players[seat]
    player.goal_points[index] = worth
    player.goal_up[index] = True
    shared = _is_shared(state, seat, index)
    if shared:
        # The shared card lies open for both teammates once either has met it.
        state.players[seat ^ 2].goal_up[index] = True
    if emit is not None:
        goal = player.goals[index]
        facts = {"seat": seat, "goal": goal, "points": worth, "shared": int(shared)}
        # Which of the face-down cards it is.
        facts["number"] = index
        # A player who caused it for another side has learned something about its objectives.
        emit(Event("objective", facts, bars=~team_of(state, seat)))
