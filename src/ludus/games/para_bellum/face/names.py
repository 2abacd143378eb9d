"""Names of things: players, cards, dice, cells."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.text import Bit, Sentence, Words, icon_bit, joined, place_bit, plain, seat_bit
from ludus.games.para_bellum.board import cell_name, die_letter, slot_name
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.face.art import banner_symbol, blazon_symbol
from ludus.games.para_bellum.face.printed import printed
from ludus.games.para_bellum.ids import (
    ACTION_PHASE,
    CAPITAL,
    COLOUR_IDS,
    DRAW_PHASE,
    HIDDEN,
    NONE,
    SUBTYPES,
    TYPES,
)
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.view import View


class Names:
    """Names of things at one table: its players, and everything on the cards."""

    def __init__(self, words: Words, catalog: Catalog, players: Sequence[str]) -> None:
        self.words = words
        self.catalog = catalog
        self.of_players = players

    def player(self, seat: int) -> Bit:
        return seat_bit(seat, self.of_players[seat])

    def players(self, seats: Sequence[int]) -> Sentence:
        return joined([(self.player(seat),) for seat in seats], self.words.text("name.and"))

    def colour(self, colour: int) -> str:
        return self.words.text(f"colour.{colour}")

    def banner(self, banner: int) -> str:
        return self.words.text(f"banner.{banner}")

    def banner_bit(self, banner: int) -> Bit:
        return icon_bit(banner_symbol(banner), self.banner(banner))

    def army_card(self, kind: int) -> str:
        """`gold, full-colour, cornicine`."""
        if kind in (HIDDEN, NONE):
            return self.words.text("name.unknown")
        card = self.catalog.army[kind]
        parts = [self.colour(card.colour)]
        if kind >= self.catalog.deck_kinds:
            parts.append(self.words.text("look.start"))
        else:
            parts.append(self.words.text("look.full" if card.full else "look.ordinary"))
        if card.cornicine:
            parts.append(self.words.text("look.cornicine"))
        if card.mounted:
            parts.append(self.words.text("look.up" if card.mounted > 0 else "look.down"))
        return ", ".join(parts)

    def command(self, kind: int) -> str:
        return self.words.text(f"card.{self.catalog.commands[kind].id}.name")

    def printed(self, kind: int) -> list[str]:
        """The texts of a command card, one for each option of an Order."""
        card = self.catalog.commands[kind]
        return [self.words.text(f"card.{card.id}.text")] if card.type else self.options(kind)

    def command_text(self, kind: int) -> str:
        """Everything that is printed on a command card."""
        return f" {self.words.text('name.or').upper()} ".join(self.printed(kind))

    def printed_text(self, text: str, capital: int = CAPITAL) -> Sentence:
        """A text of a card with its symbols; `capital` pips where two are printed."""
        return printed(self.words, text, capital)

    def spoken(self, text: str, capital: int = CAPITAL) -> str:
        """The same with words for its symbols."""
        return plain(self.printed_text(text, capital))

    def options(self, kind: int) -> list[str]:
        """The options of an Order."""
        card = self.catalog.commands[kind]
        count = len(card.printed)
        return [self.words.text(f"card.{card.id}.option.{index}") for index in range(count)]

    def use(self, kind: int, index: int) -> str:
        return self.words.text(f"card.{self.catalog.commands[kind].id}.use.{index}")

    def type_line(self, kind: int) -> str:
        card = self.catalog.commands[kind]
        parts = [self.words.text(f"type.{TYPES[card.type]}")]
        for index, subtype in enumerate(SUBTYPES):
            if card.subtypes >> index & 1:
                parts.append(self.words.text(f"type.{subtype}"))
        return " · ".join(parts)

    def event(self, event: int) -> str:
        return self.words.text(f"omen.{self.catalog.events[event].id}.name")

    def goal(self, goal: int) -> str:
        if goal in (HIDDEN, NONE):
            return self.words.text("name.face_down")
        return self.words.text(f"objective.{self.catalog.objectives[goal].id}.name")

    def battle(self, battle: int) -> str:
        return self.words.text(f"battle.{self.catalog.battles[battle].id}.name")

    def bonus(self, battle: int, colour: int) -> str:
        name = self.catalog.battles[battle].id
        return self.words.text(f"battle.{name}.bonus.{COLOUR_IDS[colour]}")

    def bonus_short(self, battle: int, colour: int) -> str:
        name = self.catalog.battles[battle].id
        return self.words.text(f"battle.{name}.short.{COLOUR_IDS[colour]}")

    def bonus_text(self, battle: int, colour: int) -> str:
        name = self.catalog.battles[battle].id
        return self.words.text(f"battle.{name}.effect.{COLOUR_IDS[colour]}")

    def alliance(self, alliance: int) -> str:
        return self.words.text(f"alliance.{self.catalog.alliances[alliance].id}.name")

    def alliance_action(self, alliance: int) -> str:
        return self.words.text(f"alliance.{self.catalog.alliances[alliance].id}.action")

    def runner_text(self, alliance: int, side: int, option: int) -> str:
        name = self.catalog.alliances[alliance].id
        return self.words.text(f"alliance.{name}.side.{side}.{option}")

    def cell(self, seat: int, cell: int) -> Bit:
        return place_bit(cell_name(cell), f"cell-{seat}-{cell}")

    def slot(self, seat: int, slot: int) -> Bit:
        return place_bit(slot_name(slot), f"die-{seat}-{slot}")

    def pips(self, face: int, slot: int = 0) -> Bit:
        """A die as it lies on a slot; a gray one if nothing is said."""
        return icon_bit(f"die-{die_letter(slot)}-{face}", str(face))

    def blazon(self, colour: int) -> Bit:
        return icon_bit(blazon_symbol(colour), self.colour(colour))

    def die(self, code: int, slot: int) -> str:
        """`Legion die 5 with Veterani`."""
        name = self.words.text(f"die.{die_letter(slot)}")
        banner = banner_of(code)
        if banner == NONE:
            return self.words.text("die.showing", die=name, face=face_of(code))
        return self.words.text("die.with", die=name, face=face_of(code), banner=self.banner(banner))


def phase_of(view: View) -> str:
    """Which phase of the turn it is, as a key into the words."""
    if view.turn == NONE or not view.questions:
        return "phase.setup"
    step = view.questions[0].step
    if step <= ACTION_PHASE:
        return "phase.army"
    return "phase.action" if step == DRAW_PHASE else "phase.draw"
