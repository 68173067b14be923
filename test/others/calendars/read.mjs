// Prints the events of the calendar on standard input, as read by npm's ical.js.
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const calendar = new ICAL.Component(ICAL.parse(readFileSync(0, "utf8")));
for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);

function when(t) {
  if (t.isDate || t.zone === ICAL.Timezone.localTimezone) return t.toString();
  return t.convertToZone(ICAL.Timezone.utcTimezone).toString();
}

console.log(JSON.stringify(calendar.getAllSubcomponents("vevent").map((component) => {
  const event = new ICAL.Event(component);
  return {
    uid: event.uid,
    stamp: when(component.getFirstPropertyValue("dtstamp")),
    start: when(event.startDate),
    end: when(event.endDate),
    summary: event.summary ?? "",
    description: event.description ?? "",
    categories: component.getFirstProperty("categories")?.getValues() ?? [],
  };
})));
