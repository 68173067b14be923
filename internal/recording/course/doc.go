// Package course reads and writes ways to follow: courses in FIT and TCX,
// routes and tracks without times in GPX. It knows no recordings.
package course
