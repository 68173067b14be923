#!/usr/bin/env bash
# Sends every request of the Strava client to a mock server that a third-party
# tool makes from the service's document: run.sh swagger.json. The document itself is not
# in the tree. Needs Go, Node 20 or newer, and their registries.
set -euo pipefail
[ -f "${1:-}" ] || { echo "name the service's document: make strava-mock DOCUMENT=swagger.json" >&2; exit 2; }
document=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
port=${PORT:-4041}
work=$(mktemp -d)
log=$work/log
node complete.mjs "$document" "$work/document.json"
node_modules/.bin/prism mock --port "$port" "$work/document.json" >"$log" 2>&1 &
mock=$!
trap 'kill "$mock" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  grep -q "Prism is listening" "$log" && break
  kill -0 "$mock" 2>/dev/null || { cat "$log" >&2; exit 1; }
  sleep 0.2
done
cd ../../..
LAPKEEP_STRAVA_MOCK="http://127.0.0.1:$port" "${GO:-go}" test -count=1 -v -run 'MockOfTheDocument' ./internal/services/strava
