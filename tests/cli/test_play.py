"""`ludus play`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.run import Ludus

from ludus.cli.seats import seats_of
from ludus.core.errors import FileError
from ludus.core.record import read_record

ALONE = ("play", "cambria", "--seats", "me,random,random", "--seed", "3")


def named(path: Path) -> tuple[str, ...]:
    return read_record(path.read_text(encoding="utf-8")).header.seats


def moves(path: Path) -> list[tuple[int, str]]:
    found = read_record(path.read_text(encoding="utf-8")).moves
    return [(move.seat, move.act) for move in found]


def test_shows_board_prompt_and_numbered_choices(ludus: Ludus) -> None:
    told = ludus(*ALONE, typed="")
    assert "Segontium" in told.out
    assert "[cambria.setup.9]" in told.out
    assert "  1  Roll the dice" in told.out


def test_a_bot_may_have_a_personality_and_keeps_it(ludus: Ludus, tmp_path: Path) -> None:
    """What comes after a level is a personality, if the game has it, or a name."""
    file = tmp_path / "game.jsonl"
    seats = "me,easy:raider,easy:miser:Julia,easy:Titus"
    ludus("play", "conqueror", "--seats", seats, "--save", file, "--seed", "1", typed="q\n")
    assert named(file)[1:] == ("Marcus (easy:raider)", "Julia (easy:miser)", "Titus (easy)")
    players = seats_of(named(file))
    assert [player.bot for player in players] == ["", "easy:raider", "easy:miser", "easy"]
    assert ludus("play", "--resume", file, typed="q\n").status == 0


def test_a_number_or_a_name_is_a_choice(ludus: Ludus, tmp_path: Path) -> None:
    files = [tmp_path / "number.jsonl", tmp_path / "name.jsonl"]
    for file, word in zip(files, ("1", "roll"), strict=True):
        ludus(*ALONE, "--save", file, typed=f"{word}\nq\n")
    assert moves(files[0]) == moves(files[1])
    assert (0, "roll") in moves(files[0])


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("7", "There is no choice 7: they go from 1 to 1."),
        ("0", "There is no choice 0"),
        ("pass", "'pass' is not on offer; choose one of roll"),
        ("place:999", "'place' goes as place:0 to place:"),
        ("dance", "'dance' is not a choice or a command"),
        ("u", "nothing to take back"),
        ("r", "nothing to redo"),
        ("w", "no clock is running"),
    ],
)
def test_what_cannot_be_done_is_told_and_asked_again(
    ludus: Ludus, tmp_path: Path, word: str, answer: str
) -> None:
    file = tmp_path / "game.jsonl"
    told = ludus(*ALONE, "--save", file, typed=f"{word}\n1\nq\n")
    assert answer in told.out
    assert told.status == 0
    assert (0, "roll") in moves(file)


def test_help_board_description_and_log(ludus: Ludus) -> None:
    told = ludus(*ALONE, typed="1\n?\nb\nd\nl\nq\n")
    assert "take back your latest move" in told.out
    assert told.out.count("Segontium [II]") >= 2
    assert told.out.count("rolls") >= 6


def test_undo_and_redo(ludus: Ludus, tmp_path: Path) -> None:
    """A warrior is placed, taken back and placed elsewhere, or placed again, at one keyboard."""

    def play(name: str, typed: str) -> list[tuple[int, str]]:
        file = tmp_path / name
        two = ("play", "cambria", "--seats", "me:Anna,me:Ben", "--seed", "3", "--save", file)
        # Both roll for the start first.
        assert ludus(*two, typed=f"1\n1\n{typed}").status == 0
        return moves(file)

    placed = play("placed.jsonl", "1\n1\nq\n")
    assert placed[-1][1].startswith("place:")
    assert play("undone.jsonl", "1\n1\nu\nq\n") == placed[:-1]
    assert play("redone.jsonl", "1\n1\nu\nr\nq\n") == placed
    other = play("other.jsonl", "1\n1\nu\n2\nq\n")
    assert other[:-1] == placed[:-1]
    assert other[-1] != placed[-1]


def test_a_game_is_kept_after_every_move_and_resumed(ludus: Ludus, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    ludus(*ALONE, "--save", file, typed="1\n1\n")
    first = moves(file)
    assert len(first) >= 3
    told = ludus("play", "--resume", file, "--seed", 4, typed="1\nq\n")
    assert told.status == 0
    assert moves(file)[: len(first)] == first
    assert len(moves(file)) > len(first)


def test_seats_can_change_hands_when_a_game_is_resumed(ludus: Ludus, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    ludus(*ALONE, "--save", file, typed="1\nq\n")
    ludus("play", "--resume", file, "--seats", "random,random,random", "--seed", 1)
    assert named(file) == ("Aurelia (random)", "Marcus (random)", "Livia (random)")
    assert "finished" in ludus("replay", file).out


def test_leaving_without_a_name_saves_under_a_spare_one(ludus: Ludus, tmp_path: Path) -> None:
    told = ludus(*ALONE, typed="1\n")
    (file,) = tmp_path.glob("cambria-*.jsonl")
    assert f"ludus play --resume {file.name}" in told.out


def test_save_to_a_file_by_hand(ludus: Ludus, tmp_path: Path) -> None:
    file, bad = tmp_path / "mine.jsonl", tmp_path / "no" / "mine.jsonl"
    told = ludus(*ALONE, typed=f"s {bad}\ns {file}\n1\ns {file}\nq\n")
    assert f"{bad}: cannot be written: there is no folder" in told.out
    assert file.is_file()


def test_bots_alone_play_to_the_end(ludus: Ludus, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    told = ludus("play", "cambria", "--seats", "random,random", "--seed", 2, "--save", file)
    assert told.status == 0
    assert "Review it with: ludus replay" in told.out
    assert "finished" in ludus("replay", file).out


def test_people_and_bots_have_names(ludus: Ludus, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    ludus("play", "cambria", "--seats", "me:Anna,greedy:Brutus,random", "--save", file)
    assert named(file) == ("Anna", "Brutus (greedy)", "Livia (random)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a game"),
        (("cambria", "--seats", "me"), "Cambria is for 2 to 5 players, not 1"),
        (("cambria", "--seats", "me,clever"), "unknown player 'clever'; a seat is me or one of"),
        (("cambria", "--seats", "me:Anna,me:Anna"), "two players are called 'Anna'"),
        (("cambria", "--save", "nowhere/x.jsonl"), "nowhere/x.jsonl: cannot be written"),
        (("cambria", "--pack", "nowhere"), "nowhere: no such pack"),
        (("--resume", "none.jsonl"), "none.jsonl: cannot be read"),
    ],
)
def test_bad_tables_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("play", *arguments)


def test_a_save_file_is_never_overwritten_by_another_game(ludus: Ludus, record: Path) -> None:
    before = record.read_bytes()
    assert "exists already" in ludus.refuses("play", "cambria", "--save", record)
    assert record.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--options", "side=cumbria"), "keeps the options it started with"),
        (("--seats", "me,random"), "2 named, but"),
    ],
)
def test_bad_ways_to_resume_are_refused(
    ludus: Ludus, record: Path, arguments: tuple[str, ...], message: str
) -> None:
    before = record.read_bytes()
    assert message in ludus.refuses("play", "--resume", record, *arguments)
    assert record.read_bytes() == before


def test_a_full_disk_does_not_end_the_game(
    ludus: Ludus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise FileError(f"{path}: cannot be written: No space left on device")

    file = tmp_path / "game.jsonl"
    monkeypatch.setattr("ludus.cli.session.write_text", full)
    told = ludus(*ALONE, "--save", file, typed="1\n1\nq\n")
    assert told.out.count("the game continues, but is not saved") == 2
    assert (told.status, told.err) == (
        2,
        f"ludus: {file}: cannot be written: No space left on device\n",
    )


def test_a_hint_names_a_choice_and_plays_nothing(ludus: Ludus, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    told = ludus(*ALONE, "--save", file, typed="hint\n1\nq\n")
    assert "  1  Roll the dice  wins about" in told.out
    assert (0, "roll") in moves(file)
