"""What the stage draws, as plain JSON: made from a lesson by code that knows no Streamlit.

A scene is made of sections (``parts``); read ``grow.scene`` first, then ``grow.panel`` with the
``blocks`` that a panel is made of, ``tree.section`` and ``sums``. ``pruning`` makes the scene of a
tree that is pruned, ``tree.still`` that of a tree to be looked at. ``acts`` are what comes back.
Not done here: nothing is drawn, sent or kept between reruns.
"""
