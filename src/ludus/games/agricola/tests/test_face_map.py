"""The map as it is drawn, read back: hexes, stacks, counters, signs, markers, roads and names."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from ludus.core.face import scenes_of
from ludus.games.agricola.board import units
from ludus.games.agricola.drawing import load_sheet
from ludus.games.agricola.ids import (
    CALEDONIAN,
    HIBERNIA,
    HIDDEN,
    NONE,
    OPEN,
    ROMAN,
    SEA,
    WILDERNESS,
)
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.tests.face_positions import FACE, NAMES, SEATS, Look, looks, mixed, own
from ludus.games.agricola.tests.scene import Scene, tables, the_box, unit
from ludus.games.agricola.tests.scene import place as hex_of
from ludus.games.agricola.tests.test_siege import siege
from ludus.games.agricola.view.view import place_seen

SIDES = (ROMAN, CALEDONIAN)
SHEET = load_sheet(the_box().pack, tables().board)
LETTER = {ROMAN: "r", CALEDONIAN: "t"}


class Drawn:
    """The map of a look: its elements by id."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.choices = look.choices
        scenes = scenes_of(FACE, look.view, look.decision, NAMES, look.told)
        self.root = ElementTree.fromstring(scenes[0].svg)
        self.parts = {each.get("id", ""): each for each in self.root.iter() if each.get("id")}
        self.offered = {spot for choice in self.choices for spot in choice.places}

    def stack(self, side: int, place: int) -> Element | None:
        found = self.parts.get(f"st{side}-{place}")
        return found if found is not None and len(found) else None


def seat_view(scene: Scene, seat: int) -> Drawn:
    """A staged position as a seat sees it."""
    view = scene.script.view(seat)
    asked = tuple(d for d in scene.script.table.decisions() if d.seat >= 0)
    decision = next((d for d in asked if d.seat == seat), None)
    return Drawn(Look(scene.t, scene.state, view, decision, asked, None, ()))


def classes(part: Element) -> list[str]:
    """All classes in an element and below it."""
    return [word for each in part.iter() for word in (each.get("class") or "").split()]


def tag(part: Element) -> str:
    return part.tag.rpartition("}")[2]


def texts(part: Element, kind: str) -> list[str]:
    """What the texts of a class say."""
    rows = (each for each in part.iter() if tag(each) == "text")
    return [each.text or "" for each in rows if kind in (each.get("class") or "").split()]


def spot(part: Element) -> tuple[float, float]:
    """Where an element is put."""
    found = re.match(r"translate\((\S+) (\S+)\)", part.get("transform") or "")
    assert found is not None
    return float(found[1]), float(found[2])


def title(part: Element) -> str:
    return next((each.text or "" for each in part if tag(each) == "title"), "")


# What is printed ----------------------------------------------------------------------------------


def test_what_is_printed_is_the_board() -> None:
    scene = Scene()
    board = scene.t.board
    root = seat_view(scene, 0).root
    by_class: dict[str, list[Element]] = {}
    for each in root.iter():
        by_class.setdefault(each.get("class") or "", []).append(each)
    count = Counter(board.terrain)
    for name, kinds in (
        ("grid", (OPEN, WILDERNESS)),
        ("grid-sea", (SEA,)),
        ("wild", (WILDERNESS,)),
    ):
        (path,) = by_class[name]
        assert (path.get("d") or "").count("Z") == sum(count[kind] for kind in kinds)
        corners = re.findall(r"[ML]", path.get("d") or "")
        assert len(corners) == 6 * sum(count[kind] for kind in kinds)
    # A coast is closed, a road is not.
    assert all((path.get("d") or "").endswith("Z") for path in by_class["soil"])
    roads = by_class["road"]
    assert len(roads) == len(board.roads) == len(by_class["road2"])
    for path in (*roads, *by_class["route"]):
        assert "Z" not in (path.get("d") or "")
    names = {each.text for each in by_class["sea-name"]} | {e.text for e in by_class["land-name"]}
    assert names == {name.text for name in SHEET.drawing.name}
    seas = {name.text for name in SHEET.drawing.name if name.kind in ("sea", "isle")}
    assert {each.text for each in by_class["sea-name"]} == seas
    (numbers,) = by_class["hex-numbers"]
    assert [each.text for each in numbers] == list(board.ids)
    for each, (x, y) in zip(numbers, SHEET.middles, strict=False):
        assert float(each.get("x") or 0) == pytest.approx(x, abs=1)
        assert y - 40 < float(each.get("y") or 0) < y
    stars = [e for e in root.iter() if e.get("fill") == "var(--star)"]
    thule = [board.thule] if board.is_sea[board.thule] else []
    assert len(stars) == len(board.site_hex) + len(thule)
    for star in stars:
        d = star.get("d") or ""
        assert d.count("L") == 9, "five points and five between them"
        ends = [tuple(map(float, pair.split())) for pair in d.strip("MZ").split("L")]
        far = [x * x + y * y for x, y in ends]
        assert min(far[::2]) > 2 * max(far[1::2])
    assert {spot(e) for e in stars} == {
        (round(x, 1), round(y, 1)) for x, y in (SHEET.middles[p] for p in (*board.site_hex, *thule))
    }


def test_a_road_into_britannia_reaches_its_box_and_no_other_does() -> None:
    scene = Scene()
    board = scene.t.board
    root = seat_view(scene, 0).root
    paths = [e.get("d") or "" for e in root.iter() if e.get("class") == "road"]
    bottom = SHEET.drawing.britannia[1]
    for road, path in zip(board.roads, paths, strict=True):
        start = re.match(r"M(\S+?) ([\d.]+)", path)
        assert start is not None
        gate = board.britannia in board.road_links[road[0]]
        assert (float(start[2]) == bottom) == gate


def test_the_name_of_a_sea_gives_way_to_what_stands_on_it() -> None:
    board = Scene().t.board
    spots = [(name.text, name.x, name.y) for name in SHEET.drawing.name if name.kind == "sea"]
    every = {text for text, _, _ in spots}
    for text, x, y in spots:
        sea = min(
            (h for h in range(board.hexes) if board.is_sea[h]),
            key=lambda h: (SHEET.middles[h][0] - x) ** 2 + (SHEET.middles[h][1] - y) ** 2,
        )
        drawn = seat_view(Scene(romans={board.ids[sea]: "Classis I"}), 0)
        shown = {e.text for e in drawn.root.iter() if e.get("class") == "sea-name"}
        assert shown & every == every - {text}
        # What is not shown keeps its element, so that it can come back.
        assert len([id for id in drawn.parts if id.startswith("sea-name-")]) == len(
            SHEET.drawing.name
        )


@pytest.mark.parametrize("seat", SEATS)
def test_each_hex_and_each_stack_has_its_element(seat: int) -> None:
    drawn = seat_view(Scene(), seat)
    board = drawn.look.t.board
    inside = [h for h in range(board.hexes) if board.terrain[h] != HIBERNIA]
    assert {int(k[4:]) for k in drawn.parts if k.startswith("hex-")} == {*inside, board.britannia}
    grounds = {*inside, board.britannia}
    dry = {h for h in grounds if board.is_land[h]}
    assert {int(k[4:]) for k in drawn.parts if k.startswith("st0-")} == grounds
    assert {int(k[4:]) for k in drawn.parts if k.startswith("st1-")} == dry
    assert len([k for k in drawn.parts if k.startswith("label-")]) == len(SHEET.drawing.label)
    for place in inside:
        (cell,) = (e for e in drawn.parts[f"hex-{place}"] if e.get("class") == "cell")
        d = cell.get("d") or ""
        assert len(re.findall(r"[ML]", d)) == 6 and d.endswith("Z")
    assert all(k in drawn.parts for k in ("ag-marks", "ag-states", "ag-ways"))


def test_center_counters_lie_up_or_down() -> None:
    """Face up with a plate, face down with a back; the tribes see pale what lies face down."""
    centers = {"Venicones": "+oppidum", "Damnonii": "mines"}
    for seat in SEATS:
        drawn = seat_view(Scene(centers=centers), seat)
        for center, name in enumerate(drawn.look.t.board.center_names):
            part = drawn.parts[f"center-{center}"]
            words = classes(part)
            if name not in centers:
                assert not len(part) and not part.attrib.keys() - {"id"}
                continue
            up, known = name == "Venicones", name == "Venicones" or seat == 1
            assert ("plate" in words) == up and ("back" in words) == (not up)
            assert ("sym" in words) == known and ("pale" in words) == (known and not up)
            assert bool(texts(part, "kind")) == (not known)
            kind = centers[name].strip("+")
            uses = [e.get("href") for e in part.iter() if tag(e) == "use"]
            assert uses == ([f"#agc-{kind}"] if known else [])
            assert title(part).startswith(name)


def test_areas_are_lettered_otherwise_than_places() -> None:
    drawn = seat_view(Scene(), 0)
    for number, label in enumerate(SHEET.drawing.label):
        part = drawn.parts[f"label-{number}"]
        assert texts(part, "label") == [label.name]
        assert ("area" in classes(part)) == (label.kind == "tribal_area")


def test_who_is_on_top_tells_whose_it_is_and_how_it_stands() -> None:
    romans = {"3525": "Agricola, II Ad A, II Ad B", "3425": "Ala I", "3325": "Aux V, Aux VI"}
    tribes = {"2329": "Calgacus, Warband 1", "2429": "Warband 2"}
    drawn = seat_view(Scene(romans=romans, tribes=tribes, worn="Aux VI, Ala I"), 0)
    shapes: dict[int, set[str | None]] = {ROMAN: set(), CALEDONIAN: set()}
    for name, hidden, count, worn, elite in (
        ("3525", False, 3, False, True),
        ("3425", False, 1, True, False),
        ("3325", False, 2, True, False),
        ("2329", True, 0, False, False),
    ):
        side = CALEDONIAN if hidden else ROMAN
        part = drawn.stack(side, hex_of(name))
        assert part is not None and drawn.stack(1 - side, hex_of(name)) is None
        words = classes(part)
        assert ("mist" in words) == hidden and ("back" in words) == hidden
        assert ("plus" in words) == elite and ("torn" in words) == worn
        assert texts(part, "tally-n") == ([str(count)] if count > 1 else [])
        assert words.count("under") == max(0, min(count, 3) - 1)
        assert LETTER[side] in words and LETTER[1 - side] not in words
    for seat, side in ((0, ROMAN), (1, CALEDONIAN)):
        seen = seat_view(Scene(romans=romans, tribes=tribes), seat)
        spots = ("3525", "3425") if side == ROMAN else ("2329", "2429")
        for name in spots:
            part = seen.stack(side, hex_of(name))
            assert part is not None
            plate = next(e for e in part if (e.get("class") or "").startswith("plate"))
            assert (plate.get("class") or "").split()[1:] == [LETTER[side]]
            shapes[side].add(plate.get("rx"))
    assert not shapes[ROMAN] & shapes[CALEDONIAN], "a side is known by the shape of its counters"


# Stacks -------------------------------------------------------------------------------------------


def test_every_stack_says_what_its_viewer_knows_of_it() -> None:
    met: Counter[str] = Counter()
    for look in mixed()[::40]:
        drawn, view, t = Drawn(look), look.view, look.t
        hungry = unsupplied(t, look.state, look.side) if look.side != NONE else 0
        for side in SIDES:
            muster = t.musters[side]
            for place in range(t.board.britannia + 1):
                part = drawn.stack(side, place)
                known = [n for n, where in enumerate(view.at[side]) if where == place]
                veiled = place in view.veiled[side]
                assert (part is not None) == bool(known or veiled), (side, place)
                if part is None:
                    continue
                words = classes(part)
                assert ("mist" in words) == veiled
                met["veiled" if veiled else "open"] += 1
                needy = side == look.side and any(hungry >> n & 1 for n in known)
                assert ("strike" in words) == bool(needy and view.turn)
                met["hungry"] += "strike" in words
                if veiled:
                    said = texts(part, "known-t")
                    seen = sighted(look, place, side)
                    assert bool(said) == bool(known or seen)
                    assert ("past" in words) == bool(seen and not known)
                    count = len(known or seen)
                    assert bool(said and "+" in said[0]) == (count > 1)
                    assert bool(said and said[0].endswith("?")) == bool(seen and not known)
                    met["seen" if seen and not known else "told"] += bool(said)
                    continue
                worn = [n for n in known if view.disrupted[side] >> n & 1]
                total = sum(muster.back[n] if n in worn else muster.strength[n] for n in known)
                moves = [muster.move[n] for n in known if muster.move[n] > 0]
                ships = any(muster.move[n] < 0 for n in known)
                pace = str(min(moves)) if moves else "~" if ships else "-"
                assert texts(part, "num") == [str(total), pace]
                assert ("torn" in words) == bool(worn)
                for n in known:
                    assert muster.units[n].name in title(part)
                assert title(part).count(", disrupted") == len(worn)
    assert min(met[k] for k in ("veiled", "open", "hungry", "seen")) > 0, met


def sighted(look: Look, place: int, side: int) -> list[int]:
    """Enemy units that the viewer saw in a place and that may have left."""
    view = look.view
    if look.side == NONE or side == look.side:
        return []
    rows = enumerate(view.sighted)
    return [
        n for n, s in rows if s != NONE and view.at[side][n] == HIDDEN and place_seen(s) == place
    ]


def test_stacks_of_both_sides_lie_side_by_side() -> None:
    scene = Scene(romans={"3734": "Ala I"}, tribes={"3732": "Warband 1"}, ap=(1, 0))
    apart = seat_view(scene, 0)
    middle = SHEET.middles[hex_of("3732")]
    alone = apart.stack(CALEDONIAN, hex_of("3732"))
    assert alone is not None and spot(alone) == pytest.approx(middle, abs=0.1)
    both = seat_view(scene.do("march 3734", "go 3732"), 0)
    ours, theirs = both.stack(ROMAN, hex_of("3732")), both.stack(CALEDONIAN, hex_of("3732"))
    assert ours is not None and theirs is not None
    assert spot(ours)[0] < middle[0] < spot(theirs)[0]
    assert spot(theirs)[0] - spot(ours)[0] > 40


def test_what_was_seen_earlier_is_said_with_doubt() -> None:
    scene = Scene(romans={"3425": "Karus"}, tribes={"2127": "Warband 1, Warband 2"})
    state = scene.state
    bands = [unit(CALEDONIAN, name) for name in ("Warband 1", "Warband 2")]
    for band in bands:
        state.known[ROMAN] |= 1 << band
    part = seat_view(scene, 0).stack(CALEDONIAN, hex_of("2127"))
    assert part is not None
    assert texts(part, "known-t") == ["Band 1 +1"] and "past" not in classes(part)


# Hexes --------------------------------------------------------------------------------------------


def expected_title(look: Look, place: int) -> str:
    """A hex by its name, its counter and what befell it."""
    view, board = look.view, look.t.board
    name = f"hex {board.ids[place]}"
    for names, hexes in (
        (board.center_names, board.center_hex),
        (board.fortress_names, board.fortress_hex),
        (board.site_names, board.site_hex),
    ):
        if place in hexes:
            name = f"{names[hexes.index(place)]} ({board.ids[place]})"
            break
    said = []
    if place in board.center_hex:
        kind = view.center[board.center_hex.index(place)]
        if kind == HIDDEN:
            said.append("a counter face down")
        elif kind != NONE:
            said.append(FACE.words.text(f"counter.{kind}"))
    if place in view.sieges:
        said.append("under siege")
    if place in view.pillaged:
        said.append("pillaged this year")
    return f"{name}: {', '.join(said)}" if said else name


def test_hexes_say_what_they_are_and_light_up_where_they_are_offered() -> None:
    met: Counter[str] = Counter()
    for look in mixed()[::70]:
        drawn, board = Drawn(look), look.t.board
        touched = {
            value
            for event in look.told
            for key in ("place", "to")
            if isinstance(value := event.facts.get(key), int)
        }
        for place in range(board.britannia + 1):
            part = drawn.parts.get(f"hex-{place}")
            if part is None:
                continue
            words = (part.get("class") or "").split()
            offered = [c for c in drawn.choices if f"hex-{place}" in c.places]
            assert ("choice" in words) == bool(offered)
            acts = part.get("data-action") or part.get("data-actions") or ""
            assert acts == " ".join(c.action.text for c in offered)
            assert ("ring" in classes(part)) == bool(offered)
            met["choice" if offered else "quiet"] += 1
            if offered:
                assert not title(part)
                continue
            if place == board.britannia:
                assert title(part) == "Britannia"
                continue
            assert title(part) == expected_title(look, place)
            if "signed" not in words:
                assert ("trace" in classes(part)) == (place in touched)
                met["trace"] += place in touched
    assert min(met[kind] for kind in ("choice", "quiet", "trace")) > 0, met


def test_britannia_lights_up_where_it_is_offered() -> None:
    met: Counter[bool] = Counter()
    for look in own():
        key = f"hex-{look.t.board.britannia}"
        offered = any(key in choice.places for choice in look.choices)
        if met[offered] == 2:
            continue
        met[offered] += 1
        words = (Drawn(look).parts[key].get("class") or "").split()
        assert ("choice" in words) == offered and "place" in words
    assert met[True] == met[False] == 2


def test_a_hex_out_of_reach_for_some_is_signed_and_has_its_name() -> None:
    scene = Scene(romans={"3425": "Imped I, Ala I"}, ap=(1, 0)).do("march 3425")
    drawn = seat_view(scene, 0)
    apart = [p for p in drawn.parts.values() if (p.get("class") or "").endswith("signed apart")]
    assert apart
    for part in apart:
        assert part.get("data-action") is None and "ring" not in classes(part)
        number = int((part.get("id") or "").rpartition("-")[2])
        assert title(part) == expected_title(drawn.look, number)
        assert texts(part, "far")


def test_signs_say_how_far_it_is_and_what_a_march_meets() -> None:
    met: Counter[str] = Counter()
    for look in [each for each in own() if each.view.marching != NONE][::4]:
        oracle, view, state = look.oracle, look.view, look.state
        if oracle is None:
            continue
        drawn, side = Drawn(look), look.side
        question = view.question
        assert question is not None
        start = oracle.spot(question.place)
        assert start is not None
        rides = oracle.rides(state, start) if side == ROMAN and not question.flags & 8 else set()
        for place in range(look.t.board.hexes):
            part = drawn.parts.get(f"hex-{place}")
            if part is None or "signed" not in classes(part):
                continue
            words, target = classes(part), oracle.spot(place)
            assert target is not None
            foes = place in view.stacks[1 - side]
            assert ("swords" in words) == foes == ("far-disc" not in words)
            met["foes"] += foes
            by_road = target in rides
            if not foes:
                assert bool(texts(part, "far")) != ("far-road" in words)
                assert by_road or "far-road" not in words
                met["road"] += "far-road" in words
                for number in texts(part, "far"):
                    assert int(number) > question.used
                met["used"] += bool(question.used and texts(part, "far"))
            shown = oracle.shown(state, target)
            halts = shown == "down" or oracle.terrain[target] == "wilderness"
            assert ("halt" in words) == ("halt-bar" in words)
            assert ("halt" in words) == (side == ROMAN and halts and not foes)
            met["halt"] += "halt" in words
            if f"go:{place}" in (part.get("data-action") or ""):
                moved = the_box().rules.copy(state)
                moved.at = [row[:] for row in state.at]
                for n in units(question.mask):
                    moved.at[side][n] = place
                starving = oracle.hungry(moved, side) & set(units(question.mask))
                assert ("strike" in words) == bool(starving)
                met["hungry"] += "strike" in words
    assert min(met[k] for k in ("foes", "road", "used", "halt", "hungry")) > 0, met


def test_nothing_is_signed_but_for_who_marches() -> None:
    for look in looks()[::170]:
        signed = [p for p in Drawn(look).parts.values() if "signed" in classes(p)]
        marching = look.view.marching != NONE
        assert marching or not signed


# Marks --------------------------------------------------------------------------------------------


def test_marks_show_the_road_the_battle_and_who_feeds_whom() -> None:
    met: Counter[str] = Counter()
    for look in mixed()[::41]:
        drawn, view, state = Drawn(look), look.view, look.state
        marks = drawn.parts["ag-marks"]
        words = [e.get("class") for e in marks]
        assert words.count("road") == words.count("road2") == bool(state.road)
        met["road"] += bool(state.road)
        rings = [e for e in marks if e.get("class") == "battle-mark"]
        assert len(rings) == (state.battle is not None)
        if state.battle is not None and not state.short:
            assert spot(rings[0]) == pytest.approx(SHEET.middles[state.battle.place], abs=0.1)
        lines = words.count("fed-line")
        assert not lines or (look.side == ROMAN and view.turn)
        oracle = look.oracle
        if oracle is None or look.side != ROMAN or not view.turn:
            continue
        fed = 0
        here = oracle.at(state, ROMAN)
        for stack in view.stacks[ROMAN]:
            place = oracle.spot(stack)
            assert place is not None
            if stack >= look.t.board.hexes or not oracle.land(place) or place in oracle.forts:
                continue
            kinds = {oracle.kind(ROMAN, n) for n, where in here.items() if where == place}
            if kinds & {"praesidium", "impedimenta", "fleet", "praefectus"}:
                continue
            fed += any(
                where in oracle.beside[place]
                and (where in oracle.forts or oracle.kind(ROMAN, n) == "impedimenta")
                and oracle.land(where)
                for n, where in here.items()
            )
        assert lines == fed
    assert met["road"], met


def test_a_line_leads_from_who_feeds_to_who_is_fed() -> None:
    romans = {
        "B": "Ala II",
        "3525": "II Ad A",
        "3425": "Aux V",
        "3328": "Imped I",
        "3327": "Aux VI",
        "2226": "Ala I",
    }
    board = tables().board
    # A fortress needs nobody to feed it, not even a train next to it.
    beside = set(board.around[hex_of("3525")]) - set(board.around[hex_of("3425")])
    spot = next(p for p in beside if board.is_land[p] and board.ids[p] not in romans)
    romans[board.ids[spot]] = "Imped II"
    scene = Scene(romans=romans)
    marks = seat_view(scene, 0).parts["ag-marks"]
    lines = [e.get("d") or "" for e in marks if e.get("class") == "fed-line"]
    ends = [tuple(map(float, re.findall(r"[\d.]+", d))) for d in lines]
    wanted = {
        tuple(round(v, 1) for name in pair for v in SHEET.middles[hex_of(name)])
        for pair in (("3525", "3425"), ("3328", "3327"))
    }
    assert set(ends) == wanted and len(ends) == 2
    for seat in SEATS[1:]:
        assert "fed-line" not in classes(seat_view(scene, seat).parts["ag-marks"])


def test_markers_stand_in_their_hexes_clear_of_the_stacks() -> None:
    met: Counter[bool] = Counter()
    for look in [each for each in mixed() if each.state.sieges or each.state.pillaged][::16]:
        if look.state.short:
            continue
        drawn, view = Drawn(look), look.view
        states = list(drawn.parts["ag-states"])
        wanted = [*view.sieges, *view.pillaged]
        assert len(states) == len(wanted)
        for number, (part, target) in enumerate(zip(states, wanted, strict=True)):
            assert ("siege" in classes(part)) == (number < len(view.sieges))
            assert ("pillaged" in classes(part)) == (number >= len(view.sieges))
            x, y = spot(part)
            middle = SHEET.middles[target]
            stacked = target in view.stacks[0] or target in view.stacks[1]
            assert (x - middle[0] > 8) == stacked, "beside a stack, else above the middle"
            assert (y > middle[1]) == stacked
            met[stacked] += 1
    assert len(met) == 2, met
    for romans, tribes in (({"3525": "Ala I"}, {}), ({}, {"3525": "Warband 1"})):
        scene = Scene(romans=romans, tribes=tribes, pillaged="3525")
        (part,) = seat_view(scene, 0).parts["ag-states"]
        assert spot(part)[0] > SHEET.middles[hex_of("3525")][0] + 8


def test_a_plain_hex_has_no_counter_in_its_name() -> None:
    names = Scene().t.board.center_names
    scene = Scene(centers={names[-1]: "+mines"}, pillaged="2931", romans={"3326": "Ala I"})
    drawn = seat_view(scene, 1)
    assert title(drawn.parts[f"hex-{hex_of('2931')}"]) == "hex 2931: pillaged this year"
    spot_of = drawn.look.t.board.center_hex[-1]
    assert title(drawn.parts[f"hex-{spot_of}"]) == expected_title(drawn.look, spot_of)
    assert "Mines" in title(drawn.parts[f"hex-{spot_of}"])


def test_who_is_in_britannia_stands_at_the_end_of_its_box() -> None:
    scene = Scene(romans={"B": "Ala I, Ala II"})
    board = scene.t.board
    part = seat_view(scene, 0).stack(ROMAN, board.britannia)
    assert part is not None
    left, top, width, height = SHEET.drawing.britannia
    x, y = spot(part)
    assert left < x < left + width / 12, "clear of the letters"
    assert top < y < top + height


def test_ways_on_lead_only_where_they_are_offered() -> None:
    met = 0
    for look in [each for each in own() if each.view.marching != NONE][::12]:
        drawn = Drawn(look)
        ways = {(e.get("id") or ""): e for e in drawn.parts["ag-ways"]}
        offered = {s for s in drawn.offered if s.startswith("way-")}
        assert ways.keys() == offered
        met += len(ways)
        for key, part in ways.items():
            assert part.get("data-action") == f"step:{key[4:]}"
    assert met


def test_a_way_points_to_its_neighbour() -> None:
    drawn = seat_view(Scene(romans={"3425": "Ala I"}, ap=(1, 0)).do("march 3425"), 0)
    middle = SHEET.middles[hex_of("3425")]
    ways = list(drawn.parts["ag-ways"])
    assert len(ways) > 3
    for part in ways:
        goal = SHEET.middles[int((part.get("id") or "")[4:])]
        x, y = spot(part)
        between = ((x - middle[0]) * (goal[0] - middle[0]), (y - middle[1]) * (goal[1] - middle[1]))
        assert min(between) >= -0.1 and max(between) > 0
        assert abs(x - middle[0]) + abs(y - middle[1]) < abs(x - goal[0]) + abs(y - goal[1]) + 10


def test_the_way_to_britannia_points_down_wherever_its_box_lies() -> None:
    scene = Scene(romans={"3529": "Ala I, II Ad A"}, ap=(1, 0)).do("march 3529")
    for stop in ("3629", "3729", "3829"):
        scene.script.play(f"step:{hex_of(stop)}", seat=0)
    drawn = seat_view(scene, 0)
    x, y = spot(drawn.parts[f"way-{scene.t.board.britannia}"])
    middle = SHEET.middles[hex_of("3829")]
    assert x == pytest.approx(middle[0], abs=0.2) and middle[1] + 20 < y < middle[1] + 60


def test_a_siege_is_marked_for_all() -> None:
    for seat in SEATS:
        drawn = seat_view(siege(), seat)
        assert "siege" in classes(drawn.parts["ag-states"])
        assert "under siege" in title(drawn.parts[f"hex-{hex_of('2529')}"]) or "choice" in (
            drawn.parts[f"hex-{hex_of('2529')}"].get("class") or ""
        )
