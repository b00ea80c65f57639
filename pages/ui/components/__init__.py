"""The parts that the browser draws itself: the tree, a formula, a ranking, a table of rows.

Each folder holds a Python face, HTML, CSS and plain JavaScript modules. Read ``ranking`` first,
the smallest; ``tree`` is laid out by Graphviz in a process of its own. Not done here: nothing is
kept between reruns but what the browser keeps.
"""
