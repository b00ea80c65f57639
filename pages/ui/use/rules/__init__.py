"""Rules: the tree as a rule for each leaf, as an expression for each class, as a decision list.

Read ``shown`` (which rules are listed, in which order), ``panel``, ``listed``, ``chosen`` (what one
rule says, with its sums, rows and region), ``expressions`` and ``decision_list`` (after rule
post-pruning). Not done here: no rule is made (``dttools.rules``).
"""
