"""Tables with titles, remarks, totals, labels and the like around them, and near misses of each.

A near miss has to come through as it is: a row that is silently lost teaches the wrong tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from dttools.files import Chosen
from tests.engine.file_corpus.case import Case, Columns, csv_of, records_of
from tests.engine.file_corpus.formats import WEATHER

TEXT = csv_of(WEATHER)
HEADER, *LINES = TEXT.splitlines()
ROWS = "\n".join(LINES)


def off(*keys: str) -> Chosen:
    return Chosen(off=frozenset(keys))


def above() -> Iterator[Case]:
    said = ("Lines above the table were skipped",)
    tops = {
        "a title": "Wetter am Rhein\n",
        "a title padded by Excel": "Survey 2024,,,\n",
        "a title and a blank row": "Survey 2024,,,\n,,,\n",
        "a title and a blank line": "Survey 2024\n\n",
        "two titles": "Survey 2024,,,\nCity of Köln,,,\n",
        "keys with values": "Station:,Köln,,\nYear:,2024,,\n",
        "keys with values, not padded": "Station:,Köln\nYear:,2024\n\n",
        "a remark behind a sign": "# exported on 1 March 2024\n",
        "a remark with commas": "Exported by Anna, Ben and Carl\n\n",
        "a title between quotation marks": '"Weather, by town",,,\n',
        "a date": "2024-03-01,,,\n",
        "three lines of a licence": "Data by DWD\nLicence: CC BY 4.0\nStand: 2024\n",
    }
    for name, top in tops.items():
        yield Case(f"above: {name}", (top + TEXT).encode(), WEATHER, told=said)
    for separator, what in ((";", "semicolons"), ("\t", "tabs")):
        table = csv_of(WEATHER, separator, ",")
        title = f"Survey 2024{3 * separator}\n{3 * separator}\n"
        yield Case(f"above: a title over {what}", (title + table).encode(), WEATHER, told=said)
    kept = "Survey 2024,,,\n" + TEXT
    yield Case(
        "above: lines to skip, chosen",
        f"a,b\n1,2\nx,y,z,w\n{TEXT}".encode(),
        WEATHER,
        chosen=Chosen(preamble=3),
    )
    raw = {f"column {at}": [above, *map(str, column)] for at, (above, column) in enumerate(zip(["Survey 2024", None, None, None], zip(*records_of(WEATHER), strict=True), strict=True), start=1)}  # fmt: skip
    yield Case("above: switched off", kept.encode(), raw, chosen=off("above"))


def not_above() -> Iterator[Case]:
    yield _near("above: a first row with gaps", "a,b,c\n1,,\n2,5,6\n3,7,8\n4,8,9\n", {"a": [1, 2, 3, 4], "b": [None, 5.0, 7.0, 8.0], "c": [None, 6.0, 8.0, 9.0]})  # fmt: skip
    yield _near("above: a first row with one text", "who,b,c\nAnna,,\nBen,5,6\nCarl,7,8\n", {"who": ["Anna", "Ben", "Carl"], "b": [None, 5.0, 7.0], "c": [None, 6.0, 8.0]})  # fmt: skip
    yield _near("above: two columns", "title,year\nDune,2021\nAlien,1979\n", {"title": ["Dune", "Alien"], "year": [2021, 1979]})  # fmt: skip
    yield _near("above: names with colons", "Station:,Temp:\nKöln,5\nBonn,7\n", {"Station:": ["Köln", "Bonn"], "Temp:": [5, 7]})  # fmt: skip
    yield _near("above: a name with a sign", "#id,class\n1,a\n2,b\n3,a\n", {"#id": [1, 2, 3], "class": ["a", "b", "a"]})  # fmt: skip
    yield _near("above: years in two columns", "Survey 2024,Survey 2025\n1,2\n3,4\n", {"Survey 2024": [1, 3], "Survey 2025": [2, 4]})  # fmt: skip


def headers() -> Iterator[Case]:
    two = "id,Blood,,Size,\n,high,low,height,weight\n1,120,80,170,60\n2,130,85,180,70\n3,110,70,165,55\n"  # fmt: skip
    names = ["id", "Blood high", "Blood low", "Size height", "Size weight"]
    cells = [[1, 2, 3], [120, 130, 110], [80, 85, 70], [170, 180, 165], [60, 70, 55]]
    joined: Columns = dict(zip(names, cells, strict=True))
    yield Case("header: in two lines", two.encode(), joined, told=("The column names are in two lines, 1 and 2",))  # fmt: skip
    over = "Blood,Blood,Size,Size\nhigh,low,height,weight\n120,80,170,60\n130,85,180,70\n110,70,165,55\n"  # fmt: skip
    yield Case("header: groups over each column", over.encode(), dict(zip(names[1:], cells[1:], strict=True)), told=("two lines",))  # fmt: skip
    labels = "v1,v2,v3\nHow old are you?,How satisfied are you?,In which town?\n23,5,Köln\n31,4,Bonn\n45,2,Trier\n"  # fmt: skip
    survey: Columns = {"v1": [23, 31, 45], "v2": [5, 4, 2], "v3": ["Köln", "Bonn", "Trier"]}
    yield Case("header: labels of SPSS", labels.encode(), survey, told=("Labels below the header were left out: 1 (line 2",))  # fmt: skip
    units = "t,temp,rain\n(h),(°C),(mm)\n1,5,0\n2,7,3\n3,8,1\n"
    yield Case("header: units below", units.encode(), {"t": [1, 2, 3], "temp": [5, 7, 8], "rain": [0, 3, 1]}, told=("Labels below",))  # fmt: skip
    qualtrics = 'Q1,Q2,Q3\nAge,Town,Mood\n"{""ImportId"":""QID1""}","{""ImportId"":""QID2""}","{""ImportId"":""QID3""}"\n23,Köln,good\n31,Bonn,bad\n45,Trier,good\n'  # fmt: skip
    yield Case("header: labels of Qualtrics", qualtrics.encode(), {"Q1": [23, 31, 45], "Q2": ["Köln", "Bonn", "Trier"], "Q3": ["good", "bad", "good"]}, told=("Labels below the header were left out: 2",))  # fmt: skip
    yield Case("header: labels switched off", labels.encode(), {"v1": ["How old are you?", "23", "31", "45"], "v2": ["How satisfied are you?", "5", "4", "2"], "v3": ["In which town?", "Köln", "Bonn", "Trier"]}, chosen=off("labels"))  # fmt: skip
    yield _near("header: a first row of texts", "a,b,c\nlow,x,5\nhigh,y,6\nlow,y,7\nhigh,x,8\n", {"a": ["low", "high", "low", "high"], "b": ["x", "y", "y", "x"], "c": [5, 6, 7, 8]})  # fmt: skip
    yield _near("header: a first row not measured", "a,b\nunknown,x\n5,y\n6,x\n7,y\n", {"a": ["unknown", "5", "6", "7"], "b": ["x", "y", "x", "y"]})  # fmt: skip
    yield _near("header: answers as long as labels", "q,n\nI do not like it at all,1\nI do like it very much,2\nI do not like it at all,3\nIt is as it is to me,4\n", {"q": ["I do not like it at all", "I do like it very much", "I do not like it at all", "It is as it is to me"], "n": [1, 2, 3, 4]})  # fmt: skip
    yield Case("header: no name for a column", b"a,,c\n1,2,3\n4,5,6\n", "The header in line 1 has no name at position 2")  # fmt: skip


def repeated() -> Iterator[Case]:
    three: Columns = {"a": [1, 4], "b": [2, 5], "a (2)": [3, 6]}
    said = ("Names that the header repeats were numbered: 1 (a (2))",)
    yield Case("repeated: a name", b"a,b,a\n1,2,3\n4,5,6\n", three, told=said)
    yield Case("repeated: below a title", b"My survey\n\na,b,a\n1,2,3\n4,5,6\n", three, told=said)
    yield Case("repeated: a question of a form", b"Name,Score,Comments,Score,Comments\nA,1,x,3,y\nB,2,y,4,y\n", {"Name": ["A", "B"], "Score": [1, 2], "Comments": ["x", "y"], "Score (2)": [3, 4], "Comments (2)": ["y", "y"]}, told=("numbered: 2 (Score (2), Comments (2))",))  # fmt: skip
    yield Case("repeated: the number is taken", b"q,q,q (2),q\n1,2,3,4\n5,6,7,8\n", {"q": [1, 5], "q (3)": [2, 6], "q (2)": [3, 7], "q (4)": [4, 8]}, told=("numbered: 2",))  # fmt: skip
    yield _near("repeated: by case alone", "a,A\n1,2\n3,4\n", {"a": [1, 3], "A": [2, 4]})


def numbers_as_names() -> Iterator[Case]:
    rates: Columns = {"Country": ["Mali", "Peru", "Togo"], "2019": [1.5, 2.0, 2.5], "2020": [2.5, None, 3.5]}  # fmt: skip
    yield Case("numbers as names: years", csv_of(rates).encode(), rates, quiet=True)
    bank = '"Data Source","World Development Indicators",\n\n"Last Updated Date","2024-05-30",\n\n"Country","2019","2020",\n"Mali","1.5","2.5",\n"Peru","2.0","",\n"Togo","2.5","3.5",\n'
    yield Case("numbers as names: the World Bank", bank.encode(), rates, told=("Lines above",))
    yield Case("numbers as names: Gapminder", b"country,1952,1957,1962\nA,28.8,30.3,31.9\nB,55.2,59.2,64.8\n", {"country": ["A", "B"], "1952": [28.8, 55.2], "1957": [30.3, 59.2], "1962": [31.9, 64.8]}, quiet=True)  # fmt: skip
    yield Case("numbers as names: Eurostat", b"geo\\time\t2019 \t2020 \nAT\t1.5\t2.5\nBE\t2.5\t3.5\n", {"geo\\time": ["AT", "BE"], "2019": [1.5, 2.5], "2020": [2.5, 3.5]}, quiet=True)  # fmt: skip
    yield Case("numbers as names: one year", b"Land;2019\nA;83166711\nB;67248000\n", {"Land": ["A", "B"], "2019": [83166711, 67248000]}, quiet=True)  # fmt: skip
    yield Case("numbers as names: items", b"pupil,1,2,3,4\nAnna,1,0,1,1\nBen,0,0,1,1\nCid,1,1,1,1\n", {"pupil": ["Anna", "Ben", "Cid"], "1": [1, 0, 1], "2": [0, 0, 1], "3": [1, 1, 1], "4": [1, 1, 1]}, quiet=True)  # fmt: skip
    for what, text in {
        "born and hired": "Anna,1987,2015\nBen,1990,2016\nCid,1978,2001\n",
        "pay": "Anna,1950,x\nBen,2300,y\nCid,2800,x\n",
        "marks": "Anna,1,2,3\nBen,2,2,1\nCid,3,1,1\n",
        "sums": "A,1500,1900\nB,300,450\nC,700,800\n",
    }.items():
        rows = [line.split(",") for line in text.splitlines()]
        cells = {f"column {at}": [*map(_number, column)] for at, column in enumerate(zip(*rows, strict=True), start=1)}  # fmt: skip
        yield _near(f"numbers as names: {what}", text, cells)


def second_lines() -> Iterator[Case]:
    """What stands below the names in exports of surveys and marks."""
    monkey = "ID,Year?,Which tools?,,,Happy?\n,Response,Excel,R,Other (please specify),Response\n1,First,Excel,R,,yes\n2,Second,,R,SPSS,no\n3,First,Excel,,,no\n"  # fmt: skip
    answers: Columns = {"ID": [1, 2, 3], "Year? Response": ["First", "Second", "First"], "Which tools? Excel": ["Excel", None, "Excel"], "Which tools? R": ["R", "R", None], "Which tools? Other (please specify)": [None, "SPSS", None], "Happy? Response": ["yes", "no", "no"]}  # fmt: skip
    yield Case("second line: SurveyMonkey", monkey.encode(), answers, told=("two lines, 1 and 2",))
    plain: Columns = {"ID": [1, 2, 3], "What?": ["a", "b", "a"], "How?": ["b", "c", "d"]}
    responses = "ID,What?,How?\n,Response,Open-Ended Response\n1,a,b\n2,b,c\n3,a,d\n"
    yield Case("second line: Response alone", responses.encode(), plain, told=("Labels below",))
    marks: Columns = {"Student": ["A", "B", "C"], "ID": [1, 2, 3], "HW (1)": [5, 6, 7], "Final": [50, 60, 70]}  # fmt: skip
    rows = "A,1,5,50\nB,2,6,60\nC,3,7,70\n"
    for name, above in {
        "Canvas": "    Points Possible,,10,(read only)\n",
        "Canvas without remarks": "Points Possible,,10,\n",
        "Canvas, posted by hand": ",,Manual Posting,\n    Points Possible,,10,(read only)\n",
    }.items():
        text = f"Student,ID,HW (1),Final\n{above}{rows}"
        yield Case(f"second line: {name}", text.encode(), marks, told=("Points Possible",) if "," not in name else ("left out: 2",))  # fmt: skip
    canvas = f"Student,ID,HW (1),Final\nPoints Possible,,10,\n{rows}"
    yield Case("second line: Canvas with its test student", f'{canvas}"Student, Test",999,0,0\n'.encode(), marks, told=("The test student of Canvas was left out (line 6).",))  # fmt: skip
    yield Case("second line: a pupil called Test", f'{canvas}"Pupil, Test",4,8,80\n'.encode(), {"Student": ["A", "B", "C", "Pupil, Test"], "ID": [1, 2, 3, 4], "HW (1)": [5, 6, 7, 8], "Final": [50, 60, 70, 80]}, told=("Points Possible",))  # fmt: skip
    yield _near("second line: a test student without Canvas", 'Student,ID,n\nA,1,5\nB,2,6\n"Student, Test",3,7\n', {"Student": ["A", "B", "Student, Test"], "ID": [1, 2, 3], "n": [5, 6, 7]})  # fmt: skip
    census = "GEO,NAME,E1,M1\nid,Geographic Area Name,Estimate Total,Margin of Error\n500,A County,100,(X)\n501,B County,200,30\n502,C County,(X),30\n"  # fmt: skip
    yield Case("second line: Census", census.encode(), {"GEO": [500, 501, 502], "NAME": ["A County", "B County", "C County"], "E1": ["100", "200", "(X)"], "M1": ["(X)", "30", "30"]}, told=("Labels below",))  # fmt: skip
    yield _near("second line: an item called so", "item,points,kind\nPoints Possible,10,x\nBonus,5,y\nExtra,2,x\n", {"item": ["Points Possible", "Bonus", "Extra"], "points": [10, 5, 2], "kind": ["x", "y", "x"]})  # fmt: skip
    yield _near("second line: a response among stimuli", "t,what\n1,Response\n2,Stimulus\n3,Response\n", {"t": [1, 2, 3], "what": ["Response", "Stimulus", "Response"]})  # fmt: skip
    yield Case("second line: names are lacking above rows", b"name,tools,,\nAnna,Excel,R,\nBen,Excel,,\nCid,Excel,,\n", "no name at position 3")  # fmt: skip


def declared() -> Iterator[Case]:
    """What Orange writes below the names or before them."""
    columns: Columns = {"len": [1.5, 2.5, 3.5], "hue": ["x", "y", "x"], "y": ["u", "v", "u"]}
    rows = "1.5\tx\tu\n2.5\ty\tv\n3.5\tx\tu\n"
    for name, below in {
        "three lines": "continuous\tdiscrete\tdiscrete\n\t\tclass\n",
        "short words": "c\td\td\n\t\tclass\n",
        "without roles": "c\td\td\n\t\t\n",
        "levels": "c\tx y\tu v\n\tmeta\tclass\n",
    }.items():
        text = f"len\thue\ty\n{below}{rows}"
        yield Case(f"declared: {name}", text.encode(), columns, told=("Line 2 declares",))
    yield Case("declared: before the names", f"C#len\tmD#hue\tcD#y\n{rows}".encode(), columns, told=("Line 1 declares",))  # fmt: skip
    kept: Columns = {"C#len": [1.5, 2.5, 3.5], "mD#hue": ["x", "y", "x"], "cD#y": ["u", "v", "u"]}
    yield Case("declared: switched off", f"C#len\tmD#hue\tcD#y\n{rows}".encode(), kept, chosen=off("declared"))  # fmt: skip
    yield _near("declared: letters that are levels", "a\tb\tc\nc\td\td\nd\tc\td\nc\tc\td\nd\td\tc\n", {"a": ["c", "d", "c", "d"], "b": ["d", "c", "c", "d"], "c": ["d", "d", "d", "c"]})  # fmt: skip
    yield _near("declared: a table of kinds", "name\tkind\nage\tcontinuous\nsex\tdiscrete\nx\tcontinuous\ny\tdiscrete\n", {"name": ["age", "sex", "x", "y"], "kind": ["continuous", "discrete", "continuous", "discrete"]})  # fmt: skip
    yield _near("declared: notes", "C#4,D#4,F4\n1,2,3\n2,3,4\n", {"C#4": [1, 2], "D#4": [2, 3], "F4": [3, 4]})  # fmt: skip
    yield _near("declared: languages", "C#,Java,F#\n1,2,3\n2,3,4\n", {"C#": [1, 2], "Java": [2, 3], "F#": [3, 4]})  # fmt: skip


def again() -> Iterator[Case]:
    pages = f"{HEADER}\n{LINES[0]}\n{LINES[1]}\n{HEADER}\n" + "\n".join(LINES[2:]) + "\n"
    said = ("Repeated headers were left out: 1 (line 4)",)
    yield Case("again: the header in the middle", pages.encode(), WEATHER, told=said)
    thrice = TEXT.replace("Trier", f"{HEADER}\nTrier").replace("Aachen", f"{HEADER}\nAachen")
    yield Case("again: the header twice more", thrice.encode(), WEATHER, told=("left out: 2 (line 4, 7)",))  # fmt: skip
    kept = Chosen(off=frozenset({"repeated_header"}))
    yield Case("again: switched off", pages.encode(), {name: [*map(_plain, cells[:2]), name, *map(_plain, cells[2:])] for name, cells in _texts().items()}, chosen=kept)  # fmt: skip
    yield _near("again: some of the names", "a,b\na,1\nb,2\na,3\n", {"a": ["a", "b", "a"], "b": [1, 2, 3]})  # fmt: skip


def below() -> Iterator[Case]:
    ends = {
        "Quelle": ("Quelle: Deutscher Wetterdienst\n", "Lines below the table were left out: 1"),
        "Source, padded": ("Source: DWD,,,\n", "Lines below the table were left out: 1"),
        "Note behind a blank line": ("\nNote: preliminary data\n", "left out: 1"),
        "footnotes": ("\n* estimated\n† own survey\n", "left out: 2"),
        "the source in Chinese": ("数据来源：国家统计局\n", "left out: 1"),
        "a long sentence": (
            "These data were collected in the spring of 2024 by our class\n",
            "left out: 1",
        ),
        "when it was exported": ("\nExported on: 2024-03-01\n", "left out: 1"),
    }
    yield Case("below: a remark with a separator in it", (TEXT + "\nSource: till, printed,,\n").encode(), WEATHER, told=("“Source: till, printed”",))  # fmt: skip
    for name, (end, said) in ends.items():
        yield Case(f"below: {name}", (TEXT + end).encode(), WEATHER, told=(said,))
    yield _near("below: a last row with gaps", TEXT + "Neuss,,,\n", {**{name: [*cells, None] for name, cells in _texts().items()}, "Ort": [*_texts()["Ort"], "Neuss"], "Regen": [*map(float, _texts()["Regen"]), None]})  # fmt: skip
    yield _near("below: a last row that looks like a remark", "a,b\nx,1\ny,2\nSource: z,3\n", {"a": ["x", "y", "Source: z"], "b": [1, 2, 3]})  # fmt: skip


def totals() -> Iterator[Case]:
    ends = {
        "Total": "Total,99.25,23,\n",
        "Summe": "Summe,99.25,23,\n",
        "合计": "合计,99.25,23,\n",
        "behind a blank line": "\nTotal,99.25,23,\n",
        "Mean": "Mean,19.85,4.6,\n",
        "of one column": "Total,,23,\n",
        "of all rows, counted": "Total,5,5,5\n",
    }
    for name, end in ends.items():
        what = "averages" if name == "Mean" else "totals"
        yield Case(f"totals: {name}", (TEXT + end).encode(), WEATHER, told=(f"Rows of {what} were left out: 1",))  # fmt: skip
    two = TEXT + "Total,99.25,23,\nMean,19.85,4.6,\n"
    yield Case("totals: a sum and a mean", two.encode(), WEATHER, told=("Rows of statistics were left out: 2 (line 7, 8",))  # fmt: skip
    sub = "shop,town,sold\nA,Köln,5\nB,Köln,7\nSubtotal,,12\nC,Bonn,1\nD,Bonn,2\nSubtotal,,3\nTotal,,15\n"  # fmt: skip
    yield Case("totals: and subtotals", sub.encode(), {"shop": ["A", "B", "C", "D"], "town": ["Köln", "Köln", "Bonn", "Bonn"], "sold": [5, 7, 1, 2]}, told=("Rows of totals were left out: 3",))  # fmt: skip
    styled = 'item,price,n\nA,"1,500",2\nB,"2,250",3\nC,"1,250",1\nTotal,"5,000",6\n'
    yield Case("totals: with signs for thousands", styled.encode(), {"item": ["A", "B", "C"], "price": ["1,500", "2,250", "1,250"], "n": [2, 3, 1]}, told=("Rows of totals were left out: 1",), offers=(("price", "thousands"),))  # fmt: skip
    kept = {name: [*cells, cell] for (name, cells), cell in zip(_texts().items(), ["Total", 99.25, 23, None], strict=True)}  # fmt: skip
    yield Case("totals: switched off", (TEXT + "Total,99.25,23,\n").encode(), kept, chosen=off("totals"))  # fmt: skip
    yield _near("totals: a row called Total that is none", "shop,sold,n\nA,5,1\nB,7,2\nTotal,3,1\n", {"shop": ["A", "B", "Total"], "sold": [5, 7, 3], "n": [1, 2, 1]})  # fmt: skip
    shop = "item,group,price,sold,gain\nA,x,1.5,5,yes\nB,y,2.5,7,no\nC,x,1.1,8,yes\nD,y,0.5,1,no\n"
    items: Columns = {"item": ["A", "B", "C", "D"], "group": ["x", "y", "x", "y"], "price": [1.5, 2.5, 1.1, 0.5], "sold": [5, 7, 8, 1], "gain": ["yes", "no", "yes", "no"]}  # fmt: skip
    for end, (what, lines) in {
        "Total,,,2711,\n": ("totals", "1 (line 6: “Total”)"),
        "平均分,,9.5,,\n": ("averages", "1 (line 6: “平均分”)"),
        "Total,,,2711,\nMean,,1.71,96.8,\n": ("statistics", "2 (line 6, 7: “Mean”)"),
        "合计,,,30,\n\nSource: till, printed\n": ("totals", "1 (line 6: “合计”)"),
    }.items():
        yield Case(f"odd totals: {lines}", (shop + end).encode(), items, told=(f"called {what} were left out, although their numbers do not match the others: {lines}",))  # fmt: skip
    yield Case("odd totals: beside one that adds up", (shop + "Total,,,21,\nMean,,9.1,4.4,\n").encode(), items, told=("Rows of totals were left out: 1 (line 6", "called averages were left out, although their numbers do not match the others: 1 (line 7: “Mean”)"))  # fmt: skip
    named = {name: [*cells, cell] for (name, cells), cell in zip(items.items(), ("Total", "z", 3.5, 2711, "no"), strict=True)}  # fmt: skip
    yield _near("odd totals: an item called Total", f"{shop}Total,z,3.5,2711,no\n", named)
    gaps = shop.replace(",x,", ",,")
    unknown = {name: [*cells, cell] for (name, cells), cell in zip({**items, "group": [None, "y", None, "y"]}.items(), ("Total", None, 3.5, 2711, "no"), strict=True)}  # fmt: skip
    yield _near("odd totals: a gap as in other rows", f"{gaps}Total,,3.5,2711,no\n", unknown)
    yield _near("totals: a level called all", "who,n,class\nall,1,x\nsome,2,y\nnone,3,x\nall,4,y\n", {"who": ["all", "some", "none", "all"], "n": [1, 2, 3, 4], "class": ["x", "y", "x", "y"]})  # fmt: skip
    yield _near("totals: average as a level", "grade,n\ngood,5\naverage,6\npoor,7\naverage,6\n", {"grade": ["good", "average", "poor", "average"], "n": [5, 6, 7, 6]})  # fmt: skip
    yield _near("totals: a last row that happens to be a sum", "who,n\nA,5\nB,7\nC,12\n", {"who": ["A", "B", "C"], "n": [5, 7, 12]})  # fmt: skip


def summaries() -> Iterator[Case]:
    marks: Columns = {"age": [20, 21, 25], "score": [50, 51, 55]}
    rows = "age,score\n20,50\n21,51\n25,55\n\n"
    for name, end in {
        "a heading, a mean and a count": "Summary,\nMean,52\nN,3\n",
        "a mean and a deviation": "Mean,52\nStd. Dev.,2.65\n",
        "a heading in Chinese": "汇总,\n平均,52\n",
    }.items():
        yield Case(
            f"summary: {name}",
            (rows + end).encode(),
            marks,
            told=("Rows of statistics were left out",),
        )
    yield _near("summary: an item called so", "item,n\na,1\nb,2\nSummary,\n", {"item": ["a", "b", "Summary"], "n": [1.0, 2.0, None]})  # fmt: skip


AGES: Columns = {"age": [20, 21, 22], "score": [50, 51, 52], "pass": ["yes", "no", "yes"]}
LATER: Columns = {"age": [30, 31, 32], "score": [60, 61, 62], "pass": ["no", "no", "yes"]}
TWO = ("There are 2 tables here",)


def below_each_other() -> Iterator[Case]:
    """Several tables on a sheet; and near misses."""
    one, other = csv_of(AGES), csv_of(LATER)
    people = "name,height\nAnna,1.7\nBen,1.8\n"
    stacked = f"{one},,\nGroup B,,\n{other}"
    below = {
        "a caption, the header again": stacked,
        "no blank line": f"{one}Group B\n{other}",
        "other names": f"{one}\n{people}",
        "a caption, other names": f"{one},,\nPeople,,\n{people}",
        "words alone": f"{one}\nwind,play\nweak,yes\nweak,no\n",
        "statistics": f"{one}\nStatistic,Value\nMean,51\nSD,1\n",
    }
    for name, text in below.items():
        yield Case(f"several: below, {name}", text.encode(), AGES, told=TWO)
    yield Case("several: below, the second chosen", stacked.encode(), LATER, told=("in line 6 is read",), chosen=Chosen(table=1))  # fmt: skip
    as_one = {name: [*_texts(AGES)[name], *_texts(LATER)[name]] for name in AGES}
    yield Case("several: below, switched off", stacked.encode(), as_one, told=("groups of rows were left out: 1 (line 6",), chosen=off("tables"))  # fmt: skip
    yield _near("several: a blank line in one table", "a,b\n1,x\n2,y\n\n3,x\n4,y\n5,z\n", {"a": [1, 2, 3, 4, 5], "b": ["x", "y", "x", "y", "z"]})  # fmt: skip
    yield _near("several: a word for a missing number behind a blank line", "who,n\nAnna,5\nBen,7\n\nCid,x\nDora,8\nEva,9\n", {"who": ["Anna", "Ben", "Cid", "Dora", "Eva"], "n": ["5", "7", "x", "8", "9"]})  # fmt: skip


def beside_each_other() -> Iterator[Case]:
    keys = ("1,x", "2,y", "3,x", "4,y", "5,x")
    kinds: Columns = {"n": [1, 2, 3, 4, 5], "k": ["x", "y", "x", "y", "x"]}
    for name, beside in {
        "the names again": ("n,k", "6,x", "7,y", "8,x", "9,y", "10,x"),
        "a key that ends before": ("k,means", "x,yes", "y,no", ",", ",", ","),
        "a key lower down": (",", ",", "k,means", "x,yes", "y,no", ","),
        "remarks without a name": (",", "x = yes", "y = no", ",", ",", ","),
    }.items():
        text = "\n".join(f"{one},,{two}" for one, two in zip(("n,k", *keys), beside, strict=True))
        yield Case(f"several: beside, {name}", text.encode(), kinds, told=TWO)
    key: Columns = {"k": ["x", "y"], "means": ["yes", "no"]}
    lower = b"n,k,,,\n1,x,,,\n2,y,,k,means\n3,x,,x,yes\n4,y,,y,no\n5,x,,,\n"
    yield Case("several: beside, the second chosen", lower, key, told=(*TWO, "to the left, in column 1 (“n · k”)"), chosen=Chosen(table=1))  # fmt: skip
    yield _near("several: a named column without a value between", "a,b,c,d\n1,x,,2\n3,y,,\n4,x,,\n5,y,,\n", {"a": [1, 3, 4, 5], "b": ["x", "y", "x", "y"], "c": [None] * 4, "d": [2.0, None, None, None]})  # fmt: skip
    spaced: Columns = {"a": [1, 3, 5], "b": [2, 4, 6], "c": ["x", "z", "x"], "d": ["y", "y", "x"]}
    yield Case("not several: a blank column between names, totals below", b"a,b,,c,d\n1,2,,x,y\n3,4,,z,y\n5,6,,x,x\nTotal,12,,,\nSource: x,,,,\n", spaced, told=("Rows of totals were left out", "neither a name nor a value"))  # fmt: skip
    yield Case("not several: a column that lacks its name", b"a,b,,\n1,2,,x\n3,4,,y\n5,6,,z\n", "no name at position 3, 4")  # fmt: skip


def groups() -> Iterator[Case]:
    """Lines of one cell that head groups of rows; and near misses."""
    people: Columns = {"name": ["Anna", "Ben", "Cid", "Dora"], "age": [20, 21, 22, 23], "y": ["x", "y", "x", "y"]}  # fmt: skip
    first, second = "Anna,20,x\nBen,21,y\n", "Cid,22,x\nDora,23,y\n"
    for name, text in {
        "with a word in common": f"name,age,y\nGroup A,,\n{first}Group B,,\n{second}",
        "behind blank lines": f"name,age,y\n{first}\nNorth\n{second}",
        "of classes in Chinese": f"name,age,y\n班级 一,,\n{first}班级 二,,\n{second}",
    }.items():
        yield Case(f"groups: {name}", text.encode(), people, told=("head groups of rows",))
    numbers = "age,n,y\n20,1,x\n21,2,y\nSouth,,\n22,3,x\n23,4,y\n"
    yield Case("groups: among numbers", numbers.encode(), {"age": [20, 21, 22, 23], "n": [1, 2, 3, 4], "y": people["y"]}, told=("(line 4: “South”)",))  # fmt: skip
    yield _near("groups: some with gaps", "who,n,y\nAnna,,\nBen,1,x\nCid,,\nDora,2,y\n", {"who": ["Anna", "Ben", "Cid", "Dora"], "n": [None, 1.0, None, 2.0], "y": [None, "x", None, "y"]})  # fmt: skip
    yield _near("groups: a site named once", "site,plant,y\nA 1,,\n,x,1\n,y,2\nA 2,,\n,x,3\n,y,4\n", {"site": ["A 1", None, None, "A 2", None, None], "plant": [None, "x", "y", None, "x", "y"], "y": [None, 1.0, 2.0, None, 3.0, 4.0]})  # fmt: skip
    yield _near("groups: a missing number", "age,n\n20,1\nNA,2\nlost,\n21,3\n", {"age": ["20", None, "lost", "21"], "n": [1.0, 2.0, None, 3.0]})  # fmt: skip


def separated() -> Iterator[Case]:
    cars: Columns = {"column 1": [18.0, 18.5, 19.0], "column 2": [8, 4, 6], "column 3": [307.0, None, 309.0], "column 4": ["a car", "b car", "c car"]}  # fmt: skip
    lines = '18.0   8   307.0\t"a car"\n18.5   4   ?\t"b car"\n19.0   6   309.0\t"c car"\n'
    yield Case("separated: by blanks, the last by a tab", lines.encode(), cars, told=("no header",))
    kinds: Columns = {"年龄": [1, 2, 3], "类别": ["是", "否", "是"], "值": [2.5, 3.5, 4.5]}
    for sign in "，；":
        yield Case(f"separated: by {sign}", csv_of(kinds, sign).encode(), kinds, quiet=True)
    loans = "\n".join(
        f"甲{at}，3{at}岁，是，" + ("3.5万" if at % 2 else '"35,000元"') for at in range(6)
    )
    yield Case("separated: by ，, below a title, with commas in quoted amounts", f"某行样本，2025年\n\n编号，年龄，房，收入\n{loans}\n合计，，，6\n".encode(), {"编号": [f"甲{at}" for at in range(6)], "年龄": [f"3{at}岁" for at in range(6)], "房": ["是"] * 6, "收入": ["35,000元", "3.5万"] * 3}, told=("Lines above the table", "totals"), offers=(("年龄", "numbers"), ("收入", "numbers")))  # fmt: skip
    poem = "\n".join(
        f"床前{at}月光，疑是{at}上霜，举头望{at}月，低头思{at}乡。" for at in "明地故天人山水"
    )
    yield Case(
        "separated: not the lines of a poem",
        poem.encode(),
        "Only one column was found",
    )
    yield _near("separated: full-width commas in a sentence", "id,话\n1,你好，我，他\n2,再见，我，他\n3,是，我，他\n", {"id": [1, 2, 3], "话": ["你好，我，他", "再见，我，他", "是，我，他"]})  # fmt: skip
    yield _near("separated: amounts in a cell", "a\tb\n1 2 x\tu\n2 3 x\tv\n3 4 y\tu\n", {"a": ["1 2 x", "2 3 x", "3 4 y"], "b": ["u", "v", "u"]})  # fmt: skip


def numbered() -> Iterator[Case]:
    columns: Columns = {"a": [5, 6, 7], "b": ["x", "y", "x"]}
    said = ("only numbers the rows",)
    yield Case("numbers: from 1", b",a,b\n1,5,x\n2,6,y\n3,7,x\n", columns, told=said)
    yield Case("numbers: in any order, as a subset", b",a,b\n7,5,x\n3,6,y\n12,7,x\n", columns, told=said)  # fmt: skip
    yield Case("numbers: called Unnamed: 0", b"Unnamed: 0,a,b\n0,5,x\n1,6,y\n2,7,x\n", columns, told=said)  # fmt: skip
    yield Case("numbers: called ...1 by readr", b"...1,a,b\n1,5,x\n2,6,y\n3,7,x\n", columns, told=said)  # fmt: skip
    yield Case("numbers: a first column without a name that measures", b",a,b\n1,5,x\n1,6,y\n2,7,x\n", {"row name": [1, 1, 2], **columns}, told=("“row name”",))  # fmt: skip
    yield _near("numbers: an id with a name stays", "id,a\n1,5\n2,6\n3,7\n", {"id": [1, 2, 3], "a": [5, 6, 7]})  # fmt: skip
    yield Case("empty: a column without name or value", b"a,,b\n5,,x\n6,,y\n7,,x\n", columns, told=("neither a name nor a value were left out: 1 (position 2)",))  # fmt: skip
    yield Case("empty: a named column without a value stays", b"a,c,b\n5,,x\n6,,y\n7,,x\n", {"a": [5, 6, 7], "c": [None, None, None], "b": ["x", "y", "x"]}, told=("The column “c” has no value",))  # fmt: skip


def all_at_once() -> Iterator[Case]:
    everything = f"Survey 2024,,,\n,,,\n{HEADER}\n{ROWS}\n,,,\nTotal,99.25,23,\n,,,\nQuelle: DWD,,,\n"  # fmt: skip
    told = ("Lines above the table", "Rows of totals were left out: 1", "Lines below the table", "Rows without any value")  # fmt: skip
    yield Case("all at once: as Excel saves it", everything.encode(), WEATHER, told=told)
    rows = [line.split(",") for line in [HEADER, *LINES]]
    numbers = "\n".join(",".join(["" if not at else str(at), *row]) for at, row in enumerate(rows))
    both = f"Wetter\n\n{numbers}\nQuelle: DWD\n"
    yield Case("all at once: a title, row numbers, a source", both.encode(), WEATHER, told=("only numbers the rows", "above", "below"))  # fmt: skip


def _texts(columns: Columns = WEATHER) -> dict[str, list[str | int | float | None]]:
    return {name: list(cells) for name, cells in columns.items() if isinstance(cells, list)}


def _plain(cell: str | float | None) -> str:
    return str(cell)


def _number(cell: str) -> str | int:
    return int(cell) if cell.isdecimal() else cell


def _near(name: str, text: str, columns: Columns) -> Case:
    return Case(f"not {name}", text.encode(), columns, quiet=True)


CASES_OF_SHAPES = (
    *above(),
    *not_above(),
    *headers(),
    *repeated(),
    *numbers_as_names(),
    *second_lines(),
    *declared(),
    *again(),
    *below(),
    *totals(),
    *summaries(),
    *below_each_other(),
    *beside_each_other(),
    *groups(),
    *separated(),
    *numbered(),
    *all_at_once(),
)
