"""Gestures: each wish on offer is followed to its end, and every other one is refused in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from ludus.core.actions import Action
from ludus.core.models import Gesture, Target, Wish
from ludus.core.text import plain
from ludus.games.para_bellum.board import ABOVE, CELLS, GENERAL, RED, cell_name, slot_name
from ludus.games.para_bellum.ids import ACT, NONE, PLACE_CARD
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.tests.scene import CATALOG, RULES, Scene, card_kind, k, r
from ludus.games.para_bellum.tests.test_face_positions import FACE, NAMES, Look, asked

NOT_NOW = "That cannot be done now."
FROM_HAND = "Take a card from your hand first, then choose a cell."


@dataclass(frozen=True)
class Offer:
    """A gesture with one of its targets."""

    look: Look
    gesture: Gesture
    target: Target

    @property
    def wish(self) -> Wish:
        picks = {pick.key: 1 for pick in self.gesture.picks}
        return Wish(self.gesture.key, picks, self.target.key)


def gestures(look: Look) -> list[Gesture]:
    assert look.mine is not None
    return list(FACE.gestures(look.view, look.mine, look.choices, look.names))


def offers() -> Iterator[Offer]:
    for look in asked():
        for gesture in gestures(look):
            for target in gesture.targets:
                yield Offer(look, gesture, target)


def followed(offer: Offer) -> list[Action]:
    """What the wish chooses one after the other, until it has no answer or chance has its turn."""
    look = offer.look
    assert look.mine is not None
    seat, state, done = look.mine.seat, RULES.copy(look.position.state), list[Action]()
    while decisions := RULES.decisions(state):
        decision = decisions[0]
        if decision.seat != seat:
            break
        answer = FACE.follow(RULES.view(state, seat), decision, offer.wish, done, look.names)
        if answer is None:
            break
        assert isinstance(answer, Action), (offer.wish, done, answer)
        assert answer in decision.options
        RULES.apply(state, seat, answer, lambda event: None)
        done.append(answer)
    return done


def test_every_wish_on_offer_is_followed_to_its_end() -> None:
    met: Counter[str] = Counter()
    for offer in offers():
        done = followed(offer)
        verbs = [action.verb for action in done]
        kind, _, number = offer.gesture.key.partition("-")
        target = offer.target.key
        assert done and len(set(verbs)) == len(verbs)
        if kind == "card" and target == "act-requisition":
            hand = set(offer.look.side.hand or ())
            assert verbs == ["requisition", "card"] or (verbs == ["requisition"] and len(hand) == 1)
            assert {int(number)} == {action.arg for action in done[1:]} or len(hand) == 1
        elif kind == "card":
            assert verbs[-2:] == ["card", "cell"] and verbs[:-2] in ([], ["march"])
            assert target.endswith(f"-{done[-1].arg}") and done[-2].arg == int(number)
        elif kind == "consult":
            assert verbs[0] == "consult" and verbs[-1] in ("take", "die", "coins", "consult")
            for action in done:
                assert action.verb != "take" or action.arg == int(number)
                assert action.verb != "die" or target.endswith(f"-{action.arg}")
            assert "coins" not in verbs or target.startswith("meter-coins-")
        elif kind == "dice":
            raised = int(target.split("-")[2]) >= RED
            assert verbs[0] == ("empower" if raised else "motivate")
            for action in done:
                if raised and action.verb == "die":
                    assert target.endswith(f"-{action.arg}")
        else:
            assert kind == "banner" and verbs[-1] in ("die", "banner")
            assert "banner" not in verbs or done[-1].arg == int(target.split("-")[1])
        met[f"{kind} {verbs[0]}"] += 1
    wanted = {"card card", "card march", "card requisition", "consult consult", "banner die"}
    assert wanted | {"dice empower", "dice motivate"} <= set(met)


def test_what_is_taken_lies_in_the_hand_or_in_the_line() -> None:
    for look in asked():
        assert look.mine is not None
        seat, verbs = look.mine.seat, {option.verb for option in look.mine.options}
        for gesture in gestures(look):
            assert gesture.docked and gesture.title and gesture.verb and gesture.targets
            kind, _, number = gesture.key.partition("-")
            places = {place for pick in gesture.picks for place in pick.places}
            if kind == "card":
                hand = look.view.sides[seat].hand or ()
                wanted = {
                    f"hand-{seat}-{at}" for at, card in enumerate(hand) if card == int(number)
                }
            elif kind == "consult":
                line = look.view.line
                wanted = {f"line-{at}" for at, card in enumerate(line) if card == int(number)}
            else:
                wanted = set()
            assert places == wanted
            if kind == "card":
                back = "act-requisition" in {target.key for target in gesture.targets}
                assert back == ("requisition" in verbs)
                cells = len(gesture.targets) - back
                paying = look.mine.prompt == "act"
                assert gesture.verb in (
                    ("Pay 1" if cells else "Requisition",) if paying else ("Place", "Pay 1, place")
                )


def test_a_card_can_go_wherever_the_rules_let_it() -> None:
    met = 0
    for look in asked():
        assert look.mine is not None
        if look.mine.prompt != "place_card":
            continue
        seat = look.mine.seat
        for option in look.mine.options:
            if option.verb != "card":
                continue
            (gesture,) = [each for each in gestures(look) if each.key == f"card-{option.arg}"]
            state = RULES.copy(look.position.state)
            RULES.apply(state, seat, option, lambda event: None)
            (decision,) = RULES.decisions(state)
            wanted = [f"free-{seat}-{each.arg}" for each in decision.options]
            assert sorted(target.key for target in gesture.targets) == sorted(wanted)
            for target in gesture.targets:
                assert target.label == cell_name(int(target.key.split("-")[2])) and target.chips
                met += 1
            questions = look.view.questions
            paid = len(questions) > 1 and questions[-2].phase == ACT
            assert questions[-1].phase == PLACE_CARD
            assert gesture.verb == ("Pay 1, place" if paid else "Place")
    assert met


def test_dice_say_what_a_click_would_do() -> None:
    """A red die is raised by two, for a pip of the General; a gray one is rolled again."""
    met: Counter[bool] = Counter()
    for offer in offers():
        if offer.gesture.key != "dice":
            continue
        assert offer.look.mine is not None
        dice, seat = offer.look.side.dice, offer.look.mine.seat
        slot = int(offer.target.key.split("-")[2])
        assert offer.target.key == f"die-{seat}-{slot}" and slot_name(slot) in offer.target.label
        chips = [plain(chip) for chip in offer.target.chips]
        face = face_of(dice[slot])
        if slot >= RED:
            general = face_of(dice[GENERAL])
            assert chips == [f"{general} → {general - 1}", f"{face} → {min(face + 2, 6)}"]
            assert offer.target.label.startswith("Empower")
        else:
            beside = [RED + cell for cell in range(CELLS) if ABOVE[cell] >> slot & 1]
            payer = max(face_of(dice[each]) for each in beside)
            assert payer and chips[-1] == f"{face} rolls again"
            if len(chips) > 1:
                lost = payer == 1
                assert chips[0] == (f"{payer} is lost" if lost else f"{payer} → {payer - 1}")
            assert offer.target.label.startswith("Motivate")
        met[slot >= RED] += 1
    assert met[True] and met[False]


def test_raised_and_rolled_are_those_dice_that_can_be() -> None:
    for look in asked():
        assert look.mine is not None
        if look.mine.prompt != "act":
            continue
        verbs = {option.verb for option in look.mine.options}
        dice, seat = look.side.dice, look.mine.seat
        reds = {slot for slot in range(RED, GENERAL) if 0 < face_of(dice[slot]) < 6}
        grays = {
            slot
            for slot in range(RED)
            if dice[slot]
            and any(ABOVE[cell] >> slot & 1 and dice[RED + cell] for cell in range(CELLS))
        }
        wanted = (reds if "empower" in verbs else set()) | (grays if "motivate" in verbs else set())
        found = {
            target.key
            for gesture in gestures(look)
            if gesture.key == "dice"
            for target in gesture.targets
        }
        assert found == {f"die-{seat}-{slot}" for slot in wanted}


def test_consult_is_paid_by_a_red_die_or_a_coin() -> None:
    met: Counter[str] = Counter()
    for offer in offers():
        if not offer.gesture.key.startswith("consult-"):
            continue
        look = offer.look
        assert look.mine is not None
        kind, name = int(offer.gesture.key.split("-")[1]), offer.target.key
        assert offer.gesture.title == FACE.words.text(f"card.{CATALOG.commands[kind].id}.name")
        if name.startswith("die-"):
            slot = int(name.split("-")[2])
            assert RED <= slot < GENERAL and look.side.dice[slot]
            before = face_of(look.side.dice[slot])
            said = plain(offer.target.chips[0])
            assert said == (f"{before} → {before - 1}" if before > 1 else f"{before} is lost")
        elif name.startswith("meter-coins-"):
            assert look.side.coins and name == f"meter-coins-{look.mine.seat}"
            assert plain(offer.target.chips[0]) == "1 coin"
        else:
            assert name == "act-consult"
        met[name.split("-")[0]] += 1
    assert met["die"] and met["meter"]


@pytest.mark.parametrize(("coins", "paid"), [(0, False), (1, True)])
def test_without_a_coin_only_dice_pay_for_consult(coins: int, paid: bool) -> None:
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): 4}).coins(coins).act()
    view, decision = scene.view(0), scene.decision
    names = NAMES[:2]
    found = [
        target.key
        for gesture in FACE.gestures(view, decision, FACE.choices(view, decision, names), names)
        if gesture.key.startswith("consult-")
        for target in gesture.targets
    ]
    assert ("meter-coins-0" in found) == paid
    assert "die-0-" in "".join(found)


def test_without_dice_only_coins_pay_for_consult() -> None:
    """An empty slot pays nothing, nor do gray dice and the General."""
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 4}).coins(3).act()
    view, decision = scene.view(0), scene.decision
    for gesture in FACE.gestures(
        view, decision, FACE.choices(view, decision, NAMES[:2]), NAMES[:2]
    ):
        if gesture.key.startswith("consult-"):
            assert [target.key for target in gesture.targets] == ["meter-coins-0"]


def test_new_banners_go_to_the_die_that_lasts_longest() -> None:
    for offer in offers():
        if offer.gesture.key != "banner":
            continue
        look = offer.look
        assert look.mine is not None
        banner = int(offer.target.key.split("-")[1])
        assert banner not in {banner_of(code) for code in look.side.dice}
        slots = [option.arg for option in look.mine.options if option.verb == "die"]
        best = max(face_of(look.side.dice[s]) for s in slots if (s >= RED) == (banner < 3))
        assert plain(offer.target.chips[0]) == f"on {best}"
        done = followed(offer)
        assert face_of(look.side.dice[done[0].arg]) == best


# Wishes that cannot be granted --------------------------------------------------------------------


def test_what_is_not_on_offer_is_refused_in_words() -> None:
    met: Counter[str] = Counter()
    for look in asked()[::4]:
        assert look.mine is not None
        seat, there = look.mine.seat, gestures(look)
        placing = look.mine.prompt == "place_card"

        def refused(wish: Wish, look: Look = look) -> str:
            assert look.mine is not None
            said = FACE.follow(look.view, look.mine, wish, (), look.names)
            assert isinstance(said, str), (wish, said)
            return said

        for name in ("", "nothing", "card-999", "card-1000", "consult-99", "card-x"):
            said = refused(Wish(name, {"card": 1}, f"free-{seat}-4"))
            assert said == (FROM_HAND if placing else NOT_NOW)
        for gesture in there:
            keys = {target.key for target in gesture.targets}
            picks = {pick.key: 1 for pick in gesture.picks}
            for cell in (0, 1, CELLS - 1):
                if f"free-{seat}-{cell}" not in keys:
                    said = refused(Wish(gesture.key, picks, f"free-{seat}-{cell}"))
                    assert said == f"That card cannot go to {cell_name(cell)}."
                    met["cell"] += 1
            for wrong in (
                f"free-{seat}-{CELLS}",
                f"free-{seat}--1",
                f"free-{seat}-x",
                f"free-{seat}-",
                f"free-{seat}-99999",
                "act-end",
                "die-9-0",
                "free-x",
            ):
                assert refused(Wish(gesture.key, picks, wrong)) == NOT_NOW
            if gesture.picks:
                for bare in ({}, {gesture.picks[0].key: 0}):
                    said = refused(Wish(gesture.key, bare, gesture.targets[0].key))
                    assert said == (FROM_HAND if placing else NOT_NOW)
                    met["bare"] += 1
    assert met["cell"] and met["bare"]


def test_a_wish_ends_where_something_else_is_asked() -> None:
    """Once it has begun, a question that it has no answer to ends it without a word."""
    scene = Scene().hand("azure").army_phase()
    kind = card_kind("azure")
    decision = scene.decision
    wish = Wish(f"card-{kind}", {"card": 1}, f"free-0-{14}")
    done = [decision.options[0]]
    assert FACE.follow(scene.view(0), decision, wish, done, NAMES[:2]) is None
    other = Wish("banner", {}, "banner-0")
    assert FACE.follow(scene.view(0), decision, other, (), NAMES[:2]) == FROM_HAND
    scene.act()
    assert FACE.follow(scene.view(0), scene.decision, other, (), NAMES[:2]) == NOT_NOW


def test_what_the_hand_reaches_can_be_chosen_from() -> None:
    """What begins a gesture explains itself as open, and has no reason against it."""
    met = 0
    for look in asked()[::3]:
        assert look.mine is not None
        for gesture in gestures(look):
            places = [place for pick in gesture.picks for place in pick.places]
            if not gesture.picks:
                places += [target.key for target in gesture.targets]
            for place in places:
                assert FACE.why_not(look.view, look.mine, place, look.names) is None
                about = FACE.about(look.view, look.mine, place, look.names)
                assert about is not None and about.tone == "good" and not about.why_not
                met += 1
    assert met


def test_a_card_kind_of_number_nought_is_as_good_as_any() -> None:
    first = CATALOG.commands[0].id
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): 4}).coins(2).line(first, "raid")
    scene.act()
    view, decision = scene.view(0), scene.decision
    for target in ("die-0-", "meter-coins-0"):
        slot = next(s for s in range(RED, GENERAL) if view.sides[0].dice[s])
        key = f"{target}{slot}" if target.startswith("die") else target
        answer = FACE.follow(view, decision, Wish("consult-0", {"card": 1}, key), (), NAMES[:2])
        assert isinstance(answer, Action) and answer.verb == "consult"
    looks = [look for look in asked() if look.mine is not None and look.mine.prompt == "act"]
    assert looks and NONE not in {each.front for each in looks}
