"""What is said with each answer, and which scripts a page may hold."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send
from streamlit.testing.v1 import AppTest
from streamlit.web.server.starlette.starlette_routes import create_health_routes

from pages.serving.security_headers import SecurityHeaders, policy, scripts_of_the_page
from pages.work.settings import SettingsError, read_settings
from tests.pages.answers import answered
from tests.pages.visit import opened

ROOT: Final = Path(__file__).parents[2]
RULES: Final = dict(
    rule.split(" ", 1) for rule in policy(scripts_of_the_page(), "'self'").split("; ")
)


def digest(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
    raw = Headers({"content-type": "text/plain", "referrer-policy": "unsafe-url"}).raw
    await send({"type": "http.response.start", "status": 404, "headers": raw})
    await send({"type": "http.response.body", "body": b""})


def test_each_answer_says_them_a_refusal_too() -> None:
    headers = answered(SecurityHeaders(app, "'none'"), "/grow").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers.getlist("referrer-policy") == ["same-origin"]
    assert headers["content-security-policy"].endswith("frame-ancestors 'none'")
    assert headers["content-type"] == "text/plain"


@pytest.mark.parametrize(
    ("ancestors", "scheme", "kept"),
    [
        ("'self' https://moodle.example.org", "https", True),
        ("'self' https://moodle.example.org", "http", False),
        ("'self'", "https", False),
    ],
)
def test_cookies_are_kept_in_frames_of_sites_that_the_owner_names(
    ancestors: str, scheme: str, kept: bool
) -> None:
    async def setting(_scope: Scope, _receive: Receive, send: Send) -> None:
        raw = Headers({"set-cookie": "_streamlit_xsrf=1; Path=/; SameSite=Lax"}).raw
        await send({"type": "http.response.start", "status": 200, "headers": raw})
        await send({"type": "http.response.body", "body": b""})

    framed, more = SecurityHeaders(setting, ancestors), {"scheme": "http"}
    answer = answered(framed, "/", headers={"x-forwarded-proto": scheme}, **more)
    ending = "SameSite=None; Secure; Partitioned" if kept else "SameSite=Lax"
    assert answer.headers.getlist("set-cookie") == [f"_streamlit_xsrf=1; Path=/; {ending}"]


def test_no_script_runs_that_is_not_ours() -> None:
    assert "unsafe-inline" not in RULES["script-src"]
    assert "'unsafe-eval'" not in RULES["script-src"].split()
    assert not re.search(r"\*|https?:|data:|blob:", RULES["script-src"])
    assert RULES["object-src"] == RULES["base-uri"] == "'none'"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_script_of_our_pages_is_named_in_every_language(language: str) -> None:
    page: AppTest = opened("home", lang=language)
    scripts = [
        script
        for element in page.get("html")
        for script in re.findall(r"<script>(.*?)</script>", element.proto.body, re.DOTALL)
    ]
    assert len(scripts) == 1
    assert digest(scripts[0]) in RULES["script-src"]


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("'none'", True),
        ("'self' https://moodle.example.org http://10.0.0.5:8080", True),
        ("https://a.example.org; script-src *", False),
        ("*", False),
        ("'self', https://a.b", False),
    ],
)
def test_who_may_show_the_app_in_a_frame(tmp_path: Path, said: str, fits: bool) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'[server]\nframe_ancestors = "{said}"\n', encoding="utf-8")
    if fits:
        assert read_settings(path).server.frame_ancestors == said
    else:
        with pytest.raises(SettingsError, match="frame_ancestors"):
            read_settings(path)


@pytest.mark.parametrize("file", ["PRIVACY.md", "PRIVACY.zh.md"])
def test_visitors_are_told_of_each_cookie(file: str) -> None:
    """Those of Streamlit and of the proxies that we ship; none stays when the browser is closed."""

    class Runtime:
        @property
        async def is_ready_for_browser_connection(self) -> tuple[bool, str]:
            return True, "ok"

    runtime: Any = Runtime()
    routes = create_health_routes(runtime, None)
    headers = answered(Starlette(routes=routes), "/_stcore/health").headers
    set_here = headers.getlist("set-cookie")
    deployed = [(ROOT / "deploy" / name).read_text() for name in ("haproxy.cfg", "Caddyfile")]
    set_there = [re.findall(r"^\s*(?:lb_policy )?cookie (\S+)", text, re.M) for text in deployed]
    assert set_here
    assert all(set_there)
    told = (ROOT / file).read_text("utf-8")
    for name in {cookie.partition("=")[0] for cookie in set_here}.union(*set_there):
        assert f"`{name}`" in told
    for said in (*set_here, *deployed):
        assert not re.search(r"max.?age|expires|maxlife|maxidle", said, re.I)
