#!/usr/bin/env bash
# Real MCP clients from the registry against the built program: each lists
# the tools and calls some over stdio. Needs Node 20 or newer.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lapkeep=$(cd "$here/../.." && pwd)/bin/lapkeep
[ -x "$lapkeep" ] || { echo "build first: make build"; exit 1; }
cd "$here"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
"$lapkeep" demo --only-build --home "$home/demo"

inspect() {
  node_modules/.bin/mcp-inspector --cli -e LAPKEEP_HOME="$home/demo" "$lapkeep" serve "$@"
}
echo "Inspector"
inspect --method tools/list --strict --format json >"$home/tools.json"
node -e '
const names = JSON.parse(require("fs").readFileSync(process.argv[1])).result.tools.map(t => t.name);
for (const want of ["list_activities", "get_activity", "analyze_training_load", "get_curves"])
  if (!names.includes(want)) { console.error("tools/list lacks " + want); process.exit(1); }
console.log("  tools/list --strict: " + names.length + " tools");
' "$home/tools.json"
inspect --method tools/call --tool-name list_activities --tool-arg limit=3 >"$home/call.json"
grep -q structuredContent "$home/call.json" && echo "  tools/call list_activities"
inspect --method prompts/list >/dev/null && echo "  prompts/list"
inspect --method resources/list >/dev/null && echo "  resources/list"

node sdk.mjs "$lapkeep" "$home/demo"
