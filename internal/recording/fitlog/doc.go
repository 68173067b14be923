// Package fitlog reads FITLOG, the XML that SportTracks exports. Each activity
// of a logbook is a recording. Its times are instants; its category is a word of
// the athlete's own.
package fitlog
