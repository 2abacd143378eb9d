"""What is left to chance, and stratagems, are named by what they are."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus.core.protocol import Decision
from ludus.core.text import plain
from ludus.games.agricola.ids import (
    CALEDONIAN,
    EXPLORATORES,
    ROMAN,
)
from ludus.games.agricola.tests.face_positions import FACE, NAMES, looks
from ludus.games.agricola.tests.scene import Scene, place, the_box
from ludus.games.agricola.tests.test_face_choices import offered, scene_choices

RULES = the_box().rules


# Chance -------------------------------------------------------------------------------------------


def test_chance_is_named_as_well() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::5]:
        if look.chance is None:
            continue
        question = look.view.question
        options = look.chance.options[:: max(1, len(look.chance.options) // 3)]
        for choice in FACE.choices(look.view, Decision(-1, look.chance.prompt, options), NAMES):
            verb, number = choice.action.verb, choice.action.arg
            met[verb] += 1
            if verb == "pick":
                name = look.t.musters[CALEDONIAN].units[number].name
                assert name in choice.label
            if verb == "marker":
                assert question is not None
                assert choice.label == look.t.contents.stratagems[question.side][number].name
                met[f"marker {question.side}"] += 1
            if verb == "triple":
                a, rest = divmod(number, 36)
                assert choice.label == f"{a + 1}, {rest // 6 + 1} and {rest % 6 + 1}"
            if verb == "pair":
                assert choice.label == f"{number // 6 + 1} and {number % 6 + 1}"
            if verb == "die":
                assert choice.label == str(number + 1)
    kinds = ("pick", "marker 0", "marker 1", "triple", "pair", "die", "deal")
    assert min(met[k] for k in kinds) > 0, met


def test_a_die_that_can_be_rolled_again_is_shown() -> None:
    met = 0
    for look, _, choice, _ in offered(1, "reroll"):
        rows = [frame.rolled for frame in look.state.stack if frame.rolled]
        rolled = rows[0] if rows else look.state.battle and look.state.battle.rolled
        assert rolled
        face = rolled[choice.action.arg]
        assert choice.label == f"Roll die {choice.action.arg + 1} again: {face}"
        met += 1
    assert met


def test_scouts_and_builders_light_up_where_they_are() -> None:
    met: Counter[str] = Counter()
    for look, _, choice, hint in offered(1, "scout", "build"):
        verb = choice.action.verb
        assert choice.places == ()
        if verb == "scout":
            (scout,) = (u for u in look.t.musters[ROMAN].units if u.type == EXPLORATORES)
            assert choice.lights == (f"hex-{look.state.at[ROMAN][scout.number]}",)
            assert "costs no AP" in hint
        else:
            assert choice.lights == (f"hex-{look.t.board.route[look.state.road + 1]}",)
        met[verb] += 1
    assert len(met) == 2


def test_held_markers_are_played_from_the_tray() -> None:
    scene = Scene(romans={"3525": "Karus"}, hands=("officium", ""), ap=(1, 0))
    found = scene_choices(scene)
    assert found["play:2"].places == ("marker-2",)
    assert "free March with any leader" in plain(found["play:2"].hint)


def test_a_marker_that_is_taken_lies_nowhere_yet() -> None:
    met = 0
    for _, _, choice, hint in offered(1, "take"):
        assert choice.places == () and choice.label.startswith("Take ")
        assert hint
        met += 1
    assert met


@pytest.mark.parametrize("camps", [0, 1])
def test_a_marker_says_what_has_to_be_rolled(camps: int) -> None:
    romans = {"3525": "Karus", **({"2529": "Praesidium 1"} if camps else {})}
    scene = Scene(phase="points", romans=romans, hands=("imperium", ""), ap=(1, 0))
    forts = len(scene.t.board.fortress_hex)
    hint = plain(scene_choices(scene)["play:1"].hint)
    assert f"Roll {forts + camps} or less" in hint
    tribes = Scene("caledonian", "points", romans, {"2231": "Calgacus"}, hands=("", "unite"))
    held = scene_choices(tribes, 1)
    (told,) = {plain(c.hint) for c in held.values() if c.action.verb == "play"} or {""}
    about = FACE.about(tribes.script.view(1), None, "marker-0", NAMES)
    assert about is not None
    said = told or plain(about.body[0])
    centers = sum(1 for p in (place("2529"), place("3525")) if p in scene.t.board.center_hex)
    assert f"Roll {centers if camps else centers - 1} or less" in said
