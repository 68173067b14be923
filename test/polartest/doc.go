// Package polartest emulates Polar AccessLink, version 4, for tests and trials:
// the host that connects an athlete and the API, stateful, over real HTTP on
// loopback. It was written from what is known of the service, without a look at
// any client here. What the service is not known to accept is a violation,
// which fails the client's test.
//
//	s := polartest.New(t, polartest.Options{})
//	back, err := s.Decide(address, polartest.Decision{}) // the consent page
//	s.Do(func(a *polartest.Athlete) { a.Nights = nil })
//
// It does ten things that a simple emulator omits:
//
//  1. to is exclusive: a request from a day to the same day finds nothing;
//  2. sessions are requested with times without a zone, and a date is 400; the
//     other lists take dates;
//  3. a span longer than the list's own limit (90, 30 or 28 days) is 400;
//  4. features are one key that is repeated, a span of more than one day with
//     them is 400, and without them only the heads come;
//  5. the browser is redirected to one whole address, with scheme, port and path; the
//     token endpoint wants that address again, and the application by Basic and not in
//     the form; a code that comes twice ends all tokens;
//  6. each renewal ends the old refresh token, and the second one who uses it
//     gets invalid_grant;
//  7. a scope that the athlete ticked off is missing in the token's scope, and
//     only its own calls are 403;
//  8. RateLimit-Usage, -Limit and -Reset have two values each, and the first
//     counts what is used, not what is left;
//  9. durations are texts of seconds with up to nine decimals, timezoneOffsetMinutes
//     may be missing, durationMillis is not the time from start to stop, and a
//     respiration interval of 0 is none;
//  10. nothing revokes a token, and a night or a session changes and vanishes
//     without a notice.
//
// Sessions have the form of the athlete's archive, of which
// test/archivetest/polartest makes examples. Comments that say "a guess" mark
// what nobody has seen.
//
// By hand: go run ./test/emulator/cmd polar -help
package polartest
