"""The panels of Home: the head with its tree and the course's stops, the gallery, one's own table.

Begin with ``welcome``, then ``gallery`` and ``own``; ``large`` opens tables larger than memory. Not
done here: reading a file (``dttools.files``), making tables to practise on
(``pages.ui.practice``), and what is drawn in the browser (``pages.ui.components.home``).
"""
