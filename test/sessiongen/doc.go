// Package sessiongen generates training sessions whose structure is known, for
// tests of what finds structure in recordings. It is for tests only: nothing
// that ships may import it.
//
// A session is a function of its shape and a seed: the same two give the same
// series. It knows no detector; noise and transitions are of the size that
// recordings show.
package sessiongen
