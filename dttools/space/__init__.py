"""The space of trees that ID3 searches, and what it never looks at. Mitchell 1997, §3.5 and 3.6.

Begin with ``count`` (how many trees there are, by splits and errors), then ``listed`` (any one of
those that fit, by its number), ``partial`` (the partial trees, and ID3's way through them),
``apart`` (the row on which two trees differ), ``vote`` (what all that fit say of a row) and
``conjunctions`` (a smaller space, that of single rules). All trees are those of ``search``, which
goes through them from simple to complex: a branch for each value, a column once on a path, and
only asked of rows that differ in it and are of several classes. Not done here: columns of
numbers, missing cells, and nothing is estimated: a space that cannot be counted is refused.
"""

from dttools.space.apart import TellingRow, differing, telling_row
from dttools.space.conjunctions import Conjunctions, conjunctions
from dttools.space.count import Space, space_of
from dttools.space.listed import fitting_tree
from dttools.space.partial import Map, PartialTree, SearchStanding, SpaceLevel, map_of, partial_tree
from dttools.space.vote import Vote, most_divided, vote

__all__ = [
    "Conjunctions", "Map", "PartialTree", "SearchStanding", "Space", "SpaceLevel", "TellingRow",
    "Vote", "conjunctions", "differing", "fitting_tree", "map_of", "most_divided", "partial_tree",
    "space_of", "telling_row", "vote",
]  # fmt: skip
