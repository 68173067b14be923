// Package texts is how tools write the texts of the coach: in the journal, with
// the version that it was before, and to the file that a person reads. What an
// editor changed in a file is taken in as a write of the athlete's own.
package texts
