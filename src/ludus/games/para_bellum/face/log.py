"""The log: a line for each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import Bit, Sentence, roman
from ludus.games.para_bellum.face.moments import big_legion, end_is_near, hit, morale_test
from ludus.games.para_bellum.face.names import Names
from ludus.games.para_bellum.ids import ACT_VERBS, BY_COLOURS, USES_PER_KIND
from ludus.games.para_bellum.mechanics.legions import is_big
from ludus.games.para_bellum.view import View

Writer: TypeAlias = Callable[[Names, Event], Line | None]

ANNOUNCED = ("muster", "empower", "consult", "use", "march", "pact")
"""The actions that get a line of their own; the events that follow say the rest."""


def tell(view: View, names: Names, event: Event) -> Line | None:
    write = WRITERS.get(event.kind)
    if event.kind == "takes" and not view.open_memory and not _is_own(view, event.number("seat")):
        # It was seen to go, but the log is no memory either [gloss.4].
        write = _named("takes_hidden", "card")
    return None if write is None else write(names, event)


def _is_own(view: View, seat: int) -> bool:
    """Whether a seat is the viewer's or its ally's."""
    return view.viewer >= 0 and view.sides[seat].commands is not None


def say(names: Names, key: str, event: Event, /, **parts: Bit | Sentence | str | int) -> Sentence:
    """A sentence about the seat of an event."""
    if "seat" in event.facts:
        parts["seat"] = names.player(event.number("seat"))
    return names.words.say(f"event.{key}", **parts)


def _named(key: str, sound: str = "") -> Writer:
    """A line that uses only the facts of the event, by their names."""

    def write(names: Names, event: Event) -> Line:
        parts: dict[str, Bit | Sentence | str | int] = {}
        for name, value in event.facts.items():
            if isinstance(value, int):
                parts.update(_part(names, event, name, value))
        return Line(say(names, key, event, **parts), sound=sound)

    return write


def _part(
    names: Names, event: Event, name: str, value: int
) -> dict[str, Bit | Sentence | str | int]:
    seat = event.number("seat") if "seat" in event.facts else 0
    found: Bit | str | int
    match name:
        case "kind":
            return {"name": names.command(value)}
        case "card":
            found = names.army_card(value)
        case "goal":
            found = names.goal(value)
        case "colour":
            return {"colour": names.colour(value), "blazon": names.blazon(value)}
        case "battle":
            found = names.battle(value)
        case "event":
            found = names.event(value)
        case "banner":
            return {"banner": names.banner(value), "sign": names.banner_bit(value)}
        case "cell":
            found = names.cell(seat, value) if value >= 0 else ""
        case "slot":
            return {"place": names.slot(seat, value)}
        case "face" | "before":
            slot = event.number("slot") if "slot" in event.facts else 0
            found = names.pips(value, slot)
        case "to":
            found = names.player(value)
        case _:
            found = value
    return {name: found}


def _turn(names: Names, event: Event) -> Line:
    seat, count = names.player(event.number("seat")), event.number("round")
    shown = roman(count) if count <= 12 else str(count)
    return Line((), heading=names.words.text("event.turn", round=shown, seat=seat))


def _acts(names: Names, event: Event) -> Line | None:
    verb = ACT_VERBS[event.number("verb")]
    if verb not in ANNOUNCED:
        return None
    parts: dict[str, Bit | Sentence | str | int] = {}
    if verb == "use":
        parts["name"] = names.command(event.number("arg") // USES_PER_KIND)
    return Line(say(names, f"acts.{verb}", event, **parts))


def _places(names: Names, event: Event) -> Line:
    seat, cell = event.number("seat"), event.number("cell")
    sentence = say(
        names,
        "places",
        event,
        card=names.army_card(event.number("card")),
        cell=names.cell(seat, cell),
    )
    return Line(sentence, (Motion(f"panel-{seat}", f"cell-{seat}-{cell}"),), "place")


def _legion(names: Names, event: Event) -> Line:
    count = event.number("hi") - event.number("lo") + 1
    colour = names.colour(event.number("colour"))
    blazon = names.blazon(event.number("colour"))
    if not is_big(event.number("lo"), event.number("hi")):
        said = say(names, "legion.small", event, colour=colour, blazon=blazon)
        return Line(said, sound="legion")
    said = say(names, "legion.big", event, colour=colour, blazon=blazon, count=count)
    return Line(said, sound="legion", moment=big_legion(names, event))


def _morale(names: Names, event: Event) -> Line:
    plus = event.number("plus")
    sentence = say(
        names,
        "morale.passed" if event.number("passed") else "morale.failed",
        event,
        face=names.pips(event.number("roll")),
        plus=f"{plus:+d}",
        limit=event.number("limit"),
    )
    return Line(sentence, sound="dice", moment=morale_test(names, event))


def _die_lost(names: Names, event: Event) -> Line:
    parts: dict[str, Bit | Sentence | str | int] = {}
    for name in ("slot", "before"):
        parts.update(_part(names, event, name, event.number(name)))
    return Line(say(names, "die_lost", event, **parts), sound="lost", moment=hit(names, event))


def _die_changed(names: Names, event: Event) -> Line:
    seat, slot, face = (event.number(name) for name in ("seat", "slot", "face"))
    parts: dict[str, Bit | Sentence | str | int] = {
        "before": names.pips(event.number("before"), slot),
        "place": names.slot(seat, slot),
    }
    if not face:
        return Line(say(names, "die_changed.gone", event, **parts), sound="lost")
    return Line(say(names, "die_changed.shown", event, face=names.pips(face, slot), **parts))


def _bonus(names: Names, event: Event) -> Line:
    bonus = names.bonus(event.number("battle"), event.number("colour"))
    return Line(say(names, "bonus", event, bonus=bonus))


def _actions(names: Names, event: Event) -> Line:
    key = "actions.kept" if event.number("kept") else "actions.lost"
    return Line(say(names, key, event, count=event.number("count")))


def _order(names: Names, event: Event) -> Line:
    kind, target = event.number("kind"), event.number("target")
    parts: dict[str, Bit | Sentence | str | int] = {
        "name": names.command(kind),
        "text": names.printed_text(names.options(kind)[event.number("option")]),
    }
    if target < 0:
        return Line(say(names, "order.plain", event, **parts), sound="card")
    return Line(say(names, "order.at", event, target=names.player(target), **parts), sound="card")


def _deploys(names: Names, event: Event) -> Line:
    seat, cell = event.number("seat"), event.number("cell")
    name = names.command(event.number("kind"))
    if cell < 0:
        return Line(say(names, "deploys.plain", event, name=name), sound="card")
    where = names.cell(seat, cell)
    return Line(say(names, "deploys.at", event, name=name, cell=where), sound="card")


def _gives(names: Names, event: Event) -> Line:
    to = names.player(event.number("to"))
    if event.number("army"):
        card = names.army_card(event.number("card"))
        return Line(say(names, "gives.army", event, card=card, to=to))
    name = names.command(event.number("card"))
    return Line(say(names, "gives.command", event, name=name, to=to))


def _gives_hidden(names: Names, event: Event) -> Line:
    key = "gives_hidden.army" if event.number("army") else "gives_hidden.command"
    return Line(say(names, key, event, to=names.player(event.number("to"))))


def _alliance(names: Names, event: Event) -> Line:
    team = event.number("team")
    seats = names.players((team, team + 2))
    alliance = names.alliance(event.number("alliance"))
    return Line(names.words.say("event.alliance", seats=seats, alliance=alliance))


def _arrives(names: Names, event: Event) -> Line:
    text = names.runner_text(*(event.number(name) for name in ("alliance", "side", "option")))
    return Line(say(names, "arrives", event, text=names.printed_text(text)))


def _objective_dealt(names: Names, event: Event) -> Line:
    key = "objective_dealt.shared" if event.number("shared") else "objective_dealt.own"
    return Line(say(names, key, event, goal=names.goal(event.number("goal"))))


def _objective(names: Names, event: Event) -> Line:
    key = "objective.shared" if event.number("shared") else "objective.own"
    goal = names.goal(event.number("goal"))
    return Line(say(names, key, event, goal=goal, points=event.number("points")))


def _end_triggered(names: Names, event: Event) -> Line:
    key = "end_triggered.colours" if event.number("by") == BY_COLOURS else "end_triggered.deck"
    return Line(say(names, key, event), sound="end", moment=end_is_near(names, event))


def _game_end(names: Names, event: Event) -> Line:
    heading = names.words.text("heading.end")
    return Line(say(names, "game_end", event), sound="end", heading=heading)


WRITERS: dict[str, Writer] = {
    "colour": _named("colour"),
    "battle": _named("battle"),
    "alliance": _alliance,
    "objective_dealt": _objective_dealt,
    "objective_returned": _named("objective_returned"),
    "objective_returned_hidden": _named("objective_returned_hidden"),
    "open_objective": _named("open_objective"),
    "first_roll": _named("first_roll", "dice"),
    "first": _named("first"),
    "revealed": _named("revealed"),
    "reshuffled": _named("reshuffled"),
    "takes": _named("takes", "card"),
    "draws": _named("draws", "card"),
    "draws_hidden": _named("draws_hidden", "card"),
    "looks": _named("looks"),
    "buries": _named("buries"),
    "buries_hidden": _named("buries_hidden"),
    "event": _named("event"),
    "turn": _turn,
    "acts": _acts,
    "places": _places,
    "legion": _legion,
    "new_gray": _named("new_gray", "dice"),
    "centurion": _named("centurion"),
    "new_red": _named("new_red", "dice"),
    "blazon": _named("blazon"),
    "banner": _named("banner"),
    "banner_spent": _named("banner_spent"),
    "bonus": _bonus,
    "no_bonus": _named("no_bonus"),
    "morale": _morale,
    "die_changed": _die_changed,
    "die_lost": _die_lost,
    "die_back": _named("die_back", "dice"),
    "rerolled": _named("rerolled", "dice"),
    "shielded": _named("shielded"),
    "coins": _named("coins", "coin"),
    "coins_given": _named("coins_given", "coin"),
    "coins_paid": _named("coins_paid", "coin"),
    "actions_paid": _named("actions_paid"),
    "points": _named("points"),
    "actions": _actions,
    "order": _order,
    "plays_free": _named("plays_free"),
    "deploys": _deploys,
    "disabled": _named("disabled"),
    "discarded": _named("discarded"),
    "turned_up": _named("turned_up"),
    "discards": _named("discards"),
    "gives": _gives,
    "gives_hidden": _gives_hidden,
    "requisitions": _named("requisitions"),
    "requisitions_hidden": _named("requisitions_hidden"),
    "motivates": _named("motivates"),
    "rolled": _named("rolled", "dice"),
    "picked": _named("picked"),
    "runner": _named("runner"),
    "arrives": _arrives,
    "declines": _named("declines"),
    "objective": _objective,
    "cornicine": _named("cornicine"),
    "end_triggered": _end_triggered,
    "game_end": _game_end,
}
"""Events without an entry get no line; the events that follow say enough."""
