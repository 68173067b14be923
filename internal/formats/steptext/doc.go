// Package steptext reads and writes workouts as text, one step per line, in the
// grammar of Intervals.icu with additions: exercises, exertion, speed and
// calories. Reading reports every fault with its position; writing reports what
// the service will not read. It must not know where the text is kept.
//
// # Stepform
//
// It holds the JSON form of a workout's steps that a model fills in. [ReadForm]
// is strict about meaning and tolerant of spelling, [WriteForm] writes the
// form, and [Schema] describes it to the model.
//
// Targets are short texts, as people write them: "88-94%", "140-150bpm",
// "5:00-5:10/km". The first target of a step is the leading one.
//
// Both forms share the reading of numbers and units: number.go has the figures
// and the words of units, unit.go the targets that they belong to. A line
// accepts those that Intervals.icu reads, and says how to write the others.
package steptext
