"""Files that R, LibreOffice and two libraries for Excel wrote (``files/README.md`` says how)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dttools.files import read
from tests.engine.file_corpus.case import Case, Columns, wrong
from tests.engine.file_corpus.formats import WEATHER

FOLDER = Path(__file__).parent / "files"
GAPS: Columns = {
    **WEATHER,
    "Temp": [21.5, None, 19.25, 23.0, 17.5],
    "Spiel": ["ja", "nein", "ja", None, "nein"],
}
CARS: Columns = {
    "row name": [
        *("Mazda RX4", "Mazda RX4 Wag", "Datsun 710", "Hornet 4 Drive", "Hornet Sportabout"),
        "Valiant",
    ],
    "mpg": [21.0, 21.0, 22.8, 21.4, 18.7, 18.1],
    "cyl": [6, 6, 4, 6, 8, 6],
    "am": [1, 1, 1, 0, 0, 0],
}
SPECIES = ("setosa", "versicolor", "virginica")
NUMBERED = ("only numbers the rows",)
TITLED = ("(the first: “Wetter am Rhein", "Rows of totals were left out: 1")
EXPECTED: dict[str, tuple[Columns, tuple[str, ...]]] = {
    "weather.csv": (WEATHER, ()),
    "titled.csv": (WEATHER, TITLED),
    "libreoffice_weather.xlsx": (WEATHER, ()),
    "libreoffice_weather.xls": (WEATHER, ()),
    "libreoffice_weather.ods": (WEATHER, ()),
    "libreoffice_weather_semicolons.csv": (WEATHER, ()),
    "libreoffice_titled.xlsx": (WEATHER, TITLED),
    "libreoffice_titled.xls": (WEATHER, TITLED),
    "libreoffice_titled.ods": (WEATHER, TITLED),
    "openpyxl_titled.xlsx": (WEATHER, (*TITLED, "Formulas without a saved result")),
    "xlsxwriter_titled.xlsx": (WEATHER, TITLED),
    "r_write_csv.csv": (WEATHER, NUMBERED),
    "r_write_csv2.csv": (WEATHER, NUMBERED),
    "r_write_csv2_latin1.csv": (WEATHER, ()),
    "r_write_csv_gaps.csv": (GAPS, NUMBERED),
    "r_write_csv_mtcars.csv": (CARS, ("it is called “row name”",)),
    "r_write_csv_without_row_names.csv": (WEATHER, ()),
    "r_write_table.txt": (WEATHER, NUMBERED),
    "r_write_table_col_names_na.txt": (WEATHER, NUMBERED),
    "r_write_table_spaces.txt": (WEATHER, ()),
    "r_write_table_tabs.txt": (GAPS, ()),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_it_is_read_as_it_was_meant(name: str) -> None:
    expects, told = EXPECTED[name]
    assert wrong(Case(name, (FOLDER / name).read_bytes(), expects, told)) == []


def test_what_r_writes_of_some_rows_of_iris() -> None:
    frame = read((FOLDER / "r_write_csv_iris.csv").read_bytes()).frame
    assert frame.shape == (24, 5)
    assert list(frame.columns)[::4] == ["Sepal.Length", "Species"]
    assert frame["Species"].value_counts().to_dict() == dict.fromkeys(SPECIES, 8)
    assert frame.iloc[8].tolist() == [7.0, 3.2, 4.7, 1.4, "versicolor"]


def test_each_file_is_tested() -> None:
    sources = {"README.md", "write.R", "write.py"}
    assert {file.name for file in FOLDER.iterdir() if file.is_file()} == {
        *EXPECTED,
        *sources,
        "r_write_csv_iris.csv",
    }
