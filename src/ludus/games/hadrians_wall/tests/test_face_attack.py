"""The attack as players see it, arrow by arrow, against the cards that were turned."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from xml.etree import ElementTree

import pytest

from ludus.core.models import Column, Dashboard, Moment, Preview, Side
from ludus.core.protocol import Event
from ludus.core.text import ICON, plain
from ludus.games.hadrians_wall.face.attack import GREEN, GREY, RED, told
from ludus.games.hadrians_wall.face.names import Names
from ludus.games.hadrians_wall.ids import (
    COHORT,
    COHORT_KEYS,
    COHORTS,
    DISDAIN,
    FAVOUR,
    IGNORED,
    MEDIATION,
    VALOUR,
)
from ludus.games.hadrians_wall.mechanics.points import total
from ludus.games.hadrians_wall.tests.scenes import Scene, Value, opened, the_board

Node = ElementTree.Element
WORDS = opened().face.words
TEMPLES: dict[str, Value] = {"built": ("temple_small",), "priests": 1, "temple": 2, "favour": 1}
DIPLOMATS: dict[str, Value] = {"patricians": 3, "diplomats": (2, 0, 1), "mediation": (1, 0, 2)}
BOTH: dict[str, Value] = {**TEMPLES, **DIPLOMATS}
LOTS = range(8)
EACH_LOT = pytest.mark.parametrize("seed", LOTS)


def dashboard(scene: Scene, viewer: int = 0) -> Dashboard:
    table = scene.table
    decision = table.decision(viewer) if viewer >= 0 else None
    return opened().face.dashboard(table.view(viewer), decision, (), table.names)


def moment(scene: Scene, viewer: int = 0) -> Moment:
    found = dashboard(scene, viewer).moment
    assert found is not None
    return found


def arrows_of(cards: Sequence[int]) -> Counter[int]:
    return Counter(arrow for card in cards for arrow in the_board().fate_arrows[card])


@cache
def attacks(seed: int) -> tuple[Scene, ...]:
    """One attack after each of its cards, and after each Favour that is spent; a scene for each."""
    found: list[Scene] = []
    lot = random.Random(seed)
    year, shields = lot.randint(2, 6), tuple(lot.randint(0, 3) for _ in range(COHORTS))
    spends = lot.randint(0, 4)
    count = len(the_board().fate_arrows)
    cards = lot.sample(range(count), count)
    for stage in range(20):
        scene = Scene(BOTH, seats=1 + seed % 3, year=year, cohorts=shields, difficulty="normal")
        if stage_of(scene, stage, cards, spends):
            found.append(scene)
        else:
            break
    return tuple(found)


def stage_of(scene: Scene, stage: int, cards: Sequence[int], spends: int) -> bool:
    """Bring the scene so many steps into the attack; whether it has so many."""
    scene.stop()
    for step in range(stage):
        if scene.chance():
            options = [action.arg for action in scene.chance()]
            scene.turn(next(card for card in cards if card in options))
            continue
        ways = [way for way in scene.options() if way.startswith("ignore")]
        if scene.prompt() != "defence" or not ways or spends <= step - len(scene.state.attack):
            return False
        scene.do(ways[step % len(ways)])
    return dashboard(scene).moment is not None


def drawn(side: Side) -> Node:
    return ElementTree.fromstring(side.art)


def tag(node: Node) -> str:
    return node.tag.rpartition("}")[2]


def badges(side: Side) -> list[tuple[str, str]]:
    """The colour of each mark at an arrow, with what is drawn in it."""
    groups = [each for each in drawn(side) if tag(each) == "g" and len(each) == 2]
    return [(each[0].get("fill", ""), each[1].get("d", "")) for each in groups]


# Cards -------------------------------------------------------------------------------------------


@EACH_LOT
def test_cards_are_shown_in_order_and_the_others_lie_face_down(seed: int) -> None:
    board = the_board()
    for scene in attacks(seed):
        told_of, state = moment(scene), scene.state
        whole = board.attacks[1][state.year]
        shown = [card for card in told_of.cards if not card.down]
        assert len(told_of.cards) == whole and len(shown) == len(state.attack)
        for card, number in zip(shown, state.attack, strict=True):
            refs = [bit.ref for bit in card.shown if bit.kind == ICON]
            assert refs == [f"pict-{COHORT_KEYS[arrow]}" for arrow in board.fate_arrows[number]]
        turning = len(shown) < whole
        latest = [card.latest for card in told_of.cards]
        assert latest == [turning and n == len(shown) - 1 for n in range(whole)]
        assert all(card.shown for card in told_of.cards)
        assert told_of.row_label == f"{len(shown)} of {whole} turned"
        assert told_of.note.endswith(f"{whole} arrows")
        assert told_of.stake == str(board.flag[state.year])


@EACH_LOT
def test_a_favour_stops_the_last_card_at_its_cohort(seed: int) -> None:
    """As on the shields, where the arrows to the right are the later ones."""
    board = the_board()
    for scene in attacks(seed):
        state = scene.state
        left = list(state.sheets[0][IGNORED : IGNORED + COHORTS])
        shown = [card for card in moment(scene).cards if not card.down]
        for card, number in reversed(list(zip(shown, state.attack, strict=True))):
            (arrow,) = board.fate_arrows[number]
            assert card.stopped == ("favour" if left[arrow] else "")
            left[arrow] -= bool(left[arrow])
        assert sum(left) == 0


# Flanks ------------------------------------------------------------------------------------------


@EACH_LOT
def test_each_flank_counts_its_arrows(seed: int) -> None:
    for scene in attacks(seed):
        told_of, sheet = moment(scene), scene.state.sheets[0]
        arrows = arrows_of(scene.state.attack)
        assert [plain(side.title) for side in told_of.sides] == ["Left", "Centre", "Right"]
        for cohort, side in enumerate(told_of.sides):
            shields, ignored = sheet[COHORT + cohort], sheet[IGNORED + cohort]
            beyond = max(0, arrows[cohort] - shields - ignored)
            held = min(arrows[cohort], shields)
            assert side.icon == f"pict-{COHORT_KEYS[cohort]}"
            if beyond:
                assert (side.tone, side.badge) == ("bad", f"{beyond} through")
            elif arrows[cohort]:
                spare = max(0, shields - arrows[cohort])
                assert (side.tone, side.badge) == ("good", f"{held} held, {spare} spare")
            else:
                assert (side.tone, side.badge) == ("", "quiet")


@EACH_LOT
def test_each_arrow_is_drawn_held_stopped_or_through(seed: int) -> None:
    for scene in attacks(seed):
        told_of, state = moment(scene), scene.state
        arrows, sheet = arrows_of(state.attack), state.sheets[0]
        turning = any(card.down for card in told_of.cards)
        for cohort, side in enumerate(told_of.sides):
            shields, ignored = sheet[COHORT + cohort], sheet[IGNORED + cohort]
            held = min(arrows[cohort], shields)
            stopped = min(arrows[cohort] - held, ignored)
            counted = Counter(colour for colour, _ in badges(side))
            assert counted[GREEN] == held
            assert counted[RED] == arrows[cohort] - held - stopped
            parts = [each for each in drawn(side).iter() if tag(each) in ("g", "rect", "path")]
            cards = [each for each in parts if tag(each) == "rect"]
            assert len(cards) == stopped, "a card for each Favour"
            heads = [each for each in parts if each.get("fill") == GREY and not each.get("opacity")]
            assert len(heads) == stopped
            last = state.attack[-1:] if turning else []
            dots = [each for each in drawn(side) if tag(each) == "circle" and each.get("r") == "4"]
            assert len(dots) == (cohort in arrows_of(last)), "the latest arrow"
            broad = float(drawn(side).get("viewBox", "").split()[2])
            assert broad == 52 * max(the_board().size[COHORT], arrows[cohort])
            if dots and arrows[cohort] > 1:
                ends = [float(each.get("cx", "")) for each in dots]
                assert ends[0] == 52 * (arrows[cohort] - 1) + 26


def test_marks_of_arrows_that_are_held_and_that_get_through_differ() -> None:
    found: dict[str, set[str]] = {GREEN: set(), RED: set()}
    for seed in LOTS:
        for scene in attacks(seed):
            for side in moment(scene).sides:
                for colour, path in badges(side):
                    found[colour].add(path)
    assert [len(paths) for paths in found.values()] == [1, 1]
    assert found[GREEN].isdisjoint(found[RED])


@EACH_LOT
def test_there_is_a_shield_for_each_box_of_the_cohort(seed: int) -> None:
    for scene in attacks(seed)[:3]:
        for cohort, side in enumerate(moment(scene).sides):
            paths = [each for each in drawn(side) if each.get("d", "").endswith("Z")]
            empty = [each for each in paths if each.get("stroke-dasharray")]
            assert len(paths) == the_board().size[COHORT]
            assert len(paths) - len(empty) == scene.state.sheets[0][COHORT + cohort]


# What comes of it --------------------------------------------------------------------------------


def worth(scene: Scene, spent: int = -1) -> tuple[int, int, int]:
    """What gets through, and the Disdain and Valour of that, if one more arrow is ignored."""
    state = scene.state
    sheet, arrows, through = state.sheets[0], arrows_of(state.attack), 0
    for cohort in range(COHORTS):
        stops = sheet[COHORT + cohort] + sheet[IGNORED + cohort] + (cohort == spent)
        through += max(0, arrows[cohort] - stops)
    flag = the_board().flag[state.year]
    return through, min(through, flag), flag - min(through, flag)


@EACH_LOT
def test_the_verdict_counts_what_gets_through(seed: int) -> None:
    for scene in attacks(seed):
        through, disdain, valour = worth(scene)
        key = "attack.breaks" if through else "attack.holds"
        words = plain(WORDS.say(key, through=through, disdain=disdain, valour=valour))
        assert plain(moment(scene).verdict) == words
        panel = opened().face.panels(scene.table.view(0), scene.table.names)[0]
        meters = {meter.key: meter for meter in panel.meters}
        assert (meters["disdain"].value, meters["valour"].value) == (disdain, valour)
        arrows, sheet = arrows_of(scene.state.attack), scene.state.sheets[0]
        for cohort, key in enumerate(COHORT_KEYS):
            meter, stops = meters[f"cohort-{key}"], sheet[COHORT + cohort] + sheet[IGNORED + cohort]
            beyond = max(0, arrows[cohort] - stops)
            assert (meter.value, meter.change) == (sheet[COHORT + cohort], -beyond)
            assert meter.tone == ("bad" if beyond else "good" if arrows[cohort] else "")
        favours = sheet[FAVOUR] + sum(sheet[MEDIATION : MEDIATION + COHORTS])
        assert meters["favour"].value == favours


@EACH_LOT
def test_a_favour_says_what_would_still_get_through(seed: int) -> None:
    met = 0
    for scene in attacks(seed):
        table = scene.table
        decision = table.decision(0)
        if decision is None:
            continue
        for choice in opened().face.choices(table.view(0), decision, table.names):
            if choice.action.verb == "ignore":
                left, *_ = worth(scene, choice.action.arg % COHORTS)
                assert plain(choice.hint) == plain(WORDS.say("hint.ignore", left=left))
                met += 1
    assert met


def shown(column: Column) -> tuple[int, int, str]:
    meters = {meter.key: meter for meter in column.meters}
    for key in ("disdain", "valour"):
        assert meters[key].shown == f"+{meters[key].value}"
    return meters["disdain"].value, meters["valour"].value, meters["points"].shown


@EACH_LOT
def test_each_way_to_go_on_is_weighed_as_it_would_come(seed: int) -> None:
    for scene in attacks(seed):
        told_of, sheet = moment(scene), scene.state.sheets[0]
        columns = {column.title: column for column in told_of.columns}
        favours = columns.get(WORDS.text("attack.yours"))
        left = {f"diplomat-{key}": sheet[MEDIATION + n] for n, key in enumerate(COHORT_KEYS)}
        left["temple"] = sheet[FAVOUR]
        wanted = {key: count for key, count in left.items() if count}
        assert wanted == (
            {meter.key: meter.value for meter in favours.meters} if favours is not None else {}
        )
        if scene.chance():
            assert told_of.columns[0].chosen and shown(told_of.columns[0])[:2] == worth(scene)[1:]
            arrows = arrows_of(scene.state.attack)
            spare = {meter.key: meter.value for meter in told_of.columns[1].meters}
            assert spare == {
                f"spare-{key}": max(0, sheet[COHORT + n] - arrows[n])
                for n, key in enumerate(COHORT_KEYS)
            }
            continue
        ways = {}
        for option in scene.options():
            verb, _, arg = option.partition(":")
            side = WORDS.text(f"cohort.{COHORT_KEYS[int(arg or 0) % COHORTS]}")
            kind = "without" if verb == "defend" else "temple" if int(arg) < 3 else "diplomat"
            ways[WORDS.text(f"attack.{kind}", cohort=side)] = int(arg) % 3 if arg else -1
        assert scene.prompt() == "defence"
        assert set(ways) == set(columns) - {WORDS.text("attack.yours")}
        assert list(columns)[len(ways) - 1] == WORDS.text("attack.without"), "facing it comes last"
        for title, cohort in ways.items():
            assert shown(columns[title])[:2] == worth(scene, cohort)[1:]


def preview(scene: Scene, action: str) -> Preview:
    table = scene.table
    decision = table.decision(0)
    assert decision is not None
    face, view = opened().face, table.view(0)
    choices = face.choices(view, decision, table.names)
    choice = next(each for each in choices if each.action.text == action)
    return face.preview(view, decision, choice, table.names)


@pytest.mark.parametrize(
    ("action", "spends"),
    [("ignore:0", "temple"), ("ignore:3", "diplomat"), ("ignore:5", "diplomat"), ("defend", "")],
)
def test_a_preview_of_the_attack_comes_true(action: str, spends: str) -> None:
    scene = Scene(BOTH, year=3, cohorts=(0, 1, 1), valour=2)
    scene.raid("left", "right", "right")
    sheet = scene.state.sheets[0]
    told_of = preview(scene, action)
    chips = [plain(chip) for chip in told_of.chips]
    cohort = int(action[-1]) % 3 if spends else -1
    through, disdain, valour = worth(scene, cohort)
    side = [WORDS.text("chip.favour", cohort=COHORT_KEYS[cohort].capitalize())] if spends else []
    assert chips == [*side, f"{through} through", f"+{disdain} Disdain", f"+{valour} Valour"]
    changes = dict(told_of.changes)
    assert changes.get("favour", 0) == -bool(spends)
    assert changes.get("disdain", 0) == disdain and changes.get("valour", 0) == valour
    assert told_of.points is not None and told_of.points[0] == total(the_board(), sheet)
    title = next(
        column
        for column in moment(scene).columns
        if shown(column)[2] == f"{told_of.points[0]} → {told_of.points[1]}"
    ).title
    assert title
    if not spends:
        scene.do(action)
        after = scene.state.sheets[0]
        assert (after[DISDAIN], after[VALOUR]) == (disdain, 2 + valour)
        assert told_of.points[1] == total(the_board(), after)
    else:
        before = (scene["favour"], *scene.row("mediation"))
        scene.do(action)
        after_spent = (scene["favour"], *scene.row("mediation"))
        place = 0 if spends == "temple" else 1 + cohort
        assert [b - a for b, a in zip(before, after_spent, strict=True)] == [
            int(number == place) for number in range(4)
        ]


# Steps, and who looks on -------------------------------------------------------------------------


def test_the_steps_of_an_attack_go_on_for_each_seat() -> None:
    scene = Scene(TEMPLES, seats=2, year=2)
    assert dashboard(scene).moment is None, "while seats act"
    scene.stop()
    for _ in range(2):
        steps = moment(scene).steps
        assert steps is not None and steps.at == 0
        assert steps.names[0] == f"Arrows {len(scene.state.attack)} of 2"
        scene.attack("left")

    def step(viewer: int, seat: int) -> int:
        table = scene.table
        face, view = opened().face, table.view(viewer)
        told_of = face.dashboard(view, table.decision(seat), (), table.names).moment
        assert told_of is not None and told_of.steps is not None
        return told_of.steps.at

    assert scene.prompt() == "defence" and scene.table.decision(1) is None
    assert step(0, 0) == 1, "the one that is asked"
    assert step(0, 1) == 1, "it still waits, though nothing is asked here"
    assert step(1, 1) == 2 and step(-3, 1) == 1
    assert moment(scene, 1).columns == ()
    so_far = moment(scene, -3).columns
    assert [column.title for column in so_far] == [WORDS.text("attack.so_far")]
    scene.do("defend")
    assert dashboard(scene).moment is None


def test_panels_say_who_still_chooses() -> None:
    scene = Scene(TEMPLES, seats=3, year=2)

    def states(viewer: int = 0) -> list[str]:
        panels = opened().face.panels(scene.table.view(viewer), scene.table.names)
        return [panel.state for panel in panels]

    assert states() == ["acting", "acting", "acting"]
    scene.do("stop", seat=1)
    assert states() == states(2) == ["acting", "done", "acting"]
    scene.raid("left", "left")
    assert states() == ["choosing", "so far", "so far"]
    scene.do("defend")
    while scene.chance():
        assert states() == ["", "", ""]
        scene.turn(scene.chance()[0].arg)
    assert scene.prompt(1) == "path" and states() == ["choosing"] * 3
    scene.do(scene.options(1)[0], seat=1)
    assert states() == ["choosing", "", "choosing"]


def test_when_the_game_is_over_nobody_does_anything() -> None:
    scene = Scene(seats=2, year=6)
    scene.raid(*["left"] * 8)
    assert scene.table.over
    panels = opened().face.panels(scene.table.view(0), scene.table.names)
    assert [panel.state for panel in panels] == ["", ""]
    assert dashboard(scene).moment is None and dashboard(scene).steps is None


@pytest.mark.parametrize("seats", range(1, 7))
def test_neighbours_are_named_as_the_viewer_sits(seats: int) -> None:
    scene = Scene(seats=seats)
    for viewer in (*range(seats), -3):
        panels = opened().face.panels(scene.table.view(viewer), scene.table.names)
        notes = {panel.seat: panel.note for panel in panels if panel.note}
        if viewer < 0 or seats == 1:
            assert notes == {}
        elif seats == 2:
            assert notes == {1 - viewer: "left"}, "the other neighbour is a card"
        else:
            assert notes == {(viewer + 1) % seats: "left", (viewer - 1) % seats: "right"}


# How it ended ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cohorts", "tone", "line"),
    [
        ((0, 0, 0), "bad", "Livia lets 2 through: 2 Disdain."),
        ((2, 0, 0), "good", "Livia holds the Wall: Valour 3, 1 Soldier, Valour 4."),
        ((1, 0, 0), "bad", "Livia lets 1 through: 1 Disdain, but Valour 3, 1 Soldier."),
    ],
)
def test_the_end_of_an_attack_is_a_moment_for_whom_it_hit(
    cohorts: tuple[int, ...], tone: str, line: str
) -> None:
    scene = Scene(seats=2, year=2, cohorts=cohorts, valour=2)
    events = scene.raid("left", "left")
    (own,) = [e for e in events if e.kind == "defence" and e.number("seat") == 0]
    face, names = opened().face, scene.table.names
    found = face.tell(scene.table.view(0), own, names)
    assert found is not None and found.moment is not None
    assert plain(found.sentence) == line and found.moment.tone == tone
    assert found.moment.steps is not None and found.moment.steps.at == 2
    assert not any(card.down or card.latest for card in found.moment.cards)
    gains = line.removesuffix(".").partition(": ")[2].removeprefix("1 Disdain, but ")
    follows = [plain(each) for each in found.moment.follows]
    assert follows == ([f"It brings {gains}."] if cohorts != (0, 0, 0) else [])
    for viewer in (1, -3):
        other = face.tell(scene.table.view(viewer), own, names)
        assert other is not None and other.moment is None and plain(other.sentence) == line


def test_cards_without_an_arrow_and_with_two_are_shown() -> None:
    """Fate cards of a pack may point at several cohorts, or at none."""
    board = the_board()
    before = board.fate_arrows
    try:
        board.fate_arrows = [(), (0, 2), (1,), *before[3:]]
        names = Names(WORDS, board, ("Ann",))
        facts: dict[str, int | tuple[int, ...]] = {
            "year": 2,
            "seat": 0,
            "cards": (0, 1, 2),
            "through": 1,
            "disdain": 1,
            "valour": 1,
        }
        for ignored, stopped in (
            ((0, 0, 0), ["", "", ""]),
            ((1, 0, 0), ["", "", ""]),
            ((1, 1, 1), ["", "favour", "favour"]),
        ):
            more: dict[str, int | tuple[int, ...]] = {
                "cohorts": (0, 0, 0),
                "ignored": ignored,
                "trace": (),
            }
            found = told(names, Event("defence", {**facts, **more}))
            refs = [[bit.ref for bit in card.shown if bit.kind == ICON] for card in found.cards]
            assert refs == [["fate"], ["pict-left", "pict-right"], ["pict-centre"]]
            assert [card.stopped for card in found.cards] == stopped
            assert found.follows == ()
    finally:
        board.fate_arrows = before
