"""Nets trained by self-play: `ludus train`."""
