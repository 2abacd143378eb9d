"""One seat of a game as a Gymnasium environment, with bots in the others.

    from ludus.lab.gymnasium import SeatEnv

    table = SeatEnv("cambria", rivals=("greedy", "random"))
    observation, info = table.reset(seed=7)
    action = table.action_space.sample(observation["action_mask"])
    observation, reward, terminated, truncated, info = table.step(action)

The learner's seat changes from game to game unless `seat` says where it sits. An illegal action
ends the game, with a reward of -1.

Importing this module registers every game with the version of its rules, for as many rivals as are
named, so that `gymnasium.make("ludus/Cambria-v2", rivals=("greedy",))` and vectors of it work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from ludus.bots import AnyBot, make_bot
from ludus.core.chance import SeededRng
from ludus.core.errors import BadRequest
from ludus.core.protocol import SPECTATOR
from ludus.core.registry import games
from ludus.lab.pettingzoo import ILLEGAL, LIMIT, Observation
from ludus.lab.research.stepper import Stepper


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A table at which one seat is the learner's."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        rivals: Sequence[str] = ("random",),
        seat: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.stepper: Final = Stepper(game, len(rivals) + 1, options)
        if seat is not None and not 0 <= seat < self.stepper.seats:
            raise BadRequest(f"no seat {seat}: there are 0 to {self.stepper.seats - 1}")
        for name in rivals:
            make_bot(name, self.stepper.box)
        self._rivals = tuple(rivals)
        self._fixed = seat
        self.render_mode = render_mode
        self.seat = seat or 0
        """Where the learner sits now."""
        self._bots: list[AnyBot | None] = []
        shape = (self.stepper.features.size,)
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-LIMIT, LIMIT, shape, np.float32),
            "action_mask": spaces.Box(0, 1, (self.stepper.actions,), np.int8),
        }
        self.observation_space = cast("spaces.Space[Observation]", spaces.Dict(parts))
        self.action_space = spaces.Discrete(self.stepper.actions)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Unpickled, the game goes on where it was; rivals are made anew and think afresh."""
        self.__dict__.update(kept)
        self._seat_rivals()
        self.stepper.seat_bots(self._bots)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bots": []}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**31))
        stepper = self.stepper
        self.seat = drawn % stepper.seats if self._fixed is None else self._fixed
        self._seat_rivals()
        rngs = [SeededRng(f"{drawn}/{seat}") for seat in range(stepper.seats)]
        stepper.reset(drawn, self._bots, rngs)
        return self._observation(), {"seat": self.seat}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        stepper = self.stepper
        info: dict[str, Any] = {"seat": self.seat}
        if not stepper.legal(int(action)):
            return self._observation(), ILLEGAL, True, False, {**info, "illegal": int(action)}
        stepper.step(int(action))
        reward = 0.0
        if stepper.outcome is not None:
            reward = stepper.rewards()[self.seat]
            info["scores"] = stepper.outcome.scores
        return self._observation(), reward, stepper.over, False, info

    def render(self) -> str | None:
        """The board as text, as a spectator sees it."""
        if self.render_mode is None:
            return None
        view = self.stepper.rules.view(self.stepper.state, SPECTATOR)
        names = ["learner" if bot is None else type(bot).__name__ for bot in self._bots]
        return self.stepper.box.face.text(view, names)

    def _seat_rivals(self) -> None:
        rivals = [make_bot(name, self.stepper.box) for name in self._rivals]
        self._bots = [*rivals[: self.seat], None, *rivals[self.seat :]]

    def _observation(self) -> Observation:
        stepper = self.stepper
        mine = stepper.seat == self.seat
        mask = stepper.mask() if mine else np.zeros(stepper.actions, np.int8)
        return {"observation": stepper.observe(self.seat), "action_mask": mask}


def register() -> list[str]:
    """Make every game known to Gymnasium; their ids there."""
    ids = []
    for name, game in games().items():
        title = "".join(part.capitalize() for part in name.split("_"))
        ids.append(f"ludus/{title}-v{game.meta.version}")
        if ids[-1] not in gymnasium.registry:
            gymnasium.register(ids[-1], entry_point=f"{__name__}:SeatEnv", kwargs={"game": name})
    return ids


IDS: Final = tuple(register())
