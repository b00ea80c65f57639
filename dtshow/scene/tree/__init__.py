"""The tree of a scene: what its nodes say (``sketch``), where Graphviz puts them (``layout``,
``worker``), and the records that travel (``records``).
"""
