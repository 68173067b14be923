"""Other readers' results for workout files: JSON by reader and file.

FIT files are read by Garmin's own SDK and by fitdecode, both with checksums;
ZWO files are validated against the schema given first.
"""

import datetime
import json
import sys
from pathlib import Path

import fitdecode
import xmlschema
from garmin_fit_sdk import Decoder, Stream


def by_garmin(path):
    if not Decoder(Stream.from_file(str(path))).check_integrity():
        raise ValueError("check_integrity says no")
    messages, errors = Decoder(Stream.from_file(str(path))).read()
    if errors:
        raise ValueError(errors)
    return {name.removesuffix("_mesgs"): of for name, of in messages.items()}


def by_fitdecode(path):
    out = {}
    with fitdecode.FitReader(str(path), check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA:
                out.setdefault(frame.name, []).append({f.name: f.value for f in frame.fields})
    return out


def by_schema(schema, path):
    schema.validate(str(path))
    return {}


def main():
    schema, folder = xmlschema.XMLSchema(sys.argv[1]), Path(sys.argv[2])
    readers = [
        ("garmin-fit-sdk", ".fit", by_garmin), ("fitdecode", ".fit", by_fitdecode),
        ("xmlschema", ".zwo", lambda path: by_schema(schema, path)),
    ]
    out = {}
    for name, ending, read in readers:
        for path in sorted(folder.glob("*" + ending)):
            try:
                said = {"messages": read(path)}
            except Exception as e:  # what it cannot read is the answer
                said = {"error": f"{type(e).__name__}: {e}"}
            out.setdefault(name, {})[path.name] = said
    json.dump(out, sys.stdout, default=lambda x: x.isoformat() if isinstance(x, datetime.datetime) else str(x))


main()
