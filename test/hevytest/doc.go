// Package hevytest emulates Hevy's API for tests and trials, stateful, over
// real HTTP on loopback. It was written from the service's document and from
// what others saw, without a look at any client here. What the service is not
// known to accept is a violation, which fails the client's test.
//
//	s := hevytest.New(t, hevytest.Options{})
//	s.Edit(id, func(w *hevytest.Workout) { w.Title = "Pull" })
//	s.Inject(hevytest.Fault{Operation: "workouts", Status: 429}) // or with RetryAfter
//
// It does ten things that a simple emulator omits:
//
//  1. a page of more than 10 workouts, or of more than 100 templates, is
//     refused with 400, and is not made smaller;
//  2. a page after the last one is 404, and is not an empty list;
//  3. an error has no envelope: 401 is the bare text InvalidApiKey, and its
//     media type is text/html;
//  4. 429 comes with and without Retry-After, and no header counts requests;
//  5. workouts come newest first, so that a new one moves rows to later pages
//     while a client reads on;
//  6. an edit changes updated_at and leaves the workout at its place in the
//     list: only the events tell of it;
//  7. a deleted workout leaves the list, and its event has an id and a time and
//     no workout;
//  8. numbers that nobody entered are null, and are not absent or zero;
//  9. supersets_id, with this spelling, is 0 for the first superset and null
//     for none;
//  10. during maintenance a page of HTML comes, with 200 or with 503.
//
// Comments that say "a guess" mark what nobody has seen.
//
// By hand: go run ./test/emulator/cmd hevy -help
//
// It imports nothing of Lapkeep except the common engine.
package hevytest
