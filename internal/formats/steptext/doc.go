// Package steptext reads and writes workouts as text, a step a line, in the
// grammar of Intervals.icu with what it lacks beside it: exercises, exertion,
// speed and calories. Reading tells every fault with its place; writing tells
// what the service will not read. It must not know who keeps the text.
//
// # Stepform
//
// It holds the JSON form of a workout's steps that a model fills
// in: [Read] takes it strictly in what it means and forgivingly in how it is
// written, [Write] gives it, and [Schema] describes it to the model.
//
// Targets are short texts, as people write them: "88-94%", "140-150bpm",
// "5:00-5:10/km". The first one of a step leads it.
//
// Numbers and units are read once for both: number.go has the figures and the
// words of units, unit.go what they are targets of. A line takes of them what
// Intervals.icu reads, and says how to write the rest.
package steptext
