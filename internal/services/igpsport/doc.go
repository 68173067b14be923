// Package igpsport is the client of iGPSport for one account in one of its two regions,
// China and the rest of the world, which share paths but not accounts.
//
// The service publishes no description of its API. The known parts were found out by others;
// where they are uncertain, the client accepts every form that has been seen.
//
// The client remembers only the account's owner and the URLs of files, and must not depend
// on the store or on how its results are used.
//
// # Wire
//
// The wire types are iGPSport's JSON, with pure functions that convert them to and from the
// types of package training. Only the fields that Lapkeep reads or writes are named. The
// service's forms vary: a number may be text, a date has dots or hyphens, and a field that
// one list lacks is in another. The wire types do not depend on HTTP or a clock, and read
// only the claims of a credential.
package igpsport
