"""Codes for classes: a book's code, and the laws between their length and the entropy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dttools.teach import code_words
from tests.strategies import law


def bits(counts: list[int]) -> float:
    words = code_words(counts)
    return sum(c * len(word) for c, word in zip(counts, words, strict=True)) / sum(counts)


def test_the_code_of_a_half_a_quarter_and_two_eighths() -> None:
    """Cover and Thomas 2006, example 5.1.1: these words, and 1.75 bits as the entropy."""
    assert code_words([4, 2, 1, 1]) == ["0", "10", "110", "111"]
    assert bits([4, 2, 1, 1]) == dt.Entropy().of(np.array([4.0, 2, 1, 1])) == 1.75


def test_huffmans_own_example() -> None:
    """Huffman 1952, table I: 13 messages, 3.42 digits a message on average."""
    shares = [20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1]
    assert bits(shares) == pytest.approx(3.42, abs=1e-12)


def test_where_all_are_of_one_class_nothing_is_told() -> None:
    assert code_words([0, 7]) == ["", ""]


@law
@given(st.lists(st.integers(0, 40), min_size=2, max_size=7).filter(lambda c: sum(map(bool, c)) > 1))
def test_no_word_begins_another_and_the_length_is_near_the_entropy(counts: list[int]) -> None:
    words = [word for word, count in zip(code_words(counts), counts, strict=True) if count]
    assert all(words)
    for k, one in enumerate(words):
        assert not any(other.startswith(one) for other in words[:k] + words[k + 1 :])
    entropy = float(dt.Entropy().of(np.array(counts, float)))
    assert entropy - 1e-12 <= bits(counts) < entropy + 1
