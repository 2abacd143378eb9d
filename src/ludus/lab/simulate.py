"""Many games between bots, over any number of processes, with the same results from the same seed.

Every game draws its chance and its bots' chance from generators named by the seed and the game's
number, and tallies are whole numbers that add up in any order; so the number of processes does not
matter. Nothing is kept of a game but its tally, so memory does not grow with their number.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ludus.bots import AnyBot, RandomBot, make_bot
from ludus.core.chance import SeededRng, pick, waking
from ludus.core.errors import BadRequest, RulesBug
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, Decision, Outcome, Rng, Seat
from ludus.core.registry import find_game
from ludus.lab.stats import Spread

WHOLE: Final = 60
"""A won game in the units that shares are counted in: it divides by every number of winners."""
MOST_CHUNKS = 512
"""How finely the work is cut; a fixed number keeps the queue of work small."""
MOVE_LIMIT = 200_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be simulated. `bots` are one for each seat, or one for all of them.

    Bots move on by one seat from game to game, so that no bot owes its result to its seat, unless
    `rotate` is off.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    pack: Path | None = None
    rotate: bool = True

    def checked(self) -> Plan:
        """The plan with one bot per seat and complete options; an error if it cannot be played."""
        box = self.open()
        settled = box.options(self.seats, self.options)
        bots = self.bots * self.seats if len(self.bots) == 1 else self.bots
        if len(bots) != self.seats:
            raise BadRequest(
                f"{len(bots)} bots for {self.seats} seats: name one for each seat, or one for all"
            )
        for name in bots:
            make_bot(name, box)
        if self.games < 1:
            raise BadRequest(f"{self.games} games: it must be 1 or more")
        return replace(self, bots=bots, options=settled)

    def open(self) -> AnyBox:
        return find_game(self.game).open(self.pack)

    def entrant(self, game: int, seat: Seat) -> int:
        """Which of the bots has this seat in this game."""
        return (seat + game) % self.seats if self.rotate else seat


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played to its end."""

    outcome: Outcome
    teams: tuple[tuple[Seat, ...], ...]
    decisions: int
    moves: int


@dataclass(slots=True)
class Tally:
    """What is kept of the games: counts and sums, by bot and by seat."""

    games: int
    bot_shares: list[int]
    bot_scores: list[Spread]
    seat_shares: list[int]
    seat_scores: list[Spread]
    decisions: Spread = field(default_factory=Spread)
    moves: Spread = field(default_factory=Spread)
    reasons: Counter[str] = field(default_factory=Counter)

    @classmethod
    def empty(cls, seats: int) -> Tally:
        return cls(
            0,
            [0] * seats,
            [Spread() for _ in range(seats)],
            [0] * seats,
            [Spread() for _ in range(seats)],
        )

    def add(self, plan: Plan, game: int, played: Played) -> None:
        """Count one game. A team that wins, wins for each of its seats."""
        outcome = played.outcome
        winners = [team for team in played.teams if any(outcome.ranks[s] == 1 for s in team)]
        for team in winners:
            for seat in team:
                share = WHOLE // len(winners)
                self.seat_shares[seat] += share
                self.bot_shares[plan.entrant(game, seat)] += share
        for seat, score in enumerate(outcome.scores):
            self.seat_scores[seat].add(score)
            self.bot_scores[plan.entrant(game, seat)].add(score)
        self.games += 1
        self.decisions.add(played.decisions)
        self.moves.add(played.moves)
        self.reasons[outcome.reason] += 1

    def merge(self, other: Tally) -> None:
        self.games += other.games
        for index in range(len(self.bot_shares)):
            self.bot_shares[index] += other.bot_shares[index]
            self.seat_shares[index] += other.seat_shares[index]
            self.bot_scores[index].merge(other.bot_scores[index])
            self.seat_scores[index].merge(other.seat_scores[index])
        self.decisions.merge(other.decisions)
        self.moves.merge(other.moves)
        self.reasons.update(other.reasons)


def simulate(plan: Plan, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Tally:
    """Play the games of a plan. `progress` is told how many games are done.

    With several jobs the work goes to fresh processes: a script that calls this needs the usual
    `if __name__ == "__main__":`.
    """
    plan = plan.checked()
    total = Tally.empty(plan.seats)
    for tally in _tallies(plan, jobs):
        total.merge(tally)
        if progress is not None:
            progress(total.games)
    return total


def _tallies(plan: Plan, jobs: int) -> Iterator[Tally]:
    chunks = min(plan.games, MOST_CHUNKS)
    work = [
        (plan, plan.games * chunk // chunks, plan.games * (chunk + 1) // chunks)
        for chunk in range(chunks)
    ]
    if jobs == 1:
        yield from map(_tally_of, work)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, chunks)) as pool:
        yield from pool.imap_unordered(_tally_of, work)


_opened: dict[tuple[str, Path | None], AnyBox] = {}
"""Boxes that this process has opened, so that each piece of work need not open its own."""


def _tally_of(work: tuple[Plan, int, int]) -> Tally:
    plan, start, stop = work
    key = (plan.game, plan.pack)
    if key not in _opened:
        _opened[key] = plan.open()
    box = _opened[key]
    tally = Tally.empty(plan.seats)
    for game in range(start, stop):
        tally.add(plan, game, play_game(box, plan, game))
    return tally


def play_game(box: AnyBox, plan: Plan, game: int) -> Played:
    """One game of a checked plan. Bots are made anew, so that no game hangs on the one before."""
    rules = box.rules
    bots = [make_bot(plan.bots[plan.entrant(game, seat)], box) for seat in range(plan.seats)]
    chance = SeededRng(f"{plan.seed}/{game}")
    minds = [SeededRng(f"{plan.seed}/{game}/{seat}") for seat in range(plan.seats)]
    state = rules.setup(plan.seats, plan.options)
    decisions = 0
    for moves in range(MOVE_LIMIT):
        owed = rules.decisions(state)
        if not owed:
            outcome = rules.outcome(state)
            if outcome is None:
                raise RulesBug(f"{plan.game}, seed {plan.seed}, game {game}: over without a result")
            return Played(outcome, rules.teams(state), decisions, moves)
        decision = owed[0] if len(owed) == 1 else _next(owed, chance)
        seat = decision.seat
        if seat < 0:
            rules.apply(state, seat, pick(decision, chance), None)
            continue
        decisions += 1
        bot: AnyBot = bots[seat]
        # The random bot never looks, so no view is built for it.
        view = None if isinstance(bot, RandomBot) else rules.view(state, seat)
        rules.apply(state, seat, bot.choose(view, decision, minds[seat]), None)
    raise RulesBug(f"{plan.game}, seed {plan.seed}, game {game}: no end after {MOVE_LIMIT} moves")


def _next(owed: Sequence[Decision], rng: Rng) -> Decision:
    """Chance first; of several players one is drawn; the clock waits until nobody else can act."""
    for decision in owed:
        if decision.seat == CHANCE:
            return decision
    awake = waking(owed)
    return awake[rng.below(len(awake))]
