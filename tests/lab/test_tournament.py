"""Tournaments: everybody meets, seats are shared fairly, and ratings follow the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.core.errors import BadRequest
from ludus.lab.plan import Plan
from ludus.lab.round_robin import PairResult
from ludus.lab.rows import GameRow
from ludus.lab.tournament import WHOLE_GAME, points_of, schedule, standings, tournament


def test_every_two_meet_and_sit_everywhere_equally_often() -> None:
    for seats in (2, 3, 4):
        plan = Plan("cambria", seats, ("random", "greedy", "medium"), 4 * seats)
        pairs = schedule(plan)
        assert [pair.file_name for pair in pairs] == ["1-2", "1-3", "2-3"]
        for pair in pairs:
            sat = {name: [0] * seats for name in pair.pair}
            assert sum(part.games for part in pair.plans) == plan.games
            for part in pair.plans:
                for game in range(part.games):
                    for seat in range(seats):
                        sat[part.bots[part.entrant(game, seat)]][seat] += 1
            first, second = sat.values()
            assert first == second == [2 * seats] * seats


def test_no_two_meetings_share_a_seed() -> None:
    seeds = [
        part.seed
        for seed in range(4)
        for pair in schedule(Plan("cambria", 3, ("random", "greedy", "medium"), 4, seed))
        for part in pair.plans
    ]
    assert len(set(seeds)) == len(seeds) == 24


def test_points_are_who_came_before_whom() -> None:
    def points(ranks: tuple[int, ...], turn: int = 0) -> float:
        entrants = tuple(range(len(ranks)))
        row = GameRow(0, entrants, ranks, ranks, ranks, 1, 1, "end", "points")
        return points_of(row, turn) / WHOLE_GAME

    assert points((1, 2)) == 1
    assert points((2, 1)) == 0
    assert points((1, 1)) == 0.5
    assert points((1, 2, 3)) == 0.5
    assert points((1, 2, 3), turn=1) == 0.5
    assert points((2, 1, 3), turn=1) == 1
    assert points((1, 2, 3, 4)) == 0.75
    assert points((1, 6, 2, 5, 3, 4)) == 1


def test_the_better_bot_comes_first_and_it_can_be_gone_on_with(tmp_path: Path) -> None:
    plan = Plan("cambria", 2, ("random", "greedy"), 6, seed=1)
    seen: list[int] = []
    found = tournament(plan, progress=seen.append, folder=tmp_path)
    assert [row.name for row in found.table] == ["greedy", "random"]
    assert found.table[0].elo > 100 > found.table[1].elo == 0
    assert seen == list(range(1, 7))
    fresh: list[GameRow] = []
    assert tournament(plan, folder=tmp_path, on_game=fresh.append) == found
    assert fresh == []
    (file,) = tmp_path.iterdir()
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-2]))
    assert tournament(plan, folder=tmp_path, on_game=fresh.append) == found
    assert len(fresh) == 2


def test_standings_add_up() -> None:
    plan = Plan("cambria", 2, ("a", "b", "c"), 10)
    found = standings(
        plan,
        [
            PairResult(("a", "b"), 8, 10),
            PairResult(("a", "c"), 10, 10),
            PairResult(("b", "c"), 5, 10),
        ],
    )
    assert [row.name for row in found.table] == ["a", "b", "c"]
    assert found.table[0].score == 0.9
    assert sum(row.score for row in found.table) == pytest.approx(1.5)
    assert found.scores[1].share == 1
    assert 0.7 < found.scores[1].low < 0.75


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan("cambria", 2, ("greedy",), 2), "two bots or more"),
        (Plan("cambria", 2, ("greedy", "greedy"), 2), "each named once"),
        (Plan("cambria", 3, ("greedy", "random"), 1), "two games a pair"),
        (Plan("hadrians_wall", 1, ("greedy", "random"), 2), "two seats or more"),
        (Plan("cambria", 2, ("greedy", "nobody"), 2), "unknown bot 'nobody'"),
    ],
)
def test_what_cannot_be_played_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        schedule(plan)
