"""The story: guided lessons that lead through the pages, and the next step that a page offers.

Read ``guide`` (a guided lesson as a text file), ``numbers`` (what the engine fills in), ``runner``
(where the session is in one, and its band), ``next_step``. The bundled files lie in ``lessons``,
a folder a language. Not done here: how the band looks (``pages.ui.components.story``).
"""
