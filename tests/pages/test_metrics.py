"""Figures for the owner of a server, and for nobody else."""

import threading
from typing import Any

import pytest
from starlette.applications import Starlette
from streamlit.runtime.stats import StatsManager
from streamlit.web.server.starlette.starlette_routes import create_metrics_routes

from pages.serving.metrics import ADDRESS, Gauge, Metrics, told
from pages.work.jobs import Jobs
from tests.pages.answers import Answer, answered

TOKEN = "long-enough-to-be-one"


class Runtime:
    """As much of Streamlit's as its figures ask for."""

    stats_mgr = StatsManager()


def asked(token: str = "", client: str | None = "127.0.0.1", **headers: str) -> Answer:
    runtime: Any = Runtime()
    app = Metrics(Starlette(routes=create_metrics_routes(runtime, None)), token)
    named = {name.replace("_", "-"): said for name, said in headers.items()}
    return answered(app, ADDRESS, headers=named, client=client and (client, 50_000))


@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "127.8.8.8"])
def test_one_on_this_machine_may_ask(client: str) -> None:
    answer = asked(client=client, accept_encoding="gzip", accept="application/x-protobuf")
    assert answer.status == 200
    lines = answer.body.decode().splitlines()
    assert lines[-1] == "# EOF"
    assert lines.count("# EOF") == 1
    assert "# TYPE nbn_sessions gauge" in lines
    assert "nbn_jobs 0" in lines


@pytest.mark.parametrize(
    ("client", "headers"),
    [
        ("10.0.0.9", {}),
        ("testclient", {}),
        (None, {}),
        ("127.0.0.1", {"x_forwarded_for": "10.0.0.9"}),  # a proxy on this machine
        ("127.0.0.1", {"forwarded": "for=10.0.0.9"}),
        ("10.0.0.9", {"authorization": "Bearer "}),
    ],
)
def test_to_others_there_is_no_such_address(client: str | None, headers: dict[str, str]) -> None:
    answer = asked(client=client, **headers)
    assert (answer.status, answer.body) == (404, b"Not Found")


def test_a_token_is_asked_for_where_there_is_one() -> None:
    assert asked(TOKEN, "10.0.0.9", authorization=f"Bearer {TOKEN}").status == 200
    for said in ("Bearer no", TOKEN, "", "Bearer é"):
        assert asked(TOKEN, authorization=said).status == 404


def test_what_this_system_cannot_tell_is_left_out() -> None:
    gauges = {"a": Gauge("One", lambda: 1.5), "b": Gauge("Two", lambda: None)}
    assert told(gauges) == b"# TYPE a gauge\n# HELP a One\na 1.5\n"


def test_work_is_counted_until_it_is_over() -> None:
    jobs, go = Jobs(places=1), threading.Event()
    first = jobs.on("one", lambda _tell: go.wait())
    second = jobs.on("two", lambda _tell: None)
    assert jobs.count() == 2
    go.set()
    assert first.ended(20)
    assert second.ended(20)
    assert jobs.count() == 0
