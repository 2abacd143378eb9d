"""Units set down by hand, at set-up, as they are drawn and in winter; and ships that are manned."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ludus.core.models import Wish
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import NONE, ROMAN
from ludus.games.agricola.tests.face_positions import FACE, NAMES
from ludus.games.agricola.tests.scene import Scene, mask_of, place, unit
from ludus.games.agricola.tests.test_face_hands import alike, carried, keys, offers, spot_of, there
from ludus.games.agricola.tests.test_face_models import carry, dashboard, gesture, takes

UNKNOWN = "That cannot be done now."
NOBODY = "Choose at least one unit."


# Set down -----------------------------------------------------------------------------------------


def test_whoever_is_set_down_stands_where_he_was_put() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in offers("winter", "deploy", "place"):
        if offered.key == "nearest":
            assert decision.prompt == "winter" and not offered.picks
            state, done, said = carried(look, Wish("nearest"))
            assert said == "" and all(action.verb == "place" for action in done)
            met["nearest"] += 1
            continue
        assert len(offered.picks) > 1 and offered.targets
        assert offered.swaps == (decision.prompt == "winter")
        pool = sum(1 << int(pick.key) for pick in offered.picks)
        start = sum(1 << int(pick.key) for pick in offered.picks if pick.start)
        question = look.view.question
        assert question is not None and start
        held = question.mask & pool
        if held:
            assert start == held
            met["held"] += 1
        elif decision.prompt == "deploy":
            assert start == pool
        elif decision.prompt == "winter":
            (spot,) = {look.state.at[look.side][n] for n in units(start)}
            assert start == pool & there(look, look.state, spot), "a whole stack"
        else:
            assert start.bit_count() == 1
        places = {option.arg for option in decision.options if option.verb == "place"}
        assert {spot_of(look, target.key) for target in offered.targets} == places
        target = offered.targets[-1]
        spot = spot_of(look, target.key)
        for mask in (start, held or pool & -pool):
            before = there(look, look.state, spot)
            state, done, said = carried(look, Wish(offered.key, keys(mask), target.key))
            if said:
                assert said.startswith(("They cannot all go", "There is no room"))
                met["room"] += 1
                continue
            now = there(look, state, spot)
            assert alike(look, now & ~before) == alike(look, mask & ~before) or any(
                action.verb == "all" for action in done
            )
            assert {a.verb for a in done} <= {"unit", "place", "all"}
            met[decision.prompt] += 1
        assert carried(look, Wish(offered.key, {}, target.key))[2] == NOBODY
    for key in ("winter", "deploy", "place", "nearest", "held"):
        assert met[key], (key, met)


def test_a_number_that_is_no_place_on_offer_takes_nobody_there() -> None:
    """Options name units by numbers as well: a wish for a place means none of these."""
    met: Counter[str] = Counter()
    for look, decision, offered in offers("march", "winter", "deploy", "place"):
        places = {spot_of(look, target.key) for target in offered.targets}
        others = sorted({option.arg for option in decision.options} - places)
        if not places or not others:
            continue
        start = {pick.key: pick.start for pick in offered.picks}
        for number in others[:1]:
            _, done, said = carried(look, Wish(offered.key, start, f"hex-{number}"))
            assert said and not any(action.verb in ("go", "place", "all") for action in done)
            assert decision.prompt != "place" or not done, "one is in hand: that is enough"
        met[decision.prompt] += 1
    assert min(met[k] for k in ("march", "winter", "place")) > 0, met


def test_the_nearest_quarters_are_the_nearest() -> None:
    romans = {"3427": "Karus, Ala I", "2731": "Ala II"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    keys_of = [
        each.key
        for each in FACE.gestures(scene.script.view(0), scene.script.decision(0), (), NAMES)
    ]
    assert keys_of == ["winter", "nearest"]
    assert carry(scene, Wish("nearest")) == ""
    board = scene.t.board
    spot = scene.state.at[ROMAN][unit(ROMAN, "Karus")]
    assert board.is_fortress[spot]

    def apart(a: int, b: int) -> int:
        seen, steps = {a}, 0
        while b not in seen:
            seen |= {n for p in seen if p < board.hexes for n in board.around[p]}
            steps += 1
        return steps

    start = place("3427")
    assert apart(start, spot) == min(apart(start, fort) for fort in board.fortress_hex)
    assert scene.at("Ala II") == "2731", "who has quarters stays"


def test_nobody_is_sent_to_quarters_who_has_them() -> None:
    scene = Scene(phase="winter", turn=4, romans={"3427": "Karus"})
    view, decision = scene.script.view(0), scene.script.decision(0)
    housed = replace(
        view, at=(tuple(place("3525") if p == place("3427") else p for p in view.at[0]), view.at[1])
    )
    assert FACE.follow(housed, decision, Wish("nearest"), (), NAMES) == UNKNOWN
    assert FACE.follow(housed, decision, Wish("nearest"), decision.options[:1], NAMES) is None


def test_a_hand_that_was_begun_goes_on_with_those_in_it() -> None:
    romans = {"3328": "Agricola, Karus, Aux V", "3230": "Ala I"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    scene.script.play(f"unit:{unit(ROMAN, 'Karus')}", seat=0)
    offered = gesture(scene, "winter")
    taken = [int(pick.key) for pick in offered.picks if pick.start]
    assert taken == [unit(ROMAN, "Karus")]
    shown = dashboard(scene).trays[0]
    assert shown.title == "To quarters"


# Ships --------------------------------------------------------------------------------------------


def test_a_voyage_takes_who_was_wished_aboard() -> None:
    met: Counter[str] = Counter()
    for look, decision, offered in offers("form"):
        view = look.view
        pool = sum(1 << int(pick.key) for pick in offered.picks)
        start = sum(1 << int(pick.key) for pick in offered.picks if pick.start)
        if offered.key == "load":
            _, done, said = carried(look, Wish("load", keys(pool)))
            assert said == "" and all(action.verb == "board" for action in done)
            assert len(done) <= offered.most or view.loading != NONE
            assert carried(look, Wish("load", {}))[2] == NOBODY
            met["load"] += 1
            continue
        sails = any(option.verb == "cast" for option in decision.options)
        assert start & (view.fleet | view.passengers) == view.fleet | view.passengers
        extra = start & ~(view.fleet | view.passengers)
        first = next((1 << o.arg for o in decision.options if o.verb == "board"), 0)
        assert extra == (0 if sails else first), "a free voyage waits for its leader"
        _, done, said = carried(look, Wish("form", keys(start)))
        met[f"said {said}"] += 1
        if not said:
            verbs = [action.verb for action in done]
            assert verbs[-1] == "cast" and "leave" not in verbs
            met["cast"] += 1
        fleets = view.fleet
        for ship in [o.arg for o in decision.options if o.verb == "leave"]:
            assert fleets >> ship & 1
            _, done, _ = carried(look, Wish("form", keys(start & ~(1 << ship))))
            assert done[0].text == f"leave:{ship}"
            met["left"] += 1
    assert min(met[k] for k in ("load", "cast", "left")) > 0, met


def test_one_like_another_boards_once() -> None:
    """Two of three that are alike are wished aboard: two go, and the third stays."""
    scene = Scene(romans={"3731": "Classis I, Aux V, Aux VI, Aux VII, II Ad A"}, ap=(1, 0))
    scene.do("sail 3731")
    wish = Wish("form", takes(ROMAN, "Classis I", "Aux VI", "Aux VII"))
    assert carry(scene, wish) == ""
    aboard = [n for n, ship in enumerate(scene.state.aboard) if ship != NONE]
    assert len(aboard) == 2 and {1 << n for n in aboard} <= {
        mask_of(name) for name in ("Aux V", "Aux VI", "Aux VII")
    }


def test_as_many_go_aboard_as_were_wished() -> None:
    scene = Scene(romans={"3731": "Classis I, Aux V, II Ad A, Ala I"}, ap=(1, 0))
    scene.do("sail 3731")
    names = ("Aux V", "II Ad A", "Ala I")
    assert carry(scene, Wish("form", takes(ROMAN, "Classis I", *names))) == ""
    aboard = {n for n, ship in enumerate(scene.state.aboard) if ship != NONE}
    assert aboard == {unit(ROMAN, name) for name in names}


def test_those_aboard_stay_aboard_and_others_join_them() -> None:
    scene = Scene(
        romans={"3731": "Classis I, Classis II, Aux V, Aux VI, Ala I"},
        aboard={"Classis I": "Aux V, Ala I"},
        ap=(1, 0),
    )
    scene.do("sail 3731")
    wish = Wish("form", takes(ROMAN, "Classis I", "Aux V", "Aux VI"))
    assert carry(scene, wish) == ""
    state = scene.state
    ship = unit(ROMAN, "Classis I")
    crew = {n: fleet for n, fleet in enumerate(state.aboard) if fleet != NONE}
    names = ("Aux V", "Ala I", "Aux VI")
    assert crew == dict.fromkeys((unit(ROMAN, name) for name in names), ship)
