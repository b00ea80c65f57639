"""The panels of the home page: the welcome, an upload, practice, and a card for each table.

Begin with ``welcome``; ``cards`` lists tables, ``upload`` takes one. Not done here: reading a
file (``dtcore.reading``), and making tables to practise on (``pages.ui.practice``).
"""
