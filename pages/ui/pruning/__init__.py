"""The pruning lab's parts: a desk with a grown tree, ways to prune it, and what they cost."""
