// Package ical writes workouts and other entries of a calendar as iCalendar
// (RFC 5545), for calendars that read files.
//
// An entry keeps its UID from the id of what it shows, so that importing a file
// twice replaces entries and does not add them again.
package ical
