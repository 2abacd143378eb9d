"""Live tables: what changes them, and everything that manages them."""
