"""A table of one's own opens again from its address, with all that was done with it."""

import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from pages.store.store import StoreError
from pages.ui.data.draft import DataView
from pages.ui.server import kept_tables
from pages.ui.server.settings import Settings, StoreSettings
from pages.ui.shell import cache
from pages.ui.tables import kept_form
from tests.pages.data import drafted, said, set_target
from tests.pages.visit import checked, clicked, kept, lesson, opened, turned

TABLE = "id,a~b,100%,weather,play\n" + "".join(
    f"{i},{'xyz'[i % 3]},{i / 4},{'srw'[i % 5 % 3]},{'yes' if i % 3 else 'no'}\n" for i in range(30)
)


def address(at: AppTest) -> dict[str, str]:
    said = at.query_params
    return {name: said[name] if isinstance(said[name], str) else said[name][0] for name in said}


def grown(content: str = TABLE) -> AppTest:
    """A lesson on an own table, two steps taken and one made by hand."""
    at = clicked(set_target(drafted(content.encode()), "play"), "data_use")
    before = lesson(at)
    after = before.jump(1).do(dt.Close((0,)))
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
    assert "is a guess" in said(again)
    confirmed = set_target(at, "weather")
    again = opened("data", **address(confirmed))
    assert "is a guess" not in said(again)
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


def test_a_forgotten_table_is_told_and_the_app_goes_on() -> None:
    at = grown()
    there = address(at)
    at = clicked(turned(at, "data"), "data_forget")
    assert not at.session_state["uploads"]
    again = opened("grow", **there)
    assert "kept no more" in again.error[0].value
    assert lesson(again).choice.key == "playtennis"


@pytest.fixture
def memory_only(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Settings(store=StoreSettings(hours=0, days=0))
    monkeypatch.setattr(kept_tables, "settings", lambda: nothing)


@pytest.mark.usefixtures("memory_only")
def test_a_server_that_keeps_nothing_says_so() -> None:
    at = grown()
    assert address(at) == {"data": "upload", "lang": "en"}
    assert "a reload loses it" in said(turned(at, "data"))
    assert "a reload loses it" in said(opened())


def test_without_its_store_the_app_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    there = address(grown(TABLE + "32,x,1,s,yes\n"))

    def gone() -> None:
        raise StoreError("The server cannot reach the place where it keeps tables.")

    monkeypatch.setattr(kept_tables, "store", gone)
    at = grown(TABLE + "33,x,1,s,yes\n")
    assert lesson(at).timeline.cursor
    assert "cannot reach the place" in said(turned(at, "data"))
    cache.st.cache_resource.clear()
    again = opened("grow", **there)
    assert "cannot reach the place" in again.error[0].value
    monkeypatch.undo()
    assert lesson(opened("grow", **there)).choice.uploaded


@pytest.mark.parametrize("name", ["own:", "own:x", "own:" + "é" * 3000, "own:../../etc", "own:'--"])
def test_names_that_nobody_has_open_nothing(name: str) -> None:
    at = opened("grow", data=name)
    assert "kept no more" in at.error[0].value
