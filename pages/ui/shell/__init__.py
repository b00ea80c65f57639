"""What is around every page: its address, its session, its frame.

Read ``session`` (what is kept, and the address bar), ``cache`` (the only file that caches),
``frame`` (what surrounds a page); ``places`` has the ways between pages, ``links`` the addresses
that are read in sight, ``progress`` the bar of long work. Not done here: no page's own panels.
"""
