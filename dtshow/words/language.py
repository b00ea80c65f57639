"""English and Chinese: messages by gettext, long explanations by Markdown files.

Nothing of the app is imported here, so that whatever has a sentence may import this. Whose
language is spoken, the session says: it registers itself by ``asked_of``.
"""

import gettext
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from dtshow.words.markdown import literal

_SPOKEN: ContextVar[str] = ContextVar("spoken", default="")
TEXT: Final = Path(__file__).parent / "text"
LANGUAGES: Final = {"en": "English", "zh": "中文"}
"""By code, each under its own name."""


@runtime_checkable
class Worded(Protocol):
    """What the engine says: a template and what fills it (``Sentence``, ``DtError``)."""

    @property
    def template(self) -> str: ...
    @property
    def fields(self) -> Mapping[str, object]: ...


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("messages", TEXT / "locale", [language], fallback=True)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak ``language`` here, where there is no session to ask (a file made for download)."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def _english() -> str:
    return "en"


_asked: Callable[[], str] = _english


def asked_of(whose: Callable[[], str]) -> None:
    """From now on, ``whose()`` is the language to speak; English where nobody has registered."""
    global _asked
    _asked = whose


def speaking() -> str:
    """The language that is spoken here and now."""
    return _SPOKEN.get() or _asked()


def spoken_here() -> str:
    """The language that is spoken here whatever the session's is; "" if it is the session's."""
    return _SPOKEN.get()


def _(message: str) -> str:
    """``message`` in the language of the session."""
    return _catalogue(speaking()).gettext(message)


def N_(message: str) -> str:  # noqa: N802
    """Marks ``message`` for translation where it is written; ``_`` translates it where shown."""
    return message


class _Count(int):
    """Read in groups of three: 1,309."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec or ",")


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form for ``n``, in the language of the session, with {n} put in."""
    return _catalogue(speaking()).ngettext(singular, plural, n).format(n=_Count(n))


def sentence(said: Worded, **shown: object) -> str:
    """What the engine says, in the session's language, as Markdown; user text stays literal.

    ``shown`` fills the fields that it left open, or fills them otherwise, as given.
    """
    fields = {name: _filled(value) for name, value in said.fields.items()}
    return _(said.template).format(**fields | shown)


def _filled(value: object) -> object:
    if isinstance(value, Worded):
        return sentence(value)
    if isinstance(value, tuple):  # names, one after the other
        return literal(_(", ").join(value), 200)
    return value if isinstance(value, int | float) else literal(value, 200)


def plain_sentence(said: Worded) -> str:
    """As ``sentence``, as text that is no Markdown."""
    fields = {name: _as_text(value) for name, value in said.fields.items()}
    return _(said.template).format(**fields)


def _as_text(value: object) -> object:
    if isinstance(value, Worded):
        return plain_sentence(value)
    return _(", ").join(value) if isinstance(value, tuple) else value


def joined(*sentences: str) -> str:
    """Sentences one after the other: with a space between, which Chinese does not have."""
    text = ""
    for one in filter(None, sentences):
        text = _("{before} {after}").format(before=text, after=one) if text else one
    return text


def explanation(name: str) -> str:
    """The Markdown text called ``name``, in the language of the session."""
    return _read(speaking(), name)


@cache
def _read(language: str, name: str) -> str:
    return (TEXT / language / f"{name}.md").read_text("utf-8")
