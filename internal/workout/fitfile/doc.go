// Package fitfile reads and writes the workout files of the FIT protocol (type
// 5), which watches and bike computers are guided by.
//
// What FIT has a unit for keeps it: percent of FTP and of maximum heart rate,
// watts, beats, speed, zones of power and heart rate. What it has none for
// becomes an absolute value by the thresholds of the day. Devices warn outside
// of a range: a single heart rate, pace, speed or cadence becomes one; a
// single power stays, since trainers hold it. Work is FIT's interval, and a
// step that nobody says the purpose of is active, as which most makers write
// all that is no rest. A ramp in time becomes up to five steps, one in distance
// or without an end its range.
package fitfile
