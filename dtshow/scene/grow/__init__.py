"""The scene of a lesson that grows a tree; ``scene`` is the way in. ``panel`` says what stands
beside the tree, part by part.
"""
