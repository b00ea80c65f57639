"""Numbers as people type them: "9, 5", "9 5", "9，5". What cannot be read is said in words."""

import re
from typing import Final

from dtcore.errors import DataError

CLASSES: Final = (2, 8)
VALUES: Final = (2, 60)
MOST: Final = 99_999
_BETWEEN: Final = re.compile(r"[\s,;，、；]+")
_NUMBER: Final = re.compile(r"[-+−]?(\d+(\.\d*)?|\.\d+)")


def numbers(text: str) -> list[float]:
    """The numbers in ``text``. Raises DataError, which names what is no number."""
    result = []
    for word in filter(None, _BETWEEN.split(text)):
        if not _NUMBER.fullmatch(word):
            raise DataError(
                "“{word}” is not a number. Write numbers with commas between them, as in 9, 5.",
                word=word,
            )
        value = float(word.replace("−", "-"))
        if abs(value) > MOST:
            raise DataError(
                "{number} is too large here. Use numbers up to {most}.", number=word, most=MOST
            )
        result.append(value + 0.0)
    return result


def counts(text: str) -> list[float]:
    """Class weights. Raises DataError."""
    result = numbers(text)
    if any(number < 0 for number in result):
        raise DataError("A class cannot have fewer than 0 rows. Use 0 for a class without any.")
    fewest, most = CLASSES
    if not fewest <= len(result) <= most:
        raise DataError(
            "Give {fewest} to {most} counts, one for each class, not {given}.",
            fewest=fewest,
            most=most,
            given=len(result),
        )
    if not sum(result):
        raise DataError("All counts are 0, so nothing can be measured. Give a class some rows.")
    return result


def values(text: str) -> list[float]:
    """Values of a numeric target. Raises DataError."""
    result = numbers(text)
    fewest, most = VALUES
    if not fewest <= len(result) <= most:
        raise DataError(
            "Give {fewest} to {most} values, not {given}.",
            fewest=fewest,
            most=most,
            given=len(result),
        )
    return result


def places(text: str, n: int) -> list[float]:
    """The x that go with ``n`` values: as typed, or 1, 2, 3, ... Raises DataError."""
    result = numbers(text)
    if not result:
        return [float(i) for i in range(1, n + 1)]
    if len(result) != n:
        raise DataError(
            "There are {given} x for {wanted} values of y. Give one x for each y, or none at all.",
            given=len(result),
            wanted=n,
        )
    if len(set(result)) < 2:
        raise DataError("All x are the same, so no cut can separate them. Change one of them.")
    return result
