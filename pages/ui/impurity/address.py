"""What an address may say of the Impurity page: ``topic=counts&counts=9,5`` or ``p=0.5``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pages.ui.shell import session

TOPICS: Final = ("curve", "criteria", "counts", "two_way", "variance")
P: Final = session.Widget[float | None]("impurity_p", None)
P_TYPED: Final = session.Widget[float | None]("impurity_p_typed", None)
COUNTS: Final = session.Widget[str | None]("impurity_counts", None)
TOPIC: Final = session.Widget[str | None]("impurity_topic", None)
CURVE_VIEW: Final = session.Widget[str | None]("impurity_curve_view", None)


def open_address(params: Mapping[str, str]) -> None:
    """Whatever cannot be read is left as it is."""
    if (topic := params.get("topic")) in TOPICS:
        TOPIC.set(topic)
    if re.fullmatch(r"[01](\.\d{1,4})?", params.get("p", "")):
        p = min(round(float(params["p"]), 2), 1.0)
        P.set(p)
        P_TYPED.set(p)
        CURVE_VIEW.set("point")
    if "counts" in params:
        COUNTS.set(params["counts"][:80])
