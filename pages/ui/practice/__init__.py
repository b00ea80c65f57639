"""Making a table to practise on: the controls, the making in sight, and the way back to both.

Begin with ``generator`` (the controls), then ``generating`` (from a recipe to a lesson on its
table). Not done here: the patterns and the rows (``dttools.teach``).
"""
