"""The games as OpenSpiel games: `pyspiel.load_game("ludus_cambria", {"players": 3})`.

Importing this module registers every game. Chance is explicit, with the exact odds. Where several
seats must choose at once they are asked in order, and see views, so nobody knows another's choice
before making their own. The observation is the view as features; its text is the view as JSON. From
any view a position can be drawn that fits it, so OpenSpiel's IS-MCTS works in games with secrets.

Utilities are those of the other interfaces: they add up to 0, 1 is a win alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from ludus.core.chance import SeededRng, next_decision
from ludus.core.codec import from_json, to_json
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Seat
from ludus.core.registry import all_games, open_box
from ludus.lab.research.features import Features
from ludus.lab.research.stepper import rewards_of

PREFIX: Final = "ludus_"
LONGEST: Final = 100_000
"""More actions than any game takes."""


def game_type(box: AnyBox) -> pyspiel.GameType:
    """The description that OpenSpiel needs before a game is loaded."""
    seats = [count for count in box.meta.seats if count > 1]
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"{PREFIX}{box.meta.name}",
        long_name=box.meta.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION
            if box.meta.secrets
            else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(seats)},
        default_loadable=True,
    )


class Kind:
    """What all positions of a game share. OpenSpiel copies states deeply; this is never copied."""

    def __init__(self, box: AnyBox, seats: int) -> None:
        self.box: Final = box
        self.rules: Final = box.rules
        self.seats: Final = seats
        self.options: Final = box.options(seats, {})
        self.features: Final = Features(box, seats, self.options)

    def __deepcopy__(self, memo: object) -> Kind:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int], Kind], tuple[str, int]]:
        return kind_of, (self.box.meta.name, self.seats)


@cache
def kind_of(game: str, seats: int) -> Kind:
    """What positions of a game with so many seats share; the same for all of them."""
    return Kind(open_box(game), seats)


class Position:
    """A state of the rules, and the one decision that is asked now."""

    def __init__(self, kind: Kind, state: object) -> None:
        self.kind: Final = kind
        self.state: Final = state
        self.decision: Decision | None = None
        self.look()

    def look(self) -> None:
        decisions = self.kind.rules.decisions(self.state)
        self.decision = next_decision(decisions) if decisions else None

    def __deepcopy__(self, memo: object) -> Position:
        return Position(self.kind, self.kind.rules.copy(self.state))

    def __reduce__(
        self,
    ) -> tuple[Callable[[Kind, type[object], bytes], Position], tuple[Kind, type[object], bytes]]:
        return position_from, (self.kind, type(self.state), to_json(self.state))


def position_from(kind: Kind, state: type[object], data: bytes) -> Position:
    """A position that was kept as JSON."""
    return Position(kind, from_json(data, state))


class LudusGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types.
    """One game for a number of players, with its default options."""

    NAME: ClassVar = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        box = open_box(self.NAME)
        kind = game_type(box)
        seats = int((params or {}).get("players", kind.min_num_players))
        self.kind = kind_of(self.NAME, seats)
        actions = len(box.rules.actions)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> LudusState:
        return self.state_at(self.kind.rules.setup(self.kind.seats, self.kind.options))

    def state_at(self, state: object) -> LudusState:
        """A position of the rules as a state of OpenSpiel, without what was played before it."""
        return LudusState(self, Position(self.kind, state))

    def make_py_observer(self, kind: object = None, params: object = None) -> LudusObserver:
        return LudusObserver(self.kind)


class LudusState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types.
    """A position on its way through a game."""

    def __init__(self, game: LudusGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        decision = self.position.decision
        if decision is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return decision.seat if decision.seat >= 0 else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: Seat) -> list[int]:
        decision = self.position.decision
        if decision is None or decision.seat != player:
            return []
        return [option.number for option in decision.options]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        decision = self.position.decision
        assert decision is not None and decision.seat < 0
        weights = decision.weights or [1] * len(decision.options)
        return [
            (option.number, weight / decision.total)
            for option, weight in zip(decision.options, weights, strict=True)
        ]

    def _apply_action(self, number: int) -> None:
        position = self.position
        assert position.decision is not None
        rules = position.kind.rules
        action = rules.actions.numbered(number)
        rules.apply(position.state, position.decision.seat, action, None)
        position.look()

    def _action_to_string(self, player: Seat, number: int) -> str:
        return self.position.kind.rules.actions.numbered(number).text

    def is_terminal(self) -> bool:
        return self.position.decision is None

    def returns(self) -> list[float]:
        position = self.position
        rules = position.kind.rules
        outcome = rules.outcome(position.state) if position.decision is None else None
        if outcome is None:
            return [0.0] * position.kind.seats
        return rewards_of(outcome, rules.teams(position.state))

    def information_state_string(self, player: Seat | None = None) -> str:
        seat = self.current_player() if player is None else player
        return to_json(self.position.kind.rules.view(self.position.state, seat)).decode()

    def observation_string(self, player: Seat | None = None) -> str:
        return self.information_state_string(player)

    def resample_from_infostate(
        self, player: Seat, sampler: Callable[[], float] | None = None
    ) -> LudusState:
        """A position that fits what the player knows, hidden things drawn by their odds."""
        kind = self.position.kind
        drawn = sampler() if sampler is not None else np.random.random()
        view = kind.rules.view(self.position.state, player)
        world = kind.rules.resample(view, SeededRng(f"{drawn!r}"))
        return LudusState(self.get_game(), Position(kind, world))

    def __str__(self) -> str:
        return to_json(self.position.state).decode()


class LudusObserver:
    """The features of a view as a tensor, for OpenSpiel's observation classes."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self.tensor = np.zeros(kind.features.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: LudusState, player: Seat) -> None:
        view = self._kind.rules.view(state.position.state, player)
        self._kind.features.read(view, self.tensor)

    def string_from(self, state: LudusState, player: Seat) -> str:
        return state.observation_string(player)


def register() -> list[str]:
    """Make every game known to OpenSpiel; their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for name in all_games():
        kind = game_type(open_box(name))
        names.append(kind.short_name)
        if kind.short_name not in known:
            # A class each, as OpenSpiel's own games have it: it holds what makes a game until after
            # Python has ended, and releasing a plain function then would crash.
            pyspiel.register_game(kind, type(f"Game_{name}", (LudusGame,), {"NAME": name}))
    return names


NAMES: Final = tuple(register())
