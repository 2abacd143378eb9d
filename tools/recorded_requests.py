"""Compare what two checkouts answer to the same requests, byte for byte.

A server of each checkout is started with the same seeds for ids, dice and bots and with a clock
that stands still; a fixed list of page, form and API requests is sent to it, including ones that
are refused; and all responses are written to a folder, one file each.

    python tools/recorded_requests.py record SRC FOLDER     SRC holds the package `ludus`
    python tools/recorded_requests.py compare FOLDER FOLDER
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import httpx

GAMES = ("cambria", "hadrians_wall", "para_bellum", "conqueror", "agricola")
SEATS = {"conqueror": 3}
MOVES = 30
"""How many moves are played at each table."""

LAUNCHER = """
import random, secrets, sys, time
from pathlib import Path
rng = random.Random(7)
secrets.choice = rng.choice
secrets.token_bytes = rng.randbytes
time.time_ns = lambda: 1_700_000_000_000_000_000
import ludus.core.chance as chance
dice = random.Random(11)
chance.SystemRng.below = lambda self, n: dice.randrange(n)
try:
    from ludus.web.config import Rate, Settings
    from ludus.web.server import serve
except ImportError:
    from ludus.web.serve import serve
    from ludus.web.settings import Rate, Settings
plenty = Rate(1e6, 1_000_000)
quotas = {}
try:
    from ludus.web.config import all_quotas
    quotas = {"quotas": all_quotas(plenty)}
    if hasattr(Settings, "work"):
        quotas |= {"work": plenty, "work_when_late": plenty}
    from ludus.web.config import NOT_COUNTED
    quotas |= {"daily": NOT_COUNTED}
except ImportError:
    pass
serve(port=0, data=Path(sys.argv[1]), settings=Settings(bot_pause=0.0, writes=plenty,
    address_writes=plenty, reads=plenty, beginnings=plenty, url="http://ludus.test",
    **quotas))
"""


class Recorder:
    """Sends requests and keeps the responses in order."""

    def __init__(self, address: str, folder: Path) -> None:
        self._address = address
        self._folder = folder
        self._count = 0
        self.port = address.rpartition(":")[2]

    def browser(self) -> httpx.Client:
        """A visitor with a cookie jar, on our own pages."""
        return httpx.Client(base_url=self._address, headers={"Origin": self._address}, timeout=60)

    def program(self, token: str = "") -> httpx.Client:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self._address, headers=headers, timeout=60)

    def keep(self, response: httpx.Response) -> httpx.Response:
        self._count += 1
        request = response.request
        name = re.sub(r"\W+", "-", f"{request.method} {request.url.raw_path.decode()}")[:90]
        headers = {
            key: value
            for key, value in sorted(response.headers.items())
            if key not in ("date", "content-length")
        }
        body = response.text.replace(self.port, "PORT")
        text = f"{response.status_code}\n{json.dumps(headers, indent=1)}\n{body}\n"
        path = self._folder / f"{self._count:04d}{name}"
        path.write_text(text.replace(self.port, "PORT"), encoding="utf-8")
        return response


def play(recorder: Recorder, game: str) -> None:
    """Open a table by form and by API, play some moves on it, and do everything else there is."""
    seats = SEATS.get(game, 2)
    keep = recorder.keep
    ann = recorder.browser()
    keep(ann.get("/"))
    keep(ann.get(f"/new/{game}"))
    keep(ann.get(f"/rules/{game}"))
    keep(ann.get(f"/games/{game}/card.svg"))
    keep(ann.get(f"/games/{game}/face.css"))
    keep(ann.post("/me", json={"name": "Ann"}))
    keep(ann.post("/tables", data={"game": game, "seat": ["me"] * 9}))
    keep(ann.post("/tables", json={"game": game, "seats": ["you"]}))
    made = keep(ann.post("/tables", json={"game": game, "seats": ["me"] * seats}))
    table = made.json()["url"]
    keep(ann.get(table))
    keep(recorder.browser().get(table))
    token = keep(recorder.program().post("/api/sessions", json={"name": "Robota"})).json()["token"]
    robota = recorder.program(token)
    keep(robota.get("/api/me"))
    keep(robota.put("/api/me", json={"name": "Robota", "webhook": "ftp://x"}))
    keep(robota.get(f"/api/games/{game}"))
    again = keep(robota.post("/api/tables", json={"game": game, "seats": ["me"] * seats})).json()
    moves(recorder, robota, f"/api/tables/{again['id']}", seats)
    decisions(recorder, ann, table, seats)
    after(recorder, ann, robota, table, f"/api/tables/{again['id']}")


def moves(recorder: Recorder, robota: httpx.Client, path: str, seats: int) -> None:
    """Play through the API, and look at the table from all sides."""
    keep = recorder.keep
    played = 0
    while played < MOVES:
        asked = [robota.get(path, params={"as": seat}).json() for seat in range(seats)]
        found = [each for answer in asked for each in answer.get("decisions", ())]
        if not found:
            break
        decision = found[0]
        option = decision["options"][(played * 7) % len(decision["options"])]
        body = {"seat": decision["seat"], "decision": decision["number"]}
        keep(robota.post(f"{path}/act", json={**body, "action": option["action"]}))
        played += 1
    for seat in range(seats):
        keep(robota.get(path, params={"as": seat}))
    keep(robota.get(path, params={"at": 5, "as": 0}))
    keep(robota.get(path, params={"at": 5000}))
    keep(robota.get(path, params={"as": 77}))
    keep(robota.get(f"{path}/story", params={"as": 0}))
    keep(robota.get(f"{path}/record"))
    keep(robota.post(f"{path}/act", json={"seat": 0, "decision": 0, "action": "nothing"}))
    keep(robota.post(f"{path}/act", json={"seat": "x"}))
    keep(robota.post(f"{path}/act", content=b"{"))
    keep(robota.post(f"{path}/undo", json={"seat": 0}))
    keep(robota.post(f"{path}/redo", json={"seat": 0}))
    keep(robota.post(f"{path}/takeback", json={"seat": 0, "to": 3}))
    keep(robota.post(f"{path}/takeback/answer", json={"seat": 0, "yes": True}))
    keep(robota.post(f"{path}/chat", json={"text": "hello"}))
    keep(robota.get(f"{path}/chat"))
    keep(robota.put(f"{path}/notes", json={"text": "hm"}))
    keep(robota.get(f"{path}/notes"))
    keep(robota.post(f"{path}/analysis", json={}))
    keep(robota.get(f"{path}/analysis"))
    for what in ("leave", "reclaim", "free", "invite"):
        keep(robota.post(f"{path}/{what}", json={"seat": 0}))
    keep(robota.post(f"{path}/bot", json={"seat": 0, "level": "genius"}))
    for what in ("join", "recovery", "rematch"):
        keep(robota.post(f"{path}/{what}", json={}))
    keep(robota.post(f"{path}/fork", json={"at": 3}))


def decisions(recorder: Recorder, ann: httpx.Client, table: str, seats: int) -> None:
    """Play a few moves by forms and as a page's script does."""
    keep = recorder.keep
    for number in range(6):
        for seat in range(seats):
            page = ann.get(table, params={"as": seat}).text
            found = re.search(r'data-decision="(\d+)"', page)
            actions = re.findall(r'name="action"[^>]*value="([^"]+)"', page) or re.findall(
                r'data-action="([^"]+)"', page
            )
            if not found or not actions:
                continue
            fields = {
                "seat": str(seat),
                "decision": found[1],
                "action": actions[(number * 5) % len(actions)],
            }
            if number % 2:
                keep(ann.post(f"{table}/act", data=fields))
            else:
                keep(ann.post(f"{table}/act", json=fields))
            keep(ann.get(table, params={"as": seat}))
    keep(ann.post(f"{table}/act", json={"seat": 0, "decision": 99, "action": "x"}))
    keep(ann.post(f"{table}/act", data={"seat": 0, "decision": 99, "action": "x"}))


def after(
    recorder: Recorder, ann: httpx.Client, robota: httpx.Client, table: str, other: str
) -> None:
    """Everything else: history, talk, seats, links, errors."""
    keep = recorder.keep
    for at in (0, 3, 9999):
        keep(ann.get(f"{table}/history/{at}"))
    keep(ann.get(table, params={"at": 2}))
    keep(ann.get(f"{table}/why", params={"place": "nowhere"}))
    keep(ann.get(f"{table}/record"))
    keep(ann.get(f"{table}/analysis"))
    keep(ann.get(f"{table}/analysis/progress"))
    for kind in ("data", "json"):
        for what, fields in (
            ("undo", {"seat": 0}),
            ("redo", {"seat": 0}),
            ("takeback", {"seat": 0, "to": 1}),
            ("takeback/answer", {"seat": 0}),
            ("chat", {"text": "hi"}),
            ("chat", {"text": " "}),
            ("notes", {"text": "mine"}),
            ("join", {}),
            ("leave", {"seat": 0}),
            ("bot", {"seat": 1, "level": "easy"}),
            ("reclaim", {"seat": 1}),
            ("invite", {"seat": 1}),
            ("recovery", {}),
            ("hint", {"seat": 9}),
            ("rematch", {}),
            ("fork", {"at": 1}),
            ("analysis", {}),
            ("undo", {}),
            ("nothing", {}),
        ):
            if kind == "data":
                keep(ann.post(f"{table}/{what}", data=fields))
            else:
                keep(ann.post(f"{table}/{what}", json=fields))
    keep(ann.post(f"{table}/act", content=b"\xff", headers={"Content-Type": "text/xml"}))
    keep(recorder.program().post(f"{table}/chat", json={"text": "from nowhere"}))
    free = keep(ann.post(f"{table}/free", json={"seat": 1}))
    if free.status_code == 200:
        link = free.json()["url"]
        keep(ann.get(link))
        guest = recorder.browser()
        keep(guest.get(link))
        keep(guest.post(link, data={"name": ""}))
        keep(guest.post(link, data={"name": "Guest"}))
        keep(guest.post(link, data={"name": "Guest"}))
        keep(recorder.browser().get(link))
    keep(ann.post(f"{table}/forfeit", json={"seat": 0}))
    keep(ann.get(table))
    keep(ann.get("/me"))
    keep(ann.post("/me", data={"name": "Ann B", "webhook": "gopher://x"}))
    keep(ann.post("/me", data={"name": "Ann B"}))
    keep(ann.post("/upload", json={"record": "nothing"}))
    record = robota.get(f"{other}/record").text
    keep(ann.post("/upload", json={"record": record}))
    keep(robota.post("/api/records", json={"record": record}))
    for kind in ("open", "live", "finished", "mine", "none"):
        keep(robota.get("/api/tables", params={"list": kind}))
    keep(robota.get("/api/tables/none"))
    keep(robota.get("/api/nothing"))
    keep(robota.get("/api/openapi.json"))
    keep(robota.post("/api/links/none", json={}))
    keep(recorder.program("wrong").get("/api/me"))
    keep(recorder.program().get("/api/me"))
    keep(ann.get("/nothing"))
    keep(ann.get("/i/none"))
    keep(ann.delete("/me"))


def record(source: Path, folder: Path) -> None:
    """Write the responses of one checkout."""
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, data],
            env={**os.environ, "PYTHONPATH": str(source.resolve()), "PYTHONHASHSEED": "0"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None, "the server did not start"
            recorder = Recorder(found[0], folder)
            for game in GAMES:
                play(recorder, game)
        finally:
            server.terminate()
            server.wait()


def compare(one: Path, other: Path) -> int:
    """Print the responses that differ."""
    names = sorted({path.name for folder in (one, other) for path in folder.iterdir()})
    differ = [name for name in names if _text(one / name) != _text(other / name)]
    for name in differ:
        print(name)
    print(f"{len(names)} responses, {len(differ)} differ")
    return 1 if differ else 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=("record", "compare"))
    parser.add_argument("one", type=Path)
    parser.add_argument("other", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.verb == "compare":
        return compare(chosen.one, chosen.other)
    record(chosen.one, chosen.other)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
