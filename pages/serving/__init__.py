"""What stands before Streamlit's server and around it: the entry, addresses, headers, limits.

``navigation`` is the app's entry, ``tuning`` runs once before the first student,
``while_served`` as long as the server lives, which returns what students left behind.
Before the server stand ``security_headers``, ``metrics``, ``callers``, ``addresses``,
``same_origin``, ``upload_limit``, ``socket_limit`` and ``component_files``.
Not done here: nothing of a lesson is known.
"""
