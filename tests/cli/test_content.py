"""`ludus content`."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from tests.cli.run import Ludus

from ludus.core.registry import find_game


@pytest.fixture
def pack(ludus: Ludus, tmp_path: Path) -> Path:
    path = tmp_path / "mine"
    assert ludus("content", "copy", "cambria", path).status == 0
    return path


def test_a_copy_of_the_built_in_pack_is_sound(ludus: Ludus, pack: Path) -> None:
    told = ludus("content", "check", pack, "--quick")
    assert told.status == 0
    assert "It has everything the rulebook demands, and can be played with." in told.out
    assert "Played: 4 games" in told.out
    assert "reconstruction" in told.out
    built_in = find_game("cambria").open().content_hash
    assert f"content hash {built_in}" in told.out


def test_a_pack_needs_only_what_it_changes(ludus: Ludus, pack: Path) -> None:
    (pack / "maps.toml").unlink()
    told = ludus("content", "check", pack, "--quick")
    assert told.status == 0
    assert "maps.toml            built-in" in told.out


def test_games_are_played_with_a_pack(ludus: Ludus, pack: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert ludus("simulate", "cambria", "--games", 1, "--pack", pack).status == 0
    told = ludus("play", "cambria", "--seats", "random,random", "--pack", pack, "--save", file)
    assert told.status == 0
    assert ludus("replay", file, "--pack", pack, "--check").status == 0


def test_a_record_of_other_content_is_refused(ludus: Ludus, pack: Path, tmp_path: Path) -> None:
    maps = pack / "maps.toml"
    text = maps.read_text(encoding="utf-8")
    maps.write_text(text.replace("Segontium", "Seguntium"), encoding="utf-8")
    file = tmp_path / "game.jsonl"
    ludus("play", "cambria", "--seats", "random,random", "--pack", pack, "--save", file)
    told = ludus.refuses("replay", file)
    assert "give the right one with --pack" in told
    assert ludus("replay", file, "--pack", pack, "--check").status == 0


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("pack.toml", "name = 3", "pack.toml:1: "),
        ("pack.toml", "name = ", "pack.toml: not TOML"),
        ("maps.toml", "[[side]]\n", "maps.toml:1: "),
        ("extra.toml", "", "extra.toml: cambria has no such file"),
    ],
)
def test_a_broken_pack_is_refused_by_file(
    ludus: Ludus, pack: Path, file: str, text: str, message: str
) -> None:
    (pack / file).write_text(text, encoding="utf-8")
    for command in (("content", "check"), ("simulate", "cambria", "--games", 1, "--pack")):
        assert message in ludus.refuses(*command, pack)


def test_a_pack_for_another_game_is_refused(ludus: Ludus, pack: Path) -> None:
    info = pack / "pack.toml"
    text = info.read_text(encoding="utf-8").replace('game = "cambria"', 'game = "chess"')
    info.write_text(text, encoding="utf-8")
    assert "unknown game 'chess'" in ludus.refuses("content", "check", pack)
    assert "not 'cambria'" in ludus.refuses("simulate", "cambria", "--pack", pack)


def test_what_is_no_pack_is_refused(ludus: Ludus, tmp_path: Path) -> None:
    assert "a pack is a folder" in ludus.refuses("content", "check", tmp_path / "none")
    assert "pack.toml: cannot be read" in ludus.refuses("content", "check", tmp_path)


def test_a_copy_never_overwrites(ludus: Ludus, pack: Path, tmp_path: Path) -> None:
    assert "exists already" in ludus.refuses("content", "copy", "cambria", pack)
    missing = tmp_path / "file"
    missing.write_text("", encoding="utf-8")
    assert "cannot be written" in ludus.refuses("content", "copy", "cambria", missing / "x")


def test_a_pack_goes_into_one_file_and_back(ludus: Ludus, pack: Path, tmp_path: Path) -> None:
    file, again = tmp_path / "pack.zip", tmp_path / "again"
    assert ludus("content", "export", pack, file).status == 0
    assert ludus("content", "import", file, again).status == 0
    names = sorted(path.name for path in pack.iterdir())
    assert sorted(path.name for path in again.iterdir()) == names
    for name in names:
        assert (again / name).read_bytes() == (pack / name).read_bytes()
    assert "exists already" in ludus.refuses("content", "import", file, again)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../pack.toml", "is no file of a pack"),
        ("run.py", "is no file of a pack"),
        ("maps.toml", "it holds no pack.toml"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(
    ludus: Ludus, tmp_path: Path, name: str, message: str
) -> None:
    file, folder = tmp_path / "pack.zip", tmp_path / "new"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, "x = 1")
    assert message in ludus.refuses("content", "import", file, folder)
    file.write_bytes(b"no archive")
    assert "not a pack in one file" in ludus.refuses("content", "import", file, folder)
    assert not folder.exists()
