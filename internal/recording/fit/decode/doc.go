// Package decode turns the messages of a FIT file into recordings. Bytes are
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
package decode
