"""The ladder: all pairs in all seats, kept in a file, told with intervals."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludus.core.errors import BadRecord, BadRequest
from ludus.lab.ladder import Book, Ladder, Row, climb, dealings, play, standing, usual_seats
from ludus.lab.ladder_page import as_text, chart, page

BOTS = ("random", "greedy:8")
LADDER = Ladder("cambria", 2, BOTS)


def test_each_bot_has_half_of_the_seats_in_every_way() -> None:
    assert dealings(2) == [(0,), (1,)]
    assert len(dealings(4)) == 6
    taken = [seat for dealt in dealings(3) for seat in dealt]
    assert all(taken.count(seat) == 3 for seat in range(3))


def test_the_usual_table_can_be_halved() -> None:
    assert usual_seats((2, 3, 4, 5)) == 2
    assert usual_seats((3, 4, 5, 6)) == 4
    assert usual_seats((3,)) == 3


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    pair = ("random", "greedy:8")
    assert play(LADDER, pair, 3) == play(LADDER, pair, 3)
    assert play(LADDER, pair, 3).scores != play(LADDER, pair, 4).scores


def test_a_stopped_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "cambria.jsonl"
    seen: list[int] = []
    climb(LADDER, Book(path, LADDER), 5, progress=seen.append, until=0.0)
    assert seen == [1]
    climb(LADDER, Book(path, LADDER), 5, progress=seen.append)
    assert seen == [1, 2, 3, 4, 5]
    whole = Book(tmp_path / "whole.jsonl", LADDER)
    climb(LADDER, whole, 5, jobs=2)
    assert Book(path, LADDER).rows == whole.rows


def test_it_tells_shares_intervals_and_ratings(tmp_path: Path) -> None:
    book = Book(tmp_path / "rows.jsonl", LADDER)
    for number in range(10):
        book.add(Row(("random", "greedy:8"), number, 0.1, (4.0, 20.0)))
    found = standing(LADDER, book)
    duel = found.duel("greedy:8", "random")
    assert duel is not None
    assert duel.share == pytest.approx(0.9)
    assert duel.interval[0] < 0.9 < duel.interval[1]
    assert duel.scores == (20.0, 4.0)
    assert found.duel("greedy:8", "hard") is None
    told = page(found, "cambria.svg")
    assert "| greedy:8 against random | 10 | 90.0% |" in told
    assert "ludus ladder cambria" in told
    assert "greedy:8 - random" in "\n".join(as_text(found))
    drawn = ElementTree.fromstring(chart(found))
    dots = [each for each in drawn.iter() if each.get("class") == "dot"]
    assert len(dots) == 2


def test_goals_are_told_as_met_or_missed(tmp_path: Path) -> None:
    ladder = Ladder("cambria", 2, ("easy", "medium", "hard"))
    book = Book(tmp_path / "rows.jsonl", ladder)
    for number in range(100):
        book.add(Row(("easy", "medium"), number, float(number % 5 == 0), (1.0, 2.0)))
        book.add(Row(("medium", "hard"), number, float(number % 2), (1.0, 2.0)))
    told = page(standing(ladder, book), "x.svg")
    assert "medium against easy: 80.0% (at least 70%, the interval above 60%: met)" in told
    assert "hard against medium: 50.0% (at least 70%, the interval above 60%: missed)" in told
    few = Book(tmp_path / "few.jsonl", ladder)
    few.add(Row(("easy", "medium"), 0, 0.0, (1.0, 2.0)))
    assert "100.0% (at least 70%, the interval above 60%: open, too few" in page(
        standing(ladder, few), "x.svg"
    )


@pytest.mark.parametrize(
    ("ladder", "message"),
    [
        (Ladder("cambria", 2, ("random",)), "two bots or more"),
        (Ladder("cambria", 2, ("random", "random")), "each named once"),
        (Ladder("cambria", 2, ("random", "clever")), "unknown bot 'clever'"),
        (Ladder("cambria", 9, BOTS), "Cambria is for 2 to 5 players"),
        (Ladder("hadrians_wall", 1, BOTS), "two seats or more"),
    ],
)
def test_ladders_that_cannot_be_played_are_refused(ladder: Ladder, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        ladder.checked()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"pair":["random","greedy:8"],"number":1', "line 2: "),
        ('{"pair":["random","hard"],"number":1,"share":1,"scores":[1,2]}', "nobody plays"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    Book(path, LADDER)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(BadRecord, match=message):
        Book(path, LADDER)


def test_results_of_other_bots_are_not_added_to_these(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    Book(path, LADDER)
    with pytest.raises(BadRecord, match="another ladder"):
        Book(path, Ladder("cambria", 2, BOTS, seed=1))


def test_without_games_there_is_nothing_to_tell(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no game of this ladder"):
        standing(LADDER, Book(tmp_path / "rows.jsonl", LADDER))
