"""Pages and forms over HTTP: what visitors can do, and what nobody can make the server do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import QUICK, Visitor, serving

from ludus.web.config import NAME_LIMIT, Rate


@pytest.fixture
def app(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def ann(app: str) -> Visitor:
    return Visitor(app)


def named(app: str, name: str) -> Visitor:
    visitor = Visitor(app)
    assert visitor.post("/me", name=name).status_code == 200
    return visitor


def two_at(app: str, game: str, **fields: object) -> tuple[Visitor, Visitor, str]:
    """Ann and Bob at a table that has begun."""
    ann, bob = named(app, "Ann"), named(app, "Bob")
    url = ann.open_table(game, "me,open", **fields)
    assert bob.post(f"{url}/join").status_code == 200
    return ann, bob, url


def decision(visitor: Visitor, url: str) -> int:
    """The number of the decision that the visitor's page shows."""
    found = re.search(r'data-decision="(\d+)"', visitor.get(url).text)
    assert found is not None
    return int(found.group(1))


# The road of a new visitor ------------------------------------------------------------------------


def test_a_stranger_plays_at_once(ann: Visitor) -> None:
    assert ann.get("/").status_code == 200
    answer = ann.form("/tables", game="cambria", seats="me,bot:easy,bot:easy")
    assert answer.status_code == 303
    page = ann.get(answer.headers["location"])
    assert page.status_code == 200
    assert "Cambria" in page.text
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def options_of(ann: Visitor, url: str) -> dict[str, str]:
    found: dict[str, str] = ann.get(f"/api{url}").json()["options"]
    return found


def test_one_press_opens_what_the_form_proposes_against_bots(ann: Visitor) -> None:
    game = {"game": "conqueror", "pace": "none"}
    bots = "me,bot:easy,bot:easy"
    pressed = ann.form("/tables", seats=bots, **game).headers["location"]
    said = options_of(ann, pressed)
    assert (said["timer"], said["income"]) == ("120", "automatic")
    # What was chosen in the form stays, also where it is the rulebook's.
    chosen = ann.form("/tables", seats=bots, **game, **{"option.timer": "60"}).headers["location"]
    assert options_of(ann, chosen)["timer"] == "60"
    # Among people, and for clients of the API, it is the defaults.
    friends = ann.form("/tables", seats="me,me,bot:easy", **game).headers["location"]
    assert options_of(ann, friends)["timer"] == "60"
    plain = ann.post("/tables", seats=bots, **game).json()["url"]
    assert options_of(ann, plain)["timer"] == "60"


def test_pages_that_everybody_can_see(ann: Visitor) -> None:
    for path in ("/", "/new/cambria", "/rules/cambria", "/me", "/games/cambria/face.css"):
        assert ann.get(path).status_code == 200, path
    card = ann.get("/games/cambria/card.svg")
    assert card.headers["content-type"].startswith("image/svg+xml")
    for path in ("/new/ludo", "/rules/ludo", "/games/ludo/card.svg", "/tables/none", "/nowhere"):
        answer = ann.get(path)
        assert answer.status_code == 404, path
        assert "<html" in answer.text


@pytest.mark.parametrize(
    "path", ["/static/base.css", "/games/cambria/face.css", "/games/cambria/card.svg"]
)
def test_what_seldom_changes_is_kept_and_asked_for_again(ann: Visitor, path: str) -> None:
    first = ann.get(path)
    assert first.status_code == 200
    assert first.headers["cache-control"] == "no-cache"
    same = ann.http.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert same.headers["etag"] == first.headers["etag"]
    other = ann.http.get(path, headers={"If-None-Match": '"of-an-older-version"'})
    assert other.content == first.content


def test_fonts_are_kept_for_good(ann: Visitor) -> None:
    """Their names hold their version, so a new one is another file."""
    fonts = re.findall(r'<link rel="preload" href="([^"]+)" as="font"', ann.get("/").text)
    assert len(fonts) == 3
    for path in fonts:
        first = ann.get(path)
        assert first.headers["content-type"] == "font/woff2"
        assert first.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert first.content[:4] == b"wOF2"


def test_pages_are_not_kept(ann: Visitor) -> None:
    for path in ("/", "/me", "/rules/cambria"):
        assert ann.get(path).headers["cache-control"] == "no-store"


def test_a_form_with_a_mistake_comes_back_with_what_was_wrong(ann: Visitor) -> None:
    answer = ann.form("/tables", game="cambria", seats="me,bot:easy", **{"option.side": "atlantis"})
    assert answer.status_code == 422
    assert "cannot be &#39;atlantis&#39;" in answer.text


def test_a_form_with_a_mistake_comes_back_as_it_was_filled_in(ann: Visitor) -> None:
    long = "Z" * (NAME_LIMIT + 1)
    sent = {"count": "3", "seat.0": "me", "seat.1": "me", "seat.2": "bot", "level.2": "hard"}
    answer = ann.form("/tables", game="cambria", pace="decision:86400", **sent, **{"name.1": long})
    assert answer.status_code == 422
    assert "That name is too long" in answer.text
    checked = re.findall(r'name="([^"]*)" value="([^"]*)" checked', answer.text)
    assert set(sent.items()) <= set(checked)
    assert ("pace", "decision:86400") in checked
    assert f'name="name.1" value="{long}"' in answer.text


def test_seats_of_ones_own_have_names_however_long_ones_own_is(app: str) -> None:
    ann = named(app, "W" * NAME_LIMIT)
    page = ann.get(ann.open_table("cambria", "me,me")).text
    assert f"{'W' * (NAME_LIMIT - 3)} 2" in page


def test_seats_may_come_one_by_one(ann: Visitor) -> None:
    answer = ann.http.post(
        "/tables",
        content="game=cambria&seat=me&seat=me&seat=&name=Ann&name=Zoe&name=",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 303
    page = ann.get(answer.headers["location"]).text
    assert "Ann" in page
    assert "Zoe" in page


def test_an_invitation_is_used_once(app: str, ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,open")
    found = re.search(r"/i/[\w.=-]+", ann.get(url).text)
    assert found is not None
    link = found.group(0)
    bob, cyd = Visitor(app), Visitor(app)
    assert "/i/" not in bob.get(url).text
    # Looking does not use it up.
    assert bob.get(link).status_code == 200
    assert cyd.get(link).status_code == 200
    answer = bob.form(link, name="Bob")
    assert answer.status_code == 303
    assert answer.headers["location"] == url
    assert "Bob" in bob.get(url).text
    late = cyd.form(link, name="Cyd")
    assert late.status_code == 410
    assert "used before" in late.text
    assert cyd.get(link).status_code == 410
    assert bob.get("/i/forged.AAAA").status_code == 404


def invited(ann: Visitor) -> tuple[str, str]:
    """A table and the invitation to its open seat."""
    url = ann.open_table("cambria", "me,open")
    found = re.search(r"/i/[\w.=-]+", ann.get(url).text)
    assert found is not None
    return url, found.group(0)


def test_an_invitation_leads_whoever_used_it_back_to_the_table(app: str, ann: Visitor) -> None:
    url, link = invited(ann)
    bob, cyd = Visitor(app), Visitor(app)
    assert bob.form(link, name="Bob").status_code == 303
    # The next day Bob has only the link that he was sent.
    for again in (bob.get(link), bob.form(link, name="Bob")):
        assert again.status_code == 303
        assert again.headers["location"] == url
    assert bob.post(link, name="Bob").json()["url"] == url
    # Others cannot sit down by it any more, but they can watch.
    late = cyd.get(link)
    assert late.status_code == 410
    assert f'href="{url}"' in late.text


def test_a_seat_that_was_taken_meanwhile_can_be_watched(app: str, ann: Visitor) -> None:
    url, link = invited(ann)
    bob, cyd = named(app, "Bob"), Visitor(app)
    assert bob.post(f"{url}/join").status_code == 200
    late = cyd.form(link, name="Cyd")
    assert late.status_code == 409
    assert "That seat is taken." in late.text
    assert f'href="{url}"' in late.text


def test_a_used_invitation_to_a_private_table_does_not_name_it(app: str, ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,open", private="on")
    found = re.search(r"/i/[\w.=-]+", ann.get(url).text)
    assert found is not None
    assert Visitor(app).form(found.group(0), name="Bob").status_code == 303
    late = Visitor(app).get(found.group(0))
    assert late.status_code == 410
    assert url not in late.text


def test_a_name_that_is_no_good_leaves_the_invitation_as_it_was(app: str, ann: Visitor) -> None:
    url, link = invited(ann)
    bob, long = Visitor(app), "B" * (NAME_LIMIT + 1)
    answer = bob.form(link, name=long)
    assert answer.status_code == 422
    assert f"That name is too long: at most {NAME_LIMIT} letters." in answer.text
    assert f'action="{link}"' in answer.text
    assert f'value="{long}"' in answer.text
    assert bob.post(link, name=long).json() == {
        "error": f"That name is too long: at most {NAME_LIMIT} letters."
    }
    again = bob.form(link, name="B" * NAME_LIMIT)
    assert again.headers["location"] == url


@pytest.mark.parametrize("page", ["/me", "/new/cambria", "invitation"])
def test_fields_take_no_longer_names_than_the_room_does(app: str, ann: Visitor, page: str) -> None:
    path = invited(ann)[1] if page == "invitation" else page
    fields = re.findall(r'<input[^>]* name="name(?:.[0-9]+)?"[^>]*>', Visitor(app).get(path).text)
    assert fields
    for field in fields:
        assert f'maxlength="{NAME_LIMIT}"' in field


@pytest.mark.parametrize("webhook", ["ftp://example.org/x", "http://127.0.0.1:9000/x"])
def test_what_was_wrong_about_oneself_can_be_mended(ann: Visitor, webhook: str) -> None:
    answer = ann.form("/me", name="Ann", webhook=webhook)
    assert answer.status_code == 422
    assert 'value="Ann"' in answer.text
    assert f'value="{webhook}"' in answer.text


def test_seats_are_carried_to_another_device(app: str) -> None:
    ann, bob, url = two_at(app, "cambria")
    link = ann.post(f"{url}/recovery").json()["url"]
    phone = Visitor(app)
    assert "Carry" in phone.get(link).text
    assert phone.form(link, name="Ann").status_code == 303
    assert 'data-decision="' in phone.get(url).text + bob.get(url).text
    assert ann.post(f"{url}/recovery").status_code == 404


def test_a_private_table_is_joined_by_invitation_only(app: str) -> None:
    ann, bob = named(app, "Ann"), named(app, "Bob")
    url = ann.open_table("cambria", "me,open", private="on")
    assert url not in bob.get("/").text
    assert bob.post(f"{url}/join").status_code == 403
    public = ann.open_table("cambria", "me,open")
    assert public in bob.get("/").text


def test_a_new_name_shows_at_the_table(app: str) -> None:
    ann, bob, url = two_at(app, "cambria")
    assert ann.post("/me", name="Annabel").status_code == 200
    assert "Annabel" in bob.get(url).text


# Choosing -----------------------------------------------------------------------------------------


def test_a_choice_is_made_and_a_stale_one_is_answered_with_the_position(app: str) -> None:
    ann, bob, url = two_at(app, "bids")
    number = decision(ann, url)
    done = ann.post(f"{url}/act", seat=0, decision=number, action="bid:2")
    assert done.status_code == 200
    assert done.json()["position"] == 1
    stale = ann.post(f"{url}/act", seat=0, decision=number, action="bid:1")
    assert stale.status_code == 409
    data = stale.json()
    assert "no longer open" in data["error"]
    assert {part["id"] for part in data["parts"]} >= {"prompt", "choices", "scenes"}
    assert data["position"] == 1
    # Text values, as a form's fields come in JSON.
    again = bob.post(f"{url}/act", seat="1", decision=str(decision(bob, url)), action="bid:0")
    assert again.status_code == 200


def test_forms_work_without_a_script(app: str) -> None:
    ann, _, url = two_at(app, "bids")
    answer = ann.form(f"{url}/act", seat=0, decision=decision(ann, url), action="bid:2")
    assert answer.status_code == 303
    assert answer.headers["location"] == url
    answer = ann.form(f"{url}/undo", seat=0, to="")
    assert answer.status_code == 303


def test_nobody_acts_for_somebody_else(app: str) -> None:
    ann, bob, url = two_at(app, "bids")
    number = decision(ann, url)
    assert bob.post(f"{url}/act", seat=0, decision=number, action="bid:1").status_code == 403
    stranger = Visitor(app)
    assert stranger.post(f"{url}/act", seat=0, decision=number, action="bid:1").status_code == 401
    thief = Visitor(app)
    cookie = ann.http.cookies["ludus"]
    thief.http.cookies.set("ludus", cookie[:-2] + "xx")
    assert thief.post(f"{url}/act", seat=0, decision=number, action="bid:1").status_code == 401
    assert bob.post(f"{url}/undo", seat=0).status_code == 403


def test_history_and_record(app: str) -> None:
    ann, bob, url = two_at(app, "cambria")
    for _ in range(4):
        for visitor in (ann, bob):
            page = visitor.get(url).text
            number = re.search(r'data-decision="(\d+)"', page)
            action = re.search(r'name="action" value="([^"]+)"|value="([a-z]+(?::\d+)?)"', page)
            seat = re.search(r'data-seat="(\d+)"', page)
            if number and action and seat:
                visitor.post(
                    f"{url}/act",
                    seat=int(seat.group(1)),
                    decision=int(number.group(1)),
                    action=action.group(1) or action.group(2),
                )
    past = ann.get(f"{url}/history/1")
    assert past.status_code == 200
    assert past.json()["position"] == 1
    assert ann.get(f"{url}/history/9999").status_code == 400
    assert ann.get(f"{url}/history/x").status_code == 400
    assert ann.get(url, at=1).status_code == 200
    record = ann.get(f"{url}/record")
    assert record.headers["content-disposition"].startswith("attachment")
    assert json.loads(record.text.splitlines()[0])["game"] == "cambria"
    again = ann.post("/upload", record=record.text)
    assert again.status_code == 200
    broken = ann.post("/upload", record=record.text.replace("cambria", "cumbria", 1))
    assert broken.status_code == 422
    assert "line 1" in broken.json()["error"]


# Secrets ------------------------------------------------------------------------------------------


def test_a_bid_is_nowhere_before_it_is_revealed(app: str) -> None:
    """The toy's face says all it knows, so a leak would show as the words `own=3`."""
    ann, bob, url = two_at(app, "bids")
    ann.post(f"{url}/act", seat=0, decision=decision(ann, url), action="bid:3")
    assert "own=3" in ann.get(url).text
    stranger = Visitor(app)
    for other in (bob, stranger):
        for path in (url, f"{url}/history/0", f"{url}/history/1", f"{url}?at=1", "/"):
            text = other.get(path).text
            assert "own=3" not in text, path
    assert 'value="bid:3"' not in stranger.get(url).text
    for other in (bob, stranger, ann):
        assert other.get(f"{url}/record").status_code == 403
    assert bob.get(url, **{"as": 0}).status_code == 422
    assert bob.get(f"{url}/history/1", **{"as": 0}).status_code == 422
    assert bob.get(f"{url}/stream", **{"as": 0}).status_code == 422
    assert bob.get(f"{url}/about?as=0&place=x").status_code == 422


def test_hot_seat_with_secrets_draws_a_curtain(app: str) -> None:
    ann = named(app, "Ann")
    url = ann.open_table("bids", "me,me", names="Ann,Bea")
    first = ann.get(url).text
    assert "Pass the device to Ann" in first
    assert 'data-decision="' not in first
    seen = ann.get(url, **{"as": 0})
    number = re.search(r'data-decision="(\d+)"', seen.text)
    assert number is not None
    ann.post(f"{url}/act", seat=0, decision=int(number.group(1)), action="bid:3")
    # Ann has bid and Bea is to bid: what Ann holds is behind the curtain, whoever looks.
    for address in (url, f"{url}?as=0"):
        text = ann.get(address).text
        assert "Pass the device to Bea" in text
        assert "own=3" not in text
    bea = ann.get(url, **{"as": 1}).text
    assert 'data-decision="' in bea
    assert "own=3" not in bea


def test_notes_are_private_and_chat_is_apart(app: str) -> None:
    ann, bob, url = two_at(app, "cambria")
    watcher = named(app, "Wanda")
    assert ann.post(f"{url}/notes", text="take the fort").status_code == 200
    assert "take the fort" in ann.get(url).text
    assert "take the fort" not in bob.get(url).text
    assert ann.post(f"{url}/chat", text="good luck").status_code == 200
    assert watcher.post(f"{url}/chat", text="who wins?").status_code == 200
    assert "good luck" in bob.get(url).text
    assert "good luck" not in watcher.get(url).text
    assert "who wins?" in watcher.get(url).text
    assert "who wins?" not in bob.get(url).text


def test_names_and_talk_are_escaped(app: str) -> None:
    evil = '<script>alert("x")</script>'
    ann, bob = named(app, evil), named(app, "Bob")
    url = ann.open_table("cambria", "me,open")
    bob.post(f"{url}/join")
    ann.post(f"{url}/chat", text=evil)
    ann.post(f"{url}/notes", text=f"</textarea>{evil}")
    for visitor, path in ((ann, url), (bob, url), (bob, "/"), (ann, "/me")):
        assert "<script>alert" not in visitor.get(path).text, path
    assert "<script>" not in bob.form("/tables/%3Cscript%3E/act", seat=0).text


def test_the_curve_of_a_game_is_that_of_its_points(ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,bot:easy")
    curve = ann.get(f"{url}/curve").json()
    assert curve["kind"] == "points"
    assert curve["moves"][0] == 0
    assert [len(row) for row in curve["series"]] == [len(curve["moves"])] * 2
    assert ann.get("/tables/none/curve").status_code == 404


# Trust --------------------------------------------------------------------------------------------


def test_every_answer_carries_the_policy(ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,bot:easy")
    for path in ("/static/base.css", "/static/icons.svg"):
        headers = ann.get(path).headers
        assert headers["content-security-policy"] == "default-src 'none'"
        assert headers["x-content-type-options"] == "nosniff"
    for path in ("/", url, "/nowhere", "/api/games", f"{url}/history/0"):
        headers = ann.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    for path in ("/", url, "/me", "/new/cambria", "/rules/cambria"):
        text = ann.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
        assert not re.search(r"\son[a-z]+=", text), path
        assert not re.search(r"\sstyle=", text), path


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_post(app: str, headers: dict[str, str]) -> None:
    ann = named(app, "Ann")
    answer = ann.http.post(
        "/tables", json={"game": "cambria", "seats": "me,bot:easy"}, headers=headers
    )
    assert answer.status_code == 403
    del ann.http.headers["Origin"]
    bare = ann.http.post("/tables", json={"game": "cambria", "seats": "me,bot:easy"})
    assert bare.status_code == 403


BAD_BODIES = [
    (b"", "application/json"),
    (b"{", "application/json"),
    (b"[]", "application/json"),
    (b"null", "application/json"),
    (b'{"seat": "x"}', "application/json"),
    (b'{"seat": -1, "decision": 0, "action": "x"}', "application/json"),
    (b'{"seat": 1e99, "decision": 0, "action": "x"}', "application/json"),
    (b'{"seat": 0, "decision": 99999999999999999999, "action": "x"}', "application/json"),
    (b'{"seat": 0, "decision": 0, "action": "\\ud800"}', "application/json"),
    (b'{"seat": 0, "decision": 0, "action": null}', "application/json"),
    (b"[" * 5000, "application/json"),
    (b"\xff\xfe", "application/json"),
    (b"seat=%ff&decision=1", "application/x-www-form-urlencoded"),
    (b"at=0" + b"&a=1" * 500, "application/x-www-form-urlencoded"),
    (b"decision=0", "application/x-www-form-urlencoded"),
    (b"seat=0", "text/plain"),
    (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
]


SEAT_POSTS = (
    "act", "undo", "redo", "takeback", "takeback/answer", "leave", "bot", "reclaim", "invite",
    "free", "forfeit", "fork",
)  # fmt: skip


def test_bad_bodies_get_a_reason(app: str) -> None:
    ann, _, url = two_at(app, "bids")
    before = ann.get(f"{url}/history/0").json()
    for what in SEAT_POSTS:
        for body, kind in BAD_BODIES:
            if b'"seat": 0' in body and what != "act":
                # Fields that are not asked for are left alone, and this is a seat.
                continue
            answer = ann.http.post(f"{url}/{what}", content=body, headers={"Content-Type": kind})
            assert 400 <= answer.status_code < 500, (what, body[:60])
            assert len(answer.text) > 20
    assert ann.get(f"{url}/history/0").json() == before


def test_too_large_is_refused(app: str) -> None:
    ann, _, url = two_at(app, "cambria")
    assert ann.post(f"{url}/chat", text="x" * 100_000).status_code == 413
    assert ann.post(f"{url}/chat", text="x" * 2_000).status_code == 413
    assert ann.post(f"{url}/notes", text="x" * 30_000).status_code == 413
    assert ann.post("/upload", record="x" * 5_000_000).status_code == 413
    assert ann.post("/me", name="x" * 100).status_code == 422
    assert ann.post("/me", name=" \u200b\n ").status_code == 422


def test_odd_names_become_one_clean_line(app: str) -> None:
    ann = named(app, "  A\u202en\tn \n A ")
    assert ann.post("/me", name="  A\u202en\tn \n A ").json()["name"] == "A n n A"


def test_names_keep_the_signs_that_hold_them_together(app: str) -> None:
    name = "می\u200cروم 👩\u200d👧"
    ann = named(app, name)
    assert ann.post("/me", name=f"\u200d{name}\u200c \u200d").json()["name"] == name
    assert ann.post("/me", name="\u200d \u200c").status_code == 422


def test_too_fast_is_refused_for_a_while(tmp_path: Path) -> None:
    slow = replace(QUICK, writes=Rate(0.001, 5), beginnings=Rate(0.001, 2), reads=Rate(0.001, 8))
    with serving(tmp_path, slow) as app:
        ann = named(app, "Ann")
        answers = [ann.post("/me", name="Ann") for _ in range(8)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) == 3
        assert int(refused[0].headers["retry-after"]) >= 1
        other = Visitor(app, "192.0.2.7")
        opened = [
            other.post("/tables", game="cambria", seats="me,bot:easy").status_code for _ in range(3)
        ]
        assert opened.count(429) >= 1
        pages = [Visitor(app, "192.0.2.8").get("/").status_code for _ in range(10)]
        assert pages == [200] * 8 + [429] * 2


def test_methods_are_as_described(ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,bot:easy")
    assert ann.http.get("/tables").status_code == 405
    assert ann.http.get(f"{url}/act").status_code == 405
    assert ann.http.delete(url).status_code == 405
    assert ann.http.put("/").status_code == 405


def test_static_files_stay_in_their_folder(ann: Visitor) -> None:
    assert ann.get("/static/table.js").status_code == 200
    for path in ("/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/"):
        assert ann.get(path).status_code == 404, path
