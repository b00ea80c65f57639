"""The space of trees: a picture of the partial trees, those that fit, and what bias is.

Read ``counted`` (what is worked out once), then ``panel`` and its parts from the top of the page
down: ``picture``, ``fitting``, ``bias``. Not done here: nothing is counted (``dttools.space``).
"""
