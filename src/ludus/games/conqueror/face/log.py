"""The story of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import Bit, Sentence, joined
from ludus.games.conqueror.face.voice import Voice, army_id
from ludus.games.conqueror.ids import CAVALRY, GROUPS_EACH, NONE, REASONS

Teller: TypeAlias = Callable[[Voice, Event], "Line | None"]
Part: TypeAlias = Bit | Sentence | str | int

PLAYERS = ("seat", "rival", "late")
PLACES = {"place": "place", "origin": "start", "start": "start", "target": "place"}


def tell(voice: Voice, event: Event) -> Line | None:
    return TELLERS[event.kind](voice, event)


def gathered(voice: Voice, event: Event) -> dict[str, Part]:
    """The facts of an event as bits, each by what its name stands for."""
    parts: dict[str, Part] = {}
    for name, value in event.facts.items():
        if isinstance(value, tuple):
            if name == "seats":
                parts[name] = voice.players(value)
        elif name in PLAYERS:
            parts[name] = voice.player(value)
        elif name in PLACES:
            parts[PLACES[name]] = voice.place(value)
        else:
            _small(voice, name, value, parts)
    _armies(voice, event, parts)
    return parts


def _small(voice: Voice, name: str, value: int, parts: dict[str, Part]) -> None:
    """Dice, units, coins and plain numbers."""
    if name == "face":
        parts[name] = voice.die(value)
    elif name == "kind":
        parts["unit"] = voice.unit(value)
    elif name == "group":
        parts["unit"] = voice.unit(value // GROUPS_EACH)
    else:
        parts[name] = value
        if name in ("coins", "pays", "price"):
            parts["n"] = voice.coins(abs(value))


def _armies(voice: Voice, event: Event, parts: dict[str, Part]) -> None:
    if "infantry" in event.facts:
        infantry, cavalry = event.number("infantry"), event.number("cavalry")
        parts["army"] = voice.army(infantry, cavalry)
        parts["count"] = infantry + cavalry
    elif "count" in event.facts and "kind" in event.facts:
        count = event.number("count")
        horses = count if event.number("kind") == CAVALRY else 0
        parts["army"] = voice.army(count - horses, horses)


def say(voice: Voice, event: Event, key: str = "", **more: Part) -> Sentence:
    parts = gathered(voice, event)
    parts.update(more)
    return voice.words.say(f"event.{key or event.kind}", **parts)


def _simple(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event))


def _silent(voice: Voice, event: Event) -> None:
    return None


def _dice(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event), sound="dice")


def _faction(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event, faction=voice.faction(event.number("faction"))))


def _mission(voice: Voice, event: Event) -> Line:
    mission = event.number("mission")
    name, text = voice.mission(mission).name, voice.mission_text(mission)
    return Line(say(voice, event, mission=name, text=text), sound="card")


def _round(voice: Voice, event: Event) -> Line:
    return Line((), heading=voice.words.text("event.round", round=event.number("round")))


def _turn(voice: Voice, event: Event) -> Line:
    seat = voice.player(event.number("seat"))
    heading = voice.words.text("event.turn", round=event.number("round"), seat=seat)
    return Line((), heading=heading, sound="turn")


def _card(voice: Voice, event: Event) -> Line:
    card = event.number("card")
    text = voice.card_text(card)
    return Line(say(voice, event, card=voice.card(card).name, text=text), sound="card")


def _bids(voice: Voice, event: Event) -> Line:
    bids = [
        (*voice.players([seat]), *voice.words.say("name.die", face=f" {bid}"))
        for seat, bid in enumerate(event.numbers("bids"))
        if bid != NONE
    ]
    key = "event.bids_won" if event.number("won") else "event.bids_lost"
    return Line(say(voice, event, bids=joined(bids), result=voice.words.text(key)), sound="coin")


def _threat_coins(voice: Voice, event: Event) -> Line:
    key = "threat_coins" if event.number("coins") > 0 else "threat_coins.pay"
    return Line(say(voice, event, key), sound="coin")


def _game_end(voice: Voice, event: Event) -> Line:
    reason = voice.words.text(f"reason.{REASONS[event.number('reason')]}")
    return Line(say(voice, event, reason=reason), sound="end")


def _coins(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event), sound="coin")


def _hero(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event, hero=voice.hero(event.number("hero")).name), sound="card")


def _move(voice: Voice, event: Event) -> Line:
    start, end, _ = voice.board.links[event.number("link")]
    sentence = say(voice, event, start=voice.place(start), place=voice.place(end))
    return Line(sentence, (Motion(army_id(start), army_id(end)),), "move")


def _attack(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event), sound="battle")


def _yes_no(voice: Voice, event: Event) -> Line:
    key = event.kind if event.number("yes") else f"{event.kind}.no"
    return Line(say(voice, event, key))


def _battle(voice: Voice, event: Event) -> Line:
    words = voice.words
    sums = {}
    for name in ("attack", "defence"):
        units, bonus, hero, die = event.numbers(name)
        total = units + bonus + hero + die
        sums[name] = words.say(
            "event.parts", units=units, bonus=bonus, hero=hero, die=voice.die(die), total=total
        )
    winner = event.number("winner")
    if winner == NONE:
        result = words.say("event.battle_draw")
    else:
        margin = event.number("margin")
        result = words.say("event.battle_won", winner=voice.player(winner), margin=margin)
    sentence = words.say(
        "event.battle",
        attacker=voice.player(event.number("attacker")),
        defender=voice.player(event.number("defender")),
        attack=sums["attack"],
        defence=sums["defence"],
        result=result,
    )
    return Line(sentence, sound="battle")


def _retreat(voice: Voice, event: Event) -> Line:
    start, end = event.number("start"), event.number("place")
    return Line(say(voice, event), (Motion(army_id(start), army_id(end)),), "move")


def _conquest(voice: Voice, event: Event) -> Line:
    start, end = event.number("origin"), event.number("place")
    return Line(say(voice, event), (Motion(army_id(start), army_id(end)),), "capture")


def _warning(voice: Voice, event: Event) -> Line:
    return Line(say(voice, event, seconds=event.number("wait") // 1000), sound="warning")


def _mission_done(voice: Voice, event: Event) -> Line:
    mission = voice.mission(event.number("mission")).name
    return Line(say(voice, event, mission=mission), sound="coin")


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
    "countdown": _simple,
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
    "time_up": _simple,
    "warning": _warning,
    "claim": _simple,
    "bribe": _coins,
}
