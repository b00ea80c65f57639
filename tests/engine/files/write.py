"""Writes the files of openpyxl and xlsxwriter: ``python tests/engine/files/write.py``."""

from pathlib import Path

import openpyxl
import xlsxwriter

FOLDER = Path(__file__).parent
ROWS = (
    ("Ort", "Temp", "Regen", "Spiel"),
    ("Köln", 21.5, 0, "ja"),
    ("Bonn", 18, 3, "nein"),
    ("Trier", 19.25, 12, "ja"),
    ("Essen", 23, 1, "ja"),
    ("Aachen", 17.5, 7, "nein"),
)


def main() -> None:
    book = openpyxl.Workbook()
    for row in (("Wetter am Rhein",), (), *ROWS, ("Summe", "=SUM(B4:B8)", 23)):
        book.active.append(row)
    book.active.merge_cells("A1:D1")
    book.save(FOLDER / "openpyxl_titled.xlsx")
    with xlsxwriter.Workbook(FOLDER / "xlsxwriter_titled.xlsx") as other:
        sheet, bold = other.add_worksheet("Wetter"), other.add_format({"bold": True})
        sheet.merge_range("A1:D1", "Wetter am Rhein", bold)
        for at, row in enumerate(ROWS, start=2):
            sheet.write_row(at, 0, row)
        sheet.write("A9", "Summe")
        sheet.write_formula("B9", "=SUM(B4:B8)", None, 99.25)
        sheet.write_formula("C9", "=SUM(C4:C8)", None, 23)


if __name__ == "__main__":
    main()
