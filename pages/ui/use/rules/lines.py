"""Rules as lines to press: what each says, and its figures, at any width; one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from dtcore.model import Schema
from dtshow.words.language import _
from dtshow.words.markdown import literal

MOST: Final = 60
"""Lines that are drawn; of more, filter and order say which."""


@dataclass(frozen=True)
class RuleLine:
    """``name``: what its button is told from others by; ``text`` and ``figures``, Markdown."""

    name: str
    text: str
    figures: str


def consequent(schema: Schema, answer: str) -> str:
    """What a rule says of the target, Markdown."""
    return f"{literal(schema.target.name, 40)} = **{literal(answer)}**"


def rule_lines(
    lines: Sequence[RuleLine], chosen: str | None, pick: Callable[[str | None], None], key: str
) -> None:
    """``pick``: for callbacks, hears the name of the line that was pressed, None to let go. The
    style sheet sets the figures, which are emphasized, apart, and frames the line with a second
    bold part: a button of another type would be a new one, and the focus lost."""
    with st.container(key=key, gap=None):
        for line in lines[:MOST]:
            on = line.name == chosen
            st.button(
                f"{'**▸** ' if on else ''}{line.text} *{line.figures}*",
                key=f"{key}_{line.name}",
                type="tertiary",
                width="stretch",
                on_click=pick,
                args=(None if on else line.name,),
            )
    if len(lines) > MOST:
        st.caption(_("The first {n} rules are listed.").format(n=MOST))
