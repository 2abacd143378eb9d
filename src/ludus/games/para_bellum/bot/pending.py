"""The expected value of the work that is still on the stack.

A bot that looks one choice ahead stops in the middle of a move: the card is placed but its die not
rolled yet, the price is paid but nothing bought yet. Here every waiting frame gets the value of
what it will do, so that such positions compare with those between moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.games.para_bellum import ids
from ludus.games.para_bellum.bot import weights as w
from ludus.games.para_bellum.catalog import Effect
from ludus.games.para_bellum.ids import (
    ACTION,
    ALL,
    ALL_OPPONENTS,
    ARMY,
    ARMY_PHASE,
    BANNER,
    BLUE_DIE,
    BOTH,
    COIN,
    COMPLETE_CENTURIONS,
    DRAW_PHASE,
    EVERY,
    FACE,
    GRAY_DIE,
    LOSE_DIE,
    MAX_FACE,
    MAX_REDS,
    NONE,
    RED_DIE,
    TARGET,
)
from ludus.games.para_bellum.mechanics.dice import morale_limit, morale_plus
from ludus.games.para_bellum.mechanics.legions import centurions_at, full_cards, is_big, spans_at
from ludus.games.para_bellum.rules.tables import Tables, event_in_force, opponents_of
from ludus.games.para_bellum.state import Frame, Player, State

BETTER_OF_TWO: Final = 4.47
CAPPED: Final = 3.0
"""The average of a gray die whose faces above 4 count as 4."""
LOW_ROLL: Final = 0.3
BONUS: Final = 1.6
PRICE: Final = -0.4
RISE: Final[tuple[float, ...]] = (0.0, 2.5, 1.67, 1.0, 0.5, 0.17, 0.0)
"""By face: what a die gains on average if it is rolled again and the better result stays."""
DIE_UNITS: Final = {GRAY_DIE: 1.0, RED_DIE: w.RED_PIP, BLUE_DIE: w.BLUE_PIP}

Estimate: TypeAlias = Callable[["Pending", Effect], float]
Await: TypeAlias = Callable[["Pending", State, Frame, list[float], list[float]], None]


class Pending:
    """Values of programs, computed once, and of the frames that run them."""

    def __init__(self, tables: Tables) -> None:
        self.tables: Final = tables
        catalog = tables.catalog
        self.rests: Final[list[list[float]]] = []
        """Per program: the value of the rest of it, from each effect on."""
        # A nested program has the lower number, so its value is known when it is needed.
        for program in catalog.programs:
            rests = [0.0]
            for effect in reversed(program):
                rests.append(rests[-1] + ESTIMATES[effect.op](self, effect))
            self.rests.append(rests[::-1])
        self.effects: Final = [ESTIMATES[effect.op](self, effect) for effect in catalog.effects]

    def program(self, number: int) -> float:
        return 0.0 if number == NONE else self.rests[number][0]

    def add(self, state: State, points: list[float], means: list[float]) -> None:
        """Add what the stack will bring to each seat: points, and means to get points."""
        stack = state.stack
        for frame in stack:
            awaited = AWAITED[frame.phase]
            if awaited is not None:
                awaited(self, state, frame, points, means)
        turn = stack[0]
        if turn.phase == ids.TURN and turn.step == DRAW_PHASE:
            # The card of the Draw Phase is certain, and unspent actions can still be spent.
            means[turn.seat] += w.ACTION * state.actions
            if state.bag_size or state.bottom:
                means[turn.seat] += w.ARMY_CARD


# What effects are worth to the player who uses them ----------------------------------------------


def _side(effect: Effect) -> float:
    """How a gain of the affected players counts for the actor."""
    if effect.who in (TARGET, ALL_OPPONENTS):
        return -1.0
    return 0.0 if effect.who == ALL else 2.0 if effect.who == BOTH else 1.0


def _gain(o: Pending, effect: Effect) -> float:
    if effect.what == COIN:
        return _side(effect) * w.COIN * effect.n
    if effect.what == ACTION:
        return _side(effect) * w.ACTION * 2 * effect.n
    return w.BANNER if effect.what == BANNER else float(effect.n)


def _draw(o: Pending, effect: Effect) -> float:
    return _side(effect) * effect.n * (w.ARMY_CARD if effect.what == ARMY else w.COMMAND_CARD)


def _mod(o: Pending, effect: Effect) -> float:
    count = 2 if effect.which == EVERY else effect.count
    by = -2.5 if effect.by_roll else float(effect.n)
    return _side(effect) * DIE_UNITS.get(effect.die, 1.0) * by * count * w.CONTROL


def _reroll(o: Pending, effect: Effect) -> float:
    return w.REROLL * effect.count


def _lose_die(o: Pending, effect: Effect) -> float:
    if effect.die != GRAY_DIE:
        return -_side(effect) * (w.RED_DIE + 3 * w.RED_PIP)
    return -_side(effect) * (3.5 if effect.match else 4.5 if effect.who == TARGET else 2.0)


def _set_die(o: Pending, effect: Effect) -> float:
    return 2.0


def _add_die(o: Pending, effect: Effect) -> float:
    return float(effect.n) or w.NEW_GRAY


def _disable(o: Pending, effect: Effect) -> float:
    return 0.6


def _discard_perm(o: Pending, effect: Effect) -> float:
    return w.PERMANENT


def _enable(o: Pending, effect: Effect) -> float:
    return 0.4


def _morale(o: Pending, effect: Effect) -> float:
    return 0.8 + 0.5 * effect.n


def _this_morale(o: Pending, effect: Effect) -> float:
    return 0.5 * effect.n


def _play_army(o: Pending, effect: Effect) -> float:
    return w.PLACEMENT


def _play_free(o: Pending, effect: Effect) -> float:
    return 1.2


def _hand_over(o: Pending, effect: Effect) -> float:
    """Coins or cards that go to another player: a rough guess."""
    return -0.3 if effect.who == TARGET else 0.1


def _convert(o: Pending, effect: Effect) -> float:
    return 0.5


def _choose(o: Pending, effect: Effect) -> float:
    return max(o.program(branch) for branch in effect.branches)


def _if(o: Pending, effect: Effect) -> float:
    return sum(o.program(branch) for branch in effect.branches) / 2


def _roll(o: Pending, effect: Effect) -> float:
    """A program per face, or one program after the actor has picked a result."""
    return sum(o.program(branch) for branch in effect.branches) / len(effect.branches)


ESTIMATES: Final[list[Estimate]] = [
    _gain,
    _draw,
    _mod,
    _reroll,
    _lose_die,
    _set_die,
    _add_die,
    _disable,
    _discard_perm,
    _enable,
    _morale,
    _this_morale,
    _play_army,
    _play_free,
    _hand_over,
    _hand_over,
    _convert,
    _choose,
    _if,
    _roll,
]
"""In the order of the catalog's OPS."""


# What frames on the stack are worth --------------------------------------------------------------


def _new_gray(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    event = event_in_force(o.tables, state)
    each = w.NEW_GRAY
    if event.rolls > 1:
        each = BETTER_OF_TWO
    elif event.cap < MAX_FACE:
        each = CAPPED
    count = frame.mask.bit_count()
    points[frame.seat] += each * count
    # The seam counts as open as long as it has no die.
    means[frame.seat] -= w.OPEN_SEAM * count
    if not state.players[frame.seat].low_card:
        means[frame.seat] += LOW_ROLL * count


def _new_red(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    means[frame.seat] += w.NEW_RED * frame.mask.bit_count()


def _banner(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    means[frame.seat] += w.BANNER


def _placed(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    """Centurions and Big Legions come after the gray dice."""
    player = state.players[frame.seat]
    if frame.step > COMPLETE_CENTURIONS:
        means[frame.seat] += w.BANNER * frame.left
    else:
        centurions = len(centurions_at(player.army, frame.lo))
        room = MAX_REDS - player.reds.bit_count()
        means[frame.seat] += w.BANNER * centurions + w.NEW_RED * min(centurions, room)
    for lo, hi in spans_at(player.army, player.full, frame.lo):
        if is_big(lo, hi):
            means[frame.seat] += BONUS
            _tests(o, state, frame.seat, full_cards(lo, hi), points)


def _tests(o: Pending, state: State, seat: int, plus: int, points: list[float]) -> None:
    for opponent in opponents_of(state, seat):
        points[opponent] -= _fear(o, state, opponent, plus)


def _fear(o: Pending, state: State, seat: int, plus: int) -> float:
    """What a Morale test costs on average: the lowest gray die, as often as it fails."""
    player = state.players[seat]
    if not player.grays:
        return 0.0
    plus += morale_plus(player.up, event_in_force(o.tables, state), o.tables.catalog.hooks)
    passing = morale_limit(player.reds.bit_count()) - plus
    failing = min(max(MAX_FACE - passing, 0), MAX_FACE)
    return failing * (_lowest(player) + 0.5) / MAX_FACE


def _lowest(player: Player) -> int:
    lowest = MAX_FACE
    grays = player.grays
    while grays:
        low = grays & -grays
        grays ^= low
        face = player.dice[low.bit_length() - 1] & FACE
        if face < lowest:
            lowest = face
    return lowest


def _big(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    if not frame.step:
        means[frame.seat] += BONUS
    _tests(o, state, frame.seat, full_cards(frame.lo, frame.hi) + frame.value, points)


def _bonus(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    means[frame.seat] += BONUS


def _roll_morale(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    points[frame.seat] -= _fear(o, state, frame.seat, frame.value)


def _choose_die(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    player = state.players[frame.target]
    if frame.effect == NONE:
        points[frame.target] -= _lowest(player)
        return
    effect = o.tables.catalog.effects[frame.effect]
    if effect.op == LOSE_DIE and effect.match:
        points[frame.target] -= frame.value
    else:
        points[frame.at] += o.effects[frame.effect] * frame.left / effect.count


def _effect(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    means[frame.seat] += o.effects[frame.effect]


def _run(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    means[frame.seat] += o.rests[frame.program][frame.at]


def _order(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    printed = o.tables.catalog.commands[frame.card].printed
    means[frame.seat] += max(o.program(option.program) for option in printed) / 2


def _unit(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    means[frame.seat] += w.PERMANENT - w.COMMAND_CARD


def _pay(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    means[frame.seat] += PRICE


def _take(o: Pending, state: State, frame: Frame, points: list[float], means: list[float]) -> None:
    means[frame.seat] += w.COMMAND_CARD * frame.left


def _draw_army(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    # The card of the Draw Phase is counted from the Action Phase on.
    means[frame.seat] += w.ARMY_CARD * frame.left


def _keep_card(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    means[frame.seat] += w.ARMY_CARD


def _motivate_dice(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    points[frame.seat] += _rerolled(state.players[frame.seat], frame, True)


def _roll_again(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    points[frame.seat] += _rerolled(state.players[frame.seat], frame, False)


def _rerolled(player: Player, frame: Frame, chosen: bool) -> float:
    """What the dice of a frame gain by rolling again; chosen ones are not made worse."""
    total = 0.0
    mask = frame.mask
    while mask:
        low = mask & -mask
        mask ^= low
        face = player.dice[low.bit_length() - 1] & FACE
        gain = RISE[face] if frame.step else 3.5 - face
        if gain > 0.0 or not chosen:
            total += gain
    return total


def _roll_added(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    points[frame.seat] += w.NEW_GRAY


def _place_card(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    """Only a placement beyond the one of each turn is an advantage."""
    if state.stack[0].step > ARMY_PHASE + 1:
        means[frame.seat] += w.PLACEMENT


def _runner(
    o: Pending, state: State, frame: Frame, points: list[float], means: list[float]
) -> None:
    alliance = o.tables.catalog.alliances[state.alliances[frame.seat & 1]]
    means[frame.seat] += max(o.program(program) for program in alliance.sides[frame.seat >> 1])


_BY_PHASE: Final[dict[int, Await]] = {
    ids.NEW_GRAY: _new_gray,
    ids.NEW_RED: _new_red,
    ids.ROLL_AGAIN: _roll_again,
    ids.ROLL_ADDED: _roll_added,
    ids.ROLL_MORALE: _roll_morale,
    ids.ROLL_EFFECT: _effect,
    ids.DRAW_ARMY: _draw_army,
    ids.PLACE_CARD: _place_card,
    ids.PLACE_CELL: _place_card,
    ids.ORDER_OPTION: _order,
    ids.ORDER_TARGET: _order,
    ids.PAY: _pay,
    ids.PAY_WAY: _pay,
    ids.MOTIVATE_DICE: _motivate_dice,
    ids.UNIT_CELL: _unit,
    ids.TAKE: _take,
    ids.CHOOSE_TARGET: _run,
    ids.CHOOSE_DIE: _choose_die,
    ids.CHOOSE_CARD: _effect,
    ids.CHOOSE_BRANCH: _effect,
    ids.PICK_RESULT: _effect,
    ids.BANNER_DIE: _banner,
    ids.BANNER_TYPE: _banner,
    ids.PLAY_FREE: _effect,
    ids.BONUS: _bonus,
    ids.RUNNER_OPTION: _runner,
    ids.KEEP_CARD: _keep_card,
    ids.RUN: _run,
    ids.PLACED: _placed,
    ids.BIG: _big,
}
AWAITED: Final[list[Await | None]] = [_BY_PHASE.get(phase) for phase in range(ids.PHASE_COUNT)]
