"""Who plays: bots of the house by name, and programs of one's own by `cmd:COMMAND`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ludus.bots import HOUSE_BOTS, AnyBot, make_bot
from ludus.bots.guard import DEFAULT, GuardedBot
from ludus.core.game import AnyBox
from ludus.lab.outside import Chair, OutsideBot, is_outside
from ludus.lab.plan import Plan


@contextmanager
def seated(box: AnyBox, plan: Plan, game: int) -> Iterator[list[AnyBot]]:
    """The bots of one game by seat, made anew, so that no game hangs on the one before."""
    names = tuple(plan.bots[plan.entrant(game, seat)] for seat in range(plan.seats))
    bots: list[AnyBot] = []
    try:
        for seat, name in enumerate(names):
            if is_outside(name):
                bots.append(OutsideBot(name, Chair(box, seat, names, plan.options), plan.patience))
            elif name.partition(":")[0] in HOUSE_BOTS:
                bots.append(make_bot(name, box))
            else:
                # Somebody's own, put into BOTS: it may be wrong.
                bots.append(GuardedBot(name, make_bot(name, box), lambda: make_bot(DEFAULT, box)))
        yield bots
    finally:
        for bot in bots:
            if isinstance(bot, OutsideBot):
                bot.close()


def troubles_of(bots: Sequence[AnyBot]) -> tuple[str, ...]:
    """What went wrong with programs, and with bots that are not of the house."""
    return tuple(
        trouble
        for bot in bots
        if isinstance(bot, OutsideBot | GuardedBot)
        for trouble in bot.troubles
    )
