"""The parts that the browser draws itself: the stage, and sums on pages without one.

A file is the Python face of a part; its modules and sheets are in ``dtshow.web``. Begin with
``mount`` and ``stage``; how a click goes and comes back is in CONTRIBUTING.md. Not done here: what
is in a scene (``dtshow.scene``), and how modules are served (``pages.serving.component_files``).
"""
