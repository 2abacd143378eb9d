"""What stands round the map: counters, reach, gestures, battles, chapters, explanations."""

from __future__ import annotations

import pytest

from ludus.core.actions import Action
from ludus.core.models import Dashboard, Gesture, Wish
from ludus.core.protocol import Event, Fact
from ludus.core.text import plain
from ludus.games.agricola.face.camera import HIGH, WIDE
from ludus.games.agricola.face.counters import SIZE
from ludus.games.agricola.face.names import SHORT, short_name, tidy
from ludus.games.agricola.face.reach import goals
from ludus.games.agricola.ids import CALEDONIAN, INTERRUPT, OPPIDUM_UNIT, ROMAN, TREACHERY
from ludus.games.agricola.tests.scene import Scene, mask_of, place, tables, the_box, to, unit, who

NAMES = ("Livia", "Marcus")
FACE = the_box().face
STAGES = ((1124, 494, 52), (1050, 362, 52), (390, 520, 44), (540, 340, 44))
"""Rooms for the map in px, and the least size of a counter there: two desks, a phone each way."""


def dashboard(scene: Scene, seat: int = 0) -> Dashboard:
    view = scene.script.view(seat)
    decision = scene.script.decision(seat) if seat in scene.script.waiting else None
    choices = FACE.choices(view, decision, NAMES) if decision is not None else ()
    return FACE.dashboard(view, decision, choices, NAMES)


def gesture(scene: Scene, key: str, seat: int = 0) -> Gesture:
    view, decision = scene.script.view(seat), scene.script.decision(seat)
    found = FACE.gestures(view, decision, FACE.choices(view, decision, NAMES), NAMES)
    return next(each for each in found if each.key == key)


def carry(scene: Scene, wish: Wish, seat: int = 0) -> str:
    """Carries a wish out as a page would; gives why it stopped, or nothing."""
    done: list[Action] = []
    while len(done) < 40:
        decision = scene.script.decision(seat)
        option = FACE.follow(scene.script.view(seat), decision, wish, done, NAMES)
        if not isinstance(option, Action):
            return option or ""
        assert option in decision.options
        scene.script.play(option.text, seat=seat)
        done.append(option)
        if seat not in scene.script.waiting:
            return ""
    raise AssertionError("it never ends")


def takes(side: int, *names: str) -> dict[str, int]:
    return {str(unit(side, name)): 1 for name in names}


# The map ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height", "least"), STAGES)
def test_counters_open_large_enough_to_be_read(width: int, height: int, least: int) -> None:
    assert SIZE * min(width / WIDE, height / HIGH) >= least


def test_the_map_opens_where_the_march_is() -> None:
    scene = Scene(romans={"3525": "Agricola, II Ad A"}).do("march 3525")
    view, decision = scene.script.view(0), scene.script.decision(0)
    choices = FACE.choices(view, decision, NAMES)
    shown = FACE.scenes(view, decision, choices, NAMES)[0]
    assert shown.minimap and shown.focus is not None
    assert shown.focus[2:] == (WIDE, HIGH)
    picture = shown.svg
    assert picture.count('id="pick-') == 0, "units are picked below the map"
    assert 'class="far-disc"' in picture


def test_a_stack_shows_its_leader_strength_and_slowest_move() -> None:
    scene = Scene(romans={"3525": "Agricola, Ala I, Imped I"})
    cards = {card.key: card for tray in dashboard(scene).trays for card in tray.cards}
    pile = cards[f"pile-{place('3525')}"]
    assert pile.title == "Agricola" and pile.shape == "counter"
    assert [meter.shown or meter.value for meter in pile.meters] == [6, "2"]


def test_names_fit_their_counters() -> None:
    many = [each for side in (ROMAN, CALEDONIAN) for each in tables().musters[side].units]
    names = [each.name for each in many if each.type != OPPIDUM_UNIT]
    assert all(len(short_name(name)) <= 10 for name in names)
    used = [name for name in SHORT if any(each.startswith(name) for each in names)]
    assert used == [*SHORT]


def test_no_full_stop_follows_an_exclamation_mark() -> None:
    scene = Scene()
    event = Event("played", {"side": CALEDONIAN, "marker": 0, "place": -1})
    line = FACE.tell(scene.script.view(0), event, NAMES)
    assert line is not None and plain(line.sentence) == "The Caledonians play Caledonians Unite!"
    assert tidy(()) == ()


# Reach --------------------------------------------------------------------------------------------


def test_reach_agrees_with_the_rules_and_says_who_is_too_slow() -> None:
    scene = Scene(
        romans={"3425": "II Ad A, Ala I, Aux V, Imped I"},
        tribes={"3125": "Warband 1"},
        centers={"Damnonii": "wastes"},
    ).do("march 3425")
    found = goals(scene.t.contents, scene.script.view(0))
    offered = {option.arg for option in scene.script.decision(0).options if option.verb == "go"}
    assert {at for at, goal in found.items() if not goal.left} == offered
    slow = [goal for goal in found.values() if goal.left]
    assert slow and all(goal.left & mask_of("Imped I") for goal in slow)
    for goal in found.values():
        assert goal.way.path[0] == place("3425") and goal.way.path[-1] == goal.place


def test_in_the_wilderness_only_auxiliaries_go_on() -> None:
    """Who has to stop there stands in the way of no one: the others can go on alone."""
    board = tables().board
    start, wild = next(
        (start, wild)
        for wild in range(board.hexes)
        if board.wild[wild] and board.ids[wild] > "2400"
        for start in board.land_links[wild]
        if start < board.hexes and not board.wild[start] and not board.road_links[start]
    )
    scene = Scene(romans={board.ids[start]: "II Ad A, Aux V, Ala I"}, ap=(1, 0))
    scene.do(f"march {board.ids[start]}", f"step {board.ids[wild]}")
    found = goals(scene.t.contents, scene.script.view(0))
    assert found
    stopped = mask_of("II Ad A") | mask_of("Ala I") & ~scene.t.rome.auxiliaries
    assert all(goal.left & stopped == stopped for goal in found.values())
    assert any(not goal.left & mask_of("Aux V") for goal in found.values())


def test_who_left_the_road_does_not_ride_on() -> None:
    """A step off the road and back onto it: from there it goes on across country alone."""
    board = tables().board
    off, back = next(
        (off, back)
        for off in board.land_links[place("3425")]
        if off < board.hexes and not board.road_links[off] and not board.wild[off]
        for back in board.land_links[off]
        if back < board.hexes and board.road_links[back] and board.ids[back] != "3425"
    )
    scene = Scene(romans={"3425": "Ala I, Karus"}, ap=(1, 0))
    scene.do("march 3425", f"step {board.ids[off]}", f"step {board.ids[back]}")
    found = goals(scene.t.contents, scene.script.view(0))
    offered = {option.arg for option in scene.script.decision(0).options if option.verb == "go"}
    assert {at for at, goal in found.items() if not goal.left} == offered
    assert all(goal.way.steps > 2 for goal in found.values())


# Gestures -----------------------------------------------------------------------------------------


def test_a_part_of_a_stack_marches_in_one_gesture() -> None:
    scene = Scene(romans={"3425": "Agricola, II Ad A, II Ad B, Ala I"}, ap=(1, 0)).do("march 3425")
    offered = gesture(scene, "march")
    assert offered.docked and offered.undoes
    assert {pick.start for pick in offered.picks} == {1}
    labels = [shortcut.label for shortcut in offered.shortcuts]
    assert labels[0] == "All" and "Cavalry" in labels and labels[-1] == "None"
    wish = Wish("march", takes(ROMAN, "Agricola", "II Ad B"), f"hex-{place('3326')}")
    assert carry(scene, wish) == ""
    assert scene.at("Agricola") == "3326" and scene.at("Ala I") == "3425"
    # Of two cohorts that are alike one goes and one stays, whichever that is.
    assert {scene.at("II Ad A"), scene.at("II Ad B")} == {"3326", "3425"}


def test_a_march_that_is_too_far_for_all_says_so() -> None:
    scene = Scene(romans={"3425": "Imped I, Ala I"}, ap=(1, 0)).do("march 3425")
    targets = gesture(scene, "march").targets
    far = next(target for target in targets if target.bars)
    assert far.bars == (str(unit(ROMAN, "Imped I")),)
    refused = carry(scene, Wish("march", takes(ROMAN, "Imped I", "Ala I"), far.key))
    assert "leave the slower ones" in refused
    assert carry(scene, Wish("march", takes(ROMAN, "Ala I"), far.key)) == ""
    assert scene.at("Imped I") == "3425" and scene.at("Ala I") != "3425"


def test_a_free_march_takes_its_leader() -> None:
    scene = Scene(romans={"3425": "Agricola, II Ad A"}).do("free")
    wish = Wish("march", takes(ROMAN, "II Ad A"), f"hex-{place('3326')}")
    assert "has to go along" in carry(scene, wish)


def test_the_free_march_is_what_a_click_on_the_leader_means() -> None:
    scene = Scene(romans={"3425": "Agricola", "3525": "II Ad A"}, ap=(2, 0))
    view, decision = scene.script.view(0), scene.script.decision(0)
    by_text = {each.action.text: each for each in FACE.choices(view, decision, NAMES)}
    paid = by_text[f"march:{place('3425')}"]
    assert not paid.places and "for 1 AP" in paid.label
    assert "free March is still unused" in plain(paid.hint)
    assert f"hex-{place('3425')}" in by_text["free"].places
    assert f"hex-{place('3525')}" in by_text[f"march:{place('3525')}"].places
    assert by_text["next"].main and by_text["next"].label == "End Marches"


def test_hits_are_taken_in_one_gesture() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A, Aux V, Ala I"},
        tribes={"3734": "Warband 1, Warband 2, Warband 3"},
        options={"battle_lines": "off"},
        ap=(0, 1),
    )
    scene.do("march 3734", "go 3732", "dice 1 6", "fight", "dice 1 1 6")
    offered = gesture(scene, "hits")
    assert offered.most == 2 and len(offered.shortcuts[0].picks) == 2
    assert carry(scene, Wish("hits", takes(ROMAN, "Aux V", "Ala I"))) == ""
    assert scene.worn("Aux V", "Ala I") == (True, True) and not scene.worn("II Ad A")


def test_any_units_go_into_winter_quarters_together() -> None:
    romans = {"3328": "Agricola, Karus, Aux V", "3230": "Ala I, Ala II"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    offered = gesture(scene, "winter")
    assert len(offered.picks) == 5
    start = {tables().rome.units[int(pick.key)].name for pick in offered.picks if pick.start}
    assert start == {"Agricola", "Karus", "Aux V"}, "one stack is taken to begin with"
    # A click on a stack, or on its line in the list, takes that one.
    spots = {place for pick in offered.picks if pick.start for place in pick.places[1:]}
    listed = next(tray for tray in dashboard(scene).trays if tray.key == "quarters")
    assert offered.swaps and listed.cards[0].places[0] in spots and len(listed.cards) == 2
    after = next(tray for tray in dashboard(scene).trays if tray.key == "after")
    assert [plain(card.cost) for card in after.cards] == ["5 \u2192 0"]
    assert carry(scene, Wish("winter", takes(ROMAN, "Ala I", "Aux V"), "base")) == ""
    assert scene.at("Ala I", "Aux V") == ("B", "B") and scene.at("Karus") == "3328"
    scene.script.play(who("unit", ROMAN, "Karus"), who("unit", ROMAN, "Ala II"), to("place", "B"))
    asked = FACE.prompt(scene.script.view(0), scene.script.decision(0), NAMES)
    assert plain(asked.sentence) == "Where does Agricola spend the winter?"
    assert carry(scene, Wish("winter", {}, "base")) == "Choose at least one unit."


def test_units_in_hand_are_set_down_first() -> None:
    romans = {"3328": "Agricola, Karus, Aux V"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    scene.script.play(who("unit", ROMAN, "Karus"), seat=0)
    assert carry(scene, Wish("winter", takes(ROMAN, "Aux V"), "base")).startswith("First set down")
    scene.script.play(to("place", "B"), seat=0)
    assert scene.at("Karus") == "B" and scene.at("Agricola", "Aux V") == ("3328", "3328")


def test_units_with_one_way_are_told_in_one_sentence() -> None:
    scene = Scene()
    ways = [(0, 5, 6), (1, 5, 6), (2, 7, 6)]
    events = [
        Event("withdrawn_unit", {"side": ROMAN, "unit": unit, "place": place, "to": to})
        for unit, place, to in ways
    ]
    line = FACE.tell_gesture(scene.script.view(0), events, NAMES)
    assert line is not None
    said = plain(line.sentence)
    assert said.startswith("2 units go from ") and said.count(" from ") == 2


def test_a_phase_without_anything_to_do_says_so_and_can_be_skipped() -> None:
    scene = Scene(romans={"3731": "Agricola, Praesidium 1"}, phase="recruit", ap=(0, 0))
    view, decision = scene.script.view(0), scene.script.decision(0)
    assert decision.prompt == "recruit" and len(decision.options) > 1
    assert plain(FACE.prompt(view, decision, NAMES).sentence) == "Nothing to recruit with: go on."
    stops = [each for each in FACE.choices(view, decision, NAMES) if not each.aside]
    assert [each.action.verb for each in stops] == ["next"]


def test_all_to_the_nearest_quarters() -> None:
    romans = {"3328": "Agricola, Karus, Aux V"}
    near = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    assert carry(near, Wish("nearest")) == ""
    assert near.at("Agricola") != "B"


# Moments ------------------------------------------------------------------------------------------


def battle() -> Scene:
    scene = Scene(
        romans={"3734": "Agricola, II Ad A, II Ad B"},
        tribes={"3732": "Warband 1, Warband 2"},
        options={"battle_lines": "off"},
        ap=(1, 0),
    )
    return scene.do("free", "go 3732")


def test_a_battle_shows_both_lines_and_what_is_expected() -> None:
    scene = battle()
    moment = dashboard(scene).moment
    assert moment is not None and [len(side.figures) for side in moment.sides] == [3, 2]
    own, foe = (side.figures[0].card for side in moment.sides)
    assert own.places and not foe.places
    assert "hits expected" in plain(moment.sides[0].lines[0])


def test_the_advantage_stays_what_it_was_when_the_dice_fell() -> None:
    scene = battle().do("declare 0", "dice 2 4")
    moment = dashboard(scene).moment
    assert moment is not None
    said = plain(moment.row)
    assert "elites" in said and "= 3 : 4 =" in said
    assert moment.row_label == "Advantage: the Caledonians strike first"
    line = FACE.tell(scene.script.view(1), scene.told("advantage")[0], NAMES)
    assert line is not None and line.moment is not None
    named = [[term.label for term in side.terms] for side in line.moment.sides]
    assert named == [["die", "elites"], ["die"]]
    # The only elite falls; the sum stays.
    scene.state.battle = scene.battle.copy()
    scene.battle.force[ROMAN] &= ~mask_of("Agricola")
    moment = dashboard(scene).moment
    assert moment is not None and plain(moment.row) == said


def test_a_tie_says_what_settles_it() -> None:
    scene = battle().do("declare 0", "dice 3 4")
    moment = dashboard(scene).moment
    assert moment is not None and "= 4 : 4 =" in plain(moment.row)
    board = scene.t.board
    at = scene.battle.place
    assert not board.is_fortress[at] and board.center_at[at] < 0
    ground = "in wilderness: the Caledonians" if board.wild[at] else "on open ground: the Romans"
    assert moment.row_label == f"Tie {ground} strike first"
    line = FACE.tell(scene.script.view(1), scene.told("advantage")[0], NAMES)
    assert line is not None and line.moment is not None
    assert plain(line.moment.verdict).startswith("Equal totals")


def test_a_volley_is_told_die_by_die_and_waits() -> None:
    scene = battle().do("declare 0", "dice 6 1", "fight", "dice 1 6 2")
    line = FACE.tell(scene.script.view(1), scene.told("fire")[0], NAMES)
    assert line is not None and line.moment is not None
    moment = line.moment
    assert moment.stays and moment.sides[0].badge == "2 hits"
    assert [figure.note for figure in moment.sides[0].figures] == ["hit", "miss", "hit"]


def test_a_year_ends_with_its_points_explained() -> None:
    scene = Scene()
    facts: dict[str, Fact] = {"year": 82, "roman": (2, 1, 0, 0), "tribes": (0, 0, 0, 8, 1)}
    line = FACE.tell(scene.script.view(0), Event("year_over", facts), NAMES)
    assert line is not None and line.moment is not None
    rome, tribes = line.moment.sides
    assert (rome.total, tribes.total) == ("3", "9") and len(rome.terms) == 2
    assert "-6" in plain(line.moment.verdict)


# Round the map ------------------------------------------------------------------------------------


def test_the_score_stands_on_a_scale_of_four_levels() -> None:
    scale = dashboard(Scene()).scale
    assert scale is not None
    assert [level.start for level in scale.levels][1:] == [0, 11, 21]
    assert [level.mark for level in scale.levels] == [1, 1, 0, 0]
    about = FACE.about(Scene().script.view(0), None, "meter-balance", NAMES)
    assert about is not None and len(about.gives) == 4


def test_nothing_that_spends_a_counter_glows_at_first() -> None:
    scene = Scene(
        "caledonian", "recruit", tribes={"2231": "Calgacus"}, centers={"Venicones": "ambush"}
    )
    shown = dashboard(scene, 1)
    assert [mode.key for mode in shown.modes] == ["none", "reveal"]
    view, decision = scene.script.view(1), scene.script.decision(1)
    choices = FACE.choices(view, decision, NAMES)
    placed = [each for each in choices if any(spot.startswith("hex-") for spot in each.places)]
    assert placed and all(each.mode == "reveal" for each in placed)


def test_a_marker_can_be_read_wherever_its_name_stands() -> None:
    scene = Scene()
    event = Event("played", {"side": ROMAN, "marker": 2, "place": -1})
    line = FACE.tell(scene.script.view(1), event, NAMES)
    assert line is not None
    named = next(bit for bit in line.sentence if bit.text == "Officium")
    about = FACE.about(scene.script.view(1), None, named.ref, NAMES)
    assert about is not None and "free March" in plain(about.body[0])


def test_questions_out_of_turn_have_a_switch_each() -> None:
    scene = Scene(phase="recruit", romans={"3525": "Agricola"}, ap=(2, 0))
    tray = next(tray for tray in dashboard(scene).trays if tray.key == "asks")
    assert [card.face for card in tray.cards] == ["up"] * 2
    choices = FACE.choices(scene.script.view(0), scene.script.decision(0), NAMES)
    off = next(c for c in choices if c.action.text == f"quiet:{INTERRUPT}")
    assert off.places == (f"ask-{INTERRUPT}",)
    scene.script.play(off.action.text, seat=0)
    tray = next(tray for tray in dashboard(scene).trays if tray.key == "asks")
    assert [card.face for card in tray.cards] == ["up", "spent"]
    scene.script.play(f"wake:{INTERRUPT}", seat=0)
    assert scene.script.view(0).asks[ROMAN] >> INTERRUPT & 1
    about = FACE.about(scene.script.view(0), None, f"ask-{INTERRUPT}", NAMES)
    assert about is not None and about.state == "yes"
    assert FACE.about(scene.script.view(0), None, "ask-9", NAMES) is None
    # What a marker does can be read wherever its name stands.
    marker = FACE.about(scene.script.view(0), None, f"marker-{TREACHERY}", NAMES)
    switch = FACE.about(scene.script.view(0), None, f"ask-{TREACHERY}", NAMES)
    assert marker is not None and switch is not None and switch.body[0] == marker.body[0]


# Ships and leaders --------------------------------------------------------------------------------

COHORTS = "Aux V, Aux VI, Aux VII"


def test_a_fleet_that_was_named_is_loaded_in_one_gesture() -> None:
    scene = Scene(romans={"3731": f"Classis I, Classis II, Ala I, {COHORTS}"}).do("sail 3731")
    assert gesture(scene, "form").title == "Fleet"
    scene.do("ship Classis II")
    load = gesture(scene, "load")
    assert load.title == "Fleet II, 0 of 3 aboard" and load.most == 3
    assert carry(scene, Wish("load", {})), "nobody was chosen"
    assert not carry(scene, Wish("load", takes(ROMAN, "Aux VI", "Ala I")))
    ships = [scene.state.aboard[unit(ROMAN, name)] for name in ("Ala I", "Aux V", "Aux VI")]
    # Aux V and VI are alike: one of them goes, and which one makes no difference.
    assert ships[0] == unit(ROMAN, "Classis II") and sorted(ships[1:]) == [-1, ships[0]]
    assert gesture(scene, "load").title == "Fleet II, 2 of 3 aboard"
    assert not carry(scene, Wish("load", takes(ROMAN, "Aux VI")))
    assert gesture(scene, "form").title == "Fleet", "it is full"


def test_the_fleet_takes_as_many_as_were_chosen() -> None:
    scene = Scene(romans={"3731": f"Classis I, {COHORTS}"}).do("sail 3731")
    wish = Wish("form", takes(ROMAN, "Classis I", "Aux VI"))
    carry(scene, wish)
    assert sum(1 for ship in scene.state.aboard if ship >= 0) == 1 and scene.prompt == "dice"


def test_on_a_free_voyage_agricola_changes_ships_by_the_same_gesture() -> None:
    scene = Scene(romans={"B": "Agricola, Classis I, Classis II, Aux V"}).do("free_sail")
    taken = {pick.key for pick in gesture(scene, "form").picks if pick.start}
    assert str(unit(ROMAN, "Agricola")) in taken
    scene.do("ship Classis II")
    assert not carry(scene, Wish("load", takes(ROMAN, "Agricola")))
    assert scene.state.aboard[unit(ROMAN, "Agricola")] == unit(ROMAN, "Classis II")


def test_what_a_ship_carries_is_said_beside_its_button() -> None:
    romans = {"3731": f"Classis I, Classis II, Ala I, {COHORTS}"}
    scene = Scene(romans=romans, aboard={"Classis I": "Ala I"}).do("sail 3731")
    view, decision = scene.script.view(0), scene.script.decision(0)
    hints = {c.action.text: plain(c.hint) for c in FACE.choices(view, decision, NAMES)}
    assert "beside Ala I" in hints[who("ship", ROMAN, "Classis I")]
    assert "Nobody is aboard" in hints[who("ship", ROMAN, "Classis II")]
    assert "Aboard: Ala I." in hints[who("leave", ROMAN, "Classis I")]


def test_two_leaders_in_a_hex_are_two_buttons() -> None:
    """Where only one can be shown, a click on the hex is enough."""
    tribes = {"2127": "Calgacus, Princeps I", "2429": "Princeps II"}
    scene = Scene("caledonian", "points", tribes=tribes, hands=("", "unite"))
    view, decision = scene.script.view(1), scene.script.decision(1)
    shown = {
        c.label: c.places for c in FACE.choices(view, decision, NAMES) if c.action.verb == "show"
    }
    assert len(shown) == 3 and [bool(places) for places in shown.values()] == [False, False, True]
    assert all(label.startswith("Unite! Show") for label in shown)
    # Whoever stands alone is clicked on the map, the first of the tribes too.
    scene = Scene("caledonian", "points", tribes={"2127": "Calgacus"}, hands=("", "unite"))
    view, decision = scene.script.view(1), scene.script.decision(1)
    (alone,) = (c for c in FACE.choices(view, decision, NAMES) if c.action.verb == "show")
    assert alone.places == alone.lights != ()
