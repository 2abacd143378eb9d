"""Choices and previews read back: what they promise is what the rules then do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

from ludus.core.face import Choice, scenes_of
from ludus.core.models import Preview
from ludus.core.protocol import CHANCE, SPECTATOR, Decision, Event
from ludus.core.table import Table
from ludus.core.text import ICON, plain
from ludus.games.hadrians_wall.face.marks import cell_id, marks_of
from ludus.games.hadrians_wall.face.things import things
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ASK,
    ASK_COHORT,
    ATTRIBUTES,
    BUILDINGS,
    CELLS,
    COHORT_KEYS,
    COHORTS,
    DIPLOMAT,
    FAVOUR,
    FORT,
    ITEM_KEYS,
    MAIN,
    MAP,
    RENOWN,
    STOCK,
    STRENGTH,
    TRACE_STEP,
    TRACE_WASTED,
    TRACK_KEYS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.points import final_disdain, total
from ludus.games.hadrians_wall.mechanics.sheet import favours_left
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.tests.scenes import (
    NAMES,
    RICH,
    Scene,
    Value,
    build,
    cells,
    opened,
    place,
    the_board,
)
from ludus.games.hadrians_wall.tests.test_face_log import OWN_BOX, gained
from ludus.games.hadrians_wall.view import View

FACE = opened().face
WORDS = FACE.words
words = WORDS.text
THINGS = things(the_board(), WORDS)
GAMES = pytest.mark.parametrize(("seats", "seed"), [(1, 1), (1, 2), (2, 3)])
SPECIAL = ("build", "battle", "stop", "good", "buy", "pattern", "path", "diplomat", "bribe")
"""Verbs with a hint of their own beside what they give."""


def choices(table: Table[State, View], decision: Decision, viewer: int) -> list[Choice]:
    return list(FACE.choices(table.view(viewer), decision, table.names))


@dataclass(frozen=True)
class Move:
    """A choice as it was shown, and the sheet before and after it was made."""

    seat: int
    choice: Choice
    shown: Preview
    before: Sheet
    after: Sheet
    told: tuple[Event, ...]
    on: bool
    """Whether everybody acts before and after it."""


def moves(seats: int, seed: int) -> Iterator[Move]:
    """A game by lot, in which nobody stops early and rare things are done when they can be."""
    lot = random.Random(seed)
    table: Table[State, View] = Table(opened(), NAMES[:seats], opened().options(seats, {}))
    while not table.over:
        asked = table.decisions()
        decision = asked[lot.randrange(len(asked))]
        options = list(decision.options)
        busy = [option for option in options if option.verb != "stop"] or options
        count = Counter(option.verb for option in busy)
        action = lot.choices(busy, [1 / count[option.verb] for option in busy])[0]
        if decision.seat == CHANCE:
            table.play(CHANCE, action)
            continue
        found = choices(table, decision, decision.seat)
        choice = next(each for each in found if each.action == action)
        view = table.view(decision.seat)
        shown = FACE.preview(view, decision, choice, table.names)
        before, acting = table.state.sheets[decision.seat][:], acts(table.state)
        table.play(decision.seat, action)
        after, year = table.state.sheets[decision.seat][:], view.year == table.state.year
        on = acting and acts(table.state) and year
        yield Move(decision.seat, choice, shown, before, after, tuple(table.story[-1]), on)


def acts(state: State) -> bool:
    return bool(state.stack) and state.stack[-1].phase == ACTIONS


def counted(sheet: Sheet) -> dict[str, int]:
    """The meters that a preview speaks of."""
    board = the_board()
    return {
        **{key: sheet[item] for item, key in enumerate(ITEM_KEYS)},
        **{TRACK_KEYS[place - RENOWN]: sheet[place] for place in ATTRIBUTES},
        "infrastructure": board.infrastructure[sheet[FORT]],
        "favour": favours_left(sheet),
        "disdain": final_disdain(board, sheet),
        "points": total(board, sheet),
    }


def traces(move: Move) -> list[int]:
    """What the move marked and gained, as it was told."""
    own = [e for e in move.told if "trace" in e.facts and e.facts.get("seat") == move.seat]
    return [entry for event in own for entry in event.numbers("trace")]


# What comes of it --------------------------------------------------------------------------------


@GAMES
def test_a_preview_comes_true(seats: int, seed: int) -> None:
    seen: Counter[str] = Counter()
    for move in moves(seats, seed):
        verb = move.choice.action.verb
        if not move.on or verb in ("good", "pattern", "battle"):
            continue
        seen[verb] += 1
        before, after = counted(move.before), counted(move.after)
        if verb == "buy" and move.choice.action.arg == 2:
            assert dict(move.shown.changes) == {"resource": -1}, "the card is not known yet"
            continue
        wanted = {key: after[key] - before[key] for key in after if after[key] != before[key]}
        assert dict(move.shown.changes) == wanted, move.choice.action
        assert move.shown.points == (before["points"], after["points"])
    assert len(seen) >= 11, seen


@GAMES
def test_what_is_paid_with_the_answer_is_paid_in_the_preview(seats: int, seed: int) -> None:
    for move in moves(seats, seed):
        verb = move.choice.action.verb
        if verb in ("good", "pattern"):
            item = "resource" if verb == "good" else "soldier"
            assert dict(move.shown.changes) == {item: -1}
            assert move.before[:STOCK] == move.after[:STOCK], "it is paid later"
        if verb == "battle":
            assert move.shown.changes == ()
            icons = [bit.ref for chip in move.shown.chips for bit in chip if bit.kind == ICON]
            assert icons == ["fate"], "a card is turned"


@GAMES
def test_boxes_that_light_up_are_filled_and_no_others(seats: int, seed: int) -> None:
    board = the_board()
    for move in moves(seats, seed):
        verb, arg = move.choice.action.verb, move.choice.action.arg
        if not move.on or verb in ("good", "buy", "pattern", "battle", "stop"):
            continue
        before, after = (marks_of(board, sheet) for sheet in (move.before, move.after))
        fresh = set(after.filled) - set(before.filled)
        own, lights = set(move.choice.places), set(move.choice.lights)
        on_sheet = {name for name in lights if not name.startswith("lay")}
        assert on_sheet <= fresh | after.filled.keys(), "it is filled then"
        if verb != "place":
            assert lights <= fresh and not lights & own
        implied = {f"{name}-reward" for name in own} | {f"{name}-extra" for name in own}
        rows = {name for name in fresh if name.startswith(("scout-row", "diplomat-"))}
        scouts = {name for name in fresh if verb == "place" and name.startswith("scout-")}
        assert fresh <= own | lights | implied | rows | scouts, move.choice.action
        if verb == "place":
            mask = board.places[arg]
            wanted = {cell_id(cell) for cell in range(CELLS) if mask >> cell & 1}
            assert wanted <= lights and not mask & move.before[MAP]
            large = {f"lay-cell-{cell}" for cell in range(CELLS) if mask >> cell & 1}
            assert {name for name in lights if name.startswith("lay")} == large
        path = move.shown.path
        assert not path or ((path[0] in own or not own) and len(path) > 1)
        assert {name for name in path if name not in own} == (on_sheet - scouts if path else set())


@GAMES
def test_chips_tell_the_chain_step_by_step(seats: int, seed: int) -> None:
    board = the_board()
    for move in moves(seats, seed):
        action = move.choice.action
        if not move.on or action.verb in ("good", "pattern", "battle", "stop"):
            continue
        chips = [plain(chip) for chip in move.shown.chips]
        cost = board.costs[action.number] if action.number < MAIN else ()
        paid = [chip for chip in chips if chip.startswith("pay ")]
        assert len(paid) == bool(cost) and chips[: len(paid)] == paid
        if action.verb == "buy" and action.arg == 2:
            assert chips == []
            continue
        trace = traces(move)
        items: Counter[str] = Counter()
        for entry in trace:
            at, box = divmod(entry, TRACE_STEP)
            if at < STOCK or at == FAVOUR:
                items["favour" if at == FAVOUR else ITEM_KEYS[at]] += 1
            elif DIPLOMAT <= at < DIPLOMAT + COHORTS:
                key = COHORT_KEYS[at - DIPLOMAT]
                refs = [bit.ref for bit in move.shown.chips[1] if bit.kind == ICON]
                assert refs == ["favour", f"pict-{key}"] and chips[1].startswith("2 ")
            elif at in (STRENGTH, STRENGTH + 1):
                assert words("chip.strength", n=box) in chips
            elif box == TRACE_WASTED:
                assert any(chip.endswith("(already full)") for chip in chips)
        told: Counter[str] = Counter()
        for chip, said in zip(move.shown.chips, chips, strict=True):
            if said.startswith("+"):
                told[chip[1].ref] += int(chip[0].text)
        assert told == items, action
        steps = [chip[0].text for chip in move.shown.chips if chip[0].kind == "strong"]
        assert steps == [str(n) for n in range(1, len(steps) + 1)]
        boxes = [e for e in trace if RENOWN <= e // TRACE_STEP <= 23 and e % TRACE_STEP < 63]
        own = action.verb in (*OWN_BOX, "attribute") and action.verb != "spar" and bool(boxes)
        assert len(steps) == len(boxes) - own, action
        more = board.infrastructure[move.after[FORT]] > board.infrastructure[move.before[FORT]]
        assert any(chip.startswith("Infrastructure ") for chip in chips) == more
        asks = move.after[ASK] == ASK_COHORT != move.before[ASK]
        assert (chips[-1:] == [f"{words('icon.cohort').partition('|')[0]} of your choice"]) == asks
        then = words("chip.then") in chips
        assert then == (move.after[ASK] not in (0, ASK_COHORT, move.before[ASK]))


@GAMES
def test_a_hint_tells_cost_and_gain(seats: int, seed: int) -> None:
    board = the_board()
    for move in moves(seats, seed):
        action, hint = move.choice.action, plain(move.choice.hint)
        if not move.on or action.verb in ("good", "pattern", "stop", "battle"):
            continue
        cost = board.costs[action.number] if action.number < MAIN else ()
        shown = ", ".join(f"{n} {WORDS.icon(ITEM_KEYS[item], n).text}" for item, n in cost)
        assert hint.startswith(f"{shown} →") if cost else "→" not in hint
        if action.verb == "buy" and action.arg == 2:
            continue
        named = (*OWN_BOX, "attribute")
        rest = traces(move)[1:] if action.verb in named else traces(move)
        if action.verb == "diplomat":
            rest = rest[1:]
        asks = move.after[ASK] == ASK_COHORT != move.before[ASK]
        assert words("hint.cohort") in hint or not asks
        if rest:
            paid = f"{shown} → " if cost else ""
            assert hint.startswith(f"{paid}{gained(rest)}."), (action, hint)
        elif action.verb not in SPECIAL and move.after[ASK] != ASK_COHORT:
            assert words("hint.nothing") in hint
        assert (words("hint.nothing") in hint) == (
            not rest and action.verb not in SPECIAL and move.after[ASK] != ASK_COHORT
        )
        assert [plain(row) for row in move.shown.rows][:1] == [hint]


@GAMES
def test_what_a_preview_opens_is_open_then(seats: int, seed: int) -> None:
    for move in moves(seats, seed):
        own = move.choice.places[0] if move.choice.places else ""
        thing = THINGS.get(own)
        opened_rows = [row for row in map(plain, move.shown.rows) if row.startswith("Opens ")]
        if thing is None:
            assert not opened_rows
            continue
        table_about = FACE.about(Scene().table.view(0), None, own, NAMES)
        assert table_about is not None
        wanted = ", ".join(plain(each) for each in table_about.opens)
        assert opened_rows == ([words("chip.opens", what=wanted)] if wanted else [])


# Words -------------------------------------------------------------------------------------------


def found_in(scene: Scene, seat: int = 0) -> dict[str, Choice]:
    decision = scene.table.decision(seat)
    assert decision is not None
    return {each.action.text: each for each in choices(scene.table, decision, seat)}


def preview(scene: Scene, action: str) -> Preview:
    decision = scene.table.decision(0)
    assert decision is not None
    return FACE.preview(scene.table.view(0), decision, found_in(scene)[action], scene.table.names)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_neighbours_card_is_called_by_its_owner(seats: int) -> None:
    """The left neighbour, then the right one; neutral cards stand in where players are missing."""
    board = the_board()
    prospects = ["fighter", "ranger", "engineer", "planner"][:seats]
    neutral = ["trainer", "vanguard"][: max(0, 3 - seats)]
    parts: dict[str, Value] = {"built": ["market"], "traders": 9, "resource": 2}
    buying = Scene(parts, seats=seats, prospects=prospects, neutral=neutral)
    buying.do("good:0")
    scouting = Scene(seats=seats, prospects=prospects, neutral=neutral, patricians=9, soldier=2)
    around = [(1 % seats, prospects[1 % seats]), (seats - 1, prospects[seats - 1])]
    if seats < 3:
        around = [*around[:1] * (seats == 2), *((-1, name) for name in neutral)]
    keys = list(board.card_keys)
    for slot, (seat, name) in enumerate(around):
        card = keys.index(name)
        good, pattern = board.card_good[card], board.pattern_keys[board.card_pattern[card]]
        buy, lay = found_in(buying)[f"buy:{slot}"], found_in(scouting)[f"pattern:{slot}"]
        if seat >= 0:
            side = words(f"side.{slot}")
            assert buy.label == words("action.buy.seat", seat=NAMES[seat], side=side, good=good)
            assert lay.label == words(
                "action.pattern.seat", seat=NAMES[seat], side=side, pattern=pattern
            )
            assert words("hint.buy.seat", seat=NAMES[seat]) in plain(buy.hint)
            assert words("hint.pattern.seat", seat=NAMES[seat]) in plain(lay.hint)
        else:
            called = words(f"path.{name}")
            assert buy.label == words("action.buy.neutral", card=called, good=good)
            assert lay.label == words("action.pattern.neutral", card=called, pattern=pattern)
            assert words("hint.buy.neutral") in plain(buy.hint)
            assert words("hint.pattern.neutral") in plain(lay.hint)
        assert words("hint.new", renown=board.new_good[0]) in plain(buy.hint)
        assert lay.places == ("scout-1", f"slot-{slot}") and buy.places == (f"slot-{slot}",)
    own = board.pattern_keys[board.card_pattern[keys.index("fighter")]]
    choice = found_in(scouting)["pattern:2"]
    assert choice.label == words("action.pattern.own", pattern=own)
    assert plain(choice.hint).endswith(words("hint.place"))
    assert found_in(buying)["buy:2"].label == words("action.buy.fate")


@pytest.mark.parametrize("card", ["fighter", "ranger", "engineer", "planner", "architect"])
def test_a_place_on_the_map_is_called_by_pattern_and_cells(card: str) -> None:
    board = the_board()
    scene = Scene(prospects=[card], patricians=2, soldier=1)
    scene.do("pattern:2")
    key = board.pattern_keys[board.card_pattern[board.card_keys.index(card)]]
    for choice in found_in(scene).values():
        mask = board.places[choice.action.arg]
        shown = [f"r{cell // 5 + 1}c{cell % 5 + 1}" for cell in range(CELLS) if mask >> cell & 1]
        assert choice.label == words("action.place", pattern=key, cells=" ".join(shown))


def test_an_attribute_of_a_road_that_is_full_is_called_so() -> None:
    parts: dict[str, Value] = {"fort": 9, "built": ["granary_medium"], **RICH}
    scene = Scene(parts, piety=25, discipline=24)
    scene.do(build("road_small"))
    found = found_in(scene)
    assert found["attribute:1"].label == "Piety (full)"
    assert found["attribute:3"].label == "Discipline 25"
    assert found["attribute:1"].places == ("piety-25",) and found["attribute:1"].lights == ()


def test_buildings_say_what_they_bring() -> None:
    board = the_board()
    everything: dict[str, Value] = {
        **dict.fromkeys(("traders", "performers", "priests", "apparitores", "patricians"), 9),
        **dict.fromkeys(("renown", "piety", "valour", "discipline"), 20),
        **RICH,
    }
    for number, name in enumerate(BUILDINGS):
        before = [BUILDINGS[number - 1]] if not board.building_first >> number & 1 else []
        if number >= 8 and before:
            before = [each for each in BUILDINGS[:number] if each[:5] == name[:5]]
        granaries = ["granary_medium", "granary_large"][: 2 if number > 1 else number]
        fort = 21 if number > 1 else 14 if number else 7
        scene = Scene(everything, fort=fort, built=[*dict.fromkeys([*granaries, *before])])
        hint = plain(found_in(scene)[build(name)].hint)
        assert (words("hint.opens_medium") in hint) == (name == "granary_medium")
        assert (words("hint.opens_large") in hint) == (name == "granary_large")
        assert (words("hint.road") in hint) == (words("hint.yearly_attribute") in hint)
        assert (words("hint.road") in hint) == name.startswith("road")
        assert ("It pays 1 Civilian" in hint) == name.startswith("hotel")
        assert ("It pays 1 Builder" in hint) == name.startswith("workshop")


def test_the_end_of_a_year_says_what_goes_back() -> None:
    for seats in (1, 3):
        for stock, said in (
            ({}, words("hint.stop")),
            ({"soldier": 2, "resource": 1}, "You return 2 Soldiers, 1 Resource to the supply."),
        ):
            choice = found_in(Scene(stock, seats=seats))["stop"]
            gift = f" {words('hint.stop.gift')}" if seats > 1 else ""
            assert plain(choice.hint) == said + gift
            assert choice.places == () and choice.lights == ()


def test_a_battle_says_what_is_at_stake() -> None:
    board = the_board()
    for strength in range(1, 7):
        scene = Scene(
            built=["ludus"], performers=9, strength=(strength, 3), wounds=(strength - 1, 1)
        )
        for fighter, name in enumerate(("Red", "Blue")):
            choice = found_in(scene)[f"battle:{fighter}"]
            full, left = ((strength, 1), (3, 2))[fighter]
            hint = plain(choice.hint)
            assert f"against {left} strength left" in hint and name in choice.label
            for word, gains in (("Alive", board.won[full]), ("Dead", board.died[full])):
                kinds = Counter(gains)
                shown = [f"{n} {icon(item, n)}" for item, n in kinds.items()]
                assert f"{word}: {', '.join(shown) or words('item.nothing')}." in hint


def icon(item: int, count: int) -> str:
    key = ITEM_KEYS[item] if item < STOCK else TRACK_KEYS[item - RENOWN]
    return WORDS.icon(key, count).text


def test_a_card_to_keep_says_what_both_of_them_do() -> None:
    board = the_board()
    scene = Scene.start(2)
    while scene.chance():
        scene.turn(scene.chance()[0].arg)
    hand = scene.table.view(0).hand
    for card, other in (hand, hand[::-1]):
        choice = found_in(scene)[f"path:{card}"]
        hint = plain(choice.hint)
        assert choice.places == (f"hand-{card}",)
        assert f"As Prospect, {words(f'path.{board.card_keys[other]}')} gives" in hint
        assert f"good {board.card_good[other]}, pattern" in hint
        assert hint.startswith(words(f"goal.{board.card_counts[card]}"))
        assert " / ".join(map(str, board.card_tiers[card])) in hint


def test_menus_of_many_alike_are_shown_by_icons() -> None:
    parts: dict[str, Value] = {
        "built": ["courthouse", "ludus", "temple_small"],
        "apparitores": 9,
        "performers": 9,
        "priests": 9,
        **RICH,
    }
    scene = Scene(parts)
    board = the_board()
    for choice in found_in(scene).values():
        action = choice.action
        assert bool(choice.brief) == (action.verb in ("forum", "ruling", "spar", "temple"))
        if not choice.brief:
            continue
        refs = [bit.ref for bit in choice.brief if bit.kind == ICON]
        cost = [ITEM_KEYS[item] for item, _ in board.costs[action.number]]
        assert refs[: len(cost)] == cost
        if action.verb in ("forum", "ruling"):
            assert ("→" in plain(choice.brief)) == bool(cost) and len(refs) == len(cost) + 1
        title = {"forum": "Forum", "ruling": "Courthouse"}.get(action.verb, choice.label)
        assert preview(scene, action.text).title == title


def test_chance_has_choices_too() -> None:
    """What an editor of positions is offered: the card with all that is on it."""
    board = the_board()
    scene = Scene(year=2)
    scene.stop()
    for _ in range(2):
        (decision,) = scene.table.decisions()
        assert decision.seat == CHANCE
        for choice in choices(scene.table, decision, SPECTATOR):
            number = choice.action.arg
            arrows = [words(f"cohort.{COHORT_KEYS[each]}") for each in board.fate_arrows[number]]
            assert choice.label == words(
                "action.fate",
                arrow=", ".join(arrows),
                damage=board.fate_damage[number],
                good=board.fate_good[number],
            )
            shown = FACE.preview(scene.table.view(SPECTATOR), decision, choice, scene.table.names)
            assert shown == Preview(choice.label, choice.label)
        scene.turn(scene.chance()[0].arg)


def test_a_choice_without_a_hint_has_a_preview_without_rows() -> None:
    scene = Scene(soldier=1)
    decision = scene.table.decision(0)
    assert decision is not None
    stop = next(option for option in decision.options if option.verb == "stop")
    bare = Choice(stop, "Stop")
    shown = FACE.preview(scene.table.view(0), decision, bare, scene.table.names)
    assert shown.rows == () and shown.title == "Stop"
    full = preview(scene, "stop")
    assert [plain(row) for row in full.rows] == [plain(found_in(scene)["stop"].hint)]


@pytest.mark.parametrize("fighter", [0, 1])
def test_training_shows_the_strength_that_it_brings(fighter: int) -> None:
    scene = Scene(built=["ludus"], performers=9, servant=1, strength=(2, 4))
    shown = preview(scene, f"spar:{2 * fighter}")
    assert words("chip.strength", n=(3, 5)[fighter]) in [plain(chip) for chip in shown.chips]
    assert not any(chip[0].kind == "strong" for chip in shown.chips)


# The map -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "ways"), [("engineer", 8), ("fighter", 1), ("ranger", 2), ("planner", 0)]
)
def test_the_map_shows_what_is_filled_and_where_the_pattern_fits(card: str, ways: int) -> None:
    board, filled = the_board(), cells("r1c1 r1c2 r2c1 r2c2 r4c5 r4c4 r3c5 r3c4")
    scene = Scene(prospects=[card], patricians=9, scouts=2, map=filled, soldier=1)
    scene.do("pattern:2")
    table = scene.table
    svg = next(
        each.svg
        for each in scenes_of(FACE, table.view(0), table.decision(0), table.names)
        if each.key == "map"
    )
    nodes = {e.attrib["id"]: e for e in ElementTree.fromstring(svg).iter() if "id" in e.attrib}
    for cell in range(CELLS):
        node, full = nodes[f"lay-cell-{cell}"], filled >> cell & 1
        css = [each.get("class", "").split() for each in node]
        assert (["hatch", "map"] in css) == bool(full)
        assert ["bx", "fil" if full else "land"] == css[0]
        gives = board.cell_gives[cell]
        links = [each.get("href") for each in node if each.get("href")]
        assert links == ([f"#map-{ITEM_KEYS[gives]}"] if gives >= 0 and not full else [])
        assert (node.get("data-beside") == "") == (cell in (0, CELLS - 1))
    layers = [node for name, node in nodes.items() if name.startswith("turn-")]
    assert len(layers) == ways or not ways
    offered = set(found_in(scene))
    shown: list[str] = []
    for layer in layers:
        here = [each.get("data-action", "") for each in layer]
        shown += here
        spots = [(e[0].get("x"), e[0].get("y")) for e in layer]
        assert len(set(spots)) == len(spots), "each place has a cell of its own"
        turns = {board.place_turn[int(action.split(":")[1])] for action in here}
        assert turns <= {int(layer.get("data-turn", "-1"))}
        for each in layer:
            mask = board.places[int(each.get("data-action", "").split(":")[1])]
            cell = place_of(each)
            assert mask >> cell & 1, "the cell to press is one of the pattern"
    assert sorted(shown) == sorted(offered)
    turners = [e for e in ElementTree.fromstring(svg).iter() if e.get("class") == "turner"]
    assert len(turners) == len(layers) + (2 if len(layers) > 1 else 0)


def place_of(node: ElementTree.Element) -> int:
    """The cell in which something to press lies."""
    x, y = float(node[0].get("x", "")), float(node[0].get("y", ""))
    return int((y - 60) // 112 * 5 + (x - 40) // 112)


def test_the_pattern_of_a_neighbour_is_laid_on_the_own_map() -> None:
    scene = Scene(seats=3, prospects=["architect", "fighter", "ranger"], patricians=2, soldier=1)
    scene.do("pattern:1")
    square = place("r1c1 r1c2 r2c1 r2c2")
    assert square not in found_in(scene)
    pattern = the_board().pattern_keys[
        the_board().card_pattern[the_board().card_keys.index("ranger")]
    ]
    assert all(each.label.startswith(f"{pattern} at ") for each in found_in(scene).values())
    shown = preview(scene, next(iter(found_in(scene))))
    assert dict(shown.changes)["soldier"] == -1
