"""What is compressed, what browsers keep, and what is never compressed together."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from tests.web.support import Visitor, a_room, person, serving

from ludus.web.assets import FOLDER, without_comments
from ludus.web.http.compression import accepts_gzip, compress, parts_of
from ludus.web.tables import seats as seating
from ludus.web.tables.create import TableRequest, open_table

pytestmark = pytest.mark.anyio

FOREVER = "public, max-age=31536000, immutable"


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Visitor]:
    with serving(tmp_path) as server:
        visitor = Visitor(server)
        visitor.post("/me", name="Ann")
        yield visitor


def raw(visitor: Visitor, path: str, encoding: str = "gzip") -> tuple[Headers, bytes]:
    """The response as it comes over the wire."""
    with visitor.http.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
        assert answer.status_code == 200
        return Headers(dict(answer.headers)), b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("header", "takes"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip;q=0.0, identity", False),
        ("identity", False),
        ("x-gzip-like", False),
        ("", False),
    ],
)
def test_who_takes_gzip(header: str, takes: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": header})) is takes


def test_pages_files_and_positions_are_compressed_for_whoever_takes_it(ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,bot:easy")
    for path in ("/", url, f"{url}/history/0", "/games/cambria/face.css", "/static/base.css"):
        headers, body = raw(ann, path)
        assert headers["content-encoding"] == "gzip", path
        assert "Accept-Encoding" in headers["vary"], path
        plain_headers, plain = raw(ann, path, "identity")
        assert "content-encoding" not in plain_headers, path
        assert "Accept-Encoding" in plain_headers["vary"], path
        assert len(body) < len(plain) / 2, path
        assert len(gzip.decompress(body)) == pytest.approx(len(plain), abs=200), path


def test_files_by_version_are_kept_for_good(ann: Visitor) -> None:
    sheets = re.findall(r'<link rel="stylesheet" href="(/static/[^"]+)"', ann.get("/").text)
    assert sheets
    for path in sheets:
        assert ann.get(path).headers["cache-control"] == FOREVER
        _, _, version, name = path.split("/")
        # A page of an older server gets the present file, but not to keep.
        older = ann.get(f"/static/{'0' * len(version)}/{name}")
        assert older.status_code == 200
        assert older.headers["cache-control"] == "no-cache"
    assert ann.get(f"/static/{version}/nothing.css").status_code == 404
    assert ann.post("/static/base.css").status_code == 405


def code_of(text: str) -> list[str]:
    """What is left of a script when all that looks like a comment is gone."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return [line for line in bare.split("\n") if line.strip() and line.strip()[:2] != "//"]


def test_scripts_lose_their_comments_and_keep_their_lines() -> None:
    text = "// one\nlet a; // two\n/**\n * three\n */\n/** @type {B} */ (b).c();\nd = `\n// e\n`;\n"
    sent = "\nlet a; // two\n\n\n\n/** @type {B} */ (b).c();\nd = `\n// e\n`;\n"
    assert without_comments(text) == sent
    for path in (*FOLDER.glob("*.js"), *FOLDER.glob("*.css")):
        source = path.read_text(encoding="utf-8")
        sent = without_comments(source)
        assert sent.count("\n") == source.count("\n"), path
        assert len(sent) < len(source), path
        assert code_of(sent) == code_of(source), path


def test_tokens_and_words_of_others_are_compressed_by_themselves() -> None:
    """A guess in a chat line at a token elsewhere makes the page no shorter."""
    token = "/i/q9vX2mLr8TzKc4Wb7NpYd3"
    filler = "".join(f"<p>{number * 7919}</p>" for number in range(200))

    def page(said: str) -> str:
        return f'{filler}<a href="{token}">{filler}<ol id="chat"><li>{said}</li></ol>{filler}'

    right, wrong = token[3:], "s8wY3nMq7UyJd5Xc6MoZe4"
    assert len(compress([page(right).encode()])) < len(compress([page(wrong).encode()]))
    apart = {len(compress(parts_of(page(said)))) for said in (right, wrong)}
    assert len(apart) == 1
    assert zlib.decompress(compress(parts_of(page(right))), 31).decode() == page(right)
    assert token.encode() in parts_of(page(right))
    assert b"watch=abc.DEF-1" in parts_of('<a href="/tables/t?watch=abc.DEF-1">')


def test_a_page_in_the_present_version_is_sent_changes_only(ann: Visitor) -> None:
    url = ann.open_table("cambria", "me,open")
    found = re.search(r'data-stream="([^"]+)"', ann.get(url).text)
    assert found
    stream = found[1].replace("&amp;", "&")

    def first(address: str) -> str:
        with ann.http.stream("GET", address) as answer:
            text = ""
            for piece in answer.iter_text():
                text += piece
                if "event: patch" in text and text.endswith("\n\n"):
                    break
            return text

    patch = '"full":true,"parts":['
    assert f"{patch}]" in first(stream)
    ann.post(f"{url}/chat", text="Salve")
    # What was said since the page was drawn, and nothing else.
    later = first(stream)
    assert "Salve" in later and "event: chat" in later and f"{patch}]" in later
    # Nobody goes on from a version of another server, or from nowhere.
    for other in ("", "?since=0-0", "?since=x", f"?since={'9' * 40}"):
        assert f"{patch}{{" in first(f"{url}/stream{other}"), other


async def test_a_change_of_seats_is_sent_as_the_whole_table(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "open"]))
        before = hub.expect(hub.role(""))
        hub.publish()
        listener = app.presence.listen(hub, "page", "", None, since=before)
        assert b'"parts":[]' in await listener.subscriber.next()
        await seating.join(hub.live, bob, 1)
        late = app.presence.listen(hub, "page", "", None, since=before)
        assert b'"parts":[{' in await late.subscriber.next()
        now = hub.expect(hub.role(""))
        current = app.presence.listen(hub, "page", "", None, since=now)
        assert b'"parts":[]' in await current.subscriber.next()
