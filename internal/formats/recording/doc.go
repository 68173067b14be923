// Package recording reads recordings of training: FIT, TCX and GPX, and the
// forms in which services and programs export their own, each also compressed
// with gzip. It recognizes formats by content, never by name, limits the cost
// of an input, and passes each format to the package that knows it.
//
// Reading is pure: bytes in, recordings out. The package knows no files, no
// store and no athlete.
//
// # Course
//
// It reads and writes routes: courses in FIT and TCX, routes and tracks without
// times in GPX.
package recording
