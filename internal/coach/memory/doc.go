// Package memory holds a coach's memory of an athlete: a Markdown text of
// sections under second-level headings, one of them with facts, a line each,
// and session logs, one text a day, of which the memory has a line.
//
// Facts are in the text itself and not in documents beside it: the file that a
// person reads and edits holds them all, and a version, an undo or an edit by
// hand covers everything that is remembered.
//
// A fact is written as follows, where the part in brackets after the text may
// be missing:
//
//   - [injury] Left Achilles sore after hills (athlete, 2026-05-01, until 2026-06-15) #3
//
// # Persona
//
// How a coach speaks: personas as Markdown texts, some of them built in, others
// the athlete's own in files, where a file replaces a built-in persona of the
// same name; the guidelines that all share; and the health rules, which no file
// replaces. A text may begin with front matter: title, about, intensity.
//
// # Text
//
// The texts that a coach works with, training plans, the memory and session
// logs: exactly as they were written, with every version, and each as a file
// that a person can read and edit.
//
// The current text is the athlete's own layer of its document. Every version,
// including the current one, is a separate document that no undo removes: a
// version can always be read again. File and store are compared by what was
// last written to the file: if only one changed, it wins; if both did, the
// file's text becomes the current version and the store's is kept beside it.
package memory
