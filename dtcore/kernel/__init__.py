"""Counting and scoring on arrays: many nodes, columns and cuts in one call.

Read ``orders`` (rows by value), ``node_block`` (what the columns of some nodes share), then
``cut_counts`` (what lies left and right of every cut), which impurities read; for speed
``cumulative`` sums, ``binary_entropy`` and ``multiclass`` do the same in whole numbers.
``split_options`` counts nominal columns. Not done here: nothing is chosen, and no recipe is known.
"""
