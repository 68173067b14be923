// Package strava reads the tables of the archive that Strava hands out to an
// athlete (Settings, My Account, Download or Delete Your Account). It takes
// the bytes of a table and gives its rows in Lapkeep's words; it opens
// nothing, and knows neither packing nor store.
//
// The tables are in the language of the account. Columns are told by their
// place in the first fifty, which all languages share, and by known names
// after that; what nobody knows is left alone.
package strava
