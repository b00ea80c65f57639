"""Evaluate: how good the tree is on rows that it has not seen.

Read ``judged`` (which tree on which rows), ``panel``, then what it is made of: ``matrix``,
``interval``, ``classes``, ``columns`` (importance), ``errors``.
Not done here: nothing is counted (``dttools.evaluation``).
"""
