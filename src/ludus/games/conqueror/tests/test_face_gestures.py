"""Gestures, read back: what a hand can take, what its wish leads to, and why not."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus.core.actions import Action
from ludus.core.models import Gesture, Pick, Wish
from ludus.core.protocol import CHANCE
from ludus.core.text import plain
from ludus.games.conqueror.ids import (
    CAVALRY,
    EXTRA,
    GREAT_FORT,
    INFANTRY,
    MARCHED,
    TRIM,
    VICTOR,
    VICTOR_EXTRA,
)
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.tests.looks import Look, asked, face, own_looks
from ludus.games.conqueror.tests.scene import CONTENTS, FREE, Scene
from ludus.games.conqueror.tests.test_face_choices import WORDS, unit
from ludus.games.conqueror.tests.test_face_models import carry_out, gestures
from ludus.games.conqueror.tests.test_face_orders import fighters, say

KINDS = ("infantry", "cavalry")


def refused(key: str, **parts: int) -> str:
    return WORDS.text(f"gesture.{key}", **parts)


def found(look: Look) -> list[Gesture]:
    """The gestures but those of armies."""
    assert look.mine is not None
    every = face().gestures(look.view, look.mine, (), look.names)
    return [each for each in every if not each.key.startswith("army-")]


def only(look: Look) -> Gesture:
    (gesture,) = found(look)
    return gesture


def follow(look: Look, wish: Wish, *done: Action) -> Action | str | None:
    assert look.mine is not None
    return face().follow(look.view, look.mine, wish, done, look.names)


def taken(gesture: Gesture) -> list[tuple[str, str, str, int, int, tuple[str, ...]]]:
    def row(pick: Pick) -> tuple[str, str, str, int, int, tuple[str, ...]]:
        return pick.key, pick.label, pick.icon, pick.most, pick.start, pick.places

    return [row(pick) for pick in gesture.picks]


def option(look: Look, verb: str, arg: int) -> Action | None:
    assert look.mine is not None
    return next((o for o in look.mine.options if (o.verb, o.arg) == (verb, arg)), None)


# What a hand can take -----------------------------------------------------------------------------


def test_each_question_has_the_gesture_that_answers_it() -> None:
    keys = {
        "join": {"join"},
        "retreat": {"retreat"},
        "trim": {"drop"},
        "lose": {"drop"},
        "plan": {"recruit", "hire"},
        "act": set(),
    }
    for look in own_looks():
        assert look.mine is not None
        kinds = {each.key for each in found(look)}
        verbs = {option.verb for option in look.mine.options}
        if look.mine.prompt == "plan":
            raises = bool(verbs & {"recruit_infantry", "recruit_cavalry"})
            assert kinds == ({"recruit"} if raises else set()) | ({"hire"} & verbs)
        elif look.mine.prompt == "bid":
            assert kinds == ({"bid"} if look.view.purse[look.view.viewer] else set())
        else:
            assert kinds == keys.get(look.mine.prompt, set()), look.where


def test_recruits_are_counted_at_each_fort() -> None:
    met: Counter[int] = Counter()
    for look, decision in asked("plan"):
        for gesture in found(look):
            if gesture.key != "recruit":
                continue
            view, seat = look.view, decision.seat
            room = max(1, view.quota[seat] + look.law.recruit_quota - view.units[seat])
            assert (gesture.most, gesture.counted) == (room, True)
            assert gesture.title == refused("recruit", n=room)
            expected = []
            for each in decision.options:
                if not each.verb.startswith("recruit"):
                    continue
                kind = KINDS.index(each.verb.removeprefix("recruit_"))
                great = look.board.fort[each.arg] == GREAT_FORT
                fresh = great and not view.drafted >> each.arg & 1
                most = min(room, 2 if kind == INFANTRY and fresh else 1)
                places = () if kind == CAVALRY else (f"fort-{each.arg}",)
                name = look.board.names[each.arg]
                expected.append((f"{KINDS[kind]}-{each.arg}", name, KINDS[kind], most, 0, places))
                met[most] += 1
            assert sorted(taken(gesture)) == sorted(expected), look.where
            order = [int(pick.key.partition("-")[2]) for pick in gesture.picks]
            assert order == sorted(order)
    assert met.keys() == {1, 2}


def test_what_a_card_sells_is_offered_at_the_forts() -> None:
    met = set()
    for look, decision in asked("plan"):
        for gesture in found(look):
            if gesture.key != "hire":
                continue
            forts = [each.arg for each in decision.options if each.verb == "hire"]
            price = say("name.coin", n=look.law.buy_price)
            assert [(each.key, each.label, plain(each.note)) for each in gesture.targets] == [
                (f"fort-{place}", look.board.names[place], price) for place in forts
            ]
            kind = unit(look.law.buy_unit)
            assert gesture.title == WORDS.text("gesture.hire", unit=kind)
            assert gesture.verb == WORDS.text("gesture.buy", unit=kind)
            for place in forts:
                wish = Wish("hire", {}, f"fort-{place}")
                step = follow(look, wish)
                assert isinstance(step, Action) and step == option(look, "hire", place)
                assert follow(look, wish, step) is None
            assert follow(look, Wish("hire", {}, "fort-x")) == refused("unknown")
            met.add(kind)
    assert len(met) == 2


def test_whoever_may_attack_may_join() -> None:
    for look, _ in asked("join"):
        fight = look.view.battle
        assert fight is not None
        gesture = only(look)
        origin = fight.origin
        assert taken(gesture) == [
            (key, unit(kind), key, count, count, (f"army-{origin}",))
            for kind, (key, count) in enumerate(zip(KINDS, fighters(look, origin), strict=True))
            if count
        ]
        assert [pick.weight for pick in gesture.picks] == [
            weight
            for weight, count in zip(look.law.attack_weight, fighters(look, origin), strict=True)
            if count
        ]
        target = look.board.names[fight.target]
        assert gesture.title == WORDS.text("gesture.join", place=target)
        few = Wish("join", {"infantry": -1})
        assert follow(look, few) == refused("unknown")


def test_survivors_retreat_to_each_shelter() -> None:
    met: Counter[str] = Counter()
    for look, decision in asked("retreat"):
        fight = look.view.battle
        assert fight is not None
        gesture = only(look)
        there = (look.view.infantry[fight.target], look.view.cavalry[fight.target])
        assert [row[:4] for row in taken(gesture)] == [
            (key, unit(kind), key, count)
            for kind, (key, count) in enumerate(zip(KINDS, there, strict=True))
            if count
        ]
        shelters = [each.arg for each in decision.options if each.verb == "retreat"]
        notes = []
        for place in shelters:
            note = "join" if look.view.owner[place] == decision.seat else "free"
            notes.append((f"land-{place}", look.board.names[place], say(f"target.{note}")))
            met[note] += 1
        assert [(t.key, t.label, plain(t.note)) for t in gesture.targets] == notes
    assert met.keys() == {"join", "free"}


def test_losses_are_counted_where_the_units_stand() -> None:
    met: Counter[str] = Counter()
    for look, decision in asked("trim", "lose"):
        view, question = look.view, look.view.question
        assert question is not None
        short = view.units[decision.seat] - view.quota[decision.seat]
        most = short if question.phase == TRIM else question.count
        gesture = only(look)
        assert gesture.least == gesture.most == most and gesture.counted
        assert gesture.title == refused("drop", n=most)
        expected = []
        for each in decision.options:
            kind = KINDS.index(each.verb.removeprefix("drop_"))
            there = (view.infantry, view.cavalry)[kind][each.arg]
            name, places = look.board.names[each.arg], (f"army-{each.arg}",)
            key = f"{KINDS[kind]}-{each.arg}"
            expected.append((key, name, KINDS[kind], min(there, most), 0, places))
        assert sorted(taken(gesture)) == sorted(expected)
        order = [int(pick.key.partition("-")[2]) for pick in gesture.picks]
        met[decision.prompt] += order == sorted(order)
    assert met == {"trim": sum(1 for _ in asked("trim")), "lose": sum(1 for _ in asked("lose"))}


def test_a_bid_goes_up_to_the_purse() -> None:
    for look, decision in asked("bid"):
        purse = look.view.purse[decision.seat]
        for gesture in found(look):
            left = purse - look.view.pledged
            coins = ("coins", WORDS.text("gesture.coins"), "coin", left, 0, ("realm",))
            assert taken(gesture) == ([coins] if left else [])
            threat = CONTENTS.cards[look.view.card].threat
            assert threat is not None and gesture.least == 0
            needed = threat.minimum_for(sum(look.view.alive))
            assert gesture.title == refused("bid_title", n=needed)
        step = follow(look, Wish("bid", {"coins": purse + 1 + 100 * (purse > 49)}))
        if purse <= 49:
            assert step == refused("no_coins")
        assert follow(look, Wish("bid", {"coins": 0})) == option(look, "bid", 0)
        bid = option(look, "bid", 0)
        assert bid is not None and follow(look, Wish("bid"), bid) is None


# What a wish leads to -----------------------------------------------------------------------------


def sent(scene: Scene, start: str, end: str, *counts: int) -> tuple[list[str], str]:
    """A wish that so many go from one place to another, carried out."""
    picks = {key: count for key, count in zip(KINDS, counts, strict=False) if count}
    return carry_out(scene, wish(scene, start, end, picks))


def wish(scene: Scene, start: str, end: str, picks: dict[str, int]) -> Wish:
    return Wish(f"army-{scene.place(start)}", picks, f"land-{scene.place(end)}")


@pytest.mark.parametrize("infantry", range(4))
@pytest.mark.parametrize("cavalry", range(3))
def test_just_those_move_who_were_taken(infantry: int, cavalry: int) -> None:
    for end in ("Rome", "Ionian Sea"):
        scene = Scene(acting=True).army("Rome", "Brundium", 3, 2)
        verbs, words = sent(scene, "Brundium", end, infantry, cavalry)
        assert scene.units(end) == (infantry, cavalry)
        assert scene.units("Brundium") == (3 - infantry, 2 - cavalry)
        every = (infantry, cavalry) == (3, 2)
        one_by_one = ["move_cavalry"] * cavalry + ["move_infantry"] * infantry
        assert verbs == (["march"] if every else one_by_one)
        assert words == ("" if verbs else refused("nowhere"))


@pytest.mark.parametrize("infantry", range(4))
@pytest.mark.parametrize("cavalry", range(3))
def test_just_those_attack_who_were_taken(infantry: int, cavalry: int) -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3, 2).army("Greece", "Sicilia", 2)
    scene.heroes("Rome", "gaius_duilius")
    verbs, words = sent(scene, "Brundium", "Sicilia", infantry, cavalry)
    if not infantry + cavalry:
        assert (verbs, words) == ([], refused("nowhere")) and scene.state.battle is None
        return
    fight = scene.state.battle
    assert fight is not None and (sum(fight.joined[:4]), sum(fight.joined[4:])) == (
        infantry,
        cavalry,
    )
    every = (infantry, cavalry) == (3, 2)
    assert verbs[1:] == (["join_all"] if every else ["join"] * (infantry + cavalry) + ["fight"])
    assert not words and scene.asked() == "attack_hero"


@pytest.mark.parametrize("infantry", range(6))
@pytest.mark.parametrize("cavalry", range(2))
def test_independents_are_not_attacked_by_too_few(infantry: int, cavalry: int) -> None:
    scene = Scene(acting=True).army("Rome", "Rome", 5, 1).army(FREE, "Alpes", 1, 1)
    verbs, words = sent(scene, "Rome", "Alpes", infantry, cavalry)
    guard = 3 + 1
    if not infantry + cavalry:
        assert (verbs, words) == ([], refused("nowhere"))
    elif infantry + 2 * cavalry <= guard:
        assert (verbs, words) == ([], refused("too_weak")) and scene.owner("Alpes") == FREE
    else:
        assert verbs[0] == "attack" and not words and scene.owner("Alpes") == ""


def test_more_than_are_there_stop_on_the_way() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 2, 1)
    assert sent(scene, "Brundium", "Ionian Sea", 3, 0) == (
        ["move_infantry", "move_infantry"],
        refused("stopped"),
    )
    for many in ((9, 0), (0, 9), (3, 1), (2, 2)):
        scene = Scene(acting=True).army("Rome", "Brundium", 2, 1).army("Greece", "Sicilia", 1)
        assert sent(scene, "Brundium", "Sicilia", *many) == ([], refused("nowhere"))


def test_nobody_goes_where_there_is_no_way() -> None:
    look, _ = next(each for each in asked("act") if each[0].where == "acting 0")
    start = look.board.place("Brundium")
    gone = option(look, "march", look.board.link("Brundium", "Ionian Sea"))
    for target in ("land-99", "land-", "", f"land-{look.board.place('Gaul')}"):
        assert follow(look, Wish(f"army-{start}", {"infantry": 1}, target)) == refused("nowhere")
    home = f"land-{look.board.place('Rome')}"
    assert follow(look, Wish(f"army-{start}", {"infantry": -1}, home)) == refused("nowhere")
    assert follow(look, Wish("nothing", {"infantry": 1}, home)) == refused("unknown")
    assert gone is not None
    assert follow(look, Wish(f"army-{start}", {"infantry": 1}, home), gone) is None


def test_whoever_has_moved_once_moves_before_the_others() -> None:
    """Of units that can do different things the one goes that gives up the least by it."""
    scene = Scene(acting=True, card="forced_march", second_action="any")
    scene.army("Rome", "Brundium", 1)
    place = scene.place("Brundium")
    for status in (MARCHED, EXTRA, VICTOR_EXTRA, VICTOR):
        army.add(scene.state, 0, place, INFANTRY, 1, status)

    def left() -> list[int]:
        statuses = (MARCHED, 0, EXTRA, VICTOR_EXTRA, VICTOR)
        return [army.count(scene.state, place, INFANTRY, status) for status in statuses]

    assert sent(scene, "Brundium", "Ionian Sea", 1) == (["move_infantry", "which"], "")
    assert left() == [0, 1, 1, 1, 1]
    assert sent(scene, "Brundium", "Ionian Sea", 2)[0] == ["move_infantry", "which"] * 2
    assert left() == [0, 0, 0, 1, 1]
    assert sent(scene, "Brundium", "Ionian Sea", 9)[1] == refused("stopped")
    assert left() == [0, 0, 0, 0, 1]


def test_who_is_asked_who_joins_gets_what_was_wished() -> None:
    for picks in ({"infantry": 2}, {"cavalry": 1}, {"infantry": 1, "cavalry": 2}, {"infantry": 3}):
        scene = Scene(acting=True).army("Rome", "Brundium", 3, 2).army("Greece", "Sicilia", 2)
        scene.heroes("Rome", "gaius_duilius").do("attack", "Brundium>Sicilia")
        verbs, words = carry_out(scene, Wish("join", picks))
        assert (verbs, words) == (["join"] * sum(picks.values()) + ["fight"], "")
        fight = scene.state.battle
        assert fight is not None
        assert (sum(fight.joined[:4]), sum(fight.joined[4:])) == tuple(
            picks.get(key, 0) for key in KINDS
        )
    scene = Scene(acting=True).army("Rome", "Rome", 5, 1).army(FREE, "Alpes", 1, 1)
    scene.do("attack", "Rome>Alpes")
    assert carry_out(scene, Wish("join", {"infantry": 1})) == (["join"], refused("too_weak"))
    assert carry_out(scene, Wish("join", {"infantry": 5, "cavalry": 1}))[1] == ""
    assert scene.owner("Alpes") == ""
    assert carry_out(scene, Wish("join", {"infantry": 1})) == ([], refused("unknown"))


def test_recruits_are_refused_beyond_food_and_forts() -> None:
    scene = Scene().army("Rome", "Rome", 3).army("Rome", "Sicilia", 2)
    home, isle = scene.place("Rome"), scene.place("Sicilia")
    room = scene.quota("Rome") - scene.size("Rome")
    assert room == 3
    many = Wish("recruit", {f"infantry-{home}": 2, f"infantry-{isle}": 2})
    assert carry_out(scene, many) == ([], refused("no_food", n=3))
    odd = Wish("recruit", {f"infantry-{home}": 2, f"infantry-{isle}": 2, f"cavalry-{isle}": -9})
    assert carry_out(scene, odd) == ([], refused("no_food", n=3))
    assert carry_out(scene, Wish("recruit", {})) == ([], refused("unknown"))
    twice = Wish("recruit", {f"infantry-{isle}": 2})
    assert carry_out(scene, twice) == (["recruit_infantry"], refused("no_recruit"))
    rest = Wish("recruit", {f"infantry-{home}": 2})
    assert carry_out(scene, rest) == (["recruit_infantry"] * 2, "")
    assert scene.size("Rome") == scene.quota("Rome")


def test_recruits_come_where_and_as_they_were_wished() -> None:
    for picks in ({"Rome": (2, 0), "Sicilia": (1, 0)}, {"Rome": (0, 1), "Sicilia": (1, 0)}):
        scene = Scene().army("Rome", "Sicilia", 1)
        keys = {
            f"{key}-{scene.place(name)}": count
            for name, counts in picks.items()
            for key, count in zip(KINDS, counts, strict=True)
            if count
        }
        verbs, words = carry_out(scene, Wish("recruit", keys))
        assert not words and len(verbs) == sum(keys.values())
        assert scene.units("Rome") == picks["Rome"]
        assert scene.units("Sicilia") == (1 + picks["Sicilia"][0], 0)


def beaten(infantry: int, cavalry: int) -> Scene:
    """Greece has lost Thracia and may go home, to Dacia or elsewhere."""
    scene = Scene("Rome", "Greece", "Carthage", acting=True).army("Rome", "Illyria", 6)
    scene.army("Greece", "Thracia", infantry, cavalry).army("Greece", "Macedonia", 1)
    scene.fight("Illyria", "Thracia", 3, 1)
    while scene.asked() not in ("retreat", "act") or scene.decision().seat == CHANCE:
        scene.act(scene.decision().options[0].text)
    assert scene.asked() == "retreat"
    return scene


def test_survivors_go_where_they_were_sent() -> None:
    scene = beaten(4, 1)
    there = scene.units("Thracia")
    assert there[0] > 1 or there[1]
    ends = [each.arg for each in scene.decision().options if each.verb == "retreat"]
    end = ends[0]
    name = scene.board.names[end]
    before = scene.units(name)
    every = Wish("retreat", dict(zip(KINDS, there, strict=True)), f"land-{end}")
    assert carry_out(scene, every) == (["retreat"], "")
    assert scene.units(name) == (before[0] + there[0], before[1] + there[1])


def test_survivors_who_split_up_go_as_they_were_sent() -> None:
    scene = beaten(4, 1)
    infantry, cavalry = scene.units("Thracia")
    ends = [each.arg for each in scene.decision().options if each.verb == "retreat"]
    name = scene.board.names[ends[0]]
    before = scene.units(name)
    some = Wish("retreat", {"infantry": 1}, f"land-{ends[0]}")
    assert carry_out(scene, some) == (["retreat_infantry"], "")
    assert scene.units(name) == (before[0] + 1, before[1])
    assert scene.units("Thracia") == (infantry - 1, cavalry)
    # One more than there are: the last one has one way to go, and then nobody is left to go.
    rest = Wish("retreat", {"infantry": infantry - 1, "cavalry": cavalry}, f"land-{ends[0]}")
    assert carry_out(scene, rest)[1] == "" and scene.units("Thracia")[1] == 0


def test_a_retreat_to_nowhere_is_refused() -> None:
    scene = beaten(4, 1)
    infantry, cavalry = scene.units("Thracia")
    every = dict(zip(KINDS, (infantry, cavalry), strict=True))
    assert carry_out(scene, Wish("retreat", every, "land-99")) == ([], refused("unknown"))
    assert carry_out(scene, Wish("retreat", {"infantry": 1}, "land-99")) == ([], refused("stopped"))
    assert carry_out(scene, Wish("retreat", {}, "land-0")) == ([], refused("unknown"))
    assert carry_out(Scene(acting=True), Wish("retreat", {}, "land-0")) == ([], refused("unknown"))


def test_units_are_given_up_where_they_were_counted() -> None:
    scene = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Rome", 5, 2)
    scene.move("Sicilia", "Brundium")
    home, south = scene.place("Rome"), scene.place("Brundium")
    (gesture,) = gestures(scene).values()
    assert gesture.most == 2
    picks = {f"infantry-{home}": 1, f"cavalry-{home}": 1}
    assert carry_out(scene, Wish("drop", picks)) == (["drop_infantry", "drop_cavalry"], "")
    assert scene.units("Rome") == (4, 1) and scene.units("Brundium") == (1, 0)
    assert carry_out(scene, Wish("drop", picks)) == ([], refused("unknown"))
    scene = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Rome", 5, 2)
    scene.move("Sicilia", "Brundium")
    both = {f"infantry-{south}": 1, f"infantry-{home}": 1}
    assert carry_out(scene, Wish("drop", both)) == (["drop_infantry"] * 2, "")
    assert scene.units("Rome") == (4, 2) and scene.units("Brundium") == (0, 0)
    scene = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Rome", 5, 2)
    scene.move("Sicilia", "Brundium")
    few = Wish("drop", {f"infantry-{home}": 1})
    assert carry_out(scene, few) == (["drop_infantry"], "") and scene.asked() == "trim"
    odd = Wish("drop", {f"cavalry-{south}": 1})
    assert carry_out(scene, odd) == ([], refused("stopped"))
    assert carry_out(scene, Wish("drop", {})) == ([], refused("unknown"))


def test_a_wish_goes_on_only_while_its_question_is_asked() -> None:
    """Once something of it was done it just ends; before that it is refused."""
    scene = Scene(acting=True).army("Rome", "Brundium", 3)
    decision = scene.decision()
    view = scene.rules.view(scene.state, 0)
    done = decision.options[0]
    names = ("Livia", "Marcus", "Quinta")
    for key in ("join", "retreat", "drop"):
        assert face().follow(view, decision, Wish(key), (), names) == refused("unknown")
        assert face().follow(view, decision, Wish(key), (done,), names) is None
