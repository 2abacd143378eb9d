"""Drawing from the decks, the Battle Line, and the end that the last army card brings."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, EVERYONE, Decision, Emit, Event, Seat
from ludus.games.para_bellum.ids import BY_DECK, FILL_LINE, NONE
from ludus.games.para_bellum.rules.secrets import spy_draw
from ludus.games.para_bellum.rules.tables import Tables, distinct, team_of
from ludus.games.para_bellum.state import Frame, State

# The army deck -----------------------------------------------------------------------------------


def deck_size(state: State) -> int:
    return state.bag_size + len(state.bottom)


def bury(state: State, seat: int, kind: int) -> None:
    """Put an army card at the bottom of the deck, known to the seat and its ally [setup.6]."""
    state.bottom.append(kind)
    state.bottom_seen.append(team_of(state, seat))


def _from_bottom(state: State) -> int:
    state.bottom_seen.pop(0)
    return state.bottom.pop(0)


def _from_bag(state: State, kind: int) -> None:
    state.bag[kind] -= 1
    state.bag_size -= 1


def _report_draw(state: State, seat: int, kind: int, emit: Emit | None) -> None:
    """The player and the ally see the card, the others only that one was drawn."""
    if emit is None:
        return
    team = team_of(state, seat)
    emit(Event("draws", {"seat": seat, "card": kind}, team, team))
    emit(Event("draws_hidden", {"seat": seat}, ~team))


def judge_deck(state: State, seat: int, emit: Emit | None) -> None:
    """A draw that empties the deck triggers the end, once [end.1-3, end.7]."""
    if state.bag_size or state.bottom or state.ending != NONE:
        return
    state.ending = seat
    state.trigger = BY_DECK
    if emit is not None:
        emit(Event("end_triggered", {"seat": seat, "by": BY_DECK}))


def decide_draw(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (_one_of(state.bag, "draw", t.draw),)


def _one_of(bag: list[int], prompt: str, actions: tuple[Action, ...]) -> Decision:
    """A card drawn by chance from a bag: the kinds that are left, weighted by their numbers."""
    options: list[Action] = []
    weights: list[int] = []
    # One pass: a bag is drawn from in every other step of a game.
    for kind, count in enumerate(bag):
        if count:
            options.append(actions[kind])
            weights.append(count)
    return Decision(CHANCE, prompt, options, weights)


def step_draw(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Draw the cards whose order is known; ask chance for the others."""
    while frame.left:
        if state.bag_size:
            return True
        if not state.bottom:
            break
        seen = state.bottom_seen[0]
        kind = _from_bottom(state)
        spy_draw(state, frame.seat, kind, seen)
        _draw(state, frame, kind, emit)
    state.stack.pop()
    return False


def act_draw(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _from_bag(state, action.arg)
    _draw(state, frame, action.arg, emit)


def _draw(state: State, frame: Frame, kind: int, emit: Emit | None) -> None:
    insort(state.players[frame.seat].hand, kind)
    frame.left -= 1
    _report_draw(state, frame.seat, kind, emit)
    if state.turn != NONE:
        judge_deck(state, frame.seat, emit)


def step_look(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Draw the top cards to choose one of them [card.via_militaris]."""
    while frame.left:
        if state.bag_size:
            return True
        if not state.bottom:
            break
        _look(state, frame, _from_bottom(state), emit)
    state.stack.pop()
    return False


def act_look(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _from_bag(state, action.arg)
    _look(state, frame, action.arg, emit)


def _look(state: State, frame: Frame, kind: int, emit: Emit | None) -> None:
    insort(state.players[frame.seat].looking, kind)
    frame.left -= 1
    if emit is not None:
        team = team_of(state, frame.seat)
        emit(Event("looks", {"seat": frame.seat, "card": kind}, team, team))


def decide_keep(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    looking = state.players[frame.seat].looking
    return (Decision(frame.seat, "keep", [t.card[kind] for kind in distinct(looking)]),)


def step_keep(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    looking = state.players[frame.seat].looking
    if not looking:
        state.stack.pop()
        return False
    if looking[0] != looking[-1]:
        return True
    _keep(state, frame, looking[0], emit)
    return False


def act_keep(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _keep(state, frame, action.arg, emit)


def _keep(state: State, frame: Frame, kind: int, emit: Emit | None) -> None:
    """One card to hand, the others to the bottom; only then is the deck checked [end.3]."""
    state.stack.pop()
    player = state.players[frame.seat]
    player.looking.remove(kind)
    insort(player.hand, kind)
    _report_draw(state, frame.seat, kind, emit)
    for other in player.looking:
        bury(state, frame.seat, other)
        if emit is not None:
            team = team_of(state, frame.seat)
            emit(Event("buries", {"seat": frame.seat, "card": other}, team))
            emit(Event("buries_hidden", {"seat": frame.seat}, ~team))
    player.looking.clear()
    judge_deck(state, frame.seat, emit)


# The Battle Line ---------------------------------------------------------------------------------


def discard_command(state: State, kind: int) -> None:
    """To the common pile [cmd.3]; a line that could not be refilled may be now [line.9]."""
    state.command_discard[kind] += 1
    if state.turn != NONE and not state.command_size and NONE in state.line:
        state.stack.append(Frame(FILL_LINE, state.turn))


def step_fill(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if NONE in state.line:
        if not state.command_size:
            _reshuffle(state, emit)
        if state.command_size:
            return True
    state.stack.pop()
    return False


def _reshuffle(state: State, emit: Emit | None) -> None:
    """The discard pile becomes the new deck [line.8]."""
    size = sum(state.command_discard)
    if not size:
        return
    state.command_bag = state.command_discard
    state.command_size = size
    state.command_discard = [0] * len(state.command_bag)
    if emit is not None:
        emit(Event("reshuffled", {}, bars=EVERYONE))


def decide_fill(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (_one_of(state.command_bag, "reveal", t.reveal),)


def act_fill(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    kind = action.arg
    state.command_bag[kind] -= 1
    state.command_size -= 1
    state.line[state.line.index(NONE)] = kind
    if emit is not None:
        emit(Event("revealed", {"kind": kind}))


def line_kinds(state: State, kinds: int) -> list[int]:
    """The kinds in the line that fit a mask, each once, in order."""
    return sorted({kind for kind in state.line if kind != NONE and kinds >> kind & 1})


def decide_take(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.take[kind] for kind in line_kinds(state, frame.mask)]
    return (Decision(frame.seat, "take", options),)


def step_take(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    kinds = line_kinds(state, frame.mask) if frame.left else []
    if len(kinds) > 1:
        return True
    if kinds:
        take_command(state, frame.seat, kinds[0], emit)
        frame.left -= 1
        state.stack.append(Frame(FILL_LINE, frame.seat))
    else:
        state.stack.pop()
    return False


def act_take(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    take_command(state, frame.seat, action.arg, emit)
    frame.left -= 1
    state.stack.append(Frame(FILL_LINE, frame.seat))


def take_command(state: State, seat: int, kind: int, emit: Emit | None) -> None:
    """Take a card from the open line to hand, face up [line.3]."""
    state.line[state.line.index(kind)] = NONE
    insort(state.players[seat].commands, kind)
    if emit is not None:
        emit(Event("takes", {"seat": seat, "kind": kind}))
