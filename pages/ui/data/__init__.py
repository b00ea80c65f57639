"""The panels of the Data page: what a file was read as, the target, the columns, what to mind.

Begin with ``draft``, which says what table the page is about. ``bring`` is the place to bring one
(on Home, too), with ``bringing``, ``in_sight`` and ``type_in``; ``how_read`` and ``offers`` tell
how its file was read; ``target``, ``columns``, ``warnings``, ``edit``, ``preview`` and ``about``
each draw one panel. Not done here: reading a file (``dttools.files``), and facts about columns
(``pages.ui.tables.column_facts``).
"""
