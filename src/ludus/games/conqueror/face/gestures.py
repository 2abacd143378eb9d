"""Gestures: an army is taken and sent, recruits are raised, losses and bids are counted out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.models import Gesture, Pick, Shortcut, Target, Wish
from ludus.core.protocol import Decision
from ludus.games.conqueror.face.context import MOVING, Context
from ludus.games.conqueror.face.names import UNIT_ICONS, army_id, fort_id, land_id, needed
from ludus.games.conqueror.face.orders import (
    Order,
    beats,
    brought,
    counted,
    ends_of,
    note_of,
    starts_of,
    title_of,
)
from ludus.games.conqueror.ids import (
    BID_STEP,
    CAVALRY,
    GREAT_FORT,
    GROUPS_EACH,
    INDEPENDENT,
    INFANTRY,
    TRIM,
)

Follow: TypeAlias = Callable[[Context, Decision, Wish, Sequence[Action]], "Action | str | None"]
KINDS = (INFANTRY, CAVALRY)
ARMY = "army-"


def gestures_of(context: Context, decision: Decision) -> list[Gesture]:
    """What a hand can do now."""
    if decision.prompt in ("plan", "act"):
        found = [_recruit(context, decision), _hire(context, decision)]
        found += [_army(context, decision, start) for start in starts_of(context, decision)]
        return [gesture for gesture in found if gesture is not None]
    make = GESTURES.get(decision.prompt)
    gesture = make(context, decision) if make is not None else None
    return [gesture] if gesture is not None else []


def follow(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """The option that carries a wish on."""
    if wish.gesture.startswith(ARMY):
        return _follow_army(context, decision, wish, done)
    step = FOLLOW.get(wish.gesture)
    if step is None:
        return context.words.text("gesture.unknown")
    return step(context, decision, wish, done)


def option(decision: Decision, verb: str, arg: int = 0) -> Action | None:
    """The option with this verb and number, if it is offered."""
    for each in decision.options:
        if each.verb == verb and each.arg == arg:
            return each
    return None


def number_in(text: str, most: int) -> int:
    """The number at the end of an id, or -1."""
    digits = text.rpartition("-")[2]
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 3:
        return -1
    return int(digits) if int(digits) < most else -1


def wanted(wish: Wish) -> tuple[int, int]:
    """How many infantry and cavalry a wish is about."""
    return wish.picks.get("infantry", 0), wish.picks.get("cavalry", 0)


def _units(context: Context, able: Sequence[int], places: tuple[str, ...]) -> tuple[Pick, ...]:
    weights = context.law.attack_weight
    return tuple(
        Pick(
            icon,
            context.names.unit(kind),
            icon,
            able[kind],
            able[kind],
            places,
            weight=weights[kind],
        )
        for kind, icon in enumerate(UNIT_ICONS)
        if able[kind]
    )


# Armies -------------------------------------------------------------------------------------------


def _army(context: Context, decision: Decision, start: int) -> Gesture:
    words, names = context.words, context.names
    able = _able(context, start)
    picks = _units(context, able, (army_id(start),))
    every = Shortcut(words.text("gesture.all"), tuple((pick.key, pick.most) for pick in picks))
    return Gesture(
        f"{ARMY}{start}",
        names.place(start).text,
        words.text("gesture.go"),
        picks,
        targets(context, decision, start, able),
        (every,) if sum(able) > 1 else (),
        weighs=True,
        sum=words.text("gesture.strength"),
    )


def _able(context: Context, start: int) -> tuple[int, int]:
    """Infantry and cavalry that can move or attack."""
    moving, fighting = context.movers(start), context.fighters(start)
    return max(moving[0], fighting[0]), max(moving[1], fighting[1])


def targets(
    context: Context, decision: Decision, start: int, taken: tuple[int, int]
) -> tuple[Target, ...]:
    """Where so many units of an army can go, and what that means."""
    found = []
    for end, attack in ends_of(context, decision, start).items():
        order = Order(start, end, *taken, attack)
        note, tone = note_of(context, order)
        label = context.names.place(end).text
        chips = tuple(brought(context, decision, order))
        does = title_of(context, order)
        way = army_id(start), army_id(end)
        found.append(Target(land_id(end), label, note, tone, chips=chips, path=way, does=does))
    return tuple(found)


def aims(context: Context, decision: Decision, wish: Wish) -> tuple[Target, ...]:
    """The same for what a hand has taken."""
    start = number_in(wish.gesture, context.board.places)
    if not wish.gesture.startswith(ARMY) or start < 0 or min(wanted(wish)) < 0:
        return ()
    return targets(context, decision, start, wanted(wish))


def wished_order(context: Context, decision: Decision, wish: Wish) -> Order | None:
    """The order that a wish is about, if it can be given."""
    places = context.board.places
    start, end = number_in(wish.gesture, places), number_in(wish.target, places)
    ends = ends_of(context, decision, start) if start >= 0 else {}
    infantry, cavalry = wanted(wish)
    if end not in ends or infantry < 0 or cavalry < 0 or not infantry + cavalry:
        return None
    return Order(start, end, infantry, cavalry, ends[end])


def _follow_army(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    words, places = context.words, context.board.places
    start, end = number_in(wish.gesture, places), number_in(wish.target, places)
    link = context.board.link_number.get((start, end), -1)
    if link < 0 or min(wanted(wish)) < 0:
        return words.text("gesture.nowhere")
    if decision.prompt == "which":
        return _which(context, decision)
    if any(action.verb == "attack" for action in done):
        return _joining(context, decision, wanted(wish), done)
    if done and done[-1].verb == "march":
        return None
    attack = option(decision, "attack", link)
    if attack is None:
        return _moving(context, decision, wish, done, link)
    # An attack is final once it is declared, so one that would be stopped is not begun.
    order = wished_order(context, decision, wish)
    able = context.fighters(start)
    if order is None or order.infantry > able[0] or order.cavalry > able[1]:
        return words.text("gesture.nowhere")
    if context.view.owner[end] == INDEPENDENT and not beats(context, order):
        return words.text("gesture.too_weak")
    return attack


def _moving(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action], link: int
) -> Action | str | None:
    """All together if all are meant, else one after the other."""
    start = context.board.links[link][0]
    want = wanted(wish)
    march = option(decision, "march", link)
    if not done and march is not None and want == context.movers(start):
        return march
    for kind, verb in ((CAVALRY, "move_cavalry"), (INFANTRY, "move_infantry")):
        if counted(done, verb) < want[kind]:
            step = option(decision, verb, link)
            return context.words.text("gesture.stopped") if step is None else step
    return None if done else context.words.text("gesture.nowhere")


def _which(context: Context, decision: Decision) -> Action | str:
    """Of units that can do different things, the one that gives up the least."""
    for status in MOVING:
        step = option(decision, "which", status)
        if step is not None:
            return step
    return context.words.text("gesture.stopped")


# The units of an attack ---------------------------------------------------------------------------


def _join(context: Context, decision: Decision) -> Gesture:
    words, fight = context.words, context.view.battle
    assert fight is not None
    origin = fight.origin
    picks = _units(context, context.fighters(origin), (army_id(origin),))
    title = words.text("gesture.join", place=context.names.place(fight.target))
    strength = words.text("gesture.strength")
    return Gesture("join", title, words.text("gesture.fight"), picks, sum=strength)


def _follow_join(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    if min(wanted(wish)) < 0:
        return context.words.text("gesture.unknown")
    return _joining(context, decision, wanted(wish), done)


def _joining(
    context: Context, decision: Decision, want: tuple[int, int], done: Sequence[Action]
) -> Action | str | None:
    """All join, or one after the other until enough have; then they fight."""
    fight = context.view.battle
    if decision.prompt != "join" or fight is None:
        return None if done else context.words.text("gesture.unknown")
    infantry, cavalry = (sum(fight.joined[k * GROUPS_EACH :][:GROUPS_EACH]) for k in KINDS)
    every = option(decision, "join_all")
    if every is not None and not infantry + cavalry and want == context.fighters(fight.origin):
        return every
    for kind, there in ((INFANTRY, infantry), (CAVALRY, cavalry)):
        if there < want[kind]:
            for each in decision.options:
                if each.verb == "join" and each.arg // GROUPS_EACH == kind:
                    return each
    return option(decision, "fight") or context.words.text("gesture.too_weak")


# Recruits -----------------------------------------------------------------------------------------


def _recruit(context: Context, decision: Decision) -> Gesture | None:
    """One gesture for all forts: infantry and cavalry at each."""
    view, words, names = context.view, context.words, context.names
    room = _room(context, decision)
    picks: list[Pick] = []
    for each in decision.options:
        if each.verb not in ("recruit_infantry", "recruit_cavalry"):
            continue
        kind = int(each.verb == "recruit_cavalry")
        great = context.board.fort[each.arg] == GREAT_FORT and not view.drafted >> each.arg & 1
        most = min(room, 2 if great and kind == INFANTRY else 1)
        label = names.place(each.arg).text
        key = f"{UNIT_ICONS[kind]}-{each.arg}"
        # A great fort gives infantry or cavalry: a click there is a plus for the infantry.
        places = (fort_id(each.arg),) if kind == INFANTRY else ()
        picks.append(Pick(key, label, UNIT_ICONS[kind], most, 0, places))
    if not picks:
        return None
    picks.sort(key=lambda pick: number_in(pick.key, context.board.places))
    title = words.text("gesture.recruit", n=room)
    verb = words.text("gesture.raise")
    return Gesture("recruit", title, verb, tuple(picks), most=room, counted=True)


def _room(context: Context, decision: Decision) -> int:
    view = context.view
    quota = view.quota[decision.seat] + context.law.recruit_quota
    return max(1, quota - view.units[decision.seat])


def _follow_recruit(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    words, places = context.words, context.board.places
    if not done and sum(max(0, count) for count in wish.picks.values()) > _room(context, decision):
        return words.text("gesture.no_food", n=_room(context, decision))
    for key, count in wish.picks.items():
        place, kind = number_in(key, places), key.partition("-")[0]
        verb = f"recruit_{kind}"
        gone = sum(each.verb == verb and each.arg == place for each in done)
        if gone < count:
            step = option(decision, verb, place)
            return words.text("gesture.no_recruit") if step is None else step
    return None if done else words.text("gesture.unknown")


def _hire(context: Context, decision: Decision) -> Gesture | None:
    """A card's offer: one unit at one of the forts, for coins."""
    words, names, law = context.words, context.names, context.law
    found = tuple(
        Target(fort_id(each.arg), names.place(each.arg).text, names.coins(law.buy_price))
        for each in decision.options
        if each.verb == "hire"
    )
    if not found:
        return None
    unit = names.unit(law.buy_unit)
    title = words.text("gesture.hire", unit=unit)
    return Gesture("hire", title, words.text("gesture.buy", unit=unit), targets=found)


def _follow_hire(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    if done:
        return None
    place = number_in(wish.target, context.board.places)
    return option(decision, "hire", place) or context.words.text("gesture.unknown")


# Retreats, losses, bids ---------------------------------------------------------------------------


def _retreat(context: Context, decision: Decision) -> Gesture:
    view, words, names = context.view, context.words, context.names
    fight = view.battle
    assert fight is not None
    able = (view.infantry[fight.target], view.cavalry[fight.target])
    ends = [each.arg for each in decision.options if each.verb == "retreat"]
    found = tuple(
        Target(
            land_id(end),
            names.place(end).text,
            words.say("target.join" if view.owner[end] == decision.seat else "target.free"),
        )
        for end in ends
    )
    picks = _units(context, able, (army_id(fight.target),))
    return Gesture(
        "retreat", words.text("gesture.retreat"), words.text("gesture.go_back"), picks, found
    )


def _follow_retreat(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    fight = context.view.battle
    end = number_in(wish.target, context.board.places)
    if decision.prompt != "retreat" or fight is None:
        return None if done else context.words.text("gesture.unknown")
    view, want = context.view, wanted(wish)
    if not done and want == (view.infantry[fight.target], view.cavalry[fight.target]):
        return option(decision, "retreat", end) or context.words.text("gesture.unknown")
    for kind, verb in ((INFANTRY, "retreat_infantry"), (CAVALRY, "retreat_cavalry")):
        if counted(done, verb) < want[kind]:
            step = option(decision, verb, end)
            # The last unit has one way to go: with all that are left.
            step = step or (option(decision, "retreat", end) if done else None)
            return step or context.words.text("gesture.stopped")
    return None if done else context.words.text("gesture.unknown")


def _drop(context: Context, decision: Decision) -> Gesture:
    view, words, names = context.view, context.words, context.names
    picks = []
    most = to_drop(context, decision)
    for each in decision.options:
        kind = int(each.verb == "drop_cavalry")
        there = (view.infantry, view.cavalry)[kind][each.arg]
        label = names.place(each.arg).text
        places = (army_id(each.arg),)
        icon = UNIT_ICONS[kind]
        picks.append(Pick(f"{icon}-{each.arg}", label, icon, min(there, most), 0, places))
    picks.sort(key=lambda pick: number_in(pick.key, context.board.places))
    title = words.text("gesture.drop", n=most)
    verb = words.text("gesture.give_up")
    return Gesture("drop", title, verb, tuple(picks), least=most, most=most, counted=True)


def to_drop(context: Context, decision: Decision) -> int:
    """How many units have to go."""
    question = context.view.question
    if question is not None and question.phase != TRIM:
        return max(1, question.count)
    return max(1, context.view.units[decision.seat] - context.view.quota[decision.seat])


def _follow_drop(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    places = context.board.places
    if decision.prompt not in ("trim", "lose"):
        return None if done else context.words.text("gesture.unknown")
    for key, count in wish.picks.items():
        place, verb = number_in(key, places), f"drop_{key.partition('-')[0]}"
        if sum(each.verb == verb and each.arg == place for each in done) < count:
            return option(decision, verb, place) or context.words.text("gesture.stopped")
    return None if done else context.words.text("gesture.unknown")


def _bid(context: Context, decision: Decision) -> Gesture | None:
    words, view = context.words, context.view
    if not view.purse[decision.seat]:
        return None
    purse = view.purse[decision.seat] - view.pledged
    pick = Pick("coins", words.text("gesture.coins"), "coin", purse, 0, ("realm",))
    title = words.text("gesture.bid_title", n=needed(view, context.names.card(view.card)))
    picks = (pick,) if purse else ()
    return Gesture("bid", title, words.text("gesture.bid"), picks, least=0)


def _follow_bid(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    if any(action.verb == "bid" for action in done):
        return None
    left = wish.picks.get("coins", 0) - BID_STEP * counted(done, "more")
    step = option(decision, "more") if left >= BID_STEP else option(decision, "bid", left)
    return step or context.words.text("gesture.no_coins")


GESTURES: dict[str, Callable[[Context, Decision], Gesture | None]] = {
    "join": _join,
    "retreat": _retreat,
    "trim": _drop,
    "lose": _drop,
    "bid": _bid,
}
FOLLOW: dict[str, Follow] = {
    "join": _follow_join,
    "recruit": _follow_recruit,
    "hire": _follow_hire,
    "retreat": _follow_retreat,
    "drop": _follow_drop,
    "bid": _follow_bid,
}
