"""What stands round the map is what the view counts: turns, phases, trays, quarters, sentences."""

from __future__ import annotations

from collections import Counter

from ludus.core.models import Tray
from ludus.core.protocol import Decision
from ludus.core.text import plain, roman
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    AP_MENU,
    CALEDONIAN,
    CAPACITY,
    FLEET,
    FOR_POINTS,
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
from ludus.games.agricola.tests.scene import Scene, unit

SIDES = (ROMAN, CALEDONIAN)
SIDE_NAMES = ("Romans", "Caledonians")
WORDS = FACE.words


def tray(look: Look, key: str) -> Tray | None:
    return next((each for each in look.dashboard.trays if each.key == key), None)


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
    for look in looks()[::10]:
        keys = [each.key for each in look.dashboard.trays]
        if look.side == NONE:
            assert keys == ["base"]
            met["watched"] += 1
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
    assert min(met.values()) > 0 and len(met) == 3, met


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
        assert [card.key for card in asks.cards] == [
            f"ask-{k}" for k in sorted((usual | off) - out)
        ]
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
    for look in mixed():
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
        if (cards and cards[0].startswith("pile-")) or not cards:
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
                look.t.rome.back[n]
                if look.state.disrupted[ROMAN] >> n & 1
                else look.t.rome.strength[n]
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
        gestures = FACE.gestures(look.view, look.decision or Decision(0, "", ()), (), NAMES)
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
    for key in (
        "after-centers",
        "after-elites",
        "tribal center",
        "any unit, ships too",
        "fortress",
    ):
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
