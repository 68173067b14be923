// Package cli is the command line: one file a command, each an options
// struct, a constructor that reads flags into it, and a run function. What a
// command works on is lent to it by the composition as a [Workbench]; the
// package opens nothing itself and reads no clock.
package cli
