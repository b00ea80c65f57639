"""What a node is called: the branches on the way to it, whatever the tree becomes."""

from __future__ import annotations

from typing import Final

NodeId = tuple[int, ...]
"""The branches taken from the root; () is the root, ``id[:-1]`` the parent."""
ROOT: Final[NodeId] = ()
