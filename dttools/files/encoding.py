"""From bytes to text: which encoding, and strictly that one.

The encodings are those that students bring. A byte order mark decides; then UTF-8, which no
other encoding passes for by chance; then the one whose letters are the most usual ones of its
script (``letters``). Where another reads nearly as well, ``readings`` shows both. Decoding is
judged on the whole content: one wrong byte on the last line is an error with its line, never a
silently wrong letter. Not done here: scripts that are written from right to left, Thai, Baltic.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dtcore.errors import ReadingError
from dtcore.words import Listed
from dttools.files.letters import script
from dttools.files.quoting import quoted

ENCODINGS: Final = (
    *("utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"),
    *("cp1252", "iso-8859-15", "cp1250", "iso-8859-2", "cp1254", "cp1251", "koi8-r", "cp1253"),
    *("mac-roman", "cp850", "cp852", "cp866"),
)

# What Windows writes under these names has a few characters more (裏 and 恒, ①, 똠); koi8-u has
# Ukrainian letters in place of lines to draw boxes.
_CODECS: Final = {"big5": "cp950", "shift_jis": "cp932", "euc-kr": "cp949", "koi8-r": "koi8-u"}
# The encodings that are guessed: the script that they are for, and how rare they are (in half
# bits), so that of two that explain a file alike the commoner one is taken.
_LEGACY: Final = {
    encoding: (script, rarity)
    for script, encodings in {
        # What Excel saves as CSV for the Macintosh and for MS-DOS is rare.
        "western": {"cp1252": 0, "iso-8859-15": 8, "mac-roman": 14, "cp850": 14},
        "simplified": {"gb18030": 0},
        "traditional": {"big5": 4},
        "japanese": {"shift_jis": 2, "euc-jp": 8},
        "korean": {"euc-kr": 2},
        "cyrillic": {"cp1251": 2, "koi8-r": 8, "cp866": 14},
        "central": {"cp1250": 4, "iso-8859-2": 8, "cp852": 18},
        "turkish": {"cp1254": 6},
        "greek": {"cp1253": 4},
    }.items()
    for encoding, rarity in encodings.items()
}
_BOMS: Final = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    "\ufeff".encode("gb18030"): "gb18030",
}
_SAMPLE: Final = 64 * 1024
_BINARY: Final = re.compile("[\x00-\x08\x0e-\x1f]")
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_LINE_ENDS: Final = re.compile(rb"[\r\n]+")
_BORDER: Final = re.compile(rb"[\x00-\x20,;\"]+")
_CHUNKS: Final = 16
_CHUNK: Final = 16 * 1024
_ENOUGH: Final = 6 * 1024
_SURE: Final = 24
# What a letter costs in texts of each script, and what a short text may cost more (half bits).
_PLAUSIBLE: Final = {
    **dict.fromkeys(("western", "central", "turkish", "cyrillic", "greek"), (10, 30)),
    **dict.fromkeys(("simplified", "traditional", "japanese", "korean"), (16, 60)),
}
_MOST_READINGS: Final = 3
_LINE: Final = 1000


def decode(content: bytes, encoding: str) -> str:
    """The text, without byte order mark, its line ends all ``\\n``.

    Raises ReadingError for an encoding that is unknown or does not fit, and for what is no text.
    """
    if encoding not in ENCODINGS:
        raise ReadingError(
            "The encoding “{encoding}” is not known here. Choose one of {known}.",
            encoding=quoted(encoding),
            known=Listed(ENCODINGS),
        )
    try:
        text = _normal(_decoded(content, encoding))
    except UnicodeDecodeError as error:
        if not encoding.startswith("utf-16"):  # which is full of what is strange elsewhere
            _refuse_binary(content[:_SAMPLE].decode("latin-1"))
        before = _decoded(content[: error.start], encoding, "replace")
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
    stated = _stated(content)
    return stated or next((guess.encoding for guess in _legacy(content)), "cp1252")


def _stated(content: bytes) -> str | None:
    """An encoding that a file shows beyond doubt: by its mark, its zeros, or as UTF-8."""
    for mark, encoding in _BOMS.items():
        if content.startswith(mark):
            return encoding
    if b"\x00" in content[:_SAMPLE]:
        return _utf16_without_mark(content) or "utf-8"
    if _fits(content, "utf-8") or _utf8_but_for_slips(content):
        return "utf-8"
    return None


def readings(content: bytes) -> tuple[tuple[str, str], ...]:
    """Where the guess is weak, the likeliest encodings with the first line that tells them apart.

    Empty where the guess is sure, or no more than one encoding fits.
    """
    if _stated(content):
        return ()
    guesses = _legacy(content)
    if len(guesses) < 2 or _is_sure(guesses):
        return ()
    for line in _lines_beyond_ascii(content):
        lines = [_decoded(line, one.encoding, "replace").strip() for one in guesses]
        if lines[0] != lines[1]:
            break
    return tuple(zip((one.encoding for one in guesses), lines, strict=True))


def _lines_beyond_ascii(content: bytes) -> Iterator[bytes]:
    """The first few of the lines that are not ASCII, each up to a length that can be shown."""
    high = _HIGH.search(content)
    at = high.start() if high else 0
    start = max(content.rfind(b"\n", 0, at), content.rfind(b"\r", 0, at)) + 1
    for line in _LINE_ENDS.split(content[start : at + _SAMPLE]):
        if not line.isascii():
            yield line[:_LINE]


def codec(encoding: str) -> str:
    """What Python calls the one of ``ENCODINGS`` that is meant."""
    return _CODECS.get(encoding, encoding)


def _decoded(content: bytes, encoding: str, errors: str = "strict") -> str:
    return content.decode(codec(encoding), errors)


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
            "This is neither a text nor a workbook that can be opened, so it may be damaged. Open "
            "it in its own program and save the table as .xlsx or CSV."
        )


def _utf16_without_mark(content: bytes) -> str | None:
    """In the wrong byte order a line end is a letter of Gurmukhi, so one order has line ends."""
    for encoding in ("utf-16-le", "utf-16-be"):
        text = content[:_SAMPLE].decode(encoding, "replace")
        lines = not {"\r", "\n"}.isdisjoint(text)
        if lines and not _BINARY.search(text) and "\ufffd" not in text[:-1]:
            return encoding
    return None


def _utf8_but_for_slips(content: bytes) -> bool:
    """Whether it is UTF-8 with a few broken bytes: better refused than read as nonsense."""
    text = content.decode("utf-8", "replace")
    slips = text.count("\ufffd")
    others = len(text) - len(text.encode("ascii", "ignore")) - slips
    return others >= 5 * slips


@dataclass(frozen=True)
class EncodingGuess:
    """An encoding, what it makes of a sample, and what that costs in its script."""

    encoding: str
    text: str
    cost: int


def _legacy(content: bytes) -> list[EncodingGuess]:
    """The encodings that fit, likeliest first; of those that read it alike the usual one."""
    sample = _words_beyond_ascii(content)
    alike: dict[str, list[EncodingGuess]] = {}
    for encoding, (name, rarity) in _LEGACY.items():
        text = _decoded(sample, encoding, "replace")
        guess = EncodingGuess(encoding, text, script(name).cost(text) + rarity)
        alike.setdefault(text, []).append(guess)
    result: list[EncodingGuess] = []
    for group in sorted(alike.values(), key=lambda group: min(one.cost for one in group)):
        usual = sorted(group, key=lambda one: _LEGACY[one.encoding][1])
        fitting = next((one for one in usual if _fits(content, one.encoding)), None)
        if fitting:
            result.append(replace(fitting, cost=min(one.cost for one in group)))
        if len(result) == _MOST_READINGS:
            break
    return result


def _is_sure(guesses: Sequence[EncodingGuess]) -> bool:
    """Whether the first reads as its script does, and the second far worse."""
    first = guesses[0]
    usual, slack = _PLAUSIBLE[_LEGACY[first.encoding][0]]
    plausible = first.cost <= usual * len(first.text) + slack
    return plausible and all(other.cost - first.cost >= _SURE for other in guesses[1:])


def _words_beyond_ascii(content: bytes) -> bytes:
    """Different words that are not ASCII, from all parts of the file, one a line.

    A word that stands in every row tells no more than once.
    """
    found: dict[bytes, None] = {}
    size = at = 0
    step = max(_CHUNK, len(content) // _CHUNKS)
    while size < _ENOUGH and (high := _HIGH.search(content, at)):
        start = max(_border_before(content, high.start()), high.start() - _CHUNK)
        chunk = content[start : high.start() + _CHUNK]
        words = _BORDER.split(chunk)
        # The last word may be cut within a letter.
        whole = words if len(words) == 1 or high.start() + _CHUNK >= len(content) else words[:-1]
        for word in whole:
            if not word.isascii() and word not in found and size < _ENOUGH:
                found[word[:_ENOUGH]] = None
                size += len(word)
        at = max(high.start() + _CHUNK, start + step)
    return b"\n".join(found)


def _border_before(content: bytes, at: int) -> int:
    return max(content.rfind(sign, 0, at) for sign in (b"\n", b"\r", b",", b";", b"\t")) + 1
