"""The icons of Agricola: one for each type of unit, and those of counts, orders and the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludus.core.models import Symbol
from ludus.core.svg import EAGLE, el
from ludus.games.agricola.ids import COUNTER_NAMES, TYPE_NAMES

SEAT: Final = "var(--seat-fill,currentColor)"
"""The colour of the seat that an icon stands beside, if any."""
LIGHT: Final = "#fbf3df"


def _filled(path: str) -> str:
    return el("path", d=path, fill="currentColor")


def _line(path: str, width: float = 2.2) -> str:
    return el(
        "path",
        d=path,
        fill="none",
        stroke="currentColor",
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _inlay(path: str, width: float = 1.8) -> str:
    """Lines in a filled shape."""
    return el("path", d=path, fill="none", stroke=LIGHT, stroke_width=width)


HORSE: Final = (
    "M6 21.5c-.5-6 1-9.5 4-12L8.5 5l4.5 1.2c4.5.8 6.3 4.3 7.5 9.3L17 18l-4-3.5c-.5 2.5 1 4.5 2.5 7z"
)
SPEAR: Final = "M12 1.5l3.6 6L12 12.5 8.4 7.5zM11 12h2v10.5h-2z"
SHIP: Final = "M2 14.5h20l-3.5 6h-13zM11 2.5h1.6v11H11zM13.5 4q6 2.5 6.5 9h-6.5z"
TOWER: Final = "M4 21.5V8h2V4h3v2.5h1.5V4h3v2.5H15V4h3v4h2v13.5h-5.5V17a2.5 2.5 0 0 0-5 0v4.5z"
SHIELD: Final = "M4.5 3q7.5 2.6 15 0v9.5q0 5.5-7.5 9q-7.5-3.5-7.5-9z"
LAUREL: Final = (
    "M11 21C4 19 3 10 6.5 4c.8 2.5 1 4 .6 6c1.3-1 2-2 2.3-3.5c.8 3 .6 5-.6 7.5c1.2-.5 2-1 2.6-2"
    "C12 15.5 11.6 18 11 21zM13 21c7-2 8-11 4.5-17c-.8 2.5-1 4-.6 6c-1.3-1-2-2-2.3-3.5"
    "c-.8 3-.6 5 .6 7.5"
    "c-1.2-.5-2-1-2.6-2C12 15.5 12.4 18 13 21z"
)
HELMET: Final = "M4.5 20.5V13a7.5 7.5 0 0 1 15 0v7.5H15V14H9v6.5z"
CREST: Final = "M6 5.5Q12-1 19 5.5L17.5 7Q12 3 7.5 7z"
PEOPLE: Final = (
    "M8.5 4a3.3 3.3 0 1 0 .1 0zM2 20q0-8.5 6.5-8.5T15 20zM16.5 5.5a2.8 2.8 0 1 0 .1 0z"
    "M15.5 12.2q6.5-.7 6.5 7.3h-5q0-4.5-1.5-7.3z"
)
SWORDS: Final = "M4 4l13 13M20 4L7 17M13.5 19.5l6-6M4.5 13.5l6 6M16 18l3.5 3M8 18l-3.5 3"
EAR: Final = (
    "M12 22V9M12 9q-3-3 0-7q3 4 0 7zM11.5 13q-5 0-5-5.5q5.5.5 5 5.5zM12.5 13q5 0 5-5.5"
    "q-5.5.5-5 5.5zM11.5 18q-5 0-5-5.5q5.5.5 5 5.5zM12.5 18q5 0 5-5.5q-5.5.5-5 5.5z"
)
SNOW: Final = "M12 2v20M3.3 7l17.4 10M3.3 17L20.7 7M9 3.5l3 2.5 3-2.5M9 20.5l3-2.5 3 2.5"
STAR: Final = "M12 1.5l3 7.2 7.7.6-5.9 5 1.8 7.6L12 17.8 5.4 21.9l1.8-7.6-5.9-5 7.7-.6z"
SCROLL: Final = "M5 3.5h11.5v14H19a2.5 2.5 0 0 1-2.5 3H7.5A2.5 2.5 0 0 1 5 18zM8 8h5.5M8 12h5.5"
EYE: Final = "M1.5 12q10.5-11 21 0q-10.5 11-21 0zM12 8.8a3.2 3.2 0 1 0 .1 0z"
WAVES: Final = "M5 9q2.3-3 4.7 0t4.7 0 4.6 0M5 15q2.3-3 4.7 0t4.7 0 4.6 0"

UNITS: Final[Mapping[str, str]] = {
    "supreme": el("path", d=EAGLE, fill="currentColor", transform="translate(12 12)scale(1.12)"),
    "leader": _filled(HELMET) + _line("M12 5.5V2", 2.6),
    "legate": _filled(HELMET + CREST),
    "praefectus": _filled(SHIP) + _line("M12 3h-5", 2),
    "legionary": _filled(SHIELD) + _inlay("M12 5.5v12M7.5 10.5h9"),
    "praetorian": _filled(LAUREL),
    "singulares": _filled(HORSE) + _line("M3 3h5M5.5 1v5", 1.8),
    "auxiliary": _filled(SPEAR),
    "equitata": el("path", d=HORSE, fill="currentColor", transform="translate(4 4)scale(.8)")
    + _line("M4 2.5V22", 2),
    "cavalry": _filled(HORSE),
    "exploratores": _line(EYE),
    "impedimenta": _filled("M2 6h16.5v8.5H2z")
    + _line("M6 16.5a2.3 2.3 0 1 0 .1 0M15 16.5a2.3 2.3 0 1 0 .1 0M18.5 12h4", 2),
    "fleet": _filled(SHIP),
    "praesidium": _filled(TOWER),
    "atecotti": _line(SWORDS, 2.4),
    "gaesatae": _line("M12 9v13", 2.4) + _filled("M12 1.5l3 5-3 4-3-4z"),
    "chariots": _line("M10 9.5a5.5 5.5 0 1 0 .1 0M10 9.5v11M4.5 15h11M3 5.5h8l3 4M15 12h7.5", 2),
    "warband": _line("M12 3a9 9 0 1 0 .1 0", 2.4) + _filled("M12 8.5a3.5 3.5 0 1 0 .1 0z"),
    "tribesmen": _filled(PEOPLE),
    "oppidum": _filled("M3 21.5v-9L7 6l5 5.5L17 6l4 6.5v9z") + _inlay("M9.5 21.5v-5h5v5"),
}

COUNTERS: Final[Mapping[str, str]] = {
    "ambush": _line(SWORDS, 2.4),
    "oppidum": UNITS["oppidum"],
    "mines": _line("M4 20L15 9M9 4q8 0 11 8M13 11l3-3", 2.6),
    "wastes": _line("M2 20l6-10 4 6 4-9 6 13z", 2),
    "monoliths": _filled("M5 21.5V8l3-3 2 3v13.5zM14 21.5V5l3-3 2.5 3v16.5z"),
}
"""What a Tribal Center's counter may be."""

OTHERS: Final[Mapping[str, str]] = {
    "ap": el("path", d="M12 2.5l8.3 4.750v9.5L12 21.5l-8.3-4.750v-9.5z", fill=SEAT, stroke="none"),
    "no_ap": _line("M12 2.5l8.3 4.750v9.5L12 21.5l-8.3-4.750v-9.5z", 1.4),
    "vp": el("path", d=LAUREL, fill=SEAT),
    "stratagem": _line(SCROLL),
    "recruits": el("path", d=PEOPLE, fill=SEAT),
    "center": _line("M12 2.5a9.5 9.5 0 1 0 .1 0M12 7a5 5 0 1 0 .1 0", 2)
    + _filled("M12 10.5a1.5 1.5 0 1 0 .1 0z"),
    "fortress": _filled(TOWER),
    "site": el("path", d=STAR, fill="#e0b545", stroke="#6a4a12", stroke_width=1.2),
    "snow": _line(SNOW, 1.8),
    "swords": _line(SWORDS, 2.4),
    "fed": _line(EAR, 1.7),
    "hungry": _line(EAR, 1.7) + el("path", d="M3 21L21 3", stroke="#b5382a", stroke_width=2.8),
    "stop": el("path", d="M8 2h8l6 6v8l-6 6H8l-6-6V8z", fill="#b5382a") + _inlay("M7 12h10", 3),
    "march": _line("M2.5 12H19M13 5.5l6.5 6.5-6.5 6.5", 2.6),
    "gather": _line("M12 2v6M12 22v-6M2 12h6M22 12h-6M9.5 6L12 8.5 14.5 6M9.5 18l2.5-2.5 2.5 2.5"),
    "road": _line("M7 2.5L3.5 21.5M17 2.5l3.5 19M12 3v4M12 10v4M12 17v4", 2.2),
    "sail": _filled(SHIP),
    "eye": _line(EYE),
    "hit": _filled("M12 2c4.5 6 7 9 7 13a7 7 0 0 1-14 0c0-4 2.5-7 7-13z"),
    "lost": _line("M5 5l14 14M19 5L5 19", 3),
    "worn": _line("M3.5 3.5h17v17h-17z", 1.8) + _line("M8 8h8v8H8z", 1.4),
    "fog": el("circle", cx=12, cy=12, r=10, fill="var(--seat-1)") + _inlay(WAVES, 1.6),
    "elite": _line("M12 4v16M4 12h16", 3.2),
    "siege": _line("M6 22L9 2M18 22L15 2M7 17h10M7.6 12h8.8M8.3 7h7.4", 2),
    "flame": _filled("M12 22C3 20 4 12 9 9c-.5 3 1 4.5 2.5 4C14 10 11.5 6 13 2c6 5 10 17-1 20z"),
    "steps": _line("M8 4q3 2 1 7M16 10q3 2 1 7M7 15.5h2M15 21.5h2", 2.4),
    "turn": _line("M12 2.5a9.5 9.5 0 1 0 .1 0M12 6.5V12l4 2.5", 2),
}

SYMBOLS: Final[Mapping[str, Symbol]] = {
    **{f"unit-{name}": Symbol(UNITS[name]) for name in TYPE_NAMES},
    **{f"counter-{name}": Symbol(COUNTERS[name]) for name in COUNTER_NAMES},
    **{name: Symbol(drawing) for name, drawing in OTHERS.items()},
}


def unit_icon(kind: int) -> str:
    """The key of the icon for a type of unit."""
    return f"unit-{TYPE_NAMES[kind]}"
