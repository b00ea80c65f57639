"""The story: guided lessons that lead through the pages.

Read ``guide`` (a guided lesson as a text file), ``numbers`` (what the engine fills in), ``runner``
(where the session is in one, its band, and an address opened in the session that is here),
``shelf`` (the lessons to choose from). The bundled files lie in ``lessons``, a folder a language.
Not done here: how the band looks (``pages.ui.components.story``), and what the session keeps of it
(``pages.ui.shell.places``).
"""
