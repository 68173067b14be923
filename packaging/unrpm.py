"""Unpacks an RPM package without rpm: unrpm.py PACKAGE FOLDER. It reads the two headers only to
find the payload, which is a cpio archive ("newc") compressed with gzip."""
import gzip
import os
import struct
import sys

package, folder = sys.argv[1:]
data = open(package, "rb").read()
assert data[:4] == b"\xed\xab\xee\xdb", "no RPM package"
at = 96  # after the lead
for name in ("signature", "header"):
    assert data[at:at + 3] == b"\x8e\xad\xe8", f"no {name}"
    entries, size = struct.unpack(">II", data[at + 8:at + 16])
    at += 16 + 16 * entries + size
    if name == "signature":
        at += -at % 8
archive, at = gzip.decompress(data[at:]), 0
while True:
    assert archive[at:at + 6] == b"070701", "no cpio archive"
    fields = [int(archive[at + 6 + 8 * i:at + 14 + 8 * i], 16) for i in range(13)]
    mode, size, length = fields[1], fields[6], fields[11]
    path = archive[at + 110:at + 110 + length - 1].decode()
    at += 110 + length
    at += -at % 4
    body, at = archive[at:at + size], at + size
    at += -at % 4
    if path == "TRAILER!!!":
        break
    target = os.path.join(folder, path.lstrip("./"))
    assert ".." not in path.split("/"), path
    if mode & 0o170000 == 0o100000:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as f:
            f.write(body)
        os.chmod(target, mode & 0o777)
