"""The story: guided lessons that lead through the pages, and the next step that a page offers.

Read ``guide`` (a guided lesson as a text file), ``numbers`` (what the engine fills in), ``runner``
(where the session is in one, and its band), ``opening`` (an address, opened in the session that is
here), ``shelf`` (the lessons to choose from), ``next_step``; ``story_view`` is what the session
keeps. The bundled files lie in ``lessons``, a folder a language. Not done here: how the band looks
(``pages.ui.components.story``).
"""
