"""What the texts are called, and where in them a number stands."""

from __future__ import annotations

from typing import Final

from dtshow.words.language import N_, _
from pages.ui.textbook.records import Place

TEXTS: Final = {
    "gender": N_("Gender article"),
    "fang": N_("Fang’s slides"),
    "mitchell": N_("Mitchell"),
    "criteria": N_("Criteria article"),
    "li_hang": N_("Li Hang"),
    "quinlan": N_("Quinlan 1986"),
    "islr": N_("ISLR"),
    "id3_c45": N_("ID3 and C4.5 article"),
}
"""What a text is called where there is little room."""
TITLES: Final = {
    "gender": N_(
        "“Decision trees and their code with numpy” (决策树算法原理及基于numpy的代码实现)"
    ),
    "fang": N_("Fang Kuangnan, Statistical Machine Learning: decision trees (slides)"),
    "mitchell": N_("Mitchell, Machine Learning, chapter 3"),
    "criteria": N_("“Measures to select attributes” (决策树算法属性筛选度量标准)"),
    "li_hang": N_("Li Hang, Statistical Learning Methods, chapter 5"),
    "quinlan": N_("Quinlan, Induction of Decision Trees (1986)"),
    "islr": N_("James et al., An Introduction to Statistical Learning, chapter 8"),
    "id3_c45": N_("“Decision trees: ID3 and C4.5” (决策树（上）)"),
}
PLACES: Final = {
    "section": N_("section {n}"),
    "definition": N_("definition {n}"),
    "figure": N_("figure {n}"),
    "example": N_("example {n}"),
    "algorithm": N_("algorithm {n}"),
    "slide": N_("slide “{n}”"),
    "part": N_("“{n}”"),
}
PARTS: Final = {
    "entropy": N_("Entropy"),
    "conditional_entropy": N_("Conditional entropy"),
    "gain": N_("Information gain"),
    "gain_ratio": N_("Gain ratio"),
    "numeric": N_("Numeric columns"),
    "gini": N_("Gini index"),
    "regression_tree": N_("Regression trees"),
}
"""The headings of texts whose parts have no numbers."""


def name(text: str) -> str:
    return _(TEXTS[text])


def title(text: str) -> str:
    return _(TITLES[text])


def place(where: Place) -> str:
    """ "section 3.4.2"."""
    kind, number = where
    return _(PLACES[kind]).format(n=_(PARTS[number]) if number in PARTS else number)
