"""R's rpart as a peer of the bench: the same tables, grown and timed inside R.

rpart keeps every competing split (``maxcompete``), as we do, and neither looks for surrogates
nor cross-validates. Its trees end at depth 30 at the latest. Not done here: installing R.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

DEEPEST = 30

# One line on stdin, one tree, one line on stdout: the seconds that it took.
SCRIPT = """
suppressPackageStartupMessages(library(rpart))
given <- commandArgs(trailingOnly = TRUE)
n <- as.integer(given[2]); d <- as.integer(given[3])
classes <- as.integer(given[4]); depth <- as.integer(given[5])
cells <- matrix(readBin(given[1], "double", n * (d + 1)), n)
table <- as.data.frame(cells[, 1:d])
table$y <- if (classes > 0) factor(cells[, d + 1]) else cells[, d + 1]
rm(cells)
control <- rpart.control(minsplit = 2, minbucket = 1, cp = 0, maxcompete = d - 1,
  maxsurrogate = 0, usesurrogate = 0, xval = 0, maxdepth = depth)
method <- if (classes > 0) "class" else "anova"
lines <- file("stdin", "r")
while (length(readLines(lines, 1))) {
  took <- system.time(rpart(y ~ ., table, method = method, control = control))
  cat(took[["elapsed"]], "\\n", sep = ""); flush(stdout())
}
"""


def missing() -> str:
    """Why there is nothing to compare with, in a sentence; "" if there is."""
    if not shutil.which("Rscript"):
        return "R is not installed here (there is no Rscript), so rpart is left out."
    result = subprocess.run(["Rscript", "-e", "library(rpart)"], capture_output=True, check=False)
    return "" if result.returncode == 0 else "R is here, but not its package rpart: it is left out."


def version() -> str:
    ask = 'cat(as.character(getRversion()), as.character(packageVersion("rpart")))'
    result = subprocess.run(["Rscript", "-e", ask], capture_output=True, text=True, check=True)
    return "R {} with rpart {}".format(*result.stdout.split())


@contextmanager
def grower(x: np.ndarray, y: np.ndarray, classes: int, depth: int) -> Iterator[Callable[[], float]]:
    """A function that grows a tree in R and returns the seconds; R lives as long as the block.

    ``classes`` 0: ``y`` (n,) holds numbers.
    """
    n, d = x.shape
    with tempfile.TemporaryDirectory() as folder:
        cells, script = Path(folder, "cells"), Path(folder, "peer.R")
        with cells.open("wb") as file:
            for column in (*x.T, y.astype(np.float64)):
                np.ascontiguousarray(column).tofile(file)
        script.write_text(SCRIPT, "utf-8")
        command = ["Rscript", "--vanilla", str(script), str(cells)]
        command += map(str, (n, d, classes, depth))
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1) as r:

            def grow() -> float:
                r.stdin.write("\n")
                return float(r.stdout.readline())

            yield grow
            r.stdin.close()
