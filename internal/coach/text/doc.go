// Package text keeps the texts that a coach works with, training plans, the
// memory and session logs: exactly as they were written, with every version,
// and each as a file that a person can read and edit.
//
// The current text is the athlete's own layer of its document. Every version,
// the current one too, is a document of its own that no undo takes back: what
// was written once can always be read again. What the file of a text holds and
// what the store holds are compared by what was last written to the file: who
// moved alone wins, and where both did, the file's is the current version and
// the store's the one beside it.
package text
