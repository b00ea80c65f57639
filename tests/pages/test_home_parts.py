"""What Home draws: the tree that grows by itself, and pictures of tables from their data."""

import re
from io import StringIO

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtshow.lesson import link
from dtshow.scene.tree.tree_look import name_of
from dtshow.tables.catalogue import LANGUAGES, catalogue
from dtshow.words.language import spoken
from pages.ui.home import welcome
from pages.ui.home.gallery import TILES, group_of, picture
from pages.ui.home.thumbnail import HIGH, ROWS, WIDE, Motif, thumbnail, usual
from pages.ui.shell import cache


def tennis(language: str = "en") -> dt.Dataset:
    made: dt.Dataset = cache.dataset(link.choice_of("playtennis"), language)
    return made


def test_the_tree_of_the_hero_is_the_engines() -> None:
    whole = welcome.scene(tennis())["moments"][-1]["scene"]["tree"]["nodes"]
    tree = dt.grow(tennis(), dt.recipe("id3"))
    assert [node["id"] for node in whole] == [name_of(node.id) for node in tree]
    heads = [node["head"] for node in whole if node["kind"] == "ask"]
    assert heads == ["Outlook", "Humidity", "Wind"]


def test_each_row_is_in_one_node_at_each_moment_or_its_class_in_a_bar() -> None:
    for moment in welcome.scene(tennis())["moments"]:
        nodes = moment["scene"]["tree"]["nodes"]
        here = sorted(
            row for node in nodes if node["kind"] != "ask" for row in node["tray"]["rows"]
        )
        assert here == list(range(14))
        assert all(node["bar"] for node in nodes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_moments_have_a_sentence_each_with_the_trees_numbers(language: str) -> None:
    with spoken(language):
        moments = welcome.scene(tennis(language))["moments"]
    heap, root, first, whole = (moment["says"] for moment in moments)
    assert "14" in heap
    assert re.findall(r"\d+", root) == ["9", "5"]
    assert str(tennis(language).columns[0].name) in first
    assert re.findall(r"\d+", whole) == ["3", "14"]


def numbers(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", path)]


@pytest.mark.parametrize("key", catalogue())
def test_a_picture_stays_within_its_frame(key: str) -> None:
    for paint, path, wide in picture(key):
        starts = [numbers(part) for part in re.findall(r"M-?[\d.]+ -?[\d.]+", path)]
        assert starts, paint
        assert all(0 <= x <= WIDE and 0 <= y <= HIGH for x, y in starts)
        assert wide >= 0
        assert "nan" not in path
        assert "e" not in path


def test_a_picture_is_drawn_from_its_rows() -> None:
    iris = {paint: path.count("M") for paint, path, _ in picture("iris")}
    assert iris == {"class-0 dot": 50, "class-1": 50, "class-2 box": 50}
    bricks = [(paint, path.count("M")) for paint, path, _ in picture("playtennis")]
    assert sum(count for paint, count in bricks if paint.startswith("ink")) == 14 * 4
    assert dict(bricks)["hatch-0"] == 9
    assert dict(bricks)["hatch-1"] == 5
    assert sum(path.count("M") for _, path, _ in picture("hitters")) == 322 - 59


def test_a_large_table_is_drawn_by_evenly_taken_rows() -> None:
    count = sum(path.count("M") for paint, path, _ in picture("vote") if paint[0] == "h")
    assert count == ROWS


def test_the_pictures_are_small() -> None:
    sizes = {key: sum(len(path) for _, path, _ in picture(key)) for key in catalogue()}
    assert max(sizes.values()) < 7_000
    assert sum(sizes.values()) < 30_000


def test_a_table_that_is_not_listed_gets_the_picture_that_fits() -> None:
    def of(text: str) -> str:
        dataset = dt.Dataset.from_frame(pd.read_csv(StringIO(text)), target="y")
        assert thumbnail(dataset)
        return usual(dataset).kind

    assert of("a,b,y\n1,2,p\n2,3,q\n5,4,p") == "scatter"
    assert of("a,b,y\nu,v,p\nw,v,q\nu,z,p") == "bricks"
    assert of("a,b,y\n1,v,1.5\n2,v,2.5\n3,z,3.5") == "scatter"


def test_the_columns_that_tell_most_are_chosen() -> None:
    iris = dt.Dataset.from_frame(catalogue()["iris"].read(), target="Species")
    assert usual(iris).columns == ("Petal.Length", "Petal.Width")
    cars = dt.Dataset.from_frame(catalogue()["mtcars"].read(), target="mpg")
    assert usual(cars).columns == ("wt",)


def test_missing_cells_are_left_out_of_a_picture() -> None:
    frame = pd.DataFrame({"a": [1.0, np.nan, 3.0], "b": [1.0, 2.0, 2.0], "y": ["p", "q", "p"]})
    dataset = dt.Dataset.from_frame(frame, target="y")
    drawn = thumbnail(dataset, Motif("scatter", ("a", "b")))
    assert [path.count("M") for _, path, _ in drawn] == [2]


def test_each_line_is_of_a_table_that_is_here_and_each_group_has_tables() -> None:
    assert set(TILES) == set(catalogue())
    assert {group_of(entry) for entry in catalogue().values()} == {"hand", "real", "number"}
