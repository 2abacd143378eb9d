"""Lists that a pack can make longer or shorter, and what its markers do when they were played."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from tests.packs.editions import dumped, second_edition

from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game
from ludus.core.table import Table
from ludus.games.agricola.content import load_contents
from ludus.games.agricola.ids import CALEDONIAN, FURY, IMPERIUM, OFFICIUM, ROMAN
from ludus.games.agricola.rules.markers import play_marker
from ludus.games.agricola.rules.setup import new_state
from ludus.games.agricola.rules.stratagems import step_played
from ludus.games.agricola.rules.tables import Tables
from ludus.games.conqueror.content import load_contents as load_contents_of_conqueror
from ludus.kit.packs import check_pack, open_pack

MAPPED = ("maps.toml", "drawing.toml")
NAMES = ("Anna", "Ben", "Cleo")


def changed(tmp_path: Path, game: str, file: str, *swaps: tuple[str, str]) -> Path:
    path = tmp_path / game
    copy_pack(find_game(game), path)
    text = (path / file).read_text(encoding="utf-8")
    for old, new in swaps:
        assert old in text
        text = text.replace(old, new, 1)
    (path / file).write_text(text, encoding="utf-8")
    return path


def played(box: AnyBox, seats: int, liked: frozenset[str], moves: int = 3000) -> set[str]:
    """The verbs of a random game in which some are chosen wherever they can be."""
    table = Table(box, [f"Player {number}" for number in range(seats)])
    rng = SeededRng("lists")
    verbs: set[str] = set()
    while not table.over and len(table.moves) < moves:
        decision = table.decisions()[0]
        wanted = [each for each in decision.options if each.verb in liked]
        action = wanted[rng.below(len(wanted))] if wanted else pick(decision, rng)
        verbs.add(action.verb)
        table.play(decision.seat, action)
    return verbs


def test_factions_with_two_heroes_and_six_missions_are_played(tmp_path: Path) -> None:
    box = find_game("conqueror").open(second_edition("conqueror", tmp_path / "mine"))
    liked = frozenset(("collect", "buy", "attack", "play"))
    assert {"buy", "play", "mission"} <= played(box, 3, liked)


def test_a_map_has_a_land_more(tmp_path: Path) -> None:
    """It lies beyond a bridge, is drawn, entered and paid for like any other."""
    path = tmp_path / "mine"
    copy_pack(find_game("conqueror"), path)
    files = {name: tomllib.loads((path / name).read_text(encoding="utf-8")) for name in MAPPED}
    board, drawing = files["maps.toml"]["map"][0], files["drawing.toml"]["map"][0]
    land = {"id": "Ierne", "kind": "land", "food": 2, "source": "rulebook"}
    board["territory"].append(land)
    board["link"].append({"a": "Ierne", "b": "Britannia", "kind": "bridge"})
    ends = [[300, 90], [330, 95]]
    drawing["bridge"].append({"a": "Ierne", "b": "Britannia", "ends": ends})
    shape: dict[str, object] = {"label": [280, 70], "stack": [280, 95], "radius": 14.0, "icon": []}
    shape["outline"] = [[250, 50], [300, 50], [300, 120], [250, 120]]
    drawing["territory"].append({"id": "Ierne", **shape})
    for name, document in files.items():
        (path / name).write_text(dumped(document), encoding="utf-8")
    assert check_pack(path, quick=True).problems == []
    box = find_game("conqueror").open(path)
    assert load_contents_of_conqueror(box.pack).boards[0].names[-1] == "Ierne"
    assert "Ierne" in box.face.text(Table(box, NAMES).view(0), NAMES)
    assert played(box, 3, frozenset(("order", "move", "attack")))


def test_factions_have_equally_many_heroes(tmp_path: Path) -> None:
    path = changed(tmp_path, "conqueror", "heroes.toml", ('faction = "Rome"', 'faction = "Gaul"'))
    told = [str(problem) for problem in open_pack(path)[1]]
    assert any("Rome has 3 cards, not 4" in each for each in told)
    assert any("Gaul has 5 cards, not 4" in each for each in told)


@pytest.mark.clause("agricola.21.3")
def test_a_marker_whose_disposition_the_rulebook_leaves_open_goes_as_the_pack_says(
    tmp_path: Path,
) -> None:
    swap = ('key = "fury"\nside = "caledonian"\nname = "Caledonian Fury"\ngoes = "returned"',) * 2
    gone = (swap[0], swap[1].replace('"returned"', '"removed"'))
    path = changed(tmp_path, "agricola", "stratagems.toml", gone)
    for folder, removed in ((None, False), (path, True)):
        box = find_game("agricola").open(folder)
        t = Tables(load_contents(box.pack))
        state = new_state(t, Table(box, ["Anna", "Ben"]).record.header.options)
        bit = 1 << FURY
        state.hand[CALEDONIAN] |= bit
        state.bin[CALEDONIAN] &= ~bit
        state.stack.clear()
        play_marker(t, state, CALEDONIAN, FURY, None)
        frame = next(each for each in state.stack if each.step == FURY)
        state.stack[:] = [frame]
        step_played(t, state, frame, None)
        assert bool(state.gone[CALEDONIAN] & bit) == removed
        assert bool(state.bin[CALEDONIAN] & bit) != removed


def test_a_side_plays_without_the_markers_that_a_pack_leaves_out(tmp_path: Path) -> None:
    path = second_edition("agricola", tmp_path / "mine")
    box = find_game("agricola").open(path)
    contents = load_contents(box.pack)
    left_out = contents.absent[ROMAN]
    assert not left_out >> OFFICIUM & 1
    assert left_out >> IMPERIUM & 1
    table = Table(box, ["Anna", "Ben"])
    rng = SeededRng("markers")
    for _ in range(1500):
        if table.over:
            break
        decision = table.decisions()[0]
        action = pick(decision, rng)
        assert action.verb != "marker" or not (
            left_out >> action.arg & 1 and contents.absent[CALEDONIAN] >> action.arg & 1
        )
        table.play(decision.seat, action)
    assert "Imperium" not in box.face.text(table.view(0), ["Anna", "Ben"])


def test_paths_of_another_name_and_goal_are_shown_and_counted(tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        "hadrians_wall",
        "cards.toml",
        ('key = "ranger"', 'key = "rider"'),
        ('counts = "map_columns"', 'counts = "temples"'),
    )
    words = path / "words.toml"
    said = words.read_text(encoding="utf-8").replace('ranger = "Ranger"', 'rider = "The Rider"')
    words.write_text(said, encoding="utf-8")
    box, problems, advice = open_pack(path)
    assert box is not None and problems == []
    assert any("every Path counts something else" in str(each) for each in advice)
    table = Table(box, ["Anna"])
    cards = box.face.printed(table.view(0), ["Anna"])
    assert cards["cards.toml:rider"].title == "The Rider"
    assert cards["cards.toml:rider"].icon == cards["cards.toml:pontiff"].icon
