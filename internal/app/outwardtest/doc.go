// Package outwardtest tests the effect of writes at a service. Its tests run
// the whole program, as a command line and as a server for assistants, on a
// home that was synced from an emulated Intervals.icu. They compare everything
// that a client can change there before a write, after it, and after its undo.
//
// They know the program only by its output and requests, not how it stores
// writes until they are sent.
package outwardtest
