"""What players know about each other's hands, recorded so that resampling fits what a seat knows.

Command cards are taken from the open line, so everybody knows who holds which, until a teammate
hands one over face down; a table option leaves that to the players' own memory. Army cards are
secret, except one that an opponent put under the deck.
"""

from __future__ import annotations

from bisect import insort

from ludus.games.para_bellum.ids import SEEN, SEEN_SHIFT, TEAM_SEATS
from ludus.games.para_bellum.rules.tables import team_of
from ludus.games.para_bellum.state import State


def pass_command(state: State, giver: int, receiver: int, kind: int) -> None:
    """A command card goes to the ally face down: it may be any card that the giver had."""
    player = state.players[giver]
    ally = state.players[receiver]
    player.commands.remove(kind)
    insort(ally.commands, kind)
    if not state.open_memory:
        # Opponents know none of these cards anyway.
        return
    player.veiled = player.commands[:]
    insort(ally.veiled, kind)
    _settle_veils(state, giver)


def show_command(state: State, seat: int, kind: int) -> None:
    """A command card in hand is shown by its holder to be played or discarded."""
    player = state.players[seat]
    veiled = player.veiled
    # Of two equal cards, show the one that everybody knew of.
    if veiled and player.commands.count(kind) == veiled.count(kind):
        veiled.remove(kind)
        _settle_veils(state, seat)


def _settle_veils(state: State, seat: int) -> None:
    """Once one teammate holds none of the cards in doubt, the other holds them all."""
    if state.seats == TEAM_SEATS:
        player = state.players[seat]
        ally = state.players[seat ^ 2]
        if not player.veiled:
            player.veiled = []
            ally.veiled = []


def spy_draw(state: State, seat: int, kind: int, seen: int) -> None:
    """A card was drawn from the bottom: opponents who put it there know where it is now."""
    others = seen & ~team_of(state, seat) & SEEN
    if others:
        state.players[seat].spied.append(kind << SEEN_SHIFT | others)


def show_army_card(state: State, seat: int, kind: int) -> None:
    """An army card was placed: those who knew of such a card in the hand know of one fewer."""
    spied = state.players[seat].spied
    if not spied:
        return
    waiting = SEEN
    left: list[int] = []
    for code in spied:
        if code >> SEEN_SHIFT == kind:
            informed = code & waiting
            waiting &= ~informed
            code &= ~informed
        if code & SEEN:
            left.append(code)
    state.players[seat].spied = left


def hide_army_card(state: State, seat: int) -> None:
    """An army card left the hand unseen: it may have been one that others knew of."""
    state.players[seat].spied = []
