"""Check my working: over Grow and over the Textbook, in both languages."""

from streamlit.testing.v1 import AppTest

from pages.ui.textbook.working import WorkingView
from tests.pages.stage import acted, page
from tests.pages.visit import captions, checked, clicked, keep, kept, opened, turned, unfolded

WORKING = """H(S) = 0.940
Weighted entropy of Outlook = 0.971 + 0 + 0.971 = 1.942
Gain(Outlook) = 0.940 - 1.942 = -1.002
<b>7.5, p = 0.643
So Outlook is best, choose Wind"""


def checking(at: AppTest, text: str) -> AppTest:
    at.text_area(key="working_text").set_value(text)
    return clicked(at, "working_check")


def written(at: AppTest) -> str:
    return " ".join([*(m.value for m in at.markdown), *(h.value for h in at.get("html"))])


def test_the_first_wrong_line_is_named_and_what_follows_is_carried_on() -> None:
    at = clicked(unfolded(page(step="0", weigh="root"), "more"), "working_open")
    assert "Checked against the numbers of the root, by ID3" in captions(at)
    assert "or the whole answer of an assistant" in captions(at)
    said = written(checking(at, WORKING))
    assert "The first error is in line 2. Checked: 4. Not judged: 1." in said
    said = said.replace("\\", "")
    assert "Weighted entropy after Outlook is 0.6935. You did not weight each branch" in said
    assert "Gain of Outlook: follows from line 2, where the error is." in said
    assert "&lt;b&gt;7.5" in said
    assert "Wind is not the best split at this step." in said
    assert '<mark class="wrong">1.942</mark>' in said


def test_english_lines_are_read_on_a_chinese_page_and_no_answer_is_told_before_a_guess() -> None:
    at = acted(page(step="0", weigh="root", lang="zh"), "hide")
    keep(at, WorkingView, open=True)
    said = written(checking(checked(at.run()), "Gain(Outlook) = 0.694"))
    assert "“天气”的增益：" in said
    assert "0.2467" not in said


def test_a_node_that_is_not_split_has_nothing_to_work_out() -> None:
    at = page(data="gender", recipe="id3", step="1", node="0", ignore="height~hair")
    keep(at, WorkingView, open=True)
    at = checked(at.run())
    assert not at.text_area
    assert "There is nothing to work out at this node." in at.info[0].value


def test_on_the_textbook_one_says_which_step_it_is() -> None:
    at = turned(opened("reference", tab="textbook"), "reference")
    at = clicked(at, "working_open")
    steps = at.selectbox(key="working_step")
    assert "Mitchell, Criteria article · Play tennis · ID3 (Mitchell)" in steps.options
    said = written(checking(at, "H = 0.9402859"))
    assert "No error found. 1 number checked." in said
    at = checked(at.selectbox(key="working_step").set_value(1).run())
    assert kept(at, WorkingView).step == 1
    assert "No error found." not in written(at)
