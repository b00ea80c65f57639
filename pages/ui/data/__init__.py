"""The panels of the Data page: what a file was read as, the target, the columns, what to mind.

Begin with ``draft``, which says what table the page is about; ``preview``, ``target``,
``columns``, ``warnings`` and ``about`` each draw one panel. Not done here: reading a file
(``dtcore.reading``), and facts about columns (``pages.ui.tables.column_facts``).
"""
