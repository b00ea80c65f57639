"""A corpus of files as students bring them, made in memory, each with what has to come of it.

``case`` says what a case is; each other module makes files of one sort. ``python -m
tests.engine.file_corpus`` says which are read wrongly. Not done here: files that other programs
wrote are in ``tests/engine/files``.
"""
