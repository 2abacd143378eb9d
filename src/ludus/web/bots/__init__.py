"""Bots, hints and analyses: work that runs in processes of its own."""
