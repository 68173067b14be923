// Package naive computes training metrics slowly and plainly, for tests of
// the packages that compute them fast. It is for tests only: nothing that
// ships may import it.
//
// Every function is a direct transcription of a published formula or of the
// rule that device recordings obey. Series are one element a second, NaN
// where a value is missing. A running mask says in which seconds the timer
// ran; nil means all of them. A result that is not defined is NaN. It knows
// no recordings, no columns and no units beyond those in its names.
package naive
