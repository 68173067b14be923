// Package memory holds a coach's memory of an athlete and the session logs. The memory is a Markdown
// text with sections under second-level headings. One section lists facts, one per line. There is
// one session log per day, and one line in the memory summarises each of them.
//
// Facts are part of the text, not separate documents. Therefore the file that a person reads and
// edits contains all of them, and every version, undo or manual edit covers the whole memory.
//
// A fact looks like this; the part in parentheses is optional:
//
//   - [injury] Left Achilles sore after hills (athlete, 2026-05-01, until 2026-06-15) #3
//
// # Persona
//
// A persona is a Markdown text that describes how a coach speaks. Some personas are built in; the
// athlete's own personas are files, which replace built-in personas of the same name. All personas
// share the guidelines and the health rules; a file can replace the guidelines, but not the health
// rules. A text may begin with front matter: title, about, intensity.
//
// # Text
//
// A coach works with texts: training plans, the memory and session logs. Every version of a text is
// stored exactly as it was written, and the current version is also a file that a person can read
// and edit.
//
// The current text is the athlete's own layer of its document. Every version, including the current
// one, is a separate document that no undo removes, so it can always be read again. Both the file
// and the store are compared with what was last written to the file. If only one of them changed,
// that change is kept. If both changed, the file's text becomes the current version, and the store's
// version is kept as well.
package memory
