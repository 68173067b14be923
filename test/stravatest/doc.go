// Package stravatest is a Strava API v3 for tests and for trying out: the
// website that connects an athlete, the API at both of its base URLs, and a
// host that nobody should follow a redirect to; stateful, over real HTTP on
// loopback. It was written from what is known of the service, before any
// client here, and holds itself against the service's own document. What the
// service is not known to allow is a violation, which fails the client's test:
// a token in the query or at another host, an unknown parameter, a removed
// call, a page of more than 200, an upload asked for twice within a second.
//
//	s := stravatest.New(t, stravatest.Options{})
//	token := s.Grant("read", "activity:read_all") // or walk through the page: s.Decide
//	// … point the client at s.APIURL(), and for connecting at s.WebURL …
//	s.Inject(stravatest.Fault{Operation: "getActivityById", Status: 502, Body: stravatest.HTML})
//	s.Spend(stravatest.Usage{ReadQuarter: 100}) // the next read is 429
//	s.Advance(15 * time.Minute)                 // and then it is not
//	s.Requests()                                // operation, path, query, bucket, status …
//
// Options say what a server is like from its start, Configure changes them
// later (Inactive, Tier, Limits …), Inject makes single requests go wrong.
// RevokeByAthlete, AddActivity, EditActivity, DeleteActivity and Athlete are
// what no client can do; webhooks are told of it when Deliver says so. The
// clock stands still unless Options.Live: a client's sleeps call Advance.
//
// Where the facts are uncertain the emulator disagrees with what one would
// guess, so that clients do not lean on it: pages are short though more follow,
// lists with after are oldest first, the distance stream comes though it was
// not asked for, times of zones are those of winter, an unpaid call's error has
// an empty list. Comments that say "a guess" mark what nobody has seen.
//
// By hand: go run ./test/emulator/cmd strava -help
//
// It imports nothing of Lapkeep but the engine under it.
package stravatest
