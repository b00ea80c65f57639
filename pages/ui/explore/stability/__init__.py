"""Stability: a hundred trees on samples of the table, and what stays the same in them.

Begin with ``panel``, whose ``show`` draws the tab; ``stability_view`` and ``address`` say what is
chosen, ``grown`` waits for the trees. ``nodes``, ``rows`` and ``small_trees`` draw a part each, and
``outline`` makes the shapes of the small trees without Streamlit. Not done here: sampling, growing
and counting (``dttools.evaluation``).
"""
