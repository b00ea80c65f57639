"""The app: one thin file for each page, in the order of the course.

``home``, ``data``, ``impurity``, ``grow``, ``pruning``, ``reference``: each asks, draws and
dispatches; its panels are in the folder of ``ui`` that bears its name. Begin with ``grow`` and
``ui/shell``. Not done here: no page imports a page, and no number is computed.
"""
