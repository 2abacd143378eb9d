"""The story of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import Part, Sentence, joined
from ludus.games.conqueror.face import moments
from ludus.games.conqueror.face.names import Names, army_id
from ludus.games.conqueror.ids import CAVALRY, GROUPS_EACH, NONE, REASONS

Teller: TypeAlias = Callable[[Names, Event], "Line | None"]

PLAYERS = ("seat", "rival", "late")
PLACES = {"place": "place", "origin": "start", "start": "start", "target": "place"}


STEPS: Final = {
    "attack": "battle",
    "joined": "battle",
    "hero_said": "battle",
    "hero_shown": "battle",
    "die": "battle",
    "reroll": "battle",
    "casualties": "losses",
    "kill": "losses",
    "no_retreat": "losses",
    "reward": "losses",
    "stolen": "losses",
    "retreat": "losses",
    "left_behind": "losses",
    "conquest": "losses",
    "income": "planning",
    "recruit": "planning",
    "hire": "planning",
    "bid_made": "bids",
    "off_roll": "off_rolls",
    "unit_lost": "units",
    "order_roll": "order",
    "order": "order",
}
"""What belongs together: one after the other, it stands in one paragraph."""


def tell(names: Names, event: Event) -> Line | None:
    line = TELLERS[event.kind](names, event)
    step = STEPS.get(event.kind, "")
    return replace(line, step=step) if line is not None and step else line


def gathered(names: Names, event: Event) -> dict[str, Part]:
    """The facts of an event as bits, each by what its name stands for."""
    parts: dict[str, Part] = {}
    for name, value in event.facts.items():
        if isinstance(value, tuple):
            if name == "seats":
                parts[name] = names.player_list(value)
        elif name in PLAYERS:
            parts[name] = names.player(value)
        elif name in PLACES:
            parts[PLACES[name]] = names.place(value)
        else:
            _small(names, name, value, parts)
    _armies(names, event, parts)
    return parts


def _small(names: Names, name: str, value: int, parts: dict[str, Part]) -> None:
    """Dice, units, coins and plain numbers."""
    if name == "face":
        parts[name] = names.die(value)
    elif name == "kind":
        parts["unit"] = names.unit_icon(value)
    elif name == "group":
        parts["unit"] = names.unit_icon(value // GROUPS_EACH)
    else:
        parts[name] = value
        if name in ("coins", "pays", "price"):
            parts["n"] = names.coins(abs(value))


def _armies(names: Names, event: Event, parts: dict[str, Part]) -> None:
    if "infantry" in event.facts:
        infantry, cavalry = event.number("infantry"), event.number("cavalry")
        parts["army"] = names.army(infantry, cavalry)
        parts["count"] = infantry + cavalry
    elif "count" in event.facts and "kind" in event.facts:
        count = event.number("count")
        horses = count if event.number("kind") == CAVALRY else 0
        parts["army"] = names.army(count - horses, horses)


def say(names: Names, event: Event, key: str = "", **more: Part) -> Sentence:
    parts = gathered(names, event)
    parts.update(more)
    return names.words.say(f"event.{key or event.kind}", **parts)


def _simple(names: Names, event: Event) -> Line:
    return Line(say(names, event))


def _silent(names: Names, event: Event) -> None:
    return None


def _dice(names: Names, event: Event) -> Line:
    return Line(say(names, event), sound="dice")


def _faction(names: Names, event: Event) -> Line:
    return Line(say(names, event, faction=names.faction(event.number("faction"))))


def _mission(names: Names, event: Event) -> Line:
    mission = event.number("mission")
    name, text = names.mission(mission).name, names.mission_text(mission)
    return Line(say(names, event, mission=name, text=text), sound="card")


def _round(names: Names, event: Event) -> Line:
    return Line((), heading=names.words.text("event.round", round=event.number("round")))


def _turn(names: Names, event: Event) -> Line:
    seat = names.player(event.number("seat"))
    heading = names.words.text("event.turn", round=event.number("round"), seat=seat)
    return Line((), heading=heading, sound="turn")


def _card(names: Names, event: Event) -> Line:
    card = event.number("card")
    text = names.card_text(card)
    return Line(say(names, event, card=names.card(card).name, text=text), sound="card")


def _bids(names: Names, event: Event) -> Line:
    bids = [
        (*names.player_list([seat]), *names.words.say("name.die", face=f" {bid}"))
        for seat, bid in enumerate(event.numbers("bids"))
        if bid != NONE
    ]
    key = "event.bids_won" if event.number("won") else "event.bids_lost"
    sentence = say(names, event, bids=joined(bids), result=names.words.text(key))
    return Line(sentence, sound="coin", moment=moments.told_bids(names, event))


def _threat_coins(names: Names, event: Event) -> Line:
    key = "threat_coins" if event.number("coins") > 0 else "threat_coins.pay"
    return Line(say(names, event, key), sound="coin")


def _game_end(names: Names, event: Event) -> Line:
    reason = names.words.text(f"reason.{REASONS[event.number('reason')]}")
    moment = moments.told_end(names, event, reason)
    return Line(say(names, event, reason=reason), sound="end", moment=moment)


def _coins(names: Names, event: Event) -> Line:
    return Line(say(names, event), sound="coin")


def _hero(names: Names, event: Event) -> Line:
    return Line(say(names, event, hero=names.hero(event.number("hero")).name), sound="card")


def _move(names: Names, event: Event) -> Line:
    start, end, _ = names.board.links[event.number("link")]
    sentence = say(names, event, start=names.place(start), place=names.place(end))
    return Line(sentence, (Motion(army_id(start), army_id(end)),), "move")


def _attack(names: Names, event: Event) -> Line:
    return Line(say(names, event), sound="battle")


def _yes_no(names: Names, event: Event) -> Line:
    key = event.kind if event.number("yes") else f"{event.kind}.no"
    return Line(say(names, event, key))


def _battle(names: Names, event: Event) -> Line:
    words = names.words
    sums = {}
    for name in ("attack", "defence"):
        units, bonus, hero, die = event.numbers(name)
        total = units + bonus + hero + die
        sums[name] = words.say(
            "event.parts", units=units, bonus=bonus, hero=hero, die=names.die(die), total=total
        )
    winner = event.number("winner")
    if winner == NONE:
        result = words.say("event.battle_draw")
    else:
        margin = event.number("margin")
        result = words.say("event.battle_won", winner=names.player(winner), margin=margin)
    sentence = words.say(
        "event.battle",
        attacker=names.player(event.number("attacker")),
        defender=names.player(event.number("defender")),
        attack=sums["attack"],
        defence=sums["defence"],
        result=result,
    )
    return Line(sentence, sound="battle", moment=moments.told_battle(names, event))


def _retreat(names: Names, event: Event) -> Line:
    start, end = event.number("start"), event.number("place")
    return Line(say(names, event), (Motion(army_id(start), army_id(end)),), "move")


def _conquest(names: Names, event: Event) -> Line:
    start, end = event.number("origin"), event.number("place")
    return Line(say(names, event), (Motion(army_id(start), army_id(end)),), "capture")


def _warning(names: Names, event: Event) -> Line:
    line = say(names, event, seconds=event.number("wait") // 1000)
    moment = moments.told(names, event, "clock", "warn", "conqueror.bribe_action.1", line)
    return Line(line, sound="warning", moment=moment)


def _time_up(names: Names, event: Event) -> Line:
    line = say(names, event)
    return Line(line, moment=moments.told(names, event, "clock", "warn", "conqueror.bribe.1", line))


def _bribe(names: Names, event: Event) -> Line:
    line = say(names, event)
    moment = moments.told(names, event, "coin", "bad", "conqueror.bribe.2", line)
    return Line(line, sound="coin", moment=moment)


def _countdown(names: Names, event: Event) -> Line:
    line = say(names, event)
    moment = moments.told(names, event, "flag", "bad", "conqueror.victory.1", line)
    return Line(line, sound="warning", moment=moment)


def _mission_done(names: Names, event: Event) -> Line:
    mission = names.mission(event.number("mission")).name
    return Line(say(names, event, mission=mission), sound="coin")


TELLERS: dict[str, Teller] = {
    "order_roll": _dice,
    "order_tie": _simple,
    "order": _simple,
    "faction": _faction,
    "armies": _simple,
    "mission": _mission,
    "round": _round,
    "turn": _turn,
    "end": _silent,
    "countdown": _countdown,
    "reshuffle": _simple,
    "chronicle": _card,
    "bidding": _card,
    "bid_made": _simple,
    "bids": _bids,
    "threat_coins": _threat_coins,
    "threat_units": _simple,
    "roll_off": _simple,
    "off_roll": _dice,
    "unit_lost": _simple,
    "hunger": _simple,
    "eliminated": _simple,
    "game_end": _game_end,
    "income": _coins,
    "recruit": _simple,
    "hire": _simple,
    "hero_bought": _coins,
    "hero_name": _hero,
    "move": _move,
    "attack": _attack,
    "intends": _silent,
    "join": _silent,
    "joined": _simple,
    "independents": _simple,
    "hero_said": _yes_no,
    "hero_shown": _hero,
    "die": _dice,
    "reroll": _yes_no,
    "battle": _battle,
    "casualties": _simple,
    "kill": _simple,
    "no_retreat": _simple,
    "retreat": _retreat,
    "left_behind": _simple,
    "conquest": _conquest,
    "reward": _coins,
    "stolen": _coins,
    "converted": _simple,
    "mission_done": _mission_done,
    "time_up": _time_up,
    "planning_over": _simple,
    "warning": _warning,
    "claim": _simple,
    "bribe": _bribe,
}
