"""Lessons as they are seen, for whoever shows them: a page, a file, a notebook, a class.

From the ground: ``words`` (language, numbers, markup), ``tables`` (those that come with the app,
and how their columns are taken), ``lesson`` (a table, a recipe, where we are; its address, what is
said of it), ``figures`` and ``scene`` (what is drawn of it, as values), ``worksheet``; ``web``
holds the modules and styles that draw scenes in a browser. Not done here: nothing is kept, asked
for or served, and nothing knows Streamlit or a page.
"""
