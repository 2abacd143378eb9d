"""Why a box cannot be chosen now, read back: the reason is what is missing."""

from __future__ import annotations

import re

import pytest

from ludus.core.text import plain
from ludus.games.hadrians_wall.face.marks import marks_of
from ludus.games.hadrians_wall.ids import TEMPLE
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    Value,
    cells,
    opened,
    the_board,
)
from ludus.games.hadrians_wall.tests.test_face_about import (
    EACH_LOT,
    NUMBERED,
    PLACES,
    WORDS,
    about,
    lot,
)

SOME = PLACES[::3]
"""Every third box of the sheets."""
WITHOUT_ORDER = ("training", "forum", "court", "spar", "battle", "scout")
"""Where nothing is said of a box whose turn has not come."""


@EACH_LOT
def test_the_state_of_a_box_is_that_of_the_sheet_and_the_options(seed: int) -> None:
    scene = lot(seed)
    table = scene.table
    decision = table.decision(0)
    assert decision is not None
    choices = opened().face.choices(table.view(0), decision, table.names)
    offered = {place for choice in choices for place in choice.places}
    filled = marks_of(the_board(), scene.state.sheets[0]).filled
    for place, thing in SOME:
        told = about(scene, place)
        assert told is not None
        if place in filled and thing.area != "score":
            wanted = ("state.filled", "good")
        elif place in offered:
            wanted = ("state.open", "good")
        else:
            wanted = ("state.closed", "warn") if thing.action is not None else ("", "")
        state = WORDS.text(wanted[0]) if wanted[0] else ""
        assert (told.state, told.tone) == (state, wanted[1]), place
        if wanted[1] == "good":
            assert not told.why_not and not told.helps
        elif place not in filled:
            reason = opened().face.why_not(table.view(0), decision, place, table.names)
            assert told.why_not == (reason or ())
            assert reason or not thing.action or thing.area in WITHOUT_ORDER, place


@EACH_LOT
def test_a_reason_that_counts_something_counts_what_is_missing(seed: int) -> None:
    """`This needs 3 Traders; you have 2`: a need that is not met, in the same figures."""
    scene = lot(seed)
    counted = re.compile(r"This needs (?:Infrastructure )?(\d+)(?: (\w+))?; you have (\d+)\.")
    for place, thing in SOME:
        told = about(scene, place)
        assert told is not None
        found = counted.fullmatch(plain(told.why_not))
        short = {need.label: need for need in told.needs if not need.met}
        if found is not None:
            assert int(found[3]) < int(found[1])
            label = found[2] or WORDS.text("meter.infrastructure")
            if NUMBERED.fullmatch(place) is None or thing.area in ("market", "theatre", "baths"):
                assert (short[label].needed, short[label].have) == (int(found[1]), int(found[3]))
        is_building = thing.action is not None and thing.action.verb == "build"
        if told.why_not and is_building and not place.endswith("-reward"):
            assert short, place


@pytest.mark.parametrize(
    ("parts", "where", "reason"),
    [
        (
            {"built": ["temple_small"], "soldier": 1},
            "temple-small-1",
            "This needs 1 Priests; you have 0.",
        ),
        (
            {"built": ["temple_small", "temple_medium"], "priests": 2, "temple": 2, "soldier": 1},
            "temple-medium-1",
            "This needs 3 Priests; you have 2.",
        ),
        (
            {"guard": 18, "builder": 1, "built": ["granary_medium", "granary_large"]},
            "training-1",
            "You cannot train: the next Wall Guard box is closed.",
        ),
        (
            {"built": ["ludus"], "performers": 9},
            "ludus-red-1",
            "This costs 1 Servant or 1 Civilian; you have neither.",
        ),
        (
            {"built": ["ludus"], "performers": 9, "strength": (2, 0), "wounds": (1, 0)},
            "ludus-red-3",
            "This costs 1 Servant or 1 Civilian; you have neither.",
        ),
        (
            {
                "built": ["ludus"],
                "performers": 9,
                "servant": 1,
                "strength": (3, 2),
                "wounds": (1, 2),
            },
            "ludus-blue-3",
            "This gladiator is dead.",
        ),
        (
            {
                "built": ["ludus"],
                "performers": 9,
                "servant": 1,
                "strength": (3, 2),
                "wounds": (1, 2),
            },
            "ludus-blue-battle-1",
            "This gladiator is dead.",
        ),
        (
            {
                "built": ["ludus"],
                "performers": 9,
                "servant": 1,
                "strength": (2, 3),
                "wounds": (2, 1),
            },
            "ludus-red-battle-1",
            "This gladiator is dead.",
        ),
        (
            {"built": ["ludus"], "performers": 3, "servant": 1, "strength": (1, 0)},
            "ludus-red-2",
            "This needs 4 Performers; you have 3.",
        ),
        (
            {"built": ["ludus"], "performers": 3, "servant": 1, "strength": (1, 0)},
            "ludus-blue-battle-1",
            "An untrained gladiator cannot battle.",
        ),
        (
            {"built": ["courthouse"], "apparitores": 5, "court": (1,)},
            "courthouse-right-1",
            "This needs 6 Apparitores; you have 5.",
        ),
        (
            {"patricians": 2, "diplomats": (1, 0, 0), **RICH},
            "diplomat-2-right",
            "This needs 3 Patricians; you have 2.",
        ),
        (
            {"patricians": 9, "diplomats": (1, 0, 0), **RICH},
            "diplomat-3-right",
            "Diplomats are acquired in order; this is not the next row.",
        ),
        (
            {"patricians": 3, "scouts": 1, "soldier": 1, "map": cells("r1c1 r1c2 r2c1 r2c2")},
            "scout-2",
            "This needs 4 Patricians; you have 3.",
        ),
        (
            {"temple": 14, "built": ["temple_small", "temple_medium"], "priests": 9},
            "temple-9",
            "This box is already filled.",
        ),
        ({"temple": 14, "priests": 9}, "temple-15", "This box is already filled."),
        ({"servant": 9}, "theatre-1", "Build the Theatre first."),
        (
            {"patricians": 1},
            "diplomat-1-left",
            "This costs 1 Soldier, 1 Servant, 2 Resources; "
            "you have 0 Soldiers, 0 Servants, 0 Resources.",
        ),
    ],
)
def test_single_reasons(parts: dict[str, int], where: str, reason: str) -> None:
    scene = Scene(parts)
    table = scene.table
    found = opened().face.why_not(table.view(0), table.decision(0), where, table.names)
    assert found is not None and plain(found) == reason


@pytest.mark.parametrize("track", ["wall", "cippi"])
def test_only_a_fort_box_that_is_missing_is_a_reason(track: str) -> None:
    links = the_board().wall_link if track == "wall" else the_board().cippi_link
    for filled, link in enumerate(links[:-1]):
        for fort in (link - 1, link):
            scene = Scene({track: filled}, fort=fort, built=ALL_GRANARIES)
            place = f"{track}-{filled + 1}"
            table = scene.table
            found = opened().face.why_not(table.view(0), table.decision(0), place, table.names)
            assert found is not None, "nothing can be paid"
            missing = WORDS.text("why.fort", box=link)
            assert (plain(found) == missing) == (fort < link), (place, fort)


def test_reasons_are_there_when_the_temples_are_full() -> None:
    halls = ["temple_small", "temple_medium", "temple_large"]
    scene = Scene(built=halls, priests=9, temple=the_board().size[TEMPLE])
    table = scene.table
    for place in ("mining-1", "guard-1", "market-1", "market"):
        assert opened().face.why_not(table.view(0), table.decision(0), place, table.names), place


def test_reasons_depend_on_who_asks_and_when() -> None:
    scene = Scene(seats=2, year=6)
    face, names = opened().face, scene.table.names

    def reason(viewer: int) -> str:
        seat = max(viewer, 0)
        told = face.why_not(scene.table.view(viewer), scene.table.decision(seat), "fort-1", names)
        return plain(told or ())

    assert reason(0) == reason(1) == "This costs 1 Soldier or 1 Builder; you have neither."
    assert reason(-3) == WORDS.text("why.wait")
    scene.do("stop")
    assert reason(0) == WORDS.text("why.wait")
    scene.do("stop", seat=1)
    while not scene.table.over:
        decision = scene.table.decisions()[0]
        scene.do(decision.options[-1].text, seat=decision.seat)
    assert reason(0) == reason(1) == reason(-3) == WORDS.text("why.over")


def questions() -> list[Scene]:
    """A seat that acts, and one with each question that an action asks."""
    free: dict[str, Value] = {"fort": 9, "built": ["granary_medium", "market"], **RICH}
    scenes = [Scene(free, traders=9, patricians=2) for _ in range(5)]
    asked = ["guard", "build:6", "good:0", "pattern:2"]
    for scene, action in zip(scenes[1:], asked, strict=True):
        scene.do(action)
    return scenes


def test_there_is_no_reason_against_what_can_be_chosen() -> None:
    """While a question is open, there is one against everything else."""
    for scene in questions():
        table = scene.table
        decision, view = table.decision(0), table.view(0)
        assert decision is not None
        choices = opened().face.choices(view, decision, table.names)
        places = {place for choice in choices for place in choice.places}
        for place in places:
            assert opened().face.why_not(view, decision, place, table.names) is None, place
        if decision.prompt != "act":
            for place in ("mining-1", "forum-1", "fort-10", "archway"):
                reason = opened().face.why_not(view, decision, place, table.names)
                assert plain(reason or ()) == WORDS.text("why.other")


@EACH_LOT
def test_whatever_is_asked_about_is_answered(seed: int) -> None:
    """A page may ask about any place, also one that is not there."""
    scene = lot(seed)
    table = scene.table
    for place in (
        *("", "-", "temple-99", "fort-0", "wall-99", "ludus", "scout", "diplomat-9-left", "lay-0"),
        *("cohort", "temple-x", "meter-", "meter-renown-1", "hand-12", "hand-99", "path-11"),
        *("slot-3", "slot-9", "year-7", "year-00", "favour", "score", "courthouse-left-9"),
    ):
        about(scene, place)
        opened().face.why_not(table.view(0), table.decision(0), place, table.names)
