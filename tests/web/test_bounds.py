"""What strangers send costs little, however long it is."""

from __future__ import annotations

import importlib
import re
import threading
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.hostile import a_record
from tests.web.support import QUICK, SIGNER, Visitor, a_room, person, serving

from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadRequest
from ludus.core.protocol import Event, Seat
from ludus.core.record import Header, Record
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table
from ludus.store import SqliteStore
from ludus.web.api.client import Client
from ludus.web.api.schemas import LineAnswer, Story
from ludus.web.http.sessions import Sessions
from ludus.web.live.page_models import ChapterModel, RulesModel
from ludus.web.pages.html import Markup, Memo
from ludus.web.tables.create import upload
from ludus.web.tables.heavy import AT_ONCE

pytestmark = pytest.mark.anyio

MARKS = "a" + "\u0301\u0316" * 60_000
"""Combining marks in an order that takes long to normalise."""
EXAMPLE = "/rules/cambria/examples/place"


def test_a_long_name_is_refused_before_it_is_normalised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    normalised: list[int] = []
    real = unicodedata.normalize

    def counted(form: str, text: str) -> str:
        normalised.append(len(text))
        return real("NFC", text)

    monkeypatch.setattr("ludus.web.http.names.unicodedata.normalize", counted)
    sessions = Sessions(SqliteStore(tmp_path / "ludus.sqlite"), SIGNER, 32)
    with pytest.raises(BadRequest, match="too long"):
        sessions.clean(MARKS)
    assert normalised == []
    assert sessions.clean("  Ann  ") == "Ann"
    assert sum(normalised) < 100


def test_a_long_name_in_a_record_is_refused(tmp_path: Path) -> None:
    box = open_box("cambria")
    header = Header("cambria", box.meta.version, box.content_hash, (MARKS, "Ben"), {
        option.key: option.default for option in box.meta.option
    })  # fmt: skip
    with serving(tmp_path) as server:
        ann = Visitor(server)
        refused = ann.post("/upload", record=Record(header, []).dump())
        assert refused.status_code == 422
        assert "too long" in refused.json()["error"]


async def test_a_record_of_too_many_moves_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(open_box("cambria"), ["Ann", "Ben"])
    rng = SeededRng(1)
    for _ in range(12):
        decision = table.decisions()[0]
        table.play(decision.seat, pick(decision, rng))
    text = table.record.dump()
    async with a_room(tmp_path, settings=replace(QUICK, record_moves=12)) as app:
        ann = await person(app, "Ann")
        assert (await upload(app.tables, ann, text)).live.table.record.moves[:1]
    read: list[str] = []
    monkeypatch.setattr("ludus.web.tables.create.read_record", lambda *given: read.append("read"))
    async with a_room(tmp_path / "other", settings=replace(QUICK, record_moves=11)) as app:
        ann = await person(app, "Ann")
        with pytest.raises(BadRequest, match="at most 11 moves"):
            await upload(app.tables, ann, text)
    assert read == []


# Long games ---------------------------------------------------------------------------------------

PIECE = 20
"""Moves in a piece of the log, for these tests."""


class Told:
    """Counts the moves whose events are told, and where long work is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moves: list[int] = []
        self.threads: dict[str, set[str]] = {}
        monkeypatch.setattr("ludus.web.live.view_model.LOG_MOVES", PIECE)
        monkeypatch.setattr("ludus.web.api.serializers.LOG_MOVES", PIECE)
        events = Table.events

        def counted(
            table: AnyTable, viewer: Seat, start: int = 0, end: int | None = None
        ) -> list[tuple[int, Event]]:
            self.moves.append(len(table.story[start:end]))
            return events(table, viewer, start, end)

        monkeypatch.setattr(Table, "events", counted)

    def watch(self, monkeypatch: pytest.MonkeyPatch, where: str, name: str) -> None:
        """Note the threads in which a function runs."""
        module = importlib.import_module(where)
        real = getattr(module, name)

        def noted(*given: object, **more: object) -> object:
            self.threads.setdefault(name, set()).add(threading.current_thread().name)
            return real(*given, **more)

        monkeypatch.setattr(module, name, noted)


def lines_of(page: str) -> list[str]:
    return re.findall(r'id="(line-\d+-\d+)"', page)


def test_the_log_of_a_long_game_is_sent_by_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = a_record("conqueror", 300)
    length = len(record.moves)
    assert length > 10 * PIECE
    with serving(tmp_path) as server:
        ann = Visitor(server)
        url = ann.post("/upload", record=record.dump()).json()["url"]
        whole = lines_of(ann.get(url).text)
        told = Told(monkeypatch)
        pages = [ann.get(url).text]
        while (earlier := re.search(r'href="([^"]*at=\d+)"[^>]*>Earlier', pages[-1])) is not None:
            pages.append(ann.get(earlier[1]).text)
        assert len(pages) == -(-length // PIECE)
        assert [line for page in reversed(pages) for line in lines_of(page)] == whole
        # No page tells more than its piece, and all are about equally large.
        assert max(told.moves) <= PIECE
        for position in (1, length // 2, length - 1):
            assert ann.get(f"{url}/history/{position}").status_code == 200
        assert max(told.moves) <= PIECE


def test_the_story_of_a_long_game_is_sent_by_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = a_record("conqueror", 300)
    with serving(tmp_path) as server:
        ann = Client.register(server, "Ann")
        table = ann.upload(record.dump()).id
        whole = ann.story(table)
        assert whole.next is None
        told = Told(monkeypatch)
        lines, since = list[LineAnswer](), 0
        while True:
            piece = ann.story(table, since)
            lines += piece.lines
            if piece.next is None:
                break
            assert piece.next > since
            since = piece.next
        assert tuple(lines) == whole.lines
        assert max(told.moves) <= PIECE
        assert ann.story(table, 1_000_000) == Story(())


def test_long_games_are_read_and_written_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = a_record("conqueror", 10_000)
    text = record.dump()
    assert len(record.moves) > AT_ONCE
    told = Told(monkeypatch)
    told.watch(monkeypatch, "ludus.web.tables.manager", "load_table")
    told.watch(monkeypatch, "ludus.web.tables.create", "read_record")
    told.watch(monkeypatch, "ludus.web.tables.create", "_replayed")
    told.watch(monkeypatch, "ludus.web.http.request", "read_fields")
    told.watch(monkeypatch, "ludus.core.record", "_checksum")
    with serving(tmp_path) as server:
        ann = Visitor(server)
        url = ann.form("/upload", record=text, more="x" * QUICK.body_limit).headers["location"]
        assert ann.get(f"{url}/record").text == text
    assert set(told.threads) == {
        "load_table", "read_record", "_replayed", "read_fields", "_checksum",
    }  # fmt: skip
    for name, threads in told.threads.items():
        assert all(thread.startswith("ludus-") for thread in threads), (name, threads)


def test_what_is_drawn_once_for_a_game_is_drawn_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludus.web.views.rules._models", {})
    told = Told(monkeypatch)
    told.watch(monkeypatch, "ludus.web.views.rules", "_made")
    told.watch(monkeypatch, "ludus.web.views.games", "_opening")
    told.watch(monkeypatch, "ludus.web.views.rules", "_scene")
    with serving(tmp_path) as server:
        ann = Visitor(server)
        for address in ("/rules/cambria", "/games/cambria/face.css", EXAMPLE):
            assert ann.get(address).status_code == 200
    assert set(told.threads) == {"_made", "_opening", "_scene"}
    for name, threads in told.threads.items():
        assert all(thread.startswith("asyncio_") for thread in threads), (name, threads)


def test_chapters_of_the_rules_are_drawn_once_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are hundreds of kilobytes, and anybody can ask for them again and again."""
    pages = importlib.import_module("ludus.web.pages.rules")
    drawn: list[str] = []

    def counted(model: RulesModel, chapter: ChapterModel) -> Markup:
        drawn.append(chapter.title)
        return chapter_of(model, chapter)

    chapter_of: Callable[[RulesModel, ChapterModel], Markup] = pages._chapter
    monkeypatch.setattr(pages, "_chapter", counted)
    monkeypatch.setattr(pages, "_DRAWN", Memo(300))
    with serving(tmp_path) as server:
        texts = {Visitor(server).get("/rules/cambria").text for _ in range(3)}
    assert len(texts) == 1
    assert drawn
    assert len(drawn) == len(set(drawn))
