"""The tokens: every text can be read on every ground it may stand on, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludus
from ludus.core.svg import COMMON_TONES, INSCRIPTION, SANS, SERIF

GAMES = Path(ludus.__file__).parent / "games"
STATIC = Path(ludus.__file__).parent / "web/static"
TOKENS = (STATIC / "tokens.css").read_text(encoding="utf-8")
SHEETS = {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.css")}
COLOUR = re.compile(
    r"--([a-z0-9-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));"
)
COLOURS = {
    name: (light or both, dark or both) for name, light, dark, both in COLOUR.findall(TOKENS)
}

GROUNDS = ("paper", "page", "card", "well")
SEATS = range(6)
TEXTS = (
    "ink",
    "quiet",
    "accent",
    "accent-deep",
    "good-ink",
    "warn-ink",
    "bad-ink",
    *(f"seat-{seat}-ink" for seat in SEATS),
)
PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    *(("on-plate", f"seat-{seat}-plate") for seat in SEATS),
    ("ink", "glow-soft"),
    ("quiet", "glow-soft"),
    ("accent", "glow-soft"),
    ("on-glow", "glow"),
    ("on-accent", "accent"),
    ("on-accent", "accent-deep"),
    ("tip-ink", "tip"),
    ("tip-quiet", "tip"),
    *((text, ground) for text in ("on-hero", "on-hero-quiet") for ground in ("hero", "hero-light")),
    ("on-glow", "hero-gold"),
    ("on-hero", "won"),
    ("on-glow", "scan"),
    ("on-glow", "flag"),
    ("on-wood", "wood"),
    ("on-wood", "wood-light"),
]
EDGES = [
    *((f"seat-{seat}", ground) for seat in SEATS for ground in GROUNDS),
    *((edge, ground) for edge in ("focus", "accent", "good", "bad", "warn") for ground in GROUNDS),
]
"""What is no text but must be seen: marks, and the lines around what has the focus."""


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_what_wcag_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_can_be_read(text: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("edge", "ground"), EDGES)
def test_edges_can_be_seen(edge: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[edge][theme], COLOURS[ground][theme]) >= 3


def test_the_fifth_seat_is_not_the_accent() -> None:
    """Both are purple in most palettes; here the seat is bluer than it is red."""
    for theme in (0, 1):
        red, _, blue = (int(COLOURS["seat-4"][theme][at : at + 2], 16) for at in (1, 3, 5))
        assert blue > 1.2 * red
        red, _, blue = (int(COLOURS["accent"][theme][at : at + 2], 16) for at in (1, 3, 5))
        assert red > blue


def test_pictures_have_the_colours_of_the_pages() -> None:
    shared = set(COLOURS) & set(COMMON_TONES)
    assert {"paper", "card", "ink", "quiet", "glow", "seat-5", "seat-5-ink"} <= shared
    for name in shared:
        assert COMMON_TONES[name] == COLOURS[name], name
    assert COMMON_TONES["purple"] == COLOURS["accent"]


@pytest.mark.parametrize("family", ["inscription", "serif", "sans"])
def test_pictures_have_the_fonts_of_the_pages(family: str) -> None:
    """Where there is no page around it, a picture asks for the same font by its name."""
    first = re.search(rf'--{family}: "([^"]+)"', TOKENS)
    assert first
    named = {"inscription": INSCRIPTION, "serif": SERIF, "sans": SANS}[family]
    assert named.replace("'", "").startswith(f"var(--{family},{first[1]},")


@pytest.mark.parametrize("sheet", sorted(SHEETS))
def test_every_variable_is_defined_somewhere(sheet: str) -> None:
    defined = set(re.findall(r"(--[a-z0-9-]+):", "".join(SHEETS.values())))
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", SHEETS[sheet]))
    assert used <= defined


@pytest.mark.parametrize("path", [*GAMES.glob("*/card.svg"), STATIC / "favicon.svg"])
def test_letters_in_images_are_drawn(path: Path) -> None:
    """An image cannot use the fonts of the page that shows it."""
    assert "<text" not in path.read_text(encoding="utf-8")
