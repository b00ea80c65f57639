"""Evaluate: how good the tree is on rows that it has not seen.

Read ``judged`` (which tree on which rows), ``panel``, then what it is made of: ``matrix``,
``sure`` (the interval), ``classes``, ``columns`` (importance), ``wrong`` (errors).
Not done here: nothing is counted (``dtcore.evaluation``).
"""
