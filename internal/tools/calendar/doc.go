// Package calendar contains the tools of the toolset "calendar": planned events and changes to
// them. Reads use package answers/calendar, which matches planned and completed sessions. Every
// write goes through the journal as an edit by the athlete, so that it can be undone completely.
package calendar
