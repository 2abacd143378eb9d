"""What each choice is called and what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.names import army_id, fort_id, land_id
from ludus.games.conqueror.ids import (
    ATTACK,
    DEFENCE,
    FACES,
    GROUPS_EACH,
    INDEPENDENT,
    INFANTRY,
    WIN_FORTS,
)
from ludus.games.conqueror.mechanics.casualties import fitting
from ludus.games.conqueror.mechanics.strength import attackers

Label: TypeAlias = Callable[[Context, Decision, Action], Choice]


def choices_of(context: Context, decision: Decision) -> list[Choice]:
    """The decision's options in order, one Choice each."""
    return [choice_of(context, decision, action) for action in decision.options]


def choice_of(context: Context, decision: Decision, action: Action) -> Choice:
    return CHOICES[action.verb](context, decision, action)


# Where each option can be chosen ------------------------------------------------------------------


def _at_army(context: Context, arg: int) -> tuple[str, ...]:
    """The army that acts: what it can do is a gesture with it."""
    return (army_id(context.board.links[arg][0]),)


def _at_hero(context: Context, arg: int) -> tuple[str, ...]:
    return (f"hero-{arg % context.heroes_each}",)


def _at_faction(context: Context, arg: int) -> tuple[str, ...]:
    return (f"faction-{arg}",)


def _at_fort(context: Context, arg: int) -> tuple[str, ...]:
    return (fort_id(arg),)


def _at_realm(context: Context, arg: int) -> tuple[str, ...]:
    return ("realm",)


def _at_units(context: Context, arg: int) -> tuple[str, ...]:
    return (army_id(arg),)


def _at_place(context: Context, arg: int) -> tuple[str, ...]:
    return context.spots(arg)


SPOTS: dict[str, Callable[[Context, int], tuple[str, ...]]] = {
    "faction": _at_faction,
    "bid": _at_realm,
    "more": _at_realm,
    "recruit_infantry": _at_fort,
    "recruit_cavalry": _at_fort,
    "hire": _at_fort,
    "buy": _at_hero,
    "play": _at_hero,
    "move_infantry": _at_army,
    "move_cavalry": _at_army,
    "march": _at_army,
    "attack": _at_army,
    "retreat": _at_place,
    "retreat_infantry": _at_place,
    "retreat_cavalry": _at_place,
    "drop_infantry": _at_units,
    "drop_cavalry": _at_units,
    "bribe": _at_place,
}


def places_of(context: Context, action: Action) -> tuple[str, ...]:
    """The ids of the elements that stand for an option; none if it is a button only."""
    spots = SPOTS.get(action.verb)
    return spots(context, action.arg) if spots is not None else ()


# Before the first round, and bids ----------------------------------------------------------------


def _faction(context: Context, decision: Decision, action: Action) -> Choice:
    board, names = context.board, context.names
    army, lands = context.first_army(action.arg)
    hint = context.say("faction", home=names.place(board.home[action.arg]), army=army)
    places = tuple(land_id(board.place(land)) for land in lands)
    name = names.faction(action.arg)
    return context.make(action, [hint], places_of(context, action), places, faction=name)


def _bid(context: Context, decision: Decision, action: Action) -> Choice:
    left = context.view.purse[decision.seat] - context.view.pledged - action.arg
    hints = [context.say("bid", n=left)] if left else [context.say("bid_all")]
    # Whoever has nothing to bid has one way to say so, and a button for it.
    spots = places_of(context, action) if context.view.purse[decision.seat] else ()
    return context.make(action, hints, spots, n=action.arg + context.view.pledged)


def _plain(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [context.say(action.verb)], places_of(context, action))


def _bare(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [])


# Planning ----------------------------------------------------------------------------------------


def _collect(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [context.say("collect", n=context.view.income[decision.seat])])


def _recruit(context: Context, decision: Decision, action: Action) -> Choice:
    view = context.view
    seat = decision.seat
    hint = context.say("recruit", units=view.units[seat] + 1, quota=view.quota[seat])
    place = context.names.place(action.arg)
    return context.make(action, [hint], places_of(context, action), place=place)


def _hire(context: Context, decision: Decision, action: Action) -> Choice:
    view, names = context.view, context.names
    law = context.law
    seat = decision.seat
    hint = context.say("recruit", units=view.units[seat] + 1, quota=view.quota[seat])
    return context.make(
        action,
        [hint],
        places_of(context, action),
        place=names.place(action.arg),
        unit=names.unit(law.buy_unit),
        price=law.buy_price,
    )


def _buy(context: Context, decision: Decision, action: Action) -> Choice:
    hero = context.names.hero(action.arg)
    text = context.names.hero_text(action.arg)
    hint = context.say("buy", strength=hero.strength, text=text)
    price = context.view.hero_price[action.arg % context.heroes_each]
    return context.make(action, [hint], places_of(context, action), hero=hero.name, price=price)


# Actions -----------------------------------------------------------------------------------------


def _move(context: Context, decision: Decision, action: Action) -> Choice:
    view, names = context.view, context.names
    start, end, _ = context.board.links[action.arg]
    count = view.infantry[start] + view.cavalry[start] if action.verb == "march" else 1
    return context.make(
        action,
        context.moving(decision, start, end, count),
        places_of(context, action),
        (land_id(start), land_id(end)),
        start=names.place(start),
        place=names.place(end),
    )


def _attack(context: Context, decision: Decision, action: Action) -> Choice:
    view, names = context.view, context.names
    start, end, _ = context.board.links[action.arg]
    mine, theirs = view.force[start], context.defence_of(end)
    hints = context.opening_words(decision)
    if view.owner[end] == INDEPENDENT:
        hints.append(context.say("independent", mine=mine, theirs=theirs))
        hints.append(context.taken(end))
    else:
        win, draw, lost = context.odds(mine - theirs)
        rival = names.player(view.owner[end])
        hints.append(
            context.say(
                "battle", mine=mine, theirs=theirs, rival=rival, win=win, draw=draw, lost=lost
            )
        )
        hints.append(context.say(f"battle_pay.{context.prize}", n=context.law.victory_pay))
    return context.make(
        action,
        hints,
        places_of(context, action),
        (land_id(start), land_id(end)),
        start=names.place(start),
        place=names.place(end),
    )


def _end(context: Context, decision: Decision, action: Action) -> Choice:
    view = context.view
    seat = decision.seat
    hints = [context.say("end")]
    if not view.acting and not view.collected and view.income[seat]:
        hints.append(context.say("uncollected", n=view.income[seat]))
    if view.forts[seat] >= WIN_FORTS:
        hints.append(context.say("end_count", n=view.forts[seat]))
    return replace(context.make(action, hints), main=True, by_hand=True)


def _which(context: Context, decision: Decision, action: Action) -> Choice:
    question = context.view.question
    kind = question.count if question is not None else INFANTRY
    status = context.words.text(f"status.{action.arg}")
    return context.make(action, [], unit=context.names.unit(kind), status=status)


# Battles -----------------------------------------------------------------------------------------


def _sums(context: Context) -> tuple[int, int]:
    """What both sides of the battle count now, as far as the viewer knows."""
    battle = context.view.battle
    if battle is None:
        return 0, 0
    return sum(battle.parts[ATTACK]), sum(battle.parts[DEFENCE])


def _join(context: Context, decision: Decision, action: Action) -> Choice:
    mine, theirs = _sums(context)
    mine += context.law.attack_weight[action.arg // GROUPS_EACH]
    hint = context.say("join", mine=mine, theirs=theirs)
    return context.make(action, [hint], unit=context.names.group(action.arg))


def _join_all(context: Context, decision: Decision, action: Action) -> Choice:
    question, battle = context.view.question, context.view.battle
    # With a kind of units gone past, not all of the territory's force joins.
    if question is None or battle is None or question.count:
        return context.make(action, [])
    mine, theirs = context.view.force[battle.origin], _sums(context)[DEFENCE]
    return context.make(action, [context.say("join", mine=mine, theirs=theirs)])


def _fight(context: Context, decision: Decision, action: Action) -> Choice:
    mine, theirs = _sums(context)
    return context.make(action, [context.say(action.verb, mine=mine, theirs=theirs)])


def _play(context: Context, decision: Decision, action: Action) -> Choice:
    hero = context.names.hero(action.arg)
    text = context.names.hero_text(action.arg)
    hint = context.say("play", strength=hero.strength, text=text)
    return context.make(action, [hint], places_of(context, action), hero=hero.name)


def _lose(context: Context, decision: Decision, action: Action) -> Choice:
    view, question, battle = context.view, context.view.question, context.view.battle
    infantry = 0
    if question is not None and battle is not None:
        if question.which == ATTACK:
            army = attackers(battle.joined)
        else:
            army = (view.infantry[battle.target], view.cavalry[battle.target])
        sets = {horses: foot for foot, horses in fitting(*army, question.count)}
        infantry = sets.get(action.arg, 0)
    return context.make(action, [], army=context.names.army(infantry, action.arg))


def _group(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], unit=context.names.group(action.arg))


def _stay(context: Context, decision: Decision, action: Action) -> Choice:
    battle = context.view.battle
    hints = [context.say("stay_spent")]
    if battle is not None:
        hints = [context.say("stay", place=context.names.place(battle.origin))]
    return context.make(action, hints, unit=context.names.group(action.arg))


def _retreat(context: Context, decision: Decision, action: Action) -> Choice:
    view, names = context.view, context.names
    place = action.arg
    own = view.owner[place] == decision.seat
    hint = context.say("retreat_own") if own else context.taken(place)
    return context.make(action, [hint], places_of(context, action), place=names.place(place))


def _drop(context: Context, decision: Decision, action: Action) -> Choice:
    view, names = context.view, context.names
    place = action.arg
    hints: list[Sentence] = []
    home = context.board.home[view.faction[decision.seat]]
    if view.infantry[place] + view.cavalry[place] == 1 and place != home:
        shown = names.icons(place)
        tail = context.words.text("hint.leaves_icons", icons=shown) if shown else ""
        hints.append(context.say("drop_last", place=names.place(place), icons=tail))
    return context.make(action, hints, places_of(context, action), place=names.place(place))


# The others --------------------------------------------------------------------------------------


def _warn(context: Context, decision: Decision, action: Action) -> Choice:
    late = context.names.player(context.view.in_turn)
    return context.make(action, [context.say("warn", late=late)])


def _bribe(context: Context, decision: Decision, action: Action) -> Choice:
    view, names = context.view, context.names
    place = action.arg
    price = view.bribe_price[place]
    army = names.army(view.infantry[place], view.cavalry[place])
    hint = context.say("bribe", army=army, n=view.purse[decision.seat] - price)
    spots = places_of(context, action)
    return context.make(action, [hint], spots, place=names.place(place), price=price)


# Chance ------------------------------------------------------------------------------------------


def _die(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], face=context.names.die(FACES[action.arg]))


def _card(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], card=context.names.card(action.arg).name)


def _mission(context: Context, decision: Decision, action: Action) -> Choice:
    return context.make(action, [], mission=action.arg + 1)


CHOICES: dict[str, Label] = {
    "die": _die,
    "card": _card,
    "mission": _mission,
    "time": _bare,
    "faction": _faction,
    "bid": _bid,
    "more": _plain,
    "collect": _collect,
    "recruit_infantry": _recruit,
    "recruit_cavalry": _recruit,
    "hire": _hire,
    "buy": _buy,
    "move_infantry": _move,
    "move_cavalry": _move,
    "march": _move,
    "attack": _attack,
    "end": _end,
    "which": _which,
    "join_all": _join_all,
    "join": _join,
    "fight": _fight,
    "no_hero": _plain,
    "play": _play,
    "keep": _fight,
    "reroll": _plain,
    "lose": _lose,
    "kill": _group,
    "retreat": _retreat,
    "retreat_infantry": _retreat,
    "retreat_cavalry": _retreat,
    "advance": _plain,
    "stay": _stay,
    "drop_infantry": _drop,
    "drop_cavalry": _drop,
    "wait": _plain,
    "warn": _warn,
    "bribe": _bribe,
}
