"""What each choice is called and what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined
from ludus.games.agricola.board import units
from ludus.games.agricola.face.supply import out_of_supply, under_way
from ludus.games.agricola.face.voice import Voice, hex_id, marker_id, pick_id, way_id
from ludus.games.agricola.ids import (
    AMBUSH,
    CALEDONIAN,
    HIDDEN,
    NONE,
    ROMAN,
    SPEECH,
    WASTES,
    WITH_POINT,
)
from ludus.games.agricola.mechanics import (
    dice_faces,
    imperium_target,
    like,
    recruit_cost,
    strength,
    unite_target,
)
from ludus.games.agricola.view import View

Label: TypeAlias = Callable[["Adviser", int, Decision, Action], Choice]
Part: TypeAlias = Bit | Sentence | str | int


class Adviser:
    """Reckons, from a view alone, what a choice would lead to."""

    def __init__(self, view: View, voice: Voice) -> None:
        self.view = view
        self.voice = voice
        self.words = voice.words
        self.board = voice.board
        self.stores = under_way(voice.contents, view)

    def choice(self, decision: Decision, action: Action) -> Choice:
        side = decision.seat ^ self.view.flip if decision.seat >= 0 else NONE
        return CHOICES[action.verb](self, side, decision, action)

    def make(
        self,
        action: Action,
        hints: list[Sentence],
        places: tuple[str, ...] = (),
        lights: tuple[str, ...] = (),
        key: str = "",
        **parts: Part,
    ) -> Choice:
        label = self.words.text(f"action.{key or action.verb}", **parts)
        return Choice(action, label, joined(hints, " "), places, lights)

    def say(self, key: str, **parts: Part) -> Sentence:
        return self.words.say(f"hint.{key}", **parts)

    def about_unit(self, side: int, unit: int) -> Sentence:
        """Values of a unit as they are now."""
        info = self.voice.info(side, unit)
        value = strength(self.voice.contents.musters[side], unit, self.view.disrupted[side])
        kind = self.voice.type(side, unit)
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
        if side == ROMAN and 0 <= place < self.board.hexes:
            center = self.board.center_at[place]
            if center != NONE and view.center[center] == HIDDEN:
                return [self.say("center")]
        return []

    def alike(self, side: int, unit: int, pool: int) -> tuple[str, ...]:
        """The elements of a unit and of those in a pool that it stands for, being like it."""
        view = self.view
        aboard = view.aboard if side == ROMAN else None
        muster = self.voice.contents.musters[side]
        same = like(muster, unit, pool, view.disrupted[side], aboard) & ~(1 << unit)
        return (pick_id(unit), *map(pick_id, units(same)))

    def pool(self, side: int, verb: str) -> int:
        """The units that lie side by side in the tray or the battle line while these are chosen."""
        battle, question = self.view.battle, self.view.question
        if verb == "leave" and self.view.marching != NONE and question is not None:
            return question.mask
        if battle is None or verb not in ("reserve", "up", "hit"):
            return 0
        if verb == "up":
            return battle.reserve
        return battle.force[side] & ~(battle.reserve if side == ROMAN else 0)

    def supply(self, end: int) -> list[Sentence]:
        """What it means for supply that the viewer's force ends its way in a place."""
        if self.stores is None or end in self.view.sieges:
            return []
        hunger = self.stores.after(end)
        count = hunger.force.bit_count()
        if not count:
            said = [self.say("supply_in")]
        elif self.board.is_sea[end]:
            said = [self.say("supply_sea", n=count)]
        else:
            said = [self.say("supply_out", n=count)]
        if hunger.left:
            names = self.voice.company(self.view.side, list(units(hunger.left)))
            said.append(self.say("supply_left", units=names))
        return said

    def fed_by_officium(self, place: int) -> list[Sentence]:
        """How many units of the viewer's in a place Officium would spare the roll."""
        hungry = out_of_supply(self.voice.contents, self.view)
        at = self.view.at[self.view.side]
        count = sum(1 for unit in units(hungry) if at[unit] == place)
        return [self.say("officium_feeds" if count else "officium_idle", n=count)]

    def counter_there(self, side: int, place: int) -> list[Sentence]:
        """The center counter of a place, as far as the viewer knows it."""
        center = self.board.center_at[place] if place < self.board.hexes else NONE
        if center == NONE or self.view.center[center] < 0:
            return []
        up = self.view.center_up >> center & 1
        kind = self.voice.counter(self.view.center[center])
        return [self.say("open_counter" if up else "own_counter", counter=kind)]

    def _fort_there(self, side: int, place: int) -> bool:
        static = self.voice.contents.musters[side].static
        at = self.view.at[side]
        return any(at[unit] == place for unit in units(static))

    def cost(self, unit: int) -> int:
        """What a Roman unit costs now."""
        prices = self.voice.contents.tables.recruit
        return recruit_cost(prices, self.voice.info(ROMAN, unit).type, self.view.special)

    def target(self, side: int) -> int:
        """What Imperium or Caledonians Unite! must roll at most."""
        view = self.view
        praesidia = self.voice.contents.musters[ROMAN].praesidia
        camps = {view.at[ROMAN][unit] for unit in units(praesidia)}
        if side == CALEDONIAN:
            return unite_target(self.board, camps.union(view.stacks[ROMAN]))
        return imperium_target(self.board, view.stacks[CALEDONIAN], camps)


# By what an action ranges over -------------------------------------------------------------------


def _plain(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [])


def _dice(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    faces = [*dice_faces(("die", "pair", "triple").index(action.verb) + 1, action.arg), 0, 0]
    return adviser.make(action, [], face=faces[0], second=faces[1], third=faces[2])


def _deal(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], counter=adviser.voice.counter(action.arg))


def _pick(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], unit=adviser.voice.bare(CALEDONIAN, action.arg))


def _drawn_marker(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    question = adviser.view.question
    owner = question.side if question is not None else ROMAN
    return adviser.make(action, [], marker=adviser.voice.marker(owner, action.arg))


def _number(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], n=action.arg)


def _drawn(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    """Units or stratagems for a point each. There are many such buttons: their names are short."""
    count = action.arg
    key = "levy" if action.verb == "levy" else "stratagems"
    hint = adviser.say(key, n=count, left=adviser.view.points[side] - count)
    return adviser.make(action, [hint], n=count)


def _marker(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    voice = adviser.voice
    text = voice.marker_text(side, action.arg, adviser.target(side))
    held = bool(adviser.view.hand >> action.arg & WITH_POINT) and action.verb != "take"
    places = (marker_id(action.arg),) if held else ()
    hint = adviser.say("marker", text=text)
    return adviser.make(action, [hint], places, marker=voice.marker(side, action.arg))


def _about(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    hints = [adviser.say("quiet")] if action.verb == "quiet" else []
    return adviser.make(action, hints, about=adviser.voice.about(side, action.arg))


def _unit(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    voice = adviser.voice
    place = adviser.view.at[side][action.arg]
    where = voice.place(place)
    lights = (hex_id(place),) if 0 <= place <= adviser.board.hexes else ()
    hints = [adviser.about_unit(side, action.arg)]
    name = voice.unit(side, action.arg)
    places = adviser.alike(side, action.arg, adviser.pool(side, action.verb))
    return adviser.make(action, hints, places, lights, unit=name, where=where)


def _recruit(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    cost = 0 if decision.prompt in ("free_recruit", "allies") else adviser.cost(action.arg)
    hints = [adviser.about_unit(side, action.arg)]
    if decision.prompt == "recruit" and not adviser.voice.info(side, action.arg).move:
        hints.append(adviser.say("camp_last"))
    return adviser.make(
        action,
        hints,
        (pick_id(action.arg),),
        unit=adviser.voice.unit(side, action.arg),
        cost=cost,
    )


def _hit(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    info = adviser.voice.info(side, action.arg)
    whole = info.back and not adviser.view.disrupted[side] >> action.arg & 1
    hint = adviser.say("hit_disrupted", n=info.back) if whole else adviser.say("hit_lost")
    name = adviser.voice.unit(side, action.arg)
    places = adviser.alike(side, action.arg, adviser.pool(side, action.verb))
    return adviser.make(action, [hint], places, unit=name)


def _place(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    lights = (hex_id(action.arg),)
    if action.verb == "all":
        # Many such buttons stand in the bar: the name alone will do, and the map lights up.
        where = adviser.voice.short_name(action.arg)
        return adviser.make(action, [adviser.say("all")], (), lights, place=where)
    hints = adviser.fed_by_officium(action.arg) if decision.prompt == "supply" else []
    hints += adviser.counter_there(side, action.arg)
    places = (hex_id(action.arg),)
    return adviser.make(action, hints, places, lights, place=adviser.voice.place(action.arg))


def _order(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    """A March begun in a place."""
    hints = []
    if decision.prompt == "march_phase":
        hints.append(adviser.say("paid", n=adviser.view.points[side] - 1))
    where = adviser.voice.place(action.arg)
    return adviser.make(action, hints, (hex_id(action.arg),), place=where)


def _go(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    hints = adviser.arrival(side, action.arg)
    if action.verb == "go":
        hints = (hints or [adviser.say("stop")]) + adviser.supply(action.arg)
    elif action.verb == "step":
        hints.append(adviser.say("on"))
    where = adviser.voice.place(action.arg)
    by_way = action.verb == "step" and adviser.view.marching != NONE
    spot = way_id(action.arg) if by_way else hex_id(action.arg)
    return adviser.make(action, hints, (spot,), place=where)


def _cast(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [adviser.say("cast")])


def _halt(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    """The end of a March where the force stands."""
    question = adviser.view.question
    return adviser.make(action, adviser.supply(question.place) if question is not None else [])


def _done(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    """Road builders set out with this; everywhere else there is nothing to say of it."""
    hints: list[Sentence] = []
    if decision.prompt == "build":
        hints = adviser.supply(adviser.board.route[adviser.view.road + 1])
    return adviser.make(action, hints)


def _rally(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    view = adviser.view
    worn = [u for u in units(view.disrupted[side]) if view.at[side][u] == action.arg]
    names = ", ".join(adviser.voice.bare(side, unit) for unit in worn)
    hints = [adviser.say("supplied", units=names)]
    where = adviser.voice.place(action.arg)
    return adviser.make(action, hints, (hex_id(action.arg),), place=where)


def _center(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    place = adviser.board.center_hex[action.arg]
    hints: list[Sentence] = []
    if action.verb == "reveal":
        hints = adviser.counter_there(side, place)
        if adviser.view.center[action.arg] in (AMBUSH, WASTES):
            hints.append(adviser.say("reveal_lost"))
    where = adviser.voice.center(action.arg)
    return adviser.make(action, hints, (hex_id(place),), center=where)


def _supreme(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    muster = adviser.voice.contents.musters[side]
    unit = muster.supreme.bit_length() - 1
    place = adviser.view.at[side][unit]
    if action.verb == "concentrate":
        hints = [adviser.say("concentrate", n=adviser.view.points[side] - 1)]
    else:
        hints = [adviser.say("free"), adviser.about_unit(side, unit)]
    name = muster.units[unit].name
    return adviser.make(action, hints, (), (hex_id(place),), unit=name)


def _scout(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    unit = adviser.voice.contents.musters[side].scouts.bit_length() - 1
    place = adviser.view.at[side][unit]
    hints = [adviser.say("free"), adviser.about_unit(side, unit)]
    return adviser.make(action, hints, (), (hex_id(place),))


def _build(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    place = adviser.board.route[adviser.view.road + 1]
    hints = [adviser.say("build", n=adviser.view.points[side] - 1)]
    return adviser.make(action, hints, (), (hex_id(place),), place=adviser.voice.place(place))


def _declare(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    """A point and the Speech each add one to the advantage roll."""
    marker = adviser.voice.marker(side, SPEECH)
    hints: list[Sentence] = []
    if action.arg:
        left = adviser.view.points[side] - (action.arg & WITH_POINT)
        hints = [adviser.say("declare", plus=action.arg.bit_count(), n=left)]
    return adviser.make(action, hints, key=f"declare.{action.arg}", marker=marker)


def _reroll(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    battle = adviser.view.battle
    rolled: tuple[int, ...] = battle.rolled if battle is not None else ()
    for question in adviser.view.questions:
        if question.rolled is not None and not rolled:
            rolled = question.rolled
    face = rolled[action.arg] if action.arg < len(rolled) else 0
    return adviser.make(action, [], n=action.arg + 1, face=face)


def _decline(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    hints = [adviser.say("let_pass")] if decision.prompt == "interrupt" else []
    return adviser.make(action, hints)


def _next(adviser: Adviser, side: int, decision: Decision, action: Action) -> Choice:
    keys = {"recruit": "next_recruit", "march_phase": "next_march", "rally": "next_rally"}
    hints = [adviser.say(keys[decision.prompt])] if decision.prompt in keys else []
    if decision.prompt == "march_phase":
        hungry = out_of_supply(adviser.voice.contents, adviser.view).bit_count()
        key = "hungry" if hungry else "fed"
        hints.append(adviser.say(key, n=hungry))
    return adviser.make(action, hints)


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
