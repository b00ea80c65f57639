"""Small files that ask for much: one of each kind that was tried on a server, for tests and for
``bench.attacks``. Only the standard library writes them."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections.abc import Callable
from typing import Final

MANY: Final = 100_000
SHEET: Final = "xl/worksheets/sheet1.xml"
ROWS: Final = (
    b'<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b'
    b'</t></is></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>'
)


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def xlsx(rows: bytes = ROWS, behind: bytes = b"", tag: bytes = b"", **more: bytes) -> bytes:
    """A sheet of these rows; ``tag`` stands in the workbook's tag of the sheet."""
    office = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    of_packages = b"http://schemas.openxmlformats.org/package/2006/relationships"
    book = b'<workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="s" sheetId="1" r:id="r1"/>%s'
    target = b'<Relationship Id="%s" Type="%s/%s" Target="%s"/>'
    links = b'<Relationships xmlns="%s">%s</Relationships>'
    sheet = target % (b"r1", office, b"worksheet", b"worksheets/sheet1.xml")
    strings = target % (b"r2", office, b"sharedStrings", b"sharedStrings.xml")
    root = target % (b"r1", office, b"officeDocument", b"xl/workbook.xml")
    return zipped(
        {
            "[Content_Types].xml": b"<Types/>",
            "_rels/.rels": links % (of_packages, root),
            "xl/workbook.xml": book % (main, office, tag) + b"</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": links % (of_packages, sheet + strings),
            SHEET: b'<worksheet xmlns="%s"><sheetData>%s</sheetData>%s</worksheet>'
            % (main, rows, behind),
            **more,
        }
    )


def ods(cells: bytes, more: bytes = b"") -> bytes:
    names = b" ".join(
        b'xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"' % (one, one)
        for one in (b"office", b"table", b"text")
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    content = (
        b"<office:document-content %s><office:body><office:spreadsheet>"
        b'<table:table table:name="s"><table:table-row>%s</table:table-row>%s</table:table>'
        b"</office:spreadsheet></office:body></office:document-content>" % (names, cells, more)
    )
    manifest = (
        b'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    )
    members = {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content}
    return zipped(members)


def text_cell(inside: bytes) -> bytes:
    return b'<table:table-cell office:value-type="string">%s</table:table-cell>' % inside


def arff(levels: str) -> bytes:
    return f"@relation r\n@attribute a {{{levels}}}\n@attribute b numeric\n@data\nx,1\n".encode()


def strings_of(length: int) -> bytes:
    return b"<sst><si><t>%s</t></si></sst>" % (b"x" * length)


BY_THE_LIMIT: Final = "gzip: 400,000 empty members"
STRINGS: Final = "xl/sharedStrings.xml"
NAMED: Final[dict[str, Callable[[], bytes]]] = {
    "xlsx: a tag of one long word": lambda: xlsx(tag=b"<sheet " + b"a" * 10 * MANY + b"/>"),
    "xlsx: a tag of odd references": lambda: xlsx(ROWS + b"<c " + b"r= " * MANY),
    "xlsx: a tag of shared texts": lambda: xlsx(
        b"<v>0</v>" * 300 + b"<c " + b't="s" ' * MANY, **{STRINGS: strings_of(10**6)}
    ),
    "xlsx: a tag of references": lambda: xlsx(b'<c r="XFD1048576"/><c ' + b'r="A1" ' * MANY),
    "arff: a level of blanks": lambda: arff(" " * MANY + "'"),
    "ods: cells that count blanks": lambda: ods(
        text_cell(b'<text:p>a<text:s text:c="900000000"/></text:p>') * 6
    ),
    BY_THE_LIMIT: lambda: gzip.compress(b"", mtime=0) * 400_000,
    "xlsx: 79 MB of blanks": lambda: xlsx(ROWS + b" " * 79_000_000),
}
"""What the attack of an hour met."""


def many_sheets() -> bytes:
    return xlsx(tag=b'<sheet name="t" sheetId="2" r:id="r1"/>' * MANY)


def looped_xls() -> bytes:
    """A compound file whose table of sectors leads back to where it began."""
    free, end = 0xFFFFFFFF, 0xFFFFFFFE
    header = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII",
        *(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6),
        *(0, 1, 1, 0, 4096, end, 0, end, 0),
    )
    header += struct.pack("<109I", 0, *[free] * 108)
    fat = struct.pack("<128I", 0xFFFFFFFD, 2, 1, 2, *[free] * 124)  # 1, 2, 1, 2, ...
    return header + fat + b"\0" * 512 * 2000


def nested_ods() -> bytes:
    deep = b"<text:span>" * 500_000
    return ods(text_cell(b"<text:p>" + deep + b"</text:p>") + text_cell(b""))


def one_quote() -> bytes:
    return b'a,b\n"' + b'x,"y"\n' * 1_100_000


def one_line() -> bytes:
    return b"a b " * 2_500_000


def many_groups() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    table = pa.table({"a": ["x" * 100_000] * 60, "b": ["y" * 100_000] * 60})
    pq.write_table(table, out, row_group_size=1, compression="zstd")
    return out.getvalue()


def escaped_arff() -> bytes:
    row = "'" + "\\'" * 1_000_000 + "', \"" + "\\\\" * 400_000 + "\n"
    return ("@relation r\n@attribute a string\n@attribute b string\n@data\n" + row * 2).encode()


def many_levels() -> bytes:
    levels = ", ".join(map(str, range(500_000)))
    names = f"x, y.\n{'a: ' + levels + '.'}\n"
    return zipped({"t.names": names.encode(), "t.data": b"1,x\n2,y\n" * 100_000})


def packed_in_blanks() -> bytes:
    return gzip.compress(xlsx(ROWS + b"\n" * 20_000_000), mtime=0)


def many_members() -> bytes:
    return xlsx(**{f"xl/a{at}.xml": b"" for at in range(9_000)})


def hidden_rows() -> bytes:
    return xlsx(ROWS + b'<row r="3" hidden="1"/>' * 1_000_000)


def hidden_ods() -> bytes:
    cells = text_cell(b"<text:p>a</text:p>") * 2
    unseen = b'<table:table-row table:visibility="filter" table:number-rows-repeated="%d"'
    rows = unseen % 2 + b">" + cells + b"</table:table-row>"
    return ods(cells, rows + (unseen % 999_999_999 + b"/>") * MANY)


OWN: Final[dict[str, Callable[[], bytes]]] = {
    "xlsx: a hundred thousand sheets": many_sheets,
    "xls: sectors in a ring": looped_xls,
    "ods: half a million spans, one in the other": nested_ods,
    "csv: one quotation mark": one_quote,
    "text: one line of five million words": one_line,
    "parquet: a long text in each group of rows": many_groups,
    "arff: two million escapes": escaped_arff,
    "c4.5: half a million levels": many_levels,
    "gzip: a spreadsheet of line ends": packed_in_blanks,
    "zip: nine thousand parts": many_members,
    "xlsx: a million hidden rows": hidden_rows,
    "ods: hidden rows without end": hidden_ods,
}
"""More of them, one for each format."""
