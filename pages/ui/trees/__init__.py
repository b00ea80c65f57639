"""Trees that several pages use: the pruned one, those that stand beside the lesson's, and how a
tree is asked and its rows are listed.

Begin with ``pruning_session`` (a lesson that prunes; its ``pruning_settings``), then ``beside``
(other trees, as words). Not done here: no page is drawn.
"""
