"""`ludus lessons`: plays lessons, and tells where people leave them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from tests.cli.run import Ludus
from tests.store.contract import head

from ludus.core.lessons import Lesson, lessons_in
from ludus.core.registry import find_game
from ludus.store import Change, SqliteStore


def test_lessons_are_played(ludus: Ludus) -> None:
    told = ludus("lessons", "cambria", "--check")
    assert told.status == 0
    assert "ring-a-fort: Ring a fort: 11 steps, 9 moves, 1 way" in told.out


def test_a_broken_lesson_fails_the_check(ludus: Ludus, monkeypatch: pytest.MonkeyPatch) -> None:
    lessons = lessons_in(find_game("cambria").folder)

    def broken(folder: Path) -> dict[str, Lesson]:
        name, lesson = next(iter(lessons.items()))
        return {name: msgspec.structs.replace(lesson, opening=lesson.opening[:1])}

    monkeypatch.setattr("ludus.kit.lessons.lessons_in", broken)
    told = ludus("lessons", "cambria", "--check")
    assert told.status == 1
    assert "cambria/lessons/ring-a-fort.toml, opening: it ends where chance has to act" in told.out
    assert ludus("lessons", "cambria").status == 0


def test_stats_tell_where_people_leave(ludus: Ludus, tmp_path: Path) -> None:
    async def count() -> None:
        store = SqliteStore(tmp_path / "ludus.sqlite")
        await store.create(head(), ())
        for number, step in enumerate((4, 3, 3, 1)):
            rows = [("cambria", "ring-a-fort", number)] * step
            await store.save(Change(head(), reached=rows))
        await store.close()

    asyncio.run(count())
    told = ludus("lessons", "cambria", "--stats", "--data", tmp_path)
    assert told.status == 0
    lines = [line.split() for line in told.out.splitlines()]
    assert told.out.startswith("ring-a-fort: Ring a fort: begun 4 times, finished 0\n")
    assert [line[:5] for line in lines[1:4]] == [
        ["1", "4", "reached", "1", "left"],
        ["2", "3", "reached", "0", "left"],
        ["3", "3", "reached", "2", "left"],
    ]


def test_stats_need_the_data_of_a_server(ludus: Ludus, tmp_path: Path) -> None:
    assert "not found; give --data" in ludus.refuses(
        "lessons", "cambria", "--stats", "--data", tmp_path
    )
