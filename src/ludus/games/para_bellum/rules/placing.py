"""Placing an army card and everything that it completes [place, cent, legion, banner, big]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import COLUMNS, RED, members
from ludus.games.para_bellum.ids import (
    ALL_BANNERS,
    ALL_COLOURS,
    ANY_CARD,
    BANNER_DIE,
    BANNER_TYPE,
    BIG,
    BONUS,
    BY_COLOURS,
    COMPLETE_CENTURIONS,
    COMPLETE_LEGIONS,
    EARN_BLAZONS,
    FIVE_COLOURS_POINTS,
    LEGION_ORDER,
    LOW_ROLL,
    LOW_ROLL_CARD,
    NEW_GRAY,
    NEW_RED,
    NONE,
    PLACE_CELL,
    PLACED,
    ROLL_MORALE,
    RUN,
    TAKE,
)
from ludus.games.para_bellum.mechanics.dice import fitting_banners
from ludus.games.para_bellum.mechanics.legions import (
    centurions_at,
    full_cards,
    is_big,
    new_grays,
    new_reds,
    span_seams,
    spans_at,
)
from ludus.games.para_bellum.mechanics.placement import legal_cells
from ludus.games.para_bellum.rules.army import bare_dice, put_die, raise_banner
from ludus.games.para_bellum.rules.possible import ANYWHERE, can_place, program_possible
from ludus.games.para_bellum.rules.secrets import show_army_card
from ludus.games.para_bellum.rules.tables import (
    Tables,
    die_named,
    distinct,
    event_in_force,
    opponents_in_order,
    touch,
)
from ludus.games.para_bellum.state import Frame, Player, State

# Choosing card and cell --------------------------------------------------------------------------


def placeable(t: Tables, player: Player) -> list[int]:
    """The kinds in hand that have a legal cell."""
    army, units, by_colour = player.army, player.units, player.by_colour
    return [
        kind
        for kind in distinct(player.hand)
        if legal_cells(army, by_colour[t.kind_colour[kind]], units)
    ]


def step_card(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """A player who cannot place a card skips it [place.3]."""
    if can_place(t, state.players[frame.seat]):
        return True
    state.stack.pop()
    return False


def decide_card(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Which army card to place; only an ally's gift may be declined [place.2]."""
    options = [t.card[kind] for kind in placeable(t, state.players[frame.seat])]
    if frame.step:
        options.append(t.decline)
    return (Decision(frame.seat, "place_card", options),)


def act_card(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "decline":
        state.stack.pop()
        if emit is not None:
            emit(Event("declines", {"seat": frame.seat}))
        return
    frame.phase = PLACE_CELL
    frame.card = action.arg


def decide_cell(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    player = state.players[frame.seat]
    same_colour = player.by_colour[t.kind_colour[frame.card]]
    cells = legal_cells(player.army, same_colour, player.units)
    return (Decision(frame.seat, "place_cell", [t.cell[cell] for cell in members(cells)]),)


def act_cell(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    player = state.players[frame.seat]
    player.hand.remove(frame.card)
    show_army_card(state, frame.seat, frame.card)
    put_card(t, player, frame.card, action.arg)
    if emit is not None:
        emit(Event("places", {"seat": frame.seat, "card": frame.card, "cell": action.arg}))
    state.stack.append(Frame(PLACED, frame.seat, lo=action.arg))


def put_card(t: Tables, player: Player, kind: int, cell: int) -> None:
    """Put an army card on a cell."""
    bit = 1 << cell
    player.cells[cell] = kind
    player.army |= bit
    player.by_colour[t.kind_colour[kind]] |= bit
    card = t.catalog.army[kind]
    if card.full:
        player.full |= bit
    if card.cornicine:
        player.horns |= bit
    elif card.mounted > 0:
        player.riders_up |= bit
    elif card.mounted < 0:
        player.riders_down |= bit


# What the card completes, in the order of legion.17 ----------------------------------------------


def step_placed(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    step = frame.step
    frame.step += 1
    if step == COMPLETE_LEGIONS:
        _complete_legions(t, state, frame, emit)
    elif step == LOW_ROLL_CARD:
        _low_roll_card(t, state, frame)
        if state.stack[-1] is frame:
            frame.step = EARN_BLAZONS + 1
            _blazons(t, state, frame, emit)
    elif step == EARN_BLAZONS:
        _blazons(t, state, frame, emit)
    elif step == COMPLETE_CENTURIONS:
        _complete_centurions(state, frame, emit)
    elif frame.left:
        frame.left -= 1
        state.stack.append(Frame(BANNER_DIE, frame.seat, mask=ALL_BANNERS))
    else:
        _big_legions(state, frame)
    return False


def _complete_legions(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Count the Legions and roll for their slots, left to right, while dice last [legion.19]."""
    player = state.players[frame.seat]
    cell = frame.lo
    spans = spans_at(player.army, player.full, cell)
    if not spans:
        # Without a Legion there is nothing to do before the Centurions.
        frame.step = COMPLETE_CENTURIONS + 1
        _complete_centurions(state, frame, emit)
        return
    colour = t.kind_colour[player.cells[cell]]
    for lo, hi in spans:
        player.legions[colour] += 1
        player.rows |= 1 << cell // COLUMNS
        if is_big(lo, hi):
            player.big += 1
        if emit is not None:
            facts = {"seat": frame.seat, "colour": colour, "lo": lo, "hi": hi}
            emit(Event("legion", facts))
    touch(state, frame.seat)
    slots = new_grays(spans, player.grays.bit_count())
    if slots:
        rolls = event_in_force(t, state).rolls
        state.stack.append(Frame(NEW_GRAY, frame.seat, mask=slots, left=rolls))


def act_new_gray(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """A gray die for the leftmost empty slot; the event may ask for the better of two rolls."""
    rolled = action.arg + 1
    if rolled > frame.value:
        frame.value = rolled
    frame.left -= 1
    event = event_in_force(t, state)
    if emit is not None and event.rolls > 1:
        emit(Event("rolled", {"seat": frame.seat, "face": rolled}))
    if frame.left:
        return
    value = min(frame.value, event.cap)
    low = frame.mask & -frame.mask
    slot = low.bit_length() - 1
    put_die(state.players[frame.seat], slot, value)
    if emit is not None:
        emit(Event("new_gray", {"seat": frame.seat, "slot": slot, "face": value}))
    if value <= LOW_ROLL:
        # Tell the PLACED frame below.
        state.stack[-2].value = 1
    frame.mask ^= low
    frame.value = 0
    frame.left = event.rolls
    if not frame.mask:
        state.stack.pop()


def _low_roll_card(t: Tables, state: State, frame: Frame) -> None:
    """A 1 or 2 brings a command card, once a turn [legion.6-8]."""
    player = state.players[frame.seat]
    if frame.value and not player.low_card:
        player.low_card = True
        state.stack.append(Frame(TAKE, frame.seat, mask=t.catalog.filter[ANY_CARD], left=1))


def _blazons(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """The first Legion of a colour earns its Blazon, the fifth colour the end [legion.9, end.4]."""
    seat = frame.seat
    player = state.players[seat]
    colour = t.kind_colour[player.cells[frame.lo]]
    if not player.blazons >> colour & 1:
        player.blazons |= 1 << colour
        if emit is not None:
            emit(Event("blazon", {"seat": seat, "colour": colour}))
        if player.blazons == ALL_COLOURS and state.ending == NONE:
            state.ending = seat
            state.trigger = BY_COLOURS
            player.points += FIVE_COLOURS_POINTS
            if emit is not None:
                emit(Event("end_triggered", {"seat": seat, "by": BY_COLOURS}))
    program = event_in_force(t, state).legion
    if program != NONE:
        for _ in spans_at(player.army, player.full, frame.lo):
            state.stack.append(Frame(RUN, seat, program=program))


def _complete_centurions(state: State, frame: Frame, emit: Emit | None) -> None:
    """Each neighbour above or below makes a Centurion: a banner, and a die while there is one."""
    player = state.players[frame.seat]
    centurions = centurions_at(player.army, frame.lo)
    frame.left += len(centurions)
    if emit is not None:
        for below in centurions:
            emit(Event("centurion", {"seat": frame.seat, "slot": RED + below}))
    slots = new_reds(centurions, player.reds.bit_count())
    if slots:
        state.stack.append(Frame(NEW_RED, frame.seat, mask=slots))


def act_new_red(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """A red die, the upper seam first [cent.5]."""
    below = frame.mask.bit_length() - 1
    put_die(state.players[frame.seat], RED + below, action.arg + 1)
    if emit is not None:
        facts = {"seat": frame.seat, "slot": RED + below, "face": action.arg + 1}
        emit(Event("new_red", facts))
    frame.mask ^= 1 << below
    if not frame.mask:
        state.stack.pop()


# Banners [banner.1-13] ---------------------------------------------------------------------------


def _bare(state: State, frame: Frame) -> int:
    """The dice that a banner can go to: anywhere, or in the Legion it was gained for."""
    within = ANYWHERE if frame.hi == NONE else span_seams(frame.lo, frame.hi)
    return bare_dice(state.players[frame.seat], frame.mask, within)


def step_banner_die(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """A banner that fits no die is not added [banner.12]; one that fits one die goes there."""
    dice = _bare(state, frame)
    if dice & (dice - 1):
        return True
    if dice:
        _name_die(frame, dice.bit_length() - 1)
    else:
        state.stack.pop()
    return False


def decide_banner_die(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    dice = _bare(state, frame)
    return (Decision(frame.seat, "banner_die", [t.die[slot] for slot in members(dice)]),)


def act_banner_die(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _name_die(frame, action.arg)
    die_named(frame.seat, frame.seat, action.arg, emit)


def _name_die(frame: Frame, slot: int) -> None:
    frame.phase = BANNER_TYPE
    frame.lo, frame.hi = slot, NONE


def _types(player: Player, frame: Frame) -> int:
    return frame.mask & ~player.banners & fitting_banners(frame.lo)


def step_banner_type(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    types = _types(state.players[frame.seat], frame)
    if types & (types - 1):
        return True
    _add_banner(state, frame, types.bit_length() - 1, emit)
    return False


def decide_banner_type(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    types = _types(state.players[frame.seat], frame)
    return (Decision(frame.seat, "banner_type", [t.banner[banner] for banner in members(types)]),)


def act_banner_type(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _add_banner(state, frame, action.arg, emit)


def _add_banner(state: State, frame: Frame, banner: int, emit: Emit | None) -> None:
    state.stack.pop()
    raise_banner(state.players[frame.seat], frame.lo, banner)
    touch(state, frame.seat)
    if emit is not None:
        emit(Event("banner", {"seat": frame.seat, "slot": frame.lo, "banner": banner}))


# Big Legions [big, bonus] ------------------------------------------------------------------------


def _big_legions(state: State, frame: Frame) -> None:
    state.stack.pop()
    player = state.players[frame.seat]
    spans = spans_at(player.army, player.full, frame.lo)
    spans = [(lo, hi) for lo, hi in spans if is_big(lo, hi)]
    if len(spans) > 1:
        state.stack.append(Frame(LEGION_ORDER, frame.seat, lo=frame.lo))
    elif spans:
        state.stack.append(Frame(BIG, frame.seat, lo=spans[0][0], hi=spans[0][1]))


def decide_legion_order(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Which of two Big Legions completed at once comes first [big.7]."""
    return (Decision(frame.seat, "legion_order", t.legion),)


def act_legion_order(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    player = state.players[frame.seat]
    spans = spans_at(player.army, player.full, frame.lo)
    if emit is not None:
        emit(Event("legion_first", {"seat": frame.seat, "which": action.arg}))
    for lo, hi in (spans[1 - action.arg], spans[action.arg]):
        state.stack.append(Frame(BIG, frame.seat, lo=lo, hi=hi))


def bonus_colours(t: Tables, state: State, frame: Frame) -> list[int]:
    """The bonuses that a Big Legion may bring and that can do something [bonus.2-5]."""
    player = state.players[frame.seat]
    colour = t.kind_colour[player.cells[frame.lo]]
    bonuses = t.catalog.battles[state.battle].bonuses
    colours = range(len(bonuses)) if colour == player.colour else (colour,)
    return [
        colour
        for colour in colours
        if program_possible(t, state, frame.seat, NONE, frame.lo, frame.hi, bonuses[colour])
    ]


def step_big(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """First the Battle Bonus, then the tests of the opponents [big.5-6]."""
    if frame.step == 0:
        frame.step = 1
        colours = bonus_colours(t, state, frame)
        if len(colours) > 1:
            state.stack.append(Frame(BONUS, frame.seat, lo=frame.lo, hi=frame.hi))
        elif colours:
            _run_bonus(t, state, frame, colours[0], emit)
        elif emit is not None:
            emit(Event("no_bonus", {"seat": frame.seat}))
        return False
    state.stack.pop()
    fulls = full_cards(frame.lo, frame.hi)
    for opponent in reversed(opponents_in_order(state, frame.seat)):
        state.stack.append(
            Frame(ROLL_MORALE, opponent, target=frame.seat, value=fulls + frame.value)
        )
    return False


def decide_bonus(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.bonus[colour] for colour in bonus_colours(t, state, frame)]
    return (Decision(frame.seat, "bonus", options),)


def act_bonus(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    _run_bonus(t, state, frame, action.arg, emit)


def _run_bonus(t: Tables, state: State, frame: Frame, colour: int, emit: Emit | None) -> None:
    if emit is not None:
        emit(Event("bonus", {"seat": frame.seat, "battle": state.battle, "colour": colour}))
    program = t.catalog.battles[state.battle].bonuses[colour]
    state.stack.append(Frame(RUN, frame.seat, program=program, lo=frame.lo, hi=frame.hi))
