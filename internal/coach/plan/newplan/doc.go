// Package newplan makes a first training plan of what an athlete wants, has
// time for and can bear: load that grows no faster than a cap, weeks of
// recovery, a taper, and a race on its day. It is a pure function; what it
// gives is a text to be read, changed and kept like any other.
package newplan
