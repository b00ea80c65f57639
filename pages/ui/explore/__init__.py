"""The Explore page: what else could have been grown, a tab in a file.

Read ``explore_view``, then ``compare``, ``stability`` and ``space``. Not done here: nothing is
grown, compared or counted (``dttools``).
"""
