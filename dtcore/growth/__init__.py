"""A whole level of nodes at a time: counting, scoring, sending rows down.

Read ``recipe`` (an algorithm as a declaration), ``frontier`` (the rows of many nodes), ``cuts``
(the kernel's use, with its worked table), ``evaluation`` (who wins), then ``levels`` (the loop).
``known_rows`` and ``missing_rows`` are for tables with gaps, ``stop_checks`` for what closes
nodes, ``collapse`` for C4.5's last step. Not done here: moves, undo and evidence, which are in
``dtcore.stepping``.
"""
