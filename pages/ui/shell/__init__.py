"""What is around every page: its address, its session, its frame.

Read ``navigation`` (the entry), ``session`` (what is kept, and the address bar), ``cache`` (the
only file that caches), ``frame``; ``progress`` is a shared widget, ``places`` the ways between
pages, ``next_step`` the one at the foot of a page, ``sheet`` how a page gets its style. Not done
here: no page's own panels.
"""
