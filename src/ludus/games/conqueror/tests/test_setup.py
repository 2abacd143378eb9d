"""Before the first round: order, factions, first armies, independents, missions."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE, SPECTATOR, may_see
from ludus.games.conqueror.ids import FACTIONS, NONE
from ludus.games.conqueror.tests.scene import DEFAULTS, FREE, RULES, Scene, started

FOUR = ("Rome", "Carthage", "Greece", "Egypt")


def opened(seats: int) -> Scene:
    """A game before the first roll."""
    scene = Scene(*FACTIONS[:seats])
    scene.state = RULES.setup(seats, DEFAULTS)
    return scene


def chosen(*rolls: int) -> Scene:
    return opened(len(rolls)).roll(*rolls)


@pytest.mark.clause("conqueror.setup.8", "conqueror.setup.9")
def test_the_rolls_decide_who_chooses_and_plays_first() -> None:
    scene = chosen(2, 4, 1)
    asked = []
    for faction in ("Rome", "Carthage", "Greece"):
        asked.append(scene.decision().seat)
        assert scene.view().rolls == (2, 4, 1)
        scene.do("faction", faction)
    assert asked == [1, 0, 2]
    told = [event.facts["seat"] for event in scene.events if event.kind == "faction"]
    assert told == asked
    for _ in range(3):
        scene.act("mission:0")
    assert scene.decision().seat == 1
    assert scene.state.round == 1
    assert scene.view().rolls == (-1, -1, -1)


@pytest.mark.clause("conqueror.setup.10")
def test_only_the_tied_roll_again() -> None:
    scene = chosen(4, 4, 1)
    assert scene.decision().seat == CHANCE
    scene.roll(2)
    assert scene.decision().seat == CHANCE
    scene.roll(3)
    assert scene.decision().seat == 1
    assert scene.state.order == [1, 0, 2]


@pytest.mark.clause("conqueror.setup.10")
def test_two_ties_at_once_keep_their_ranks() -> None:
    scene = chosen(4, 1, 4, 1)
    ties = [event.facts["seats"] for event in scene.events if event.kind == "order_tie"]
    assert ties == [(0, 2), (1, 3)]
    scene.roll(1, 2, 2, 2)
    scene.roll(1, 2)
    assert scene.state.order == [2, 0, 3, 1]


@pytest.mark.clause("conqueror.setup.11")
def test_the_order_stays() -> None:
    scene = Scene("Rome", "Carthage", "Greece", "Egypt", round=4)
    scene.army("Rome", "Rome", 1).army("Greece", "Creta", 1).army("Egypt", "Cyrene", 1)
    scene.lose_home("Carthage")
    scene.state.alive &= ~(1 << scene.seat("Carthage"))
    seen = []
    for _ in range(3):
        seen.append(scene.decision().seat)
        scene.end()
    scene.draw("golden_age")
    assert seen == [0, 2, 3]
    assert scene.decision().seat == 0
    assert scene.state.order == [0, 1, 2, 3]


@pytest.mark.clause("conqueror.setup.3")
def test_no_faction_twice() -> None:
    scene = chosen(4, 3, 2)
    scene.do("faction", "Greece")
    assert scene.offers("faction") == {"Rome", "Carthage", "Egypt"}


@pytest.mark.clause(
    "conqueror.setup.4", "conqueror.setup.5", "conqueror.setup.6", "conqueror.setup.7"
)
@pytest.mark.parametrize(
    ("seats", "offered"),
    ((3, set(FOUR)), (4, set(FOUR)), (5, {*FOUR, "Persia"}), (6, set(FACTIONS))),
)
def test_which_factions_can_be_chosen(seats: int, offered: set[str]) -> None:
    scene = opened(seats)
    while scene.asked() == "die":
        scene.roll((4, 3, 2, 1)[len(scene.events) % 4])
    assert scene.offers("faction") == offered
    if seats >= 5:
        assert len(offered) == seats


def garrison(scene: Scene, place: str) -> tuple[int, int] | None:
    """Independent infantry and cavalry, or None."""
    if place not in scene.board.names or scene.owner(place) != FREE:
        return None
    return scene.units(place)


@pytest.mark.clause(
    "conqueror.setup.1",
    "conqueror.setup.15",
    "conqueror.setup.16",
    "conqueror.setup.17",
    "conqueror.setup.18",
    "conqueror.setup.19",
    "conqueror.setup.14",
)
@pytest.mark.parametrize("seats", (3, 4, 5, 6))
def test_independents(seats: int) -> None:
    scene = started(seats, *FACTIONS[:seats])
    assert garrison(scene, "Asia Minor") == (0, 2)
    assert garrison(scene, "Alpes") == (1, 1)
    wide = (1, 1) if seats >= 5 else None
    assert garrison(scene, "Iberia") == wide
    assert garrison(scene, "Palestina") == wide
    assert garrison(scene, "Gaul") == ((1, 1) if seats <= 5 else None)
    homes = ["Alexandria"] if seats == 3 else []
    free = [name for name in scene.board.names if scene.owner(name) == FREE]
    named = {"Asia Minor", "Alpes", "Iberia", "Palestina", "Gaul"}
    assert [name for name in free if name not in named] == homes


@pytest.mark.clause(
    "conqueror.setup.20", "conqueror.setup.21", "conqueror.setup.22", "conqueror.setup.23"
)
@pytest.mark.parametrize(
    ("absent", "home", "second"),
    (
        ("Carthage", "Carthage", "Numidia"),
        ("Greece", "Macedonia", "Rhodes"),
        ("Egypt", "Alexandria", "Thebes"),
        ("Rome", "Rome", "Brundium"),
    ),
)
def test_the_home_of_an_absent_faction_is_guarded(absent: str, home: str, second: str) -> None:
    scene = started(3, *[name for name in FOUR if name != absent])
    assert garrison(scene, home) == (1, 1)
    assert scene.owner(second) == "" and scene.units(second) == (0, 0)


@pytest.mark.clause(
    "conqueror.setup.24",
    "conqueror.setup.25",
    "conqueror.setup.26",
    "conqueror.setup.27",
    "conqueror.setup.28",
    "conqueror.setup.29",
)
@pytest.mark.parametrize(
    ("faction", "home", "second"),
    (
        ("Rome", "Rome", "Brundium"),
        ("Carthage", "Carthage", "Numidia"),
        ("Persia", "Babylon", "Cappadocia"),
        ("Greece", "Macedonia", "Rhodes"),
        ("Egypt", "Alexandria", "Thebes"),
        ("Gaul", "Gaul", "Britannia"),
    ),
)
def test_first_armies(faction: str, home: str, second: str) -> None:
    scene = started(6, *FACTIONS)
    assert scene.units(home) == (0, 1) and scene.owner(home) == faction
    assert scene.units(second) == (1, 0) and scene.owner(second) == faction
    assert scene.size(faction) == 2


@pytest.mark.clause("conqueror.setup.12", "conqueror.setup.13")
@pytest.mark.parametrize("seats", (3, 4, 5))
def test_no_units_of_factions_that_are_not_played(seats: int) -> None:
    scene = started(seats, *FACTIONS[:seats])
    assert scene.owner("Britannia") == "" and scene.units("Britannia") == (0, 0)
    played = {scene.owner(name) for name in scene.board.names} - {"", FREE}
    assert played == set(FACTIONS[:seats])


@pytest.mark.clause("conqueror.setup.2", "conqueror.currency.6")
def test_supplies_at_the_start() -> None:
    scene = started(4, *FOUR)
    assert scene.state.hand == [0] * 4 and scene.state.burnt == [0] * 4
    assert scene.state.purse == [0] * 4
    scene.purse("Rome", 40)
    assert len(scene.offers("buy")) == 4


@pytest.mark.clause("conqueror.missions.2", "conqueror.missions.3", "conqueror.missions.4")
@pytest.mark.clause("conqueror.setup.1", "conqueror.setup.24", "conqueror.setup.27")
def test_everybody_draws_one_of_three_missions() -> None:
    scene = chosen(4, 3, 2)
    for faction in ("Rome", "Greece", "Egypt"):
        scene.do("faction", faction)
    # The armies stand before the missions are drawn.
    assert scene.units("Rome") == scene.units("Macedonia") == scene.units("Alexandria") == (0, 1)
    assert scene.units("Brundium") == (1, 0) and scene.owner("Alpes") == FREE
    for _ in range(3):
        decision = scene.decision()
        assert decision.seat == CHANCE and not decision.weights
        assert [option.text for option in decision.options] == [
            "mission:0",
            "mission:1",
            "mission:2",
        ]
        scene.act("mission:1")
    assert scene.state.mission == [1, 1, 1]
    drawn = [event for event in scene.events if event.kind == "mission"]
    for seat, event in enumerate(drawn):
        heard = [other for other in (0, 1, 2, SPECTATOR) if may_see(event.seen_by, other)]
        assert heard == [seat]
    view = RULES.view(scene.state, 1)
    assert view.mission == 1 and view.faction[1] == FACTIONS.index("Greece")


@pytest.mark.clause("conqueror.chronicles.4")
def test_the_deck_is_only_a_number() -> None:
    scene = started(3, *FOUR[:3])
    view = scene.view("Rome")
    assert view.cards_left == 24
    assert view.drawn == 0


@pytest.mark.clause("conqueror.chronicles.1")
def test_no_card_in_round_one() -> None:
    scene = started(3, *FOUR[:3])
    assert scene.state.card == NONE
    for _ in range(3):
        assert scene.state.card == NONE
        scene.end()
    assert scene.state.round == 2
    assert scene.decision().seat == CHANCE and scene.asked() == "card"
    scene.draw("golden_age")
    assert scene.decision().seat == 0 and scene.asked() == "plan"


@pytest.mark.clause("conqueror.setup.8")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nothing_has_happened_before_the_first_roll(seats: int) -> None:
    state = RULES.setup(seats, DEFAULTS)
    assert state.rank == state.rolls == state.purse == state.hand == state.burnt == [0] * seats
    assert state.done == state.ruled_out == state.noted == state.pledged == [0] * seats
    counters = (state.turn, state.round, state.timer, state.drafted, state.drained, state.bought)
    masks = (state.declined, state.unsettled, state.stirred, state.clock, state.ended)
    assert {*counters, *masks} == {0}
    assert (state.acting, state.collected, state.bribed) == (False, False, False)


@pytest.mark.clause("conqueror.setup.9")
def test_places_are_counted_from_the_highest_roll() -> None:
    assert chosen(2, 4, 1).state.rank == [1, 0, 2]
    assert chosen(3, 4, 3, 1).state.rank == [1, 0, 1, 3]
