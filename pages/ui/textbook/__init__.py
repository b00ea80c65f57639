"""Every number that the course texts print, beside what the engine computes.

Begin with ``printed`` (``printed.json`` as values: where a number stands, and the step that
computes it, as a lesson), then ``marks`` (right, rounded or wrong) and ``sentences``. Not done
here: no number of ours is written down, the tables are the catalogue's, and nothing is drawn
(``pages.ui.reference.textbook``).
"""
