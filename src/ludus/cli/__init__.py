"""The command line: `ludus COMMAND`, one module per command."""

from ludus.cli.entry import main

__all__ = ["main"]
