"""What one column tells about another: the entropies of a two-way table, as formulas.

Rows of the table are the values x_i of a column X, its columns the classes y_k of Y, its cells
weights n_ik. A count's query names the value as its branch and the class as its label. Not
done here: no table is counted from data, and nothing is tested for significance.
Shannon 1948; Quinlan 1986.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dtcore.formula import Count, Formula, Log, Named, Over, Product, Query, Ratio, Sum, Symbol
from dtcore.model.columns import FloatArray
from dtcore.model.nodes import ROOT
from dtcore.policies.impurity import Entropy

Cell = tuple[float, Query]
H_Y: Final = Symbol("H(Y)")
H_Y_X: Final = Symbol("H(Y|X)")


@dataclass(frozen=True, eq=False)
class TwoWay:
    """A table of weights (values of X, classes of Y), at least 0; ``entropy`` sets the unit."""

    counts: FloatArray
    entropy: Entropy = Entropy()

    def of_y(self) -> Named:
        """H(Y): how uncertain the class is before X is known."""
        return Named("H(Y)", self._general("n_{·k}", "k"), self._entropy(self._columns()))

    def of_x(self) -> Named:
        """H(X): how uncertain the value is; a split's split info."""
        return Named("H(X)", self._general("n_{i·}", "i"), self._entropy(self._rows()))

    def joint(self) -> Named:
        """H(X,Y): how uncertain the pair is."""
        return Named("H(X,Y)", self._general("n_{ik}", "i,k"), self._entropy(self._cells()))

    def y_given_x(self) -> Named:
        """H(Y|X): what is left of H(Y) on average once the value is known."""
        rows = [(cell, self._cells(branch=cell[1].branch)) for cell in self._rows()]
        return self._conditional(rows, "Y|X", "x")

    def x_given_y(self) -> Named:
        """H(X|Y): what is left of H(X) on average once the class is known."""
        columns = [(cell, self._cells(label=cell[1].label)) for cell in self._columns()]
        return self._conditional(columns, "X|Y", "y")

    def mutual(self) -> Named:
        """I(X;Y) = H(Y) - H(Y|X), the information gain: at least 0, and the same as I(Y;X)."""
        terms = ((1, self.of_y()), (-1, self.y_given_x()))
        return Named("I(X;Y)", Sum(((1, H_Y), (-1, H_Y_X))), Sum(terms))

    def chain(self) -> Named:
        """H(X,Y) again, by the chain rule: H(X) + H(Y|X)."""
        terms = ((1, self.of_x()), (1, self.y_given_x()))
        return Named("H(X,Y)", Sum(((1, Symbol("H(X)")), (1, H_Y_X))), Sum(terms))

    def _cells(self, branch: int | None = None, label: int | None = None) -> list[Cell]:
        return [
            (float(weight), Query(ROOT, None, i, k))
            for i, row in enumerate(self.counts)
            for k, weight in enumerate(row)
            if branch in (None, i) and label in (None, k)
        ]

    def _rows(self) -> list[Cell]:
        totals = enumerate(self.counts.sum(axis=1))
        return [(float(weight), Query(ROOT, None, i)) for i, weight in totals]

    def _columns(self) -> list[Cell]:
        totals = enumerate(self.counts.sum(axis=0))
        return [(float(weight), Query(ROOT, label=k)) for k, weight in totals]

    def _entropy(self, cells: Iterable[Cell], whole: Count | None = None) -> Formula:
        whole = whole or self._whole
        shares = [Ratio(Count(*cell), whole) for cell in cells if cell[0] > 0]
        return Sum(tuple((-1, Product((p, Log(p, self.entropy.base)))) for p in shares))

    def _conditional(self, parts: list[tuple[Cell, list[Cell]]], of: str, given: str) -> Named:
        """Σ share · H within the part; the parts are rows or columns, empty ones left out."""
        terms = []
        for number, (total, cells) in enumerate(parts):
            if total[0] > 0:
                count = Count(*total)
                symbol = f"H({of}={given}_{{{number + 1}}})"
                body = self._entropy(cells, count)
                within = Named(symbol, self._within(given, number + 1), body, total[1].branch)
                terms.append((1, Product((Ratio(count, self._whole), within))))
        index = "i" if given == "x" else "k"
        share = Ratio(Symbol("n_{i·}" if given == "x" else "n_{·k}"), Symbol("n"))
        general = Over(index, Product((share, Symbol(f"H({of}={given}_{index})"))))
        return Named(f"H({of})", general, Sum(tuple(terms)))

    def _within(self, given: str, number: int) -> Formula:
        """The definition of the entropy within one value, or within one class."""
        if given == "x":
            return self._general(f"n_{{{number}k}}", "k", f"n_{{{number}·}}")
        return self._general(f"n_{{i{number}}}", "i", f"n_{{·{number}}}")

    def _general(self, count: str, over: str, whole: str = "n") -> Formula:
        share = Ratio(Symbol(count), Symbol(whole))
        return Sum(((-1, Over(over, Product((share, Log(share, self.entropy.base))))),))

    @property
    def _whole(self) -> Count:
        return Count(float(self.counts.sum()), Query(ROOT))
