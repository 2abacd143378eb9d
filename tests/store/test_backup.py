"""Backups: one file, as of one moment, that is used only if nothing is wrong with it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.contract import SEATS, head, play

from ludus.store import Session, SqliteStore, StoreError
from ludus.store.backup import back_up, read_backup, restore, set_aside

pytestmark = pytest.mark.anyio
SECRET = {"secret": b"0123"}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def filled(file: Path, *names: str) -> None:
    store = SqliteStore(file)
    for name in names:
        await store.put_session(Session(name, name.title(), 1))
    await store.close()


async def names_in(file: Path, *names: str) -> list[str]:
    store = SqliteStore(file)
    found = [await store.session(name) for name in names]
    await store.close()
    return [each.id for each in found if each is not None]


async def test_what_is_restored_is_what_was_there(tmp_path: Path) -> None:
    await filled(tmp_path / "a.sqlite", "ann", "ben")
    made = back_up(tmp_path / "a.sqlite", tmp_path / "backup", SECRET, 77)
    assert (made.made, made.sessions, made.files) == (77, 2, SECRET)
    await filled(tmp_path / "a.sqlite", "later")
    assert restore(tmp_path / "backup", tmp_path / "b.sqlite") == made
    assert await names_in(tmp_path / "b.sqlite", "ann", "ben", "later") == ["ann", "ben"]
    with closing(sqlite3.connect(tmp_path / "b.sqlite")) as db:
        found = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'backup'").fetchall()
    assert found == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sqlite", "b.sqlite", "backup"]
    for file in ("b.sqlite", "backup"):
        assert (tmp_path / file).stat().st_mode & 0o077 == 0


async def test_what_a_running_store_has_acknowledged_is_in_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.sqlite")
    for name in ("ann", "ben", "cleo"):
        await store.put_session(Session(name, name, 1))
        # All of it is still in the log beside the file.
        assert back_up(tmp_path / "a.sqlite", tmp_path / name, {}, 1).sessions >= 1
    assert read_backup(tmp_path / "cleo").sessions == 3
    await store.close()


async def test_archived_games_are_in_it(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.sqlite")
    for table in ("t1", "t2"):
        await store.create(head(table, stage="over"), SEATS, (play(1), play(2)))
    await store.archive("t1")
    before = [await store.load(table) for table in ("t1", "t2")]
    await store.close()
    assert back_up(tmp_path / "a.sqlite", tmp_path / "backup", {}, 1).moves == 4
    assert restore(tmp_path / "backup", tmp_path / "b.sqlite").moves == 4
    restored = SqliteStore(tmp_path / "b.sqlite")
    assert [await restored.load(table) for table in ("t1", "t2")] == before
    await restored.close()


async def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    await filled(tmp_path / "a.sqlite", "ann")
    (tmp_path / "backup").write_text("precious")
    with pytest.raises(StoreError, match="backup: there is a file already"):
        back_up(tmp_path / "a.sqlite", tmp_path / "backup", {}, 1)
    assert (tmp_path / "backup").read_text() == "precious"


async def test_a_backup_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"none\.sqlite: there is no such file"):
        back_up(tmp_path / "none.sqlite", tmp_path / "backup", {}, 1)
    (tmp_path / "a.sqlite").write_bytes(b"no database" * 500)
    with pytest.raises(StoreError, match="backup: cannot be made: file is not a database"):
        back_up(tmp_path / "a.sqlite", tmp_path / "backup", {}, 1)
    await filled(tmp_path / "b.sqlite", "ann")
    with pytest.raises(StoreError, match="cannot be written: No such file"):
        back_up(tmp_path / "b.sqlite", tmp_path / "nowhere" / "backup", {}, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sqlite", "b.sqlite"]


async def test_a_changed_or_damaged_backup_is_refused(tmp_path: Path) -> None:
    await filled(tmp_path / "a.sqlite", *(f"person{number}" for number in range(200)))
    back_up(tmp_path / "a.sqlite", tmp_path / "good", SECRET, 1)
    whole = (tmp_path / "good").read_bytes()

    changed = tmp_path / "changed"
    changed.write_bytes(whole)
    with closing(sqlite3.connect(changed)) as db:
        db.execute("UPDATE sessions SET name = 'Eve' WHERE id = 'person7'")
        db.commit()
    with pytest.raises(StoreError, match="changed: damaged, or changed since it was made"):
        restore(changed, tmp_path / "b.sqlite")

    at = whole.index(b"Person42")
    flipped = tmp_path / "flipped"
    flipped.write_bytes(whole[:at] + b"Q" + whole[at + 1 :])
    with pytest.raises(StoreError, match="flipped: damaged"):
        restore(flipped, tmp_path / "b.sqlite")

    cut = tmp_path / "cut"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="cut: damaged"):
        restore(cut, tmp_path / "b.sqlite")

    with pytest.raises(StoreError, match=r"a\.sqlite: not a backup"):
        restore(tmp_path / "a.sqlite", tmp_path / "b.sqlite")
    assert not (tmp_path / "b.sqlite").exists()


async def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    await filled(tmp_path / "a.sqlite", "ann")
    back_up(tmp_path / "a.sqlite", tmp_path / "backup", {}, 1)
    with closing(sqlite3.connect(tmp_path / "backup")) as db:
        db.execute("PRAGMA user_version = 900")
    with pytest.raises(StoreError, match="newer version of Ludus"):
        read_backup(tmp_path / "backup")


async def test_what_was_there_is_set_aside_with_its_log(tmp_path: Path) -> None:
    file = tmp_path / "ludus.sqlite"
    store = SqliteStore(file)
    await store.put_session(Session("ann", "Ann", 1))
    # As after a kill: what was written last is in the log beside the file.
    for path in list(tmp_path.iterdir()):
        path.with_name("killed" + path.name[5:]).write_bytes(path.read_bytes())
    await store.close()
    away = set_aside(tmp_path / "killed.sqlite", "then")
    assert away == tmp_path / "killed.then.sqlite"
    assert not (tmp_path / "killed.sqlite").exists()
    assert await names_in(away, "ann") == ["ann"]
