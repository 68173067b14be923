// Package stravatest emulates the Strava API v3 for tests and trials: the
// website that connects an athlete, the API at both of its base URLs, and a
// host to which no client should follow a redirect; stateful, over real HTTP on
// loopback. It was written from knowledge of the service, before any client
// here, and is checked against the service's own document. Anything that the
// service is not known to allow is a violation, which fails the client's test:
// a token in the query or at another host, an unknown parameter, a removed
// call, a page of more than 200, an upload polled twice within a second.
//
//	s := stravatest.New(t, stravatest.Options{})
//	token := s.Grant("read", "activity:read_all") // or walk through the page: s.Decide
//	// … point the client at s.APIURL(), and for connecting at s.WebURL …
//	s.Inject(stravatest.Fault{Operation: "getActivityById", Status: 502, Body: stravatest.HTML})
//	s.Spend(stravatest.Usage{ReadQuarter: 100}) // the next read is 429
//	s.Advance(15 * time.Minute)                 // and then it is not
//	s.Requests()                                // operation, path, query, bucket, status …
//
// Options configure a server at its start, Configure changes them later
// (Inactive, Tier, Limits …), Inject makes single requests fail.
// RevokeByAthlete, AddActivity, EditActivity, DeleteActivity and Athlete are
// changes that no client can make; webhooks receive them when Deliver is
// called. The clock is fixed unless Options.Live is set: a client's sleeps call
// Advance.
//
// If facts are uncertain, the emulator differs from the obvious guess, so that
// clients do not rely on it: pages are short although more follow, lists with
// after are oldest first, the distance stream is sent without being requested,
// zone offsets are those of winter, an unpaid call's error has an empty list.
// Comments that say "a guess" mark behaviour that nobody has seen.
//
// By hand: go run ./test/emulator/cmd strava -help
//
// It imports nothing of Lapkeep except the common engine.
package stravatest
