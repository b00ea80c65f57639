"""Which programs our trees were compared with: ``tools.json``, a count of the recorded trees.

A test counts the records and the comparisons again, so that the file cannot say anything else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st

from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal

FILE: Final = Path(__file__).with_name("tools.json")
NAMES: Final = {
    "c45": "C4.5 Release 8 (Quinlan)",
    "j48": "J48 (Weka)",
    "scikit_learn": "scikit-learn",
}


@dataclass(frozen=True)
class Compared:
    """How many ``trees`` of a program stand beside ours; ``same`` of them are equal throughout,
    None where ties may part them."""

    trees: int
    same: int | None = None


@cache
def compared() -> Mapping[str, Compared]:
    """By program."""
    return {tool: Compared(**said) for tool, said in json.loads(FILE.read_text("utf-8")).items()}


def section() -> None:
    st.header(_("Compared with other programs"), anchor=False)
    st.markdown(
        _(
            "Books print few trees in full, so whole trees were also compared, node by "
            "node, with programs written by others:"
        )
    )
    lines = [
        f"- **{literal(_names()[tool])}**{_(': ')}{joined(_line(found), _how()[tool])}"
        for tool, found in compared().items()
    ]
    with st.container(key="textbook_tools"):
        st.markdown("\n".join(lines))


def _names() -> dict[str, str]:
    return NAMES | {
        "id3": _("ID3 by brute force"),
        "cart": _("CART by brute force"),
    }


def _line(found: Compared) -> str:
    trees = ngettext("{n} tree", "{n} trees", found.trees)
    if found.same is None:
        return _("{trees}.").format(trees=trees)
    if found.same == found.trees:
        return _("{trees}, all the same as ours.").format(trees=trees)
    return _("{trees}, {same} of them the same as ours.").format(trees=trees, same=found.same)


def _how() -> dict[str, str]:
    return {
        "c45": joined(
            _("Every split, and the rows and errors of every leaf to the decimals printed."),
            _(
                "Where a tree differs, a branch holds exactly the required number of "
                "rows; Release 8 adds in single precision and falls just short of it."
            ),
        ),
        "j48": _("Every split, the tree after pruning, and the class shares that it predicts."),
        "scikit_learn": _(
            "Every split, its decrease and every prediction, up to the first tie: "
            "scikit-learn breaks ties at random."
        ),
        "id3": _("Every split, and the gain of every column at every node."),
        "cart": _("Every cut, its decrease, and the sequence of cost-complexity pruning."),
    }
