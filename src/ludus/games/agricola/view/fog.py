"""What a seat may know of a game of Agricola.

Enemy stacks lie face down: one sees that units of a side are in a place, not how many and which.
Open are Praesidia, center counters that were turned up, the boxes of eliminated units, everything
in a hex that holds both sides, and to the Caledonians all Romans in center hexes [20.0]. What a
side has seen it remembers for as long as nobody can have left unseen.
"""

from __future__ import annotations

from typing import Final

from ludus.core.protocol import Rng, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    BID,
    CALEDONIAN,
    EMBARK,
    HIDDEN,
    NONE,
    RETREAT_LAND,
    RETREAT_SEA,
    ROMAN,
    UNITS_DRAWN,
)
from ludus.games.agricola.rules.game import AgricolaRules
from ludus.games.agricola.rules.interrupts import may_step_in
from ludus.games.agricola.rules.phases import STANDING
from ludus.games.agricola.rules.recruiting import setting_up
from ludus.games.agricola.rules.scoring import caledonian_points, roman_points
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State
from ludus.games.agricola.view.dream import Dreamer
from ludus.games.agricola.view.sight import View, battle_view, questions_of

BY_SEA: Final = (EMBARK, RETREAT_LAND, RETREAT_SEA)
NOTHING: Final = ((0, 0, 0, 0), (0, 0, 0, 0, 0))
"""Victory Points before the first turn."""


class Agricola(AgricolaRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
        t = self.tables
        side = viewer ^ state.flip if viewer >= 0 else NONE
        shown = [shown_units(t, state, side, other) for other in (ROMAN, CALEDONIAN)]
        found = shown[:]
        if side != NONE:
            found[1 - side] |= state.known[side]
        bidding = bool(state.stack) and any(f.phase == BID for f in state.stack)
        return View(
            viewer=viewer,
            side=side,
            waiting=tuple(d.seat for d in self.decisions(state) if d.seat >= 0),
            special=state.special,
            roads=state.roads,
            lines=state.lines,
            looting=state.looting,
            siege_rules=state.siege_rules,
            balanced=state.balanced,
            bidding=state.bidding,
            flip=state.flip,
            bids=tuple(
                HIDDEN if bidding and bid != NONE and seat != viewer else bid
                for seat, bid in enumerate(state.bids)
            ),
            at=tuple(
                tuple(
                    place if found[other] >> unit & 1 else HIDDEN
                    for unit, place in enumerate(state.at[other])
                )
                for other in (ROMAN, CALEDONIAN)
            ),
            stacks=tuple(standing_for(t, state, side, other) for other in (ROMAN, CALEDONIAN)),
            veiled=tuple(
                tuple(
                    place
                    for place in standing_for(t, state, side, other)
                    if not in_sight(t, state, side, other, place)
                )
                for other in (ROMAN, CALEDONIAN)
            ),
            box=tuple(
                (state.here[other][t.board.recruit] & ~found[other]).bit_count()
                for other in (ROMAN, CALEDONIAN)
            ),
            limbo=tuple(
                unplaced(t, state, side, other, found[other]) for other in (ROMAN, CALEDONIAN)
            ),
            disrupted=tuple(state.disrupted[other] & shown[other] for other in (ROMAN, CALEDONIAN)),
            aboard=tuple(state.aboard) if side == ROMAN else embarking(t, state),
            fallen=state.fallen,
            center=tuple(
                HIDDEN
                if kind != NONE and side != CALEDONIAN and not state.center_up >> center & 1
                else kind
                for center, kind in enumerate(state.center)
            ),
            center_up=state.center_up,
            spare=sum(state.spare),
            spent=sum(t.contents.counters)
            - sum(state.spare)
            - sum(1 for kind in state.center if kind != NONE),
            road=state.road,
            pillaged=tuple(state.pillaged),
            sieges=tuple(state.sieges),
            points=tuple(state.points),
            hand=state.hand[side] if side != NONE else 0,
            hands=tuple(hand.bit_count() for hand in state.hand),
            bins=tuple(marks.bit_count() for marks in state.bin),
            gone=tuple(state.gone),
            shelved=tuple(state.shelved),
            asks=tuple(state.asks),
            peek=tuple(state.peek),
            known=tuple(state.known) if side != NONE else (0, 0),
            turn=state.turn,
            active=state.active,
            event=state.event,
            tribes_home=state.tribes_home,
            supplied=state.supplied,
            declined=state.declined,
            pending=offer_rests(t, state, side),
            ended=state.ended,
            winner=state.winner,
            battle=battle_view(state.battle),
            questions=questions_of(state, side),
            score=_score(t, state, side),
        )

    def resample(self, view: View, rng: Rng) -> State:
        """A position that fits the view, hidden things drawn at random."""
        return Dreamer(self.tables, view, rng).state()


def _score(t: Tables, state: State, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Victory Points so far, part by part; a face-down Oppidum counts for who knows of it."""
    if not state.turn:
        # While a side sets up, its points would tell where.
        return NOTHING
    roman = tuple(roman_points(t, state).values())
    tribes = caledonian_points(t, state)
    if side != CALEDONIAN:
        secret = 0
        for center, place in enumerate(t.board.center_hex):
            oppidum = 1 << (t.first_oppidum + center)
            alone = state.here[CALEDONIAN][place] == oppidum
            if alone and not state.center_up >> center & 1:
                secret += 1
        tribes["tribal_centers"] -= secret * t.charts.victory.caledonian_center
    return roman, tuple(tribes.values())


def offer_rests(t: Tables, state: State, side: int) -> bool:
    """Whether a side's standing offer waits for the end of an action of the enemy's."""
    if side == NONE or state.active != 1 - side or state.stack[-1].phase in STANDING:
        return False
    return any(f.phase in STANDING for f in state.stack) and may_step_in(t, state, side)


def stacks_of(t: Tables, state: State, side: int) -> tuple[int, ...]:
    """Places with mobile units of a side; everybody sees that much."""
    mobile = ~t.musters[side].static
    here = state.here[side]
    last = t.board.britannia
    return tuple(
        sorted(place for place in set(state.at[side]) if place <= last and here[place] & mobile)
    )


def standing_for(t: Tables, state: State, viewer: int, side: int) -> tuple[int, ...]:
    """The stacks of a side that a viewer sees: while it sets up, those that have their place."""
    if viewer == side or setting_up(state) != side:
        return stacks_of(t, state, side)
    fixed = [unit.number for unit in t.musters[side].units if unit.start == "britannia"]
    return tuple(sorted({state.at[side][unit] for unit in fixed}))


def unplaced(t: Tables, state: State, viewer: int, side: int, named: int) -> int:
    """Units about to be set down that the viewer cannot name; during set-up all that the side
    began with, as their going would tell how many stand together."""
    if viewer != side and setting_up(state) == side:
        return sum(1 for unit in t.musters[side].units if unit.start == "base") or UNITS_DRAWN + 1
    return (state.here[side][t.board.limbo] & ~named).bit_count()


def embarking(t: Tables, state: State) -> tuple[int, ...]:
    """Who is aboard which fleet, as the enemy sees it: only who embarks in a retreat."""
    place = next((f.place for f in state.stack if f.phase in BY_SEA), NONE)
    if place == NONE:
        return (NONE,) * t.rome.count
    at = state.at[ROMAN]
    return tuple(fleet if at[unit] == place else NONE for unit, fleet in enumerate(state.aboard))


def in_sight(t: Tables, state: State, viewer: int, side: int, place: int) -> bool:
    """Whether a viewer may examine all units of a side in a place."""
    if viewer == side:
        return True
    if place >= t.board.hexes:
        return False
    if state.here[ROMAN][place] and state.here[CALEDONIAN][place]:
        return True
    if state.battle is not None and state.battle.place == place:
        return True
    if viewer == NONE:
        return False
    if viewer == CALEDONIAN and t.board.center_at[place] != NONE:
        return True
    return state.peek[viewer] == place


def shown_units(t: Tables, state: State, viewer: int, side: int) -> int:
    """Units of a side whose place the viewer knows by looking."""
    muster = t.musters[side]
    if viewer == side:
        return muster.all
    here = state.here[side]
    shown = here[t.board.fallen] | muster.praesidia
    if side == ROMAN:
        shown |= state.fallen
    for place in stacks_of(t, state, side):
        if in_sight(t, state, viewer, side, place):
            shown |= here[place]
    for unit in units(muster.oppida):
        center = unit - t.first_oppidum
        if state.center_up >> center & 1 or state.center[center] == NONE:
            shown |= 1 << unit
    return shown
