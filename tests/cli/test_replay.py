"""`ludus replay`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.run import Ludus


def moves_in(record: Path) -> int:
    return len(record.read_text(encoding="utf-8").splitlines()) - 1


def test_tells_the_story_and_the_result(ludus: Ludus, record: Path) -> None:
    told = ludus("replay", record)
    assert told.status == 0
    assert f"Anna, Ben, Cleo; {moves_in(record)} moves, finished." in told.out
    assert "Anna rolls" in told.out
    assert "Ben places on" in told.out
    assert told.out.rstrip().splitlines()[-1].strip()


def test_check_says_that_it_is_sound_and_nothing_else(ludus: Ludus, record: Path) -> None:
    told = ludus("replay", record, "--check")
    assert told.out.startswith(f"{record}: valid.")
    assert len(told.out.splitlines()) == 1


def test_stops_where_asked_and_shows_the_board(ludus: Ludus, record: Path) -> None:
    told = ludus("replay", record, "--at", 6).out
    assert "Cleo rolls" in told
    assert "for the first warrior" not in told
    assert "Segontium [II]" in told


def test_draws_the_board_as_it_was(ludus: Ludus, record: Path, tmp_path: Path) -> None:
    early, late = tmp_path / "early.svg", tmp_path / "late.svg"
    ludus("replay", record, "--at", 0, "--svg", early)
    ludus("replay", record, "--check", "--svg", late)
    for path in (early, late):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert early.read_text(encoding="utf-8") != late.read_text(encoding="utf-8")


@pytest.mark.parametrize("viewer", ["spectator", "all", "1", "3"])
def test_the_story_can_be_told_to_anyone(ludus: Ludus, record: Path, viewer: str) -> None:
    assert "Anna rolls" in ludus("replay", record, "--as", viewer).out


def test_the_prefix_of_a_record_is_a_record(ludus: Ludus, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    record.write_text("".join(lines[:20]), encoding="utf-8")
    assert "19 moves, not finished." in ludus("replay", record).out


def test_a_cut_off_line_is_named(ludus: Ludus, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text[:-20], encoding="utf-8")
    last = moves_in(record) + 1
    told = ludus.refuses("replay", record)
    assert f"{record}, line {last}: cut off or not JSON" in told


def test_an_altered_move_is_found_at_its_line(ludus: Ludus, record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[7] = lines[7].replace('"seat":', '"seat": ')
    lines[8] = lines[8].replace('"act":"', '"act":"x')
    record.write_text("".join(lines), encoding="utf-8")
    assert f"{record}, line 9: the checksum is" in ludus.refuses("replay", record)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty; line 1 must be the header"),
        ("hello\n", "line 1: cut off or not JSON"),
        ('{"ludus":7}\n', "line 1: record format 7; this version reads 1"),
        ("[1]\n", "line 1: must be a JSON object"),
    ],
)
def test_what_is_no_record_is_refused(
    ludus: Ludus, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(text, encoding="utf-8")
    told = ludus.refuses("replay", path)
    assert str(path) in told
    assert message in told


def test_bytes_that_are_no_text_are_refused(ludus: Ludus, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    assert f"{path}: not a record" in ludus.refuses("replay", path)


def test_a_missing_file_is_named(ludus: Ludus, tmp_path: Path) -> None:
    told = ludus.refuses("replay", tmp_path / "none.jsonl")
    assert "none.jsonl: cannot be read: No such file" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--at", "9999"), "there is no move 9999"),
        (("--as", "4"), "--as '4': it is spectator, all, or a player's number from 1 to 3"),
        (("--svg", "nowhere/x.svg"), "nowhere/x.svg: cannot be written: there is no folder"),
    ],
)
def test_bad_arguments_are_refused(
    ludus: Ludus, record: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert message in ludus.refuses("replay", record, *arguments)


def test_a_bad_record_leaves_no_picture(ludus: Ludus, record: Path, tmp_path: Path) -> None:
    record.write_text(record.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    picture = tmp_path / "board.svg"
    ludus.refuses("replay", record, "--at", 2, "--svg", picture)
    assert not picture.exists()


def test_a_target_that_is_a_folder_is_refused(ludus: Ludus, record: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    assert "it is a folder" in ludus.refuses("replay", record, "--svg", tmp_path)
    assert sorted(tmp_path.iterdir()) == before
