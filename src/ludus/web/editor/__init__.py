"""The editor of content packs: a page of `ludus edit`, and of the operator's address.

A pack is edited as the text of its files. Its forms come from the types by which the game reads
them, and its pictures from the game's own face, so that the editor knows no game.
"""
