"""Cambria: ring the Roman forts of Wales with your warriors. See page.md."""
