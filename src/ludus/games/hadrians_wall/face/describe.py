"""The whole position in sentences, for a screen reader."""

from __future__ import annotations

from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.ids import (
    ACTIVE,
    ATTRIBUTES,
    BUILDINGS,
    BUILT,
    CIPPI,
    CITIZENS,
    COHORT,
    COHORTS,
    FORT,
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
    final_disdain,
    path_points,
)
from ludus.games.hadrians_wall.mechanics.sheet import favours_left


def describe(context: Context) -> str:
    """The whole position, sentence by sentence."""
    view, words, board = context.view, context.words, context.board
    lines = [words.text("describe.year", year=view.year, difficulty=view.difficulty)]
    if view.question is None:
        lines.append(words.text("describe.over"))
    if view.fate_card != NONE:
        items = context.names.items(board.fate_items[view.fate_card])
        lines.append(words.text("describe.fate", items=items, left=view.fate_left))
    for index, card in enumerate(view.neutral_cards):
        count = len(view.neutral_cards)
        items_on = view.neutral_items or (0,) * (2 * count)
        lines.append(
            words.text(
                "describe.neutral",
                card=context.names.card(card),
                good=board.card_good[card],
                pattern=context.names.pattern(card),
                resources=context.names.item(RESOURCE, items_on[index]),
                soldiers=context.names.item(SOLDIER, items_on[count + index]),
            )
        )
    if view.hand:
        cards = ", ".join(context.names.card(card) for card in view.hand)
        lines.append(words.text("describe.hand", cards=cards))
    if view.attack:
        left, centre, right = context.arrows()
        flag = board.flag[view.year]
        lines.append(
            words.text("describe.attack", left=left, centre=centre, right=right, flag=flag)
        )
    for seat in range(view.seats):
        lines += player_lines(context, seat)
    return "\n".join(lines)


def player_lines(context: Context, seat: int) -> list[str]:
    sheet, words, board = context.sheets[seat], context.words, context.board
    renown, piety, valour, discipline = (sheet[place] for place in ATTRIBUTES)
    left, centre, right = sheet[COHORT : COHORT + COHORTS]
    built = [context.names.building(b).text for b in range(len(BUILDINGS)) if sheet[BUILT] >> b & 1]
    goods = [str(good) for good in sheet[MARKET : MARKET + MARKET_BOXES] if good]
    kept = [sheet[PATH + year] for year in range(YEARS) if sheet[PATH + year] != NONE]
    nothing = words.text("describe.none")
    paths = [
        words.text(
            "describe.path", card=context.names.card(card), points=path_points(board, sheet, card)
        )
        for card in kept
    ]
    lines = [
        words.text(
            "describe.player",
            player=context.names.of_players[seat],
            points=context.view.points[seat],
            renown=renown,
            piety=piety,
            valour=valour,
            discipline=discipline,
        ),
        words.text("describe.stock", items=context.names.items(sheet[:STOCK])),
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
    if context.view.year and context.prospect(seat) != NONE:
        card = context.prospect(seat)
        lines.append(
            words.text(
                "describe.prospect",
                card=context.names.card(card),
                good=board.card_good[card],
                pattern=context.names.pattern(card),
            )
        )
    if context.acting and not sheet[ACTIVE]:
        lines.append(words.text("describe.stopped"))
    return lines
