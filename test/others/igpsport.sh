#!/usr/bin/env bash
# igpsport-mcp of the package registry beside Lapkeep, over one emulated
# service. Needs Python 3 with venv.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$here/../../bin/others-igpsport-mcp
wants=$here/requirements-igpsport.txt
if ! cmp -s "$wants" "$venv/installed.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wants"
  cp "$wants" "$venv/installed.txt"
fi
cd "$here"
LAPKEEP_OTHERS_PYTHON=$(cd "$venv" && pwd)/bin/python "${GO:-go}" test -count=1 -run BesideIGPSport -v . | grep -vE '^=== |^PASS'
