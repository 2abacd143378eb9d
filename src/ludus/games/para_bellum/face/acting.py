"""What is done for an action by hand, and a new banner.

A command card of the Battle Line goes to the die that pays for it; an army card is put back, or
placed in a Night March. A red die is raised and a gray one rolled again by a click on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.models import Gesture, Pick, Target
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.para_bellum.board import ABOVE, GENERAL, RED, members, slot_name
from ludus.games.para_bellum.face import placing
from ludus.games.para_bellum.face.cards import TYPE_SYMBOLS
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import NONE
from ludus.games.para_bellum.mechanics.costs import pips_of, requisition_coins
from ludus.games.para_bellum.mechanics.dice import face_of, shifted

Answers: TypeAlias = Mapping[str, tuple[str, int]]
CARD: Final = "card"
"""The key of the one thing that is taken."""


def gestures(context: Context, decision: Decision) -> list[Gesture]:
    """For the actions on offer; what lies on the dice is there before anything is taken."""
    verbs = {option.verb for option in decision.options}
    seat = decision.seat
    found: list[Gesture] = []
    dice = _raised(context, seat) if "empower" in verbs else []
    dice += _rolled(context, seat) if "motivate" in verbs else []
    words = context.words
    if dice:
        verb = words.text("gesture.pay_action")
        found.append(
            Gesture("dice", words.text("gesture.dice"), verb, targets=tuple(dice), docked=True)
        )
    if "consult" in verbs:
        kinds = sorted({kind for kind in context.view.line if kind >= 0})
        found += [_consult(context, seat, kind) for kind in kinds]
    return found + _hand(context, seat, verbs)


def _hand(context: Context, seat: int, verbs: set[str]) -> list[Gesture]:
    """Army cards, to be put back for coins or placed in a Night March."""
    words = context.words
    marches = placing.by_kind(context, seat) if "march" in verbs else {}
    back = [_put_back(context, seat)] if "requisition" in verbs else []
    found: list[Gesture] = []
    for kind in sorted(set(context.view.sides[seat].hand or ())):
        goals = (*placing.cells(context, seat, marches.get(kind, ())), *back)
        if goals:
            key = "pay_action" if kind in marches else "requisition"
            found.append(placing.taking(context, seat, kind, words.text(f"gesture.{key}"), goals))
    return found


def _put_back(context: Context, seat: int) -> Target:
    words = context.words
    coins = requisition_coins(context.field(seat).up, context.catalog.hooks)
    return Target(
        "act-requisition",
        words.text("action.requisition"),
        chips=(words.say("chip.gain_coins", count=coins),),
    )


# Consult ------------------------------------------------------------------------------------------


def _consult(context: Context, seat: int, kind: int) -> Gesture:
    """A card of the Battle Line, and what pays for it."""
    words, names = context.words, context.names
    places = tuple(f"line-{index}" for index, held in enumerate(context.view.line) if held == kind)
    icon = TYPE_SYMBOLS[context.catalog.commands[kind].type]
    return Gesture(
        f"consult-{kind}",
        names.command(kind),
        words.text("gesture.consult"),
        picks=(Pick(CARD, names.command(kind), icon, places=places),),
        targets=tuple(_payments(context, seat)),
        docked=True,
    )


def _payments(context: Context, seat: int) -> list[Target]:
    """Every die that can pay for Consult, and the coins that can stand in for all of it.

    Where an event spares the price, the action alone.
    """
    words, side = context.words, context.view.sides[seat]
    if context.spared("consult", seat):
        return [Target("act-consult", words.text("action.consult"))]
    price = context.catalog.prices[context.catalog.consult]
    pips = pips_of(price.ways[0][1], context.view.capital)
    found = [
        Target(f"die-{seat}-{slot}", slot_name(slot), chips=(_change(context, seat, slot, -pips),))
        for slot in context.paying(seat, context.catalog.consult)
    ]
    if price.coinable and side.coins >= pips:
        chips = (words.say("chip.coins", count=pips),)
        label = words.text("action.coins", count=pips)
        found.append(Target(f"meter-coins-{seat}", label, chips=chips))
    return found


def consulting(seat: int, kind: int, target: str) -> Answers:
    """The price is one pip: a die pays it, or as many coins."""
    answers = {"act": ("consult", 0), "take": ("take", kind)}
    if target == f"meter-coins-{seat}":
        return {**answers, "pay": ("coins", 1)}
    slot = placing.number(target, f"die-{seat}-")
    return {**answers, "pay": ("die", slot)} if slot >= 0 else answers


# Empower and Motivate -----------------------------------------------------------------------------


def _raised(context: Context, seat: int) -> list[Target]:
    """Red dice that Empower can raise."""
    dice, words = context.view.sides[seat].dice, context.words
    by = context.catalog.effects[context.catalog.empower].n
    found: list[Target] = []
    for slot in range(RED, GENERAL):
        face = face_of(dice[slot])
        if face and shifted(face, slot, by) > face:
            label = words.text("gesture.empower", place=slot_name(slot))
            chips = (_change(context, seat, GENERAL, -1), _change(context, seat, slot, by))
            found.append(Target(f"die-{seat}-{slot}", label, chips=chips))
    return found


def _rolled(context: Context, seat: int) -> list[Target]:
    """Gray dice that Motivate can roll again, and the red die that pays for each."""
    dice, words = context.view.sides[seat].dice, context.words
    found: list[Target] = []
    for slot in range(RED):
        payer = motivator(dice, slot)
        if payer == NONE:
            continue
        label = words.text("gesture.motivate", place=slot_name(slot))
        chips: list[Sentence] = []
        if not context.spared("motivate", seat):
            chips.append(_change(context, seat, payer, -1))
        before = context.names.pips(face_of(dice[slot]), slot)
        chips.append(words.say("chip.again", before=before))
        found.append(Target(f"die-{seat}-{slot}", label, chips=tuple(chips)))
    return found


def motivator(dice: Sequence[int], gray: int) -> int:
    """The red die below a card with a gray die: of two such cards the one that shows more."""
    if not dice[gray]:
        return NONE
    beside = [RED + cell for cell, seams in enumerate(ABOVE) if seams >> gray & 1]
    return max(
        (slot for slot in beside if dice[slot]), key=lambda slot: face_of(dice[slot]), default=NONE
    )


def on_a_die(context: Context, seat: int, slot: int) -> Answers:
    """A red die is raised, a gray one rolled again alone."""
    dice = context.view.sides[seat].dice
    if not 0 <= slot < GENERAL or not dice[slot]:
        return {}
    if slot >= RED:
        return {"act": ("empower", 0), "die_raise": ("die", slot)}
    answers = {"act": ("motivate", 0), "motivate": ("die", motivator(dice, slot))}
    question = context.view.question
    if question is not None and question.mask >> slot & 1:
        # The left or the right die of those on the card that was named.
        answers["motivate_dice"] = ("reroll", members(question.mask).index(slot))
    return answers


def _change(context: Context, seat: int, slot: int, by: int) -> Sentence:
    """What a die shows now and afterwards."""
    words, names = context.words, context.names
    before = face_of(context.view.sides[seat].dice[slot])
    after = shifted(before, slot, by)
    if after <= 0:
        return words.say("chip.lost", before=names.pips(before, slot))
    return words.say("chip.die", before=names.pips(before, slot), after=names.pips(after, slot))


# Banners ------------------------------------------------------------------------------------------


def banners(context: Context, decision: Decision) -> list[Gesture]:
    """Every banner that can be added, on the die that lasts longest."""
    words, seat = context.words, decision.seat
    found = [
        Target(
            f"banner-{banner}",
            context.names.banner(banner),
            chips=(_bearer(context, seat, slot),),
        )
        for banner, slot in context.bearers(decision).items()
    ]
    title, verb = words.text("name.new_banner"), words.text("gesture.raise")
    return [Gesture("banner", title, verb, targets=tuple(found), docked=True)]


def _bearer(context: Context, seat: int, slot: int) -> Sentence:
    face = face_of(context.view.sides[seat].dice[slot])
    return context.words.say("chip.bearer", die=context.names.pips(face, slot))


def raising(context: Context, banner: int) -> Answers:
    decision = context.decision
    if decision is not None and decision.prompt == "banner_die":
        slot = context.bearers(decision).get(banner, NONE)
        return {"banner_die": ("die", slot)}
    return {"banner_type": ("banner", banner)}
