"""What the face says in words, read back: the position in sentences, the terminal, prompts."""

from __future__ import annotations

import re
import textwrap
from functools import cache

import pytest

from ludus.core.models import Dashboard, words_of
from ludus.core.protocol import SPECTATOR
from ludus.core.text import plain
from ludus.games.hadrians_wall.face.things import things
from ludus.games.hadrians_wall.ids import (
    ACTIVE,
    ATTRIBUTES,
    BUILDINGS,
    BUILT,
    COHORT,
    COHORTS,
    ITEM_KEYS,
    MARKET,
    MARKET_BOXES,
    NONE,
    PATH,
    PATHS,
    PROSPECT,
    RENOWN,
    STOCK,
    TRACK_KEYS,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.points import path_points
from ludus.games.hadrians_wall.tests.by_lot import scene_by_lot
from ludus.games.hadrians_wall.tests.scenes import (
    NAMES,
    Scene,
    fate,
    opened,
    the_board,
)

FACE = opened().face
WORDS = FACE.words
words = WORDS.text
THINGS = things(the_board(), WORDS)
LOTS = range(6)
EACH_LOT = pytest.mark.parametrize("seed", LOTS)


@cache
def lot(seed: int) -> Scene:
    return scene_by_lot(seed, 1 + seed % 3, year=2 + seed % 5)


def counted(count: int, key: str) -> str:
    return f"{count} {WORDS.icon(key, count).text}"


# The position in sentences -----------------------------------------------------------------------


def described(scene: Scene, viewer: int = 0) -> str:
    return FACE.describe(scene.table.view(viewer), scene.table.names)


def player_parts(said: str, seats: int) -> list[str]:
    """What is said of each player, in the order of seats."""
    starts = [said.index(f"\n{name}: ") for name in NAMES[:seats]]
    return [said[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]


@EACH_LOT
def test_a_description_tells_each_sheet(seed: int) -> None:
    scene, board = lot(seed), the_board()
    state = scene.state
    said = described(scene)
    for seat, part in enumerate(player_parts(said, state.seats)):
        sheet = state.sheets[seat]
        built = [
            words(f"building.{key}") for n, key in enumerate(BUILDINGS) if sheet[BUILT] >> n & 1
        ]
        none = words("describe.none")
        assert f"Built: {', '.join(built) or none}.\n" in part
        goods = [str(good) for good in sheet[MARKET : MARKET + MARKET_BOXES] if good]
        assert f"Goods: {', '.join(goods) or none}.\n" in part
        stock = [counted(n, ITEM_KEYS[item]) for item, n in enumerate(sheet[:STOCK]) if n]
        assert f"To spend: {', '.join(stock) or words('item.nothing')}.\n" in part
        kept = [sheet[PATH + year] for year in range(YEARS) if sheet[PATH + year] != NONE]
        paths = [f"{words(f'path.{PATHS[c]}')} {path_points(board, sheet, c)}" for c in kept]
        assert f"Paths: {', '.join(paths) or none}." in part
        prospect = sheet[PROSPECT + state.year - 1]
        name = words(f"path.{PATHS[prospect]}")
        assert f"\nProspect: {name}, good {board.card_good[prospect]}, pattern " in part
        assert words("describe.stopped") not in part
        for place in ATTRIBUTES:
            assert f"{words(f'track.{TRACK_KEYS[place - RENOWN]}')} {sheet[place]}" in part
        left, centre, right = sheet[COHORT : COHORT + COHORTS]
        assert f"Left {left}, Centre {centre}, Right {right} of 6." in part
    assert words("describe.over") not in said and "Attack cards" not in said


def test_a_description_of_the_beginning_and_of_the_end() -> None:
    scene = Scene.start(2)
    said = described(scene)
    assert said.startswith("Year 1 of 6, easy.") and words("describe.over") not in said
    for part in player_parts(said, 2):
        assert f"Paths: {words('describe.none')}." in part and "Prospect: " not in part
    assert "Fate card" not in said
    over = Scene(seats=2, year=6)
    over.raid(*["left"] * 8)
    assert over.table.over and f"\n{words('describe.over')}\n" in described(over)


def test_a_description_tells_who_has_stopped() -> None:
    scene = Scene(seats=3)
    scene.do("stop", seat=1)
    stopped = [words("describe.stopped") in part for part in player_parts(described(scene), 3)]
    assert stopped == [False, True, False]
    assert [sheet[ACTIVE] for sheet in scene.state.sheets] == [1, 0, 1]
    scene.do("stop")
    scene.do("stop", seat=2)
    assert words("describe.stopped") not in described(scene), "it goes without saying"


def test_a_description_tells_of_cards_and_attacks() -> None:
    scene = Scene(year=4, cohorts=(6, 6, 6))
    state, board = scene.state, the_board()
    state.neutral_items = [2, 0, 1, 3]
    said = described(scene)
    for index, (resources, soldiers) in enumerate(((2, 1), (0, 3))):
        card = state.neutral_cards[index]
        held = f"{counted(resources, 'resource')} and {counted(soldiers, 'soldier')} on it."
        name, good = words(f"path.{PATHS[card]}"), board.card_good[card]
        pattern = board.pattern_keys[board.card_pattern[card]]
        assert f"Neutral {name}: good {good}, pattern {pattern}; {held}" in said
    scene = Scene(year=4, cohorts=(6, 6, 6))
    scene.stop()
    assert "Attack cards" not in described(scene)
    scene.attack("left", "right", "right")
    wanted = words("describe.attack", left=1, centre=0, right=2, flag=board.flag[4])
    assert wanted in described(scene)


def test_a_description_tells_the_fate_card_and_the_own_hand() -> None:
    scene = Scene.start(2)
    card = fate(items=(2, 2, 3, 1, 0))
    scene.turn(card)
    assert (
        "This Year's Fate card gave 2 Soldiers, 2 Builders, 3 Servants, 1 Civilian."
        in described(scene)
    )
    assert "Your cards to choose from" not in described(scene)
    while scene.chance():
        scene.turn(scene.chance()[0].arg)
    for viewer in (0, 1):
        hand = scene.table.view(viewer).hand
        cards = ", ".join(words(f"path.{PATHS[each]}") for each in hand)
        assert words("describe.hand", cards=cards) in described(scene, viewer)
    assert "Your cards" not in described(scene, SPECTATOR)


# The terminal ------------------------------------------------------------------------------------


def dashboard(scene: Scene, viewer: int = 0, seat: int = 0) -> Dashboard:
    table = scene.table
    return FACE.dashboard(table.view(viewer), table.decision(seat), (), table.names)


def unfolded(text: str) -> str:
    """The text with broken lines joined again."""
    return re.sub(r"\n    (?=\S)", " ", text)


@EACH_LOT
def test_a_page_has_all_that_stands_round_the_sheets(seed: int) -> None:
    scene = lot(seed)
    pages = unfolded(FACE.text(scene.table.view(0), scene.table.names)).split("\n\n")
    assert len(pages) == scene.state.seats
    told = FACE.dashboard(scene.table.view(0), None, (), scene.table.names)
    first = re.sub(" +", " ", pages[0])
    assert first.startswith(f"{told.turn}\n")
    for meters in (told.supply, told.tracks):
        assert " ".join(words_of(meter) for meter in meters) in first
    for tray in told.trays:
        cards = []
        for card in tray.cards:
            shown = [card.title, *(words_of(meter) for meter in card.meters[:1])]
            cards.append(" ".join(shown if card.goals else [*shown, plain(card.body)]))
        assert f"\n {tray.title}: {'; '.join(cards)}\n" in first
    for panel in FACE.panels(scene.table.view(0), scene.table.names)[1:]:
        page = pages[panel.seat]
        parts = (panel.name, panel.note, f"{panel.score} {panel.unit}")
        assert page.startswith(" · ".join(part for part in parts if part) + "\n")


def test_a_page_is_no_wider_than_a_terminal_and_loses_nothing() -> None:
    for seed in LOTS:
        text = FACE.text(lot(seed).table.view(0), lot(seed).table.names)
        assert max(map(len, text.split("\n"))) <= 110
        for page in text.split("\n\n"):
            assert textwrap.dedent(page), "no page is empty"


def test_a_page_of_an_attack_has_its_cards_and_what_comes_of_it() -> None:
    scene = Scene(seats=2, year=4, cohorts=(1, 0, 0))
    scene.stop()
    scene.attack("left", "left", "right")
    told = FACE.dashboard(scene.table.view(0), None, (), scene.table.names).moment
    assert told is not None
    lines = FACE.text(scene.table.view(0), scene.table.names).split("\n")
    assert f"{told.title} · {told.note}" in lines
    cards = " ".join(plain(card.shown) for card in told.cards)
    assert f"  {told.row_label}: {cards}" in lines
    assert f"  {told.stake_label}: {told.stake}" in lines
    for side in told.sides:
        assert f"  {plain(side.title)}: {side.badge}" in lines
    assert f"  {plain(told.verdict)}" in lines
    acting = FACE.text(Scene(year=4).table.view(0), ("Livia",))
    assert told.title not in acting


def test_a_spectator_reads_of_the_first_seat_first() -> None:
    scene = Scene(seats=3, renown=9, fort=4)
    own, watched = (FACE.text(scene.table.view(viewer), scene.table.names) for viewer in (0, -3))
    assert watched.split("\n\n")[0] == own.split("\n\n")[0]
    other = FACE.text(scene.table.view(2), scene.table.names).split("\n\n")
    assert "#" * 9 not in other[0] and other[1].startswith("Livia · left · ")
    assert [page.split(" ")[0] for page in other[1:]] == ["Livia", "Marcus"]


# Prompts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_a_prompt_is_for_who_decides_and_the_others_wait(seats: int) -> None:
    scene = Scene(seats=seats, year=4)
    for seat in range(seats):
        decision = scene.table.decision(seat)
        assert decision is not None
        for viewer in (*range(seats), SPECTATOR):
            told = FACE.prompt(scene.table.view(viewer), decision, scene.table.names)
            assert told.clause == words("prompt.act.clause")
            wanted = (
                words("prompt.act.text")
                if viewer == seat
                else words("prompt.act.wait", seat=NAMES[seat], year="IV")
            )
            assert plain(told.sentence) == wanted
    chance = Scene.start(seats).table
    decision = chance.decisions()[0]
    for viewer in (0, SPECTATOR):
        told = FACE.prompt(chance.view(viewer), decision, chance.names)
        assert plain(told.sentence) == words(f"prompt.{decision.prompt}.text")
