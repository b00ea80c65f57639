"""A lesson as a value, and as an address; no Streamlit here.

Read ``lesson`` (which table, which recipe, where we are), ``choice`` (a recipe and what was
changed of it), ``settings`` (what may be changed), then ``link`` and ``link_moves``. ``history`` is
undo. Not done here: nothing is kept (``pages.ui.shell.session``), nothing worded
(``pages.ui.wording``).
"""
