// Package match determines whether two recordings are of one activity, and by
// what evidence. It is pure: it must not know a store's rows, nor what becomes
// of its answers.
//
// # Identity
//
// Names activities, recordings and files after their bytes, so that an import
// anywhere gives the same names. It must not know a store.
//
// # Normalise
//
// Makes activities from recordings and manual entries: it sets the sport in
// Lapkeep's words, the time zone and the day at the place, and a name. It looks
// at one by itself and must not know what else the store holds.
//
// # Pair
//
// Keeps what was decided about two recordings that may be of one activity, or
// about a recording and a manual entry: that they are one, or two, whatever the
// evidence. The athlete's decision overrides that of a rule, as in every
// document of the store, so that it survives any later import and can be
// undone.
//
// It must not know how activities are joined: package importing updates the
// links according to these decisions, and notes here what it did.
package match
