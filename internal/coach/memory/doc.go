// Package memory holds a coach's memory of an athlete and the session logs. The
// memory is a Markdown text of sections under second-level headings; one
// section lists facts, one per line. There is one session log a day, summarised
// by a line in the memory.
//
// Facts are part of the text, not separate documents. The file that a person
// reads and edits therefore holds all of them, and a version, an undo or an
// edit by hand covers everything that is remembered.
//
// A fact is written as follows; the part in parentheses is optional:
//
//   - [injury] Left Achilles sore after hills (athlete, 2026-05-01, until 2026-06-15) #3
//
// # Persona
//
// A persona is a Markdown text about how a coach speaks. Some personas are
// built in; the athlete's own are files, and a file replaces a built-in persona
// of the same name. All personas share the guidelines and the health rules; no
// file can replace the latter. A text may begin with front matter: title,
// about, intensity.
//
// # Text
//
// A coach works with texts: training plans, the memory and session logs. Each
// is kept exactly as it was written, with every version, and as a file that a
// person can read and edit.
//
// The current text is the athlete's own layer of its document. Every version,
// including the current one, is a separate document that no undo removes: a
// version can always be read again. File and store are both compared with what
// was last written to the file. If only one of them changed, it wins; if both
// did, the file's text becomes the current version and the store's version is
// kept as well.
package memory
