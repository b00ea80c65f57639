"""What an example of a page keeps."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from dtshow.lesson.state import flag, kept, text, whole

Tab = Literal["one", "two"]
TABLE = ["first"]


@dataclass(frozen=True)
class Example:
    page: ClassVar = "example"
    tab: Tab = kept("one", "tab", widget="example_tab")
    row: int | None = kept(None, "row", whole(1, 99, first=1), reset_by=("tab",))
    run: bool = kept(False, "run", flag(), when=lambda view: view.tab == "two")
    words: tuple[str, ...] = kept((), ("word1", "word2"), text(5))
    place: int | None = kept(None, scope=lambda _lesson: TABLE[0])
    size: float = kept(0.5, widget="example_size")
    form: str = kept("text", lasts=True)
