"""English and Chinese: messages by gettext, long explanations by Markdown files."""

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from pages.ui.shell import session
from pages.ui.wording.markdown import literal

_SPOKEN: ContextVar[str] = ContextVar("spoken", default="")
TEXT: Final = Path(__file__).parent / "text"


class Sentence(Protocol):
    """What the engine says: a template and what fills it (errors, notes on a file)."""

    template: str
    fields: Mapping[str, object]


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


def _now() -> str:
    return _SPOKEN.get() or session.language()


def _(message: str) -> str:
    """``message`` in the language of the session."""
    return _catalogue(_now()).gettext(message)


def N_(message: str) -> str:  # noqa: N802
    """Marks ``message`` for translation where it is written; ``_`` translates it where shown."""
    return message


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form for ``n``, in the language of the session, with {n} put in."""
    return _catalogue(_now()).ngettext(singular, plural, n).format(n=n)


def sentence(said: Sentence) -> str:
    """An error or a note in the session's language, as Markdown; user text stays literal."""
    fields = {
        name: value if isinstance(value, int | float) else literal(value, 200)
        for name, value in said.fields.items()
    }
    return _(said.template).format(**fields)


def joined(*sentences: str) -> str:
    """Sentences one after the other: with a space between, which Chinese does not have."""
    said = ""
    for one in filter(None, sentences):
        said = _("{before} {after}").format(before=said, after=one) if said else one
    return said


def explanation(name: str) -> str:
    """The Markdown text called ``name``, in the language of the session."""
    return _read(session.language(), name)


@cache
def _read(language: str, name: str) -> str:
    return (TEXT / language / f"{name}.md").read_text("utf-8")
