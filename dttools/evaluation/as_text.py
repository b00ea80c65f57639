"""An evaluation as lines of text, for the console."""

from __future__ import annotations

from collections.abc import Iterator

from dtcore.model.splits import weight_text
from dttools.evaluation.classes import ClassEvaluation
from dttools.evaluation.evaluate import Evaluation
from dttools.evaluation.numbers import NumberEvaluation
from dttools.evaluation.score import rows_text

UNDEFINED = "undefined"
Line = tuple[str, ...]


def lines(found: Evaluation) -> Iterator[list[Line]]:
    """Blocks of lines of cells: what holds of all rows, then class by class."""
    if isinstance(found, NumberEvaluation):
        scores = (("RMSE", found.rmse), ("MAE", found.mae), ("R²", found.r2))
        yield [("Rows", rows_text(found.weights, found.fractional))]
        yield [(name, _shown(score.value)) for name, score in scores]
        return
    yield _overall(found)
    told, pairs = found.classes[: found.known], zip(found.classes, found.counts, strict=True)
    yield [("true \\ predicted", *told), *((name, *map(weight_text, row)) for name, row in pairs)]
    yield [
        ("class", "precision", "recall", "F1"),
        *(
            (name, *(_shown(of(k).value) for of in (found.precision, found.recall, found.f1)))
            for k, name in enumerate(found.classes)
        ),
    ]


def _overall(found: ClassEvaluation) -> list[Line]:
    low, high = (_shown(end.value) for end in found.interval)
    rows = rows_text(found.weights, found.fractional)
    result: list[Line] = [
        ("Rows", rows),
        ("Accuracy", f"{_shown(found.accuracy.value)} (Wilson's interval {low} to {high})"),
        ("One leaf", _shown(found.baseline.value)),
    ]
    if found.cost:
        result.append(("Cost a row", _shown(found.cost.value)))
    if found.known == 2:
        result.append((f"AUC of {found.classes[1]}", _shown(found.roc().area.value)))
    return result


def _shown(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4g}"
