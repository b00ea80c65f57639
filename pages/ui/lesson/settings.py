"""What a person may change of a recipe: the knobs there are, each with its options or range.

Not done here: what a knob does (``pages.ui.lesson.setting_kinds``), what knobs and values are
called in words (``pages.ui.wording.setting_names``), and their widgets.
"""

from __future__ import annotations

from typing import Final

import dtcore as dt
from dtcore.growth.collapse import Collapse
from dtcore.policies.nominal import EveryLevel, Groups, OneAgainstRest
from pages.ui.lesson.class_setting import ClassRule
from pages.ui.lesson.setting_kinds import AmountSetting, LimitSetting, OptionSetting

Setting = OptionSetting | LimitSetting | AmountSetting | ClassRule

OPTIONS: Final = (
    OptionSetting(
        "impurity",
        "impurity",
        {
            "entropy": dt.Entropy(),
            "nats": dt.Entropy(base=None),
            "gini": dt.Gini(),
            "error": dt.ErrorRate(),
            "twoing": dt.Twoing(),
        },
    ),
    OptionSetting(
        "selection",
        "selection",
        {
            "gain": dt.Gain(),
            "ratio": dt.GainRatio(),
            "guarded": dt.GuardedGainRatio(),
            "percost": dt.GainPerCost(),
            "againstcost": dt.GainAgainstCost(),
        },
    ),
    OptionSetting(
        "nominals",
        "splitter.nominal",
        {"levels": EveryLevel(), "groups": Groups(), "one": OneAgainstRest()},
    ),
    OptionSetting(
        "bins",
        "bins",
        {
            "whole": None,
            "width": dt.EqualWidth(),
            "frequency": dt.EqualFrequency(),
            "mdl": dt.MdlBins(),
        },
    ),
    OptionSetting(
        "missing",
        "missing",
        {
            "reject": dt.Reject(),
            "fractions": dt.Fractions(),
            "surrogates": dt.Surrogates(),
            "majority": dt.MajorityBranch(),
            "own": dt.OwnBranch(),
        },
    ),
    OptionSetting(
        "order",
        "ordering",
        {"depth": dt.DepthFirst(), "breadth": dt.BreadthFirst(), "best": dt.BestFirst()},
    ),
    OptionSetting("end", "collapse", {"collapse": Collapse(), "stay": None}),
)
CLASSES: Final = ClassRule()
AMOUNTS: Final = (
    AmountSetting("w", "selection.w", (dt.GainAgainstCost,), 0, 1, step=0.05),
    AmountSetting("intervals", "bins.bins", (dt.EqualWidth, dt.EqualFrequency), 2, 20),
    AmountSetting("surrogates", "missing.limit", (dt.Surrogates,), 0, 50),
    AmountSetting("m", "m", (dt.Recipe,), 0.01, 1000, step=0.5),
)
LIMITS: Final = (
    LimitSetting("depth", "depth", (dt.MaxDepth,), 1, 30, optional=True),
    LimitSetting("leaves", "leaves", (dt.MaxLeaves,), 2, 100_000, optional=True),
    LimitSetting("rows", "rows", (dt.MinRows,), 1, 100_000),
    LimitSetting("leaf", "rows", (dt.MinLeaf, dt.TwoBranches), 1, 100_000),
    LimitSetting("eps", "gain", (dt.MinGain,), 0, 1e9, step=0.01),
    LimitSetting("decrease", "decrease", (dt.MinDecrease,), 0, 1e9, step=0.001),
)
SETTINGS: Final[tuple[Setting, ...]] = (*OPTIONS, CLASSES, *AMOUNTS, *LIMITS)
