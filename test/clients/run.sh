#!/usr/bin/env bash
# Tests the built program with real MCP clients from the registries: each lists
# the tools and calls some, on standard input and output and over HTTP, and gets a
# picture. Needs Node 20 or newer, Python 3 with venv, Go and curl.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lapkeep=$(cd "$here/../.." && pwd)/bin/lapkeep
[ -x "$lapkeep" ] || { echo "build first: make build"; exit 1; }
cd "$here"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
. ./serve.sh

listed() {
  node -e '
const names = JSON.parse(require("fs").readFileSync(0)).result.tools.map(t => t.name);
for (const want of ["list_activities", "get_activity", "analyze_training_load", "get_curves"])
  if (!names.includes(want)) { console.error("tools/list lacks " + want); process.exit(1); }
console.log("  " + process.argv[1] + ": " + names.length + " tools");
' "$1"
}

inspect() { # ERA TARGET… -- REQUEST…
  local era=$1 target=()
  shift
  while [ "$1" != -- ]; do target+=("$1"); shift; done
  shift
  node_modules/.bin/mcp-inspector --cli "${target[@]}" --protocol-era "$era" "$@"
}
inspector() { # ERA LABEL TARGET…
  local era=$1 label=$2
  shift 2
  inspect "$era" "$@" -- --method tools/list --strict --format json | listed "$label, $era era, --strict"
  inspect "$era" "$@" -- --method tools/call --tool-name list_activities --tool-arg limit=3 | grep structuredContent >/dev/null
  for args in '{}' '{"picture":true}'; do
    inspect "$era" "$@" -- --method tools/call --tool-name analyze_training_load --tool-args-json "$args" --format json >"$home/answer$args"
  done
  node picture.mjs "$label, $era era" "$home/answer{}" "$home/answer{\"picture\":true}"
  inspect "$era" "$@" -- --method tools/call --tool-name get_curves --app-info --advertise-apps | grep '"resourceUri": *"ui://lapkeep/answer.html"' >/dev/null
  inspect "$era" "$@" -- --method prompts/list >/dev/null
  inspect "$era" "$@" -- --method resources/list >/dev/null
}
echo "Inspector"
for era in legacy modern; do
  inspector "$era" stdio -e LAPKEEP_HOME="$home/demo" "$lapkeep" serve
  inspector "$era" HTTP "$url" --transport http --header "Authorization: Bearer $key"
done

node sdk.mjs "$lapkeep" "$home/demo" "$url" "$key"

echo "Python"
. ./python.sh
"$python/bin/python" python.py "$lapkeep" "$home/demo" "$url" "$key" 2>"$home/python" | sed 's/^/  /' || { cat "$home/python"; exit 1; }

echo "mcp-go"
(cd mcpgo && LAPKEEP=$lapkeep LAPKEEP_HOME=$home/demo LAPKEEP_URL=$url LAPKEEP_SSE=$sse LAPKEEP_API_KEY=$key \
  go test -count=1 -v ./... | sed -n 's/^ *mcpgo_test.go:[0-9]*: /  /p; /^FAIL/p; /^--- FAIL/p'; exit "${PIPESTATUS[0]}")

echo "curl"
post() {
  curl -sS -f -X POST "$url" -H "Authorization: Bearer $key" -H "Content-Type: application/json" -d "$1"
}
post '{"jsonrpc":"2.0","method":"tools/list","id":1}' | listed "tools/list"
post '{"jsonrpc":"2.0","method":"tools/call","id":2,"params":{"name":"list_activities","arguments":{"limit":2}}}' |
  grep structuredContent >/dev/null && echo "  tools/call list_activities"
