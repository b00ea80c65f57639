"""What the Grow page says of a candidate's verdict, and where another split was taken by hand."""

from streamlit.testing.v1 import AppTest

import dtcore as dt
from tests.pages.stage import acted, block, keys, lines, looking_at, page, pressed, said, statement
from tests.pages.visit import lesson


def verdicts(at: AppTest) -> list[str]:
    return [row["cells"][-1] for row in block(at, "candidates")["rows"]]


def test_a_tie_is_said_and_decided_the_other_way() -> None:
    at = page(data="iris", recipe="cart", weigh="root")
    assert "Tied at 0.3333: Petal.Length, Petal.Width." in said(at)
    at = pressed(at, "take:3")
    assert lesson(at).tree[()].split == dt.Threshold(3, 0.8)
    assert verdicts(at)[:2] == ["algorithm's choice", "★ chosen"]
    assert "Here **Petal.Width ≤ 0.8** was chosen instead, by hand." in said(at)
    at = pressed(at, "take:2")
    assert lesson(at).tree[()].split == dt.Threshold(2, 2.45)
    assert verdicts(at)[:2] == ["★ wins", "= tied"]
    assert "by hand" not in said(at)


def test_a_split_of_ones_own_takes_the_star_from_the_rules_choice() -> None:
    at = page(data="iris", recipe="cart", step="1", moves="x:c2<=4.75")
    assert "★ wins" not in verdicts(at)
    assert verdicts(at)[0] == "algorithm's choice"


def test_verdicts_carry_their_numbers() -> None:
    at = page(data="golf", recipe="c45", weigh="root")
    at = looking_at(at, 2)
    assert "choosing among 6 cuts, 0.1846" in said(at)


def test_branches_that_answer_alike_are_explained() -> None:
    at = page(weigh="root")
    at = looking_at(at, 3)
    assert "Every branch predicts Yes, some only by a tie, but the split" in said(at)  # 3 : 3
    at = page(data="titanic", recipe="c45", step="1", weigh="1", complete="auto")
    assert "Every branch predicts no, but the split lowers the" in said(at)  # few men survived


def test_a_split_by_hand_that_gains_nothing_is_not_called_best() -> None:
    at = page(data="xor", recipe="id3_lihang", moves="x:m0~9", step="9", node="root")
    assert "so the algorithm would stop; this split was made by hand" in said(at)
    at = page(data="xor", recipe="id3_lihang", step="0", weigh="root")
    assert "Even the best question gains nothing" in said(at)


def test_why_a_node_stopped() -> None:
    at = page(step="3")
    assert "All its rows have the same class" in said(at)


def test_the_chi_squared_test_is_opened_like_any_sum() -> None:
    """Expected counts, the statistic 266/75, its degrees of freedom, and what it had to reach."""
    at = page(recipe="id3", chi2="0.05", weigh="root")
    made = lines(at)
    values = {name: made[name]["value"] for name in ("e_{1,1}", "χ²", "ν", "χ²_{α,ν}")}
    assert values == {"e_{1,1}": "3.2143", "χ²": "3.5467", "ν": "2", "χ²_{α,ν}": "5.991465"}
    assert made["e_{1,1}"]["legend"] == "Outlook = Sunny"
    assert made["χ²_{α,ν}"]["legend"] == "critical value at significance level 0.05"
    assert "below the critical value at level 0.05" in said(at)
    assert "The smallest expected count is 1.43." in said(at)


def test_a_leaf_that_nobody_weighed_names_no_winner() -> None:
    """All its rows are alike: no question wins there, and none is chosen."""
    at = pressed(acted(page(step="5"), "pick", "1"), "anyway")
    assert set(verdicts(at)) <= {"gains nothing", "used above"}
    assert "it asks none of these questions" in said(at)
    assert "no split gains anything" in said(at)
    assert "is chosen" not in said(at)
    assert "tied" not in keys(at)


def test_a_leaf_that_a_link_weighs_is_still_a_leaf() -> None:
    at = page(data="iris", recipe="cart", step="2", weigh="0")
    assert "no split is made. All its rows have the same class" in statement(at)
    assert said(at).count("All its rows have the same class") == 1
    assert "is used anyway" not in said(at)


def test_a_leaf_by_hand_is_no_split_by_hand() -> None:
    at = pressed(page(data="xor", recipe="id3_lihang", step="0", weigh="root"), "leaf")
    at = pressed(at, "anyway")
    assert "This node is a leaf, so it asks none of these questions." in said(at)
    assert "this split was made by hand" not in said(at)
