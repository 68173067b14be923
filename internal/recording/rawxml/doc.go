// Package rawxml has the text of TCX and GPX files for tests, as devices,
// services and attackers write them, with the truth that a reader must find.
// It is for tests only and uses no XML library.
//
// The truth has the shape of [rawfit.Scenario]. Its kind is activity, course
// (nothing that somebody did), or hostile: such a file may be refused, or
// read without what is hostile in it, but must cost neither time nor memory. A pause spans from the
// last point before it to the first one after.
package rawxml

import "lapkeep/internal/recording/rawfit"

// Scenarios is every file of both formats.
func Scenarios() []rawfit.Scenario { return append(TCX(), GPX()...) }
