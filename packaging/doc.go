// Package packaging holds what Lapkeep is delivered in beside the bare
// program: the bundle for desktop clients and the list of what it is made of.
// It has no code of its own but the tests that keep them true.
package packaging
