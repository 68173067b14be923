#!/usr/bin/env bash
# Workout files that Lapkeep writes, read by others: Garmin's own SDK and
# fitdecode, and for ZWO the validator of XML Schema. Needs Python 3 with venv.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$here/../../bin/others-workouts
wants=$here/requirements-workouts.txt
if ! cmp -s "$wants" "$venv/installed.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wants"
  cp "$wants" "$venv/installed.txt"
fi
cd "$here"
LAPKEEP_OTHERS_PYTHON=$(cd "$venv" && pwd)/bin/python "${GO:-go}" test -count=1 -run Workouts -v . | grep -vE '^=== |^PASS'
