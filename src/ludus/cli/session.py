"""A session at the terminal: shows the board, asks for choices, and lets the bots play.

The record is written after every move of a person if a file was named, and in any case when they
leave before the end, so that nothing is lost by accident.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from ludus.bots import AnyBot
from ludus.bots.driver import play_on
from ludus.bots.hint import SHOWN, advise
from ludus.cli.models import (
    about_lines,
    dashboard_lines,
    headline,
    panel_lines,
    preview_lines,
    tray_lines,
)
from ludus.cli.places import Places
from ludus.cli.screen import Screen, interactive, wrapped
from ludus.cli.seats import Player
from ludus.cli.story import log_lines
from ludus.cli.terminal import Style, in_columns
from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.errors import FileError, PlayerError
from ludus.core.face import Choice
from ludus.core.files import write_text
from ludus.core.models import Dashboard
from ludus.core.protocol import CHANCE, CLOCK, SPECTATOR, Decision, Rng, Seat
from ludus.core.table import AnyTable
from ludus.core.text import plain
from ludus.lab.players import Players

HELP = """\
Type the number of a choice, or its name in brackets. You can also type:
  u, undo        take back your latest move, unless somebody has learned something from it
  r, redo        play it again
  hint           what the strongest bot would choose, by what you can see
  ?N             what choice N would do, such as ?2
  ? NAME         what something on the board is, and why it can or cannot be chosen now
  b, board       show the board again
  t, table       turn, steps, what you have to spend and what you have gained
  c, cards       the cards that you can see
  p, players     points and counts of every player
  d, describe    the position in sentences
  l, log         the log so far
  w, wait        let the clock run out, if one is running
  s, save FILE   save the game
  q, quit        leave; the game is saved
Where something does not fit the window, Enter shows the next page of it.
"""
WIDE = 0.6
"""Where labels take more of the window's width than this, hints stand below them."""
LEAST = 24
"""Hints are never broken into columns narrower than this."""
FEW = 12
"""Up to this many choices are listed one to a line; more go in columns."""


Handler: TypeAlias = Callable[[str, Seat], bool]
"""Does what a command says; True once the position is another one."""


class Leave(Exception):
    """The player wants to leave."""


class TerminalBot:
    """A bot whose name is shown while it thinks."""

    def __init__(self, bot: AnyBot, name: str, style: Style) -> None:
        self._bot = bot
        self._thinking = f"{name} is thinking ..."
        self._style = style

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        shown = interactive()
        if shown and len(decision.options) > 1:
            print(self._style.quiet(self._thinking), end="\r", flush=True)
        action = self._bot.choose(view, decision, rng)
        if shown:
            print(" " * len(self._thinking), end="\r")
        return action


class Session:
    """One table, played at one keyboard."""

    def __init__(
        self,
        table: AnyTable,
        players: Sequence[Player],
        rng: Rng,
        save: Path | None,
        spare: Path,
    ) -> None:
        self._table = table
        self._rng = rng
        self._save = save
        self._spare = spare
        self._saved = len(table.moves) if save is not None and save.exists() else 0
        self._style = Style()
        self._screen = Screen()
        self._players = Players(
            table.box,
            [player.bot for player in players],
            table.names,
            table.header.options,
            clock=True,
        )
        self._bots = [
            None if bot is None else TerminalBot(bot, table.names[seat], self._style)
            for seat, bot in enumerate(self._players.bots)
        ]
        self._people = [seat for seat, bot in enumerate(self._bots) if bot is None]
        self._troubles = [0] * table.seats
        """By seat, how many troubles with its bot have been shown."""
        self._told = [0] * table.seats
        self._last_viewer = self._people[0] if self._people else SPECTATOR
        handlers: list[tuple[str, Handler]] = [
            ("h help", self._help),
            ("?", self._explain),
            ("u undo", self._undo),
            ("r redo", self._redo),
            ("hint", self._hint),
            ("b board", self._board),
            ("t table", self._dashboard),
            ("c cards", self._cards),
            ("p players", self._panels),
            ("d describe", self._describe),
            ("l log", self._log),
            ("w wait", self._wait),
            ("s save", self._keep),
            ("q quit exit", self._quit),
        ]
        self._commands = {word: handler for words, handler in handlers for word in words.split()}

    def run(self) -> None:
        """Play on until the game is over or the player leaves."""
        rngs = [self._rng] * self._table.seats
        with self._players:
            try:
                while decision := play_on(self, self._bots, self._rng, rngs, self._order):
                    self._ask(decision)
            except (Leave, EOFError, KeyboardInterrupt):
                print()
                self._leave()
                return
            outcome = self._table.outcome
            if outcome is not None:
                self._players.finish(self._table.view, outcome)
        self._finish()

    # The game, as `play_on` needs it --------------------------------------------------------------

    def decisions(self) -> Sequence[Decision]:
        return self._table.decisions()

    def view(self, viewer: Seat) -> object:
        return self._table.view(viewer)

    def play(self, decision: Decision, action: Action) -> None:
        """A move of chance, the clock or a bot."""
        self._table.play(decision.seat, action)
        if decision.seat >= 0:
            self._show_troubles(decision.seat)
            if not self._people:
                self._print_news(SPECTATOR)

    def _order(self, decisions: Sequence[Decision]) -> Decision:
        """Chance, then bots, then people, the one at the keyboard first; the clock comes last."""
        return min(decisions, key=self._rank)

    def _rank(self, decision: Decision) -> int:
        seat = decision.seat
        if seat < 0:
            return 0 if seat == CHANCE else 4
        if self._bots[seat] is not None:
            return 1
        return 2 if seat == self._last_viewer else 3

    def _show_troubles(self, seat: Seat) -> None:
        """A bot that does not play as it should is named at once."""
        troubles = self._players.troubles_of(seat)
        for trouble in troubles[self._troubles[seat] :]:
            print(f"{self._table.names[seat]}: {trouble}")
        self._troubles[seat] = len(troubles)

    def _ask(self, decision: Decision) -> None:
        """One decision of a person: show, ask until it is answered."""
        seat = decision.seat
        self._pass_keyboard(seat)
        choices = self._choices(decision)
        self._show_decision(decision, choices, self._news(seat))
        while True:
            typed = input("> ").strip()
            if not typed:
                if not self._screen.more():
                    self._show_decision(decision, choices)
            elif self._answer(typed, seat, choices):
                return

    def _choices(self, decision: Decision) -> Sequence[Choice]:
        table = self._table
        return table.box.face.choices(table.view(decision.seat), decision, table.names)

    def _show_decision(
        self, decision: Decision, choices: Sequence[Choice], news: Sequence[str] = ()
    ) -> None:
        """What has happened, the position, what is asked, and the choices."""
        table, style, seat = self._table, self._style, decision.seat
        view, face = table.view(seat), table.box.face
        prompt = face.prompt(view, decision, table.names)
        clause = style.quiet(f"[{prompt.clause}]") if prompt.clause else ""
        name = style.seat(seat, table.names[seat])
        asked = f"{name}: {style.sentence(prompt.sentence)} {clause}".rstrip()
        if decision.optional:
            asked += style.quiet(" (you need not)")
        where = headline(face.dashboard(view, decision, choices, table.names), style)
        self._screen.show_all(
            news,
            self._board_lines(seat),
            [where, asked] if where else [asked],
            self._listed(choices),
        )

    def _answer(self, typed: str, seat: Seat, choices: Sequence[Choice]) -> bool:
        """Do what was typed; True once the position is another one."""
        if typed.isdecimal():
            number = int(typed)
            if not 1 <= number <= len(choices):
                print(f"There is no choice {number}: they go from 1 to {len(choices)}.")
                return False
            return self._move(seat, choices[number - 1].action)
        word, _, rest = typed.partition(" ")
        if word.startswith("?"):
            word, rest = "?", typed[1:]
        try:
            return self._command(word.lower(), rest.strip(), seat)
        except (PlayerError, FileError) as error:
            print("\n".join(self._screen.wrap([str(error)])))
            return False

    def _command(self, word: str, rest: str, seat: Seat) -> bool:
        command = self._commands.get(word)
        if command is not None:
            return command(rest, seat)
        actions = self._table.box.rules.actions
        if word.split(":")[0] in actions.verbs:
            return self._move(seat, actions.parse(word))
        print(f"{word!r} is not a choice or a command; `?` lists what you can type.")
        return False

    # Commands: each gets what was typed after it, and the seat that typed it.

    def _help(self, rest: str, seat: Seat) -> bool:
        self._screen.show(HELP.splitlines())
        return False

    def _undo(self, rest: str, seat: Seat) -> bool:
        # At one keyboard the latest mover is here too, even if another is asked now.
        latest = self._table.moves[-1].seat if self._table.moves else seat
        self._table.undo(latest if latest in self._people else seat)
        self._told = [min(told, len(self._table.moves)) for told in self._told]
        return True

    def _redo(self, rest: str, seat: Seat) -> bool:
        here = [person for person in self._people if self._table.redoable(person)]
        self._table.redo(here[0] if here else seat)
        return True

    def _hint(self, rest: str, seat: Seat) -> bool:
        table = self._table
        decision = table.decision(seat)
        assert decision is not None
        view = table.view(seat)
        choices = self._choices(decision)
        numbers = {choice.action: number for number, choice in enumerate(choices, 1)}
        for advice in advise(table.box, view, decision, self._rng)[:SHOWN]:
            number = numbers[advice.action]
            label = choices[number - 1].label
            print(f"{number:3}  {label}  {self._style.quiet(f'wins about {advice.worth:.0%}')}")
        return False

    def _board(self, rest: str, seat: Seat) -> bool:
        self._screen.show(["", *self._board_lines(seat)], "lines of the board")
        return False

    def _explain(self, rest: str, seat: Seat) -> bool:
        """What a choice would do, or what something on the board is."""
        if not rest:
            return self._help(rest, seat)
        decision = self._table.decision(seat)
        assert decision is not None
        places = Places(self._table, decision)
        if rest.isdecimal():
            number, choices = int(rest), places.choices
            if not 1 <= number <= len(choices):
                raise PlayerError(f"there is no choice {number}: they go from 1 to {len(choices)}")
            choice = choices[number - 1]
            preview = places.face.preview(places.view, decision, choice, self._table.names)
            meters = (*places.dashboard.supply, *places.dashboard.tracks)
            self._screen.show([*preview_lines(preview, choice.hint, meters, self._style)])
            return False
        self._screen.show([*about_lines(places.about(rest), self._style)])
        return False

    def _dashboard(self, rest: str, seat: Seat) -> bool:
        lines = [*dashboard_lines(self._dashboard_of(seat), self._style)]
        self._screen.show(lines or ["This game has nothing beside its board."])
        return False

    def _cards(self, rest: str, seat: Seat) -> bool:
        lines = [*tray_lines(self._dashboard_of(seat), self._style)]
        self._screen.show(lines or ["There are no cards in sight."], "lines of cards")
        return False

    def _dashboard_of(self, seat: Seat) -> Dashboard:
        decision = self._table.decision(seat)
        assert decision is not None
        return Places(self._table, decision).dashboard

    def _panels(self, rest: str, seat: Seat) -> bool:
        panels = self._table.box.face.panels(self._table.view(seat), self._table.names)
        self._screen.show([*panel_lines(panels, self._style)])
        return False

    def _describe(self, rest: str, seat: Seat) -> bool:
        said = self._table.box.face.describe(self._table.view(seat), self._table.names)
        self._screen.show([said])
        return False

    def _log(self, rest: str, seat: Seat) -> bool:
        events = self._table.events(seat, 0)
        self._screen.show([*log_lines(self._table, seat, events, self._style)])
        return False

    def _wait(self, rest: str, seat: Seat) -> bool:
        decision = self._table.decision(CLOCK)
        if decision is None:
            raise PlayerError("no clock is running")
        self._table.play(CLOCK, pick(decision, self._rng))
        return True

    def _keep(self, rest: str, seat: Seat) -> bool:
        self._write(Path(rest) if rest else self._save or self._spare)
        return False

    def _quit(self, rest: str, seat: Seat) -> bool:
        raise Leave

    def _move(self, seat: Seat, action: Action) -> bool:
        self._table.play(seat, action)
        if self._save is not None:
            try:
                self._write(self._save, quiet=True)
            except FileError as error:
                print(f"{error}; the game continues, but is not saved")
        return True

    # What is shown -------------------------------------------------------------------------------

    def _pass_keyboard(self, seat: Seat) -> None:
        """In games with secrets, the screen is cleared before the next player looks at it."""
        if seat == self._last_viewer:
            return
        self._last_viewer = seat
        if self._table.box.meta.secrets:
            clear = "\x1b[2J\x1b[3J\x1b[H" if sys.stdout.isatty() else "\n" * 60
            print(f"{clear}It is the turn of {self._table.names[seat]}.")
            input("Pass the keyboard on, then press Enter. ")

    def _board_lines(self, seat: Seat) -> list[str]:
        table = self._table
        return table.box.face.text(table.view(seat), table.names).rstrip("\n").split("\n")

    def _listed(self, choices: Sequence[Choice]) -> list[str]:
        """The choices, numbered; hints break between words and stay in their column."""
        style, width = self._style, self._screen.width
        if len(choices) > FEW and not any(choice.hint for choice in choices):
            cells = [f"{number:3}  {choice.label}" for number, choice in enumerate(choices, 1)]
            return in_columns(cells, width)
        label_width = max(len(choice.label) for choice in choices)
        name_width = max(len(choice.action.text) for choice in choices) + 2
        start = 3 + 2 + label_width + 2 + name_width + 2
        narrow = start > width * WIDE
        lines: list[str] = []
        for number, choice in enumerate(choices, 1):
            name, hint = f"[{choice.action.text}]".ljust(name_width), plain(choice.hint)
            label = f"{number:3}  {choice.label.ljust(label_width)}  "
            before = 7 if narrow else start
            said = wrapped(hint, max(LEAST, width - before)) if hint else []
            first = "" if narrow or not said else said.pop(0)
            lines.append(label + style.quiet(f"{name}  {first}".rstrip()))
            lines += [" " * before + style.quiet(line) for line in said]
        return [line.rstrip() for line in lines]

    def _print_news(self, viewer: Seat) -> None:
        news = self._news(viewer)
        if news:
            print("\n".join(news))

    def _news(self, viewer: Seat) -> list[str]:
        """What has happened since this viewer last looked."""
        start = self._told[viewer] if viewer >= 0 else self._told[0]
        events = self._table.events(viewer, start)
        self._told[max(viewer, 0)] = len(self._table.moves)
        return [*log_lines(self._table, viewer, events, self._style)]

    # The end -------------------------------------------------------------------------------------

    def _finish(self) -> None:
        table = self._table
        self._print_news(self._last_viewer)
        print("\n" + "\n".join(self._board_lines(self._last_viewer)))
        outcome = table.outcome
        if outcome is not None:
            print("\n" + self._style.sentence(table.box.face.verdict(outcome, table.names)))
        if self._save is not None:
            self._write(self._save)

    def _leave(self) -> None:
        if self._save is None and len(self._table.moves) == self._saved:
            print("Nothing has been played yet. Vale!")
            return
        self._write(self._save or self._spare)

    def _write(self, path: Path, quiet: bool = False) -> None:
        write_text(path, self._table.record.dump())
        self._saved = len(self._table.moves)
        if not quiet:
            over = self._table.over
            then = f"ludus replay {path}" if over else f"ludus play --resume {path}"
            print(f"Saved. Continue with: {then}" if not over else f"Saved. Review it with: {then}")
