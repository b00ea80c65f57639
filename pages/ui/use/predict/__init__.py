"""Predict: what the tree says of one case, and why.

Read ``case`` (what is asked about), ``chosen`` (the one on show), ``form`` (how it is filled in),
then ``panel``. Not done here: nothing is predicted (``dtcore``).
"""
