"""What the stage draws, as plain JSON: made from a lesson by code that knows no Streamlit.

A scene is made of sections (``parts``, with the acts that come back); read ``grow.scene`` first,
then ``grow.panel`` with the ``blocks`` that a panel is made of, ``tree.section`` and ``sums``.
``trees`` makes the scenes of trees that are pruned, asked, or only looked at. Not done here:
nothing is drawn, sent or kept between reruns.
"""
