"""The panels of the Grow page, each a function that draws one part of the current lesson.

Begin with ``stepper`` (the buttons and the sentence), ``inspector`` (what was weighed) and
``rows``; ``views`` says which view of a node is shown, ``background`` grows large trees in sight.
Not done here: no score is computed; the tree itself is ``pages.ui.components.tree``.
"""
