#!/usr/bin/env bash
# Runs tests with programs from the Python package registry, which are installed
# once: with.sh NAME PATTERN installs requirements-NAME.txt and runs the tests
# whose names match. Needs Python 3 with venv.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$here/../../bin/others-$1
wants=$here/requirements-$1.txt
if ! cmp -s "$wants" "$venv/installed.txt"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wants"
  cp "$wants" "$venv/installed.txt"
fi
cd "$here"
LAPKEEP_OTHERS_PYTHON=$(cd "$venv" && pwd)/bin/python "${GO:-go}" test -tags e2e -count=1 -run "$2" -v . | grep -vE '^=== |^PASS'
