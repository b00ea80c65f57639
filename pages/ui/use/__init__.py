"""The panels of Use: the tree that was grown, asked, judged, read as rules and taken away.

Read ``tree_in_use`` (which tree), ``use_view`` and ``address``, then the panels, a tab each:
``predict``, ``evaluate``, ``rules`` and ``take``. Not done here: nothing is predicted, counted or
written out (``dtcore``).
"""
