// Package workout holds structured workouts apart from where they are kept:
// what a workout is, what is wrong with one, what a format cannot say of it,
// and what it takes by the thresholds of a day. The forms that it is read from
// and written in have a package each below. It must not know the store, nor
// any service.
//
// # Chart
//
// It draws the course of a workout by the thresholds of a day. It
// must not know where a workout is kept.
//
// # Plain
//
// It writes a workout as text for a person: a message, a printed
// page, an entry of a calendar. Nothing reads it back.
//
// # Sessions
//
// It is Lapkeep's own library of structured workouts: sessions
// by purpose, each with what it is for, whom it suits and where it is described
// or justified in the literature.
//
// A session is a file SPORT/ID.txt, in which SPORT is a [training.Sport]. It
// begins with a line `key: value` for each of name, purpose, for, suits, source
// and tags, in this order. After an empty line come the steps, in the language
// of workouts that Intervals.icu reads: rides in percent of FTP, runs in percent
// of threshold pace or of threshold heart rate, swims in percent of critical
// swim speed. One session is of one measure, so that its load is; what is
// all-out for a time has no target.
//
// Steps of strength are Lapkeep's own extension, one exercise a line: name, sets
// by repetitions or seconds, weight in kg or percent of the heaviest single
// repetition where one is meant, and the rest after each set. An exercise of
// which the name says "single-leg", "each leg" or "each side" is done so often
// on each.
//
// The tags are all-out (holds nothing back), base and build (the part of a
// season that it suits), beginner, climbing, fresh (wants rested legs), indoor
// and outdoor (where it is done best), marathon, race (rehearses one or leads up
// to it) and race-week.
//
// The package knows the texts; it does not take steps apart.
package workout
