// Package calendar holds the rows of the toolset "calendar": what is planned,
// and changing it. Reads go through package analysis, where the one matcher
// of planned and done lives; every write goes through the journal as the
// athlete's own words on an event, so that it can be taken back whole.
package calendar
