# Sourced by the other scripts: makes the demo athlete in a temporary folder, and
# serves it over HTTP on a free port. Sets home, url, sse and key. If signer is
# set, this person can sign in.
home=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$home"
}
trap cleanup EXIT
"$lapkeep" demo --only-build --home "$home/demo" >/dev/null 2>"$home/made" || { cat "$home/made"; exit 1; }
[ -z "${signer:-}" ] || "$lapkeep" login setup "$signer" --home "$home/demo" >/dev/null
"$lapkeep" serve --http 127.0.0.1:0 --home "$home/demo" 2>"$home/said" &
server=$!
touch "$home/said"
for _ in $(seq 100); do
  grep -q 'Stop with Ctrl-C' "$home/said" && break
  kill -0 "$server" 2>/dev/null || { cat "$home/said"; exit 1; }
  sleep 0.1
done
url=$(sed -n 's/^ *\(http.*\/mcp\)$/\1/p' "$home/said" | head -n 1)
sse=$(sed -n 's/^ *\(http.*\/sse\)$/\1/p' "$home/said" | head -n 1)
key=$("$lapkeep" key show --home "$home/demo" 2>/dev/null)
[ -n "$url" ] && [ -n "$key" ] || { cat "$home/said"; exit 1; }
