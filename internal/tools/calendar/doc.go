// Package calendar holds the rows of the toolset "calendar": planned events and
// their changes. Reads go through package answers/calendar, which matches
// planned and completed sessions; every write goes through the journal as the
// athlete's own edit of an event, so that it can be undone completely.
package calendar
