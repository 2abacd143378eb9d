"""Cards and meters read back: what is in reach, how far it has come, what is told of it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ludus.core.models import About, Card, Dashboard, Tray
from ludus.core.protocol import SPECTATOR
from ludus.core.text import Sentence, plain
from ludus.games.hadrians_wall.content import Sheets
from ludus.games.hadrians_wall.face.cards import GOAL_ICONS
from ludus.games.hadrians_wall.face.names import icon_of
from ludus.games.hadrians_wall.face.things import things
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    BUILDINGS,
    COHORT,
    COHORT_KEYS,
    FORT,
    ITEM_KEYS,
    NONE,
    PATH,
    PATHS,
    PROSPECT,
    RENOWN,
    TRACK_KEYS,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.points import path_count, path_points
from ludus.games.hadrians_wall.tests.by_lot import scene_by_lot
from ludus.games.hadrians_wall.tests.scenes import (
    NAMES,
    Scene,
    opened,
    the_board,
)

FACE = opened().face
SHEETS: Sheets = opened().pack.read("sheets.toml", Sheets)
TRACKS = {track.key: track for track in SHEETS.track}
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


def about(scene: Scene, place: str, viewer: int = 0) -> About | None:
    table = scene.table
    return FACE.about(table.view(viewer), None, place, table.names)


def said(scene: Scene, place: str) -> About:
    found = about(scene, place)
    assert found is not None, place
    return found


def dashboard(scene: Scene, viewer: int = 0, seat: int = 0) -> Dashboard:
    table = scene.table
    return FACE.dashboard(table.view(viewer), table.decision(seat), (), table.names)


# Cards -------------------------------------------------------------------------------------------


def trays(scene: Scene, viewer: int = 0) -> dict[str, Tray]:
    return {tray.key: tray for tray in dashboard(scene, viewer).trays}


def art_of(card: Card) -> list[str]:
    """The figures in the picture of a card."""
    return re.findall(r">([^<>]+)</text>", card.art)


@EACH_LOT
def test_paths_and_prospects_are_those_of_the_sheet(seed: int) -> None:
    scene, board = lot(seed), the_board()
    state = scene.state
    sheet, found = state.sheets[0], trays(scene)
    kept = [(year, sheet[PATH + year]) for year in range(YEARS) if sheet[PATH + year] != NONE]
    assert [card.key for card in found["paths"].cards] == [f"path-{year}" for year, _ in kept]
    assert found["paths"].note == words("tray.left", n=state.decks[0].bit_count())
    for (_, number), card in zip(kept, found["paths"].cards, strict=True):
        assert card.title == words(f"path.{PATHS[number]}") and card.places == ()
        assert card.icon == GOAL_ICONS[board.card_counts[number]]
        assert card.meters[0].value == path_count(board, sheet, number)
        points = path_points(board, sheet, number)
        assert [goal.done for goal in card.goals] == [n <= points for n in (1, 2, 3)]
        assert [goal.words for goal in card.goals] == [str(t) for t in board.card_tiers[number]]
    slots = {card.key: card for card in found["prospects"].cards if card.key.startswith("slot")}
    assert list(slots) == ["slot-2", "slot-0", "slot-1"], "the own one first"
    assert found["prospects"].title == words("tray.prospects")
    around = [each[PROSPECT + state.year - 1] for each in state.sheets]
    if state.seats == 3:
        near = [around[1], around[2]]
    else:
        near = [*around[1:], *state.neutral_cards]
    for slot, number in enumerate((*near, around[0])):
        card = slots[f"slot-{slot}"]
        assert card.title == words(f"path.{PATHS[number]}") and card.places == (f"slot-{slot}",)
        assert art_of(card) == [str(board.card_good[number])]
        seat = 0 if slot == 2 else slot + 1
        if seat < state.seats:
            assert card.kind == (words("card.own") if slot == 2 else NAMES[seat])
            assert card.band == f"seat-{seat}" and card.foot == ()
        else:
            assert card.kind == words("card.neutral") and card.band == "" and card.foot == ()
    assert [c.key for c in found["prospects"].cards[3:]] == ["fate-deck"]
    assert not any(tray.brief for tray in found.values())


def test_what_lies_on_a_neutral_card_is_shown() -> None:
    scene = Scene(year=3)
    scene.state.neutral_items = [0, 2, 0, 1]
    cards = {card.key: card for card in trays(scene)["prospects"].cards}
    assert cards["slot-0"].foot == ()
    assert plain(cards["slot-1"].foot) == words("card.holds", items="1 Soldier, 2 Resources")


def test_the_hand_is_shown_while_it_is_chosen_from() -> None:
    scene, board = Scene.start(2), the_board()
    assert dashboard(scene).trays[-1].title == words("tray.fate"), "no card is in reach yet"
    assert [tray.key for tray in dashboard(scene).trays] == ["prospects"]
    while scene.chance():
        scene.turn(scene.chance()[0].arg)
    hand = trays(scene)["hand"]
    assert hand.brief and hand.role == "hand"
    cards = scene.table.view(0).hand
    for number, card in zip(cards, hand.cards, strict=True):
        assert card.key == f"hand-{number}" and card.places == (card.key,)
        assert card.foot == () and card.band == "seat-0"
        assert card.title == words(f"path.{PATHS[number]}")
        assert card.kind == words(f"goal.{board.card_counts[number]}")
    assert trays(scene)["prospects"].title == words("tray.fate")
    scene.do(f"path:{cards[0]}")
    feet = [plain(card.foot) for card in trays(scene)["hand"].cards]
    assert feet == [words("card.laid"), ""]
    assert "hand" not in trays(scene, SPECTATOR)
    fates = [card.key for card in trays(scene)["prospects"].cards]
    assert fates == ["fate-card", "fate-deck"]


def test_where_a_good_comes_from_is_a_tray_of_its_own() -> None:
    scene = Scene(seats=3, built=["market"], traders=9, resource=1)
    before = trays(scene)
    assert "sources" not in before
    scene.do("good:1")
    found = trays(scene)
    assert [card.key for card in found["sources"].cards] == ["slot-0", "slot-1", "fate-deck"]
    assert found["sources"].brief and found["sources"].title == words("tray.sources")
    assert [card.key for card in found["prospects"].cards] == ["slot-2"]
    every = [card.key for tray in found.values() for card in tray.cards]
    assert len(every) == len(set(every))


# Meters ------------------------------------------------------------------------------------------


@EACH_LOT
def test_meters_are_those_of_the_sheet(seed: int) -> None:
    scene, board = lot(seed), the_board()
    state = scene.state
    sheet, told = state.sheets[0], dashboard(scene)
    supply = {meter.key: meter for meter in told.supply}
    for item, key in enumerate(ITEM_KEYS):
        assert supply[key].value == sheet[item]
        assert supply[key].tone == ("" if sheet[item] else "faded")
    assert supply["infrastructure"].value == board.infrastructure[sheet[FORT]]
    for year in range(1, YEARS + 1):
        meter = supply[f"year-{year}"]
        assert meter.value == board.attacks[0][year] and meter.beside == str(board.flag[year])
        assert meter.tone == ("" if year == state.year else "faded")
    tracks = {meter.key: meter for meter in told.tracks}
    for place in ATTRIBUTES:
        meter = tracks[TRACK_KEYS[place - RENOWN]]
        gives = [box for box, icons in enumerate(board.gives[place]) if icons]
        ahead = [box for box in gives if box > sheet[place]]
        assert (meter.value, meter.most) == (sheet[place], board.size[place])
        if ahead:
            label = words("meter.next", box=ahead[0])
            icon = icon_of(board.gives[place][ahead[0]][0])
            assert (meter.next_at, meter.next_icon, meter.next_label) == (ahead[0], icon, label)
        else:
            assert (meter.next_at, meter.next_icon, meter.next_label) == (0, "", "")
    left = sheet[38] - sheet[39]
    lost = board.penalty[min(left, len(board.penalty) - 1)]
    disdain = tracks["disdain"]
    shown = words("meter.disdain", n=left, lost=lost) if lost else ""
    assert (disdain.value, disdain.shown) == (left, shown)
    assert disdain.tone == ("bad" if lost else "")
    for seat, panel in enumerate(FACE.panels(scene.table.view(0), scene.table.names)):
        meters = {meter.key: meter.value for meter in panel.meters}
        own = state.sheets[seat]
        assert meters == {
            **{key: own[item] for item, key in enumerate(ITEM_KEYS)},
            **{TRACK_KEYS[place - RENOWN]: own[place] for place in ATTRIBUTES},
            **{f"cohort-{key}": own[COHORT + n] for n, key in enumerate(COHORT_KEYS)},
        }
        assert panel.score == scene.table.view(0).points[seat]


def test_a_spectator_sees_the_meters_of_the_first_seat() -> None:
    scene = Scene(seats=3, soldier=4, renown=8)
    own, watched = dashboard(scene), dashboard(scene, SPECTATOR)
    assert watched.supply == own.supply and watched.tracks == own.tracks
    assert dashboard(scene, 2).supply != own.supply


def test_the_steps_of_a_year_follow_each_other() -> None:
    scene = Scene.start(1)
    seen: list[int] = []
    for _ in range(90):
        steps = dashboard(scene).steps
        assert steps is not None and len(steps.names) == 5
        seen.append(steps.at)
        decision = scene.table.decisions()[0]
        scene.do(decision.options[-1].text, seat=decision.seat)
        if scene.state.year == 2:
            break
    assert seen == sorted(seen) and set(seen) >= {0, 1, 3, 4}
    lead: Sentence = dashboard(scene).lead
    assert [bit.ref for bit in lead] == ["seal-2"] and set(seen) <= set(range(5))


# Cards and meters --------------------------------------------------------------------------------


@EACH_LOT
def test_a_meter_of_an_attribute_tells_the_next_box_that_gives_something(seed: int) -> None:
    sheet = lot(seed).state.sheets[0]
    for key in ("renown", "piety", "valour", "discipline"):
        told = said(lot(seed), f"meter-{key}")
        boxes = [box for box, gives in enumerate(TRACKS[key].gives, 1) if gives]
        ahead = [box for box in boxes if box > sheet[RENOWN + TRACK_KEYS.index(key)]]
        if not ahead:
            assert told.gives == ()
            continue
        (gain,) = told.gives
        icon = plain((WORDS.icon(TRACKS[key].gives[ahead[0] - 1]),))
        assert plain(gain) == words("about.at", box=ahead[0], gain=f"1 {icon}")


def test_meters_have_their_names() -> None:
    scene = Scene(seats=2)
    dashboard = opened().face.dashboard(scene.table.view(0), None, (), scene.table.names)
    for meter in (*dashboard.supply, *dashboard.tracks):
        if meter.place:
            continue
        told = said(scene, f"meter-{meter.key}")
        assert told.icon == meter.icon and told.title == words(f"meter_name.{meter.key}")
        assert (told.gives != ()) == (meter.key in ("renown", "piety", "valour", "discipline"))
    for panel in opened().face.panels(scene.table.view(0), scene.table.names):
        for meter in panel.meters:
            told = said(scene, f"meter-{meter.key}")
            assert told.icon == meter.icon
            if meter.key.startswith("cohort"):
                assert told.title == meter.label


@EACH_LOT
def test_a_path_tells_how_far_it_has_come(seed: int) -> None:
    scene, board = lot(seed), the_board()
    sheet = scene.state.sheets[0]
    for year in range(YEARS + 3):
        told = about(scene, f"path-{year}")
        card = sheet[PATH + year] if year < YEARS else -1
        if card < 0:
            assert told is None, "only six cards are Paths"
            continue
        assert told is not None and told.title == words(f"path.{PATHS[card]}")
        points = path_points(board, sheet, card)
        assert told.state == words("about.path_state", n=points)
        assert told.tone == ("good" if points else "")
        assert plain(told.body[1]) == words("about.path_now", n=path_count(board, sheet, card))
        tiers = board.card_tiers[card]
        key = "about.tier_most" if tiers[0] > tiers[-1] else "about.tier"
        assert [plain(each) for each in told.gives] == [
            words(key, tier=tier, n=n) for n, tier in enumerate(tiers, 1)
        ]
        counts = board.card_counts[card]
        masks = {"landmarks": board.building_landmark, "large_buildings": board.building_large}
        rings = [
            name.replace("_", "-")
            for number, name in enumerate(BUILDINGS)
            if masks.get(counts, 0) >> number & 1
        ]
        assert list(told.rings) == rings


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_a_slot_tells_the_card_of_the_neighbour(seats: int) -> None:
    scene = scene_by_lot(40 + seats, seats)
    state = scene.state
    year = state.year - 1
    own = state.sheets[0][PROSPECT + year]
    cards = [sheet[PROSPECT + year] for sheet in state.sheets]
    around = [cards[1 % seats], cards[-1]] if seats > 2 else [*cards[1:], *state.neutral_cards]
    for slot, card in enumerate((*around, own)):
        told = said(scene, f"slot-{slot}")
        assert told.title == words(f"path.{PATHS[card]}")
        key = "about.own_prospect" if slot == 2 else "about.prospect"
        assert plain(told.body[0]) == words(key)
        board = the_board()
        pattern = board.pattern_keys[board.card_pattern[card]]
        assert plain(told.gives[0]) == words(
            "card.offers", good=board.card_good[card], pattern=pattern
        )
    for slot in (3, 4, 99):
        assert about(scene, f"slot-{slot}") is None


def test_before_the_first_year_there_are_no_cards_to_tell_of() -> None:
    scene = Scene.start(3)
    for place in ("slot-0", "slot-1", "slot-2", "path-0", "path-6", "hand-0", "fate-card"):
        assert about(scene, place) is None, place
    assert about(scene, "fate-deck") is not None


def test_only_the_own_hand_is_told_of() -> None:
    scene = Scene.start(2)
    while scene.chance():
        scene.turn(scene.chance()[0].arg)
    hands = [scene.table.view(seat).hand for seat in range(2)]
    for viewer in (0, 1):
        for card in range(14):
            told = about(scene, f"hand-{card}", viewer)
            assert (told is not None) == (card in hands[viewer])
            if told is not None:
                board = the_board()
                assert told.title == words(f"path.{PATHS[card]}") and len(told.gives) == 4
                assert f"good {board.card_good[card]}, pattern" in plain(told.gives[3])


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_a_year_tells_its_arrows_and_its_flag(difficulty: str) -> None:
    scene = Scene(difficulty=difficulty)
    board = the_board()
    row = board.attacks[("easy", "normal", "hard").index(difficulty)]
    for year in range(1, YEARS + 1):
        told = said(scene, f"year-{year}")
        text = words("about.year", arrows=row[year], flag=board.flag[year])
        assert plain(told.body[0]) == text and told.icon == f"seal-{year}"
        dated = Scene(year=year, difficulty=difficulty)
        assert said(dated, "lead") == said(dated, f"year-{year}"), "the Year stands in the prompt"
    assert about(scene, "year-0") is about(scene, "year-7") is None
