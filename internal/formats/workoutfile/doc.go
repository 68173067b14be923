// Package workoutfile reads and writes workout files: ERG, MRC, ZWO, FIT, iGPSport and
// iCalendar.
//
// # ERG
//
// [ReadERG], [WriteERG] and [WriteMRC] read and write the course files of trainers: ERG,
// whose power is in watts, and MRC, whose power is a percentage of FTP. They share
// CompuTrainer's grammar, which has no specification: sections in brackets, and in [COURSE
// DATA] points of minutes and power, joined by straight lines. A minute that occurs twice
// is a jump.
//
// A workout is read as one step from each point to the next. A power of 0 means a free
// step. A text without a duration is shown for ten seconds; a text at the start of a step
// is its Text.
//
// # Fitfile
//
// [ReadFIT] and [WriteFIT] read and write the workout files of the FIT protocol (type 5),
// which guide watches and bike computers.
//
// Targets keep their unit if FIT has it: percent of FTP and of maximum heart rate, watts,
// beats, speed. Targets in other units, and zones, become absolute values, using the
// thresholds of the day; without them, a zone of power or heart rate is the device's own. Devices warn outside a range, so a single heart
// rate, pace, speed or cadence becomes a range; a single power remains, because trainers
// hold it. Work is FIT's interval, and a step without a purpose is active, which is what
// most manufacturers write for every step except rests. A ramp over time becomes up to five
// steps; a ramp over distance or without an end becomes its range.
//
// # Forms
//
// [AllForms] lists the formats of workouts, by name and by file extension.
//
// # ICal
//
// [WriteICal] writes workouts and other calendar entries as iCalendar (RFC 5545), for
// calendars that read files.
//
// An entry has a UID made from the id of the workout or entry, so that importing a file
// twice replaces entries instead of adding them again.
//
// # IGPSport
//
// [ReadIGPSport], [ReadIR] and [WriteIGPSport] read and write the workouts of iGPSport: the
// JSON of its service, and the format of igpsport-mcp, so that calls by its users continue
// to work.
//
// The service's JSON is known from captures of several clients of the international
// service. The Chinese service probably accepts the same JSON, but that is not confirmed.
//
// # ZWO
//
// [ReadZWO] and [WriteZWO] read and write the workout files of Zwift (.zwo): XML in which
// power is a fraction of FTP or, in runs, of a race pace. There is no specification; the
// elements and attributes are known from Zwift's own workouts, as counted in
// h4l/zwift-workout-file-reference.
//
// A single text at the start of a step is its Text; all others are cues. The two steps of
// IntervalsT are work and rest if the second is easier. On a bike, a step without power is
// a free ride; in a run, it simply has no target.
package workoutfile
