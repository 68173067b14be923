// Package coach has the tools that an assistant coaches with.
package coach
