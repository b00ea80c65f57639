"""The Explore page: what else could have been grown.

Not done here: nothing is grown or compared (``dtcore``).
"""
