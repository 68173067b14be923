// Package outwardtest proves what writes do at a service. Its tests run the
// whole program, by its command line and as a server of assistants, on a home
// that was synced from an emulated Intervals.icu, and compare all that a client
// can change there before a write, after it, and after its undo.
//
// It knows the program by what it says and sends alone: nothing of how writes
// are kept until they are sent.
package outwardtest
