"""Whole games beside a second reading of the rulebook: options, chains, attacks and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.protocol import CHANCE, Decision, Rng, Rules, S, V
from ludus.core.table import Table
from ludus.games.hadrians_wall.ids import ABOUT, ASK, BUILDINGS, PARTS, PATHS, Sheet
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.tests import oracle_sheet as oracle
from ludus.games.hadrians_wall.tests.oracle import Game
from ludus.games.hadrians_wall.tests.oracle_sheet import Paper, Word
from ludus.games.hadrians_wall.tests.scenes import NAMES, opened, rules, the_board
from ludus.games.hadrians_wall.view import View
from ludus.kit.policies import Keen, Seen
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

KEEN = Keen(opened(), glances=3)


def busy(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Plays for points, and stops only when there is hardly anything left to do."""
    options = [action for action in decision.options if action.verb != "stop"]
    if decision.prompt == "act" and len(options) > 1:
        decision = Decision(decision.seat, decision.prompt, options)
    return KEEN(rules, state, decision, rng, seen)


class Compared:
    """A game that is played twice at once."""

    def __init__(self, seats: int, difficulty: str, seed: int) -> None:
        options = opened().options(seats, {"difficulty": difficulty})
        self.setting = Setting(seats, options)
        self.table: Table[State, View] = Table(opened(), NAMES[:seats], options)
        self.rng = SeededRng(f"oracle {seed}")
        self.game = Game(seats, difficulty)
        self.seen: Counter[str] = Counter()

    def run(self) -> Counter[str]:
        for decisions in random_play(self.table, self.setting, self.rng, busy):
            if self.table.moves:
                move = self.table.moves[-1]
                self.follow(move.seat, rules().actions.parse(move.act))
            self.same_questions(decisions)
            for sheet, paper in zip(self.table.state.sheets, self.game.papers, strict=True):
                assert named(sheet) == told(paper), len(self.table.moves)
                # What a question was about is forgotten with it.
                assert sheet[ASK] or not sheet[ABOUT], len(self.table.moves)
            if len(self.table.moves) % 16 == 0:
                view = rules().view(self.table.state, 0)
                assert list(view.points) == [paper.points()[0] for paper in self.game.papers]
        outcome = self.table.outcome
        assert outcome is not None and self.game.phase == "over"
        assert list(outcome.scores) == [paper.points()[0] for paper in self.game.papers]
        assert list(outcome.ranks) == self.game.places()
        return self.seen

    def follow(self, seat: int, action: Action) -> None:
        verb, what = word_of(action)
        self.seen[verb] += 1
        if seat != CHANCE:
            self.game.answer(seat, verb, what)
        elif verb == "fate":
            self.game.turn(action.arg)
        elif verb == "card":
            self.game.deal(PATHS[action.arg])
        else:
            self.game.turn_neutral(PATHS[action.arg])

    def same_questions(self, decisions: Sequence[Decision]) -> None:
        asked = {
            decision.seat: (decision.prompt, {word_of(action) for action in decision.options})
            for decision in decisions
            if decision.seat != CHANCE
        }
        assert asked == self.game.asked(), len(self.table.moves)


def word_of(action: Action) -> Word:
    """An action in the words of the oracle."""
    verb, arg = action.verb, action.arg
    names: dict[str, Sequence[object]] = {
        "fort": ("soldier", "builder"),
        "build": BUILDINGS,
        "forum": oracle.SHEETS["forum"]["exchanges"],
        "citizen": oracle.CITIZENS,
        "spar": [(gladiator, who) for gladiator in (0, 1) for who in oracle.LUDUS["pay"]],
        "temple": oracle.WORKERS,
        "ruling": [ruling["key"] for ruling in oracle.SHEETS["ruling"]],
        "diplomat": oracle.COHORTS,
        "cohort": oracle.COHORTS,
        "attribute": oracle.ATTRIBUTES,
        "path": PATHS,
        "ignore": [(whose, c) for whose in ("temple", "diplomat") for c in oracle.COHORTS],
    }
    if verb == "place":
        return verb, cells(the_board().places[arg])
    if verb in names:
        return verb, names[verb][arg]
    return verb, arg if verb in ("good", "buy", "perform", "battle", "bribe", "pattern") else None


def cells(mask: int) -> oracle.Cells:
    return frozenset((cell // 5, cell % 5) for cell in range(20) if mask >> cell & 1)


def named(sheet: Sheet) -> dict[str, object]:
    """What a sheet of the rules shows, by names."""
    parts = {
        name: sheet[place] if size == 1 else tuple(sheet[place : place + size])
        for name, place, size in PARTS
    }
    left_out = ("used_up", "resting", "ask", "about", "active", "prospects", "through")
    shown: dict[str, object] = {k: v for k, v in parts.items() if k not in left_out}
    shown["built"] = {key for bit, key in enumerate(BUILDINGS) if sheet_mask(parts["built"], bit)}
    shown["map"] = cells(whole(parts["map"]))
    paths = parts["paths"]
    assert isinstance(paths, tuple)
    shown["paths"] = [PATHS[path] for path in paths if path >= 0]
    return shown


def whole(value: int | tuple[int, ...]) -> int:
    assert isinstance(value, int)
    return value


def sheet_mask(value: int | tuple[int, ...], bit: int) -> bool:
    return bool(whole(value) >> bit & 1)


def told(paper: Paper) -> dict[str, object]:
    """The same of the oracle's paper."""
    tracks = {key: count for key, count in paper.filled.items() if key != "cohort"}
    rows = list(paper.serving)
    return {
        **paper.stock,
        **tracks,
        "cohorts": tuple(paper.cohorts.values()),
        "temple": paper.temples,
        "favour": paper.favours,
        "diplomats": tuple(rows.index(c) + 1 if c in rows else 0 for c in oracle.COHORTS),
        "mediation": tuple(paper.serving.get(c, 0) for c in oracle.COHORTS),
        "built": paper.built,
        "strength": tuple(paper.strength),
        "wounds": tuple(paper.wounds),
        "scouts": paper.scouts,
        "map": paper.scouted,
        "disdain": paper.disdain,
        "removed": paper.pardoned,
        "ignored": tuple(paper.ignored[c] for c in oracle.COHORTS),
        "training": marks(paper, "training", 5),
        "forum": marks(paper, "forum", 4),
        "theatre": marks(paper, "theatre", 6),
        "baths": marks(paper, "baths", 6),
        "court": tuple(m for c in oracle.COHORTS for m in marks(paper, f"ruling {c}", 3)),
        "battles": tuple(m for g in (0, 1) for m in marks(paper, f"battle {g}", 6)),
        "market": tuple(paper.goods),
        "paths": paper.paths,
    }


def marks(paper: Paper, area: str, boxes: int) -> tuple[int, ...]:
    return tuple(paper.marks.get((area, box), 0) for box in range(boxes))


@pytest.mark.clause(
    "hw.general.4",
    "hw.general.12",
    "hw.attack.8",
    "hw.favour.2",
    "hw.granary.1",
    "hw.market.10",
    "hw.scout.12",
    "hw.path.1",
    "hw.few.10",
)
@pytest.mark.parametrize(
    ("seats", "difficulty", "games"),
    [(1, "hard", 4), (2, "easy", 3), (3, "normal", 2), (5, "normal", 1)],
)
def test_a_second_reading_of_the_rules_agrees(seats: int, difficulty: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        seen += Compared(seats, difficulty, seed).run()
    wanted = ("cohort", "build", "place", "buy", "ruling", "perform", "diplomat")
    assert min(seen[verb] for verb in wanted) > 0, seen


@pytest.mark.long
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_a_second_reading_agrees_in_many_games(seats: int, difficulty: str) -> None:
    total: Counter[str] = Counter()
    for seed in range(36 // seats):
        total += Compared(seats, difficulty, 100 + seed).run()
    wanted = ("place", "buy", "battle", "bribe", "ignore", "perform", "ruling", "diplomat")
    assert min(total[verb] for verb in wanted) > 0, total
