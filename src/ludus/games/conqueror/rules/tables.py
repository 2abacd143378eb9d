"""The tables of the rules: content, actions, and decisions that never change."""

from __future__ import annotations

from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import CHANCE, Decision
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.cards import Card, Hero, Law, Mission
from ludus.games.conqueror.content import Contents, Garrison
from ludus.games.conqueror.ids import (
    BID_STEP,
    FACE_ODDS,
    FACES,
    FACTIONS,
    GROUPS,
    MOST_UNITS,
    STATUSES,
)
from ludus.games.conqueror.state import State

Road: TypeAlias = tuple[int, Action, Action, Action, Action]
"""A neighbour, and the actions to it: infantry moves, cavalry moves, all march, attack."""


class Tables:
    """Everything that stays the same through all games with this content."""

    def __init__(self, contents: Contents) -> None:
        self.boards: Final[tuple[Board, ...]] = contents.boards
        self.heroes: Final[tuple[Hero, ...]] = contents.heroes
        self.cards: Final[tuple[Card, ...]] = contents.cards
        self.missions: Final[tuple[Mission, ...]] = contents.missions
        self.garrisons: Final[tuple[Garrison, ...]] = contents.garrisons
        self.heroes_each: Final = contents.heroes_each
        self.missions_each: Final = contents.missions_each
        self.faction_seats: Final = contents.faction_seats
        self.quota: Final = contents.quota
        self.start_currency: Final = contents.start_currency
        self.laws: Final[tuple[Law, ...]] = (contents.peace, *(c.law for c in contents.cards))
        """The law by card in force, shifted by one so that NONE comes first."""
        self.cheapest: Final = tuple(
            min(hero.price for hero in self.heroes if hero.faction == faction)
            for faction in range(len(FACTIONS))
        )
        """Per faction, the printed price of its cheapest hero."""
        places = max(board.places for board in self.boards)
        links = max(len(board.links) for board in self.boards)
        self.actions: Final = ActionSpace(
            {
                # Chance and the clock.
                "die": len(FACES),
                "card": len(self.cards),
                "mission": self.missions_each,
                "time": 0,
                # Before the first round, and bidding.
                "faction": len(FACTIONS),
                "bid": BID_STEP,
                "more": 0,
                # Planning.
                "collect": 0,
                "recruit_infantry": places,
                "recruit_cavalry": places,
                "hire": places,
                "buy": len(self.heroes),
                # Actions.
                "move_infantry": links,
                "move_cavalry": links,
                "march": links,
                "attack": links,
                "end": 0,
                "which": STATUSES,
                # Battles.
                "join_all": 0,
                "join": GROUPS,
                "fight": 0,
                "no_hero": 0,
                "play": len(self.heroes),
                "keep": 0,
                "reroll": 0,
                "lose": MOST_UNITS,
                "kill": GROUPS,
                "retreat": places,
                "retreat_infantry": places,
                "retreat_cavalry": places,
                "advance": 0,
                "stay": GROUPS,
                # Units lost otherwise.
                "drop_infantry": places,
                "drop_cavalry": places,
                # What the others may do.
                "wait": 0,
                "warn": 0,
                "bribe": places,
            }
        )
        space = self.actions
        self.collect: Final = space.the("collect")
        self.recruit_infantry: Final = space["recruit_infantry"]
        self.recruit_cavalry: Final = space["recruit_cavalry"]
        self.hire: Final = space["hire"]
        self.buy: Final = space["buy"]
        self.end: Final = space.the("end")
        self.join_all: Final = space.the("join_all")
        self.join: Final = space["join"]
        self.fight: Final = space.the("fight")
        self.drop_infantry: Final = space["drop_infantry"]
        self.drop_cavalry: Final = space["drop_cavalry"]
        self.time: Final = (space.the("time"),)
        self.wait: Final = (space.the("wait"),)
        self.die: Final = (Decision(CHANCE, "die", space["die"], FACE_ODDS),)
        self.roads: Final = tuple(self._roads_of(law) for law in self.laws)
        """By law, map and territory: the open roads."""

    def _roads_of(self, law: Law) -> tuple[tuple[tuple[Road, ...], ...], ...]:
        infantry = self.actions["move_infantry"]
        cavalry = self.actions["move_cavalry"]
        march = self.actions["march"]
        attack = self.actions["attack"]
        return tuple(
            tuple(
                tuple((end, infantry[n], cavalry[n], march[n], attack[n]) for end, n in row)
                for row in ways
            )
            for ways in law.ways
        )

    def law(self, state: State) -> Law:
        """The law of the round."""
        return self.laws[state.card + 1]

    def board(self, state: State) -> Board:
        return self.boards[state.map]
