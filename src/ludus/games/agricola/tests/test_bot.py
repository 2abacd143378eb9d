"""The plan of either side: always legal, and sensible where it is plain what to do."""

from __future__ import annotations

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE
from ludus.games.agricola.bot.battle_choices import hit_cost
from ludus.games.agricola.bot.estimates import estimated
from ludus.games.agricola.bot.lookups import Lookups
from ludus.games.agricola.bot.stacks import armies_of
from ludus.games.agricola.ids import ROMAN
from ludus.games.agricola.tests.scene import Scene, pair, place, tables, the_box, unit


def test_the_shortlist_names_options_that_are_on_offer() -> None:
    """Both sides follow its first advice to the end of a game."""
    box = the_box()
    rules = box.rules
    shortlist = box.shortlist
    assert shortlist is not None
    rng = SeededRng("council")
    state = rules.setup(2, box.options(2, {}))
    while decisions := rules.decisions(state):
        for decision in decisions:
            if decision.seat != CHANCE:
                listed = shortlist(state, decision)
                assert listed
                assert all(action in decision.options for action in listed)
        decision = decisions[0]
        action = pick(decision, rng)
        if decision.seat != CHANCE:
            listed = shortlist(state, decision)
            # Now and then another way, so that every kind of question comes up.
            action = pick(decision, rng) if rng.below(8) == 0 else listed[0]
        rules.apply(state, decision.seat, action)
    assert rules.outcome(state) is not None


def advice(scene: Scene) -> str:
    """What the shortlist would do first for the side that is asked."""
    shortlist = the_box().shortlist
    assert shortlist is not None
    decisions = the_box().rules.decisions(scene.state)
    return shortlist(scene.state, decisions[0])[0].text


LEGIONS = "Agricola, II Ad A, II Ad B, IX H A, IX H B, Aux I Batav"


def test_romans_take_an_empty_center_with_the_free_march() -> None:
    scene = Scene(romans={"2731": LEGIONS, "3327": "Praesidium 1"}, ap=(0, 0), turn=1)
    assert advice(scene) == "free"
    scene.do("free")
    while not advice(scene).startswith("go"):
        scene.do(advice(scene))
    assert advice(scene) == scene.text("go 2632")


def test_romans_do_not_attack_a_host_with_one_cohort() -> None:
    host = "Calgacus, Atecotti I, Atecotti II, Gaesatae I, Gaesatae II, Chariots I"
    scene = Scene(romans={"2731": "Aux III"}, tribes={"2632": host}, ap=(1, 0), turn=9)
    scene.do("march 2731")
    assert advice(scene) != scene.text("go 2632")


def test_camps_are_built_before_the_winter() -> None:
    scene = Scene("roman", "recruit", romans={"2632": "II Ad A", "2530": "IX H A"}, turn=3)
    assert advice(scene) == scene.text("recruit Praesidium 1")
    scene.do("recruit Praesidium 1")
    assert advice(scene) == scene.text("place 2632")


def test_tribes_levy_for_every_empty_center_in_the_last_turn() -> None:
    scene = Scene("caledonian", "recruit", romans={"2632": "II Ad A"}, ap=(0, 9), turn=11)
    assert advice(scene) == "levy:9"
    filled = {"1628": "Warband 1", "1631": "Warband 2", "1830": "Warband 3", "1933": "Warband 4"}
    filled |= {"2031": "Warband 5", "2129": "Warband 6", "2226": "Warband 7", "2231": "Warband 8"}
    filled |= {"2334": "Warband 9", "2529": "Warband 10"}
    scene = Scene("caledonian", "recruit", tribes=filled, ap=(0, 9), turn=11)
    assert advice(scene) == "levy:3"


def test_the_worn_and_the_cheap_take_the_hits() -> None:
    t = tables()
    lookups = Lookups(t, t.contents.counters)
    state = Scene(romans={"2731": "Agricola, II Ad A, Aux III"}, worn="II Ad A").state
    costs = {
        name: hit_cost(t, lookups, state, ROMAN, unit(ROMAN, name))
        for name in ("Agricola", "II Ad A", "Aux III")
    }
    assert costs["Aux III"] < costs["II Ad A"] < 99
    assert costs["Aux III"] < costs["Agricola"]


XX_LEGION = "Legatus XX Valeria Victrix, XX VV A, XX VV B, XX VV C"


def follow(scene: Scene, verb: str) -> None:
    """Do what the shortlist says until it says this."""
    for _ in range(20):
        if advice(scene).partition(":")[0] == verb:
            return
        scene.do(advice(scene))
    raise AssertionError(f"never advised: {verb}")


def test_a_legion_with_the_fleets_sails_from_one_center_on_the_coast_to_the_next() -> None:
    fleets = f"Classis I, Classis II, {XX_LEGION}, Praesidium 1"
    scene = Scene(romans={"2534": fleets}, ap=(1, 0), turn=6)
    assert advice(scene) == scene.text("sail 2534")
    scene.do("sail 2534")
    follow(scene, "cast")
    state = scene.state
    legion = [unit(ROMAN, name) for name in XX_LEGION.split(", ")]
    assert all(state.aboard[number] != -1 for number in legion)


def test_fleets_without_a_crew_stay_where_they_are() -> None:
    scene = Scene(romans={"B": "Classis I, Classis II", "3327": "Praesidium 1"}, ap=(3, 0), turn=6)
    assert advice(scene) == "next"


def test_a_landing_in_a_center_brings_everybody_ashore() -> None:
    fleets = f"Classis I, Classis II, {XX_LEGION}, Praesidium 1"
    scene = Scene(romans={"2534": fleets}, ap=(1, 0), turn=6)
    scene.do("sail 2534")
    follow(scene, "cast")
    scene.do("cast", pair(6, 6))
    assert advice(scene).startswith("go")
    scene.do(advice(scene))
    assert advice(scene) == "ashore"


def test_agricolas_army_goes_with_him_before_anybody_pays_for_it() -> None:
    scene = Scene(romans={"2731": LEGIONS, "3327": "Praesidium 1"}, ap=(5, 0), turn=1)
    assert advice(scene) == "free"
    scene.do("free")
    follow(scene, "go")
    frame = scene.state.stack[-1]
    assert frame.mask.bit_count() >= len(LEGIONS.split(", ")) - 1


def test_a_legionary_stays_on_a_site_for_a_camp() -> None:
    scene = Scene(romans={"2429": LEGIONS, "3327": "Praesidium 1"}, ap=(5, 0), turn=1)
    scene.do("free")
    assert advice(scene).startswith("leave")
    follow(scene, "go")
    left = scene.state.here[ROMAN][scene.state.stack[-1].place] & ~scene.state.stack[-1].mask
    assert left & tables().rome.legionaries


def test_trains_are_spared_in_battle() -> None:
    t = tables()
    lookups = Lookups(t, t.contents.counters)
    state = Scene(romans={"2731": "Agricola, Imped I, Aux III"}).state
    train = hit_cost(t, lookups, state, ROMAN, unit(ROMAN, "Imped I"))
    assert train > hit_cost(t, lookups, state, ROMAN, unit(ROMAN, "Aux III"))


TAKEN = {
    "1628": "Warband 1",
    "1631": "Warband 2",
    "1830": "Warband 3",
    "1933": "Warband 4",
    "2031": "Warband 5",
    "2129": "Warband 6",
    "2226": "Warband 7",
    "2231": "Warband 8",
    "2334": "Warband 9",
    "2529": "Warband 10",
    "2534": "Warband 11",
}
"""Tribes in every center but one: a foe who leaves nothing open."""
HOST = "Calgacus, Atecotti I, Atecotti II, Gaesatae I, Gaesatae II, Chariots I"


def test_a_host_that_nobody_has_seen_is_counted() -> None:
    """Units on the map that are not alone in a center may be together somewhere."""
    t = tables()
    lookups = Lookups(t, t.contents.counters)
    state = Scene(tribes={**TAKEN, "2330": HOST}, turn=5).state
    row = armies_of(t, lookups, state).tribes
    foes, host = estimated(t, lookups, state, row)
    assert host is not None and host.stack.strength >= 3 * len(HOST.split(", "))
    # It is rather where there is nothing to hold, and one band is all that is sure anywhere.
    assert max(host.share, key=lambda spot: host.share[spot]) == place("2330")
    assert foes[place("2330")].strength < host.stack.strength
    state.known[ROMAN] = t.tribes.all
    assert estimated(t, lookups, state, row)[1] is None


def test_agricola_waits_for_the_fleets_with_two_legions() -> None:
    t = tables()
    rules = the_box().rules
    shortlist = the_box().shortlist
    assert shortlist is not None
    rng = SeededRng("deploy")
    state = rules.setup(2, the_box().options(2, {}))
    while state.turn < 1:
        decision = rules.decisions(state)[0]
        chosen = pick(decision, rng) if decision.seat < 0 else shortlist(state, decision)[0]
        rules.apply(state, decision.seat, chosen)
    waiting = state.here[ROMAN][t.board.britannia] & t.rome.land
    assert waiting & t.rome.supreme and (waiting & t.rome.legionaries).bit_count() == 6
    assert not state.here[ROMAN][place("3127")]


def test_the_strongest_wait_where_the_tribes_strike_first() -> None:
    romans = {"2731": "II Ad A, II Ad B, Aux III, Aux IV"}
    scene = Scene(romans=romans, tribes={"2632": "Warband 1"}, ap=(1, 0), turn=9)
    scene.do("march 2731", "go 2632")
    assert advice(scene) == scene.text("reserve II Ad A")
    # In the open Romans have the better of a tie.
    scene = Scene(romans=romans, tribes={"2631": "Warband 1"}, ap=(1, 0), turn=9)
    scene.do("march 2731", "go 2631")
    assert advice(scene) == "done"


def test_an_army_leaves_nobody_alone_where_a_foe_to_be_feared_is_near() -> None:
    romans = {"2632": LEGIONS, "2731": "Aux III, Aux IV", "3327": "Praesidium 1"}
    scene = Scene(romans=romans, tribes=TAKEN, ap=(0, 0), turn=2)
    scene.do("free")
    follow(scene, "go")
    frame = scene.state.stack[-1]
    assert not scene.state.here[ROMAN][frame.place] & ~frame.mask
    # Against a foe who leaves his centers open somebody holds what has been taken.
    scene = Scene(romans=romans, tribes={"1628": "Warband 1"}, ap=(0, 0), turn=2)
    scene.do("free")
    follow(scene, "go")
    frame = scene.state.stack[-1]
    assert scene.state.here[ROMAN][frame.place] & ~frame.mask
