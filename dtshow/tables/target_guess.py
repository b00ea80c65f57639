"""Which column a table is likely to be about: guessed by its name, its kind and its place.

A guess is only ever proposed: a person confirms it before a tree is grown (``pages.ui.data``).
Points are added for what speaks for a column, and taken off for what speaks against it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Literal

import pandas as pd

from dtcore.model import Column, guess_kind, guess_target_kind, id_like
from dtshow.tables.column_facts import facts_of
from dtshow.tables.looks import column, once
from dtshow.tables.table_choice import TableChoice
from dttools.files import Table
from dttools.study import DATES, NUMBERS, numbers_rows, rises, words_of

Reason = Literal["name", "question", "outcome", "two", "few", "last", "first", "only"]

NAMES: Final = frozenset(
    [
        *("class", "classes", "label", "labels", "target", "targets", "y", "outcome", "outcomes"),
        *("response", "result", "results", "output", "category", "diagnosis", "species"),
        *("survived", "survival", "churn", "churned", "default", "defaulted", "purchase"),
        *("purchased", "bought", "buy", "buys", "approved", "accepted", "admitted", "fraud"),
        *("spam", "status", "decision", "play", "类别", "类", "分类", "标签", "目标", "目标变量"),
        *("因变量", "结果", "诊断", "好瓜", "响应", "种类", "判定", "结论"),
    ]
)
"""What targets are called."""
AMOUNTS: Final = frozenset(
    [
        *("price", "saleprice", "sales", "salary", "income", "charges", "cost", "medv", "mpg"),
        *("revenue", "profit", "score", "grade", "quality", "价格", "房价", "售价", "销量"),
        *("销售额", "薪资", "工资", "收入", "成绩", "等级", "得分", "分数"),
    ]
)
"""What targets that are amounts or marks are often called, and inputs as well."""
QUESTIONS: Final = frozenset(["is", "has", "will", "did", "does", "was", "can", "would"])
OUTCOMES: Final = frozenset(
    [
        *("pass", "fail", "win", "won", "lost", "sold", "paid", "died", "left", "hit", "ok"),
        *("及格", "通过", "录取", "患病", "流失", "违约", "存活", "获胜", "合格"),
    ]
)
"""What came of it, as a last column of two values says; so does what ends like ``passed``."""
_HAPPENED: Final = re.compile(r"[a-z]{2,}[^e]ed")
ASIDE: Final = DATES | NUMBERS | frozenset(["name", "names", "姓名", "名称"])
"""What names or dates a row, and is rarely to be predicted."""
GIVEN: Final = frozenset(["sex", "gender", "age", "性别", "年龄"])
"""What is known beforehand, as a rule."""
MOST_CLASSES: Final = 10
MOST_ROWS: Final = 20_000
"""Of a longer table so many are looked at."""


@dataclass(frozen=True)
class TargetGuess:
    """The column, what speaks for it, and the others that can be a target, the likeliest first."""

    column: str
    reasons: tuple[Reason, ...]
    others: tuple[str, ...] = ()


def guess_target(frame: pd.DataFrame) -> TargetGuess:
    """The column that the table is most likely to be about; the later one of equals."""
    return once(frame, "target", lambda: _guessed(frame))


def _guessed(frame: pd.DataFrame) -> TargetGuess:
    names = [str(name) for name in frame.columns]
    if len(frame) > MOST_ROWS:
        honest = [name for name in names if not numbers_rows(frame[name])]
        frame = frame[honest or names].sample(MOST_ROWS, random_state=0)
    able = [name for name in names if name in frame and can_be_target(frame, name)]
    if len(able) < 2:
        return TargetGuess(able[0] if able else names[-1], ("only",) if able else ())
    points = {name: sum(_points(frame, name, able).values()) for name in able}
    best, *others = sorted(able, key=lambda name: (points[name], able.index(name)), reverse=True)
    found = _points(frame, best, able)
    stands = {"last": best == names[-1], "first": best == names[0]}  # in the file, not only here
    reasons = tuple(r for r, value in found.items() if value > 0 and stands.get(r, True))
    return TargetGuess(best, reasons, tuple(others))  # type: ignore[arg-type]


def choice_of_table(key: str, frame: pd.DataFrame, table: Table) -> TableChoice:
    """``frame``, a ``table`` that was read from a file or what became of it, as it is first taken:
    what the file declares of its columns goes before what is guessed of them.

    Rows with missing cells stay, since the recipe that a table is begun with takes them; one that
    refuses them gets the others. Columns that only name rows, or are empty, are not used; row
    numbers are where there is nothing else, as the x of a regression may be 1, 2, 3, ...
    """
    declared = table.declared
    there = {name: role for name, role in declared.roles.items() if name in frame}
    targets = (name for name, role in there.items() if role == "target")
    target = next(targets, None) or guess_target(frame).column
    roles = dict.fromkeys(_not_used(frame, target), "ignore")
    roles |= {name: role for name, role in there.items() if role != "target"}
    kinds = {
        name: kind
        for name, kind in declared.kinds.items()
        if name in frame and (kind == "nominal" or guess_kind(frame[name]) == "numeric")
    }
    gaps = bool(frame.isna().any(axis=None))
    return predicting(TableChoice(key, target, roles, kinds, as_recipe=gaps), frame, target)


def predicting(choice: TableChoice, frame: pd.DataFrame, name: str) -> TableChoice:
    """``choice`` with the target ``name``, as a number where its values hardly come twice."""
    made = choice.with_target(name)
    rare = target_kind(frame[name]) != guess_target_kind(frame[name])
    return made.with_kind([name], "numeric") if rare and name not in made.kinds else made


def _not_used(frame: pd.DataFrame, target: str) -> list[str]:
    facts = [facts_of(frame, name, guess_kind(frame[name])) for name in map(str, frame.columns)]
    inputs = [one for one in facts if one.name != target]
    silent = [one for one in inputs if one.identifier or one.row_number or one.empty]
    alone = len(silent) == len(inputs)
    return [one.name for one in silent if not (alone and one.row_number)]


def can_be_target(frame: pd.DataFrame, name: str) -> bool:
    """Whether its rows can be told apart, and are not all different."""
    one: Column = column(frame, name, target_kind(frame[name]))
    return len(one.distinct) > 1 and not id_like(one) and not numbers_rows(frame[name])


def target_kind(series: pd.Series[Any]) -> str:
    """As ``guess_target_kind``, but whole numbers are classes only if they come twice or so."""
    values = int(series.nunique())
    rare = values > 2 and 2 * values > series.count()
    return guess_kind(series) if rare else guess_target_kind(series)


def _points(frame: pd.DataFrame, name: str, able: list[str]) -> dict[str, float]:
    """For each reason, how much it weighs; reasons against a column have no name to show."""
    series = frame[name]
    numeric = target_kind(series) == "numeric"
    levels = 0 if numeric else int(series.nunique())
    points = _by_name(name, levels)
    if rises(series):
        points["rises"] = -3.0
    if levels == 2 and name == able[-1] and not points and _tells_an_outcome(name):
        points = {"outcome": 4.0}
    if levels == 2:
        points["two"] = 1.0 if pd.api.types.is_numeric_dtype(series) else 2.0
    elif 2 < levels <= MOST_CLASSES:
        points["few"] = 1.0
    elif levels > 2 * MOST_CLASSES:
        points["many"] = -4.0
    if name == able[-1]:
        points["last"] = 1.5
        if levels == 2 and "given" in points:  # no longer known beforehand, as a rule
            points["given"] = -1.0
    elif name == able[0]:
        points["first"] = 1.0
    return points


def _by_name(name: str, levels: int) -> dict[str, float]:
    """``levels``: none where there are numbers."""
    words = words_of(name)
    whole = "".join(words)
    asks = name.rstrip().endswith(("?", "？")) or whole.startswith("是否") or whole.endswith("否")
    if asks or (len(words) > 1 and words[0] in QUESTIONS):
        return {"question": 4.0}
    if whole in NAMES:
        return {"name": 6.0}
    if whole in AMOUNTS:
        return {"name": 4.0}
    aside = {"aside": -3.0} if _aside(words) else {}
    if words and (words[-1] in NAMES or words[0] in NAMES or whole.endswith(("类别", "结果"))):
        if levels > 2 and words[-1] in DATES:  # result_date; what has two values dates nothing
            return aside
        return {"name": 4.0} if levels else {"name": 2.0} | aside
    if words and words[-1] in AMOUNTS and not levels:
        return {"name": 2.0}
    if aside:
        return aside
    return {"given": -2.0} if whole in GIVEN else {}


def _tells_an_outcome(name: str) -> bool:
    words = words_of(name)
    return bool(words) and (words[-1] in OUTCOMES or bool(_HAPPENED.fullmatch(words[-1])))


def _aside(words: list[str]) -> bool:
    """Whether a name says that the column names or dates a row."""
    return any(word in ASIDE or word.startswith("week") for word in words)
