"""The rules of a tree as Markdown, to paste where it is read. Signs of Markdown are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dtcore.model.splits import weight_text
from dtcore.model.tree import Tree, on_one_line
from dttools.rules.leaves import TreeRule, of

_SIGNS: Final = re.compile(r"([\\`*_\[\]<|~$&@]|:(?=//)|(?<=www)\.)", re.IGNORECASE)
"""Of markup, and what begins a link without any."""
MISSING: Final = "Rows whose cell is missing or has no branch: {reason}"


def markdown(tree: Tree) -> str:
    """A list with a rule for each leaf: rows and confidence of training with each."""
    rules = of(tree)
    head = [f"# {escaped(tree.schema.target.name)}", "", *_notes(tree), ""]
    return "\n".join([*head, *(f"{n}. {_rule(tree, r)}" for n, r in enumerate(rules.rules, 1)), ""])


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(on_one_line(text).split()))


def _notes(tree: Tree) -> Iterator[str]:
    yield "A row whose cells are all known fits exactly one rule."
    yield ""
    yield MISSING.format(reason=tree.missing.reason)


def _rule(tree: Tree, rule: TreeRule) -> str:
    parts = [escaped(part.text(tree.schema)) for part in rule.conditions]
    when = f"**If** {' **and** '.join(parts)} **then**" if parts else "**Always**"
    share = rule.confidence.value if rule.confidence else None
    sure = "" if share is None else f", {share:.1%}"
    return f"{when} {escaped(rule.said)} (n = {weight_text(rule.covered)}{sure})"
