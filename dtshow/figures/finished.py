"""A figure that is shown again and again, and not changed any more."""

from functools import cached_property
from typing import Any

import plotly.graph_objects as go


class Finished(go.Figure):  # type: ignore[misc]  # Plotly comes without types
    """Turned into plain values once, where Plotly copies each of them whenever it is shown.

    Who gets the values of ``to_dict`` must not change them.
    """

    @cached_property
    def _plain(self) -> dict[str, Any]:
        made: dict[str, Any] = super().to_dict()
        return made

    def to_dict(self) -> dict[str, Any]:
        return self._plain
