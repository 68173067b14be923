// Package goldencheetahtest makes GoldenCheetah athlete folders, with the truth
// of what must come out of them. It is for tests only, comes from a seed, and
// knows nothing of any importer.
//
// The files are JSON as GoldenCheetah writes it: a byte order mark, escaped
// slashes, a blank at the end of every text, times in UTC, and numbers for what
// was not measured.
package goldencheetahtest
