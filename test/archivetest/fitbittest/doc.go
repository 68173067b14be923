// Package fitbittest makes the part of a Google Takeout archive in which Fitbit
// and Google Health tell of exercises, with the truth of what it says. It is for
// tests only and knows no importer.
//
// The table's columns, its UTC times with the offset beside them and its units
// (millimetres, kilocalories) are those on which readers of real archives agree;
// the older list of the same exercises has times without a zone.
package fitbittest
