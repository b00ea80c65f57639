"""A table of one's own, from the file or the cells to the Data page, and read in another way."""

import gzip
from io import BytesIO

import openpyxl
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from dtcore.errors import ReadingError
from dtcore.model import digest_of
from dtshow.tables.edits import EditRows
from dttools.files import Chosen
from pages.ui.bring.bringing import BringView
from pages.ui.bring.draft import DataView
from pages.ui.bring.panel import MARK
from pages.ui.tables.upload import Upload, first_choice, take, together
from pages.work import settings as server_settings
from tests.pages import visit
from tests.pages.data import drafted, said, set_target
from tests.pages.visit import checked, clicked, kept, lesson

pytestmark = pytest.mark.slow

NAMES = b"play, don't.\n\noutlook: sunny, rain.\nhumidity: continuous.\n"
DATA = b"".join(
    b"%s, %d, %s\n" % ([b"sunny", b"rain"][i % 2], 60 + i, [b"play", b"don't"][i % 3 == 0])
    for i in range(9)
)
TITLED = "Survey 2024,,\n,,\nage,colour,bought\n" + "".join(
    f"{20 + i % 7},{'rgb'[i % 3]},{'yn'[i % 2]}\n" for i in range(12)
)


def chosen(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    given = [(name, content, "application/octet-stream") for name, content in files]
    return checked(at.file_uploader[0].set_value(given).run())


def at_hand(at: AppTest) -> Upload:
    """The table that the Data page is about."""
    draft = kept(at, DataView).draft or lesson(at).choice
    upload = at.session_state["uploads"][draft.key]
    assert isinstance(upload, Upload)
    return upload


def workbook(**sheets: list[list[object]]) -> bytes:
    book, buffer = openpyxl.Workbook(), BytesIO()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(buffer)
    return buffer.getvalue()


def test_the_two_files_of_c45_are_one_table() -> None:
    at = chosen(visit.opened(), ("golf.names", NAMES), ("golf.data", DATA))
    assert list(at_hand(at).frame.columns)[:2] == ["outlook", "humidity"]
    assert at_hand(at).name == "golf.data"
    assert len(at_hand(at).frame) == 9


def test_the_second_of_them_may_be_chosen_later() -> None:
    at = chosen(visit.opened(), ("golf.names", NAMES))
    assert "Choose the .data file along with it" in at.error[0].value.replace("\\", "")
    at = chosen(at, ("golf.data", DATA))
    assert list(at_hand(at).frame["humidity"]) == list(range(60, 69))


def test_other_files_are_read_one_by_one() -> None:
    at = chosen(visit.opened(), ("a.csv", b"x,y\n1,a\n2,b\n"), ("b.csv", b"x,y\n1,a\n2,b\n"))
    assert "2 files were chosen, and a table is read from one" in said(at)
    at = chosen(at, ("a.csv", b"x,y\n1,a\n2,b\n"))
    assert at_hand(at).name == "a.csv"


@pytest.mark.parametrize("kind", ["xlsx", "parquet", "gz"])
def test_files_of_other_kinds_become_a_draft(kind: str) -> None:
    frame = pd.DataFrame({"age": [20, 30, 40, 50], "bought": ["y", "n", "y", "n"]})
    buffer = BytesIO()
    if kind == "xlsx":
        frame.to_excel(buffer, index=False)
    elif kind == "parquet":
        frame.to_parquet(buffer)
    else:
        buffer.write(gzip.compress(frame.to_csv(index=False).encode()))
    at = chosen(visit.opened(), (f"t.{kind}", buffer.getvalue()))
    assert not at.error
    assert at_hand(at).frame["age"].tolist() == [20, 30, 40, 50]
    assert kept(at, DataView).draft.target == "bought"  # type: ignore[union-attr]


def test_data_takes_a_file_as_well() -> None:
    at = visit.opened("data")
    assert not at.file_uploader
    at = clicked(at, "data_bring")
    assert "At most 10 MB, 1,000,000 rows and 500 columns." in said(at)
    at = chosen(at, ("bad.csv", b"a,b\n1,2\n3,4,5\n"))
    assert "Line 3 has 3 cells" in at.error[0].value.replace("\\", "")
    assert lesson(at).choice.key == "playtennis"
    at = chosen(at, ("t.csv", TITLED.encode()))
    assert not at.error
    assert not at.file_uploader
    assert kept(at, DataView).draft.target == "bought"  # type: ignore[union-attr]


def test_cells_are_pasted_as_a_spreadsheet_gives_them() -> None:
    at = clicked(visit.opened(), "home_paste")
    at.text_area(key="bring_cells").set_value("x, in m\ty\n1,5\ta\n2,5\tb\n3,5\ta\n")
    at = clicked(at, "bring_paste_read")
    assert at_hand(at).frame["x, in m"].tolist() == [1.5, 2.5, 3.5]
    assert at_hand(at).name == "Pasted table"
    assert "Cells are separated by a tab; the decimal sign is a comma." in said(at)
    assert "UTF-8" not in said(at)
    assert "file" not in " ".join(one.label for one in at.expander).casefold()


def test_a_table_in_markdown_is_pasted() -> None:
    at = clicked(visit.opened(), "home_paste")
    at.text_area(key="bring_cells").set_value("|x\t|y\t|\n|---|---|\n|1\t|a\t|\n|2\t|b\t|\n")
    at = clicked(at, "bring_paste_read")
    assert at_hand(at).frame["x"].tolist() == [1, 2]
    assert "drawn with bars, as in Markdown" in said(at)


def test_cells_that_are_no_table_are_not_lost() -> None:
    at = clicked(visit.opened(), "home_paste")
    at.text_area(key="bring_cells").set_value("x\ty\n1\ta\n")
    at = clicked(at, "bring_paste_read")
    assert "There is only one row of data" in said(at)
    at = clicked(at, "home_paste")
    assert at.text_area(key="bring_cells").value == "x\ty\n1\ta\n"
    at = clicked(clicked(at, "bring_paste_read"), "bring_forget")
    assert not at.error
    assert kept(at, BringView).at_hand is None


def test_lines_that_cannot_be_read_are_mended_where_they_are() -> None:
    content = 'name,score,"größe\n"Ann",3,A\nBob,4\n"Di,6,C\nEd,7,B\nFay,8,A\n'.encode("cp1252")
    at = chosen(visit.opened(), ("broken.csv", content))
    fields = {one.label: one for one in at.text_input if one.label.startswith("Line")}
    assert {label: one.value for label, one in fields.items()} == {
        "Line 1": 'name,score,"größe',
        "Line 3": "Bob,4",
        "Line 4": '"Di,6,C',
    }
    fields["Line 1"].set_value("name,score,größe")
    fields["Line 4"].set_value("Di,6,C")
    at = clicked(at, "mend_read")
    assert list(at_hand(at).frame.columns) == ["name", "score", "größe"]
    assert at_hand(at).frame["name"].tolist() == ["Ann", "Bob", "Di", "Ed", "Fay"]
    assert at_hand(at).name == "broken.csv"


def test_a_switch_that_is_undone_restores_all() -> None:
    at = drafted(TITLED.encode())
    at = set_target(at, "colour")
    before, draft = at_hand(at), kept(at, DataView).draft
    [switch] = [one for one in at.toggle if one.key and one.key.startswith("data_story")]
    assert switch.label.startswith("Skip what lies above the table: 2 (the first: “Survey 2024,,”)")
    at = checked(switch.set_value(False).run())  # a title names no columns: it becomes a row
    assert at_hand(at).frame["column 1"][0] == "Survey 2024"
    [switch] = [one for one in at.toggle if one.key and one.key.startswith("data_story")]
    at = checked(switch.set_value(True).run())
    assert at_hand(at).key == before.key
    assert kept(at, DataView).draft == draft
    at = checked(at.toggle(key="data_header").set_value(False).run())
    assert list(at_hand(at).frame.columns) == ["column 1", "column 2", "column 3"]
    assert "The first line looks like column names." in said(at)
    at = checked(at.toggle(key="data_header").set_value(True).run())
    assert at_hand(at).key == before.key
    assert kept(at, DataView).draft == draft
    at = checked(at.number_input(key="data_preamble").set_value(5).run())
    assert len(at_hand(at).frame) < 12
    at = checked(at.number_input(key="data_preamble").set_value(2).run())
    assert at_hand(at).key == before.key


def test_a_total_is_a_row_again_where_its_switch_is_off() -> None:
    rows = [["city", "sold", "kind"], *([f"c{i}", i, "ab"[i % 2]] for i in range(1, 9))]
    at = chosen(visit.opened(), ("t.xlsx", workbook(Q1=[*rows, ["Total", 36, None]])))
    [switch] = [one for one in at.toggle if "total" in one.label.casefold()]
    before = at_hand(at)
    assert (len(before.frame), switch.value) == (8, True)
    asks = switch.label
    assert asks.startswith("Leave out rows of totals: 1 (line 10")
    at = checked(switch.set_value(False).run())
    assert at_hand(at).frame["city"].tolist()[-1] == "Total"
    assert at_hand(at).chosen.off == {"totals"}
    [switch] = [one for one in at.toggle if "total" in one.label.casefold()]
    assert (switch.value, switch.label) == (False, asks)
    at = checked(switch.set_value(True).run())
    assert at_hand(at).key == before.key


def test_another_sheet_is_taken() -> None:
    table = [["x", "y"], [1, "a"], [2, "b"], [3, "a"]]
    other = [["u", "v"], [1, "a"], [2, "b"]]
    at = chosen(visit.opened(), ("t.xlsx", workbook(Q3=table, Q4=other)))
    assert list(at_hand(at).frame.columns) == ["x", "y"]
    at = checked(at.selectbox(key="data_sheet").set_value("Q4").run())
    assert list(at_hand(at).frame.columns) == ["u", "v"]
    assert at_hand(at).chosen.sheet == "Q4"


def test_another_table_of_several_is_taken() -> None:
    text = b"x,y\n1,a\n2,b\n3,a\n\nname,height\nAnna,1.7\nBen,1.8\n"
    at = chosen(visit.opened(), ("t.csv", text))
    assert (list(at_hand(at).frame.columns), at_hand(at).chosen.table) == (["x", "y"], 0)
    before = at_hand(at)
    at = checked(at.selectbox(key="data_one_table").set_value(1).run())
    assert at_hand(at).frame["height"].tolist() == [1.7, 1.8]
    at = checked(at.selectbox(key="data_one_table").set_value(0).run())
    assert at_hand(at).key == before.key
    assert at_hand(at).again(off={"tables"}).table.tables == ()


def test_where_one_sheet_is_no_table_another_can_be_chosen() -> None:
    nameless = [["x", None], [1, "a"], [2, "b"], [3, "a"]]
    other = [["u", "v"], [1, "a"], [2, "b"]]
    at = chosen(visit.opened(), ("t.xlsx", workbook(Q3=nameless, Q4=other)))
    assert "has no name at position 2" in said(at)
    assert [box.key for box in at.selectbox] == ["bring_sheet"]
    at = checked(at.selectbox(key="bring_sheet").set_value("Q4").run())
    assert at_hand(at).table.sheet == "Q4"


def test_a_table_is_typed_in() -> None:
    at = clicked(visit.opened("data"), "data_bring")
    at = clicked(at, "data_type")
    assert kept(at, BringView).typing
    grid = next(one.value for one in at.dataframe if MARK in one.value)
    assert grid[MARK].tolist()[:3] == ["Names", "1", "2"]
    at = clicked(at, "type_in_read")  # nothing was typed
    assert "The file is empty" in said(at)
    assert not kept(at, BringView).typing


def test_any_character_may_separate_the_cells() -> None:
    at = drafted(b"a~b,c\n1~x,p\n2~y,q\n3~x,q\n")
    at = checked(at.text_input(key="data_separator_typed").set_value("~").run())
    assert list(at_hand(at).frame.columns) == ["a", "b,c"]
    assert "Cells are separated by a “~”" in said(at)


def test_a_reading_that_fails_changes_nothing() -> None:
    at = drafted(b"a;b\n1;x\n2;y\n3;x\n")
    before = at_hand(at)
    at = checked(at.selectbox(key="data_separator").set_value("|").run())
    assert "Only one column was found" in said(at)
    assert at_hand(at) is before


def test_edits_stay_with_the_rows_that_they_were_made_in() -> None:
    made = take("t.csv", b"a,b\n1,x\n2,y\n3,x\n").edited([EditRows({0: {"b": "z"}})])
    assert made.again(decimal=",").frame["b"].tolist() == ["z", "y", "x"]
    with pytest.raises(ReadingError, match="Undo your edits first"):
        made.again(header=False)


def test_what_is_chosen_as_it_would_be_guessed_is_not_chosen() -> None:
    made = take("t.csv", b"a;b\n1;2\n3;4\n5;4\n")
    assert made.again(separator=";", header=True).chosen == Chosen()
    assert made.again(header=False).again(header=True).key == made.key
    assert made.again(off={"totals"}).key != made.key


def test_a_reading_keeps_its_key_while_nothing_newer_is_chosen() -> None:
    """Old links name a table by it."""
    made = take("t.csv", b"a,b\n1,2\n3,4\n", Chosen(off=frozenset({"totals", "above"})))
    written = (
        "[('cells', []), ('decimal', None), ('encoding', None), ('header', None), "
        "('off', ['above', 'totals']), ('preamble', None), ('separator', None), ('sheet', None)]"
    )
    assert made.key == f"upload:{digest_of((made.content, written.encode(), b'()'))}"
    assert made.again(on={"hidden"}).key != made.key
    assert made.again(table=1).key != made.key


def test_what_a_file_declares_of_its_columns_is_taken_at_first() -> None:
    made = take("t.tab", b"mS#who\tD#code\tcD#y\tC#x\np\t1\tu\t3\nq\t2\tv\t4\nr\t1\tu\t5\n")
    choice = first_choice(made)
    assert (choice.target, choice.role("who"), choice.kinds["code"]) == ("y", "ignore", "nominal")
    undone = first_choice(made.again(off={"declared"}))
    assert (undone.target, undone.kinds) == ("cD#y", {})


def test_two_files_by_any_case_of_their_names() -> None:
    name, _content = together([("A.DATA", DATA), ("A.Names", NAMES)])
    assert name == "A.DATA"


def test_limits_of_the_server_are_said_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    small = server_settings.Settings(server_settings.Limits(megabytes=3, rows=5, columns=8))
    monkeypatch.setattr("pages.ui.bring.panel.settings", lambda: small)
    monkeypatch.setattr("pages.ui.tables.upload.settings", lambda: small)
    at = visit.opened()
    assert "At most 3 MB, 5 rows and 8 columns." in said(at)
    assert at.file_uploader[0].proto.max_upload_size_mb == 3
    at = chosen(at, ("t.csv", TITLED.encode()))
    assert "The table has more than 5 rows" in said(at)


def test_where_the_encoding_is_uncertain_its_readings_are_to_choose() -> None:
    """The bytes of one letter are another letter elsewhere; what was chosen can be taken back."""
    at = drafted("id,sex\n1,plain\n2,男\n3,plain\n".encode("euc-jp"))
    first = at_hand(at)
    readings = dict(first.table.readings)
    assert readings["euc-jp"] == "2,男"
    likeliest, *_others = readings
    assert at.radio(key="data_readings").value == likeliest != "euc-jp"
    at = checked(at.radio(key="data_readings").set_value("euc-jp").run())
    assert at_hand(at).frame["sex"].tolist() == ["plain", "男", "plain"]
    at = checked(at.radio(key="data_readings").set_value(likeliest).run())
    assert at_hand(at).key == first.key


def test_one_press_takes_all_spellings_as_one() -> None:
    rows = "".join(f"{'Yes' if at % 3 else 'yes'},{'NO' if at % 2 else 'no'}\n" for at in range(12))
    at = clicked(drafted(f"news,left\n{rows}".encode()), "data_alike_one_value")
    assert at_hand(at).chosen.cells == {"news": ("one_value",), "left": ("one_value",)}
    assert not [one for one in at.button if one.key == "data_alike_one_value"]
    assert not at_hand(clicked(at, "data_alike_one_value_undo")).chosen.cells


def test_what_one_press_mends_of_many_columns_is_folded_away() -> None:
    """What to predict is asked below it, and stays in sight."""
    folds = []
    for columns in (3, 4):
        names = [f"amount {k}" for k in range(columns)]
        rows = [
            ",".join([*(f"{at * 7 + k} kg" for k in range(columns)), "yn"[at % 2]])
            for at in range(9)
        ]
        at = drafted("\n".join([",".join([*names, "y"]), *rows]).encode())
        folds.append([one.label for one in at.expander if one.label == "Column by column"])
        assert [one for one in at.button if one.key == f"data_offer_{columns - 1}_0"]
    assert folds == [[], ["Column by column"]]


def test_what_one_press_leaves_as_it_is_stands_in_sight_and_the_sign_is_that_of_the_cells() -> None:
    names = ["a", "b", "c"]
    rows = [",".join([*(f'"{at},{k + 1} km"' for k in range(3)), "yYn"[at % 3]]) for at in range(9)]
    at = drafted("\n".join([",".join([*names, "left"]), *rows]).encode())
    assert "4 columns may be misread" in [one.value for one in at.header]
    [fold] = [one for one in at.expander if one.label == "Column by column"]
    folded, keys = {one.key for one in fold.button}, {one.key for one in at.button}
    assert "data_offer_3_0" in keys - folded
    assert "data_offer_0_0" in folded
    assert "the decimal sign is a point" in said(at)
    at = clicked(at, "data_alike_numbers")
    assert at_hand(at).frame["a"].tolist()[1] == 1.1
    assert "Cells are separated by a comma." in said(at)
    assert "the decimal sign" not in said(at)


def test_one_press_reads_all_columns_of_numbers_with_strays() -> None:
    """It is the remedy, too, where no column is left to split on."""
    marks = [(at * 7, at, "yn"[at % 2]) for at in range(9)] + [("absent", "5.5pts", "y")]
    rows = "".join(f"{maths},{music},{y}\n" for maths, music, y in [*marks, (9, "absent", "n")])
    at = drafted(f"maths,music,y\n{rows}".encode())
    assert "No column is left to split on. [Say first how to read “maths”, “music”](#cells)." in [
        one.value for one in at.warning
    ]
    at = clicked(at, "data_alike_numbers")
    assert at_hand(at).frame.dtypes.astype(str).tolist()[:2] == ["float64", "float64"]
    undo = [one.label for one in at.button if one.label.startswith("Undo")]
    assert len(undo) == 3  # for both at once, and one for each
    assert not at_hand(clicked(at, "data_alike_numbers_undo")).chosen.cells


def test_what_may_be_misread_is_asked_before_anything_else_is_said_of_it() -> None:
    rows = "".join(f"{at + 20 if at else '20岁'},{'yn'[at % 2]}\n" for at in range(20))
    at = drafted(f"age,y\n{rows}".encode())
    headers = [one.value for one in at.header]
    assert headers.index("1 column may be misread") < headers.index("Columns")
    assert at.button(key="data_offer_0_0").proto.type == "primary"
    assert at.button(key="data_use").label == "Yes, predict y; 1 column as it is"
    assert "**age** · read as words" in said(at)
    assert "age · may be misread" in said(at)
    assert "no concerns" not in said(at)
    assert "is read as text, since" not in said(at)
    at = clicked(at, "data_offer_0_0")
    assert "**age** · read as numbers" in said(at)
    assert "may be misread" not in said(at) + str([one.value for one in at.header])
    assert at.button(key="data_use").label == "Yes, predict y"


def test_a_question_with_two_answers_is_settled_by_one() -> None:
    rows = "".join(
        f'"{at},{at % 9 + 1}468","{at % 4 * 9 + 1}-{at % 4 * 9 + 9}",{"yn"[at % 2]}\n'
        for at in range(1, 20)
    )
    at = drafted(f"price,size,y\n{rows}".encode())
    assert "1 column may be misread" in [one.value for one in at.header]
    at = clicked(at, "data_offer_0_0")
    assert "1 column may be misread" not in [one.value for one in at.header]
    assert "**price** · read as numbers" in said(at)
    assert "**size** · read as words" in said(at)
    at = clicked(at, "data_offer_1_0")
    assert "**size** · put in order" in said(at)


def test_what_an_offer_reads_is_written_as_people_do() -> None:
    """A decimal comma is the file's."""
    rows = "".join(f"{at}.276.332,6{at} €;{at % 2}\n" for at in range(1, 9))
    at = drafted(f"sum;y\n{rows}".encode())
    assert "1276332.61" in said(at)
    assert "1276332,61" not in said(at)


def test_dates_that_nothing_is_taken_of_are_named_beside_the_button() -> None:
    rows = "".join(f"p{at},{at:02}.03.2021,{at:02}.04.2021,{at % 2}\n" for at in range(1, 29))
    at = drafted(f"who,came,went,y\n{rows}".encode())
    assert "2 columns of dates are not used yet" in said(at)
    rows = "".join(f"{at:02}.03.2021,{at % 5},{at % 7},{at % 2}\n" for at in range(1, 29))
    assert "not used yet" not in said(drafted(f"came,a,b,y\n{rows}".encode()))


def test_one_press_reads_numbers_and_takes_what_is_none_as_missing() -> None:
    prices = ("120万", "1200000元", "98.5万", "面议", "135万", "110万", "88万", "101万")
    rows = "".join(f"{price},{'yn'[at % 2]}\n" for at, price in enumerate(prices))
    at = drafted(f"price,y\n{rows}".encode())
    assert at.button(key="data_offer_0_0").label == "Read as numbers; “面议” as missing"
    at = clicked(at, "data_offer_0_0")
    assert "**price** · read as numbers" in said(at)
    assert "“面议” → missing" in said(at)
    at = clicked(at, "data_offer_0_0")
    assert "**price** · read as words" in said(at)


def test_the_example_of_a_button_stands_beside_it() -> None:
    """“8,5000” is 8.5 by one button and missing by the other."""
    cells = ("1,200", "8,5000", "900", "3,400", "5,000", "2,100", "700")
    rows = "".join(f"{cell}\t{'yn'[at % 2]}\n" for at, cell in enumerate(cells))
    at = drafted(f"pay\ty\n{rows}".encode())
    for _pressed in range(2):
        texts = [one.value.replace("\\", "") for one in at.markdown]
        (grouped,) = (one for one in texts if "**5000**" in one)
        (signed,) = (one for one in texts if "**8.5000**" in one)
        assert "Not numbers" in grouped
        assert signed == "“8,5000” → **8.5000** · 5 cells"
        at = clicked(at, "data_offer_0_0")
    assert "“8,5000” → missing" in grouped


def test_what_is_read_otherwise_than_it_stands_is_said_of_its_column() -> None:
    at = clicked(drafted(sizes(350, 280, 410)), "data_offer_0_0")
    assert "“350人” → 350 · 3 cells" in "".join(one.proto.body for one in at.get("html"))


def test_what_of_a_file_is_no_row_is_said_and_put_back() -> None:
    end = f"平均分,{(350 + 280 + 410) / 3:.2f}人,\n"
    at = drafted(b"Sizes of towns,,\n" + sizes(350, 280, 410) + end.encode())
    (said_so,) = (one.proto.popover.label for one in at.get("popover"))
    assert said_so == "Left out: 1 line above the table, 1 row of averages · put back"
    (whole,) = (one for one in at.toggle if "rows of averages" in one.label)
    at = checked(whole.set_value(False).run())
    assert at_hand(at).frame.iloc[-1, 0] == "平均分"
    assert "Left out: 1 line above the table · put back" in [
        one.proto.popover.label for one in at.get("popover")
    ]


def sizes(*people: int) -> bytes:
    rows = "".join(f"t{at},{many}人,{'yn'[at % 2]}\n" for at, many in enumerate(people))
    return f"town,people,y\n{rows}".encode()
