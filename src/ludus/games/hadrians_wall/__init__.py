"""Hadrian's Wall: build your stretch of it, and the town behind. See page.md."""
