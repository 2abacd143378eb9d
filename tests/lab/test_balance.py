"""The balance report: counts that add up, names from the content, and what never came up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.core.actions import Action
from ludus.core.errors import FileError
from ludus.core.protocol import Decision, Event
from ludus.core.registry import find_game, open_box
from ludus.lab.balance import plots
from ludus.lab.balance.census import Census, added_up
from ludus.lab.balance.count import take_census
from ludus.lab.balance.findings import Findings, Section, findings
from ludus.lab.balance.page import page
from ludus.lab.balance.plots import Side
from ludus.lab.balance.splits import Start
from ludus.lab.balance.text import as_text
from ludus.lab.match import play_game
from ludus.lab.plan import Plan
from ludus.lab.rows import WHOLE
from ludus.lab.worker_pool import ProcessPool

SMALL = Plan("cambria", 3, ("random",), 6, seed=3)


@pytest.fixture(scope="module")
def census() -> Census:
    return take_census(SMALL)


@pytest.fixture(scope="module")
def found(census: Census) -> Findings:
    return findings(census, open_box("cambria"))


def section(found: Findings, key: str) -> Section:
    (wanted,) = [part for part in found.sections if part.key == key]
    return wanted


def test_the_same_counts_whatever_ran_them_in_one_go_or_in_two(census: Census) -> None:
    assert take_census(SMALL, ProcessPool(2)) == census
    first = take_census(replace(SMALL, games=4))
    other = take_census(replace(SMALL, seed=4, games=2))
    total = added_up([(first, "a"), (other, "b")])
    assert total.games == 6
    assert total.seeds == [(3, 0, 4), (4, 0, 2)]
    assert sum(item.wins for item in total.seats) == 6 * WHOLE


def test_counts_survive_their_file(census: Census) -> None:
    assert Census.load(census.dump(), "here") == census


def test_shares_and_counts_agree_with_each_other(census: Census, found: Findings) -> None:
    assert sum(item.wins for item in census.seats) == 6 * WHOLE
    assert sum(item.seats for item in census.first.values()) == 18
    assert sum(census.reasons.values()) == sum(census.by_decisions.values()) == 6
    assert sum(census.winning_points.values()) + sum(census.other_points.values()) == 18
    assert sum(census.branching.values()) == census.decisions.total
    assert found.even == pytest.approx(1 / 3)
    assert sum(line.wins.share for line in section(found, "seat").lines) == pytest.approx(1)
    for text, count in census.chosen.items():
        assert census.offered[text] >= count


def test_things_have_the_names_of_the_content(found: Findings) -> None:
    claimed = section(found, "claim")
    names = {line.name for line in claimed.lines} | set(claimed.unseen)
    assert {"Segontium", "Deva", "Isca"} <= names
    assert any(line.name.startswith("Road ") for line in section(found, "first").lines)


def test_what_never_came_up_is_named(found: Findings) -> None:
    dead = {part.what: part for part in found.dead}
    asked = " ".join(dead["Questions never asked"].names)
    assert "cambria.two.3" in asked, "the dummy plays with two seats only"
    assert "cambria.turn.1" not in asked


def test_a_question_with_several_wordings_is_asked_if_one_of_them_is(
    census: Census, found: Findings
) -> None:
    words = open_box("cambria").face.words
    (dead,) = [part for part in found.dead if part.what == "Questions never asked"]
    unasked = {
        words.template(f"prompt.{prompt}.clause")
        for prompt in ("dummy", "dummy_place", "dummy_lift", "land", "lift", "board")
        if prompt not in census.asked
    }
    assert {name.rpartition("(")[2][:-1] for name in dead.names} == unasked
    assert dead.of == 13 and "act" in census.asked and "start" in census.asked


def test_who_begins_is_told_apart_from_where_one_sits(census: Census, found: Findings) -> None:
    order = section(found, "order")
    assert [line.name for line in order.lines] == ["Begins", "Turn 2", "Turn 3"]
    assert [item.seats for item in census.order] == [6, 6, 6]
    assert sum(item.wins for item in census.order) == 6 * WHOLE
    assert census.order != census.seats, "in these games others than the first seat began"


def test_the_order_of_turns_goes_round_from_who_begins_or_is_said_in_full() -> None:
    assert Start("start").order({"seat": 2}, 4) == (2, 3, 0, 1)
    assert Start("order", "seats").order({"seats": (1, 2, 0)}, 3) == (1, 2, 0)


def test_who_could_have_come_to_something_is_told_with_who_did() -> None:
    plan = Plan("conqueror", 3, ("random",), 3, seed=2).checked()
    census = take_census(plan)
    lines = section(findings(census, plan.open()), "mission").lines
    drawn = census.items["mission_held"]
    shares = [item.seats / drawn[number].seats for number, item in census.items["mission"].items()]
    assert sorted(line.reached.share for line in lines if line.reached) == sorted(shares)
    assert max(shares) <= 1
    text = as_text(findings(census, plan.open()))
    assert text.count("of those who could") == 1


def test_a_clock_runs_out_only_where_it_is_asked_to() -> None:
    plan = Plan("conqueror", 3, ("random",), 1, options={"timer": "60", "round_limit": "20"})
    still = take_census(plan.checked())
    running = take_census(replace(plan, clock=9).checked())
    assert "time_up" not in still.events and running.events["time_up"] > 0
    assert running.about.clock == 9
    found = findings(running, plan.checked().open())
    assert "in one case of 9" in as_text(found)
    assert "in one case of 9" in page([Side("built-in", running, found)], "ludus report")


class Answers:
    """Counts answers by question and verb."""

    def __init__(self) -> None:
        self.counted: dict[tuple[str, str], int] = {}

    def on_choice(self, state: object, decision: Decision, action: Action) -> None:
        key = (decision.prompt, action.verb)
        self.counted[key] = self.counted.get(key, 0) + 1

    def on_event(self, event: Event) -> None:
        pass


def test_a_card_that_is_discarded_was_not_played() -> None:
    plan = Plan("para_bellum", 3, ("random",), 1, seed=2).checked()
    answers = Answers()
    play_game(plan.open(), plan, 0, answers)
    counted = answers.counted
    played = sum(counted.get((prompt, "command"), 0) for prompt in ("act", "play_free"))
    assert counted["discard", "command"] and played
    items = take_census(plan).items["order"].values()
    assert sum(item.times for item in items) == played


def test_the_text_says_it_all(found: Findings) -> None:
    text = as_text(found)
    for words in (
        "Seats",
        "Order of turns",
        "Forts captured",
        "First choices",
        "lead changes",
        "never asked",
    ):
        assert words in text


def test_counts_that_do_not_belong_together_are_refused(census: Census) -> None:
    other = take_census(replace(SMALL, seats=2, games=1))
    with pytest.raises(FileError, match="two: not of the same game"):
        added_up([(Census.load(census.dump(), "one"), "one"), (other, "two")])
    with pytest.raises(FileError, match="seed 3 that are counted already"):
        added_up([(Census.load(census.dump(), "one"), "one"), (census, "two")])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "counts.json: "),
        (b"{}", "missing required field `format`"),
        (b"[1]", "Expected `object`, got `array`"),
    ],
)
def test_broken_counts_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(FileError, match=message):
        Census.load(data, "counts.json")


def test_counts_of_no_games_are_refused(census: Census) -> None:
    nothing = Census.empty(census.about)
    with pytest.raises(FileError, match="no games in it"):
        Census.load(nothing.dump(), "counts.json")
    nothing.format = 9
    with pytest.raises(FileError, match="format 9"):
        Census.load(nothing.dump(), "counts.json")


@pytest.fixture(scope="module")
def other_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An owner's pack: the built-in one with another name for a fort."""
    folder = tmp_path_factory.mktemp("pack")
    content = find_game("cambria").folder / "content"
    maps = (content / "maps.toml").read_text(encoding="utf-8")
    (folder / "maps.toml").write_text(maps.replace('"Deva"', '"Chester"'), encoding="utf-8")
    info = (content / "pack.toml").read_text(encoding="utf-8")
    (folder / "pack.toml").write_text(info.replace('"built-in"', '"mine"'), encoding="utf-8")
    return folder


def test_the_page_needs_nothing_else_and_says_it_all(census: Census, found: Findings) -> None:
    html = page([Side("built-in", census, found)], "ludus report cambria")
    assert html.startswith("<!doctype html>")
    assert not re.search(r'(src|href)="(?!#)', html)
    assert "url(http" not in html and "@import" not in html
    for key in ("by-seat", "by-fort", "by-first", "length", "scores", "course", "lead", "dead"):
        assert f'id="{key}"' in html
    assert html.count("<svg") >= 10
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)), "pictures keep their ids apart"
    for stand_in in plots.COLOURS:
        assert stand_in not in html
    assert "prefers-color-scheme: dark" in html
    assert "Segontium" in html


def test_two_packs_side_by_side(census: Census, found: Findings, other_pack: Path) -> None:
    mine = replace(SMALL, pack=other_pack).checked()
    theirs = take_census(mine)
    assert theirs.about.content != census.about.content
    sides = [
        Side("built-in", census, found),
        Side("mine", theirs, findings(theirs, mine.open())),
    ]
    html = page(sides, "ludus report cambria --against mine")
    assert "Chester" in html and "Deva" in html
    assert "mine: " in html


def test_a_game_for_one_has_a_report_too() -> None:
    plan = Plan("hadrians_wall", 1, ("random",), 2).checked()
    census = take_census(plan)
    html = page([Side("built-in", census, findings(census, plan.open()))], "ludus report")
    assert "Path cards kept" in html
    assert 'id="lead"' not in html


def test_the_same_counts_make_the_same_page(census: Census, found: Findings) -> None:
    sides = [Side("built-in", census, found)]
    assert page(sides, "x") == page(sides, "x")
