"""No change of the engine changes a tree of a bundled table."""

from difflib import unified_diff

import pytest

from tests.engine.bundled_texts import recorded, texts

RECORDED = recorded()


@pytest.mark.on_push(6)
@pytest.mark.parametrize("key", RECORDED)
def test_the_trees_of_a_bundled_table_are_those_recorded(key: str) -> None:
    """A recipe that is new is recorded when the others are."""
    now = texts(key)
    for recipe, lines in RECORDED[key].items():
        assert recipe in now, f"{recipe} does not take {key} any more"
        parted = [*unified_diff(lines, now[recipe], "recorded", "now", n=2, lineterm="")]
        assert not parted, "\n".join([f"{key} by {recipe}", *parted[:40]])
