// Package naive computes training metrics in slow and simple ways, for tests of
// the packages that compute them fast. It is for tests only: the product must
// not import it.
//
// Every function is a direct transcription of a published formula or of the
// rule that device recordings follow. Series have one element per second, NaN
// for a missing value. A running mask marks the seconds in which the timer ran;
// nil means all of them. An undefined result is NaN. The package knows no
// recordings, no columns and no units other than those in its names.
package naive
