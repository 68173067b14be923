#!/usr/bin/env bash
# Builds the documentation as a site in bin/site/html, and fails if a link leads
# nowhere or a page requests something from another host. Needs Python 3 with venv.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
venv=bin/site/venv
wants=$here/requirements.txt
if ! cmp -s "$wants" "$venv/installed.txt"; then
  rm -rf "$venv"
  mkdir -p bin/site
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wants"
  cp "$wants" "$venv/installed.txt"
fi
rm -rf bin/site/pages bin/site/html
mkdir -p bin/site/pages
# Everything that the pages link to, at the same places as in the repository.
git ls-files README.md README.zh-CN.md CONTRIBUTING.md SECURITY.md CHANGELOG.md LICENSE docs | while read -r file; do
  mkdir -p "bin/site/pages/$(dirname "$file")"
  cp "$file" "bin/site/pages/$file"
done
NO_MKDOCS_2_WARNING=1 "$venv/bin/python" -m mkdocs build --quiet --strict --config-file "$here/mkdocs.yml"
# Offline search needs a shim, which the theme would request from another host.
shim=iframe-worker-1.0.4
[ -e "bin/site/$shim.tgz" ] || (cd bin/site && npm pack --silent "${shim%-*}@${shim##*-}" >/dev/null)
tar -xzOf "bin/site/$shim.tgz" package/shim/index.js >bin/site/html/assets/iframe-worker.js
find bin/site/html -name '*.html' -printf '%P\n' | while read -r page; do
  up=$(sed -E 's,[^/]+/,../,g; s,[^/]+$,,' <<<"$page")
  sed -i "s,https://unpkg.com/iframe-worker/shim,${up}assets/iframe-worker.js," "bin/site/html/$page"
done
foreign='<(script|img|iframe)[^>]* src="?(https?:)?//|<link[^>]*rel="?(stylesheet|preconnect|preload|icon)[^>]*href="?(https?:)?//'
if grep -rHoE --include='*.html' "$foreign" bin/site/html; then
  echo 'These pages request something from another host.' >&2
  exit 1
fi
echo "site: $(find bin/site/html -name '*.html' | wc -l) pages in bin/site/html"
