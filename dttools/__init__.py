"""What is built on the engine, and the engine's own names with it.

>>> import dttools as dt
>>> data = dt.Dataset.from_frame(pd.read_csv("datasets/golf.csv"), target="play")
>>> dt.export.text(dt.grow(data, dt.recipe("c45")))

``files`` (from the bytes of a file to a table), ``evaluation``, ``study`` and ``rules`` (what can
be asked of a tree), ``space`` (all the trees of a small table), ``teach`` (questions, worksheets,
tables to practise on), ``export``, ``printing`` (formulas as text), ``estimators`` (for
scikit-learn, imported by itself), ``large`` (tables larger than memory: ``open``) and ``command``
(``python -m dtcore``). Each says in its ``__init__`` what it offers. Not done here: growing,
stepping, explaining, pruning (``dtcore``), and no page is known.
"""

from typing import TYPE_CHECKING

import dtcore
from dtcore import *  # noqa: F403 - both faces under one name
from dtcore import __version__ as __version__
from dtcore.errors import elsewhere
from dttools import evaluation, export, printing, rules, study, teach
from dttools.evaluation import evaluate, importance
from dttools.large import open
from dttools.space import search
from dttools.study import report, what_if

if not TYPE_CHECKING:  # which would know too few names by the one, and too many by the other
    __all__ = [
        *dtcore.__all__,
        "evaluate",
        "evaluation",
        "export",
        "importance",
        "open",
        "printing",
        "report",
        "rules",
        "search",
        "study",
        "teach",
        "what_if",
    ]
    _parts = (evaluation, export, rules, search, study, teach, dtcore.pruning, dtcore.validation)
    __getattr__ = elsewhere(__name__, {}, _parts)
