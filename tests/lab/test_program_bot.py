"""Bots that are programs: asked by JSON lines, reported by name, replaced when they fail."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path

import msgspec
import pytest

from ludus.bots.guard import BotFailure
from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadRequest
from ludus.core.protocol import CHANCE, Decision
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table
from ludus.lab.match import play_game
from ludus.lab.plan import Plan
from ludus.lab.players import Players
from ludus.lab.program_bot import Process, Question, SeatName, command_of
from ludus.web.api.schemas import SeatAnswer, TableAnswer

EXAMPLE = Path(__file__).parents[2] / "examples" / "stdio_bot.py"
FIRST = """\
import json, sys
for line in sys.stdin:
    for asked in json.loads(line)["decisions"]:
        answer = {"seat": asked["seat"], "decision": asked["number"]}
        print(json.dumps({**answer, "action": asked["options"][0]["action"]}), flush=True)
"""
"""Takes the first option."""


def program(folder: Path, source: str) -> str:
    """A bot's name for a program of this source."""
    path = folder / "bot.py"
    path.write_text(source, encoding="utf-8")
    return f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"


def at_a_decision() -> tuple[AnyTable, Decision]:
    """A table of Cambria at a decision with several options."""
    table: AnyTable = Table(open_box("cambria"), ("A", "B", "C"))
    rng = SeededRng(3)
    while True:
        table.settle(rng)
        (decision,) = (owed for owed in table.decisions() if owed.seat != CHANCE)
        if len(decision.options) > 2:
            return table, decision
        table.play(decision.seat, pick(decision, rng))


def players_for(name: str, table: AnyTable, decision: Decision, patience: float = 30.0) -> Players:
    bots = [name if seat == decision.seat else "" for seat in range(table.seats)]
    return Players(table.box, bots, table.names, table.header.options, patience)


def ask_twice(name: str, patience: float = 30.0) -> tuple[list[str], list[str]]:
    """What a program answers to the same decision asked twice over, and its troubles."""
    table, decision = at_a_decision()
    with players_for(name, table, decision, patience) as players:
        bot = players.bots[decision.seat]
        assert bot is not None
        view = table.view(decision.seat)
        answers = [bot.choose(view, decision, SeededRng(0)).text for _ in range(2)]
    offered = [option.text for option in decision.options]
    assert set(answers) <= set(offered)
    return answers, list(players.troubles)


def test_a_program_is_asked_and_answers(tmp_path: Path) -> None:
    _, decision = at_a_decision()
    answers, troubles = ask_twice(program(tmp_path, FIRST))
    assert answers == [decision.options[0].text] * 2
    assert troubles == []


def test_the_question_is_the_apis(tmp_path: Path) -> None:
    """It holds the view of the seat and the decision in words, and reads back as what it is."""
    source = "import sys, pathlib\n" + FIRST.replace(
        "    for asked", "    pathlib.Path(sys.argv[1]).write_text(line)\n    for asked"
    )
    heard = tmp_path / "heard.json"
    table, decision = at_a_decision()
    name = f"{program(tmp_path, source)} {shlex.quote(str(heard))}"
    view = table.view(decision.seat)
    with players_for(name, table, decision) as players:
        bot = players.bots[decision.seat]
        assert bot is not None
        bot.choose(view, decision, SeededRng(0))
    question = msgspec.json.decode(heard.read_bytes(), type=Question)
    assert question.game == "cambria"
    assert question.viewer == decision.seat
    assert [seat.name for seat in question.seats] == ["A", "B", "C"]
    assert bytes(question.view) == msgspec.json.encode(view)
    (asked,) = question.decisions
    assert [option.action for option in asked.options] == [o.text for o in decision.options]
    assert asked.prompt
    assert asked.clause.startswith("cambria.")


LATE = "import sys, time\nfor line in sys.stdin:\n    time.sleep(60)\n"
GARBAGE = "import sys\nfor line in sys.stdin:\n    print('I resign', flush=True)\n"
ILLEGAL = FIRST.replace('asked["options"][0]["action"]', '"place:99"')
OTHER_SEAT = FIRST.replace('"seat": asked["seat"]', '"seat": asked["seat"] + 1')
DIES = "import sys\nsys.stdin.readline()\nsys.exit('out of ideas')\n"
SILENT = "import os, sys\nos.close(1)\nsys.stdin.read()\n"
CHATTY = "print('x' * 3_000_000, flush=True)\nimport sys\nsys.stdin.read()\n"


@pytest.fixture
def time_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a program that ends is waited for."""
    monkeypatch.setattr("ludus.lab.program_bot.EXIT_SECONDS", 60.0)


@pytest.mark.parametrize(
    ("source", "patience", "said"),
    [
        (LATE, 0.3, "no answer in time"),
        (SILENT, 30.0, "it closed its output"),
    ],
    ids=["late", "silent"],
)
def test_what_never_ends_is_named_asked_again_and_replaced(
    tmp_path: Path, source: str, patience: float, said: str
) -> None:
    fails_twice(program(tmp_path, source), patience, said)


@pytest.mark.usefixtures("time_to_end")
@pytest.mark.parametrize(
    ("source", "patience", "said"),
    [
        (GARBAGE, 30.0, "no answer but 'I resign'"),
        (CHATTY, 30.0, "no answer but 'xxx"),
        (ILLEGAL, 30.0, "'place:99' is not on offer"),
        (OTHER_SEAT, 30.0, "and decision 1, not for seat"),
        (DIES, 30.0, "it ended with status 1: out of ideas"),
    ],
)
def test_what_fails_is_named_asked_again_and_replaced(
    tmp_path: Path, source: str, patience: float, said: str
) -> None:
    fails_twice(program(tmp_path, source), patience, said)


def fails_twice(name: str, patience: float, said: str) -> None:
    _, troubles = ask_twice(name, patience)
    assert len(troubles) == 2, "asked twice for the first decision, never for the second"
    assert all(trouble.startswith(name) and said in trouble for trouble in troubles)
    assert troubles[0].endswith("asked again")
    assert troubles[1].endswith("greedy plays on")


def test_a_program_that_fails_once_plays_on(tmp_path: Path) -> None:
    """It is told what was wrong, and the second answer counts."""
    source = FIRST.replace(
        'asked["options"][0]["action"]',
        'asked["options"][1]["action"] if json.loads(line)["error"] else "place:99"',
    )
    _, decision = at_a_decision()
    answers, troubles = ask_twice(program(tmp_path, source))
    assert answers == [decision.options[1].text] * 2
    assert [trouble.rsplit("; ", 1)[1] for trouble in troubles] == ["asked again"] * 2


def test_an_answer_to_a_question_that_is_closed_is_passed_over(tmp_path: Path) -> None:
    source = FIRST.replace(
        "        answer =",
        "        if asked['number'] > 1:\n"
        "            print(json.dumps({'seat': asked['seat'], 'decision': 1, 'action': 'end'}))\n"
        "        answer =",
    )
    _, troubles = ask_twice(program(tmp_path, source))
    assert troubles == []


def test_a_program_that_never_reads_does_not_hold_the_game_up(tmp_path: Path) -> None:
    command = command_of(program(tmp_path, "import time\nwhile True: time.sleep(9)\n"))
    process = Process(command)
    try:
        with pytest.raises(BotFailure, match="does not read"):
            process.write(b"x" * 2_000_000, time.monotonic() + 0.3)
    finally:
        process.close()


def test_a_whole_game_with_the_example(tmp_path: Path) -> None:
    name = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    plan = Plan("cambria", 2, (name, "random"), 1, seed=2, patience=60.0).checked()
    played = play_game(open_box("cambria"), plan, 0)
    assert played.troubles == ()
    assert len(played.outcome.scores) == 2


@pytest.mark.usefixtures("time_to_end")
def test_the_end_is_told(tmp_path: Path) -> None:
    heard = tmp_path / "end.json"
    source = FIRST + f"    open({str(heard)!r}, 'w').write(line)\n"
    plan = Plan("cambria", 2, (program(tmp_path, source), "random"), 1, patience=60.0).checked()
    played = play_game(open_box("cambria"), plan, 0)
    told = json.loads(heard.read_text())
    assert told["decisions"] == []
    assert sorted(place["score"] for place in told["result"]["places"]) == sorted(
        played.outcome.scores
    )


def test_the_game_goes_on_when_a_program_fails(tmp_path: Path) -> None:
    plan = Plan("cambria", 2, (program(tmp_path, DIES), "random"), 1, patience=60.0).checked()
    played = play_game(open_box("cambria"), plan, 0)
    assert len(played.troubles) == 2
    assert len(played.outcome.scores) == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "after cmd: comes the command"),
        ("cmd:/nowhere/bot", "there is no program '/nowhere/bot'"),
        ("cmd:'unclosed", "No closing quotation"),
    ],
)
def test_programs_that_are_not_there_are_refused(name: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        command_of(name)
    with pytest.raises(BadRequest, match=message):
        Plan("cambria", 2, (name,), 1).checked()


def test_the_question_and_the_api_say_the_same() -> None:
    """Every field of a question that the API has too means the same and has the same type."""
    question, table = (
        {field.name: field.type for field in msgspec.structs.fields(kind)}
        for kind in (Question, TableAnswer)
    )
    shared = set(question) & set(table)
    assert set(question) - shared == {"error"}
    for name in shared - {"seats"}:
        assert question[name] == table[name], name
    seat = {field.name: field.type for field in msgspec.structs.fields(SeatAnswer)}
    for field in msgspec.structs.fields(SeatName):
        assert seat[field.name] == field.type
