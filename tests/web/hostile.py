"""What strangers send: values, bodies, addresses and records that servers stumble over."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, quote_from_bytes

import httpx
from tests.web.support import Visitor, http

from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE
from ludus.core.record import Header, Record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.web.api.operations import OPERATIONS, Operation
from ludus.web.views import VIEWS

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
DEEP: Final = 5000

VALUES: Final[tuple[str, ...]] = (
    "null", "true", "{}", "[]", '""', '" "', "-1", "0", "1.5", "1e400", "-0", "255",
    str(2**31), str(2**53 + 1), str(2**63), str(-(2**63) - 1), str(2**64), "9" * 40, "9" * 5000,
    '"9223372036854775808"', '"1e5"', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\ud83d"',
    '"\\uffff"', '"\\u202e\\u2066x"', '"\\u200b"', f'"{"x" * 5000}"', f'"{chr(0x301) * 300}"',
    '"me"', '"open"', '"bot:"', '"bot:easy"', '"<script>alert(1)</script>"', '"%s%n{0}{x}"',
    '"../../etc/passwd"', "\"' OR 1=1 --\"", '["me","me"]', '["\\ud800"]', '[null]',
    '{"a":{"b":1}}',
    "[" * 200 + "]" * 200, "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP,
    '"http://127.0.0.1/"', '"http://[::1"', '"none"', '"bank:99999999999999999999:1"',
    '"decision:-1"', '"decision:1e9"', '"forfeit"',
)  # fmt: skip
"""JSON texts, each in the place of any field."""

BODIES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"", JSON),
    (b"\xff\xfe\x00", JSON),
    (b'{"a":"\xed\xa0\x80"}', JSON),
    (b"[" * DEEP, JSON),
    (b'{"a":' * DEEP, JSON),
    (b"[]", JSON),
    (b"null", JSON),
    (b'{"name":"x","name":"y"}', JSON),
    (b"{" + b",".join(b'"k%d":0' % n for n in range(3000)) + b"}", JSON),
    (b"", FORM),
    (b"name=%ed%a0%80&text=%00&seat=%ff", FORM),
    (b"name=%EF%BF%BF&text=%F0%9F%98", FORM),
    (b"&".join(b"a%d=1" % n for n in range(500)), FORM),
    (b"=" * 3000, FORM),
    (b"seat=0;seat=1", "text/plain"),
    (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
    (b"{}", "application/json; charset=utf-16"),
    (b"{}", "\xe9\xff"),
)
WORDS: Final[tuple[str, ...]] = (
    "", ".", "..", "%2e%2e%2f", "%00", "%ff%fe", "%ed%a0%80", "%F0%9F%98%80", "x" * 300, "9" * 30,
    "-1", "null", "%0d%0aX: y", "'", "%22%3e%3cscript", "a%2fb", "cambria", "[]", "%",
)  # fmt: skip
"""In the place of a part of an address or of a parameter, quoted already."""

GOOD: Final[dict[str, str]] = {
    "seat": "0", "decision": "0", "action": '"bid:1"', "to": "1", "text": '"Salve"', "at": "0",
    "game": '"bids"', "seats": '["me","open"]', "name": '"Ann"', "names": '["A","B"]',
    "options": "{}", "private": "true", "pace": '"none"', "at_zero": '"nothing"', "yes": "true",
    "level": '"easy"', "webhook": '""', "record": '"{}"',
}  # fmt: skip
"""JSON texts of fields as they should be."""


@dataclass(frozen=True)
class Attack:
    """One request. A path has `{table}`, `{link}` and the like in it still."""

    method: str
    path: str
    body: bytes = b""
    kind: str = ""
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        sent = f" {self.body[:120]!r}" if self.body else ""
        return f"{self.method} {self.path}?{self.query}{sent} {dict(self.headers)}"


def attacks() -> Iterator[Attack]:
    """Everything once: bad fields, bad bodies, bad addresses, bad parameters, bad headers."""
    for operation in OPERATIONS:
        for method, path in _addresses(operation):
            if not operation.reads:
                yield from bad_fields(operation, method, path)
                for body, kind in BODIES:
                    yield Attack(method, path, body, kind)
            yield from bad_addresses(method, path)
            for parameter in ("as", "at", "watch", "list"):
                for word in WORDS:
                    yield Attack(method, path, query=f"{parameter}={word}")
    for path in (each for each in VIEWS if not each.endswith("stream")):
        yield from bad_addresses("GET", path)
        for word in WORDS:
            yield Attack("GET", path, query=f"{word}={word}&as={word}&at={word}&game={word}")
            for name in HEADERS:
                yield Attack("GET", path, headers={name: quote_from_bytes(word.encode())})
    for name in HEADERS:
        for value in HEADER_VALUES:
            yield Attack("GET", "/", headers={name: value})
            yield Attack("GET", "/api/me", headers={name: value})


HEADERS: Final = (
    "Cookie", "Authorization", "Accept", "Content-Type", "If-None-Match", "X-Forwarded-For",
    "X-Forwarded-Proto", "Origin", "Sec-Fetch-Site", "Range", "Accept-Language",
)  # fmt: skip
HEADER_VALUES: Final = (
    "", "x" * 4000, "ludus=", "ludus=\xff.\xff", "Bearer", "Bearer \xff\xfe.\xe9", 'ludus="\\377"',
    "application/json", "a,b;q=x", "::1", "999.999.999.999", "bytes=0-,9999999999999999999-",
)  # fmt: skip


def _addresses(operation: Operation[object, object]) -> Iterator[tuple[str, str]]:
    # A stream that opens does not end.
    if operation.name != "stream":
        if operation.page:
            yield operation.page_method, operation.page
        if operation.api:
            yield operation.method, operation.api


def good(field: str) -> str:
    """A good value for a field, or at least a text."""
    return GOOD.get(field, '"x"')


def bad_fields(operation: Operation[object, object], method: str, path: str) -> Iterator[Attack]:
    """Each field with every bad value, the others as they should be."""
    names = list(operation.body.__annotations__)
    for name in names:
        for value in VALUES:
            fields = {each: good(each) for each in names} | {name: value}
            yield Attack(method, path, _object(fields), JSON)
    if not path.startswith("/api"):
        for name in names:
            for word in WORDS:
                pairs = [f"{each}={quote(good(each).strip(chr(34)))}" for each in names]
                text = "&".join([*pairs, f"{name}={word}", f"option.{word}={word}"])
                yield Attack(method, path, text.encode(), FORM)


def bad_addresses(method: str, path: str) -> Iterator[Attack]:
    start, brace, rest = path.partition("{")
    if brace:
        tail = rest.partition("}")[2]
        for word in WORDS:
            yield Attack(method, f"{start}{word}{tail}")


def _object(fields: Mapping[str, str]) -> bytes:
    text = ",".join(f"{json.dumps(name)}:{value}" for name, value in fields.items())
    return f"{{{text}}}".encode()


class Attacker:
    """Sends attacks at a table of its own, once by cookie and once by token."""

    def __init__(self, server: str) -> None:
        self.visitor = Visitor(server)
        self.visitor.post("/me", name="Ann")
        self.table = self.visitor.open_table("bids", "me,open").rpartition("/")[2]
        token = self.visitor.http.post("/api/sessions", json={"name": "Bob"}).json()["token"]
        self.program = http(server, Authorization=f"Bearer {token}")

    def send(self, attack: Attack) -> httpx.Response:
        path = attack.path.replace("{table}", self.table).replace("{game}", "cambria")
        path = re.sub(r"{\w+}", "x", path)
        named = {**attack.headers, **({"Content-Type": attack.kind} if attack.kind else {})}
        headers = {name.encode(): value.encode("latin-1") for name, value in named.items()}
        by_token = path.startswith("/api") and "Authorization" not in attack.headers
        client = self.program if by_token else self.visitor.http
        url = f"{path}?{attack.query}" if attack.query else path
        return client.request(attack.method, url, content=attack.body or None, headers=headers)

    def upload(self, record: str) -> httpx.Response:
        """A record by the form; half characters can be written as JSON only."""
        body = json.dumps({"record": record}).encode()
        return self.send(Attack("POST", "/upload", body, JSON))


# Records ------------------------------------------------------------------------------------------


def a_record(game: str = "cambria", moves: int = 30, seed: int = 1) -> Record:
    """A good record."""
    box = open_box(game)
    table = Table(box, ["Ann", "Ben", "Cid"][: max(2, min(box.meta.seats))])
    rng = SeededRng(seed)
    while len(table.moves) < moves and not table.over:
        decision = table.decisions()[0]
        table.play(decision.seat, pick(decision, rng))
    return table.record


def a_long_record(moves: int) -> Record:
    """A legal record of any length: a die that is always thrown again."""
    table = Table(open_box("cambria"), ["Ann", "Ben"])
    rules = table.box.rules
    rng = SeededRng(1)

    def again(option: Action) -> bool:
        state = rules.copy(table.state)
        rules.apply(state, CHANCE, option, None)
        return bool(rules.decisions(state)[0].seat == CHANCE)

    while len(table.moves) < moves:
        decision = table.decisions()[0]
        chosen = next(filter(again, decision.options), None) if decision.seat == CHANCE else None
        table.play(decision.seat, chosen or pick(decision, rng))
    return table.record


def summed(lines: list[dict[str, object] | str]) -> str:
    """Lines as a record with right checksums, whatever they hold; text is put in as it is."""
    check = ""
    text = []
    for line in lines:
        raw = line if isinstance(line, str) else json.dumps(line, separators=(",", ":"))
        body = raw[:-1]
        plain = json.dumps(json.loads(raw), ensure_ascii=False, separators=(",", ":"))
        check = hashlib.sha256((check + plain).encode("utf-8", "surrogatepass")).hexdigest()[:8]
        text.append(f'{body},"sum":"{check}"}}\n')
    return "".join(text)


ODD: Final[tuple[object, ...]] = (
    2**63, 2**64, -(2**63) - 1, 10**40, 1.5, True, None, "\ud800", "\x00", [], {},
)  # fmt: skip


def hostile_records(seed: int = 0) -> Iterator[str]:
    """Texts that claim to be records."""
    good = a_record()
    text = good.dump()
    lines: list[dict[str, object] | str] = []
    for line in text.splitlines():
        fields = json.loads(line)
        del fields["sum"]
        lines.append(fields)
    head, first = lines[0], lines[1]
    assert isinstance(head, dict)
    assert isinstance(first, dict)
    for odd in ODD:
        for name in head:
            yield summed([head | {name: odd}, *lines[1:]])
            yield summed([head | {name: [odd, "Ben"]}, *lines[1:]])
            yield summed([head | {name: {"a": odd}}, *lines[1:]])
        for name in (*first, "at", "more"):
            yield summed([head, first | {name: odd}, *lines[2:]])
    for name in ("\u200b", "", " ", "\u202eAnn", "A" * 33, "\u0301" * 200, "Ben"):
        yield Record(Header(good.header.game, good.header.version, good.header.content,
                            (name, "Ben"), good.header.options), good.moves).dump()  # fmt: skip
    yield "[" * DEEP + "]" * DEEP
    yield '{"ludus":' + "[" * DEEP + "]" * DEEP + "}"
    yield '{"ludus":1,"a":"\\ud800"}'
    yield '{"ludus":NaN,"version":Infinity}'
    yield "\n" * 1000
    yield "\x00" + text
    yield "\ufeff" + text
    yield text.replace("\n", "\r")
    yield text + text
    rng = random.Random(seed)
    for _ in range(60):
        spoiled = bytearray(text.encode())
        for _ in range(rng.randrange(1, 5)):
            spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        yield spoiled.decode("utf-8", "replace")
    for _ in range(30):
        shuffled = [lines[0], *rng.sample(lines[1:], len(lines) - 1)]
        yield summed(shuffled)
