"""Answers in words: of a logarithm, with the digits it is worth and what it comes to."""

import math

import pytest

from dtcore.model import ROOT
from dtshow.lesson import answers, link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.sketch import Sketch
from dttools.printing import Digits
from pages.ui.shell import cache


def begun(key: str) -> Lesson:
    choice = link.choice_of(key)
    return Lesson.begin(choice, RecipeChoice("regression"), cache.dataset(choice, "en"))


def hitters() -> Lesson:
    return begun("hitters").jump(1)


def test_means_of_log_salary_are_the_books() -> None:
    """James et al. 2021, §8.1.1: 5.107 for Years < 4.5; 165.174 thousand dollars."""
    lesson = hitters()
    assert answers.answer(lesson, ROOT) == "5.927"
    assert answers.answer(lesson, (0,)) == "5.107"
    assert answers.back(lesson, (0,)) == "165"
    assert float(answers.back(lesson, (0,))) == pytest.approx(math.exp(5.106790), rel=5e-3)


def test_a_node_has_both() -> None:
    box = Sketch(hitters(), Digits()).boxes([1], {})[0]
    lines = " ".join(box.lines).replace("\u2009", " ")
    assert "ȳ = 5.107" in lines
    assert "exp(ȳ) ≈ 165" in lines
    assert "geometric mean" in answers.geometric(hitters(), (0,))


def test_what_is_no_logarithm_keeps_its_digits() -> None:
    lesson = begun("mtcars")
    assert answers.answer(lesson, ROOT) == "20.0906"
    assert answers.back(lesson, ROOT) == answers.geometric(lesson, ROOT) == ""
