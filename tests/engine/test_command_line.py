"""``python -m dtcore``: what it prints, with every option."""

import json
from pathlib import Path

import pytest

import dtcore as dt
from tests.engine.command_line import DATA, PLAY, printed, refusal

HITTERS = (str(DATA / "hitters.csv"), "--target", "Salary")


# ------------------------------------------------------------------------- the head


def test_the_head_and_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *PLAY, "--recipe", "id3").splitlines() == [
        "Table    playtennis.csv",
        "Rows     14",
        "Target   Play, n = 14 (5 No · 9 Yes)",
        "Columns  Outlook, Temperature, Humidity, Wind",
        "Recipe   id3 (Quinlan 1986; Mitchell 1997, table 3.1)",
        "",
        "Outlook = Overcast: Yes (4)",
        "Outlook = Rain",
        "|   Wind = Strong: No (2)",
        "|   Wind = Weak: Yes (3)",
        "Outlook = Sunny",
        "|   Humidity = High: No (3)",
        "|   Humidity = Normal: Yes (2)",
    ]


def test_rows_left_out_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Left out  59 without a target\n" in printed(capsys, *HITTERS, "--depth", "1")
    titanic = (str(DATA / "titanic.csv"), "--target", "survived", "--ignore", "name")
    out = printed(capsys, *titanic, "--complete", "--depth", "1")
    assert "Rows      1046\nLeft out  263 with missing cells\n" in out


def test_notes_of_the_reader_are_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "short.csv"
    table.write_text("a,b,y\n1,2,p\n2,,q\n\n3,4\n5,6,q\n", "utf-8")
    out = printed(capsys, str(table), "--target", "y", "--complete")
    assert "Note      Rows with too few cells: 1 (line 5)." in out


def test_a_column_like_an_identifier_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Note     “Day” has a value of its own" in printed(capsys, *PLAY[:3])
    assert "“Day”" not in printed(capsys, *PLAY)


@pytest.mark.parametrize(
    ("arguments", "recipe"),
    [
        (PLAY, "id3"),
        ((str(DATA / "golf.csv"), "--target", "play"), "c45"),
        ((str(DATA / "iris.csv"), "--target", "Species"), "cart"),
        ((str(DATA / "mtcars.csv"), "--target", "mpg"), "regression"),
        ((str(DATA / "mtcars.csv"), "--target", "am", "--nominal", "vs"), "c45"),
        ((str(DATA / "mtcars.csv"), "--target", "am", "--numeric", "am"), "regression"),
    ],
)
def test_a_recipe_that_fits(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], recipe: str
) -> None:
    out = printed(capsys, *arguments, "--depth", "1")
    assert f"\nRecipe   {recipe} (" in out
    assert "taken to fit the table" in out


# ----------------------------------------------------------------------- the options


def test_the_whole_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    """Gains: Mitchell 1997, §3.4.2."""
    out = printed(capsys, *PLAY, "--recipe", "id3", "--steps")
    assert all(gain in out for gain in ("0.2467", "0.1518", "0.0481", "0.0292"))
    assert [line for line in out.splitlines() if line.startswith("Step ")] == [
        f"Step {k} of 8: {node}"
        for k, node in enumerate(
            ("the root", *(f"node {name}" for name in ("0", "1", "1.0", "1.1", "2", "2.0", "2.1"))),
            start=1,
        )
    ]
    assert out.endswith("\n\n" + printed(capsys, *PLAY, "--recipe", "id3").split("\n\n")[1])


def test_the_lesson_of_hitters(capsys: pytest.CaptureFixture[str]) -> None:
    """James et al., figure 8.1: Years at 4.5, then Hits at 117.5, on the log scale."""
    ignored = set(next((DATA / "hitters.csv").open()).strip().split(","))
    ignored -= {"Years", "Hits", "Salary"}
    out = printed(
        capsys,
        *HITTERS,
        *(word for name in sorted(ignored) for word in ("--ignore", name)),
        *("--recipe", "regression", "--log", "--depth", "2", "--steps"),
    )
    assert "Target    log(Salary), n = 263, mean 5.92722" in out
    assert "changed: a node becomes a leaf when it is at depth 2" in out
    assert "→  Years   ≤ 4.5            115.0585   92.0953  ★ wins" in out
    assert "|   Hits > 117.5: 6.73969 (83)" in out


def test_json_is_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    tree = json.loads(printed(capsys, *PLAY, "--format", "json"))
    assert tree["target"] == {"name": "Play", "classes": ["No", "Yes"], "centre": 0.0}
    assert len(tree["nodes"]) == 8


def test_dot_is_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *PLAY, "--format", "dot").startswith("digraph {")


def test_weights_count_rows(capsys: pytest.CaptureFixture[str]) -> None:
    table = (str(DATA / "titanic_counts.csv"), "--target", "Survived", "--weights", "Freq")
    out = printed(capsys, *table)
    assert "Left out  8 of weight zero" in out
    assert "n = 2,201 (1,490 No · 711 Yes)" in out


def test_numbers_can_be_taken_as_names(capsys: pytest.CaptureFixture[str]) -> None:
    golf = (str(DATA / "golf.csv"), "--target", "play", "--recipe", "id3")
    assert "numeric: “temperature”, “humidity”" in refusal(capsys, *golf)
    out = printed(capsys, *golf, "--nominal", "temperature", "--nominal", "humidity")
    assert "temperature = 64: yes (1)" in out


def test_limits() -> None:
    limited = dt.recipe("cart").limited(3, 5).stopping
    assert {dt.MinLeaf(5), dt.MaxDepth(3)} < set(limited)
    assert dt.MinLeaf(1) not in limited
    assert dt.recipe("c45").limited(leaf=5).stopping == (dt.Pure(), dt.TwoBranches(5))
    assert dt.MinLeaf(2) in dt.recipe("id3").limited(leaf=2).stopping
    assert dt.recipe("cart").limited() == dt.recipe("cart")
