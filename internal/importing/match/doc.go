// Package match determines whether two recordings belong to one activity, and
// by what evidence. It is pure: it must not know a store's rows or the use of
// its results.
//
// # Identity
//
// Computes the ids of activities, recordings and files from their bytes, so
// that every import anywhere gives the same ids. It must not know a store.
//
// # Normalise
//
// Makes activities from recordings and manual entries: it sets the sport in
// Lapkeep's words, the local time zone and day, and a name. It handles each one
// alone and must not know other data of the store.
//
// # Pair
//
// Stores decisions about two recordings that may belong to one activity, or
// about a recording and a manual entry: that they are one, or two, whatever the
// evidence. The athlete's decision overrides that of a rule, as in every
// document of the store, so it survives later imports and can be undone.
//
// It must not know how activities are joined: package importing updates the
// links according to these decisions, and records its changes here.
package match
