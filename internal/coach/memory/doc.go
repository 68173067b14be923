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
//
// # Persona
//
// It is how a coach speaks: personas as Markdown texts, some of
// them ours, others of the athlete's own in files, where a file of the same
// name counts; the guidelines that all share; and the health rules, which no
// file replaces. A text may begin with front matter: title, about, intensity.
//
// # Text
//
// It keeps the texts that a coach works with, training plans, the
// memory and session logs: exactly as they were written, with every version,
// and each as a file that a person can read and edit.
//
// The current text is the athlete's own layer of its document. Every version,
// the current one too, is a document of its own that no undo takes back: what
// was written once can always be read again. What the file of a text holds and
// what the store holds are compared by what was last written to the file: who
// moved alone wins, and where both did, the file's is the current version and
// the store's the one beside it.
package memory
