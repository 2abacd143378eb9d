"""What stands round the map: panels, cards, moments, previews, explanations and gestures."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from ludus.core.actions import Action
from ludus.core.face import scenes_of
from ludus.core.models import About, Card, Gesture, Moment, Wish
from ludus.core.protocol import CHANCE, SPECTATOR, Decision, Event
from ludus.core.text import ODDS, plain
from ludus.games.conqueror.drawing import load_sheets
from ludus.games.conqueror.face import ConquerorFace
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.plates import (
    BESIDE,
    DISC,
    FORT,
    HIGH,
    Group,
    price_height,
    width_of,
)
from ludus.games.conqueror.face.printed import fort_spot
from ludus.games.conqueror.ids import FORT as PLAIN_FORT
from ludus.games.conqueror.ids import GREAT_FORT, NONE
from ludus.games.conqueror.tests.scene import CONTENTS, DEFAULTS, FREE, PACK, Scene, the_box

NAMES = ("Livia", "Marcus", "Quinta")


def face() -> ConquerorFace:
    found = the_box().face
    assert isinstance(found, ConquerorFace)
    return found


def cards(scene: Scene, who: str = "Rome") -> dict[str, Card]:
    """All cards that a faction's player has in sight, by key."""
    board = face().dashboard(scene.view(who), None, (), NAMES)
    return {card.key: card for card in board.cards}


def about(scene: Scene, place: str, who: str = "Rome") -> About:
    found = face().about(scene.view(who), None, place, NAMES)
    assert found is not None
    return found


def said(found: About) -> str:
    return "\n".join(plain(line) for line in (*found.body, *found.gives))


def own(scene: Scene) -> tuple[Decision, int]:
    decision = scene.decision()
    return decision, decision.seat


def gestures(scene: Scene) -> dict[str, Gesture]:
    decision, seat = own(scene)
    view = scene.rules.view(scene.state, seat)
    return {each.key: each for each in face().gestures(view, decision, (), NAMES)}


def carry_out(scene: Scene, wish: Wish) -> tuple[list[str], str]:
    """Does as a table does: one option after the other, as long as the same seat is asked."""
    done: list[Action] = []
    _, seat = own(scene)
    while True:
        decision = next((each for each in scene.decisions() if each.seat == seat), None)
        view = scene.rules.view(scene.state, seat)
        decision = decision or Decision(seat, "", ())
        step = face().follow(view, decision, wish, done, NAMES)
        if not isinstance(step, Action):
            return [action.verb for action in done], step or ""
        assert step in decision.options
        scene.act(step.text, seat)
        done.append(step)


def bidding(*purses: int) -> Scene:
    """A sword card just drawn, with these purses."""
    scene = Scene(turn=2)
    for faction, purse in zip(("Rome", "Carthage", "Greece"), purses, strict=True):
        scene.purse(faction, purse)
    return scene.end().draw("slave_revolt")


def moment(scene: Scene, who: str = "Rome") -> Moment | None:
    return face().dashboard(scene.view(who), None, (), NAMES).moment


# Panels and the map -------------------------------------------------------------------------------


def test_a_panel_has_a_track_of_five_forts() -> None:
    scene = Scene(acting=True).army("Rome", "Sicilia", 2).army("Rome", "Alpes", 1)
    panel = face().panels(scene.view("Rome"), NAMES)[0]
    assert (panel.score, panel.unit, panel.note, panel.state) == (3, "forts", "Rome", "acting")
    forts, units, *rest = panel.meters
    assert forts.icons == ("fort", "fort", "fort", "no_fort", "no_fort")
    assert units.shown == "3 /8" and not panel.lines
    assert [meter.brief for meter in panel.meters if meter.brief] == ["3/5", "0"], "on a phone"
    assert [meter.icon for meter in rest] == ["food", "coin", "hero", "laurel"]


def test_the_map_shows_plates_forts_and_prices() -> None:
    scene = Scene(acting=True, timer="60").army("Rome", "Sicilia", 2, 1).army(FREE, "Alpes", 1)
    svg = scenes_of(face(), scene.view("Rome"), None, NAMES)[0].svg
    found = {each.get("id", ""): each for each in ElementTree.fromstring(svg).iter()}
    plate = found[f"army-{scene.place('Sicilia')}"]
    words = [text for each in plate.iter() if (text := (each.text or "").strip())]
    assert words == ["2", "1", "4"], "infantry, cavalry, price"
    kinds = " ".join(
        each.get("class") or "" for each in found[f"fort-{scene.place('Sicilia')}"].iter()
    )
    assert "of-0" in kinds
    free = found[f"army-{scene.place('Alpes')}"]
    assert any((each.get("class") or "") == "dashes" for each in free.iter())


HOME = -1
DRAWN = {
    PLAIN_FORT: (2.5, 5.5, 21.5, 22),
    GREAT_FORT: (2.5, 1.5, 21.5, 22),
    HOME: (1.5, 2, 22.5, 22),
}
"""What buildings fill of their box of 24 by 24: left, top, right, bottom."""


@pytest.mark.parametrize("number", (0, 1), ids=("campaign", "grand"))
def test_no_plate_covers_a_name_or_a_fort(number: int) -> None:
    """With units of both kinds everywhere; letters are about so wide."""
    board = CONTENTS.boards[number]
    boxes: list[tuple[str, float, float, float, float]] = []
    both: tuple[Group, ...] = (("infantry", 1, False), ("cavalry", 1, False))
    for place, region in enumerate(load_sheets(PACK, CONTENTS.boards)[board.key].regions):
        (x, y), (at, line), wide = region.stack, region.label, width_of(both)
        left = x - BESIDE + 4 if board.fort[place] else x - wide / 2
        boxes.append((f"army of {region.id}", left, y - HIGH / 2, left + wide, y + HIGH / 2))
        half = 5.3 * len(region.id)
        boxes.append((region.id, at - half, line - 10, at + half, line + 11))
        if board.fort[place]:
            fx, fy = fort_spot(region)
            kind = HOME if board.home_of[place] != NONE else board.fort[place]
            west, top, east, bottom = ((edge / 24 - 0.5) * FORT for edge in DRAWN[kind])
            boxes.append((f"fort of {region.id}", fx + west, fy + top, fx + east, fy + bottom))
    covered = [
        f"{one[0]} and {other[0]}"
        for one, other in combinations(boxes, 2)
        if min(one[3], other[3]) - max(one[1], other[1]) > 2
        and min(one[4], other[4]) - max(one[2], other[2]) > 2
    ]
    assert covered == []


@pytest.mark.parametrize("number", (0, 1), ids=("campaign", "grand"))
@pytest.mark.parametrize("kinds", (1, 2, 3))
def test_no_price_covers_a_name(number: int, kinds: int) -> None:
    board = CONTENTS.boards[number]
    regions = load_sheets(PACK, CONTENTS.boards)[board.key].regions
    names = [(region.id, region.label) for region in regions]
    wide = width_of((("infantry", 1, False),) * kinds)
    covered = []
    for place, region in enumerate(regions):
        right = wide - BESIDE + 14 if board.fort[place] else wide / 2 + 10
        x = region.stack[0] + right
        y = region.stack[1] + price_height(x, region.stack[1], names)
        covered += [
            f"{region.id} and {name}"
            for name, (at, line) in names
            if abs(at - x) < 5.3 * len(name) + DISC - 2 and line - 8 - DISC < y < line + 9 + DISC
        ]
    assert covered == []


def test_whose_turn_it_is_stands_in_the_top_bar() -> None:
    scene = Scene(turn=1, acting=True)
    for who, words in (("Rome", "Marcus's turn"), ("Carthage", "your turn")):
        board = face().dashboard(scene.view(who), None, (), NAMES)
        assert board.turn == f"round II of XXX \u00b7 {words}"


# Cards --------------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.missions.5")
def test_a_mission_is_a_checklist() -> None:
    scene = Scene(acting=True).mission("beyond_the_alps").army("Rome", "Alpes", 1)
    goals = cards(scene)["mission"].goals
    assert [(goal.words, goal.done) for goal in goals] == [
        ("hold Averni", False),
        ("hold Alpes", True),
        ("or hold Celtica", False),
        ("hold Alpes", True),
    ]
    scene.mission("carthage_must_fall")
    words = [goal.words for goal in cards(scene)["mission"].goals]
    assert words == ["hold Carthage", "or 0 of 3 battles won against Carthage"]
    assert "mission" not in cards(scene, "Greece")


def test_the_bribe_watch_names_prices_and_who_can_pay() -> None:
    scene = Scene(acting=True, timer="60").army("Rome", "Sicilia", 2, 1).purse("Greece", 4)
    rows = plain(cards(scene)["bribes"].body).split("\n")
    assert rows == ["coin 4 Sicilia Quinta"]
    scene.army("Rome", "Sardinia", 6)
    rows = plain(cards(scene)["bribes"].body).split("\n")
    assert rows == ["coin 4 Sicilia Quinta", "Nobody can pay for 1 army."]
    assert "bribes" not in cards(Scene(acting=True).army("Rome", "Sicilia", 2))


def test_heroes_say_whether_they_are_in_hand() -> None:
    scene = Scene(acting=True).heroes("Rome", "gaius_duilius")
    found = {key: plain(card.foot) for key, card in cards(scene).items() if key.startswith("hero")}
    assert sorted(found.values())[-1] == "in your hand" and len(found) == 4
    assert sum("in planning" in words for words in found.values()) == 3


@pytest.mark.clause("conqueror.setup.3")
def test_heroes_and_missions_of_every_faction_can_be_read_while_factions_are_chosen() -> None:
    rules = the_box().rules
    state = rules.setup(3, {**DEFAULTS, "timer": "60"})
    view = rules.view(state, 0)
    trays = face().dashboard(view, None, (), NAMES).trays
    shown = [card for tray in trays for card in tray.cards if card.key.startswith("faction")]
    assert [card.title for card in shown] == ["Rome", "Carthage", "Greece", "Egypt"]
    for card in shown:
        found = face().about(view, None, card.key, NAMES)
        assert found is not None and len(found.body) == 1 + 4 + 3
        assert card.more == found.body[1:], "on a phone they stand on the card"


def test_the_heroes_of_a_rival_are_explained_but_not_which_are_bought() -> None:
    scene = Scene(acting=True).heroes("Greece", "pyrrhus_of_epirus")
    words = said(about(scene, "meter-heroes-2"))
    assert "1 in hand" in words and words.count("+") >= 4
    assert words == said(
        about(Scene(acting=True).heroes("Greece", "antigonus_gonatas"), "heroes-2")
    )


# Moments ------------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.battle.2")
def test_a_battle_is_a_moment_whose_sums_stay() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 4, 2).army("Greece", "Sicilia", 3, 2)
    scene.heroes("Rome", "gaius_duilius").attack("Brundium", "Sicilia")
    before = moment(scene)
    assert before is not None and before.title == "Battle for Sicilia"
    assert [side.total for side in before.sides] == ["8+", "8+"]
    scene.act("no_hero").roll(3, 1)
    rolled = moment(scene)
    assert rolled is not None and [side.total for side in rolled.sides] == ["11", "9"]
    assert plain(rolled.verdict) == "11 beats 9: Livia wins by 2." and not rolled.losses
    scene.do("lose")
    after = moment(scene)
    assert after is not None and [side.total for side in after.sides] == ["11", "9"]
    assert [term.label for term in after.sides[1].terms] == ["units", "fort", "no hero", "die"]
    assert [plain(line) for line in after.losses] == ["Quinta loses 2 infantry"]
    event = next(event for event in scene.events if event.kind == "battle")
    line = face().tell(scene.view(), event, NAMES)
    assert line is not None and line.moment is not None
    assert [side.total for side in line.moment.sides] == ["11", "9"]


def test_a_hidden_hero_is_not_given_away() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    scene.heroes("Rome", "gaius_duilius").heroes("Greece", "aratus_of_sicyon")
    scene.attack("Brundium", "Sicilia").do("play")
    mine, theirs = moment(scene), moment(scene, "Greece")
    assert mine is not None and theirs is not None
    assert mine.sides[0].total == "6+" and theirs.sides[0].total == "3+"
    assert theirs.sides[0].terms[1].label == "hidden hero"


def test_sealed_bids_are_a_moment() -> None:
    scene = bidding(9, 0, 3)
    scene.act("bid:4", scene.seat("Rome"))
    lines = {who: moment(scene, who) for who in ("Rome", "Greece")}
    for who, words in (("Rome", "4 coins"), ("Greece", "sealed")):
        found = lines[who]
        assert found is not None and plain(found.sides[0].lines[0]) == words
        assert plain(found.sides[2].lines[0]) == "thinking"


def hero_chances(scene: Scene, who: str) -> dict[str, str]:
    """The chances that the moment of a battle shows to a player, by hero."""
    view = scene.view(who)
    decision = next((each for each in scene.decisions() if each.seat == view.viewer), None)
    found = face().dashboard(view, decision, (), NAMES).moment
    assert found is not None
    return {column.title: plain(column.line) for column in found.columns}


@pytest.mark.clause("conqueror.battle.10", "conqueror.battle.11")
def test_whoever_may_play_a_hero_sees_the_chances_with_each_and_nobody_else_does() -> None:
    # 4 against 2 + 1, over a bridge.
    scene = Scene(acting=True).army("Rome", "Brundium", 4).army("Greece", "Sicilia", 2)
    scene.heroes("Rome", "gaius_duilius", "scipio_africanus").heroes(
        "Greece", "cleomenes_of_sparta"
    )
    scene.attack("Brundium", "Sicilia")
    assert hero_chances(scene, "Rome") == {
        "no hero": "64 % win, 14 % draw, 22 % loss",
        "Gaius Duilius": "100 % win, 0 % draw, 0 % loss",
        "Scipio Africanus": "100 % win, 0 % draw, 0 % loss",
    }
    assert hero_chances(scene, "Greece") == hero_chances(scene, "Carthage") == {}
    scene.act("no_hero")
    # Now for the defender: 3, and 2 more for two infantry.
    assert hero_chances(scene, "Greece") == {
        "no hero": "22 % win, 14 % draw, 64 % loss",
        "Cleomenes of Sparta": "100 % win, 0 % draw, 0 % loss",
    }
    assert hero_chances(scene, "Rome") == {}


def test_a_small_chance_has_no_room_for_a_word() -> None:
    names = face()._names(Scene().view("Rome"), NAMES)
    context = Context(Scene().view("Rome"), names)
    assert context.odds_bar(11, 11, 78)[0].ref == "11=11|11=11|78=78"
    assert context.odds_bar(30, 20, 50)[0].ref == "30=win 30 %|20=20|50=50"


@pytest.mark.clause("conqueror.victory.4")
def test_the_countdown_shows_its_forts() -> None:
    forts = ("Alpes", "Gaul", "Espanga", "Sicilia")
    scene = Scene(acting=True)
    for place in forts:
        scene.army("Rome", place, 1)
    drawn = face().scenes(scene.view("Rome"), None, (), NAMES)[0].svg
    assert 'class="counts"' not in drawn
    scene.end()
    drawn = face().scenes(scene.view("Greece"), None, (), NAMES)[0].svg
    assert drawn.count('class="counts"') == 5
    event = next(each for each in scene.events if each.kind == "countdown")
    line = face().tell(scene.view("Greece"), event, NAMES)
    assert line is not None and line.moment is not None
    told = [plain(each) for each in line.moment.follows]
    assert {f"fort {place}" for place in (*forts, "Rome")} == set(told[:5])
    assert "Take one of them" in told[5]


@pytest.mark.clause("conqueror.victory.4", "conqueror.victory.12")
def test_the_end_is_a_moment() -> None:
    scene = Scene(acting=True, turn=2, round=30).army("Rome", "Alpes", 1).army("Greece", "Creta", 1)
    scene.end()
    event = next(each for each in scene.events if each.kind == "game_end")
    line = face().tell(scene.view("Greece"), event, NAMES)
    assert line is not None and line.moment is not None
    assert line.moment.title == "The last round is over."
    assert plain(line.moment.verdict) == "Livia wins." and line.moment.stays
    forts = [(plain(side.terms[0].shown), side.tone) for side in line.moment.sides]
    assert forts == [("2", "good"), ("1", ""), ("1", "")]


# Previews and explanations ------------------------------------------------------------------------


@pytest.mark.clause("conqueror.victory.1")
def test_an_order_shows_odds_cost_and_what_follows() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3, 1).army("Greece", "Sicilia", 2)
    for place in ("Alpes", "Gaul", "Espanga"):
        scene.army("Rome", place, 1)
    scene.heroes("Rome", "claudius_marcellus")
    decision, seat = own(scene)
    view = scene.rules.view(scene.state, seat)
    attack = next(
        one for one in face().choices(view, decision, NAMES) if one.action.verb == "attack"
    )
    told = face().preview(view, decision, attack, NAMES)
    rows = [plain(row) for row in told.rows]
    assert told.verb == "Attack Sicilia"
    assert "fort your fifth fort: the countdown starts" in rows
    assert "Brundium is given up" in rows
    assert "5 + die against 2 + 1 + die" in rows and "78 % win, 11 % draw, 11 % loss" in rows
    bar = next(row[0] for row in told.rows if row[0].kind == ODDS)
    assert bar.ref == "78=win 78 %|11=11|11=11"
    assert any(row.startswith("hero with Claudius Marcellus 100 %") for row in rows)


def test_what_is_won_is_told_before_what_is_given_up() -> None:
    scene = Scene(acting=True).army("Rome", "Sicilia", 2)
    targets = gestures(scene)[f"army-{scene.place('Sicilia')}"].targets
    (sea,) = [target for target in targets if target.label == "Ionian Sea"]
    assert [plain(row) for row in sea.chips] == [
        "It becomes yours.",
        "fort Sicilia is given up, and its fort",
    ]


def test_every_land_is_explained() -> None:
    scene = Scene(acting=True).army(FREE, "Alpes", 1)
    words = said(about(scene, f"land-{scene.place('Alpes')}"))
    assert "independents: 1 infantry" in words and "Defends with 2" in words
    assert "one infantry a turn" in words
    for place in ("land-99", "army-x", "fort-2222", "hero-4", "meter-", "faction-9", "realm-1"):
        assert face().about(scene.view("Rome"), None, place, NAMES) is None


def test_onlookers_are_told_no_secrets() -> None:
    scene = Scene(acting=True).mission("our_sea").heroes("Rome", "gaius_duilius")
    view = scene.rules.view(scene.state, SPECTATOR)
    keys = {card.key for card in face().dashboard(view, None, (), NAMES).cards}
    assert keys == {"chronicle"}
    for place in ("mission", "hero-0", "realm"):
        assert face().about(view, None, place, NAMES) is None


# Gestures -----------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.move.2", "conqueror.attack.4")
def test_an_army_is_taken_and_sent() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3, 1).army("Greece", "Sicilia", 2)
    key = f"army-{scene.place('Brundium')}"
    army = gestures(scene)[key]
    assert [(pick.key, pick.most, pick.start) for pick in army.picks] == [
        ("infantry", 3, 3),
        ("cavalry", 1, 1),
    ]
    assert (army.sum, [pick.weight for pick in army.picks]) == ("strength", [1, 2])
    notes = {target.label: (plain(target.note), target.tone) for target in army.targets}
    assert notes["Sicilia"] == ("battle 78 %", "good") and notes["Rome"][0] == "to join"
    does = {target.label: target.does for target in army.targets}
    assert (does["Sicilia"], does["Rome"]) == ("Attack Sicilia", "Join Rome")
    assert does["Ionian Sea"] == "Take Ionian Sea"
    some = Wish(key, {"infantry": 2}, f"land-{scene.place('Rome')}")
    assert carry_out(scene, some) == (["move_infantry", "move_infantry"], "")
    assert scene.units("Rome") == (2, 0)


def test_the_odds_are_those_of_what_is_taken() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3, 1).army("Greece", "Sicilia", 2)
    decision, seat = own(scene)
    view = scene.rules.view(scene.state, seat)
    wish = Wish(f"army-{scene.place('Brundium')}", {"infantry": 3})
    notes = {each.label: plain(each.note) for each in face().aims(view, decision, wish, NAMES)}
    assert notes["Sicilia"] == "battle 36 %"
    assert face().aims(view, decision, Wish("recruit", {}), NAMES) == ()


def test_a_part_of_an_army_attacks_and_the_heroes_are_asked() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3, 1).army("Greece", "Sicilia", 2)
    scene.heroes("Rome", "gaius_duilius")
    target = f"land-{scene.place('Sicilia')}"
    wish = Wish(f"army-{scene.place('Brundium')}", {"infantry": 1, "cavalry": 1}, target)
    assert carry_out(scene, wish) == (["attack", "join", "join", "fight"], "")
    assert scene.asked() == "attack_hero" and scene.parts(0)[0] == 3


@pytest.mark.clause("conqueror.independent.3")
def test_too_few_do_not_begin_an_attack_on_independents() -> None:
    scene = Scene(acting=True).army("Rome", "Rome", 6).army(FREE, "Alpes", 1, 1)
    target = f"land-{scene.place('Alpes')}"
    few = Wish(f"army-{scene.place('Rome')}", {"infantry": 3}, target)
    assert carry_out(scene, few) == ([], "That is too few to beat the independents.")
    every = Wish(f"army-{scene.place('Rome')}", {"infantry": 6}, target)
    assert carry_out(scene, every)[0] == ["attack", "join_all"]


@pytest.mark.clause("conqueror.great_fort.1")
def test_recruits_are_one_gesture_for_all_forts() -> None:
    scene = Scene().army("Rome", "Sicilia", 1)
    home, isle = scene.place("Rome"), scene.place("Sicilia")
    picks = {pick.key: pick.most for pick in gestures(scene)["recruit"].picks}
    assert picks == {f"infantry-{home}": 2, f"cavalry-{home}": 1, f"infantry-{isle}": 1}
    wish = Wish("recruit", {f"infantry-{home}": 2, f"infantry-{isle}": 1})
    assert carry_out(scene, wish) == (["recruit_infantry"] * 3, "")
    assert scene.units("Rome") == (2, 0) and scene.units("Sicilia") == (2, 0)
    both = Wish("recruit", {f"infantry-{home}": 1, f"cavalry-{home}": 1})
    verbs, words = carry_out(Scene(), both)
    assert verbs == ["recruit_infantry"] and "two infantry or one cavalry" in words


@pytest.mark.clause("conqueror.threat.4")
def test_a_bid_is_counted_out() -> None:
    scene = bidding(70, 0, 0)
    poor = scene.decision(scene.seat("Carthage"))
    view = scene.rules.view(scene.state, poor.seat)
    choices = face().choices(view, poor, NAMES)
    assert not face().gestures(view, poor, choices, NAMES)
    assert [choice.places for choice in choices] == [()], (
        "a button, since there is nothing to count"
    )
    (bid,) = gestures(scene).values()
    assert (bid.least, bid.picks[0].most) == (0, 70)
    assert carry_out(scene, Wish("bid", {"coins": 63})) == (["more", "bid"], "")
    scene = bidding(0, 0, 0)
    assert carry_out(scene, Wish("bid")) == (["bid"], "")


@pytest.mark.clause("conqueror.food.8")
def test_units_are_given_up_by_counting_them() -> None:
    scene = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Rome", 7)
    scene.move("Sicilia", "Brundium")
    assert scene.asked() == "trim"
    (drop,) = gestures(scene).values()
    assert drop.title == "Give up 2 units"
    wish = Wish("drop", {f"infantry-{scene.place('Rome')}": 2})
    assert carry_out(scene, wish) == (["drop_infantry", "drop_infantry"], "")
    assert scene.units("Rome") == (5, 0)


@pytest.mark.clause("conqueror.setup.10")
def test_two_ties_for_the_order_are_told_apart() -> None:
    rules = the_box().rules
    state = rules.setup(4, {**DEFAULTS, "timer": "60"})
    events: list[Event] = []
    for face_number in (3, 3, 0, 0):
        rules.apply(state, CHANCE, rules.actions["die"][face_number], events.append)
    ties = [event.numbers("seats") for event in events if event.kind == "order_tie"]
    assert ties == [(0, 1), (2, 3)]
