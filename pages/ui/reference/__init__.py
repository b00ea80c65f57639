"""The parts of the Reference page: what it keeps between reruns."""
