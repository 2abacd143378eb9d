"""What an action does to one's own sheet: pay, mark, gain, and what follows from the gain.

Nothing here knows of other players or of cards, so that a face can show beforehand what an action
will do. A trace, if one is given, lists what was marked and gained, in order: `what * 64 + box`,
box 0 for an item and TRACE_WASTED for an icon whose track was full.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.games.hadrians_wall.board import Board, bits
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    ASK,
    ASK_BUILT_ROAD,
    ASK_COHORT,
    ASK_PLACE,
    ASK_SOURCE,
    ATTRIBUTES,
    BATHS,
    BATHS_BOXES,
    BUILT,
    CIPPI,
    CITIZENS,
    COHORT,
    COURT,
    COURT_BOXES,
    DIPLOMAT,
    DO_BRIBE,
    DO_FORUM,
    DO_GOOD,
    DO_PERFORM,
    DO_RULING,
    DO_TRAIN,
    EXCHANGES,
    FORT,
    FORUM,
    GUARD,
    MAIN,
    MAP,
    MARKET,
    MARKET_BOXES,
    MEDIATION,
    MINING,
    NONE,
    NOTHING,
    REMOVED,
    RENOWN,
    RESTING,
    SCOUTS,
    SPAR_PARTNERS,
    STRENGTH,
    TEMPLE,
    THEATRE,
    THEATRE_BOXES,
    TRACE_STEP,
    TRACE_WASTED,
    TRAINING,
    USED_UP,
    WALL,
    WOUNDS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.sheet import diplomat_count, first_free

Trace: TypeAlias = list[int]
Effect: TypeAlias = Callable[[Board, Sheet, int, int, "Trace | None"], None]
"""Board, sheet, Year, argument, trace."""


def gain(board: Board, sheet: Sheet, what: int, trace: Trace | None) -> None:
    """Gain what an icon shows; a box filled by it gives its own icons at once [general.4, 12]."""
    if what == COHORT:
        sheet[ASK] = ASK_COHORT
        return
    size = board.size[what]
    if not size:
        sheet[what] += 1
        if trace is not None:
            trace.append(what * TRACE_STEP)
        return
    box = sheet[what] + 1
    if box > size:
        if trace is not None:
            trace.append(what * TRACE_STEP + TRACE_WASTED)
        return
    sheet[what] = box
    if trace is not None:
        trace.append(what * TRACE_STEP + box)
    for icon in board.gives[what][box]:
        gain(board, sheet, icon, trace)


def gain_all(board: Board, sheet: Sheet, icons: tuple[int, ...], trace: Trace | None) -> None:
    """Gain several icons in printed order."""
    for icon in icons:
        gain(board, sheet, icon, trace)


# The left sheet ----------------------------------------------------------------------------------


def mining(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, MINING, trace)


def guard(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, GUARD, trace)


def cippi(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, CIPPI, trace)


def wall(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, WALL, trace)


def fort(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, FORT, trace)


def train(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Mark the next training box; its Sword fills a Wall Guard box [training.3-4]."""
    box = first_free(sheet, TRAINING, board.training_boxes)
    sheet[TRAINING + box] = year
    sheet[RESTING] |= 1 << DO_TRAIN
    if box + 1 == board.training_boxes:
        sheet[USED_UP] |= 1 << DO_TRAIN
    gain(board, sheet, GUARD, trace)


def build(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Build; a Road asks which of its two attributes it gives [hotel.12, 14]."""
    sheet[BUILT] |= 1 << arg
    if board.building_chooses[arg]:
        sheet[ASK] = ASK_BUILT_ROAD
        sheet[ABOUT] = arg
    else:
        gain_all(board, sheet, board.building_gives[arg], trace)


def forum(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    box = first_free(sheet, FORUM, board.forum_boxes)
    sheet[FORUM + box] = year
    every = bits(DO_FORUM, EXCHANGES)
    sheet[RESTING] |= every
    if box + 1 == board.forum_boxes:
        sheet[USED_UP] |= every
    gain(board, sheet, board.exchanges[arg][2], trace)


# The right sheet ---------------------------------------------------------------------------------


def citizen(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, CITIZENS[arg], trace)


def good(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Pick the Market box; where the good comes from is asked next [market.17]."""
    sheet[ASK] = ASK_SOURCE
    sheet[ABOUT] = arg


def record_good(board: Board, sheet: Sheet, box: int, number: int, trace: Trace | None) -> None:
    """Write a good into its box: Renown for a new one, then what the box gives [market.18-23]."""
    held = {sheet[place] for place in range(MARKET, MARKET + MARKET_BOXES)} - {0}
    sheet[MARKET + box] = number
    sheet[USED_UP] |= 1 << (DO_GOOD + box)
    if number not in held:
        for _ in range(board.new_good[len(held)]):
            gain(board, sheet, RENOWN, trace)
    gain_all(board, sheet, board.good_gives[box], trace)


def perform(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    sheet[THEATRE + arg] = year
    sheet[USED_UP] |= 1 << (DO_PERFORM + arg)
    sheet[RESTING] |= bits(DO_PERFORM, THEATRE_BOXES)
    gain_all(board, sheet, board.play_gives[arg], trace)


def spar(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Circle the gladiator's next strength box [ludus.7]."""
    gladiator = arg // SPAR_PARTNERS
    sheet[STRENGTH + gladiator] += 1
    if trace is not None:
        trace.append((STRENGTH + gladiator) * TRACE_STEP + sheet[STRENGTH + gladiator])


def wound(board: Board, sheet: Sheet, gladiator: int, damage: int, trace: Trace | None) -> bool:
    """Fill circled boxes from the left; returns whether the gladiator survives [ludus.16-25]."""
    strength = sheet[STRENGTH + gladiator]
    wounds = min(sheet[WOUNDS + gladiator] + damage, strength)
    sheet[WOUNDS + gladiator] = wounds
    alive = wounds < strength
    gain_all(board, sheet, board.won[strength] if alive else board.died[strength], trace)
    return alive


def temple(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    gain(board, sheet, TEMPLE, trace)


def bribe(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    sheet[BATHS + arg] = year
    sheet[USED_UP] |= 1 << (DO_BRIBE + arg)
    sheet[REMOVED] += 1
    made = sheet[BATHS : BATHS + BATHS_BOXES].count(year)
    if made >= board.bribes_yearly:
        sheet[RESTING] |= bits(DO_BRIBE, BATHS_BOXES)
    if trace is not None:
        trace.append(REMOVED * TRACE_STEP + sheet[REMOVED])


def ruling(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Mark the column's lowest free box [court.13-14]."""
    box = first_free(sheet, COURT + COURT_BOXES * arg, COURT_BOXES)
    sheet[COURT + COURT_BOXES * arg + box] = year
    sheet[RESTING] |= 1 << (DO_RULING + arg)
    if box + 1 == COURT_BOXES:
        sheet[USED_UP] |= 1 << (DO_RULING + arg)
    gain_all(board, sheet, board.ruling_gives[arg], trace)


def diplomat(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """The next row serves the chosen cohort [diplomat.3, 5-7]."""
    row = diplomat_count(sheet) + 1
    sheet[DIPLOMAT + arg] = row
    sheet[MEDIATION + arg] = board.diplomat_favours
    if trace is not None:
        trace.append((DIPLOMAT + arg) * TRACE_STEP + row)
    gain_all(board, sheet, board.diplomat_gives, trace)


def pattern(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Pick whose pattern to use; where it goes is asked next [scout.4]."""
    sheet[ASK] = ASK_PLACE
    sheet[ABOUT] = arg


def stop(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Stopping marks nothing on the sheet."""


# Answers -----------------------------------------------------------------------------------------


def cohort(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    sheet[ASK] = NOTHING
    box = sheet[COHORT + arg] + 1
    sheet[COHORT + arg] = box
    if trace is not None:
        trace.append((COHORT + arg) * TRACE_STEP + box)
    gain_all(board, sheet, board.gives[COHORT + arg][box], trace)


def attribute(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """The Road's attribute, when it is built or at the start of a Year [year.10, hotel.12, 14]."""
    if sheet[ASK] == ASK_BUILT_ROAD or sheet[ABOUT] <= 1:
        sheet[ASK] = NOTHING
        sheet[ABOUT] = 0
    else:
        sheet[ABOUT] -= 1
    gain(board, sheet, ATTRIBUTES[arg], trace)


def place(board: Board, sheet: Sheet, year: int, arg: int, trace: Trace | None) -> None:
    """Fill the pattern's cells, then count rows that are now full [scout.19-21]."""
    before = sheet[MAP]
    cells = board.places[arg]
    after = before | cells
    sheet[ASK] = NOTHING
    sheet[ABOUT] = 0
    sheet[SCOUTS] += 1
    sheet[MAP] = after
    for cell in range(len(board.cell_gives)):
        icon = board.cell_gives[cell]
        if icon != NONE and cells >> cell & 1:
            gain(board, sheet, icon, trace)
    for row in board.row_mask:
        if after & row == row != before & row:
            gain_all(board, sheet, board.row_gives, trace)


EFFECTS: Final[dict[str, Effect]] = {
    "mining": mining,
    "guard": guard,
    "cippi": cippi,
    "wall": wall,
    "fort": fort,
    "train": train,
    "build": build,
    "forum": forum,
    "citizen": citizen,
    "good": good,
    "perform": perform,
    "spar": spar,
    "temple": temple,
    "bribe": bribe,
    "ruling": ruling,
    "diplomat": diplomat,
    "pattern": pattern,
    "stop": stop,
    "cohort": cohort,
    "attribute": attribute,
    "place": place,
}
"""What each verb does to the sheet of the acting player."""


def pay(board: Board, sheet: Sheet, number: int) -> None:
    """Return the cost of an action to the supply."""
    for item, count in board.costs[number]:
        sheet[item] -= count


def carry_out(
    board: Board, sheet: Sheet, year: int, verb: str, arg: int, number: int, trace: Trace | None
) -> None:
    """Pay for an action and carry it out on the sheet.

    A good and a pattern are paid for when their source is known, since it may go to a neighbour.
    """
    if number < MAIN and verb != "good" and verb != "pattern":
        pay(board, sheet, number)
    EFFECTS[verb](board, sheet, year, arg, trace)
