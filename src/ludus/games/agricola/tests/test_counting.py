"""What is done unit by unit does not let the enemy count them [20.0, 20.1]."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import Event, may_see
from ludus.core.table import Table
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.tests.scene import Scene, owner_of, place, tables, the_box

T = tables()


def heard(events: list[Event], seat: int) -> list[str]:
    """The kinds of events that a seat hears."""
    return [event.kind for event in events if may_see(event.seen_by, seat)]


@pytest.mark.clause("agricola.20.0.1", "agricola.6.0.8")
def test_a_side_that_sets_up_is_seen_when_all_stand() -> None:
    table = Table(the_box(), ("Aulus", "Bruna"), {})
    table.settle(SeededRng(5))
    before = table.view(0)
    centers = [T.board.center_hex[center] for center in T.board.dealt]
    for number in range(11):
        told = table.play(1, f"place:{centers[number // 3]}")
        assert heard(list(told), 0) == []
        assert table.view(0).stacks == before.stacks and table.view(0).limbo == before.limbo
        assert table.view(0).score == before.score
    told = table.play(1, f"place:{centers[3]}")
    places = [event.facts["places"] for event in told if event.kind == "arrayed"]
    assert places == [tuple(sorted(centers[:4]))]
    assert table.view(0).stacks[CALEDONIAN] == tuple(sorted(centers[:4]))
    seen = table.view(1)
    assert seen.stacks[ROMAN] == (T.board.britannia,) and seen.limbo[ROMAN] == 24
    for number in range(23):
        told = table.play(0, f"place:{T.board.fortress_hex[number % 2]}")
        assert heard(list(told), 1) == []
        assert table.view(1).stacks == seen.stacks and table.view(1).limbo == seen.limbo
    table.play(0, f"place:{T.board.fortress_hex[0]}")
    forts = sorted(T.board.fortress_hex[:2])
    assert table.view(1).stacks[ROMAN] == (*forts, T.board.britannia)


@pytest.mark.clause("agricola.22.1.3", "agricola.20.0.1")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_those_who_concentrate_go_in_one_body(count: int) -> None:
    names = ["II Ad A", "II Ad B", "IX H A", "Aux V"]
    scene = Scene(romans={"3731": "Agricola", "3733": ", ".join(names)}).do("concentrate")
    begun = len(scene.log)
    for name in names[:count]:
        scene.do(f"come {name}")
        assert scene.at(name) == "3733" and name not in scene.choices("come")
    assert heard(scene.log[begun:], 1) == []
    scene.do("done")
    assert heard(scene.log[begun:], 1) == ["moved", "march_over"]
    assert scene.at(*names) == ("3731",) * count + ("3733",) * (4 - count)


@pytest.mark.clause("agricola.8.2.1", "agricola.20.0.1")
def test_winter_is_heard_only_where_the_map_changes() -> None:
    romans = {"2429": "II Ad A, II Ad B, IX H A", "3525": "Aux V"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    scene.do("place 3525", "place 3525")
    assert heard(scene.log, 1) == []
    scene.do("place 3127")
    told = scene.told("withdrawn")
    assert [dict(event.facts) for event in told] == [
        {"side": ROMAN, "place": place("2429"), "to": place("3127")}
    ]


# What was known ----------------------------------------------------------------------------------


def sure(scene: Scene, side: int, *names: str) -> Scene:
    """Let a side know where enemy units are."""
    for name in names:
        scene.state.known[side] |= 1 << owner_of(name)[1]
    return scene


@pytest.mark.clause("agricola.20.0.1")
@pytest.mark.parametrize("gone", ["II Ad A", "Aux VII"])
def test_after_a_revolt_nobody_on_the_map_is_certain(gone: str) -> None:
    romans = {"3525": "II Ad A, II Ad B, Karus", "3127": "Aux V, Aux VI, Aux VII", "B": "Ala I"}
    scene = sure(Scene(phase="events", romans=romans), CALEDONIAN, "II Ad B", "Aux V", "Karus")
    scene.do("dice 2 2", "dice 2", f"unit {'Aux V' if gone == 'Aux VII' else gone}")
    assert not scene.state.known[CALEDONIAN] & (1 << owner_of("II Ad B")[1])
    assert not scene.state.known[CALEDONIAN] & (1 << owner_of("Aux V")[1])
    assert scene.state.known[CALEDONIAN] & (1 << owner_of("Karus")[1])


@pytest.mark.clause("agricola.20.0.2", "agricola.24.2.8")
def test_before_anything_is_asked_both_see_whom_they_meet() -> None:
    scene = Scene(
        romans={"2530": "Karus, II Ad A"},
        tribes={"2529": "Atecotti I"},
        centers={"Venicones": "oppidum"},
        worn="Atecotti I",
        hands=("speech", ""),
    )
    scene.do("march 2530", "go 2529")
    assert scene.prompt == "tribute"
    met = scene.told("met")[-1]
    assert met.seen_by < 0 and met.bars < 0 and met.facts["worn_tribes"] == (5,)
    assert scene.script.view(0).at[CALEDONIAN][5] == place("2529")
    scene.do("decline")
    assert len(scene.told("met")) == 1 and len(scene.told("battle")) == 1


@pytest.mark.clause("agricola.20.0.3")
def test_who_is_shown_is_seen_to_be_disrupted_or_not() -> None:
    scene = Scene(
        romans={"3525": "II Ad A, II Ad B"},
        worn="II Ad B",
        hands=("", "treachery"),
        interrupts=True,
    )
    scene.do("betray 3525", seat=1)
    assert scene.last("seen", "worn") == (owner_of("II Ad B")[1],)


@pytest.mark.clause("agricola.20.0.1")
def test_forts_are_no_matter_of_memory() -> None:
    romans = {"3525": "Praesidium 1, II Ad A, II Ad B"}
    scene = Scene(phase="events", romans=romans)
    scene.do("dice 2 2", "dice 1", "unit II Ad A")
    assert scene.state.known == [0, 0]
    assert scene.script.view(1).at[ROMAN][owner_of("Praesidium 1")[1]] == place("3525")
    burnt = Scene("caledonian", romans={"3732": "Praesidium 2"}, tribes={"3734": "Warband 1"})
    burnt.do("march 3734", "go 3732", "declare 0", "declare 0", "dice 1 6", "fight", "dice 1")
    assert burnt.at("Praesidium 2") == "recruit" and burnt.state.known[CALEDONIAN] == 0


@pytest.mark.clause("agricola.event.3.2", "agricola.20.0.1")
@pytest.mark.parametrize("known", [True, False])
def test_who_knew_where_agricola_was_knows_the_rest_still(known: bool) -> None:
    scene = Scene(phase="events", romans={"3525": "Agricola, II Ad A", "3127": "Aux V"})
    sure(scene, CALEDONIAN, "II Ad A", "Aux V", *(["Agricola"] if known else []))
    scene.do("dice 1 2", "accept")
    assert "emperor_met" in heard(scene.log, 1)
    for name in ("II Ad A", "Aux V"):
        assert bool(scene.state.known[CALEDONIAN] >> owner_of(name)[1] & 1) == known
    assert scene.script.view(1).at[ROMAN][owner_of("Agricola")[1]] == T.board.britannia


@pytest.mark.clause("agricola.8.1.9", "agricola.20.0.1")
def test_winter_blurs_all_who_must_go_and_none_who_stay() -> None:
    romans = {"2429": "II Ad A, II Ad B", "3525": "Aux V", "2127": "Ala I"}
    scene = Scene(phase="end", turn=3, romans=romans, tribes={"2231": "Calgacus"})
    assert scene.state.turn == 4 and scene.prompt == "winter"
    again = Scene(phase="rally", side="caledonian", turn=3, romans=romans, ap=(0, 1))
    sure(again, CALEDONIAN, "II Ad A", "Aux V", "Ala I").do("next")
    assert again.prompt == "winter"
    assert again.state.known[CALEDONIAN] == 1 << owner_of("Aux V")[1]


@pytest.mark.clause("agricola.stratagem.caledonian.treachery.2")
def test_a_hex_that_was_shown_stays_open_till_the_turn_ends() -> None:
    scene = Scene(
        phase="recruit",
        romans={"3525": "II Ad A"},
        hands=("", "treachery"),
        ap=(2, 0),
        interrupts=True,
    )
    scene.do("betray 3525", seat=1)
    scene.do("recruit Ala I", "place 3525")
    assert scene.told("placed_unit")[-1].seen_by >> 1 & 1
    assert scene.script.view(1).at[ROMAN][owner_of("Ala I")[1]] == place("3525")
    scene.do("next", "next", "next", "dice 1")
    assert scene.state.active == CALEDONIAN
    assert scene.script.view(1).at[ROMAN][owner_of("Ala I")[1]] < 0


@pytest.mark.clause("agricola.21.2.3")
@pytest.mark.parametrize("answer", ["decline", "quiet treachery"])
def test_letting_a_marker_pass_cannot_be_taken_back(answer: str) -> None:
    scene = Scene(phase="supply", romans={"3528": "II Ad A"}, hands=("officium", "fury"))
    scene.do("place 3528")
    assert scene.prompt == "cancel"
    scene.do(answer)
    kind = "passes" if answer == "decline" else "quiet"
    assert scene.told(kind)[-1].bars >> 1 & 1
