"""A tree for other eyes: as text, as code that predicts, as rules, as a drawing, as a table.

``drawing`` is Graphviz; ``plain`` is text as C4.5 and scikit-learn print it, and JSON; ``steps`` a
tree as questions in the order in which code asks them, ``python_code`` and ``sql_code`` that code;
``markdown_rules`` its rules to paste; ``candidate_table`` what was weighed. Not done here: reading
any of it but JSON, and files.
"""

from dtcore.export.drawing import Look, branch_into, dot, literal
from dtcore.export.plain import from_json, sklearn_text, text, to_json
from dtcore.model.plain_text import counts, default_label, mean, prediction

__all__ = [
    "Look",
    "branch_into",
    "counts",
    "default_label",
    "dot",
    "from_json",
    "literal",
    "mean",
    "prediction",
    "sklearn_text",
    "text",
    "to_json",
]
