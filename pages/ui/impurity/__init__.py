"""The sections of the Impurity page; the page chooses which is shown.

Begin with ``curve`` and ``controls`` (what the sections share); ``arithmetic`` makes the formulas
of shares, counts and values that people type, read by ``typed``. Not done here: the impurities
themselves (``dtcore.policies.impurity``).
"""
