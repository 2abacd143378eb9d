"""Choices read back: where each lies, what it says, and whether the rules then do what it said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.protocol import CHANCE, Event
from ludus.core.text import plain
from ludus.games.para_bellum import GAME
from ludus.games.para_bellum.board import GENERAL, cell_name, members
from ludus.games.para_bellum.ids import (
    COLOURS,
    FIVE_COLOURS_POINTS,
    MAX_GRAYS,
    NONE,
    TEAM_SEATS,
)
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of, fitting_banners
from ludus.games.para_bellum.mechanics.legions import all_spans, centurions_at
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import CATALOG, RULES, Scene, k, r
from ludus.games.para_bellum.tests.test_face_positions import FACE, NAMES, Look, asked, positions
from ludus.games.para_bellum.tests.test_own_cards import change
from ludus.games.para_bellum.tests.test_own_cards import pack as pack
from ludus.games.para_bellum.view import ParaBellum, View

BASIC = ("muster", "empower", "consult", "motivate", "requisition", "march", "runner", "pact")


def owner(look: Look) -> int:
    """Whose dice or cards are chosen from."""
    assert look.mine is not None
    question = look.view.question
    of_somebody = look.mine.prompt.split("_")[0] in ("die", "perm")
    if of_somebody and question is not None and question.target != NONE:
        return question.target
    return look.mine.seat


def at(kind: str, cards: Sequence[int] | None, wanted: int) -> set[str]:
    return {f"{kind}-{index}" for index, card in enumerate(cards or ()) if card == wanted}


def after(look: Look, action: Action) -> tuple[State, list[Event]]:
    """The position right after a choice, and what was told."""
    assert look.mine is not None
    state, told = RULES.copy(look.position.state), list[Event]()
    RULES.apply(state, look.mine.seat, action, told.append)
    return state, told


def pairs(prompts: Iterable[str] = (), verbs: Iterable[str] = ()) -> list[tuple[Look, Choice]]:
    """Choices of some questions, or with some verbs, and where they are made."""
    found: list[tuple[Look, Choice]] = []
    for look in asked():
        assert look.mine is not None
        whole = look.mine.prompt in prompts
        some = [each for each in look.choices if whole or each.action.verb in verbs]
        found += [(look, choice) for choice in some]
    assert found
    return found


# Where they lie -----------------------------------------------------------------------------------


def card_places(look: Look, action: Action) -> set[str]:
    assert look.mine is not None
    seat = look.mine.seat
    side, arg = look.view.sides[seat], action.arg
    if action.verb == "card":
        if look.mine.prompt == "keep":
            return at("look", side.looking, arg)
        return at(f"hand-{seat}", side.hand, arg)
    if action.verb in ("command", "deploy"):
        return at(f"command-{seat}", side.commands, arg)
    if action.verb == "take":
        return at("line", look.view.line, arg)
    if action.verb in ("return", "claim"):
        return at(f"goal-{seat}", [goal.kind for goal in side.goals], arg)
    kind, use = divmod(arg, 2)
    return {
        f"perm-{seat}-{index}"
        for index, card in enumerate(side.in_play)
        if card.kind == kind and not card.down and not card.used & 1 << use
    }


OF_CARDS = ("card", "command", "deploy", "take", "return", "claim", "use")
NAMED = ("banner", "option", "target", "bonus", "colour")
BARE = ("coins", "pick", "legion", "reroll", "decline", "done", "end")


def wanted_places(look: Look, action: Action) -> set[str]:
    assert look.mine is not None
    seat, verb, arg = look.mine.seat, action.verb, action.arg
    if verb in OF_CARDS:
        return card_places(look, action)
    if verb in NAMED:
        return {f"{verb}-{arg}"}
    if verb in BASIC:
        return {f"act-{verb}"}
    if verb == "cell":
        return {f"free-{seat}-{arg}"}
    if verb in ("die", "perm"):
        return {f"{verb}-{owner(look)}-{arg}"}
    assert verb in BARE, verb
    return set()


def test_a_choice_lies_where_its_card_or_die_lies() -> None:
    met: Counter[str] = Counter()
    for look in asked():
        for choice in look.choices:
            assert set(choice.places) == wanted_places(look, choice.action), choice
            assert len(choice.places) == len(set(choice.places))
            met[choice.action.verb] += bool(choice.places)
    assert {*OF_CARDS, *NAMED, "cell", "die", "perm"} <= {verb for verb in met if met[verb]}


def test_choices_have_names_of_their_own() -> None:
    for look in asked():
        labels = [choice.label for choice in look.choices]
        assert len(set(labels)) == len(labels), labels
        for choice in look.choices:
            bare = choice.action.verb in ("end", "decline", "done")
            assert choice.main == bare and choice.closes == (choice.action.verb == "end")


def test_hints_are_whole_sentences() -> None:
    for look in asked():
        for choice in look.choices:
            said = plain(choice.hint)
            assert said == said.strip(), choice
            assert "  " not in said and "{" not in said


# Cards --------------------------------------------------------------------------------------------


def test_an_army_card_says_what_its_pictures_do() -> None:
    for look, choice in pairs(verbs=["card"]):
        assert look.mine is not None
        card, said = CATALOG.army[choice.action.arg], plain(choice.hint)
        assert ("Big Legion" in said) == card.full
        assert ("counts as the higher one" in said) == card.cornicine
        assert ("red die above it" in said) == (card.mounted > 0)
        assert ("red die below it" in said) == (card.mounted < 0)
        assert ("bottom of the deck" in said) == (look.mine.prompt == "keep")
        label = choice.label
        assert ("commander" in label) == bool(card.mounted)
        assert ("facing up" in label) == (card.mounted > 0)
        assert ("cornicine" in label) == card.cornicine


def test_each_card_of_the_deck_says_what_its_pictures_do() -> None:
    """Also those that no question is about: as a card of the hand."""
    scene = Scene()
    scene.player().hand = list(range(CATALOG.deck_kinds))
    view = scene.army_phase().view(0)
    for kind, card in enumerate(CATALOG.army[: CATALOG.deck_kinds]):
        about = FACE.about(view, None, f"hand-0-{kind}", NAMES[:2])
        assert about is not None
        body = plain(about.body[0])
        assert ("red die above it" in body) == (card.mounted > 0)
        assert ("red die below it" in body) == (card.mounted < 0)
        assert ("facing up" in about.title) == (card.mounted > 0)
        assert ("facing down" in about.title) == (card.mounted < 0)
        plainly = not (card.full or card.cornicine or card.mounted)
        assert ("neighbour of its colour" in body) == plainly


def test_a_cell_lights_up_the_legions_that_it_completes() -> None:
    met: Counter[int] = Counter()
    for look, choice in pairs(["place_cell"]):
        assert look.mine is not None and look.view.question is not None
        player = look.position.state.players[look.mine.seat]
        kind, cell = look.view.question.card, choice.action.arg
        army = player.army | 1 << cell
        full = player.full | (1 << cell if CATALOG.army[kind].full else 0)
        spans = [span for span in all_spans(army, full) if span[0] <= cell <= span[1]]
        lit = {each for lo, hi in spans for each in range(lo, hi + 1)} - {cell}
        assert {int(place.split("-")[2]) for place in choice.lights} == lit
        assert all(place.startswith(f"cell-{look.mine.seat}-") for place in choice.lights)
        said(look, choice, spans, army)
        met[len(spans)] += 1
    assert met[0] and met[1] and met[2]


def said(look: Look, choice: Choice, spans: Sequence[tuple[int, int]], army: int) -> None:
    """What a cell says that it completes is what there is afterwards."""
    assert look.mine is not None and look.view.question is not None
    player = look.position.state.players[look.mine.seat]
    colour = CATALOG.army[look.view.question.card].colour
    hint = plain(choice.hint)
    room = MAX_GRAYS - sum(1 for code in look.view.sides[look.mine.seat].dice[:36] if code)
    small = [int(n) for n in re.findall(r"Completes a Legion: (\d+) gray", hint)]
    big = re.findall(r"Completes a Big Legion of (\d+): (\d+) gray (?:die|dice), the bonus", hint)
    dice = {span: min(span[1] - span[0], room) for span in spans[:1]}
    dice |= {span: min(span[1] - span[0], room - sum(dice.values())) for span in spans[1:]}
    assert small == [dice[lo, hi] for lo, hi in spans if hi - lo == 1], hint
    assert [(int(a), int(b)) for a, b in big] == [
        (hi - lo + 1, dice[lo, hi]) for lo, hi in spans if hi - lo > 1
    ]
    for lo, hi in spans:
        assert hi - lo == 1 or f"Morale tests at +{hi - lo - 1}" in hint
    own = any(hi - lo > 1 for lo, hi in spans) and colour == player.colour
    assert ("your colour: any" in hint) == own
    fresh = bool(spans) and not player.blazons >> colour & 1
    fifth = fresh and player.blazons.bit_count() == COLOURS - 1
    assert ("Blazon." in hint) == (fresh and not fifth)
    assert ("The fifth colour" in hint) == fifth
    centurions = len(centurions_at(army, choice.action.arg))
    found = re.search(r"Completes (\d+) Centurion", hint)
    assert (int(found[1]) if found else 0) == centurions
    assert (hint == "Completes nothing yet.") == (not spans and not centurions)


def test_a_command_card_is_played_or_given_with_its_text() -> None:
    for look, choice in pairs(verbs=["command", "deploy", "take", "perm", "use"]):
        assert look.mine is not None
        verb, arg = choice.action.verb, choice.action.arg
        kind = arg // 2 if verb == "use" else arg
        if verb == "perm":
            kind = look.view.sides[owner(look)].in_play[arg].kind
        name = FACE.words.text(f"card.{CATALOG.commands[kind].id}.name")
        assert name in choice.label
        plays = verb == "command" and look.mine.prompt in ("act", "play_free")
        assert choice.label.startswith("Play ") == plays
        assert choice.label.startswith("Deploy ") == (verb == "deploy")
        printed = CATALOG.commands[kind]
        texts = [f"card.{printed.id}.text"]
        if not printed.type:
            texts = [f"card.{printed.id}.option.{at}" for at in range(len(printed.printed))]
        for text in texts:
            for word in re.findall(r"[a-z]{5,}", FACE.words.template(text)):
                assert word in plain(choice.hint), (word, choice)


def test_options_are_called_what_they_do() -> None:
    met: set[str] = set()
    for look, choice in pairs(verbs=["option"]):
        assert look.mine is not None and look.view.question is not None
        prompt, question, number = look.mine.prompt, look.view.question, choice.action.arg
        about = FACE.about(look.view, look.mine, f"option-{number}", look.names)
        assert about is not None and plain(about.body[0]) == choice.label
        assert about.tone == "good" and about.title
        met.add(prompt)
        if prompt == "runner":
            alliance = look.view.alliances[look.mine.seat % 2]
            name = CATALOG.alliances[alliance].id
            key = f"alliance.{name}.side.{look.mine.seat // 2}.{number}"
            assert about.title == FACE.words.text(f"alliance.{name}.name")
        elif prompt == "order_option":
            name = CATALOG.commands[question.card].id
            key = f"card.{name}.option.{number}"
            assert about.title == FACE.words.text(f"card.{name}.name")
        else:
            key = CATALOG.branches[question.effect][number]
            assert about.title == FACE.words.text(".".join(key.split(".")[:2]) + ".name")
        words = re.sub(r"\b(k|ks|r|rs|b|x|vp|red\d|gray\d)\b", "", FACE.words.text(key))
        for word in re.findall(r"[a-z]{4,}", words):
            assert word in choice.label.lower(), (word, choice.label)
        assert FACE.about(look.view, look.mine, "option-9", look.names) is None
    assert met == {"runner", "order_option", "branch"}


# Dice ---------------------------------------------------------------------------------------------


def test_a_die_says_what_becomes_of_it() -> None:
    """What a hint and a preview say of a die is what the rules do to it."""
    met: Counter[str] = Counter()
    for look, choice in pairs(verbs=["die"]):
        assert look.mine is not None
        prompt, slot = look.mine.prompt, choice.action.arg
        if prompt == "banner_die":
            continue
        before = look.view.sides[owner(look)].dice[slot]
        _, told = after(look, choice.action)
        shown = FACE.preview(look.view, look.mine, choice, look.names)
        becomes = re.match(r"(\d) becomes (\d)\.$", plain(choice.hint))
        lost = "is lost" in plain(choice.hint)
        assert all(shown.chips) and all(shown.rows)
        changed = [
            event
            for event in told
            if event.kind in ("die_changed", "die_lost") and event.facts["slot"] == slot
        ]
        if becomes:
            facts = changed[0].facts
            assert (int(becomes[1]), int(becomes[2])) == (facts["before"], facts["face"])
            chips = [plain(chip) for chip in shown.chips]
            assert chips[0] == f"{becomes[1]} → {becomes[2]}"
        elif lost:
            assert (changed and not changed[0].facts.get("face")) or "shielded" in {
                event.kind for event in told
            }
            assert plain(shown.chips[0]) == f"{face_of(before)} is lost"
        else:
            assert not choice.hint and not shown.chips, (prompt, choice)
            assert prompt in ("motivate", "die_reroll", "die_set", "die_copy", "die_add")
            assert prompt != "motivate" or not changed
        _banner_said(choice, shown, before if becomes or lost else 0, lost)
        met[f"{prompt} {bool(becomes)}"] += 1
    wanted = {"pay True", "die_raise True", "die_lower True", "die_lose False", "motivate True"}
    assert wanted <= set(met)


def _banner_said(choice: Choice, shown: Preview, code: int, lost: bool) -> None:
    """The banner of a die that changes stays with it, or goes back."""
    chips = [plain(chip) for chip in shown.chips]
    banner = banner_of(code)
    name = "" if banner == NONE else FACE.words.text(f"banner.{banner}")
    assert len(chips) == (1 + (banner != NONE) if code else 0)
    if name and lost:
        assert chips[1].endswith(f"{name} goes back") and name in plain(choice.hint)
    elif name:
        assert chips[1] == f"{name} stays" and name not in plain(choice.hint)
    assert ("goes back to the reserve" in plain(choice.hint)) == bool(name and lost)


@pytest.mark.parametrize("banner", ["strategist", "field_commander", "warlord"])
@pytest.mark.parametrize("face", [1, 4])
def test_the_banner_of_a_die_that_pays_is_told(face: int, banner: str) -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"}).coins(1)
    scene.dice({r(0, 0): (face, banner), r(0, 1): 5}).act().pick("consult")
    view, decision = scene.view(0), scene.decision
    for choice in FACE.choices(view, decision, NAMES[:2]):
        if choice.action.verb != "die":
            continue
        shown = FACE.preview(view, decision, choice, NAMES[:2])
        code = view.sides[0].dice[choice.action.arg]
        _banner_said(choice, shown, code, face_of(code) == 1)


def test_an_empty_slot_and_a_die_are_told_apart() -> None:
    for look, choice in pairs(["die_add", "pay", "motivate", "die_raise"], ["none"]):
        if choice.action.verb != "die":
            continue
        assert look.mine is not None
        code = look.view.sides[owner(look)].dice[choice.action.arg]
        assert ("empty slot" in choice.label) == (not code)
        assert choice.label.startswith("Pay with") == (look.mine.prompt in ("pay", "motivate"))


def test_a_die_lists_the_banners_that_fit_it() -> None:
    for look, choice in pairs(["banner_die"]):
        assert look.mine is not None and look.view.question is not None
        slot, side = choice.action.arg, look.view.sides[look.mine.seat]
        held = {banner_of(code) for code in side.dice}
        fit = look.view.question.mask & fitting_banners(slot)
        names = [FACE.words.text(f"banner.{b}") for b in members(fit) if b not in held]
        assert plain(choice.hint) == f"For this die: {', '.join(names)}."
        assert names


def test_rolls_and_results_are_called_by_their_face() -> None:
    met: Counter[str] = Counter()
    for position in positions():
        decision = position.decision
        if decision is None:
            continue
        view = position.view(max(decision.seat, 0))
        if decision.seat == CHANCE or decision.prompt == "pick":
            for choice in FACE.choices(view, decision, position.names):
                verb, arg = choice.action.verb, choice.action.arg
                if verb in ("roll", "pick"):
                    assert choice.label == str(arg + 1 if verb == "roll" else arg)
                    assert 1 <= int(choice.label) <= 6
                assert choice.label and (not choice.places or verb in ("colour", "pick"))
                met[verb] += 1
    assert {"roll", "pick", "draw", "reveal", "event", "battle", "objective"} <= set(met)


def test_banners_light_up_their_die() -> None:
    for look, choice in pairs(["banner_type"]):
        assert look.view.question is not None and look.mine is not None
        assert choice.lights == (f"die-{look.mine.seat}-{look.view.question.lo}",)


# What is done for an action -----------------------------------------------------------------------


def test_a_basic_action_costs_what_it_says() -> None:
    """Where no pips are said, the General and the red dice stay as they are."""
    met: Counter[tuple[str, bool]] = Counter()
    for look, choice in pairs(verbs=BASIC):
        assert look.mine is not None
        verb, seat = choice.action.verb, look.mine.seat
        shown = FACE.preview(look.view, look.mine, choice, look.names)
        assert shown.changes == (("actions", -1),) or verb == "pact"
        if verb == "pact":
            continue
        icons = [bit.ref for bit in shown.chips[0] if bit.kind == "icon"]
        assert icons[0] == "action" and shown.rows == (choice.hint,)
        assert choice.label in (shown.title, shown.verb)
        pips = [icon for icon in icons if icon.startswith("pay-")]
        state, _ = after(look, choice.action)
        if verb in ("muster", "empower"):
            die = face_of(state.players[seat].dice[GENERAL])
            assert face_of(look.side.dice[GENERAL]) - die == bool(pips)
            assert ("General" in plain(choice.hint)) == bool(pips)
        elif verb in ("consult", "motivate"):
            assert ("red die, or" in plain(choice.hint)) == (verb == "consult" and bool(pips))
            assert ("1 off" in plain(choice.hint)) == bool(pips)
        else:
            assert not pips
        met[verb, bool(pips)] += 1
    assert met["muster", True] and met["consult", True] and met["motivate", True]


def test_actions_that_an_event_or_a_card_spares() -> None:
    for event, verb in (("dilectus", "muster"), ("envoys_of_the_senate", "consult")):
        for sparing in ("", event):
            scene = Scene(event=sparing).army({(0, 1): "gold"}).dice({r(0, 0): 4}).act()
            card = {
                each.key: each
                for each in FACE.dashboard(scene.view(0), scene.decision, (), NAMES[:2]).cards
            }[f"act-{verb}"]
            assert [bit.ref.startswith("pay") for bit in card.cost] == [False, True][
                : 1 + (not sparing)
            ]
            about = FACE.about(scene.view(0), None, f"act-{verb}", NAMES[:2])
            assert about is not None and ("1 off" in plain(about.body[0])) == (not sparing)


def test_a_card_costs_the_actions_that_its_preview_says() -> None:
    met: Counter[str] = Counter()
    for look, choice in pairs(["act"]):
        if choice.action.verb not in ("command", "deploy"):
            continue
        assert look.mine is not None
        shown = FACE.preview(look.view, look.mine, choice, look.names)
        ((meter, change),) = shown.changes
        assert meter == "actions"
        deploys = choice.action.verb == "deploy"
        assert shown.verb == f"Pay {-change}, {'deploy' if deploys else 'play'}"
        assert len([bit for bit in shown.chips[0] if bit.kind == "icon"]) == -change
        assert len(shown.chips) == 2 and shown.rows == shown.chips[1:]
        if deploys:
            state, told = after(look, choice.action)
            assert "deploys" not in {e.kind for e in told} or (
                look.view.actions + change == state.actions
            )
        met[choice.action.verb] += 1
    assert met["command"] and met["deploy"]


def test_a_preview_never_shows_an_empty_line() -> None:
    for look in asked():
        assert look.mine is not None
        for choice in look.choices:
            shown = FACE.preview(look.view, look.mine, choice, look.names)
            assert shown.title and shown.verb
            assert all(shown.chips) and all(shown.rows), choice
            if choice.action.verb == "coins":
                change = (f"coins-{look.mine.seat}", -choice.action.arg)
                assert shown.changes == (change,)
                assert str(choice.action.arg) in plain(shown.chips[0])
            if choice.action.verb == "card":
                wanted = {"place_card": "Take it", "keep": "Keep it"}
                assert shown.verb == wanted.get(look.mine.prompt, "Choose it")
                assert shown.chips == ((choice.hint,) if choice.hint else ())


def test_a_card_that_is_given_is_not_paid_for() -> None:
    for look, choice in pairs(["give", "take", "play_free"]):
        assert look.mine is not None
        shown = FACE.preview(look.view, look.mine, choice, look.names)
        assert shown.changes == ()
        if choice.action.verb in ("command", "deploy", "take"):
            assert shown.verb == choice.label and shown.title in choice.label


# Placing ------------------------------------------------------------------------------------------


def test_the_preview_of_a_cell_sums_up_what_it_brings() -> None:
    met: Counter[str] = Counter()
    for look, choice in pairs(["place_cell", "unit_cell"]):
        assert look.mine is not None and look.view.question is not None
        shown = FACE.preview(look.view, look.mine, choice, look.names)
        cell = cell_name(choice.action.arg)
        assert shown.verb == f"Place on {cell}" and cell in shown.title
        if look.mine.prompt == "unit_cell":
            assert shown.chips == () and shown.title == cell and not choice.hint
            continue
        hint, chips = plain(choice.hint), [plain(chip) for chip in shown.chips]
        assert shown.rows == (choice.hint,)
        met.update(chips_fit(look, hint, chips))
    assert {"Legion", "Blazon", "Centurion", "nothing"} <= set(met)


def chips_fit(look: Look, hint: str, chips: Sequence[str]) -> Iterable[str]:
    """The few symbols of a cell against its sentences."""
    assert look.mine is not None and look.view.question is not None
    side = look.view.sides[look.mine.seat]
    small, big = hint.count("Completes a Legion"), hint.count("Completes a Big Legion")
    grays = sum(int(n) for n in re.findall(r"(\d+) gray (?:die|dice)", hint))
    legion = [chip for chip in chips if chip.endswith(("Legion", "Legions"))]
    assert len(legion) == bool(small or big)
    if legion:
        yield "Legion"
        assert legion[0].count("new die") == grays
        assert legion[0].endswith("Big Legion") == bool(big)
        assert big or legion[0].endswith("Legions" if small > 1 else "Legion")
    fresh = "Blazon." in hint or "fifth colour" in hint
    blazon = [chip for chip in chips if re.search(r" of 5$", chip)]
    assert len(blazon) == fresh
    if fresh:
        yield "Blazon"
        assert blazon[0].endswith(f"{side.blazons.bit_count() + 1} of {COLOURS}")
    assert len([chip for chip in chips if f"+{FIVE_COLOURS_POINTS} " in chip]) == (
        "fifth colour" in hint
    )
    centurion = [chip for chip in chips if re.search(r"\+ banners?$", chip)]
    assert len(centurion) == ("Centurion" in hint)
    if centurion:
        yield "Centurion"
        assert centurion[0].endswith("banners") == ("2 Centurions" in hint)
    tests = [chip for chip in chips if "Morale test" in chip]
    assert len(tests) == big
    rivals = 2 if look.view.seats == TEAM_SEATS else look.view.seats - 1
    for chip, plus in zip(tests, re.findall(r"Morale tests at \+(\d)", hint), strict=True):
        assert f" {rivals} test" in chip and chip.endswith(f"at +{plus}")
    points = [chip for chip in chips if "about" in chip]
    gained = 3.5 * grays + (FIVE_COLOURS_POINTS if "fifth colour" in hint else 0)
    assert len(points) == bool(gained)
    if points:
        assert points[0].endswith(f" {side.total} → about {round(side.total + gained)}")
    if chips == ["completes nothing yet"]:
        yield "nothing"
        assert hint == "Completes nothing yet."


# Ways to pay, which only cards of one's own have -------------------------------------------------

MEDICUS = 'cost = [{ r = 1 }]\neffects = [{ op = "mod", die = "k", n = 2 }]'
WAYS: Mapping[str, str] = {
    "{ coin = 1 }": "1 coin",
    "{ r = 1, actions = 1 }": "1 more action and 1 off red die",
    '{ k = 2, banner = "veterani" }': "2 off gray die",
}


def test_ways_to_pay_are_told_with_all_they_take(pack: Path) -> None:
    effects = 'effects = [{ op = "gain", what = "vp", n = 1 }]'
    change(pack, "command.toml", MEDICUS, f"cost = [{', '.join(WAYS)}]\n{effects}")
    box = GAME.open(pack)
    catalog = box.rules.tables.catalog if isinstance(box.rules, ParaBellum) else CATALOG
    scene = Scene().army({(0, 1): "gold", (1, 0): "azure"}).coins(2)
    scene.dice({r(0, 0): 3, k(0, 0): (4, "veterani")}).perms("medicus")
    scene.rules = ParaBellum(catalog)
    scene.act()
    use = next(each for each in scene.decision.options if each.verb == "use")
    scene.rules.apply(scene.state, 0, use, scene.story.append)
    assert scene.decision.prompt == "pay_way"
    view: View = scene.view(0)
    choices = box.face.choices(view, scene.decision, NAMES[:2])
    offer = next(
        tray
        for tray in box.face.dashboard(view, scene.decision, choices, NAMES[:2]).trays
        if tray.brief
    )
    for number, (choice, card, said) in enumerate(
        zip(choices, offer.cards, WAYS.values(), strict=True)
    ):
        assert choice.label.startswith(said) and choice.label == plain(card.body)
        assert choice.places == card.places == (f"option-{number}",)
        about = box.face.about(view, scene.decision, f"option-{number}", NAMES[:2])
        assert about is not None and plain(about.body[0]) == choice.label
        assert about.title == card.title == f"Way {number + 1} to pay" and about.tone == "good"
    assert "Veterani" in choices[2].label and "Veterani" not in choices[1].label
    assert box.face.about(view, scene.decision, "option-3", NAMES[:2]) is None
