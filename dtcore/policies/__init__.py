"""The axes of choice of a decision-tree algorithm, one per file, each choice a frozen value.

Read ``impurity`` (how mixed a node is), ``splitters`` and ``nominal`` (which splits there are),
``selection`` and ``costs`` (which one wins), ``stopping``, ``missing``; then ``ordering``,
``bins``, ``classes``. The fields of a policy become the controls of a page, its ``repr`` the key
of a cache. Not done here: policies see counts and scores as arrays; none sees rows, and none
grows a tree.
"""
