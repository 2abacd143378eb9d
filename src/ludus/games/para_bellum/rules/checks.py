"""Invariants of every position: no card made or lost, no limit exceeded."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.games.para_bellum.board import COLUMNS, GENERAL, RED, SLOTS, members, sides
from ludus.games.para_bellum.catalog import ArmyKind
from ludus.games.para_bellum.ids import (
    FINISH_ORDER,
    MAX_FACE,
    MAX_GRAYS,
    MAX_REDS,
    NONE,
    SEEN_SHIFT,
    TEAM_SEATS,
)
from ludus.games.para_bellum.mechanics.dice import fitting_banners
from ludus.games.para_bellum.mechanics.legions import all_spans, is_big, span_seams
from ludus.games.para_bellum.rules.army import banner_on, face
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import Player, State


def broken(t: Tables, state: State) -> Iterator[str]:
    """The invariants that a position breaks, in words."""
    yield from _cards(t, state)
    for seat, player in enumerate(state.players):
        for faults in (_army(t, player), _in_play(player), _dice(state, player), _banners(player)):
            for fault in faults:
                yield f"seat {seat}: {fault}"
    if bool(state.stack) == bool(state.ended):
        yield "`ended` and the stack disagree on whether the game is over"
    if state.dirty:
        yield "objectives are still to be checked"
    if len(state.bottom) != len(state.bottom_seen):
        yield "the bottom of the army deck and the seats that know it differ in length"


def _cards(t: Tables, state: State) -> Iterator[str]:
    """Every card is in one place [setup.6, comp.9, comp.13]."""
    if _army_cards(t, state) != [k.copies[state.seats] for k in t.catalog.army[: len(state.bag)]]:
        yield "the number of army cards has changed"
    if _command_cards(state) != [kind.copies for kind in t.catalog.commands]:
        yield "the number of command cards has changed"
    goals = state.goal_bag.bit_count() + len(state.goal_bottom)
    goals += sum(len(player.goals) for player in state.players)
    if state.seats == TEAM_SEATS:
        # The shared objective of a team is listed with both teammates.
        goals -= 2
    if state.order and goals != len(t.catalog.objectives):
        yield f"there are {goals} objectives"
    if state.bag_size != sum(state.bag) or state.command_size != sum(state.command_bag):
        yield "the size of a deck does not match its cards"
    events = (1 << state.event if state.event != NONE else 0) | state.event_bag
    if events | state.event_discard != (1 << len(t.catalog.events)) - 1:
        yield "an event is missing"


def _army_cards(t: Tables, state: State) -> list[int]:
    """All army cards of the deck, wherever they are, by kind."""
    found = state.bag[:]
    for kind in state.bottom:
        found[kind] += 1
    for player in state.players:
        for kind in [*player.hand, *player.looking, *player.cells]:
            if kind != NONE and kind < t.catalog.deck_kinds:
                found[kind] += 1
    return found


def _command_cards(state: State) -> list[int]:
    """All command cards, wherever they are, by kind."""
    found = [a + b for a, b in zip(state.command_bag, state.command_discard, strict=True)]
    cards = [kind for kind in state.line if kind != NONE]
    cards += [frame.card for frame in state.stack if frame.phase == FINISH_ORDER]
    for player in state.players:
        cards += player.commands
        cards += [perm.kind for perm in player.perms]
    for kind in cards:
        found[kind] += 1
    return found


def _army(t: Tables, player: Player) -> Iterator[str]:
    """Cells, colours and Legions agree with each other [place, legion.15, su.4-5]."""
    army = sum(1 << cell for cell, kind in enumerate(player.cells) if kind != NONE)
    if army != player.army:
        yield "cells and army differ"
    drawn = [t.catalog.army[kind] if kind != NONE else None for kind in player.cells]
    marks = [
        sum(1 << cell for cell, card in enumerate(drawn) if card is not None and wanted(card))
        for wanted in (_is_full, _has_horn, _rides_up, _rides_down)
    ]
    if marks != [player.full, player.horns, player.riders_up, player.riders_down]:
        yield "the masks differ from what is drawn on the cards"
    if any(sides(mask) & army & ~mask for mask in player.by_colour):
        yield "two colours lie side by side"
    spans = all_spans(player.army, player.full)
    legions = [0] * len(player.legions)
    for lo, _ in spans:
        legions[t.kind_colour[player.cells[lo]]] += 1
    if legions != player.legions or sum(1 for lo, hi in spans if is_big(lo, hi)) != player.big:
        yield "Legions are counted wrongly"
    if player.hand != sorted(player.hand) or player.commands != sorted(player.commands):
        yield "a hand is not sorted"
    if any(player.veiled.count(kind) > player.commands.count(kind) for kind in player.veiled):
        yield "a veiled command card is not in hand"
    if any(code >> SEEN_SHIFT not in player.hand for code in player.spied):
        yield "an army card that others know of is not in hand"


def _is_full(card: ArmyKind) -> bool:
    return card.full


def _has_horn(card: ArmyKind) -> bool:
    return card.cornicine


def _rides_up(card: ArmyKind) -> bool:
    return card.mounted > 0


def _rides_down(card: ArmyKind) -> bool:
    return card.mounted < 0


def _in_play(player: Player) -> Iterator[str]:
    """Special Units have cells of their own, and the mask of face-up kinds is right."""
    units = sum(1 << perm.cell for perm in player.perms if perm.cell != NONE)
    if units != player.units or player.army & units:
        yield "Special Units and their cells differ"
    if player.army & (sides(units) | units << COLUMNS):
        yield "an army card lies beside or on a Special Unit"
    up = 0
    for perm in player.perms:
        up |= 0 if perm.down else 1 << perm.kind
    if up != player.up:
        yield "face-up cards and their mask differ"
    if player.coins < 0:
        yield "a negative number of coins"


def _dice(state: State, player: Player) -> Iterator[str]:
    """Dice stand on their seams, within the maxima [max.1-2]."""
    if player.reds.bit_count() > MAX_REDS or player.grays.bit_count() > MAX_GRAYS:
        yield "too many dice"
    mask = player.grays | player.reds << RED | 1 << GENERAL
    for slot in range(GENERAL if state.turn == NONE else SLOTS):
        shown = face(player, slot)
        if bool(shown) != bool(mask >> slot & 1) or shown > MAX_FACE:
            yield f"slot {slot} shows {shown}"
    if player.lost & mask:
        yield "a slot is lost and filled"
    for below in members(player.reds):
        if not player.army >> below & player.army >> (below + COLUMNS) & 1:
            yield f"red die {below} is not between two cards"
    seams = 0
    for lo, hi in all_spans(player.army, player.full):
        seams |= span_seams(lo, hi)
    if player.grays & ~seams:
        yield "a gray die stands outside a Legion"


def _banners(player: Player) -> Iterator[str]:
    """Each banner is on one die of its own colour, or in the reserve [max.3]."""
    banners = 0
    for slot in range(SLOTS):
        banner = banner_on(player, slot)
        if banner == NONE:
            continue
        if banners >> banner & 1 or not fitting_banners(slot) >> banner & 1:
            yield f"banner {banner} is wrong at slot {slot}"
        banners |= 1 << banner
    if banners != player.banners:
        yield "banners and their mask differ"
