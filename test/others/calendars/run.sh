#!/usr/bin/env bash
# Reads our calendars with other programs. Needs Go, Python and Node 20 or newer,
# and the registries of the latter two.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
cd "$here"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
cd ../../..
LAPKEEP_PYTHON="$venv/bin/python" go test -count=1 -v -run Others ./internal/formats/workoutfile
