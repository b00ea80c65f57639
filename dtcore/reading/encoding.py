"""From bytes to text: which encoding, and strictly that one.

The encodings are those that students bring. A byte order mark decides; then UTF-8, which no
other encoding passes for by chance; then Chinese by how usual its characters are; then cp1252.
Decoding is judged on the whole content: one wrong byte on the last line is an error with its
line, never a silently wrong letter. Not done here: other alphabets (cp1251, Shift-JIS, ...).
"""

from __future__ import annotations

import codecs
import re
from functools import cache
from typing import Final

from dtcore.errors import ReadingError
from dtcore.reading.wording import quoted

ENCODINGS: Final = ("utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp1252")

# What Windows writes as Big5 is cp950: it has a few characters (裏, 恒) that "big5" lacks.
_CODECS: Final = {"big5": "cp950"}
_BOMS: Final = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    "\ufeff".encode("gb18030"): "gb18030",
}
_SAMPLE: Final = 64 * 1024
_BINARY: Final = re.compile("[\x00-\x08\x0e-\x1f]")
_HIGH: Final = re.compile(rb"[\x80-\xff]")
# A run of letters with at least one byte beyond ASCII, as a western encoding would see it.
_WORD: Final = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
# The bytes beyond ASCII that western tables really hold: letters, quotes, dashes and units.
_WESTERN: Final = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŠšŽžŒœŸ‘’“”–—…«»°²³µºª€£§½".encode(
        "cp1252"
    )
)
_PLAUSIBLE: Final = 0.5


def decode(content: bytes, encoding: str) -> str:
    """The text, without byte order mark, its line ends all ``\\n``."""
    if encoding not in ENCODINGS:
        raise ReadingError(
            "The encoding “{encoding}” is not known here. Choose one of {known}.",
            encoding=quoted(encoding),
            known=", ".join(ENCODINGS),
        )
    try:
        text = _normal(_decoded(content, encoding))
    except UnicodeDecodeError as error:
        if not encoding.startswith("utf-16"):  # which is full of what is strange elsewhere
            _refuse_binary(content[:_SAMPLE].decode("latin-1"))
        before = content[: error.start].decode(_CODECS.get(encoding, encoding), "replace")
        raise ReadingError(
            "The file is not written in {encoding}: line {line} does not fit. Choose another "
            "encoding, or save the file again as “CSV UTF-8”.",
            encoding=encoding,
            line=_normal(before).count("\n") + 1,
        ) from None
    _refuse_binary(text)
    return text


def guess_encoding(content: bytes) -> str:
    """The likeliest of ``ENCODINGS``."""
    for mark, encoding in _BOMS.items():
        if content.startswith(mark):
            return encoding
    if b"\x00" in content[:_SAMPLE]:
        return _utf16_without_mark(content) or "utf-8"
    if _fits(content, "utf-8") or _utf8_but_for_slips(content):
        return "utf-8"
    return _legacy(content)


def _decoded(content: bytes, encoding: str) -> str:
    return content.decode(_CODECS.get(encoding, encoding))


def _normal(text: str) -> str:
    # Files put together by hand carry byte order marks in their middle too.
    return text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")


def _fits(content: bytes, encoding: str) -> bool:
    try:
        _decoded(content, encoding)
    except UnicodeDecodeError:
        return False
    return True


def _refuse_binary(text: str) -> None:
    # A stray control character happens; a NUL or a good share of them is no text.
    strange = len(_BINARY.findall(text[:_SAMPLE]))
    if "\x00" in text or strange * 100 > min(len(text), _SAMPLE):
        raise ReadingError(
            "This is not a text file. Save or export the table as CSV and upload that file."
        )


def _utf16_without_mark(content: bytes) -> str | None:
    """In the wrong byte order a line end is a letter of Gurmukhi, so one order has line ends."""
    start = content[:_SAMPLE]
    for encoding in ("utf-16-le", "utf-16-be"):
        text = start.decode(encoding, "replace")
        if re.search("[\r\n]", text) and not _BINARY.search(text) and "\ufffd" not in text[:-1]:
            return encoding
    return None


def _utf8_but_for_slips(content: bytes) -> bool:
    """Whether it is UTF-8 with a few broken bytes: better refused than read as nonsense."""
    text = content.decode("utf-8", "replace")
    slips = text.count("\ufffd")
    others = len(text) - len(text.encode("ascii", "ignore")) - slips
    return others >= 5 * slips


def _legacy(content: bytes) -> str:
    sample = _lines_beyond_ascii(content)
    if _western_share(sample) > _PLAUSIBLE and _fits(content, "cp1252"):
        return "cp1252"
    shares = {
        encoding: _usual_share(sample, encoding)
        for encoding in ("gb18030", "big5")
        if _fits(content, encoding)
    }
    # At a tie the first wins: simplified is what most files of this kind are.
    best = max(shares, key=lambda encoding: shares[encoding], default="cp1252")
    if shares.get(best, 0) >= _PLAUSIBLE or not _fits(content, "cp1252"):
        return best
    return "cp1252"


def _lines_beyond_ascii(content: bytes) -> bytes:
    """Whole lines from the first one that is not ASCII: the only ones that tell encodings apart."""
    result = _HIGH.search(content)
    if not result:
        return b""
    start = content.rfind(b"\n", 0, result.start()) + 1
    end = content.find(b"\n", start + _SAMPLE)
    return content[start : end if end >= 0 else len(content)]


def _western_share(sample: bytes) -> float:
    """The share of words that read as western: a minority of accented letters among plain ones."""
    words = _WORD.findall(sample)
    return sum(map(_reads_western, words)) / max(1, len(words))


def _reads_western(word: bytes) -> bool:
    strange = _HIGH.findall(word)
    return len(strange) * 2 <= len(word) and all(byte[0] in _WESTERN for byte in strange)


def _usual_share(sample: bytes, encoding: str) -> float:
    text = sample.decode(_CODECS.get(encoding, encoding), "replace")
    strange = [letter for letter in text if letter > "\x7f"]
    usual = _usual(encoding)
    return sum(letter in usual for letter in strange) / max(1, len(strange))


@cache
def _usual(encoding: str) -> frozenset[str]:
    """The everyday characters: both standards put them, by frequency, into a first level."""
    if encoding == "gb18030":
        leads, trails = [0xA1, 0xA3, *range(0xB0, 0xD8)], [*range(0xA1, 0xFF)]
    else:
        leads, trails = [*range(0xA1, 0xC7)], [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    pairs = bytes(byte for lead in leads for trail in trails for byte in (lead, trail))
    return frozenset(pairs.decode("gb2312" if encoding == "gb18030" else "big5", "ignore"))
