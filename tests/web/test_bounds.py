"""What strangers send costs little, however long it is."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import QUICK, SIGNER, Visitor, a_room, person, serving

from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadRequest
from ludus.core.record import Header, Record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.store import SqliteStore
from ludus.web.http.sessions import Sessions
from ludus.web.tables.create import upload

pytestmark = pytest.mark.anyio

MARKS = "a" + "\u0301\u0316" * 60_000
"""Combining marks in an order that takes long to normalise."""


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
