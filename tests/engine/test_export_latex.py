"""Sums and trees as LaTeX: a line of a book, every score there is, and what TeX makes of them."""

import shutil
import subprocess
from collections.abc import Iterator

import pandas as pd
import pytest

import dttools as dt
from dtcore.formula import Bars, Named, Number, Over, Power, Product, Root, Symbol, named_parts
from dttools.evaluation.importance import opened
from tests.engine.every_formula import formulas

TABLES = {"id3": ("playtennis", "Play"), "c45": ("golf", "play"), "cart": ("vote", "Class")}
TABLES |= {"regression": ("mtcars", "mpg"), "cart_rpart": ("kyphosis", "Kyphosis")}


def table(name: str, target: str) -> dt.Dataset:
    frame = pd.read_csv(f"datasets/{name}.csv", na_values="?")
    return dt.Dataset.from_frame(frame.drop(columns="Day", errors="ignore"), target=target)


def every_line(recipe: str) -> Iterator[Named]:
    """Of the scores of a lesson and of what its columns contribute, each once."""
    data = table(*TABLES[recipe])
    tree = dt.grow(data, dt.recipe(recipe))
    scores = [formula for *_, formula in formulas(data, dt.recipe(recipe))]
    scores += [score.formula for found in dt.importance(tree) for score in opened(tree, found)]
    lines = {line.symbol: line for formula in scores for line in named_parts(formula)}
    yield from lines.values()


def test_the_entropy_of_the_textbooks_table():
    data = table("playtennis", "Play")
    scores = formulas(data, dt.recipe("id3"))
    gain = next(formula for *_, name, formula in scores if name == "gain")
    lines = {line.symbol: dt.export.latex(line) for line in named_parts(gain)}
    assert lines["H(D)"] == (
        r"H(D) = -\frac{5}{14} \log_2 \frac{5}{14} - \frac{9}{14} \log_2 \frac{9}{14} = 0.9403"
    )
    assert lines["H(D_{2})"] == (  # rain
        r"H(D_{2}) = -\frac{2}{5} \log_2 \frac{2}{5} - \frac{3}{5} \log_2 \frac{3}{5} = 0.9710"
    )
    general = next(line.general for line in named_parts(gain) if line.symbol == "H(D|A)")
    assert dt.export.latex(general) == (
        r"\sum_{i} \frac{\left|D_{i}\right|}{\left|D\right|} H(D_{i})"
    )


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (Root(Number(2.0)), r"\sqrt{2}"),
        (Root(Number(8.0), Number(3)), r"\sqrt[3]{8}"),
        (Power(Number(-2.0), 2), r"\left(-2\right)^{2}"),
        (Number(3.0) - (Number(1.0) + Number(1.0)), r"3 - \left(1 + 1\right)"),
        (Product((Number(2.0), Number(1.0) + Number(1.0))), r"2 \cdot \left(1 + 1\right)"),
        (Over("i∈D", Bars(Symbol("y_i")), "max"), r"\max_{i\in D} \left|y_{i}\right|"),
        (Symbol("Φ⁻¹(1−CF)"), r"\Phi ^{-1}(1-\mathrm{CF})"),
        (Symbol("χ²_{α,ν}"), r"\chi ^2_{\alpha ,\nu}"),
        (Symbol("ΔSS"), r"\Delta \mathrm{SS}"),
    ],
)
def test_parts(formula, written):
    assert dt.export.latex(formula) == written


@pytest.mark.parametrize("recipe", TABLES)
def test_every_line_is_math_that_any_latex_reads(recipe):
    for line in every_line(recipe):
        for math in (dt.export.latex(line), dt.export.latex(line.general)):
            assert math.isascii(), (line.symbol, math)
            assert math.count("{") == math.count("}")


def test_a_tree_is_a_forest_whatever_its_names():
    frame = pd.DataFrame({r"50% \of_{a} & b$#^~": ["<x>", "<x>", "y|z"], "goal": ["§1", "§1", "é"]})
    drawn = dt.export.tikz(dt.grow(dt.Dataset.from_frame(frame, "goal"), dt.recipe("id3")))
    assert r"50\% \textbackslash{}of\_\{a\} \& b\$\#\textasciicircum{}\textasciitilde{}" in drawn
    assert r"$<$x$>$" in drawn
    assert drawn.count("[") == drawn.count("]")
    tennis = dt.export.tikz(dt.grow(table("playtennis", "Play"), dt.recipe("id3")))
    assert tennis.count("edge label") == 7
    assert r"[{Outlook\\5 No $\cdot$ 9 Yes}" in tennis


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_tex_typesets_every_line_and_every_tree(tmp_path):
    said = [line for recipe in TABLES for line in every_line(recipe)]
    shown = [
        math for line in said for math in (dt.export.latex(line), dt.export.latex(line.general))
    ]
    trees = [dt.grow(table(*TABLES[name]), dt.recipe(name)) for name in TABLES]
    body = [f"\\[ {math} \\]" for math in dict.fromkeys(shown)] + list(map(dt.export.tikz, trees))
    head = "\\documentclass{article}\\usepackage{forest}\\begin{document}\n"
    (tmp_path / "all.tex").write_text(head + "\n".join(body) + "\n\\end{document}\n", "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
