"""The load test: how much one server process carries, at which speed and at which cost."""
