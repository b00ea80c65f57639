"""Compare, a tab of Explore: two to four trees on the same table, linked, and where they part.

Not done here: the comparison itself (``dttools.study.compare``).
"""
