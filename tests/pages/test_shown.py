"""What pages show is turned into what travels once, and says the same as before."""

import json
import re

import numpy as np
import plotly.graph_objects as go

from pages.ui.components.payload import READ, payload
from pages.ui.figures.finished import Finished
from pages.ui.grow.rows import MOST, first_rows
from pages.ui.shell import cache


def test_a_finished_figure_has_the_values_of_the_figure_and_makes_them_once():
    figure = go.Figure(go.Bar(x=np.array([1.5, 2.0]), y=["a", "b"]), {"title": {"text": "t"}})
    finished = Finished(figure)
    assert finished.to_dict() == figure.to_dict()
    assert finished.to_dict() is finished.to_dict()


def test_figures_are_shared_by_their_key():
    made = []

    def make():
        made.append(1)
        return go.Figure(go.Scatter(x=[1], y=[2]))

    key = "a figure of this test"
    assert cache.figure(key, make).to_dict() is cache.figure(key, make).to_dict()
    assert made == [1]


def test_a_payload_reads_back_as_it_was():
    data = {"names": ("花 <b>", '"\\\u2028'), "places": [1, 2.5, None], "yes": True}
    sent = payload(data)
    assert json.loads(sent) == data | {"names": list(data["names"])}
    assert re.search(r"\bread = ", READ)


def test_the_rows_of_a_node_come_first_and_each_row_once():
    assert first_rows(6, np.array([4, 1])).tolist() == [4, 1, 0, 2, 3, 5]
    far = np.array([MOST + 7, 3])
    shown = first_rows(MOST + 50, far)
    assert shown[:2].tolist() == far.tolist()
    assert len(set(shown.tolist())) == len(shown) == MOST
