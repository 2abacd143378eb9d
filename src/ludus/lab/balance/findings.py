"""What a census shows, with names and intervals; page, text and JSON are all made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ludus.core.game import AnyBox
from ludus.core.text import Words
from ludus.core.wire import MOST_SEATS
from ludus.lab.balance.census import Census, Item
from ludus.lab.balance.splits import Split, names_of, splits_of
from ludus.lab.rows import WHOLE
from ludus.lab.stats import Spread, wilson

PLACES: Final = ("Begins", *(f"Turn {number}" for number in range(2, MOST_SEATS + 1)))
"""What the places in the order of turns are called."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of wins with its 95 % interval."""

    share: float
    low: float
    high: float

    def apart_from(self, level: float) -> bool:
        """Whether a level lies outside the interval."""
        return not self.low <= level <= self.high


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval, and the least and most that was seen."""

    mean: float
    low: float
    high: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Line:
    """One item of a split: how many seats had it, and how they fared."""

    name: str
    seats: int
    per_game: float
    wins: Share
    points: Mean
    reached: Share | None = None
    """How many of those who could come to it did, where the split says who could."""


@dataclass(frozen=True, slots=True)
class Section:
    """One split, items with the most wins first. `counted` only: it belongs to no seat."""

    key: str
    title: str
    lines: tuple[Line, ...]
    unseen: tuple[str, ...]
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """An item, how often it occurred, and its share of all."""

    name: str
    times: int
    share: float


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the score: for winners and for the others."""

    name: str
    winners: Mean
    others: Mean | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the rules: how often a game asks it, and among how many options."""

    prompt: str
    text: str
    clause: str
    per_game: float
    options: float


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of action: how often it was chosen, and how many of its actions ever were."""

    verb: str
    per_game: float
    taken: float
    """How often it was chosen when some action of it was on offer, per action offered."""
    used: int
    offered: int
    size: int


@dataclass(frozen=True, slots=True)
class Dead:
    """Things of one kind that never came up in all these games."""

    what: str
    names: tuple[str, ...]
    of: int


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that the report says about one census."""

    game: str
    title: str
    pack: str
    content: str
    version: int
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    clock: int
    seeds: tuple[tuple[int, int, int], ...]
    games: int
    even: float
    """A seat's share of wins if all seats were equal."""
    sections: tuple[Section, ...]
    decisions: Mean
    moves: Mean
    options_each: Mean
    lead_changes: Mean
    half_time: Share | None
    """How often the leader at half-time won."""
    endings: tuple[Counted, ...]
    decided: tuple[Counted, ...]
    parts: tuple[Part, ...]
    questions: tuple[Question, ...]
    verbs: tuple[Verb, ...]
    dead: tuple[Dead, ...]


def findings(census: Census, box: AnyBox) -> Findings:
    """What the census of a game shows; `box` is the game with the pack that was played."""
    about = census.about
    words = box.face.words
    wins = sum(item.wins for item in census.seats)
    sections = [_seats(census), *_order(census), *_splits(census, box), *_first(census)]
    return Findings(
        game=about.game,
        title=box.meta.title,
        pack=about.pack,
        content=about.content,
        version=about.version,
        seats=about.seats,
        options=about.options,
        bots=tuple(about.bots),
        clock=about.clock,
        seeds=tuple(census.seeds),
        games=census.games,
        even=wins / WHOLE / (census.games * about.seats),
        sections=tuple(sections),
        decisions=mean(census.decisions),
        moves=mean(census.moves),
        options_each=mean(_spread(census.branching)),
        lead_changes=mean(census.lead.changes),
        half_time=share(census.lead.held, census.lead.half_way) if census.lead.half_way else None,
        endings=_counted(census.reasons, words, "reason"),
        decided=_counted(census.decided, words, "decided"),
        parts=tuple(
            Part(said(words, f"part.{key}", key), mean(won), mean(lost) if lost.count else None)
            for key, (won, lost) in census.parts.items()
        ),
        questions=_questions(census, words),
        verbs=_verbs(census, box),
        dead=tuple(_dead(census, box, sections)),
    )


def clock_said(found: Findings) -> str:
    """How a clock ran while these games were played; empty if it never did."""
    return f"a running clock is up in one case of {found.clock}" if found.clock else ""


def share(wins: float, trials: int) -> Share:
    return Share(wins / trials, *wilson(wins, trials))


def mean(spread: Spread) -> Mean:
    return Mean(spread.mean, *spread.interval, spread.low, spread.high)


def said(words: Words, key: str, otherwise: str) -> str:
    """The words for a key, where they are words and not a sentence with gaps."""
    if key in words and "{" not in words.template(key):
        return words.template(key).rstrip(".")
    return otherwise.replace("_", " ")


def _seats(census: Census) -> Section:
    lines = [
        _line(f"Seat {seat + 1}", item, census.games) for seat, item in enumerate(census.seats)
    ]
    return Section("seat", "Seats", tuple(lines), ())


def _order(census: Census) -> Iterable[Section]:
    if all(item.seats for item in census.order):
        lines = [
            _line(PLACES[place], item, census.games) for place, item in enumerate(census.order)
        ]
        yield Section("order", "Order of turns", tuple(lines), ())


def _splits(census: Census, box: AnyBox) -> Iterable[Section]:
    for split in splits_of(census.about.game).split:
        names = names_of(split, box, census.about.options)
        items = census.items.get(split.key, {})
        counted = not split.whose and not split.view
        could = census.items.get(split.of, {})
        lines = [
            _line(_named(split, names, number), item, census.games, could.get(number))
            for number, item in items.items()
            if 0 <= number < len(names) or not names
        ]
        lines.sort(key=lambda line: -line.per_game if counted else -line.wins.share)
        unseen = tuple(name for number, name in enumerate(names) if number not in items)
        yield Section(split.key, split.title, tuple(lines), unseen, counted)


def _named(split: Split, names: list[str], number: int) -> str:
    name = names[number] if names else str(number)
    if names.count(name) < 2:
        return name
    # Two lists may hold cards of one name: say whose it is.
    return f"{name} ({number // split.apiece + 1 if split.apiece else number + 1})"


def _first(census: Census) -> Iterable[Section]:
    lines = [
        _line(census.labels.get(text, text), item, census.games)
        for text, item in census.first.items()
    ]
    if len(lines) > 1:
        lines.sort(key=lambda line: -line.wins.share)
        yield Section("first", "First choices", tuple(lines), ())


def _line(name: str, item: Item, games: int, could: Item | None = None) -> Line:
    return Line(
        name,
        item.seats,
        item.times / games,
        share(item.wins / WHOLE, item.seats),
        mean(item.points),
        None if could is None else share(item.seats, could.seats),
    )


def _counted(counts: Mapping[str, int], words: Words, table: str) -> tuple[Counted, ...]:
    total = sum(counts.values())
    rows = [
        Counted(said(words, f"{table}.{key}", key), count, count / total)
        for key, count in counts.items()
    ]
    return tuple(sorted(rows, key=lambda row: -row.times))


def _spread(counts: Mapping[int, int]) -> Spread:
    """The spread of values that were counted."""
    if not counts:
        return Spread()
    return Spread(
        sum(counts.values()),
        sum(value * count for value, count in counts.items()),
        sum(value * value * count for value, count in counts.items()),
        min(counts),
        max(counts),
    )


def _questions(census: Census, words: Words) -> tuple[Question, ...]:
    rows = [
        Question(
            prompt,
            said(words, f"prompt.{prompt}.text", prompt),
            said(words, f"prompt.{prompt}.clause", ""),
            asked.times / census.games,
            asked.options / asked.times,
        )
        for prompt, asked in census.asked.items()
    ]
    return tuple(sorted(rows, key=lambda row: -row.per_game))


def _verbs(census: Census, box: AnyBox) -> tuple[Verb, ...]:
    actions = box.rules.actions
    rows = []
    for verb in actions.verbs:
        family = [action.text for action in actions[verb]]
        chosen = [census.chosen.get(text, 0) for text in family]
        offered = [census.offered.get(text, 0) for text in family]
        rows.append(
            Verb(
                verb,
                sum(chosen) / census.games,
                sum(chosen) / sum(offered) if sum(offered) else 0.0,
                sum(1 for count in chosen if count),
                sum(1 for count in offered if count),
                len(family),
            )
        )
    return tuple(rows)


def _dead(census: Census, box: AnyBox, sections: Iterable[Section]) -> Iterable[Dead]:
    words = box.face.words
    # A wording `of` another is one more way to say the same question.
    prompts = [
        key[len("prompt.") : -len(".text")]
        for key in words.keys("prompt.")
        if key.endswith(".text") and f"{key[: -len('.text')]}.of" not in words
    ]
    yield from _missing(
        "Questions never asked",
        {
            prompt: f"{said(words, f'prompt.{prompt}.text', prompt)} "
            f"({said(words, f'prompt.{prompt}.clause', '')})"
            for prompt in prompts
        },
        census.asked,
    )
    verbs = {verb: verb for verb in box.rules.actions.verbs}
    offered = {text.partition(":")[0] for text in census.offered}
    chosen = {text.partition(":")[0] for text in census.chosen}
    yield from _missing("Actions never on offer", verbs, offered)
    yield from _missing(
        "Actions offered and never chosen", {v: v for v in verbs if v in offered}, chosen
    )
    for section in sections:
        if section.unseen:
            of = len(section.unseen) + len(section.lines)
            yield Dead(f"{section.title}: never", section.unseen, of)
    for title, table, seen in (
        ("Endings never reached", "reason", census.reasons),
        ("Ties never broken this way", "decided", census.decided),
    ):
        keys = [key[len(table) + 1 :] for key in words.keys(f"{table}.")]
        plain = {key: said(words, f"{table}.{key}", key) for key in keys if "." not in key}
        yield from _missing(title, plain, seen)
    nothing = [
        said(words, f"part.{key}", key)
        for key, (won, lost) in census.parts.items()
        if not (won.low or won.high or lost.low or lost.high)
    ]
    if nothing:
        yield Dead("Parts of the score that were always nothing", tuple(nothing), len(census.parts))


def _missing(what: str, known: Mapping[str, str], seen: Iterable[str]) -> Iterable[Dead]:
    there = set(seen)
    names = tuple(name for key, name in known.items() if key not in there)
    if names:
        yield Dead(what, names, len(known))
