"""The axes of choice of a decision-tree algorithm, one per file, each choice a frozen value.

The fields of a policy become the controls of a page, its ``repr`` the key of a cache.
Policies see counts and scores as arrays; none of them sees rows, and none grows a tree.
"""
