"""igpsport-mcp's values for recordings: JSON by file.

It computes NP, IF and TSS, and copies every other value from the device.
"""

import json
import sys
from pathlib import Path

from igpsport_mcp.analysis.summary import build_summary
from igpsport_mcp.fit.parser import parse_fit

FIGURES = {"NP": "normalized_power_w", "IF": "intensity_factor", "TSS": "tss"}


def main():
    asked, out = json.load(sys.stdin), {}
    for path, ftp in asked.items():
        try:
            values = build_summary(parse_fit(Path(path)), ftp or None)["summary"]
            out[Path(path).name] = {k: values[v] for k, v in FIGURES.items() if values[v] is not None}
        except Exception as e:  # a file that it cannot read has no figures
            print(f"igpsport-mcp: {Path(path).name}: {type(e).__name__}: {e}", file=sys.stderr)
    json.dump(out, sys.stdout)


main()
