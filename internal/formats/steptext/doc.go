// Package steptext reads and writes workouts as text, one step per line, in the grammar of
// Intervals.icu with additions: exercises, exertion, speed and calories. Reading reports
// every fault with its position; writing reports what the service cannot read. The package
// must not depend on where the text is kept.
//
// # Stepform
//
// This is the JSON form of a workout's steps that a model fills in. [ReadForm] is strict
// about meaning and tolerant about spelling, [WriteForm] writes the form, and [Schema]
// describes it to the model.
//
// Targets are short texts, as people write them: "88-94%", "140-150bpm", "5:00-5:10/km".
// The first target of a step is the leading one.
//
// Both forms share the code that reads numbers and units: number.go has numbers and the
// words for units, unit.go the targets to which they belong. A line of text accepts the
// words that Intervals.icu reads; for others, the error says how to write them.
package steptext
