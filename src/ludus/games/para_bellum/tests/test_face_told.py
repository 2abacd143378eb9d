"""The log, the moments and the position in words, read back against events and view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

import pytest

from ludus.core.face import Line
from ludus.core.models import Moment
from ludus.core.protocol import Event
from ludus.core.text import plain, roman
from ludus.games.para_bellum.board import (
    COLUMN_NAMES,
    COLUMNS,
    GENERAL,
    RED,
    ROWS,
    SLOTS,
    cell_name,
    slot_name,
)
from ludus.games.para_bellum.ids import (
    ACT_VERBS,
    ACTION_PHASE,
    BY_COLOURS,
    BY_DECK,
    COLOUR_IDS,
    DRAW_PHASE,
    HIDDEN,
    NONE,
)
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.tests.scene import CATALOG, Scene, k, r
from ludus.games.para_bellum.tests.test_face_positions import (
    FACE,
    GAMES,
    NAMES,
    Look,
    looks,
    played,
)
from ludus.games.para_bellum.view import Side, View

WORDS = FACE.words
SEEN: Final = 6
"""So many events of each kind are looked at."""


# What things are called ---------------------------------------------------------------------------


def command(kind: int) -> str:
    return WORDS.text(f"card.{CATALOG.commands[kind].id}.name")


def goal(kind: int) -> str:
    if kind in (HIDDEN, NONE):
        return "face down"
    return WORDS.text(f"objective.{CATALOG.objectives[kind].id}.name")


def army(kind: int) -> str:
    """An army card in full."""
    card = CATALOG.army[kind]
    said = [COLOUR_IDS[card.colour]]
    said.append("starting card" if kind >= CATALOG.deck_kinds else "")
    if not said[-1]:
        said[-1] = "full-colour" if card.full else "ordinary"
    if card.cornicine:
        said.append("cornicine")
    if card.mounted:
        said.append("commander facing up" if card.mounted > 0 else "commander facing down")
    return ", ".join(said)


def battle(kind: int) -> str:
    return WORDS.text(f"battle.{CATALOG.battles[kind].id}.name")


FACTS: Final[Mapping[str, Callable[[int], str]]] = {
    "kind": command,
    "card": army,
    "goal": goal,
    "colour": lambda colour: COLOUR_IDS[colour],
    "battle": battle,
    "event": lambda event: WORDS.text(f"omen.{CATALOG.events[event].id}.name"),
    "banner": lambda banner: WORDS.text(f"banner.{banner}"),
    "slot": slot_name,
    "cell": lambda cell: cell_name(cell) if cell >= 0 else "",
    "face": str,
    "before": str,
    "count": str,
    "points": str,
    "space": str,
}
"""How each fact of an event is said."""
UNSAID: Final[Mapping[str, tuple[str, ...]]] = {
    "new_gray": ("seat", "slot"),
    "new_red": ("seat", "slot"),
    "centurion": ("slot",),
    "legion": ("lo", "hi"),
    "disabled": ("cell",),
    "discarded": ("cell",),
    "shielded": ("slot",),
    "event": ("seat",),
    "bonus": ("battle", "colour"),
    "no_bonus": ("seat",),
    "gives": ("card",),
    "turn": ("seat",),
    "objective_dealt": ("seat",),
}
"""Facts that have no word, or one of another kind, which is looked for below."""
NAMED: Final = ("die_named", "target", "order_option", "branch", "way", "legion_first", "rerolls")
SILENT: Final = frozenset((*NAMED, "action_phase", "done"))
"""What is said by what comes of it."""


@cache
def stories() -> tuple[tuple[View, Event, tuple[str, ...]], ...]:
    """Events of each kind, and the view of somebody who saw them."""
    met: Counter[str] = Counter()
    found: list[tuple[View, Event, tuple[str, ...]]] = []
    for number in range(GAMES):
        for position in played(number):
            decision = position.decision
            if decision is not None and decision.seat < 0:
                continue
            for event in position.lately:
                key = " ".join(str(event.facts.get(each, "")) for each in ("seat", "verb"))
                key = f"{event.kind} {key}"
                met[key] += 1
                if met[key] <= SEEN:
                    viewer = (met[key] + number) % (position.state.seats + 1) - 1
                    found.append((position.view(viewer), event, position.names))
    return tuple(found)


def lines(*kinds: str) -> list[tuple[View, Event, tuple[str, ...], Line]]:
    found: list[tuple[View, Event, tuple[str, ...], Line]] = []
    for view, event, names in stories():
        if event.kind in kinds:
            line = FACE.tell(view, event, names)
            if line is not None:
                found.append((view, event, names, line))
    assert found
    return found


# The log ------------------------------------------------------------------------------------------


def test_every_event_is_told_with_what_it_is_about() -> None:
    for view, event, names in stories():
        line = FACE.tell(view, event, names)
        acts = event.kind == "acts"
        if line is None:
            assert event.kind in SILENT or acts
            continue
        assert event.kind not in SILENT
        if event.kind in ("takes", "acts"):
            continue
        said = plain(line.sentence) + line.heading
        unsaid = UNSAID.get(event.kind, ())
        if "seat" in event.facts and "seat" not in unsaid:
            assert names[event.number("seat")] in said, (event, said)
        for name, value in event.facts.items():
            if name in FACTS and name not in unsaid and isinstance(value, int):
                assert FACTS[name](value) in said, (event, said)
        for other in ("to", "target"):
            if event.facts.get(other, NONE) != NONE:
                assert names[event.number(other)] in said


def test_places_in_a_line_are_those_of_whom_it_is_about() -> None:
    """A page lights up what the line names: on whose board, is in none of its words."""
    met: set[int] = set()
    for view, event, names in stories():
        line = FACE.tell(view, event, names)
        for bit in line.sentence if line is not None else ():
            place = re.fullmatch(r"(?:cell|die)-(\d)-\d+", bit.ref)
            if place is not None:
                assert int(place[1]) == event.number("seat"), (event, bit)
                met.add(int(place[1]))
    assert met == {0, 1, 2, 3}


def test_only_great_actions_get_a_line_of_their_own() -> None:
    announced = {"muster", "empower", "consult", "use", "march", "pact"}
    met: Counter[str] = Counter()
    for view, event, names in stories():
        if event.kind != "acts":
            continue
        verb, line = ACT_VERBS[event.number("verb")], FACE.tell(view, event, names)
        assert (line is not None) == (verb in announced)
        if line is not None:
            said = plain(line.sentence)
            assert names[event.number("seat")] in said
            assert verb != "use" or command(event.number("arg") // 2) in said
        met[verb] += 1
    assert announced <= set(met)


def test_a_card_that_is_taken_is_named_while_memory_is_open() -> None:
    met: Counter[bool] = Counter()
    for view, event, names, line in lines("takes"):
        seat, said = event.number("seat"), plain(line.sentence)
        allies = view.seats == 4 and view.viewer >= 0 and view.viewer ^ 2 == seat
        known = view.open_memory or view.viewer == seat or allies
        assert (command(event.number("kind")) in said) == known
        assert names[seat] in said and ("a command card" in said) == (not known)
        met[known] += 1
    assert met[True] and met[False]


def test_the_turn_is_a_heading_with_its_round() -> None:
    view = Scene(3).act().view(0)
    for count in (1, 4, 11, 12, 13, 20):
        line = FACE.tell(view, Event("turn", {"seat": 1, "round": count}), NAMES[:3])
        assert line is not None and not line.sentence
        shown = roman(count) if count <= 12 else str(count)
        assert line.heading == f"Round {shown} · Marcus"
        text = FACE.text(_in_round(count), NAMES[:2])
        assert text.startswith(f"Round {shown} · ")


def _in_round(count: int) -> View:
    scene = Scene().act()
    scene.state.round = count
    return scene.view(0)


def test_a_legion_is_told_with_its_size() -> None:
    met: Counter[bool] = Counter()
    for _, event, names, line in lines("legion"):
        count = event.number("hi") - event.number("lo") + 1
        said, big = plain(line.sentence), count > 2
        assert ("Big Legion" in said) == big == (line.moment is not None)
        colour = COLOUR_IDS[event.number("colour")]
        assert colour in said and names[event.number("seat")] in said
        if line.moment is not None:
            assert f"Big Legion of {count}" in said
            assert len(line.moment.row) == count
            assert {bit.ref for bit in line.moment.row} == {f"blazon-{colour}"}
            assert line.moment.row_label == f"{count} {colour} cards"
            assert f"+{count - 2}" in plain(line.moment.follows[1])
            assert names[event.number("seat")] in line.moment.title
        met[big] += 1
    assert met[True] and met[False]


def test_orders_and_cards_in_play_are_told_with_their_aim() -> None:
    met: Counter[str] = Counter()
    for _, event, names, line in lines("order", "deploys"):
        said = plain(line.sentence)
        assert command(event.number("kind")) in said
        if event.kind == "order":
            at = event.number("target")
            assert (" against " in said) == (at >= 0)
            assert at < 0 or f"against {names[at]}" in said
            met[f"order {at >= 0}"] += 1
        else:
            cell = event.number("cell")
            assert said.endswith(f" on {cell_name(cell)}." if cell >= 0 else ".")
            assert (" on " in said) == (cell >= 0)
            met[f"deploys {cell >= 0}"] += 1
    assert len(met) == 4


@pytest.mark.parametrize("cell", [0, 1, 13, NONE])
def test_a_unit_is_told_with_its_cell(cell: int) -> None:
    event = Event("deploys", {"seat": 0, "kind": CATALOG.command("onager"), "cell": cell})
    line = FACE.tell(Scene().act().view(0), event, NAMES[:2])
    assert line is not None
    where = f" on {cell_name(cell)}" if cell >= 0 else ""
    assert plain(line.sentence) == f"Livia deploys Onager{where}."


@pytest.mark.parametrize("shared", [0, 1])
def test_a_shared_objective_is_told_as_shared(shared: int) -> None:
    view = Scene(4).act().view(0)
    facts = {"seat": 2, "goal": 3, "points": 4, "shared": shared, "number": 0}
    line = FACE.tell(view, Event("objective", facts), NAMES)
    dealt = FACE.tell(view, Event("objective_dealt", facts), NAMES)
    assert line is not None and dealt is not None
    assert ("shared objective" in plain(line.sentence)) == bool(shared)
    assert "Quintus" in plain(line.sentence) and "4 points" in plain(line.sentence)
    assert ("Your team shares" in plain(dealt.sentence)) == bool(shared)
    assert goal(3) in plain(line.sentence) and goal(3) in plain(dealt.sentence)


def test_what_is_given_is_told_to_those_who_may_know() -> None:
    met: Counter[tuple[str, int]] = Counter()
    for _, event, _, line in lines("gives", "gives_hidden"):
        kind, said = event.number("army"), plain(line.sentence)
        if event.kind == "gives":
            named = army if kind else command
            assert named(event.number("card")) in said
        else:
            assert ("an army card" if kind else "a command card") in said
        met[event.kind, kind] += 1
    assert len(met) == 4


@pytest.mark.parametrize("kept", [0, 1])
def test_actions_gained_are_kept_or_lost(kept: int) -> None:
    event = Event("actions", {"seat": 0, "count": 2, "kept": kept})
    line = FACE.tell(Scene().act().view(0), event, NAMES[:2])
    assert line is not None
    assert ("cannot be used" in plain(line.sentence)) == (not kept)


# Moments ------------------------------------------------------------------------------------------


def test_a_morale_test_adds_up() -> None:
    met: Counter[tuple[bool, bool]] = Counter()
    for _, event, names, line in lines("morale"):
        roll, plus, limit = (event.number(key) for key in ("roll", "plus", "limit"))
        passed, name = bool(event.number("passed")), names[event.number("seat")]
        assert passed == (roll + plus <= limit)
        said = plain(line.sentence)
        assert said.endswith("and holds." if passed else "and fails.")
        assert f" {plus:+d} against {limit}," in said and name in said
        assert line.moment is not None
        assert name in line.moment.title
        morale(line.moment, roll, plus, limit)
        met[passed, bool(plus)] += 1
    assert len(met) >= 3


@pytest.mark.parametrize(("roll", "plus", "limit"), [(1, 0, 1), (3, -1, 2), (6, 2, 4), (2, 0, 1)])
def test_a_morale_test_adds_up_whatever_is_added(roll: int, plus: int, limit: int) -> None:
    facts = {"seat": 1, "roll": roll, "plus": plus, "limit": limit}
    event = Event("morale", {**facts, "passed": int(roll + plus <= limit)})
    line = FACE.tell(Scene().act().view(0), event, NAMES[:2])
    assert line is not None and line.moment is not None
    morale(line.moment, roll, plus, limit)


def morale(moment: Moment, roll: int, plus: int, limit: int) -> None:
    """The sum on one side, the limit and the dice it comes from on the other."""
    mine, other = moment.sides
    passed = roll + plus <= limit
    numbers = [int(plain(term.shown)) for term in mine.terms]
    assert numbers == ([roll, plus] if plus else [roll])
    assert [term.label for term in mine.terms] == ["roll", "added"][: len(numbers)]
    assert int(mine.total) == sum(numbers) and int(other.total) == limit
    dice = [bit.ref for bit in other.terms[0].shown]
    assert dice == ["die-b", *["die-r"] * (limit - 1)]
    assert sum(int(bit.text) for bit in other.terms[0].shown) == limit
    assert moment.tone == ("good" if passed else "bad")
    verdict = plain(moment.verdict)
    assert verdict.startswith(f"{roll + plus} is {'not ' if passed else ''}more than {limit}:")
    assert verdict.endswith("holds." if passed else "loses a gray die.")
    assert mine.mark >= 0 and plain(mine.title) in verdict


def test_a_lost_die_is_shown_as_it_was() -> None:
    for _, event, names, line in lines("die_lost"):
        slot = event.number("slot")
        assert line.moment is not None
        letter = "k" if slot < RED else "r"
        (bit,) = line.moment.row
        assert bit.ref == f"die-{letter}-{event.number('before')}"
        assert line.moment.row_label == f"at {slot_name(slot)}"
        assert names[event.number("seat")] in line.moment.title


def test_a_die_that_changes_is_told_with_both_faces() -> None:
    for face in (0, 1, 6):
        facts = {"seat": 0, "slot": RED + 4, "before": 3, "face": face}
        line = FACE.tell(Scene().act().view(0), Event("die_changed", facts), NAMES[:2])
        assert line is not None
        icons = [bit.ref for bit in line.sentence if bit.kind == "icon"]
        assert icons == (["die-r-3", f"die-r-{face}"] if face else ["die-r-3"])
        assert ("is lost" in plain(line.sentence)) == (not face)


def test_the_end_is_announced_with_its_reason() -> None:
    view = Scene().act().view(0)
    for by in (BY_DECK, BY_COLOURS):
        line = FACE.tell(view, Event("end_triggered", {"seat": 1, "by": by}), NAMES[:2])
        assert line is not None and line.moment is not None
        for said in (plain(line.sentence), plain(line.moment.verdict)):
            assert ("all five colours" in said) == (by == BY_COLOURS)
            assert "Marcus" in said
        assert "Marcus" in plain(line.moment.follows[0])


# The position in sentences and in letters ---------------------------------------------------------


def test_the_position_in_sentences_names_everything_on_the_table() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::3]:
        view = look.view
        said = FACE.describe(view, look.names).split("\n")
        head = said[0]
        if not view.questions:
            met["over"] += 1
            assert head == "The game is over."
        elif view.turn == NONE:
            met["setup"] += 1
            assert head == "The game is being set up."
        else:
            left = f"{view.actions} action{'' if view.actions == 1 else 's'} left."
            assert head.startswith(f"Round {view.round}, {phase(view)}. {look.names[view.turn]} ")
            assert head.endswith(left)
            met["turn"] += 1
        kinds = [kind for kind in view.line if kind != NONE]
        cards = [line for line in said if line.startswith("Battle Line: ")]
        names = ", ".join(command(kind) for kind in kinds)
        assert cards == ([f"Battle Line: {names}."] if kinds else [])
        met["line" if kinds else "no line"] += 1
        battles = [line for line in said if line.startswith("Battle: ")]
        assert battles == ([f"Battle: {battle(view.battle)}."] if view.battle != NONE else [])
        assert len([line for line in said if line.startswith("Event: ")]) == (view.event != NONE)
        assert f"{view.army_deck} army card" in "\n".join(said)
        for side, block in zip(view.sides, blocks(said, look.names), strict=True):
            beside(side, block)
        hands = [line for line in said if line.startswith("Your hand: ")]
        assert len(hands) == (view.viewer >= 0)
        if hands:
            side = view.sides[view.viewer]
            held = [army(kind) for kind in side.hand or ()]
            held += [command(kind) for kind in side.commands or ()]
            assert hands == [f"Your hand: {'; '.join(held) or 'nothing'}."]
    assert all(met[key] for key in ("over", "setup", "turn", "line", "no line"))


def blocks(said: list[str], names: tuple[str, ...]) -> list[list[str]]:
    """The lines about each player."""
    starts = [next(at for at, line in enumerate(said) if line.startswith(f"{n}: ")) for n in names]
    return [said[a:b] for a, b in zip(starts, [*starts[1:], len(said)], strict=True)]


def beside(side: Side, block: list[str]) -> None:
    """The dice, cards in play and objectives in the lines about a player."""
    dice = [code for code in side.dice if code]
    found = [line for line in block if line.startswith("Dice: ")]
    assert len(found) == bool(dice)
    assert sum(line.count(" die ") for line in found) == len(dice)
    names = ", ".join(command(card.kind) for card in side.in_play)
    found = [line for line in block if line.startswith("In play: ")]
    assert found == ([f"In play: {names}."] if names else [])
    goals = ", ".join(f"{goal(each.kind)} ({each.points})" for each in side.goals)
    found = [line for line in block if line.startswith("Objectives: ")]
    assert found == ([f"Objectives: {goals}."] if goals else [])


def phase(view: View) -> str:
    """The phase of the turn in words."""
    step = view.questions[0].step
    if step <= ACTION_PHASE:
        return "Army Phase"
    return "Action Phase" if step == DRAW_PHASE else "Draw Phase"


def test_the_board_in_letters_names_everything_on_the_table() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::3]:
        view = look.view
        rows = FACE.text(view, look.names).split("\n")
        turns = [row for row in rows if row.startswith("Round ")]
        assert len(turns) == (view.turn != NONE)
        met["turn"] += len(turns)
        shown = roman(view.round) if view.round <= 12 else str(view.round)
        assert all(row.startswith(f"Round {shown} · ") for row in turns)
        if turns and view.questions:
            assert turns == [f"Round {shown} · {phase(view)}"]
        events = [row for row in rows if row.startswith("Event: ")]
        assert events == ([f"Event: {FACTS['event'](view.event)}"] if view.event != NONE else [])
        battles = [row for row in rows if row.startswith("Battle: ")]
        assert battles == ([f"Battle: {battle(view.battle)}"] if view.battle != NONE else [])
        line = ", ".join(command(kind) for kind in view.line if kind != NONE)
        assert f"Battle Line: {line}" in rows and f"{view.army_deck} in deck" in rows
        hands = [row for row in rows if row.startswith("hand: ")]
        known = [side for side in view.sides if side.hand is not None]
        assert len(hands) == len(known)
        for row, side in zip(hands, known, strict=True):
            held = [army(kind) for kind in side.hand or ()]
            held += [command(kind) for kind in side.commands or ()]
            assert row == f"hand: {'; '.join(held)}"
        for seat in range(view.seats):
            fields(look, seat, rows)
    assert met["turn"]


def fields(look: Look, seat: int, rows: list[str]) -> None:
    """The rows of one army as letters, and what lies beside it."""
    side, name = look.view.sides[seat], look.names[seat]
    (start,) = [at for at, row in enumerate(rows) if row.startswith(f"{name}: ")]
    end = next((at for at in range(start, len(rows)) if not rows[at]), len(rows))
    block = rows[start + 1 : end]
    played = " ".join(command(c.kind) + ("*" if c.down else "") for c in side.in_play)
    goals = " ".join(goal(each.kind) for each in side.goals)
    beside = [row for row in (played, goals) if row]
    if side.hand is not None:
        block = block[:-1]
    field = block[: len(block) - len(beside)]
    assert block[len(field) :] == beside
    if side.cells.count(NONE) == len(side.cells):
        assert not field
        return
    columns = re.findall("[A-I]", field[-1])
    assert "".join(columns) in COLUMN_NAMES
    reds = [line.split() for line in field[:-1] if not line[0].isdecimal()]
    wanted = [
        [die(side.dice[RED + row * COLUMNS + column]).strip() for column in range(COLUMNS)]
        for row in range(ROWS - 2, -1, -1)
    ]
    shown = [[each for each in row if each] for row in wanted]
    assert [each for row in reds for each in row] == [each for row in shown for each in row]
    for row in range(ROWS):
        letters = [line for line in field[:-1] if line.startswith(f"{row + 1} ")]
        cells = range(row * COLUMNS, (row + 1) * COLUMNS)
        if not letters:
            assert all(side.cells[cell] == NONE for cell in cells)
            continue
        for at, column in enumerate(columns):
            cell = row * COLUMNS + COLUMN_NAMES.index(column)
            there = letters[0][2 + 5 * at : 7 + 5 * at].ljust(5)
            assert there[:3] == f" {letter(look, seat, cell)}"
            code = side.dice[cell] if cell < SLOTS else 0
            assert there[3:] == die(code)


def letter(look: Look, seat: int, cell: int) -> str:
    """Two letters for a card: its colour, a capital where it is full, and its picture."""
    side = look.view.sides[seat]
    kind = side.cells[cell]
    if kind == NONE:
        return "# " if any(card.cell == cell for card in side.in_play) else ". "
    card = CATALOG.army[kind]
    first = "CAVGP"[card.colour]
    if kind >= CATALOG.deck_kinds:
        return f"{first.lower()}{face_of(side.dice[GENERAL])}"
    mark = " "
    if card.cornicine:
        mark = "~"
    elif card.mounted:
        mark = "^" if card.mounted > 0 else "v"
    return (first if card.full else first.lower()) + mark


def die(code: int) -> str:
    if not code:
        return "  "
    banner = banner_of(code)
    return f"{face_of(code)}{'stwave'[banner] if banner != NONE else ' '}"


def test_red_dice_stand_between_the_rows_of_letters() -> None:
    scene = Scene().army({(0, 1): "azure", (1, 0): "azure", (1, 1): "gold"})
    scene.dice({r(0, 0): (4, "warlord"), r(1, 0): 2, k(0, 0): 5}).perms("castra").down("castra")
    rows = FACE.text(scene.act().view(0), NAMES[:2]).split("\n")
    at = next(number for number, row in enumerate(rows) if row.startswith("3 "))
    assert rows[at + 1].split() == ["4w", "2"] and rows[at + 2].startswith("2 ")
    assert "Castra*" in rows and not any(row.strip() == "" for row in rows[at : at + 3])


def test_units_are_among_the_letters_and_the_sentences() -> None:
    scene = Scene().perms(("onager", (0, 1)), ("balista", (1, 0))).act()
    text, said = (make(scene.view(0), NAMES[:2]) for make in (FACE.text, FACE.describe))
    assert text.count("#") == 2
    assert "Onager on E3" in said and "Balista on F2" in said
