"""What the numbers of a policy must be, said in a sentence where one is not."""

from __future__ import annotations

import math

from dtcore.errors import RecipeError


def check_from_zero(policy: object, *numbers: float) -> None:
    for number in numbers:
        if not 0 <= number < math.inf:
            raise RecipeError("{policy}: give a finite number that is zero or more.", policy=policy)


def check_above_zero(policy: object, number: float) -> None:
    if not 0 < number < math.inf:
        raise RecipeError("{policy}: give a finite number above zero.", policy=policy)


def check_whole(policy: object, number: float, least: int) -> None:
    if not (number >= least and float(number).is_integer()):
        raise RecipeError(
            "{policy}: give a whole number, {least} or more.", policy=policy, least=least
        )
