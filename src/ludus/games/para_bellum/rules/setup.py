"""The set-up, step by step in the printed order [setup.1-35, team.5-6]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import CELLS, GENERAL, SLOTS, START_CELL, members
from ludus.games.para_bellum.ids import (
    ANY_CARD,
    COLOURS,
    DEAL_ALLIANCE,
    DEAL_BATTLE,
    DEAL_COLOUR,
    DEAL_OBJECTIVE,
    DRAW_ARMY,
    FILL_LINE,
    FIRST_ROLL,
    LINE,
    MAX_FACE,
    NONE,
    OPENING_PICK,
    PICK_COLOUR,
    RETURN_OBJECTIVE,
    RUNNING,
    SETUP,
    START_CARDS,
    START_COINS,
    TEAM_SEATS,
    TURN,
)
from ludus.games.para_bellum.rules.decks import line_kinds, take_command
from ludus.games.para_bellum.rules.placing import put_card
from ludus.games.para_bellum.rules.tables import Tables, team_of, turn_order
from ludus.games.para_bellum.state import Frame, State, new_player

# The steps of the set-up.
COLOUR_CARDS = 0
BATTLE_CARD = 1
OBJECTIVE_CARDS = 2
SHARED_OBJECTIVES = 3
BATTLE_LINE = 4
FIRST_PLAYER = 5
OPENING_PICKS = 6
ARMY_CARDS = 7


def new_state(t: Tables, seats: int, options: Mapping[str, str]) -> State:
    """All decks full, nothing dealt."""
    catalog = t.catalog
    bag = [kind.copies[seats] for kind in catalog.army[: catalog.deck_kinds]]
    commands = [kind.copies for kind in catalog.commands]
    return State(
        seats=seats,
        dealt_colours=options["colours"] == "dealt",
        capital=int(options["capital_signs"]),
        capped_oratory=options["ars_oratoria"] == "once_a_turn",
        open_memory=options["open_memory"] == "on",
        spent_banners=options["bare_banners"] == "spent",
        chosen_goals=options["objectives"] == "by_choice",
        players=[new_player(CELLS, SLOTS, COLOURS) for _ in range(seats)],
        battle=NONE,
        alliances=[NONE, NONE] if seats == TEAM_SEATS else [],
        rolls=[0] * seats,
        order=[],
        turn=NONE,
        round=0,
        actions=0,
        ending=NONE,
        trigger=RUNNING,
        ended=RUNNING,
        bag=bag,
        bag_size=sum(bag),
        bottom=[],
        bottom_seen=[],
        line=[NONE] * LINE,
        command_bag=commands,
        command_size=sum(commands),
        command_discard=[0] * len(commands),
        event=NONE,
        event_bag=(1 << len(catalog.events)) - 1,
        event_discard=0,
        goal_bag=(1 << len(catalog.objectives)) - 1,
        goal_bottom=[],
        goal_bottom_seen=[],
        dirty=0,
        stack=[Frame(SETUP, 0)],
    )


def step_setup(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Push the questions of the next step onto the stack."""
    step = frame.step
    frame.step += 1
    if step > ARMY_CARDS:
        _begin_play(t, state, emit)
    else:
        state.stack.extend(reversed(_frames_of(state, step)))
    return False


def _frames_of(state: State, step: int) -> list[Frame]:
    """The questions of one step of the set-up, in order."""
    seats = range(state.seats)
    teams = state.seats == TEAM_SEATS
    if step == COLOUR_CARDS:
        phase = DEAL_COLOUR if state.dealt_colours else PICK_COLOUR
        return [Frame(phase, seat) for seat in seats]
    if step == BATTLE_CARD:
        alliances = [Frame(DEAL_ALLIANCE, team) for team in range(len(state.alliances))]
        return [Frame(DEAL_BATTLE, 0), *alliances]
    if step == OBJECTIVE_CARDS:
        return [
            frame
            for seat in seats
            for frame in (
                Frame(DEAL_OBJECTIVE, seat, left=2 if teams else 3),
                Frame(RETURN_OBJECTIVE, seat),
            )
        ]
    if step == SHARED_OBJECTIVES:
        return [Frame(DEAL_OBJECTIVE, team, step=1, left=1) for team in range(2) if teams]
    if step == BATTLE_LINE:
        return [Frame(FILL_LINE, 0)]
    if step == FIRST_PLAYER:
        return [Frame(FIRST_ROLL, 0)]
    if step == OPENING_PICKS:
        picks = Frame(OPENING_PICK, state.order[1], left=START_CARDS * state.seats)
        return [picks, Frame(FILL_LINE, 0)]
    return [Frame(DRAW_ARMY, seat, left=START_CARDS) for seat in seats]


def _begin_play(t: Tables, state: State, emit: Emit | None) -> None:
    """Coins, General dice at 6, open objectives; the First Player begins [setup.29-35]."""
    for seat, player in enumerate(state.players):
        player.coins = START_COINS
        player.dice[GENERAL] = MAX_FACE
        for index, goal in enumerate(player.goals):
            if t.catalog.objectives[goal].open:
                player.goal_up[index] = True
                if emit is not None:
                    emit(Event("open_objective", {"seat": seat, "goal": goal, "number": index}))
    state.stack.pop()
    state.stack.append(Frame(TURN, state.order[0]))


def shares_dealt(state: State) -> bool:
    """Whether the teams have their shared objectives, or are getting them."""
    if state.seats != TEAM_SEATS:
        return False
    bottom = state.stack[0] if state.stack else None
    return bottom is None or bottom.phase != SETUP or bottom.step > SHARED_OBJECTIVES


# Starting colours [setup.1-3] --------------------------------------------------------------------


def _free_colours(t: Tables, state: State) -> list[Action]:
    taken = {player.colour for player in state.players}
    return [t.colour[colour] for colour in range(COLOURS) if colour not in taken]


def decide_colour(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(frame.seat, "colour", _free_colours(t, state)),)


def decide_dealt_colour(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(CHANCE, "dealt_colour", _free_colours(t, state)),)


def act_colour(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    player = state.players[frame.seat]
    player.colour = action.arg
    put_card(t, player, t.catalog.start_kind(action.arg), START_CELL)
    if emit is not None:
        emit(Event("colour", {"seat": frame.seat, "colour": action.arg}))


# Battle, alliances, objectives [setup.10-17, team.5] ---------------------------------------------


def decide_battle(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(CHANCE, "battle", t.battle),)


def act_battle(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    state.battle = action.arg
    if emit is not None:
        emit(Event("battle", {"battle": action.arg}))


def decide_alliance(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [action for action in t.alliance if action.arg not in state.alliances]
    return (Decision(CHANCE, "alliance", options),)


def act_alliance(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    state.alliances[frame.seat] = action.arg
    if emit is not None:
        emit(Event("alliance", {"team": frame.seat, "alliance": action.arg}))


def decide_objective(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.objective[goal] for goal in members(state.goal_bag)]
    return (Decision(CHANCE, "objective", options),)


def act_objective(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """A card to choose from; or the shared one, which goes to both teammates."""
    goal = action.arg
    state.goal_bag &= ~(1 << goal)
    frame.left -= 1
    if not frame.left:
        state.stack.pop()
    seats = (frame.seat, frame.seat ^ 2) if frame.step else (frame.seat,)
    for seat in seats:
        player = state.players[seat]
        player.goals.append(goal)
        player.goal_up.append(False)
        player.goal_points.append(0)
    if emit is not None:
        team = team_of(state, frame.seat)
        facts = {"seat": frame.seat, "goal": goal, "shared": frame.step}
        emit(Event("objective_dealt", facts, team, team))


def decide_return(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.give_back[goal] for goal in sorted(state.players[frame.seat].goals)]
    return (Decision(frame.seat, "return", options),)


def act_return(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """The card that is not kept goes under the deck [setup.12-14]."""
    state.stack.pop()
    player = state.players[frame.seat]
    player.goals.remove(action.arg)
    player.goal_up.pop()
    player.goal_points.pop()
    team = team_of(state, frame.seat)
    state.goal_bottom.append(action.arg)
    state.goal_bottom_seen.append(team)
    if emit is not None:
        emit(Event("objective_returned", {"seat": frame.seat, "goal": action.arg}, team))
        emit(Event("objective_returned_hidden", {"seat": frame.seat}, ~team))


# The first player and the opening picks [setup.18-27] --------------------------------------------


def act_first_roll(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """The highest roll begins; those who tie for it roll again."""
    rolls = state.rolls
    rolls[frame.seat] = action.arg + 1
    if emit is not None:
        emit(Event("first_roll", {"seat": frame.seat, "face": action.arg + 1}))
    waiting = [seat for seat, roll in enumerate(rolls) if roll == 0]
    if waiting:
        frame.seat = waiting[0]
        return
    highest = max(rolls)
    tied = [seat for seat, roll in enumerate(rolls) if roll == highest]
    if len(tied) > 1:
        state.rolls = [0 if seat in tied else NONE for seat in range(state.seats)]
        frame.seat = tied[0]
        return
    state.stack.pop()
    state.order = turn_order(state.seats, tied[0])
    if emit is not None:
        emit(Event("first", {"seat": tied[0]}))


def decide_opening(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    kinds = line_kinds(state, t.catalog.filter[ANY_CARD])
    return (Decision(frame.seat, "opening", [t.take[kind] for kind in kinds]),)


def act_opening(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """One card each, twice, the First Player last; an empty line is refilled."""
    take_command(state, frame.seat, action.arg, emit)
    frame.left -= 1
    order = state.order
    frame.seat = order[(order.index(frame.seat) + 1) % state.seats]
    if not frame.left:
        state.stack.pop()
    elif state.line.count(NONE) == LINE:
        state.stack.append(Frame(FILL_LINE, frame.seat))
