"""Entropy as the length of a code: what it takes to tell the class of a row in 0s and 1s.

A frequent class gets a short word, and no word begins another, so that words need no commas
(Mitchell 1997, §3.4.1.1; Huffman 1952). Not done here: the arithmetic of entropy itself.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence


def code_words(weights: Sequence[float]) -> list[str]:
    """Huffman's word for each class; "" for one without rows, or where no other has any.

    No binary code has a shorter mean length. It is at least the entropy in bits, and less than one
    bit more. ``weights``: rows of each class, at least 0. Of equal weights, what was joined goes
    before what was not, and the last in the list before the first: the same words each time.
    """
    words = [""] * len(weights)
    heap = [(weight, -k, [k]) for k, weight in enumerate(weights) if weight > 0]
    heapq.heapify(heap)
    joined = -len(weights)
    while len(heap) > 1:
        (light, _, rare), (heavy, _, frequent) = heapq.heappop(heap), heapq.heappop(heap)
        for sign, classes in (("1", rare), ("0", frequent)):
            for k in classes:
                words[k] = sign + words[k]
        heapq.heappush(heap, (light + heavy, joined, [*rare, *frequent]))
        joined -= 1
    return words
