// Package recording reads recordings of training: FIT, TCX and GPX, and the formats
// in which services and programs export their own, all of them also compressed with
// gzip. It recognises formats by content, never by name, limits the cost of an
// input, and passes each input to the package for its format.
//
// Reading is a pure function from bytes to recordings. The package does not depend
// on files, the store or athletes.
//
// # Course
//
// [ReadCourse] and [WriteCourse] read and write routes: courses in FIT and TCX,
// routes and tracks without times in GPX.
package recording
