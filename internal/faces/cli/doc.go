// Package cli is the command line: one file per command, each with an options
// struct, a constructor that reads flags into it, and a run function. A command
// works on a [Workbench] that the composition provides; the package opens
// nothing itself and reads no clock.
//
// # Privacy
//
// This command hides places and single activities from assistants. Anything
// that lets assistants see more needs a person at a terminal.
//
// # Show
//
// This code prints a tool's structured answer for a person: sentences first,
// then values with their units, tables and small curves. A field's meaning is
// taken from its name (units, dates, ids) and the shape of the answer; the code
// knows no tool.
package cli
