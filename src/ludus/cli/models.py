"""The models of a face as lines of text: dashboard, cards, players, previews, explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.cli.terminal import Style
from ludus.core.face import Panel
from ludus.core.models import (
    About,
    Card,
    Dashboard,
    Figure,
    Meter,
    Moment,
    Preview,
    Steps,
    words_of,
)
from ludus.core.text import Sentence, plain

DOWN = "face down"
SPENT = "spent"
WORN = "on its weaker side"


def headline(dashboard: Dashboard, style: Style) -> str:
    """Where the game is, in one line: turn, step, what the prompt stands on, progress."""
    parts = [dashboard.turn] if dashboard.turn else []
    if dashboard.steps is not None:
        parts.append(steps_line(dashboard.steps, style))
    parts += [
        style.sentence(said)
        for said in (dashboard.lead, dashboard.progress)
        if said and plain(said) not in dashboard.turn
    ]
    return " · ".join(parts)


def steps_line(steps: Steps, style: Style) -> str:
    """The steps of a turn, the present one in brackets."""
    return " > ".join(
        style.bold(f"[{name}]") if number == steps.at else name
        for number, name in enumerate(steps.names)
    )


def meter_words(meter: Meter) -> str:
    """A meter with what it comes to next: `Valour 5 of 25 (next at 6)`."""
    said = words_of(meter)
    if meter.most and not meter.shown:
        said += f" of {meter.most}"
    if meter.change:
        said += f" ({meter.change:+})"
    if meter.next_label:
        said += f" ({meter.next_label})"
    return said


def dashboard_lines(dashboard: Dashboard, style: Style) -> Iterator[str]:
    """What stands round the board, but for the cards."""
    headed = headline(dashboard, style)
    if headed:
        yield headed
    for title, meters in (("To spend", dashboard.supply), ("Tracks", dashboard.tracks)):
        if meters:
            yield f"{title}: {', '.join(map(meter_words, meters))}"
    if dashboard.scale is not None:
        scale = dashboard.scale
        at = [level.label for level in scale.levels if scale.value >= level.start]
        yield f"{scale.label} {scale.value:+} ({(at or [scale.levels[0].label])[-1]})"
    if dashboard.modes:
        ways = [f"{mode.label} ({mode.note})" if mode.note else mode.label
                for mode in dashboard.modes]  # fmt: skip
        yield f"Ways: {', '.join(ways)}"
    if dashboard.moment is not None:
        yield from moment_lines(dashboard.moment, style)


def moment_lines(moment: Moment, style: Style) -> Iterator[str]:
    """A battle or another thing worth stopping for."""
    yield style.bold(moment.title) + (f" · {moment.note}" if moment.note else "")
    row = style.sentence(moment.row)
    if moment.cards:
        row = " ".join(style.sentence(card.shown) for card in moment.cards)
    if row:
        label = f"{moment.row_label}: " if moment.row_label else ""
        yield f"  {label}{row}"
    if moment.stake:
        yield f"  {moment.stake_label}: {moment.stake}"
    for side in moment.sides:
        terms = " + ".join(
            f"{style.sentence(term.shown)} {term.label}".rstrip() for term in side.terms
        )
        parts = [style.sentence(side.title), side.badge, terms]
        total = f" = {side.total}" if side.total else ""
        yield "  " + ": ".join(part for part in parts if part) + total
        yield from (f"    {style.sentence(line)}" for line in side.lines)
        yield from (f"    {_figure(figure, style)}" for figure in side.figures)
    for column in moment.columns:
        meters = ", ".join(map(meter_words, column.meters))
        yield "  " + ": ".join(part for part in (column.title, meters, column.note) if part)
    for said in (moment.verdict, *moment.losses, *moment.follows):
        if said:
            yield f"  {style.sentence(said)}"


def _figure(figure: Figure, style: Style) -> str:
    parts = [_card(figure.card, style), style.sentence(figure.rolled), figure.note]
    return ": ".join(part for part in parts if part)


def tray_lines(dashboard: Dashboard, style: Style) -> Iterator[str]:
    """The cards, tray by tray, one line each."""
    for tray in dashboard.trays:
        yield style.bold(tray.title) + (f" · {tray.note}" if tray.note else "")
        yield from (f"  {_card(card, style)}" for card in tray.cards)


def _card(card: Card, style: Style) -> str:
    kind = f" ({card.kind})" if card.kind else ""
    parts = [f"{card.title}{kind}", style.sentence(card.cost), style.sentence(card.body)]
    parts += [words_of(meter) for meter in card.meters]
    parts += [
        f"{'✓ ' if goal.done else ''}{goal.words}{f' → {goal.gives}' if goal.gives else ''}"
        for goal in card.goals
    ]
    parts += [
        style.sentence(card.foot),
        {"down": DOWN, "spent": SPENT, "worn": WORN}.get(card.face, ""),
    ]
    return "; ".join(part for part in parts if part)


def panel_lines(panels: Sequence[Panel], style: Style) -> Iterator[str]:
    """Every player with points and meters, those of one group in a line."""
    for panel in panels:
        name = style.seat(panel.mark, panel.name)
        said = [f"{name}: {panel.score} {panel.unit}", panel.note, panel.state]
        yield " · ".join(part for part in said if part)
        for group in sorted({meter.group for meter in panel.meters}):
            meters = [meter_words(meter) for meter in panel.meters if meter.group == group]
            yield f"  {', '.join(meters)}"
        yield from (f"  {style.sentence(line)}" for line in panel.lines)


def preview_lines(
    preview: Preview, hint: Sentence, meters: Sequence[Meter], style: Style
) -> Iterator[str]:
    """What a choice would do."""
    yield style.bold(preview.title)
    for number, chip in enumerate(preview.chips, 1):
        yield f"  {number}. {style.sentence(chip)}"
    rows = preview.rows or ((hint,) if hint else ())
    yield from (f"  {style.sentence(row)}" for row in rows)
    labels = {meter.key: meter.label for meter in meters}
    changes = [f"{labels.get(key, key)} {change:+}" for key, change in preview.changes if change]
    if changes:
        yield f"  Then: {', '.join(changes)}"
    if preview.points is not None and preview.points[0] != preview.points[1]:
        yield f"  Points: {preview.points[0]} → {preview.points[1]}"


def about_lines(about: About, style: Style) -> Iterator[str]:
    """What something is, and why it can or cannot be chosen."""
    state = f" · {about.state}" if about.state else ""
    if about.title or state:
        yield style.bold(about.title) + state
    yield from (f"  {style.sentence(said)}" for said in about.body)
    if about.needs:
        needs = [f"{need.label} {need.needed} (there is {need.have})" for need in about.needs]
        yield f"  Needs: {', '.join(needs)}"
    for title, sentences in (("Gives", about.gives), ("Opens", about.opens)):
        if sentences:
            yield f"  {title}: {', '.join(map(style.sentence, sentences))}"
    for said in (about.why_not, about.helps):
        if said:
            yield f"  {style.sentence(said)}"
    if about.clauses:
        yield style.quiet(f"  [{', '.join(about.clauses)}]")
