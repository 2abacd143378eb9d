"""A window of 110 x 40: long positions by pages, long lines broken between words."""

from __future__ import annotations

import pytest
from tests.cli.run import Ludus

from ludus.cli.models import about_lines, dashboard_lines, preview_lines, tray_lines
from ludus.cli.screen import Screen, width_of, wrapped
from ludus.cli.terminal import Style
from ludus.core.models import (
    About,
    Card,
    Column,
    Dashboard,
    Goal,
    Meter,
    Mode,
    Moment,
    Need,
    Preview,
    Side,
    Steps,
    Term,
    Tray,
    bits_of,
)
from ludus.core.registry import open_box
from ludus.core.text import plain

WIDTH, ROWS = 110, 40
PLAIN = Style(colours=False)
GAMES = ("cambria", "hadrians_wall", "para_bellum", "conqueror", "agricola")


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 110 x 40."""
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setenv("LINES", str(ROWS))
    monkeypatch.setenv("NO_COLOR", "1")
    for module in ("screen", "session"):
        monkeypatch.setattr(f"ludus.cli.{module}.interactive", lambda: True)


def test_lines_break_between_words_only() -> None:
    text = "  Filled in order by Builders or Soldiers; it carries the Wall."
    lines = wrapped(text, 24, 2)
    assert lines == [
        "  Filled in order by",
        "    Builders or",
        "    Soldiers; it carries",
        "    the Wall.",
    ]
    assert wrapped("a  b    c", 9) == ["a  b    c"]
    assert wrapped("one uninterruptedword", 6) == ["one", "uninterruptedword"]


def test_colours_take_no_room() -> None:
    assert width_of("\x1b[1mbold\x1b[0m") == 4
    assert wrapped("\x1b[1maa bb\x1b[0m cc", 8) == ["\x1b[1maa bb\x1b[0m cc"]


@pytest.mark.usefixtures("window")
def test_what_does_not_fit_is_shown_by_pages(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    screen.show([f"line {number}" for number in range(90)])
    seen: list[str] = []
    while True:
        page = capsys.readouterr().out.splitlines()
        assert len(page) < ROWS
        seen += [line for line in page if line.startswith("line")]
        if not screen.more():
            break
    assert seen == [f"line {number}" for number in range(90)]
    assert not screen.more()


@pytest.mark.usefixtures("window")
def test_a_board_and_its_choices_share_the_window(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen()
    board = [f"board {number}" for number in range(70)]
    choices = [f"choice {number}" for number in range(50)]
    screen.show_all([f"news {number}" for number in range(20)], board, ["asked"], choices)
    first = capsys.readouterr().out.splitlines()
    assert len(first) < ROWS
    assert {"news 19", "board 0", "asked", "choice 0"} <= set(first)
    assert "news 0" not in first
    pages = list(first)
    while screen.more():
        pages += capsys.readouterr().out.splitlines()
    shown = [line for line in pages if line.startswith(("board", "choice"))]
    assert sorted(shown) == sorted(board + choices)
    # What one needs to choose comes before the rest of the board.
    assert shown.index("choice 49") < shown.index("board 69")


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("game", GAMES)
def test_every_answer_fits_a_window(ludus: Ludus, game: str) -> None:
    """From one prompt to the next there is never more than a window shows, none of it too wide."""
    seats = "me,random" if game == "agricola" else "me,random,random"
    typed = "1\n\n\n1\n\n\n1\n?1\nt\nc\np\nb\n\n?\nq\n"
    told = ludus("play", game, "--seats", seats, "--seed", 3, typed=typed)
    answers = told.out.split("\n> ")
    assert len(answers) > 8
    for answer in answers:
        # What is printed over, such as the name of a bot that thinks, is gone.
        lines = [line.rpartition("\r")[2] for line in answer.split("\n")]
        assert len(lines) <= ROWS
        assert max(map(len, lines)) <= WIDTH
    assert "Traceback" not in told.err


def test_nothing_is_cut_where_nobody_looks(ludus: Ludus) -> None:
    told = ludus("play", "hadrians_wall", "--seed", 3, typed="q\n")
    assert "-- Enter" not in told.out
    assert "Keep one card as a Path" in told.out


ASK = ("play", "hadrians_wall", "--seed", "3")


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("?1", "As Prospect,"),
        ("? 1", "As Prospect,"),
        ("?0", "there is no choice 0: they go from 1 to 2"),
        ("?soldiers", "fill Wall Guard and Fort boxes"),
        ("? fort-1", "Filled in order by Builders or Soldiers."),
        ("? Fort 12", "Filled in order by Builders or Soldiers."),
        ("? fort", "several things are called like 'fort': Fort 1, Fort 2"),
        ("? elephant", "nothing that you can see is called 'elephant'"),
        ("t", "Fate > [Cards] > Income > Actions > Picts"),
        ("table", "To spend: Soldiers"),
        ("c", "Your cards"),
        ("p", "Left cohort 0 of 6"),
        ("?", "?N             what choice N would do"),
    ],
)
def test_models_can_be_asked_for(ludus: Ludus, word: str, answer: str) -> None:
    told = ludus(*ASK, typed=f"{word}\nq\n")
    assert told.status == 0
    assert answer in told.out.split("\n> ")[1]


@pytest.mark.parametrize("game", ["para_bellum", "conqueror", "agricola"])
def test_games_without_models_of_their_own_show_what_they_have(ludus: Ludus, game: str) -> None:
    told = ludus("play", game, "--seed", 3, typed="t\nc\n?1\nq\n")
    assert told.status == 0
    label = told.out.split("\n> ")[0].split("\n  1  ")[1].partition("  ")[0]
    assert label in told.out.split("\n> ")[3]


def test_a_dashboard_in_lines() -> None:
    moment = Moment(
        "battle",
        "Battle at Deva",
        note="first round",
        row=bits_of("5 3"),
        row_label="Dice",
        sides=(
            Side(bits_of("Anna"), badge="attacks", terms=(Term(bits_of("3"), "units"),), total="3"),
        ),
        columns=(Column("Retreat", (Meter("loss", "", "Losses", 2),)),),
        verdict=bits_of("Anna wins."),
    )
    board = Dashboard(
        turn="turn II",
        steps=Steps(("Roll", "Act"), 1),
        lead=bits_of("5 and 3"),
        supply=(Meter("coin", "coin", "Coins", 4, change=-1),),
        tracks=(Meter("fame", "fame", "Fame", 2, most=9, next_label="next at 3"),),
        modes=(Mode("eagle", "Legion", note="moves"),),
        moment=moment,
    )
    assert [*dashboard_lines(board, PLAIN)] == [
        "turn II · Roll > [Act] · 5 and 3",
        "To spend: Coins 4 (-1)",
        "Tracks: Fame 2 of 9 (next at 3)",
        "Ways: Legion (moves)",
        "Battle at Deva · first round",
        "  Dice: 5 3",
        "  Anna: attacks: 3 units = 3",
        "  Retreat: Losses 2",
        "  Anna wins.",
    ]


def test_cards_previews_and_explanations_in_lines() -> None:
    card = Card("c", "Merchant", "Path", cost=bits_of("2"), body=bits_of("Goods"),
                goals=(Goal("4", "1 point", done=True),), face="spent")  # fmt: skip
    tray = Tray("hand", "Hand", "hand", (card,), "1 left")
    assert [*tray_lines(Dashboard(trays=(tray,)), PLAIN)] == [
        "Hand · 1 left",
        "  Merchant (Path); 2; Goods; ✓ 4 → 1 point; spent",
    ]
    preview = Preview("Fort 3", "Fill", (bits_of("pay 1"),), (), (("coin", -1),), points=(4, 6))
    coins = Meter("coin", "coin", "Coins", 4)
    assert [*preview_lines(preview, bits_of("A hint."), (coins,), PLAIN)] == [
        "Fort 3",
        "  1. pay 1",
        "  A hint.",
        "  Then: Coins -1",
        "  Points: 4 → 6",
    ]
    about = About("Fort 3", state="not yet", body=(bits_of("A box."),),
                  needs=(Need("coin", "Coins", 0, 1),), opens=(bits_of("Wall 3"),),
                  why_not=bits_of("No coin."), clauses=("hw.fort.1",))  # fmt: skip
    assert [*about_lines(about, PLAIN)] == [
        "Fort 3 · not yet",
        "  A box.",
        "  Needs: Coins 1 (there is 0)",
        "  Opens: Wall 3",
        "  No coin.",
        "  [hw.fort.1]",
    ]


def test_icons_are_words_in_a_terminal() -> None:
    words = open_box("hadrians_wall").face.words
    assert PLAIN.sentence((words.icon("soldier", 2),)) == plain((words.icon("soldier", 2),)) != ""
