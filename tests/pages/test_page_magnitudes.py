"""Numbers near the ends of what a float holds, on the pages: a picture or a sentence."""

import pytest

from dtshow.scene.grow.look import GrowLook
from tests.pages.data import drafted, said, set_target
from tests.pages.stage import looking_at, stepped, viewed
from tests.pages.visit import checked, keep, lesson, turned

ENDS = b"x,z,y\n" + b"".join(
    f"{x},{z},{y}\n".encode()
    for x, z, y in zip(
        ["-1.7e308", "-1.7e308", "1.7e308", "0", "1", "1.7e308"] * 2,
        [1.5, 0.5, 2.5, 1.5, 3.5, 0.5] * 2,
        "uuvuvvuuvuvu",
        strict=True,
    )
)


@pytest.mark.nightly
@pytest.mark.filterwarnings("error::RuntimeWarning")
def test_every_view_of_columns_to_the_ends() -> None:
    at = checked(drafted(ENDS).button(key="data_use").click().run())
    at = turned(at, "grow")
    at = stepped(at, "next")
    for column in range(2):
        at = looking_at(at, column)
        for view in ("working", "curve", "drop", "node"):
            at = viewed(at, view)
    keep(at, GrowLook, view="regions")
    at = stepped(at, "last")
    assert lesson(at).tree.leaves > 2


def test_a_target_without_squares_is_refused_with_a_sentence() -> None:
    at = drafted(b"x,y\n1,1.5e200\n2,2.5e200\n3,1e-3\n4,7.5\n")
    at = set_target(at, "y")
    assert "too large for the sum of their squares" in said(at)
    assert at.button(key="data_use").disabled
