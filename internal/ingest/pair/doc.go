// Package pair keeps what was decided about two recordings that may be of one
// activity, or about a recording and an entry that nothing recorded: that
// they are one, or two, whatever the evidence says. The athlete's own word
// lies over that of a rule, as in every document of the store, so that it
// stands through any later import and is taken back by the journal.
//
// It must not know how activities are joined: package ingest brings the links
// in line with what is decided here, and notes here what it did.
package pair
