"""Modules of components as one script and their sheets as one: nothing is left out or left over."""

import gzip
import os
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send

from dtshow.web.script import FILES, IMPORT, one_script
from pages.serving import component_files
from pages.serving.component_files import ComponentFiles
from pages.ui.components.mount import NAMES
from tests.pages.answers import Answer, answered

BELOW = "/base/_stcore/bidi-components"
STREAMLITS = "of Streamlit's"


async def streamlit(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": STREAMLITS.encode()})


def asked(path: str, accepted: str = "identity") -> Answer:
    return answered(ComponentFiles(streamlit), path, headers={"accept-encoding": accepted})


def text(path: str) -> str:
    return asked(path).body.decode()


def script_of(name: str) -> str:
    """The address of the script that a component's own names."""
    entry = asked(f"{BELOW}/nbn.{name}/{name}/streamlit.js")
    assert entry.headers["cache-control"] == "no-cache"
    named = r'import \{ need \} from "\.\./\.\./(?P<script>nbn\.stage/modules\.\w+\.js)";\n'
    given = re.escape(f'export default need("{name}/streamlit.js").entry;\n')
    found = re.fullmatch(named + given, entry.body.decode())
    assert found
    return f"{BELOW}/{found['script']}"


def test_all_components_share_one_script_that_browsers_keep() -> None:
    (address,) = {script_of(name) for name in NAMES}
    plain, packed = asked(address), asked(address, "gzip, deflate, br")
    for answer in (plain, packed):
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    lines = text(address).splitlines()
    assert [line for line in lines if line.startswith(("import ", "export "))] == [
        "export const need = (name) => made[name] ??= modules[name]();"
    ]
    modules = {f'"{path.relative_to(FILES).as_posix()}"() {{' for path in FILES.rglob("*.js")}
    assert len(modules) > 50
    assert modules <= {*lines}


@pytest.mark.parametrize("name", NAMES)
def test_a_style_sheet_is_whole_and_packed_for_who_unpacks(name: str) -> None:
    path = f"{BELOW}/nbn.{name}/{name}/{name}.css"
    plain, packed = asked(path), asked(path, "gzip, br")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert b"@import" not in plain.body


def test_a_script_of_another_day_is_answered_by_the_present_one_and_not_kept() -> None:
    answer = asked(f"{BELOW}/nbn.stage/modules.0123.js")
    assert answer.body.decode() == text(script_of("stage"))
    assert answer.headers["cache-control"] == "no-cache"


def test_a_changed_module_has_another_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(component_files, "FILES", tmp_path)
    (tmp_path / "stage").mkdir()
    module, addresses = tmp_path / "stage" / "streamlit.js", []
    for number in (1, 2):
        module.write_text(f"export default function () {{ return {number}; }}\n", "utf-8")
        os.utime(module, (number, number))
        addresses.append(script_of("stage"))
        assert f"return {number};" in text(addresses[-1])
    assert len({*addresses}) == 2


def test_a_sheet_holds_those_that_it_imports() -> None:
    for name in NAMES:
        sheet = asked(f"{BELOW}/nbn.{name}/{name}/{name}.css")
        assert sheet.headers["content-type"].startswith("text/css")
        assert b"@import" not in sheet.body
    for name, imported in (("stage", "stage/ruler"), ("story", "stage/share")):
        part = (FILES / f"{imported}.css").read_text("utf-8")
        assert part in text(f"{BELOW}/nbn.{name}/{name}/{name}.css")


@pytest.mark.parametrize(
    "path",
    [
        f"{BELOW}/nbn.stage/stage/fonts/noto-sans-math.woff2",
        f"{BELOW}/nbn.stage/stage/ways.js",
        f"{BELOW}/other.stage/stage/streamlit.js",
        "/static/js/index.js",
    ],
)
def test_all_else_is_streamlits(path: str) -> None:
    assert text(path) == STREAMLITS


def test_imports_are_plain_and_in_no_circle() -> None:
    """Those of other kinds would not be understood, and a circle would not end."""
    imported = {}
    for path in FILES.rglob("*.js"):
        lines = [
            line for line in path.read_text("utf-8").splitlines() if line.startswith("import ")
        ]
        found = [*IMPORT.finditer(path.read_text("utf-8"))]
        assert len(found) == len(lines), path
        assert not [one for one in found if " as " in one["names"]], path
        imported[path] = [(path.parent / one["path"]).resolve() for one in found]
    assert len([*TopologicalSorter(imported).static_order()]) == len(imported)


def test_no_module_waits_before_others_are_made() -> None:
    """Each is a function of the one script, in which a wait of its own would be no JavaScript."""
    for path in [*FILES.rglob("*.js"), *Path("pages").rglob("*.js")]:
        for line in path.read_text("utf-8").splitlines():
            assert not re.match(r"\w(?!.*\basync\b).*\bawait\b", line), (path, line)
            assert not re.match(r"import .* as ", line), (path, line)


def test_a_module_is_a_function_of_those_that_it_needs() -> None:
    sources = {
        "a/one.js": 'import { two, Three } from "../b/two.js";\n'
        "export default function () { two; }\n",
        "b/two.js": "export const two = import.meta.url;\nexport class Three {}\nconst own = 1;\n",
    }
    assert one_script(sources) == (
        'const made = {}, modules = {\n"a/one.js"() {\n'
        'const { two, Three } = need("b/two.js");\nconst entry = function () { two; }\n\n'
        'return { entry };\n},\n"b/two.js"() {\n'
        'const two = new URL("./b/two.js", import.meta.url);\nclass Three {}\nconst own = 1;\n\n'
        "return { Three, two };\n}\n};\n"
        "export const need = (name) => made[name] ??= modules[name]();\n"
    )
