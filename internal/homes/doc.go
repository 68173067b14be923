// Package homes serves many homes in one process: it opens a home when it is asked for,
// closes it when it is idle, bounds how many are open, does their work when it is due, and
// finds the home of a key. It does not know what is done with an open home.
package homes
