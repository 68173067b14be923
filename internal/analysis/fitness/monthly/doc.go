// Package monthly keeps what was read of each calendar month in memory until
// the change log names one of its activities. A month is read when a question
// first needs it, a long run of months by several readers at once.
//
// It does not know what it keeps: the caller reads a run of months and says
// which activities one of them holds.
package monthly
