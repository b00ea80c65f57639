"""The stage alone is as the stage in the app: where it stands, and all that is drawn in it."""

import pytest

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import asked
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

SCREENS = ((1366, 640), (1280, 720), (390, 844))
DRAWN = """({ root }) => {
  const box = (part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  };
  const parts = ["said", "tree-part", "panel-part", "rows-part", "lecture-part"];
  const texts = [...root.querySelectorAll("g.node text, .branch text, .conditions text")];
  const seen = texts.filter((one) => one.checkVisibility({ opacityProperty: true }));
  return {
    stage: box(root).slice(0, 3),
    parts: parts.map((name) => root.querySelector(`.${name}`)).filter(Boolean).map(box),
    texts: seen.map((one) => [one.textContent, ...box(one)]),
  };
}"""


@pytest.mark.on_push(1)
@pytest.mark.parametrize(
    "address",
    [
        "grow?data=playtennis&recipe=id3&step=1&weigh=0",
        "grow?data=iris&recipe=cart&step=17&lang=zh",
        "grow?data=titanic&recipe=c45&step=3&lecture=on",
    ],
)
def test_it_is_drawn_as_in_the_app(server: str, visitor: Visitor, address: str) -> None:
    drawn = []
    for where in ("app", "alone"):
        page = visitor.page
        page.set_viewport_size({"width": SCREENS[0][0], "height": SCREENS[0][1]})
        if where == "app":
            page.goto(f"{server}/{address}")
        else:
            alone(visitor, address)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            at_rest(page)
            drawn.append(asked(page, DRAWN))
    for app, by_itself in zip(drawn[: len(SCREENS)], drawn[len(SCREENS) :], strict=True):
        assert app["texts"]
        assert by_itself == app
