"""Texts: separators, quotes, line ends, decimal signs, as programs and people write them."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator

from dttools.files import Chosen
from tests.engine.file_corpus.case import Case, Columns, csv_of, records_of
from tests.engine.file_corpus.formats import GAPS, WEATHER

COUNTS: Columns = {
    "age": [23, 31, 45, 52, 38, 29],
    "sex": ["f", "m", "m", "f", "f", "m"],
    "pass": ["yes", "no", "yes", "yes", "no", "yes"],
}
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space", ":": "colon"}


def quoted(columns: Columns, separator: str = ",") -> str:
    """As R and careful people write it: every text between quotation marks."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    writer.writerows(records_of(columns))
    return out.getvalue()


def separators() -> Iterator[Case]:
    for separator, name in NAMES.items():
        yield Case(f"{name}: guessed", csv_of(COUNTS, separator).encode(), COUNTS, quiet=True)
        yield Case(f"{name}: quoted", quoted(COUNTS, separator).encode(), COUNTS, quiet=True)
        yield Case(
            f"{name}: chosen",
            csv_of(COUNTS, separator).encode(),
            COUNTS,
            chosen=Chosen(separator=separator),
            quiet=True,
        )
    for separator in ",;\t|":
        name = NAMES[separator]
        yield Case(f"{name}: gaps", csv_of(GAPS, separator).encode(), GAPS, quiet=True)
        stated = f"sep={separator}\r\n" + csv_of(WEATHER, separator, end="\r\n")
        yield Case(f"{name}: stated by sep=", stated.encode(), WEATHER, told=("sep=",))
    for separator in ";\t|":
        commas = csv_of(WEATHER, separator, ",")
        yield Case(f"{NAMES[separator]}: decimal commas", commas.encode(), WEATHER, quiet=True)
    for separator in "^~#&/*!":
        text = csv_of(COUNTS, separator)
        yield Case(f"typed: {separator}", text.encode(), COUNTS, chosen=Chosen(separator=separator))
        yield Case(f"typed: {separator} is not guessed", text.encode(), "Only one column was found")
    aligned = "age sex pass\n 23   f  yes\n 31   m   no\n 45   m  yes\n  5   f   no\n"
    columns: Columns = {"age": [23, 31, 45, 5], "sex": ["f", "m", "m", "f"], "pass": ["yes", "no", "yes", "no"]}  # fmt: skip
    yield Case("space: aligned to the right", aligned.encode(), columns, quiet=True)
    uci = "1 5.1 3.5 a\n2 4.9 3.0 b\n3 4.7 3.2 a\n4 4.6 3.1 b\n"
    yield Case("space: no header", uci.encode(), {"column 1": [1, 2, 3, 4], "column 2": [5.1, 4.9, 4.7, 4.6], "column 3": [3.5, 3.0, 3.2, 3.1], "column 4": ["a", "b", "a", "b"]})  # fmt: skip
    yield Case("space: names of two words under a comma", b"city,n\nNew York,5\nLos Angeles,7\n", {"city": ["New York", "Los Angeles"], "n": [5, 7]}, quiet=True)  # fmt: skip
    yield Case("colon: times under a comma", b"t,n\n10:30,5\n11:45,7\n09:00,1\n", {"t": ["10:30", "11:45", "09:00"], "n": [5, 7, 1]}, quiet=True)  # fmt: skip
    yield Case("semicolon: commas in its texts", b"a;b\nred, dry;1\nwhite, sweet;2\nred, sweet;3\n", {"a": ["red, dry", "white, sweet", "red, sweet"], "b": [1, 2, 3]}, quiet=True)  # fmt: skip
    yield Case("comma: semicolons in its texts", b'a,b\n"x;y",1\n"y;z",2\n', {"a": ["x;y", "y;z"], "b": [1, 2]}, quiet=True)  # fmt: skip


def written() -> Iterator[Case]:
    text = csv_of(WEATHER)
    for name, end in (("Unix", "\n"), ("Windows", "\r\n"), ("an old Mac", "\r")):
        yield Case(f"line ends of {name}", csv_of(WEATHER, end=end).encode(), WEATHER, quiet=True)
    yield Case("no line end at the end", text.rstrip("\n").encode(), WEATHER, quiet=True)
    yield Case("blank lines at the end", f"{text}\n\n\n".encode(), WEATHER, quiet=True)
    yield Case("blank lines between", text.replace("\n", "\n\n").encode(), WEATHER, quiet=True)
    yield Case("a mark of UTF-8", codecs.BOM_UTF8 + text.encode(), WEATHER, quiet=True)
    yield Case("a mark before a quotation mark", codecs.BOM_UTF8 + quoted(WEATHER).encode(), WEATHER, quiet=True)  # fmt: skip
    yield Case("spaces behind commas", text.replace(",", ", ").encode(), WEATHER, quiet=True)
    yield Case("spaces around all cells", text.replace(",", " , ").encode(), WEATHER, quiet=True)
    yield Case("empty rows of a spreadsheet", (text + ",,,\n,,,\n").encode(), WEATHER, told=("Rows without any value were left out: 2",))  # fmt: skip
    yield Case("empty columns of a spreadsheet", text.replace("\n", ",,\n").encode(), WEATHER)
    yield Case("a comma at the end of rows only", text.replace("\n", ",\n").replace("Spiel,", "Spiel", 1).encode(), WEATHER)  # fmt: skip
    quotes = 'a,b\n"say ""hi""",1\n"x, y",2\n"",3\n'
    yield Case("doubled quotation marks", quotes.encode(), {"a": ['say "hi"', "x, y", None], "b": [1, 2, 3]}, quiet=True)  # fmt: skip
    yield Case("an inch among texts", b'size,n\n5" pipe,1\n7" pipe,2\n', {"size": ['5" pipe', '7" pipe'], "n": [1, 2]}, quiet=True)  # fmt: skip
    yield Case("apostrophes", "who,n\nl'été,1\nit's,2\n'n,3\n".encode(), {"who": ["l'été", "it's", "'n"], "n": [1, 2, 3]}, quiet=True)  # fmt: skip
    yield Case("no header", b"1,x,2.5\n2,y,3.5\n3,x,1.5\n", {"column 1": [1, 2, 3], "column 2": ["x", "y", "x"], "column 3": [2.5, 3.5, 1.5]}, told=("The table has no header",))  # fmt: skip
    yield Case("no header, chosen so", b"a,x\nb,y\na,y\n", {"column 1": ["a", "b", "a"], "column 2": ["x", "y", "y"]}, chosen=Chosen(header=False))  # fmt: skip
    yield Case("a header of texts over texts", b"sky,wind\nblue,soft\ngrey,hard\nblue,hard\ngrey,soft\n", {"sky": ["blue", "grey", "blue", "grey"], "wind": ["soft", "hard", "hard", "soft"]}, quiet=True)  # fmt: skip
    yield Case("years as names", b"country,2022,2023\nA,5,6\nB,7,8\nC,9,10\n", {"country": ["A", "B", "C"], "2022": [5, 7, 9], "2023": [6, 8, 10]}, quiet=True, chosen=Chosen(header=True))  # fmt: skip
    yield Case("rows too short", b"a,b,c\n1,2,3\n4,5\n6,7,8\n", {"a": [1, 4, 6], "b": [2, 5, 7], "c": [3.0, None, 8.0]}, told=("too few cells: 1 (line 3)",))  # fmt: skip
    yield Case("words for missing", b"a,b,c\nNA,x,1\nn/a,?,2\n3,y,NULL\n4,x,nan\n", {"a": [None, None, 3.0, 4.0], "b": ["x", None, "y", "x"], "c": [1.0, 2.0, None, None]}, quiet=True)  # fmt: skip
    yield Case("none and - stay levels", b"lens,sign\nnone,-\nsoft,+\nhard,-\nnone,+\n", {"lens": ["none", "soft", "hard", "none"], "sign": ["-", "+", "-", "+"]}, quiet=True)  # fmt: skip
    yield Case("codes with leading zeros", b"plz,n\n01067,1\n50667,2\n", {"plz": ["01067", "50667"], "n": [1, 2]}, quiet=True)  # fmt: skip
    yield Case("identity numbers of 18 digits", b"id,n\n110101199003071234,1\n110101199003071235,2\n", {"id": ["110101199003071234", "110101199003071235"], "n": [1, 2]}, quiet=True)  # fmt: skip
    yield Case("exponents", b"x,y\n1e3,a\n2.5E-2,b\n-1e0,a\n", {"x": [1000.0, 0.025, -1.0], "y": ["a", "b", "a"]}, quiet=True)  # fmt: skip
    yield Case("negative numbers", b"x,y\n-5,a\n+3,b\n-0.5,a\n", {"x": [-5.0, 3.0, -0.5], "y": ["a", "b", "a"]}, quiet=True)  # fmt: skip


def by_r() -> Iterator[Case]:
    """As R's functions write the same data frame (the true files are in ``tests/engine/files``)."""
    rows = [["Köln", 21.5, 0, "ja"], ["Bonn", 18, 3, "nein"], ["Trier", 19.25, 12, "ja"]]
    expects: Columns = {name: list(cells) for name, cells in zip(WEATHER, zip(*rows, strict=True), strict=True)}  # fmt: skip
    expects = {**expects, "Temp": [21.5, 18.0, 19.25]}
    quotes = [[f'"{cell}"' if isinstance(cell, str) else str(cell) for cell in row] for row in rows]
    names = [f'"{name}"' for name in WEATHER]
    numbered = [['""', *names], *([f'"{at}"', *row] for at, row in enumerate(quotes, 1))]
    left_out = ("only numbers the rows: it was left out",)
    text = "\n".join(map(",".join, numbered)) + "\n"
    yield Case("R: write.csv", text.encode(), expects, told=left_out)
    commas = [[cell.replace(".", ",") for cell in row] for row in numbered]
    yield Case("R: write.csv2", ("\n".join(map(";".join, commas)) + "\n").encode(), expects, told=left_out)  # fmt: skip
    kept: Columns = {"row name": [1, 2, 3], **expects}
    yield Case("R: write.csv, its row numbers kept", text.encode(), kept, chosen=Chosen(off=frozenset({"row_numbers"})))  # fmt: skip
    cars = '"","mpg","cyl"\n"Mazda RX4",21,6\n"Datsun 710",22.8,4\n"Valiant",18.1,6\n'
    yield Case("R: write.csv of mtcars", cars.encode(), {"row name": ["Mazda RX4", "Datsun 710", "Valiant"], "mpg": [21.0, 22.8, 18.1], "cyl": [6, 4, 6]}, told=("it is called “row name”",))  # fmt: skip
    plain = "\n".join(map(",".join, [names, *quotes])) + "\n"
    yield Case("R: write.csv without row names", plain.encode(), expects, quiet=True)
    pandas = ",a,b\n0,5,x\n1,6,y\n2,7,x\n"
    yield Case("pandas: to_csv with its index", pandas.encode(), {"a": [5, 6, 7], "b": ["x", "y", "x"]}, told=left_out)  # fmt: skip
    twice = ",Unnamed: 0,a,b\n0,0,5,x\n1,1,6,y\n2,2,7,x\n"
    yield Case("pandas: an index saved twice", twice.encode(), {"Unnamed: 0": [0, 1, 2], "a": [5, 6, 7], "b": ["x", "y", "x"]}, told=left_out)  # fmt: skip


def drawn() -> Iterator[Case]:
    """With bars and dashes, as in Markdown; and near misses."""
    columns: Columns = {"age": [1, 2, 3], "sex": ["f", "m", "f"], "y": ["a", None, "a b"]}
    said = ("drawn with bars",)
    names, rule = "| age | sex | y |", "|:---|---:|---|"
    rows = "| 1 | f | a |\n| 2 | m | |\n| 3 | f | a b |\n"
    for name, text in {
        "as it should be": f"{names}\n{rule}\n{rows}",
        "without the last bar": "| age | sex | y\n|---|---|---\n| 1 | f | a\n| 2 | m |\n| 3 | f | a b\n",
        "tabs beside the bars": f"{names}\t\n{rule}\t\n{rows}".replace("| ", "|\t"),
        "without bars at the ends": "age | sex | y\n--- | :---: | ---\n1 | f | a\n2 | m |\n3 | f | a b\n",
        "a blank line between lines": f"{names}\n{rule}\n{rows}".replace("\n", "\n\n"),
        "psql": " age | sex |  y  \n-----+-----+-----\n   1 | f   | a\n   2 | m   | \n   3 | f   | a b\n",
        "Org": f"{names}\n|-----+-----+---|\n{rows}|---+---+---|\n",
    }.items():
        yield Case(f"drawn: {name}", text.encode(), columns, told=said, quiet=True)
    sql = f"+---+---+---+\n{names}\n+---+---+---+\n{rows}+---+---+---+\n3 rows in set (0.00 sec)\n"
    yield Case("drawn: MySQL", sql.encode(), columns, told=(*said, "left out: 1 (line 8"))
    chat = f'Here is "the table, as asked:\n\n  {names}\n  {rule}\n{rows}\nBye | for now\n'
    yield Case("drawn: in a letter", chat.encode(), columns, told=(*said, "skipped: 1", "left out: 1 (line 9"))  # fmt: skip
    two = f"{names}\n{rule}\n{rows}\n| c | d |\n|---|---|\n| 7 | 8 |\n"
    yield Case("drawn: two tables", two.encode(), columns, told=(*said, "left out: 2 (line 7: “| c | d |”)"))  # fmt: skip
    signs = '| a | b |\n|---|---|\n| x \\| y | 1" |\n| "z | 2" |\n| , | 3" |\n'
    yield Case("drawn: bars and marks in cells", signs.encode(), {"a": ["x | y", '"z', ","], "b": ['1"', '2"', '3"']}, told=said)  # fmt: skip
    no_names = "|   |   |\n|---|---|\n| 1 | x |\n| 2 | y |\n"
    yield Case("drawn: without names", no_names.encode(), {"column 1": [1, 2], "column 2": ["x", "y"]}, told=("no header",))  # fmt: skip
    yield Case("drawn: too many cells", f"{names}\n{rule}\n{rows}| 1 | f | a | b |\n".encode(), "Line 6 has 4 cells")  # fmt: skip
    yield Case("not drawn: a dash for what is missing", b"a|b\n-|-\nx|y\nx|z\n", {"a": ["-", "x", "x"], "b": ["-", "y", "z"]}, quiet=True)  # fmt: skip
    yield Case("not drawn: another separator, chosen", b"a;b|c\n--;--|--\n1;x|y\n", {"a": ["--", "1"], "b|c": ["--|--", "x|y"]}, chosen=Chosen(separator=";"), quiet=True)  # fmt: skip


def by_place() -> Iterator[Case]:
    """Columns that blanks set off at the same places of all lines; and near misses."""
    people: Columns = {"name": ["Anna Schmidt", "Ben", "Cid Meier"], "age": [23, 31, 4], "blood pressure": [120.0, None, 99.0]}  # fmt: skip
    said = ("same places of all lines",)
    lines = "name          age  blood pressure\nAnna Schmidt   23             120\nBen            31\nCid Meier       4              99\n"
    yield Case("by place: names of two words", lines.encode(), people, told=said, quiet=True)
    ruled = lines.replace("pressure\n", "pressure\n------------  ---  --------------\n")
    yield Case("by place: a line of dashes", ruled.encode(), people, told=said, quiet=True)
    play: Columns = {"outlook": ["sunny", "sunny", "rain", "rain"], "temp": ["hot", "mild", "mild", "hot"], "play tennis": ["no", "no", "yes", "yes"]}  # fmt: skip
    weather = "outlook  temp  play tennis\nsunny    hot   no\nsunny    mild  no\nrain     mild  yes\nrain     hot   yes\n"
    yield Case("by place: words alone", weather.encode(), play, told=said, quiet=True)
    printed = "           name  age of dog\n0  Anna Schmidt          23\n1           Ben          31\n2     Cid Meier           4\n"
    yield Case("by place: pandas", printed.encode(), {"name": people["name"], "age of dog": people["age"]}, told=(*said, "only numbers the rows"))  # fmt: skip
    yield Case("not by place: one line does not agree", (lines + "Dora Schmitz-Brehm 9  80\n").encode(), "Only one column")  # fmt: skip
    yield Case("not by place: a poem", b"Roses are  red\nViolets    blue\nSugar is   sweet\nAnd so     you\n", "Only one column")  # fmt: skip
    yield Case("not by place: commas and blanks", b"a   ,b    ,c\n1   ,2 x  ,3\n4   ,5    ,6\n7   ,8    ,9\n", {"a": [1, 4, 7], "b": ["2 x", "5", "8"], "c": [3, 6, 9]}, quiet=True)  # fmt: skip


CASES_OF_TEXTS = (*separators(), *written(), *by_r(), *drawn(), *by_place())
