"""The panels of the Data page: what a file was read as, the target, the columns, what to mind.

Which table the page is about says ``pages.ui.bring.draft``. ``how_read`` and ``offers`` tell how
its file was read; ``target``, ``columns``, ``warnings``, ``edit``, ``preview`` and ``about`` each
draw one panel, ``large`` the whole of a large table. Not done here: bringing a table
(``pages.ui.bring``), and facts about columns (``dtshow.tables.column_facts``).
"""
