// Package terminal is the dialogue with a program of the athlete's choice in a
// terminal of the page: who may open one, what goes over the connection and
// what is kept of what was written. It starts no program itself; a value that
// does is handed to it, and nothing that is typed or shown is logged or stored.
//
// It must stand behind a wall of httpguard, and checks once more, for itself,
// what that wall does: a WebSocket is a GET, to which browsers let every page
// come, with the cookie of this machine whatever the port is.
//
// # Pseudoterm
//
// It starts a program in a pseudo-terminal of its own and ends it
// with all that it started there. There is none on Windows.
package terminal
