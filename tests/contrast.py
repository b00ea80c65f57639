"""The contrast of two colours, as WCAG 2 defines it, and the least that is enough."""

from typing import Final

import numpy as np

TEXT, SHAPE = 4.5, 3.0
"""The least contrast of words, and of marks and edges of controls (WCAG 2, 1.4.3 and 1.4.11)."""


def luminance(code: str) -> float:
    """Relative, as WCAG 2 defines it."""
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return sum(v * weight for v, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def over(top: str, share: float, below: str) -> str:
    """The colour that is seen where ``top`` covers ``share`` of what is below it."""
    pairs = zip(_parts(top), _parts(below), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def _parts(code: str) -> list[int]:
    return [int(code[i : i + 2], 16) for i in (1, 3, 5)]


WITHOUT: Final = (
    np.eye(3),
    np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ]
    ),
    np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.3039],
        ]
    ),
)
"""What is seen of linear RGB by all three cones, and without those for red, green and blue:
Machado, Oliveira and Fernandes 2009, table of severity 1."""
XYZ: Final = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)


def apart(one: str, other: str) -> float:
    """How far two colours are apart in CIE's L*a*b*, to the eyes that see the least of it."""
    return min(float(np.linalg.norm(_lab(one, eyes) - _lab(other, eyes))) for eyes in WITHOUT)


def _lab(code: str, eyes: np.ndarray) -> np.ndarray:
    v = np.array(_parts(code)) / 255
    linear = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(XYZ @ np.clip(eyes @ linear, 0, 1) / (XYZ @ np.ones(3)))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
