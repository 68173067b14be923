# Sourced by the other scripts: installs the Python clients once. Sets python.
python=$here/../../bin/clients-python
if ! cmp -s requirements.txt "$python/installed.txt"; then
  rm -rf "$python"
  python3 -m venv "$python"
  "$python/bin/python" -m pip install --quiet --disable-pip-version-check -r requirements.txt
  cp requirements.txt "$python/installed.txt"
fi
