"""The values of sweat (sweatpy) for recordings: JSON by file.

Averages and maxima are those of its data frame, which its users use.
"""

import json
import sys
from pathlib import Path

import numpy as np
import sweat
from sweat.metrics import core, power


def of(path, ftp):
    frame = sweat.read_fit(path)
    times = frame.index
    out = {"duration_s": (times[-1] - times[0]).total_seconds()}
    for column, name in (("power", "power"), ("heartrate", "hr")):
        if column in frame:
            out["avg_" + name] = float(frame[column].mean())
            out["max_" + name] = float(frame[column].max())
    if "distance" in frame:
        out["distance_m"] = float(frame["distance"].max())
    if "speed" in frame:
        out["avg_speed"] = float(frame["speed"].mean())
    if "power" in frame:
        out["NP"] = float(core.weighted_average_power(frame["power"].fillna(0)))
        if ftp:
            out["IF"] = power.relative_intensity(out["NP"], ftp)
            out["TSS"] = power.stress_score(out["NP"], ftp, out["duration_s"])
    return {k: x for k, x in out.items() if np.isfinite(x)}


def main():
    asked, out = json.load(sys.stdin), {}
    for path, ftp in asked.items():
        try:
            out[Path(path).name] = of(Path(path), ftp)
        except Exception as e:  # a file that it cannot read has no figures
            print(f"sweat: {Path(path).name}: {type(e).__name__}: {e}", file=sys.stderr)
    json.dump(out, sys.stdout)


main()
