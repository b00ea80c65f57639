"""A table of one's own opens again from its address, with all that was done with it."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.lesson import link
from pages.store import kept_tables
from pages.store.store import StoreError
from pages.ui.bring.draft import DataView
from pages.ui.shell import cache
from pages.ui.tables import kept_form
from pages.ui.tables.upload import first_choice, take
from pages.ui.use.use_view import UseView
from pages.work.settings import Settings, StoreSettings
from tests.pages.data import drafted, said, set_target
from tests.pages.stage import acted, payload
from tests.pages.visit import checked, clicked, kept, lesson, opened, turned

TABLE = "id,a~b,100%,weather,play\n" + "".join(
    f"{i},{'xyz'[i % 3]},{i / 4},{'srw'[i % 5 % 3]},{'yes' if i % 3 else 'no'}\n" for i in range(30)
)


NOTHING_KEPT = Settings(store=StoreSettings(hours=0, days=0))


def address(at: AppTest) -> dict[str, str]:
    said = at.query_params
    return {name: said[name] if isinstance(said[name], str) else said[name][0] for name in said}


def grown(content: str = TABLE) -> AppTest:
    """A lesson on an own table, two steps taken and one made by hand."""
    at = clicked(set_target(drafted(content.encode()), "play"), "data_use")
    before = lesson(at)
    after = before.jump(1).do(dt.MakeLeaf((0,)))
    at.session_state["lesson"] = after
    return turned(at, "grow")


def test_a_reload_opens_the_same_lesson() -> None:
    at = grown()
    there = address(at)
    assert there["data"].startswith("own:")
    assert there["moves"] == "1~c0"
    again = opened("grow", **there)
    assert not again.error
    assert lesson(again).tree == lesson(at).tree
    assert lesson(again).choice == lesson(at).choice
    assert address(again) == there


def test_what_was_said_of_columns_is_in_the_address() -> None:
    at = grown()
    choice = lesson(at).choice.with_role(["a~b", "100%"], "ignore").with_kind(["id"], "nominal")
    choice = choice.with_role(["id"], "input").with_cost(["weather"], 2.5)
    there = address(at) | {"ignore": "a%7Eb~100%25", "nominal": "id", "cost": "weather:2.5"}
    del there["moves"], there["step"]
    again = opened("grow", **there)
    assert not again.error
    assert lesson(again).choice == choice
    assert {key: address(again)[key] for key in ("ignore", "nominal", "cost")} == {
        key: there[key] for key in ("ignore", "nominal", "cost")
    }


def test_edits_and_the_reading_stay() -> None:
    at = drafted(TABLE.encode())
    at = checked(at.toggle(key="data_header").set_value(False).run())
    there = address(at)
    again = opened("data", **there)
    assert kept(again, DataView).draft == kept(at, DataView).draft
    assert "column 1" in said(again)
    assert address(again) == there


def test_a_draft_is_still_a_question() -> None:
    at = drafted(TABLE.encode())
    again = opened("data", **address(at))
    assert "We guessed" in said(again)
    confirmed = set_target(at, "weather")
    again = opened("data", **address(confirmed))
    assert "We guessed" not in said(again)
    assert kept(again, DataView).draft == kept(confirmed, DataView).draft
    assert lesson(again).choice.key == "playtennis"


def test_it_is_read_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    there = address(grown(TABLE + "31,x,1,s,yes\n"))
    read: list[str] = []
    take = kept_form.take

    def counting(*of: object) -> object:
        read.append("once")
        return take(*of)  # type: ignore[arg-type]

    monkeypatch.setattr(kept_form, "take", counting)
    for _ in range(3):
        assert not opened("grow", **there).error
    assert read == ["once"]


def test_all_that_came_of_a_table_is_forgotten_with_it() -> None:
    at = drafted(TABLE.encode() + b"35,x,1,s,yes\n")
    there = [address(at)]
    for header in (False, True, False):
        at = checked(at.toggle(key="data_header").set_value(header).run())
        there.append(address(at))
    assert len({one["data"] for one in there}) == 2  # read as before, it is the table before
    again = opened("data", **there[-1])  # a session that knows the last of them alone
    clicked(again, "data_forget")
    for one in there:
        assert "no longer kept" in opened("data", **one).error[0].value


def test_a_forgotten_table_is_told_and_the_app_goes_on() -> None:
    at = grown()
    there = address(at)
    at = clicked(turned(at, "data"), "data_forget")
    assert not at.session_state["uploads"]
    again = opened("grow", **there)
    assert "no longer kept" in again.error[0].value
    assert lesson(again).choice.key == "playtennis"


@pytest.fixture
def memory_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tables, "settings", lambda: NOTHING_KEPT)


@pytest.mark.usefixtures("memory_only")
def test_a_server_that_keeps_nothing_says_so() -> None:
    at = grown()
    assert address(at) == {"data": "upload", "lang": "en"}
    assert "reloading the page loses it" in said(turned(at, "data"))
    assert "reloading the page loses it" in said(opened())


def test_without_its_store_the_app_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    there = address(grown(TABLE + "32,x,1,s,yes\n"))

    def gone() -> None:
        raise StoreError("The server cannot reach the place where it keeps tables.")

    monkeypatch.setattr(kept_tables, "store", gone)
    at = grown(TABLE + "33,x,1,s,yes\n")
    assert lesson(at).timeline.cursor
    assert "cannot reach the place" in said(turned(at, "data"))
    waits = opened("grow", **there)
    assert "cannot reach the place" in waits.warning[0].value
    assert "cannot reach the place" in clicked(waits, "own_link_again").warning[0].value
    monkeypatch.undo()
    again = clicked(waits, "own_link_again")  # nothing of the address was lost
    assert address(again) == there
    assert lesson(again).choice.uploaded


@pytest.mark.parametrize("name", ["own:", "own:x", "own:" + "é" * 3000, "own:../../etc", "own:'--"])
def test_names_that_nobody_has_open_nothing(name: str) -> None:
    at = opened("grow", data=name)
    assert "no longer kept" in at.error[0].value


def test_a_shared_table_opens_elsewhere_and_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at = grown(TABLE + "34,x,1,s,yes\n")
    at = acted(acted(at, "share", True), "share", "keep")
    card = payload(at)["share"]
    params = dict(parse_qsl(urlsplit(card["link"]).query))
    assert params["data"] != address(at)["data"]
    assert not card["keep"]
    assert "90 days" in " ".join(card["said"])
    tree, other = lesson(at).tree, opened("grow", **params)
    assert lesson(other).tree == tree
    clicked(turned(other, "data"), "data_forget")  # which is not hers
    clicked(turned(at, "data"), "data_forget")
    assert lesson(opened("grow", **params)).tree == tree
    said = dict(parse_qsl(card["said"][-1].rpartition("?")[2]))
    wrong = clicked(opened(withdraw=said["withdraw"] + "x"), "withdraw_now")
    assert "no such table" in wrong.error[0].value
    clicked(opened(**said), "withdraw_now")
    assert "no longer kept" in opened("grow", **params).error[0].value


def test_a_lesson_file_opens_where_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    at = grown()
    upload = at.session_state["uploads"][lesson(at).choice.key]
    own = link.Own("upload", first_choice(upload), tuple(upload.frame.columns))
    file = kept_form.written_lesson(link.write(lesson(at), own), upload)
    monkeypatch.setattr(kept_tables, "settings", lambda: NOTHING_KEPT)
    again = opened()
    again = checked(again.file_uploader[0].set_value(("my.json", file, "text/json")).run())
    assert lesson(again).tree == lesson(at).tree
    assert lesson(again).choice == lesson(at).choice
    bundled = kept_form.written_lesson({"data": "iris", "recipe": "cart", "step": "5"}, None)
    again = opened()
    again = checked(again.file_uploader[0].set_value(("i.json", bundled, "text/json")).run())
    assert lesson(again).choice.key == "iris"
    assert lesson(again).timeline.cursor == 5


def test_take_away_saves_the_lesson() -> None:
    at = turned(grown(), "use")
    at.session_state["UseView"] = UseView(tab="take", kind="lesson")
    at = checked(at.run())
    assert "choose the file on Home" in said(at)
    names = [str(one.proto.id) for one in at.get("download_button")]
    assert all(any(key in name for name in names) for key in ("take_lesson", "take_page"))


@pytest.mark.nightly  # on a push: test_lesson_page
def test_the_lesson_is_written_where_there_is_no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit asks for a file's content in a thread of its own."""
    made: dict[str, Callable[[], Any]] = {}
    monkeypatch.setattr(
        streamlit,
        "download_button",
        lambda label, data, *rest, key, **more: made.__setitem__(key, data),
    )
    at = opened("use", data="gender", recipe="cart", tab="take")
    at.session_state["UseView"] = UseView(tab="take", kind="lesson")
    checked(at.run())
    params, upload = kept_form.read_lesson(made["take_lesson"]())
    assert (params["data"], params["recipe"], upload) == ("gender", "cart", None)
    assert b"<title>" in made["take_page"]()
    assert made["take_page_scorm"]().startswith(b"PK")


@lru_cache(maxsize=1)
def good() -> bytes:
    upload = take("a.csv", b"a,b,c\n1,x,y\n2,z,n\n3,x,y\n")
    return kept_form.written_lesson({"data": "upload", "recipe": "c45"}, upload)


@pytest.mark.parametrize("preamble", [10**6, 10**20])
def test_more_lines_above_the_table_than_there_are_is_a_sentence(preamble: int) -> None:
    forged = json.loads(good())
    forged["table"]["form"]["chosen"]["preamble"] = preamble
    with pytest.raises(dt.ReadingError):
        kept_form.read_lesson(json.dumps(forged).encode())


@given(st.binary(max_size=60) | st.just(b""), st.floats(0, 1), st.integers(0, 40))
def test_a_damaged_lesson_file_is_a_sentence(put: bytes, where: float, cut: int) -> None:
    at = round(where * len(good()))
    with suppress(dt.DtError):
        kept_form.read_lesson(good()[:at] + put + good()[at + cut :])


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"table": {"form": {"name": "a"}, "size": 10**12, "packed": ""}},
        {"table": {"form": {"name": "a"}, "size": 5, "packed": "!!"}},
        {
            "table": {
                "form": {"name": "a", "edits": [{"_type": "os.system"}]},
                "size": 5,
                "packed": "",
            }
        },
        {"address": ["data"]},
        {"address": {"data": {"x": []}}},
        {"more": 1},
    ],
)
def test_a_forged_lesson_file_is_a_sentence(change: dict[str, object]) -> None:
    forged = json.dumps(json.loads(good()) | change).encode()
    with pytest.raises(dt.DtError):
        link.read(kept_form.read_lesson(forged)[0], lambda choice: cache.dataset(choice, "en"))
