// Package routes answers which ways to follow there are, where they lead, and
// which activities followed them. It writes nothing.
package routes
