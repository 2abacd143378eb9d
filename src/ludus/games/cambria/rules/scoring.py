"""Captures, final claims, points and the result."""

from __future__ import annotations

from collections.abc import Mapping

from ludus.core.protocol import Emit, Event, Outcome
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import GONE, NONE, ON_BOARD, REASONS, STANDARD
from ludus.games.cambria.mechanics import leader_and_second
from ludus.games.cambria.state import State


def capture(state: State, board: Board, emit: Emit | None) -> None:
    """Every ringed fort with a leader falls, all judged on the same position [capture.1-13].

    Only forts with a changed road can fall, so the others are not looked at.
    """
    touched = state.touched
    state.touched = 0
    manned = 0
    for roads in state.held:
        manned |= roads
    for site, ring in enumerate(board.ring):
        if ring & touched and not ring & ~manned and state.captor[site] == ON_BOARD:
            leader, second = _leader_and_second(state, ring)
            if leader != NONE:
                award(state, board, site, leader, second, "capture", emit)


def _leader_and_second(state: State, ring: int) -> tuple[int, int]:
    return leader_and_second([(roads & ring).bit_count() for roads in state.held])


def award(
    state: State,
    board: Board,
    site: int,
    leader: int,
    second: int,
    kind: str,
    emit: Emit | None,
) -> None:
    """Give the fort token to its leader and settle the token under it [capture.5, vp.1-7]."""
    state.captor[site] = leader
    if emit is not None:
        emit(Event(kind, {"site": site, "player": leader, "counts": counts_at(state, board, site)}))
    if not board.victory[site]:
        return
    state.second[site] = GONE if second == NONE else second
    if emit is not None:
        emit(Event("victory", {"site": site, "player": state.second[site]}))


def counts_at(state: State, board: Board, site: int) -> tuple[int, ...]:
    """How many warriors each player has on a fort's roads."""
    return tuple((roads & board.ring[site]).bit_count() for roads in state.held)


def final_claims(state: State, board: Board, emit: Emit | None) -> None:
    """The legion leaves; then every fort left goes to its leader, gaps or not [final.1-9]."""
    state.legion = STANDARD
    for site in range(board.sites):
        if state.captor[site] != ON_BOARD:
            continue
        leader, second = _leader_and_second(state, board.ring[site])
        if leader != NONE:
            award(state, board, site, leader, second, "claim", emit)
            continue
        state.captor[site] = GONE
        if board.victory[site]:
            state.second[site] = GONE
        if emit is not None:
            emit(Event("unclaimed", {"site": site, "counts": counts_at(state, board, site)}))


def points_and_tokens(state: State, board: Board, player: int) -> tuple[int, int, int]:
    """Points from forts, points from victory point tokens, and how many tokens of both kinds."""
    forts = victory = tokens = 0
    for site in range(board.sites):
        if state.captor[site] == player:
            forts += board.numeral[site]
            tokens += 1
        if state.second[site] == player:
            victory += board.victory[site]
            tokens += 1
    return forts, victory, tokens


def outcome_of(state: State, board: Board) -> Outcome:
    """Points, then tokens, then the latest turn furthest back [score.1-6]; humans only [two.20]."""
    parts: list[Mapping[str, int]] = []
    keys: list[tuple[int, int, int]] = []
    for seat in range(state.seats):
        forts, victory, tokens = points_and_tokens(state, board, seat)
        parts.append({"forts": forts, "victory": victory, "tokens": tokens})
        keys.append((-(forts + victory), -tokens, state.latest[seat]))
    order = sorted(keys)
    decided_by = "points"
    if order[0][0] == order[1][0]:
        decided_by = "tokens" if order[0][1] != order[1][1] else "latest_turn"
    others: dict[str, int] = {}
    if state.players > state.seats:
        forts, victory, _ = points_and_tokens(state, board, state.seats)
        others["dummy"] = forts + victory
    return Outcome(
        scores=tuple(-key[0] for key in keys),
        ranks=tuple(order.index(key) + 1 for key in keys),
        reason=REASONS[state.ended],
        decided_by=decided_by,
        parts=tuple(parts),
        others=others,
    )
