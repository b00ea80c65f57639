"""The panels of the Data page: what a file was read as, the target, the columns, what to mind.

Which table the page is about says ``pages.ui.bring.draft``. ``target``, ``columns``, ``how_read``,
``warnings``, ``rows`` and ``about`` draw its parts, ``large`` the whole of a large table. Not done
here: bringing a table (``pages.ui.bring``), and facts about columns
(``dtshow.tables.column_facts``).
"""
