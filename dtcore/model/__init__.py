"""What things are: data, splits, trees, prediction.

Read ``columns``, ``data``, ``splits``, ``statistics``, ``tree``, then ``predict`` and ``routing``
(rows whose cell is missing). ``plane``, ``regions`` and ``paths`` are views of a tree. Not done
here: nothing knows how a tree is grown.
"""
