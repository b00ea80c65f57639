"""Verdicts, reasons and what just happened, in words. Markdown; user text stays literal.

Not done here: why a candidate won or lost (``dtshow.lesson.verdicts``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import dtcore as dt
from dtcore import explain
from dtcore.formula import Query
from dtcore.growth import Recipe
from dtcore.model import Multiway, NodeId, Schema, Split, Tree, weight_text
from dtcore.policies import Stop, Verdict
from dtcore.stepping import Candidate, Expand, MakeLeaf, Prune, RaiseSubtree, Step, Weighed
from dtshow.lesson import answers
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.table_choice import TableChoice
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext, sentence
from dtshow.words.markdown import literal
from dttools import export
from dttools.evaluation import accuracy
from dttools.printing import Digits

MOST_CLASSES = 6
"""With more classes than this their counts do not fit a sentence."""


def verdict(candidate: Candidate) -> str:
    """A few words for a table."""
    if candidate.verdict == Verdict.REFUSED and not candidate.gains:
        return _("gains nothing")
    return sentence(candidate.verdict.label)


def score_name(recipe: Recipe) -> str:
    """The heading of the score that decides, with its unit."""
    own = None if recipe.impurity.numeric else recipe.selection.score_label
    return sentence(own or recipe.impurity.score_label)


def unit_name(recipe: Recipe) -> str:
    return _(recipe.impurity.unit) if recipe.impurity.unit else ""


def impurity_name(recipe: Recipe) -> str:
    """What the impurity of a node is called."""
    return sentence(recipe.impurity.node_label)


def recipe_name(name: str) -> str:
    title = dt.recipe(name).title
    return sentence(title) if title else name


def path_words(tree: Tree, node: NodeId) -> str:
    """The conditions on the way to a node, plain text."""
    return " ∧ ".join(map(number_format.told, tree.conditions(node))) or _("all rows")


def query_words(tree: Tree, query: Query) -> str:
    """What a count counts, plain text for a button."""
    parts = []
    if query.split is not None and query.branch is not None:
        parts.append(number_format.told(query.split.condition(tree.schema, query.branch)))
    if query.label is not None:
        parts.append(f"{tree.schema.target.name} = {tree.schema.classes[query.label]}")
    return _("rows with {what}").format(what=" ∧ ".join(parts)) if parts else _("rows at this node")


def stop_words(step: Step, tree: Tree) -> str:
    """Why a node was not split, or is split no more."""
    if isinstance(step.move, Prune):
        return _collapsing(step, tree)
    if step.found:
        return _("BFS-ID3 asks nothing more here.")
    if step.by_hand:
        return _("It was made a leaf by hand.")
    return sentence(step.why(tree.schema) or Stop(None).reason(tree.schema))


def narrate(lesson: Lesson, digits: Digits) -> str:
    """One or two sentences about what the screen shows now, as Markdown."""
    if lesson.weighed is not None:
        return _weighing(lesson, digits)
    if lesson.timeline.last is None:
        return _at_start(lesson)
    if lesson.finished and len(lesson.tree) > 1:  # the last leaf's reason stands with the leaf
        return at_end(lesson)
    text = _move_words(lesson, lesson.timeline.last)
    return joined(at_end(lesson), text) if lesson.finished else text


def _move_words(lesson: Lesson, last: Step) -> str:
    tree = lesson.tree
    match last.move:
        case Expand(node=node, split=split):
            text = (
                _("**By hand:** {column} splits {rows} into {branches}.")
                if last.decided
                else _("Split on **{column}**: {rows} go to {branches}.")
            )
            return text.format(
                column=literal(tree.schema.columns[split.column].name),
                rows=number_format.rows_count(tree.rows(node)),
                branches=ngettext("{n} branch", "{n} branches", tree[node].arity),
            )
        case MakeLeaf(node=node):
            return _("A leaf: **{answer}**. {reason}").format(
                answer=literal(answers.in_full(lesson, node)), reason=stop_words(last, tree)
            )
        case Prune():
            return _collapsing(last, tree)
        case RaiseSubtree():
            raise AssertionError("no branch is raised while a tree grows")


def why_split(lesson: Lesson, digits: Digits) -> str:
    """Why the algorithm asked what it has just asked, in a line; nothing if nothing is gained."""
    last = lesson.timeline.last
    if last is None or last.by_hand or not isinstance(last.evidence, Weighed):
        return ""
    weighed, name = last.evidence, explain.headline(lesson.recipe)
    best = weighed.best
    if best is None or not best.gains:
        return ""
    if _outscored(weighed, name, digits):
        text = _("Of the questions allowed it scores highest: {score}.")
    elif any(candidate.verdict == Verdict.TIED for candidate in weighed.candidates):
        text = _("It ties for the highest score and comes first in the table: {score}.")
    elif lesson.recipe.selection.score == "gain" and unit_name(lesson.recipe):
        text = _("It has the highest gain: {score}.")
    else:
        text = _("It scores highest: {score}.")
    return text.format(score=score_words(lesson.recipe, digits.show(best.scores[name])))


def _outscored(weighed: Weighed, name: str, digits: Digits) -> bool:
    """Whether something scores more, as it is shown, than the best that is allowed."""
    best = weighed.best
    shown = [digits.rounded(c.scores[name]) for c in weighed.candidates if name in c.scores]
    return best is not None and max(shown) > digits.rounded(best.scores[name])


def at_end(lesson: Lesson) -> str:
    """That the tree is finished, how large it is, and how it does on its own rows."""
    tree = lesson.tree
    leaves = ngettext("{n} leaf", "{n} leaves", tree.leaves)
    if not tree.schema.classes:
        if not tree.stats[0, 2]:
            text = _(
                "**Finished:** {leaves}. All rows have the same value: no variance to explain."
            )
            return text.format(leaves=leaves)
        return _("**Finished:** {leaves}, {share} of the variance explained.").format(
            leaves=leaves, share=f"{explain.nodes.r_squared(tree):.0%}"
        )
    rows, right = tree.rows(()), float(tree.rows_right[tree.arity == 0].sum())
    if not right.is_integer():  # some rows came to several leaves, and get one answer
        right = round(rows * accuracy(tree, lesson.dataset.unweighed), 6)
    return _("**Finished:** {leaves}, {right} of {rows} right.").format(
        leaves=leaves, right=weight_text(right), rows=number_format.rows_count(rows)
    )


def _at_start(lesson: Lesson) -> str:
    """Counts, for nothing has been worked out; of many classes only how many there are."""
    classes = lesson.tree.schema.classes
    if not classes:
        counts = f"{literal(lesson.dataset.target.name)} ≈ {literal(answers.answer(lesson, ()))}"
    elif len(classes) > MOST_CLASSES:
        counts = ngettext("{n} class", "{n} classes", len(classes))
    else:
        counts = literal(number_format.counted_classes(lesson.tree, ()), 400)
    text = _("{rows}, all in one node: {counts}. What would you ask first?").format(
        rows=number_format.rows_count(lesson.tree.rows(())), counts=counts
    )
    without = lesson.dataset.left_out.get("missing cells", 0)
    left_out = gaps_left_out(lesson.choice, lesson.recipe_choice, without)
    return joined(text, left_out, literal(weights_decide(lesson.tree.schema), 400))


def weights_decide(schema: Schema) -> str:
    """What rows weigh, where that is not their number; nothing if it is. Plain text."""
    if not schema.weighs:
        return ""
    factors = schema.leaf_rule.factors
    if not factors:
        return _("Weights decide, not numbers of rows: each row has its own.")
    brief = _("Weights decide, not numbers of rows; each class has its own.")
    full = _("Weights decide, not numbers of rows; each class has its own: {weights}.")
    if schema.fractional:
        brief = _("Weights decide, not numbers of rows: a row’s weight times that of its class.")
        full = _(
            "Weights decide, not numbers of rows: a row’s weight times that of its class, "
            "{weights}."
        )
    text = brief if len(factors) > MOST_CLASSES else full
    return text.format(weights=export.by_class(factors, schema.classes))


def gaps_left_out(choice: TableChoice, recipe_choice: RecipeChoice, rows: int) -> str:
    """How many rows are left out for their missing cells, and why; nothing if none is."""
    if not rows:
        return ""
    left = ngettext("{n} row with missing cells", "{n} rows with missing cells", rows)
    if not choice.as_recipe:
        return _("{rows} left out, as set on the Data page.").format(rows=left)
    return _("{rows} left out, because {recipe} does not take missing cells.").format(
        rows=left, recipe=recipe_name(recipe_choice.name)
    )


def _weighing(lesson: Lesson, digits: Digits) -> str:
    result, coming = lesson.evidence_at_weighed, lesson.coming
    asked = _asked([one.split for one in result.candidates if one.split is not None])
    best = result.best
    stop = coming or _made_a_leaf(lesson)
    if best is None or (stop and isinstance(stop.move, MakeLeaf)):
        reason = stop_words(stop, lesson.tree) if stop else _("No question is allowed.")
        return _("{asked}; no split is made. {reason}").format(asked=asked, reason=reason)
    name = explain.headline(lesson.recipe)
    text = _("{asked}; **{column}** is best: {score}.")
    tied = [one for one in result.candidates if one.verdict == Verdict.TIED]
    if len(tied) > 1:
        text = _("{asked}; **{column}** and {n} others tie ({score}); it comes first in the table.")
    elif tied:
        text = _(
            "{asked}; **{column}** and {other} tie at {score}. **{column}** stands first in the "
            "table, so it is taken."
        )
    elif _outscored(result, name, digits):
        text = _("{asked}; of those allowed, **{column}** is best: {score}.")
    if not best.gains:
        text = _("{asked}; no allowed split gains anything, and **{column}** is used anyway.")
    return text.format(
        asked=asked,
        column=literal(lesson.tree.schema.columns[best.column].name),
        n=len(tied),
        other="".join(literal(lesson.tree.schema.columns[one.column].name) for one in tied[:1]),
        score=score_words(lesson.recipe, digits.show(best.scores[name])),
    )


def _asked(best: Sequence[Split]) -> str:
    """How many questions were weighed: of a column that can be split in several ways, the best."""
    if all(isinstance(split, Multiway) for split in best):
        return ngettext("{n} question weighed", "{n} questions weighed", len(best))
    return ngettext(
        "The best split of {n} column weighed",
        "The best split of each of {n} columns weighed",
        len(best),
    )


def _made_a_leaf(lesson: Lesson) -> Step | None:
    """The step that made a leaf of the weighed node before it was weighed; else None."""
    step = lesson.timeline.step_of(lesson.weighed) if lesson.weighed is not None else None
    return step if step is not None and isinstance(step.move, MakeLeaf) else None


def score_words(recipe: Recipe, shown: str) -> str:
    """A score with what it is: bits say that themselves."""
    if unit_name(recipe) and recipe.selection.score == "gain":
        return f"{shown} {unit_name(recipe)}"
    name = score_name(recipe)
    return f"{name[:1].lower()}{name[1:]} {shown}"


def _collapsing(step: Step, tree: Tree) -> str:
    why = step.why(tree.schema)
    return sentence(why) if why else _("**By hand:** the subtree was made a leaf.")


def in_parts(lesson: Lesson, nodes: Iterable[NodeId]) -> str:
    """Why there are parts of rows at some of the nodes; nothing if there are none."""
    whole = all(round(lesson.tree.rows(node), 6).is_integer() for node in nodes)
    if whole or not isinstance(lesson.recipe.missing, dt.Fractions):
        return ""
    return _("A row without the value that is asked for goes down every branch, in parts.")
