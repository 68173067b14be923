// Package cli is the command line: one file a command, each with an options
// struct, a constructor that reads flags into it, and a run function. A command
// works on a [Workbench] that the composition lends it; the package opens
// nothing itself and reads no clock.
//
// # Privacy
//
// The command by which the athlete sets what assistants never see: places, and
// single activities. Anything that lets assistants see more needs a person at a
// terminal.
//
// # Show
//
// Prints a tool's structured answer for a person: sentences first, then values
// with their units, tables and small curves. The meaning of a field is in its
// name (units, dates, ids) and in the shape of the answer; no tool is known
// here.
package cli
