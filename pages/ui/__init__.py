"""What the pages are made of.

Read ``shell`` (session, cache, what surrounds a page), ``lesson`` (a lesson as a value, its
settings and its link), then the panels of one page (``home``, ``data``, ``impurity``, ``grow``,
``pruning``, ``practice``). ``scene`` says as plain JSON what the stage draws; ``tables``,
``textbook``, ``wording``, ``components``, ``figures``, ``worksheet`` and ``server`` serve them
all. Not done here: nothing is counted or decided (``dtcore``).
"""
