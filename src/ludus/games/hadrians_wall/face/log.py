"""Log entries: each event in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import TEXT, Bit, Part, Sentence, joined, roman
from ludus.games.hadrians_wall.face.attack import told
from ludus.games.hadrians_wall.face.names import ACTION_SPACE, Names
from ludus.games.hadrians_wall.ids import COHORT_KEYS, COHORTS, DIPLOMAT, GLADIATOR_KEYS, TRACE_STEP

Teller: TypeAlias = Callable[[Names, Event], "Line | None"]


def tell(names: Names, event: Event, viewer: int) -> Line | None:
    """The log entry of an event; what the attack brought the viewer is also a moment."""
    if event.kind == "defence" and event.number("seat") == viewer:
        return _own_defence(names, event)
    return TELLERS[event.kind](names, event)


def _silent(names: Names, event: Event) -> Line | None:
    return None


def _seat_only(names: Names, event: Event) -> Line:
    return Line(names.words.say(f"event.{event.kind}", seat=names.player(event.number("seat"))))


def _fate(names: Names, event: Event) -> Line:
    items = names.items(names.board.fate_items[event.number("card")])
    heading = names.words.text("heading.setup", year=roman(event.number("year")))
    return Line(names.words.say("event.fate", items=items), sound="card", heading=heading)


def _dealt(names: Names, event: Event) -> Line:
    return Line(names.words.say("event.dealt", card=names.card(event.number("card"))))


def _reveal(names: Names, event: Event) -> Line:
    prospect = event.number("prospect")
    return Line(
        names.words.say(
            "event.reveal",
            seat=names.player(event.number("seat")),
            path=names.card(event.number("path")),
            prospect=names.card(prospect),
            gain=names.icons(names.board.card_gives[prospect]),
        ),
        sound="card",
    )


def _neutral(names: Names, event: Event) -> Line:
    card = event.number("card")
    good = names.board.card_good[card]
    name, pattern = names.card(card), names.pattern(card)
    return Line(names.words.say("event.neutral", card=name, good=good, pattern=pattern))


def _income(names: Names, event: Event) -> Line:
    builders, civilians = event.number("builder"), event.number("civilian")
    items = names.items((0, builders, 0, civilians, event.number("resource")))
    return Line(
        names.words.say("event.income", seat=names.player(event.number("seat")), items=items)
    )


def _actions(names: Names, event: Event) -> Line:
    heading = names.words.text("heading.actions", year=roman(event.number("year")))
    return Line(names.words.say("event.actions"), heading=heading)


def _road(names: Names, event: Event) -> Line:
    gains = names.gains(event.numbers("trace"))
    seat = names.player(event.number("seat"))
    return Line(names.words.say("event.road", seat=seat, gains=gains), sound="mark")


def _act(names: Names, event: Event) -> Line | None:
    """What was done, named by the box it filled, and what followed."""
    action = ACTION_SPACE.numbered(event.number("action"))
    trace = event.numbers("trace")
    verb, arg = action.verb, action.arg
    if verb in ("good", "pattern"):
        return None
    parts: dict[str, Part] = {"seat": names.player(event.number("seat"))}
    skip = 0
    key = verb
    if verb in ("mining", "guard", "cippi", "wall", "fort", "citizen", "temple"):
        key = "box"
    if key in ("box", "cohort", "spar"):
        parts["box"] = names.box(*divmod(trace[0], TRACE_STEP))
        skip = 1
    elif verb == "build":
        parts["building"] = names.building(arg)
    elif verb == "forum":
        parts["cost"] = names.cost(names.board.costs[action.number])
        parts["gain"] = names.item(names.board.exchanges[arg][2], 1)
        skip = 1
    elif verb in ("perform", "bribe"):
        parts["box"] = arg + 1
    elif verb in ("ruling", "diplomat"):
        parts["cohort"] = names.cohort(arg)
        skip = sum(1 for entry in trace if DIPLOMAT <= entry // TRACE_STEP < DIPLOMAT + COHORTS)
    elif verb == "place":
        parts["cells"] = names.cells(names.board.places[arg])
    sentence = names.words.say(f"event.act.{key}", **parts)
    if len(trace) > skip:
        sentence += names.words.say("event.act.gains", gains=names.gains(trace, skip))
    else:
        sentence += names.words.say("event.act.end")
    return Line(sentence, sound="mark")


def _gift(names: Names, event: Event) -> Line:
    giver, receiver = event.number("seat"), event.number("to")
    item = names.item(event.number("item"), 1)
    seat, to = names.player(giver), names.player(receiver)
    return Line(
        names.words.say("event.gift", seat=seat, to=to, item=item),
        (Motion(f"panel-{giver}", f"panel-{receiver}"),),
        sound="coin",
    )


def _placed(names: Names, event: Event) -> Line:
    item, card = names.item(event.number("item"), 1), names.card(event.number("card"))
    seat = names.player(event.number("seat"))
    return Line(names.words.say("event.placed", seat=seat, item=item, card=card), sound="coin")


def _good(names: Names, event: Event) -> Line:
    trace = event.numbers("trace")
    return Line(
        names.words.say(
            "event.good.gains" if trace else "event.good",
            seat=names.player(event.number("seat")),
            good=event.number("good"),
            box=event.number("box") + 1,
            gains=names.gains(trace),
        ),
        sound="card" if event.number("card") >= 0 else "mark",
    )


def _battle(names: Names, event: Event) -> Line:
    fighter = names.words.text(f"gladiator.{GLADIATOR_KEYS[event.number('gladiator')]}")
    seat = names.player(event.number("seat"))
    return Line(names.words.say("event.battle", seat=seat, gladiator=fighter))


def _fought(names: Names, event: Event) -> Line:
    trace = event.numbers("trace")
    gains = names.gains(trace) if trace else names.words.say("item.nothing")
    return Line(
        names.words.say(
            "event.fought.won" if event.number("alive") else "event.fought.died",
            gladiator=names.words.text(f"gladiator.{GLADIATOR_KEYS[event.number('gladiator')]}"),
            damage=names.board.fate_damage[event.number("card")],
            gains=gains,
        ),
        sound="card",
    )


def _returned(names: Names, event: Event) -> Line | None:
    items = event.numbers("items")
    if not any(items):
        return None
    seat = names.player(event.number("seat"))
    return Line(names.words.say("event.returned", seat=seat, items=names.items(items)))


def _attack(names: Names, event: Event) -> Line:
    heading = names.words.text("heading.attack", year=roman(event.number("year")))
    sentence = names.words.say("event.attack", cards=event.number("cards"))
    return Line(sentence, sound="horn", heading=heading)


def _arrows(names: Names, event: Event) -> Line:
    """All arrows in one line, by cohort."""
    counts = event.numbers("cohorts")
    shown: list[Sentence] = [
        (Bit(TEXT, f"{count} "), names.words.icon(f"pict-{key}"))
        for key, count in zip(COHORT_KEYS, counts, strict=True)
        if count
    ]
    return Line(names.words.say("event.arrows", arrows=joined(shown)), sound="card")


def _favour(names: Names, event: Event) -> Line:
    key = "event.favour.diplomat" if event.number("diplomat") else "event.favour"
    seat, cohort = names.player(event.number("seat")), names.cohort(event.number("cohort"))
    return Line(names.words.say(key, seat=seat, cohort=cohort))


def _defence(names: Names, event: Event) -> Line:
    disdain, valour = event.number("disdain"), event.number("valour")
    kind = "held" if not disdain else "both" if valour else "through"
    sentence = names.words.say(
        f"event.defence.{kind}",
        seat=names.player(event.number("seat")),
        through=event.number("through"),
        disdain=disdain,
        gains=names.gains(event.numbers("trace")),
    )
    return Line(sentence)


def _own_defence(names: Names, event: Event) -> Line:
    """How the attack ended for the viewer."""
    return msgspec.structs.replace(_defence(names, event), moment=told(names, event))


def _cards(names: Names, event: Event) -> Line:
    return Line(names.words.say(f"event.{event.kind}", cards=event.number("cards")))


def _end(names: Names, event: Event) -> Line:
    heading = names.words.text("heading.end")
    return Line(names.words.say("event.end"), sound="end", heading=heading)


TELLERS: dict[str, Teller] = {
    "year": _silent,
    "fate": _fate,
    "dealt": _dealt,
    "laid": _seat_only,
    "reveal": _reveal,
    "neutral": _neutral,
    "income": _income,
    "actions": _actions,
    "road": _road,
    "act": _act,
    "gift": _gift,
    "placed": _placed,
    "good": _good,
    "battle": _battle,
    "fought": _fought,
    "stop": _seat_only,
    "returned": _returned,
    "attack": _attack,
    "attacker": _silent,
    "arrows": _arrows,
    "favour": _favour,
    "defence": _defence,
    "reshuffle": _cards,
    "end": _end,
}
