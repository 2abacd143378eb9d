"""What a choice would do, shown before it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.para_bellum.board import cell_name, slot_name
from ludus.games.para_bellum.face.cards import PRICES, actions, command_text, price_of
from ludus.games.para_bellum.face.chips import placement_chips
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.mechanics.costs import deploy_actions
from ludus.games.para_bellum.mechanics.dice import banner_of

Maker: TypeAlias = Callable[[Context, Decision, Choice], Preview]


def preview_of(context: Context, decision: Decision, choice: Choice) -> Preview:
    return MAKERS.get(choice.action.verb, _plain)(context, decision, choice)


def _plain(context: Context, decision: Decision, choice: Choice) -> Preview:
    hint = (choice.hint,) if choice.hint else ()
    return Preview(choice.label, choice.label, chips=hint, rows=hint)


def _card(context: Context, decision: Decision, choice: Choice) -> Preview:
    """An army card: what its pictures do."""
    words = context.words
    key = {"place_card": "take", "keep": "keep"}.get(decision.prompt, "put_down")
    label = choice.label[0].upper() + choice.label[1:]
    hint = (choice.hint,) if choice.hint else ()
    return Preview(label, words.text(f"preview.{key}"), chips=hint, rows=hint)


def _cell(context: Context, decision: Decision, choice: Choice) -> Preview:
    words, cell = context.words, choice.action.arg
    name = cell_name(cell)
    seen = context.placed(decision.seat, cell) if decision.prompt == "place_cell" else None
    if seen is None:
        return Preview(name, words.text("preview.place", cell=name))
    card = context.names.colour(context.catalog.army[seen.kind].colour).capitalize()
    return Preview(
        words.text("preview.card_on", card=card, cell=name),
        words.text("preview.place", cell=name),
        chips=placement_chips(context, decision.seat, seen),
        rows=(choice.hint,),
    )


def _command(context: Context, decision: Decision, choice: Choice) -> Preview:
    """A command card: its price, then its text."""
    kind = choice.action.arg
    card = context.catalog.commands[kind]
    name = context.names.command(kind)
    text = command_text(context, kind)
    if decision.prompt != "act":
        return Preview(name, choice.label, chips=(text,), rows=(text,))
    count = card.actions
    if choice.action.verb == "deploy":
        count = deploy_actions(card, context.field(decision.seat).up, context.catalog.hooks)
    key = "preview.pay_deploy" if choice.action.verb == "deploy" else "preview.pay_play"
    return Preview(
        name,
        context.words.text(key, count=count),
        chips=(actions(context, count), text),
        rows=(text,),
        changes=(("actions", -count),),
    )


def _basic(context: Context, decision: Decision, choice: Choice) -> Preview:
    """A basic action: price as symbols, then what it does."""
    return Preview(
        choice.label,
        context.words.text("preview.pay_act", what=choice.label),
        chips=(price_of(context, choice.action.verb, decision.seat), choice.hint),
        rows=(choice.hint,),
        changes=(("actions", -1),),
    )


def _die(context: Context, decision: Decision, choice: Choice) -> Preview:
    """A die: what it shows now, and afterwards."""
    words, names = context.words, context.names
    slot = choice.action.arg
    side = context.view.sides[context.owner(decision)]
    title = slot_name(slot)
    change = context.change(slot)
    if change is None:
        return Preview(title, choice.label, rows=(choice.hint,) if choice.hint else ())
    before, after = change
    chips: list[Sentence] = []
    if after > 0:
        old, new = names.pips(before, slot), names.pips(after, slot)
        chips.append(words.say("chip.die", before=old, after=new))
    else:
        chips.append(words.say("chip.lost", before=names.pips(before, slot)))
    banner = banner_of(side.dice[slot])
    if banner >= 0:
        key = "chip.banner_lost" if after <= 0 else "chip.banner"
        chips.append(words.say(key, banner=names.banner_bit(banner), name=names.banner(banner)))
    return Preview(title, choice.label, chips=tuple(chips), rows=(choice.hint,))


def _coins(context: Context, decision: Decision, choice: Choice) -> Preview:
    count = choice.action.arg
    chips = (context.words.say("chip.coins", count=count),)
    changes = ((f"coins-{decision.seat}", -count),) if decision.seat == context.view.viewer else ()
    return Preview(choice.label, choice.label, chips=chips, changes=changes)


MAKERS: Final[dict[str, Maker]] = {
    "card": _card,
    "cell": _cell,
    "command": _command,
    "deploy": _command,
    "take": _command,
    "die": _die,
    "coins": _coins,
    **dict.fromkeys(PRICES, _basic),
}
