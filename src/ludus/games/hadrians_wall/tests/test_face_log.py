"""The log read back: each event of whole games, and how boxes and gains are called in it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from ludus.core.chance import SeededRng
from ludus.core.face import Line
from ludus.core.protocol import SPECTATOR, Event
from ludus.core.table import Table
from ludus.core.text import ICON, PLACE, SEAT, plain
from ludus.games.hadrians_wall.face.names import Names, icon_of
from ludus.games.hadrians_wall.face.things import things
from ludus.games.hadrians_wall.ids import (
    BUILDINGS,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    DIPLOMAT,
    FAVOUR,
    FORT,
    GLADIATOR_KEYS,
    ITEM_KEYS,
    PATHS,
    PRODUCTION,
    REMOVED,
    RENOWN,
    STOCK,
    STRENGTH,
    TEMPLE,
    TRACE_STEP,
    TRACE_WASTED,
    TRACK_KEYS,
)
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.tests.by_lot import scene_by_lot
from ludus.games.hadrians_wall.tests.scenes import (
    NAMES,
    RICH,
    Scene,
    Value,
    build,
    opened,
    the_board,
)
from ludus.games.hadrians_wall.tests.test_story import bold
from ludus.games.hadrians_wall.view import View
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

FACE = opened().face
WORDS = FACE.words
words = WORDS.text
THINGS = things(the_board(), WORDS)
LOTS = range(6)
EACH_LOT = pytest.mark.parametrize("seed", LOTS)


@cache
def lot(seed: int) -> Scene:
    return scene_by_lot(seed, 1 + seed % 3, year=2 + seed % 5)


def counted(count: int, key: str) -> str:
    return f"{count} {WORDS.icon(key, count).text}"


# Names -------------------------------------------------------------------------------------------


def track(place: int) -> str:
    if COHORT <= place < COHORT + COHORTS:
        return words(f"track.cohort.{COHORT_KEYS[place - COHORT]}")
    if place in (STRENGTH, STRENGTH + 1):
        return words(f"track.strength.{GLADIATOR_KEYS[place - STRENGTH]}")
    if DIPLOMAT <= place < DIPLOMAT + COHORTS:
        return words(f"track.diplomat.{COHORT_KEYS[place - DIPLOMAT]}")
    return words(f"track.{TRACK_KEYS[place - RENOWN]}")


def gained(trace: Sequence[int]) -> str:
    """What a trace lists: items alike in a row are counted, boxes named one by one."""
    parts: list[str] = []
    counts: list[tuple[int, int]] = []
    for entry in trace:
        place, box = divmod(entry, TRACE_STEP)
        if place < STOCK or place == FAVOUR:
            if counts and counts[-1][0] == place and parts:
                place, count = counts.pop()
                parts.pop()
                counts.append((place, count + 1))
            else:
                counts.append((place, 1))
            key = "favour" if place == FAVOUR else ITEM_KEYS[place]
            parts.append(counted(counts[-1][1], key))
            continue
        counts.clear()
        if place == REMOVED:
            parts.append(words("trace.removed"))
        elif box == TRACE_WASTED:
            parts.append(words("trace.wasted", track=track(place)))
        else:
            parts.append(f"{track(place)} {box}")
    return ", ".join(parts)


def test_what_a_trace_lists_is_told_one_after_the_other() -> None:
    names = Names(WORDS, the_board(), ())
    lots = random.Random(5)
    entries = [item * TRACE_STEP for item in (0, 0, 3, 4, FAVOUR)]
    entries += [place * TRACE_STEP + 1 for place in (RENOWN, FORT, COHORT + 1, STRENGTH, DIPLOMAT)]
    entries += [place * TRACE_STEP + 2 for place in (STRENGTH + 1, DIPLOMAT + 2, TEMPLE)]
    entries += [place * TRACE_STEP + TRACE_WASTED for place in (RENOWN, PRODUCTION, 22)]
    entries.append(REMOVED * TRACE_STEP + 1)
    for count in range(9):
        for _ in range(12):
            trace = [lots.choice(entries) for _ in range(count)]
            assert plain(names.gains(trace)) == gained(trace)
            assert plain(names.gains(trace, 1)) == gained(trace[1:])


def test_a_box_is_named_with_its_place_where_it_has_one() -> None:
    names, board = Names(WORDS, the_board(), ()), the_board()
    for place in range(RENOWN, TEMPLE + 1):
        for box in (1, board.size[place]):
            named = names.box(place, box)
            assert plain(named) == f"{track(place)} {box}"
            (linked,) = [bit.ref for bit in named if bit.kind == PLACE]
            assert THINGS[linked].track == place and THINGS[linked].box == box
            icons = [bit.ref for bit in named if bit.kind == ICON]
            by_icon = not (12 <= place <= 16 or place == TEMPLE)
            assert icons == ([icon_of(place)] if by_icon else [])
    for place in (STRENGTH, STRENGTH + 1, *range(DIPLOMAT, DIPLOMAT + COHORTS)):
        named = names.box(place, 2)
        assert plain(named) == f"{track(place)} 2"
        assert not any(bit.kind == PLACE for bit in named), "which box it is, is not told"


def test_icons_are_grouped_by_kind() -> None:
    names = Names(WORDS, the_board(), ())
    for icons, told in (
        ((), words("item.nothing")),
        ((COHORT,), "1 Cohort"),
        ((COHORT, COHORT, 0), "2 Cohorts, 1 Soldier"),
        ((FAVOUR, RENOWN, FAVOUR), "2 Favours, 1 Renown"),
        ((RENOWN, RENOWN, 4, RENOWN), "3 Renown, 1 Resource"),
        ((PRODUCTION, 18), "1 Resource Production, 1 Traders"),
    ):
        assert plain(names.icons(icons)) == told
        refs = [bit.ref for bit in names.icons(icons) if bit.kind == ICON]
        assert len(refs) == len(set(icons)) and set(refs) <= FACE.symbols.keys()
    assert [bit.ref for bit in names.icons((COHORT,)) if bit.kind == ICON] == ["cohort"]


def test_items_and_cells_are_those_that_are_there() -> None:
    names = Names(WORDS, the_board(), ())
    assert plain(names.items((0, 2, 0, 1, 0))) == "2 Builders, 1 Civilian"
    assert plain(names.items((0,) * 5)) == words("item.nothing")
    assert names.cells(1 | 1 << 7 | 1 << 19) == "r1c1 r2c3 r4c5"


# The log -----------------------------------------------------------------------------------------


def tell(event: Event, viewer: int = 0, names: Sequence[str] = NAMES) -> Line | None:
    return FACE.tell(lot(0).table.view(0 if viewer == 0 else SPECTATOR), event, names)


OWN_BOX = ("mining", "guard", "cippi", "wall", "fort", "citizen", "temple", "cohort", "spar")
"""Verbs whose line names the box that was filled."""


def check_act(event: Event, line: Line | None) -> None:
    """A line names who acts and what is done, and then what it brought, if anything."""
    action = opened().rules.actions.numbered(event.number("action"))
    trace = list(event.numbers("trace"))
    if action.verb in ("good", "pattern"):
        assert line is None, "the answer to its question is told"
        return
    assert line is not None and line.sound == "mark"
    told, name = plain(line.sentence), NAMES[event.number("seat")]
    assert told.startswith(name)
    rest = trace[1:] if action.verb in (*OWN_BOX, "forum") else trace
    rest = [entry for entry in rest if not DIPLOMAT <= entry // TRACE_STEP < DIPLOMAT + COHORTS]
    if rest:
        assert told.endswith(f": {gained(rest)}."), told
    else:
        assert told.endswith(".") and (": " not in told or action.verb == "forum"), told
    if action.verb in OWN_BOX:
        assert gained(trace[:1]) in told
    elif action.verb == "build":
        assert words(f"building.{BUILDINGS[action.arg]}") in told
    elif action.verb in ("ruling", "diplomat"):
        assert words(f"cohort.{COHORT_KEYS[action.arg]}") in told
    elif action.verb in ("perform", "bribe"):
        assert str(action.arg + 1) in told
    elif action.verb == "forum":
        one, two, gain = the_board().exchanges[action.arg]
        cost = Counter((one, two))
        shown = [counted(count, ITEM_KEYS[item]) for item, count in sorted(cost.items())]
        assert told == f"{name}, Forum: {', '.join(shown)} for {counted(1, ITEM_KEYS[gain])}."


def check_line(event: Event, line: Line | None) -> None:
    """Lines of other events: who, what and how many."""
    told = "" if line is None else plain(line.sentence)
    seat = NAMES[event.number("seat")] if "seat" in event.facts else ""
    kind = event.kind
    if kind in ("year", "attacker"):
        assert line is None
    elif kind == "returned":
        items = event.numbers("items")
        assert (line is None) == (not any(items))
        for item, count in enumerate(items):
            assert line is None or (counted(count, ITEM_KEYS[item]) in told) == (count > 0)
    elif kind == "good":
        trace, card = event.numbers("trace"), event.number("card")
        text = (
            f"{seat} writes good {event.number('good')} into Market box {event.number('box') + 1}"
        )
        assert told == (f"{text}: {gained(trace)}." if trace else f"{text}.")
        assert line is not None and line.sound == ("card" if card >= 0 else "mark")
    elif kind == "fought":
        damage, gains = the_board().fate_damage[event.number("card")], event.numbers("trace")
        fate_of = "lives" if event.number("alive") else "dies"
        fighter = words(f"gladiator.{GLADIATOR_KEYS[event.number('gladiator')]}")
        brought = gained(gains) or words("item.nothing")
        assert told == f"{fighter} takes {damage} damage and {fate_of}: {brought}."
    elif kind == "arrows":
        shown = [
            f"{count} {words(f'cohort.{key}')}"
            for key, count in zip(COHORT_KEYS, event.numbers("cohorts"), strict=True)
            if count
        ]
        assert told == f"Arrows: {', '.join(shown)}."
    elif kind == "income":
        gains = (0, event.number("builder"), 0, event.number("civilian"), event.number("resource"))
        shown = [counted(n, ITEM_KEYS[item]) for item, n in enumerate(gains) if n]
        assert told == f"{seat} collects {', '.join(shown) or words('item.nothing')}."
    elif kind in ("gift", "placed"):
        thing = counted(1, ITEM_KEYS[event.number("item")])
        assert f" {thing} " in told and seat in told
        if kind == "gift":
            assert (
                line is not None
                and told == f"{NAMES[event.number('to')]} gets {thing} from {seat}."
            )
            (motion,) = line.motions
            assert (motion.start, motion.end) == (
                f"panel-{NAMES.index(seat)}",
                f"panel-{event.number('to')}",
            )
        else:
            assert words(f"path.{PATHS[event.number('card')]}") in told
    elif kind == "defence":
        disdain, valour = event.number("disdain"), event.number("valour")
        assert (f"{disdain} Disdain" in told) == (disdain > 0)
        brought = gained(event.numbers("trace"))
        assert f"{brought}." in told if valour else told.endswith("Disdain."), told
        assert (f"lets {event.number('through')} through" in told) == (disdain > 0)
    elif kind in ("fate", "neutral", "dealt", "reveal"):
        assert line is not None and told.endswith(".")
    else:
        assert line is not None and (not seat or told.startswith(seat)), kind


@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (1, 4), (2, 1), (3, 2)])
def test_each_event_of_a_game_is_told(seats: int, seed: int) -> None:
    options = opened().options(seats, {})
    table: Table[State, View] = Table(opened(), NAMES[:seats], options)
    heard: Counter[str] = Counter()
    for _ in random_play(table, Setting(seats, options), SeededRng(f"log {seed}"), bold):
        for event in table.story[-1] if table.moves else ():
            heard[event.kind] += 1
            if event.kind == "act":
                check_act(event, tell(event, SPECTATOR))
            else:
                check_line(event, tell(event, SPECTATOR))
    assert len(heard) >= 14, heard


@pytest.mark.parametrize(
    ("parts", "actions", "line"),
    [
        ({"fort": 2, "wall": 1, "resource": 1}, ["wall"], "Livia fills Wall 2."),
        ({"builder": 1}, ["train"], "Livia trains a Builder: Wall Guard 1."),
        ({"servant": 2}, ["forum:3"], "Livia, Forum: 2 Servants for 1 Civilian."),
        (
            {"builder": 1, "servant": 1},
            ["forum:6"],
            "Livia, Forum: 1 Builder, 1 Servant for 1 Civilian.",
        ),
        (
            {"built": ["theatre"], "performers": 9, "patricians": 9, "resource": 1},
            ["perform:5"],
            "Livia stages performance 6: Renown 1, Patricians (already full).",
        ),
        (
            {"built": ["ludus"], "performers": 9, "civilian": 1},
            ["spar:1"],
            "Livia trains Red gladiator 1.",
        ),
        (
            {"built": ["baths"], "apparitores": 9, "disdain": 1, "resource": 1},
            ["bribe:0"],
            "Livia bribes (box 1): 1 Disdain removed.",
        ),
        (
            {"built": ["courthouse"], "apparitores": 9, "builder": 1},
            ["ruling:1"],
            "Livia makes a ruling (Centre column): 2 Servants.",
        ),
        (
            {"patricians": 1, "servant": 1, "soldier": 1, "resource": 2},
            ["diplomat:2"],
            "Livia sends a Diplomat for the Right cohort: Valour 1.",
        ),
        ({"soldier": 1}, ["guard", "cohort:1"], "Livia fills Centre cohort 1."),
        (
            {"fort": 9, "built": ["granary_medium"], "piety": 25, **RICH},
            [build("road_small"), "attribute:1"],
            "Livia chooses for the Road: Piety (already full).",
        ),
        (
            {"built": ["temple_small"], "priests": 1, "temple": 1, "soldier": 1},
            ["temple:0"],
            "Livia fills Temple 2: Piety 1, 1 Favour.",
        ),
    ],
)
def test_lines_of_single_actions(parts: dict[str, Value], actions: list[str], line: str) -> None:
    scene = Scene(parts)
    told = scene.do(*actions)
    lines = [tell(event) for event in told if event.kind == "act"]
    assert lines[-1] is not None and plain(lines[-1].sentence) == line
    for event in told:
        if event.kind == "act":
            check_act(event, tell(event))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            Event("favour", {"seat": 1, "cohort": 0, "diplomat": 0}),
            "Marcus spends a Temple Favour on Left.",
        ),
        (
            Event("favour", {"seat": 2, "cohort": 2, "diplomat": 1}),
            "Quintus spends a Diplomat's Favour on Right.",
        ),
        (
            Event("good", {"seat": 1, "box": 6, "good": 4, "card": 3, "trace": (321, 128)}),
            "Marcus writes good 4 into Market box 7: Renown 1, 1 Servant.",
        ),
        (
            Event("good", {"seat": 1, "box": 0, "good": 4, "card": -1, "trace": ()}),
            "Marcus writes good 4 into Market box 1.",
        ),
        (
            Event("fought", {"seat": 0, "gladiator": 1, "card": 0, "alive": 0, "trace": (385,)}),
            "Blue takes 2 damage and dies: Piety 1.",
        ),
        (
            Event("fought", {"seat": 0, "gladiator": 0, "card": 0, "alive": 1, "trace": ()}),
            "Red takes 2 damage and lives: nothing.",
        ),
        (Event("returned", {"seat": 0, "items": (0, 0, 0, 0, 0)}), None),
        (
            Event("returned", {"seat": 1, "items": (0, 2, 0, 0, 1)}),
            "Marcus returns 2 Builders, 1 Resource.",
        ),
        (Event("arrows", {"year": 1, "cohorts": (0, 2, 1)}), "Arrows: 2 Centre, 1 Right."),
        (
            Event("income", {"seat": 1, "builder": 0, "civilian": 2, "resource": 1}),
            "Marcus collects 2 Civilians, 1 Resource.",
        ),
    ],
)
def test_lines_of_single_events(event: Event, line: str | None) -> None:
    found = tell(event, SPECTATOR)
    assert (None if found is None else plain(found.sentence)) == line
    if found is not None and "seat" in event.facts and event.kind != "fought":
        seats = [bit.ref for bit in found.sentence if bit.kind == SEAT]
        assert seats == [str(event.facts["seat"])]


def test_a_line_that_begins_something_has_a_heading() -> None:
    for event, heading in (
        (Event("fate", {"year": 3, "card": 0}), "heading.setup"),
        (Event("actions", {"year": 3}), "heading.actions"),
        (Event("attack", {"year": 3, "cards": 4}), "heading.attack"),
        (Event("end", {}), "heading.end"),
    ):
        found = tell(event)
        assert found is not None and found.heading == words(heading, year="III")
