// Package followed answers how the steps of a planned workout were followed by
// the intervals of a session, by the thresholds of its day. It must not know
// where a plan or a session is kept, nor decide which plan a session is of.
package followed
