"""What things are: data, splits, trees, prediction. Nothing here knows how a tree is grown."""
