// Package strava reads the tables of the archive that Strava hands out to an
// athlete (Settings, My Account, Download or Delete Your Account). It takes
// the bytes of a table and gives its rows in Lapkeep's words; it opens
// nothing, and knows neither packing nor store.
//
// The tables are in the language of the account. The columns of activities are
// told by their names, as far as the names of a language are known, and by
// their places where everything that stands in them agrees with that: there
// have been nine layouts since 2018. What nobody knows is left alone.
package strava
