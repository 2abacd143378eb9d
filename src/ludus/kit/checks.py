"""The table of checks: what every game is tested for, what a check needs of a game, its default.

A game takes all of them with `suite.kit(GAME)`. A check that is added here is made for every game
from then on: it either needs nothing but the protocol, or names the file that it reads and what
holds for a game that has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ludus.bots import SearchBot
from ludus.bots.levels import Level, Levels, playing_as
from ludus.bots.personalities import FILE as PERSONALITIES
from ludus.bots.personalities import Personalities
from ludus.core.chance import SeededRng
from ludus.core.clauses import CLAUSES_FILE as CLAUSES
from ludus.core.content import read_toml
from ludus.core.game import AnyBox, AnyGame
from ludus.core.protocol import SPECTATOR, Decision
from ludus.core.table import AnyTable, Table
from ludus.core.terms import UNNAMED
from ludus.kit.broken import Broken
from ludus.kit.clauses import coverage
from ludus.kit.conformance import conformance
from ludus.kit.faces import check_faces
from ludus.kit.golden import folder_of, golden_faults
from ludus.kit.golden_seeds import FILE as SEEDS
from ludus.kit.golden_seeds import path_of, seed_faults
from ludus.kit.leak import Effort, leak
from ludus.kit.models import check_models
from ludus.kit.perft import FILE as PERFT
from ludus.kit.perft import perft_faults
from ludus.kit.protocol_checks import Scoring
from ludus.kit.random_play import BOUND, random_play
from ludus.kit.tables import Setting, settings
from ludus.kit.words import word_faults
from ludus.lab.analysis import analyse
from ludus.lab.balance.splits import names_of, splits_in
from ludus.lab.research.features import LARGEST, Features, features_in

ANALYSED: Final = 25
"""How many moves of a game are analysed."""
CHOICES: Final = 4
"""How many choices of a game the search bot is asked for."""
CLOSE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is played, and what a game says about itself."""

    games: int = 2
    """The least number of random games at each seat count."""
    seed: int = 0
    bound: int = BOUND
    scoring: Scoring | None = None
    """Where places follow points."""
    effort: Effort | None = None
    """Of the leak test."""
    seeds: int | None = 4
    """How many of the golden seeds are played; None: all."""
    silent: Sequence[str] = ()
    """Kinds of event that need no words."""
    word_seats: Sequence[int] | None = None
    """At which seat counts words are looked for; all by default."""
    tests: Sequence[Path] = ()
    """Folders of tests that show clauses, besides the game's own."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that games are tested for."""

    name: str
    promise: str
    """What holds for a game that passes."""
    run: Callable[[AnyGame, Settings, int], Iterable[str] | None]
    """Yields faults, or raises Broken; the number is that of the seats, if made `by_seats`."""
    by_seats: bool = False
    """Whether it is made once for each seat count."""
    needs: str = ""
    """The file or folder that it reads, in the game's folder."""
    default: str = ""
    """What holds for a game without it; empty: a game must have it."""

    def seats(self, game: AnyGame) -> Sequence[int]:
        """At which seat counts the check is made for a game; none where its default holds."""
        if self.default and not (game.folder / self.needs).exists():
            return ()
        return game.meta.seats if self.by_seats else (0,)

    def test(self, game: AnyGame, given: Settings, seats: int) -> None:
        """Make the check; raises Broken if the game does not pass."""
        if self.needs and not (game.folder / self.needs).exists():
            raise Broken(f"{game.folder / self.needs}: missing ({self.promise})")
        faults = list(self.run(game, given, seats) or ())
        if faults:
            raise Broken("\n".join(faults))


def _conformance(game: AnyGame, given: Settings, seats: int) -> None:
    conformance(game.open(), given.games, given.seed, (seats,), given.scoring, given.bound)


def _leak(game: AnyGame, given: Settings, seats: int) -> None:
    leak(game.open(), given.games, given.seed, (seats,), given.bound, given.effort)


def _face(game: AnyGame, given: Settings, seats: int) -> None:
    check_faces(game.open(), given.games, given.seed, (seats,), given.bound)


def _models(game: AnyGame, given: Settings, seats: int) -> None:
    check_models(game.open(), given.games, given.seed, (seats,), given.bound)


def _words(game: AnyGame, given: Settings, seats: int) -> Iterable[str]:
    return word_faults(game, given.games, given.seed, given.silent, given.word_seats)


def _clauses(game: AnyGame, given: Settings, seats: int) -> Iterable[str]:
    report = coverage(game.folder, given.tests)
    return report.faults() if report.ok else [report.summary(), *report.faults()]


def _golden(game: AnyGame, given: Settings, seats: int) -> Iterable[str]:
    return golden_faults(game.open(), folder_of(game))


def _golden_seeds(game: AnyGame, given: Settings, seats: int) -> Iterable[str]:
    return seed_faults(game.open(), path_of(game), given.seeds)


def _perft(game: AnyGame, given: Settings, seats: int) -> Iterable[str]:
    return perft_faults(game.open(), game.folder / "tests" / PERFT)


def _levels(game: AnyGame, given: Settings, seats: int) -> Iterator[str]:
    """A higher level never looks at less, and slips less."""
    levels = read_toml(game.folder / "levels.toml", Levels)
    order = (levels.easy, levels.medium, levels.hard)
    budgets = [level.budget for level in order]
    if budgets != sorted(budgets):
        yield f"the budgets of the levels do not rise: {budgets}"
    if levels.hard.shares != (0.0,) or levels.hard.noise:
        yield "the hard level slips"
    if levels.easy.noise or levels.medium.noise:
        yield from _doubts(levels.easy, levels.medium)
    elif len(levels.easy.shares) != len(levels.medium.shares):
        yield "easy and medium have slips for different numbers of sides"
    elif not all(
        e > m > 0.0 for e, m in zip(levels.easy.shares, levels.medium.shares, strict=True)
    ):
        yield "slips must become fewer from easy to medium, and medium must slip a little"
    for level in order:
        if (level.kind == "search") != (level.simulations > 0):
            yield f"a {level.kind} level with {level.simulations} simulations"


def _doubts(easy: Level, medium: Level) -> Iterator[str]:
    """Where levels misjudge: both do, and neither slips besides."""
    if len(easy.errors) != len(medium.errors):
        yield "easy and medium have noise for different numbers of sides"
    elif not all(e > m > 0.0 for e, m in zip(easy.errors, medium.errors, strict=True)):
        yield "noise must become less from easy to medium"
    if not easy.margin >= medium.margin > 0.0:
        yield "easy and medium need a margin, and easy one that is no narrower"
    if easy.shares != (0.0,) or medium.shares != (0.0,):
        yield "a level that misjudges must not slip besides"


def _personalities(game: AnyGame, given: Settings, seats: int) -> Iterator[str]:
    """What personalities like are terms that the evaluation has, and each of them plays."""
    box = game.open()
    found = read_toml(game.folder / PERSONALITIES, Personalities)
    if box.terms is None:
        yield "personalities need the terms of the evaluation"
        return
    table = _table(box, min(game.meta.seats))
    keys: set[str] = set()
    asked: list[tuple[object, Decision]] = []
    for decisions in _random_moves(table, f"personalities {given.seed}", given.bound):
        for decision in decisions:
            if decision.seat >= 0 and len(decision.options) > 1:
                keys |= {term.key for term in box.terms(table.state, decision.seat)}
                asked.append((table.view(decision.seat), decision))
    for name, personality in found.who.items():
        unknown = sorted((personality.weights.keys() | personality.rivals.keys()) - keys)
        if unknown:
            there = ", ".join(sorted(keys - {UNNAMED}))
            yield f"{name} likes {', '.join(unknown)}, which no position had; there is {there}"
        if not personality.rivals and set(personality.weights.values()) <= {1.0}:
            yield f"{name} likes nothing more or less than its level"
        bot = playing_as(name, found, "easy", box)
        for view, decision in asked[:: -(-len(asked) // CHOICES)]:
            if bot.choose(view, decision, SeededRng(seats)) not in decision.options:
                yield f"{name} chooses what is not on offer at {decision.prompt!r}"


def _search(game: AnyGame, given: Settings, seats: int) -> Iterator[str]:
    """The search bot ranks the options of any choice."""
    box = game.open()
    table = _table(box, seats)
    found: list[tuple[object, Decision]] = []
    for decisions in _random_moves(table, f"search {given.seed} {seats}", given.bound):
        found += [
            (table.view(decision.seat), decision)
            for decision in decisions
            if decision.seat >= 0 and len(decision.options) > 1
        ]
    if not found:
        yield f"in a random game at {seats} seats nobody ever has a choice"
        return
    bot, rng = SearchBot(box, simulations=4, opening=12), SeededRng(seats)
    for view, decision in found[:: -(-len(found) // CHOICES)]:
        ranked = bot.think(view, decision, rng)
        if {row[0] for row in ranked} != set(decision.options):
            yield f"the search does not rank the options of {decision.prompt!r}"
        if not all(0.0 <= row[2] <= 1.0 for row in ranked):
            yield f"evaluations at {decision.prompt!r} are not between 0 and 1"


def _analysis(game: AnyGame, given: Settings, seats: int) -> Iterator[str]:
    """A recorded game can be analysed, and the chances of its sides add up to 1."""
    several = [count for count in game.meta.seats if count > 1]
    if not several:
        return
    box = game.open()
    table = _table(box, several[0])
    for _ in _random_moves(table, f"analysis {given.seed}", given.bound):
        if len(table.moves) == ANALYSED:
            break
    teams = box.rules.teams(table.state)
    for point in analyse(box, table.record).points:
        total = sum(point.chances[team[0]] for team in teams)
        if abs(total - 1.0) > CLOSE:
            yield f"after move {point.number} the chances to win add up to {total}"


def _features(game: AnyGame, given: Settings, seats: int) -> Iterator[str]:
    """Views become rows of numbers of one length, and different positions different rows."""
    box = game.open()
    options = box.options(seats, {})
    features = Features(box, seats, options, features_in(game.folder))
    if len(set(features.names)) < features.size:
        yield "two features have the same name"
    table = _table(box, seats)
    rows: list[tuple[int, ...]] = []
    for decisions in _random_moves(table, f"features {given.seed} {seats}", given.bound):
        rows += [
            tuple(features.row(table.view(decision.seat)))
            for decision in decisions
            if decision.seat >= 0
        ]
    if any(len(row) != features.size for row in rows):
        yield "the number of features changes during a game"
    if any(abs(value) > LARGEST for row in rows for value in row):
        yield f"a feature is larger than {LARGEST}"
    if len(set(rows)) * 2 < len(rows):
        yield f"only {len(set(rows))} of {len(rows)} positions look different"


def _encoding(game: AnyGame, given: Settings, seats: int) -> Iterable[str]:
    from ludus.kit.encodings import encoding_faults  # It needs NumPy, as encodings do.

    return encoding_faults(game.open(), seats, 1, given.seed, given.bound)


def _balance(game: AnyGame, given: Settings, seats: int) -> Iterator[str]:
    """Every split of the balance report names things that the game has."""
    box = game.open()
    most = max(box.meta.seats)
    options = box.options(most, {})
    view = box.rules.view(box.rules.setup(most, options), SPECTATOR)
    compared = splits_in(game.folder)
    words = box.face.words
    if compared.start is not None and not words.keys(f"event.{compared.start.event}"):
        yield f"start: there is no event {compared.start.event!r}"
    for split in compared.split:
        yield from (
            f"split {split.key!r}: there is no question {prompt!r}"
            for prompt in split.asked
            if f"prompt.{prompt}.text" not in words
        )
        names = names_of(split, box, options)
        if sum(map(bool, (split.verb, split.event, split.view))) != 1:
            yield f"split {split.key!r} must have one of verb, event and view"
        if not names or "?" in names:
            yield f"split {split.key!r} has items without a name: {names}"
        if split.verb and len(box.rules.actions[split.verb]) > len(names):
            yield f"split {split.key!r} has fewer names than the verb {split.verb!r} has actions"
        if split.event and not split.fact:
            yield f"split {split.key!r} does not say which fact of the event it counts"
        if split.view and not hasattr(view, split.view.split(".")[0]):
            yield f"split {split.key!r}: the view has no field {split.view!r}"


def _table(box: AnyBox, seats: int) -> AnyTable:
    setting = Setting(seats)
    table: AnyTable = Table(box, setting.names, box.options(seats, {}))
    return table


def _random_moves(table: AnyTable, seed: str, bound: int) -> Iterator[Sequence[Decision]]:
    """A random game with the default options."""
    setting = settings(table.box.meta, 1, (table.seats,), table.header.options)[0]
    return random_play(table, setting, SeededRng(seed), bound=bound)


CHECKS: Final[tuple[Check, ...]] = (
    Check("conformance", "random games keep the protocol", _conformance, by_seats=True),
    Check("leak", "hidden information stays hidden", _leak, by_seats=True),
    Check("face", "the face has words and pictures for everything", _face, by_seats=True),
    Check("models", "icons, cards, previews and gestures are sound", _models, by_seats=True),
    Check("words", "everything that occurs has words, and no words are left over", _words),
    Check("clauses", "every clause of the rules is shown by a test", _clauses, needs=CLAUSES),
    Check("golden", "recorded games lead where they led", _golden, needs="tests/golden"),
    Check(
        "golden_seeds",
        "games from a seed end where they ended",
        _golden_seeds,
        needs=SEEDS,
        default="no seeds are played",
    ),
    Check("perft", "the counts of ways to play on are right", _perft,
          needs=f"tests/{PERFT}", default="no counts are compared"),
    Check("search", "the search bot can play it", _search, by_seats=True),
    Check("levels", "each level of the bots is stronger than the one below", _levels,
          needs="levels.toml", default="the default levels"),
    Check("personalities", "personalities like what the evaluation knows", _personalities,
          needs=PERSONALITIES, default="levels have no personalities"),
    Check("analysis", "a recorded game can be analysed", _analysis),
    Check("features", "learners can tell positions apart", _features, by_seats=True,
          needs="features.toml", default="every number at the top of the view"),
    Check("encoding", "nets are told what a seat knows, and nothing else", _encoding, by_seats=True,
          needs="encode.py", default="no net can be trained"),
    Check("balance", "the balance report names what it compares", _balance,
          needs="balance.toml", default="seats and first choices only"),
)  # fmt: skip
"""All checks, in the order in which they are made."""
