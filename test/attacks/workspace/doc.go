// Package workspace attacks from a working folder that somebody else made: a
// clone in which a client starts the server. None of its ways may steal the
// service's key, raise what assistants may do, or put another home in the
// place of the athlete's; and doctor names what was there and not heeded.
package workspace
