"""A view and the question asked in it, and what words and pictures need to know about them.

A context is made for one call of the face and thrown away after it.
"""

from __future__ import annotations

from functools import cached_property

from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.para_bellum.board import die_letter, members
from ludus.games.para_bellum.face.field import Field
from ludus.games.para_bellum.face.names import Names
from ludus.games.para_bellum.face.prompts import amount
from ludus.games.para_bellum.ids import DIE_MASKS, MAX_FACE, NONE
from ludus.games.para_bellum.mechanics.costs import pips_of, spared
from ludus.games.para_bellum.mechanics.dice import (
    banner_of,
    can_pay,
    face_of,
    fitting_banners,
    shifted,
)
from ludus.games.para_bellum.mechanics.legions import Completion, full_cards, is_big
from ludus.games.para_bellum.view.view import Goal, Question, Side, View


def front_seat(view: View) -> int:
    """Whose army is drawn large: the viewer's own, or for others the one whose turn it is."""
    if view.viewer >= 0:
        return view.viewer
    return max(view.turn, 0)


class Context:
    """What a choice means, worked out from a view alone; `decision` is the one that is asked."""

    def __init__(self, view: View, names: Names, decision: Decision | None = None) -> None:
        self.view = view
        self.decision = decision
        self.names = names
        self.words = names.words
        self.catalog = names.catalog

    def number(self, choice: Choice) -> int:
        """The number of a choice, counted from one, as in lists and for keys."""
        assert self.decision is not None
        return self.decision.options.index(choice.action) + 1

    def printed(self, text: str) -> Sentence:
        """The text of a card with its symbols, as they count at this table."""
        return self.names.printed_text(text, self.view.capital)

    def progress(self, goal: Goal) -> str:
        """The progress of an objective: the count, and what the next tier needs."""
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

    def placements(self, seat: int) -> dict[int, list[Completion]]:
        """While the viewer can place a card: by cell, what each of them completes there."""
        found: dict[int, list[Completion]] = {}
        if self.decision is None or self.decision.seat != seat or seat != self.view.viewer:
            return found
        field = self.field(seat)
        for kind in self._placeable(self.decision):
            for cell in members(field.legal(self.catalog.army[kind].colour)):
                found.setdefault(cell, []).append(field.preview(kind, cell))
        return found

    def _placeable(self, decision: Decision) -> list[int]:
        """The cards to choose from; in a Night March every one of the hand."""
        if decision.prompt == "place_card":
            return [option.arg for option in decision.options if option.verb == "card"]
        if any(option.verb == "march" for option in decision.options):
            return sorted(set(self.view.sides[decision.seat].hand or ()))
        return []

    def paying(self, seat: int, number: int) -> list[int]:
        """The slots of the dice that can pay a price alone, without coins."""
        dice = self.view.sides[seat].dice
        found: set[int] = set()
        for kinds, pips, banner in self.catalog.prices[number].ways:
            count = pips_of(pips, self.view.capital)
            found |= {
                slot
                for slot, code in enumerate(dice)
                if code
                and DIE_MASKS[die_letter(slot)] & kinds
                and banner in (NONE, banner_of(code))
                and can_pay(face_of(code), slot, count)
            }
        return sorted(found)

    def bearers(self, decision: Decision) -> dict[int, int]:
        """By banner that can be added, the die that shows most of those that it fits."""
        question = self.view.question
        dice = self.view.sides[decision.seat].dice
        held = {banner_of(code) for code in dice}
        slots = [option.arg for option in decision.options if option.verb == "die"]
        found: dict[int, int] = {}
        for banner in members(question.mask if question is not None else 0):
            fit = [slot for slot in slots if fitting_banners(slot) >> banner & 1]
            if fit and banner not in held:
                found[banner] = max(fit, key=lambda slot: face_of(dice[slot]))
        return found

    def spared(self, verb: str, seat: int) -> bool:
        """Whether an event or a card in play spares a seat the pips of a basic action now."""
        event = self.catalog.event_in_force(self.view.event)
        motivated = self.view.sides[seat].motivated
        return spared(verb, event, self.field(seat).up, motivated, self.catalog.hooks)

    def completes(self, seat: int, seen: Completion) -> Sentence:
        """The preview in words, in order."""
        words, names = self.words, self.names
        colour = self.catalog.army[seen.kind].colour
        parts: list[Sentence] = []
        for lo, hi in seen.spans:
            count = sum(1 for slot in seen.grays if lo <= slot < hi)
            if is_big(lo, hi):
                own = colour == self.view.sides[seat].colour
                bonus = words.text("name.own_colour")
                if not own:
                    bonus = names.bonus(self.view.battle, colour)
                plus = full_cards(lo, hi)
                big = words.say("hint.big", cards=hi - lo + 1, count=count, bonus=bonus, plus=plus)
                parts.append(big)
            else:
                parts.append(words.say("hint.legion", count=count))
        if seen.fifth:
            parts.append(words.say("hint.five"))
        elif seen.blazon:
            parts.append(words.say("hint.blazon", colour=names.colour(colour)))
        if seen.centurions:
            key = "hint.centurion" if len(seen.reds) == seen.centurions else "hint.centurion_full"
            parts.append(words.say(key, count=seen.centurions))
        return joined(parts, " ") if parts else words.say("hint.nothing")

    def army_hint(self, kind: int) -> Sentence:
        """What the pictures on an army card do."""
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
        """Which visible cards need a banner: those of a seat, and those in the Battle Line."""
        side, words = self.view.sides[seat], self.words
        own = [card.kind for card in side.in_play] + list(side.commands or ())
        parts: list[Sentence] = []
        for key, kinds in (("own", own), ("line", self.view.line)):
            asking = {kind: None for kind in kinds if kind >= 0 and self._asks(kind, banner)}
            if asking:
                cards = ", ".join(self.names.command(kind) for kind in asking)
                parts.append(words.say(f"hint.banner.{key}", cards=cards))
        return joined(parts, " ") if parts else words.say("hint.banner.none")

    def _asks(self, kind: int, banner: int) -> bool:
        """Whether something on a command card has to be paid with a banner."""
        for printed in self.catalog.commands[kind].printed:
            if self._price_asks(printed.price, banner):
                return True
        return False

    def _price_asks(self, number: int, banner: int) -> bool:
        price = self.catalog.prices[number]
        if price.banner == banner or any(way[2] == banner for way in price.ways):
            return True
        return any(self._price_asks(part, banner) for part in (*price.choices, *price.parts))

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
            return amount(self.names, question), 0
        if prompt == "die_lower":
            floor = self.catalog.effects[question.effect].floor
            return -amount(self.names, question), floor
        if prompt in ("die_lose", "die_morale"):
            return -MAX_FACE, 0
        return 0, 0

    def becomes(self, side: Side, slot: int, before: int, after: int) -> Sentence:
        """The change of a die, in words."""
        if after > 0:
            return self.words.say("hint.becomes", before=before, after=after)
        banner = banner_of(side.dice[slot])
        if banner == NONE:
            return self.words.say("hint.lost")
        return self.words.say("hint.lost_banner", banner=self.names.banner(banner))
