"""One folder per game. A game imports the core and itself, never another game."""
