"""The named terms of the evaluation."""

from __future__ import annotations

from ludus.games.conqueror import GAME
from ludus.games.conqueror.bot import Evaluation
from ludus.games.conqueror.bot.chart import Chart
from ludus.games.conqueror.bot.pending import add_pending
from ludus.games.conqueror.content import load_contents
from ludus.games.conqueror.state import State
from ludus.games.conqueror.view import Conqueror
from ludus.kit.terms import check_terms


def test_terms_add_up_and_can_be_said() -> None:
    box = GAME.open()
    rules = Conqueror(load_contents(box.pack))
    evaluation = Evaluation(rules)
    charts = [Chart(board, rules.tables.laws) for board in rules.tables.boards]

    def counted(state: State, seat: int) -> float | None:
        if not state.round or not state.alive >> seat & 1:
            return None
        under_way = [0.0] * state.seats
        add_pending(rules.tables, charts[state.map], state, under_way)
        return evaluation.worth(state, seat) + under_way[seat]

    found = check_terms(box, 4, counted)
    assert found >= {"forts", "coins", "land", "army", "danger", "reach"}
