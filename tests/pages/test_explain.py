"""Cards that explain: what pages make of previews and abouts."""

from __future__ import annotations

from ludus.core.models import About, Need, Preview, bits_of
from ludus.core.text import icon_bit
from ludus.web import pages
from ludus.web.live.models import AboutModel


def test_a_preview_lists_what_happens_in_order_and_the_points() -> None:
    told = Preview(
        "Wall <11>",
        "Fill it",
        chips=((icon_bit("renown", "Renown"), *bits_of(" 17")), bits_of("+1")),
        rows=(bits_of("Isca 2 : 0"),),
        points=(43, 46),
    )
    html = pages.preview(told)
    assert html.index("Wall &lt;11&gt;") < html.index("#i-renown") < html.index("+1")
    assert "43 \u2192 46" in html
    assert "Isca 2 : 0" in pages.preview_rows(told)
    assert pages.preview_rows(Preview("a", "b")) == ""


def test_an_about_shows_what_is_there_and_what_is_missing() -> None:
    told = About(
        "Large Hotel",
        state="not yet",
        needs=(Need("infra", "Infra", 5, 6), Need("servant", "Servant", 1, 1)),
        gives=(bits_of("1 every year"),),
        why_not=bits_of("no Builder left"),
        clauses=("hw.hotel.5",),
    )
    html = pages.about(AboutModel("hadrians_wall", told, (("hw.hotel.5", "Hotel"),)))
    assert html.index("5/6") < html.index("not enough") < html.index("1/1") < html.index('"enough"')
    assert "no Builder left" in html
    assert "What would help" not in html
    assert 'href="/rules/hadrians_wall#hw.hotel.5"' in html
    assert ">Hotel</a>" in html
