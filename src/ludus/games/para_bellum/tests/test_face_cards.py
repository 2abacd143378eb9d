"""Cards and counts round the board, read back against the view, the cards and the question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

import pytest

from ludus.core.face import scenes_of
from ludus.core.models import Card, Dashboard, Meter, Tray
from ludus.core.text import plain, roman
from ludus.games.para_bellum.ids import (
    ACTION_PHASE,
    BANNER_IDS,
    BANNERS,
    COLOUR_IDS,
    COLOURS,
    CONSTRUCT,
    DRAW_PHASE,
    HIDDEN,
    NONE,
)
from ludus.games.para_bellum.mechanics.dice import banner_of
from ludus.games.para_bellum.tests.scene import CATALOG, Scene, k
from ludus.games.para_bellum.tests.test_face_positions import (
    FACE,
    NAMES,
    Look,
    asked,
    fewer,
)
from ludus.games.para_bellum.view.view import Goal as Objective

TYPES = ("Order", "Permanent", "Special Unit")
BANDS = ("red", "green", "purple")


def board_of(look: Look) -> Dashboard:
    return FACE.dashboard(look.view, look.mine, look.choices, look.names)


def trays_of(look: Look) -> Mapping[str, Tray]:
    return {tray.key: tray for tray in board_of(look).trays}


def boards(every: int = 5) -> Iterator[tuple[Look, Dashboard, Mapping[str, Tray]]]:
    """What stands round the board, made anew for each test."""
    for look in fewer(every):
        board = board_of(look)
        yield look, board, {tray.key: tray for tray in board.trays}


# Counts -------------------------------------------------------------------------------------------


def test_the_supply_counts_what_the_seat_in_front_has() -> None:
    for look, board, _ in boards():
        view, side = look.view, look.side
        supply = {meter.key: meter for meter in board.supply}
        left = view.actions if view.turn == look.front else 0
        full = 2 if view.seats == 4 else 3
        assert supply["actions"].value == left
        icons = supply["actions"].icons
        assert icons.count("action") == left and len(icons) == max(full, left)
        assert icons[:left] == ("action",) * left
        assert supply[f"coins-{look.front}"].value == side.coins
        blazons(supply[f"blazons-{look.front}"], side.blazons)
        held = {banner_of(code) for code in side.dice}
        spare = [name for at, name in enumerate(BANNER_IDS) if at not in held]
        assert supply["banners"].value == len(spare)
        assert supply["banners"].icons == tuple(f"banner-{n.replace('_', '-')}" for n in spare)
        limit = 1 + sum(1 for code in side.dice[36:72] if code)
        assert supply[f"morale-{look.front}"].value == limit
        assert supply[f"morale-{look.front}"].shown == f"≤{limit}"


def blazons(meter: Meter, earned: int) -> None:
    assert meter.value == earned.bit_count() and meter.most == COLOURS
    for colour, icon in enumerate(meter.icons):
        wanted = f"blazon-{COLOUR_IDS[colour]}" if earned & 1 << colour else "blazon-none"
        assert icon == wanted


def test_the_phase_is_the_one_that_the_turn_is_in() -> None:
    met: Counter[str] = Counter()
    for look, board, _ in boards():
        view = look.view
        now = ""
        if view.turn != NONE and view.questions:
            step = view.questions[0].step
            now = "Draw"
            if step <= ACTION_PHASE:
                now = "Army"
            elif step == DRAW_PHASE:
                now = "Action"
        if board.steps is None:
            assert not now
        else:
            assert board.steps.names == ("Army", "Action", "Draw")
            assert board.steps.names[board.steps.at] == now
        assert board.turn == (f"Round {roman(view.round)}" if view.round else "")
        said = plain(board.progress)
        if view.ending == NONE:
            assert said.startswith(f"{view.army_deck} army card")
        else:
            assert look.names[view.ending] in said
        met[now] += 1
    assert all(met[phase] for phase in ("", "Army", "Action", "Draw"))


# Trays --------------------------------------------------------------------------------------------


def test_trays_hold_what_lies_on_the_table() -> None:
    for look, _, trays in boards(20):
        view = look.view
        assert [card.key for card in trays["event"].cards] == ["event"] * (view.event != NONE)
        line = [f"line-{at}" for at, kind in enumerate(view.line) if kind != NONE]
        assert [card.key for card in trays["line"].cards] == line
        assert trays["line"].note == f"{view.command_deck} left"
        allied = view.seats == 4 and view.alliances[look.front % 2] != NONE
        assert ("alliance" in trays) == allied
        chosen = look.mine is not None and look.mine.prompt == "bonus"
        there = view.battle != NONE and not chosen
        assert len(trays["battle"].cards) == (COLOURS if there else 0)
        if there:
            name = FACE.words.text(f"battle.{CATALOG.battles[view.battle].id}.name")
            assert trays["battle"].title == name


def test_trays_hold_what_the_seat_in_front_has() -> None:
    met: Counter[str] = Counter()
    for look, _, trays in boards():
        view, side, front = look.view, look.side, look.front
        mine = view.viewer == front
        assert ("basics" in trays) == mine and ("play" in trays) != mine
        played = [at for at, card in enumerate(side.in_play) if card.cell == NONE]
        row = trays["basics" if mine else "play"].cards
        cards = [card for card in row if card.key.startswith("perm-")]
        assert [card.key for card in cards] == [f"perm-{front}-{at}" for at in played]
        for card, at in zip(cards, played, strict=True):
            there = side.in_play[at]
            kind = CATALOG.commands[there.kind]
            assert card.title == FACE.words.text(f"card.{kind.id}.name")
            assert card.face == ("spent" if there.down else "up")
            construct = bool(kind.subtypes >> CONSTRUCT & 1)
            assert card.icon == ("construct" if construct else "character")
            met[card.face] += 1
            met[card.icon] += 1
        hand = [f"hand-{front}-{at}" for at in range(len(side.hand or ()))]
        held = [f"command-{front}-{at}" for at in range(len(side.commands or ()))]
        assert (
            [card.key for card in trays["hand"].cards if mine] == hand
            if hand
            else ("hand" not in trays)
        )
        assert (
            [card.key for card in trays["commands"].cards] == held
            if held
            else ("commands" not in trays)
        )
        returning = look.mine is not None and look.mine.prompt == "return"
        assert ("goals" in trays) == (bool(side.goals) and not returning)
        if mine:
            name = "short.actions_and_cards" if played else "short.actions"
            assert trays["basics"].title == FACE.words.text(name)
            basics(look, [card.key for card in row if not card.key.startswith("perm-")])
    assert all(met[key] for key in ("spent", "up", "construct", "character"))


def test_what_an_action_costs_is_said_once_and_drawn_piece_by_piece() -> None:
    """Also what is left of a price that an event or a card spares."""
    met: set[str] = set()
    for _, _, trays in boards():
        for card in trays["basics"].cards if "basics" in trays else ():
            if card.key.startswith("act-"):
                first, *rest = [bit.text for bit in card.cost]
                assert first.count(" and ") == len(rest), card.key
                assert set(rest) <= {"+"}
                met.add(f"{card.key} {len(rest)}")
    assert {"act-consult 1", "act-muster 1", "act-pact 0"} < met
    scene = Scene(event="dilectus").act()
    board = FACE.dashboard(scene.view(0), scene.decision, (), NAMES[:2])
    (card,) = [card for tray in board.trays for card in tray.cards if card.key == "act-muster"]
    assert [bit.text for bit in card.cost] == [FACE.words.text("price.spared")]


def basics(look: Look, keys: list[str]) -> None:
    """The basic actions: with allies the alliance, and a march while the event allows one."""
    event = CATALOG.events[look.view.event].id if look.view.event != NONE else ""
    verbs = ["muster", "empower", "consult", "motivate", "requisition"]
    verbs += ["march"] if event == "night_march" else []
    verbs += ["pact", "runner"] if look.view.alliances else []
    assert keys == [f"act-{verb}" for verb in verbs]


def test_what_is_played_from_stays_beside_the_board() -> None:
    """A card has its text or its drawing, or it is small, or a line in a list."""
    met: Counter[str] = Counter()
    for _, _, trays in boards():
        for key, tray in trays.items():
            played = tray.role == "hand" and not tray.brief
            assert tray.beside == (played or key == "play"), key
            assert tray.small == (key in ("basics", "banners", "goals")), key
            for card in tray.cards:
                bare = not card.body and not card.art and card.face != "down" and key != "play"
                assert not bare or tray.small or tray.rows, card
                assert not (tray.rows and card.body), card
            met[key] += 1
        assert trays["battle"].rows, "also while it is empty"
        assert "play" not in trays or trays["play"].rows
        assert "basics" not in trays or trays["basics"].small
    assert {"goals", "play", "basics", "banners", "offer", "hand", "commands"} <= set(met)


def test_what_has_to_be_chosen_lies_in_sight() -> None:
    """Each place of a choice is in a picture, on a card or in a panel."""
    met: Counter[str] = Counter()
    for look, board, _ in boards():
        if look.mine is None:
            continue
        there = {place for card in board.cards for place in card.places}
        wanted = {place for choice in look.choices for place in choice.places}
        for panel in FACE.panels(look.view, look.names):
            there |= {meter.place for meter in panel.meters}
        missing = wanted - there
        drawn = "".join(look.pictures()) if missing else ""
        for place in missing:
            assert f'id="{place}"' in drawn, place
        for tray in board.trays:
            if not tray.brief:
                continue
            met[look.mine.prompt] += 1
            offered = {place for card in tray.cards for place in card.places}
            assert offered <= wanted or look.mine.prompt == "bonus", "nothing else is offered"
            assert tray.title == "Choose one" and tray.role == "hand"
            assert len(tray.cards) == len({card.key for card in tray.cards})
    often = {"colour", "order_option", "runner", "bonus", "keep", "return", "branch"}
    assert often | {"banner_type", "target", "order_target", "perm_disable"} <= set(met)


def test_offers_are_for_whoever_chooses_alone() -> None:
    """Also where somebody else looks on while it is asked."""
    for look in fewer(8):
        if look.mine is None:
            trays = FACE.dashboard(look.view, look.decision, (), look.names).trays
            assert not [tray.key for tray in trays if tray.brief or tray.key == "banners"]


def test_a_rivals_special_unit_is_chosen_in_the_army() -> None:
    scene = Scene().perms("vallum", ("onager", (0, 1)), "castra", seat=1).coins(2)
    scene.commands("sabotage").act().pick("command", "sabotage").deal()
    assert scene.asked == (0, "perm_disable")
    view, decision = scene.view(0), scene.decision
    trays = FACE.dashboard(view, decision, FACE.choices(view, decision, NAMES[:2]), NAMES[:2]).trays
    (offer,) = [tray for tray in trays if tray.brief]
    assert [card.title for card in offer.cards] == ["Vallum", "Castra"]
    assert [card.key for card in offer.cards] == ["perm-1-0", "perm-1-2"]
    assert len(decision.options) == 3
    for mine in (decision, None):
        drawn = [each.svg for each in scenes_of(FACE, view, mine, NAMES[:2])]
        (tag,) = re.findall(r'<g id="perm-1-1"[^>]*>', "".join(drawn))
        assert ('class="choice"' in tag) == (mine is not None)


@pytest.mark.parametrize("owner", [0, 1])
def test_a_card_in_play_is_offered_once(owner: int) -> None:
    """One's own, which the cards of a pack may ask for, are chosen where they lie."""
    scene = Scene().perms("vallum", "castra").perms("vallum", "castra", seat=1).coins(2)
    scene.commands("sabotage").act().pick("command", "sabotage").deal()
    scene.state.stack[-1].target = owner
    view, decision = scene.view(0), scene.decision
    choices = FACE.choices(view, decision, NAMES[:2])
    places = [place for choice in choices for place in choice.places]
    assert places == [f"perm-{owner}-0", f"perm-{owner}-1"]
    trays = FACE.dashboard(view, decision, choices, NAMES[:2]).trays
    shown = [place for tray in trays for card in tray.cards for place in card.places]
    assert [shown.count(place) for place in places] == [1, 1]
    assert any(tray.brief for tray in trays) == (owner == 1)


def test_offered_cards_say_what_their_choice_says() -> None:
    for look, board, _ in boards():
        if look.mine is None:
            continue
        choices = {place: choice for choice in look.choices for place in choice.places}
        for tray in board.trays:
            for card in tray.cards if tray.brief else ():
                choice, body = choices.get(card.places[0]), plain(card.body)
                if choice is None:
                    assert look.mine.prompt == "bonus"
                    continue
                assert (
                    not body
                    or body in (choice.label, plain(choice.hint))
                    or (card.goals or body.startswith(choice.label))
                ), (card, choice)
                if card.key.startswith("bonus-"):
                    assert not card.cost and body and card.title == choice.label
                if card.key.startswith("target-"):
                    seat = choice.action.arg
                    assert card.title == look.names[seat] and card.band == f"seat-{seat}"


def test_a_new_banner_shows_the_die_that_it_goes_to() -> None:
    """The die that lasts longest of those that it fits."""
    met = 0
    for look in asked():
        assert look.mine is not None
        if look.mine.prompt != "banner_die":
            continue
        tray = trays_of(look)["banners"]
        slots = [option.arg for option in look.mine.options if option.verb == "die"]
        side = look.side
        held = {banner_of(code) for code in side.dice}
        question = look.view.question
        assert question is not None
        for banner in range(BANNERS):
            red = banner < 3
            fit = [slot for slot in slots if (slot >= 36) == red]
            cards = [card for card in tray.cards if card.key == f"banner-{banner}"]
            wanted = question.mask & 1 << banner and fit and banner not in held
            assert len(cards) == bool(wanted)
            for card in cards:
                shown = [bit for bit in card.cost if bit.kind == "icon"]
                best = max(side.dice[slot] & 7 for slot in fit)
                assert shown[0].ref == f"die-{'r' if red else 'k'}-{best}"
                met += 1
    assert met


def test_a_banner_is_asked_for_by_cards_alone() -> None:
    """An empty place of the line is none; the last card of all asks for a banner."""
    scene = Scene().line("medicus").army({(1, 0): "azure"}).dice({k(0, 0): 4}).act()
    last = FACE.words.text(f"card.{CATALOG.commands[-1].id}.name")
    for banner in range(BANNERS):
        about = FACE.about(scene.view(0), scene.decision, f"banner-{banner}", NAMES[:2])
        assert about is None or last not in str(about)


# Cards --------------------------------------------------------------------------------------------


def command(card: Card, kind: int) -> None:
    there = CATALOG.commands[kind]
    assert card.title == FACE.words.text(f"card.{there.id}.name")
    assert card.kind.startswith(TYPES[there.type]) and card.band == BANDS[there.type]
    assert ("Construct" in card.kind) == bool(there.subtypes >> CONSTRUCT & 1)
    assert len(card.cost) == there.actions
    assert {bit.ref for bit in card.cost} == {"action"}
    whole = FACE.words.text("price.actions", count=there.actions)
    assert [bit.text for bit in card.cost] == [whole, *["+"] * (there.actions - 1)]
    said = plain(card.body)
    options = len(there.printed) if not there.type else 1
    assert said.count(" or ") >= options - 1 and said.endswith(".") and not said.endswith("..")
    assert len([bit for bit in card.body if bit.kind == "strong" and bit.text == "or"]) == (
        options - 1
    )


def test_command_cards_are_shown_with_their_price_and_text() -> None:
    for look, _, trays in boards(20):
        side = look.side
        line = [kind for kind in look.view.line if kind != NONE]
        for card, kind in zip(trays["line"].cards, line, strict=True):
            command(card, kind)
        if "commands" in trays:
            for card, kind in zip(trays["commands"].cards, side.commands or (), strict=True):
                command(card, kind)


def test_army_cards_are_drawn_as_they_lie_in_an_army() -> None:
    for look, _, trays in boards(20):
        hand = trays.get("hand")
        for card, kind in zip(hand.cards if hand else (), look.side.hand or (), strict=True):
            colour = COLOUR_IDS[CATALOG.army[kind].colour]
            assert card.title == colour.capitalize() and card.icon == f"blazon-{colour}"
            use = ElementTree.fromstring(card.art)
            assert use.get("href") == f"#i-army-{kind}" and f"army-{kind}" in FACE.symbols


def test_objectives_show_how_far_they_are() -> None:
    met: Counter[str] = Counter()
    for look, _, trays in boards():
        if "goals" in trays:
            for card, goal in zip(trays["goals"].cards, look.side.goals, strict=True):
                met[objective(card, goal)] += 1
    assert all(met[each] for each in ("hidden", "met", "open", "face down")), met


def objective(card: Card, goal: Objective) -> str:
    """How an objective stands, as its card says it."""
    if goal.kind == HIDDEN:
        assert card.face == "down" and card.title == "Objective" and not card.goals
        return "hidden"
    kind = CATALOG.objectives[goal.kind]
    assert ("shared" in card.kind) == goal.shared
    state = card.kind.split(" · ")[-1]
    assert state == ("met" if goal.points else "open" if goal.up else "face down")
    tiers = [points for _, points in kind.tiers] or [goal.points or kind.points]
    assert [int(step.words.split()[0]) for step in card.goals] == tiers
    assert [step.done for step in card.goals] == [goal.points >= points for points in tiers]
    said = plain(card.foot)
    if kind.measure < 0:
        assert said == f"{goal.points} so far"
    else:
        found = re.fullmatch(r"(\d+) of (\d+)", said)
        assert found is not None and int(found[1]) == goal.count
        needs = [need for need, points in kind.tiers if points > goal.points]
        assert int(found[2]) == (needs[0] if needs else kind.tiers[-1][0])
    return state


def test_objectives_face_down_of_others_are_shown_by_their_backs() -> None:
    scene = Scene(3).goals("full_coffers", "deep_order").goals("ars_oratoria", seat=1)
    scene.player(0).goal_up = [False, True]
    scene.act(0)
    for viewer in (0, -1):
        view = scene.view(viewer)
        trays = {tray.key: tray for tray in FACE.dashboard(view, None, (), NAMES[:3]).trays}
        shown = [
            objective(card, goal)
            for card, goal in zip(trays["goals"].cards, view.sides[0].goals, strict=True)
        ]
        assert shown == ["face down" if viewer == 0 else "hidden", "open"]


def test_what_a_battle_brings_is_in_short_or_whole() -> None:
    scene = Scene(battle="thapsus", start="gold").army({(0, 1): "gold", (1, 1): "gold full"})
    scene.act()
    shown = {card.key: card for card in FACE.dashboard(scene.view(0), None, (), NAMES[:2]).cards}
    for colour, name in enumerate(COLOUR_IDS):
        card = shown[f"bonus-{colour}"]
        short = FACE.words.text(f"battle.thapsus.short.{name}")
        assert card.cost and not card.body
        assert set(re.findall(r"[a-z]{4,}", short)) <= set(re.findall(r"[a-z]+", plain(card.cost)))
        assert card.title == FACE.words.text(f"battle.thapsus.bonus.{name}")


def test_events_say_whether_they_last() -> None:
    for number, event in enumerate(CATALOG.events):
        scene = Scene(event=event.id).act()
        shown = {
            card.key: card for card in FACE.dashboard(scene.view(0), None, (), NAMES[:2]).cards
        }
        card = shown["event"]
        lasting = event.reveal == NONE
        assert plain(card.cost) == ("this round" if lasting else "at once")
        assert card.title == FACE.words.text(f"omen.{CATALOG.events[number].id}.name")


def test_the_alliance_shows_both_runners() -> None:
    for look in fewer():
        if not look.view.alliances:
            continue
        trays = trays_of(look)
        alliance = look.view.alliances[look.front % 2]
        if alliance == NONE:
            continue
        (card,) = trays["alliance"].cards
        spaces = CATALOG.alliances[alliance].spaces
        for meter, seat in zip(card.meters, (look.front, look.front ^ 2), strict=True):
            at = look.view.sides[seat].runner
            assert meter.value == at and meter.icons[0] == f"mark-{seat}"
            assert meter.icons[1:].index("runner") == at and len(meter.icons) == spaces + 1
            assert look.names[seat] in meter.label
            assert meter.shown == f"{roman(at + 1)} of {roman(spaces)}"


def test_every_card_of_the_content_is_printed() -> None:
    printed = FACE.printed(Scene().act().view(0), NAMES[:2])
    for kind, card in enumerate(CATALOG.commands):
        command(printed[f"command.toml:{card.id}"], kind)
    for event in CATALOG.events:
        assert printed[f"events.toml:{event.id}"].body
    for goal in CATALOG.objectives:
        card_of = printed[f"objectives.toml:{goal.id}"]
        assert card_of.kind == ("open" if goal.open else "face down")
        assert not any(step.done for step in card_of.goals)
    for battle in CATALOG.battles:
        card_of = printed[f"battles.toml:{battle.id}"]
        assert len(card_of.goals) == COLOURS and all(step.gives for step in card_of.goals)
    for alliance in CATALOG.alliances:
        assert printed[f"alliances.toml:{alliance.id}"].body
    for number, army in enumerate(CATALOG.army):
        assert f"#i-army-{number}" in printed[f"army.toml:{army.id}"].art


# Panels -------------------------------------------------------------------------------------------


def test_panels_stand_in_the_order_of_seats_and_hold_what_each_has() -> None:
    for look in fewer():
        view, front = look.view, look.front
        panels = FACE.panels(view, look.names)
        order = [panel.seat for panel in panels]
        rest = [(front + number) % view.seats for number in range(1, view.seats)]
        assert order[0] == front and sorted(order) == list(range(view.seats))
        assert view.seats == 4 or order[1:] == rest
        for panel in panels:
            side = view.sides[panel.seat]
            assert panel.score == side.total and panel.about == f"score-{panel.seat}"
            played = [meter for meter in panel.meters if meter.group == 1]
            shown = [card for card in side.in_play if card.cell == NONE]
            assert len(played) == (0 if panel.seat == front else len(shown))
            for meter, card in zip(played, shown if played else (), strict=True):
                assert meter.tone == ("faded" if card.down else "")
                name = CATALOG.commands[card.kind].id
                assert meter.shown == FACE.words.text(f"card.{name}.name")
            counts = {meter.key: meter for meter in panel.meters}
            if panel.seat != front:
                blazons(counts[f"blazons-{panel.seat}"], side.blazons)
            else:
                keys = ("gray_dice", "commanders", "objectives", "counters")
                values = tuple(counts[f"{key}-{front}"].value for key in keys)
                assert values == side.points


def test_panels_note_who_ends_the_game() -> None:
    scene = Scene(3).dice({k(0, 0): 3}).act()
    for ending in (NONE, 1):
        scene.state.ending = ending
        notes = {panel.seat: panel.note for panel in FACE.panels(scene.view(0), NAMES[:3])}
        first = scene.state.order[0]
        assert notes == {
            seat: "Ending Player"
            if seat == ending
            else "First Player"
            if seat == first and ending == NONE
            else ""
            for seat in range(3)
        }
