"""The position that fits a view; there is only one, for a view leaves nothing open."""

from __future__ import annotations

from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.state import Frame, State
from ludus.games.cambria.view.view import View


def resample(tables: Tables, view: View) -> State:
    held = [0] * view.players
    for road, piece in enumerate(view.roads):
        if piece >= 0:
            held[piece] |= 1 << road
    die_a, die_b = view.dice or (0, 0)
    return State(
        side=[board.key for board in tables.boards].index(view.side),
        boat_doubles=view.boat_can_make_doubles,
        eagle_doubles=view.eagle_can_make_doubles,
        may_decline=view.decline_after_rolling,
        dummy_may_stay=view.dummy_may_stay,
        seats=view.seats,
        players=view.players,
        held=held,
        supply=list(view.supply),
        aboard=list(view.boats),
        legion=view.legion,
        captor=list(view.captor),
        second=list(view.second),
        touched=view.touched,
        rolls=list(view.start_rolls),
        start=view.start,
        latest=list(view.latest_turn),
        turn=view.turn,
        passes=view.passes,
        die_a=die_a,
        die_b=die_b,
        ended=view.ended,
        stack=[Frame(q.phase, q.seat, q.player, q.die, q.target) for q in view.questions],
    )
