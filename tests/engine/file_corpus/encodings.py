"""Tables in the languages of students, in every encoding in which programs write them.

A usual table (three rows and more of words) has to be read right. Of a short one (two rows, one
word or two beyond ASCII) the right encoding has to be taken, or be among those to choose from.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from dttools.files import Chosen
from tests.engine.file_corpus.case import Case, Columns, csv_of

CHINESE: Columns = {
    "年龄": ["青年", "青年", "中年", "老年", "老年"],
    "有工作": ["否", "是", "否", "是", "否"],
    "信贷情况": ["一般", "好", "非常好", "好", "一般"],
    "收入": [3.5, 8.0, 6.25, 9.5, 2.0],
    "类别": ["否", "是", "是", "是", "否"],
}
TAIWAN: Columns = {
    "年齡": ["青年", "中年", "老年", "中年"],
    "學歷": ["高中", "大學", "國小", "碩士"],
    "縣市": ["臺北市", "高雄市", "臺南市", "新竹縣"],
    "購買": ["會", "不會", "會", "會"],
}
JAPANESE: Columns = {
    "都市": ["東京", "大阪", "名古屋", "札幌"],
    "天気": ["晴れ", "くもり", "雨", "雪"],
    "気温": [25.5, 22.0, 19.5, -1.0],
    "テニス": ["する", "する", "しない", "しない"],
}
KOREAN: Columns = {
    "도시": ["서울", "부산", "대구", "인천"],
    "날씨": ["맑음", "흐림", "비", "눈"],
    "기온": [25.5, 22.0, 19.5, -1.0],
    "경기": ["예", "예", "아니오", "아니오"],
}
RUSSIAN: Columns = {
    "город": ["Москва", "Казань", "Омск", "Тверь"],
    "погода": ["солнечно", "облачно", "дождь", "снег"],
    "температура": [25.5, 22.0, 19.5, -1.0],
    "игра": ["да", "да", "нет", "нет"],
}
UKRAINIAN: Columns = {
    "місто": ["Київ", "Львів", "Одеса", "Харків"],
    "погода": ["сонячно", "хмарно", "дощ", "сніг"],
    "грати": ["так", "так", "ні", "ні"],
}
GREEK: Columns = {
    "πόλη": ["Αθήνα", "Πάτρα", "Βόλος", "Χανιά"],
    "καιρός": ["ήλιος", "σύννεφα", "βροχή", "χιόνι"],
    "παιχνίδι": ["ναι", "ναι", "όχι", "όχι"],
}
POLISH: Columns = {
    "miasto": ["Łódź", "Kraków", "Gdańsk", "Poznań"],
    "pogoda": ["słońce", "pochmurno", "deszcz", "śnieg"],
    "płeć": ["mężczyzna", "kobieta", "kobieta", "mężczyzna"],
}
CZECH: Columns = {
    "město": ["Praha", "Brno", "Plzeň", "Ústí"],
    "počasí": ["slunečno", "oblačno", "déšť", "sníh"],
    "výška": ["nízká", "střední", "vysoká", "střední"],
}
HUNGARIAN: Columns = {
    "város": ["Győr", "Szeged", "Pécs", "Székesfehérvár"],
    "időjárás": ["napos", "felhős", "esős", "havas"],
    "hőmérséklet": [25.5, 22.0, 19.5, -1.0],
}
TURKISH: Columns = {
    "şehir": ["İstanbul", "Muğla", "Eskişehir", "Diyarbakır"],
    "hava": ["güneşli", "yağmurlu", "karlı", "güneşli"],
    "oyun": ["hayır", "evet", "hayır", "evet"],
}
GERMAN: Columns = {
    "Größe": ["klein", "groß", "mäßig", "groß"],
    "Straße": ["nass", "trocken", "trocken", "nass"],
    "Gewicht": [5.5, 7.0, 6.5, 8.0],
    "Männlich": ["ja", "nein", "für", "müde"],
}
FRENCH: Columns = {
    "prénom": ["Hélène", "François", "Zoë", "Jérôme"],
    "âge": [12, 13, 11, 14],
    "élève": ["très bien", "déjà", "où", "à côté"],
}
SPANISH: Columns = {
    "niño": ["José", "María", "Íñigo", "Sofía"],
    "corazón": ["sano", "débil", "sano", "débil"],
    "mañana": ["sí", "no", "sí", "quizás"],
}
NORDIC: Columns = {
    "by": ["Malmö", "København", "Tromsø", "Åbo"],
    "vær": ["sol", "skyet", "snø", "sol"],
    "gør": ["ja", "nej", "nei", "ja"],
}
TABLES = {
    "Chinese": (CHINESE, ("gb18030",)),
    "Chinese of Taiwan": (TAIWAN, ("big5",)),
    "Japanese": (JAPANESE, ("shift_jis", "euc-jp")),
    "Korean": (KOREAN, ("euc-kr",)),
    "Russian": (RUSSIAN, ("cp1251", "koi8-r", "cp866")),
    "Ukrainian": (UKRAINIAN, ("cp1251", "koi8-r")),
    "Greek": (GREEK, ("cp1253",)),
    "Polish": (POLISH, ("cp1250", "iso-8859-2", "cp852")),
    "Czech": (CZECH, ("cp1250", "iso-8859-2", "cp852")),
    "Hungarian": (HUNGARIAN, ("cp1250", "iso-8859-2")),
    "Turkish": (TURKISH, ("cp1254",)),
    "German": (GERMAN, ("cp1252", "cp850", "mac-roman")),
    "French": (FRENCH, ("cp1252", "iso-8859-15", "cp850", "mac-roman")),
    "Spanish": (SPANISH, ("cp1252", "mac-roman")),
    "Danish and Swedish": (NORDIC, ("cp1252", "mac-roman")),
}
CODECS = {"big5": "cp950", "shift_jis": "cp932", "euc-kr": "cp949", "koi8-r": "koi8-u"}
SHORT = {
    "gb18030": ("n,类\n1,是\n2,否\n", "name,x\n李明,1\nWang,2\n", "a,b\n1,好\n2,坏\n"),
    "big5": ("n,類\n1,是\n2,否\n", "名,x\n陳,1\n林,2\n"),
    "shift_jis": ("n,天気\n1,雨\n2,晴れ\n", "n,ア\n1,カ\n2,キ\n", "名前,x\n田中,1\n鈴木,2\n"),
    "euc-jp": ("n,天気\n1,雨\n2,晴れ\n", "名前,x\n田中,1\n鈴木,2\n"),
    "euc-kr": ("n,비\n1,예\n2,아니오\n", "이름,x\n김,1\n이,2\n"),
    "cp1251": ("n,да\n1,х\n2,у\n", "имя,x\nОля,1\nИван,2\n", "n,пол\n1,м\n2,ж\n"),
    "koi8-r": ("имя,x\nОля,1\nИван,2\n", "n,пол\n1,м\n2,ж\n"),
    "cp866": ("имя,x\nОля,1\nИван,2\n",),
    "cp1253": ("n,ναι\n1,όχι\n2,ναι\n", "όνομα,x\nΝίκος,1\nΆννα,2\n"),
    "cp1250": ("n,płeć\n1,a\n2,b\n", "name,x\nLukáš,1\nŽofie,2\n"),
    "iso-8859-2": ("n,płeć\n1,a\n2,b\n", "name,x\nLukáš,1\nŽofie,2\n"),
    "cp1254": ("n,yaş\n1,a\n2,b\n", "isim,x\nAyşe,1\nIşıl,2\n"),
    "cp1252": (
        *("n,Größe\n1,a\n2,b\n", "city,€\nKöln,1\nBonn,2\n", "°C,x\n1,a\n2,b\n"),
        *("Temp (°C),x\n1,a\n2,b\n", "dose in µg,x\n1,a\n2,b\n", "area (m²),x\n1,a\n2,b\n"),
        *("x²,y\n1,a\n2,b\n", "city,T in °C\na,1\nb,2\n", "place,25°C\na,7°C\nb,9°C\n"),
    ),
    "iso-8859-15": ("n,€\n1,a\n2,b\n",),
    "mac-roman": ("n,Größe\n1,a\n2,b\n",),
    "cp850": ("n,Größe\n1,a\n2,b\n",),
}


def usual() -> Iterator[Case]:
    for language, (columns, encodings) in TABLES.items():
        text = csv_of(columns, end="\r\n")
        for encoding in encodings:
            yield Case(
                f"{language} in {encoding}", text.encode(CODECS.get(encoding, encoding)), columns
            )
            yield Case(
                f"{language} in {encoding}, chosen",
                text.encode(CODECS.get(encoding, encoding)),
                columns,
                chosen=Chosen(encoding=encoding),
            )
        marked = codecs.BOM_UTF8 + text.encode()
        yield Case(f"{language} in utf-8", text.encode(), columns)
        yield Case(f"{language} in utf-8 with a mark", marked, columns)
        yield Case(f"{language} in utf-16", codecs.BOM_UTF16_LE + text.encode("utf-16-le"), columns)
        yield Case(f"{language} in utf-16 without a mark", text.encode("utf-16-be"), columns)


def late() -> Iterator[Case]:
    """The first letters beyond ASCII stand far below: where a glance at the top sees nothing."""
    for encoding, cell in (
        ("gb18030", "决策树"),
        ("cp1251", "дерево решений"),
        ("shift_jis", "決定木です"),
        ("cp1252", "Bäume für Größen"),
    ):
        columns: Columns = {"n": list(range(3_000)), "note": ["plain"] * 2_999 + [cell]}
        yield Case(
            f"only the last cell is beyond ASCII: {encoding}",
            csv_of(columns).encode(CODECS.get(encoding, encoding)),
            columns,
            readings=encoding,
        )


def short() -> Iterator[Case]:
    for encoding, texts in SHORT.items():
        for at, text in enumerate(texts, 1):
            header, *rows = [line.split(",") for line in text.splitlines()]
            cells = ([int(cell) if cell.isdigit() else cell for cell in one] for one in zip(*rows, strict=True))  # fmt: skip
            yield Case(
                f"short, in {encoding} ({at})",
                text.encode(CODECS.get(encoding, encoding)),
                dict(zip(header, cells, strict=True)),
                readings=encoding,
            )


def broken() -> Iterator[Case]:
    text = csv_of(CHINESE)
    slip = text.encode().replace("中年".encode(), b"\xd6\xd0\xc4\xea", 1)
    yield Case("one cell pasted from GBK into UTF-8", slip, "line 4 does not fit")
    chosen = Chosen(encoding="utf-8")
    yield Case("GBK chosen to be UTF-8", text.encode("gbk"), "not written in utf-8: line 1", chosen=chosen)  # fmt: skip
    yield Case("an encoding that is not known", text.encode(), "is not known here", chosen=Chosen(encoding="ebcdic"))  # fmt: skip
    yield Case("utf-16 cut in a letter", codecs.BOM_UTF16_LE + text.encode("utf-16-le")[:-1], "utf-16-le")  # fmt: skip


CASES_OF_ENCODINGS = (*usual(), *late(), *short(), *broken())
