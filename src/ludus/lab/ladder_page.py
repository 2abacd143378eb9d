"""A ladder for people: a page of the docs with its tables, and a picture of the ratings."""

from __future__ import annotations

from typing import Final

from ludus.bots import LEVELS
from ludus.core.registry import find_game
from ludus.core.svg import COMMON_TONES, el, picture, text
from ludus.lab.ladder import Duel, LadderResult
from ludus.lab.stats import CLEAR, DOUBT, EVEN

WIDTH: Final = 640.0
LEFT: Final = 110.0
RIGHT: Final = 590.0
ROW: Final = 46.0
TOP: Final = 54.0
GRID: Final = 200
"""Points between two grid lines."""

GOALS: Final = (
    ("medium", "easy", 0.70, 0.60),
    ("hard", "medium", 0.70, 0.60),
    ("hard", "random", 0.99, 0.90),
    ("master", "hard", 0.70, 0.60),
    ("master", "random", 0.99, 0.90),
)
"""Who should beat whom, how often, and what the interval should stay above."""

SETTLED: Final = (
    f"A pair was played until a sequential test had told {CLEAR:.0%} from {EVEN:.0%}, each with "
    f"{DOUBT:.0%} doubt; its share is a little flattered by that."
)

CSS: Final = (
    ".ladder text{font:14px 'Liberation Sans',Helvetica,Arial,sans-serif;fill:var(--ink)}"
    ".ladder .axis{font-size:12px;fill:var(--quiet)}.ladder .who{font-weight:600}"
    ".ladder .grid{stroke:var(--rule);stroke-width:1}"
    ".ladder .reach{stroke:var(--lapis);stroke-width:4;stroke-linecap:round;opacity:.45}"
    ".ladder .dot{fill:var(--lapis);stroke:var(--card);stroke-width:2}"
)


def chart(result: LadderResult) -> str:
    """The ratings as dots, with their 95 % intervals."""
    ratings = result.ratings
    low = min((r.elo - r.margin for r in ratings.values()), default=0.0)
    high = max((r.elo + r.margin for r in ratings.values()), default=GRID)
    first = int(low // GRID) * GRID
    last = max(first + GRID, -int(-high // GRID) * GRID)
    scale = (RIGHT - LEFT) / (last - first)
    foot = TOP + ROW * (len(ratings) - 1) + 30
    parts = []
    for mark in range(first, last + 1, GRID):
        x = LEFT + (mark - first) * scale
        parts.append(el("line", x1=x, x2=x, y1=TOP - 26, y2=foot, class_="grid"))
        parts.append(text(str(mark), x=x, y=foot + 18, text_anchor="middle", class_="axis"))
    for row, (name, rating) in enumerate(sorted(ratings.items(), key=lambda item: -item[1].elo)):
        y = TOP + ROW * row
        x = LEFT + (rating.elo - first) * scale
        reach = rating.margin * scale
        parts.append(text(name, x=LEFT - 14, y=y + 5, text_anchor="end", class_="who"))
        if reach:
            parts.append(el("line", x1=x - reach, x2=x + reach, y1=y, y2=y, class_="reach"))
        parts.append(el("circle", cx=x, cy=y, r=7, class_="dot"))
        parts.append(text(f"{rating.elo:.0f}", x=x, y=y - 13, text_anchor="middle", class_="axis"))
    title = find_game(result.ladder.game).meta.title
    drawn = picture(
        *parts,
        name="ladder",
        title=f"Elo of the bots at {title}, with 95 % intervals",
        view_box=(0, 0, WIDTH, foot + 34),
        tones=COMMON_TONES,
        css=CSS,
    )
    return str(drawn)


def page(result: LadderResult, picture_name: str, decide: bool = False) -> str:
    """The page of the docs; `decide` says that pairs were played until it was settled."""
    ladder = result.ladder
    meta = find_game(ladder.game).meta
    command = f"ludus ladder {ladder.game} --seats {ladder.seats} --seed {ladder.seed}"
    if ladder.bots != ("random", *LEVELS):
        command += f" --bots {','.join(ladder.bots)}"
    if decide:
        command += " --decide"
    lines = [
        f"# How strong the bots are at {meta.title}",
        "",
        f"Written by `{command} --write docs/ladder`; rules version {meta.version}, "
        f"{ladder.seats} seats.",
        _seating(ladder.seats),
        *([SETTLED] if decide else []),
        "",
        f"![Elo with 95 % intervals]({picture_name})",
        "",
        "| bot | Elo | 95 % interval | what it does |",
        "|---|---:|---:|---|",
    ]
    for name, rating in sorted(result.ratings.items(), key=lambda item: -item[1].elo):
        low, high = rating.elo - rating.margin, rating.elo + rating.margin
        reach = f"{low:.0f} to {high:.0f}" if rating.margin else ""
        lines.append(f"| {name} | {rating.elo:.0f} | {reach} | {ladder.work(name)} |")
    lines += [
        "",
        "| pair | games | wins | 95 % interval | mean scores |",
        "|---|---:|---:|---:|---:|",
    ]
    lines += [_duel_row(duel.reversed()) for duel in reversed(result.duels)]
    goals = [_goal_row(result, *goal) for goal in GOALS]
    lines += ["", *(line for line in goals if line)]
    return "\n".join(lines).rstrip() + "\n"


def _seating(seats: int) -> str:
    if seats == 2:
        return "Two bots change seats from game to game."
    return (
        f"Of the {seats} seats each of two bots has half, dealt in every way in turn; "
        "a win counts for the bot in whose seat it was won."
    )


def _duel_row(duel: Duel) -> str:
    score = duel.score
    mine, theirs = duel.means
    return (
        f"| {score.first} against {score.second} | {score.games} | {score.share:.1%} "
        f"| {score.low:.1%} to {score.high:.1%} | {mine:.1f} : {theirs:.1f} |"
    )


def _goal_row(result: LadderResult, strong: str, weak: str, goal: float, above: float) -> str:
    """Whether one bot beats another as often as it should, in a line."""
    duel = result.duel(strong, weak)
    if duel is None:
        return ""
    verdict = "missed"
    if duel.score.share >= goal:
        verdict = "met" if duel.score.low > above else "open, too few games yet"
    asked = f"at least {goal:.0%}, the interval above {above:.0%}"
    return f"- {strong} against {weak}: {duel.score.share:.1%} ({asked}: {verdict})"


def as_text(result: LadderResult) -> list[str]:
    """The same for a terminal."""
    ladder = result.ladder
    lines = [f"{ladder.game}, {ladder.seats} seats, seed {ladder.seed}", ""]
    lines.append(f"{'bot':10}{'Elo':>6}  {'95 % interval':16}what it does")
    for name, rating in sorted(result.ratings.items(), key=lambda item: -item[1].elo):
        reach = f"{rating.elo - rating.margin:.0f} to {rating.elo + rating.margin:.0f}"
        shown = reach if rating.margin else ""
        lines.append(f"{name:10}{rating.elo:6.0f}  {shown:16}{ladder.work(name)}")
    lines += ["", f"{'pair':24}{'games':>6}{'wins':>8}  {'95 % interval':18}mean scores"]
    for duel in reversed(result.duels):
        turned = duel.reversed()
        score, (mine, theirs) = turned.score, turned.means
        interval = f"{score.low:.1%} to {score.high:.1%}"
        lines.append(
            f"{score.first + ' - ' + score.second:24}{score.games:6}{score.share:8.1%}  "
            f"{interval:18}{mine:.1f} : {theirs:.1f}"
        )
    goals = [_goal_row(result, *goal) for goal in GOALS]
    return [*lines, "", *(line for line in goals if line)]
