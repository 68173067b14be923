// Package fit reads and writes FIT activity and workout files. It is the front of the
// packages below it: wire (bytes), profile (words and units), plan (workouts), decode and
// encode.
//
// # Counter
//
// It cuts a FIT file's counter of distance, which runs on over all
// sessions, into what was covered in each. Reader and writer share it, so that
// what is written is read back.
//
// # Decode
//
// It turns the messages of a FIT file into recordings. Bytes are
// the concern of package wire, words and units that of package profile.
//
// Rules, where files disagree with themselves:
//
//   - Rows of one second are one row; the later value of a channel wins.
//   - Rows further than 30 days from the session's start, or from the file's
//     middle row, are dropped, rows out of order are sorted; both are counted in a warning.
//   - A record belongs to the last session that began before it.
//   - Of the steps of a workout, percentages of FTP that nobody could ask for are
//     watts; steps in a file of several sessions are nobody's.
//   - A recording starts when its session says, or with its first record if
//     that is earlier.
//
// # Encode
//
// It turns recordings into a FIT activity file. It writes what
// the format can carry, in a fixed order, so that the same recordings give
// the same bytes: times in whole seconds, temperature in whole degrees,
// altitude in fifths of a metre.
//
// # Field
//
// It reads single fields of FIT messages: numbers without the marks
// by which the format says "no value", codes, times and texts. It knows
// nothing of what the fields mean.
//
// # Plan
//
// It is what FIT can say of a workout that is to be done, apart from
// how it lies in messages: encode and decode share it.
//
// # Profile
//
// It translates between the words and units of FIT and those of
// Lapkeep, in both directions, so that the reader and the writer cannot
// disagree. It knows no bytes and no files.
//
// # Rows
//
// It collects the records of a FIT file in columns: one row a second,
// in order of time. It knows records and the fields that developers add to
// them, nothing of sessions or laps.
//
// # Wire
//
// It knows how a FIT file is laid out in bytes and nothing of what
// the bytes mean: it finds the files that are chained in one input, checks
// their CRC, follows their messages from header to header, and mends or cuts
// out what a decoder would stumble over. What it hands on is well formed.
package fit

// Is reports whether data begins like a FIT file.
func Is(data []byte) bool { return IsFIT(data) }

// ReadWorkout reads a workout file, and what it says that a workout has no
// place for. One that is damaged is refused.
func ReadWorkout(data []byte) (*PlanWorkout, []Unread, error) { return decodeWorkout(data) }

// WriteWorkout writes a workout file. The same workout gives the same bytes.
func WriteWorkout(w *PlanWorkout) ([]byte, error) { return encodeWorkout(w) }
