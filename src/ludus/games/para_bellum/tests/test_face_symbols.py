"""The drawings of army cards: as many men, ribbons and banners as the card has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.etree.ElementTree import Element, fromstring

from ludus.core.face import Face, scenes_of
from ludus.games.para_bellum.ids import BANNER_IDS, COLOUR_IDS
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, Scene
from ludus.games.para_bellum.view import View

FACE: Face[View] = BOX.face
LINKS = ("corn", "up", "down")
LOOKS = [f"{colour}{full}" for colour in COLOUR_IDS for full in ("", "-full")]


@cache
def symbols() -> dict[str, Element]:
    """The symbols of the pictures by name: those of the large one, and of the small ones."""
    found: dict[str, Element] = {}
    for scene in scenes_of(FACE, Scene().act().view(0), None, ("Livia", "Marcus")):
        svg = re.sub(' xmlns="[^"]+"', "", scene.svg)
        for symbol in fromstring(re.findall("<defs>.*?</defs>", svg)[0]):
            found[symbol.get("id", "").partition("-")[2]] = symbol
    return found


def uses(name: str) -> list[str]:
    found = [use.get("href", "") for use in symbols()[name].iter("use")]
    return [href.partition("-")[2] for href in found]


def boxes(name: str) -> Iterator[tuple[str, float, float]]:
    """The symbols in a symbol, with their width and height."""
    for use in symbols()[name].iter("use"):
        what = use.get("href", "").partition("-")[2]
        yield what, float(use.get("width", "0")), float(use.get("height", "0"))


def paths(name: str) -> list[str]:
    return [path.get("d", "") for path in symbols()[name].iter("path")]


def test_symbols_are_made_of_symbols_that_are_there() -> None:
    for name in symbols():
        for used, width, height in boxes(name):
            assert used in symbols(), (name, used)
            assert width > 0 and height > 0, (name, used)
    for name in FACE.symbols:
        assert not name.startswith(("small-", "emblem-"))
    for banner in BANNER_IDS:
        assert f"banner-{banner.replace('_', '-')}" in symbols()


def test_a_square_symbol_is_as_high_as_it_is_wide() -> None:
    for name in (*(f"army-{kind}" for kind in range(5)), *(f"link-{link}" for link in LINKS)):
        for used, width, height in boxes(name):
            if used.startswith(("blazon-", "cornicine", "mounted")):
                assert width == height


def test_a_card_shows_its_troop_its_link_and_its_blazon() -> None:
    for kind, card in enumerate(CATALOG.army):
        start = kind >= CATALOG.deck_kinds
        colour = COLOUR_IDS[card.colour]
        troop = f"troop-{colour}{'-full' if card.full else ''}"
        link = "corn" if card.cornicine else {1: "up", -1: "down", 0: ""}[card.mounted]
        links = [f"link-{link}"] if link else []
        assert uses(f"army-{kind}") == ["plain", troop, "slots", *links, f"blazon-{colour}"]
        assert uses(f"small-{kind}") == [f"small-{each}" for each in (troop, *links)]
        lozenges = [len(paths(f"{size}-{kind}")) for size in ("army", "small")]
        assert lozenges == [start, start], "only a starting card has the General on it"
        large = symbols()[f"army-{kind}"]
        assert ("DVX" in "".join(large.itertext())) == start


def test_every_look_has_its_men() -> None:
    """Half a troop at each end with a standard, or one that runs through."""
    for look in LOOKS:
        full = look.endswith("-full")
        colour = look.removesuffix("-full")
        men = uses(f"troop-{look}")
        assert set(men) == {f"legionary-{colour}"}
        assert len(men) == (18 if full else 12)
        places = [float(use.get("x", "0")) for use in symbols()[f"troop-{look}"].iter("use")]
        assert any(40 <= x + 6 <= 80 for x in places) == full, "men in the middle"
        poles = symbols()[f"troop-{look}"].findall(".//circle")
        assert len(poles) == (0 if full else 6), "three discs on each standard"


def test_every_look_has_its_shields() -> None:
    for look in LOOKS:
        full = look.endswith("-full")
        shields = list(symbols()[f"small-troop-{look}"].iter("rect"))
        charges = [rect for rect in shields if rect.get("rx") == "3"]
        bases = [rect for rect in shields if rect.get("rx") == "5"]
        assert len(charges) == len(bases) == (5 if full else 2)
        for charge, base in zip(charges, bases, strict=True):
            left, width = float(base.get("x", "0")), float(base.get("width", "0"))
            assert left < float(charge.get("x", "0")) < left + width
        caps = [path for path in paths(f"small-troop-{look}") if re.fullmatch("M41.*M79.*", path)]
        assert len(caps) == (not full), "two halves end at a cap"


def test_a_ribbon_goes_to_the_dice_that_it_links() -> None:
    """A cornicine's to both gray dice, a commander's up or down to the red one."""
    for size in ("", "small-"):
        for link in LINKS:
            name = f"{size}link-{link}"
            icon = "cornicine" if link == "corn" else "mounted"
            assert uses(name) == [icon]
            ribbons = [path for path in paths(name) if re.fullmatch(r"M[\d. ]+[HV][\d.]+", path)]
            found = [path for path in ribbons if "V" in path] if link != "corn" else ribbons
            assert len(found) == 2, "a line and its edge"
            for path in found:
                if link == "corn":
                    ends = re.fullmatch(r"M([\d.]+) 48H([\d.]+)", path)
                    assert ends is not None and float(ends[1]) < 20 < 100 < float(ends[2])
                else:
                    end = re.fullmatch(r"M60 48V([\d.]+)", path)
                    assert end is not None and (float(end[1]) < 48) == (link == "up")
            plates = symbols()[name].findall("circle")
            assert len(plates) == 2 and plates[0].get("fill") != "none"
            arrows = [path for path in paths(name) if path.endswith("z")]
            assert len(arrows) == (link != "corn")
            for path in arrows:
                tip = re.fullmatch(r"M53 ([\d.]+)h14l-7 (-?[\d.]+)z", path)
                assert tip is not None
                assert (float(tip[2]) < 0) == (float(tip[1]) < 48) == (link == "up")


def test_links_are_bolder_in_a_small_picture() -> None:
    """There they have to be told apart at a glance."""
    for link in LINKS:
        small, large = (symbols()[f"{size}link-{link}"] for size in ("small-", ""))
        for one, other in zip(small.iter("path"), large.iter("path"), strict=True):
            if re.fullmatch(r"M60 48V[\d.]+|M[\d.]+ 48H[\d.]+", one.get("d", "")) and (
                one.get("d") != "M16 48H104"
            ):
                assert width(one) > width(other)
        for one, other in zip(small.iter("circle"), large.iter("circle"), strict=True):
            assert float(one.get("r", "0")) > float(other.get("r", "0"))
    ends = [re.findall(r"[\d.]+", paths(f"{size}link-corn")[0]) for size in ("small-", "")]
    (left, _, right), (start, _, end) = ([float(n) for n in each] for each in ends)
    assert left < start < end < right, "up to the edges of the card"


def width(path: Element) -> float:
    return float(path.get("stroke-width", "0"))


def test_a_commander_rides_on_a_line_of_its_own() -> None:
    for size in ("", "small-"):
        for link in LINKS:
            level = [path for path in paths(f"{size}link-{link}") if path == "M16 48H104"]
            assert len(level) == (0 if link == "corn" else 2), "a line and its edge"
            up = [path for path in paths(f"{size}link-{link}") if path.startswith("M60 48V")]
            assert len(up) == (0 if link == "corn" else 2)


def test_a_full_troop_runs_through_its_card() -> None:
    """Its band reaches from edge to edge; half troops end in round caps."""
    for look in LOOKS:
        for size in ("", "small-"):
            part = symbols()[f"{size}troop-{look}"]
            through = [rect for rect in part.iter("rect") if rect.get("width") == "118"]
            bands = [rect for rect in through if float(rect.get("height", "0")) < 60]
            assert len(bands) == look.endswith("-full")
            rounded = [path for path in paths(f"{size}troop-{look}") if "a6 6" in path]
            assert len(rounded) == (not look.endswith("-full"))
