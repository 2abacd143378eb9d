"""Panels, the verdict, and the position in words: as sentences and as a board of letters."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Panel
from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, roman, seat_bit
from ludus.games.hadrians_wall.face.table import Table
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.ids import (
    ACTIONS,
    ACTIVE,
    ATTRIBUTES,
    BATTLE,
    BUILDINGS,
    BUILT,
    CIPPI,
    CITIZENS,
    COHORT,
    COHORTS,
    FORT,
    GOOD,
    GUARD,
    MARKET,
    MARKET_BOXES,
    MINING,
    NONE,
    PATH,
    PRODUCTION,
    RESOURCE,
    SOLDIER,
    STOCK,
    STRENGTH,
    TEMPLE,
    TRACK_KEYS,
    WALL,
    WOUNDS,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.points import (
    attribute_points,
    final_disdain,
    path_points,
    paths_points,
    penalty,
)
from ludus.games.hadrians_wall.mechanics.sheet import favours_left

FEW = 3
"""With more players than this the panels of others leave out where their points come from."""


def acting(table: Table) -> bool:
    """Whether the action phase is on."""
    question = table.view.question
    return question is not None and question.phase in (ACTIONS, GOOD, BATTLE)


def panels(table: Table, voice: Voice) -> list[Panel]:
    return [_panel(table, voice, seat) for seat in range(table.view.seats)]


def _panel(table: Table, voice: Voice, seat: int) -> Panel:
    sheet, words, board = table.sheets[seat], voice.words, table.board
    lines: list[Sentence] = []
    if any(sheet[:STOCK]):
        lines.append(words.say("panel.stock", items=voice.items(sheet[:STOCK])))
    else:
        lines.append(words.say("panel.empty"))
    if seat == table.view.viewer or table.view.seats <= FEW:
        lost = penalty(board, sheet)
        lines.append(
            words.say(
                "panel.points",
                attributes=attribute_points(sheet),
                paths=paths_points(board, sheet),
                disdain=f"\N{MINUS SIGN}{lost}" if lost else "0",
            )
        )
    left, centre, right = sheet[COHORT : COHORT + COHORTS]
    lines.append(words.say("panel.cohorts", left=left, centre=centre, right=right))
    if favours_left(sheet):
        lines.append(words.say("panel.favours", n=favours_left(sheet)))
    if acting(table) and not sheet[ACTIVE]:
        lines.append(words.say("panel.done"))
    if table.view.hand_sizes[seat] and not table.view.has_laid[seat]:
        lines.append(words.say("panel.choosing"))
    return Panel(seat, voice.names[seat], table.view.points[seat], tuple(lines), seat)


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    """Who won and by what; for a player alone, the rank."""
    first = outcome.winners[0]
    winners = joined([(seat_bit(seat, names[seat]),) for seat in outcome.winners], ", ")
    parts = [
        words.say(
            f"decided.{outcome.decided_by}",
            winner=seat_bit(first, names[first]),
            winners=winners,
            points=outcome.scores[first],
        )
    ]
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    rest = [
        words.say("verdict.place", player=seat_bit(seat, names[seat]), points=outcome.scores[seat])
        for seat in order
        if outcome.ranks[seat] > 1
    ]
    if rest:
        parts.append(words.say("verdict.rest", places=joined(rest)))
    return joined(parts, " ")


def describe(table: Table, voice: Voice) -> str:
    """The whole position, sentence by sentence."""
    view, words, board = table.view, voice.words, table.board
    lines = [words.text("describe.year", year=view.year, difficulty=view.difficulty)]
    if view.question is None:
        lines.append(words.text("describe.over"))
    if view.fate_card != NONE:
        items = voice.items(board.fate_items[view.fate_card])
        lines.append(words.text("describe.fate", items=items, left=view.fate_left))
    for index, card in enumerate(view.neutral_cards):
        count = len(view.neutral_cards)
        items_on = view.neutral_items or (0,) * (2 * count)
        lines.append(
            words.text(
                "describe.neutral",
                card=voice.card(card),
                good=board.card_good[card],
                pattern=voice.pattern(card),
                resources=voice.item(RESOURCE, items_on[index]),
                soldiers=voice.item(SOLDIER, items_on[count + index]),
            )
        )
    if view.hand:
        cards = ", ".join(voice.card(card) for card in view.hand)
        lines.append(words.text("describe.hand", cards=cards))
    if view.attack:
        left, centre, right = table.arrows()
        flag = board.flag[view.year]
        lines.append(
            words.text("describe.attack", left=left, centre=centre, right=right, flag=flag)
        )
    for seat in range(view.seats):
        lines += _player(table, voice, seat)
    return "\n".join(lines)


def _player(table: Table, voice: Voice, seat: int) -> list[str]:
    sheet, words, board = table.sheets[seat], voice.words, table.board
    renown, piety, valour, discipline = (sheet[place] for place in ATTRIBUTES)
    left, centre, right = sheet[COHORT : COHORT + COHORTS]
    built = [voice.building(b).text for b in range(len(BUILDINGS)) if sheet[BUILT] >> b & 1]
    goods = [str(good) for good in sheet[MARKET : MARKET + MARKET_BOXES] if good]
    kept = [sheet[PATH + year] for year in range(YEARS) if sheet[PATH + year] != NONE]
    nothing = words.text("describe.none")
    paths = [
        words.text("describe.path", card=voice.card(card), points=path_points(board, sheet, card))
        for card in kept
    ]
    lines = [
        words.text(
            "describe.player",
            player=voice.names[seat],
            points=table.view.points[seat],
            renown=renown,
            piety=piety,
            valour=valour,
            discipline=discipline,
        ),
        words.text("describe.stock", items=voice.items(sheet[:STOCK])),
        words.text("describe.cohorts", left=left, centre=centre, right=right),
        words.text(
            "describe.frontier",
            mining=sheet[MINING],
            guard=sheet[GUARD],
            cippi=sheet[CIPPI],
            wall=sheet[WALL],
            fort=sheet[FORT],
            infrastructure=board.infrastructure[sheet[FORT]],
            production=sheet[PRODUCTION],
        ),
        words.text(
            "describe.citizens", **{TRACK_KEYS[t - ATTRIBUTES[0]]: sheet[t] for t in CITIZENS}
        ),
        words.text("describe.buildings", buildings=", ".join(built) or nothing),
        words.text("describe.temple", temple=sheet[TEMPLE], favours=favours_left(sheet)),
        words.text(
            "describe.gladiators",
            red=sheet[STRENGTH],
            red_wounds=sheet[WOUNDS],
            blue=sheet[STRENGTH + 1],
            blue_wounds=sheet[WOUNDS + 1],
        ),
        words.text("describe.goods", goods=", ".join(goods) or nothing),
        words.text("describe.disdain", disdain=final_disdain(board, sheet)),
        words.text("describe.paths", paths=", ".join(paths) or nothing),
    ]
    if table.view.year and table.prospect(seat) != NONE:
        card = table.prospect(seat)
        lines.append(
            words.text(
                "describe.prospect",
                card=voice.card(card),
                good=board.card_good[card],
                pattern=voice.pattern(card),
            )
        )
    if acting(table) and not sheet[ACTIVE]:
        lines.append(words.text("describe.stopped"))
    return lines


ROWS = (
    ("cohort.left", COHORT),
    ("cohort.centre", COHORT + 1),
    ("cohort.right", COHORT + 2),
    ("mining", MINING),
    ("guard", GUARD),
    ("cippi", CIPPI),
    ("wall", WALL),
    ("fort", FORT),
    ("production", PRODUCTION),
    *((TRACK_KEYS[place - ATTRIBUTES[0]], place) for place in (*ATTRIBUTES, *CITIZENS)),
    ("temple", TEMPLE),
)


def text(table: Table, voice: Voice) -> str:
    """Tracks as rows of full and empty boxes, one block per player."""
    board, words = table.board, voice.words
    blocks = [
        f"{words.text('screen.year', year=roman(table.view.year))}  "
        f"{words.text('screen.flag', flag=board.flag[table.view.year])}"
    ]
    for seat, sheet in enumerate(table.sheets):
        points = words.text("screen.points", n=table.view.points[seat])
        rows = [f"{voice.names[seat]}  {points}  {voice.items(sheet[:STOCK])}"]
        for key, place in ROWS:
            size = board.size[place]
            bar = "#" * sheet[place] + "." * (size - sheet[place])
            rows.append(f"  {words.text(f'track.{key}'):<20} {bar} {sheet[place]}/{size}")
        rows += [f"  {line}" for line in _player(table, voice, seat)[5:]]
        blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
