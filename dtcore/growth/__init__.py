"""Growing a tree: counting, scoring, deciding, and the moves that a lesson is made of."""
