// Package igpsport is the client of iGPSport for one account in one of its two
// regions, China and the rest of the world, which share paths but not accounts.
//
// The service publishes no description of its API. Others found out what is
// known; where that is uncertain, the client accepts each form that was seen.
//
// It remembers only the account's owner and the URLs of files, and must not
// know the store or the use of its results.
//
// # Wire
//
// The wire types are iGPSport's JSON, with pure functions that convert them to
// and from the types of package training. Only the fields that Lapkeep reads or
// writes are named. The service's forms vary: a number may be text, a date has
// points or hyphens, and a field that one list lacks is in another. They know
// no HTTP and no clock, and only the claims of a credential.
package igpsport
