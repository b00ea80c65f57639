"""``python -m dtcore``: what it prints, with every option."""

import json
import re
import tomllib
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pandas as pd
import pytest

import dttools as dt
from dtshow.tables.catalogue import catalogue
from dttools.command import KINDS, main
from dttools.files.bundled import bundled
from node_by_node.__main__ import main as launched
from tests.engine.command_line import DATA, PLAY, ROOT, printed, refusal
from tests.small_tables import dataset

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
    assert "\ndigraph {" in printed(capsys, *PLAY, "--format", "dot")


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


# ------------------------------------------------- bundled tables, other rows, other formats


@pytest.mark.parametrize("key", catalogue())
def test_bundled_tables_are_those_of_the_pages(key: str) -> None:
    known, entry = bundled(key), catalogue()[key]
    assert (known.target, known.recipe, known.log) == (entry.target, entry.recipe, entry.log)
    given = (known.read(), known.target)
    ours = dt.Dataset.from_frame(*given, roles=known.roles, kinds=known.kinds, log=known.log)
    assert ours == dataset(key)


def test_a_table_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "playtennis").splitlines()
    assert out[2] == "Target   Play, n = 14 (9 Yes · 5 No)"  # in the order of the book
    assert out[4] == "Recipe   id3 (Quinlan 1986; Mitchell 1997, table 3.1)"
    assert out[6:8] == ["Outlook = Sunny", "|   Humidity = High: No (3)"]
    assert "\nRecipe   c45 (" in printed(capsys, "golf", "--target", "windy")
    assert "called “golff”. There are: playtennis, golf" in refusal(capsys, "golff")
    with pytest.raises(dt.ReadingError, match="are not here"):
        bundled("golf", Path("nowhere"))


def test_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = (DATA / "golf.csv").read_bytes()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
    out = printed(capsys, "-", "--target", "play")
    assert out.startswith("Table    -\nRows     14\n")
    assert out.endswith("|   humidity > 75: no (3)\n")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert capsys.readouterr().out == f"dtcore {project['version']}\n"


@pytest.mark.parametrize("kind", KINDS)
def test_every_export(capsys: pytest.CaptureFixture[str], kind: str, tmp_path: Path) -> None:
    tree = dt.grow(dataset("golf"), dt.recipe("c45"))
    file = tmp_path / "tree.txt"
    assert printed(capsys, "golf", "--export", kind, "-o", str(file)) == ""
    text, written = file.read_text("utf-8"), KINDS[kind](tree).rstrip("\n")
    if kind == "json":
        assert dt.Tree.from_json(text) == tree
    elif kind == "markdown":
        assert text.startswith(written)
    else:
        assert text.endswith(written + "\n")


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_says_where_it_comes_from(
    capsys: pytest.CaptureFixture[str], kind: str, tmp_path: Path
) -> None:
    """The table, the recipe as it was changed, how it was pruned, the day; and no link."""
    file, table = tmp_path / "tree.txt", tmp_path / "no\nname.csv"
    table.write_bytes((DATA / "iris.csv").read_bytes())
    changed = ("--target", "Species", "--recipe", "c45", "--depth", "2", "--prune")
    before = datetime.now(UTC).date()
    assert printed(capsys, str(table), *changed, "--export", kind, "-o", str(file)) == ""
    text = " ".join(file.read_text("utf-8").split())
    days = (str(before), str(datetime.now(UTC).date()))
    assert any(day in text for day in days)
    assert "no name.csv" in text
    assert "c45 (Quinlan 1993" in text
    assert "at depth 2" in text
    assert "confidence 0.25" in text
    assert "http" not in text
    if kind == "python":
        exec(compile(file.read_text("utf-8"), "tree.py", "exec"), {"__name__": "tree"})


def test_rows_are_predicted_and_odd_cells_are_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Temperature is not asked and may be absent; a column of the same name is kept. A row without
    a branch is predicted from its node: 9 of 14 days play, 3 of the 5 sunny ones do not."""
    rows = tmp_path / "rows.csv"
    lines = ("Outlook,Humidity,Wind,note", "Sunny,High,Weak,a", "Snow,High,Weak,b", "Sunny,,Weak,c")
    rows.write_text("\n".join(lines), "utf-8")
    rests = "so the row stops short of a leaf"
    assert printed(capsys, "playtennis", "--predict", str(rows)).splitlines() == [
        "Outlook,Humidity,Wind,note,prediction,note_",
        "Sunny,High,Weak,a,No,",
        f'Snow,High,Weak,b,Yes,"Outlook: no row of training has this level, {rests}"',
        f'Sunny,,Weak,c,No,"Humidity: the cell is missing, {rests}"',
    ]
    assert "“Outlook”" in refusal(capsys, "playtennis", "--predict", str(DATA / "iris.csv"))


@pytest.mark.parametrize("option", ["--predict", "--test"])
def test_lines_that_are_no_rows_are_told_beside_the_output(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str
) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text(
        "Outlook,Temperature,Humidity,Wind,Play\nSunny,Hot,High,Weak,No\n,,,,\n,,,,\n", "utf-8"
    )
    assert main(["playtennis", option, str(rows)]) == 0
    out, err = capsys.readouterr()
    assert re.search(r"Sunny,Hot,High,Weak,No,No,|\nRows +1\n", out)
    said = "2 lines are no rows and are left out (line 3: it has no value; line 4: it has no value)"
    assert err == f"dtcore: In “{rows}” {said}.\n"


def test_a_pruned_tree_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "iris", "--prune", "--test", str(DATA / "iris.csv"))
    assert "one standard error: 3 of 9 leaves stay" in out
    assert "Accuracy  0.96 (Wilson's interval 0.9155 to 0.9815)" in out
    assert "versicolor             0          49          1" in out
    assert "virginica      0.9783     0.9  0.9375" in out
    vote = printed(capsys, "vote", "--prune", "--recipe", "j48")
    assert "Pruned   pessimistically, confidence 0.25: " in vote
    xor = printed(capsys, "xor", "--prune", "--recipe", "assistant")
    assert "Pruned   by minimum error, m = 2: " in xor


def test_numbers_are_judged_on_their_own_scale(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "hitters", "--depth", "2", "--test", str(DATA / "hitters.csv"))
    assert "\nRows  263\n" in out
    assert "\nR²    0." in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--steps", "--predict", "x.csv"),
        ("--export", "sql", "--test", "x.csv"),
        ("--steps", "--prune"),
        ("--export", "csv"),
    ],
)
def test_what_does_not_go_together(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["golf", *arguments])
    assert stopped.value.code == 2


def test_a_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "cannot be written" in refusal(capsys, "golf", "-o", str(tmp_path))
    assert "“gone.csv” cannot be read" in refusal(capsys, "golf", "--predict", "gone.csv")


def test_a_table_to_judge_on_is_read_before_anything_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "“gone.csv” cannot be read" in refusal(capsys, "golf", "--test", "gone.csv")
    assert "none of the columns" in refusal(capsys, "golf", "--test", str(DATA / "iris.csv"))


def test_a_bundled_table_is_judged_on_and_a_dash_prints(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Accuracy" in printed(capsys, "iris", "--test", "iris", "-o", "-")
    assert not list(tmp_path.iterdir())
    with pytest.raises(SystemExit):
        main(["-", "--target", "y", "--predict", "-"])
    assert "standard input can be read only once" in capsys.readouterr().err


def test_short_words_for_a_console_and_a_notebook() -> None:
    data = dt.Dataset.from_frame(
        pd.DataFrame({"<b>": list("aabb"), "y": ["<i>", "<i>", "v", "v"]}), target="y"
    )
    assert repr(data) == "<Dataset for 'y': rows 4, columns 1>"
    lesson = dt.start(data, dt.recipe("id3"))
    first, rule = lesson.propose(), dt.rules.of(dt.grow(data, dt.recipe("id3")))[0]
    assert repr(first) == "<Step: Expand(node=(), split=Multiway(column=0, missing=-1))>"
    assert repr(lesson.finish().steps[0]).startswith("<Step: Expand(")
    assert repr(rule) == "<TreeRule: <b> = a → <i> (2)>"
    assert repr(lesson) == "<Timeline: steps 0, <Tree for 'y': nodes 1, leaves 1, depth 0>>"
    tree = lesson.finish().state.tree
    assert repr(dt.evaluate(tree, data)) == "<ClassEvaluation: rows 4, accuracy 1.0>"
    assert repr(dt.importance(tree)[0]) == "<ColumnImportance of '<b>': share 1.0>"
    for shown in (data, rule, first, dt.rules.of(dt.grow(data, dt.recipe("id3")))):
        html = shown._repr_html_()
        assert "<b>" not in html
        assert "<i>" not in html


# ------------------------------------------------------------------------- a working

WORKING = """H(S) = 0.940
Weighted entropy of Outlook = 0.971 + 0 + 0.971 = 1.942
Gain(Outlook) = 0.940 - 1.942 = -1.002"""


def test_a_working_is_marked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    answer = tmp_path / "ann.txt"
    answer.write_text(WORKING, "utf-16")
    out = printed(capsys, "playtennis", "--recipe", "id3", "--check", str(answer)).splitlines()
    first = "Marks: 2 of 3. Right 1, carried on 1, wrong 1. The first error is in line 2."
    assert out[0] == first
    assert (
        launched(["check", "playtennis", "--recipe", "id3", "--check", str(answer), "--lang", "zh"])
        == 0
    )
    assert "“Outlook”的增益" in capsys.readouterr().out
    assert [line[0] for line in out if line[2:5].strip().isdigit()] == ["+", "-", "~"]
    assert "share of the rows. The weights are 5/14, 4/14, 5/14." in " ".join(out)


def test_a_folder_of_workings_gives_a_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "ann.txt").write_text(WORKING, "utf-8")
    (tmp_path / "bo.txt").write_text("Outlook 的信息增益 = 0.247", "gb18030")
    out = printed(capsys, "playtennis", "--recipe", "id3", "--check", str(tmp_path))
    assert out.splitlines() == [
        "answer,right,carried,wrong,not judged,points,line,mistake,number",
        "ann.txt,1,1,1,0,2 of 3,2,no_weights,weighted entropy after Outlook",
        "bo.txt,1,0,0,0,1 of 1,,,",
    ]
    below = (*PLAY, "--recipe", "id3", "--check", str(tmp_path), "--at")
    assert "mistake" in printed(capsys, *below, "2")
    assert "There is no exercise 9" in refusal(capsys, *below, "9")
