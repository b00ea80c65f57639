"""One process for a class: start-up, long work, and what is given back.

``tuning`` runs once before the first student, ``while_served`` as long as the server lives;
``jobs`` is work in threads of its own, and
``own_process`` work in a process, ``draw_limit`` lets a few pages draw at a time,
``memory_cleanup`` returns what students left behind. Before Streamlit's server stand
``security_headers``, ``metrics``, ``callers``, ``addresses``, ``same_origin``, ``upload_limit``
and ``socket_limit``; ``descriptors`` is what it may have open. Not done here: nothing of a lesson
is known.
"""
