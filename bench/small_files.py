"""A small file from its bytes to its table, in turns with another state of the code.

    python3 tasks.py bench small_files [FOLDER]

``FOLDER`` holds the other state. Two processes that stay are asked in turns; milliseconds of the
clock, the median of all turns, as whoever brings the file waits for them.
"""

from __future__ import annotations

import base64
import statistics
import subprocess
import sys
from pathlib import Path

from bench import machine
from tests.engine.file_corpus.formats import WEATHER, ods, parquet, records_of, xlsxwriter_xlsx

HERE, TURNS = Path(__file__).resolve().parents[1], 60
ARFF = b"@relation r\n@attribute a numeric\n@attribute 'b c' {x,y}\n@data\n" + b"1.5,x\n2,y\n" * 99
WORK = """
import base64, sys, time
from pages.ui.tables.upload import take
for line in sys.stdin:
    content = base64.b64decode(line)
    begun = time.perf_counter()
    take("file", content)
    print(1000 * (time.perf_counter() - begun), flush=True)
"""


def files() -> dict[str, bytes]:
    rows = records_of(WEATHER)
    sheet = {"A": [rows[0], *rows[1:] * 30]}
    columns = {name: [*cells] * 30 for name, cells in WEATHER.items()}
    return {
        ".xlsx": xlsxwriter_xlsx(sheet),
        ".ods": ods(sheet),
        ".arff": ARFF,
        ".parquet": parquet(columns),
        ".csv": b"a,b\n" + b"1,x\n2,y\n" * 99,
    }


def started(folder: Path) -> subprocess.Popen[str]:
    pipe, command = subprocess.PIPE, [sys.executable, "-c", WORK]
    return subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True)


def asked(worker: subprocess.Popen[str], content: bytes) -> float:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(base64.b64encode(content).decode() + "\n")
    worker.stdin.flush()
    return float(worker.stdout.readline())


def main(*folders: str) -> None:
    print(machine.description())
    workers = [started(Path(folder)) for folder in (HERE, *folders)]
    for name, content in files().items():
        for worker in workers:
            for _ in range(3):
                asked(worker, content)
        turns = [[asked(worker, content) for worker in workers] for _ in range(TURNS)]
        medians = [f"{statistics.median(times):.1f}" for times in zip(*turns, strict=True)]
        print(f"{name} ({len(content)} bytes): {' / '.join(medians)} ms", flush=True)
    for worker in workers:
        worker.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
