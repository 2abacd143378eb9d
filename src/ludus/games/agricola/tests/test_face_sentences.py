"""What the face says in sentences is the position: prompts, the description, reasons, the story."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from ludus.core.models import Wish
from ludus.core.protocol import Event, Fact, Outcome
from ludus.core.text import plain
from ludus.games.agricola.ids import (
    CALEDONIAN,
    NONE,
    OFFICIUM,
    ROMAN,
    TREACHERY,
)
from ludus.games.agricola.tests.face_positions import FACE, NAMES, looks, own
from ludus.games.agricola.tests.scene import Scene, place, unit
from ludus.games.agricola.tests.test_face_map import sighted
from ludus.games.agricola.tests.test_face_round import unhoused

SIDES = (ROMAN, CALEDONIAN)
SIDE_NAMES = ("Romans", "Caledonians")
WORDS = FACE.words


# Sentences ----------------------------------------------------------------------------------------


def test_the_prompt_speaks_to_who_chooses_and_of_him_to_others() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::2]:
        for decision in look.asked:
            said = plain(FACE.prompt(look.view, decision, NAMES).sentence)
            key = f"prompt.{decision.prompt}"
            if decision.seat != look.view.viewer:
                wait = plain(WORDS.say(f"{key}.wait", seat=NAMES[decision.seat]))
                assert said == wait
                met["wait"] += 1
                continue
            side, question = look.side, look.view.question
            assert question is not None
            verbs = {option.verb for option in decision.options}
            idle = verbs <= {"decline", "quiet"}
            assert said.endswith("so that the enemy cannot tell.") == (
                idle or (decision.prompt == "land" and len(decision.options) == 1)
            )
            met["idle"] += idle
            met["ships"] += decision.prompt == "land" and len(decision.options) == 1
            left = verbs <= {"next", "quiet", "wake", "reveal", "betray", "dismantle"}
            if f"{key}.none" in WORDS:
                shut = plain(WORDS.say(f"{key}.none"))
                assert (said == shut) == left
                met["none"] += left
            if f"{key}.one" in WORDS:
                here = look.state.at[side]
                alone = here.count(look.t.board.limbo) == 1
                if decision.prompt == "winter":
                    alone = len(unhoused(look)) == 1
                one = plain(WORDS.say(f"{key}.one", unit="|")).partition("|")[0]
                plenty = plain(WORDS.say(f"{key}.text", unit="|")).partition("|")[0]
                assert said.startswith(one if alone else plenty)
                met["one" if alone else "many"] += 1
            numbers = {
                "hits": question.value,
                "go_home": question.value,
                "withdraw": question.value,
                "sail": question.value - question.used,
            }
            b = look.state.battle
            if decision.prompt == "reserve" and b is not None:
                numbers["reserve"] = b.force[ROMAN].bit_count() // 2 - b.reserve.bit_count()
            if decision.prompt in numbers:
                n = numbers[decision.prompt]
                assert said == plain(WORDS.say(f"{key}.text", n=n))
                met[decision.prompt] += 1
            if decision.prompt == "cancel":
                marker = look.t.contents.stratagems[1 - side][question.value].name
                assert said.startswith(f"{marker} was played.")
                met["cancel"] += 1
    kinds = ("wait", "idle", "none", "one", "many", "hits", "go_home", "withdraw", "sail")
    assert min(met[k] for k in (*kinds, "reserve", "cancel")) > 0, met


def test_treachery_is_answered_as_the_enemys() -> None:
    """A stratagem, the Treachery against it and the one against that: each is explained as its own
    side's."""
    scene = Scene(romans={"3525": "Karus, Ala I"}, hands=("officium, treachery", "treachery"))
    scene.do("play officium")
    for seat, marker in ((1, OFFICIUM), (0, TREACHERY)):
        view, decision = scene.script.view(seat), scene.script.decision(seat)
        assert decision.prompt == "cancel"
        sentence = FACE.prompt(view, decision, NAMES).sentence
        assert [bit.ref for bit in sentence if bit.ref] == [f"marker-{1 - seat}-{marker}"]
        scene.script.play(f"play:{TREACHERY}", seat=seat)


def test_the_first_to_place_is_a_leader() -> None:
    """Leaders come first; in winter and at set-up it goes by the order of the units."""
    met: Counter[bool] = Counter()
    for look in own():
        decision = look.decision
        assert decision is not None
        if decision.prompt not in ("place", "deploy", "winter"):
            continue
        muster, question = look.t.musters[look.side], look.view.question
        assert question is not None
        limbo = look.t.board.limbo
        pool = [n for n, spot in enumerate(look.state.at[look.side]) if spot == limbo]
        if decision.prompt == "winter":
            pool = unhoused(look)
        held = [n for n in pool if question.mask >> n & 1]
        leads = [n for n in pool if muster.leaders >> n & 1]
        order = held or (leads if decision.prompt == "place" else []) or pool
        said = plain(FACE.prompt(look.view, decision, NAMES).sentence)
        name = muster.units[order[0]].name
        if "{unit}" in WORDS.template(f"prompt.{decision.prompt}.text"):
            assert name in said
        placed = [c for c in look.choices if c.action.verb == "place"]
        if placed and len(held) < 2 and decision.prompt != "place":
            assert placed[0].label.startswith(name)
            met[bool(held)] += 1
    assert met[False], met


def test_the_description_tells_the_whole_position() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::5]:
        view, state, t = look.view, look.state, look.t
        lines = FACE.describe(view, NAMES).split("\n")
        before = "The game is being set up."
        assert (before in lines) == (not state.turn)
        met["before"] += not state.turn
        led = [NAMES[side ^ state.flip] for side in SIDES]
        points = [f"{name} leads the Romans with" if n == 0 else name for n, name in enumerate(led)]
        assert any(all(part in line for part in points) for line in lines)
        assert any(line.startswith("Waiting for") for line in lines) != bool(state.ended)
        road = [line for line in lines if line.startswith("The northern road")]
        assert bool(road) == bool(state.road)
        assert not road or f"is {state.road} hex" in road[0]
        met["road"] += bool(road)
        for side in SIDES:
            rows = [line for line in lines if f": {SIDE_NAMES[side]}: " in line]
            for spot in view.veiled[side]:
                known = [n for n, where in enumerate(view.at[side]) if where == spot]
                name = "Britannia" if spot == t.board.britannia else t.board.ids[spot]
                (row,) = (r for r in rows if name in r.partition(f": {SIDE_NAMES[side]}: ")[0])
                units_said = row.partition(f": {SIDE_NAMES[side]}: ")[2]
                assert units_said.startswith("unknown units") == (not known)
                assert units_said.rstrip(".").endswith("unknown units")
                met["partly" if known else "veiled"] += 1
        seen = [line for line in lines if line.startswith("Seen in")]
        enemy = 1 - look.side
        spots = [s for s in view.veiled[enemy] if sighted(look, s, enemy)] if look.side >= 0 else []
        assert bool(seen) == bool(spots)
        met["seen"] += bool(seen)
        battle = [line for line in lines if line.startswith("There is a battle")]
        assert bool(battle) == (state.battle is not None)
        assert sum(line.endswith(" is besieged.") for line in lines) == len(state.sieges)
        assert sum("was pillaged this year" in line for line in lines) == len(state.pillaged)
    assert min(met[k] for k in ("before", "road", "veiled", "seen")) > 0, met


def test_known_and_unknown_units_of_a_stack_are_listed_together() -> None:
    scene = Scene(romans={"3425": "Karus"}, tribes={"2127": "Warband 1, Warband 2"})
    scene.state.known[ROMAN] |= 1 << unit(CALEDONIAN, "Warband 1")
    lines = FACE.describe(scene.script.view(0), NAMES).split("\n")
    (line,) = (each for each in lines if "Warband 1" in each)
    assert line.endswith(": Warband 1, unknown units.")


# Why not ------------------------------------------------------------------------------------------


def test_a_place_that_offers_nothing_says_why() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::23]:
        view, decision, board = look.view, look.decision, look.t.board
        offered = {spot for choice in look.choices for spot in choice.places}
        beyond = f"hex-{board.britannia + 1}"
        assert FACE.why_not(view, decision, beyond, NAMES) is None
        for spot in (*range(0, board.hexes, 31), board.britannia):
            key = f"hex-{spot}"
            for asked in (look.asked[0] if look.asked else None, decision):
                reason = FACE.why_not(view, asked, key, NAMES)
                about = FACE.about(view, asked, key, NAMES)
                assert about is not None
                mine = asked is not None and asked.seat == view.viewer
                assert (reason is None) == (mine and key in offered)
                assert (about.state == "you may choose it") == (reason is None)
                assert about.state in ("you may choose it", "") and bool(about.why_not) != (
                    reason is None
                )
                if reason is None:
                    met["open"] += 1
                    continue
                said = plain(about.why_not)
                if view.ended:
                    assert said == "The game is over."
                elif not mine:
                    waiting = ", ".join(NAMES[seat] for seat in view.waiting)
                    wanted = f"Waiting for {waiting}." if waiting else "Dice are rolling."
                    assert said == wanted
                    met["wait" if waiting else "dice"] += 1
                elif asked is not None and asked.prompt in ("march", "sail"):
                    assert said.endswith("is out of reach.")
                    met["far"] += 1
                elif spot in view.stacks[look.side]:
                    assert said.startswith("Your units in")
                    met["mine"] += 1
                else:
                    assert said.startswith("Nothing can be done in")
                    met["here"] += 1
    assert min(met[k] for k in ("open", "wait", "dice", "far", "here")) > 0, met


def test_ones_own_units_that_cannot_act_are_called_ones_own() -> None:
    scene = Scene(romans={"3525": "Karus"}, tribes={"2127": "Warband 1"}, ap=(0, 0))
    view, decision = scene.script.view(0), scene.script.decision(0)
    reason = FACE.why_not(view, decision, f"hex-{place('3525')}", NAMES)
    assert reason is not None and "Your units in Eboracum (3525) cannot" in plain(reason)
    other = FACE.why_not(view, decision, f"hex-{place('2127')}", NAMES)
    assert other is not None and "Your units" not in plain(other)


# Everything explains itself -----------------------------------------------------------------------


@pytest.mark.parametrize("number", ["000012", "0000012", "\u0662", "1_2", "-1", ""])
def test_a_number_that_is_none_explains_nothing(number: str) -> None:
    view = Scene().script.view(0)
    assert FACE.about(view, None, f"hex-{number}", NAMES) is None
    assert FACE.about(view, None, "hex-00012", NAMES) is not None


def test_the_levels_of_victory_are_told_with_where_they_begin() -> None:
    scene = Scene()
    about = FACE.about(scene.script.view(0), None, "meter-balance", NAMES)
    assert about is not None
    said = [plain(line) for line in about.gives]
    for line, level in zip(said, scene.t.charts.level, strict=True):
        name = WORDS.text(f"level.{level.key}")
        start = "below 0" if level.from_ is None else f"{level.from_} or more"
        assert line == f"{start}: {name}"


def test_places_off_the_map_have_names_and_no_element() -> None:
    """A sentence about a place on the map leads there; the boxes lie nowhere."""
    scene = Scene()
    board, view = scene.t.board, scene.script.view(0)
    for spot in (NONE, 0, place("3525"), board.britannia, board.britannia + 1, board.fallen):
        event = Event("looked", {"side": ROMAN, "place": spot})
        line = FACE.tell(view, event, NAMES)
        assert line is not None
        refs = [bit.ref for bit in line.sentence if bit.ref.startswith("hex-")]
        assert refs == ([f"hex-{spot}"] if 0 <= spot <= board.hexes else [])
        assert ("an unknown place" in plain(line.sentence)) == (spot == NONE)
        about = FACE.subject(view, "", spot)
        assert (about == "") == (spot == NONE)


# The result ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("flip", [0, 1])
def test_the_verdict_gives_each_side_its_points(flip: int) -> None:
    parts = ({"roman_centers": 12, "sites": 1}, {"fortresses": 5})
    outcome = Outcome(
        scores=(13, 5)[:: -1 if flip else 1],
        ranks=(1, 2)[:: -1 if flip else 1],
        reason="marginal",
        decided_by="level",
        parts=parts[:: -1 if flip else 1],
    )
    said = plain(FACE.verdict(outcome, NAMES))
    assert said.endswith(f"{NAMES[flip]} wins: Romans 13, Caledonians 5.")


# The story ----------------------------------------------------------------------------------------


def test_events_name_the_dice_and_both_sides() -> None:
    scene = Scene(romans={"3525": "Karus"})
    view = scene.script.view(0)
    for face in (1, 6):
        event = Event("points_rolled", {"side": CALEDONIAN, "die": face})
        line = FACE.tell(view, event, NAMES)
        assert line is not None
        assert plain(line.sentence) == f"The Caledonians roll {face} for Action Points."
        assert [bit.ref for bit in line.sentence if bit.kind == "die"] == [str(face)]
    ours, theirs = unit(ROMAN, "Karus"), unit(CALEDONIAN, "Warband 1")
    facts: dict[str, Fact] = {"place": place("3525"), "romans": (ours,), "tribes": (theirs,)}
    for kind in ("battle", "met"):
        line = FACE.tell(view, Event(kind, dict(facts)), NAMES)
        assert line is not None
        said = plain(line.sentence)
        assert 0 < said.index("Karus") < said.index("Warband 1")
    line = FACE.tell(view, Event("bids", {"bids": (3, 5)}), NAMES)
    assert line is not None and re.findall(r"\d+", plain(line.sentence)) == ["3", "5"]
    assert not [bit for bit in line.sentence if bit.kind == "die"], "bids are no dice"


def test_points_that_do_not_change_anything_are_not_told() -> None:
    """At nine points, or at none, nothing is gained or lost."""
    view = Scene().script.view(0)
    for by, verb in ((2, "gain"), (0, ""), (-2, "give up")):
        line = FACE.tell(view, Event("points", {"side": ROMAN, "by": by, "now": 9}), NAMES)
        assert (line is None) == (by == 0)
        assert line is None or f"{verb} 2" in plain(line.sentence)


def test_a_gesture_of_small_steps_is_told_by_them() -> None:
    """Where nothing of a gesture is worth a sentence but its single steps, these are told."""
    scene = Scene(romans={"3525": "Karus, Ala I"})
    view = scene.script.view(0)
    left = Event("left", {"side": ROMAN, "unit": unit(ROMAN, "Ala I")})
    silent = Event("march_over", {"side": ROMAN})
    line = FACE.tell_gesture(view, [left, silent], NAMES)
    assert line is not None and plain(line.sentence) == "Ala I stays behind."
    moved = Event("moved", {"side": ROMAN, "place": place("3525"), "to": place("3425")})
    both = FACE.tell_gesture(view, [left, moved, silent], NAMES)
    assert both is not None
    assert plain(both.sentence).startswith("A force of the Romans goes from")
    assert "stays behind" not in plain(both.sentence)
    assert FACE.tell_gesture(view, [silent], NAMES) is None


def test_every_game_can_be_told_to_everybody() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::2]:
        for event in look.told:
            line = FACE.tell(look.view, event, NAMES)
            met[event.kind] += line is not None
            if line is not None:
                assert plain(line.sentence) or line.heading
        told = FACE.tell_gesture(look.view, look.told, NAMES)
        lines = [FACE.tell(look.view, event, NAMES) for event in look.told]
        if not any(line is not None and line.sentence for line in lines):
            assert told is None or not told.sentence
    assert met["moved"] and met["points_rolled"]


# Odd views ----------------------------------------------------------------------------------------


def test_whatever_was_asked_a_view_without_it_can_be_shown() -> None:
    """A page may still hold what was asked a moment ago."""
    met: set[str] = set()
    for look in own():
        decision = look.decision
        assert decision is not None
        if decision.prompt in met:
            continue
        met.add(decision.prompt)
        view = replace(look.view, questions=())
        choices = FACE.choices(view, decision, NAMES)
        assert [choice.action for choice in choices] == [*decision.options]
        assert FACE.dashboard(view, decision, choices, NAMES).trays
        for offered in FACE.gestures(view, decision, choices, NAMES):
            FACE.follow(view, decision, Wish(offered.key, {}), (), NAMES)
        for choice in choices:
            assert FACE.preview(view, decision, choice, NAMES).title == choice.label
        assert FACE.scenes(view, decision, choices, NAMES)
    assert met >= {"march", "hits", "place", "winter", "sail", "concentrate", "build"}, met


def test_a_view_without_a_question_can_still_be_shown() -> None:
    """Between two moves, and when the game is over, nothing is asked."""
    scene = Scene(romans={"3525": "Karus, Ala I"}, tribes={"2127": "Warband 1"}, ap=(1, 0))
    view = replace(scene.do("march 3525").script.view(0), questions=())
    shown = FACE.dashboard(view, None, (), NAMES)
    assert shown.steps is None and shown.moment is None
    assert FACE.scenes(view, None, (), NAMES)[0].svg.count("signed") == 0
    assert FACE.about(view, None, f"hex-{place('3525')}", NAMES) is not None
