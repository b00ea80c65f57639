"""A lesson before others: on the wall in lecture mode, and in their hands as a link and a code.

Not done here: what a lecture adds to a scene (``dtshow.scene.grow.lecture``,
``pages.ui.pruning.stage``), and how it looks (``pages.ui.components.stage``).
"""
