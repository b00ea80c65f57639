"""Measures of impurity, and the counts of PlayTennis."""

import numpy as np

import dtcore as dt

BITS, NATS, GINI, ERROR = dt.Entropy(), dt.Entropy(base=None), dt.Gini(), dt.ErrorRate()
MEASURES = (BITS, NATS, GINI, ERROR)
PLAY = np.array([9.0, 5.0])
