"""What each choice is called and what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined
from ludus.games.conqueror.cards import Law
from ludus.games.conqueror.face.voice import Voice, army_id, land_id
from ludus.games.conqueror.ids import (
    ATTACK,
    DEFENCE,
    FACES,
    GROUPS_EACH,
    HEROES_EACH,
    INDEPENDENT,
    INFANTRY,
    NOBODY,
    NONE,
    WIN_FORTS,
)
from ludus.games.conqueror.mechanics.casualties import fitting
from ludus.games.conqueror.mechanics.costs import quota
from ludus.games.conqueror.mechanics.odds import percents
from ludus.games.conqueror.mechanics.strength import attackers, strength_of
from ludus.games.conqueror.view import View

Label: TypeAlias = Callable[["Adviser", Decision, Action], Choice]
Part: TypeAlias = Bit | Sentence | str | int


class Adviser:
    """Reckons, from a view alone, what a choice would lead to."""

    def __init__(self, view: View, voice: Voice) -> None:
        self.view = view
        self.voice = voice
        self.words = voice.words
        self.board = voice.board

    @property
    def law(self) -> Law:
        """The law of the round."""
        if self.view.card == NONE:
            return self.voice.contents.peace
        return self.voice.card(self.view.card).law

    def choice(self, decision: Decision, action: Action) -> Choice:
        return CHOICES[action.verb](self, decision, action)

    def make(
        self,
        action: Action,
        hints: list[Sentence],
        places: tuple[str, ...] = (),
        lights: tuple[str, ...] = (),
        **parts: Part,
    ) -> Choice:
        label = self.words.text(f"action.{action.verb}", **parts)
        return Choice(action, label, joined(hints, " "), places, lights)

    def say(self, key: str, **parts: Part) -> Sentence:
        return self.words.say(f"hint.{key}", **parts)

    def spots(self, place: int) -> tuple[str, ...]:
        """Where a territory can be touched: an army that stands there covers the land below it."""
        if self.view.owner[place] == NOBODY:
            return (land_id(place),)
        return army_id(place), land_id(place)

    def defence_of(self, place: int) -> int:
        """What a territory counts in defence, heroes and dice aside."""
        view = self.view
        return strength_of(view.infantry[place], view.cavalry[place]) + view.defence[place]

    def quota_with(self, seat: int, gained: int, lost: int) -> int:
        """A seat's quota after a territory is won (or NONE) and another given up (or NONE)."""
        held = 0
        for place, owner in enumerate(self.view.owner):
            if (owner == seat and place != lost) or place == gained:
                held |= 1 << place
        return quota(self.voice.contents.quota, self.board, self.law, held)

    def moving(self, decision: Decision, start: int, end: int, count: int) -> list[Sentence]:
        """What a move of so many units wins and costs."""
        view, words = self.view, self.words
        seat = view.owner[start]
        hints = self.opening_words(decision)
        gained = lost = NONE
        if view.owner[end] == NOBODY:
            gained = end
            shown = self.voice.icons(end)
            hints.append(self.say("takes", icons=shown) if shown else self.say("takes_bare"))
            if self.board.fort[end]:
                hints.append(self.say("fort_now", n=view.forts[seat] + 1))
        else:
            hints.append(self.say("joins"))
        last = view.infantry[start] + view.cavalry[start] == count
        if last and self.board.home[view.faction[seat]] != start:
            lost = start
            shown = self.voice.icons(start)
            tail = words.text("hint.leaves_icons", icons=shown) if shown else ""
            hints.append(self.say("leaves", place=self.voice.place(start), icons=tail))
        allowed = self.quota_with(seat, gained, lost)
        if view.units[seat] > allowed:
            hints.append(self.say("hungry", quota=allowed, n=view.units[seat] - allowed))
        return hints

    def opening_words(self, decision: Decision) -> list[Sentence]:
        """What is lost if planning ends now, as it does with the first action. It stands beside
        every order, so it is short.
        """
        view = self.view
        income = view.income[decision.seat]
        if view.acting or view.collected or not income:
            return []
        return [self.say("income_lost", n=income)]


# Before the first round, and bids ----------------------------------------------------------------


def _faction(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    board, voice = adviser.board, adviser.voice
    home = board.home[action.arg]
    infantry = cavalry = 0
    places = []
    for row in voice.contents.garrisons:
        if row.faction == action.arg and adviser.view.seats in row.seats:
            infantry += row.infantry
            cavalry += row.cavalry
            places.append(land_id(board.place(row.place)))
    hint = adviser.say("faction", home=voice.place(home), army=voice.army(infantry, cavalry))
    name = voice.faction(action.arg)
    return adviser.make(action, [hint], (land_id(home),), tuple(places), faction=name)


def _bid(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    left = adviser.view.purse[decision.seat] - adviser.view.pledged - action.arg
    hints = [adviser.say("bid", n=left)] if left else [adviser.say("bid_all")]
    return adviser.make(action, hints, n=action.arg + adviser.view.pledged)


def _plain(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [adviser.say(action.verb)])


def _bare(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [])


# Planning ----------------------------------------------------------------------------------------


def _collect(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [adviser.say("collect", n=adviser.view.income[decision.seat])])


def _recruit(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view = adviser.view
    seat = decision.seat
    hint = adviser.say("recruit", units=view.units[seat] + 1, quota=view.quota[seat])
    place = adviser.voice.place(action.arg)
    return adviser.make(action, [hint], adviser.spots(action.arg), place=place)


def _hire(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, voice = adviser.view, adviser.voice
    law = adviser.law
    seat = decision.seat
    hint = adviser.say("recruit", units=view.units[seat] + 1, quota=view.quota[seat])
    return adviser.make(
        action,
        [hint],
        adviser.spots(action.arg),
        place=voice.place(action.arg),
        unit=voice.unit(law.buy_unit),
        price=law.buy_price,
    )


def _buy(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    hero = adviser.voice.hero(action.arg)
    text = adviser.voice.hero_text(action.arg)
    hint = adviser.say("buy", strength=hero.strength, text=text)
    price = adviser.view.hero_price[action.arg % HEROES_EACH]
    places = (f"hero-{action.arg % HEROES_EACH}",)
    return adviser.make(action, [hint], places, hero=hero.name, price=price)


# Actions -----------------------------------------------------------------------------------------


def _move(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, voice = adviser.view, adviser.voice
    start, end, _ = adviser.board.links[action.arg]
    count = view.infantry[start] + view.cavalry[start] if action.verb == "march" else 1
    # An army of one's own stands for what it can do, not also for whoever might come to it.
    taking = (land_id(end),) if view.owner[end] == NOBODY else ()
    return adviser.make(
        action,
        adviser.moving(decision, start, end, count),
        (army_id(start), *taking),
        (land_id(start), land_id(end)),
        start=voice.place(start),
        place=voice.place(end),
    )


def _attack(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, voice = adviser.view, adviser.voice
    start, end, _ = adviser.board.links[action.arg]
    mine, theirs = view.force[start], adviser.defence_of(end)
    hints = adviser.opening_words(decision)
    if view.owner[end] == INDEPENDENT:
        hints.append(adviser.say("independent", mine=mine, theirs=theirs))
        shown = voice.icons(end)
        hints.append(adviser.say("takes", icons=shown) if shown else adviser.say("takes_bare"))
    else:
        win, draw, lost = percents(mine - theirs)
        rival = voice.player(view.owner[end])
        hints.append(
            adviser.say(
                "battle", mine=mine, theirs=theirs, rival=rival, win=win, draw=draw, lost=lost
            )
        )
        law = adviser.law
        key = "battle_pay" if law.second_attack else "battle_pay_only"
        hints.append(adviser.say(key, n=law.victory_pay))
    return adviser.make(
        action,
        hints,
        (army_id(start), *adviser.spots(end)),
        (land_id(start), land_id(end)),
        start=voice.place(start),
        place=voice.place(end),
    )


def _end(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view = adviser.view
    seat = decision.seat
    hints = [adviser.say("end")]
    if not view.acting and not view.collected and view.income[seat]:
        hints.append(adviser.say("uncollected", n=view.income[seat]))
    if view.forts[seat] >= WIN_FORTS:
        hints.append(adviser.say("end_count", n=view.forts[seat]))
    return adviser.make(action, hints)


def _which(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    question = adviser.view.question
    kind = question.count if question is not None else INFANTRY
    status = adviser.words.text(f"status.{action.arg}")
    return adviser.make(action, [], unit=adviser.voice.unit(kind), status=status)


# Battles -----------------------------------------------------------------------------------------


def _sums(adviser: Adviser) -> tuple[int, int]:
    """What both sides of the battle count now, as far as the viewer knows."""
    battle = adviser.view.battle
    if battle is None:
        return 0, 0
    return sum(battle.parts[ATTACK]), sum(battle.parts[DEFENCE])


def _join(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    mine, theirs = _sums(adviser)
    mine += adviser.law.attack_weight[action.arg // GROUPS_EACH]
    hint = adviser.say("join", mine=mine, theirs=theirs)
    return adviser.make(action, [hint], unit=adviser.voice.group(action.arg))


def _join_all(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    question, battle = adviser.view.question, adviser.view.battle
    # With a kind of units gone past, not all of the territory's force joins.
    if question is None or battle is None or question.count:
        return adviser.make(action, [])
    mine, theirs = adviser.view.force[battle.origin], _sums(adviser)[DEFENCE]
    return adviser.make(action, [adviser.say("join", mine=mine, theirs=theirs)])


def _fight(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    mine, theirs = _sums(adviser)
    return adviser.make(action, [adviser.say(action.verb, mine=mine, theirs=theirs)])


def _play(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    hero = adviser.voice.hero(action.arg)
    text = adviser.voice.hero_text(action.arg)
    hint = adviser.say("play", strength=hero.strength, text=text)
    places = (f"hero-{action.arg % HEROES_EACH}",)
    return adviser.make(action, [hint], places, hero=hero.name)


def _lose(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, question, battle = adviser.view, adviser.view.question, adviser.view.battle
    infantry = 0
    if question is not None and battle is not None:
        if question.which == ATTACK:
            army = attackers(battle.joined)
        else:
            army = (view.infantry[battle.target], view.cavalry[battle.target])
        sets = {horses: foot for foot, horses in fitting(*army, question.count)}
        infantry = sets.get(action.arg, 0)
    return adviser.make(action, [], army=adviser.voice.army(infantry, action.arg))


def _group(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], unit=adviser.voice.group(action.arg))


def _stay(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    battle = adviser.view.battle
    hints = [adviser.say("stay_spent")]
    if battle is not None:
        hints = [adviser.say("stay", place=adviser.voice.place(battle.origin))]
    return adviser.make(action, hints, unit=adviser.voice.group(action.arg))


def _retreat(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, voice = adviser.view, adviser.voice
    place = action.arg
    if view.owner[place] == decision.seat:
        hint = adviser.say("retreat_own")
    else:
        shown = voice.icons(place)
        hint = adviser.say("retreat_new", icons=shown) if shown else adviser.say("retreat_bare")
    return adviser.make(action, [hint], adviser.spots(place), place=voice.place(place))


def _drop(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, voice = adviser.view, adviser.voice
    place = action.arg
    hints: list[Sentence] = []
    home = adviser.board.home[view.faction[decision.seat]]
    if view.infantry[place] + view.cavalry[place] == 1 and place != home:
        shown = voice.icons(place)
        tail = adviser.words.text("hint.leaves_icons", icons=shown) if shown else ""
        hints.append(adviser.say("drop_last", place=voice.place(place), icons=tail))
    return adviser.make(action, hints, (army_id(place),), place=voice.place(place))


# The others --------------------------------------------------------------------------------------


def _warn(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    late = adviser.voice.player(adviser.view.in_turn)
    return adviser.make(action, [adviser.say("warn", late=late)])


def _bribe(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, voice = adviser.view, adviser.voice
    place = action.arg
    price = view.bribe_price[place]
    army = voice.army(view.infantry[place], view.cavalry[place])
    hint = adviser.say("bribe", army=army, n=view.purse[decision.seat] - price)
    return adviser.make(action, [hint], adviser.spots(place), place=voice.place(place), price=price)


# Chance ------------------------------------------------------------------------------------------


def _die(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], face=adviser.voice.die(FACES[action.arg]))


def _card(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], card=adviser.voice.card(action.arg).name)


def _mission(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.make(action, [], mission=action.arg + 1)


CHOICES: dict[str, Label] = {
    "die": _die,
    "card": _card,
    "mission": _mission,
    "time": _bare,
    "faction": _faction,
    "bid": _bid,
    "more": _plain,
    "collect": _collect,
    "recruit_infantry": _recruit,
    "recruit_cavalry": _recruit,
    "hire": _hire,
    "buy": _buy,
    "move_infantry": _move,
    "move_cavalry": _move,
    "march": _move,
    "attack": _attack,
    "end": _end,
    "which": _which,
    "join_all": _join_all,
    "join": _join,
    "fight": _fight,
    "no_hero": _plain,
    "play": _play,
    "keep": _fight,
    "reroll": _plain,
    "lose": _lose,
    "kill": _group,
    "retreat": _retreat,
    "retreat_infantry": _retreat,
    "retreat_cavalry": _retreat,
    "advance": _plain,
    "stay": _stay,
    "drop_infantry": _drop,
    "drop_cavalry": _drop,
    "wait": _plain,
    "warn": _warn,
    "bribe": _bribe,
}
