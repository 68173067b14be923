// Package cli is the command line: one file per command, each with an options struct, a
// constructor that reads flags into it, and a run function. A command works on a
// [Workbench] that it is given; the package itself opens no file and reads no clock.
//
// # Privacy
//
// The privacy command hides places and single activities from assistants. Only a person at
// a terminal can let assistants see more.
//
// # Show
//
// This code prints a tool's structured answer for a person: sentences first, then values
// with their units, tables and small curves. A field's meaning is derived from its name
// (units, dates, ids) and from the shape of the answer, not from the tool.
package cli
