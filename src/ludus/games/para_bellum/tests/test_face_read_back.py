"""What the face says in words, read back: it is the armies, the dice, the counts and the result."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

import pytest

from ludus.core.chance import SeededRng
from ludus.core.face import Face, scenes_of
from ludus.core.protocol import SPECTATOR, Decision
from ludus.core.text import plain
from ludus.games.para_bellum.board import CELLS, SLOTS, cell_name, die_letter, slot_name
from ludus.games.para_bellum.ids import BANNERS, COLOUR_IDS, COLOURS, HIDDEN, NONE
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, RULES
from ludus.games.para_bellum.tests.test_acts_told import GAMES, played
from ludus.games.para_bellum.view import Side, View
from ludus.kit.faces import FaceCheck, FaceCoverage
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

FACE: Face[View] = BOX.face
NAMES = ("Livia", "Marcus", "Quintus", "Flavia")
SEATS = pytest.mark.parametrize("game", [0, 1, 3])
DICE = {"k": "Legion", "r": "Centurion", "b": "General"}


@dataclass(frozen=True)
class Step:
    """A position as somebody sees it, and what is asked there."""

    view: View
    decision: Decision | None
    names: tuple[str, ...]


@cache
def steps(game: int, every: int = 17) -> tuple[Step, ...]:
    seats = GAMES[game][0]
    found: list[Step] = []
    for number, act in enumerate(played(*GAMES[game])):
        if number % every:
            continue
        asked = [decision for decision in RULES.decisions(act.after) if decision.seat >= 0]
        decision = asked[0] if asked else None
        viewer = decision.seat if decision and number % 2 else (number % (seats + 1)) - 1
        view = RULES.view(act.after, SPECTATOR if viewer < 0 else viewer)
        found.append(Step(view, decision, NAMES[:seats]))
    return tuple(found)


def parts(said: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    """The lines of a description by the player that they are about; `` for the table."""
    found: dict[str, list[str]] = {"": []}
    now = ""
    for line in said.split("\n"):
        name = line.partition(":")[0]
        if name in names:
            now = name
            found[now] = []
        found[now].append(line)
    return found


def look(kind: int) -> str:
    """An army card in the words of a description."""
    card = CATALOG.army[kind]
    words = [COLOUR_IDS[card.colour]]
    if kind >= CATALOG.deck_kinds:
        words.append("starting card")
    else:
        words.append("full-colour" if card.full else "ordinary")
    if card.cornicine:
        words.append("cornicine")
    if card.mounted:
        words.append(f"commander facing {'up' if card.mounted > 0 else 'down'}")
    return ", ".join(words)


# The whole position -------------------------------------------------------------------------------


@SEATS
def test_the_armies_in_sentences_are_the_armies(game: int) -> None:
    met: Counter[str] = Counter()
    for step in steps(game):
        view = step.view
        said = parts(FACE.describe(view, step.names), step.names)
        for seat, side in enumerate(view.sides):
            mine = said[step.names[seat]]
            text = "\n".join(mine)
            cells = {cell: kind for cell, kind in enumerate(side.cells) if kind != NONE}
            for cell, kind in cells.items():
                assert f"{look(kind)} on {cell_name(cell)}" in text
            rows = [line for line in mine if line.startswith("Row ")]
            soldiers = [card.cell for card in side.in_play if card.cell != NONE]
            listed = sum(len(re.findall(r" on [A-I][1-4]", line)) for line in rows)
            assert listed == len(cells) + len(soldiers)
            dice = [line for line in mine if line.startswith("Dice: ")]
            shown = dice[0].removeprefix("Dice: ").split("; ") if dice else []
            there = [slot for slot in range(SLOTS) if side.dice[slot]]
            assert len(shown) == len(there)
            for slot in there:
                code = side.dice[slot]
                die = f"{DICE[die_letter(slot)]} die {face_of(code)}"
                place = f"({slot_name(slot)})" if "/" in slot_name(slot) else "("
                banner = " with " if banner_of(code) != NONE else ""
                fits = [each for each in shown if each.startswith(die) and place in each]
                assert any((" with " in each) == bool(banner) for each in fits), (die, place)
                met["banner" if banner else "bare"] += 1
            cards = [line for line in mine if line.startswith("In play: ")]
            assert bool(cards) == bool(side.in_play)
            if cards:
                assert cards[0].count(",") >= len(side.in_play) - 1
            hand = [line for line in mine if line.startswith("Your hand: ")]
            assert len(hand) <= (seat == view.viewer)
            coins = re.search(r"(\d+) coin", mine[0])
            assert coins is not None and int(coins[1]) == side.coins
            counts = re.search(r"(\d+) army and (\d+) command", mine[0])
            assert counts is not None
            assert (int(counts[1]), int(counts[2])) == (side.army_count, side.command_count)
            goals = [line for line in mine if line.startswith("Objectives: ")]
            hidden = sum(goal.kind == HIDDEN for goal in side.goals)
            assert sum(line.count("face down") for line in goals) == hidden
    assert met["banner"] and met["bare"]


@SEATS
def test_the_board_in_letters_is_the_board(game: int) -> None:
    for step in steps(game):
        view = step.view
        text = FACE.text(view, step.names)
        for seat, side in enumerate(view.sides):
            head = re.search(
                rf"^{step.names[seat]}: (-?\d+) .* (\d+) coins? .* (\d+) army, (\d+) command$",
                text,
                re.MULTILINE,
            )
            if head is None:
                continue
            assert int(head[2]) == side.coins
            assert (int(head[3]), int(head[4])) == (side.army_count, side.command_count)
        if view.event != NONE:
            assert re.search(r"^Event: ", text, re.MULTILINE)
        else:
            assert not re.search(r"^Event: ", text, re.MULTILINE)
        assert ("hand: " in text) <= (view.viewer >= 0)


@SEATS
def test_panels_count_what_is_there(game: int) -> None:
    for step in steps(game):
        view = step.view
        panels = {panel.seat: panel for panel in FACE.panels(view, step.names)}
        assert sorted(panels) == list(range(view.seats))
        for seat, panel in panels.items():
            side = view.sides[seat]
            assert panel.name == step.names[seat]
            values = {meter.key.rpartition("-")[0]: meter.value for meter in panel.meters}
            if "coins" in values:
                assert values["coins"] == side.coins
                assert values["armies"] == side.army_count
                assert values["commands"] == side.command_count
                assert values["blazons"] == side.blazons.bit_count()


# Everything explains itself -----------------------------------------------------------------------


def title(step: Step, place: str) -> str | None:
    about = FACE.about(step.view, step.decision, place, step.names)
    return None if about is None else about.title


def dice_of(step: Step, seat: int, side: Side) -> None:
    for slot in range(SLOTS):
        about = FACE.about(step.view, None, f"die-{seat}-{slot}", step.names)
        assert about is not None
        code, letter = side.dice[slot], die_letter(slot)
        if not code:
            assert about.icon == f"die-{letter}" and about.clauses == ("pb.lose.3",)
            continue
        assert about.icon == f"die-{letter}-{face_of(code)}"
        wanted = 3 if banner_of(code) != NONE else 1 + (letter != "b")
        assert len(about.body) == wanted and about.state == slot_name(slot)
    assert title(step, f"die-{seat}-{SLOTS}") is None


def cards_of(step: Step, seat: int, side: Side) -> None:
    for index, card in enumerate(side.in_play):
        about = FACE.about(step.view, None, f"perm-{seat}-{index}", step.names)
        if about is not None:
            assert (about.tone == "bad") == card.down == bool(about.why_not)
    assert title(step, f"perm-{seat}-{len(side.in_play)}") is None
    for index, goal in enumerate(side.goals):
        about = FACE.about(step.view, None, f"goal-{seat}-{index}", step.names)
        if about is not None:
            assert (about.icon == "back") == (goal.kind == HIDDEN)
    assert title(step, f"goal-{seat}-{len(side.goals)}") is None


@SEATS
def test_every_place_of_an_army_explains_itself(game: int) -> None:
    for step in steps(game, 51):
        view = step.view
        for seat, side in enumerate(view.sides):
            for cell in range(CELLS):
                about = FACE.about(view, None, f"cell-{seat}-{cell}", step.names)
                assert about is not None
                kind = side.cells[cell]
                if kind == NONE:
                    assert about.icon == "army" and cell_name(cell) in about.title
                else:
                    assert about.title.lower() == look(kind) and about.state == cell_name(cell)
            assert title(step, f"cell-{seat}-{CELLS}") is None
        assert title(step, f"cell-{view.seats}-0") is None


@SEATS
def test_cards_and_dice_explain_themselves(game: int) -> None:
    for step in steps(game, 51):
        view = step.view
        for seat, side in enumerate(view.sides):
            cards_of(step, seat, side)
            dice_of(step, seat, side)


@SEATS
def test_what_belongs_to_the_table_explains_itself(game: int) -> None:
    for step in steps(game, 51):
        view = step.view
        assert (title(step, "event") is None) == (view.event == NONE)
        for banner in range(BANNERS):
            assert title(step, f"banner-{banner}") is not None
        assert title(step, f"banner-{BANNERS}") is None
        for colour in range(COLOURS):
            assert (title(step, f"bonus-{colour}") is None) == (view.battle == NONE)
            about = FACE.about(view, None, f"bonus-{colour}", step.names)
            if about is not None and view.viewer >= 0:
                own = view.sides[view.viewer].colour == colour
                assert len(about.body) == 2 + own
        for malformed in ("cell", "cell-0", "cell-0-x", "die-0-1-2", "cell-0-1000", "nothing-0"):
            assert title(step, malformed) is None


@SEATS
def test_choices_are_open_where_they_are_offered(game: int) -> None:
    seen: Counter[str] = Counter()
    for step in steps(game, 5):
        view, decision = step.view, step.decision
        if decision is None or view.viewer != decision.seat:
            continue
        choices = FACE.choices(view, decision, step.names)
        assert [choice.action for choice in choices] == list(decision.options)
        assert all(choice.label for choice in choices)
        for choice in choices:
            seen[choice.action.verb] += 1
            for place in choice.places:
                about = FACE.about(view, decision, place, step.names)
                assert about is None or about.tone in ("good", "bad"), place
        prompt = FACE.prompt(view, decision, step.names)
        assert plain(prompt.sentence) and prompt.clause
    assert seen["cell"] and seen["end"]


# The story and the result -------------------------------------------------------------------------


@SEATS
def test_the_story_names_whoever_it_is_about(game: int) -> None:
    names = NAMES[: GAMES[game][0]]
    told: Counter[str] = Counter()
    last: State | None = None
    for act in played(*GAMES[game]):
        last = act.after
        view = RULES.view(act.after, 0)
        for event in act.told:
            line = FACE.tell(view, event, names)
            if line is None:
                continue
            said = plain(line.sentence) + line.heading
            told[event.kind] += 1
            if event.kind in NAMES_SEAT:
                assert names[event.number("seat")] in said, (event, said)
            if event.kind == "places":
                kind = CATALOG.army[event.number("card")]
                assert COLOUR_IDS[kind.colour] in said.lower()
            if event.kind in ("coins", "coins_paid"):
                assert str(event.number("count")) in said
    assert told["places"] and told["turn"] and last is not None
    outcome = RULES.outcome(last)
    assert outcome is not None
    verdict = plain(FACE.verdict(outcome, names))
    assert all(names[seat] in verdict for seat in outcome.winners)
    points = sum(outcome.scores[seat] for seat in outcome.winners)
    assert str(points) in verdict, "teammates win together"


NAMES_SEAT = frozenset(("turn", "places", "takes", "deploys", "order", "runner", "motivates"))


def test_a_side_of_a_view_counts_its_cards() -> None:
    """What the texts above are read against is what the rules hold."""
    (*_, act) = played(*GAMES[0])
    for seat, player in enumerate(act.after.players):
        side: Side = RULES.view(act.after, SPECTATOR).sides[seat]
        assert (side.army_count, side.command_count) == (len(player.hand), len(player.commands))


# Pictures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 4])
def test_pictures_show_what_can_be_chosen(seats: int) -> None:
    """Every choice has its words and its place in a picture, for each who looks."""
    setting = Setting(seats, BOX.options(seats, {}))
    check = FaceCheck(BOX, setting, SeededRng("looks"), FaceCoverage())
    for number, decisions in enumerate(random_play(check.table, setting, SeededRng("looked"))):
        if number % 25 == 0:
            check.look(decisions, 0)
    assert check.coverage.clauses


@SEATS
def test_armies_are_drawn_with_their_cards_dice_and_choices(game: int) -> None:
    """In each picture every die shows its face and its banner, and choices are marked."""
    met: Counter[str] = Counter()
    for step in steps(game):
        view = step.view
        mine = step.decision if step.decision and step.decision.seat == view.viewer else None
        choices = FACE.choices(view, mine, step.names) if mine else ()
        offered = {place for choice in choices for place in choice.places}
        drawn: set[str] = set()
        for scene in scenes_of(FACE, view, mine, step.names, ()):
            root = ElementTree.fromstring(scene.svg)
            parts = {each.get("id"): each for each in root.iter() if each.get("id")}
            assert len(parts) == sum(1 for each in root.iter() if each.get("id")), "once each"
            for seat, side in enumerate(view.sides):
                dice = [slot for slot in range(SLOTS) if f"die-{seat}-{slot}" in parts]
                if not any(name and name.startswith(f"die-{seat}-") for name in parts):
                    continue
                assert {slot for slot in range(SLOTS) if side.dice[slot]} <= set(dice)
                for slot in dice:
                    if not side.dice[slot]:
                        continue
                    part = parts[f"die-{seat}-{slot}"]
                    links = " ".join(v for each in part.iter() for v in each.attrib.values())
                    assert ("-banner-" in links) == (banner_of(side.dice[slot]) != NONE)
                    words = "".join(part.itertext())
                    said = f"{DICE[die_letter(slot)]} die {face_of(side.dice[slot])}"
                    assert said in words or f"die-{seat}-{slot}" in offered
                    met["die"] += 1
            for name, part in parts.items():
                if name in offered:
                    assert "choice" in (part.get("class") or "").split(), name
                    drawn.add(name)
                elif name and name.startswith(("cell-", "die-")):
                    assert "choice" not in (part.get("class") or "").split(), name
        met["choice"] += len(drawn)
    assert met["die"] and met["choice"]
