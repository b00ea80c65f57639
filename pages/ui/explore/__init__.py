"""The panels of Explore: what else could have been grown on the same table.

Each package is a tab. Not done here: nothing is grown or counted (``dtcore``).
"""
