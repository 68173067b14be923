// Package outwardtest tests the effect of writes at a service. Its tests run the
// whole program, as a command line and as a server for assistants, on a home that
// was synced from an emulated Intervals.icu. They compare everything that a client
// can change at the service before a write, after the write, and after its undo.
//
// They observe only the program's output and its requests, but not how it stores writes
// before it sends them.
package outwardtest
