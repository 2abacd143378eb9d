"""The games as PettingZoo environments.

    from ludus.lab.pettingzoo import env

    table = env("cambria", seats=3)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        done = termination or truncation
        table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

Agents are `seat_0`, `seat_1` and so on. An observation holds the features of the agent's own view
and the mask of legal actions. An illegal action ends the game with -1 for the agent
that chose it and 0 for the others.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final, TypeAlias, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ludus.core.errors import BadRequest
from ludus.core.protocol import SPECTATOR
from ludus.lab.research.features import LARGEST
from ludus.lab.research.stepper import Stepper

LIMIT: Final = float(LARGEST)
ILLEGAL: Final = -1.0


class Observation(TypedDict):
    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


Info: TypeAlias = dict[str, object]


def env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    pack: Path | None = None,
    render_mode: str | None = None,
) -> LudusEnv:
    """A game as an environment in which agents act one after the other."""
    return LudusEnv(game, seats, options, pack, render_mode)


def parallel_env(
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> ParallelLudusEnv:
    """A game as an environment in which all agents act at once, if the game is played that way."""
    return ParallelLudusEnv(game, seats, options, render_mode)


class LudusEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types.
    """One table. Seats that must choose at once are asked in order."""

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": ["ansi"],
        "name": "ludus_v1",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        pack: Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.stepper: Final = Stepper(game, seats, options, pack)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.stepper.seats)]
        self.agents: list[str] = []
        shape = (self.stepper.features.size,)
        self._observation_space: spaces.Dict = spaces.Dict(
            {
                "observation": spaces.Box(-LIMIT, LIMIT, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.stepper.actions,), np.int8),
            }
        )
        self._action_space = spaces.Discrete(self.stepper.actions)
        self._seed = 0

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game. Without a seed, the last one plus 1 is used."""
        self._seed = self._seed + 1 if seed is None else seed
        self.stepper.reset(self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.stepper.seat]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        stepper = self.stepper
        if seat == stepper.seat:
            mask = stepper.mask()
        else:
            mask = np.zeros(stepper.actions, np.int8)
        return {"observation": stepper.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is not None and self.stepper.legal(int(action)):
            self.stepper.step(int(action))
            if not self.stepper.over:
                self.agent_selection = self.possible_agents[self.stepper.seat]
                return
            self.rewards = dict(zip(self.possible_agents, self.stepper.rewards(), strict=True))
        else:
            self.rewards[agent] = ILLEGAL
            self.infos[agent] = {"illegal": action}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    @functools.cached_property
    def feature_names(self) -> tuple[str, ...]:
        """What the numbers of an observation are, in order."""
        return tuple(self.stepper.features.names)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_space

    def render(self) -> str | None:
        """The board as text, as a spectator sees it."""
        if self.render_mode is None:
            return None
        view = self.stepper.rules.view(self.stepper.state, SPECTATOR)
        return self.stepper.box.face.text(view, self.possible_agents)

    def close(self) -> None:
        """There is nothing to close."""


class ParallelLudusEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types.
    """A table at which seats act side by side, such as Hadrian's Wall.

    In each step every agent that must choose does; the action of any other agent is ignored, and
    its mask is empty.
    """

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["ansi"], "name": "ludus_parallel_v1"}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._one: Final = LudusEnv(game, seats, options, render_mode=render_mode)
        self.stepper: Final = self._one.stepper
        self.stepper.reset(0)
        if not self.stepper.rules.parallel(self.stepper.state):
            raise BadRequest(f"{self.stepper.box.meta.title} is played in turns: use env")
        self.render_mode = render_mode
        self.possible_agents = self._one.possible_agents
        self.agents: list[str] = []
        self._seed = 0

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """A new game. Without a seed, the last one plus 1 is used."""
        self._seed = self._seed + 1 if seed is None else seed
        self.stepper.reset(self._seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        agents = self.agents
        infos: dict[str, Info] = {agent: {} for agent in agents}
        rewards = dict.fromkeys(agents, 0.0)
        over = False
        for seat in self.stepper.waiting():
            agent = self.possible_agents[seat]
            now = self.stepper.waiting()
            if seat not in now:
                continue  # What a neighbour did has answered it.
            self.stepper.turn_to(seat)
            if not self.stepper.legal(int(actions[agent])):
                rewards[agent] = ILLEGAL
                infos[agent] = {"illegal": actions[agent]}
                over = True
                break
            self.stepper.step(int(actions[agent]))
        if self.stepper.over:
            over = True
            rewards = dict(zip(self.possible_agents, self.stepper.rewards(), strict=True))
        observations = self._observations()
        ended = dict.fromkeys(agents, over)
        if over:
            self.agents = []
        return observations, rewards, ended, dict.fromkeys(agents, False), infos

    def _observations(self) -> dict[str, Observation]:
        stepper = self.stepper
        waiting = stepper.waiting()
        nothing = np.zeros(stepper.actions, np.int8)
        return {
            agent: {
                "observation": stepper.observe(seat),
                "action_mask": stepper.mask(waiting[seat]) if seat in waiting else nothing,
            }
            for seat, agent in enumerate(self.possible_agents)
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._one.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._one.action_space(agent)

    def render(self) -> str | None:
        return self._one.render()

    def close(self) -> None:
        """There is nothing to close."""
