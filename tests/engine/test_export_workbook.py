"""A step as a workbook, recalculated by LibreOffice: its formulas give the engine's numbers, and
follow a count that is changed."""

import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pytest

import dttools as dt
from dtcore.formula import named_parts, symbol_text
from tests.small_tables import dataset, table, with_gaps

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
NUMBERS = table("aabbabab", x=[1, 2, 3, 4, 5, 6, 7, 8], z="uvuvuvww")
GAPS = with_gaps("aababbab", x=[1, None, 3, 4, None, 6, 7, 8], z="uv?vuvww")
TARGET = [1e6 + k for k in (1, 2, 9, 7, 8, 3.5)]
HEIGHTS = table(TARGET, x=[1, 2, 3, 4, 5, 6.5], z="uvuvww")
OF_CLASSES = [name for name, recipe in dt.RECIPES.items() if not recipe.impurity.numeric]
OF_NUMBERS = [name for name, recipe in dt.RECIPES.items() if recipe.impurity.numeric]
STEPS = [
    *[(name, dataset("playtennis")) for name in OF_CLASSES],
    *[(name, NUMBERS) for name in ("cart", "c45", "c45_textbook", "cart_sklearn")],
    *[(name, GAPS) for name in ("c45", "j48", "cart")],
    *[(name, HEIGHTS) for name in OF_NUMBERS],
]


def root(name: str, data: dt.Dataset) -> tuple[dt.Timeline, Any]:
    lesson = dt.start(data, dt.recipe(name))
    return lesson, dt.weigh(lesson.problem, lesson.state, ())


def recalculated(folder: Path, *books: bytes) -> list[Any]:
    """What LibreOffice makes of workbooks without the values that were written beside formulas."""
    if OFFICE is None:
        pytest.skip("LibreOffice is not installed")
    paths = []
    for number, book in enumerate(books):
        paths.append(folder / f"{number}.xlsx")
        openpyxl.load_workbook(BytesIO(book)).save(paths[-1])
    home, out = f"-env:UserInstallation={(folder / 'home').as_uri()}", folder / "out"
    command = [OFFICE, home, "--headless", "--convert-to", "xlsx", "--outdir", str(out)]
    subprocess.run([*command, *map(str, paths)], check=True, capture_output=True, timeout=300)
    return [openpyxl.load_workbook(out / path.name, data_only=True) for path in paths]


def lines(page: Any) -> dict[str, float]:
    """The values of the working, by name."""
    cells = [[cell.value for cell in row] for row in page.iter_rows(min_col=1, max_col=3)]
    return {name: value for name, value, said in cells if str(said).startswith("= ")}


def engine(lesson: dt.Timeline, found: Any, candidate: Any) -> dict[str, float]:
    problem = lesson.problem
    given = problem.recipe, problem.dataset.schema, found, candidate
    whole = dt.explain.score(*given, dt.explain.headline(problem.recipe))
    return {symbol_text(part.symbol): part.value for part in named_parts(whole)}


@pytest.mark.nightly
def test_recalculated_it_gives_the_numbers_of_the_engine(tmp_path: Path) -> None:
    roots = [root(*step) for step in STEPS]
    books = recalculated(tmp_path, *(dt.export.workbook(*one) for one in roots))
    tried = 0
    for book, (lesson, found) in zip(books, roots, strict=True):
        for candidate in found.candidates:
            if candidate.split is not None:
                shown = lines(book[f"A{candidate.column + 1}"])
                told = engine(lesson, found, candidate)
                assert {name: shown[name] for name in told} == pytest.approx(told, rel=1e-9)
                tried += 1
        scores = [row[2].value for row in book["Candidates"].iter_rows(min_row=2)]
        assert scores[-1] == max(scores[:-1])
    assert tried > 40


@pytest.mark.nightly
def test_a_count_that_is_changed_moves_the_gain(tmp_path: Path) -> None:
    """Two more rows Overcast, No, where there was none."""
    data = dataset("playtennis")
    overcast = np.flatnonzero(data.columns[0].values == 1)[:2]
    more = data.part(np.concatenate([np.arange(len(data)), overcast]))
    labels = more.target.values.copy()
    labels[-2:] = 1
    more = replace(more, target=replace(more.target, values=labels))
    for name in ("id3", "c45_textbook"):
        book = openpyxl.load_workbook(BytesIO(dt.export.workbook(*root(name, data))))
        page = book["A1"]
        row = next(k for k in range(1, 20) if str(page.cell(k, 1).value) == "Outlook = Overcast")
        column = next(k for k in range(1, 9) if page.cell(4, k).value == "No")
        assert page.cell(row, column).value == 0
        page.cell(row, column).value = 2
        out = BytesIO()
        book.save(out)
        folder = tmp_path / name
        folder.mkdir()
        (changed,) = recalculated(folder, out.getvalue())
        lesson, found = root(name, more)
        told = engine(lesson, found, found.candidates[0])
        shown = lines(changed["A1"])
        assert shown == pytest.approx(told, rel=1e-9)


def test_names_are_text_and_what_was_not_weighed_is_no_workbook() -> None:
    data = dt.Dataset.from_frame(pd.DataFrame({"=1+1": list("aabb"), "y": list("uuvv")}), "y")
    lesson, found = root("id3", data)
    book = openpyxl.load_workbook(BytesIO(dt.export.workbook(lesson)))
    cell = book["Candidates"]["A2"]
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert book.sheetnames == ["Candidates", "A1"]
    kept = openpyxl.load_workbook(BytesIO(dt.export.workbook(lesson, found)), data_only=True)
    assert kept["Candidates"]["C2"].value == pytest.approx(1)
    with pytest.raises(dt.DataError, match="Nothing was weighed"):
        dt.export.workbook(lesson.finish())
