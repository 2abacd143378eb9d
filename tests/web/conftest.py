"""What the tests of the room share: they run on the loop that the room runs on."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
