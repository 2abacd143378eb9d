"""The report as one HTML page that needs nothing else: pictures, styles and figures are in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.registry import find_game
from ludus.lab.balance import plots
from ludus.lab.balance.findings import Findings, Line, Mean, Section, clock_said
from ludus.lab.balance.plots import Side

CSS: Final = Path(__file__).with_name("page.css")
MOST_ROWS: Final = 40
"""The most items in one picture; the table has all of them."""
FEW: Final = 10
"""Items that fewer seats had are left out of pictures."""
MOST_DEAD: Final = 60

Cells: TypeAlias = Sequence[str]


def page(sides: Sequence[Side], command: str) -> str:
    """The page on one census, or on two packs side by side. `command` is how it was made."""
    title = f"{sides[0].found.title}: balance report"
    chapters = list(_chapters(sides))
    toc = "".join(f'<li><a href="#{key}">{escape(name)}</a></li>' for key, name, _ in chapters)
    body = "".join(
        f'<section aria-labelledby="{key}"><h2 id="{key}">{escape(name)}</h2>{html}</section>'
        for key, name, html in chapters
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{CSS.read_text(encoding='utf-8')}</style>\n"
        f"</head>\n<body>\n<header><h1>{escape(title)}</h1>{_played(sides)}</header>\n"
        f'<main>\n<nav aria-label="Parts of the report"><ul>{toc}</ul></nav>\n'
        f"{_tiles(sides)}\n{body}\n</main>\n<footer>{_notes(sides, command)}</footer>\n"
        "</body>\n</html>\n"
    )


def _chapters(sides: Sequence[Side]) -> Iterator[tuple[str, str, str]]:
    for section in sides[0].found.sections:
        html = _section(sides, section)
        if html:
            yield f"by-{section.key}", section.title, html
    first = sides[0].found
    pictures: list[tuple[str, str, str, Callable[[Sequence[Side]], str]]] = [
        ("length", "Length", _length(sides), plots.lengths),
        ("scores", "Scores", "Points of winners and of all others at the end.", plots.scores),
    ]
    if first.seats > 1:
        pictures += [
            ("margins", "Margins", "How far the first was ahead of the second.", plots.margins),
            ("course", "The course of a game", COURSE, plots.course),
            ("lead", "The lead", _lead(sides), plots.leads),
        ]
    if first.parts:
        pictures.append(("parts", "What points are made of", "", plots.parts))
    pictures.append(("endings", "How games end", "", plots.endings))
    pictures.append(("branching", "Choices", _choices(sides), plots.branching))
    for key, name, words, draw in pictures:
        said = f"<p>{escape(words)}</p>" if words else ""
        table = TABLES[key](sides) if key in TABLES else ""
        yield key, name, f"{said}{_figure(name, draw(sides), table)}"
    yield "dead", "What never came up", _dead(sides)


COURSE: Final = "Points on the panels as the game goes on: those of the winner, and of the others."


def _played(sides: Sequence[Side]) -> str:
    lines = []
    for side in sides:
        found = side.found
        told = [f"{key} {value}" for key, value in found.options.items()]
        options = ", ".join([*told, clock_said(found)] if found.clock else told)
        bots = " and ".join(dict.fromkeys(found.bots))
        text = (
            f"{found.games:,} games of {found.seats} players, all seats played by {bots}; "
            f"pack “{found.pack}”"
        )
        lines.append(f"<p>{escape(text)}{escape('; ' + options if options else '')}.</p>")
    return "".join(lines)


def _tiles(sides: Sequence[Side]) -> str:
    rows: list[tuple[str, Callable[[Findings], tuple[str, str]]]] = [
        ("Decisions in a game", lambda found: _mean_pair(found.decisions)),
        ("Options of a decision", lambda found: _mean_pair(found.options_each)),
    ]
    if sides[0].found.seats > 1:
        rows += [
            ("Best seat", _best_seat),
            ("Changes of the lead", lambda found: _mean_pair(found.lead_changes)),
            ("Leader at half-time wins", _half_time),
        ]
    html = []
    for name, tell in rows:
        cells = []
        for side in sides:
            big, small = tell(side.found)
            label = f"{side.name}: " if len(sides) > 1 else ""
            cells.append(f"<dd>{escape(label + big)}<small>{escape(small)}</small></dd>")
        html.append(f"<div><dt>{escape(name)}</dt>{''.join(cells)}</div>")
    return f'<dl class="tiles">{"".join(html)}</dl>'


def _mean_pair(mean: Mean) -> tuple[str, str]:
    return (
        f"{mean.mean:,.1f}",
        f"{mean.low:,.1f} to {mean.high:,.1f}; seen {mean.least} to {mean.most}",
    )


def _best_seat(found: Findings) -> tuple[str, str]:
    lines = found.sections[0].lines
    best = max(lines, key=lambda line: line.wins.share)
    apart = any(line.wins.apart_from(found.even) for line in lines)
    verdict = "more than chance explains" if apart else "no more than chance explains"
    return f"{best.name}, {best.wins.share:.1%}", f"an even share is {found.even:.1%}; {verdict}"


def _half_time(found: Findings) -> tuple[str, str]:
    share = found.half_time
    if share is None:
        return "—", "nobody led alone"
    return f"{share.share:.0%}", f"{share.low:.0%} to {share.high:.0%}"


# Sections ----------------------------------------------------------------------------------------


def _section(sides: Sequence[Side], section: Section) -> str:
    rows = _matched(sides, section.key)
    if not rows:
        return ""
    words = ""
    if section.counted:
        return _figure(section.title, "", _counted_table(sides, rows))
    if section.key == "seat":
        words = "<p>Whether it matters where one sits, whoever begins.</p>"
    elif section.key == "order":
        words = "<p>Whether it matters who begins.</p>"
    elif section.key == "first":
        words = "<p>The first choice of each seat that had more than one option.</p>"
    else:
        words = "<p>How those fared who had it at least once in the game.</p>"
    enough = [row for row in rows if any(line and line.seats >= FEW for line in row)] or rows
    if len(enough) < len(rows):
        words += f'<p class="quiet">With fewer than {FEW} seats: in the figures only.</p>'
    shown = enough
    if len(enough) > MOST_ROWS:
        shown = [*enough[: MOST_ROWS // 2], *enough[-MOST_ROWS // 2 :]]
        words += f'<p class="quiet">The best and the worst {MOST_ROWS // 2} of {len(enough)}.</p>'
    svg = plots.forest(sides, section.key, shown) if sides[0].found.seats > 1 else ""
    return words + _figure(section.title, svg, _line_table(sides, rows), open_=not svg)


def _matched(sides: Sequence[Side], key: str) -> list[list[Line | None]]:
    """The lines of a section, those of the same name side by side."""
    found = [
        {
            line.name: line
            for section in side.found.sections
            if section.key == key
            for line in section.lines
        }
        for side in sides
    ]
    names = dict.fromkeys(name for lines in found for name in lines)
    return [[lines.get(name) for lines in found] for name in names]


def _line_table(sides: Sequence[Side], rows: Iterable[Sequence[Line | None]]) -> str:
    head = [
        "",
        *(["pack"] if len(sides) > 1 else []),
        "seats",
        "a game",
        "wins",
        "95 % interval",
        "points",
    ]
    rows = list(rows)
    if any(line and line.reached for row in rows for line in row):
        head += ["of those who could", "95 % interval"]
    body = []
    for row in rows:
        for side, line in zip(sides, row, strict=True):
            if line is None:
                continue
            wins, of = line.wins, line.reached
            out = wins.apart_from(side.found.even)
            mark = (" ▲" if wins.share > side.found.even else " ▼") if out else ""
            body.append(
                [
                    line.name,
                    *([side.name] if len(sides) > 1 else []),
                    f"{line.seats:,}",
                    f"{line.per_game:.2f}",
                    f"{wins.share:.1%}{mark}",
                    f"{wins.low:.1%} – {wins.high:.1%}",
                    f"{line.points.mean:.2f}",
                    *([f"{of.share:.1%}", f"{of.low:.1%} – {of.high:.1%}"] if of else []),
                ]
            )
    return _table(head, body)


def _counted_table(sides: Sequence[Side], rows: Iterable[Sequence[Line | None]]) -> str:
    head = [""]
    for side in sides:
        name = f" ({side.name})" if len(sides) > 1 else ""
        head += [f"times a game{name}", f"share of games{name}"]
    body = []
    for row in rows:
        cells = [next(line.name for line in row if line is not None)]
        for side, line in zip(sides, row, strict=True):
            if line is None:
                cells += ["0", "0 %"]
            else:
                cells += [f"{line.per_game:.2f}", f"{line.seats / side.found.games:.1%}"]
        body.append(cells)
    return _table(head, body)


def _length(sides: Sequence[Side]) -> str:
    said = [
        f"{_label(sides, side)}{side.found.decisions.mean:,.0f} decisions of players on average, "
        f"{side.found.moves.mean:,.0f} moves with dice and draws."
        for side in sides
    ]
    return " ".join(said)


def _lead(sides: Sequence[Side]) -> str:
    said = [
        f"{_label(sides, side)}{side.found.lead_changes.mean:.1f} changes of the lead on average."
        for side in sides
    ]
    return " ".join(said)


def _choices(sides: Sequence[Side]) -> str:
    return " ".join(
        f"{_label(sides, side)}{side.found.options_each.mean:.1f} options on average, "
        f"{side.found.options_each.most} at most."
        for side in sides
    )


def _label(sides: Sequence[Side], side: Side) -> str:
    return f"{side.name}: " if len(sides) > 1 else ""


def _parts_table(sides: Sequence[Side]) -> str:
    body = []
    for side in sides:
        for part in side.found.parts:
            others = part.others
            body.append(
                [
                    f"{_label(sides, side)}{part.name}",
                    f"{part.winners.mean:.2f}",
                    f"{part.winners.low:.2f} – {part.winners.high:.2f}",
                    f"{others.mean:.2f}" if others else "—",
                    f"{others.low:.2f} – {others.high:.2f}" if others else "",
                ]
            )
    return _table(["", "winners", "95 % interval", "others", "95 % interval"], body)


def _endings_table(sides: Sequence[Side]) -> str:
    body = [
        [f"{_label(sides, side)}{what}: {row.name}", f"{row.times:,}", f"{row.share:.1%}"]
        for side in sides
        for what, rows in (("ended", side.found.endings), ("decided by", side.found.decided))
        for row in rows
    ]
    return _table(["", "games", "share"], body)


def _questions_table(sides: Sequence[Side]) -> str:
    body = [
        [
            f"{_label(sides, side)}{row.text}",
            row.clause,
            f"{row.per_game:.2f}",
            f"{row.options:.1f}",
        ]
        for side in sides
        for row in side.found.questions
    ]
    verbs = [
        [
            f"{_label(sides, side)}{row.verb}",
            f"{row.per_game:.2f}",
            f"{row.taken:.1%}",
            f"{row.used:,} of {row.size:,}",
        ]
        for side in sides
        for row in side.found.verbs
        if row.offered
    ]
    return _table(["question", "clause", "times a game", "options"], body) + _table(
        ["action", "times a game", "chosen when offered", "different ones"], verbs
    )


TABLES: Final[dict[str, Callable[[Sequence[Side]], str]]] = {
    "parts": _parts_table,
    "endings": _endings_table,
    "branching": _questions_table,
}


def _dead(sides: Sequence[Side]) -> str:
    html = [
        "<p>What the rules and the content hold and these games never touched. A thing here may be "
        "rare, out of reach for these players, or dead.</p>"
    ]
    for side in sides:
        for dead in side.found.dead:
            names = dead.names[:MOST_DEAD]
            items = "".join(f"<li>{escape(name)}</li>" for name in names)
            more = len(dead.names) - len(names)
            rest = f"<li>and {more} more</li>" if more else ""
            head = f"{_label(sides, side)}{dead.what} ({len(dead.names)} of {dead.of})"
            html.append(
                f"<details open><summary>{escape(head)}</summary>"
                f'<ul class="columns">{items}{rest}</ul></details>'
            )
        if not side.found.dead:
            html.append(f"<p>{escape(_label(sides, side))}Everything came up.</p>")
    return "".join(html)


def _notes(sides: Sequence[Side], command: str) -> str:
    found = sides[0].found
    seeds = "; ".join(
        f"seed {seed}, games {start} to {stop - 1}" for seed, start, stop in found.seeds
    )
    return (
        "<p>Intervals hold the true share in 95 of 100 cases (Wilson). Of many items some lie "
        "outside an even share by chance alone: one in twenty. Seats of one game are not "
        "independent of each other, and what a bot does with a card is not what the card is worth "
        "in better hands. Clocks do not run in simulated games.</p>"
        f'<p class="quiet">Made by <code>{escape(command)}</code>. Rules version {found.version}, '
        f"content {escape(', '.join(side.found.content for side in sides))}; {escape(seeds)}. "
        f"Designed by {escape(find_game(found.game).meta.designer)}.</p>"
    )


def _figure(name: str, svg: str, table: str = "", open_: bool = False) -> str:
    if not svg:
        return f'<div class="wide">{table}</div>'
    details = ""
    if table:
        shown = " open" if open_ else ""
        details = (
            f"<details{shown}><summary>The figures</summary>"
            f'<div class="wide">{table}</div></details>'
        )
    return f'<figure role="group" aria-label="{escape(name)}">{svg}{details}</figure>'


def _table(head: Cells, body: Iterable[Cells]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"
