"""``python -m tests.engine.file_corpus [FOLDER]``: which files are read wrongly, and how many of
which sort there are; with a folder, the files are put there to be looked at."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from tests.engine.file_corpus.all import CORPUS
from tests.engine.file_corpus.case import wrong


def main(folder: Path | None) -> int:
    told = 0
    for sort, case in CORPUS:
        found = wrong(case)
        told += bool(found)
        if found:
            print(f"{sort}: {case.name}", *found, sep="\n    ")
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            name = "".join(sign if sign.isalnum() else "_" for sign in case.name)
            (folder / f"{sort}_{name}").write_bytes(case.bytes)
    print(dict(Counter(sort for sort, _ in CORPUS)), f"{len(CORPUS)} files, {told} read wrongly")
    return bool(told)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
