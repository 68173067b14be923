// Package fitbit reads what a Google Takeout archive of Fitbit or Google Health
// tells of exercises: the table that has their instants with the offset of the
// place. It must not know how the archive is packed nor how anything is stored.
//
// The older list of the same exercises has times without a zone and is left; where
// the archive has nothing else, that is said.
package fitbit
