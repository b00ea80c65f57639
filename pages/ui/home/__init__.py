"""The panels of Home: the head with its tree, the course's stops, one's own table, the gallery.

Begin with ``welcome``, then ``course`` (where the stops lead), ``gallery`` and ``upload``. Not
done here: reading a file (``dttools.files``), making tables to practise on
(``pages.ui.practice``), and what is drawn in the browser (``pages.ui.components.home``).
"""
