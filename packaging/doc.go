// Package packaging holds the other forms in which Lapkeep is delivered: the
// bundle for desktop clients and the list of its components. Its only code is
// the tests of these.
package packaging
