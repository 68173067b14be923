// Package packaging holds the other forms in which Lapkeep is delivered: the
// bundle for desktop clients, packages for Linux, the files for package
// managers, and the list of its components. Its only code is the tests of these.
package packaging
