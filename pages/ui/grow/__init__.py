"""The Grow page: what its acts do, and what Streamlit draws beside the stage.

Begin with ``acts`` (what was touched) and ``looking`` (what is looked at, and the scene as it is
sent); ``host`` leads to the panels with curves, guesses and trees of one's own; ``tools`` and
``settings`` are what is set for a lesson; ``background`` works while the page is in use; ``plain``
is the page without the stage. Not done here: no score is computed, and what the stage shows is
said by ``dtshow.scene.grow``.
"""
