"""A table that is typed in is read as it was typed."""

from dttools.files import Chosen, read
from pages.ui.bring.panel import as_csv, lines_of

NAMES = [*"ABCDEFGH"]
TYPED = {
    "edited_rows": {
        0: {"A": "Outlook", "B": "Degrees, noon", "D": "Play"},
        1: {"A": "sunny", "B": "30", "D": "no"},
        3: {"A": "rain", "B": "12", "D": "yes"},
        5: {"A": "never"},
    },
    "deleted_rows": [5],
    "added_rows": [{"A": "fog", "D": 'say "yes"'}, {}],
}


def test_empty_lines_and_columns_are_left_out() -> None:
    assert lines_of(TYPED, NAMES) == [
        ["Outlook", "Degrees, noon", "Play"],
        ["sunny", "30", "no"],
        ["rain", "12", "yes"],
        ["fog", "", 'say "yes"'],
    ]
    assert lines_of({}, NAMES) == []


def test_what_was_typed_is_read() -> None:
    content = as_csv(lines_of(TYPED, NAMES))
    frame = read(content, Chosen(encoding="utf-8", separator=",", header=True)).frame
    assert list(frame.columns) == ["Outlook", "Degrees, noon", "Play"]
    assert frame["Degrees, noon"].tolist()[:2] == [30.0, 12.0]
    assert frame["Play"].tolist() == ["no", "yes", 'say "yes"']
