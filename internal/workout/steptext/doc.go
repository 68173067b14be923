// Package steptext reads and writes workouts as text, a step a line, in the
// grammar of Intervals.icu with what it lacks beside it: exercises, exertion,
// speed and calories. Reading tells every fault with its place; writing tells
// what the service will not read. It must not know who keeps the text.
package steptext
