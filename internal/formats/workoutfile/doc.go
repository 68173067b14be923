// Package workoutfile reads and writes workout files: ERG, MRC, ZWO, FIT, iGPSPORT and iCalendar.
//
// # ERG
//
// It reads and writes the course files of trainers: ERG, whose power
// is in watts, and MRC, whose power is in percent of FTP. They share a grammar
// of CompuTrainer's that nobody specified: sections in brackets, and in
// [COURSE DATA] points of minutes and power, joined by straight lines. A minute
// that occurs twice is a jump.
//
// A workout is read as one step from each point to the next. 0 is no power to
// hold: a free step is written so. A text without a duration is shown for ten
// seconds; one at the start of a step is its Text.
//
// # Fitfile
//
// It reads and writes the workout files of the FIT protocol (type
// 5), which guide watches and bike computers.
//
// Targets keep a unit that FIT has: percent of FTP and of maximum heart rate,
// watts, beats, speed, zones of power and heart rate. Targets in other units
// become absolute values by the thresholds of the day. Devices warn outside
// of a range: a single heart rate, pace, speed or cadence becomes one; a
// single power stays, since trainers hold it. Work is FIT's interval, and a
// step without a purpose is active, as most manufacturers write every step that
// is no rest. A ramp in time becomes up to five steps, one in distance
// or without an end its range.
//
// # Forms
//
// It lists the forms that workouts are read from and written in,
// by name and by the extension of their files.
//
// # ICal
//
// It writes workouts and other entries of a calendar as iCalendar
// (RFC 5545), for calendars that read files.
//
// An entry has a UID made from the id of the workout or entry, so that importing
// a file twice replaces entries and does not add them again.
//
// # IGPSport
//
// It reads and writes the workouts of iGPSport: the JSON that its
// service takes and gives, and the form that igpsport-mcp took from its users,
// whose calls continue to work.
//
// The first is known from captures by several clients of the international
// service; that the Chinese one takes the same is likely, but not proven.
//
// # ZWO
//
// It reads and writes the workout files of Zwift (.zwo): XML in which
// power is a share of FTP and, in runs, of the pace of a race. There is no
// specification; the elements and attributes are known from the workouts that
// Zwift ships, as counted in h4l/zwift-workout-file-reference.
//
// A single text at the start of a step is its Text, all others are cues. The
// two steps of IntervalsT are work and rest where the second is easier. A
// step without power is a free ride; one that is no ride is just without a
// target.
package workoutfile
