"""Answers to a step as people write them: a line for each number, in several ways, with a mistake
planted in one of the lines, or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dtcore.formula import (
    Count,
    Formula,
    Log,
    Named,
    Number,
    Power,
    Product,
    Ratio,
    Sum,
    replace_parts,
)
from dttools.printing import Digits, plain
from dttools.teach.diagnosis import Asked, Mistake
from dttools.teach.working import Solution

TABLES = {
    "playtennis": ("id3", "c45", "cart"),
    "loan": ("id3_lihang", "c45", "cart"),
    "golf": ("c45", "c45_textbook"),
    "contact_lenses": ("id3", "c45", "cart"),
    "vote": ("c45", "cart"),
    "titanic": ("c45", "j48", "cart"),
    "gender": ("c45_textbook", "cart"),
    "xor": ("id3", "cart"),
}
"""Eight tables, twenty steps: at the root by each recipe."""
LEAST = 0.004
"""Mistakes that change less are not told from rounding with three decimals."""


def lines_of(solution: Solution) -> list[Asked]:
    """What is worked out for the best candidate, in its order."""
    weighed = solution.weighed
    best = weighed.best or weighed.candidates[0]
    made = Asked(solution.recipe, solution.schema, weighed, best)
    branches = {p.branch for p in made.after.body.parts for p in _named(p)}
    after = replace(made, name="impurity_after")
    names = ["gain"] + (["split_info", "gain_ratio"] if made.score == "gain_ratio" else [])
    if best.scores.get("correction"):
        names.remove("gain")  # which then has two meanings
    return [
        replace(made, name="impurity_before"),
        *(replace(made, name="impurity_after", branch=b) for b in sorted(branches)),
        after,
        *(replace(made, name=name) for name in names),
    ]


def _named(part: Formula) -> Iterator[Named]:
    if isinstance(part, Named):
        yield part
    for inner in part.parts:
        yield from _named(inner)


def right(asked: list[Asked], way: str) -> str:
    return "\n".join(_line(one, one.right, one.right.value, way) for one in asked)


def planted(asked: list[Asked], way: str) -> Iterator[tuple[str, int, Mistake]]:
    """Each known mistake at each line; the lines after it go on with what was written."""
    for at, one in enumerate(asked):
        seen: set[float] = set()
        for kind, made in one.mistakes():
            told = {round(one.right.value, 3), *seen}
            near = any(abs(made.value - value) < LEAST for value in told)
            if kind is Mistake.ROUNDED_EARLY or near:
                continue
            seen.add(made.value)
            yield "\n".join(_carried(asked, at, made, way)), at + 1, kind


def _carried(asked: list[Asked], at: int, made: Formula, way: str) -> Iterator[str]:
    written = {asked[at].right: made.value}

    def change(part: Formula) -> Formula | None:
        return Number(written[part]) if isinstance(part, Named) and part in written else None

    for k, one in enumerate(asked):
        if k == at:
            yield _line(one, made, made.value, way)
            continue
        body = replace_parts(one.right.body, change)
        if k > at:
            written[one.right] = body.value
        yield _line(one, one.right if k < at else body, body.value, way)


def _line(asked: Asked, formula: Formula, value: float, way: str) -> str:
    label = CHINESE(asked) if way == "chinese" else ENGLISH(asked)
    body = formula.body if isinstance(formula, Named) else formula
    match way:
        case "results":
            return f"{label} = {value:.3f}".replace("= 0.", "= .").replace("= -0.", "= -.")
        case "percent":
            return f"{label}: {100 * value:.2f}%"
        case "chinese":
            text = f"{label} = {plain(body, Digits(4))} ≈ {value:.4f}"
            wide = "０１２３４５６７８９．＝"
            return text.translate(str.maketrans("0123456789.=", wide))
        case "latex":
            return rf"$${label} = {_latex(body)} \approx {value:.3f}$$"
        case "ln":
            return f"{label} = {plain(replace_parts(body, _by_ln), Digits(4))} = {value:.4f}"
    return f"{label} = {plain(body, Digits(4))} = {value:.4f}"


WAYS = ("plain", "results", "percent", "chinese", "latex", "ln")


def _by_ln(part: Formula) -> Formula | None:
    if isinstance(part, Log) and part.base == 2:
        return Ratio(Log(part.x, None), Log(Number(2), None))
    return None


def _branch(asked: Asked) -> str:
    split = asked.candidate.split
    assert split is not None
    return str(split.condition(asked.schema, asked.branch or 0))


def ENGLISH(asked: Asked) -> str:  # noqa: N802
    column = asked.schema.columns[asked.candidate.column].name
    measure = "Gini" if asked.recipe.impurity.symbol == "Gini" else "Entropy"
    if asked.branch is not None:
        return f"{measure}({_branch(asked)})"
    return {
        "impurity_before": f"{measure}(S)",
        "impurity_after": f"Weighted {measure.lower()} of {column}",
        "gain": f"Gain(S, {column})",
        "split_info": f"SplitInfo(S, {column})",
        "gain_ratio": f"GainRatio(S, {column})",
    }[asked.score]


def CHINESE(asked: Asked) -> str:  # noqa: N802
    column = asked.schema.columns[asked.candidate.column].name
    measure = "基尼指数" if asked.recipe.impurity.symbol == "Gini" else "熵"
    if asked.branch is not None:
        return f"{measure}（{_branch(asked)}）"
    return {
        "impurity_before": f"整个表的{measure}",
        "impurity_after": f"按“{column}”划分后的{measure}",
        "gain": f"“{column}”的信息增益",
        "split_info": f"“{column}”的固有值",
        "gain_ratio": f"“{column}”的增益率",
    }[asked.score]


def _latex(part: Formula) -> str:
    match part:
        case Named() | Number() | Count():
            return Digits(4).part(part.value).replace("−", "-")
        case Ratio(top=top, bottom=bottom):
            return rf"\frac{{{_latex(top)}}}{{{_latex(bottom)}}}"
        case Log(x=x, base=base):
            name = r"\ln" if base is None else r"\log_2"
            return rf"{name}\left({_latex(x)}\right)"
        case Power(base=base, exponent=exponent):
            return rf"\left({_latex(base)}\right)^{{{exponent}}}"
        case Product(factors=factors):
            return r" \cdot ".join(_bracketed(f) for f in factors)
        case Sum(terms=terms):
            text = "".join(f" {'-' if s < 0 else '+'} {_bracketed(t)}" for s, t in terms)
            return (text.removeprefix(" + ") or "0").strip()
    return plain(part, Digits(4))


def _bracketed(part: Formula) -> str:
    text = _latex(part)
    return rf"\left({text}\right)" if isinstance(part, Sum) else text
