"""A lesson as a test: on paper, with blanks or with the answers, and for systems that mark it.

Begin with ``sheet``. ``exam`` prints one for each of several variants, ``stories`` gives them other
names; ``questions`` makes a sheet into parts to answer, which ``moodle`` and ``qti`` write down.
Not done here: what is asked (``dttools.teach.exercise``), and what earns marks (``graded``).
"""
