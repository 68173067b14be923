// Package adherence answers how a training plan is followed: what became of
// each session, by the matcher of the calendar, what that makes of its weeks and
// phases, and what form it leads to. It writes nothing.
package adherence
