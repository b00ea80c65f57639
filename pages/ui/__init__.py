"""What the pages are made of.

Read ``shell`` first (session, cache, addresses, what surrounds a page), then the panels of one
page in the folder of its name. ``components`` mounts what a browser draws; ``tables``, ``bring``,
``practice``, ``trees``, ``textbook``, ``share`` and ``story`` serve several pages; ``classroom``
is a live class, beside the pages. Not done here: nothing is counted or decided (``dtcore``), and
what is seen of a lesson is made in ``dtshow``.
"""
