"""The ladder: all pairs in all seats, kept in a file, told with intervals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludus.core.errors import BadRequest, FileError
from ludus.lab.ladder import (
    Ladder,
    LadderFile,
    LadderResult,
    Row,
    default_seats,
    play,
    play_missing,
    result_of,
    seatings,
)
from ludus.lab.ladder_page import as_text, chart, page
from ludus.lab.stats import decided

BOTS = ("random", "greedy:8")
LADDER = Ladder("cambria", 2, BOTS)


def test_each_bot_has_half_of_the_seats_in_every_way() -> None:
    assert seatings(2) == [(0,), (1,)]
    assert len(seatings(4)) == 6
    taken = [seat for dealt in seatings(3) for seat in dealt]
    assert all(taken.count(seat) == 3 for seat in range(3))


def test_the_usual_table_can_be_halved() -> None:
    assert default_seats((2, 3, 4, 5)) == 2
    assert default_seats((3, 4, 5, 6)) == 4
    assert default_seats((3,)) == 3


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    pair = ("random", "greedy:8")
    assert play(LADDER, pair, 3) == play(LADDER, pair, 3)
    assert play(LADDER, pair, 3).scores != play(LADDER, pair, 4).scores


def played(
    path: Path,
    jobs: int = 1,
    until: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[tuple[tuple[str, str], int], Row]:
    """Five games of the ladder, played or read from the file."""
    with LadderFile(path, LADDER) as file:
        play_missing(LADDER, file, 5, jobs=jobs, until=until, progress=progress)
        return file.rows


def test_a_pair_is_played_until_it_is_settled(tmp_path: Path) -> None:
    """greedy:8 wins game after game, and 20 of them say enough."""
    with LadderFile(tmp_path / "cambria.jsonl", LADDER) as file:
        play_missing(LADDER, file, 60, decide=True)
        played = file.played(("random", "greedy:8"))
        assert 20 <= len(played) < 60
        lost = sum(row.share for row in played)
        assert decided(lost, len(played))
        assert not decided(lost - played[-1].share, len(played) - 1)
        play_missing(LADDER, file, 60, decide=True)
        assert len(file.rows) == len(played)


def result_with(path: Path, ladder: Ladder, rows: list[Row]) -> LadderResult:
    """What a ladder shows once these games are in its file."""
    with LadderFile(path, ladder) as file:
        file.write(rows)
        return result_of(ladder, file)


def test_a_stopped_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "kept" / "cambria.jsonl"
    seen: list[int] = []
    played(path, progress=seen.append, until=0.0)
    assert seen == [1]
    played(path, progress=seen.append)
    assert seen == [1, 2, 3, 4, 5]
    assert played(path) == played(tmp_path / "whole.jsonl", jobs=2)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "cambria.jsonl"
    whole = played(path)
    path.write_bytes(path.read_bytes()[:-20])
    with LadderFile(path, LADDER) as file:
        assert len(file.rows) == 4
    assert played(path) == whole


def test_it_tells_shares_intervals_and_ratings(tmp_path: Path) -> None:
    rows = [Row(("random", "greedy:8"), number, 0.1, (4.0, 20.0)) for number in range(10)]
    found = result_with(tmp_path / "rows.jsonl", LADDER, rows)
    duel = found.duel("greedy:8", "random")
    assert duel is not None
    assert duel.score.share == pytest.approx(0.9)
    assert duel.score.low < 0.9 < duel.score.high
    assert duel.means == (20.0, 4.0)
    assert found.duel("greedy:8", "hard") is None
    told = page(found, "cambria.svg")
    assert "| greedy:8 against random | 10 | 90.0% |" in told
    assert "ludus ladder cambria" in told
    assert "--decide" not in told
    assert "--decide --write" in page(found, "cambria.svg", decide=True)
    assert "greedy:8 - random" in "\n".join(as_text(found))
    drawn = ElementTree.fromstring(chart(found))
    dots = [each for each in drawn.iter() if each.get("class") == "dot"]
    assert len(dots) == 2


def test_goals_are_told_as_met_or_missed(tmp_path: Path) -> None:
    ladder = Ladder("cambria", 2, ("easy", "medium", "hard"))
    rows = []
    for number in range(100):
        rows.append(Row(("easy", "medium"), number, float(number % 5 == 0), (1.0, 2.0)))
        rows.append(Row(("medium", "hard"), number, float(number % 2), (1.0, 2.0)))
    told = page(result_with(tmp_path / "rows.jsonl", ladder, rows), "x.svg")
    assert "medium against easy: 80.0% (at least 70%, the interval above 60%: met)" in told
    assert "hard against medium: 50.0% (at least 70%, the interval above 60%: missed)" in told
    one = [Row(("easy", "medium"), 0, 0.0, (1.0, 2.0))]
    assert "100.0% (at least 70%, the interval above 60%: open, too few" in page(
        result_with(tmp_path / "few.jsonl", ladder, one), "x.svg"
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
        (
            '{"pair":["random","hard"],"number":1,"share":1,"scores":[1,2]}',
            "is no pair of this ladder",
        ),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    LadderFile(path, LADDER).close()
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(FileError, match=message):
        LadderFile(path, LADDER)


def test_results_of_other_bots_are_not_added_to_these(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    LadderFile(path, LADDER).close()
    with pytest.raises(FileError, match=r"another ladder: seed is 0, not 1; .* --keep"):
        LadderFile(path, Ladder("cambria", 2, BOTS, seed=1))


def test_without_games_there_is_nothing_to_tell(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no game of this ladder"):
        result_with(tmp_path / "rows.jsonl", LADDER, [])
