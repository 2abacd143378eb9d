"""What the face says in words, read back: it is the map, the units, the counts and the result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

import pytest

from ludus.core.chance import SeededRng
from ludus.core.face import Face, scenes_of
from ludus.core.protocol import SPECTATOR, Decision, Event, Outcome
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    HIDDEN,
    INTERRUPT,
    MARKERS,
    NONE,
    OPEN,
    ROMAN,
    SEA,
    WILDERNESS,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import the_box
from ludus.games.agricola.tests.test_oracle import EVERYTHING, keen
from ludus.games.agricola.view import Agricola, View
from ludus.kit.faces import FaceCheck, FaceCoverage
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

BOX = the_box()
FACE: Face[View] = BOX.face
NAMES = ("Livia", "Marcus")
SIDES = (ROMAN, CALEDONIAN)
GAMES: list[tuple[Mapping[str, str], int]] = [(EVERYTHING, 1), ({"scenario": "short"}, 3)]
PLAYED = pytest.mark.parametrize("game", range(len(GAMES)))
LAND = {OPEN: ".", WILDERNESS: "^", SEA: " "}


@dataclass(frozen=True)
class Step:
    """A position as somebody sees it, and what is asked there."""

    view: View
    decision: Decision | None
    told: Sequence[Event]


@dataclass(frozen=True)
class Game:
    t: Tables
    steps: tuple[Step, ...]
    outcome: Outcome


@cache
def played(number: int) -> Game:
    options, seed = GAMES[number]
    table: Table[State, View] = Table(BOX, NAMES, options)
    setting = Setting(2, BOX.options(2, options))
    steps: list[Step] = []
    for count, decisions in enumerate(random_play(table, setting, SeededRng(seed), keen)):
        asked = [decision for decision in decisions if decision.seat >= 0]
        decision = asked[0] if asked else None
        viewer = (0, 1, SPECTATOR)[count % 3] if decision is None or count % 4 else decision.seat
        told = table.story[-1] if table.story else ()
        steps.append(Step(table.view(viewer), decision, told))
    rules = BOX.rules
    assert isinstance(rules, Agricola) and table.outcome is not None
    state = table.state
    return Game(rules.tables_for(state.short, state.south), tuple(steps), table.outcome)


def some(game: Game, every: int = 12) -> list[Step]:
    return list(game.steps[::every])


def said(view: View, decision: Decision | None, place: str) -> str | None:
    about = FACE.about(view, decision, place, NAMES)
    return None if about is None else "\n".join(map(plain, (*about.body, *about.gives)))


def board_id(t: Tables, place: int) -> str:
    return t.board.ids[place]


# The whole position -------------------------------------------------------------------------------


@PLAYED
def test_the_map_in_letters_is_the_map(game: int) -> None:
    found = played(game)
    board = found.t.board
    met: set[str] = set()
    for step in some(found):
        view = step.view
        text = FACE.text(view, NAMES)
        rows = dict(re.findall(r"^(\d\d) (.*)$", text, re.MULTILINE))
        for row, line in rows.items():
            cells = sorted(
                (-int(name[2:]), place) for place, name in enumerate(board.ids) if name[:2] == row
            )
            shift = int(row) % 2
            letters = line.ljust(shift + 2 * len(cells))[shift::2]
            for letter, (_, place) in zip(letters, cells, strict=False):
                camps = {view.at[ROMAN][unit] for unit in units(found.t.rome.praesidia)}
                center = board.center_at[place]
                wanted = LAND.get(board.terrain[place], "#")
                if place in view.stacks[ROMAN]:
                    wanted = "R"
                elif place in view.stacks[CALEDONIAN]:
                    wanted = "C"
                elif place in camps:
                    wanted = "P"
                elif board.is_fortress[place]:
                    wanted = "F"
                elif center != NONE:
                    wanted = "?" if view.center[center] == HIDDEN else "o"
                assert letter == wanted, board.ids[place]
                met.add(letter)
    assert met >= {"R", "C", "F", "o", ".", "^", " "}


@PLAYED
def test_the_position_in_sentences_is_the_position(game: int) -> None:
    found = played(game)
    t = found.t
    for step in some(found):
        view = step.view
        lines = FACE.describe(view, NAMES).split("\n")
        if view.turn:
            assert f"Turn {view.turn} of {t.charts.turns.last}" in lines[1]
            roman, tribes = (sum(part) for part in view.score)
            assert f"Romans {roman}, Caledonians {tribes}" in "\n".join(lines)
        for side, name in zip(SIDES, ("Romans", "Caledonians"), strict=True):
            stacks = [line for line in lines if f": {name}: " in line]
            muster = t.musters[side]
            places = {p for p in view.at[side] if 0 <= p <= t.board.britannia}
            assert len(stacks) == len(places | set(view.veiled[side]))
            told = "\n".join(stacks)
            for unit, place in enumerate(view.at[side]):
                if 0 <= place <= t.board.britannia and not muster.oppida >> unit & 1:
                    assert muster.units[unit].name in told
            assert told.count("unknown units") == len(view.veiled[side])
        for center, place in enumerate(t.board.center_hex):
            name = t.board.center_names[center]
            (line,) = (
                each for each in lines if re.match(rf"{name} in .*\({board_id(t, place)}", each)
            )
            kind = view.center[center]
            assert ("face down" in line) == (kind == HIDDEN)
            assert ("no counter" in line) == (kind == NONE)
        for word, count in (("besieged", len(view.sieges)), ("illaged", len(view.pillaged))):
            assert sum(word in line for line in lines if ":" not in line) <= count + 1
        battle = [line for line in lines if line.startswith("Battle") or " attle" in line]
        assert bool(battle) <= (view.battle is not None)


@PLAYED
def test_panels_count_what_is_there(game: int) -> None:
    found = played(game)
    t = found.t
    for step in some(found):
        view = step.view
        for seat, panel in enumerate(FACE.panels(view, NAMES)):
            side = seat ^ view.flip
            assert panel.name == NAMES[seat] and panel.score == sum(view.score[side])
            assert panel.mark == seat
            assert bool(panel.meters) == bool(view.turn)
            values = {meter.key.rpartition("-")[0]: meter.value for meter in panel.meters}
            if not view.turn:
                continue
            lost = view.at[side].count(t.board.fallen)
            lost += view.fallen.bit_count() if side == ROMAN else 0
            standing = {*view.at[side], *view.stacks[side]}
            assert values["points"] == view.points[side] and values["held"] == view.hands[side]
            assert values["lost"] == lost
            assert values["centers"] == len(set(t.board.center_hex) & standing)
            assert ("forts" in values) == (side == CALEDONIAN) == ("spare" in values)
            if side == CALEDONIAN:
                assert values["forts"] == len(set(t.board.fortress_hex) & standing)
                assert values["spare"] == view.spare
            else:
                camps = {view.at[ROMAN][unit] for unit in units(t.rome.praesidia)}
                assert values["sites"] == len(set(t.board.site_hex) & camps)
            for meter in panel.meters:
                assert meter.key.startswith("points") or (meter.tone == "faded") == (
                    not meter.value
                )
            pending = FACE.words.text("panel.pending")
            assert (panel.state == pending) == (seat == view.viewer and view.pending)


# Everything explains itself -----------------------------------------------------------------------


@PLAYED
def test_a_hex_says_what_it_is_and_what_it_is_worth(game: int) -> None:
    found = played(game)
    board, worth = found.t.board, found.t.charts.victory
    for step in some(found, 60):
        view = step.view
        for place in range(board.hexes):
            if board.terrain[place] not in LAND:
                continue
            about = FACE.about(view, step.decision, f"hex-{place}", NAMES)
            assert about is not None
            body = "\n".join(map(plain, about.body))
            assert board.ids[place] in body
            terrain = {SEA: "Sea", WILDERNESS: "Wild", OPEN: "Open"}[board.terrain[place]]
            assert terrain.lower() in body.split(",")[0].lower()
            center = plain(
                FACE.words.say(
                    "about.center", roman=worth.roman_center, tribes=worth.caledonian_center
                )
            )
            assert (center in body) == (board.center_at[place] != NONE)
            site = plain(FACE.words.say("about.site", roman=worth.site))
            assert (site in body) == board.is_site[place]
            thule = plain(FACE.words.say("about.thule"))
            assert (thule in body) == (place == board.thule)
            icon = "fortress" if board.is_fortress[place] else ""
            if not icon and board.center_at[place] != NONE:
                icon = "center"
            assert about.icon == (icon or ("site" if board.is_site[place] else ""))
            clause = about.clauses[0]
            if board.is_fortress[place]:
                assert clause == "agricola.tec.fortress.3"
            elif board.center_at[place] != NONE:
                assert clause == "agricola.counter.3"
            elif board.terrain[place] == WILDERNESS:
                assert clause == "agricola.tec.wilderness.2"
            else:
                land = board.is_land[place]
                assert clause == ("agricola.tec.open.2" if land else "agricola.26.2.2")
        britannia = FACE.about(view, step.decision, f"hex-{board.britannia}", NAMES)
        assert britannia is not None and britannia.clauses == ("agricola.8.1.1",)
        assert FACE.about(view, step.decision, f"hex-{board.britannia + 1}", NAMES) is None


@PLAYED
def test_a_unit_says_how_strong_it_is_and_where_it_stands(game: int) -> None:
    found = played(game)
    t = found.t
    for step in some(found, 40):
        view = step.view
        for side, muster in enumerate(t.musters):
            for each in muster.units:
                about = FACE.about(view, None, f"unit-{side}-{each.number}", NAMES)
                assert about is not None and about.title.endswith(each.name)
                body = "\n".join(map(plain, about.body))
                worn = bool(view.disrupted[side] >> each.number & 1)
                strength = each.back if worn else each.strength
                assert ("two dice at sea" in body) == (each.move < 0)
                if each.move > 0:
                    assert f"trength {strength}," in body and f"movement {each.move}" in body
                elite = plain(FACE.words.say("about.elite"))
                assert (elite in body) == each.elite
                two = plain(FACE.words.say("about.steps.two", n=each.back))
                assert (two in body) == bool(each.back)
                assert (about.tone == "warn") == worn == bool(about.state)
                place = view.at[side][each.number]
                assert (len(about.body) - each.elite == 3) == (place >= 0)
                on_map = 0 <= place <= t.board.hexes
                assert about.rings == ((f"hex-{place}",) if on_map else ())
                told = FACE.about(view, None, f"told-{side}-{each.number}-0", NAMES)
                assert told == about, "a unit in a line of the log is the unit"
            assert FACE.about(view, None, f"unit-{side}-{muster.count}", NAMES) is None
        assert FACE.about(view, None, "unit-2-0", NAMES) is None
        # Who watches reads Roman units and stratagems where no side is named.
        own = max(view.side, ROMAN)
        for key in range(3):
            for kind, whole in (("pick", "unit"), ("marker", "marker")):
                about = FACE.about(view, None, f"{kind}-{key}", NAMES)
                assert about == FACE.about(view, None, f"{whole}-{own}-{key}", NAMES) is not None


@PLAYED
def test_counters_markers_turns_and_switches_explain_themselves(game: int) -> None:
    found = played(game)
    t = found.t
    turns = t.charts.turns
    for step in some(found, 30):
        view = step.view
        for center, kind in enumerate(view.center):
            about = FACE.about(view, None, f"center-{center}", NAMES)
            assert about is not None
            if kind == NONE:
                place = t.board.center_hex[center]
                assert about == FACE.about(view, None, f"hex-{place}", NAMES)
            else:
                assert about.icon == "center" if kind == HIDDEN else "counter-" in about.icon
        assert FACE.about(view, None, f"center-{len(view.center)}", NAMES) is None
        for kind in range(MARKERS):
            assert FACE.about(view, None, f"marker-{kind}", NAMES) is not None
            titles = {
                about.title
                for side in SIDES
                if (about := FACE.about(view, None, f"marker-{side}-{kind}", NAMES)) is not None
            }
            assert titles
        assert FACE.about(view, None, f"marker-{MARKERS}", NAMES) is None
        assert FACE.about(view, None, "marker-2-0", NAMES) is None
        for kind in range(INTERRUPT + 1):
            about = FACE.about(view, None, f"ask-{kind}", NAMES)
            assert (about is None) == (view.side == NONE)
            if about is not None:
                on = view.asks[view.side] >> kind & 1
                words = FACE.words.text("tray.ask_on" if on else "tray.ask_off")
                assert about.state == words and len(about.body) == 2 - (kind == INTERRUPT)
        assert FACE.about(view, None, f"ask-{INTERRUPT + 1}", NAMES) is None
        for turn in range(turns.last + 2):
            about = FACE.about(view, None, f"turn-{turn}", NAMES)
            assert (about is None) == (not 1 <= turn <= turns.last)
            if about is not None:
                assert (about.icon == "snow") == (turn in turns.winters)
                clause = "agricola.8.1.1" if turn in turns.winters else "agricola.7.2.3"
                assert about.clauses == (clause,)
                assert bool(about.state) == (turn == view.turn)
        for malformed in ("unit", "unit-x", "unit-0-1-2-3", "hex-1000000", "hex-", "nothing-1"):
            assert FACE.about(view, None, malformed, NAMES) is None


@PLAYED
def test_counts_say_what_they_are_made_of(game: int) -> None:
    found = played(game)
    t = found.t
    met: Counter[str] = Counter()
    for step in some(found):
        view = step.view
        if not view.turn:
            continue
        for side in SIDES:
            lost = said(view, None, f"meter-lost-{side}")
            assert lost is not None
            dead = [unit for unit, place in enumerate(view.at[side]) if place == t.board.fallen]
            dead += units(view.fallen) if side == ROMAN else []
            names = {t.musters[side].units[unit].name for unit in dead}
            assert all(name in lost for name in names) and (lost.count("\n") > 0) == bool(names)
            met["lost"] += bool(names)
            held = said(view, None, f"meter-held-{side}")
            assert held is not None
            gone = view.gone[side] & ((1 << MARKERS) - 1)
            quiet = ~view.asks[side] & ((1 << (MARKERS + 1)) - 1)
            assert held.count("\n") == bool(gone) + bool(quiet)
            met["held"] += held.count("\n")
        balance = said(view, None, "meter-balance")
        assert balance is not None
        for side in SIDES:
            for points in view.score[side]:
                assert not points or str(points) in balance
            assert str(sum(view.score[side])) in balance
        for other in ("meter-lost-2", "meter-nothing-0", "meter-lost"):
            assert FACE.about(view, None, other, NAMES) is None
    assert met["lost"] and met["held"]


@PLAYED
def test_choices_are_open_where_they_are_offered(game: int) -> None:
    found = played(game)
    verbs: Counter[str] = Counter()
    for step in some(found, 4):
        view, decision = step.view, step.decision
        if decision is None or view.viewer != decision.seat:
            continue
        choices = FACE.choices(view, decision, NAMES)
        assert [choice.action for choice in choices] == list(decision.options)
        labels = [choice.label for choice in choices]
        assert all(labels)
        for choice in choices:
            verbs[choice.action.verb] += 1
            for place in choice.places:
                about = FACE.about(view, decision, place, NAMES)
                assert about is None or not place.startswith("hex") or about.tone == "good", place
        prompt = FACE.prompt(view, decision, NAMES)
        assert plain(prompt.sentence) and prompt.clause
    assert verbs["march"] and verbs["go"] and verbs["next"]


# The result ---------------------------------------------------------------------------------------


@PLAYED
def test_the_verdict_names_the_winner(game: int) -> None:
    found = played(game)
    outcome = found.outcome
    words = plain(FACE.verdict(outcome, NAMES))
    assert words.startswith(FACE.words.text(f"reason.{outcome.reason}"))
    assert NAMES[outcome.winners[0]] in words


# Pictures -----------------------------------------------------------------------------------------


@PLAYED
def test_pictures_show_what_can_be_chosen(game: int) -> None:
    """Every choice has its words and its place in a picture, for each who looks."""
    setting = Setting(2, BOX.options(2, GAMES[game][0]))
    check = FaceCheck(BOX, setting, SeededRng("looks"), FaceCoverage())
    for number, decisions in enumerate(random_play(check.table, setting, SeededRng("looked"))):
        if number % 45 == 0:
            check.look(decisions, 0)
    assert check.coverage.clauses


# The story ----------------------------------------------------------------------------------------


NAMES_UNIT = frozenset(("placed_unit", "withdrawn_unit", "disrupted", "eliminated", "leader_shown"))
NAMES_PLACE = frozenset(("placed", "placed_unit", "moved", "retreat", "road_built", "looked"))


@PLAYED
def test_the_story_names_units_places_centers_and_numbers(game: int) -> None:
    found = played(game)
    t = found.t
    told: Counter[str] = Counter()
    for step in found.steps:
        for event in step.told:
            line = FACE.tell(step.view, event, NAMES)
            if line is None:
                continue
            said = plain(line.sentence) + line.heading
            told[event.kind] += 1
            facts = event.facts
            if event.kind in NAMES_UNIT:
                unit = event.number("unit")
                side = event.number("side") if "side" in facts else CALEDONIAN
                assert t.musters[side].units[unit].name in said, (event, said)
            if event.kind in NAMES_PLACE:
                place = event.number("to" if "to" in facts else "place")
                name = "Britannia" if place == t.board.britannia else t.board.ids[place]
                center = t.board.center_at[place] if place < t.board.hexes else NONE
                known = {name, *t.board.fortress_names}
                if center != NONE:
                    known.add(t.board.center_names[center])
                assert any(each in said for each in known), (event, said)
            if event.kind in ("counter_laid", "counter_up", "monolith", "mines", "new_center"):
                assert t.board.center_names[event.number("center")] in said, (event, said)
            if event.kind == "points":
                assert str(abs(event.number("by"))) in said, (event, said)
            if event.kind in ("event", "fire", "sailing"):
                faces = [bit.ref for bit in line.sentence if bit.kind == "die"]
                assert faces == [*map(str, event.numbers("dice"))], (event, said)
            if event.kind in ("attack", "sailing", "levy"):
                number = event.facts.get("total", event.facts.get("count"))
                assert number is None or str(number) in said, (event, said)
    assert min(told[kind] for kind in ("moved", "points", "phase", "turn", "eliminated")) > 0, told


# The map drawn ------------------------------------------------------------------------------------


@PLAYED
def test_the_map_draws_stacks_counters_and_choices_where_they_are(game: int) -> None:
    found = played(game)
    t = found.t
    board = t.board
    met: Counter[str] = Counter()
    for step in some(found, 25):
        view = step.view
        mine = step.decision if step.decision and step.decision.seat == view.viewer else None
        choices = FACE.choices(view, mine, NAMES) if mine else ()
        offered = {place for choice in choices for place in choice.places}
        scenes = scenes_of(FACE, view, mine, NAMES, step.told)
        root = ElementTree.fromstring(next(s.svg for s in scenes if s.key == "map"))
        parts = {each.get("id"): each for each in root.iter() if each.get("id")}
        assert len(parts) == sum(1 for each in root.iter() if each.get("id")), "once each"
        for center, kind in enumerate(view.center):
            part = parts[f"center-{center}"]
            assert bool(len(part)) == (kind != NONE)
            words = [word for each in part.iter() for word in (each.get("class") or "").split()]
            if kind != NONE:
                up = view.center_up >> center & 1
                assert ("plate" in words) == bool(up) and ("back" in words) == (not up)
                links = [value for each in part.iter() for value in each.attrib.values()]
                assert any(value.startswith("#agc-") for value in links) == (kind != HIDDEN)
        for side in SIDES:
            for place in range(board.hexes):
                stack = parts.get(f"st{side}-{place}")
                if stack is None:
                    continue
                camp = side == ROMAN and any(
                    view.at[ROMAN][unit] == place for unit in units(t.rome.praesidia)
                )
                there = place in view.stacks[side] or camp
                assert not there or len(stack), board.ids[place]
                met["stack"] += there
        for place in range(board.hexes):
            land = parts.get(f"hex-{place}")
            if land is not None:
                words = (land.get("class") or "").split()
                assert ("choice" in words) == (f"hex-{place}" in offered), board.ids[place]
                met["choice"] += "choice" in words
    assert met["stack"] and met["choice"]
