"""What each choice is called, where it is in the picture, and what it will do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.para_bellum.board import cell_name, members, slot_name
from ludus.games.para_bellum.face.field import Field
from ludus.games.para_bellum.face.prompts import amount
from ludus.games.para_bellum.face.voice import Voice
from ludus.games.para_bellum.ids import MAX_FACE, NONE, OPS, USES_PER_KIND
from ludus.games.para_bellum.mechanics.costs import (
    deploy_actions,
    pips_of,
    requisition_coins,
    spared,
)
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of, fitting_banners, shifted
from ludus.games.para_bellum.mechanics.legions import Completion, full_cards, is_big
from ludus.games.para_bellum.view import Goal, Question, Side, View

Maker: TypeAlias = Callable[["Adviser", Decision, Action], Choice]


class Adviser:
    """Reckons, from a view alone, what a choice means; `decision` is the one that is asked."""

    def __init__(self, view: View, voice: Voice, decision: Decision | None = None) -> None:
        self.view = view
        self.decision = decision
        self.voice = voice
        self.words = voice.words
        self.catalog = voice.catalog

    def choices(self, decision: Decision) -> list[Choice]:
        return [MAKERS[option.verb](self, decision, option) for option in decision.options]

    def number(self, choice: Choice) -> int:
        """Which of the options a choice is, counted from one, as lists and keys count them."""
        assert self.decision is not None
        return self.decision.options.index(choice.action) + 1

    def told(self, printed: str) -> str:
        """What is printed on a card, in words alone."""
        return self.voice.spoken(printed, self.view.capital)

    def progress(self, goal: Goal) -> str:
        """How far an objective has come: what is counted, and what is needed next."""
        kind = self.catalog.objectives[goal.kind]
        if kind.measure < 0:
            return self.words.text("short.so_far", count=goal.points)
        needs = [need for need, points in kind.tiers if points > goal.points]
        need = needs[0] if needs else kind.tiers[-1][0]
        return self.words.text("short.progress", count=goal.count, need=need)

    def field(self, seat: int) -> Field:
        return self._fields[seat]

    @cached_property
    def _fields(self) -> tuple[Field, ...]:
        return tuple(Field(side, self.catalog.army) for side in self.view.sides)

    def owner(self, decision: Decision) -> int:
        """Whose dice or cards are chosen from."""
        question = self.view.question
        whose = (
            question is not None
            and question.target != NONE
            and decision.prompt.split("_")[0] in ("die", "perm")
        )
        return question.target if question is not None and whose else decision.seat

    def placed(self, seat: int, cell: int) -> Completion | None:
        """What the card that waits for its cell would complete there."""
        question = self.view.question
        if question is None or question.card == NONE:
            return None
        return self.field(seat).preview(question.card, cell)

    def waiting_card(self) -> int:
        """The army card of the viewer that was chosen and waits for its cell, or NONE."""
        question, decision = self.view.question, self.decision
        asked = decision is not None and decision.prompt == "place_cell"
        return question.card if question is not None and asked else NONE

    def spared(self, verb: str, seat: int) -> bool:
        """Whether an event or a card in play spares a seat the pips of a basic action now."""
        event = self.catalog.event_in_force(self.view.event)
        motivated = self.view.sides[seat].motivated
        return spared(verb, event, self.field(seat).up, motivated, self.catalog.hooks)

    def completes(self, seat: int, seen: Completion) -> Sentence:
        """The preview in words, in the order in which things happen."""
        words, voice = self.words, self.voice
        colour = self.catalog.army[seen.kind].colour
        parts: list[Sentence] = []
        for lo, hi in seen.spans:
            count = sum(1 for slot in seen.grays if lo <= slot < hi)
            if is_big(lo, hi):
                own = colour == self.view.sides[seat].colour
                bonus = words.text("name.own_colour")
                if not own:
                    bonus = voice.bonus(self.view.battle, colour)
                plus = full_cards(lo, hi)
                big = words.say("hint.big", cards=hi - lo + 1, count=count, bonus=bonus, plus=plus)
                parts.append(big)
            else:
                parts.append(words.say("hint.legion", count=count))
        if seen.fifth:
            parts.append(words.say("hint.five"))
        elif seen.blazon:
            parts.append(words.say("hint.blazon", colour=voice.colour(colour)))
        if seen.centurions:
            key = "hint.centurion" if len(seen.reds) == seen.centurions else "hint.centurion_full"
            parts.append(words.say(key, count=seen.centurions))
        return joined(parts, " ") if parts else words.say("hint.nothing")

    def army_hint(self, kind: int) -> Sentence:
        """What the pictures on an army card are good for."""
        card, words = self.catalog.army[kind], self.words
        parts: list[Sentence] = []
        if card.full:
            parts.append(words.say("hint.full"))
        if card.cornicine:
            parts.append(words.say("hint.cornicine"))
        if card.mounted:
            parts.append(words.say("hint.mounted.up" if card.mounted > 0 else "hint.mounted.down"))
        return joined(parts, " ")

    def banner_hint(self, seat: int, banner: int) -> Sentence:
        """Which cards in sight ask for a banner: those of a seat, and those that can be taken."""
        side, words = self.view.sides[seat], self.words
        own = [card.kind for card in side.in_play] + list(side.commands or ())
        parts: list[Sentence] = []
        for key, kinds in (("own", own), ("line", self.view.line)):
            asking = {kind: None for kind in kinds if kind >= 0 and self._asks(kind, banner)}
            if asking:
                cards = ", ".join(self.voice.command(kind) for kind in asking)
                parts.append(words.say(f"hint.banner.{key}", cards=cards))
        return joined(parts, " ") if parts else words.say("hint.banner.none")

    def _asks(self, kind: int, banner: int) -> bool:
        """Whether something on a command card has to be paid with a banner."""
        for printed in self.catalog.commands[kind].printed:
            price = self.catalog.prices[printed.price]
            if price.banner == banner or any(way[2] == banner for way in price.ways):
                return True
        return False

    def change(self, slot: int) -> tuple[int, int] | None:
        """What the die of a slot shows now and would show if it were chosen."""
        decision, question = self.decision, self.view.question
        if decision is None or question is None:
            return None
        by, floor = self._shift(decision, question)
        before = face_of(self.view.sides[self.owner(decision)].dice[slot])
        if not by or not before:
            return None
        return before, shifted(before, slot, by, floor)

    def _shift(self, decision: Decision, question: Question) -> tuple[int, int]:
        """By how much the chosen die changes, and how low it can go."""
        prompt = decision.prompt
        if prompt == "pay":
            pips = self.catalog.prices[question.card].ways[0][1]
            return question.value - pips_of(pips, self.view.capital), 0
        if prompt == "motivate":
            return (0 if self.spared(prompt, decision.seat) else -1), 0
        if prompt == "die_raise":
            return amount(self.voice, question), 0
        if prompt == "die_lower":
            floor = self.catalog.effects[question.effect].floor
            return -amount(self.voice, question), floor
        if prompt in ("die_lose", "die_morale"):
            return -MAX_FACE, 0
        return 0, 0

    def becomes(self, side: Side, slot: int, before: int, after: int) -> Sentence:
        """What becomes of a die, in words."""
        if after > 0:
            return self.words.say("hint.becomes", before=before, after=after)
        banner = banner_of(side.dice[slot])
        if banner == NONE:
            return self.words.say("hint.lost")
        return self.words.say("hint.lost_banner", banner=self.voice.banner(banner))


# Cards -------------------------------------------------------------------------------------------


def _card(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    seat = decision.seat
    side = adviser.view.sides[seat]
    label = adviser.words.text("action.card", card=adviser.voice.army_card(action.arg))
    if decision.prompt == "keep":
        parts = (adviser.army_hint(action.arg), adviser.words.say("hint.keep_card"))
        hint = joined([part for part in parts if part], " ")
        looking = enumerate(side.looking or ())
        places = tuple(f"look-{index}" for index, kind in looking if kind == action.arg)
        return Choice(action, label, hint, places)
    places = tuple(
        f"hand-{seat}-{index}" for index, kind in enumerate(side.hand or ()) if kind == action.arg
    )
    return Choice(action, label, adviser.army_hint(action.arg), places)


def _cell(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    seat = decision.seat
    place = f"free-{seat}-{action.arg}"
    label = adviser.words.text("action.cell", cell=cell_name(action.arg))
    if decision.prompt != "place_cell":
        return Choice(action, label, (), (place,))
    seen = adviser.placed(seat, action.arg)
    if seen is None:
        return Choice(action, label, (), (place,))
    troop = {cell for lo, hi in seen.spans for cell in range(lo, hi + 1)} - {action.arg}
    lights = tuple(f"cell-{seat}-{cell}" for cell in sorted(troop))
    return Choice(action, label, adviser.completes(seat, seen), (place,), lights)


def _in_hand(adviser: Adviser, seat: int, kind: int) -> tuple[str, ...]:
    commands = adviser.view.sides[seat].commands or ()
    return tuple(f"command-{seat}-{index}" for index, held in enumerate(commands) if held == kind)


def _command(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    name = adviser.voice.command(action.arg)
    plays = decision.prompt in ("act", "play_free")
    label = adviser.words.text("action.command.play" if plays else "action.command.give", name=name)
    hint = adviser.words.say(
        "action.option", what=adviser.told(adviser.voice.command_text(action.arg))
    )
    return Choice(action, label, hint, _in_hand(adviser, decision.seat, action.arg))


def _deploy(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    card = adviser.catalog.commands[action.arg]
    up = adviser.field(decision.seat).up
    count = deploy_actions(card, up, adviser.catalog.hooks)
    text = adviser.told(adviser.voice.command_text(action.arg))
    hint = adviser.words.say("hint.deploy", count=count, text=text)
    label = adviser.words.text("action.deploy", name=adviser.voice.command(action.arg))
    return Choice(action, label, hint, _in_hand(adviser, decision.seat, action.arg))


def _take(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    places = tuple(
        f"line-{index}" for index, kind in enumerate(adviser.view.line) if kind == action.arg
    )
    label = adviser.words.text("action.take", name=adviser.voice.command(action.arg))
    hint = adviser.words.say(
        "action.option", what=adviser.told(adviser.voice.command_text(action.arg))
    )
    return Choice(action, label, hint, places)


def _perm(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    owner = adviser.owner(decision)
    card = adviser.view.sides[owner].in_play[action.arg]
    label = adviser.words.text("action.perm", name=adviser.voice.command(card.kind))
    hint = adviser.words.say(
        "action.option", what=adviser.told(adviser.voice.command_text(card.kind))
    )
    return Choice(action, label, hint, (f"perm-{owner}-{action.arg}",))


def _use(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    kind, index = divmod(action.arg, USES_PER_KIND)
    seat = decision.seat
    places = tuple(
        f"perm-{seat}-{place}"
        for place, card in enumerate(adviser.view.sides[seat].in_play)
        if card.kind == kind and not card.down and not card.used >> index & 1
    )
    voice = adviser.voice
    what = adviser.told(voice.use(kind, index))
    label = adviser.words.text("action.use", name=voice.command(kind), what=what)
    hint = adviser.words.say("action.option", what=adviser.told(voice.command_text(kind)))
    return Choice(action, label, hint, places)


# Dice and pips -----------------------------------------------------------------------------------


def _die(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    owner = adviser.owner(decision)
    side = adviser.view.sides[owner]
    slot = action.arg
    code = side.dice[slot]
    place = (f"die-{owner}-{slot}",)
    words = adviser.words
    if not code:
        return Choice(action, words.text("action.die.slot", place=slot_name(slot)), (), place)
    key = "action.die.pay" if decision.prompt in ("pay", "motivate") else "action.die.plain"
    label = words.text(key, die=adviser.voice.die(code, slot), place=slot_name(slot))
    return Choice(action, label, _die_hint(adviser, side, slot), place)


def _die_hint(adviser: Adviser, side: Side, slot: int) -> Sentence:
    decision, question = adviser.decision, adviser.view.question
    if decision is not None and decision.prompt == "banner_die" and question is not None:
        held = {banner_of(code) for code in side.dice}
        left = [b for b in members(question.mask & fitting_banners(slot)) if b not in held]
        names = ", ".join(adviser.voice.banner(banner) for banner in left)
        return adviser.words.say("hint.banner.left", banners=names)
    change = adviser.change(slot)
    return () if change is None else adviser.becomes(side, slot, *change)


def _coins(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return Choice(action, adviser.words.text("action.coins", count=action.arg))


def _face(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    face = action.arg + (action.verb == "roll")
    return Choice(action, adviser.words.text(f"action.{action.verb}", face=face))


def _banner(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    label = adviser.words.text("action.banner", banner=adviser.voice.banner(action.arg))
    hint = adviser.banner_hint(decision.seat, action.arg)
    return Choice(action, label, hint, lights=(f"reserve-{decision.seat}-{action.arg}",))


# Options -----------------------------------------------------------------------------------------


def _option(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    """An option of an Order, of a runner, or a branch of an effect."""
    question, voice = adviser.view.question, adviser.voice
    assert question is not None
    places: tuple[str, ...] = ()
    if decision.prompt == "runner":
        seat = decision.seat
        what = voice.runner_text(adviser.view.alliances[seat & 1], seat >> 1, action.arg)
        places = (f"runner-{seat}-{action.arg}",)
    elif decision.prompt == "order_option":
        what = voice.options(question.card)[action.arg]
    else:
        branch = adviser.catalog.effects[question.effect].branches[action.arg]
        op = OPS[adviser.catalog.programs[branch][0].op]
        what = adviser.words.text(f"card.bribe.branch.{op}")
    label = adviser.words.text("action.option", what=adviser.told(what))
    return Choice(action, label, (), places)


def _target(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    label = adviser.words.text("action.target", seat=adviser.voice.player(action.arg))
    return Choice(action, label, (), (f"seat-{action.arg}",))


def _bonus(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    voice, battle = adviser.voice, adviser.view.battle
    label = adviser.words.text("action.bonus", bonus=voice.bonus(battle, action.arg))
    hint = adviser.words.say(
        "action.option", what=adviser.told(voice.bonus_text(battle, action.arg))
    )
    return Choice(action, label, hint, (f"bonus-{action.arg}",))


def _numbered(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return Choice(action, adviser.words.text(f"action.{action.verb}.{action.arg}"))


def _basic(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    """A basic action: its price, then what it does."""
    words, verb = adviser.words, action.verb
    label = words.text(f"action.{verb}")
    place = (f"act-{verb}",)
    if verb == "end":
        return Choice(action, label, words.say("hint.end"), place)
    coins = requisition_coins(adviser.field(decision.seat).up, adviser.catalog.hooks)
    effect = words.say(f"hint.{verb}", count=coins)
    price = "price.spared" if adviser.spared(verb, decision.seat) else f"price.{verb}"
    return Choice(action, label, joined([words.say(price), effect], ": "), place)


def _pact(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    alliance = adviser.view.alliances[decision.seat & 1]
    words = adviser.words
    label = words.text("action.pact", alliance=adviser.voice.alliance(alliance))
    what = words.say("action.option", what=adviser.told(adviser.voice.alliance_action(alliance)))
    hint = joined([words.say("price.pact"), what], ": ")
    return Choice(action, label, hint, ("act-pact",))


def _plain(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return Choice(action, adviser.words.text(f"action.{action.verb}"))


def _colour(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    label = adviser.words.text("action.colour", colour=adviser.voice.colour(action.arg))
    return Choice(action, label, (), (f"colour-{action.arg}",))


def _goal(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    voice = adviser.voice
    label = adviser.words.text(f"action.{action.verb}", goal=voice.goal(action.arg))
    places: tuple[str, ...] = ()
    if decision.seat >= 0:
        goals = adviser.view.sides[decision.seat].goals
        places = tuple(
            f"goal-{decision.seat}-{index}"
            for index, goal in enumerate(goals)
            if goal.kind == action.arg
        )
    what = adviser.words.text(f"objective.{adviser.catalog.objectives[action.arg].id}.text")
    hint = adviser.words.say("action.option", what=adviser.told(what))
    return Choice(action, label, hint, places)


def _dealt(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    """What chance brings."""
    voice, words = adviser.voice, adviser.words
    name = {
        "battle": voice.battle,
        "alliance": voice.alliance,
        "event": voice.event,
        "reveal": voice.command,
        "draw": voice.army_card,
    }[action.verb](action.arg)
    part = {"reveal": "name", "draw": "card"}.get(action.verb, action.verb)
    return Choice(action, words.text(f"action.{action.verb}", **{part: name}))


MAKERS: dict[str, Maker] = {
    "colour": _colour,
    "battle": _dealt,
    "alliance": _dealt,
    "objective": _goal,
    "reveal": _dealt,
    "roll": _face,
    "draw": _dealt,
    "event": _dealt,
    "return": _goal,
    "take": _take,
    "card": _card,
    "cell": _cell,
    "command": _command,
    "deploy": _deploy,
    "muster": _basic,
    "empower": _basic,
    "consult": _basic,
    "motivate": _basic,
    "requisition": _basic,
    "use": _use,
    "march": _basic,
    "pact": _pact,
    "runner": _basic,
    "end": _basic,
    "option": _option,
    "target": _target,
    "die": _die,
    "coins": _coins,
    "perm": _perm,
    "pick": _face,
    "banner": _banner,
    "bonus": _bonus,
    "legion": _numbered,
    "reroll": _numbered,
    "decline": _plain,
    "done": _plain,
}
