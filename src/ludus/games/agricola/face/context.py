"""A view, and what words and pictures need to know about it.

A context is made for one call of the face and thrown away after it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.text import Part, Sentence, joined
from ludus.games.agricola.board import units
from ludus.games.agricola.face.names import Names, pick_id, pile_id
from ludus.games.agricola.face.reach import Goal
from ludus.games.agricola.face.stacks import places_of
from ludus.games.agricola.face.supply import SupplyPreview, moving_force, out_of_supply
from ludus.games.agricola.ids import BUILD, CALEDONIAN, HIDDEN, MARCH, NONE, PAYMENT, ROMAN
from ludus.games.agricola.mechanics import (
    imperium_target,
    like,
    recruit_cost,
    strength,
    unite_target,
)
from ludus.games.agricola.view import View

GO_ON: Final = frozenset(("next", "done", "halt", "decline", "cast", "fight"))
"""What lets the game go on; it always stands in the same spot."""

SET_DOWN: Final = frozenset(("winter", "deploy", "place"))
"""Decisions about where units go."""


class Context:
    """What a choice would lead to, worked out from a view alone."""

    def __init__(self, view: View, names: Names) -> None:
        self.view = view
        self.names = names
        self.words = names.words
        self.board = names.board
        self._by_force: dict[int, SupplyPreview] = {}

    @cached_property
    def preview(self) -> SupplyPreview | None:
        """The supply of the force that is about to move, if there is one."""
        return moving_force(self.names.contents, self.view)

    def make(
        self,
        action: Action,
        hints: list[Sentence],
        places: tuple[str, ...] = (),
        lights: tuple[str, ...] = (),
        key: str = "",
        mode: str = "",
        **parts: Part,
    ) -> Choice:
        label = self.words.text(key or f"action.{action.verb}", **parts)
        main = action.verb in GO_ON
        return Choice(action, label, joined(hints, " "), places, lights, mode, main)

    def say(self, key: str, **parts: Part) -> Sentence:
        return self.words.say(f"hint.{key}", **parts)

    def about_unit(self, side: int, unit: int) -> Sentence:
        """Values of a unit as they are now."""
        info = self.names.info(side, unit)
        value = strength(self.names.contents.musters[side], unit, self.view.disrupted[side])
        kind = self.names.type(side, unit)
        if info.move < 0:
            return self.say("strength_sea", strength=value, type=kind)
        if not info.move:
            return self.say("strength_static", strength=value, type=kind)
        return self.say("strength", strength=value, move=info.move, type=kind)

    def arrival(self, side: int, place: int) -> list[Sentence]:
        """What awaits a force in a place."""
        view = self.view
        if place in view.stacks[1 - side] or self._fort_there(1 - side, place):
            return [self.say("attack")]
        if side == ROMAN:
            center = self.board.center_at[place]
            if center != NONE and view.center[center] == HIDDEN:
                return [self.say("center")]
        return []

    def alike(self, side: int, unit: int, pool: int) -> tuple[str, ...]:
        """The elements of a unit and of those in a pool that it stands for, being like it."""
        view = self.view
        aboard = view.aboard if side == ROMAN else None
        muster = self.names.contents.musters[side]
        same = like(muster, unit, pool, view.disrupted[side], aboard) & ~(1 << unit)
        return (pick_id(unit), *map(pick_id, units(same)))

    def pool(self, side: int, verb: str) -> int:
        """The units that lie side by side in the tray or the battle line while these are chosen."""
        battle, question = self.view.battle, self.view.question
        if verb == "leave" and question is not None and question.phase in (BUILD, MARCH):
            return question.mask if question.side == side else 0
        if battle is None or verb not in ("reserve", "up", "hit"):
            return 0
        if verb == "up":
            return battle.reserve
        return battle.force[side] & ~(battle.reserve if side == ROMAN else 0)

    def aboard(self, fleet: int) -> str:
        """Who is aboard a fleet of the viewer's, by name."""
        row = [unit for unit, ship in enumerate(self.view.aboard) if ship == fleet]
        return self.names.company(ROMAN, row)

    def supply(self, end: int) -> list[Sentence]:
        """What it means for supply that the viewer's force ends its way in a place."""
        if self.preview is None or end in self.view.sieges:
            return []
        hunger = self.preview.after(end)
        count = hunger.force.bit_count()
        if not count:
            said = [self.say("supply_in")]
        elif self.board.is_sea[end]:
            said = [self.say("supply_sea", n=count)]
        else:
            said = [self.say("supply_out", n=count)]
        if hunger.left:
            listed = self.names.company(self.view.side, list(units(hunger.left)))
            said.append(self.say("supply_left", units=listed))
        return said

    def pile(self, place: int) -> tuple[str, ...]:
        """The counter below the map that stands for a stack of the viewer's."""
        own = place in self.view.stacks[self.view.side]
        return (pile_id(place),) if own and place < self.board.hexes else ()

    def hungry_at(self, end: int, force: int) -> int:
        """How many units of a force would be out of supply if it went to a place."""
        if end in self.view.sieges:
            return 0
        return self._previews(force).after(end).force.bit_count()

    def way_notes(self, goal: Goal, force: int) -> list[Sentence]:
        """How far it is to a goal of the March, and whether the force is fed there."""
        steps, say = goal.way.steps, self.words.say
        hungry = self.hungry_at(goal.place, force)
        return [
            say("goal.steps", n=steps) if steps else say("goal.road"),
            say("goal.hungry", n=hungry) if hungry else say("goal.fed"),
        ]

    def march_rows(self, goal: Goal, mask: int, force: int) -> tuple[Sentence, ...]:
        """What a March of a part of a force to a goal means, row by row."""
        question, say, view = self.view.question, self.words.say, self.view
        steps, hungry = goal.way.steps, self.hungry_at(goal.place, force)
        rows = [say("plan.steps", n=steps) if steps else say("plan.road")]
        if question is not None:
            paid = self.words.text(f"payment.{question.flags & PAYMENT}")
            rows.append(say("plan.payment", payment=paid))
        rows.append(say("plan.hungry", n=hungry) if hungry else say("plan.fed"))
        awaits = self.awaiting(goal.place)
        if awaits is not None:
            muster, worn = self.names.contents.musters[view.side], view.disrupted[view.side]
            own = sum(strength(muster, unit, worn) for unit in units(force))
            rows.append(say("plan.battle", own=own, foe=awaits))
        if self.turned_up_at(goal.place):
            rows.append(say("plan.center"))
        if mask != force:
            rows.append(say("plan.stays", n=(mask & ~force).bit_count()))
        return tuple(rows)

    def _previews(self, force: int) -> SupplyPreview:
        """The supply of a part of the force that is about to move; few parts are asked for."""
        known = self._by_force.get(force)
        if known is None:
            known = SupplyPreview(self.names.contents, self.view, force)
            self._by_force[force] = known
        return known

    def awaiting(self, place: int) -> str | None:
        """The strength that awaits a force of the viewer's in a place; `?` if nobody knows."""
        view = self.view
        enemy = 1 - view.side
        if place not in view.stacks[enemy] and not self._fort_there(enemy, place):
            return None
        if place in view.veiled[enemy]:
            return "?"
        muster = self.names.contents.musters[enemy]
        here = [unit for unit, spot in enumerate(view.at[enemy]) if spot == place]
        return str(sum(strength(muster, unit, view.disrupted[enemy]) for unit in here))

    def turned_up_at(self, place: int) -> bool:
        """Whether Romans would turn up a center's counter there."""
        if self.view.side != ROMAN:
            return False
        center = self.board.center_at[place]
        return center != NONE and self.view.center[center] == HIDDEN

    def fed_by_officium(self, place: int) -> list[Sentence]:
        """How many units of the viewer's in a place Officium would spare the roll."""
        hungry = out_of_supply(self.names.contents, self.view)
        at = self.view.at[self.view.side]
        count = sum(1 for unit in units(hungry) if at[unit] == place)
        return [self.say("officium_feeds" if count else "officium_idle", n=count)]

    def counter_there(self, side: int, place: int) -> list[Sentence]:
        """The center counter of a place, as far as the viewer knows it."""
        center = self.board.center_at[place]
        if center == NONE or self.view.center[center] < 0:
            return []
        up = self.view.center_up >> center & 1
        kind = self.names.counter(self.view.center[center])
        return [self.say("open_counter" if up else "own_counter", counter=kind)]

    def _fort_there(self, side: int, place: int) -> bool:
        return place in places_of(self.view, side, self.names.contents.musters[side].static)

    def cost(self, unit: int) -> int:
        """What a Roman unit costs now."""
        prices = self.names.contents.tables.recruit
        return recruit_cost(prices, self.names.info(ROMAN, unit).type, self.view.special)

    def target(self, side: int) -> int:
        """What Imperium or Caledonians Unite! must roll at most."""
        view = self.view
        camps = places_of(view, ROMAN, self.names.contents.musters[ROMAN].praesidia)
        if side == CALEDONIAN:
            return unite_target(self.board, camps.union(view.stacks[ROMAN]))
        return imperium_target(self.board, view.stacks[CALEDONIAN], camps)
