"""How wide text is in the fonts of the pages. The browser tests compare it with what is drawn."""

from __future__ import annotations

import pytest

from ludus.core.lettering import INSCRIPTION, SANS, SANS_BOLD, SERIF, SERIF_BOLD, Lettering


def test_a_text_is_as_wide_as_its_letters() -> None:
    assert SANS.width("", 20) == 0
    assert SANS.width("iM", 10) == pytest.approx(SANS.width("i", 10) + SANS.width("M", 10))
    assert SANS.width("iM", 20) == pytest.approx(2 * SANS.width("iM", 10))
    assert SANS.width("i", 10) < SANS.width("M", 10) < 10


@pytest.mark.parametrize("font", [SANS, SANS_BOLD, SERIF, SERIF_BOLD])
def test_all_figures_are_of_one_width(font: Lettering) -> None:
    assert len({font.width(figure, 10) for figure in "0123456789"}) == 1


def test_letters_that_are_not_listed() -> None:
    assert SERIF.width("é", 10) == SERIF.width("e", 10)
    assert INSCRIPTION.width("山", 10) == INSCRIPTION.width("M", 10)


def test_words_are_made_to_fit_their_room() -> None:
    name = "Maximiliana Constantina"
    assert SERIF.fit("Livia", 100, 20) == ("Livia", 20)
    assert SERIF.fit("", 100, 20) == ("", 20)
    shown, size = SERIF.fit(name, 180, 20)
    assert shown == name and 12 < size < 20
    assert SERIF.width(shown, size) == pytest.approx(180)
    shown, size = SERIF.fit(name, 80, 20)
    assert size == 12 and shown.endswith("…") and name.startswith(shown[:-1])
    assert 70 < SERIF.width(shown, size) <= 80
