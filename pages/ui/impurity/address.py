"""What an address may say of the Impurity page: ``topic=counts&counts=9,5`` or ``p=0.5``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, get_args

from pages.ui.shell import session

TopicName = Literal["curve", "criteria", "counts", "two_way", "variance"]
TOPICS: Final[tuple[TopicName, ...]] = get_args(TopicName)
P: Final = session.Widget[float | None]("impurity_p", None)
P_TYPED: Final = session.Widget[float | None]("impurity_p_typed", None)
COUNTS: Final = session.Widget[str | None]("impurity_counts", None)
TOPIC: Final = session.Widget[str | None]("impurity_topic", None)
FIRST_P: Final = 0.36
LONGEST: Final = 80
"""Characters of the counts."""
CURVE_VIEW: Final = session.Widget[str | None]("impurity_curve_view", None)


def open_address(params: Mapping[str, str]) -> None:
    """Whatever cannot be read is left as it is."""
    if (topic := params.get("topic")) in TOPICS:
        TOPIC.set(topic)
    if (p := share_in(params)) is not None:
        P.set(p)
        P_TYPED.set(p)
        CURVE_VIEW.set("point")
    if (counts := counts_in(params)) is not None:
        COUNTS.set(counts)


def written() -> dict[str, str]:
    """What the address says of the page as it is, for ``open_address``; what it is at first is not
    said."""
    topic, p, counts = chosen_topic(), P.value, COUNTS.value
    said: dict[str, str] = {} if topic == TOPICS[0] else {"topic": topic}
    pointed = topic == "criteria" or (topic == "curve" and CURVE_VIEW.value != "lesson")
    if pointed and p not in (None, FIRST_P):
        said["p"] = f"{p:g}"
    if topic == "counts" and counts and len(counts) <= LONGEST:
        said["counts"] = counts
    return said


def chosen_topic() -> TopicName:
    """The first one until one is chosen."""
    return next((topic for topic in TOPICS if topic == TOPIC.value), TOPICS[0])


def share_in(params: Mapping[str, str]) -> float | None:
    """The share p that an address names, with as many digits as the page shows."""
    named = re.fullmatch(r"0(\.\d{1,4})?|1(\.0{1,4})?", params.get("p", ""))
    return round(float(named[0]), 2) if named else None


def counts_in(params: Mapping[str, str]) -> str | None:
    """The class counts that an address names, as if typed; not all of them can be read."""
    return params["counts"][:LONGEST] if "counts" in params else None
