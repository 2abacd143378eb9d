"""A view, and what words and pictures need to know about it.

A context is made for one call of the face and thrown away after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Part, Sentence, joined, odds_bit
from ludus.games.conqueror.cards import Law
from ludus.games.conqueror.face.names import Names, army_id, land_id
from ludus.games.conqueror.ids import (
    ACTED_ROW,
    ACTED_STATUSES,
    CAVALRY,
    CLOCK_OFF,
    EXTRA,
    GROUP_STATUS,
    INFANTRY,
    MARCHED,
    NOBODY,
    NONE,
    READY,
    VICTOR_EXTRA,
)
from ludus.games.conqueror.mechanics.costs import quota
from ludus.games.conqueror.mechanics.odds import percents
from ludus.games.conqueror.mechanics.strength import strength_of
from ludus.games.conqueror.view import View

MOVING = (MARCHED, READY, EXTRA, VICTOR_EXTRA)
"""Statuses of units that may move; those that give up the least by it first."""
WORDED = 30
"""From this chance on its part of a bar has room for a word."""


@lru_cache(64)
def _percents(lead: int) -> tuple[int, int, int]:
    return percents(lead)


class Context:
    """One position: the law of its round, and what a choice would lead to."""

    def __init__(self, view: View, names: Names) -> None:
        self.view = view
        self.names = names
        self.words = names.words
        self.board = names.board
        self.heroes_each = names.contents.heroes_each
        self.missions_each = names.contents.missions_each

    @property
    def law(self) -> Law:
        """The law of the round."""
        if self.view.card == NONE:
            return self.names.contents.peace
        return self.names.card(self.view.card).law

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

    def count(self, place: int, kind: int, status: int) -> int:
        """Units of the player in turn in a territory that may still do what the status says."""
        view = self.view
        row = place * ACTED_ROW + kind * ACTED_STATUSES
        if status != READY:
            return view.acted[row + status - 1]
        whole = view.infantry[place] if kind == INFANTRY else view.cavalry[place]
        return whole - sum(view.acted[row : row + ACTED_STATUSES])

    def movers(self, place: int) -> tuple[int, int]:
        """Infantry and cavalry of the player in turn that may still move."""
        return self._able(place, MOVING)

    def fighters(self, place: int) -> tuple[int, int]:
        """Infantry and cavalry of the player in turn that may still attack."""
        return self._able(place, GROUP_STATUS)

    def _able(self, place: int, statuses: Sequence[int]) -> tuple[int, int]:
        infantry = sum(self.count(place, INFANTRY, status) for status in statuses)
        return infantry, sum(self.count(place, CAVALRY, status) for status in statuses)

    def first_army(self, faction: int) -> tuple[Sentence, list[str]]:
        """The units that a faction begins with, and where."""
        contents = self.names.contents
        rows = [row for row in contents.garrisons if row.faction == faction]
        rows = [row for row in rows if self.view.seats in row.seats]
        infantry, cavalry = sum(row.infantry for row in rows), sum(row.cavalry for row in rows)
        return self.names.army(infantry, cavalry), [row.place for row in rows]

    @property
    def own(self) -> int:
        """The viewer's seat if it is in the game and has a faction, else NONE."""
        view = self.view
        if not 0 <= view.viewer < view.seats or view.faction[view.viewer] == NONE:
            return NONE
        return view.viewer

    def bribable(self, place: int) -> bool:
        """Whether the army there is at risk while the clock runs."""
        view = self.view
        return (
            view.clock != CLOCK_OFF
            and view.in_turn != NONE
            and view.owner[place] == view.in_turn
            and view.bribe_price[place] > 0
            and (view.acting or not view.bribed)
        )

    def payers(self, place: int) -> list[int]:
        """The rivals who could pay for an army and feed it."""
        view = self.view
        coming = view.infantry[place] + view.cavalry[place]
        return [
            seat
            for seat in range(view.seats)
            if seat != view.owner[place]
            and view.alive[seat]
            and view.purse[seat] >= view.bribe_price[place]
            and view.units[seat] + coming <= self.quota_with(seat, place, NONE)
        ]

    def quota_with(self, seat: int, gained: int, lost: int) -> int:
        """A seat's quota after a territory is won (or NONE) and another given up (or NONE)."""
        held = self._held[seat]
        if lost != NONE:
            held &= ~(1 << lost)
        if gained != NONE:
            held |= 1 << gained
        return quota(self.names.contents.quota, self.board, self.law, held)

    @cached_property
    def _held(self) -> list[int]:
        """Per seat, the territories it controls, as a mask."""
        held = [0] * self.view.seats
        for place, owner in enumerate(self.view.owner):
            if owner >= 0:
                held[owner] |= 1 << place
        return held

    def odds(self, lead: int) -> tuple[int, int, int]:
        """Per cent won, drawn and lost for an attacker who leads by so much before the dice."""
        return _percents(lead)

    def odds_bar(self, win: int, draw: int, lost: int) -> Sentence:
        """Chances as a bar."""
        words = self.words.text("odds.words", win=win, draw=draw, lost=lost)
        first = self.words.text("odds.win", win=win) if win >= WORDED else str(win)
        return (odds_bit((win, first), (draw, str(draw)), (lost, str(lost)), words),)

    def moving(self, decision: Decision, start: int, end: int, count: int) -> list[Sentence]:
        """What a move of so many units wins and costs."""
        view, words = self.view, self.words
        seat = view.owner[start]
        hints = self.opening_words(decision)
        gained = lost = NONE
        if view.owner[end] == NOBODY:
            gained = end
            hints.append(self.taken(end))
            if self.board.fort[end]:
                hints.append(self.say("fort_now", n=view.forts[seat] + 1))
        else:
            hints.append(self.say("joins"))
        last = view.infantry[start] + view.cavalry[start] == count
        if last and self.board.home[view.faction[seat]] != start:
            lost = start
            shown = self.names.icons(start)
            tail = words.text("hint.leaves_icons", icons=shown) if shown else ""
            hints.append(self.say("leaves", place=self.names.place(start), icons=tail))
        allowed = self.quota_with(seat, gained, lost)
        if view.units[seat] > allowed:
            hints.append(self.say("hungry", quota=allowed, n=view.units[seat] - allowed))
        return hints

    @property
    def prize(self) -> str:
        """What victory brings besides coins: another attack, any action, or nothing."""
        if not self.law.second_attack:
            return "none"
        return "any" if self.view.second_move else "attack"

    def taken(self, place: int) -> Sentence:
        """What comes with a territory."""
        shown = self.names.icons(place)
        return self.say("takes", icons=shown) if shown else self.say("takes_bare")

    def opening_words(self, decision: Decision) -> list[Sentence]:
        """What is lost if planning ends now, as it does with the first action. It stands beside
        every order, so it is short.
        """
        view = self.view
        income = view.income[decision.seat]
        if view.acting or view.collected or not income:
            return []
        return [self.say("income_lost", n=income)]
