// Package memory is what a coach remembers of an athlete: a Markdown text of
// sections under headings of the second level, among them one of facts, a line
// each, and the logs of sessions, a text a day, of which the memory has a line.
//
// Facts stand in the text itself and not in documents beside it: the file that
// a person reads and edits holds them all, and a version of the memory, an undo
// or a hand edit is one of everything that is remembered.
//
// A fact is written so, where what stands in brackets behind it may be missing:
//
//   - [injury] Left Achilles sore after hills (athlete, 2026-05-01, until 2026-06-15) #3
package memory
