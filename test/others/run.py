"""Compares other programs with the values stored by devices.

Needs Debian's packages goldencheetah and xvfb, and util-linux's unshare.
Only totals are written, because the recordings belong to real people.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import goldencheetah

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOTALS = ROOT / "test/oracle/testdata/others.csv"

# Value, the required data of the recording, and the tolerance: the same lines
# as comparedFigures in test/oracle/stored_test.go.
FIGURES = [
    ("NP", "has_power", lambda got, device: abs(got - device) <= 0.56),
    ("IF", "has_power", lambda got, device: abs(got - device) <= 0.0023),
    ("TSS", "has_power", lambda got, device: abs(got - device) <= max(0.15, 0.002 * device)),
    ("avg_power", "has_power", lambda got, device: abs(got - device) <= 1),
    ("max_power", "has_power", lambda got, device: abs(got - device) <= 1),
    ("avg_hr", "has_hr", lambda got, device: abs(got - device) <= 1),
    ("max_hr", "has_hr", lambda got, device: abs(got - device) <= 1),
    ("distance_m", "has_speed", lambda got, device: abs(got - device) <= 1),
    ("avg_speed", "has_speed", lambda got, device: abs(got - device) <= 0.0011),
    ("duration_s", "", lambda got, device: abs(got - device) <= 2),
    ("ascent", "has_alt", lambda got, device: abs(got - device) <= 0.05 * device),
]
NEED_FTP = ("IF", "TSS")
COLUMN = {"duration_s": "timer_s"}
COPIED, NONE = "copies it", "has none"


def number(row, column):
    try:
        return float(row[column])
    except ValueError:
        return 0.0


def sessions(folder):
    """Return recordings with one session: others read a multisport file as one."""
    with open(folder / "index.csv", newline="") as f:
        return [r for r in csv.DictReader(f) if r["n_sess"] == "1" and number(r, "records") > 0]


def in_python(package, script, asked, folder):
    venv = folder / package
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [venv / "bin/python", "-m", "pip", "install", "--quiet", "-r", HERE / f"requirements-{package}.txt"]
    subprocess.run(pip, check=True)
    command = [venv / "bin/python", "-W", "ignore", HERE / script]
    out = subprocess.run(command, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(out.stdout)


def count(rows, figure, needs, near, values):
    hits = n = given = 0
    for r in rows:
        device = number(r, COLUMN.get(figure, figure))
        if device <= 0 or (needs and r[needs] != "1"):
            continue
        if figure in NEED_FTP and number(r, "threshold_power") <= 0:
            continue
        n += 1
        got = values.get(r["file"], {}).get(figure)
        given += got is not None
        hits += got is not None and near(got, device)
    return hits, n, given


def main():
    folder = Path(os.environ.get("LAPKEEP_TESTDATA", ROOT.parent / "shared/data")) / "fit"
    rows = sessions(folder)
    asked = {str(folder / r["file"]): number(r, "threshold_power") for r in rows}
    with tempfile.TemporaryDirectory() as venvs:
        programs = {
            f"GoldenCheetah {goldencheetah.version()}": (goldencheetah.values(asked), NONE),
            "sweat (sweatpy) 0.25.0": (in_python("sweat", "sweat_values.py", asked, Path(venvs)), NONE),
            "igpsport-mcp 0.7.1": (in_python("igpsport", "igpsport_values.py", asked, Path(venvs)), COPIED),
        }
    with open(TOTALS, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["figure", "sessions", *programs])
        for figure, needs, near in FIGURES:
            cells, n = [], 0
            for values, otherwise in programs.values():
                hits, n, given = count(rows, figure, needs, near, values)
                cells.append(hits if given else otherwise)
            out.writerow([figure, n, *cells])


main()
