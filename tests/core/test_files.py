"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludus.core.errors import FileError
from ludus.core.files import must_be_writable, write_text


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "one\n")
    path.chmod(0o600)
    write_text(path, "two\n")
    assert path.read_text(encoding="utf-8") == "two\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(tmp_path.iterdir()) == [path]


def test_nothing_is_left_behind_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "one\n")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=r"a\.txt: cannot be written: No space left on device"):
        write_text(path, "two\n")
    assert path.read_text(encoding="utf-8") == "one\n"
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_target_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests may run as root, whom no mode keeps out.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(FileError, match="no permission"):
        must_be_writable(tmp_path / "a.txt")
