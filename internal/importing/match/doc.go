// Package match determines whether two recordings belong to one activity, and on what evidence. It
// is pure: it must not depend on a store's rows, or on the use of its results.
//
// # Identity
//
// The ids of activities, recordings and files are derived from their bytes, so that the same ids
// result from every import. This part must not depend on a store.
//
// # Normalise
//
// Activities are made from recordings and manual entries, with a sport in
// Lapkeep's terms, the local time zone and day, and a name. Each activity is
// made separately, without knowledge of other data in the store.
//
// # Pair
//
// Decisions about two recordings, or about a recording and a manual entry, are stored: that they are
// the same activity or different ones, regardless of the evidence. As in every document, a decision by
// the athlete takes precedence over that of a rule. So it survives later imports and can be undone.
//
// This part must not depend on how activities are joined. Package importing updates the links
// according to the decisions, and records its changes here.
package match
