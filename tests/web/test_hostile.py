"""Whatever is sent gets an answer that says what is wrong with it, and is no fault of the server.

A fixed sample of what `make fuzz-web` sends in whole.
"""

from __future__ import annotations

import random
from pathlib import Path

from tests.web.hostile import DEEP, JSON, Attack, Attacker, a_record, attacks, hostile_records
from tests.web.support import serving

SAMPLE = 900


def test_no_request_is_a_fault_of_the_server(tmp_path: Path) -> None:
    sample = random.Random(19).sample(list(attacks()), SAMPLE)
    with serving(tmp_path) as server:
        attacker = Attacker(server)
        faults = {
            str(attack): answer.status_code
            for attack in sample
            if (answer := attacker.send(attack)).status_code >= 500
        }
        assert faults == {}
        assert attacker.visitor.get("/").status_code == 200


def test_no_record_is_a_fault_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        attacker = Attacker(server)
        assert attacker.upload(a_record().dump()).status_code == 200
        faults = {}
        for record in hostile_records():
            answer = attacker.upload(record)
            if answer.status_code >= 500:
                faults[record[:200]] = answer.text
            elif answer.status_code == 200:
                # One that is taken can be shown and given back.
                url = answer.json()["url"]
                assert attacker.visitor.get(url).status_code == 200, record[:200]
                assert attacker.visitor.get(f"{url}/record").status_code == 200
            else:
                # Read and refused, and not only sent too often.
                assert answer.status_code == 422, answer.text
                assert len(answer.text) < 1000
        assert faults == {}


def test_what_is_wrong_with_a_record_is_said_in_short(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        attacker = Attacker(server)
        for record, said in (
            ("[" * DEEP, "nested too deeply"),
            ('{"ludus":1,"a":"\\ud800"}', "game, content and pack must be text"),
            ('{"ludus":' + "9" * 4000 + "}", "record format 999"),
            ('{"ludus":"' + "x" * 60_000 + '"}', "record format 'xxx"),
        ):
            answer = attacker.upload(record)
            assert answer.status_code == 422
            assert said in answer.json()["error"]
            assert len(answer.text) < 300


def test_a_deep_body_is_refused_by_every_operation(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        attacker = Attacker(server)
        for attack in attacks():
            if attack.kind == JSON and attack.body == b"[" * DEEP:
                answer = attacker.send(attack)
                assert 400 <= answer.status_code < 500, attack
                assert len(answer.text) < 300 or "<html" in answer.text
        deep = Attack("POST", "/tables", b'{"game":' * DEEP, JSON)
        assert attacker.send(deep).json() == {"error": "The body is nested too deeply."}
