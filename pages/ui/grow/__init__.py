"""The Grow page: what its acts do, and what Streamlit draws beside the stage.

Begin with ``acts`` (what was touched) and ``looking`` (what is looked at, the scene as it is sent,
and the address); ``host`` leads to the panels with curves, guesses and trees of one's own, and has
the page without the stage; ``tools`` are what is set for a lesson; ``background`` works while the
page is in use. Not done here: no score is computed, and what the stage shows is said by
``dtshow.scene.grow``.
"""
