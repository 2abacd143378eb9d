"""The trays below the map: the force at hand or the recruits, stratagems, Britannia."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice
from ludus.core.models import Card, Tray
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import laid_out, pool_of
from ludus.games.agricola.face.names import ask_id
from ludus.games.agricola.face.pieces import base_card, marker_card, pile_card, unit_card
from ludus.games.agricola.face.quarters import quarters_trays
from ludus.games.agricola.face.stacks import piles
from ludus.games.agricola.ids import ASK_ALL, CAPACITY, INTERRUPT, NONE, OUT_OF_TURN
from ludus.games.agricola.mechanics import strength


def trays(
    context: Context, decision: Decision | None, choices: Sequence[Choice]
) -> tuple[Tray, ...]:
    """What lies below the map. One of them is always there, so that the map keeps its size."""
    force = _force(context, decision, choices)
    view = context.view
    base = Tray("base", context.words.text("tray.base"), "hand", (base_card(context),), small=True)
    if decision is not None and decision.prompt == "winter" and decision.seat == view.viewer:
        # No stratagem is played in winter; Britannia is where anybody can go.
        found = [force, base, *quarters_trays(context)]
    elif view.side != NONE:
        found = [force, _stratagems(context), _asks(context), base]
    else:
        found = [force, base]
    return tuple(tray for tray in found if tray is not None)


def _stratagems(context: Context) -> Tray:
    view, words = context.view, context.words
    held = tuple(marker_card(context, view.side, kind) for kind in units(view.hand))
    note = words.text("tray.held", n=len(held), left=view.bins[view.side])
    return Tray("stratagems", words.text("tray.stratagems"), "mine", held, note)


def _asks(context: Context) -> Tray:
    """What one is asked about out of turn, and all that one stopped, each as a switch."""
    view, words, names = context.view, context.words, context.names
    on = view.asks[view.side]
    kinds = sorted({*OUT_OF_TURN[view.side], *units(ASK_ALL & ~on)})
    cards = tuple(
        Card(
            f"ask-{kind}",
            names.about(view.side, kind) if kind < INTERRUPT else words.text("tray.step_in"),
            icon="stratagem" if kind < INTERRUPT else "eye",
            cost=words.say("tray.ask_on" if on >> kind & 1 else "tray.ask_off"),
            face="up" if on >> kind & 1 else "spent",
            places=(ask_id(kind),),
        )
        for kind in kinds
        if not view.gone[view.side] >> kind & 1
    )
    return Tray("asks", words.text("tray.asks"), "mine", cards, rows=True)


# The force at hand --------------------------------------------------------------------------------


def _force(context: Context, decision: Decision | None, choices: Sequence[Choice]) -> Tray | None:
    """The units that the decision is about, else the army on the map."""
    view = context.view
    side = view.side
    if side == NONE:
        return None
    if decision is not None and decision.prompt in ("recruit", "free_recruit", "allies"):
        return _recruits(context, choices)
    pool = 0 if decision is None else pool_of(context, decision)
    if view.battle is not None and view.battle.force[side] & pool:
        # They stand in the battle line, which is shown over the map.
        pool = 0
    row = laid_out(context, decision, pool)
    if not row:
        return _army(context)
    cards = tuple(unit_card(context, side, unit) for unit in row)
    title, note = _title(context, decision, row)
    return Tray("force", title, "hand", cards, note, small=True)


def _title(context: Context, decision: Decision | None, row: Sequence[int]) -> tuple[str, str]:
    view, words, names = context.view, context.words, context.names
    muster = names.contents.musters[view.side]
    total = sum(strength(muster, unit, view.disrupted[view.side]) for unit in row)
    note = words.text("tray.sum", n=len(row), strength=total)
    if view.fleet:
        ships = view.fleet.bit_count()
        aboard = view.passengers.bit_count()
        return words.text("tray.fleet"), words.text(
            "tray.aboard", n=ships, aboard=aboard, room=CAPACITY * ships
        )
    if view.marching != NONE:
        return names.short_name(view.marching), note
    key = decision.prompt if decision is not None else ""
    return words.text(f"tray.for.{key}" if f"tray.for.{key}" in words else "tray.force"), note


def _recruits(context: Context, choices: Sequence[Choice]) -> Tray:
    """Who can be recruited, with the price; one of each kind."""
    view, words = context.view, context.words
    side = view.side
    cards: list[Card] = []
    for choice in choices:
        if choice.action.verb == "recruit":
            unit = choice.action.arg
            cost: Sentence = words.say("tray.cost", n=context.cost(unit))
            cards.append(unit_card(context, side, unit, cost))
    note = words.text("tray.box", n=context.names.in_box(side))
    return Tray("force", words.text("tray.recruits"), "hand", tuple(cards), note, small=True)


def _army(context: Context) -> Tray:
    """No force is at hand: all stacks on the map, each as the counter that lies on top of it."""
    view, words, names = context.view, context.words, context.names
    side = view.side
    known = piles(view, side, context.board.hexes - 1)
    here = {place: pile for place, pile in known.items() if place in view.stacks[side]}
    cards = tuple(pile_card(context, side, place, pile) for place, pile in sorted(here.items()))
    count = sum(len(pile) for pile in here.values())
    note = words.text("tray.army", n=count, box=names.in_box(side))
    return Tray("force", words.text("tray.stacks"), "hand", cards, note, small=True)
