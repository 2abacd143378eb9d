"""The label and the hint of each choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined, roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.ids import FACES, FREE, NONE, NUMBERS, PAIRS
from ludus.games.cambria.mechanics import boat_makes_doubles

Label: TypeAlias = Callable[[Context, Decision, Action], Choice]

WARRIOR: Final = "warrior"
LEGION: Final = "legion"
MODES: Final = {"place": WARRIOR, "sail": WARRIOR, "legion": LEGION}
"""The mode that a verb belongs to when an eagle allows a warrior or the legion on the same road."""


def choices_of(context: Context, decision: Decision) -> list[Choice]:
    """The options of a decision, in order."""
    return [CHOICES[option.verb](context, decision, option) for option in decision.options]


def places_of(action: Action, roads: int) -> tuple[str, ...]:
    """The places in the picture where an action can be chosen."""
    if action.verb in ("place", "replace", "legion"):
        return (f"road-{action.arg}",)
    if action.verb in ("sail", "board"):
        return (f"boat-{action.arg}",)
    if action.verb == "lift":
        return (f"road-{action.arg}" if action.arg < roads else f"boat-{action.arg - roads}",)
    return ()


# How choices look ---------------------------------------------------------------------------------


def _at_road(
    context: Context, key: str, action: Action, road: int, hint: Sentence, **parts: Bit | Sentence
) -> Choice:
    a, b = context.board.ends[road]
    return Choice(
        action,
        context.words.text(f"action.{key}", road=context.names.road_name(road), **parts),
        hint,
        (f"road-{road}",),
        (f"fort-{a}", f"fort-{b}"),
        MODES.get(action.verb, ""),
    )


def _at_boat(
    context: Context,
    key: str,
    action: Action,
    boat: int,
    hint: Sentence,
    lights: tuple[str, ...] = (),
) -> Choice:
    label = context.words.text(f"action.{key}", boat=roman(NUMBERS[boat]))
    return Choice(action, label, hint, (f"boat-{boat}",), lights, MODES.get(action.verb, ""))


def _button(context: Context, key: str, action: Action, hint: Sentence) -> Choice:
    return Choice(action, context.words.text(f"action.{key}"), hint)


# Choices by verb ----------------------------------------------------------------------------------


def _mover(context: Context) -> int:
    """The player whose warrior is placed."""
    question = context.view.question
    return NONE if question is None else question.player


def _roll(context: Context, decision: Decision, action: Action) -> Choice:
    words = context.words
    if decision.prompt == "start":
        return _button(context, "roll", action, words.say("hint.roll.start"))
    if decision.prompt == "opening":
        return _button(context, "roll.one", action, words.say("hint.roll.opening"))
    if decision.prompt == "dummy":
        hint = words.say("hint.roll.dummy", dummy=context.names.dummy)
        return _button(context, "roll.one", action, hint)
    key = "hint.roll.free" if context.view.decline_after_rolling else "hint.roll"
    return _button(context, "roll", action, words.say(key))


def _place(context: Context, decision: Decision, action: Action) -> Choice:
    view = context.view
    source = NONE
    if decision.prompt == "land" and view.question is not None:
        source = context.board.roads + view.question.target
    ends_turn = decision.prompt in ("act", "land")
    hint = context.placing(_mover(context), action.arg, source, ends_turn)
    if action.verb == "place":
        return _at_road(context, "place", action, action.arg, hint)
    piece = context.names.piece(view.roads[action.arg])
    return _at_road(context, "replace", action, action.arg, hint, piece=piece)


def _legion(context: Context, decision: Decision, action: Action) -> Choice:
    hint = context.moving_legion(decision.seat, action.arg)
    return _at_road(context, "legion", action, action.arg, hint)


def _sail(context: Context, decision: Decision, action: Action) -> Choice:
    number = NUMBERS[action.arg]
    open_roads = landings(context, action.arg)
    hint = context.words.say("hint.sail", boat=roman(number), count=len(open_roads))
    lights = tuple(f"road-{road}" for road in open_roads)
    return _at_boat(context, "sail", action, action.arg, hint, lights)


def landings(context: Context, boat: int) -> list[int]:
    """The roads that the warrior on a boat may go to."""
    view = context.view
    number = NUMBERS[boat]
    a, b = view.dice
    doubles = boat_makes_doubles(
        number, a, b, view.boat_can_make_doubles, view.eagle_can_make_doubles
    )
    return [
        road
        for road in context.board.roads_of[number]
        if view.roads[road] == FREE or (doubles and view.roads[road] != view.boats[boat])
    ]


def _board(context: Context, decision: Decision, action: Action) -> Choice:
    words, view = context.words, context.view
    parts = [words.say("hint.board", boat=roman(NUMBERS[action.arg]))]
    if not view.supply[decision.seat]:
        parts.append(words.say("hint.lift_next"))
    else:
        parts += context.fallen(view.roads)
    return _at_boat(context, "board", action, action.arg, joined(parts, " "))


def _ending(context: Context, decision: Decision, action: Action) -> Choice:
    view = context.view
    counts = action.verb == "pass" or (action.verb == "end" and view.decline_after_rolling)
    last = counts and view.passes + 1 >= 2 * view.seats
    said = context.words.say("hint.pass.last" if last else f"hint.{action.verb}")
    hint = joined([said, *context.fallen(view.roads)], " ")
    return _button(context, action.verb, action, hint)


def _keep(context: Context, decision: Decision, action: Action) -> Choice:
    dummy = context.names.dummy
    label = context.words.text("action.keep", dummy=dummy)
    return Choice(action, label, context.words.say("hint.keep", dummy=dummy))


def _lift(context: Context, decision: Decision, action: Action) -> Choice:
    question = context.view.question
    target = NONE if question is None else question.target
    own = decision.prompt == "lift"
    hint = context.placing(_mover(context), target, action.arg, ends_turn=own)
    if action.arg < context.board.roads:
        return _at_road(context, "lift", action, action.arg, hint)
    return _at_boat(context, "lift.boat", action, action.arg - context.board.roads, hint)


def _dice(context: Context, decision: Decision, action: Action) -> Choice:
    a, b = PAIRS[action.arg]
    names = context.names
    return Choice(action, context.words.text("action.dice", a=names.die(a), b=names.die(b)))


def _die(context: Context, decision: Decision, action: Action) -> Choice:
    face = context.names.die(FACES[action.arg])
    return Choice(action, context.words.text("action.die", face=face))


CHOICES: dict[str, Label] = {
    "roll": _roll,
    "pass": _ending,
    "place": _place,
    "replace": _place,
    "legion": _legion,
    "sail": _sail,
    "board": _board,
    "stay": _ending,
    "end": _ending,
    "keep": _keep,
    "lift": _lift,
    "dice": _dice,
    "die": _die,
}
