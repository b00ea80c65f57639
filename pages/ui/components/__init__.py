"""The parts that the browser draws itself: the stage, and sums on pages without one.

Each folder holds a Python face and plain JavaScript modules, which are served as they are
(``mount``). Begin with ``stage/stage.js``; how a click goes and comes back stands in
CONTRIBUTING.md. Not done here: what is in a scene (``dtshow.scene``).
"""
