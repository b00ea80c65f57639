"""The Textbook tab: every number that the course texts print, beside what the engine computes.

Begin with ``records`` (``printed.json`` as values: where a number stands, and the step that
computes it), then ``computed`` (a step as a lesson, its number, its address), ``marks`` (right,
rounded or wrong) and ``sentences``; ``tools`` says which programs our trees were compared with,
``panel`` is the tab. Not done here: no number of ours is written down, and the tables are the
catalogue's.
"""
