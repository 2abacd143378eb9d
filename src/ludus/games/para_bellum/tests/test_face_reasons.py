"""What explains a place, and why it cannot be chosen now: read back against view and question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from ludus.core.text import plain
from ludus.games.para_bellum import FOLDER
from ludus.games.para_bellum.board import CELLS, GENERAL, RED
from ludus.games.para_bellum.ids import COLOUR_IDS, COLOURS, HIDDEN, NONE
from ludus.games.para_bellum.mechanics.dice import face_of
from ludus.games.para_bellum.tests.scene import CATALOG, Scene, k, r
from ludus.games.para_bellum.tests.test_face_positions import (
    FACE,
    NAMES,
    Look,
    asked,
    fewer,
    looks,
)

CATALOG_FILE: Final = FOLDER / "content" / "command.toml"
PLACING = ("place_card", "place_cell")
VERBS = ("muster", "empower", "consult", "motivate", "requisition", "march", "pact", "runner")


def places(look: Look) -> Iterator[str]:
    """Places that a viewer may click on: those of the one in front, the table, and a rival's."""
    seat = look.front
    for verb in VERBS:
        yield f"act-{verb}"
    for at in range(len(look.side.hand or ())):
        yield f"hand-{seat}-{at}"
    for at in range(len(look.side.commands or ())):
        yield f"command-{seat}-{at}"
    placing = look.mine is not None and look.mine.prompt in PLACING
    for cell in range(0, CELLS, 1 if placing else 12):
        yield f"free-{seat}-{cell}"
    yield "line-0"
    yield f"free-{(seat + 1) % look.view.seats}-5"
    yield f"command-{(seat + 1) % look.view.seats}-0"


def why(look: Look, place: str) -> str:
    return plain(FACE.why_not(look.view, look.decision, place, look.names) or ())


def test_what_can_be_chosen_has_no_reason_against_it() -> None:
    for look in asked()[::4]:
        for choice in look.choices:
            for place in choice.places:
                assert FACE.why_not(look.view, look.mine, place, look.names) is None
                about = FACE.about(look.view, look.mine, place, look.names)
                if about is not None:
                    assert about.tone == "good" and not about.why_not
                    assert about.state == "you may choose it"


def test_who_only_looks_on_is_given_no_reasons() -> None:
    for look in fewer():
        if look.mine is None:
            assert not any(why(look, place) for place in places(look))
            shown = FACE.dashboard(look.view, look.decision, (), look.names).cards
            held = [card for card in shown if card.key.startswith("command-")]
            assert not any(card.foot for card in held)


def test_reasons_fit_the_question() -> None:
    met: Counter[str] = Counter()
    for look in fewer(3):
        if look.mine is None:
            continue
        prompt = look.mine.prompt
        open_to = {place for choice in look.choices for place in choice.places}
        for gesture in FACE.gestures(look.view, look.mine, look.choices, look.names):
            open_to |= {place for pick in gesture.picks for place in pick.places}
        for place in places(look):
            said = why(look, place)
            if place in open_to:
                assert not said
                continue
            kind, *numbers = place.split("-")
            if kind == "free":
                cell(look, place, said, met)
            elif kind == "hand":
                wanted = {"act": "Army Phase", "place_cell": "undo", "place_card": "no legal cell"}
                assert wanted.get(prompt, "nothing to choose there") in said, (place, said)
                met[f"hand {prompt in wanted}"] += 1
            elif kind == "act":
                assert action(look, numbers[0]) in said, (place, said)
                met["act"] += 1
            elif kind == "command" and numbers[0] == str(look.mine.seat):
                held(look, int(numbers[1]), said)
                met["command"] += 1
            else:
                assert not said
    assert all(met[key] for key in ("hand True", "hand False", "act", "command", "no card"))
    assert met["apart"] and met["colour"] and met["taken"]


def cell(look: Look, place: str, said: str, met: Counter[str]) -> None:
    """Of a cell: only while a card is placed, and as the card that waits for it asks."""
    assert look.mine is not None and look.view.question is not None
    _, owner, number = place.split("-")
    if look.mine.prompt not in PLACING:
        assert not said
        return
    if owner != str(look.mine.seat):
        assert said == "There is nothing to choose there now."
        return
    if look.mine.prompt == "place_card":
        targets = {
            target.key
            for gesture in FACE.gestures(look.view, look.mine, look.choices, look.names)
            for target in gesture.targets
        }
        assert bool(said) == (place not in targets)
        assert not said or said.startswith("No card of your hand can go to ")
        met["no card"] += bool(said)
        return
    side = look.side
    taken = side.cells[int(number)] != NONE or number in {str(c.cell) for c in side.in_play}
    assert said, "it cannot be chosen"
    assert ("There is a card on" in said) == taken
    met["taken"] += taken
    met["apart"] += "touches no card" in said
    colour = COLOUR_IDS[CATALOG.army[look.view.question.card].colour]
    if "next to a card that is not" in said:
        assert said.endswith(f"not {colour}.")
        met["colour"] += 1


def action(look: Look, verb: str) -> str:
    """What has to be said of a basic action that cannot be taken."""
    assert look.mine is not None
    if look.mine.prompt in PLACING:
        return "after an army card is placed"
    if look.mine.prompt != "act":
        return "nothing to choose there now"
    if not look.view.actions:
        return "No actions left."
    dice = look.side.dice
    if verb == "empower" and not any(dice[RED:GENERAL]):
        return "no red die to add to"
    if verb in ("muster", "empower") and face_of(dice[GENERAL]) == 1:
        return "shows 1 and cannot pay"
    event = CATALOG.events[look.view.event].id if look.view.event != NONE else ""
    if verb == "motivate":
        return "does not allow it" if event == "driving_rain" else "gray die on the card above"
    return "no red die and no coin" if verb == "consult" else "It would have no effect now."


def held(look: Look, index: int, said: str) -> None:
    """Of a command card that stays in hand."""
    assert look.mine is not None
    card = CATALOG.commands[(look.side.commands or ())[index]]
    if look.mine.prompt in PLACING:
        assert "Action Phase" in said
    elif look.mine.prompt != "act":
        assert said == "There is nothing to choose there now."
    elif not look.view.actions:
        assert said == "No actions left."
    elif not card.type:
        assert "you can pay for none of its options" in said
    elif card.actions > look.view.actions:
        assert said.endswith(f"costs {card.actions} actions, and you have {look.view.actions}.")
    else:
        assert said == "It would have no effect now."


def test_a_card_in_hand_bears_the_reason_why_it_stays_there() -> None:
    """In the Action Phase, the same that a click on it would say."""
    met: Counter[bool] = Counter()
    for look in asked()[::2]:
        assert look.mine is not None
        shown = FACE.dashboard(look.view, look.mine, look.choices, look.names).cards
        for card in shown:
            if not card.key.startswith("command-"):
                continue
            acting = look.mine.prompt == "act"
            assert plain(card.foot) == (why(look, card.key) if acting else "")
            met[bool(card.foot)] += 1
    assert met[True] and met[False]


@pytest.mark.parametrize("place", ["free-0-36", "free-0-x", "free-0", "command-0-9", "act-nothing"])
def test_places_that_are_not_there_have_no_reason(place: str) -> None:
    for scene in (Scene().hand("azure").army_phase(), Scene().commands("raid").act()):
        assert FACE.why_not(scene.view(0), scene.decision, place, NAMES[:2]) is None
        assert FACE.about(scene.view(0), scene.decision, place, NAMES[:2]) is None


def test_a_cell_is_not_refused_before_a_card_is_taken() -> None:
    """One that some card of the hand can go to waits for it; of others no card can go there."""
    scene = Scene().army({(0, 1): "gold"}).hand("azure").army_phase()
    said = {
        number: plain(
            FACE.why_not(scene.view(0), scene.decision, f"free-0-{number}", NAMES[:2]) or ()
        )
        for number in range(CELLS)
    }
    targets = {
        int(target.key.split("-")[2])
        for gesture in FACE.gestures(scene.view(0), scene.decision, (), NAMES[:2])
        for target in gesture.targets
    }
    assert {number for number, reason in said.items() if not reason} == targets
    other = FACE.why_not(scene.view(0), scene.decision, "free-1-14", NAMES[:2])
    assert plain(other or ()) == "There is nothing to choose there now."


def test_a_card_without_a_legal_cell_says_so() -> None:
    """Above and below stand Special Units, and beside the first card another colour may not go."""
    scene = Scene().perms(("onager", (0, 1)), ("balista", (0, -1))).hand("azure", "gold")
    view = scene.army_phase().view(0)
    for index, card in enumerate(view.sides[0].hand or ()):
        azure = COLOUR_IDS[CATALOG.army[card].colour] == "azure"
        said = plain(FACE.why_not(view, scene.decision, f"hand-0-{index}", NAMES[:2]) or ())
        assert said == ("" if azure else "There is no legal cell for it.")


def test_a_card_handed_over_unseen_is_known_to_its_team() -> None:
    scene = Scene(4).commands("contio", "raid").commands("vallum", seat=2)
    alliances = [each.id for each in CATALOG.alliances]
    scene.state.alliances = [alliances.index("war_council"), alliances.index("joint_levy")]
    scene.act().picks(("pact", ""), ("command", "contio"))
    for viewer in range(4):
        found = FACE.about(scene.view(viewer), None, "meter-commands-2", NAMES)
        assert found is not None
        known = "".join(map(plain, found.body))
        assert "Vallum" in known and ("Contio" in known) == (viewer in (0, 2))


# What explains a place ----------------------------------------------------------------------------


def about(look: Look, place: str) -> list[str]:
    """The lines that explain a place."""
    found = FACE.about(look.view, None, place, look.names)
    return [] if found is None else [found.title, *(plain(line) for line in found.body)]


def test_counts_explain_themselves_with_what_is_known() -> None:
    met: Counter[str] = Counter()
    for look in fewer(2):
        for seat, side in enumerate(look.view.sides):
            known = side.commands or side.shown
            names = [FACE.words.text(f"card.{CATALOG.commands[kind].id}.name") for kind in known]
            lines = about(look, f"meter-commands-{seat}")
            wanted = [f"Known: {', '.join(names)}."] if names else []
            assert lines[2:] == wanted
            met["known" if names else "unknown"] += 1
            blazons(look, seat, met)
            held = about(look, f"meter-held-{seat}")
            assert len(held) == (1 + len(side.hand) if side.hand else 0)
            for key in ("coins", "armies", "morale", "runner"):
                assert len(about(look, f"meter-{key}-{seat}")) == 2
            score = FACE.about(look.view, None, f"score-{seat}", look.names)
            assert score is not None and look.names[seat] in score.title
            figures = [int(re.findall(r"-?\d+", plain(line))[0]) for line in score.body]
            assert tuple(figures[:4]) == side.points
            assert len(figures) == 4 + (look.view.seats == 4)
            if look.view.seats == 4:
                assert figures[4] == side.total + look.view.sides[seat ^ 2].total
                assert look.names[seat ^ 2] in plain(score.body[4])
        assert not about(look, f"meter-commands-{look.view.seats}")
    assert all(met[key] for key in ("known", "unknown", "missing", "none"))


def blazons(look: Look, seat: int, met: Counter[str]) -> None:
    earned = look.view.sides[seat].blazons
    found = FACE.about(look.view, None, f"meter-blazons-{seat}", look.names)
    assert found is not None and found.state == f"{earned.bit_count()} of {COLOURS}"
    missing = [name for colour, name in enumerate(COLOUR_IDS) if not earned & 1 << colour]
    told = 0 < len(missing) < COLOURS
    lines = [plain(line) for line in found.body[1:]]
    assert lines == ([f"Missing: {', '.join(missing)}."] if told else [])
    met["missing" if told else "none"] += 1


@pytest.mark.parametrize("earned", [0, 0b00001, 0b01111, 0b11111])
def test_missing_blazons_are_listed_once_there_is_one(earned: int) -> None:
    scene = Scene().act()
    scene.player().blazons = earned
    look = Look(fewer()[0].position, scene.view(0), None, NAMES[:2])
    blazons(look, 0, Counter())


def test_starting_cards_explain_themselves() -> None:
    look = looks()[0]
    for colour, name in enumerate(COLOUR_IDS):
        title, body = about(look, f"colour-{colour}")
        assert title == f"{name.capitalize()}, starting card" and "General" in body
    assert not about(look, f"colour-{COLOURS}")
    assert not about(look, "banner-6") and not about(look, f"bonus-{COLOURS}")


def test_the_alliance_explains_what_both_runners_bring() -> None:
    met: Counter[bool] = Counter()
    for look in fewer():
        lines = about(look, "alliance")
        mine = look.view.alliances[look.front % 2] if look.view.alliances else NONE
        assert bool(lines) == (mine != NONE)
        pact = FACE.about(look.view, None, "act-pact", look.names)
        assert pact is not None and pact.title == (lines[0] if lines else "Alliance")
        if lines:
            name = CATALOG.alliances[mine].id
            assert lines[0] == FACE.words.text(f"alliance.{name}.name")
            for seat, line in zip((look.front, look.front ^ 2), lines[2:], strict=True):
                assert line.startswith(f"{look.names[seat]}, when the runner arrives: ")
                for number in range(2):
                    text = FACE.words.text(f"alliance.{name}.side.{seat // 2}.{number}")
                    for word in re.findall(r"\b[a-z]{5,}\b", text):
                        assert word in line
        met[bool(lines)] += 1
    assert met[True] and met[False]


def test_actions_explain_themselves_and_nothing_else_does() -> None:
    look = next(each for each in looks() if each.view.seats == 2)
    for verb in VERBS:
        assert about(look, f"act-{verb}")[0] == FACE.words.text(f"tile.{verb}")
    for wrong in ("act-", "act-end", "act-0", "act-muster-0", "nothing", "meter-", "perm-0"):
        assert not about(look, wrong)


def test_cards_in_play_explain_themselves_as_they_lie() -> None:
    met: Counter[bool] = Counter()
    for look in fewer():
        for seat, side in enumerate(look.view.sides):
            for at, card in enumerate(side.in_play):
                found = FACE.about(look.view, None, f"perm-{seat}-{at}", look.names)
                assert found is not None
                assert found.state == ("disabled" if card.down else "")
                assert found.tone == ("bad" if card.down else "")
                assert bool(found.why_not) == card.down
                kind = CATALOG.commands[card.kind]
                assert found.icon == ("order", "permanent", "special")[kind.type]
                price = f"{kind.actions} action{'' if kind.actions == 1 else 's'}"
                assert plain(found.body[0]).endswith(price)
                met[card.down] += 1
        for at, there in enumerate(look.view.line):
            assert bool(about(look, f"line-{at}")) == (there != NONE)
    assert met[True] and met[False]


def test_hands_and_what_is_looked_at_explain_themselves_to_their_owner() -> None:
    met: Counter[str] = Counter()
    for look in fewer():
        for seat, side in enumerate(look.view.sides):
            for kind, cards in (("hand", side.hand), ("command", side.commands)):
                for at in range(len(cards or ()) + 1):
                    assert bool(about(look, f"{kind}-{seat}-{at}")) == (at < len(cards or ()))
                met[f"{kind} {cards is not None}"] += 1
            for at, goal in enumerate(side.goals):
                found = FACE.about(look.view, None, f"goal-{seat}-{at}", look.names)
                assert found is not None
                assert (found.title == "Objective") == (goal.kind == HIDDEN)
        for at in range(3):
            there = at < len(look.side.looking or ())
            assert bool(about(look, f"look-{at}")) == there
            met["look"] += there
    assert all(met[key] for key in ("hand True", "hand False", "command True", "look"))


def test_banners_say_which_cards_ask_for_them() -> None:
    """Own cards and those of the Battle Line, each once, and no others."""
    scene = Scene().perms("balista").commands("sabotage", "stipendium")
    scene.line("decimatio", "raid", "raid", "contio").act()
    lines = {
        name: plain(found.body[0])
        for number, name in enumerate(
            ("strategist", "field_commander", "warlord", "artifex", "veterani", "speculatore")
        )
        if (found := FACE.about(scene.view(0), None, f"banner-{number}", NAMES[:2])) is not None
    }
    for name, said in lines.items():
        asking = [
            kind
            for kind in ("balista", "sabotage", "stipendium", "decimatio", "raid", "contio")
            if f'banner = "{name}"' in _printed(kind)
        ]
        for kind in ("balista", "sabotage", "stipendium", "decimatio", "raid", "contio"):
            shown = FACE.words.text(f"card.{kind}.name")
            assert said.count(shown) == (kind in asking), (name, kind, said)
        assert ("No card of yours" in said) == (not asking)


def _printed(card: str) -> str:
    """A card as it stands in the content."""
    text = (CATALOG_FILE).read_text(encoding="utf-8")
    (part,) = [each for each in text.split("[[card]]") if f'id = "{card}"' in each]
    return part


def test_dice_explain_what_they_carry() -> None:
    scene = Scene().army({(1, 0): "azure", (2, 0): "azure", (0, 1): "gold"})
    scene.dice({k(0, 0): (4, "artifex"), k(1, 0): 3, r(0, 0): (2, "strategist")}).act()
    look = Look(fewer()[0].position, scene.view(0), None, NAMES[:2])
    for slot, code in enumerate(look.side.dice):
        lines = about(look, f"die-0-{slot}")
        if code:
            assert ("It carries no banner." in lines) == (code >> 3 == 0 and slot != GENERAL)
            assert len(lines) == (4 if code >> 3 else 2 + (slot != GENERAL))
            assert f"die {face_of(code)}" in lines[0]
