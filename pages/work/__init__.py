"""Work that many sessions share one machine for, and what the owner of a server sets.

``settings`` first; ``jobs`` is work in threads of its own, ``own_process`` in a process,
``draw_limit`` lets a few pages draw at a time, ``allowance`` bounds how often, ``byte_cache`` what
is remembered, and how many bytes it holds. Not done here: what the work is.
"""
