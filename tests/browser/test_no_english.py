"""On a page of Chinese stands no English but names: of people, programs, formats, keys."""

import pytest
from playwright.sync_api import expect

from tests.browser.english import english
from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
"""At night, for a sentence that is new is translated then."""
NAMES = {
    *("Breiman", "Friedman", "Olshen", "Stone", "Mitchell", "Quinlan", "James", "Wilson", "Gini"),
    *(
        "ASSISTANT",
        "BFS-ID",
        "CART",
        "REP",
        "MEP",
        "PEP",
        "EBP",
        "CCP",
        "twoing",
        "one-hot",
        "if-then",
    ),
    *("Graphviz", "Weka", "rpart", "scikit-learn", "numpy", "tree", "ISLR", "Node", "GPL-", "bit"),
    *("ARFF", "CSV", "Excel", "Parquet", "TSV", "ods", "xls", "xlsx", "zip", "names", "data"),
    *(
        "JSON",
        "LaTeX",
        "Markdown",
        "Python",
        "SQL",
        "TeX",
        "Page",
        "Down",
        "Home",
        "End",
        "English",
    ),
    *("Induction", "Decision", "Trees", "TitanicSurvival", "carData", "biopsy", "deviance"),
    *("Entropy", "log", "max", "min", "Var", "Hmax", "UCF"),
}
OF_STREAMLIT = {"Choose", "option", "Results"}
"""In what it draws and nobody sees: the hint of a choice that is made."""
PAGES = (
    "/",
    "/data?data=titanic",
    "/grow?data=playtennis&recipe=id3&step=0&weigh=root",
    "/grow?data=golf&recipe=c45&step=9",
    "/pruning?data=kyphosis&recipe=cart&lab_share=0.3&lab_seed=0&view=errors",
    "/pruning?data=kyphosis&recipe=cart&lab_method=compare&lab_share=0.3&lab_seed=0",
    "/use?data=golf&recipe=c45&step=9",
    "/use?data=golf&recipe=c45&step=9&tab=evaluate&lab_share=0.3",
    "/use?data=golf&recipe=c45&step=9&tab=take",
    "/impurity?topic=counts",
    "/explore?data=playtennis&recipe=id3&tab=space",
    "/reference?data=golf&recipe=c45",
    "/reference?tab=glossary",
    "/lessons",
)


@pytest.mark.parametrize("address", PAGES)
def test_only_names_are_in_latin_letters(server: str, visitor: Visitor, address: str) -> None:
    page = visitor.page
    page.goto(f"{server}{address}{'&' if '?' in address else '?'}lang=zh")
    expect(page.locator("h1").first).to_be_attached()
    at_rest(page)
    assert english(page) - NAMES - OF_STREAMLIT == set()


def test_a_word_of_english_is_found(visitor: Visitor) -> None:
    visitor.page.set_content('<p>根结点 root</p><button aria-label="open it">开</button>')
    assert english(visitor.page) == {"root", "open"}


def test_what_streamlit_says_while_it_is_at_work(server: str, visitor: Visitor) -> None:
    """Its own button comes late and goes soon: here one of its kind stays."""
    page = visitor.page
    page.goto(f"{server}/reference?lang=zh")
    at_rest(page)
    status = "<div data-testid=stStatusWidget><button>Stop</button></div>"
    page.evaluate("(made) => document.body.insertAdjacentHTML('beforeend', made)", status)
    expect(page.locator("[data-testid=stStatusWidget] button")).to_have_text("停止")
