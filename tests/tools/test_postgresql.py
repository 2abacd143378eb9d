"""`tools/postgresql.py`: a PostgreSQL for tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.postgresql import Postgres, copied, postgres


def test_programs_are_copied_with_the_libraries_of_their_wheel(tmp_path: Path) -> None:
    """They look for them by a path from where they lie themselves."""
    package = tmp_path / "site-packages" / "pg"
    programs = package / "install" / "bin"
    programs.mkdir(parents=True)
    libraries = package.with_name("pg.libs")
    libraries.mkdir()
    (libraries / "libpq.so").touch()
    (programs / "postgres").touch()
    (package / "install").chmod(0o700)
    copy = copied(programs, tmp_path / "copy")
    assert (copy / "postgres").is_file()
    assert (copy / ".." / ".." / ".." / "pg.libs" / "libpq.so").is_file()
    # Another user gets to both.
    for folder in (copy.parent, copy, tmp_path / "copy" / "pg.libs"):
        assert folder.stat().st_mode & 0o755 == 0o755
    assert copied(programs, tmp_path / "copy") == copy


def test_nothing_is_left_of_a_server_that_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Postgres, folder: Path, settings: object) -> None:
        folder.mkdir()
        raise RuntimeError("no room")

    monkeypatch.setattr(Postgres, "__init__", fails)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(RuntimeError, match="no room"), postgres():
        pass
    assert list(tmp_path.iterdir()) == []
