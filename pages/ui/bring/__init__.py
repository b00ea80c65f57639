"""How a table of one's own comes in: the place to bring one, on Home and Data, and the draft.

Begin with ``draft``, the table that is no lesson yet or the lesson's own, which other pages ask
about, too. ``panel`` is the place to bring a file or to type one, ``bringing`` what is on its way,
``in_sight`` the reading of large files, ``ways_to_read`` how else a file may be read. Not done
here: reading a file (``dttools.files``), and the panels of the Data page (``pages.ui.data``).
"""
