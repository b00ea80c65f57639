"""Where rows are shared out among branches, it is said why counts are no whole numbers."""

from __future__ import annotations

import pytest

from tests.pages.stage import scene
from tests.pages.visit import opened

PARTED = "goes down every branch, in parts"


def told(**address: str) -> str:
    at = opened("grow", data="titanic", complete="auto", **address)
    return " ".join("".join(line) for line in scene(at)["rows"]["said"])


@pytest.mark.parametrize(
    ("recipe", "said"), [("c45", True), ("cart_rpart", False), ("cart_sklearn", False)]
)
def test_parts_of_rows_are_explained_where_there_are_some(recipe: str, said: bool) -> None:
    assert (PARTED in told(recipe=recipe, step="8")) == said
