"""A sentence for what is not simply right: how a text came to its number, what is misprinted.

Markdown, with formulas in TeX, for a cell of a table: a bar is written as a word there.
The numbers in the sentences are the engine's, or those that the text itself prints.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import reduce
from typing import Final

from dtshow.tables.catalogue import catalogue
from dtshow.words.language import N_, _, ngettext, speaking
from dtshow.words.markdown import literal
from pages.ui.textbook.marks import (
    Mark,
    Worked,
    as_number,
    explains,
    mark,
    ratio,
    rounded,
    slipped,
    worked,
)
from pages.ui.textbook.printed import (
    Misprint,
    Place,
    Printed,
    SplitMade,
    Step,
    branches,
    candidate,
    most_gain,
    number,
    numbers,
    tried,
    value,
)

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
LOWERED: Final = str.maketrans("0123456789nr", "₀₁₂₃₄₅₆₇₈₉ₙᵣ")
DECIMALS = 4
"""Of numbers in a sentence."""
PLAIN: Final = {
    "sum_index": N_("The sum runs from i = 1."),
    "stray_p": N_("A stray p follows the fraction: the share of women is 4 of 9."),
    "weights_forgotten": N_(
        r"Each branch counts by its share of the rows. The text also calls $H(D\vert A_i)$ a "
        r"gain; it is the entropy of a branch."
    ),
    "one_minus_gini": N_(
        "The Gini index of a split is the weighted sum itself. Subtracted from 1 it is "
        "no longer an impurity: better splits get larger numbers."
    ),
    "groupings": N_(
        "$k$ levels can be put into two groups in $2^{k-1}-1$ ways, three levels in "
        "three. With only $k-1$ questions, no single one sets the last level apart."
    ),
    "largest_impurity": N_(
        "The best cut has the largest gain, that is, the smallest weighted impurity, "
        "not the largest impurity."
    ),
    "above_the_cut": N_(
        "The other branch holds heights up to 175, this one those above. With ≥ a height of 175 "
        "would go both ways."
    ),
    "asked_once": N_(
        "C4.5 asks about a nominal column once on a path. A numeric column may be cut again "
        "further down."
    ),
    "id3_missing": N_(
        "The same row says that ID3 can train with missing values and that it is sensitive to "
        "them. ID3 has no rule for a missing cell."
    ),
    "two_branches": N_(
        "C4.5 makes no levels of a numeric column. A cut makes two branches, and the column stays "
        "numeric below them."
    ),
    "conditional_named": N_(
        "Step (2) is about the conditional entropy. $E_n(D)$ is the entropy of step (1)."
    ),
    "x_q": N_(
        "The weight of a branch is its number of rows $n_q$ over $n$. $x_q$ is a value of the "
        "column, and the $Q$ behind the sum is its upper limit."
    ),
    "gains_not_entropies": N_(
        "Step (2) lists the gains that step (3) needs, but writes them like the "
        "conditional entropies of algorithm 9-1."
    ),
    "gain_of_column": N_(
        "The gain is that of the column $X_j$, as in definition 9-3 and in the formula that "
        "follows."
    ),
    "definitions_numbered": N_(
        "Two definitions have the number 9.4: the gain ratio, and later the Gini index."
    ),
    "branch_rows": N_(
        "A branch grows on its own rows $D_q$. On all of $D$ every branch would be the same tree."
    ),
    "examples_numbered": N_(
        "Two examples have the number 9-5: ID3 on the credit table, and later the biopsies."
    ),
    "smallest_decrease": N_(
        "The best split makes the impurity smallest, and therefore the decrease "
        "largest. The sentence says that the decrease is smallest."
    ),
    "region_of_rows": N_(
        "A region holds rows, by their values $x_i$. $c_m$ is the number that it predicts."
    ),
    "regression_tree": N_(
        "The algorithm grows a regression tree; the sentence calls it a classification tree."
    ),
    "of_one_node": N_(
        "The sentence above the formula calls the measure of a node $Q_m$. $T$ is the whole tree."
    ),
    "two_conventions": N_(
        "A row whose value equals the cut goes right in one formula and left in the "
        "other. With midpoints there is no such row."
    ),
    "information": N_(
        "Entropy is the mean of the information $-\\log p$ of all outcomes. The sentence calls the "
        "information of one outcome its entropy."
    ),
    "two_logs": N_("Both terms need the same base; the second logarithm lacks its 2."),
    "p_of_class": N_("Class $i$ has the probability $p_i$, as in the formula that follows."),
    "class_indexed": N_(
        "The class is $y_j$: $i$ counts the values of the column, $j$ the classes."
    ),
    "p_i_p_j": N_(
        r"$p_j$ stands for $P(Y=y_j\vert X=x_i)$ and so changes with $i$. Read as the share of "
        r"class $j$ among all rows, the formula gives $H(Y)$, and every gain would be 0."
    ),
    "sum_over_k": N_("The sum runs over the classes $C_k$, so over $k$."),
    "x_i": N_(
        "$x_i$ is a value of the column. The weight is the share of the rows that have it, as "
        "the next equals sign says."
    ),
    "cut_by_ratio": N_(
        "C4.5 chooses the cut of a numeric column by gain and compares columns by gain "
        "ratio. The ratio alone tends to cut off single rows at either end."
    ),
}
"""What is wrong with the formulas and statements that need no number, by their key."""


def name(text: str) -> str:
    return _(TEXTS[text])


def title(text: str) -> str:
    return _(TITLES[text])


def place(where: Place) -> str:
    """ "section 3.4.2"."""
    kind, number = where
    return _(PLACES[kind]).format(n=_(PARTS[number]) if number in PARTS else number)


def as_text(quantity: str) -> str:
    """The name of a printed number, which is TeX, where no formula can be drawn."""
    low = re.sub(r"_([\dnr])\b", lambda found: found[1].translate(LOWERED), quantity)
    words = re.sub(r"_(\{[^{}]*\})|\\(?:mathrm|text)\{([^{}]*)\}", r"\1\2", low)
    words = words.replace("{", "(").replace("}", ")")
    signs = {r"\le ": " ≤ ", ">": " > ", "-": "−", r"\,": ""}
    return reduce(lambda told, sign: told.replace(*sign), signs.items(), words)


def ours(one: Printed, decimals: int = DECIMALS) -> str:
    """Our number beside a printed one: as on the page that computes it, or with as many digits."""
    if one.of == "cut":
        return f"{value(one):g}"
    digits = 0 if "/" in one.printed else len(one.printed.partition(".")[2])
    return f"{value(one):.{max(digits, decimals)}f}"


def of_number(one: Printed) -> str:
    """Why a printed number is not ours; "" if it is."""
    found = mark(one)
    if found == "right":
        return ""
    if one.slip is not None and explains(one):
        return _slip(one)
    if way := worked(one):
        return _sum(way, one)
    if found == "rounded":
        text = _("One off in its last digit: it rounds to {value}.")
        return text.format(value=rounded(value(one), one.printed))
    return _("It is unclear how the text arrived at this number.")


def of_table(table: str) -> list[str]:
    """How texts came to the gains at the root that they print of a table, where these are not
    ours, rounded: each once."""
    once: dict[tuple[SplitMade | None, float], Printed] = {}
    root = [one for one in numbers() if (one.step.table, one.step.path) == (table, ())]
    for one in root:
        if one.of == "gain" and mark(one) == "rounded":
            once.setdefault((one.step.split, as_number(one.printed)), one)
    return [
        _("{text}: the gain of “{column}” is printed as {printed}, not {value}. {why}").format(
            text=name(one.text),
            column=literal(label(one.step)),
            printed=one.printed,
            value=rounded(value(one), one.printed),
            why=of_number(one),
        )
        for one in once.values()
    ]


def label(step: Step) -> str:
    """What the column that is asked about is called in the language spoken."""
    assert step.split is not None
    return catalogue()[step.table].labels(speaking()).columns[step.split.column]


def _sum(way: Worked, one: Printed) -> str:
    """The sum of rounded numbers that ends in the printed one."""
    if way.cut:
        text = _("From a truncated entropy ({cut}; it rounds to {value}): {sum} = {printed}.")
        whole = rounded(number("impurity", one.step), one.printed)
        return text.format(sum=way.text, cut=way.cut, value=whole, printed=one.printed)
    if rounded(way.total, one.printed) == Decimal(one.printed):
        return _("From rounded numbers: {sum} = {printed}.").format(
            sum=way.text, printed=one.printed
        )
    text = _("From rounded numbers: {sum} = {total}, and then truncated.")
    return text.format(sum=way.text, total=f"{float(way.total):.6g}")


def of_misprint(one: Misprint) -> str:
    """What is wrong with a formula or a statement."""
    return _(PLAIN[one.key]) if one.key in PLAIN else COMPUTED[one.key](one)


def _slip(one: Printed) -> str:
    match one.slip:
        case "no_weights":
            return _no_weights(one)
        case "one_minus":
            return _(
                "This is 1 minus the weighted Gini index: 1 − {after} = {printed}. It "
                "grows as the branches get purer, so it must not be minimized."
            ).format(after=_shown(value(one)), printed=one.printed)
        case "other_table":
            assert one.instead is not None
            return _other_table(one.instead, slipped(one))
        case _:
            return _printed_ratio(one)


def _no_weights(one: Printed) -> str:
    before, parts = number("impurity", one.step), branches(one.step)
    total = sum(weight for weight, _impurity in parts)
    return _(
        "The weights of the branches are forgotten: {before} − ({parts}) = {printed}. The shares "
        "{weights} belong before the branches’ entropies."
    ).format(
        before=_shown(before),
        parts=" + ".join(_shown(impurity) for _weight, impurity in parts),
        printed=one.printed,
        weights=_(", ").join(f"{weight:g}/{total:g}" for weight, _impurity in parts),
    )


def _other_table(instead: Step, there: float) -> str:
    title = catalogue()[instead.table].text("title", speaking())
    if instead.split is None:
        text = _("This is the entropy of another table, “{table}”: {value}.")
        return text.format(table=literal(title), value=_shown(there))
    text = _("This is the gain of “{column}” in another table, “{table}”: {value}.")
    return text.format(column=literal(label(instead)), table=literal(title), value=_shown(there))


def _printed_ratio(one: Printed) -> str:
    above, below = ratio(one)
    worst = mark(above)
    fields = {"above": above.printed, "below": below.printed}
    if worst == "wrong":
        text = _("It divides the wrong gain by the split info: {above} / {below}.")
    else:
        text = _("It divides numbers that had already been rounded: {above} / {below}.")
    return text.format(**fields)


def _wrong_order(one: Misprint) -> str:
    """The text ranks the voice before the height."""
    gains = [other for other in numbers() if (other.text, other.of) == (one.text, "gain")]
    [voice] = [other for other in gains if other.step.split != one.step.split]
    return _(
        "With the weights it is the other way round: the height gains {height}, the voice {voice}."
    ).format(height=_shown(number("gain", one.step)), voice=_shown(value(voice)))


def _other_root(one: Misprint) -> str:
    """The text takes the column whose printed gain is the largest."""
    gains = [other for other in numbers() if (other.text, other.of) == (one.text, "gain")]
    chosen = max(gains, key=lambda other: float(other.printed))
    return _(
        "Income, $X_4$, gains most: {best}, and $X_3$ only {chosen}. $X_3$ has the "
        "largest gain only among numbers that belong to another table."
    ).format(best=_shown(candidate(one.step).scores["gain"]), chosen=_shown(value(chosen)))


def _as_many_cuts(one: Misprint) -> str:
    """The text counts rows where the gender article counts values."""
    rows, cuts = tried(one.step)
    return _(
        "Between equal values there is no cut: the {rows} heights of the gender article make "
        "{cuts} cuts. That article removes duplicates first."
    ).format(rows=rows, cuts=cuts)


def _until_no_gain(one: Misprint) -> str:
    """The text stops where the step, one level down, finds the gain."""
    root, below = (most_gain(step) for step in (replace(one.step, path=()), one.step))
    return _(
        "A gain of 0 does not end the search. On the XOR table no column gains more than {root} "
        "at the root; below switch A the best gains {below}."
    ).format(root=_shown(root), below=_shown(below))


COMPUTED: Final[Mapping[str, Callable[[Misprint], str]]] = {
    "wrong_order": _wrong_order,
    "other_root": _other_root,
    "as_many_cuts": _as_many_cuts,
    "until_no_gain": _until_no_gain,
}
"""What is wrong with those that need numbers, by their key."""


def where(one: Printed | Misprint) -> str:
    """The text, and the place in it."""
    return _("{text}, {place}").format(text=name(one.text), place=place(one.place))


def counted(marks: Counter[Mark]) -> str:
    """How many numbers have which mark."""
    n = marks.total()
    return _("{numbers}: {right} right, {rounded} rounded, {wrong} wrong.").format(
        numbers=ngettext("{n} printed number", "{n} printed numbers", n),
        right=marks["right"],
        rounded=marks["rounded"],
        wrong=marks["wrong"],
    )


def _shown(number: float) -> str:
    return f"{number:.{DECIMALS}f}"
