"""What holds for all tests: a machine that is slow today, or draws another example, fails none."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

import ludus.core.nets  # noqa: F401  # before NumPy: it says how many threads that gets

# The same examples in every run, however long one takes; `--hypothesis-profile=default` looks
# further.
settings.register_profile(
    "same",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same")
