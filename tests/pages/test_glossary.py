"""The glossary: each word is found by all its synonyms, and stands where its link leads."""

from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest
from google.protobuf import text_format
from streamlit.testing.v1 import AppTest

from dtshow.words.glossary import Term, find, term, terms
from dtshow.words.language import LANGUAGES, spoken
from tests.pages import visit
from tests.pages.visit import checked

SYNONYMS = [
    (language, one.key, synonym)
    for one in terms()
    for language, word in one.words.items()
    for synonym in (word.name, *word.also)
]
OF_THE_TEXTS = {
    "gain_ratio": ("信息增益比", "信息增益率", "信息增益比率"),
    "gini": ("基尼系数", "基尼不纯度", "Gini指数"),
    "stop_early": ("事先剪枝",),
    "prune_late": ("事后剪枝", "后修剪"),
    "leaf": ("终端节点", "终节点", "叶子结点", "叶节点", "terminal node", "单结点树"),
    "stump": ("决策桩", "decision stump"),
    "held_out": ("验证集", "test set"),
    "internal_node": ("内节点", "中间节点"),
    "positive": ("正例", "反例", "正反样例"),
    "training": ("训练样例", "训练集"),
    "row": ("样例", "实例"),
    "column": ("属性",),
    "target": ("因变量", "目标属性"),
    "cut": ("分裂点", "划分点", "最优分裂点", "最佳切分点", "二分法"),
    "split": ("分裂",),
    "conditional_entropy": ("经验条件熵", "加权和"),
    "joint_entropy": ("联合信息熵",),
    "entropy": ("信源熵", "信息量"),
    "bits": ("二进制位",),
    "numeric": ("连续型变量", "实数值"),
    "rule": ("if-then", "if-else规则", "互斥且完备"),
    "binary_splitting": ("多叉树", "递归二叉分裂"),
    "cross_validation": ("K折交叉验证",),
    "stability": ("不稳定",),
    "error_rate": ("错分率",),
    "sum_of_squares": ("残差平方和",),
    "alpha": ("调和参数",),
    "overfitting": ("过度拟合", "泛化性", "欠拟合"),
    "greedy": ("贪婪搜索", "回溯", "局部最优", "爬山算法"),
    "bias": ("归纳偏置", "奥坎姆剃刀"),
    "preference_bias": ("优选偏置", "preference bias"),
    "restriction_bias": ("限定偏置", "语言偏置"),
    "nominal": ("定性变量",),
    "information_gain": ("information gain",),
    "deviance": ("deviance",),
}

INSTEAD = {
    "deviance": ("nats", "纳特"),
    "greedy": ("never goes back", "从不回头"),
    "information_gain": ("gain (bits)", "信息增益"),
    "internal_node": ("splits", "次划分"),
    "joint_entropy": ("h(x,y)", "h(x,y)"),
    "positive": ("true positive", "真正例"),
    "rule_post_pruning": ("rules", "规则"),
    "stump": ("1 split", "1 次划分"),
}
"""What stands where the link leads, if the word itself does not: of a text's word what the app has
for it, and in a place where the page has no room for the whole word its beginning."""


def everything(at: AppTest) -> str:
    """All that is on the page, in whatever part it is written."""
    parts = [part.proto for part in at if getattr(part, "proto", None) is not None]
    said = [text_format.MessageToString(part, as_utf8=True) for part in parts]
    said += [table.value.to_csv() for table in (*at.table, *at.dataframe)]
    said += [part.bytes.decode() for part in parts if getattr(part, "bytes", b"")]
    return " ".join(said).casefold()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_found_by_any_of_its_names(language: str) -> None:
    with spoken(language):
        for spoken_in, key, word in SYNONYMS:
            if spoken_in == language:
                assert key in [one.key for one in find(f" {word.upper()} ")[:2]], word


@pytest.mark.parametrize("key", OF_THE_TEXTS)
def test_the_words_of_the_course_texts_are_known(key: str) -> None:
    for word in OF_THE_TEXTS[key]:
        assert key in [one.key for one in find(word)[:2]], word


def test_no_synonym_is_the_name_of_another_word() -> None:
    for language in LANGUAGES:
        names = Counter(one.words[language].name.casefold() for one in terms())
        assert max(names.values()) == 1
        for one in terms():
            for synonym in one.words[language].also:
                assert synonym.casefold() not in names.keys() - {
                    one.words[language].name.casefold()
                }


def test_every_word_is_in_every_language() -> None:
    for one in terms():
        assert one.words.keys() == set(LANGUAGES)
        assert all(word.says and (word.beside in ("", *word.also)) for word in one.words.values())


def test_a_heading_has_the_synonym_beside_the_word() -> None:
    with spoken("zh"):
        assert term("gain_ratio").startswith("增益率")
        assert "信息增益比" in term("gain_ratio")
        assert term("gain_ratio").endswith(("）", ")"))
        assert term("variance") == "方差"


@pytest.mark.on_push(6)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", terms(), ids=lambda one: one.key)
def test_a_word_stands_where_its_link_leads(one: Term, language: str) -> None:
    address = urlsplit(one.see)
    params = dict(parse_qsl(address.query))
    at = visit.opened(address.path.strip("/"), **params, lang=language)
    assert not at.error
    words = dict(zip(LANGUAGES, INSTEAD[one.key], strict=True)) if one.key in INSTEAD else {}
    assert words.get(language, one.words[language].name.casefold()) in everything(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_typed_is_what_is_listed(language: str) -> None:
    at = visit.opened("reference", tab="glossary", lang=language)
    everywhere = everything(at)
    assert all(
        one.words[language].name.casefold() in everywhere.replace("\\", "") for one in terms()
    )
    at = checked(at.text_input(key="glossary_find").set_value("终端节点").run())
    shown = " ".join(one.value for one in at.markdown)
    assert find("终端节点")[0].words[language].name in shown
    assert terms()[-1].words[language].name not in shown
    assert at.query_params["find"] == "终端节点"
    at = checked(at.text_input(key="glossary_find").set_value("*nothing*").run())
    assert at.info


def test_an_address_opens_the_glossary_at_a_word() -> None:
    at = visit.opened("reference", tab="glossary", find="gini")
    assert at.text_input(key="glossary_find").value == "gini"
    assert "Gini index" in " ".join(one.value for one in at.markdown)
