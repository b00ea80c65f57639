"""What the engine fills into a sentence where it has braces: ``{gain Outlook}`` becomes 0.2467.

The numbers are of the table, the step and the settings that the stop's address names, with as many
decimals as on the Grow page. ``WORDS`` names them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final

import numpy as np

import dttools as dt
from dtcore import explain
from dtcore.model import weight_text
from dtcore.policies import Entropy
from dtcore.words import Listed
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.step_budget import AT_ONCE, StepBudget
from dtshow.scene.grow.look import GrowLook, NewRow, digits_of
from dtshow.scene.grow.rows import as_table, read_new
from dtshow.tables.table_choice import UPLOAD
from dtshow.words import number_format
from dtshow.words.language import LANGUAGES, _
from dttools.evaluation import NumberEvaluation, evaluate
from dttools.printing import Digits
from pages.ui.explore.space import mapped
from pages.ui.grow.looking import row_in
from pages.ui.impurity import impurity_view as impurity
from pages.ui.impurity import typed
from pages.ui.impurity.arithmetic import of_counts, of_share
from pages.ui.pruning import curves
from pages.ui.shell import cache, session
from pages.ui.story import guide
from pages.ui.story.guide import Guide, GuidePart, GuideStop
from pages.ui.trees import pruning_session
from pages.ui.trees import pruning_settings as settings
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.use.use_view import Case, read_case
from pages.work.settings import settings as server_settings

BEST: Final = "best"
"""Of ``cuts``: as far as the folds choose, which is worked out here and written as a number."""
OF_A_TABLE: Final = ("data", "grow", "pruning", "use")
"""The pages that show whatever table the session has, unless the address names one."""
BRINGING: Final = {"bring": "open"}
"""The address of Data with the place for a table of one's own."""
_BRACES: Final = re.compile(r"\{(?P<word>\w+)(?: (?P<of>[^{}]+))?\}")


@dataclass(frozen=True)
class OpenedStop:
    """What a stop shows, to be asked for numbers."""

    stop: GuideStop

    @cached_property
    def pruning(self) -> PruningSession | None:
        if self.stop.page not in ("pruning", "use"):
            return None
        params = self.stop.params
        said = settings.read(params, self.grown.recipe_choice.recipe)
        cuts = params.get("cuts", "")
        now = pruning_session.begin(self.grown, said, "" if cuts == BEST else cuts)
        if cuts != BEST:
            return now
        best = curves.cuts_to(now, curves.validated(now).best)
        return replace(now, lesson=now.lesson.jump(best))

    @cached_property
    def grown(self) -> Lesson:
        if "data" not in self.stop.params:
            raise dt.ReadingError(
                "Its address names no table. Copy it from the address bar, with data=…"
            )
        own = session.own_table(self.stop.params)
        budget = StepBudget(server_settings().work.link / AT_ONCE)
        return link.read(self.stop.params, session.dataset, cache.start, own, budget)

    @cached_property
    def lesson(self) -> Lesson:
        return self.pruning.lesson if self.pruning else self.grown

    @property
    def held_out(self) -> dt.Dataset:
        grown = self.pruning
        held_out = grown.grown.held_out if grown else session.held_out(self.grown.choice)
        if held_out is None:
            raise dt.ReadingError("No rows are held out at this sentence.")
        return held_out

    def shown(self, number: float) -> str:
        return _shown(number, digits_of(self.lesson, GrowLook()))


def _shown(number: float, digits: Digits) -> str:
    """As on its page; a whole number as one says it."""
    whole = round(number)
    return str(whole) if abs(number - whole) < 1e-12 else digits.show(number)


def _rows(opened: OpenedStop, _of: str) -> str:
    return weight_text(float(opened.lesson.dataset.weights.sum()))


def _missing(opened: OpenedStop, of: str) -> str:
    column = opened.lesson.dataset.columns[_index(of, opened.lesson, _columns)]
    return str(column.missing)


def _here(opened: OpenedStop, _of: str) -> str:
    return weight_text(opened.lesson.tree.weight(opened.lesson.node))


def _count(opened: OpenedStop, of: str) -> str:
    lesson = opened.lesson
    counts = lesson.tree[lesson.node].stats
    return weight_text(float(counts[_index(of, lesson, lambda data: data.schema.classes)]))


def _impurity(opened: OpenedStop, _of: str) -> str:
    return opened.shown(opened.lesson.tree.impurity(opened.lesson.node))


def _columns(data: dt.Dataset) -> list[str]:
    return [column.name for column in data.columns]


def _gain(opened: OpenedStop, of: str) -> str:
    lesson = opened.lesson
    column = _index(of, lesson, _columns) if of else lesson.evidence.winner
    score = explain.headline(lesson.recipe)
    for candidate in lesson.evidence.candidates:
        if candidate.column == column and candidate.scores.get(score) is not None:
            return opened.shown(candidate.scores[score])
    raise dt.ReadingError("No question about “{column}” has a score here.", column=of)


def _best(opened: OpenedStop, _of: str) -> str:
    winner = opened.lesson.evidence.winner
    if winner is None:
        raise dt.ReadingError("No question wins at this sentence.")
    return opened.lesson.dataset.columns[winner].name


def _question(opened: OpenedStop, _of: str) -> str:
    """The best one, in full."""
    best = opened.lesson.evidence.best
    if best is None or best.split is None:
        raise dt.ReadingError("No question wins at this sentence.")
    return number_format.question(best.split, opened.lesson.tree.schema)


def _classes(opened: OpenedStop, _of: str) -> str:
    classes = opened.lesson.tree.schema.classes
    if not classes:
        raise dt.ReadingError("The target here is a number, so there are no classes.")
    return str(len(classes))


def _errors(opened: OpenedStop, _of: str) -> str:
    return weight_text(errors(opened.lesson.tree, opened.lesson.dataset))


def _hidden(opened: OpenedStop, _of: str) -> str:
    return weight_text(float(opened.held_out.weights.sum()))


def _missed(opened: OpenedStop, _of: str) -> str:
    return weight_text(errors(opened.lesson.tree, opened.held_out))


def _right(opened: OpenedStop, _of: str) -> str:
    held_out = opened.held_out
    wrong = errors(opened.lesson.tree, held_out)
    return weight_text(float(held_out.weights.sum()) - wrong)


def _told(opened: OpenedStop, of: str) -> str:
    """A count of the matrix that Evaluate shows."""
    place = partial(_index, lesson=opened.lesson, names=lambda data: data.schema.classes)
    cell = tuple(place(name) for name in of.split(" as "))
    if len(cell) != 2:
        raise dt.ReadingError("Say which rows are meant: {example}.", example="{told A as B}")
    return weight_text(float(dt.evaluation.confusion(opened.lesson.tree, opened.held_out)[cell]))


def _mean(opened: OpenedStop, _of: str) -> str:
    lesson = opened.lesson
    return f"{lesson.tree.prediction(lesson.node):.4g}"


def _off(opened: OpenedStop, _of: str) -> str:
    found = evaluate(opened.lesson.tree, opened.held_out)
    if not isinstance(found, NumberEvaluation) or found.rmse.value is None:
        raise dt.ReadingError("The target here has classes: count the errors.")
    return f"{found.rmse.value:.4g}"


def _row(opened: OpenedStop, _of: str) -> str:
    return str(len(opened.lesson.dataset) + 1 if _new(opened) else _chosen(opened) + 1)


def _answer(opened: OpenedStop, _of: str) -> str:
    tree, dataset, new = opened.lesson.tree, opened.lesson.dataset, _new(opened)
    if opened.stop.page == "use":
        return _shown_answer(dt.predict(tree, _case(opened).frame(tree))[0])
    if new:
        return str(dt.predict(tree, as_table(dataset, new))[0])
    return str(dt.predict(tree, dataset)[_chosen(opened)])


def _shown_answer(told: object) -> str:
    return f"{told:.4g}" if isinstance(told, float) else str(told)


def _case(opened: OpenedStop) -> Case:
    case = read_case(opened.stop.params.get("case", ""), opened.lesson.dataset)
    if case is None:
        raise dt.ReadingError("Its address asks about no case. Copy it from Use, with case=…")
    return case


def _new(opened: OpenedStop) -> NewRow | None:
    return read_new(opened.stop.params.get("new", ""), opened.lesson.dataset.columns)


def _entropy(opened: OpenedStop, _of: str) -> str:
    """Of what the Impurity page reads from the address, and as it reads it."""
    params = opened.stop.params
    counts, share = impurity.counts_in(params), impurity.share_in(params)
    if counts is not None and params.get("topic") not in ("curve", "criteria"):
        return _shown(of_counts(Entropy(), np.array(typed.counts(counts))).value, Digits())
    if share is None:
        raise dt.ReadingError(
            "Say which entropy this sentence means: add p=0.5 (from 0 to 1) or counts=9,5 to "
            "its address."
        )
    return _shown(of_share(Entropy(), share).value, Digits())


def _trees(opened: OpenedStop, _of: str) -> str:
    return f"{sum(level.trees for level in mapped(opened.lesson.dataset).levels):,}"


def _seen(opened: OpenedStop, _of: str) -> str:
    levels = mapped(opened.lesson.dataset).levels
    return f"{sum(level.taken + level.weighed for level in levels):,}"


WORDS: Final[Mapping[str, Callable[[OpenedStop, str], str]]] = {
    "rows": _rows,
    "missing": _missing,
    "here": _here,
    "count": _count,
    "impurity": _impurity,
    "gain": _gain,
    "best": _best,
    "question": _question,
    "classes": _classes,
    "leaves": lambda opened, _of: number_format.shown(opened.lesson.tree.leaves),
    "errors": _errors,
    "hidden": _hidden,
    "missed": _missed,
    "right": _right,
    "told": _told,
    "off": _off,
    "mean": _mean,
    "row": _row,
    "answer": _answer,
    "entropy": _entropy,
    "trees": _trees,
    "seen": _seen,
}
"""``rows``: of the table, or of those grown on; ``missing C``: those with no value in
column C; ``here``: rows at the selected node; ``count X``:
those of class X; ``gain C``: the score of column C, else the best; ``best``: the column that
wins, and ``question`` what it asks; ``hidden``: rows held out, of which ``missed`` are predicted
wrong and ``right`` the others; ``told A as B``: those of class A that are predicted B; ``off``:
their root mean square error; ``row``: the chosen or the new one, and ``answer`` what is predicted,
on Use for the case of its address; ``trees``: all that the Space of trees counts on the table,
and ``seen`` those that ID3 looks at."""


def errors(tree: dt.Tree, dataset: dt.Dataset) -> float:
    """The weight of the rows that the tree gets wrong. Raises ReadingError for a number."""
    levels = dataset.target.levels
    if levels is None:
        raise dt.ReadingError("Errors are counted where classes are predicted.")
    right = [levels[int(value)] for value in dataset.target.values]
    wrong = dt.predict(tree, dataset) != right
    return float(dataset.weights[wrong].sum())


def filled(text: str) -> Guide:
    """The guided lesson of a file, its sentences in full. Raises ReadingError with its line."""
    own = tuple(session.uploads()) if f"data={UPLOAD}" in text else ()
    return _filled(text, session.language(), own)


@cache.shared(cache.store(16), by=lambda *of: of)
def _filled(text: str, language: str, own: tuple[str, ...]) -> Guide:
    """``own``: the keys of the tables that the session has, if the lesson is about such."""
    return complete(guide.read(text))


def complete(bare: Guide) -> Guide:
    """With the numbers of all its sentences. Raises ReadingError with the line of one."""
    return Guide(bare.title, tuple(_part(part) for part in bare.parts))


def _part(part: GuidePart) -> GuidePart:
    return GuidePart(part.name, tuple(_stop(stop) for stop in part.stops))


def _stop(stop: GuideStop) -> GuideStop:
    """With its numbers, and with its address as its page will write it."""
    if "columns" in stop.params and session.own_table(stop.params) is None:
        return _waiting(stop)
    opened = OpenedStop(stop)
    try:
        sentence, note = _said(opened, stop.sentence), _said(opened, stop.note)
        if "data" not in stop.params and (stop.page not in OF_A_TABLE or "bring" in stop.params):
            return replace(stop, sentence=sentence, note=note)
        _opens = opened.lesson  # or says why it cannot
        own = link.write(opened.grown)
        if opened.pruning and stop.params.get("cuts") == BEST:
            own["cuts"] = str(opened.pruning.lesson.timeline.cursor)
        return replace(stop, sentence=sentence, note=note, params={**stop.params, **own})
    except ValueError as problem:
        why = problem if isinstance(problem, dt.DtError) else str(problem)
        raise dt.ReadingError("Line {line}: {problem}", line=stop.line, problem=why) from problem


def _waiting(stop: GuideStop) -> GuideStop:
    """What a stop about a table that nobody has brought yet says, and where one brings it: nothing
    of its own, since that is about numbers which are not known."""
    columns = _(", ").join(stop.params["columns"].split("~"))
    text = _("First bring the table with these columns: {columns}")
    return replace(
        stop, sentence=text.format(columns=columns), page="data", params=BRINGING, note=""
    )


def _said(opened: OpenedStop, sentence: str) -> str:
    if lone := re.search(r"[{}]", _BRACES.sub("", sentence)):
        raise dt.ReadingError(
            "A brace “{brace}” is unmatched or empty. Write words as in {example}.",
            brace=lone[0],
            example="{rows}",
        )
    return _BRACES.sub(lambda found: _word(opened, found), sentence)


def _word(opened: OpenedStop, found: re.Match[str]) -> str:
    word = WORDS.get(found["word"])
    if word is None:
        raise dt.ReadingError(
            "“{word}” has no meaning here. Braces can hold: {words}.",
            word=found[0],
            words=Listed(WORDS),
        )
    return word(opened, found["of"] or "")


def _index(name: str, lesson: Lesson, names: Callable[[dt.Dataset], Sequence[str]]) -> int:
    """Where a name stands among those of the table, in whichever language it is said."""
    languages = () if lesson.choice.uploaded else tuple(LANGUAGES)
    said = (names(cache.dataset(lesson.choice, language)) for language in languages)
    for known in map(list, (names(lesson.dataset), *said)):
        if name in known:
            return known.index(name)
    raise dt.ReadingError(
        "“{name}” is not one of: {names}.", name=name, names=Listed(names(lesson.dataset))
    )


def _chosen(opened: OpenedStop) -> int:
    row = row_in(opened.stop.params, len(opened.lesson.dataset))
    if row is None:
        raise dt.ReadingError("No row is chosen at this sentence: add row=1 to its address.")
    return row
