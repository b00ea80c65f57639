"""How the engine computes a number that a text prints: a gain, a cut, an impurity, a limit.

Each function takes a table by its name in ``TABLES`` and names columns and levels as the texts do.
Not done here: which number stands in which text (``tests.books.worked_examples``).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.pruning import Limit
from dtcore.stepping.evidence import Candidate
from dtshow.tables.catalogue import catalogue
from tests.small_tables import dataset

ID3, C45, TEXTBOOK = dt.recipe("id3"), dt.recipe("c45"), dt.recipe("c45_textbook")
CART = dt.recipe("cart")
ID3_GINI = replace(ID3, impurity=dt.Gini())
TABLES = {
    "tennis": lambda: dataset("playtennis"),
    "tennis with Day": lambda: dataset("playtennis", roles={}),
    "golf": lambda: dataset("golf"),
    "golf without an outlook": lambda: without_outlook(),
    "loan": lambda: dataset("loan"),
    "gender": lambda: dataset("gender"),
    "tennis, outlook costs 10": lambda: dataset("playtennis", costs={"Outlook": 10.0}),
}
Number = Callable[[], float]
Where = tuple[tuple[str, str], ...]


@cache
def table(name: str) -> dt.Dataset:
    return TABLES[name]()


def number_of(data: dt.Dataset, column: str) -> int:
    return [field.name for field in data.schema.columns].index(column)


def at(name: str, recipe: dt.Recipe, where: Where) -> dt.Timeline:
    """The lesson after asking, by hand, the columns of ``where`` one below the other."""
    lesson, node = dt.start(table(name), recipe), ()
    for column, level in where:
        place = number_of(table(name), column)
        lesson = lesson.do(dt.Expand(node, dt.Multiway(place)))
        node += (table(name).columns[place].levels.index(level),)
    return lesson


def node_of(name: str, where: Where) -> tuple[int, ...]:
    data = table(name)
    return tuple(data.columns[number_of(data, c)].levels.index(level) for c, level in where)


def candidate(name: str, recipe: dt.Recipe, column: str, where: Where = ()) -> Candidate:
    lesson = at(name, recipe, where)
    weighed = dt.weigh(lesson.problem, lesson.state, node_of(name, where))
    return weighed.candidates[number_of(table(name), column)]


def score(name: str, recipe: dt.Recipe, column: str, part: str, *where: tuple[str, str]) -> Number:
    return lambda: candidate(name, recipe, column, where).scores[part]


def impurity(name: str, recipe: dt.Recipe, *where: tuple[str, str]) -> Number:
    """The impurity of the root, or of the node that the levels of ``where`` lead to."""
    return lambda: at(name, recipe, where).state.tree.impurity(node_of(name, where))


def cut_at(name: str, recipe: dt.Recipe, column: str, cut: float, part: str) -> Number:
    """``part`` of one of the cuts that were tried at the root, the winner or not."""

    def compute() -> float:
        lesson = dt.start(table(name), recipe)
        tried = dt.curve(lesson.problem, lesson.state, (), number_of(table(name), column))
        [place] = np.flatnonzero(tried.key == cut)
        if part == "gain_ratio":
            return tried.gain[place] / tried.split_info[place]
        return getattr(tried, part)[place]

    return compute


def entropy(*counts: float) -> Number:
    return lambda: float(dt.Entropy().of(np.array(counts)))


def without_outlook() -> dt.Dataset:
    """The golf table with the outlook of the twelfth day missing. Quinlan 1993, §3.2."""
    frame = catalogue()["golf"].read()
    frame.loc[11, "outlook"] = None
    return dt.Dataset.from_frame(frame, target="play")


def weights_of_the_case() -> str:
    """Levels in the order of the book."""
    data = table("golf without an outlook")
    tree = dt.grow(data, C45)
    [parts] = dt.missing_routing(data, tree, ()).parts
    levels = data.columns[0].levels
    return ",".join(f"{parts[levels.index(level)]:.6f}" for level in ("sunny", "overcast", "rain"))


def chance_of_play() -> float:
    """Of a sunny day of 70 degrees without wind whose humidity is not known."""
    data = table("golf without an outlook")
    day = {"outlook": ["sunny"], "temperature": [70.0], "humidity": [None], "windy": ["false"]}
    [shares] = dt.predict_proba(dt.grow(data, C45), pd.DataFrame(day))
    return float(shares[data.schema.classes.index("yes")])


def limit(errors: int, rows: int) -> Number:
    return lambda: Limit().of(errors, rows)


def texts(values: np.ndarray) -> str:
    return ",".join(f"{value:g}" for value in values)


def halves_of_humidity() -> str:
    """Classes come as yes, no."""
    stats = candidate("tennis", ID3, "Humidity").branch_stats
    return ";".join(texts(counts) for counts in stats)


def tried_heights() -> str:
    lesson = dt.start(table("gender"), CART)
    return texts(dt.curve(lesson.problem, lesson.state, (), 0).key)


def root_of_textbook_golf() -> str:
    step = dt.start(table("golf"), TEXTBOOK).propose()
    best, outlook = (step.evidence.candidates[i].scores["gain_ratio"] for i in (1, 0))
    assert step.move.split == dt.Threshold(1, 84.0)
    return f"temperature<=84 ratio {best:.6f} beats outlook {outlook:.6f}"
