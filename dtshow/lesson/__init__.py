"""A lesson as a value, as an address, and in words.

Read ``lesson`` (which table, which recipe, where we are), ``choice`` (a recipe and what was changed
of it), ``settings`` (what may be changed), then ``link``. ``history`` is undo.
``narration`` says what just happened, ``verdicts`` why a candidate won or lost. Not done here:
nothing is kept (``pages.ui.shell.session``) or drawn (``dtshow.scene``).
"""
