"""Exported Python, run as a program on the very file that its tree was grown from, tells of each
row what ``dt.predict`` tells of it; what it cannot read it refuses in one sentence."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pandas as pd
import pytest

import dttools as dt
from dtcore.errors import DtError
from dtshow.tables.catalogue import catalogue
from dttools.files import Chosen, read
from dttools.files.bundled import bundled
from tests.engine.file_corpus.all import CORPUS
from tests.engine.file_corpus.case import Case
from tests.small_tables import dataset

WORLD: Final = Path(__file__).parents[1] / "world"
PACKED: Final = (b"\x1f\x8b", b"PK")
TYPICAL: Final = (
    "exported_python_decimal_comma.csv",
    "adult.data",
    "auto-mpg.data",
    "texts-semicolon: decimal commas",
    "texts-tab: quoted",
    "texts-space: quoted",
    "texts-space: no header",
    "texts-comma: stated by sep=",
    "texts-no header",
    "texts-spaces around all cells",
    "texts-words for missing",
    "texts-R: write.csv2",
    "formats-pasted, a cell of two lines",
    "encodings-Chinese in gb18030, chosen",
    "encodings-Chinese in utf-16",
    "shapes-above: a title padded by Excel",
    "shapes-header: in two lines",
    "shapes-second line: Canvas",
    "shapes-again: the header twice more",
    "shapes-below: Quelle",
    "shapes-totals: Total",
    "cells-taken: 12%",
    "cells-taken: 1'500",
    "cells-taken: a dash among decimal commas",
    "cells-taken: blocks in Chinese",
    "cells-taken: No and No.",
    "cells-taken date: ISO, the weekday",
)
"""Tried on a push: separators, encodings, titles, totals, cells that were rewritten."""


def corpus() -> list[object]:
    """All files that are read, each as a case of its own."""
    found = {
        f"{sort}-{case.name}": case for sort, case in CORPUS if not isinstance(case.expects, str)
    }
    for folder in ("hand", "works"):
        for path in sorted((WORLD / folder).iterdir()):
            found[path.name] = Case(path.name, path.read_bytes, {})
    return [pytest.param(case, id=name) for name, case in found.items()]


@dataclass(frozen=True)
class Ran:
    """What came of a program."""

    status: int
    answers: list[str]
    problem: str

    @property
    def refused(self) -> bool:
        """In one sentence, without an answer."""
        return self.status == 2 and not self.answers and self.problem.count("\n") == 1


def run(code: str, content: bytes, folder: Path) -> Ran:
    """The program, given the bytes of a table; without any package but Python's own."""
    (folder / "tree.py").write_text(code, "utf-8")
    words = [sys.executable, "-I", "-S", str(folder / "tree.py")]
    done = subprocess.run(words, input=content, capture_output=True, timeout=60, check=False)
    return Ran(done.returncode, done.stdout.decode().split("\n")[:-1], done.stderr.decode())


def told(tree: dt.Tree, frame: pd.DataFrame) -> list[str]:
    return [str(value) for value in dt.predict(tree, frame).tolist()]


def tree_of(frame: pd.DataFrame, target: str | None = None) -> dt.Tree | None:
    """A tree that asks something, of the last column that one can be grown for."""
    for name in [target] if target else reversed(list(frame)):
        try:
            data = dt.Dataset.from_frame(frame, target=name)
            tree = dt.grow(data, dt.recipe("cart" if data.schema.classes else "regression"))
        except DtError:
            continue
        if tree.columns_used:
            return tree
    return None


@pytest.mark.on_push(*TYPICAL)
@pytest.mark.parametrize("case", corpus())
def test_the_very_file_is_told_as_it_was_read(case: Case, tmp_path: Path) -> None:
    """A file that is no text of one table by itself is refused, and a line that is no row but
    begins as rows do."""
    try:
        table = read(case.bytes, case.chosen, limits=case.limits)
    except DtError:
        pytest.skip("It is not read.")
    tree = tree_of(table.frame)
    if tree is None:
        pytest.skip("No tree asks anything.")
    ran = run(dt.export.python(tree, table), case.bytes, tmp_path)
    if table.layout.plain and not case.bytes.startswith(PACKED) and "is no row" not in ran.problem:
        assert (ran.problem, ran.status) == ("", 0)
        assert ran.answers == told(tree, table.frame)
    else:
        assert ran.refused, ran


@pytest.mark.on_push(4)
@pytest.mark.parametrize("case", corpus())
def test_what_its_cells_may_mean_is_taken_along(case: Case, tmp_path: Path) -> None:
    """Each meaning that is offered, by itself, and a tree of the columns that it makes."""
    try:
        table = read(case.bytes, case.chosen, limits=case.limits)
    except DtError:
        pytest.skip("It is not read.")
    if not table.layout.plain or case.bytes.startswith(PACKED):
        pytest.skip("It is no text by itself.")
    for offer in table.offers:
        cells = {**case.chosen.cells, offer.column: (offer.key,)}
        other = read(case.bytes, replace(case.chosen, cells=cells), limits=case.limits)
        made = [name for name in other.frame if name.startswith(offer.column)]
        left = [name for name in other.frame if name not in made]
        tree = tree_of(other.frame[[*made, *left[-1:]]])
        if tree is not None:
            ran = run(dt.export.python(tree, other), case.bytes, tmp_path)
            assert (ran.problem, ran.answers) == ("", told(tree, other.frame)), offer


@pytest.mark.on_push(4)
@pytest.mark.parametrize("key", catalogue())
def test_every_bundled_table(key: str, tmp_path: Path) -> None:
    """Without a reading, a program takes commas and UTF-8, as the bundled tables are written."""
    table = bundled(key)
    tree = dt.grow(dataset(key), dt.recipe(table.recipe))
    ran = run(dt.export.python(tree), table.path.read_bytes(), tmp_path)
    assert (ran.problem, ran.answers) == ("", told(tree, table.read()))


def program(content: str, target: str = "y", **cells: str) -> tuple[str, dt.Tree]:
    """Of a text of one's own, with what its cells mean."""
    chosen = Chosen(cells={name: (key,) for name, key in cells.items()})
    table = read(content.encode(), chosen)
    tree = tree_of(table.frame, target)
    assert tree is not None
    return dt.export.python(tree, table), tree


NUMBERS: Final = "z;x;y\n" + "".join(f"{'kl'[n % 2]};{n},5;{'ab'[n > 9]}\n" for n in range(20))


def test_other_rows_may_stand_in_other_columns(tmp_path: Path) -> None:
    """The target may lack, columns may come in another order, and cells may be missing."""
    code, _tree = program(NUMBERS)
    ran = run(code, b"\xef\xbb\xbfx;w\r\n1,5;7\r\n\r\n12,5;7\r\n 13 ; \r\n;8\r\nNA\r\n", tmp_path)
    assert (ran.status, ran.problem) == (0, "")
    assert ran.answers == ["a", "b", "b", "a", "a"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("z;w\nk;1,5\n", "The table must have these columns, each once: “x”."),
        ("x;x\n1;1,5\n", "The table must have these columns, each once: “x”."),
        ("x,y\n1,a\n", "The table must have these columns, each once: “x”."),
        ("z;x\n\nk;1,5\nk;1.5\n", "Line 4: “1.5” in the column “x” is not a number."),
        ("z;x\nk;1,5\nk;-\n", "Line 3: “-” in the column “x” is not a number."),
        ("z;x\nk;1,5\nk;1_5\n", "Line 3: “1_5” in the column “x” is not a number."),
        ('z;x\n"k\nk";1,5\nk;inf\n', "Line 4: “inf” in the column “x” is not a number."),
        ("z;x\nk;1;5\n", "Line 2 has 3 cells, but there are 2 columns."),
        ("", "The table is empty."),
    ],
)
def test_what_is_no_such_table_is_refused_in_one_sentence(
    content: str, words: str, tmp_path: Path
) -> None:
    ran = run(program(NUMBERS)[0], content.encode(), tmp_path)
    assert ran.refused
    assert ran.problem == f"{words}\n"


@pytest.mark.parametrize(
    "content",
    ["z;x\n性别;1,5\n".encode("gb18030"), b"PK\x03\x04\x14\0\0\0xl/", b"\xd0\xcf\x11\xe0"],
    ids=["another encoding", "a spreadsheet", "an old spreadsheet"],
)
def test_what_is_no_text_is_refused(content: bytes, tmp_path: Path) -> None:
    ran = run(program(NUMBERS)[0], content, tmp_path)
    assert ran.refused
    assert ran.problem == "The table is no text in utf-8: save it as CSV in utf-8.\n"


def test_a_table_drawn_with_bars_is_to_be_saved_as_csv(tmp_path: Path) -> None:
    rows = "".join(f"| {'kl'[n % 2]} | {n} | {'ab'[n > 9]} |\n" for n in range(20))
    text = f"| z | x | y |\n|---|--:|---|\n{rows}"
    ran = run(program(text)[0], text.encode(), tmp_path)
    assert ran.refused
    assert "saved as CSV (in utf-8, with “,” between cells)" in ran.problem
    assert run(program(text)[0], b"z,x\nk,1\nk,12\n", tmp_path).answers == ["a", "b"]


def test_a_file_may_be_named(tmp_path: Path) -> None:
    """A shell of Windows has no “<”."""
    (tmp_path / "tree.py").write_text(program(NUMBERS)[0], "utf-8")
    (tmp_path / "rows.csv").write_text(NUMBERS, "utf-8")

    def done(name: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-I", "-S", "tree.py", name]
        return subprocess.run(
            words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
        )

    assert done("rows.csv").stdout.split() == ["a"] * 10 + ["b"] * 10
    lacking = done("other.csv")
    assert lacking.returncode == 2
    assert lacking.stderr == "The file “other.csv” cannot be read: No such file or directory.\n"


def test_a_file_without_header_must_be_as_wide(tmp_path: Path) -> None:
    code, _tree = program(NUMBERS.partition("\n")[2].replace(",", "."), target="column 3")
    assert run(code, b"k;1.5;a\nk;12.5\n", tmp_path).answers == ["a", "b"]
    ran = run(code, b"k\nk\n", tmp_path)
    assert ran.problem == "The table must have these columns, each once: “column 2”.\n"


def test_names_that_the_header_does_not_say_itself_need_the_same_header(tmp_path: Path) -> None:
    text = NUMBERS.replace("z;x;y", "x;x;y")
    code, tree = program(text)
    assert [tree.schema.columns[place].name for place in tree.columns_used] == ["x (2)"]
    assert run(code, b"x;x;y\nk;12,5;\n", tmp_path).answers == ["b"]
    assert run(code, b"y;x;x\n;k;12,5\n", tmp_path).refused


def test_thousands_are_read_where_others_stand(tmp_path: Path) -> None:
    """1,5 is no thousand, and no number with a decimal point."""
    text = "x\ty\n" + "".join(f"{n},000\t{'ab'[n > 9]}\n" for n in range(1, 20))
    code, _tree = program(text, x="thousands")
    ran = run(code, b"x\n1,234\n12,345,678\n1234.5\n12,345.5\n", tmp_path)
    assert (ran.problem, ran.answers) == ("", ["a", "b", "a", "b"])
    for wrong in ("1,5", "1,23", "1,2345", "1234,567", "1,234,5"):
        assert run(code, f"x\n{wrong}\n".encode(), tmp_path).refused, wrong


def test_more_thousands_than_are_told_one_by_one(tmp_path: Path) -> None:
    text = "x;y\n" + "".join(f"{n}.000;{'ab'[n > 500]}\n" for n in range(1, 999))
    text += "".join(f"1.{n:03};b\n" for n in range(100, 900))
    table = read(text.encode(), Chosen(cells={"x": ("thousands",)}))
    tree = tree_of(table.frame, "y")
    assert tree is not None
    code = dt.export.python(tree, table)
    assert "READ_AS" not in code
    assert run(code, text.encode(), tmp_path).answers == told(tree, table.frame)


def test_more_spellings_than_are_told_one_by_one_are_refused(tmp_path: Path) -> None:
    """As any other text would be told something by a tree that has never seen it."""
    names = [f"{'ab'[n % 2]}{n}" for n in range(1200)]
    rows = "".join(f"{name};{name[0]}\n{name.upper()};{name[0]}\n" for name in names)
    table = read(f"x;y\n{rows}".encode(), Chosen(cells={"x": ("one_value",)}))
    assert table.frame["x"].nunique() == len(names)
    tree = dt.grow(dt.Dataset.from_frame(table.frame, target="y"), dt.recipe("id3"))
    ran = run(dt.export.python(tree, table), f"x;y\n{rows}".encode(), tmp_path)
    assert ran.refused
    assert ran.problem == "Line 2: “a0” in the column “x” is not known.\n"


def test_a_cell_that_was_never_rewritten_is_refused(tmp_path: Path) -> None:
    """What 5 % or a new date would be, only the reader knows."""
    shares = "x;y\n" + "".join(f"{n} %;{'ab'[n > 9]}\n" for n in range(1, 20))
    code, _tree = program(shares, x="numbers")
    assert run(code, b"x\n2 %\n15\n", tmp_path).answers == ["a", "b"]
    assert "“2.5 %” in the column “x”" in run(code, b"x\n2.5 %\n", tmp_path).problem
    dates = "x;y\n" + "".join(
        f"2024-0{n}-1{k};{'ab'[n > 4]}\n" for n in range(1, 9) for k in (1, 2)
    )
    code, _tree = program(dates, x="month")
    assert run(code, b"x\n2024-02-12\n2024-08-11\n", tmp_path).answers == ["a", "b"]
    assert (
        "“2024-02-13” in the column “x” is not known"
        in run(code, b"x\n2024-02-13\n", tmp_path).problem
    )


def test_a_total_of_other_numbers_is_left_out_too(tmp_path: Path) -> None:
    """Another table of the kind has its total elsewhere; “Totals” may be a row."""
    text = (
        "who;x;y\n"
        + "".join(f"{'kl'[n % 2]};{n};{'ab'[n > 9]}\n" for n in range(20))
        + "Total;190;\n"
    )
    code, _tree = program(text)
    assert run(code, b"who;x\nk;5\nTotals;12\nTotal;17\n", tmp_path).answers == ["a", "b"]


def test_labels_below_the_header_may_be_gone(tmp_path: Path) -> None:
    """Rows of one's own have no line of the most points, and none of them is passed over."""
    points = "Student,x,y\n    Points Possible,100,\n"
    rows = "".join(f"{'kl'[n % 2]},{n},{'ab'[n > 9]}\n" for n in range(20))
    table = read((points + rows).encode())
    assert len(table.frame) == 20
    tree = tree_of(table.frame, "y")
    assert tree is not None
    code = dt.export.python(tree, table)
    assert run(code, (points + rows).encode(), tmp_path).answers == told(tree, table.frame)
    assert run(code, b"Student,x\nk,12\nl,3\n", tmp_path).answers == ["b", "a"]


def test_a_sheet_is_read_as_csv_and_says_so(tmp_path: Path) -> None:
    path = Path(__file__).parent / "files" / "libreoffice_titled.xlsx"
    table = read(path.read_bytes())
    tree = tree_of(table.frame)
    assert tree is not None
    code = dt.export.python(tree, table)
    assert "save it as CSV (UTF-8, with commas)" in code
    csv = table.frame.to_csv(index=False).encode()
    assert run(code, csv, tmp_path).answers == told(tree, table.frame)
