"""Who will win a battle, and what is left of the winner: Lanchester's square law for two stacks."""

from __future__ import annotations

import math
from typing import Final

EDGE: Final = 1.13
"""Value of +1 on the advantage roll, as a factor on fighting power."""
SURE: Final = 5.0
"""With so much more power the outcome is certain."""
STEEP: Final = 1.25
"""How much surer a battle of many steps is than a skirmish."""


def chance(power: float, against: float, steps: int) -> float:
    """The chance to win of the side with `power`; `steps` are those of both sides together."""
    if against <= 0.0 or power > SURE * against:
        return 1.0
    if against > SURE * power:
        return 0.0
    lean = STEEP * math.sqrt(float(steps)) * math.log(power / against)
    return 1.0 / (1.0 + math.exp(-lean))


def remaining(power: float, against: float) -> float:
    """The share of the winner that is left on average."""
    if power <= against:
        return 0.3
    return max(0.3, math.sqrt(1.0 - against / power))
