"""The players of one game: built-in bots, registered bots, and programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from ludus.bots import BUILT_IN_BOTS, AnyBot, make_bot
from ludus.bots.guard import POLICY, GuardedBot
from ludus.core.game import AnyBox
from ludus.core.protocol import Outcome, Seat
from ludus.lab.program_bot import PATIENCE, ProgramBot, SeatInfo, is_program


class Players:
    """The bots of one game by seat, made anew for it; a context manager that ends programs.

    `bots` are their names by seat, empty for a person. With `clock` built-in bots answer within the
    time that people are promised.
    """

    def __init__(
        self,
        box: AnyBox,
        bots: Sequence[str],
        names: Sequence[str],
        options: Mapping[str, str],
        patience: float = PATIENCE,
        clock: bool = False,
    ) -> None:
        self._box = box
        self._guarded: dict[Seat, GuardedBot[object]] = {}
        self._programs: list[tuple[Seat, ProgramBot]] = []
        self.bots: list[AnyBot | None] = []
        for seat, name in enumerate(bots):
            if not name:
                self.bots.append(None)
            elif is_program(name):
                program = ProgramBot(name, SeatInfo(box, seat, tuple(names), options), patience)
                self._programs.append((seat, program))
                self.bots.append(self._guard(seat, name, program, program.close))
            elif name.partition(":")[0] in BUILT_IN_BOTS:
                self.bots.append(make_bot(name, box, clock))
            else:
                self.bots.append(self._guard(seat, name, make_bot(name, box, clock)))

    def _guard(
        self, seat: Seat, name: str, bot: AnyBot, close: Callable[[], None] | None = None
    ) -> GuardedBot[object]:
        def replacement() -> AnyBot:
            if close is not None:
                close()
            return make_bot(POLICY.fallback, self._box)

        guarded: GuardedBot[object] = GuardedBot(name, bot, replacement)
        self._guarded[seat] = guarded
        return guarded

    @property
    def troubles(self) -> tuple[str, ...]:
        """What went wrong with programs and with bots that are not built in."""
        return tuple(trouble for bot in self._guarded.values() for trouble in bot.troubles)

    def troubles_of(self, seat: Seat) -> Sequence[str]:
        """The same for one seat, as far as the game was played."""
        return self._guarded[seat].troubles if seat in self._guarded else ()

    def finish(self, view: Callable[[Seat], object], outcome: Outcome) -> None:
        """Send the result to the programs."""
        for seat, program in self._programs:
            program.end(view(seat), outcome)

    def close(self) -> None:
        """End the programs."""
        for _, program in self._programs:
            program.close()

    def __enter__(self) -> Players:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
