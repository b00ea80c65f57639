"""Fast makers of the table of runs, and fast forms of criteria, behind one function each.

Read ``tallies`` (which maker counts which column), then ``counting`` (columns of few values, in
bins), ``sorting`` (the others), and ``scores`` (which cuts come near the best of their cell).
Growth is whole without them, and grows the same trees: ``dtcore.growth.counts.PlainTallies``
makes the same table, and every gain is the criterion's own formula.
"""
