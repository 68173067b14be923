// Package coachmonth plays a month of conversations against the built program:
// two processes, each with a client, kills during calls, and a person who edits
// the files. Package [lapkeep/test/coachtruth], which knows none of our code,
// defines what must be true afterwards.
package coachmonth
