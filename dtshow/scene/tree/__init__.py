"""The tree of a scene: how it is looked at (``tree_look``), what its nodes say (``sketch``) and how
their rows lie (``rows``), and the records that travel (``section``); the tree as a picture for
downloads (``graphviz``).
"""
