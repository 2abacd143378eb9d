"""What each choice is called, where it is in the picture, and what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.para_bellum.board import cell_name, members, slot_name
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import BLUE_DIE, GRAY_DIE, NONE, RED_DIE, USES_PER_KIND
from ludus.games.para_bellum.mechanics.costs import (
    deploy_actions,
    pips_of,
    requisition_coins,
)
from ludus.games.para_bellum.mechanics.dice import banner_of, fitting_banners
from ludus.games.para_bellum.view import Side

Maker: TypeAlias = Callable[[Context, Decision, Action], Choice]


def choices_of(context: Context, decision: Decision) -> list[Choice]:
    """The options of a decision in order, one choice each."""
    return [MAKERS[option.verb](context, decision, option) for option in decision.options]


# Cards -------------------------------------------------------------------------------------------


def _card(context: Context, decision: Decision, action: Action) -> Choice:
    seat = decision.seat
    side = context.view.sides[seat]
    label = context.words.text("action.card", card=context.names.army_card(action.arg))
    if decision.prompt == "keep":
        parts = (context.army_hint(action.arg), context.words.say("hint.keep_card"))
        hint = joined([part for part in parts if part], " ")
        looking = enumerate(side.looking or ())
        places = tuple(f"look-{index}" for index, kind in looking if kind == action.arg)
        return Choice(action, label, hint, places)
    places = tuple(
        f"hand-{seat}-{index}" for index, kind in enumerate(side.hand or ()) if kind == action.arg
    )
    return Choice(action, label, context.army_hint(action.arg), places)


def _cell(context: Context, decision: Decision, action: Action) -> Choice:
    seat = decision.seat
    place = f"free-{seat}-{action.arg}"
    label = context.words.text("action.cell", cell=cell_name(action.arg))
    if decision.prompt != "place_cell":
        return Choice(action, label, (), (place,))
    seen = context.placed(seat, action.arg)
    if seen is None:
        return Choice(action, label, (), (place,))
    troop = {cell for lo, hi in seen.spans for cell in range(lo, hi + 1)} - {action.arg}
    lights = tuple(f"cell-{seat}-{cell}" for cell in sorted(troop))
    return Choice(action, label, context.completes(seat, seen), (place,), lights)


def _in_hand(context: Context, seat: int, kind: int) -> tuple[str, ...]:
    commands = context.view.sides[seat].commands or ()
    return tuple(f"command-{seat}-{index}" for index, held in enumerate(commands) if held == kind)


def _command(context: Context, decision: Decision, action: Action) -> Choice:
    name = context.names.command(action.arg)
    plays = decision.prompt in ("act", "play_free")
    label = context.words.text("action.command.play" if plays else "action.command.give", name=name)
    hint = context.printed(context.names.command_text(action.arg))
    return Choice(action, label, hint, _in_hand(context, decision.seat, action.arg))


def _deploy(context: Context, decision: Decision, action: Action) -> Choice:
    card = context.catalog.commands[action.arg]
    up = context.field(decision.seat).up
    count = deploy_actions(card, up, context.catalog.hooks)
    text = context.printed(context.names.command_text(action.arg))
    hint = context.words.say("hint.deploy", count=count, text=text)
    label = context.words.text("action.deploy", name=context.names.command(action.arg))
    return Choice(action, label, hint, _in_hand(context, decision.seat, action.arg))


def _take(context: Context, decision: Decision, action: Action) -> Choice:
    places = tuple(
        f"line-{index}" for index, kind in enumerate(context.view.line) if kind == action.arg
    )
    label = context.words.text("action.take", name=context.names.command(action.arg))
    hint = context.printed(context.names.command_text(action.arg))
    return Choice(action, label, hint, places)


def _perm(context: Context, decision: Decision, action: Action) -> Choice:
    owner = context.owner(decision)
    cards = context.view.sides[owner].in_play
    card = cards[action.arg]
    name = context.names.command(card.kind)
    copies = [number for number, other in enumerate(cards) if other.kind == card.kind]
    label = context.words.text("action.perm", name=name)
    if len(copies) > 1:
        number = copies.index(action.arg) + 1
        label = context.words.text("name.copy", name=name, number=number)
    hint = context.printed(context.names.command_text(card.kind))
    return Choice(action, label, hint, (f"perm-{owner}-{action.arg}",))


def _use(context: Context, decision: Decision, action: Action) -> Choice:
    kind, index = divmod(action.arg, USES_PER_KIND)
    seat = decision.seat
    places = tuple(
        f"perm-{seat}-{place}"
        for place, card in enumerate(context.view.sides[seat].in_play)
        if card.kind == kind and not card.down and not card.used >> index & 1
    )
    names = context.names
    what = context.printed(names.use(kind, index))
    label = context.words.text("action.use", name=names.command(kind), what=what)
    hint = context.printed(names.command_text(kind))
    return Choice(action, label, hint, places)


# Dice and pips -----------------------------------------------------------------------------------


def _die(context: Context, decision: Decision, action: Action) -> Choice:
    owner = context.owner(decision)
    side = context.view.sides[owner]
    slot = action.arg
    code = side.dice[slot]
    place = (f"die-{owner}-{slot}",)
    words = context.words
    if not code:
        return Choice(action, words.text("action.die.slot", place=slot_name(slot)), (), place)
    key = "action.die.pay" if decision.prompt in ("pay", "motivate") else "action.die.plain"
    label = words.text(key, die=context.names.die(code, slot), place=slot_name(slot))
    return Choice(action, label, _die_hint(context, side, slot), place)


def _die_hint(context: Context, side: Side, slot: int) -> Sentence:
    decision, question = context.decision, context.view.question
    if decision is not None and decision.prompt == "banner_die" and question is not None:
        held = {banner_of(code) for code in side.dice}
        left = [b for b in members(question.mask & fitting_banners(slot)) if b not in held]
        names = ", ".join(context.names.banner(banner) for banner in left)
        return context.words.say("hint.banner.left", banners=names)
    change = context.change(slot)
    return () if change is None else context.becomes(side, slot, *change)


def _coins(context: Context, decision: Decision, action: Action) -> Choice:
    label = context.words.text("action.coins", count=action.arg)
    return Choice(action, label, brief=context.words.say("chip.coins", count=action.arg))


def _face(context: Context, decision: Decision, action: Action) -> Choice:
    face = action.arg + (action.verb == "roll")
    return Choice(action, context.words.text(f"action.{action.verb}", face=face))


def _banner(context: Context, decision: Decision, action: Action) -> Choice:
    label = context.words.text("action.banner", banner=context.names.banner(action.arg))
    hint = context.banner_hint(decision.seat, action.arg)
    question = context.view.question
    lights = (f"die-{decision.seat}-{question.lo}",) if question is not None else ()
    return Choice(action, label, hint, (f"banner-{action.arg}",), lights)


# Options -----------------------------------------------------------------------------------------


def _option(context: Context, decision: Decision, action: Action) -> Choice:
    """An option of an Order, of a runner, or a branch of an effect."""
    question, names = context.view.question, context.names
    assert question is not None
    places: tuple[str, ...] = (f"option-{action.arg}",)
    if decision.prompt == "runner":
        seat = decision.seat
        what = names.runner_text(context.view.alliances[seat & 1], seat >> 1, action.arg)
    elif decision.prompt == "order_option":
        what = names.options(question.card)[action.arg]
    elif decision.prompt == "pay_way":
        price = context.catalog.prices[question.card].choices[action.arg]
        label = context.words.text("action.option", what=price_words(context, price))
        return Choice(action, label, (), places)
    else:
        what = branch_text(context, question.effect, action.arg)
    label = context.words.text("action.option", what=context.printed(what))
    return Choice(action, label, (), places)


def branch_text(context: Context, effect: int, number: int) -> str:
    """One of the ways that an effect can go."""
    return context.words.text(context.catalog.branches[effect][number])


def branch_title(context: Context, effect: int) -> str:
    """The name of what an effect with several ways is printed on."""
    family, name, _ = context.catalog.branches[effect][0].split(".", 2)
    return context.words.text(f"{family}.{name}.name")


def price_words(context: Context, number: int) -> Sentence:
    """A way to pay, with everything that it takes."""
    words, prices = context.words, context.catalog.prices
    price = prices[number]
    parts: list[Sentence] = []
    if price.actions:
        parts.append(words.say("price.more", count=price.actions))
    for die in (price, *(prices[part] for part in price.parts)):
        for colours, pips, banner in die.ways:
            icon = words.icon(f"die-{LETTERS[colours]}")
            sign = () if banner == NONE else (context.names.banner_bit(banner),)
            count = pips_of(pips, context.view.capital)
            parts.append(words.say("price.pips", count=count, die=icon, sign=sign))
    if price.banner != NONE:
        parts.append((context.names.banner_bit(price.banner),))
    if price.coins:
        parts.append(words.say("price.coins", count=price.coins))
    if price.holds:
        parts.append(words.say("price.holds", count=price.holds))
    return joined(parts, words.text("name.and"))


def _target(context: Context, decision: Decision, action: Action) -> Choice:
    """An opponent, with what is known of their army."""
    seat = action.arg
    label = context.words.text("action.target", seat=context.names.player(seat))
    field = context.field(seat)
    hint = context.words.say("hint.target", limit=field.limit, grays=field.grays)
    return Choice(action, label, hint, (f"target-{seat}",))


def _bonus(context: Context, decision: Decision, action: Action) -> Choice:
    names, battle = context.names, context.view.battle
    label = context.words.text("action.bonus", bonus=names.bonus(battle, action.arg))
    hint = context.printed(names.bonus_text(battle, action.arg))
    return Choice(action, label, hint, (f"bonus-{action.arg}",))


def _numbered(context: Context, decision: Decision, action: Action) -> Choice:
    return Choice(action, context.words.text(f"action.{action.verb}.{action.arg}"))


def _basic(context: Context, decision: Decision, action: Action) -> Choice:
    """A basic action: its price, then what it does."""
    words, verb = context.words, action.verb
    label = words.text(f"action.{verb}")
    place = (f"act-{verb}",)
    if verb == "end":
        return Choice(action, label, words.say("hint.end"), main=True, closes=True)
    coins = requisition_coins(context.field(decision.seat).up, context.catalog.hooks)
    effect = words.say(f"hint.{verb}", count=coins)
    price = "price.spared" if context.spared(verb, decision.seat) else f"price.{verb}"
    return Choice(action, label, joined([words.say(price), effect], ": "), place)


def _pact(context: Context, decision: Decision, action: Action) -> Choice:
    alliance = context.view.alliances[decision.seat & 1]
    words = context.words
    label = words.text("action.pact", alliance=context.names.alliance(alliance))
    what = context.printed(context.names.alliance_action(alliance))
    hint = joined([words.say("price.pact"), what], ": ")
    return Choice(action, label, hint, ("act-pact",))


def _plain(context: Context, decision: Decision, action: Action) -> Choice:
    return Choice(action, context.words.text(f"action.{action.verb}"), main=True)


def _colour(context: Context, decision: Decision, action: Action) -> Choice:
    label = context.words.text("action.colour", colour=context.names.colour(action.arg))
    return Choice(action, label, (), (f"colour-{action.arg}",))


def _goal(context: Context, decision: Decision, action: Action) -> Choice:
    names = context.names
    label = context.words.text(f"action.{action.verb}", goal=names.goal(action.arg))
    places: tuple[str, ...] = ()
    if decision.seat >= 0:
        goals = context.view.sides[decision.seat].goals
        places = tuple(
            f"goal-{decision.seat}-{index}"
            for index, goal in enumerate(goals)
            if goal.kind == action.arg
        )
    what = context.words.text(f"objective.{context.catalog.objectives[action.arg].id}.text")
    hint = context.printed(what)
    return Choice(action, label, hint, places)


def _dealt(context: Context, decision: Decision, action: Action) -> Choice:
    """What chance brings."""
    names, words = context.names, context.words
    name = {
        "battle": names.battle,
        "alliance": names.alliance,
        "event": names.event,
        "reveal": names.command,
        "draw": names.army_card,
    }[action.verb](action.arg)
    part = {"reveal": "name", "draw": "card"}.get(action.verb, action.verb)
    return Choice(action, words.text(f"action.{action.verb}", **{part: name}))


LETTERS: Final = {GRAY_DIE: "k", RED_DIE: "r", BLUE_DIE: "b"}

MAKERS: dict[str, Maker] = {
    "colour": _colour,
    "battle": _dealt,
    "alliance": _dealt,
    "objective": _goal,
    "reveal": _dealt,
    "roll": _face,
    "draw": _dealt,
    "event": _dealt,
    "return": _goal,
    "take": _take,
    "card": _card,
    "cell": _cell,
    "command": _command,
    "deploy": _deploy,
    "muster": _basic,
    "empower": _basic,
    "consult": _basic,
    "motivate": _basic,
    "requisition": _basic,
    "use": _use,
    "march": _basic,
    "pact": _pact,
    "runner": _basic,
    "end": _basic,
    "option": _option,
    "target": _target,
    "die": _die,
    "coins": _coins,
    "perm": _perm,
    "pick": _face,
    "banner": _banner,
    "bonus": _bonus,
    "legion": _numbered,
    "reroll": _numbered,
    "decline": _plain,
    "done": _plain,
    "claim": _goal,
}
