"""Battles: advantage, fire, hits, forts, retreat and what follows [15, 16, 17, 25, 31]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN, SPEECH
from ludus.games.agricola.rules.battle import tie_winner
from ludus.games.agricola.tests.scene import (
    begin,
    die,
    pair,
    place,
    position,
    tables,
    to,
    triple,
    unit,
    where,
    who,
    worn,
)

OFF = {"battle_lines": "off"}


@pytest.mark.clause(
    "agricola.15.2.12",
    "agricola.tec.open.2",
    "agricola.tec.wilderness.3",
    "agricola.tec.center.2",
    "agricola.tec.fortress.2",
    "agricola.tec.site.1",
)
def test_who_wins_ties() -> None:
    hexes = ("2731", "2632", "3734", "3528", "3327", "2127")
    sides = [tie_winner(tables(), place(name)) for name in hexes]
    tribes = CALEDONIAN
    assert sides == [ROMAN, tribes, ROMAN, tribes, tribes, ROMAN]


@pytest.mark.clause(
    "agricola.15.2.17",
    "agricola.15.2.18",
    "agricola.16.0.1",
    "agricola.16.2.6",
    "agricola.15.2.20",
    "agricola.17.0.2",
)
def test_the_advantage_strikes_first() -> None:
    state = position(
        romans={"3734": ["II Ad A", "II Ad B"]},
        tribes={"3732": ["Tribesmen 1"]},
        points=(1, 0),
        options=OFF,
    )
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    script.chance(pair(6, 1))
    script.play("fight")
    script.chance(pair(3, 6))
    assert where(script, CALEDONIAN, "Tribesmen 1") == "recruit"
    assert script.state.battle is None
    assert script.prompt() == "march_phase"


@pytest.mark.clause(
    "agricola.16.2.1", "agricola.16.2.3", "agricola.16.1.3", "agricola.16.2.4", "agricola.16.2.5"
)
@pytest.mark.parametrize("spread", [True, False])
def test_the_owner_spreads_the_hits(spread: bool) -> None:
    names = ["II Ad A", "IX H A", "XX VV A"]
    bands = ["Warband 1", "Warband 2", "Warband 3"]
    state = position(CALEDONIAN, romans={"3732": names}, tribes={"3734": bands}, points=(0, 1))
    state.lines = False
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    script.chance(pair(1, 6))
    script.play("fight")
    script.chance(triple(1, 2, 3))
    assert script.prompt() == "hits"
    for name in names if spread else (names[0], names[0], names[1]):
        script.play(who("hit", ROMAN, name))
    if spread:
        assert [worn(script, ROMAN, name) for name in names] == [True] * 3
    else:
        assert where(script, ROMAN, names[0]) == "recruit"
        assert [worn(script, ROMAN, name) for name in names] == [False, True, False]


def test_the_first_strike_is_kept_while_the_others_answer() -> None:
    names = ["II Ad A", "IX H A", "XX VV A"]
    bands = ["Warband 1", "Warband 2", "Warband 3"]
    state = position(CALEDONIAN, romans={"3732": names}, tribes={"3734": bands}, points=(0, 1))
    state.lines = False
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    script.chance(pair(1, 6))
    script.play("fight")
    script.chance(triple(1, 2, 6))
    assert script.state.battle is not None and script.state.battle.struck == []
    fire = script.events("fire")[-1]
    script.play(who("hit", ROMAN, names[0]), who("hit", ROMAN, names[1]))
    told = [fire.numbers(name) for name in ("units", "dice", "factors")]
    first = [number for row in zip(*told, strict=True) for number in row]
    assert script.state.battle.struck == first and script.state.battle.rolled == []
    script.chance(triple(1, 6, 6))
    # The tribes are alike, so the hit is taken at once; both rolls stay until the next strike.
    assert script.state.battle.round == 2 and script.state.battle.firing == ROMAN
    assert script.state.battle.struck == first and script.state.battle.rolled == [1, 6, 6]
    script.chance(pair(1, 6))
    script.play("fight")
    assert script.state.battle.struck == script.state.battle.rolled == []


@pytest.mark.clause("agricola.25.1.1", "agricola.23.2.2", "agricola.25.2.1", "agricola.16.4.1")
def test_a_praesidium_halves_hits_and_holds_its_men() -> None:
    romans = {"3732": ["Praesidium 1", "II Ad A", "IX H A"]}
    bands = ["Warband 1", "Warband 2", "Warband 3"]
    state = position(CALEDONIAN, romans=romans, tribes={"3734": bands}, points=(0, 1))
    state.lines = False
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    script.chance(pair(1, 6))
    script.play("fight")
    script.chance(triple(1, 2, 3))
    assert script.events("fire")[-1].facts["scored"] == 3
    assert script.events("fire")[-1].facts["hits"] == 2
    script.play(who("hit", ROMAN, "II Ad A"), who("hit", ROMAN, "IX H A"))
    script.chance(triple(6, 6, 6))
    script.chance(pair(6, 1))
    assert script.prompt() != "stand"


@pytest.mark.clause("agricola.17.1.1", "agricola.17.2.1", "agricola.17.2.2", "agricola.17.2.3")
def test_a_major_battle_moves_points() -> None:
    legions = [f"{legion} {letter}" for legion in ("II Ad", "IX H", "XX VV") for letter in "ABC"]
    bands = [f"Warband {n}" for n in range(1, 8)]
    state = position(romans={"3734": legions}, tribes={"3732": bands}, points=(1, 3), options=OFF)
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    assert script.state.battle is not None and script.state.battle.major
    script.play("declare:0").chance(pair(6, 1))
    options = script.offered(verb="retreat")
    script.play(options[0])
    script.chance(die(5), die(4))
    assert script.state.points == [0, 8]


@pytest.mark.clause(
    "agricola.stratagem.roman.speech.2",
    "agricola.stratagem.roman.speech.5",
    "agricola.stratagem.roman.speech.6",
    "agricola.15.2.7",
    "agricola.15.2.8",
    "agricola.ap.advantage.1",
)
def test_points_speech_and_elites_add_up() -> None:
    state = position(
        romans={"3734": ["Karus", "II Ad A"]},
        tribes={"3732": ["Warband 1", "Warband 2"]},
        points=(2, 0),
        hands=((SPEECH,), ()),
        options=OFF,
    )
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    assert script.offered() == ["declare:0", "declare:1", "declare:2", "declare:3"]
    script.play("declare:3").chance(pair(3, 5))
    assert script.events("advantage")[-1].facts["plus"] == (3, 0)
    assert script.events("advantage")[-1].facts["side"] == ROMAN
    assert script.state.points[ROMAN] == 0
    assert script.state.bin[ROMAN] >> SPEECH & 1


@pytest.mark.clause("agricola.22.2.2", "agricola.22.2.4", "agricola.22.2.3")
def test_a_legate_counts_beside_his_own_legion_only() -> None:
    from ludus.games.agricola.rules.battle import elites

    names = ("Legatus IX Hispana", "II Ad A", "Evocati I", "Karus")
    state = position(romans={"3734": names}, tribes={"3732": ["Warband 1"]}, options=OFF)
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    battle = script.state.battle
    assert battle is not None
    assert elites(tables(), battle, ROMAN) == 2
    battle.force[ROMAN] |= 1 << unit(ROMAN, "IX H A")
    assert elites(tables(), battle, ROMAN) == 3
