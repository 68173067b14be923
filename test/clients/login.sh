#!/usr/bin/env bash
# Tests signing in with the OAuth clients of MCP SDKs and with mcp-remote against the built program; the person
# is headless Chromium. The program reads descriptions of clients from public addresses only. So that it can be
# tested as it is, this runs in a network of its own, which consists of this machine and one such address.
# Needs the packages of run.sh, chromium, openssl, unshare and ip.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
lapkeep=$(cd "$here/../.." && pwd)/bin/lapkeep
[ -x "$lapkeep" ] || { echo "build first: make build"; exit 1; }
cd "$here"
if [ -z "${LOGIN_NETWORK:-}" ]; then
  [ -d node_modules/mcp-remote ] || npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error
  . ./python.sh
  if unshare --net --map-root-user ip link set lo up 2>/dev/null; then
    LOGIN_NETWORK=own exec unshare --net --map-root-user "$here/$(basename "$0")"
  fi
  echo "Not tested: clients that describe themselves (this machine allows no network of its own)"
fi
python=$here/../../bin/clients-python
described=()
keys=$(mktemp -d)
if [ "${LOGIN_NETWORK:-}" = own ]; then
  public=1.1.1.1 # nothing leaves this network
  ip link set lo up
  ip address add "$public/32" dev lo
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=client -addext "subjectAltName=IP:$public" \
    -keyout "$keys/key.pem" -out "$keys/cert.pem" 2>/dev/null
  export SSL_CERT_FILE=$keys/cert.pem
  described=("$public" "$keys/key.pem" "$keys/cert.pem")
fi
signer=Ann
. ./serve.sh
trap 'cleanup; rm -rf "$keys"' EXIT

node login.mjs "$lapkeep" "$home/demo" "$url" "${described[@]}"
"$python/bin/python" login.py "$lapkeep" "$home/demo" "$url" "${described[@]}"
