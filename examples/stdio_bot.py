#!/usr/bin/env python3
"""A bot in a process of its own: it knows nothing of Ludus but the lines it reads and writes.

Any language will do. One question per line comes in on standard input, one answer per line goes out
on standard output, both JSON; when the input ends, so does the bot.

    ludus simulate cambria --bots "greedy,cmd:python3 examples/stdio_bot.py"
    ludus play cambria --seats "me,cmd:python3 examples/stdio_bot.py"
"""

import json
import sys

LIKES = ("place", "replace", "sail", "roll")


def choose(view: dict[str, object], options: list[dict[str, str]]) -> str:
    """Put something better here: `view` holds all that this seat may know."""
    for verb in LIKES:
        for option in options:
            if option["action"].split(":")[0] == verb:
                return option["action"]
    return options[0]["action"]


def main() -> None:
    for line in sys.stdin:
        table = json.loads(line)
        for decision in table["decisions"]:
            action = choose(table["view"], decision["options"])
            answer = {"seat": decision["seat"], "decision": decision["number"], "action": action}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
