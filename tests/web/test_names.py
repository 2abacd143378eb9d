"""Names that cannot be seen, that look like another, or that forge a line of the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.hostile import a_record
from tests.web.support import Visitor, a_room, person, seated, serving

from ludus.core.errors import BadRequest
from ludus.web.http.names import MOST_MARKS, clean_name, distinct, few_marks, skeleton, told
from ludus.web.tables.seats import bot_name

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u115f\u1160", "\uffa0", "\u2800 \u2800", "\u200b", "\u2060", "\ufeff",
     "\u034f", "\ufe0f", "\U000e0101", "\U000e0041", "\u0301", "\u0301\u0316", "\u00a0",
     "\u17b4", "\u180e", "\u2028", "\U0001d159", "\u200d\ufe0f"],
)  # fmt: skip
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    """With one of these, a line of chat looks like a line of the table itself."""
    with pytest.raises(BadRequest, match="at least one letter"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    ["Ben gives up. Ann", "Ben wins! Ann", "Ben: hello, Ann", "Ben, Ann", "Ben wins … Ann",
     "Ben gives up and Ann", "“Ben” gives up", "Ben wins！ Ann", "Ann wins the game.",
     "Ben won.", "Ben gives up!", "Ben wins…", "Ben gives up。", "Ben gives up at last"],
)  # fmt: skip
def test_a_name_that_reads_like_a_line_of_the_table_is_refused(name: str) -> None:
    with pytest.raises(BadRequest, match=r"reads like a sentence|quotation marks") as refused:
        clean_name(name)
    # What is wrong is said: nobody counts four words and finds four.
    assert ("at most 4 words" in str(refused.value)) == (len(name.split()) > 4)


@pytest.mark.parametrize(
    "name",
    ["Ann", "Dr. Ann", "J. R. R. Tolkien", "Mary Ann", "Martin L. King", "Ann-Marie", "O'Neill",
     "Ann B.", "Sam Doe Jr.", "María del Carmen", "Ann!", "Анна", "Ἀθηνᾶ", "李小龍", "นิรันดร์",
     "❤\ufe0f", "Ann ❤\ufe0f", "مریم", "1️⃣", "x²"],
)  # fmt: skip
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert clean_name(name) == name


def test_marks_that_cover_other_lines_are_refused() -> None:
    with pytest.raises(BadRequest, match="too many marks"):
        clean_name("A" + "\u0316" * (MOST_MARKS + 1))
    assert few_marks("A" + "\u0316" * 50 + "b") == "A" + "\u0316" * MOST_MARKS + "b"


@pytest.mark.parametrize(
    "name",
    ["ann", "ANN", "A nn", "Аnn", "Αnn", "Ａｎｎ", "Ánn", "A\u0323nn", "𝐀nn", "Ann.", "Ann\u200dn",
     "A-n-n"],
)  # fmt: skip
def test_names_that_look_like_ann(name: str) -> None:
    assert (skeleton(name) == skeleton("Ann")) is (name != "Ann\u200dn")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bill", "BiII"), ("Lois", "Lo1s"), ("Roma", "Rorna"), ("Otto", "0tt0"), ("Оксана", "Oкcaнa")],
)
def test_other_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("Ben", "Bea"), ("Ann", "Ann 2"), ("!!", "??"), ("❤", "★")]
)
def test_names_that_do_not_look_alike(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_number_tells_names_apart() -> None:
    assert distinct("Ann", []) == "Ann"
    assert distinct("Аnn", ["Ann"]) == "Аnn 2"
    assert distinct("ann", ["Ann", "Ann 2"]) == "ann 3"
    assert len(distinct("x" * 32, ["x" * 32])) <= 32
    assert told("Mary Ann") == "Mary Ann"
    assert told("Ben loses and Ann") == "“Ben loses and Ann”"
    assert bot_name(0, {"LIVlA"}) != "Livia"


async def test_two_of_one_name_at_a_table_are_told_apart(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, other = await person(app, "Ann"), await person(app, "Аnn")
        hub = await seated(app, "bids", [ann, other])
        assert list(hub.live.names) == ["Ann", "Аnn 2"]
        assert hub.live.chat[-1].text == "Аnn 2 sits down."
        # A new name is told apart in the same way, and a name that is its own stays plain.
        other = await app.rename(other, "ANN")
        assert list(hub.live.names) == ["Ann", "ANN 2"]
        other = await app.rename(other, "Bob")
        assert list(hub.live.names) == ["Ann", "Bob"]
        await app.rename(ann, "B0b")
        assert list(hub.live.names) == ["B0b 2", "Bob"]


def test_names_that_are_given_to_seats_are_told_apart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Visitor(server)
        ann.post("/me", name="Ann")
        url = ann.open_table("bids", "me,me,me", names="Ann,ann,Cid")
        assert ann.http.get(f"/api{url}").json()["seats"][1]["name"] == "ann 2"
        record = a_record().renamed(["Ben", "Веn"]).dump()
        uploaded = ann.post("/upload", record=record).json()["url"]
        page = ann.get(uploaded).text
        assert "Веn 2" in page


def test_who_watches_is_not_taken_for_who_plays(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, eve = Visitor(server), Visitor(server)
        ann.post("/me", name="Ann")
        eve.post("/me", name="Аnn")
        url = ann.open_table("bids", "me,open")
        assert eve.post(f"{url}/chat", text="I give up" + "\u0316" * 100).status_code == 200
        (line,) = eve.http.get(f"/api{url}/chat").json()["lines"]
        assert line["name"] == "Аnn 2"
        assert line["text"] == "I give up" + "\u0316" * MOST_MARKS
