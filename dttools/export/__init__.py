"""A tree for other eyes: as text, as code that predicts, as rules, as a drawing, as a table.

``plain`` is text as C4.5 and scikit-learn print it, and JSON; ``questions`` a tree in the order in
which code asks, ``python_code`` and ``sql_code`` that code, ``python_main`` what runs it as a
program; ``markdown_rules`` its rules to paste; ``candidate_table`` what was weighed; ``csv_text``
any table, for spreadsheets too; ``drawing`` is Graphviz (``graphviz_child`` runs it), ``latex`` a
sum or a tree for papers and slides, ``labels`` what stands at nodes;
``origin`` where a file comes from. Not done here: files, and reading any of it but JSON.
"""

from dtcore.model.tree import mean, prediction
from dttools.export.candidate_table import candidates, candidates_csv, candidates_of
from dttools.export.csv_text import csv_text
from dttools.export.drawing import LIGHT_TINTS, Look, branch_into, dot, literal, svg
from dttools.export.labels import by_class, counts, default_label, weights
from dttools.export.latex import latex, tikz
from dttools.export.markdown_rules import escaped, markdown
from dttools.export.origin import with_origin
from dttools.export.plain import from_json, sklearn_text, text, to_json
from dttools.export.python_code import python
from dttools.export.sql_code import sql
from dttools.export.workbook import can_be_workbook, workbook

__all__ = [
    "LIGHT_TINTS", "Look", "branch_into", "by_class", "can_be_workbook", "candidates",
    "candidates_csv", "candidates_of", "counts", "csv_text", "default_label", "dot", "escaped",
    "from_json", "latex", "literal", "markdown", "mean", "prediction", "python",
    "sklearn_text", "sql", "svg", "text", "tikz", "to_json", "weights", "with_origin",
    "workbook",
]  # fmt: skip
