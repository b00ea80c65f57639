"""The contrast of two colours, as WCAG 2 defines it, and the least that is enough."""

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
