// Package match says of two recordings whether they are of one activity, and
// by what evidence. It is pure: it must not know a store's rows, nor what
// becomes of its answers.
//
// # Identity
//
// It names activities, recordings and files after their bytes,
// so that an import anywhere gives the same names. It must not know a store.
//
// # Normalise
//
// It makes activities of recordings, and of what was typed in:
// sport in Lapkeep's words, the zone and the day of the place, a name. It
// looks at one by itself and must not know what else the store holds.
//
// # Pair
//
// It keeps what was decided about two recordings that may be of one
// activity, or about a recording and an entry that nothing recorded: that
// they are one, or two, whatever the evidence says. The athlete's own word
// lies over that of a rule, as in every document of the store, so that it
// stands through any later import and is taken back by the journal.
//
// It must not know how activities are joined: package ingest brings the links
// in line with what is decided here, and notes here what it did.
package match
