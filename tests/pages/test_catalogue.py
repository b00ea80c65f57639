"""The data sets: each entry against its file, its labels and the published table."""

import re
import tomllib
from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest

from dtcore.model.data import Dataset
from dtshow.lesson import link
from dtshow.tables import catalogue as module
from dtshow.tables.catalogue import LANGUAGES, TEXTS, Entry, Labels, catalogue
from dttools.files.bundled import FOLDER
from pages.ui.shell import cache

RECIPES = ("id3", "c45", "cart", "regression")
CHINESE = re.compile("[\u4e00-\u9fff]")
MINIMAL = """
[xor]
file = "xor.csv"
rows = 8
target = "Lamp"
task = "classes"
recipe = "id3"
title = "t"
teaches = "t"
source = "s"
licence = "l"
"""

every_entry = pytest.mark.parametrize("entry", catalogue().values(), ids=lambda entry: entry.key)


def columns(entry: Entry) -> list[str]:
    return [str(name) for name in entry.read().columns]


def nominal(entry: Entry) -> Mapping[str, list[str]]:
    """Columns of text that are not ignored, with the values that occur."""
    frame = entry.read()
    return {
        name: list(frame[name].dropna().astype(str).unique())
        for name in columns(entry)
        if not pd.api.types.is_numeric_dtype(frame[name]) and entry.roles.get(name) != "ignore"
    }


def test_every_file_is_in_the_catalogue_once() -> None:
    files = sorted(entry.path.name for entry in catalogue().values())
    assert files == sorted(path.name for path in FOLDER.glob("*.csv"))


def test_the_table_of_sources_agrees() -> None:
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\w+\.csv) \| (\d+) \| ([\w-]+)", text, flags=re.MULTILINE)
    assert sorted(listed) == sorted(
        (e.path.name, str(e.rows), e.target) for e in catalogue().values()
    )


@every_entry
def test_the_file_is_what_the_entry_says(entry: Entry) -> None:
    frame = entry.read()
    assert len(frame) == entry.rows
    assert entry.target in frame
    missing = frame.isna().sum()
    assert dict(missing[missing > 0]) == entry.missing
    labelled = [
        name
        for names in entry.names.values()
        for part in ("columns", "values")
        for name in names.get(part, {})
    ]
    log = [f"log({entry.target})"] if entry.log else []
    named = {*entry.roles, *entry.kinds, *entry.levels, *labelled}
    assert named <= {*frame.columns, *log}


@every_entry
def test_columns_are_text_or_numbers_and_suit_the_recipe(entry: Entry) -> None:
    frame = entry.read()
    assert not [name for name in frame if frame[name].dtype == bool]
    assert entry.recipe in RECIPES
    assert (entry.recipe == "regression") == (entry.task == "regression")
    assert pd.api.types.is_numeric_dtype(frame[entry.target]) == (entry.task == "regression")
    if entry.recipe == "id3":
        used = [name for name in frame if name not in entry.roles]
        assert set(used) == set(nominal(entry)) - set(entry.roles)
        assert not frame[used].isna().any(axis=None)


@every_entry
def test_levels_are_exactly_the_values_that_occur(entry: Entry) -> None:
    frame = entry.read()
    for name, levels in entry.levels.items():
        assert list(frame[name].cat.categories) == levels
        assert set(frame[name].dropna()) == set(levels)


@every_entry
def test_texts_are_in_both_languages(entry: Entry) -> None:
    for name in TEXTS:
        words = getattr(entry, name)
        assert set(words) == set(LANGUAGES)
        assert all(words.values())
    for name in ("title", "teaches", "about"):
        words = getattr(entry, name)
        assert CHINESE.search(words["zh"])
        assert not CHINESE.search(words["en"])


@every_entry
@pytest.mark.parametrize("lang", LANGUAGES)
def test_columns_and_values_are_labelled(entry: Entry, lang: str) -> None:
    labels = entry.labels(lang)
    shown = [labels.columns[name] for name in columns(entry)]
    assert len(set(shown)) == len(shown)
    for name, levels in nominal(entry).items():
        values = [labels.values[name][level] for level in levels]
        assert len(set(values)) == len(values)
        shown += values
    for label in shown:
        assert bool(CHINESE.search(label)) == (lang == "zh"), label


@every_entry
@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_values_that_occur_have_labels(entry: Entry, lang: str) -> None:
    frame = entry.read()
    for name, known in entry.labels(lang).values.items():
        assert set(known) <= set(frame[name].dropna().astype(str))


@every_entry
def test_the_engine_takes_the_table(entry: Entry) -> None:
    data = Dataset.from_frame(
        entry.read(), target=entry.target, roles=entry.roles, kinds=entry.kinds, log=entry.log
    )
    assert [column.name for column in data.columns] == [
        name for name in columns(entry) if name != entry.target and name not in entry.roles
    ]
    assert {c.name for c in (*data.columns, data.target) if c.levels} == set(nominal(entry))
    for column in (*data.columns, data.target):
        if column.name in entry.levels:
            assert list(column.levels or ()) == entry.levels[column.name]
    if "weight" not in entry.roles.values():
        assert len(data) == entry.rows - entry.missing.get(entry.target, 0)


def test_text_falls_back_to_english() -> None:
    entry = catalogue()["golf"]
    assert entry.text("title", "zh") == "打高尔夫（含连续特征）"
    assert entry.text("title", "fr") == entry.text("title", "en") == "Golf, with numbers"


def test_what_has_no_label_stands_for_itself() -> None:
    labels = catalogue()["playtennis"].labels("zh")
    assert labels.columns["Wind"] == "风力"
    assert labels.values["Wind"]["Weak"] == "弱"
    for unknown in (labels, Labels()):
        assert unknown.columns["elsewhere"] == "elsewhere"
        assert unknown.values["elsewhere"]["x"] == "x"
    assert labels.values["Wind"]["Gale"] == "Gale"


def test_playtennis_is_table_3_2_of_mitchell() -> None:
    frame = catalogue()["playtennis"].read()
    assert list(frame["Day"]) == [f"D{i}" for i in range(1, 15)]
    assert dict(frame["Play"].value_counts()) == {"Yes": 9, "No": 5}
    counts = pd.crosstab(frame["Outlook"], frame["Play"])
    assert counts.values.tolist() == [[2, 3], [4, 0], [3, 2]]  # Sunny, Overcast, Rain
    assert pd.crosstab(frame["Wind"], frame["Play"]).values.tolist() == [[6, 2], [3, 3]]
    assert list(frame.iloc[5]) == ["D6", "Rain", "Cool", "Normal", "Strong", "No"]
    assert list(frame.iloc[13]) == ["D14", "Rain", "Mild", "High", "Strong", "No"]


def test_golf_is_the_same_fourteen_days_with_numbers() -> None:
    frame, days = catalogue()["golf"].read(), catalogue()["playtennis"].read()
    assert list(frame["play"]) == list(days["Play"].str.lower())
    assert list(frame["outlook"]) == list(days["Outlook"].str.lower())
    assert list(frame["windy"] == "true") == list(days["Wind"] == "Strong")
    sunny = frame[frame["outlook"] == "sunny"]
    assert set(sunny.loc[sunny["play"] == "yes", "humidity"]) == {70}
    assert set(sunny.loc[sunny["play"] == "no", "humidity"]) == {85, 90, 95}
    assert frame["temperature"].nunique() == 12


def test_the_chinese_tables_count_as_printed() -> None:
    """Li Hang, table 5.1: 9 of 15; Fang, example 9-4: 7 of 15; the gender table: 4 of 9."""
    first = {"loan": ("是", 9), "consumer_credit": ("Yes", 7), "gender": ("女", 4)}
    for key, (level, count) in first.items():
        entry = catalogue()[key]
        target = entry.read()[entry.target]
        assert target.cat.categories[0] == level
        assert (target == level).sum() == count


def test_no_column_of_xor_helps_alone() -> None:
    frame = catalogue()["xor"].read()
    for name in "ABC":
        assert set(pd.crosstab(frame[name], frame["Lamp"]).values.flat) == {2}
    assert ((frame["A"] != frame["B"]) == (frame["Lamp"] == "on")).all()


def test_counted_titanic_stands_for_2201_people() -> None:
    frame = catalogue()["titanic_counts"].read()
    assert frame["Freq"].sum() == 2201
    assert frame.loc[frame["Survived"] == "Yes", "Freq"].sum() == 711


def test_hitters_means_are_those_of_the_book() -> None:
    """ISLR, figure 8.1: 5.11, 6.00, 6.74 over 90, 90 and 83 players."""
    entry = catalogue()["hitters"]
    assert entry.log
    table = entry.read().dropna(subset="Salary")
    young, hit = table["Years"] < 4.5, table["Hits"] < 117.5
    salary = np.log(table["Salary"])
    regions = [salary[rows] for rows in (young, ~young & hit, ~young & ~hit)]
    assert [len(region) for region in regions] == [90, 90, 83]
    means = [region.mean() for region in regions]
    assert np.allclose(means, [5.106790, 5.998380, 6.739687], atol=1e-6)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("levles = {}", "levles"),
        ('about = { en = "only" }', "about is not in zh"),
        ('roles = { A = "id" }', "role 'id'"),
        ('roles = { Lamp = "ignore" }', "the target 'Lamp' has a role"),
        ('kinds = { A = "text" }', "kind 'text'"),
        ("labels = { fr = {} }", "labels in 'fr'"),
    ],
)
def test_a_faulty_entry_is_refused_with_its_reason(line: str, message: str) -> None:
    table = tomllib.loads(MINIMAL + line)["xor"]
    with pytest.raises(ValueError, match=f"xor: .*{message}"):
        module._entry("xor", table)


def test_a_value_without_a_level_is_refused() -> None:
    table = tomllib.loads(MINIMAL + 'levels = { A = ["off"] }')["xor"]
    with pytest.raises(ValueError, match="A has values without a level"):
        module._entry("xor", table).read()


@pytest.mark.parametrize("key", ["loan", "hitters"])
def test_a_table_that_is_not_translated_is_in_english(key: str) -> None:
    """As every table is while somebody adds a language; hitters predicts a logarithm."""
    choice = link.choice_of(key)
    french, english = (cache.dataset(choice, language).schema for language in ("fr", "en"))
    assert french == english
