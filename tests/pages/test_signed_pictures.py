"""Pictures say inside where they come from, and stay pictures."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from dtshow.figures import palette
from dtshow.scene.tree import graphviz
from dtshow.scene.tree.graphviz import WORKER, signed
from tests.pages.drawn_trees import boxes, lesson

LINES = ["Node by Node · <鸢尾花> --> & · CART", "http://here/use?data=iris&step=3"]


def picture(form: str) -> bytes:
    return signed(WORKER.render('digraph { "a" -> "b" }', form), form, LINES)


def test_png() -> None:
    image = Image.open(BytesIO(picture("png")))
    image.load()
    assert image.info["Description"] == "\n".join(LINES)


def test_svg() -> None:
    root = ElementTree.fromstring(picture("svg"))
    assert root[0].text == "\n".join(LINES)


def test_letters_of_an_svg_are_named_as_browsers_understand_it() -> None:
    """Of a list with a bare ``Source Sans 3``, no name counts, and letters get serifs."""
    drawn = lesson(step="8")
    source = graphviz.picture(drawn.tree, [*boxes(drawn).values()], "light")
    root = ElementTree.fromstring(graphviz.in_css(WORKER.render(source, "svg")))
    fonts = {text.get("font-family") for text in root.iter() if text.tag.endswith("}text")}
    assert fonts == {palette.CSS_FONT}
    assert "'Source Sans 3'" in palette.CSS_FONT


def test_pdf_has_its_objects_where_its_table_says() -> None:
    made = picture("pdf")
    start = int(made.rstrip().splitlines()[-2])
    assert made[start:].startswith(b"xref\n")
    number, _one, offset = made[start + 5 :].split()[:3]
    told = made[int(offset) :]
    assert told.startswith(number + b" 0 obj")
    assert LINES[0].encode("utf-16-be").hex().encode() in told
    assert signed(b"%PDF of another make", "pdf", LINES) == b"%PDF of another make"


def test_dot_is_drawn_as_before() -> None:
    source = "digraph { a -> b }"
    made = signed(source.encode(), "dot", LINES).decode()
    assert made.startswith("// " + LINES[0])
    assert WORKER.render(made, "plain") == WORKER.render(source, "plain")


@pytest.fixture(autouse=True)
def _ends() -> object:
    yield
    WORKER.close()
