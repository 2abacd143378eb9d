"""What each choice is called and what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.agricola.board import units
from ludus.games.agricola.face.battle import chance_ahead
from ludus.games.agricola.face.context import SET_DOWN, Context
from ludus.games.agricola.face.forces import next_unit
from ludus.games.agricola.face.names import ask_id, hex_id, marker_id, pick_id, spots, way_id
from ludus.games.agricola.face.supply import out_of_supply, rallied
from ludus.games.agricola.ids import AMBUSH, CALEDONIAN, NONE, ROMAN, SPEECH, WASTES, WITH_POINT
from ludus.games.agricola.mechanics import dice_faces

Label: TypeAlias = Callable[[Context, int, Decision, Action], Choice]


def choices_of(context: Context, decision: Decision) -> list[Choice]:
    """The decision's options in order, one Choice each."""
    return [choice_of(context, decision, action) for action in decision.options]


def choice_of(context: Context, decision: Decision, action: Action) -> Choice:
    side = decision.seat ^ context.view.flip if decision.seat >= 0 else NONE
    choice = CHOICES[action.verb](context, side, decision, action)
    if decision.prompt == "march_phase" and not choice.places and action.verb in BRIEF:
        choice = msgspec.structs.replace(choice, brief=_brief(context, action))
    if action.verb in ASIDE.get(decision.prompt, ()):
        return msgspec.structs.replace(choice, aside=True)
    return choice


# By what an action ranges over -------------------------------------------------------------------


def _plain(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    return context.make(action, [])


def _dice(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    faces = [*dice_faces(("die", "pair", "triple").index(action.verb) + 1, action.arg), 0, 0]
    return context.make(action, [], face=faces[0], second=faces[1], third=faces[2])


def _deal(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], counter=context.names.counter(action.arg))


def _pick(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], unit=context.names.bare(CALEDONIAN, action.arg))


def _drawn_marker(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    question = context.view.question
    owner = question.side if question is not None else ROMAN
    return context.make(action, [], marker=context.names.marker(owner, action.arg))


def _number(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], n=action.arg)


def _drawn(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """Units or stratagems for a point each. There are many such buttons: their names are short."""
    count = action.arg
    key = "levy" if action.verb == "levy" else "stratagems"
    hint = context.say(key, n=count, left=context.view.points[side] - count)
    choice = context.make(action, [hint], n=count)
    # The first of its kind says what the figures stand for.
    shown = f"order.{key}" if count == 1 else f"order.more.{key}"
    return msgspec.structs.replace(choice, brief=context.words.say(shown, n=count))


def _marker(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    names = context.names
    text = names.marker_text(side, action.arg, context.target(side))
    places = (marker_id(action.arg),) if context.view.hand >> action.arg & 1 else ()
    hint = context.say("marker", text=text)
    return context.make(action, [hint], places, marker=names.marker(side, action.arg))


def _about(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    hints = [context.say("quiet")] if action.verb == "quiet" else []
    # In one's own phases it is a switch beside the map; elsewhere it answers a question.
    places = (ask_id(action.arg),) if decision.prompt in OWN_PHASES else ()
    return context.make(action, hints, places, about=context.names.about(side, action.arg))


ANY_TIME: Final = frozenset(("quiet", "wake", "reveal", "betray", "dismantle"))
"""What can be done in several phases of one's turn, if ever one wants to."""
ASIDE: Final = {
    **dict.fromkeys(("after_points", "recruit", "rally"), ANY_TIME),
    "march_phase": frozenset(("quiet", "wake")),
}
"""What no phase stops for, by its prompt. The Marches stop for all that can be done on the map."""
OWN_PHASES: Final = frozenset(("after_points", "recruit", "march_phase", "rally"))


def _unit(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    names = context.names
    place = context.view.at[side][action.arg]
    where = names.place(place)
    lights = (hex_id(place),) if 0 <= place <= context.board.hexes else ()
    hints = [context.about_unit(side, action.arg)]
    aboard = context.aboard(action.arg) if side == ROMAN else ""
    if aboard:
        hints.append(context.say("aboard", units=aboard))
    name = names.unit(side, action.arg)
    places = context.alike(side, action.arg, context.pool(side, action.verb))
    key = "label.take" if decision.prompt in SET_DOWN else ""
    return context.make(action, hints, places, lights, key, unit=name, where=where)


def _ship(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """The fleet that takes the next units aboard."""
    aboard = context.aboard(action.arg)
    hint = context.say("ship", units=aboard) if aboard else context.say("ship_empty")
    places = (pick_id(action.arg),)
    return context.make(action, [hint], unit=context.names.unit(side, action.arg), lights=places)


SHOWN: Final = {"after_points": "label.unite", "tribute": "label.collect"}
"""What showing a leader is for, by the question."""


def _show(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """A leader to be shown. The map is clicked where there is only one to choose."""
    at = context.view.at[side]
    place = at[action.arg]
    there = [each for each in decision.options if each.verb == "show" and at[each.arg] == place]
    places = (hex_id(place),) if len(there) == 1 else ()
    name = context.names.unit(side, action.arg)
    hints = [context.say("shown"), *context.counter_there(side, place)]
    where = context.names.place(place)
    key = SHOWN.get(decision.prompt, "")
    return context.make(action, hints, places, (hex_id(place),), key, unit=name, where=where)


def _recruit(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    cost = 0 if decision.prompt in ("free_recruit", "allies") else context.cost(action.arg)
    hints = [context.about_unit(side, action.arg)]
    if decision.prompt == "recruit" and not context.names.info(side, action.arg).move:
        hints.append(context.say("camp_last"))
    return context.make(
        action,
        hints,
        (pick_id(action.arg),),
        unit=context.names.unit(side, action.arg),
        cost=cost,
    )


def _hit(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    info = context.names.info(side, action.arg)
    whole = info.back and not context.view.disrupted[side] >> action.arg & 1
    hint = context.say("hit_disrupted", n=info.back) if whole else context.say("hit_lost")
    name = context.names.unit(side, action.arg)
    places = context.alike(side, action.arg, context.pool(side, action.verb))
    return context.make(action, [hint], places, unit=name)


def _place(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    lights = (hex_id(action.arg),)
    if action.verb == "all":
        where = context.names.short_name(action.arg)
        places = spots(context.board, action.arg)
        return context.make(action, [context.say("all")], places, lights, place=where)
    if decision.prompt in ("deploy", "winter"):
        return _set_down(context, side, decision, action)
    hints = context.fed_by_officium(action.arg) if decision.prompt == "supply" else []
    hints += context.counter_there(side, action.arg)
    places = spots(context.board, action.arg)
    mode = action.verb if action.verb in ("dismantle", "betray") else ""
    where_to = context.names.place(action.arg)
    return context.make(action, hints, places, lights, mode=mode, place=where_to)


def _set_down(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """Where the units in hand go, else the next one."""
    question = context.view.question
    count = question.mask.bit_count() if question is not None else 0
    unit = context.names.bare(side, next_unit(context, decision))
    key = "label.set_down_many" if count > 1 else "label.set_down"
    places, lights = spots(context.board, action.arg), (hex_id(action.arg),)
    where = context.names.place(action.arg)
    return context.make(action, [], places, lights, key, unit=unit, n=count, place=where)


BRIEF: Final = frozenset(("march", "sail", "scout", "concentrate", "build", "assault", "sortie"))
"""Orders of the March phase that are buttons: with their sign and price instead of a sentence."""


def _brief(context: Context, action: Action) -> Sentence:
    """An order as its button shows it; what it does in words is the button's name."""
    of_a_place = action.verb in ("march", "sail", "assault", "sortie")
    place = context.names.short_name(action.arg) if of_a_place else ""
    prices = context.names.contents.tables.points
    price = prices.concentrate if action.verb == "concentrate" else prices.march
    return context.words.say(f"order.{action.verb}", place=place, n=price)


PAID: Final = {"march": "march_paid", "sail": "sail_paid"}
"""How a paid order is called where the same is free."""


def _order(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """A March begun in a place, paid even where the Supreme Leader could march for free."""
    hints = []
    places = spots(context.board, action.arg)
    where = context.names.place(action.arg)
    mode = "sail" if action.verb == "sail" else "march"
    key = ""
    free = "free" if action.verb == "march" else "free_sail"
    if any(option.verb == free for option in decision.options):
        leader = context.names.contents.musters[side].supreme.bit_length() - 1
        if context.view.at[side][leader] == action.arg and action.verb in ("march", "sail"):
            places, key = (), f"label.{PAID[action.verb]}"
            hints.append(context.say("free_unused"))
    if decision.prompt == "march_phase":
        hints.append(context.say("paid", n=context.view.points[side] - 1))
        places = (*places, *context.pile(action.arg)) if places else ()
    short = context.names.short_name(action.arg)
    return context.make(action, hints, places, key=key, mode=mode, place=where, short=short)


def _go(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    hints = context.arrival(side, action.arg)
    if action.verb == "go":
        hints = (hints or [context.say("stop")]) + context.supply(action.arg)
    elif action.verb == "step":
        hints.append(context.say("on"))
    where = context.names.place(action.arg)
    battle = context.view.battle
    if action.verb == "retreat" and battle is not None:
        # The battle lies over the map: a button shows which way, and the hex lights up.
        choice = context.make(action, hints, (), (hex_id(action.arg),), place=where)
        way = context.names.bearing(battle.place, action.arg)
        short = context.names.short_name(action.arg)
        shown = context.words.say("order.retreat", way=way, place=short)
        return msgspec.structs.replace(choice, brief=shown)
    if action.verb == "step" and context.view.marching != NONE:
        return context.make(action, hints, (way_id(action.arg),), mode="step", place=where)
    mode = "march" if context.view.marching != NONE and action.verb == "go" else ""
    return context.make(action, hints, spots(context.board, action.arg), mode=mode, place=where)


def _cast(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    return context.make(action, [context.say("cast")])


def _halt(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """The end of a March where the force stands."""
    question = context.view.question
    return context.make(action, context.supply(question.place) if question is not None else [])


def _done(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """Road builders set out with this; everywhere else there is nothing to say of it."""
    hints: list[Sentence] = []
    if decision.prompt == "build":
        hints = context.supply(context.board.route[context.view.road + 1])
    return context.make(action, hints)


def _rally(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    worn = units(rallied(context.names.contents, context.view, action.arg))
    listed = ", ".join(context.names.bare(side, unit) for unit in worn)
    hints = [context.say("supplied", units=listed)]
    where = context.names.place(action.arg)
    return context.make(action, hints, (hex_id(action.arg),), place=where)


def _center(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    place = context.board.center_hex[action.arg]
    hints: list[Sentence] = []
    if action.verb == "reveal":
        hints = context.counter_there(side, place)
        if context.view.center[action.arg] in (AMBUSH, WASTES):
            hints.append(context.say("reveal_lost"))
    where = context.names.center(action.arg)
    mode = "reveal" if action.verb == "reveal" else ""
    return context.make(action, hints, (hex_id(place),), mode=mode, center=where)


def _supreme(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    muster = context.names.contents.musters[side]
    unit = muster.supreme.bit_length() - 1
    place = context.view.at[side][unit]
    name = muster.units[unit].name
    if action.verb == "concentrate":
        hints = [context.say("concentrate", n=context.view.points[side] - 1)]
        return context.make(action, hints, (), (hex_id(place),), unit=name)
    hints = [context.say("free"), context.about_unit(side, unit)]
    mode = "march" if action.verb == "free" else "sail"
    where = (*spots(context.board, place), *context.pile(place))
    return context.make(action, hints, where, where[:1], mode=mode, unit=name)


def _scout(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    unit = context.names.contents.musters[side].scouts.bit_length() - 1
    place = context.view.at[side][unit]
    hints = [context.say("free"), context.about_unit(side, unit)]
    return context.make(action, hints, (), (hex_id(place),))


def _build(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    place = context.board.route[context.view.road + 1]
    hints = [context.say("build", n=context.view.points[side] - 1)]
    return context.make(action, hints, (), (hex_id(place),), place=context.names.place(place))


def _declare(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    """A point and the Speech each add one to the advantage roll."""
    marker = context.names.marker(side, SPEECH)
    hints: list[Sentence] = []
    if action.arg:
        left = context.view.points[side] - (action.arg & WITH_POINT)
        hints = [context.say("declare", plus=action.arg.bit_count(), n=left)]
    battle = context.view.battle
    if battle is not None:
        share = chance_ahead(context, battle, side, action.arg.bit_count())
        hints.append(context.say("strikes", n=share))
    return context.make(action, hints, key=f"action.declare.{action.arg}", marker=marker)


def _reroll(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    battle = context.view.battle
    rolled: tuple[int, ...] = battle.rolled if battle is not None else ()
    for question in context.view.questions:
        if question.rolled is not None and not rolled:
            rolled = question.rolled
    face = rolled[action.arg] if action.arg < len(rolled) else 0
    return context.make(action, [], n=action.arg + 1, face=face)


def _decline(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    hints = [context.say("let_pass")] if decision.prompt == "interrupt" else []
    return context.make(action, hints)


NEXT: Final = {
    "recruit": "next_recruit",
    "march_phase": "next_march",
    "rally": "next_rally",
}
"""What going on means in a phase, where it is more than that."""


def _next(context: Context, side: int, decision: Decision, action: Action) -> Choice:
    key = NEXT.get(decision.prompt, "")
    hints = [context.say(key)] if key else []
    if decision.prompt == "march_phase":
        hungry = out_of_supply(context.names.contents, context.view).bit_count()
        hints.append(context.say("hungry" if hungry else "fed", n=hungry))
    return context.make(action, hints, key=f"label.{key}" if key else "")


CHOICES: Final[dict[str, Label]] = {
    **dict.fromkeys(("die", "pair", "triple"), _dice),
    "deal": _deal,
    "pick": _pick,
    "marker": _drawn_marker,
    "bid": _number,
    **dict.fromkeys(("levy", "stratagems"), _drawn),
    **dict.fromkeys(("take", "give", "play"), _marker),
    **dict.fromkeys(("quiet", "wake"), _about),
    **dict.fromkeys(("unit", "leave", "board", "land", "come", "reserve", "up"), _unit),
    "ship": _ship,
    "show": _show,
    "recruit": _recruit,
    "hit": _hit,
    **dict.fromkeys(("place", "all", "dismantle", "tribute", "betray"), _place),
    **dict.fromkeys(("march", "sail", "assault", "sortie"), _order),
    **dict.fromkeys(("go", "step", "retreat"), _go),
    "rally": _rally,
    **dict.fromkeys(("monolith", "reveal"), _center),
    **dict.fromkeys(("free", "free_sail", "concentrate"), _supreme),
    "scout": _scout,
    "build": _build,
    "declare": _declare,
    "reroll": _reroll,
    "cast": _cast,
    "halt": _halt,
    "done": _done,
    "decline": _decline,
    "next": _next,
    **dict.fromkeys(
        (
            "accept",
            "refuse",
            "ashore",
            "besiege",
            "attack",
            "fight",
            "withdraw",
        ),
        _plain,
    ),
}
