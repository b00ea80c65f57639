"""What pages show is turned into what travels once, and says the same as before."""

import json

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

import dtcore as dt
from dtshow.figures.template import Finished
from dtshow.scene.grow.rows import MOST, first_rows
from dtshow.scene.parts import Section, payload
from pages.ui.shell import cache
from tests.small_tables import dataset


def test_a_finished_figure_has_the_values_of_the_figure_and_makes_them_once():
    figure = go.Figure(go.Bar(x=np.array([1.5, 2.0]), y=["a", "b"]), {"title": {"text": "t"}})
    finished = Finished(figure)
    assert finished.to_dict() == figure.to_dict()
    assert finished.to_dict() is finished.to_dict()


def test_a_figure_is_drawn_once_for_the_same_arguments():
    made = []

    @cache.figure()
    def drawn(height, theme):
        made.append(height)
        return go.Figure(go.Scatter(x=[1], y=[height]))

    assert drawn(2, "light").to_dict() is drawn(2, "light").to_dict()
    assert isinstance(drawn(3, "light"), Finished)
    assert drawn(3, theme="light").data[0].y == (3,)
    assert made == [2, 3, 3]  # an argument by name has another name


def test_what_is_shared_goes_by_what_it_is_said_to_depend_on():
    made = []

    @cache.shared(by=lambda rows, more: (len(rows), more))
    def total(rows, more):
        made.append(rows)
        return sum(rows) + more

    assert [total([1, 2], 1), total([5, 6], 1), total([5, 6], 2)] == [4, 4, 13]
    assert made == [[1, 2], [5, 6]]


def test_what_fails_is_tried_again():
    tries = []

    @cache.shared()
    def fails(n):
        tries.append(n)
        raise ValueError("no value")

    for _ in range(2):
        with pytest.raises(ValueError, match="no value"):
            fails(1)
    assert tries == [1, 1]


def test_a_store_has_room_for_so_many():
    made = []

    @cache.shared(cache.store(2))
    def doubled(n):
        made.append(n)
        return 2 * n

    assert [doubled(n) for n in (1, 2, 2, 3, 3, 1)] == [2, 4, 4, 6, 6, 2]
    assert made == [1, 2, 3, 1]


def test_a_key_tells_values_apart_and_refuses_what_it_cannot_name():
    data = dataset("playtennis")
    names = {cache.name_of(key) for key in (1, 1.0, True, "1", (1,), ("1",), data, (data,))}
    assert len(names) == 8
    assert cache.name_of((data, dt.Gini())) == f"({data.digest}, Gini())"
    for changing in ([1], {"a": 1}, np.arange(3), pd.DataFrame({"a": [1]}), (1, [2])):
        with pytest.raises(TypeError):
            cache.name_of(changing)


def test_a_payload_reads_back_as_it_was():
    data = {"names": ("花 <b>", '"\\\u2028'), "places": [1, 2.5, None], "yes": True}
    now = {name: Section(lambda part=part: part) for name, part in data.items()}
    wanted = data | {"names": list(data["names"])}
    assert json.loads(payload(now, None)) == {"scene": wanted, "next": None}
    then = now | {"places": Section(list), "yes": Section(lambda: None)}
    assert json.loads(payload(now, then))["next"] == {"places": [], "yes": None}
    assert json.loads(payload(now, now)) == {"scene": wanted, "next": {}}


def test_what_is_worth_keeping_is_written_once():
    kept, made = {}, []

    def keep(name, by, make):
        return kept.setdefault((name, by), make() if (name, by) not in kept else "")

    for _ in range(2):
        now = {"a": Section(lambda: made.append("a"), (1,)), "b": Section(lambda: made.append("b"))}
        assert payload(now, None, keep) == '{"scene":{"a":null,"b":null},"next":null}'
    assert made == ["a", "b", "b"]


def test_the_rows_of_a_node_come_first_and_each_row_once():
    assert first_rows(6, np.array([4, 1])).tolist() == [4, 1, 0, 2, 3, 5]
    far = np.array([MOST + 7, 3])
    shown = first_rows(MOST + 50, far)
    assert shown[:2].tolist() == far.tolist()
    assert len(set(shown.tolist())) == len(shown) == MOST
