"""Many workers on one store: who owns a table, and how they work together."""
