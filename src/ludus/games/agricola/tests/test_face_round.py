"""What stands round the map is what the view counts: turns, phases, trays, quarters, sentences."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ludus.core.models import Tray
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import plain, roman
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    AP_MENU,
    CALEDONIAN,
    CAPACITY,
    FLEET,
    FOR_POINTS,
    HIDDEN,
    INTERRUPT,
    MARCH_MENU,
    MARKERS,
    NONE,
    PLAYER_TURN,
    PRAEFECTUS,
    RALLY_MENU,
    RECRUIT_MENU,
    ROLL,
    ROMAN,
    SUPPLY_MENU,
    TREACHERY,
    WINTER,
)
from ludus.games.agricola.tests.face_positions import FACE, NAMES, Look, looks, mixed, own
from ludus.games.agricola.tests.scene import Scene, place, the_box, to, unit, who
from ludus.games.agricola.tests.test_face_map import sighted
from ludus.games.agricola.view import View

SIDES = (ROMAN, CALEDONIAN)
SIDE_NAMES = ("Romans", "Caledonians")
WORDS = FACE.words


def tray(look: Look, key: str) -> Tray | None:
    return next((each for each in look.dashboard.trays if each.key == key), None)


def changed(view: View, **parts: object) -> View:
    """A view with other values in it."""
    return replace(view, **parts)  # type: ignore[arg-type]


# The bar above ------------------------------------------------------------------------------------


def test_turns_lie_in_a_row_with_their_winters() -> None:
    met: Counter[str] = Counter()
    for look in mixed()[::11]:
        turns, now = look.t.charts.turns, look.state.turn
        row = [m for m in look.dashboard.supply if m.key.startswith("turn-")]
        assert [m.value for m in row] == list(range(1, turns.last + 1))
        for meter in row:
            turn = meter.value
            winter = turn in turns.winters
            year = turns.years[sum(1 for each in turns.winters if each < turn)]
            assert (meter.icon == "snow") == winter == meter.label.endswith("saved AP are lost.")
            assert meter.label.startswith(f"Turn {roman(turn)}") and f"AD {year}" in meter.label
            assert meter.shown == (" " if winter else roman(turn))
            tone = "good" if turn == now else "faded" if turn < now else ""
            assert meter.tone == tone and meter.place == meter.key
            met[tone] += 1
            met["winter"] += winter
        if now:
            year = turns.years[sum(1 for each in turns.winters if each < now)]
            wanted = f"AD {year} \u00b7 turn {roman(now)} of {roman(turns.last)}"
            assert look.dashboard.turn == wanted
        else:
            assert look.dashboard.turn == "Set-up"
    assert min(met[k] for k in ("good", "faded", "", "winter")) > 0, met


def test_points_are_shown_to_each_as_his_own_and_theirs() -> None:
    met: Counter[int] = Counter()
    for look in looks()[::11]:
        supply = look.dashboard.supply
        if not look.state.turn:
            waiting = next(m for m in supply if m.key == "to-place")
            limbo = look.t.board.limbo
            wanted = look.state.at[look.side].count(limbo) if look.side >= 0 else None
            assert waiting.value == (sum(look.view.limbo) if wanted is None else wanted)
            met[9] += waiting.value > 0
            continue
        first = look.side if look.side != NONE else ROMAN
        assert [m.key for m in supply[:2]] == [f"ap-{first}", f"ap-{1 - first}"]
        for meter, side in zip(supply, (first, 1 - first), strict=False):
            points = look.state.points[side]
            assert meter.value == points and (meter.tone == "faded") == (not points)
            assert (meter.label == "Your AP") == (side == look.side)
            assert meter.mark == side ^ look.state.flip
            met[look.side] += 1
    assert len(met) == 4, met


PHASES = {AP_MENU: 0, RECRUIT_MENU: 1, MARCH_MENU: 2, SUPPLY_MENU: 3, RALLY_MENU: 4}


def test_the_phase_that_goes_on_is_marked() -> None:
    met: Counter[object] = Counter()
    for look in mixed()[::4]:
        steps, frames = look.dashboard.steps, look.state.stack
        winter = [frame for frame in frames if frame.phase == WINTER]
        turn = [frame for frame in frames if frame.phase == PLAYER_TURN]
        if winter:
            assert steps is not None
            assert steps.names == ("Roman quarters", "Tribal quarters")
            assert steps.at == winter[0].side
            met["winter", winter[0].side] += 1
        elif not turn:
            assert steps is None
            met["none"] += 1
        else:
            assert steps is not None and len(steps.names) == 5
            menus = [PHASES[frame.phase] for frame in frames if frame.phase in PHASES]
            rolled = any(f.phase == ROLL and f.step == FOR_POINTS for f in frames)
            if menus:
                assert steps.at == menus[0]
                met[menus[0]] += 1
            elif rolled:
                assert steps.at == 0
            else:
                # The step that comes next: supply is checked after the Marches.
                assert steps.at == {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 3, 6: 3}.get(turn[0].step, 4)
                met["step", turn[0].step] += 1
    assert all(met[n] for n in range(5)) and met["none"], met
    assert met["winter", ROMAN] and met["winter", CALEDONIAN], met


def test_the_scale_shows_who_is_ahead() -> None:
    for look in mixed()[::13]:
        scale = look.dashboard.scale
        assert (scale is None) == (not look.state.turn)
        if scale is None:
            continue
        ours, theirs = (sum(part) for part in look.view.score)
        assert scale.value == ours - theirs
        levels = list(reversed(look.t.charts.level))
        assert [level.start for level in scale.levels][1:] == [each.from_ for each in levels[1:]]
        assert scale.levels[0].start == -scale.most
        for level, each in zip(scale.levels, levels, strict=True):
            winner = ROMAN if each.winner == "roman" else CALEDONIAN
            assert level.mark == winner ^ look.state.flip
            assert level.strong == (each.key in ("decisive", "imperial"))


ASIDE = ("dismantle", "betray", "reveal")
MODES = ("march", "sail", "step", *ASIDE)


def test_a_switch_says_what_a_click_means() -> None:
    met: Counter[int] = Counter()
    for look in own()[::5]:
        used = {choice.mode for choice in look.choices if choice.mode}
        keys = [mode.key for mode in look.dashboard.modes]
        wanted = [key for key in MODES if key in used]
        if used and used <= set(ASIDE):
            wanted.insert(0, "none")
        elif len(wanted) == 1:
            wanted = []
        assert keys == wanted
        met[len(keys)] += 1
        assert all(mode.label for mode in look.dashboard.modes)
    assert met[0] and met[2], met


# Trays --------------------------------------------------------------------------------------------


def test_below_the_map_lies_what_the_viewer_has() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::9]:
        keys = [each.key for each in look.dashboard.trays]
        if look.side == NONE:
            assert keys == ["base"]
            continue
        winter = look.decision is not None and look.decision.prompt == "winter"
        if winter:
            assert keys[:3] == ["force", "base", "quarters"]
            met["winter"] += 1
            continue
        assert keys == ["force", "stratagems", "asks", "base"]
        held = tray(look, "stratagems")
        assert held is not None
        kinds = units(look.state.hand[look.side])
        assert [card.key for card in held.cards] == [f"marker-{kind}" for kind in kinds]
        left = look.state.bin[look.side].bit_count()
        assert held.note == f"{len(kinds)} held, {left} to draw"
        for card, kind in zip(held.cards, kinds, strict=True):
            assert card.title == look.t.contents.stratagems[look.side][kind].name
            assert card.foot and card.body and card.places == (card.key,)
        met["held"] += bool(kinds)
    assert min(met.values()) > 0 and len(met) == 2, met


def test_switches_are_there_for_what_is_asked_out_of_turn_and_what_was_stopped() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::5]:
        asks = tray(look, "asks")
        if asks is None:
            continue
        state, side = look.state, look.side
        usual = {TREACHERY, INTERRUPT} if side == ROMAN else {1, TREACHERY, INTERRUPT}
        off = {kind for kind in range(INTERRUPT + 1) if not state.asks[side] >> kind & 1}
        out = {kind for kind in range(MARKERS) if state.gone[side] >> kind & 1}
        assert [card.key for card in asks.cards] == [f"ask-{k}" for k in sorted((usual | off) - out)]
        for card in asks.cards:
            kind = int(card.key[4:])
            assert card.icon == ("eye" if kind == INTERRUPT else "stratagem")
            assert (card.face == "spent") == (kind in off) == (plain(card.cost) == "no")
            if kind < INTERRUPT:
                assert card.title == look.t.contents.stratagems[side][kind].name
            else:
                assert card.title == "Step in"
            met["off" if kind in off else "on"] += 1
            met["eye" if kind == INTERRUPT else "marker"] += 1
        met["gone"] += bool(out)
    assert min(met[k] for k in ("off", "on", "eye", "marker")) > 0, met


def test_the_force_at_hand_lies_below_the_map() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::3]:
        force = tray(look, "force")
        if force is None:
            continue
        state, side, decision = look.state, look.side, look.decision
        muster = look.t.musters[side]
        cards = [card.key for card in force.cards]
        numbers = [int(key[5:]) for key in cards if key.startswith("pick-")]
        if decision is not None and decision.prompt in ("recruit", "free_recruit", "allies"):
            offered = [o.arg for o in decision.options if o.verb == "recruit"]
            assert numbers == offered and force.title == "Recruits"
            met["recruits"] += 1
            continue
        if cards and cards[0].startswith("pile-") or not cards:
            mine = sorted(p for p in look.view.stacks[side] if p < look.t.board.hexes)
            assert cards == [f"pile-{p}" for p in mine]
            count = 0
            for card, spot in zip(force.cards, mine, strict=True):
                here = [n for n, where in enumerate(state.at[side]) if where == spot]
                count += len(here)
                worn = any(state.disrupted[side] >> n & 1 for n in here)
                assert (card.face == "worn") == worn
                total = sum(
                    muster.back[n] if state.disrupted[side] >> n & 1 else muster.strength[n]
                    for n in here
                )
                assert card.meters[0].value == total
                met["worn"] += worn
                assert f"{len(here)} unit" in card.kind and card.about == f"hex-{spot}"
                shown = plain(card.cost)
                assert shown == look.t.board.ids[spot] or len(shown) <= 9
            box = state.at[side].count(look.t.board.recruit)
            assert force.note == (
                f"{count} unit{'' if count == 1 else 's'} on the map, {box} to recruit"
            )
            met["stacks"] += 1
            continue
        assert numbers and len(numbers) == len(set(numbers)) == len(cards)
        question = look.view.question
        assert question is not None and decision is not None
        for card, number in zip(force.cards, numbers, strict=True):
            worn = bool(state.disrupted[side] >> number & 1)
            assert (card.face == "worn") == worn == (", disrupted" in card.kind)
            value = muster.back[number] if worn else muster.strength[number]
            assert card.meters[0].value == value
            assert len(card.meters) == 2 + bool(muster.elite >> number & 1)
        prompt = decision.prompt
        if look.view.fleet:
            ships = [n for n in numbers if muster.fleets >> n & 1 and look.view.fleet >> n & 1]
            crew = sum(1 for n in numbers if state.aboard[n] in ships)
            said = f"{len(ships)} ship{'' if len(ships) == 1 else 's'}, {crew} of"
            assert force.title == "Fleet"
            assert force.note == f"{said} {CAPACITY * len(ships)} aboard"
        elif prompt in ("march", "build"):
            assert sum(1 << n for n in numbers) == question.mask
        else:
            total = sum(card.meters[0].value for card in force.cards)
            count = len(numbers)
            assert force.note == f"{count} unit{'' if count == 1 else 's'}, strength {total}"
        if prompt == "concentrate":
            assert question.mask & ~sum(1 << n for n in numbers) == 0
        met[prompt] += 1
        spots = [state.at[side][n] for n in numbers]
        if prompt == "winter":
            runs = [spot for n, spot in enumerate(spots) if n == 0 or spots[n - 1] != spot]
            assert len(runs) == len(set(spots)), "stack by stack"
    prompts = ("march", "form", "winter", "place", "deploy", "concentrate", "withdraw", "land")
    assert min(met[k] for k in ("recruits", "stacks", "worn", *prompts)) > 0, met


def test_in_a_battle_the_army_lies_below_and_the_line_over_the_map() -> None:
    met = 0
    for look in own():
        b, decision = look.state.battle, look.decision
        assert decision is not None
        if b is None or decision.prompt not in ("reserve", "hits", "move_up"):
            continue
        force = tray(look, "force")
        assert force is not None and not any(c.key.startswith("pick-") for c in force.cards)
        met += 1
    assert met


def test_a_battle_can_be_watched_by_who_is_not_asked() -> None:
    for look in looks()[::5]:
        if look.state.battle is not None and look.decision is None and look.side != NONE:
            force = tray(look, "force")
            assert force is not None and force.title == "Your stacks"


def test_britannia_is_a_card_with_whom_one_knows_there() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::7]:
        base = tray(look, "base")
        assert base is not None
        (card,) = base.cards
        spot = look.t.board.britannia
        here = [n for n, where in enumerate(look.view.at[ROMAN]) if where == spot]
        veiled = spot in look.view.veiled[ROMAN]
        strength, count = card.meters
        assert (plain(card.cost) == "unseen") == veiled == (strength.shown == "?")
        assert (count.shown == "?") == veiled
        if not veiled:
            total = sum(
                look.t.rome.back[n] if look.state.disrupted[ROMAN] >> n & 1 else look.t.rome.strength[n]
                for n in here
            )
            assert (strength.shown, count.shown) == (str(total), str(len(here)))
            assert plain(card.cost) == f"{len(here)} unit{'' if len(here) == 1 else 's'}"
        met["veiled" if veiled else "open"] += 1
    assert len(met) == 2


# Winter -------------------------------------------------------------------------------------------


def winter_looks() -> list[Look]:
    return [each for each in own() if each.decision and each.decision.prompt == "winter"]


def unhoused(look: Look) -> list[int]:
    """Units in the open: without fortress, and without camp or center; ships come last."""
    board, state, side = look.t.board, look.state, look.side
    camps = {state.at[ROMAN][n] for n in units(look.t.rome.praesidia)}
    found = []
    for n, spot in enumerate(state.at[side]):
        if not 0 <= spot < board.hexes or spot in board.fortress_hex:
            continue
        if spot not in (camps if side == ROMAN else board.center_hex):
            found.append(n)
    afloat = (FLEET, PRAEFECTUS)
    ashore = [n for n in found if side or look.t.rome.units[n].type not in afloat]
    return ashore or found


def test_forces_without_quarters_are_listed_by_stack() -> None:
    met: Counter[str] = Counter()
    for look in winter_looks():
        state, side = look.state, look.side
        pool = unhoused(look)
        quarters = tray(look, "quarters")
        assert quarters is not None and quarters.rows
        counts = Counter(state.at[side][n] for n in pool)
        shown = {card.key: plain(card.cost) for card in quarters.cards}
        assert shown == {f"quarters-{spot}": str(n) for spot, n in counts.items()}
        placed = sum(1 for spot in state.at[side] if 0 <= spot <= look.t.board.britannia)
        assert quarters.note == f"{placed - len(pool)} settled"
        after = tray(look, "after")
        spots = {spot for spot in state.at[side] if spot in look.t.board.center_hex}
        kept = {
            spot
            for n, spot in enumerate(state.at[side])
            if spot in look.t.board.center_hex and n not in pool
        }
        dead = [n for n, spot in enumerate(state.at[side]) if spot == look.t.board.fallen]
        back = [n for n in dead if not look.t.musters[side].supreme >> n & 1]
        wanted = {
            "after-points": (state.points[side], 0),
            "after-centers": (len(spots), len(kept)),
            "after-elites": (0, len(back)),
        }
        told = {card.key: plain(card.cost) for card in after.cards} if after else {}
        assert told == {k: f"{a} \u2192 {b}" for k, (a, b) in wanted.items() if a != b}
        assert after is None or after.rows
        met.update(told.keys())
        force = tray(look, "force")
        assert force is not None
        assert {card.key for card in force.cards} == {f"pick-{n}" for n in pool}
        gestures = FACE.gestures(look.view, look.decision or Decision(0, ""), (), NAMES)
        for offered in gestures:
            for target in offered.targets:
                spot = look.t.board.britannia if target.key == "base" else int(target.key[4:])
                note = "tribal center"
                if spot == look.t.board.britannia:
                    note = "any unit, ships too"
                elif side == ROMAN:
                    note = "fortress" if spot in look.t.board.fortress_hex else "Praesidium"
                assert plain(target.note) == note
                met[note] += 1
    for key in ("after-centers", "after-elites", "tribal center", "any unit, ships too", "fortress"):
        assert met[key], met


def test_the_dead_leader_does_not_come_back_and_elites_do() -> None:
    scene = Scene(
        phase="winter",
        turn=4,
        romans={"3328": "Ala I, Ala II", "2529": "Praesidium 1, Karus"},
        tribes={"2231": "Calgacus"},
        fallen="Agricola, II Ad A, Legatus II Adiutrix",
    )
    view, decision = scene.script.view(0), scene.script.decision(0)
    trays = FACE.dashboard(view, decision, (), NAMES).trays
    after = next(each for each in trays if each.key == "after")
    told = {card.key: plain(card.cost) for card in after.cards}
    dead = [
        n
        for n, spot in enumerate(scene.state.at[ROMAN])
        if spot == scene.t.board.fallen and not scene.t.rome.supreme >> n & 1
    ]
    assert told.get("after-elites", "0 \u2192 0") == f"0 \u2192 {len(dead)}"
    assert after.rows and scene.at("Agricola") == "fallen"
    (found,) = FACE.gestures(view, decision, (), NAMES)[:1]
    notes = {plain(target.note) for target in found.targets}
    assert {"Praesidium", "fortress", "any unit, ships too"} <= notes


def test_who_stands_on_the_first_hex_of_the_map_needs_quarters_too() -> None:
    first = Scene().t.board.ids[0]
    scene = Scene(phase="winter", turn=4, romans={first: "Classis I, Classis II"})
    view, decision = scene.script.view(0), scene.script.decision(0)
    assert decision.prompt == "winter" and scene.state.at[ROMAN][unit(ROMAN, "Classis I")] == 0
    trays = {each.key: each for each in FACE.dashboard(view, decision, (), NAMES).trays}
    assert [card.key for card in trays["quarters"].cards] == ["quarters-0"]
    choices = FACE.choices(view, decision, NAMES)
    lit = {c.lights for c in choices if c.action.verb == "unit"}
    assert lit == {("hex-0",)}


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
                mine = question.value == TREACHERY and question.step
                owner = side if mine else 1 - side
                marker = look.t.contents.stratagems[owner][question.value].name
                assert said.startswith(f"{marker} was played.")
                met["cancel mine" if mine else "cancel"] += 1
    kinds = ("wait", "idle", "none", "one", "many", "hits", "go_home", "withdraw", "sail")
    assert min(met[k] for k in (*kinds, "reserve", "cancel")) > 0, met


def test_the_first_to_place_is_a_leader() -> None:
    """Of units that wait to be placed leaders come first; in winter and at set-up in their order."""
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
        for spot in range(0, board.hexes + 1, 29):
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
    for spot in (0, place("3525"), board.britannia, board.britannia + 1, board.fallen):
        event = Event("looked", {"side": ROMAN, "place": spot})
        line = FACE.tell(view, event, NAMES)
        assert line is not None
        refs = [bit.ref for bit in line.sentence if bit.ref.startswith("hex-")]
        assert refs == ([f"hex-{spot}"] if spot <= board.hexes else [])


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
    facts = {"place": place("3525"), "romans": (ours,), "tribes": (theirs,)}
    for kind in ("battle", "met"):
        line = FACE.tell(view, Event(kind, dict(facts)), NAMES)
        assert line is not None
        said = plain(line.sentence)
        assert 0 < said.index("Karus") < said.index("Warband 1")


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


def test_a_view_without_a_question_can_still_be_shown() -> None:
    """Between two moves, and when the game is over, nothing is asked."""
    scene = Scene(romans={"3525": "Karus, Ala I"}, tribes={"2127": "Warband 1"}, ap=(1, 0))
    view = replace(scene.do("march 3525").script.view(0), questions=())
    shown = FACE.dashboard(view, None, (), NAMES)
    assert shown.steps is None and shown.moment is None
    assert FACE.scenes(view, None, (), NAMES)[0].svg.count("signed") == 0
    assert FACE.about(view, None, f"hex-{place('3525')}", NAMES) is not None
    assert to("go", "3425") and who("leave", ROMAN, "Ala I") and HIDDEN != NONE
    assert the_box().face is FACE
