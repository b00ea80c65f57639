"""Where tables that people bring are kept: a database, so that a link to one outlives its process.
Live classes are kept in the same one.

Read ``schema`` (what stands in it), then ``store`` (what can be asked of tables) and ``rooms``
(what of classes). ``node-by-node --store`` is for the owner of a server. No Streamlit here, and
nothing is known of how a table is read, or of what a class is shown: what is kept is the bytes of
a file and, as text, what was chosen of its reading; and a class's votes.
"""
