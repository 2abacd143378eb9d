"""Looking back at a game: chances add up, mistakes are found, luck is fair."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from msgspec import structs

from ludus.bots import make_bot
from ludus.core.chance import SeededRng
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE
from ludus.core.record import Record
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table
from ludus.lab.analysis import (
    NOTABLE,
    OUTCOMES,
    Analysis,
    Compared,
    Study,
    TurningPoint,
    analyse,
    apart,
    share_of_good,
    shown,
)
from ludus.lab.analysis_chart import Frame, chart, curve, said


def played(game: str, bots: tuple[str, ...], most: int = 10_000) -> AnyTable:
    """A game between bots, or its first moves."""
    box = open_box(game)
    table: AnyTable = Table(box, [f"{name} {seat}" for seat, name in enumerate(bots)])
    rng, minds = SeededRng(6), [make_bot(name, box) for name in bots]
    while not table.over and len(table.moves) < most:
        table.settle(rng)
        asked = [decision for decision in table.decisions() if decision.seat >= 0]
        for decision in asked[:1]:
            view = table.view(decision.seat)
            table.play(decision.seat, minds[decision.seat].choose(view, decision, rng))
    return table


@pytest.fixture(scope="module")
def cambria() -> tuple[AnyTable, Analysis]:
    table = played("cambria", ("greedy:16", "random"))
    return table, analyse(table.box, table.record)


def test_every_move_has_chances_that_add_up(cambria: tuple[AnyTable, Analysis]) -> None:
    table, found = cambria
    assert [point.number for point in found.points] == list(range(1, len(table.moves) + 1))
    assert [point.act for point in found.points] == [move.act for move in table.moves]
    for point in found.points:
        assert sum(point.chances) == pytest.approx(1.0)
        assert all(0.0 <= share <= 1.0 for share in point.chances)
        assert point.cost >= 0.0
        assert bool(point.luck) == (point.seat == CHANCE)


def test_it_ends_with_who_won(cambria: tuple[AnyTable, Analysis]) -> None:
    table, found = cambria
    assert table.outcome is not None
    assert table.outcome.winners == (0,)
    assert found.points[-1].chances == (1.0, 0.0)


def test_who_plays_at_random_makes_the_mistakes(cambria: tuple[AnyTable, Analysis]) -> None:
    _, found = cambria
    good, poor = found.near_best
    assert good is not None and poor is not None
    assert good > 0.8 > poor + 0.2
    costs = [mistake.cost for mistake in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    assert {mistake.seat for mistake in found.mistakes[:3]} == {1}
    assert 0.0 < found.chance_share < 1.0
    assert sum(found.luck) == pytest.approx(0.0, abs=1e-9)


def test_only_choices_with_a_stake_prove_good_play(cambria: tuple[AnyTable, Analysis]) -> None:
    _, found = cambria
    for seat, share in enumerate(found.near_best):
        chosen = [p for p in found.points if p.seat == seat and (p.better or p.second)]
        staked = [p for p in chosen if p.cost >= NOTABLE or p.stake >= NOTABLE]
        near = [p for p in staked if p.cost < NOTABLE]
        assert 0 < len(staked) < len(chosen)
        assert share == len(near) / len(staked)


def test_a_whole_share_is_only_said_where_no_choice_was_poor(
    cambria: tuple[AnyTable, Analysis],
) -> None:
    _, found = cambria
    shares = (0.996, 1.0, 0.29, 0.0, None)
    seen = structs.replace(found, near_best=shares)
    said = [share_of_good(seen, seat) for seat in range(len(shares))]
    assert said == ["99%", "100%", "29%", "0%", "\u2013"]


def test_a_mistake_is_told_in_the_words_the_player_read(
    cambria: tuple[AnyTable, Analysis],
) -> None:
    table, found = cambria
    mistake = found.mistakes[0]
    chosen, better = shown(table, mistake)
    assert chosen.label != better.label
    assert ":" not in chosen.label.split()[0]
    assert chosen.places != better.places
    state = table.at(mistake.number - 1)
    offered = [d for d in table.box.rules.decisions(state) if d.seat == mistake.seat]
    assert mistake.better in [option.text for option in offered[0].options]


def test_mistakes_and_turning_points_say_from_where_to_where(
    cambria: tuple[AnyTable, Analysis],
) -> None:
    _, found = cambria
    for mistake in found.mistakes:
        assert 1.0 >= mistake.before > mistake.after >= 0.0
        assert mistake.cost == pytest.approx(mistake.before - mistake.after)
    points = found.turning_points
    assert [point.number for point in points] == sorted(point.number for point in points)
    worst = found.mistakes[0]
    point = next(each for each in points if each.number == worst.number)
    assert point.act == worst.act
    assert point.swing == pytest.approx(-worst.cost)


def test_what_is_found_and_lost_again_in_one_turn_is_one_turning_point() -> None:
    table = played("cambria", ("greedy:16", "random"), most=60)
    number, seat = next(
        (number, move.seat)
        for number, (move, after) in enumerate(pairwise(table.moves), 1)
        if move.seat == after.seat and move.seat >= 0
    )
    other = next(
        number for number, move in enumerate(table.moves, 1) if move.seat not in (seat, CHANCE)
    )
    found = TurningPoint(number, seat, "a", "b", 0.5, 0.3)
    lost = TurningPoint(number + 1, seat, "a", "b", 0.35, 0.5)
    another = TurningPoint(other, 1 - seat, "a", "b", 0.2, 0.3)
    assert set(apart([lost, another, found], table)) == {found, another}


def test_what_another_look_does_not_confirm_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("cambria", ("greedy:16", "random"), most=60)
    assert analyse(table.box, table.record).mistakes
    same = Compared(0.5, 0.5, 0.01)
    monkeypatch.setattr(Study, "compare", lambda *given: same)
    found = analyse(table.box, table.record)
    assert found.mistakes == ()
    assert found.turning_points == ()
    assert not Compared(0.50, 0.55, 0.03).sure
    assert Compared(0.50, 0.55, 0.01).sure


def test_the_same_game_gives_the_same_analysis(cambria: tuple[AnyTable, Analysis]) -> None:
    table, found = cambria
    short = Record(table.record.header, table.record.moves[:30])
    assert analyse(table.box, short).points == found.points[:30]


def test_before_a_roll_stands_the_average_of_what_can_come() -> None:
    box = open_box("cambria")
    state = box.rules.setup(2, box.options(2, {}))
    for act in ("roll", "dice:0", "roll", "dice:20", "roll"):
        seat = box.rules.decisions(state)[0].seat
        box.rules.apply(state, seat, box.rules.actions.parse(act))
    (decision,) = box.rules.decisions(state)
    assert decision.seat == CHANCE and len(decision.options) <= OUTCOMES
    study = Study(box, 2)
    total = 0.0
    weights = decision.weights or [1] * len(decision.options)
    for action, weight in zip(decision.options, weights, strict=True):
        after = box.rules.copy(state)
        box.rules.apply(after, CHANCE, action)
        total += weight * study.chances(after, deep=False)[0]
    assert study.chances(state)[0] == pytest.approx(total / decision.total)


def test_progress_is_reported_move_by_move() -> None:
    table = played("cambria", ("random", "random"), most=25)
    told: list[int] = []
    found = analyse(table.box, table.record, told.append)
    assert told == list(range(1, len(table.moves) + 1))
    assert len(found.points) == len(table.moves)


def test_partners_share_their_chances() -> None:
    table = played("para_bellum", ("random",) * 4, most=20)
    found = analyse(table.box, table.record)
    for point in found.points:
        assert point.chances[0] == point.chances[2]
        assert point.chances[0] + point.chances[1] == pytest.approx(1.0)
    # Two sides, two lines.
    assert curve(found, Frame(found)).count("curve-line") == 2


def test_a_game_without_moves_is_refused() -> None:
    box: AnyBox = open_box("cambria")
    with pytest.raises(BadRequest, match="no move has been played"):
        analyse(box, Table(box, ("A", "B")).record)


def test_the_curve_marks_mistakes_and_leads_to_them(cambria: tuple[AnyTable, Analysis]) -> None:
    _, found = cambria
    drawn = ElementTree.fromstring(chart(found))
    marks = [each for each in drawn.iter() if each.get("class") == "curve-slip"]
    assert len(marks) == len(found.mistakes)
    assert "at the end: greedy:16 0 100%, random 1 0%" in said(found)
    linked = curve(found, Frame(found), lambda at: f"/tables/x?at={at}")
    assert f'href="/tables/x?at={found.mistakes[0].number - 1}"' in linked
    assert "curve-strip" in linked
    assert "curve-strip" not in chart(found)
