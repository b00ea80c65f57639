"""The panels of Use: the tree that was grown, asked, judged, read as rules and taken away.

Read ``tree_in_use`` (which tree, which case) and ``use_view``, then the tabs: ``predict`` (with
``answer``, ``questions``, ``many_rows``), ``evaluate`` (with ``judged`` and ``looks``), ``rules``
(with ``decision_list``) and ``take``. Not done here: nothing is predicted, counted or written out
(``dtcore``, ``dttools``).
"""
