"""A player in a process of its own: it knows Ludus only by its HTTP interface.

It opens a table against built-in bots (or takes the seat of an invitation), follows it, and
answers every question with a choice of its own until the game is over.

    ludus serve &
    python examples/api_bot.py http://127.0.0.1:8710
    python examples/api_bot.py http://127.0.0.1:8710 --invitation http://127.0.0.1:8710/i/...
"""

from __future__ import annotations

import argparse
import random
import sys

from ludus.web.api.client import ApiError, Client
from ludus.web.api.schemas import DecisionAnswer, TableAnswer


def choose(table: TableAnswer, decision: DecisionAnswer) -> str:
    """Put something better here: `table.view` holds all that this seat may know."""
    return random.choice(decision.options).action


def play(client: Client, table: TableAnswer) -> TableAnswer:
    """Play a table to its end."""
    last = table
    for last in client.follow(table.id):
        for decision in last.decisions:
            try:
                client.act(last.id, decision, choose(last, decision))
            except ApiError as error:
                # Answered already: the stream is about to bring the new position.
                if error.status != 409:
                    raise
    return last


def main() -> int:
    parser = argparse.ArgumentParser(description="Play one game over the HTTP interface.")
    parser.add_argument("server", help="for example http://127.0.0.1:8710")
    parser.add_argument("--name", default="Api Bot")
    parser.add_argument("--game", default="cambria")
    parser.add_argument("--rivals", default="bot:easy", help="bot:easy,bot:medium and so on")
    parser.add_argument("--invitation", help="an invitation's address, instead of a new table")
    given = parser.parse_args()
    client = Client.register(given.server, given.name)
    if given.invitation:
        table = client.use_link(given.invitation)
    else:
        table = client.open_table(given.game, ["me", *given.rivals.split(",")])
    print(f"{given.server}{table.url}")
    end = play(client, table)
    if end.result is None:
        print("The game has no result.")
        return 1
    print(end.result.verdict)
    for place in end.result.places:
        print(f"{place.rank}. {place.name}: {place.score}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
