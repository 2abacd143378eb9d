"""What a choice would do, and what a thing at the table is, as pages ask for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.support import Visitor, serving

from ludus.core.text import odds_bit
from ludus.web.pages.components import sentence


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as address:
        yield address


def test_a_preview_is_given_for_own_choices_of_the_open_decision_alone(server: str) -> None:
    ann, bob = Visitor(server, "192.0.2.1"), Visitor(server, "192.0.2.2")
    url = ann.open_table("cambria", "me,bot:easy")
    page = ann.get(url).text
    form = page.partition('id="choices"')[2]
    decision = form.partition('data-decision="')[2].partition('"')[0]
    action = form.partition('name="action" value="')[2].partition('"')[0]
    ask = f"{url}/preview?action={action}&decision={decision}"
    mine = ann.get(ask).json()
    assert mine["html"]
    assert mine["verb"]
    nothing = {"html": "", "tip": "", "verb": "", "changes": {}, "path": []}
    assert ann.get(f"{url}/preview?action={action}&decision={int(decision) + 1}").json() == nothing
    assert ann.get(f"{url}/preview?action=nonsense&decision={decision}").json() == nothing
    assert bob.get(ask).json() == nothing
    assert ann.get(f"{url}/preview?action={action}&decision=x").status_code == 400


def test_about_explains_places_now_and_in_the_past(server: str) -> None:
    ann = Visitor(server, "192.0.2.1")
    url = ann.open_table("cambria", "me,bot:easy")
    assert ann.get(f"{url}/about?place=fort-1").json()["html"]
    assert ann.get(f"{url}/about?place=fort-1&at=0").json()["html"]
    assert ann.get(f"{url}/about?place=nowhere").json() == {"html": "", "rings": []}
    assert ann.get(f"{url}/about?place={'x' * 5000}").json() == {"html": "", "rings": []}


def test_chances_are_a_bar_with_words_for_those_who_do_not_see_it() -> None:
    bar = odds_bit((86, "win 86 %"), (8, "8"), (6, "6"), "86 % win, 8 % draw, 6 % loss")
    drawn = str(sentence((bar,)))
    assert 'aria-label="86 % win, 8 % draw, 6 % loss"' in drawn
    ends = re.findall(r'<rect x="(\d+)%" width="(\d+)%" height="100%" class="(\w+)"', drawn)
    assert ends == [("0", "87", "won"), ("86", "9", "drawn"), ("94", "7", "lost")]
    # A number that has no room is left out.
    assert ">win 86 %<" in drawn and ">8<" not in drawn
    # Where neither is the better one, both ends have the colours of their seats.
    sides = odds_bit((40, "Livia"), (0, ""), (60, "Marcus"), "Livia in 40 of 100", (1, 0))
    kinds = re.findall(
        r'<rect x="\d+%" width="\d+%" height="100%" class="([\w -]+)"', str(sentence((sides,)))
    )
    assert kinds == ["whose seat-1", "drawn", "whose seat-0"]
