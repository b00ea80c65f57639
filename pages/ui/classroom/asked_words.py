"""What is said of an answer after the vote: why it is right, or which mistake leads to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dtcore import explain
from dtcore.model import NodeId
from dtcore.stepping import Candidate, MakeLeaf, Weighed
from dtshow.lesson import answers, diagnosis, narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import N_, _, joined, sentence
from dtshow.words.markdown import literal
from dttools.printing import equation
from dttools.study import Standing
from dttools.teach import Mistake, quiz
from dttools.teach.quiz import QuizJudgement, QuizKind, QuizQuestion, QuizSlip
from pages.ui.classroom.steps import Both, both, digits


def why_words(lesson: Lesson, question: QuizQuestion, key: str, judgement: QuizJudgement) -> str:
    """Markdown. ``lesson`` looks at the node asked about."""
    match question.kind:
        case QuizKind.SCORE:
            return _of_score(lesson, question, judgement)
        case QuizKind.CLASS:
            return _of_class(lesson, question, int(key), judgement)
        case QuizKind.CUT:
            return _of_cut(lesson, question, int(key), judgement)
        case _ if key in (quiz.LEAF, quiz.SPLIT):
            return _of_stop(lesson, question)
        case _:
            return _of_column(lesson, question, int(key), judgement)


def _of_score(lesson: Lesson, question: QuizQuestion, judgement: QuizJudgement) -> str:
    assert judgement.diagnosis is not None
    said = judgement.diagnosis
    return diagnosis.diagnosis_words(lesson, question.candidate, said, digits(lesson))


def _of_stop(lesson: Lesson, question: QuizQuestion) -> str:
    """Why the algorithm stops here, or why it does not."""
    assert question.step is not None
    if isinstance(question.step.move, MakeLeaf):
        if isinstance(question.step.evidence, Weighed) and question.weighed.winner is None:
            return _("The algorithm rules out every column here.")
        return narration.stop_words(question.step, lesson.tree)
    best = question.weighed.best
    assert best is not None
    name, score = _name(lesson, best.column), _scored(lesson, best)
    return sentence(quiz.NOT_STOPPED, column=name, score=score)


def _of_column(
    lesson: Lesson, question: QuizQuestion, column: int, judgement: QuizJudgement
) -> str:
    candidate = question.weighed.candidates[column]
    if not isinstance(judgement.reason, Mistake) or judgement.good or judgement.made is None:
        tied = judgement.good and len(question.right) > 1
        why = verdicts.why(lesson, candidate, digits(lesson))
        return joined(why, _("Each of them is right.") if tied else "")
    return sentence(
        quiz.LED[judgement.reason],
        column=_name(lesson, column),
        made=literal(equation(judgement.made, digits(lesson)), 200),
        score=digits(lesson).show(candidate.scores[explain.headline(lesson.recipe)]),
        criterion=sentence(lesson.recipe.impurity.label),
    )


def _of_cut(lesson: Lesson, question: QuizQuestion, place: int, judgement: QuizJudgement) -> str:
    assert question.line is not None
    mine, theirs = (question.line.scores[int(k)] for k in (place, question.key))
    written = digits(lesson).apart(mine, theirs)
    score, best = written.show(mine), written.show(theirs)
    if judgement.good:
        chosen = question.line.splits[int(question.key)]
        cut = literal(number_format.question(chosen, lesson.tree.schema), 80)
        alone = _("{cut} scores {score}; no allowed cut scores higher.")
        tied = _(
            "{n} of these cuts tie at {score}, and each of them is right. One is chosen: {cut}."
        )
        n = len(question.right)
        return (tied if n > 1 else alone).format(n=n, score=score, cut=cut)
    compared = _("It scores {score}; the best allowed cut scores {best}.")
    why = judgement.reason
    said = verdicts.standing_words(why) if isinstance(why, Standing) else ""
    return joined(said, compared.format(score=score, best=best))


def _of_class(lesson: Lesson, question: QuizQuestion, label: int, judgement: QuizJudgement) -> str:
    end = quiz.way(question)[-1]
    way = literal(narration.path_words(lesson.tree, end), 200)
    said, told = _class_name(lesson, label), _answer(lesson, end)
    texts = {
        QuizSlip.OF_ALL_ROWS: _("At the root, “{said}” would be the answer."),
        QuizSlip.OF_THE_ROW: _("“{said}” is the row’s own class, and the tree gets it wrong."),
        QuizSlip.OTHER_BRANCH: _("A leaf of another branch says “{said}”."),
        QuizSlip.UNHEARD: _("No leaf says “{said}”."),
    }
    slip = judgement.reason
    why = texts[slip].format(said=said) if isinstance(slip, QuizSlip) and slip in texts else ""
    leads = _("The row goes to {way}, where the tree says “{told}”.").format(way=way, told=told)
    return joined(why, leads)


def _class_name(lesson: Lesson, label: int) -> str:
    return literal(lesson.tree.schema.classes[label], 40)


def _answer(lesson: Lesson, node: NodeId) -> str:
    return literal(answers.answer(lesson, node), 40)


def _name(lesson: Lesson, column: int) -> str:
    return literal(lesson.dataset.columns[column].name, 40)


def _scored(lesson: Lesson, candidate: Candidate) -> str:
    shown = digits(lesson).show(candidate.scores[explain.headline(lesson.recipe)])
    return narration.score_words(lesson.recipe, shown)


_NAMES: Final[Mapping[str, str]] = {
    "none": N_("right answer"),
    "rounded_early": N_("right, rounded too early"),
    "vague": N_("too few decimals"),
    "no_weights": N_("branches not weighted"),
    "natural_log": N_("natural logarithm"),
    "binary_log": N_("logarithm to base 2"),
    "children": N_("impurity after the split"),
    "parent": N_("impurity before the split"),
    "gini": N_("Gini index"),
    "entropy": N_("entropy in bits"),
    "no_split_info": N_("gain for gain ratio"),
    "divided": N_("gain ratio for gain"),
    "no_price": N_("no penalty for choosing among cuts"),
    "per_row": N_("variance for sum of squares"),
    "one_weight": N_("a branch not weighted"),
    "left_out": N_("a branch left out"),
    "sign": N_("sign reversed"),
    "negative": N_("negative gain"),
    "too_large": N_("more than the impurity before"),
    "other": N_("another number"),
    "lower": N_("scores lower"),
    "ruled_out": N_("ruled out"),
    "worth_a_split": N_("stopped too early"),
    "stopped": N_("split on where growth stops"),
    "of_all_rows": N_("answer of the root"),
    "of_the_row": N_("the row’s own class"),
    "other_branch": N_("leaf of another branch"),
    "unheard": N_("class of no leaf"),
    "too_few_rows": N_("too few rows on one side"),
    "below_average_gain": N_("gains less than average"),
    "same_class": N_("parts rows of one class"),
}


def mistake_words(name: str) -> Both:
    """What a kind of mistake is called, in a few words for a table."""
    return both(lambda: _(_NAMES.get(name, _NAMES["other"])))
