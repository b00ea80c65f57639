"""What tells scenes apart: two lessons that differ in what is to come do not share one."""

from dataclasses import replace

import dtcore as dt
from dtcore.model import Multiway
from dtshow.scene.parts import lesson_key
from tests.pages.drawn_trees import lesson


def test_a_step_by_hand_that_can_be_done_again_tells_lessons_apart() -> None:
    """Its button says another thing, and the next beat is another."""
    fresh = lesson()
    again = fresh.do(dt.Expand((), Multiway(3))).jump(0)
    assert again.timeline.cursor == 0
    assert lesson_key(again) != lesson_key(fresh)
    other = fresh.do(dt.Expand((), Multiway(2))).jump(0)
    assert lesson_key(again) != lesson_key(other)


def test_how_far_one_has_been_by_the_algorithms_steps_does_not() -> None:
    fresh = lesson()
    assert lesson_key(fresh.finish().jump(2)) == lesson_key(fresh.jump(2))
    assert lesson_key(replace(fresh, node=(0,))) == lesson_key(fresh)
