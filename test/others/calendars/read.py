"""Prints the events of the calendar on standard input, as read by PyPI's icalendar."""

import datetime
import json
import sys

import icalendar


def when(t):
    if not isinstance(t, datetime.datetime):
        return t.isoformat()
    if t.tzinfo is None:
        return t.strftime("%Y-%m-%dT%H:%M:%S")
    return t.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def event(e):
    if e.errors:
        raise ValueError(e.errors)
    return {
        "uid": e["UID"],
        "stamp": when(e.DTSTAMP),
        "start": when(e.start),
        "end": when(e.end),
        "summary": e.get("SUMMARY", ""),
        "description": e.get("DESCRIPTION", ""),
        "categories": [str(c) for c in e.categories],
    }


calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
json.dump([event(e) for e in calendar.events], sys.stdout)
