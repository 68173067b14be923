// Package cli is the command line: one file a command, each an options
// struct, a constructor that reads flags into it, and a run function. What a
// command works on is lent to it by the composition as a [Workbench]; the
// package opens nothing itself and reads no clock.
//
// # Privacy
//
// It holds the command by which the athlete says what assistants
// never see: places, and single activities. What makes assistants see more
// wants a person at a terminal.
//
// # Show
//
// It prints a tool's structured answer for a person: words first,
// then values with their units, tables and small curves. What a field means is
// in its name (units, dates, ids) and in the shape of the answer; no tool is
// known here.
package cli
