// Package routes is the toolset of ways to follow: a file holds one tool. It
// only reads; what it exports is a file on the athlete's own machine.
package routes
