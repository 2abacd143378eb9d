"""Libraries of extras, and how to get them."""

from __future__ import annotations

import pytest

from ludus.core.errors import BadRequest
from ludus.core.extras import require


def test_what_is_missing_is_told_with_the_way_to_get_it() -> None:
    require("serve", "web", "sys", "json")
    with pytest.raises(BadRequest) as refused:
        require("serve", "web", "sys", "no_such_library", "nor_this")
    assert str(refused.value) == (
        "serve needs no_such_library and nor_this: "
        "in a copy of Ludus, python -m pip install '.[web]'"
    )
