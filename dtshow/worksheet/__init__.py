"""A lesson on paper: HTML to print, with blanks, and the same with the answers.

Not done here: what is asked and what is right (``dttools.teach.exercise``).
"""
