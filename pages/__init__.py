"""The app: one thin file for each page, in the order of the course.

``home``, ``data``, ``impurity``, ``grow``, ``pruning``, ``use``, ``explore``, ``reference``,
``lessons``: each asks, draws and dispatches; its panels are in the folder of ``ui`` that bears its
name. Begin with ``grow`` and ``ui/shell``. ``serving`` begins the app and what the server adds to
Streamlit's, ``work`` has jobs and limits, ``store`` what is kept. Not done here: no page imports a
page, and no number is computed.
"""
