"""What a hand takes and where it goes: offered as the view has it, carried out as it was wished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ludus.core.actions import Action
from ludus.core.models import Gesture, Wish
from ludus.core.protocol import Decision
from ludus.core.text import plain
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import twins
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.face.reach import goals
from ludus.games.agricola.ids import HIDDEN, NONE, PAYMENT, ROMAN
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.face_positions import FACE, NAMES, Look, mixed, own
from ludus.games.agricola.tests.scene import Scene, mask_of, place, the_box, unit
from ludus.games.agricola.tests.test_face_models import carry, gesture, takes

WORDS = FACE.words
RULES = the_box().rules
UNKNOWN = "That cannot be done now."
NOBODY = "Choose at least one unit."
MOST = 60


def offers(*prompts: str) -> Iterator[tuple[Look, Decision, Gesture]]:
    """The gestures of those who are asked."""
    for look in own():
        decision = look.decision
        assert decision is not None
        if not prompts or decision.prompt in prompts:
            for each in FACE.gestures(look.view, decision, (), NAMES):
                yield look, decision, each


def carried(look: Look, wish: Wish) -> tuple[State, list[Action], str]:
    """A wish carried out on a copy; what stopped it, or nothing."""
    state, seat = RULES.copy(look.state), look.view.viewer
    done: list[Action] = []
    while len(done) < MOST:
        decision = next((d for d in RULES.decisions(state) if d.seat == seat), None)
        if decision is None:
            return state, done, ""
        found = FACE.follow(RULES.view(state, seat), decision, wish, tuple(done), NAMES)
        if not isinstance(found, Action):
            return state, done, found or ""
        assert found in decision.options
        RULES.apply(state, seat, found)
        done.append(found)
    raise AssertionError("it never ends")


def alike(look: Look, mask: int) -> Counter[tuple[int, int]]:
    """Units of the viewer by what they are and how they stand: any of them is as good."""
    muster, worn = look.t.musters[look.side], look.state.disrupted[look.side]
    return Counter((muster.twins[n], worn >> n & 1) for n in units(mask))


def keys(mask: int) -> dict[str, int]:
    return {str(n): 1 for n in units(mask)}


def there(look: Look, state: State, spot: int) -> int:
    return sum(1 << n for n, where in enumerate(state.at[look.side]) if where == spot)


def spot_of(look: Look, key: str) -> int:
    return look.t.board.britannia if key == "base" else int(key.rpartition("-")[2])


# What lies in the hand ----------------------------------------------------------------------------


def test_units_in_a_hand_have_their_names_and_figures() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in offers():
        muster, state = look.t.musters[look.side], look.state
        for pick in offered.picks:
            number = int(pick.key)
            worn = state.disrupted[look.side] >> number & 1
            value = muster.back[number] if worn else muster.strength[number]
            move = muster.move[number]
            pace = "~" if move < 0 else str(move) if move else "\u2013"
            assert pick.figures == (str(value), pace)
            met["ship" if move < 0 else "walks" if move else "stays"] += 1
            spot = state.at[look.side][number]
            own_stack = (f"hex-{spot}", f"quarters-{spot}")
            gathered = decision.prompt in ("concentrate", "withdraw", "go_home", "winter")
            assert pick.places == (f"pick-{number}", *(own_stack if gathered else ()))
            met["gathered" if gathered else "together"] += 1
            assert pick.start in (0, 1)
        assert len({pick.key for pick in offered.picks}) == len(offered.picks)
    assert min(met[k] for k in ("ship", "walks", "gathered", "together")) > 0, met


def test_usual_parts_of_a_force_are_one_button() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in offers("march", "build", "winter", "deploy"):
        if not offered.picks:
            continue
        muster = look.t.musters[look.side]
        mask = sum(1 << int(pick.key) for pick in offered.picks)
        parts = {s.label: {int(key) for key, _ in s.picks} for s in offered.shortcuts}
        everyone = set(units(mask))
        kinds = {
            "All": everyone,
            "Fighters": {n for n in everyone if not muster.trains >> n & 1},
            "Cavalry": {n for n in everyone if muster.move[n] >= 4 and not muster.leaders >> n & 1},
            "Leaders, legions": {
                n for n in everyone if (muster.leaders | muster.legionaries) >> n & 1
            },
        }
        if not mask & muster.legionaries:
            kinds["Leaders, legions"] = set()
        seen: list[set[int]] = []
        for label, part in kinds.items():
            wanted = bool(part) and part not in seen
            assert (label in parts) == wanted, (decision.prompt, label)
            if wanted:
                assert parts[label] == part
                seen.append(part)
                met[label] += 1
        assert offered.shortcuts[-1].label == "None" and not offered.shortcuts[-1].picks
        assert all(count == 1 for s in offered.shortcuts for _, count in s.picks)
    assert len(met) == 4, met


def test_what_a_hand_can_do_besides() -> None:
    """Only a hand that an order began takes that order back; only a March weighs its targets."""
    met = set()
    for _, _, offered in offers():
        begun = offered.key in ("march", "build", "form")
        assert offered.undoes == begun, offered.key
        assert offered.weighs == (offered.key == "march")
        assert offered.docked == (offered.key != "nearest")
        met.add(offered.key)
    assert met >= {"march", "build", "form", "nearest", "hits"}, met


def test_whoever_waits_beside_another_is_set_down_by_hand() -> None:
    """The last one is set down by a click on the map."""
    met: Counter[int] = Counter()
    for look in own():
        decision = look.decision
        if decision is not None and decision.prompt in ("place", "deploy"):
            count = look.view.at[look.side].count(look.t.board.limbo)
            found = FACE.gestures(look.view, decision, (), NAMES)
            assert [each.key for each in found] == [decision.prompt] * (count > 1)
            met[min(count, 3)] += 1
    assert len(met) == 3, met


def test_nobody_else_has_a_hand() -> None:
    for look in mixed():
        for decision in look.asked:
            if decision.seat != look.view.viewer:
                assert not FACE.gestures(look.view, decision, (), NAMES)


LIMITED = ("hits", "go_home", "reserve")


def test_no_more_is_taken_than_the_rules_allow() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in offers():
        question, b = look.view.question, look.state.battle
        assert question is not None
        if offered.key in ("hits", "go_home"):
            assert offered.most == question.value
        elif offered.key == "reserve":
            assert b is not None
            left = b.force[ROMAN].bit_count() // 2 - b.reserve.bit_count()
            assert offered.most == left
        elif offered.key == "load":
            aboard = look.state.aboard.count(look.state.loading)
            assert offered.most == 3 - aboard
        else:
            assert offered.most == 0, decision.prompt
        met[offered.key] += 1
    for key in ("hits", "reserve", "march", "concentrate", "withdraw", "form", "land", "winter"):
        assert met[key], (key, met)


# The March ----------------------------------------------------------------------------------------


def test_the_whole_force_goes_where_the_rules_let_it() -> None:
    met: Counter[str] = Counter()
    for look in own():
        view, decision = look.view, look.decision
        assert decision is not None
        if view.marching == NONE:
            assert goals(look.t.contents, view) == {}
            continue
        found = goals(look.t.contents, view)
        open_now = {option.arg for option in decision.options if option.verb == "go"}
        assert {spot for spot, goal in found.items() if not goal.left} == open_now
        question = view.question
        assert question is not None
        for goal in found.values():
            assert goal.left & ~question.mask == 0 and goal.left != question.mask
            assert goal.way.path[0] == view.marching and goal.way.path[-1] == goal.place
            assert goal.way.steps in (0, question.used + len(goal.way.path) - 1)
        met["march"] += 1
        met["left"] += any(goal.left for goal in found.values())
    assert met["march"] > 50 and met["left"], met


COUNTERS = ("", "mines", "+mines", "monoliths", "+monoliths", "+oppidum", "wastes", "ambush")


@pytest.mark.parametrize("counter", COUNTERS)
def test_counters_stop_a_march_as_in_the_rules(counter: str) -> None:
    scene = Scene(
        romans={"2530": "Ala I, Ala II"},
        centers={"Venicones": counter} if counter else {},
        ap=(1, 0),
    ).do("march 2530")
    found = goals(scene.t.contents, scene.script.view(0))
    offered = {o.arg for o in scene.script.decision(0).options if o.verb == "go"}
    assert {spot for spot, goal in found.items() if not goal.left} == offered
    stops = counter not in ("", "+monoliths")
    beyond = any(place("2529") in goal.way.path[1:-1] for goal in found.values())
    assert not (stops and beyond)


@pytest.mark.parametrize("built", [0, 1, 2, 3])
@pytest.mark.parametrize("spot", [0, 1, 2, 3])
def test_the_built_road_is_ridden_as_far_as_it_is_built(built: int, spot: int) -> None:
    board = Scene().t.board
    romans = {board.ids[board.route[spot]]: "Imped I, II Ad A"}
    scene = Scene(romans=romans, road=built, ap=(1, 0)).do(f"march {next(iter(romans))}")
    found = goals(scene.t.contents, scene.script.view(0))
    offered = {o.arg for o in scene.script.decision(0).options if o.verb == "go"}
    assert {place for place, goal in found.items() if not goal.left} == offered
    for goal in found.values():
        if not goal.way.steps and goal.place in board.route[1:]:
            assert board.route_at[goal.place] <= built


def test_a_fort_without_a_field_force_bars_the_way_as_well() -> None:
    tribes = Scene("caledonian", romans={"2630": "Praesidium 1"}, tribes={"2529": "Chariots I"})
    rome = Scene(romans={"2530": "Ala I"}, centers={"Venicones": "+oppidum"})
    for scene, seat, start, fort in ((tribes, 1, "2529", "2630"), (rome, 0, "2530", "2529")):
        scene.do(f"march {start}")
        view, decision = scene.script.view(seat), scene.script.decision(seat)
        found = goals(scene.t.contents, view)
        assert place(fort) in found
        assert all(place(fort) not in goal.way.path[1:-1] for goal in found.values())
        hints = {c.action.text: plain(c.hint) for c in FACE.choices(view, decision, NAMES)}
        assert "you will fight a battle" in hints[f"go:{place(fort)}"]
        target = next(
            t for t in gesture(scene, "march", seat).targets if t.key.endswith(f"-{place(fort)}")
        )
        assert target.tone == "warn"
        rows = [plain(row) for row in target.chips]
        foe = scene.t.musters[1 - seat]
        number = unit(1 - seat, "Praesidium 1" if seat else "Venicones")
        assert any(row.endswith(f": {foe.strength[number]}") for row in rows), rows


def test_targets_say_what_a_march_means() -> None:
    met: Counter[str] = Counter()
    for look, _, offered in offers("march"):
        view, state, oracle = look.view, look.state, look.oracle
        question = view.question
        assert question is not None and offered.targets
        found = goals(look.t.contents, view)
        enemy = 1 - look.side
        for target in offered.targets:
            spot = spot_of(look, target.key)
            goal = found[spot]
            force = question.mask & ~goal.left
            foes = any(where == spot for where in state.at[enemy])
            center = look.t.board.center_at[spot] if spot < look.t.board.hexes else NONE
            down = look.side == ROMAN and center != NONE and view.center[center] == HIDDEN
            assert target.tone == ("warn" if foes or down else "")
            assert target.bars == tuple(map(str, units(goal.left)))
            assert target.path == tuple(f"hex-{p}" for p in goal.way.path)
            rows = [plain(row) for row in target.chips]
            steps = goal.way.steps
            if steps:
                assert f" {steps} step{'' if steps == 1 else 's'}" in rows[0]
                assert plain(target.note).startswith(f"{steps} ")
            else:
                assert rows[0].endswith("by road") and plain(target.note).startswith("by road")
            paid = WORDS.text(f"payment.{question.flags & PAYMENT}")
            assert rows[1] == f"AP {paid}"
            met[paid] += 1
            if oracle is not None and spot not in state.sieges:
                moved = RULES.copy(state)
                moved.at = [row[:] for row in state.at]
                for n in units(force):
                    moved.at[look.side][n] = spot
                count = len(oracle.hungry(moved, look.side) & set(units(force)))
                wanted = f"{count} out of supply there" if count else "in supply there"
                assert rows[2].endswith(wanted)
                met["hungry" if count else "fed"] += 1
            battle = [row for row in rows if " : " in row]
            # Of an Oppidum that still lies face down nobody knows.
            known = spot in view.veiled[enemy] or spot in view.at[enemy]
            assert bool(battle) == known and (known or down or not foes)
            if battle:
                muster = look.t.musters[look.side]
                worn = state.disrupted[look.side]
                ours = sum(
                    muster.back[n] if worn >> n & 1 else muster.strength[n] for n in units(force)
                )
                theirs = "?"
                if spot not in view.veiled[enemy]:
                    foe, hurt = look.t.musters[enemy], view.disrupted[enemy]
                    here = [n for n, where in enumerate(view.at[enemy]) if where == spot]
                    theirs = str(
                        sum(foe.back[n] if hurt >> n & 1 else foe.strength[n] for n in here)
                    )
                assert battle[0].endswith(f"strength {ours} : {theirs}")
                met["veiled" if theirs == "?" else "seen"] += 1
            turned = any(row.endswith("the counter is turned up first") for row in rows)
            assert turned == down
            met["down"] += down
            stays = [row for row in rows if " stay" in row]
            left = goal.left.bit_count()
            assert bool(stays) == bool(left)
            assert not stays or stays[0].startswith(f"{left} unit")
            met["left"] += bool(left)
            met["used"] += bool(question.used)
            extra = bool(battle) + turned + bool(stays)
            assert len(rows) == 3 + extra
    kinds = ("hungry", "fed", "veiled", "down", "left", "used", "for 1 AP")
    assert min(met[k] for k in kinds) > 0, met


def test_aims_weigh_the_part_that_is_taken() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in list(offers("march"))[::3]:
        question = look.view.question
        assert question is not None
        one = 1 << int(offered.picks[0].key)
        wish = Wish("march", keys(one))
        aimed = FACE.aims(look.view, decision, wish, NAMES)
        assert [t.key for t in aimed] == [t.key for t in offered.targets]
        for target in aimed:
            stays = [plain(row) for row in target.chips if " stay" in plain(row)]
            rest = question.mask.bit_count() - (str(units(one)[0]) not in target.bars)
            assert bool(stays) == bool(rest)
            assert not stays or stays[0].startswith(f"{rest} unit")
            met["stays"] += bool(stays)
        assert FACE.aims(look.view, decision, Wish("hits", {}), NAMES) == ()
        asked = Decision(decision.seat, "form", decision.options)
        assert FACE.aims(look.view, asked, wish, NAMES) == ()
        nothing = replace(look.view, questions=())
        assert FACE.aims(nothing, decision, wish, NAMES) == ()
    assert met["stays"]


def test_a_march_takes_who_was_wished_where_it_was_wished() -> None:
    met: Counter[str] = Counter()
    for look, _, offered in list(offers("march"))[::2]:
        question = look.view.question
        assert question is not None
        mask = question.mask
        for target in offered.targets[::4]:
            spot = spot_of(look, target.key)
            barred = sum(1 << int(key) for key in target.bars)
            going = mask & ~barred
            _, done, said = carried(look, Wish("march", keys(going), target.key))
            if "has to go along" in said:
                met["leader"] += 1
                continue
            assert said == "", (target.key, said)
            went = done[-1]
            assert went.verb == "go" and went.arg == spot
            stayed = [action.arg for action in done[:-1]]
            assert all(action.verb == "leave" for action in done[:-1])
            assert len(stayed) == barred.bit_count()
            assert alike(look, mask & ~sum(1 << n for n in stayed)) == alike(look, going)
            met["left" if barred else "all"] += 1
            if barred:
                refused = carried(look, Wish("march", keys(mask), target.key))[2]
                assert "leave the slower ones" in refused
                met["refused"] += 1
        assert carried(look, Wish("march", {}, offered.targets[0].key))[2] == NOBODY
    assert min(met[k] for k in ("left", "all", "refused")) > 0, met


# Wishes that do not fit ---------------------------------------------------------------------------


def test_a_wish_for_something_else_is_refused_until_something_was_done() -> None:
    scene = Scene(romans={"3525": "Agricola, II Ad A"}, ap=(1, 0))
    view, decision = scene.script.view(0), scene.script.decision(0)
    act = decision.options[0]
    for wish in (Wish("march", takes(ROMAN, "II Ad A")), Wish("hits", {}), Wish("nearest")):
        assert FACE.follow(view, decision, wish, (), NAMES) == UNKNOWN
        assert FACE.follow(view, decision, wish, (act,), NAMES) is None
    assert FACE.follow(view, decision, Wish("juggle"), (), NAMES) == UNKNOWN
    assert FACE.follow(view, decision, Wish("juggle"), (act,), NAMES) == UNKNOWN


HANDS = (
    "march",
    "build",
    "reserve",
    "hits",
    "winter",
    "deploy",
    "place",
    "nearest",
    "form",
    "load",
)


@pytest.mark.parametrize("key", HANDS)
def test_a_hand_without_a_question_does_nothing(key: str) -> None:
    """Between two moves a page may still hold on to a wish."""
    scene = Scene(romans={"3525": "Agricola, II Ad A"}, ap=(1, 0))
    view = replace(scene.script.view(0), questions=())
    prompt = {"nearest": "winter", "load": "form"}.get(key, key)
    said = FACE.follow(view, Decision(0, prompt, ()), Wish(key, {}), (), NAMES)
    assert said in (UNKNOWN, NOBODY)
    offered = FACE.gestures(view, Decision(0, prompt, ()), (), NAMES)
    assert all(not each.targets for each in offered)


# Units one by one ---------------------------------------------------------------------------------

CHOSEN = {
    "reserve": "reserve",
    "move_up": "up",
    "hits": "hit",
    "concentrate": "come",
    "withdraw": "unit",
    "go_home": "unit",
    "land": "land",
}


def test_units_chosen_one_by_one_are_those_that_were_wished() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in offers(*CHOSEN):
        verb = CHOSEN[decision.prompt]
        pool = [int(pick.key) for pick in offered.picks]
        starts = {pick.start for pick in offered.picks}
        assert starts == {int(decision.prompt in ("concentrate", "land"))}
        if offered.key == "hits":
            spread = [int(key) for key, _ in offered.shortcuts[0].picks]
            assert len(offered.shortcuts) == 1
            assert len(spread) == min(offered.most, len(pool))
            assert spread == sorted(spread) and set(spread) <= set(pool)
            muster, worn = look.t.musters[look.side], look.state.disrupted[look.side]
            leads = [n for n in spread if muster.leaders >> n & 1]
            others = [n for n in pool if not muster.leaders >> n & 1]
            assert not leads or set(others) <= set(spread), "leaders come last"
            whole = [n for n in others if muster.back[n] and not worn >> n & 1]
            if any(n not in whole for n in spread if n in others):
                assert set(whole) <= set(spread), "whole units before worn ones"
            met["spread"] += 1
        else:
            labels = [shortcut.label for shortcut in offered.shortcuts]
            assert labels == ["All", "None"]
            assert [int(key) for key, _ in offered.shortcuts[0].picks] == sorted(pool)
        wanted = sorted(pool)[: max(1, (offered.most or len(pool)) // 2 + 1)]
        if offered.most:
            wanted = wanted[: offered.most]
        mask = sum(1 << n for n in wanted)
        _, done, said = carried(look, Wish(offered.key, keys(mask)))
        chosen = [action for action in done if action.verb == verb]
        met[f"{decision.prompt} {said}"] += 1
        assert said in ("", UNKNOWN), said
        assert chosen and len(chosen) <= len(wanted)
        first = sum(1 << action.arg for action in chosen)
        assert not alike(look, first) - alike(look, mask) or len(chosen) != first.bit_count()
        if not said and decision.prompt in ("reserve", "move_up", "concentrate", "land"):
            assert len(chosen) == len(wanted) or done[-1].verb != "done"
            met["done"] += done[-1].verb == "done"
        nobody = carried(look, Wish(offered.key, {}))
        if decision.prompt in ("hits", "withdraw", "go_home"):
            assert nobody[2] == NOBODY and not nobody[1]
        else:
            assert [action.verb for action in nobody[1]] == ["done"]
        met[decision.prompt] += 1
    assert min(met[k] for k in (*CHOSEN, "spread", "done")) > 0, met


def test_of_those_that_are_alike_any_may_go_for_another() -> None:
    scene = Scene(
        romans={"3734": "Agricola, II Ad A, II Ad B, Ala I"},
        tribes={"3732": "Warband 1, Warband 2"},
        ap=(1, 0),
    )
    scene.do("free", "go 3732")
    offered = gesture(scene, "reserve")
    assert offered.most == 2
    assert carry(scene, Wish("reserve", takes(ROMAN, "II Ad B", "Ala I"))) == ""
    legion = scene.battle.reserve & mask_of("II Ad A, II Ad B")
    assert scene.battle.reserve & mask_of("Ala I") and legion.bit_count() == 1


def test_the_one_of_two_alike_that_was_wished_need_not_be_the_one_that_goes() -> None:
    scene = Scene(romans={"3425": "Aux V, Aux VI"}, ap=(1, 0)).do("march 3425")
    offered = gesture(scene, "march")
    target = next(target for target in offered.targets if not target.bars)
    assert carry(scene, Wish("march", takes(ROMAN, "Aux V"), target.key)) == ""
    spots = [scene.state.at[ROMAN][unit(ROMAN, name)] for name in ("Aux V", "Aux VI")]
    assert sorted(spots) == sorted([int(target.key[4:]), place("3425")])


def test_ships_are_nothing_to_the_tribes() -> None:
    """Who is aboard what does not make tribes alike or different, whatever the numbers."""
    met = 0
    for look, decision, offered in offers("march", "concentrate", "hits", "winter"):
        if look.side == ROMAN or len(offered.picks) < 2:
            continue
        view = replace(look.view, aboard=tuple(range(len(look.view.aboard))))
        assert FACE.choices(view, decision, NAMES) == list(look.choices)
        assert offered in FACE.gestures(view, decision, (), NAMES)
        wish = Wish(offered.key, {offered.picks[-1].key: 1}, "hex-0")
        said = [FACE.follow(each, decision, wish, (), NAMES) for each in (view, look.view)]
        assert said[0] == said[1]
        met += 1
        if met == 20:
            break
    assert met == 20


def test_who_is_on_another_ship_does_not_stand_for_one() -> None:
    """In a fleet at anchor units are only alike if they are aboard the same ship."""
    scene = Scene(
        romans={"3731": "Classis I, Classis II, Aux V, Aux VI, Aux VII, Aux VIII"},
        aboard={"Classis I": "Aux V, Aux VII", "Classis II": "Aux VI"},
        ap=(1, 0),
    )
    scene.do("sail 3731", "cast", "dice 1 1")
    view, decision = scene.script.view(0), scene.script.decision(0)
    context = Context(view, Names(WORDS, scene.t.contents, NAMES, view))
    pool = mask_of("Aux V, Aux VI, Aux VII, Aux VIII")
    for names in ("Aux V, Aux VII", "Aux VI", "Aux VIII"):
        same = mask_of(names)
        for number in units(same):
            found = context.alike(ROMAN, number, pool)
            assert set(found) == {f"pick-{n}" for n in units(same)} and found[0] == f"pick-{number}"
            assert twins(context, number, pool) == same
    assert decision.prompt == "sail"


def test_the_road_is_built_by_those_who_were_taken() -> None:
    met = 0
    for look, _, offered in offers("build"):
        question = look.view.question
        assert question is not None
        mask = question.mask
        assert sum(1 << int(pick.key) for pick in offered.picks) == mask
        assert all(pick.start for pick in offered.picks)
        _, done, said = carried(look, Wish("build", keys(mask)))
        assert said == "" and [action.verb for action in done] == ["done"]
        met += 1
    assert met
