// Package recording reads recordings of training: FIT, TCX and GPX, and the forms
// in which services and programs hand out their own, each also compressed with
// gzip. It tells formats by content, never by name, bounds
// what an input may cost, and hands each format to the package that knows it.
//
// Reading is pure: bytes in, recordings out. The package knows no files, no
// store and no athlete.
//
// # Course
//
// It reads and writes ways to follow: courses in FIT and TCX,
// routes and tracks without times in GPX. It knows no recordings.
package recording
